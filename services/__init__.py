"""The deployables: one folder a consumer group; none imports another."""

"""The vector index over Qdrant's REST interface: a Qdrant server, or the embedded stack's."""

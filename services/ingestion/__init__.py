"""The ingestion service."""

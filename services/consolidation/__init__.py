"""The consolidation service."""

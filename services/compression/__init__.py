"""The compression service."""

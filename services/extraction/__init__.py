"""The extraction service: turns become fact sets."""

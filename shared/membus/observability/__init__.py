"""Logging, tracing, metrics and health."""

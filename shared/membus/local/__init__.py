"""The embedded stack: real servers from wheels, started, watched and stopped on one machine."""

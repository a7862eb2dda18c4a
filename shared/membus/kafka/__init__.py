"""The consumer runtime: how events are read, handled once in effect, and answered."""

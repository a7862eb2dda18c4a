"""What the outside sees of a process: its logs and its metrics."""

"""One body per event, grouped by the topic that carries it."""

"""Quality of memory, measured through the whole pipeline. It stands outside, as any caller does."""

"""The language of the bus: messages, envelopes, events and ids. Imports nothing but pydantic."""

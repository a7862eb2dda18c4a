"""The four memory types behind MemoryStore, over the stores that hold them.

A reader is for everyone; a store adds the writing half, for the service that owns it.
"""

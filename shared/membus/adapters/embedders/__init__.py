"""Embedders: each turns texts into vectors of length 1 behind one port."""

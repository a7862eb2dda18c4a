"""Measures the bars of the README on real parts; figures, never pass or fail of a test."""

"""Comparison of one answer with the expectation, and the diagnosis of incorrect values."""

"""Reduction of a failing case to a smaller one that fails in the same way."""

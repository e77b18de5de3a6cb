"""Patterns of several operations: those that drivers fuse, and the plan of all pairs."""

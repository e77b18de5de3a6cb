"""Tests of the ``.mod.py`` format: reading, indexing, writing."""

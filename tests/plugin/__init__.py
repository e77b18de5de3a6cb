"""Tests of the pytest plugin, most of which run pytest in a separate process."""

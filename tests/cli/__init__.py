"""Tests of the commands ``coverage``, ``describe`` and ``smoke``, and of a CI step."""

"""Tests of the commands ``coverage`` and ``describe``, and of a CI step."""

"""Tests of the bundled specs: they detect faulty drivers and do not blame conforming ones."""

"""Random graphs with their expected outputs, which several tests of a process use."""

from __future__ import annotations

from functools import lru_cache

from conformance.cases.example import Example
from conformance.hal import Version
from generators.oracle import random_example


@lru_cache(1200)
def cached_example(profile: str, seed: int, version: Version) -> Example:
    """Return the example of a seed; see ``random_example``."""
    return random_example(profile, seed, version)

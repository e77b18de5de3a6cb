"""Random graphs with their expected outputs, which several tests of a process use."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from conformance.cases.example import Example
from conformance.hal import SharedMemory, Version, content_of
from generators.oracle import random_example


def cached_example(profile: str, seed: int, version: Version) -> Example:
    """Return the example of a seed, with memories of its own; see ``random_example``."""
    example, contents = _cached(profile, seed, version)
    if not contents:
        return example
    pools = tuple(SharedMemory(initial=data) for data in contents)
    return replace(example, model=replace(example.model, pools=pools))


@lru_cache(1200)
def _cached(profile: str, seed: int, version: Version) -> tuple[Example, tuple[bytes, ...]]:
    """Return an example without pools, which would keep descriptors open, and their contents."""
    example = random_example(profile, seed, version)
    contents = tuple(map(content_of, example.model.pools))
    return replace(example, model=replace(example.model, pools=())), contents

"""Fuzz target ``cache``: prepare models from damaged compilation cache files."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

_MODULES = ["conformance.driver_sdk.caching.driver_cache", "conformance.reference"]
instrumentation.load(__name__, _MODULES, comparisons=False)

from fuzz.checks.cache_checks import CHANGE_SIZE, check_cache  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402
from fuzz.inputs.unit_mutator import unit_mutator  # noqa: E402

TARGET = Target(
    "cache",
    "Prepare models from damaged compilation cache files.",
    check_cache,
    mutator=unit_mutator(CHANGE_SIZE),
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

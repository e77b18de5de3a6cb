"""Fuzz target ``memory``: allocate, copy and execute driver-managed buffers."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

_MODULES = ["conformance.driver_sdk.buffers", "conformance.reference"]
instrumentation.load(__name__, _MODULES, comparisons=False)

from fuzz.checks.memory_checks import STEP_SIZE, check_memory  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402
from fuzz.inputs.unit_mutator import unit_mutator  # noqa: E402

TARGET = Target(
    "memory",
    "Allocate, copy and execute driver-managed buffers.",
    check_memory,
    mutator=unit_mutator(STEP_SIZE),
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

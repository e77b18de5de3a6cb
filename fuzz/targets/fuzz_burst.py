"""Fuzz target ``burst``: send datums over the queues of a burst."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(__name__, ["conformance.bursts", "conformance.reference"], comparisons=False)

from fuzz.checks.burst_checks import check_burst  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402
from fuzz.inputs.unit_mutator import mutate_packets  # noqa: E402

TARGET = Target(
    "burst",
    "Send datums over the queues of a burst.",
    check_burst,
    mutator=mutate_packets,
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

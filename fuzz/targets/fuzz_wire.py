"""Fuzz target ``wire``: read the messages between the harness and an isolated driver."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(
    __name__,
    [
        "conformance.drivers.own_process.server",
        "conformance.drivers.answer_codec",
    ],
)

from fuzz.checks.wire_checks import check_wire  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "wire",
    "Read the messages between the harness and an isolated driver.",
    check_wire,
    max_length=8192,
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

"""Fuzz target ``wire``: read the messages between the harness and an isolated driver."""

from __future__ import annotations

import os
import sys

from fuzz.core import instrumentation

_DRIVER = os.environ.get("NN_CONFORMANCE_FUZZ_DRIVER", "")
instrumentation.load(
    __name__,
    [
        "conformance.drivers.process.rpc_server",
        "conformance.drivers.process.call_handlers",
        "conformance.drivers.answer_codec",
    ],
    _DRIVER,
)

from fuzz.checks.wire_checks import check_wire  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "wire",
    "Read the messages between the harness and an isolated driver.",
    check_wire,
    max_length=8192,
)


def TestOneInput(data: bytes) -> None:  # noqa: N802 - the name that the engines expect
    """Run one input; raise ``FuzzFindingError`` for a finding."""
    TARGET.run(data)


if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, TestOneInput, sys.argv)

"""Fuzz target ``conversion``: convert models between HAL versions."""

from __future__ import annotations

import os
import sys

from fuzz.core import instrumentation

_DRIVER = os.environ.get("NN_CONFORMANCE_FUZZ_DRIVER", "")
instrumentation.load(__name__, ["conformance.validation"], _DRIVER, comparisons=False)

from fuzz.checks.conversion_checks import check_conversion  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "conversion",
    "Convert models between HAL versions.",
    check_conversion,
    structured=True,
    max_length=8192,
)


def TestOneInput(data: bytes) -> None:  # noqa: N802 - the name that the engines expect
    """Run one input; raise ``FuzzFindingError`` for a finding."""
    TARGET.run(data)


if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, TestOneInput, sys.argv)

"""Fuzz target ``conversion``: convert models between HAL versions."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(__name__, ["conformance.validation"], comparisons=False)

from fuzz.checks.conversion_checks import check_conversion  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "conversion",
    "Convert models between HAL versions.",
    check_conversion,
    structured=True,
    max_length=8192,
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

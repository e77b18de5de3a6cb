"""Fuzz target ``execution``: execute whole models with their requests."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(
    __name__,
    ["conformance.reference", "conformance.validation", "conformance.driver_sdk"],
    comparisons=False,
)

from fuzz.checks.execution_checks import check_execution  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "execution",
    "Execute whole models with their requests.",
    check_execution,
    structured=True,
    max_length=8192,
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

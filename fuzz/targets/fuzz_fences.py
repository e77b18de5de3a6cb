"""Fuzz target ``fences``: execute with fences, deadlines and limits."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(
    __name__,
    ["conformance.reference", "conformance.validation", "conformance.driver_sdk"],
    comparisons=False,
)

from fuzz.checks.fence_checks import check_fences  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "fences",
    "Execute with fences, deadlines and limits.",
    check_fences,
    structured=True,
    request=True,
    max_length=1024,
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

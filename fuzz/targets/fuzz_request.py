"""Fuzz target ``request``: execute requests with unusual arguments for a valid model."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(
    __name__,
    ["conformance.reference", "conformance.validation", "conformance.driver_sdk"],
    comparisons=False,
)

from fuzz.checks.request_checks import check_request  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "request",
    "Execute requests with unusual arguments for a valid model.",
    check_request,
    structured=True,
    request=True,
    max_length=8192,
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

"""Fuzz target ``native``: pass models and requests to a native library."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(__name__, ["conformance.drivers.native"], comparisons=False)

from fuzz.checks.native_checks import check_native, native_driver  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "native",
    "Pass models and requests to a native library.",
    check_native,
    structured=True,
    max_length=8192,
    driver=native_driver,
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

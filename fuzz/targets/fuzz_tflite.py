"""Fuzz target ``tflite``: import damaged ``.tflite`` files."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(
    __name__,
    [
        "conformance.engines.tflite.tflite_file",
        "conformance.engines.tflite.tflite_import",
    ],
)

from fuzz.checks.tflite_checks import check_tflite  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "tflite",
    "Import damaged .tflite files.",
    check_tflite,
    max_length=16384,
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

"""Fuzz target ``tflite``: import damaged ``.tflite`` files."""

from __future__ import annotations

import os
import sys

from fuzz.core import instrumentation

_DRIVER = os.environ.get("NN_CONFORMANCE_FUZZ_DRIVER", "")
instrumentation.load(
    __name__,
    ["conformance.mlts.tflite_file", "conformance.mlts.tflite_import"],
    _DRIVER,
)

from fuzz.checks.tflite_checks import check_tflite  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "tflite",
    "Import damaged .tflite files.",
    check_tflite,
    max_length=16384,
)


def TestOneInput(data: bytes) -> None:  # noqa: N802 - the name that the engines expect
    """Run one input; raise ``FuzzFindingError`` for a finding."""
    TARGET.run(data)


if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, TestOneInput, sys.argv)

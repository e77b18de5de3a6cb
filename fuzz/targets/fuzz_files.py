"""Fuzz target ``files``: read damaged case files, event streams, policies and waivers."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(
    __name__,
    [
        "conformance.cases.casefile",
        "conformance.results.event_stream",
        "conformance.gate.policy",
    ],
)

from fuzz.checks.file_checks import check_file  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "files",
    "Read damaged case files, event streams, policies and waivers.",
    check_file,
    max_length=8192,
)

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

"""Fuzz target ``fences``: execute with fences, deadlines and limits."""

from __future__ import annotations

import os
import sys

from fuzz.core import instrumentation

_DRIVER = os.environ.get("NN_CONFORMANCE_FUZZ_DRIVER", "")
instrumentation.load(
    __name__,
    ["conformance.reference", "conformance.validation", "conformance.support"],
    _DRIVER,
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


def TestOneInput(data: bytes) -> None:  # noqa: N802 - the name that the engines expect
    """Run one input; raise ``FuzzFindingError`` for a finding."""
    TARGET.run(data)


if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, TestOneInput, sys.argv)

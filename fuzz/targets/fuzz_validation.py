"""Fuzz target ``validation``: validate models and requests with fields of any type."""

from __future__ import annotations

import os
import sys

from fuzz.core import instrumentation

_DRIVER = os.environ.get("NN_CONFORMANCE_FUZZ_DRIVER", "")
instrumentation.load(__name__, ["conformance.validation"], _DRIVER, comparisons=False)

from fuzz.checks.validation_checks import check_validation  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402
from fuzz.inputs.field_changes import mutate_changes  # noqa: E402

TARGET = Target(
    "validation",
    "Validate models and requests with fields of any type.",
    check_validation,
    mutator=mutate_changes,
    max_length=8192,
)


def TestOneInput(data: bytes) -> None:  # noqa: N802 - the name that the engines expect
    """Run one input; raise ``FuzzFindingError`` for a finding."""
    TARGET.run(data)


if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, TestOneInput, sys.argv)

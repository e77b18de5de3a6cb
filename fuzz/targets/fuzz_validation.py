"""Fuzz target ``validation``: validate models and requests with fields of any type."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(__name__, ["conformance.validation"], comparisons=False)

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

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

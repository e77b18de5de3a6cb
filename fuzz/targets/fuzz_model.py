"""Fuzz target ``model``: pass models to get_supported_operations and prepare_model."""

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

from fuzz.checks.model_checks import check_model  # noqa: E402 - after the instrumentation
from fuzz.core.target import Target  # noqa: E402

TARGET = Target(
    "model",
    "Pass models to get_supported_operations and prepare_model.",
    check_model,
    structured=True,
    rare_rules=True,
    max_length=8192,
)


def TestOneInput(data: bytes) -> None:  # noqa: N802 - the name that the engines expect
    """Run one input; raise ``FuzzFindingError`` for a finding."""
    TARGET.run(data)


if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, TestOneInput, sys.argv)

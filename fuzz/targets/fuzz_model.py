"""Fuzz target ``model``: pass models to get_supported_operations and prepare_model."""

from __future__ import annotations

import sys

from fuzz.core import instrumentation

instrumentation.load(
    __name__,
    ["conformance.reference", "conformance.validation", "conformance.driver_sdk"],
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

if __name__ == "__main__":
    from fuzz.engines.engine import main

    main(TARGET, sys.argv)

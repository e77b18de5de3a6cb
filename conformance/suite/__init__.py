"""Checks of driver behaviour that the examples of spec files cannot express.

Each area of the contract has one module, named after its subject. A check is a function with the
``check`` decorator. The pytest plugin collects the checks as test items.
"""

from conformance.suite.check import (
    AREAS_FOLDER,
    Check,
    area_module,
    check,
    checks_by_area,
    checks_of,
    is_area_module,
)

__all__ = [
    "AREAS_FOLDER",
    "Check",
    "area_module",
    "check",
    "checks_by_area",
    "checks_of",
    "is_area_module",
]

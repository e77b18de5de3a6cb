"""Checks of driver behaviour that the examples of spec files cannot express.

``areas`` has one module for each area of the contract. A check is a function with the ``check``
decorator; it receives a ``CheckContext`` with the driver. ``Checks`` is the source of their cases.
The other modules have the models, requests and clients that several areas need, and ``mutants`` the
invalid models, requests and packets.
"""

from conformance.checks.registration import (
    AREAS_FOLDER,
    Check,
    Checks,
    check,
    checks_by_area,
    checks_of,
)

__all__ = ["AREAS_FOLDER", "Check", "Checks", "check", "checks_by_area", "checks_of"]

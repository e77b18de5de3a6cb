"""Checks of driver behaviour that the examples of spec files cannot express.

Each area of the contract has one module, named after its subject. A check is a function with the
``check`` decorator. The pytest plugin collects the checks as test items.
"""

from conformance.suite.check import AREAS, Check, areas, check, checks_of, is_area

__all__ = ["AREAS", "Check", "areas", "check", "checks_of", "is_area"]

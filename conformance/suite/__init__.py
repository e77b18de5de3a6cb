"""The scenarios that a driver is judged by, beside the examples of spec files.

One module per area, named after what it checks; a check is a function with the ``check`` decorator.
"""

from conformance.suite.check import AREAS, Check, areas, check, checks_of, is_area

__all__ = ["AREAS", "Check", "areas", "check", "checks_of", "is_area"]

"""The list of faulty drivers with compilation caching."""

from __future__ import annotations

from functools import partial

from tests.sample_drivers.calls.driver_fault import DriverFault, fault

CACHING_FAULTS: list[DriverFault] = []

cache_fault = partial(fault, faults=CACHING_FAULTS)
"""Decorator with the arguments of ``fault`` that adds a driver to ``CACHING_FAULTS``."""

"""Open drivers by the name given after ``--driver``, and query their identity."""

from conformance.drivers.identity import Identity, identify
from conformance.drivers.registry import DriverLoadError, available_drivers, open_driver

__all__ = ["DriverLoadError", "Identity", "available_drivers", "identify", "open_driver"]

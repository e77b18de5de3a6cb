"""Ways to reach a candidate driver."""

from conformance.drivers.identity import Identity, identify
from conformance.drivers.registry import DriverLoadError, available_drivers, open_driver

__all__ = ["DriverLoadError", "Identity", "available_drivers", "identify", "open_driver"]

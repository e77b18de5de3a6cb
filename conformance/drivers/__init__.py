"""Open drivers by the name given after ``--driver``, and query their identity."""

from conformance.drivers.identity import DriverIdentity, identify_driver
from conformance.drivers.registry import (
    DriverLoadError,
    available_drivers,
    open_driver,
    updated_build,
)

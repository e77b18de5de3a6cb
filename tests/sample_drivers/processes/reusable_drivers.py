"""Drivers that declare AIDL_V4, for reusable executions in a separate process."""

from __future__ import annotations

from conformance.hal import Version
from conformance.reference import ReferenceDevice
from tests.sample_drivers.adder_driver import Adder


class Newest(ReferenceDevice):
    """The reference driver, which declares AIDL_V4."""

    def __init__(self) -> None:
        super().__init__(Version.AIDL_V4)


class Lacking(Adder):
    """A driver whose prepared models do not implement ``create_reusable_execution``."""

    version = Version.AIDL_V4

"""The reference driver: the oracle, and the default candidate of the bundled suite."""

from conformance.hal import Version
from conformance.reference.device import ReferenceDevice

__all__ = ["ReferenceDevice", "create_device"]


def create_device(version: Version = Version.AIDL_V3) -> ReferenceDevice:
    """A new reference driver that declares ``version``."""
    return ReferenceDevice(version)

"""The reference driver: the oracle, and the default candidate of the bundled suite."""

from conformance.hal import Version
from conformance.reference.device import ReferenceDevice
from conformance.support.vlog import init_vlog_mask

__all__ = ["ReferenceDevice", "create_device"]


def create_device(version: Version = Version.AIDL_V3) -> ReferenceDevice:
    """A new reference driver that declares ``version``; its log is what ``NN_VLOG`` asks for."""
    init_vlog_mask()
    return ReferenceDevice(version)

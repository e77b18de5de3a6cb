"""The reference driver: it computes expected results and is the suite's default driver."""

from conformance.driver_sdk.vlog import init_vlog_mask
from conformance.hal import Version
from conformance.reference.device import ReferenceDevice

__all__ = ["ReferenceDevice", "create_device", "create_updated_device"]


def create_device(version: Version = Version.AIDL_V3) -> ReferenceDevice:
    """Return a new reference driver that declares ``version``.

    The environment variable ``NN_VLOG`` selects what the driver logs.
    """
    init_vlog_mask()
    return ReferenceDevice(version)


def create_updated_device() -> ReferenceDevice:
    """Return the reference driver as a newer build, which accepts no cache files of the usual one.

    It differs only in the version text.
    """
    device = create_device()
    device.version_string = f"{device.version_string}-update"
    return device

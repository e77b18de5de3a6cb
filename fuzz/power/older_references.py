"""The reference driver of older HAL versions, in the form that ``--driver`` accepts."""

from __future__ import annotations

from typing import Final

from conformance.hal import Version
from conformance.reference import ReferenceDevice


def v1_0() -> ReferenceDevice:
    """Return the reference driver of HAL 1.0."""
    return ReferenceDevice(Version.V1_0)


def v1_1() -> ReferenceDevice:
    """Return the reference driver of HAL 1.1."""
    return ReferenceDevice(Version.V1_1)


def v1_2() -> ReferenceDevice:
    """Return the reference driver of HAL 1.2."""
    return ReferenceDevice(Version.V1_2)


def v1_3() -> ReferenceDevice:
    """Return the reference driver of HAL 1.3."""
    return ReferenceDevice(Version.V1_3)


DRIVERS: Final = {
    Version.V1_0: f"{__name__}:v1_0",
    Version.V1_1: f"{__name__}:v1_1",
    Version.V1_2: f"{__name__}:v1_2",
    Version.V1_3: f"{__name__}:v1_3",
    Version.AIDL_V3: "reference",
}
"""The name of the driver for each version that a measurement uses."""

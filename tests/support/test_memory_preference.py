"""Preferred alignment and padding: the values of the NNAPI client, and the rounding."""

import pytest

from conformance.driver_sdk.binding import memory_preference
from conformance.hal import Version


@pytest.mark.parametrize("version", list(Version))
def test_hidl_drivers_get_no_padding_and_all_drivers_64_aligned_bytes(version):
    alignment, padding = memory_preference(version)
    assert alignment == 64
    assert padding == (64 if version >= Version.AIDL_V1 else 1)


def test_offsets_and_lengths_are_rounded_up():
    preference = memory_preference(Version.AIDL_V1)
    assert [preference.offset(at) for at in (0, 1, 63, 64, 65)] == [0, 64, 64, 64, 128]
    assert [preference.length(size) for size in (0, 4, 128, 130)] == [0, 64, 128, 192]
    old = memory_preference(Version.V1_3)
    assert [old.length(size) for size in (0, 3, 130)] == [0, 3, 130]

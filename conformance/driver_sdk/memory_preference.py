"""The alignment and the padding of an argument's memory that a client prefers for a driver.

The client passes offsets that are multiples of the alignment, and reserves for each argument a
length that is a multiple of the padding. NNAPI's values are an alignment of 64 bytes for all
drivers, and a padding of 64 bytes for AIDL drivers; a HIDL location has no field for the padding.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from conformance.hal import Version

PREFERRED_ALIGNMENT: Final = 64
PREFERRED_PADDING: Final = 64
MINIMUM_PADDING: Final = 1


class MemoryPreference(NamedTuple):
    """Preferred alignment and padding in bytes; both are powers of two."""

    alignment: int
    padding: int

    def offset(self, at: int) -> int:
        """Return the lowest aligned offset that is at least ``at``."""
        return round_up(at, self.alignment)

    def length(self, size: int) -> int:
        """Return the padded length of an argument of ``size`` bytes."""
        return round_up(size, self.padding)


def memory_preference(version: Version) -> MemoryPreference:
    """Return the alignment and padding that clients prefer for a driver of ``version``."""
    padding = PREFERRED_PADDING if version >= Version.AIDL_V1 else MINIMUM_PADDING
    return MemoryPreference(PREFERRED_ALIGNMENT, padding)


def round_up(value: int, multiple: int) -> int:
    """Return the lowest multiple of ``multiple``, a power of two, that is at least ``value``.

    Raise ``ValueError`` for a negative value and for a number that is not a power of two.
    """
    if value < 0:
        raise ValueError(f"{value} is negative: expected an offset or a length in bytes")
    if multiple < 1 or multiple & (multiple - 1):
        raise ValueError(f"{multiple} is not a power of two")
    return -(-value // multiple) * multiple

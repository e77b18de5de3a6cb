"""Version numbers of namespaces, which show without a comparison that nothing was assigned.

CPython 3.11 and 3.12 change the version number of a dictionary (PEP 509) at each change of its
content. Reading the numbers of all watched namespaces takes a few microseconds; a comparison of
their thousands of values takes a quarter of a millisecond, because it reads objects that are in no
cache of the processor.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from ctypes import c_uint64, c_void_p
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

_VALUE: Final = attrgetter("value")
_POINTER: Final = 8
_VERSION_OFFSET: Final = 3 * _POINTER
"""Offset of the version number in a dictionary: after reference count, type and length."""
_MAPPING_OFFSET: Final = 2 * _POINTER
"""Offset of the pointer to the dictionary in a mapping proxy: after reference count and type."""


class NamespaceVersions:
    """The version numbers of namespaces, which it keeps alive."""

    def __init__(self) -> None:
        self._numbers: list[c_uint64] = []
        self._namespaces: list[Mapping[str, Any]] = []

    def add(self, namespace: Mapping[str, Any]) -> None:
        """Add ``vars()`` of a module or class, or another dictionary with names as keys."""
        self._namespaces.append(namespace)
        if _IS_SUPPORTED:
            self._numbers.append(_version_of(namespace))

    def read(self) -> tuple[int, ...]:
        """Return the current numbers in the order of ``add``; none if Python has no numbers."""
        return tuple(map(_VALUE, self._numbers))


def _version_of(namespace: Mapping[str, Any]) -> c_uint64:
    """Return the version number of a namespace, which stays up to date."""
    address = id(namespace)
    if isinstance(namespace, MappingProxyType):
        address = c_void_p.from_address(address + _MAPPING_OFFSET).value or 0
    return c_uint64.from_address(address + _VERSION_OFFSET)


def _is_supported() -> bool:
    """Return whether this Python has version numbers where they are expected."""
    version = sys.version_info[:2]
    if sys.implementation.name != "cpython" or version not in ((3, 11), (3, 12)):
        return False
    if sys.maxsize <= 1 << 32 or hasattr(sys, "gettotalrefcount"):  # another layout of objects
        return False

    class Sample:
        value = 0

    content = {"value": 0}
    for namespace, assign in (
        (content, content.__setitem__),
        (vars(Sample), lambda name, value: setattr(Sample, name, value)),
    ):
        number = _version_of(namespace)
        before = number.value
        if number.value != before:
            return False
        assign("value", 1)
        if number.value == before:
            return False
    return True


_IS_SUPPORTED: Final = _is_supported()

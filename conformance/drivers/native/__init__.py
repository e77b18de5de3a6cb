"""Drivers behind the NNAPI C interface: a shared library as a candidate.

Needs cffi (extra ``[native]``).
"""

from conformance.drivers.native.device import NativeDevice, open_library
from conformance.drivers.native.library import LibraryError

__all__ = ["LibraryError", "NativeDevice", "open_library"]

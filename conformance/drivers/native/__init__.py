"""Adapter for drivers behind the NNAPI C interface: tests a shared library as a device.

It requires cffi (extra ``[native]``).
"""

from conformance.drivers.native.device import NativeDevice, open_library
from conformance.drivers.native.library import LibraryError

"""Drivers that map the client's memory themselves, without a check of its file.

Commands refer to them as ``memory_drivers.py:NAME``.
"""

from __future__ import annotations

import ctypes
import mmap
import os

from conformance.hal import MemoryKind, Version
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = [
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_int,
    ctypes.c_int,
    ctypes.c_int,
    ctypes.c_long,
]


def touch(pool, offset):
    """Read 16 bytes of a pool through a new mapping, whose file may be shorter."""
    address = _libc.mmap(
        None, pool.size, mmap.PROT_READ, mmap.MAP_SHARED, pool.fileno(), pool.offset
    )
    ctypes.string_at(address + offset, 16)


class KeepsMapping(ForwardingPreparedModel):
    """Keeps its mapping of a file and reads it again in later executions."""

    mappings: dict = {}  # noqa: RUF012

    def execute_synchronously(self, request, *more):
        for argument in request.inputs:
            pool = request.pools[argument.location.pool_index]
            if pool.kind is MemoryKind.MMAP_FD:
                inode = os.fstat(pool.fileno()).st_ino
                if inode not in self.mappings and os.fstat(pool.fileno()).st_size >= pool.size:
                    self.mappings[inode] = mmap.mmap(pool.fileno(), pool.size)
                if inode in self.mappings:
                    start = argument.location.offset
                    bytes(self.mappings[inode][start : start + argument.location.length])
        return super().execute_synchronously(request, *more)


class DiesOfTruncation(ForwardingDevice):
    """Dies if the file of an input was truncated since the previous execution."""

    prepared = KeepsMapping

    def __init__(self):
        super().__init__(Version.V1_3)


class DiesOfTruncatedConstants(ForwardingDevice):
    """Dies if the file of a pool with constants is shorter than the pool."""

    def __init__(self):
        super().__init__(Version.V1_3)

    def prepare_model(self, model, *more):
        for pool in model.pools:
            touch(pool, pool.size - 16)
        return super().prepare_model(model, *more)

"""Waiting on a 32-bit word in shared memory (``futex``), and memory barriers.

The fast message queue's event flag is a futex in the contract and here. The kernel compares the
word before it lets a thread sleep, so that no wake-up is lost. Nothing that the other side writes
to the word can block the waking side, and no additional descriptor is passed between processes. An
eventfd is equally fast between threads and between processes, but another holder of the descriptor
can reset it or make a write to it block.
"""

from __future__ import annotations

import ctypes
import platform
import sys
import threading
import time
from typing import Final

_NUMBERS: Final = {"x86_64": 202, "aarch64": 98, "riscv64": 98, "ppc64le": 221, "s390x": 238}
_WAIT, _WAKE = ctypes.c_int(0), ctypes.c_int(1)
_ONE, _NOTHING, _NO_BITS = ctypes.c_int(1), ctypes.c_void_p(None), ctypes.c_int(0)
_ENOSYS: Final = 38
_SLEEP_SLICE: Final = 0.0005


class _Timespec(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


def _system_call_number() -> int | None:
    """Return the number of the system call, or ``None`` if it is not available."""
    number = _NUMBERS.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return None
    word = ctypes.c_uint(1)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall(
        ctypes.c_long(number), ctypes.byref(word), _WAIT, ctypes.c_uint(0), None, None, _NO_BITS
    )  # always fails; if the call exists, with EAGAIN
    return None if ctypes.get_errno() == _ENOSYS else number


_NUMBER: Final = _system_call_number()
_number = ctypes.c_long(_NUMBER or 0)
_syscall = ctypes.CDLL(None).syscall
_X86: Final = platform.machine() in ("x86_64", "AMD64")
_order = threading.Lock()


def full_memory_barrier() -> None:
    """Order all memory accesses before the call before all accesses after it."""
    with _order:  # on x86 a locked instruction, which is a full barrier
        pass
    if not _X86:  # acquire and release are one-way barriers; two pairs make a full one
        with _order:
            pass


def store_order_barrier() -> None:
    """Order memory accesses, except a store before a later load.

    This is sufficient to publish data and to read published data.
    """
    if not _X86:  # x86 reorders only a store and a later load
        full_memory_barrier()


class Futex:
    """A word in shared memory; ``address`` must stay mapped while this object is used."""

    __slots__ = ("_address", "_slice", "_timespec")

    def __init__(self, address: int) -> None:
        self._address = ctypes.c_void_p(address)
        self._slice = -1.0
        self._timespec = ctypes.byref(_Timespec())

    def wait(self, seen: int, seconds: float) -> None:
        """Sleep until woken, at most ``seconds``; return at once if the word differs from ``seen``.

        The call may return without a reason, so the caller must check its condition again.
        """
        if _NUMBER is None:
            time.sleep(min(seconds, _SLEEP_SLICE))
            return
        if seconds != self._slice:
            whole = int(seconds)
            self._timespec = ctypes.byref(_Timespec(whole, int((seconds - whole) * 1e9)))
            self._slice = seconds
        _syscall(
            _number,
            self._address,
            _WAIT,
            ctypes.c_uint(seen),
            self._timespec,
            _NOTHING,
            _NO_BITS,
        )

    def wake(self) -> None:
        """Wake one waiter; the caller must change the word first."""
        if _NUMBER is not None:
            _syscall(_number, self._address, _WAKE, _ONE, _NOTHING, _NOTHING, _NO_BITS)

"""Waiting on a 32-bit word in shared memory (``futex``), and ordering what is written there.

The fast message queue's event flag is a futex in the contract, and here: the kernel compares the
word before it lets a thread sleep, so that no wake-up can be lost; nothing that the other side does
to the word can block the one who wakes; and no descriptor of its own crosses the border. An eventfd
took the same time in both settings (threads, processes), but another holder can empty it or make
writing to it block.
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
_NAP: Final = 0.0005


class _Timespec(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


def _find_number() -> int | None:
    """The system call's number, ``None`` where there is none that answers."""
    number = _NUMBERS.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return None
    word = ctypes.c_uint(1)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall(
        ctypes.c_long(number), ctypes.byref(word), _WAIT, ctypes.c_uint(0), None, None, _NO_BITS
    )  # fails in any case: EAGAIN when the call is there
    return None if ctypes.get_errno() == _ENOSYS else number


_NUMBER: Final = _find_number()
_number = ctypes.c_long(_NUMBER or 0)
_syscall = ctypes.CDLL(None).syscall
_X86: Final = platform.machine() in ("x86_64", "AMD64")
_order = threading.Lock()


def fence() -> None:
    """Memory accesses before and after keep their order, as the other side sees them."""
    with _order:  # on x86 a locked instruction, which is a full barrier
        pass
    if not _X86:  # an acquire and a release let accesses through in one direction each
        with _order:
            pass


def in_order() -> None:
    """The same but for a store and a later load: enough to publish data and to take it."""
    if not _X86:  # which never swaps others
        fence()


class Futex:
    """One word; ``address`` must stay mapped as long as this object is used."""

    __slots__ = ("_address", "_slice", "_timespec")

    def __init__(self, address: int) -> None:
        self._address = ctypes.c_void_p(address)
        self._slice = -1.0
        self._timespec = ctypes.byref(_Timespec())

    def wait(self, seen: int, seconds: float) -> None:
        """Sleep unless the word differs from ``seen``, until woken, at most ``seconds``.

        May return for no reason; look at what you wait for again.
        """
        if _NUMBER is None:
            time.sleep(min(seconds, _NAP))
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
        """Wake one waiter; change the word before."""
        if _NUMBER is not None:
            _syscall(_number, self._address, _WAKE, _ONE, _NOTHING, _NOTHING, _NO_BITS)

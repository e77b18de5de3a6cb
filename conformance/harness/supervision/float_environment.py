"""The rounding mode, denormal numbers and traps of floating-point arithmetic on this thread."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from typing import Any, Final

_ONE: Final = 1.0
_TINY: Final = 1e-30
_HALF: Final = 0.5
_LEAST_NORMAL: Final = sys.float_info.min
_DEFAULT: Final = ctypes.c_void_p(-1)
"""``FE_DFL_ENV`` of the C library."""
_ALL_TRAPS: Final = 0x3F


def _c_mathematics() -> Any:
    """Return the GNU C library's functions on numbers, or ``None`` for another library."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libm.so.6")
        if library.fegetexcept and library.fedisableexcept and library.fesetenv:
            return library
    return None


_MATHEMATICS: Final = _c_mathematics()


def is_default() -> bool:
    """Return whether results are rounded to nearest and denormal numbers are kept."""
    return _ONE + _TINY == _ONE == _ONE - _TINY and _LEAST_NORMAL * _HALF > 0.0


def restore_default() -> str:
    """Restore rounding to nearest and denormal numbers; return the name of what was changed.

    Code that is compiled with ``-ffast-math`` lets the processor replace denormal numbers by zero
    as soon as it is loaded.
    """
    to_nearest = _ONE + _TINY == _ONE == _ONE - _TINY
    if _MATHEMATICS is not None:
        _MATHEMATICS.fesetenv(_DEFAULT)
    return "the treatment of denormal numbers" if to_nearest else "the rounding mode"


def read_traps() -> int:
    """Return the floating-point exceptions that end the process, as bits of ``fenv.h``."""
    return _MATHEMATICS.fegetexcept() if _MATHEMATICS is not None else 0


def set_traps(mask: int) -> None:
    """Let only these floating-point exceptions end the process."""
    _MATHEMATICS.fedisableexcept(~mask & _ALL_TRAPS)

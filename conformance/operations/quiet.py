"""numpy's floating-point warnings switched off: infinities and NaN are legal results.

``numpy.errstate`` does the same but costs more than many a kernel does before its first element.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Context
from typing import Final, TypeVar, TypeVarTuple

import numpy as np

_Ts = TypeVarTuple("_Ts")
_R = TypeVar("_R")

_QUIET: Final = Context()
_QUIET.run(lambda: np.seterr(all="ignore"))


def quiet(function: Callable[[*_Ts], _R]) -> Callable[[*_Ts], _R]:
    """The function without warnings, in any thread; it sees no context variables but numpy's."""

    def run(*args: *_Ts) -> _R:
        # a context can be entered once only, and copying one costs next to nothing
        return _QUIET.copy().run(function, *args)

    run.__doc__ = function.__doc__
    return run

"""Run functions without numpy's floating-point warnings: infinities and NaN are legal results here.

``numpy.errstate`` does the same, but entering it takes longer than many kernels take on small
inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Context
from typing import Final, TypeVar, TypeVarTuple

import numpy as np

_Ts = TypeVarTuple("_Ts")
_R = TypeVar("_R")

_NO_WARNINGS: Final = Context()
_NO_WARNINGS.run(lambda: np.seterr(all="ignore"))


def without_fp_warnings(function: Callable[[*_Ts], _R]) -> Callable[[*_Ts], _R]:
    """Return the function without warnings, callable from any thread.

    The function runs in a separate context, so it sees no context variables of its caller except
    numpy's.
    """

    def run(*args: *_Ts) -> _R:
        # A context cannot be entered twice at the same time, and copying one is cheap.
        return _NO_WARNINGS.copy().run(function, *args)

    run.__doc__ = function.__doc__
    return run

"""Run functions without numpy's floating-point warnings: infinities and NaN are legal results here.

``numpy.errstate`` does the same, but entering it takes longer than many kernels take on small
inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Context, ContextVar
from typing import Final, ParamSpec, TypeVar

import numpy as np

_P = ParamSpec("_P")
_R = TypeVar("_R")

_WITHOUT_WARNINGS: Final = ContextVar("without_warnings", default=False)
"""Whether the present context is a copy of ``_NO_WARNINGS``."""


def _disable_warnings() -> None:
    np.seterr(all="ignore")
    _WITHOUT_WARNINGS.set(True)


_NO_WARNINGS: Final = Context()
_NO_WARNINGS.run(_disable_warnings)


def without_fp_warnings(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return the function without warnings, callable from any thread.

    The function runs in a separate context, so it sees no context variables of its caller except
    numpy's. Functions that it calls and that are wrapped too run in the same context.
    """

    def run(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        if _WITHOUT_WARNINGS.get():
            return function(*args, **kwargs)
        # A context cannot be entered twice at the same time, and copying one is cheap.
        return _NO_WARNINGS.copy().run(function, *args, **kwargs)

    run.__doc__ = function.__doc__
    return run

"""The end of a worker process together with the process of its campaign."""

from __future__ import annotations

import ctypes
import os
import signal
from typing import Final

PARENT_VARIABLE: Final = "NN_CONFORMANCE_FUZZ_PARENT"
"""Environment variable with the process id of the campaign that started a worker."""

_PR_SET_PDEATHSIG: Final = 1


def end_with_parent() -> None:
    """Request that the kernel kills this process when the campaign that started it ends.

    Without a campaign this has no effect.
    """
    parent = os.environ.get(PARENT_VARIABLE)
    if parent is None:
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != int(parent):  # it ended before the request
        os._exit(1)

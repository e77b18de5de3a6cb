"""The end of a worker process together with the process of its campaign."""

from __future__ import annotations

import os
from typing import Final

from conformance.processes import die_with_parent

PARENT_VARIABLE: Final = "NN_CONFORMANCE_FUZZ_PARENT"
"""Environment variable with the process id of the campaign that started a worker."""


def end_with_parent() -> None:
    """Request that the kernel kills this process when the campaign that started it ends.

    Without a campaign this has no effect.
    """
    parent = os.environ.get(PARENT_VARIABLE)
    if parent is not None:
        die_with_parent(int(parent))

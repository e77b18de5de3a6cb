"""The limit on open files, without which a run cannot work."""

from __future__ import annotations

import resource
from typing import Final

FEWEST_FILES: Final = 256
"""Smallest limit on open files with which a run can work."""
_USUAL_FILES: Final = 1024


def open_files_problem() -> str:
    """Return why the limit on open files does not permit a run; an empty text if it does.

    A soft limit that is too low is raised, if the hard limit permits it.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if not 0 <= soft < FEWEST_FILES:
        return ""
    wanted = _USUAL_FILES if hard < 0 else min(hard, _USUAL_FILES)
    if wanted >= FEWEST_FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return ""
    return (
        f"the limit on open files (RLIMIT_NOFILE) of this process is {hard}, and a run needs at "
        f"least {FEWEST_FILES}: raise it in the program that starts the run, for example with "
        "'ulimit -n 1024'"
    )

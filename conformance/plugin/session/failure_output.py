"""The output of pytest on failing cases, which is shortened if many cases fail."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import pytest

MAX_LINES: Final = 60
"""Number of lines after the progress display of a run with many failures, without ``-v``."""
_OWN_LINES: Final = 4
"""Headings and the last line."""
_FEW: Final = 10
"""pytest prints the details of at most this number of failing cases without ``-v``."""
_DEFAULT_CHARS: Final = "wfE"
"""pytest's choice of the reports that its short summary lists."""


class FailureOutputPlugin:
    """Omits pytest's own lines on failing cases if they are too many; ``-v`` prints all of them.

    ``omitted`` states whether the details of failing cases are omitted.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.omitted = False

    @property
    def budget(self) -> int | None:
        """The lines that are left for the conformance section; ``None`` if they are unlimited."""
        if self._config.get_verbosity() > 0:
            return None
        return MAX_LINES - _OWN_LINES

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> Generator[None, None, None]:
        """Remove pytest's sections on failures if more than ``_FEW`` cases fail.

        An explicit ``--tb`` or ``-r`` is obeyed.
        """
        option, stats = self._config.option, terminalreporter.stats
        reports = [report for kind in ("failed", "error") for report in stats.get(kind, ())]
        style, chars, errors = option.tbstyle, terminalreporter.reportchars, None
        if len(reports) > _FEW and self._config.get_verbosity() <= 0:
            if set(chars) <= set(_DEFAULT_CHARS):
                terminalreporter.reportchars = "w"
            if style == "auto":
                option.tbstyle, self.omitted = "no", True
                errors = stats.pop("error", None)  # pytest prints these in any style
        try:
            return (yield)
        finally:
            option.tbstyle, terminalreporter.reportchars = style, chars
            if errors:
                stats["error"] = errors

"""The progress line of a campaign on a terminal."""

from __future__ import annotations

import shutil
from typing import Final, TextIO

from generators.campaign import Progress, Settings

_WIDTH: Final = 10
_GROUPS: Final = 3


def line(progress: Progress, settings: Settings, judged: int, columns: int) -> str:
    """Return the progress line, cut to ``columns`` characters.

    ``judged`` is the number of graphs executed since this process started; a resumed campaign has
    more in total.
    """
    tally = progress.tally
    share = 0.0
    if settings.budget:
        share = progress.seconds / settings.budget
    if settings.graphs:
        share = max(share, tally.graphs / settings.graphs)
    share = min(share, 1.0)
    done = int(share * _WIDTH)
    parts = [
        f"[{'#' * done}{'.' * (_WIDTH - done)}] {share:4.0%}",
        f"{tally.graphs} graphs",
        f"{judged / max(progress.seconds, 1e-3):.0f}/s",
        f"{tally.failures} failures in {len(tally.groups)} groups",
    ]
    covered = {"cells": len(tally.coverage.cells), "pairs": len(tally.coverage.pairs)}
    parts += [f"{count}/{progress.of[what]} {what}" for what, count in covered.items()]
    most = sorted(tally.groups.items(), key=lambda group: -group[1].count)[:_GROUPS]
    parts += [f"{group.count} x {manner}" for manner, group in most]
    return ", ".join(parts)[:columns]


class Bar:
    """A progress line that is rewritten in place; shown only if the stream is a terminal."""

    def __init__(self, stream: TextIO, settings: Settings) -> None:
        self._stream, self._settings = stream, settings
        self._live = stream.isatty()
        self._first: int | None = None

    def show(self, progress: Progress) -> None:
        """Write the current progress over the previous line."""
        if not self._live:
            return
        if self._first is None:
            self._first = progress.tally.graphs
        judged = progress.tally.graphs - self._first
        columns = shutil.get_terminal_size().columns - 1
        self._stream.write(f"\r{line(progress, self._settings, judged, columns)}\x1b[K")
        self._stream.flush()

    def end(self) -> None:
        """Move to the next line so that later output does not overwrite the progress."""
        if self._live:
            self._stream.write("\n")

"""The progress line of a campaign on a terminal."""

from __future__ import annotations

import shutil
from typing import Final, TextIO

from generators.campaigns.campaign import CampaignProgress, CampaignSettings

_BAR_WIDTH: Final = 10
_MAX_GROUPS: Final = 3


def format_progress(
    progress: CampaignProgress, settings: CampaignSettings, judged: int, columns: int
) -> str:
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
    done = int(share * _BAR_WIDTH)
    parts = [
        f"[{'#' * done}{'.' * (_BAR_WIDTH - done)}] {share:4.0%}",
        f"{tally.graphs} graphs",
        f"{judged / max(progress.seconds, 1e-3):.0f}/s",
        f"{tally.failures} failures in {len(tally.groups)} groups",
    ]
    covered = {"cells": len(tally.coverage.cells), "pairs": len(tally.coverage.pairs)}
    parts += [f"{count}/{progress.totals[what]} {what}" for what, count in covered.items()]
    most = sorted(tally.groups.items(), key=lambda group: -group[1].count)[:_MAX_GROUPS]
    parts += [f"{group.count} x {signature}" for signature, group in most]
    return ", ".join(parts)[:columns]


class ProgressLine:
    """A progress line that is rewritten in place; shown only if the stream is a terminal."""

    def __init__(self, stream: TextIO, settings: CampaignSettings) -> None:
        self._stream, self._settings = stream, settings
        self._is_terminal = stream.isatty()
        self._graphs_at_start: int | None = None

    def show(self, progress: CampaignProgress) -> None:
        """Write the current progress over the previous line."""
        if not self._is_terminal:
            return
        if self._graphs_at_start is None:
            self._graphs_at_start = progress.tally.graphs
        judged = progress.tally.graphs - self._graphs_at_start
        columns = shutil.get_terminal_size().columns - 1
        self._stream.write(f"\r{format_progress(progress, self._settings, judged, columns)}\x1b[K")
        self._stream.flush()

    def end(self) -> None:
        """Move to the next line so that later output does not overwrite the progress."""
        if self._is_terminal:
            self._stream.write("\n")

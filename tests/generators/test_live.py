"""The progress line of a campaign, which is shown on terminals only."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from conformance.cli.live import Bar, line
from generators.campaign import Campaign, Progress, Settings
from generators.tally import Group, Tally
from generators.worker import Task

_OF = {"cells": 395, "pairs": 8324, "operations": 106}
_TASK = Task("reference", "tiny")


def _progress(seconds: float = 10.0, graphs: int = 3000) -> Progress:
    tally = Tally(graphs, failures=9)
    tally.coverage.cells.update({"ADD/TENSOR_FLOAT32": 3, "RELU/TENSOR_FLOAT32": 1})
    tally.coverage.pairs["ADD>RELU"] = 1
    for manner, count in (("failed values A", 1), ("failed values B", 5), ("hang C", 2), ("D", 1)):
        tally.groups[manner] = Group(count)
    return Progress(tally, seconds, _OF)


def test_the_line_has_all_figures() -> None:
    text = line(_progress(), Settings(_TASK, budget=40.0), 2000, 400)
    assert text == (
        "[##........]  25%, 3000 graphs, 200/s, 9 failures in 4 groups, 2/395 cells, "
        "1/8324 pairs, 5 x failed values B, 2 x hang C, 1 x failed values A"
    )


@pytest.mark.parametrize(
    ("settings", "share"),
    [
        (Settings(_TASK, graphs=6000), " 50%"),
        (Settings(_TASK, graphs=6000, budget=11.0), " 91%"),
        (Settings(_TASK, graphs=2990), "100%"),
        (Settings(_TASK, budget=5.0), "100%"),
        (Settings(_TASK), "  0%"),
    ],
)
def test_the_bar_shows_the_limit_that_is_reached_first(settings: Settings, share: str) -> None:
    assert f"] {share}, 3000 graphs" in line(_progress(), settings, 1, 400)


def test_the_line_fits_the_terminal() -> None:
    assert len(line(_progress(), Settings(_TASK), 1, 60)) == 60


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_campaign_shows_the_line_on_a_terminal_only(tmp_path: Path) -> None:
    settings = Settings(_TASK, graphs=100)
    for stream in (_Terminal(), io.StringIO()):
        bar = Bar(stream, settings)
        Campaign(settings, tmp_path / type(stream).__name__).run(bar.show)
        bar.end()
        lines = stream.getvalue().replace("\x1b[K", "").splitlines()
        if stream.isatty():
            assert any("] 100%, 100 graphs, " in text for text in lines)
            assert any("/383 cells, " in text for text in lines)
        else:
            assert not lines

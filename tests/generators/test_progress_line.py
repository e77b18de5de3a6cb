"""The progress line of a campaign, which is shown on terminals only."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from generators.campaigns.campaign import Campaign, CampaignProgress, CampaignSettings
from generators.campaigns.campaign_tally import CampaignTally, SignatureGroup
from generators.campaigns.progress_line import ProgressLine, format_progress
from generators.campaigns.worker_process import JudgeTask

_OF = {"cells": 395, "pairs": 8324, "operations": 106}
_TASK = JudgeTask("reference", "tiny")


def _progress(seconds: float = 10.0, graphs: int = 3000) -> CampaignProgress:
    tally = CampaignTally(graphs, failures=9)
    tally.coverage.cells.update({"ADD/TENSOR_FLOAT32": 3, "RELU/TENSOR_FLOAT32": 1})
    tally.coverage.pairs["ADD>RELU"] = 1
    for signature, count in (
        ("failed values A", 1),
        ("failed values B", 5),
        ("hang C", 2),
        ("D", 1),
    ):
        tally.groups[signature] = SignatureGroup(count)
    return CampaignProgress(tally, seconds, _OF)


def test_the_line_has_all_figures() -> None:
    text = format_progress(_progress(), CampaignSettings(_TASK, budget=40.0), 2000, 400)
    assert text == (
        "[##........]  25%, 3000 graphs, 200/s, 9 failures in 4 groups, 2/395 cells, "
        "1/8324 pairs, 5 x failed values B, 2 x hang C, 1 x failed values A"
    )


@pytest.mark.parametrize(
    ("settings", "share"),
    [
        (CampaignSettings(_TASK, graphs=6000), " 50%"),
        (CampaignSettings(_TASK, graphs=6000, budget=11.0), " 91%"),
        (CampaignSettings(_TASK, graphs=2990), "100%"),
        (CampaignSettings(_TASK, budget=5.0), "100%"),
        (CampaignSettings(_TASK), "  0%"),
    ],
)
def test_the_bar_shows_the_limit_that_is_reached_first(
    settings: CampaignSettings, share: str
) -> None:
    assert f"] {share}, 3000 graphs" in format_progress(_progress(), settings, 1, 400)


def test_the_line_fits_the_terminal() -> None:
    assert len(format_progress(_progress(), CampaignSettings(_TASK), 1, 60)) == 60


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_campaign_shows_the_line_on_a_terminal_only(tmp_path: Path) -> None:
    settings = CampaignSettings(_TASK, graphs=100)
    for stream in (_Terminal(), io.StringIO()):
        bar = ProgressLine(stream, settings)
        Campaign(settings, tmp_path / type(stream).__name__).run(bar.show)
        bar.end()
        lines = stream.getvalue().replace("\x1b[K", "").splitlines()
        if stream.isatty():
            assert any("] 100%, 100 graphs, " in text for text in lines)
            assert any("/383 cells, " in text for text in lines)
        else:
            assert not lines

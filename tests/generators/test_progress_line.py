"""The progress line of a campaign, which is shown on terminals only."""

from __future__ import annotations

import io
from pathlib import Path

from generators.campaigns.campaign import Campaign, CampaignSettings
from generators.campaigns.chunks import JudgeTask
from generators.campaigns.command import ProgressLine

_TASK = JudgeTask("reference", "tiny")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_campaign_shows_the_line_on_a_terminal_only(tmp_path: Path) -> None:
    settings = CampaignSettings(_TASK, graphs=50)
    for stream in (_Terminal(), io.StringIO()):  # the second campaign has nothing left to run
        bar = ProgressLine(stream, settings)
        Campaign(settings, tmp_path / "c").run(bar.show)
        bar.end()
        lines = stream.getvalue().replace("\x1b[K", "").splitlines()
        if stream.isatty():
            assert any("] 100%, 50 graphs, " in text for text in lines)
            assert any("/383 cells, " in text for text in lines)
        else:
            assert not lines

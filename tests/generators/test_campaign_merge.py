"""Merged campaigns with different seeds count each graph once and run nothing again."""

from __future__ import annotations

import functools
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from generators.campaigns.campaign import Campaign, CampaignSettings
from generators.campaigns.campaign_store import FILE, StoreError
from generators.campaigns.chunks import JudgeTask
from tests.sample_drivers.graphs.wrong_tanh_driver import WRONG_TANH_DRIVER

DRIVERS = (
    WRONG_TANH_DRIVER
    + """

class Newer(Off):
    version_string = "2"
"""
)


CreateCampaign = Callable[[Path, int], dict[str, Any]]


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("drivers") / "drivers.py"
    path.write_text(DRIVERS)
    return f"{path}:Off"


@pytest.fixture(scope="module")
def campaign(driver: str, tmp_path_factory: pytest.TempPathFactory) -> CreateCampaign:
    """Return a function that creates the folder of a finished campaign and returns its report."""
    parent = tmp_path_factory.mktemp("campaigns")

    @functools.cache
    def finished(seed: int) -> tuple[Path, dict[str, Any]]:
        folder = parent / str(seed)
        settings = CampaignSettings(JudgeTask(driver, "tiny"), seed, 100)
        return folder, Campaign(settings, folder).run()

    def create(folder: Path, seed: int) -> dict[str, Any]:
        original, report = finished(seed)
        shutil.copytree(original, folder)
        return report

    return create


def _merged(driver: str, folder: Path, *parts: Path) -> Campaign:
    return Campaign(CampaignSettings(JudgeTask(driver, "tiny")), folder, parts)


def test_two_campaigns_become_one_report(
    tmp_path: Path, driver: str, campaign: CreateCampaign
) -> None:
    parts = tmp_path / "a", tmp_path / "b"
    reports = [campaign(part, seed) for part, seed in zip(parts, (0, 5000), strict=True)]
    merged = _merged(driver, tmp_path / "m", *parts)
    report = merged.report(0.0)
    assert merged.duplicate_chunks == 0
    assert report["seed"] == [0, 5000]
    for what in ("graphs", "passed", "failures", "declined", "interval_checks"):
        assert report[what] == sum(part[what] for part in reports)
    assert report["failures"] > 0
    for what in ("elements", "loose"):
        assert report["audit"][what] == sum(part["audit"][what] for part in reports)
    counts = sum((Counter(part["counts"]) for part in reports), Counter())
    assert report["counts"] == counts
    for what in ("cells", "pairs"):
        several = [part["coverage"][what]["covered"] for part in reports]
        assert max(several) <= report["coverage"][what]["covered"] <= sum(several)
    by_signature = {group["signature"]: group["count"] for group in report["groups"]}
    grouped = [Counter({g["signature"]: g["count"] for g in part["groups"]}) for part in reports]
    assert by_signature == sum(grouped, Counter())
    assert all(Path(group["dump"]).is_relative_to(tmp_path / "m") for group in report["groups"])


def test_graphs_in_several_campaigns_count_once(
    tmp_path: Path, driver: str, campaign: CreateCampaign
) -> None:
    parts = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    for part, seed in zip(parts, (0, 50, 80), strict=True):  # 0 to 99, 50 to 149, 80 to 179
        campaign(part, seed)
    merged = _merged(driver, tmp_path / "m", *parts, parts[0])
    # New in the second: 100 to 149. Each chunk of the third, and the first again, overlap.
    assert merged.duplicate_chunks == 1 + 2 + 2
    assert merged.report(0.0)["graphs"] == 100 + 50


def test_campaigns_that_cannot_be_merged_are_reported(
    tmp_path: Path, driver: str, campaign: CreateCampaign
) -> None:
    part = tmp_path / "a"
    campaign(part, 0)
    _merged(driver, tmp_path / "m", part)
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / FILE).write_text("nothing\n")
    newer = driver.replace(":Off", ":Newer")
    for who, where, parts, words in (
        (driver, "n", [tmp_path / "none"], "the folder holds no results"),
        (driver, "n", [tmp_path / "text"], "is not a campaign's result file"),
        (driver, "n", [part, tmp_path / "m"], "is a merged campaign"),
        (driver, "m", [part], "holds results already"),
        (driver, "m", [part, part], "holds a campaign with seed [0], but"),
        (newer, "n", [part], "its driver_version is 0.1.0, but"),
    ):
        with pytest.raises(StoreError, match=re.escape(words)):
            _merged(who, tmp_path / where, *parts)
    _merged(driver, tmp_path / "again", part)  # the part is not locked any more


def test_the_command_merges(
    tmp_path: Path,
    driver: str,
    campaign: CreateCampaign,
    capsys: pytest.CaptureFixture[str],
) -> None:
    parts = [str(tmp_path / "a"), str(tmp_path / "b")]
    for part, seed in zip(parts, (0, 50), strict=True):
        campaign(Path(part), seed)
    line = ["campaign", driver, "--random-graphs", ":tiny", "--output", str(tmp_path / "m")]
    assert main([*line, "--merge", *parts, "--json", str(tmp_path / "m.json")]) == 1
    out, err = capsys.readouterr()
    assert "150 graphs: " in out
    assert "seed [0, 50]" in out
    assert "1 chunks of graphs are in several of the merged campaigns" in err
    assert json.loads((tmp_path / "m.json").read_text())["graphs"] == 150
    assert main(line) == 2
    assert (
        "holds a campaign with seed [0, 50], but this campaign has seed 0"
        in capsys.readouterr().err
    )

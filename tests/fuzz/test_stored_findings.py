"""The stored findings on drivers are still shown, and the waivers beside them cover them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import fuzz
from fuzz.campaigns.results import read_known
from fuzz.checks.native_checks import NoLibraryError, native_driver
from fuzz.core.finding import is_known
from fuzz.core.session import FuzzSession
from fuzz.targets import SUMMARIES, load_target

FINDINGS = Path(fuzz.__file__).parent / "findings"
TODAY = date(2030, 1, 1)


def driver_of(folder):
    if folder == "litert":
        pytest.importorskip("ai_edge_litert")
        return folder
    try:
        return native_driver("")
    except NoLibraryError as error:
        pytest.skip(str(error))


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder", ["example_driver", pytest.param("litert", marks=pytest.mark.engine_results)]
)
def test_stored_findings_are_shown_and_waived(folder):
    driver = driver_of(folder)
    names = [path.name for path in (FINDINGS / folder).iterdir() if path.is_dir()]
    assert names
    assert set(names) <= set(SUMMARIES)
    for name in names:
        known = read_known(FINDINGS / folder / "waivers.toml", name, TODAY)
        target = load_target(name)
        target.use(FuzzSession(driver))
        try:
            for path in sorted((FINDINGS / folder / name).iterdir()):
                data = path.read_bytes()
                finding = target.find(data)
                assert finding is not None, f"{path}: the driver no longer shows this finding"
                assert is_known(finding, known), f"{path}: no waiver for {finding.signature}"
                assert target.find(data, known) is None
        finally:
            target.close()

"""Specs find drivers that compute in the memory of a reshaped tensor which is used again."""

from __future__ import annotations

import pytest

from conformance.cases import SpecIndex, bundled_specs
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.sample_drivers.graphs.aliasing_drivers import in_place_on_views

INDEX = SpecIndex()
PATTERNS = bundled_specs() / "patterns"


def kinds_on(device: ReferenceDevice, file: str) -> dict[str, VerdictKind]:
    """Return the kind of the verdict of each case of a spec file."""
    judge = Judge(device)
    found = {}
    for info in INDEX.names(PATTERNS / file):
        example = INDEX.load(PATTERNS / file, info.name)
        (verdict,) = judge.judge(example, info.name, [ExecutionPath()])
        found[info.name] = verdict.kind
    assert judge.close() == []
    return found


def test_every_case_of_views_finds_the_driver() -> None:
    kinds = kinds_on(in_place_on_views(), "views.mod.py")
    assert len(kinds) >= 18
    assert set(kinds.values()) == {VerdictKind.FAILED}


@pytest.mark.parametrize("file", ["layouts.mod.py", "elementwise.mod.py"])
def test_the_driver_is_right_elsewhere(file: str) -> None:
    assert set(kinds_on(in_place_on_views(), file).values()) == {VerdictKind.PASSED}


def test_the_reference_passes() -> None:
    assert set(kinds_on(ReferenceDevice(), "views.mod.py").values()) == {VerdictKind.PASSED}

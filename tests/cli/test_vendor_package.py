"""A vendor's package adds a driver, a command and cases by entry points alone."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.drivers import open_driver
from conformance.results.event_stream import read_events
from tests.whole_runs import run_pytest

PACKAGE = """
import numpy as np

from conformance.cases import bundled_specs
from conformance.cases.casefile import Case
from conformance.cases.sources import CaseRef, CaseSource
from conformance.cli.options import add_command
from conformance.hal import OperationType
from conformance.reference import ReferenceDevice


class Accelerator(ReferenceDevice):
    name = "accelerator"

    def compile_call(self, call):
        if call.definition.type == OperationType.FLOOR:
            return lambda inputs: [np.floor(inputs[0])]
        return super().compile_call(call)


class FieldReports(CaseSource):
    prefix = "field/"

    def refs(self, place, session):
        return [CaseRef(f"field/{name}", name) for name in ("rank_1", "rank_2")]

    def load(self, ref, session):
        example = session.index.load(
            bundled_specs() / "V1_0" / "floor.mod.py", f"floor_{ref.name}"
        )
        return Case(ref.case_id, example)


def add_parser(verbs):
    parser = add_command(verbs, "flash", flash, "load firmware into the accelerator", "")
    parser.add_argument("image", metavar="FILE", help="the firmware")


def flash(arguments):
    print(f"flashed {arguments.image}")
    return 0


def broken(verbs):
    raise OSError("no license")
"""
ENTRY_POINTS = """
[nn_conformance.drivers]
accelerator = vendor_accelerator:Accelerator

[nn_conformance.commands]
flash = vendor_accelerator:add_parser
locked = vendor_accelerator:broken

[nn_conformance.case_sources]
field = vendor_accelerator:FieldReports
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the package in a folder on ``sys.path``, as an installer does."""
    (tmp_path / "vendor_accelerator.py").write_text(PACKAGE)
    facts = tmp_path / "vendor_accelerator-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: vendor-accelerator\nVersion: 1.0\n"
    )
    (facts / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield
    sys.modules.pop("vendor_accelerator", None)


def test_the_driver_has_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe"]) == 0
    assert "accelerator" in [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert type(open_driver("accelerator")).__name__ == "Accelerator"


@pytest.mark.parametrize(
    ("arguments", "cases"),
    [
        (["field/rank_2"], {"field/rank_2"}),
        (["--case=field/*"], {"field/rank_1", "field/rank_2"}),
        (["V1_0/relu.mod.py", "--case=V1_0/relu/*"], None),
    ],
)
def test_its_cases_run(tmp_path: Path, arguments: list[str], cases: set[str] | None) -> None:
    command = ["-p", "no:cacheprovider", "--driver", "accelerator", "--events", "run.jsonl"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    status, output = run_pytest([*command, *arguments], tmp_path, environment, 240)
    assert status == 0, output
    found = {verdict.case_id for verdict in read_events(tmp_path / "run.jsonl").verdicts}
    assert found == cases if cases else not any(one.startswith("field/") for one in found)


def test_the_command_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["flash", "new.bin"]) == 0
    assert capsys.readouterr().out == "flashed new.bin\n"


def test_the_command_has_help_and_suggestions(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "flash" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["flsh", "new.bin"])
    assert "did you mean flash?" in capsys.readouterr().err


def test_a_command_that_cannot_be_loaded_leaves_the_others() -> None:
    with pytest.raises(SystemExit, match="no license"):
        main(["locked"])
    assert main(["flash", "new.bin"]) == 0

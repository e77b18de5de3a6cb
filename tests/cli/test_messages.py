"""The outputs of the commands for a case or for a mistake: exit statuses and texts."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.cases.casefile import Case, write_case
from conformance.cli.main import main
from conformance.plugin.selection import CasePatterns
from conformance.text import similar_names
from tests.golden import normalized
from tests.reports.dumps import CASE, write_dump
from tests.reports.event_streams import write_run
from tests.sample_drivers.adder_driver import add_example

DRIVERS = Path(__file__).parents[1] / "sample_drivers"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a dump, its event stream, case files, specs and empty libraries."""
    folder: Path = tmp_path_factory.mktemp("cli")
    write_run(folder / "run.jsonl", [write_dump(folder)])
    write_run(folder / "cut.jsonl", [], end=False)
    (folder / "dumped.case").symlink_to(next(folder.glob("nn-failures/*/*.case")))
    content = (folder / "dumped.case").read_bytes()
    (folder / "cut.case").write_bytes(content[:200])
    (folder / "broken.case").write_text("no\n")
    write_case(folder / "odd.case", Case("x/y/z", add_example(), ("sideways",)))
    write_case(folder / "good.case", Case("x/y/z", add_example(), ("sync-fast",)))
    (folder / "empty").mkdir()
    (folder / "drivers").symlink_to(DRIVERS)
    (folder / "libx.so").write_bytes(b"\x7fELF")
    (folder / "used").mkdir()
    (folder / "used" / "driver.py").write_text("mine")
    return folder


@pytest.mark.parametrize(
    "line",
    [
        # unknown names
        "replay FLOOR --driver reference", "replay V1_0/flor/floor_rank_1 --driver reference",
        "measure model reference", "measure models reference --built-in digts",
        "fuzz reference --target modle", "campaign reference --random-graphs :tny",
        "campaign reference --random-graphs :default,operations=CONV2D", "describe refrence",
        "describe refrence --test", "repot run.jsonl", "init new --language pyton",
        "report run.jsonl --jsn x", "report run.jsonl --markdown -", "--help", "", "campaign",
        # cases
        "explain dumped.case", f"explain run.jsonl {CASE}", "explain run.jsonl",
        "explain run.jsonl V1_0/add/add", "explain V1_0/conv_2d/nothing", "explain nowhere.case",
        f"explain {CASE} --element 3:0,0,0,0", f"explain {CASE} --element 9,9,9,9",
        f"explain {CASE} --element a", f"explain {CASE} V1_0/x",
        f"explain {CASE} --driver no.such:thing", "explain cut.case", "explain gone.jsonl",
        "explain 7", "explain run.jsonl 7", "replay 7", "replay nothing",
        f"explain {CASE} --driver drivers/shown_faults.py:KeepsResults --path sync-low",
        "replay broken.case --driver reference", "replay odd.case --driver reference",
        "replay nothing --driver reference", "replay V9_9/add/add --driver reference",
        "replay empty --driver reference", "replay good.case --driver nobody",
        "replay good.case", "replay good.case --driver reference --limit prepare=2",
        "replay good.case --driver reference --isolate --limit sideways=2",
        "replay V1_0/floor/floor_rank_9 --driver reference --debug gdb",
        "replay no.case --driver reference --debug stack",
        "replay V1_0/floor/floor_rank_1 --driver libx.so --debug asan",
        "replay V1_0/floor/floor_rank_1 --driver reference --debug ubsan",
        "replay V1_0/floor/floor_rank_1 --driver reference --debug gbd",
        # others
        "report run.jsonl run.jsonl --html x.html", "report run.jsonl gone.jsonl",
        "describe reference --limit query=1", "explain cut.jsonl",
        "init used", "init libx.so", "init new --name a;b",
        "describe drivers/describable_drivers.py:DeclaresEverything",
        "describe drivers/describable_drivers.py:Broken",
    ],
)  # fmt: skip
def test_command(
    line: str, folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: Any, snapshot: Any
) -> None:
    monkeypatch.chdir(folder)
    try:
        status: object = main(line.split())
    except SystemExit as leaving:
        status = leaving.code
    out, errors = capfd.readouterr()
    # Versions of Python differ in the usage and in how they list choices.
    errors = re.sub(r"(?s)^usage: .*?\n(?=nn-conformance.*: error: )", "", errors)
    errors = re.sub(r"\(choose from [^)]*\)", "(choose from ...)", errors)
    assert normalized(f"status {status}\n{out}--- errors\n{errors}", folder, DRIVERS) == snapshot


class Item(SimpleNamespace):
    """A collected case with this id."""

    stands_for = ""


@pytest.mark.parametrize("text", ["FLOOR", "floor", "CONV2D"])
def test_a_case_named_like_an_operation_suggests_its_specs(text: str, snapshot: Any) -> None:
    patterns = CasePatterns({text: "--case"})
    for case_id in ("V1_0/floor/floor_rank_1", "V1_0/conv_2d/a", "V1_0/add/add", "suite/x/FLOOR"):
        patterns.matches(Item(case_id=case_id))  # type: ignore[arg-type]
    assert patterns.complaints() == snapshot


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("CONV2D", ["CONCATENATION", "CONV_2D"], ["CONV_2D"]),
        ("mobilnet", ["digits", "mobilenet_v1_0.25_128"], ["mobilenet_v1_0.25_128"]),
        ("", ["a"], []),
        ("zzz", ["a", "b"], []),
    ],
)
def test_similar_names(text: str, known: list[str], expected: list[str]) -> None:
    assert similar_names(text, known) == expected

"""Dumps and case files in whole pytest runs on the command line."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.cases.casefile import Case, read_case, write_case
from conformance.hal import Operation
from conformance.results.event_stream import read_events
from tests.plugin.conftest import UserFolder
from tests.sample_drivers.adder_driver import add_example

FAILING = ("mine.small.small_four", "mine.small.small_one", "mine.small.small_three")


def dumped(folder: UserFolder, where: str = "nn-failures") -> list[str]:
    """Return the names of the dumps in a folder, without the links of the causes."""
    place = folder.path / where
    paths = place.iterdir() if place.exists() else []
    return sorted(path.name for path in paths if not path.is_symlink())


def commands(text: str) -> list[str]:
    """Return the commands to reproduce failures in pytest's output."""
    return re.findall(r"^reproduce: (pytest .*)$", text, re.MULTILINE)


def test_a_failure_names_its_dump_and_the_command_works(folder: UserFolder) -> None:
    done = folder.command("pytest -v --driver drivers.py:Rounds mine --events run.jsonl")
    assert done.count("failed") == 3
    assert dumped(folder) == list(FAILING)
    stream = read_events(folder.path / "run.jsonl")
    folders = {v.details.get("dump") for v in stream.verdicts if v.kind.blames_driver}
    assert folders == {f"nn-failures/{name}" for name in FAILING}
    (command,) = [text for text in commands(done.out) if "small_four" in text]
    written = (folder.path / "nn-failures" / FAILING[0] / "reproduce.txt").read_text()
    assert written.splitlines()[-1] == command
    again = folder.command(command)
    assert again.count("failed") == 1
    assert "FAILED mine/small/small_four along " in again.out
    right = folder.command(command.replace("drivers.py:Rounds", "reference"))
    assert right.count("passed") == 1, right.out


def test_folders_of_dumps_are_collected_once(folder: UserFolder) -> None:
    """A dump's ``.case`` and ``.mod.py`` files contain one example, which runs once."""
    folder.command("pytest --driver drivers.py:Rounds mine")
    done = folder.command("pytest --driver reference nn-failures -v")
    assert done.count("passed") == 3, done.out
    asked = "nn-failures/mine.small.small_four/small.mod.py"
    done = folder.command(f"pytest --driver reference {asked}")
    assert done.count("passed") == 1, done.out
    chosen = folder.command("pytest --driver reference nn-failures --case mine/small/small_one")
    assert (chosen.count("passed"), chosen.count("deselected")) == (1, 2)


def test_the_limit_is_reported(folder: UserFolder, snapshot: Any) -> None:
    done = folder.command("pytest --driver drivers.py:Rounds mine --dump nn-failures:2")
    assert len(dumped(folder)) == 2
    assert [line for line in done.out.splitlines() if line.startswith("dumps: ")] == snapshot


@pytest.mark.slow
def test_workers_share_folder_and_limit(folder: UserFolder) -> None:
    line = "pytest --driver drivers.py:Rounds -n 3 V1_0/floor.mod.py --dump"
    done = folder.command(f"{line} nn-failures:1000")
    failed = done.count("failed")
    assert failed > 30, done.out
    assert len(dumped(folder)) == failed
    for stem in dumped(folder):
        assert stem_of_case(folder.path / "nn-failures" / stem) == stem
    done = folder.command(f"{line} few:4")
    assert done.count("failed") == failed
    assert len(dumped(folder, "few")) == 4
    assert "next: nn-conformance explain 1 --dump few (" in done.out


def stem_of_case(place: Path) -> str:
    """Return a dump's case id with dots for slashes; check that its files have a common stem."""
    (file,) = place.glob("*.case")
    assert not list(place.glob(".*"))
    assert {path.stem for path in place.iterdir()} == {file.stem, "reproduce", "floor.mod"}
    return read_case(file).case_id.replace("/", ".")


@pytest.mark.slow
def test_a_crash_of_an_isolated_driver_is_dumped(folder: UserFolder) -> None:
    done = folder.command("pytest --driver drivers.py:Dies --isolate --limit execute=20 mine")
    assert (done.count("failed"), done.count("passed")) == (1, 3), done.out
    assert dumped(folder) == ["mine.small.small_three"]
    case = read_case(folder.path / "nn-failures/mine.small.small_three/mine.small.small_three.case")
    assert {failure.kind for failure in case.failures} == {"crash"}
    (command,) = commands(done.out)
    assert command.startswith("pytest --driver drivers.py:Dies --isolate --limit execute=20 ")
    again = folder.command(command)
    assert again.count("failed") == 1, again.out


def test_dumps_whose_cases_did_not_run_are_named(folder: UserFolder) -> None:
    line = "pytest --driver drivers.py:Rounds --limit explain=0"
    first, again = folder.command(f"{line} mine"), folder.command(f"{line} mine")
    assert "of earlier runs" not in first.out + again.out
    other = folder.command(f"{line} V1_0/relu1.mod.py")
    assert "3 cases of earlier runs in nn-failures did not run" in other.out
    elsewhere = folder.command(f"{line} --case 'mine/*' --dump other")
    assert elsewhere.count("failed") == first.count("failed") == 3


def test_late_findings_are_dumped(folder: UserFolder) -> None:
    done = folder.command("pytest -v --driver drivers.py:WritesLate --paths default mine")
    assert "rule: late.write" in done.out, done.out
    late = [name for name in dumped(folder) if name.endswith("~late")]
    assert late, dumped(folder)
    for name in late:
        case = read_case(folder.path / "nn-failures" / name / f"{name}.case")
        assert [failure.rule for failure in case.failures] == ["late.write"]


@pytest.mark.parametrize("place", ["nn-failures", "nn-failures/mine.small.small_one"])
def test_a_folder_that_cannot_be_made_costs_no_verdict(folder: UserFolder, place: str) -> None:
    """If a dump's folder cannot be created, the run reports all verdicts and a warning.

    A file in place of the folder causes this. A read-only folder would not: root can write to it.
    """
    folder.write(place, "mine")
    done = folder.command("pytest -v --driver drivers.py:Rounds mine --events run.jsonl")
    assert (done.count("failed"), done.count("passed")) == (3, 1), done.out
    warnings = [line for line in done.out.splitlines() if line.startswith("WARNING")]
    assert len(warnings) == 1
    stream = read_events(folder.path / "run.jsonl")
    assert not stream.truncated
    assert len({v.case_id for v in stream.verdicts}) == 4
    assert (folder.path / place).read_text() == "mine"


@pytest.mark.parametrize("workers", ["", pytest.param("-n 2", marks=pytest.mark.slow)])
def test_a_full_disk_costs_no_verdict(folder: UserFolder, workers: str) -> None:
    """If dumps cannot be written, the run reports all verdicts and a warning.

    A file size limit of 300 bytes during dumps simulates a full disk.
    """
    folder.write(
        "full.py",
        "import resource\n"
        "from conformance.failures.failure_dump import Dumper\n"
        "original = Dumper.dump\n"
        "def dump(*arguments, **more):\n"
        "    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (300, hard))\n"
        "    try:\n"
        "        return original(*arguments, **more)\n"
        "    finally:\n"
        "        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))\n"
        "Dumper.dump = dump\n",
    )
    done = folder.command(
        f"pytest -p full --driver drivers.py:Rounds mine {workers}", PYTHONPATH=_with(folder)
    )
    assert (done.count("failed"), done.count("passed")) == (3, 1), done.out
    warnings = [line for line in done.out.splitlines() if line.startswith("WARNING")]
    assert len(warnings) == 1
    for stem in dumped(folder):
        assert not list((folder.path / "nn-failures" / stem).glob(".*"))


def _with(folder: UserFolder) -> str:
    """Return a ``PYTHONPATH`` with the folder and this repository."""
    return f"{folder.path}:{Path(__file__).resolve().parents[2]}"


def test_a_case_file_keeps_where_it_came_from(folder: UserFolder) -> None:
    folder.command("pytest --driver drivers.py:Rounds mine")
    stem = FAILING[0]
    case = read_case(folder.path / "nn-failures" / stem / f"{stem}.case")
    made = replace(
        case,
        case_id="campaign/seed 7/3",
        source="campaign",
        seed=123,
        paths=("sync-low",),
    )
    write_case(folder.path / "kept.case", made)
    done = folder.command("pytest --driver drivers.py:Rounds kept.case --dump other")
    assert "FAILED campaign/seed 7/3 along sync-low" in done.out, done.out
    (name,) = dumped(folder, "other")
    again = read_case(folder.path / "other" / name / f"{name}.case")
    assert (again.case_id, again.source, again.seed, again.paths) == (
        "campaign/seed 7/3",
        "campaign",
        123,
        ("sync-low",),
    )


def test_a_malformed_model_is_judged_from_its_case_file(folder: UserFolder) -> None:
    example = add_example(expect_failure=True)
    main = replace(example.model.main, operations=(Operation(0, (0, 99, 2), (3,)),))
    model = replace(example.model, main=main)
    case = Case("mutations/add/99", replace(example, model=model))
    write_case(folder.path / "refused.case", case)
    done = folder.command("pytest --driver reference refused.case")
    assert done.count("passed") == 1, done.out
    well = Case("mutations/add/none", replace(add_example(), expect_failure=True))
    write_case(folder.path / "accepted.case", well)
    done = folder.command("pytest --driver reference accepted.case")
    assert done.count("failed") == 1
    assert "rule: refusal.missing" in done.out


def test_paths_that_the_driver_has_not_give_way_to_those_it_has(folder: UserFolder) -> None:
    """If the driver's version has none of the recorded paths, the case runs on other paths."""
    folder.write("old.py", OLD)
    write_case(folder.path / "a.case", Case("x/y/z", add_example(), paths=("sync-fast-timed",)))
    done = folder.command("pytest --driver old.py:Old a.case --events run.jsonl")
    assert done.count("passed") == 1, done.out
    (verdict,) = read_events(folder.path / "run.jsonl").verdicts
    assert verdict.path.startswith("async-")


OLD = """
from conformance.hal import Version
from conformance.reference import ReferenceDevice

class Old(ReferenceDevice):
    def __init__(self):
        super().__init__(Version.V1_0)
"""

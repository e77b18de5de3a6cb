"""The ``CaseFailure`` that the judge reports, and the files that the dumper writes for it."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conformance.cases import Example, load_examples
from conformance.cases.casefile import Case, read_case
from conformance.failures.failure_dump import (
    COMMAND_FILE,
    Dumper,
    DumpLimit,
    RunInfo,
    collect_arrays,
    file_stem,
)
from conformance.hal import ErrorStatus, Model, Version
from conformance.harness.failure import CaseFailure
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.verdicts import VerdictKind
from tests.dump.example_equality import assert_same
from tests.sample_drivers.adder_driver import Adder, add_example

ID = "V1_3/add/add"
PATHS = default_paths(Version.V1_3, ID)


class OffByOne(Adder):
    """A driver that adds 1 to every result."""

    def compute(self, result: Any) -> Any:
        return result + 1


def judged(device: Adder, example: Example, paths: Any = PATHS) -> list[CaseFailure]:
    """Run an example on a device and return the reported failures."""
    failures: list[CaseFailure] = []
    judge = Judge(device, on_failure=failures.append)
    judge.judge(example, ID, paths)
    judge.close()
    return failures


def dumper(folder: Path, limit: int = 50) -> Dumper:
    """Return a dumper that writes to ``folder/out``."""
    facts = RunInfo("x:Y", "adder 1", 7, "0.1.0", ("pytest", "--driver", "x:Y"), folder)
    return Dumper(folder / "out", facts, DumpLimit(limit))


def spec_example() -> Example:
    """Return an example that can be written as a ``.mod.py`` spec file."""
    return replace(add_example(), spec="add", name="add_one", version=Version.V1_0)


def test_a_failure_lists_all_paths_and_their_outputs() -> None:
    (failure,) = judged(OffByOne(), add_example())
    assert failure.case_id == ID
    assert not failure.late
    assert [attempt.verdict.path for attempt in failure.attempts] == [str(path) for path in PATHS]
    for attempt in failure.attempts:
        assert attempt.verdict.rule == "values"
        assert attempt.outputs is not None
        assert np.frombuffer(attempt.outputs[0], "<f4").tolist() == [12, 23, 34, 45]


def test_a_failure_before_execution_has_no_outputs() -> None:
    class Refuses(Adder):
        def get_supported_operations(self, model: Model) -> Any:
            return ErrorStatus.GENERAL_FAILURE, []

    (failure,) = judged(Refuses(), add_example())
    assert all(attempt.outputs is None for attempt in failure.attempts)


def test_a_hook_that_raises_costs_no_verdict() -> None:
    def hook(failure: CaseFailure) -> None:
        raise OSError("no room")

    judge = Judge(OffByOne(), on_failure=hook)
    with pytest.warns(UserWarning, match="hook"):
        verdicts = judge.judge(add_example(), ID, PATHS)
    assert [verdict.kind for verdict in verdicts] == [VerdictKind.FAILED] * len(PATHS)


def test_a_dump_holds_the_case_the_graph_the_arrays_and_the_command(tmp_path: Path) -> None:
    (failure,) = judged(OffByOne(), spec_example())
    dump = dumper(tmp_path).dump(failure)
    place = tmp_path / "out" / "V1_3.add.add"
    assert dump.folder == "out/V1_3.add.add"
    assert sorted(path.name for path in place.iterdir()) == [
        "V1_3.add.add.case",
        "V1_3.add.add.dot",
        "V1_3.add.add.npz",
        "add.mod.py",
        COMMAND_FILE,
    ]
    case = read_case(place / "V1_3.add.add.case")
    assert (case.case_id, case.seed, case.driver) == (ID, 7, "adder 1")
    assert case.paths == tuple(str(path) for path in PATHS)
    assert {failed.rule for failed in case.failures} == {"values"}
    assert_same(case.example, spec_example())
    (again,) = load_examples(place / "add.mod.py")
    assert_same(again, replace(spec_example(), operand_names=again.operand_names))
    arrays = np.load(place / "V1_3.add.add.npz")
    assert sorted(arrays) == ["actual_0", "expected_0", "input_0", "input_1"]
    assert (arrays["actual_0"] - arrays["expected_0"]).tolist() == [[1, 1], [1, 1]]
    dot = (place / "V1_3.add.add.dot").read_text()
    assert "ADD" in dot
    assert "red" in dot
    command = (place / COMMAND_FILE).read_text().splitlines()[-1]
    assert command == dump.command == "pytest --driver x:Y out/V1_3.add.add/V1_3.add.add.case"
    assert not dump.problem


def test_only_spec_files_of_dumps_are_replaced_and_deleted(tmp_path: Path) -> None:
    place = tmp_path / "out" / "V1_3.add.add"
    place.mkdir(parents=True)
    (place / "smaller.mod.py").write_text("# reduced by hand")
    (place / "notes.txt").write_text("mine")
    (failure,) = judged(OffByOne(), spec_example())
    dump = dumper(tmp_path).dump(failure)
    assert not dump.problem
    (place / "add.mod.py").write_text("# edited by hand")
    dump = dumper(tmp_path).dump(failure)
    assert "add.mod.py" in dump.problem
    assert dump.command
    (failure,) = judged(OffByOne(), replace(spec_example(), name="other"))
    dumper(tmp_path).dump(failure)
    assert (place / "smaller.mod.py").read_text() == "# reduced by hand"
    assert (place / "add.mod.py").read_text() == "# edited by hand"
    assert (place / "notes.txt").read_text() == "mine"


def test_arrays_show_where_paths_differ() -> None:
    class Drifts(Adder):
        turn = 0

        def compute(self, result: Any) -> Any:
            self.turn += 1
            return result + min(self.turn, 3)

    (failure,) = judged(Drifts(), add_example())
    arrays = collect_arrays(failure.example, failure.attempts)
    named = {name for name in arrays if name.startswith("actual")}
    assert named == {"actual_0", *(f"actual_0.{path}" for path in PATHS[1:])}
    assert arrays[f"actual_0.{PATHS[2]}"].tolist() == (arrays["expected_0"] + 3).tolist()


def test_the_dump_holds_the_original_model(tmp_path: Path) -> None:
    """The dump contains the original example, not the constants that the driver changed."""

    class Spoils(Adder):
        def afterwards(self, model: Model, request: Any) -> None:
            with model.pools[0].view() as view:
                view[0] ^= 255

    spoiled = add_example(by_reference=True)
    (failure,) = judged(Spoils(), spoiled)
    assert failure.attempts[0].verdict.rule == "constants.unchanged"
    origin = Case(ID, add_example(by_reference=True), seed=99, source="me")
    dump = dumper(tmp_path).dump(failure, origin)
    case = read_case(tmp_path / dump.case_file)
    assert_same(case.example, add_example(by_reference=True))
    assert (case.seed, case.source) == (99, "me")
    assert case.failures[0].rule == "constants.unchanged"


def test_a_late_failure_lies_beside_the_other(tmp_path: Path) -> None:
    """A failure that is found after the case is dumped to a separate folder."""
    (failure,) = judged(OffByOne(), add_example())
    first = dumper(tmp_path).dump(failure)
    late = replace(failure, attempts=failure.attempts[:1], late=True)
    second = dumper(tmp_path).dump(late)
    assert (first.folder, second.folder) == ("out/V1_3.add.add", "out/V1_3.add.add~late")
    assert read_case(tmp_path / second.case_file).paths == (str(PATHS[0]),)


def test_a_dump_does_not_replace_the_case_file_it_came_from(tmp_path: Path) -> None:
    (failure,) = judged(OffByOne(), add_example())
    dump = dumper(tmp_path).dump(failure)
    target = tmp_path / dump.case_file
    before = target.stat().st_mtime_ns
    again = dumper(tmp_path).dump(failure, read_case(target), target)
    assert again.folder == dump.folder
    assert target.stat().st_mtime_ns == before


def test_the_limit_counts_over_processes(tmp_path: Path) -> None:
    shared = tmp_path / "count"
    limits = [DumpLimit(3, shared), DumpLimit(3, shared)]
    assert [limits[turn % 2].try_acquire() for turn in range(8)] == [True] * 3 + [False] * 5
    assert not DumpLimit(0).try_acquire()


def test_dumps_over_the_limit_are_reported(tmp_path: Path) -> None:
    (failure,) = judged(OffByOne(), add_example())
    writer = dumper(tmp_path, 1)
    assert writer.dump(failure).folder
    over = writer.dump(replace(failure, case_id="V1_3/add/two"))
    assert over.over_limit
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["V1_3.add.add"]


def test_a_case_that_no_file_can_hold_leaves_the_rest(tmp_path: Path) -> None:
    """If the case file cannot be written, the other files of the dump are still written."""
    (failure,) = judged(OffByOne(), add_example())
    odd = replace(failure, example=replace(failure.example, operand_names=("\ud800",)))
    dump = dumper(tmp_path).dump(odd)
    assert dump.problem
    assert not dump.command
    assert (tmp_path / dump.folder / "V1_3.add.add.npz").is_file()


IDS = ["a/b/c", "a.b/c", "a/b.c", "a/b/C d", "a/b/C_d", "-x", "../../etc/passwd", "", ".", "a//b"]


def test_stems_of_different_ids_differ_and_are_safe() -> None:
    long = ["V1_0/add/" + "x" * n for n in (90, 91, 300, 301)]
    stems = [file_stem(case_id) for case_id in IDS + long]
    assert len(set(stems)) == len(stems)
    for stem in stems:
        assert 0 < len(stem) <= 100
        assert not stem.startswith(("-", "."))
        assert shlex.quote(stem) == stem or "~" in stem
    assert file_stem("V1_0/add/add_relaxed") == "V1_0.add.add_relaxed"


def test_a_spec_file_that_is_no_longer_right_goes(tmp_path: Path) -> None:
    (failure,) = judged(OffByOne(), spec_example())
    place = tmp_path / dumper(tmp_path).dump(failure).folder
    assert list(place.glob("*.mod.py"))
    (failure,) = judged(OffByOne(), replace(spec_example(), name="other"))
    dumper(tmp_path).dump(failure)
    assert not list(place.glob("*.mod.py"))

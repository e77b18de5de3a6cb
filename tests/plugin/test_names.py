"""Selection of cases by id: a selected case runs, and an id without a case fails the run."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.plugin.selection import CasePatterns, may_match
from conformance.results.event_stream import read_events
from tests.plugin.conftest import UserFolder
from tests.whole_runs import run_pytest

KNOWN = "--case mine/small/small_one"
USAGE_ERROR = 4
IDS = [f"mine/small/small_{name}" for name in ("one", "three", "four", "relu")]


def selected(texts: list[str], *unreadable: str) -> tuple[list[str], list[str]]:
    """Return the case ids that the texts of ``--case`` select, and the error messages.

    There is an error message for each text without a match. ``unreadable`` are spec files that
    cannot be read; they are collected in addition to the cases in ``IDS``.
    """
    patterns = CasePatterns(dict.fromkeys(texts, "--case"))
    items: list[Any] = [SimpleNamespace(case_id=case_id, stands_for="") for case_id in IDS]
    items += [
        SimpleNamespace(case_id=f"{place}/unreadable", stands_for=f"{place}/")
        for place in unreadable
    ]
    return [item.case_id for item in items if patterns.matches(item)], patterns.complaints()


@pytest.mark.parametrize(
    "typed",
    [
        "mine/small/small_fourr", "MINE/small/small_reluu", "small_relu", "mine/smal/*",
        "random/default/5", "stress/*", "stress/burst", "", "zzz",
    ],
)  # fmt: skip
def test_a_name_without_a_case_is_reported_with_similar_names(typed: str, snapshot: Any) -> None:
    found, complaints = selected([IDS[0], typed])
    assert found == [IDS[0]]
    assert complaints == snapshot


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("mine/broken/any_example", ["mine/broken"]),
        ("mine/broken/*", ["mine/broken"]),
        ("mine/bro*_relaxed", ["mine/broken"]),
        ("*/broken/x", ["mine/broken"]),
        ("*_relaxed", ["mine/broken", "mine/hollow"]),
        ("mine/hollow/empty", ["mine/hollow"]),
        (IDS[1], []),
    ],
)
def test_a_spec_that_cannot_be_read_is_selected_by_its_folder_and_name(
    text: str, chosen: list[str]
) -> None:
    found, complaints = selected([IDS[0], text], "mine/broken", "mine/hollow")
    assert [one for one in found if one not in IDS] == [f"{one}/unreadable" for one in chosen]
    assert complaints == []


@pytest.mark.parametrize(
    ("folder", "pattern", "expected"),
    [
        ("V1_0/add/", "V1_0/add/add_relaxed", True),
        ("V1_0/add/", "V1_0/add", False),
        ("V1_0/add/", "V1_0/adder/x", False),
        ("V1_0/add/", "V1_?/[a-c]dd/*", True),
        ("V1_0/add/", "V1_[!0]/add/*", False),
        ("V1_0/add/", "V1_0*_relaxed", True),
        ("V1_0/add/", "V1_0/add/x/y", False),
        ("V1_0/add/", "*", True),
        ("V1_0/add/", "", False),
        ("a[/", "a[*", True),
        ("a]/", "a[]]/*", True),
        ("ab/", "a[!]]/**x", True),
    ],
)
def test_which_patterns_can_match_an_unknown_example(
    folder: str, pattern: str, *, expected: bool
) -> None:
    """The examples of an unreadable spec file are unknown; only their common prefix is known."""
    assert may_match(folder, pattern) is expected


@pytest.mark.parametrize("workers", ["", pytest.param("-n 2", marks=pytest.mark.slow)])
@pytest.mark.parametrize("typed", ["mine/smal.mod.py", f"mine {KNOWN} --case mine/small/relo"])
def test_a_missing_file_is_a_usage_error_and_leaves_an_incomplete_stream(
    folder: UserFolder, typed: str, workers: str
) -> None:
    done = folder.command(f"pytest --driver reference {typed} --events run.jsonl {workers}")
    assert (done.code, done.count("passed")) == (USAGE_ERROR, 0), done.out
    assert read_events(folder.path / "run.jsonl").truncated


def test_names_of_cases_that_are_deselected_have_a_case(folder: UserFolder) -> None:
    both = f"pytest --driver reference mine {KNOWN} --case mine/small/small_relu"
    assert folder.command(f"{both} -k one").count("passed") == 1
    passed = 0
    for shard in (1, 2):
        done = folder.command(f"{both} --shard {shard}/2")
        assert done.code in (0, 5), done.out
        passed += done.count("passed")
    assert passed == 2


def test_names_of_cases_that_passed_before_have_a_case_under_lf(folder: UserFolder) -> None:
    """With ``--lf``, ids of cases in files without failures are no error.

    pytest does not collect these files, so the ids match no collected case.
    """
    folder.write("mine/a_wrong.mod.py", (folder.path / "mine/small.mod.py").read_text())
    folder.write("drivers.py", FIRST_FILE_FAILS)

    def run(more: str) -> int:
        arguments = ["--driver", "drivers.py:Wrong", "mine", *more.split()]
        return run_pytest(arguments, folder.path, os.environ, 120)[0]

    assert run("") == 1
    assert run("--lf --case mine/small/small_four --case mine/a_wrong/a_wrong_one") == 0
    assert run("--lf --case mine/small/small_for --case mine/a_wrong/a_wrong_one") == USAGE_ERROR


FIRST_FILE_FAILS = """
import os
from pathlib import Path

import numpy as np
from conformance.hal import OperationType
from conformance.reference import ReferenceDevice

again = Path("again")
wrong = not again.exists()
again.touch()


class Wrong(ReferenceDevice):
    name = "wrong"
    first = None

    def compile_call(self, call):
        if wrong and call.definition.type == OperationType.FLOOR and "a_wrong" in os.environ[
            "PYTEST_CURRENT_TEST"
        ]:
            return lambda inputs: [np.rint(inputs[0])]
        return super().compile_call(call)
"""
"""A driver that fails the cases of ``a_wrong.mod.py``, but only in the first process."""


def test_files_that_cannot_be_read_are_selected_in_a_run(folder: UserFolder) -> None:
    folder.write("mine/broken.mod.py", "1 / 0\n")
    folder.write("nn-failures/mine.small.small_two/mine.small.small_two.case", "damaged")
    both = f"pytest --driver reference mine nn-failures {KNOWN}"
    done = folder.command(f"{both} --case mine/broken/x --case mine/small/small_two")
    assert (done.code, done.count("passed"), done.count("failed")) == (1, 1, 2), done.out
    done = folder.command(both)
    assert (done.code, done.count("passed"), done.count("failed")) == (0, 1, 0), done.out

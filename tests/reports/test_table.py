"""Several drivers in one table, and the arbitration of their failures.

Each expected ruling follows from the answers that the test writes, by the definition in
``docs/reference/reports.md``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.failures.arbitration import (
    ArbitratedCase,
    DriverRun,
    Ruling,
    arbitrate,
    engine_of,
    same_result,
)
from conformance.results.run_results import load_run
from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import crash, declined, failed, passed, write_run

ELEMENT = {"index": [1], "expected": 2.0, "actual": 3.0, "allowed": 0.01}


def wrong(case_id: str, actual: float = 3.0, digest: str = "", **more: Any) -> Verdict:
    """Return the verdict of a case whose element [1] has this value instead of 2."""
    element = {**ELEMENT, "actual": actual}
    details = {"output": 0, "total": 4, "first": [element], "worst": element, "digest": digest}
    return failed(case_id, reason=f"worst: got {actual}", details={**details, **more})


def rulings(folder: Path, **answers: list[Verdict]) -> list[ArbitratedCase]:
    """Return the arbitration of runs, each given by the driver's name and its verdicts."""
    runs = []
    for name, verdicts in answers.items():
        driver = name.replace("_", "-")
        path = write_run(folder / f"{name}.jsonl", verdicts, driver=f"{driver} ({driver})")
        runs.append(DriverRun(driver, engine_of(driver), load_run(path)))
    return list(arbitrate(runs))


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        # Two engines return the expected result.
        ({"bad": wrong("s/a"), "one": passed("s/a"), "two": passed("s/a")}, Ruling.DRIVER),
        ({"bad": crash("s/a"), "one": passed("s/a"), "two": passed("s/a")}, Ruling.DRIVER),
        ({"bad": wrong("s/a"), "reference": passed("s/a"), "two": passed("s/a")}, Ruling.DRIVER),
        # Two drivers of one engine are one voice.
        ({"bad": wrong("s/a"), "one": passed("s/a"), "one_fast": passed("s/a")}, Ruling.ONE_ENGINE),
        ({"bad": wrong("s/a"), "bad_fast": passed("s/a")}, Ruling.OPEN),
        # The reference computed the expected result of a random graph.
        (
            {"bad": wrong("random/a"), "reference": passed("random/a"), "two": passed("random/a")},
            Ruling.ONE_ENGINE,
        ),
        # A driver that declined, or did not run the case, is no voice.
        ({"bad": wrong("s/a"), "one": passed("s/a"), "two": declined("s/a")}, Ruling.ONE_ENGINE),
        ({"bad": wrong("s/a"), "one": passed("s/b"), "two": declined("s/a")}, Ruling.OPEN),
    ],
)
def test_the_ruling_on_a_failing_driver(
    tmp_path: Path, answers: dict[str, Verdict], expected: Ruling
):
    found = rulings(tmp_path, **{name: [verdict] for name, verdict in answers.items()})
    assert [(case.driver, case.ruling) for case in found] == [("bad", expected)]


def test_two_engines_against_the_expected_result(tmp_path: Path):
    found = rulings(tmp_path, one=[wrong("s/a")], two=[wrong("s/a", 3.005)], three=[passed("s/a")])
    assert [(case.driver, case.ruling, case.same_result) for case in found] == [
        ("one", Ruling.EXPECTATION, ("two",)),
        ("two", Ruling.EXPECTATION, ("one",)),
    ]
    assert found[0].supporters == ("three",)


def test_two_engines_on_each_side(tmp_path: Path):
    bad = {name: [wrong("s/a", 3.0, "d" * 16)] for name in ("one", "two")}
    good = {name: [passed("s/a")] for name in ("three", "four")}
    found = rulings(tmp_path, **bad, **good)
    assert {case.ruling for case in found} == {Ruling.DISPUTED}


def test_the_signed_form_is_a_case_of_its_own(tmp_path: Path):
    signed = replace(wrong("s/a"), path="coupled-sync-low")
    also = replace(passed("s/a"), path="coupled-sync-low")
    good = [passed("s/a"), also]
    found = rulings(tmp_path, bad=[passed("s/a"), signed], one=good, two=good)
    assert [(case.case_id, case.ruling) for case in found] == [("s/a (signed)", Ruling.DRIVER)]


def test_checks_of_the_suite_are_not_arbitrated(tmp_path: Path):
    verdicts = {name: [failed("suite/fences/x")] for name in ("one", "two")}
    assert not rulings(tmp_path, **verdicts, three=[passed("suite/fences/x")])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (wrong("s/a", 3.0), wrong("s/a", 3.005), True),
        (wrong("s/a", 3.0), wrong("s/a", 3.02), False),
        (wrong("s/a", 3.0), wrong("s/a", 3.0, output=1), False),
        (wrong("s/a", 3.0), wrong("s/a", 3.0, total=9), False),
        (wrong("s/a", 3.0), wrong("s/a", 3.0, first=[], worst=None), False),
        (wrong("s/a", 3.0, "ab"), wrong("s/a", 9.0, "ab"), True),
        (wrong("s/a", float("nan")), wrong("s/a", float("nan")), True),
        (wrong("s/a", float("nan")), wrong("s/a", 3.0), False),
        (wrong("s/a", float("inf")), wrong("s/a", float("inf")), True),
        (crash("s/a"), crash("s/a"), False),
        (wrong("s/a", first=5, worst="x"), wrong("s/a", first=[{"index": 1}], worst=[]), False),
    ],
)
def test_equality_of_results(one: Verdict, other: Verdict, same: bool):
    assert bool(same_result(one, other)) is same
    assert bool(same_result(other, one)) is same


def test_statuses_are_equal_if_the_reasons_are():
    refused = failed("s/a", rule="prepare.status", reason="returned INVALID_ARGUMENT", details={})
    other = replace(refused, reason="returned GENERAL_FAILURE")
    assert same_result(refused, refused)
    assert not same_result(refused, other)
    assert not same_result(
        replace(refused, rule="guard.after"), replace(refused, rule="guard.after")
    )


def test_a_late_waiver_is_a_difference(tmp_path: Path):
    waived = replace(wrong("s/a"), kind=VerdictKind.WAIVED)
    found = rulings(tmp_path, bad=[waived], one=[passed("s/a")], two=[passed("s/a")])
    assert [case.ruling for case in found] == [Ruling.DRIVER]

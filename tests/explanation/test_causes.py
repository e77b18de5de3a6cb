"""Causes of the failures of drivers with planted faults.

The planted conditions are expressions on executed calls (``benchmarks.planted_conditions``). They
do not use the features from which explanations are made.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from benchmarks.explain import Result, cases_of, explain_fault
from benchmarks.planted_conditions import FAULTS, PlantedFault, PlantedFaultDevice
from conformance.failures.explain.explainer import OPTIONS, CauseFinder
from conformance.failures.explain.explanation import CaseCounts, Cause, cause_lines
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.hal import OperationType, Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import quick_paths
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import Verdict, VerdictKind

_O = OperationType
_SECONDS = 20.0
_BY_NAME = {fault.name: fault for fault in FAULTS}
_FLOOR = PlantedFault(_O.FLOOR, "rank == 1", ("rank of input = 1",))


def _causes(
    device: PlantedFaultDevice, *operations: OperationType, run: bool, **dumps: str
) -> list[Cause]:
    judge = Judge(device, JudgeOptions(callback_timeout=10.0, pause_every=1 << 30))
    paths = quick_paths(Version.AIDL_V3, timed=False, concurrent=False)
    cases = RunCases()
    for operation in operations:
        for case_id, example in cases_of(operation)[::2]:
            details = {"dump": dumps.get(case_id, "")}
            verdicts = judge.judge(example, case_id, paths)
            cases.add([replace(one, details={**one.details, **details}) for one in verdicts])
    judge.close()
    assert cases.failures
    finder = CauseFinder(
        cases,
        CaseSource(Version.AIDL_V3),
        lambda case_id: f"pytest --case {case_id}",
        partial(CaseRunner, device, OPTIONS) if run else None,
        _SECONDS,
    )
    return finder.find()


@pytest.mark.parametrize("name", ["SOFTMAX: axis <= -1"])
def test_the_planted_condition_is_named(name: str) -> None:
    result = explain_fault(_BY_NAME[name], _SECONDS)
    assert result.exact, result.texts


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "RELU: rank of input = 1",
        "ADD: shapes of input1 and input2 = different",
        "SPLIT: axis = 0",
    ],
)
def test_more_planted_conditions_are_named(name: str) -> None:
    result: Result = explain_fault(_BY_NAME[name], _SECONDS)
    assert result.exact, result.texts


def test_two_faults_are_two_causes_with_the_smallest_case_of_each() -> None:
    faults = _BY_NAME["MEAN: keep_dims = true"], _FLOOR
    causes = _causes(PlantedFaultDevice(*faults), _O.MEAN, _O.FLOOR, run=False)
    assert {cause.operation for cause in causes} == {"MEAN", "FLOOR"}
    for cause in causes:
        assert cause.single
        assert cause.command == f"pytest --case {cause.cases[0]}"
        assert cause.condition
        assert cause.run.failing
        assert not cause.run.passing


def test_the_first_case_of_a_cause_is_the_smallest_dumped_one(tmp_path: Path) -> None:
    device = PlantedFaultDevice(_FLOOR)
    (cause,) = _causes(device, _O.FLOOR, run=False)
    *_, dumped, largest = cause.cases
    dumps = {cause.cases[0]: str(tmp_path / "removed"), dumped: str(tmp_path)}
    (again,) = _causes(device, _O.FLOOR, run=False, **dumps, **{largest: str(tmp_path)})
    assert again.cases[0] == dumped
    assert set(again.cases) == set(cause.cases)


def test_a_fault_that_depends_on_the_values_has_no_condition() -> None:
    """By chance, some parameters separate a few of the failing cases from the passing ones."""
    fault = PlantedFault(_O.ADD, "floor(abs(input0 * 37.5).sum()) % 3 != 0", ())
    (cause,) = _causes(PlantedFaultDevice(fault), _O.ADD, run=False)
    assert cause.condition == ""
    assert "no condition on the operation's parameters" in cause.explanation


def test_generated_cases_confirm_only_what_one_of_them_meets() -> None:
    cause = Cause("ABS", "wrong values", "", ("a/b/c",), True, condition="rank of input = 1")
    counts = CaseCounts(2, 0, 0, 5)
    met = replace(cause, run=counts, generated=CaseCounts(3, 1, 0, 7)).explanation
    not_met = replace(cause, run=counts, generated=CaseCounts(0, 0, 0, 35)).explanation
    assert "of 4 generated cases that meet it, 3 fail" in met
    assert "generated" not in not_met


def _failed(case_id: str, operation: str, rule: str, **details: object) -> Verdict:
    return Verdict(case_id, "", VerdictKind.FAILED, rule, "reason", (operation,), details)


def _found(*verdicts: Verdict) -> list[Cause]:
    cases = RunCases()
    cases.add(verdicts)
    return CauseFinder(cases, CaseSource(Version.V1_3), str).find()


def test_a_wrong_status_for_invalid_requests_is_one_cause_of_all_operations() -> None:
    refused = {"status": "GENERAL_FAILURE", "required": "INVALID_ARGUMENT"}
    (cause,) = _found(
        _failed("V1_0/add/one", "ADD", "output_form.refused", **refused),
        _failed("V1_0/mul/one", "MUL", "output_form.refused", **refused),
    )
    assert set(cause.cases) == {"V1_0/add/one", "V1_0/mul/one"}
    assert cause.title == "the driver returns GENERAL_FAILURE instead of INVALID_ARGUMENT"


def test_the_operation_of_the_minimized_case_is_at_fault() -> None:
    other = {"operation": 1, "output": 0, "name": "ADD", "operand": "y"}
    smallest = {"operations": ["FULLY_CONNECTED"], "elements": 3}
    (cause,) = _found(
        _failed("V1_0/fully_connected/one", "FULLY_CONNECTED", "values"),
        _failed("random/default/1", "ADD", "values", divergence=other, smallest=smallest),
    )
    assert cause.operation == "FULLY_CONNECTED"
    assert len(cause.cases) == 2


def test_stale_results_are_those_of_the_operation_that_fails_alone() -> None:
    """The wrong output of the second case is that of ADD, but ADD alone does not fail."""
    smallest = {"operations": ["EXPAND_DIMS", "ADD"], "elements": 3}
    details = {"operation": "ADD (operation 1)", "smallest": smallest}
    alone = _failed("V1_2/expand_dims/one", "EXPAND_DIMS", "values.other_data")
    operations = ("EXPAND_DIMS", "ADD", "MEAN")
    graph = replace(alone, case_id="random/default/1", operations=operations, details=details)
    (cause,) = _found(alone, graph)
    assert cause.operation == "EXPAND_DIMS"
    assert cause.cases == ("V1_2/expand_dims/one", "random/default/1")


@pytest.mark.parametrize("operations", [("ADD", "MUL"), ()], ids=("several", "unknown"))
def test_the_first_case_of_several_operations_is_a_dumped_one(tmp_path, operations) -> None:
    """The summary shows it, and the number of the cause leads to its dump."""
    divergence = {"operation": 0, "name": "ADD"} if operations else {}
    details = {"divergence": divergence, "dump": str(tmp_path)}
    others = [replace(_failed(f"V1_0/x/{n}", "", "values"), operations=operations) for n in "ab"]
    others = [replace(one, details={**details, "dump": ""}) for one in others]
    dumped = replace(others[0], case_id="V1_0/x/c", reason="dumped", details=details)
    (cause,) = _found(*others, dumped)
    assert (cause.cases[0], cause.reason) == ("V1_0/x/c", "dumped")
    assert len(cause.cases) == 3


def test_a_title_names_an_exception_and_its_place() -> None:
    status = {"status": "GENERAL_FAILURE"}
    text = "ended with GENERAL_FAILURE: run(ADD) raised ValueError: (b.py, line 3)"
    text += " (npu.py, line 87); more"
    raised = replace(_failed("V1_0/add/one", "ADD", "execute.status", **status), reason=text)
    text = "get_supported_operations raised KeyError: 3"
    asked = replace(_failed("V1_0/mul/one", "MUL", "answer.exception"), reason=text)
    titles = [cause.title for cause in _found(raised, asked)]
    assert titles == ["ADD raises ValueError (npu.py, line 87)", "MUL raises KeyError"]


def test_stress_tests_and_checks_are_examples_of_their_cause() -> None:
    stress = _failed("stress/memory-mapping", "ADD", "stress.requirements")
    check = _failed("suite/fences/order", "", "fences.order")
    first, second = _found(replace(stress, operations=()), replace(check, operations=()))
    assert first.title == "checks in suite/fences fail"
    assert second.title == "the driver does not meet the requirements of stress tests"
    for cause in (first, second):
        assert any("for example: s" in line for line in cause_lines(1, cause))


def test_the_title_names_the_fault_that_most_cases_indicate() -> None:
    ignored_limit = "ignores its fused activation"
    (cause,) = _found(
        _failed("V1_0/sub/one", "SUB", "values", diagnosis=ignored_limit),
        _failed("V1_0/sub/two", "SUB", "values", diagnosis=ignored_limit),
        _failed("V1_0/sub/three", "SUB", "values"),
    )
    assert cause.title == "SUB ignores its fused activation"


def test_wrong_values_in_checks_follow_from_an_operation_with_wrong_values() -> None:
    cases = RunCases()
    values = Verdict("V1_0/mul/mul", "", VerdictKind.FAILED, "values", "wrong", ("MUL",))
    reason = "the execution answered NONE, but output element 0 is 104.441; 1 was expected"
    check = Verdict("suite/caching/again", "", VerdictKind.FAILED, "caching.again", reason)
    other = Verdict("suite/fences/order", "", VerdictKind.FAILED, "fences.order", "no fence")
    cases.add([values, check, other])
    causes = CauseFinder(cases, CaseSource(Version.V1_3), str).find()
    assert [(cause.operation, cause.consequence) for cause in causes] == [
        ("MUL", False),
        ("suite/fences", False),
        ("checks of the suite", True),
    ]


@pytest.mark.parametrize(
    ("counts", "states_conditions"),
    [(CaseCounts(failing=13, passing=2), False), (CaseCounts(13, 0, 0, 2), True)],
)
def test_conditions_that_every_case_meets_are_not_stated(counts, states_conditions) -> None:
    cause = Cause(
        "FLOOR",
        "",
        "",
        ("case",),
        single=True,
        condition="rank = 1",
        alternatives=("size >= 4",),
        run=counts,
    )
    assert ("size >= 4" in cause.explanation) is states_conditions
    assert "13 of 15" in cause.explanation or "all 13" in cause.explanation


def test_several_long_conditions_and_those_of_one_case_are_not_listed() -> None:
    cause = Cause("ADD", "", "", ("case",), True, condition="rank = 4 and size = 2")
    cause = replace(cause, alternatives=("rank = 4 and size = 3",), run=CaseCounts(5, 0, 0, 9))
    assert "with rank = 4 and size = 2, or with another condition" in cause.explanation
    assert "size = 3" not in cause.explanation
    one = replace(cause, run=CaseCounts(1, 0, 0, 9)).explanation
    assert one.startswith("fails in 1 of 10 cases; no condition")
    assert "condition" not in replace(cause, run=CaseCounts()).title

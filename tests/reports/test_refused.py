"""Classes of models of which a driver refused every case for lack of a device or of resources.

A class is an operation, a type, a pair of both, a path or a spec file. The reported classes
together cover all refused cases.
"""

from dataclasses import replace

import pytest

from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.reports.policy_check import unmet_requirements
from conformance.reports.run_statistics import RunStatistics
from tests.reports.event_streams import passed

DEFAULTS = {"forbid_refused": True}


def ran(case_id, operations=("ADD",), types=("TENSOR_FLOAT32",), path="sync-low"):
    """Return the verdict of a case that was executed with operands of these types."""
    return replace(passed(case_id, operations, path), details={"types": list(types)})


def refused(case_id, *more, kind=VerdictKind.UNAVAILABLE, **named):
    """Return the verdict of a case that the driver refused, by default as unavailable."""
    return replace(ran(case_id, *more, **named), kind=kind)


def labels(*verdicts: Verdict, allowed=()):
    """Return the labels of the classes that were refused completely; ``allowed`` are exempt."""
    tally = RunStatistics()
    cases: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        cases.setdefault(verdict.case_id, []).append(verdict)
    for case_id, found in cases.items():
        tally.add(case_id, found)
    return [one.label for one in tally.refused.classes(allowed)]


def test_a_class_with_one_executed_case_is_not_refused_throughout():
    assert labels(refused("V1_0/add/a"), ran("V1_0/add/b")) == []


@pytest.mark.parametrize(
    "kind", [VerdictKind.UNAVAILABLE, VerdictKind.NO_RESOURCES, VerdictKind.TOO_LARGE]
)
def test_one_label_explains_all_cases_of_an_operation(kind):
    found = labels(
        ran("V1_0/add/a"),
        refused("V1_0/mul/a", ("MUL",), kind=kind),
        refused("V1_2/mul/b", ("MUL",), kind=kind),
    )
    assert found == ["operation:MUL"]


def test_a_spec_file_is_a_class():
    found = labels(ran("V1_0/add/a"), refused("V1_2/add/a"), refused("V1_2/add/b"))
    assert found == ["spec:V1_2/add"]


def test_a_path_is_a_class_although_the_case_runs_along_another():
    case = "V1_0/add/a"
    found = labels(ran(case), ran(case, path="sync-fast"), refused(case, path="fenced-low"))
    assert found == ["path:fenced"]


def test_a_type_is_a_class():
    codes = ("TENSOR_QUANT8_ASYMM",)
    found = labels(
        *(ran(f"V1_0/{name}/a", (name,)) for name in ("ADD", "MUL")),
        *(refused(f"V1_0/{name}/b", (name,), codes) for name in ("ADD", "MUL")),
    )
    assert found == ["type:TENSOR_QUANT8_ASYMM"]


def test_an_operation_of_a_larger_model_gives_no_pairs_with_types():
    """Pairs of operation and type count only for models with a single operation."""
    found = labels(
        ran("V1_0/add/a"),
        ran("V1_0/relu/a", ("RELU",), ("TENSOR_FLOAT16",)),
        refused("V1_0/add/b", ("ADD", "RELU"), ("TENSOR_FLOAT16",)),
    )
    assert found == []


def test_checks_of_the_suite_do_not_vouch_for_the_operation_they_are_about():
    """A passed check counts as a check, not as an executed case of its operation."""
    check = Verdict("suite/mutants/MUL", "", VerdictKind.PASSED, operations=("MUL",))
    found = labels(ran("V1_0/add/a"), check, refused("V1_0/mul/a", ("MUL",)))
    assert found == ["operation:MUL"]


def test_an_allowed_class_excuses_its_cases_in_every_class():
    verdicts = (ran("V1_0/add/a"), refused("V1_0/mul/a", ("MUL",)))
    assert labels(*verdicts, allowed=["operation:MUL"]) == []
    assert labels(*verdicts, allowed=["operation:M?L"]) == []
    assert labels(*verdicts, allowed=["operation:SUB"]) == ["operation:MUL"]


def test_a_long_list_is_cut_and_counted():
    tally = RunStatistics()
    tally.add("V1_0/add/a", [ran("V1_0/add/a")])
    for number in range(30):
        case = f"V1_0/op{number}/a"
        tally.add(case, [refused(case, (f"OP{number}",))])
    (line,) = unmet_requirements(DEFAULTS, tally)
    assert " and 10 more" in line
    assert unmet_requirements({}, tally) == []

"""Classes of models of which a driver refused every case for lack of a device or of resources.

A class is an operation, a type, a pair of both, a path or a spec file. The reported classes
together cover all refused cases.
"""

from dataclasses import replace

import pytest

from conformance.results.policy_check import unmet_requirements
from conformance.results.run_statistics import RunStatistics
from conformance.verdicts import Verdict, VerdictKind
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


def shares(refused_cases, executed_cases, operation="LSTM", kind=VerdictKind.NO_RESOURCES):
    """Return verdicts of an operation: some cases refused, the others executed."""
    return [
        *(refused(f"V1_2/lstm/a{n}", (operation,), kind=kind) for n in range(refused_cases)),
        *(ran(f"V1_2/lstm/b{n}", (operation,)) for n in range(executed_cases)),
    ]


def tally_of(*verdicts):
    """Return the statistics of a run with one case for each verdict."""
    tally = RunStatistics()
    for verdict in verdicts:
        tally.add(verdict.case_id, [verdict])
    return tally


@pytest.mark.parametrize("kind", [VerdictKind.UNAVAILABLE, VerdictKind.NO_RESOURCES])
def test_a_class_of_which_most_cases_were_refused_fails_the_run(kind):
    others = [ran(f"V1_0/add_{n}/a") for n in range(300)]
    (line,) = unmet_requirements(DEFAULTS, tally_of(*others, *shares(168, 2, kind=kind)))
    assert f"operation:LSTM (168 of 170 cases, {kind})" in line


@pytest.mark.parametrize(
    ("refused_cases", "executed_cases", "share", "fails"),
    [
        (11, 10, None, True),
        (10, 10, None, False),
        (9, 1, None, False),  # so few cases fail only if none was executed
        (10, 1, None, True),
        (20, 60, 0.2, True),
        (20, 80, 0.2, False),
        (168, 2, 1.0, False),
        (2, 0, 1.0, True),
    ],
)
def test_the_policy_bounds_the_share_of_refused_cases(refused_cases, executed_cases, share, fails):
    others = [ran(f"V1_0/add_{n}/a") for n in range(1000)]
    policy = DEFAULTS | ({} if share is None else {"max_refused_share": share})
    tally = tally_of(*others, *shares(refused_cases, executed_cases))
    lines = unmet_requirements(policy, tally)
    assert bool(lines) is fails
    if fails:
        assert "operation:LSTM" in lines[0]


def test_an_exhausted_driver_with_few_refusals_in_each_class_is_accepted():
    verdicts = [ran(f"V1_0/op{n}_{k}/a", (f"OP{n}",)) for n in range(20) for k in range(50)]
    verdicts += [refused(f"V1_0/op{n}_{k}/b", (f"OP{n}",)) for n in range(20) for k in range(30)]
    assert unmet_requirements(DEFAULTS, tally_of(*verdicts)) == []


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


def test_an_operation_with_one_of_its_types_is_a_class():
    """The operation runs with another type, and the type with another operation."""
    half = ("TENSOR_FLOAT16",)
    found = labels(
        ran("V1_0/relu/a", ("RELU",)),
        ran("V1_0/relu/b", ("FLOOR",), half),
        refused("V1_0/relu/c", ("RELU",), half),
    )
    assert found == ["operation_type:RELU/TENSOR_FLOAT16"]


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

"""Each failure on ONNX Runtime belongs to one finding, and each finding fails.

A seeded sample of the bundled specs is run. With ``NN_CONFORMANCE_FULL=1`` all of them are run, and
the public corpus if ``NN_CONFORMANCE_SPEC_CORPUS`` names its folder.
"""

import os
from pathlib import Path

import numpy as np
import pytest

from conformance.drivers.onnxruntime import Optimization
from conformance.drivers.onnxruntime.device import REFUSED
from conformance.drivers.onnxruntime.findings import page
from conformance.drivers.onnxruntime.operators.unsupported import WITHOUT_OPERATOR
from conformance.drivers.onnxruntime.translation import TRANSLATED
from conformance.hal import OperandType, OperationType
from conformance.harness.comparison import accuracy
from conformance.harness.results.verdict import VerdictKind
from tests.litert.running_examples import bundled, files, outputs_of
from tests.onnxruntime.running_examples import FINDINGS, FULL, bundled_files, device, results
from tests.sample_drivers.engines.litert_faults import Faulty
from tests.sample_drivers.engines.onnxruntime_faults import FAULT_BY_FINDING

pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")
pytestmark = pytest.mark.xdist_group("findings on ONNX Runtime")

_NOT_EXECUTED_OR_PASSED = (VerdictKind.PASSED, VerdictKind.DECLINED, VerdictKind.NOT_APPLICABLE)
"""Verdicts on cases that match no finding."""
_CORPUS = os.environ.get("NN_CONFORMANCE_SPEC_CORPUS")
_NO_CORPUS = pytest.mark.skipif(not (_CORPUS and FULL), reason="no public spec corpus")
SOURCES = pytest.mark.parametrize("source", ["bundled", pytest.param("corpus", marks=_NO_CORPUS)])
LEVELS = pytest.mark.parametrize("level", list(Optimization))


def verdicts(level, source):
    if source == "bundled":
        return results(level, tuple(bundled_files()))
    folders = ("V1_0", "V1_1", "V1_2", "V1_3", "AIDL_V2", "AIDL_V3")
    return results(level, tuple(files(*(Path(_CORPUS) / folder for folder in folders))))


@pytest.mark.slow
@SOURCES
@LEVELS
def test_each_failure_has_one_finding_and_each_matching_case_fails(level, source):
    answers = verdicts(level, source)
    problems = []
    for case, result in answers.items():
        matching = [finding for finding in FINDINGS.for_kernels(level) if finding.matches(case)]
        verdict = result.verdict
        if verdict.kind in _NOT_EXECUTED_OR_PASSED:
            problems += [f"{case} {verdict.kind}: {finding.id}" for finding in matching]
        elif verdict.kind != VerdictKind.FAILED or len(matching) != 1:
            problems.append(f"{verdict}: {[finding.id for finding in matching]}")
        elif verdict.rule != matching[0].rule or matching[0].operation not in verdict.operations:
            problems.append(f"{verdict}: not by {matching[0].id}")
    assert problems == []
    assert len(answers) > 1000


@pytest.mark.slow
@LEVELS
def test_each_finding_has_bundled_failures(level):
    answers = verdicts(level, "bundled")
    for finding in FINDINGS.for_kernels(level):
        assert finding.matches(finding.smallest)
        assert answers[finding.smallest].verdict.kind == VerdictKind.FAILED


def test_finding_ids_and_names_are_valid():
    ids = [finding.id for finding in FINDINGS.findings]
    assert len(set(ids)) == len(ids)
    for finding in FINDINGS.findings:
        assert finding.operation in OperationType.__members__
        assert set(finding.types) <= set(OperandType.__members__)
        assert set(finding.kernels) <= set(Optimization)


def test_each_finding_with_wrong_values_has_a_fault():
    assert {finding.id for finding in FINDINGS.findings if finding.rule == "values"} == set(
        FAULT_BY_FINDING
    )


@pytest.mark.slow
@pytest.mark.parametrize("finding", FAULT_BY_FINDING, ids=str)
def test_reference_with_fault_gives_runtime_results(finding):
    (entry,) = (
        candidate_finding
        for candidate_finding in FINDINGS.findings
        if candidate_finding.id == finding
    )
    faulty = Faulty(FAULT_BY_FINDING[finding])
    cases = [case for case in verdicts(Optimization.BASIC, "bundled") if entry.matches(case)]
    assert cases
    for case in cases:
        example = bundled(case)
        operands = example.model.main.operands
        for faulty_output, runtime_output, tolerance, index in zip(
            outputs_of(faulty, example),
            outputs_of(device(), example),
            accuracy.tolerances(example.model),
            example.model.main.output_indexes,
            strict=True,
        ):
            data = [
                np.ascontiguousarray(array).tobytes() for array in (faulty_output, runtime_output)
            ]
            comparison = accuracy.compare_output(
                *data, operands[index], faulty_output.shape, tolerance
            )
            assert comparison.ok, (case, comparison.worst_mismatch)


@pytest.mark.slow
@SOURCES
def test_every_reason_for_declining_is_known(source):
    for case, result in verdicts(Optimization.BASIC, source).items():
        for reason in result.reasons:
            assert REFUSED not in reason, (case, reason)
            if OperationType[reason.partition(":")[0]] not in WITHOUT_OPERATOR:
                assert sum(entry.explains(reason) for entry in FINDINGS.declined) == 1, (
                    case,
                    reason,
                )


@pytest.mark.slow
@SOURCES
def test_nine_tenths_of_supported_cases_are_executed(source):
    """Check the models whose operations are all translated."""
    translated = {operation.name for operation in map(OperationType, TRANSLATED)}
    verdict_kinds = [
        result.verdict.kind
        for result in verdicts(Optimization.BASIC, source).values()
        if set(result.verdict.operations) <= translated
    ]
    assert sum(kind == VerdictKind.DECLINED for kind in verdict_kinds) < len(verdict_kinds) / 10


def test_page_is_up_to_date():
    page_path = Path(__file__).parents[2] / "docs" / "generated" / "findings-onnxruntime.md"
    assert page_path.read_text(encoding="utf-8") == page(FINDINGS)


def test_every_operation_is_translated_or_has_a_reason():
    for operation in OperationType:
        assert (operation in TRANSLATED) != (operation in WITHOUT_OPERATOR), operation

"""Each failure on LiteRT belongs to one finding, each finding fails, and each has one cause.

The reference kernels run all bundled examples. The other kernels run the cases of findings and one
in six of the others, or all with ``NN_CONFORMANCE_FULL=1``. The public corpus is included if
``NN_CONFORMANCE_SPEC_CORPUS`` names its folder; its folders of HAL 1.2 and 1.3 are run only with
``NN_CONFORMANCE_FULL=1``.
"""

import os
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from conformance.drivers.litert import Kernels
from conformance.drivers.litert.device import REFUSED
from conformance.drivers.litert.findings import load, page
from conformance.drivers.litert.operators.unsupported import WITHOUT_BUILTIN
from conformance.drivers.litert.translation import TRANSLATED
from conformance.hal import OperandType, OperationType
from conformance.harness.comparison import accuracy
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.harness.results.verdict import VerdictKind
from tests.litert.running_examples import (
    INDEX,
    bundled,
    bundled_files,
    case_id,
    device,
    files,
    outputs_of,
)
from tests.sample_drivers.engines.litert_faults import FAULT_BY_FINDING, Faulty

pytest.importorskip("ai_edge_litert")
pytestmark = pytest.mark.xdist_group("findings on LiteRT")

_CORPUS = os.environ.get("NN_CONFORMANCE_SPEC_CORPUS")
_FULL = os.environ.get("NN_CONFORMANCE_FULL") == "1"
_FOLDERS = ["V1_0", "V1_1", *(("V1_2", "V1_3") if _FULL else ())]
_NOT_EXECUTED_OR_PASSED = (VerdictKind.PASSED, VerdictKind.DECLINED, VerdictKind.NOT_APPLICABLE)
"""Verdicts on cases that match no finding."""
FINDINGS = load()
_ONE_OF = 6


def is_selected(kernels, case):
    """Return whether a bundled case is run."""
    return (
        _FULL
        or kernels is Kernels.REFERENCE
        or any(finding.matches(case) for finding in FINDINGS.findings)
        or zlib.crc32(case.encode()) % _ONE_OF == 0
    )


class CaseResult:
    def __init__(self, verdict, reasons, types):
        self.verdict = verdict
        self.reasons = reasons
        self.types = types


@cache
def results(kernels, source):
    """Return the results of the examples of ``bundled`` or ``corpus``, by case id."""
    if source == "bundled":
        paths = bundled_files()
    else:
        paths = files(*(Path(_CORPUS) / folder for folder in _FOLDERS))
    candidate = device(kernels)
    judge = Judge(candidate)
    answers = {}
    for path in paths:
        for info in INDEX.names(path):
            case = case_id(path, info.name)
            if source == "bundled" and not is_selected(kernels, case):
                continue
            example = INDEX.load(path, info.name)
            case_paths = default_paths(candidate.version, case)[:1]
            (verdict,) = judge.judge(example, case, case_paths)
            reasons = ()
            if verdict.kind == VerdictKind.DECLINED:
                reasons = [reason for reason in candidate.decline_reasons(example.model) if reason]
            types = {operand.type for operand in example.model.main.operands}
            answers[case] = CaseResult(verdict, reasons, types)
    return answers


SOURCES = pytest.mark.parametrize(
    "source",
    [
        "bundled",
        pytest.param(
            "corpus", marks=pytest.mark.skipif(not _CORPUS, reason="no public spec corpus")
        ),
    ],
)
KERNELS = pytest.mark.parametrize("kernels", list(Kernels))


@pytest.mark.slow
@SOURCES
@KERNELS
def test_each_failure_has_one_finding_and_each_matching_case_fails(kernels, source):
    problems = []
    for case, result in results(kernels, source).items():
        matching = [finding for finding in FINDINGS.for_kernels(kernels) if finding.matches(case)]
        verdict = result.verdict
        if verdict.kind in _NOT_EXECUTED_OR_PASSED:
            problems += [f"{case} {verdict.kind}: {finding.id}" for finding in matching]
        elif verdict.kind != VerdictKind.FAILED or len(matching) != 1:
            problems.append(f"{verdict}: {[finding.id for finding in matching]}")
        elif verdict.rule != matching[0].rule or matching[0].operation not in verdict.operations:
            problems.append(f"{verdict}: not by {matching[0].id}")
    assert problems == []


@pytest.mark.slow
@KERNELS
def test_each_finding_has_bundled_failures(kernels):
    answers = results(kernels, "bundled")
    for finding in FINDINGS.for_kernels(kernels):
        assert any(finding.matches(case) for case in answers), finding.id
        assert finding.matches(finding.smallest)
        assert answers[finding.smallest].verdict.kind == VerdictKind.FAILED


def test_finding_ids_and_names_are_valid():
    ids = [finding.id for finding in FINDINGS.findings]
    assert len(set(ids)) == len(ids)
    for finding in FINDINGS.findings:
        assert finding.operation in OperationType.__members__
        assert set(finding.types) <= set(OperandType.__members__)
        assert set(finding.kernels) <= set(Kernels)


@pytest.mark.slow
@pytest.mark.parametrize("finding", FAULT_BY_FINDING, ids=str)
def test_reference_with_fault_gives_litert_results(finding):
    (entry,) = (
        candidate_finding
        for candidate_finding in FINDINGS.findings
        if candidate_finding.id == finding
    )
    candidate, faulty = device(Kernels(entry.kernels[0])), Faulty(FAULT_BY_FINDING[finding])
    cases = [case for case in results(Kernels(entry.kernels[0]), "bundled") if entry.matches(case)]
    assert cases
    for case in cases:
        example = bundled(case)
        operands = example.model.main.operands
        for faulty_output, litert_output, tolerance, index, expected in zip(
            outputs_of(faulty, example),
            outputs_of(candidate, example),
            accuracy.tolerances(example.model),
            example.model.main.output_indexes,
            example.outputs,
            strict=True,
        ):
            if expected.ignored:
                continue
            data = [
                np.ascontiguousarray(array).tobytes() for array in (faulty_output, litert_output)
            ]
            comparison = accuracy.compare_output(
                *data, operands[index], faulty_output.shape, tolerance
            )
            assert comparison.ok, (case, comparison.worst_mismatch)


def test_each_finding_with_wrong_values_has_a_fault():
    assert {finding.id for finding in FINDINGS.findings if finding.rule == "values"} == set(
        FAULT_BY_FINDING
    )


@pytest.mark.slow
@SOURCES
@KERNELS
def test_every_reason_for_declining_is_known(kernels, source):
    for case, result in results(kernels, source).items():
        for reason in result.reasons:
            assert REFUSED not in reason, (case, reason)
            if OperationType[reason.partition(":")[0]] not in WITHOUT_BUILTIN:
                assert sum(entry.explains(reason) for entry in FINDINGS.declined) == 1, (
                    case,
                    reason,
                )


@pytest.mark.slow
@SOURCES
def test_at_least_four_fifths_of_supported_cases_are_executed(source):
    """Check float32 and quant8 by operation, without models that have untranslated operations."""
    answers = results(Kernels.REFERENCE, source).values()
    reasons = [reason for result in answers for reason in result.reasons]
    missing = {
        reason.partition(":")[0] for reason in reasons if "the chosen kernels have no" in reason
    }
    assert missing <= {"ELU"}
    translated = {operation.name for operation in map(OperationType, TRANSLATED)} - missing
    counts = {}
    quant8 = {OperandType.TENSOR_QUANT8_ASYMM, OperandType.TENSOR_QUANT8_ASYMM_SIGNED}
    for result in answers:
        operations = set(result.verdict.operations)
        if OperandType.TENSOR_FLOAT16 in result.types or not operations <= translated:
            continue
        if any("scratch memory" in reason for reason in result.reasons):
            continue  # TFLite would overrun its memory, so the call cannot be executed
        if OperandType.TENSOR_FLOAT32 in result.types or result.types & quant8:
            for operation in operations:
                executed, total = counts.get(operation, (0, 0))
                executed += result.verdict.kind != VerdictKind.DECLINED
                counts[operation] = executed, total + 1
    assert len(counts) > 30
    rarely_executed = {
        name: f"{executed_count} of {total_count}"
        for name, (executed_count, total_count) in counts.items()
        if total_count - executed_count > max(1, 0.2 * total_count)
    }
    assert rarely_executed == {}


def test_page_is_up_to_date():
    page_path = Path(__file__).parents[2] / "docs" / "generated" / "findings.md"
    assert page_path.read_text(encoding="utf-8") == page(FINDINGS)


def test_every_operation_is_translated_or_has_a_reason():
    for operation in OperationType:
        assert (operation in TRANSLATED) != (operation in WITHOUT_BUILTIN), operation

"""Every failure on LiteRT is one finding, every finding is a failure, and each has one cause.

The reference kernels run all bundled examples, the others those of findings and one in six of the
rest; all with ``NN_CONFORMANCE_FULL=1``. The public corpus takes part where
``NN_CONFORMANCE_SPEC_CORPUS`` names its folder, its folders of HAL 1.2 and 1.3 when all is run.
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
from conformance.drivers.litert.operators.missing import WITHOUT_BUILTIN
from conformance.drivers.litert.translation import TRANSLATED
from conformance.hal import OperandType, OperationType
from conformance.harness import Judge, Kind, accuracy, default_paths
from tests.litert.causes import CAUSES, Faulty
from tests.litert.examples import (
    INDEX,
    bundled,
    bundled_files,
    case_id,
    device,
    files,
    outputs_of,
)

pytest.importorskip("ai_edge_litert")

_CORPUS = os.environ.get("NN_CONFORMANCE_SPEC_CORPUS")
_FULL = os.environ.get("NN_CONFORMANCE_FULL") == "1"
_FOLDERS = ["V1_0", "V1_1", *(("V1_2", "V1_3") if _FULL else ())]
FOUND = load()
_ONE_OF = 6


def chosen(kernels, case):
    """Whether a bundled case is run."""
    return (
        _FULL
        or kernels is Kernels.REFERENCE
        or any(finding.matches(case) for finding in FOUND.findings)
        or zlib.crc32(case.encode()) % _ONE_OF == 0
    )


class Judged:
    def __init__(self, verdict, reasons, types):
        self.verdict = verdict
        self.reasons = reasons
        self.types = types


@cache
def judged(kernels, source):
    """Verdicts by case id of examples of ``bundled`` or ``corpus``."""
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
            if source == "bundled" and not chosen(kernels, case):
                continue
            example = INDEX.load(path, info.name)
            way = default_paths(candidate.version, case)[:1]
            (verdict,) = judge.judge(example, case, way)
            reasons = ()
            if verdict.kind == Kind.DECLINED:
                reasons = [reason for reason in candidate.decline_reasons(example.model) if reason]
            types = {operand.type for operand in example.model.main.operands}
            answers[case] = Judged(verdict, reasons, types)
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


@SOURCES
@KERNELS
def test_each_failure_is_one_finding_and_each_match_a_failure(kernels, source):
    wrong = []
    for case, one in judged(kernels, source).items():
        matching = [finding for finding in FOUND.on(kernels) if finding.matches(case)]
        verdict = one.verdict
        if verdict.kind in (Kind.PASSED, Kind.DECLINED):
            wrong += [f"{case} {verdict.kind}: {finding.id}" for finding in matching]
        elif verdict.kind != Kind.FAILED or len(matching) != 1:
            wrong.append(f"{verdict}: {[finding.id for finding in matching]}")
        elif verdict.rule != matching[0].rule or matching[0].operation not in verdict.operations:
            wrong.append(f"{verdict}: not by {matching[0].id}")
    assert wrong == []


@KERNELS
def test_each_finding_has_bundled_failures_and_its_smallest_case_is_one(kernels):
    answers = judged(kernels, "bundled")
    for finding in FOUND.on(kernels):
        assert any(finding.matches(case) for case in answers), finding.id
        assert finding.matches(finding.smallest)
        assert answers[finding.smallest].verdict.kind == Kind.FAILED


def test_findings_name_each_thing_once():
    ids = [finding.id for finding in FOUND.findings]
    assert len(set(ids)) == len(ids)
    for finding in FOUND.findings:
        assert finding.operation in OperationType.__members__
        assert set(finding.types) <= set(OperandType.__members__)
        assert set(finding.kernels) <= set(Kernels)


@pytest.mark.parametrize("finding", CAUSES, ids=str)
def test_the_reference_with_just_this_fault_gives_what_litert_gives(finding):
    (entry,) = (one for one in FOUND.findings if one.id == finding)
    candidate, faulty = device(Kernels(entry.kernels[0])), Faulty(CAUSES[finding])
    cases = [case for case in judged(Kernels(entry.kernels[0]), "bundled") if entry.matches(case)]
    assert cases
    for case in cases:
        example = bundled(case)
        operands = example.model.main.operands
        for ours, theirs, tolerance, index, expected in zip(
            outputs_of(faulty, example),
            outputs_of(candidate, example),
            accuracy.tolerances(example.model),
            example.model.main.output_indexes,
            example.outputs,
            strict=True,
        ):
            if expected.ignored:
                continue
            data = [np.ascontiguousarray(array).tobytes() for array in (ours, theirs)]
            same = accuracy.compare(*data, operands[index], ours.shape, tolerance)
            assert same.ok, (case, same.worst)


def test_only_a_failure_by_status_has_no_fault_to_compare():
    assert {f.id for f in FOUND.findings if f.rule == "values"} == set(CAUSES)


@SOURCES
@KERNELS
def test_every_reason_for_declining_is_known(kernels, source):
    for case, one in judged(kernels, source).items():
        for reason in one.reasons:
            assert REFUSED not in reason, (case, reason)
            if OperationType[reason.partition(":")[0]] not in WITHOUT_BUILTIN:
                assert sum(entry.explains(reason) for entry in FOUND.declined) == 1, (case, reason)


@SOURCES
def test_at_least_four_fifths_of_what_tflite_has_are_executed(source):
    """Float32 and quant8, operation by operation; models with an operation that it lacks apart."""
    answers = judged(Kernels.REFERENCE, source).values()
    reasons = [reason for one in answers for reason in one.reasons]
    lacking = {r.partition(":")[0] for r in reasons if "the chosen kernels have no" in r}
    assert lacking <= {"ELU"}
    translated = {operation.name for operation in map(OperationType, TRANSLATED)} - lacking
    counts = {}
    quant8 = {OperandType.TENSOR_QUANT8_ASYMM, OperandType.TENSOR_QUANT8_ASYMM_SIGNED}
    for one in answers:
        operations = set(one.verdict.operations)
        if OperandType.TENSOR_FLOAT16 in one.types or not operations <= translated:
            continue
        if any("scratch memory" in reason for reason in one.reasons):
            continue  # TFLite would write behind its own memory: it has no such call
        if OperandType.TENSOR_FLOAT32 in one.types or one.types & quant8:
            for operation in operations:
                executed, total = counts.get(operation, (0, 0))
                executed += one.verdict.kind != Kind.DECLINED
                counts[operation] = executed, total + 1
    assert len(counts) > 30
    few = {
        name: f"{n} of {all_}"
        for name, (n, all_) in counts.items()
        if all_ - n > max(1, 0.2 * all_)
    }
    assert few == {}


def test_the_page_is_made_of_the_data():
    here = Path(__file__).parents[2] / "docs" / "findings.md"
    assert here.read_text(encoding="utf-8") == page(FOUND)


def test_every_operation_is_translated_or_has_a_reason():
    for operation in OperationType:
        assert (operation in TRANSLATED) != (operation in WITHOUT_BUILTIN), operation

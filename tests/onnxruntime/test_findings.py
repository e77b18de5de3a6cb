"""Every failure on ONNX Runtime is one finding, and every finding is a failure.

Of the bundled specs a seeded slice takes part, with ``NN_CONFORMANCE_FULL=1`` all of them and the
public corpus where ``NN_CONFORMANCE_SPEC_CORPUS`` names its folder.
"""

import os
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from conformance.drivers.onnxruntime import Optimization
from conformance.drivers.onnxruntime.device import REFUSED
from conformance.drivers.onnxruntime.findings import page
from conformance.drivers.onnxruntime.operators.missing import WITHOUT_OPERATOR
from conformance.drivers.onnxruntime.translation import TRANSLATED
from conformance.hal import OperandType, OperationType
from conformance.harness import Kind, accuracy
from conformance.operations import roi_align
from tests.litert.causes import Faulty, smaller_index_first
from tests.litert.examples import bundled, files, outputs_of
from tests.onnxruntime.examples import FOUND, FULL, bundled_files, device, judged

pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")

_CORPUS = os.environ.get("NN_CONFORMANCE_SPEC_CORPUS")
_NO_CORPUS = pytest.mark.skipif(not (_CORPUS and FULL), reason="no public spec corpus")
SOURCES = pytest.mark.parametrize("source", ["bundled", pytest.param("corpus", marks=_NO_CORPUS)])
LEVELS = pytest.mark.parametrize("level", list(Optimization))


def verdicts(level, source):
    if source == "bundled":
        return judged(level, tuple(bundled_files()))
    folders = ("V1_0", "V1_1", "V1_2", "V1_3", "AIDL_V2", "AIDL_V3")
    return judged(level, tuple(files(*(Path(_CORPUS) / folder for folder in folders))))


@SOURCES
@LEVELS
def test_each_failure_is_one_finding_and_each_match_a_failure(level, source):
    answers = verdicts(level, source)
    wrong = []
    for case, one in answers.items():
        matching = [finding for finding in FOUND.on(level) if finding.matches(case)]
        verdict = one.verdict
        if verdict.kind in (Kind.PASSED, Kind.DECLINED):
            wrong += [f"{case} {verdict.kind}: {finding.id}" for finding in matching]
        elif verdict.kind != Kind.FAILED or len(matching) != 1:
            wrong.append(f"{verdict}: {[finding.id for finding in matching]}")
        elif verdict.rule != matching[0].rule or matching[0].operation not in verdict.operations:
            wrong.append(f"{verdict}: not by {matching[0].id}")
    assert wrong == []
    assert len(answers) > 1000


@LEVELS
def test_each_finding_has_bundled_failures_and_its_smallest_case_is_one(level):
    answers = verdicts(level, "bundled")
    for finding in FOUND.on(level):
        assert finding.matches(finding.smallest)
        assert answers[finding.smallest].verdict.kind == Kind.FAILED


def test_findings_name_each_thing_once():
    ids = [finding.id for finding in FOUND.findings]
    assert len(set(ids)) == len(ids)
    for finding in FOUND.findings:
        assert finding.operation in OperationType.__members__
        assert set(finding.types) <= set(OperandType.__members__)
        assert set(finding.kernels) <= set(Optimization)


def zero_beyond(call, kernel, right=roi_align._Points.__init__):
    """Points that lie beyond the map's size count 0."""

    def points(self, start, length, bins, number, size):
        right(self, start, length, bins, number, size)
        cells = bins * number
        middles = start + length * (2 * np.arange(cells) + 1) / (2 * cells)
        inside = (middles >= -1) & (middles <= size)
        self.lower_weight, self.upper_weight = (
            weight * inside for weight in (self.lower_weight, self.upper_weight)
        )

    def faulty(inputs):
        with mock.patch.object(roi_align._Points, "__init__", points):
            return kernel(inputs)

    return faulty


CAUSES = {
    "topk-smaller-index-first": (OperationType.TOPK_V2, smaller_index_first),
    "roi-align-zero-beyond-the-map": (OperationType.ROI_ALIGN, zero_beyond),
}


def test_only_a_failure_by_status_has_no_fault_to_compare():
    assert {f.id for f in FOUND.findings if f.rule == "values"} == set(CAUSES)


@pytest.mark.parametrize("finding", CAUSES, ids=str)
def test_the_reference_with_just_this_fault_gives_what_the_runtime_gives(finding):
    (entry,) = (one for one in FOUND.findings if one.id == finding)
    faulty = Faulty(CAUSES[finding])
    cases = [case for case in verdicts(Optimization.BASIC, "bundled") if entry.matches(case)]
    assert cases
    for case in cases:
        example = bundled(case)
        operands = example.model.main.operands
        for ours, theirs, tolerance, index in zip(
            outputs_of(faulty, example),
            outputs_of(device(), example),
            accuracy.tolerances(example.model),
            example.model.main.output_indexes,
            strict=True,
        ):
            data = [np.ascontiguousarray(array).tobytes() for array in (ours, theirs)]
            same = accuracy.compare(*data, operands[index], ours.shape, tolerance)
            assert same.ok, (case, same.worst)


@SOURCES
def test_every_reason_for_declining_is_known(source):
    for case, one in verdicts(Optimization.BASIC, source).items():
        for reason in one.reasons:
            assert REFUSED not in reason, (case, reason)
            if OperationType[reason.partition(":")[0]] not in WITHOUT_OPERATOR:
                assert sum(entry.explains(reason) for entry in FOUND.declined) == 1, (case, reason)


@SOURCES
def test_nine_tenths_of_what_onnx_has_are_executed(source):
    """Of the models all of whose operations ONNX has."""
    translated = {operation.name for operation in map(OperationType, TRANSLATED)}
    kinds = [
        one.verdict.kind
        for one in verdicts(Optimization.BASIC, source).values()
        if set(one.verdict.operations) <= translated
    ]
    assert sum(kind == Kind.DECLINED for kind in kinds) < len(kinds) / 10


def test_the_page_is_made_of_the_data():
    here = Path(__file__).parents[2] / "docs" / "findings-onnxruntime.md"
    assert here.read_text(encoding="utf-8") == page(FOUND)


def test_every_operation_is_translated_or_has_a_reason():
    for operation in OperationType:
        assert (operation in TRANSLATED) != (operation in WITHOUT_OPERATOR), operation

"""Each failure on ONNX Runtime belongs to one finding, and each finding fails.

A seeded sample of the bundled specs is run. With ``NN_CONFORMANCE_FULL=1`` all of them are run, and
the public corpus if ``NN_CONFORMANCE_SPEC_CORPUS`` names its folder.
"""

import os
from pathlib import Path

import pytest

from conformance.drivers.identity import processor_features
from conformance.engines.findings_pages import findings_page
from conformance.engines.onnx.lower.unsupported import WITHOUT_OPERATOR
from conformance.engines.onnx.translation import TRANSLATED
from conformance.engines.onnxruntime.engine import REFUSED, Optimization
from conformance.hal import OperationType
from conformance.verdicts import VerdictKind
from tests.litert.finding_checks import (
    assert_fault_gives_same_outputs,
    assert_findings_match_failures,
    assert_reasons_are_known,
    assert_smallest_cases_fail,
    assert_translated_or_explained,
    assert_valid_entries,
    assert_wrong_values_have_faults,
    finding_of,
    findings_that_apply,
    run_cases,
    smallest_cases,
)
from tests.litert.running_examples import files, files_of
from tests.onnxruntime.running_examples import FINDINGS, FULL, bundled_files, device, results
from tests.sample_drivers.engines.litert_faults import Faulty
from tests.sample_drivers.engines.onnxruntime_faults import FAULT_BY_FINDING

pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")
pytestmark = pytest.mark.xdist_group("findings on ONNX Runtime")

_CORPUS = os.environ.get("NN_CONFORMANCE_SPEC_CORPUS")
_NO_CORPUS = pytest.mark.skipif(not (_CORPUS and FULL), reason="no public spec corpus")
SOURCES = pytest.mark.parametrize("source", ["bundled", pytest.param("corpus", marks=_NO_CORPUS)])
LEVELS = pytest.mark.parametrize("level", list(Optimization))


def verdicts(level, source):
    if source == "bundled":
        return results(level, tuple(bundled_files()))
    folders = ("V1_0", "V1_1", "V1_2", "V1_3", "AIDL_V2", "AIDL_V3")
    return results(level, tuple(files(*(Path(_CORPUS) / folder for folder in folders))))


@pytest.mark.engine_results
@SOURCES
@LEVELS
def test_each_failure_has_one_finding_and_each_matching_case_fails(level, source):
    answers = verdicts(level, source)
    findings = FINDINGS.for_processor(level, processor_features())
    assert_findings_match_failures(findings, answers)
    assert len(answers) > 1000


@LEVELS
def test_the_smallest_case_of_each_finding_that_applies_fails(level):
    findings = findings_that_apply(FINDINGS, level, device(level))
    cases = smallest_cases(findings)
    assert_smallest_cases_fail(
        findings, run_cases(device(level), files_of(cases), cases.__contains__)
    )


def test_entries_are_valid_and_page_is_up_to_date():
    assert_valid_entries(findings_page("onnxruntime"), Optimization)


def test_each_finding_with_wrong_values_has_a_fault():
    assert_wrong_values_have_faults(FINDINGS, FAULT_BY_FINDING)


@pytest.mark.engine_results
@pytest.mark.parametrize("finding", FAULT_BY_FINDING, ids=str)
def test_reference_with_fault_gives_runtime_results(finding):
    entry = finding_of(FINDINGS, finding)
    if not entry.cases or not entry.condition.fits(processor_features()):
        pytest.skip(f"no bundled case shows the finding, which is on {entry.condition}")
    cases = [case for case in verdicts(Optimization.BASIC, "bundled") if entry.matches(case)]
    assert_fault_gives_same_outputs(Faulty(FAULT_BY_FINDING[finding]), device(), cases)


@pytest.mark.engine_results
@SOURCES
def test_every_reason_for_declining_is_known(source):
    results_by_case = verdicts(Optimization.BASIC, source)
    assert_reasons_are_known(FINDINGS, results_by_case, REFUSED, WITHOUT_OPERATOR)


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


def test_every_operation_is_translated_or_has_a_reason():
    assert_translated_or_explained(TRANSLATED, WITHOUT_OPERATOR)

"""Each failure on LiteRT belongs to one finding, each finding fails, and each has one cause.

A finding holds for the engine's versions and the processors that its condition names. The tests of
all results (``engine_results``) ignore the versions, so that they report what a new one changes.

The reference kernels run all bundled examples. The other kernels run the cases of findings and one
in six of the others, or all with ``NN_CONFORMANCE_FULL=1``. The public corpus is included if
``NN_CONFORMANCE_SPEC_CORPUS`` names its folder; its folders of HAL 1.2 and 1.3 are run only with
``NN_CONFORMANCE_FULL=1``.
"""

import os
import zlib
from functools import cache
from pathlib import Path

import pytest

from conformance.drivers.identity import processor_features
from conformance.engines.findings_pages import findings_page
from conformance.engines.litert import Kernels
from conformance.engines.litert.engine import REFUSED
from conformance.engines.tflite.lower.unsupported import WITHOUT_BUILTIN
from conformance.engines.tflite.translation import TRANSLATED
from conformance.hal import OperandType, OperationType
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
from tests.litert.running_examples import bundled_files, device, files, files_of
from tests.sample_drivers.engines.litert_faults import FAULT_BY_FINDING, Faulty

pytest.importorskip("ai_edge_litert")
pytestmark = pytest.mark.xdist_group("findings on LiteRT")

_CORPUS = os.environ.get("NN_CONFORMANCE_SPEC_CORPUS")
_FULL = os.environ.get("NN_CONFORMANCE_FULL") == "1"
_FOLDERS = ["V1_0", "V1_1", *(("V1_2", "V1_3") if _FULL else ())]
PAGE = findings_page("litert")
FINDINGS = PAGE.load()
_ONE_OF = 6


def is_selected(kernels, case):
    """Return whether a bundled case is run."""
    return (
        _FULL
        or kernels is Kernels.REFERENCE
        or any(finding.matches(case) for finding in FINDINGS.findings)
        or zlib.crc32(case.encode()) % _ONE_OF == 0
    )


@cache
def results(kernels, source):
    """Return the results of the examples of ``bundled`` or ``corpus``, by case id."""
    if source == "bundled":
        paths = bundled_files()
    else:
        paths = files(*(Path(_CORPUS) / folder for folder in _FOLDERS))
    return run_cases(
        device(kernels), paths, lambda case: source != "bundled" or is_selected(kernels, case)
    )


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


@pytest.mark.engine_results
@SOURCES
@KERNELS
def test_each_failure_has_one_finding_and_each_matching_case_fails(kernels, source):
    findings = FINDINGS.for_processor(kernels, processor_features())
    assert_findings_match_failures(findings, results(kernels, source))


@KERNELS
def test_the_smallest_case_of_each_finding_that_applies_fails(kernels):
    findings = findings_that_apply(FINDINGS, kernels, device(kernels))
    cases = smallest_cases(findings)
    answers = run_cases(device(kernels), files_of(cases), cases.__contains__)
    assert_smallest_cases_fail(findings, answers)


def test_entries_are_valid_and_page_is_up_to_date():
    assert_valid_entries(PAGE, Kernels)


@pytest.mark.engine_results
@pytest.mark.parametrize("finding", FAULT_BY_FINDING, ids=str)
def test_reference_with_fault_gives_litert_results(finding):
    entry = finding_of(FINDINGS, finding)
    if not entry.condition.fits(processor_features()):
        pytest.skip(f"the finding is on {entry.condition}")
    kernels = Kernels(entry.kernels[0])
    cases = [case for case in results(kernels, "bundled") if entry.matches(case)]
    assert_fault_gives_same_outputs(Faulty(FAULT_BY_FINDING[finding]), device(kernels), cases)


def test_each_finding_with_wrong_values_has_a_fault():
    assert_wrong_values_have_faults(FINDINGS, FAULT_BY_FINDING)


@pytest.mark.engine_results
@SOURCES
@KERNELS
def test_every_reason_for_declining_is_known(kernels, source):
    assert_reasons_are_known(FINDINGS, results(kernels, source), REFUSED, WITHOUT_BUILTIN)


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


def test_every_operation_is_translated_or_has_a_reason():
    assert_translated_or_explained(TRANSLATED, WITHOUT_BUILTIN)

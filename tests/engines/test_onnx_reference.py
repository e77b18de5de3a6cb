"""The evaluator of the onnx package passes the specs: the translation to ONNX is right.

The evaluator computes each ONNX operator as ONNX defines it, in NumPy and independently of this
project. Its findings state where it differs from ONNX, or ONNX from the contract.
"""

import warnings
import zlib

import pytest

from conformance.drivers import open_driver
from conformance.engines.findings_pages import findings_page
from conformance.verdicts import VerdictKind
from tests.litert.finding_checks import run_cases
from tests.onnxruntime.running_examples import bundled_files

pytest.importorskip("onnx")


@pytest.mark.parametrize("one_of", [48, pytest.param(4, marks=pytest.mark.slow)])
def test_the_evaluator_passes_what_it_takes(one_of):
    findings = findings_page("onnx-reference").load().findings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of NumPy, in the evaluator
        results = run_cases(
            open_driver("onnx-reference"),
            bundled_files(),
            lambda case: zlib.crc32(f"5 {case}".encode()) % one_of == 0,
        )
    unexplained = {
        case: result.verdict.reason
        for case, result in results.items()
        if result.verdict.kind.blames_driver
        and not any(finding.matches(case) for finding in findings)
    }
    assert unexplained == {}
    kinds = [result.verdict.kind for result in results.values()]
    assert kinds.count(VerdictKind.PASSED) > 0.7 * len(kinds) > 10000 / one_of

"""ONNX Runtime and the reference agree on inputs that the specs do not have.

The models are those of the bundled specs, the inputs are random; requests that the contract refuses
are skipped.
"""

import fnmatch

import pytest

from conformance.reference import create_device
from conformance.support import DriverError
from tests.litert.running_examples import INDEX, case_id, outputs_of
from tests.litert.test_against_reference import difference, shuffled
from tests.onnxruntime.running_examples import FINDINGS, bundled_files, device, is_selected

pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")


def has_a_finding(case):
    """Return whether a case matches a finding, also if its own values do not show the fault."""
    patterns = [pattern for finding in FINDINGS.findings for pattern in finding.cases]
    return any(fnmatch.fnmatchcase(case, pattern) for pattern in patterns)


@pytest.mark.slow
def test_random_inputs_give_same_results():
    candidate, reference = device(), create_device()
    compared, differences = 0, {}
    for path in bundled_files():
        for info in INDEX.names(path):
            case = case_id(path, info.name)
            if not is_selected(case) or has_a_finding(case):
                continue
            example = INDEX.load(path, info.name)
            if example.expect_failure:
                continue
            if not all(candidate.supported_operations(example.model)):
                continue
            inputs = shuffled(example, case)
            try:
                outputs_of(reference, example, inputs)
            except DriverError:
                continue
            problem = difference(example, inputs, candidate, reference)
            compared += 1
            if problem is not None:
                differences[case] = problem
    assert compared > 800
    assert differences == {}

"""ONNX Runtime and the reference on other values than the specs have: two engines, one answer.

The models are those of the bundled specs, the inputs random; what the contract refuses is left out.
"""

import fnmatch

import pytest

from conformance.reference import create_device
from conformance.support import DriverError
from tests.litert.examples import INDEX, case_id, outputs_of
from tests.litert.test_against_reference import difference, shuffled
from tests.onnxruntime.examples import FOUND, bundled_files, chosen, device

pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")


def has_a_finding(case):
    """Also where the finding does not show with the spec's own values."""
    patterns = [pattern for finding in FOUND.findings for pattern in finding.cases]
    return any(fnmatch.fnmatchcase(case, pattern) for pattern in patterns)


def test_random_inputs_give_the_same_results():
    candidate, reference = device(), create_device()
    compared, different = 0, {}
    for path in bundled_files():
        for info in INDEX.names(path):
            case = case_id(path, info.name)
            if not chosen(case) or has_a_finding(case):
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
                different[case] = problem
    assert compared > 800
    assert different == {}

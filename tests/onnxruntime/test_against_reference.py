"""ONNX Runtime and the reference agree on inputs that the specs do not have, or a finding says why.

The models are those of the bundled specs, the inputs are random; requests that the contract refuses
are skipped.
"""

import fnmatch

import pytest

from conformance.driver_sdk import DriverError
from conformance.drivers.identity import processor_features
from conformance.reference import create_device
from tests.litert.running_examples import INDEX, case_id, outputs_of
from tests.litert.test_against_reference import difference, explained, shuffled
from tests.onnxruntime.running_examples import FINDINGS, bundled_files, device, is_selected
from tests.sample_drivers.engines.onnxruntime_faults import FAULT_BY_FINDING

pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")


def has_a_finding(case):
    """Return whether a case matches a finding, also if its own values do not show the fault."""
    patterns = [pattern for finding in FINDINGS.findings for pattern in finding.cases]
    return any(fnmatch.fnmatchcase(case, pattern) for pattern in patterns)


@pytest.mark.engine_results
def test_random_inputs_give_same_results():
    candidate, reference = device(), create_device()
    findings = FINDINGS.for_processor(candidate.engine.optimization, processor_features())
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
            if problem is not None and not explained(
                example, inputs, candidate, findings, FAULT_BY_FINDING
            ):
                differences[case] = problem
    assert compared > 800
    assert differences == {}

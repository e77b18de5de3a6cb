"""LiteRT and the reference agree on inputs that the specs do not have.

The models are those of the bundled specs, the inputs are random. Every difference must be explained
by a finding.
"""

import zlib
from dataclasses import replace

import numpy as np
import pytest

from conformance.drivers.identity import processor_features
from conformance.engines.findings import read_findings
from conformance.engines.litert import Kernels
from conformance.hal import INFO, OperandType, OperationType
from conformance.oracle import accuracy
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.reference import create_device
from tests.litert.running_examples import (
    INDEX,
    bundled_files,
    case_id,
    device,
    inputs_of,
    outputs_of,
)
from tests.sample_drivers.engines.litert_faults import FAULT_BY_FINDING, Faulty

pytest.importorskip("ai_edge_litert")

_APPROXIMATE = {OperationType.QUANTIZED_16BIT_LSTM, OperationType.QUANTIZED_LSTM}
"""The product of a 16-bit sigmoid and a large cell state differs by up to 9 codes on LiteRT."""
_INTEGERS = {OperandType.INT32, OperandType.TENSOR_INT32, OperandType.BOOL}


def shuffled(example, case):
    """Return random values in the range of the example's own; indexes, sizes and axes are kept."""
    random = np.random.default_rng(zlib.crc32(case.encode()))
    arrays = inputs_of(example)
    main = example.model.main
    # LiteRT fails an execution with RSQRT of a code that is not positive, which the contract leaves
    # undefined.
    above_zero = any(operation.type == OperationType.RSQRT for operation in main.operations)
    # The contract does not define boxes for anchors of negative size.
    anchors = {
        operation.inputs[2]
        for operation in main.operations
        if operation.type == OperationType.DETECTION_POSTPROCESSING
    }
    for position, index in enumerate(main.input_indexes):
        array, type_ = arrays[position], main.operands[index].type
        if array is None or array.size < 2 or type_ in _INTEGERS or index in anchors:
            continue
        if INFO[type_].quantized:
            limits = np.iinfo(array.dtype)
            lowest = main.operands[index].zero_point + 1 if above_zero else limits.min
            arrays[position] = random.integers(lowest, limits.max + 1, array.shape, array.dtype)
        else:
            finite = np.abs(array[np.isfinite(array)])
            largest = float(finite.max(initial=1e-3))
            values = random.uniform(-largest, largest, array.shape)
            arrays[position] = values.astype(array.dtype)
    return arrays


def difference(example, inputs, candidate, reference):
    operands = example.model.main.operands
    reference_outputs = outputs_of(reference, example, inputs)
    candidate_outputs = outputs_of(candidate, example, inputs)
    for number, (index, tolerance) in enumerate(
        zip(example.model.main.output_indexes, accuracy.tolerances(example.model), strict=True)
    ):
        if example.outputs[number].ignored:
            continue
        expected, actual = reference_outputs[number], candidate_outputs[number]
        if expected.shape != actual.shape:
            return f"output {number}: {expected.shape} and {actual.shape}"
        data = [np.ascontiguousarray(array).tobytes() for array in (expected, actual)]
        comparison = accuracy.compare_output(*data, operands[index], expected.shape, tolerance)
        if not comparison.ok and not is_rounding(example, inputs, data[0], number, data[1]):
            return (
                f"output {number}: {comparison.wrong_elements} of {comparison.total_elements}, "
                f"{comparison.worst_mismatch}"
            )
    return None


def is_rounding(example, inputs, expected, number, actual):
    """Return whether admissible rounding explains a difference, as in a run of the suite."""
    given = tuple(None if array is None else array.tobytes() for array in inputs)
    outputs = list(example.outputs)
    outputs[number] = replace(outputs[number], data=expected)
    check = OutputIntervalCheck(example.with_data(given, tuple(outputs)))
    actuals = [output.data for output in outputs]
    actuals[number] = actual
    return not len(check.unexplained_elements(number, actuals))


def explained(example, inputs, candidate, findings, fault_by_finding=FAULT_BY_FINDING):
    """Return whether the reference with the fault of a finding gives the engine's results."""
    operations = {operation.type for operation in example.model.main.operations}
    faults = [
        fault_by_finding[finding.id] for finding in findings if finding.id in fault_by_finding
    ]
    return any(
        difference(example, inputs, candidate, Faulty((operation, fault))) is None
        for operation, fault in faults
        if operation in operations
    )


_NAN_OF_LARGE_NUMBERS = {
    "V1_0/logistic_special/logistic_special_special",
    "V1_0/logistic_special/logistic_special_special_relaxed",
}
"""XNNPACK's LOGISTIC of float32 numbers between about 1e25 and 1e38 is NaN; the inputs of the specs
themselves are not in this range."""


@pytest.mark.engine_results
@pytest.mark.parametrize("kernels", list(Kernels))
def test_random_inputs_give_same_results(kernels):
    candidate, reference = device(kernels), create_device()
    found = read_findings("conformance.engines.litert")
    findings = found.for_processor(kernels, processor_features())
    refused = [finding for finding in findings if finding.id not in FAULT_BY_FINDING]
    compared, differences = 0, {}
    for path in bundled_files():
        for info in INDEX.names(path):
            case = case_id(path, info.name)
            if "all_inputs_as_internal" in case or any(
                finding.matches(case) for finding in refused
            ):
                continue
            if info.name.endswith(("unknown_rank", "unknown_sizes")):
                continue  # their inputs are used as axes and sizes
            example = INDEX.load(path, info.name)
            if example.expect_failure:
                continue
            if not all(candidate.supported_operations(example.model)):
                continue
            if any(operation.type in _APPROXIMATE for operation in example.model.main.operations):
                continue
            inputs = shuffled(example, case)
            problem = difference(example, inputs, candidate, reference)
            compared += 1
            if problem is not None and not explained(example, inputs, candidate, findings):
                differences[case] = problem
    assert compared > 2500
    known = _NAN_OF_LARGE_NUMBERS if kernels is Kernels.XNNPACK else set()
    assert differences.keys() <= known, differences  # the kernel depends on the processor

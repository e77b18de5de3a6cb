"""LiteRT and the reference on other values than the specs have: two engines, one answer.

The models are those of the bundled specs, the inputs random. What differs must be a finding.
"""

import zlib

import numpy as np
import pytest

from conformance.drivers.litert import Kernels
from conformance.drivers.litert.findings import load
from conformance.hal import INFO, OperandType, OperationType
from conformance.harness import accuracy
from conformance.reference import create_device
from tests.litert.causes import CAUSES, Faulty
from tests.litert.examples import (
    INDEX,
    bundled_files,
    case_id,
    device,
    inputs_of,
    outputs_of,
)

pytest.importorskip("ai_edge_litert")

_APPROXIMATE = {OperationType.QUANTIZED_16BIT_LSTM, OperationType.QUANTIZED_LSTM}
"""The last digits of a 16-bit sigmoid times a large cell state: up to 9 codes apart on LiteRT."""
_INTEGERS = {OperandType.INT32, OperandType.TENSOR_INT32, OperandType.BOOL}


def shuffled(example, case):
    """Random values in the range of the example's own; indexes, sizes and axes as they are."""
    random = np.random.default_rng(zlib.crc32(case.encode()))
    arrays = inputs_of(example)
    main = example.model.main
    # LiteRT ends an execution with a code that has no root; the contract does not say what comes
    above_zero = any(operation.type == OperationType.RSQRT for operation in main.operations)
    # nor what boxes around anchors of negative size are
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
    ours = outputs_of(reference, example, inputs)
    theirs = outputs_of(candidate, example, inputs)
    for number, (index, tolerance) in enumerate(
        zip(example.model.main.output_indexes, accuracy.tolerances(example.model), strict=True)
    ):
        if example.outputs[number].ignored:
            continue
        one, other = ours[number], theirs[number]
        if one.shape != other.shape:
            return f"output {number}: {one.shape} and {other.shape}"
        data = [np.ascontiguousarray(array).tobytes() for array in (one, other)]
        found = accuracy.compare(*data, operands[index], one.shape, tolerance)
        if not found.ok:
            return f"output {number}: {found.wrong} of {found.total}, {found.worst}"
    return None


def explained(example, inputs, candidate, findings):
    """Whether the reference with a finding's fault built in gives what LiteRT gives."""
    operations = {operation.type for operation in example.model.main.operations}
    faults = [CAUSES[finding.id] for finding in findings if finding.id in CAUSES]
    return any(
        difference(example, inputs, candidate, Faulty((operation, fault))) is None
        for operation, fault in faults
        if operation in operations
    )


@pytest.mark.parametrize("kernels", list(Kernels))
def test_random_inputs_give_the_same_results(kernels):
    candidate, reference = device(kernels), create_device()
    findings = load().on(kernels)
    refused = [finding for finding in findings if finding.id not in CAUSES]
    compared, different = 0, {}
    for path in bundled_files():
        if path.name.startswith("open_shapes"):
            continue  # their numbers become axes and sizes
        for info in INDEX.names(path):
            case = case_id(path, info.name)
            if "all_inputs_as_internal" in case or any(one.matches(case) for one in refused):
                continue
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
                different[case] = problem
    assert compared > 2500
    assert different == {}

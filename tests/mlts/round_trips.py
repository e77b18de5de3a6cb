"""Export of a model, import of the file, and comparison of both on the reference driver."""

from dataclasses import dataclass

import numpy as np

from conformance.driver_sdk import DriverError
from conformance.engines.tflite.tflite_export import ExportedModel, export
from conformance.engines.tflite.tflite_file import decode_tflite
from conformance.engines.tflite.tflite_import import ImportedModel, import_file
from conformance.hal import INFO, OperandType, OperationType
from conformance.oracle.expected import reference_results

STEPS = 3
"""Number of runs of a model with states."""

FLOAT16_LIMIT = 2.0**-9
"""The file computes float16 data in float32 and rounds the results."""

ROUNDED_TWICE = {OperationType.L2_POOL_2D: 2.0**-22, OperationType.LOG_SOFTMAX: 2.0**-21}
"""The largest relative error of operations that the file computes with one rounding more."""


@dataclass(frozen=True)
class RoundTrip:
    """A model after export and import."""

    exported: ExportedModel
    imported: ImportedModel


def round_trip(model):
    """Return the model after export and import; raise the error of the one that refuses it."""
    exported = export(model)
    return RoundTrip(exported, import_file(decode_tflite(exported.content, "x.tflite")))


def rounding_limit(model):
    """Return the relative and absolute error that the file's arithmetic may have."""
    subgraphs = (model.main, *model.referenced)
    types = {operand.type for subgraph in subgraphs for operand in subgraph.operands}
    found = {operation.type for subgraph in subgraphs for operation in subgraph.operations}
    if types & {OperandType.TENSOR_FLOAT16, OperandType.FLOAT16}:
        return FLOAT16_LIMIT
    return max((ROUNDED_TWICE.get(type_, 0.0) for type_ in found), default=0.0)


def _initial(operand):
    value = np.full(operand.dimensions or (1,), operand.zero_point, INFO[operand.type].dtype)
    return value.tobytes()


def original_results(model, inputs, exported, steps):
    """Return the outputs of each step; states start with zeros and are passed on."""
    main, values = model.main, list(inputs)
    for state in exported.states:
        values[state.input] = _initial(main.operands[main.input_indexes[state.input]])
    for _ in range(steps):
        results = reference_results(model, values)
        for state in exported.states:
            values[state.input] = results[state.output].tobytes()
        yield results


def imported_results(trip, inputs, steps):
    """Return the file's outputs of each step, by number of the file's output."""
    imported, main = trip.imported, trip.imported.model.main
    values = [
        _initial(main.operands[index]) if number is None else inputs[trip.exported.inputs[number]]
        for number, index in zip(imported.file_inputs, main.input_indexes, strict=True)
    ]
    for _ in range(steps):
        results = reference_results(imported.model, values)
        for state in imported.states:
            assert state.output is not None, "a state has no new value"
            values[state.input] = results[state.output].tobytes()
        yield {
            number: result
            for number, result in zip(imported.file_outputs, results, strict=True)
            if number is not None
        }


def refuses_empty_float16(model, error):
    """Return whether a refusal is due to CAST, which has no tensors of size 0 in the contract.

    The file computes in float32, so empty float16 values pass through CAST.
    """
    types = {operand.type for operand in model.main.operands}
    return OperandType.TENSOR_FLOAT16 in types and "CAST does not support" in str(error)


def compare(model, inputs, ignored=frozenset()):
    """Compare a model with its form after export and import; false if CAST makes it impossible.

    ``ignored`` are outputs that are not compared. A state is compared by the later steps, and adds
    the rounding errors of the steps before.
    """
    trip = round_trip(model)
    steps = STEPS if trip.exported.states else 1
    limit = rounding_limit(model)
    originals = original_results(model, inputs, trip.exported, steps)
    try:
        imported = list(imported_results(trip, inputs, steps))
    except DriverError as error:
        if refuses_empty_float16(model, error):
            return False
        raise
    for step, (expected, found) in enumerate(zip(originals, imported, strict=True)):
        assert len(found) == len(trip.exported.outputs)
        for number, position in enumerate(trip.exported.outputs):
            if position in ignored:
                continue
            wanted = expected[position]
            actual = found[number]
            message = f"step {step}, output {position}"
            assert actual.shape == (wanted.shape or (1,)), message
            np.testing.assert_allclose(
                actual.reshape(wanted.shape).astype(np.float64),
                wanted.astype(np.float64),
                limit * (step + 1),
                limit * (step + 1),
                err_msg=message,
            )
    return True

"""QUANTIZED_16BIT_LSTM agrees in every code with TFLite's kernel.

Both have the same fixed-point steps.

The comparison uses weight scales of 2^-6 and more. Below that, sums are rounded twice, and the two
implementations round a negative tie of the second rounding in opposite directions.
"""

import numpy as np
import pytest

from conformance.engines import litert
from conformance.hal import (
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    Subgraph,
)
from conformance.reference import create_device

T = OperandType
BATCH, INPUT, UNITS = 32, 20, 30
VALUE, STATE = (2.0**-7, 128), (2.0**-11, 0)


def _case(scale):
    """Return a model with one cell, and random codes for all its inputs."""
    random = np.random.default_rng(11)
    rows = [(T.TENSOR_QUANT8_ASYMM, (BATCH, INPUT), VALUE, (0, 256))]
    rows += [(T.TENSOR_QUANT8_ASYMM, (UNITS, INPUT), (scale, 117), (0, 256))] * 4
    rows += [(T.TENSOR_QUANT8_ASYMM, (UNITS, UNITS), (scale, 117), (0, 256))] * 4
    rows += [(T.TENSOR_INT32, (UNITS,), (scale / 128, 0), (-3000, 3000))] * 4
    rows += [(T.TENSOR_QUANT16_SYMM, (BATCH, UNITS), STATE, (-20000, 20000))]
    rows += [(T.TENSOR_QUANT8_ASYMM, (BATCH, UNITS), VALUE, (0, 256))]
    dtypes = {T.TENSOR_QUANT8_ASYMM: "u1", T.TENSOR_INT32: "i4", T.TENSOR_QUANT16_SYMM: "i2"}
    arrays = [
        random.integers(*code_range, shape).astype(dtypes[type_])
        for type_, shape, _, code_range in rows
    ]
    results = [(T.TENSOR_QUANT16_SYMM, STATE), (T.TENSOR_QUANT8_ASYMM, VALUE)]
    input_lifetime, output_lifetime, no_location = (
        OperandLifeTime.SUBGRAPH_INPUT,
        OperandLifeTime.SUBGRAPH_OUTPUT,
        DataLocation(),
    )
    operands = [
        Operand(type_, shape, 1, *quantization, input_lifetime, no_location)
        for type_, shape, quantization, _ in rows
    ]
    operands += [
        Operand(type_, (BATCH, UNITS), 0, *quantization, output_lifetime, no_location)
        for type_, quantization in results
    ]
    inputs, outputs = tuple(range(15)), (15, 16)
    cell = Operation(OperationType.QUANTIZED_16BIT_LSTM, inputs, outputs)
    return Model(Subgraph(tuple(operands), (cell,), inputs, outputs)), arrays


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize("power", [-4, -5, -6])
def test_codes_agree(power):
    model, arrays = _case(2.0**power)
    ours = create_device().compile(model)(arrays)
    theirs = litert.create_device().compile(model)(arrays)
    for reference_output, litert_output in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(reference_output, litert_output)

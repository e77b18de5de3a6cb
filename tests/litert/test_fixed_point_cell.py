"""QUANTIZED_16BIT_LSTM code by code against TFLite's kernel, which has the same fixed-point steps.

Up to a weight scale of 2^-6 nothing is left open: below it the sums are rounded twice, and the two
round a negative tie of the second time to different sides.
"""

import numpy as np
import pytest

from conformance.drivers import litert
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
    """A model of one cell, and random codes for all its inputs."""
    random = np.random.default_rng(11)
    rows = [(T.TENSOR_QUANT8_ASYMM, (BATCH, INPUT), VALUE, (0, 256))]
    rows += [(T.TENSOR_QUANT8_ASYMM, (UNITS, INPUT), (scale, 117), (0, 256))] * 4
    rows += [(T.TENSOR_QUANT8_ASYMM, (UNITS, UNITS), (scale, 117), (0, 256))] * 4
    rows += [(T.TENSOR_INT32, (UNITS,), (scale / 128, 0), (-3000, 3000))] * 4
    rows += [(T.TENSOR_QUANT16_SYMM, (BATCH, UNITS), STATE, (-20000, 20000))]
    rows += [(T.TENSOR_QUANT8_ASYMM, (BATCH, UNITS), VALUE, (0, 256))]
    dtypes = {T.TENSOR_QUANT8_ASYMM: "u1", T.TENSOR_INT32: "i4", T.TENSOR_QUANT16_SYMM: "i2"}
    arrays = [random.integers(*r, shape).astype(dtypes[t]) for t, shape, _, r in rows]
    results = [(T.TENSOR_QUANT16_SYMM, STATE), (T.TENSOR_QUANT8_ASYMM, VALUE)]
    fed, made, nowhere = (
        OperandLifeTime.SUBGRAPH_INPUT,
        OperandLifeTime.SUBGRAPH_OUTPUT,
        DataLocation(),
    )
    operands = [Operand(t, shape, 1, *q, fed, nowhere) for t, shape, q, _ in rows]
    operands += [Operand(t, (BATCH, UNITS), 0, *q, made, nowhere) for t, q in results]
    inputs, outputs = tuple(range(15)), (15, 16)
    cell = Operation(OperationType.QUANTIZED_16BIT_LSTM, inputs, outputs)
    return Model(Subgraph(tuple(operands), (cell,), inputs, outputs)), arrays


@pytest.mark.parametrize("power", [-4, -5, -6])
def test_every_code_is_the_same(power):
    model, arrays = _case(2.0**power)
    ours = create_device().compile(model)(arrays)
    theirs = litert.create_device().compile(model)(arrays)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(one, other)

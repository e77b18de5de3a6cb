"""The limits of a fused activation, for operations with and without one.

The expected limits are those of FusedActivationFunc (types.hal): RELU [0, inf), RELU1 [-1, 1],
RELU6 [0, 6]; of quantized outputs as codes, zero point + limit / scale.
"""

from dataclasses import replace

import numpy as np
import pytest

from conformance.hal import FusedActivation, OperandType, Operation, OperationType
from conformance.oracle.diagnosis import activation_limits
from tests.sample_drivers.adder_driver import add_example


def model_with(activation, operand_type=OperandType.TENSOR_FLOAT32, scale=0.0, zero_point=0):
    model = add_example().model
    operands = list(model.main.operands)
    for index in (0, 1, 3):
        operands[index] = replace(
            operands[index], type=int(operand_type), scale=scale, zero_point=zero_point
        )
    values = int(activation).to_bytes(4, "little")
    main = replace(model.main, operands=tuple(operands))
    return replace(model, main=main, operand_values=values)


@pytest.mark.parametrize(
    ("activation", "limits"),
    [
        (FusedActivation.NONE, None),
        (FusedActivation.RELU, (0.0, np.inf)),
        (FusedActivation.RELU1, (-1.0, 1.0)),
        (FusedActivation.RELU6, (0.0, 6.0)),
        (17, None),
    ],
)
def test_limits_of_real_values(activation, limits):
    assert activation_limits(model_with(activation), 3) == limits


@pytest.mark.parametrize(
    ("activation", "limits"),
    [
        (FusedActivation.NONE, None),
        (FusedActivation.RELU, (10, 255)),
        (FusedActivation.RELU1, (8, 12)),
        (FusedActivation.RELU6, (10, 22)),
    ],
)
def test_limits_of_codes(activation, limits):
    model = model_with(activation, OperandType.TENSOR_QUANT8_ASYMM, 0.5, 10)
    assert activation_limits(model, 3) == limits


def test_operations_without_an_activation_have_none():
    model = model_with(FusedActivation.RELU)
    for operation in (
        Operation(OperationType.MAXIMUM, (0, 1), (3,)),
        Operation(OperationType.FLOOR, (0,), (3,)),
        Operation(OperationType.ADD, (0,), (3,)),
        Operation(99999, (0, 1, 2), (3,)),
    ):
        main = replace(model.main, operations=(operation,))
        assert activation_limits(replace(model, main=main), 3) is None
    assert activation_limits(model, 0) is None


@pytest.mark.parametrize(
    ("operation", "limits"),
    [
        (OperationType.RELU, (0.0, np.inf)),
        (OperationType.RELU1, (-1.0, 1.0)),
        (OperationType.RELU6, (0.0, 6.0)),
    ],
)
def test_operations_that_are_activations(operation, limits):
    model = model_with(FusedActivation.NONE)
    main = replace(model.main, operations=(Operation(operation, (0,), (3,)),))
    assert activation_limits(replace(model, main=main), 3) == limits

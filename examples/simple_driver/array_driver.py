"""A driver of sixteen operations on NumPy arrays, for docs/how-to/python-driver.md.

Run the suite on it: ``pytest --driver examples/simple_driver/array_driver.py:ArrayDriver``.
"""

import numpy as np

from conformance.driver_sdk import SimpleDriver
from conformance.hal import OperandType, OperationType, Version

FLOAT32 = OperandType.TENSOR_FLOAT32
QUANT8 = OperandType.TENSOR_QUANT8_ASYMM
QUANT8_SIGNED = OperandType.TENSOR_QUANT8_ASYMM_SIGNED
INT32 = OperandType.TENSOR_INT32

FLOAT_ONLY = {FLOAT32}
QUANTIZED = {QUANT8, QUANT8_SIGNED}  # from HAL 1.3 on, a driver must support both or neither
FLOAT_AND_QUANTIZED = FLOAT_ONLY | QUANTIZED


def real(operand, codes):
    """Return the real values of an operand: scale * (code - zero point) if it is quantized."""
    if operand.type not in QUANTIZED:
        return codes
    return operand.scale * (codes.astype(np.float64) - operand.zero_point)


def stored(operand, values):
    """Return real values in the form in which the operand stores them."""
    if operand.type not in QUANTIZED:
        return np.asarray(values, np.float32)
    codes = np.rint(values / operand.scale) + operand.zero_point
    dtype = np.uint8 if operand.type == QUANT8 else np.int8
    limits = np.iinfo(dtype)
    return np.clip(codes, limits.min, limits.max).astype(dtype)


def activate(code, values):
    """Apply a fused activation; a scalar input is an array without dimensions."""
    bounds = {0: (None, None), 1: (0, None), 2: (-1, 1), 3: (0, 6)}
    low, high = bounds[int(code)]
    return values if low is None else np.clip(values, low, high)


def softmax(x, beta, axis):
    """Return the softmax of ``beta * x`` along the axis."""
    powers = np.exp(float(beta) * (x - x.max(axis=axis, keepdims=True)))
    return powers / powers.sum(axis=axis, keepdims=True)


def reshape(operation, inputs):
    """Return the first input in the shape of the second, where -1 is a size to compute."""
    del operation
    return inputs[0].reshape(tuple(inputs[1]))


def transpose(operation, inputs):
    """Return the transposed input; an omitted permutation reverses the dimensions."""
    del operation
    permutation = inputs[1]
    return np.transpose(inputs[0], None if permutation is None else tuple(permutation))


def concatenate(operation, inputs):
    """Join all inputs but the last along the axis, which is the last one."""
    *arrays, axis = inputs
    values = [real(o, x) for o, x in zip(operation.inputs, arrays, strict=False)]
    return stored(operation.outputs[0], np.concatenate(values, int(axis)))


def fully_connected(operation, inputs):
    """Multiply the rows of the input by the weights, which have one row for each output."""
    x, weights = (real(o, a) for o, a in zip(operation.inputs[:2], inputs[:2], strict=True))
    bias = inputs[2] * (operation.inputs[2].scale or 1)
    rows = x.reshape(-1, weights.shape[1])
    return stored(operation.outputs[0], activate(inputs[3], rows @ weights.T + bias))


def arithmetic(function):
    """Return a kernel for a function of two arrays that is followed by an activation."""

    def run(operation, inputs):
        left, right = (real(o, a) for o, a in zip(operation.inputs[:2], inputs[:2], strict=True))
        return stored(operation.outputs[0], activate(inputs[2], function(left, right)))

    return run


def elementwise(function):
    """Return a kernel for a function of one array."""

    def run(operation, inputs):
        return stored(operation.outputs[0], function(real(operation.inputs[0], inputs[0])))

    return run


def run_softmax(operation, inputs):
    """Softmax along the last axis, or along the optional third input."""
    axis = int(inputs[2]) if len(inputs) > 2 and inputs[2] is not None else -1
    result = softmax(real(operation.inputs[0], inputs[0]), inputs[1], axis)
    return stored(operation.outputs[0], result)


T = OperationType
KERNELS = {
    T.ABS: (elementwise(np.abs), FLOAT_ONLY),
    T.ADD: (arithmetic(np.add), FLOAT_AND_QUANTIZED),
    T.CONCATENATION: (concatenate, FLOAT_AND_QUANTIZED),
    T.DEQUANTIZE: (elementwise(np.asarray), QUANTIZED),
    T.FLOOR: (elementwise(np.floor), FLOAT_ONLY),
    T.FULLY_CONNECTED: (fully_connected, FLOAT_AND_QUANTIZED),
    T.MUL: (arithmetic(np.multiply), FLOAT_AND_QUANTIZED),
    T.NEG: (elementwise(np.negative), FLOAT_ONLY),
    T.QUANTIZE: (elementwise(np.asarray), FLOAT_ONLY),
    T.RELU: (elementwise(lambda x: np.maximum(x, 0)), FLOAT_AND_QUANTIZED),
    T.RELU6: (elementwise(lambda x: np.clip(x, 0, 6)), FLOAT_AND_QUANTIZED),
    T.RESHAPE: (reshape, FLOAT_AND_QUANTIZED),
    T.SOFTMAX: (run_softmax, FLOAT_AND_QUANTIZED),
    T.SUB: (arithmetic(np.subtract), FLOAT_AND_QUANTIZED),
    T.TANH: (elementwise(np.tanh), FLOAT_AND_QUANTIZED),
    T.TRANSPOSE: (transpose, FLOAT_AND_QUANTIZED),
}
"""The operations: the kernel, and the types of the first input."""

TYPES = FLOAT_AND_QUANTIZED | {INT32, OperandType.INT32, OperandType.FLOAT32}
"""The types that an operand of an operation may have."""


class ArrayDriver(SimpleDriver):
    """The driver."""

    name = "arrays"
    version = Version.V1_3
    version_string = "1.0"

    def supports(self, operation):
        """Accept an operation by its type and by the types of its operands."""
        if operation.type not in KERNELS:
            return False
        operands = operation.inputs + operation.outputs
        _, types = KERNELS[operation.type]
        return operation.inputs[0].type in types and all(o.type in TYPES for o in operands)

    def run(self, operation, inputs):
        """Call the kernel of the operation."""
        kernel, _ = KERNELS[operation.type]
        with np.errstate(all="ignore"):  # infinities and NaN are legal values
            return kernel(operation, inputs)

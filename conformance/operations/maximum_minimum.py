"""MAXIMUM, MINIMUM: the larger or smaller of two elements, with broadcasting.

The three quantizations may differ. Rounding preserves order, so it is correct to convert both codes
to the output's quantization first (ties away from zero, clamped) and to compare the results.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.broadcasting import binary, broadcast_of, compatible_shapes
from conformance.operations.kernels.code_tables import make_recoder
from conformance.operations.kernels.fast_paths import sortable_bits
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import is_quantized
from conformance.operations.model.call import Call
from conformance.operations.model.definition import Array, Form, Kernel, OperationDefinition, tensor
from conformance.operations.model.properties import MONOTONE, Cost, Properties, Sampling

_NEGATIVE_INFINITY: Final = -0x7C01
_NAN: Final = 0x7C01
"""The ``sortable_bits`` of minus infinity and of the smallest positive NaN."""


def _of_halves(ufunc: np.ufunc, least: int) -> Callable[[Array, Array], Array]:
    """Return the function for float16 values, by comparing their bits as integers.

    Integers are counted upwards from ``least`` with wrap-around, which makes a NaN of either sign
    win.
    """

    def sort_keys(values: Array) -> Array:
        found = sortable_bits(values.view(np.int16))
        found -= least
        return found.view(np.uint16)

    def function(first: Array, second: Array) -> Array:
        selected = ufunc(sort_keys(first), sort_keys(second)).view(np.int16)
        selected += least
        return sortable_bits(selected).view(np.float16)

    return function


def _compile(ufunc: np.ufunc) -> Callable[[Call], Kernel]:
    by_value = binary(without_fp_warnings(lambda left, right: np.asarray(ufunc(left, right))))
    of_halves = binary(_of_halves(ufunc, _NEGATIVE_INFINITY if ufunc is np.maximum else _NAN))

    def compile_(call: Call) -> Kernel:
        if call.primary.type == OperandType.TENSOR_FLOAT16:
            return of_halves
        if not is_quantized(call.primary):
            return by_value
        output = call.output()
        first, second = (
            make_recoder(call.view("input0"), output),
            make_recoder(call.view("input1"), output),
        )
        return binary(lambda left, right: np.asarray(ufunc(first(left), second(right))))

    return compile_


def _definition(
    type_: OperationType, properties: Properties, ufunc: np.ufunc, doc: str
) -> OperationDefinition:
    return OperationDefinition(
        type=type_,
        properties=properties,
        since=Version.V1_2,
        primary="input0",
        types={
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_INT32: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(Form("default", (tensor("input0"), tensor("input1")), (2,)),),
        outputs=(tensor("output"),),
        conditions=(compatible_shapes("input0", "input1"),),
        shapes=broadcast_of("input0", "input1"),
        compile=_compile(ufunc),
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        OperationType.MAXIMUM,
        Properties(MONOTONE, Sampling("elementwise.maximum"), Cost.AVERAGE),
        np.maximum,
        "output = max(input0, input1)",
    ),
    _definition(
        OperationType.MINIMUM,
        Properties(MONOTONE, Sampling("elementwise.minimum"), Cost.AVERAGE),
        np.minimum,
        "output = min(input0, input1)",
    ),
)

"""ABS, NEG, EXP, LOG, SQRT, RSQRT, SIN: one real function, element by element.

EXP, LOG and RSQRT are computed in double precision and rounded once; ABS, NEG and SQRT are exact or
correctly rounded; SIN is computed in float32. Outside a function's domain results are those of IEEE
754: the logarithm of 0 is minus infinity, that of a negative number NaN. A quantized RSQRT
(AIDL_V3) returns the largest code for real 0, as clamping infinity does, and the zero point for a
negative real value, which has no result.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import by_table, quantizer, unary
from conformance.operations.kernels.fast_paths import (
    in_blocks,
    round_to,
    tabulated_by_pattern,
    to_float32,
)
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import F64Array, is_quantized
from conformance.operations.model.call import Call
from conformance.operations.model.definition import Array, Form, Kernel, OperationDefinition, tensor
from conformance.operations.model.properties import (
    MONOTONE,
    SPECIAL,
    Cost,
    IntervalBehavior,
    IntervalRule,
    Properties,
    Undefined,
    Values,
    sample_unary,
)

_FLOATS = {OperandType.TENSOR_FLOAT32: Version.V1_2, OperandType.TENSOR_FLOAT16: Version.V1_2}


def _rsqrt(values: F64Array) -> F64Array:
    return np.reciprocal(np.sqrt(values))


def _in_own_type(ufunc: np.ufunc) -> Callable[[Call], Kernel]:
    """Return the kernel of a function whose result is exact or correctly rounded in every width."""
    kernel = unary(
        tabulated_by_pattern(without_fp_warnings(lambda values: np.asarray(ufunc(values))))
    )
    return lambda _call: kernel


def _in_single(ufunc: np.ufunc) -> Callable[[Call], Kernel]:
    """Return the kernel of a function computed in float32.

    Its range is so small that errors in the last places of float32 are far below tolerances.
    """

    @without_fp_warnings
    def function(values: Array) -> Array:
        return round_to(ufunc(to_float32(values)), values.dtype)

    kernel = unary(tabulated_by_pattern(function))
    return lambda _call: kernel


def _widened(function: Callable[[F64Array], F64Array]) -> Callable[[Call], Kernel]:
    def compile_(call: Call) -> Kernel:
        assert call.primary.info is not None
        dtype = call.primary.info.dtype

        @without_fp_warnings
        def rounded(values: Array) -> Array:
            return function(values.astype(np.float64)).astype(dtype)

        return unary(tabulated_by_pattern(in_blocks(rounded)))

    return compile_


def _compile_rsqrt(call: Call) -> Kernel:
    if not is_quantized(call.primary):
        return _widened(_rsqrt)(call)
    quantize = quantizer(call.output())

    @without_fp_warnings
    def codes(values: F64Array) -> Array:
        return quantize(np.where(values < 0.0, 0.0, _rsqrt(np.abs(values))))

    return by_table(call.primary, codes)


def _definition(
    type_: OperationType,
    properties: Properties,
    compile_: Callable[[Call], Kernel],
    doc: str,
    more_types: dict[OperandType, Version] | None = None,
) -> OperationDefinition:
    return OperationDefinition(
        type=type_,
        properties=properties,
        since=Version.V1_2,
        primary="input",
        types={**_FLOATS, **(more_types or {})},
        forms=(Form("default", (tensor("input"),), (1,)),),
        outputs=(tensor("output"),),
        shapes=lambda call: (call.shape("input"),),
        compile=compile_,
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        OperationType.ABS,
        Properties(
            IntervalBehavior(
                IntervalRule.MONOTONE, turning_points=(0.0,), undefined=Undefined.SMALLEST_INT32
            ),
            sample_unary(lambda low, high: (max(low, -high, 0.0), max(-low, high))),
            Cost.LOW,
        ),
        _in_own_type(np.absolute),
        "output = |input|; undefined for the smallest INT32",
        {OperandType.TENSOR_INT32: Version.V1_3},
    ),
    _definition(
        OperationType.EXP,
        Properties(
            MONOTONE,
            sample_unary(
                lambda _low, high: (0.0, 2.75 ** min(max(high, 0.0), 40)), within=(-16.0, 8.0)
            ),
            Cost.LOW,
        ),
        _widened(np.exp),
        "output = e^input",
    ),
    _definition(
        OperationType.LOG,
        Properties(
            MONOTONE,
            sample_unary(
                lambda _low, high: (-4.0, max(high, 1.0)),
                values=Values.POSITIVE,
                within=(1e-3, 1e9),
            ),
            Cost.LOW,
        ),
        _widened(np.log),
        "output = natural logarithm of input",
    ),
    _definition(
        OperationType.NEG,
        Properties(
            IntervalBehavior(IntervalRule.MONOTONE, undefined=Undefined.SMALLEST_INT32),
            sample_unary(lambda low, high: (-high, -low)),
            Cost.LOW,
        ),
        _in_own_type(np.negative),
        "output = -input; undefined for the smallest INT32",
        {OperandType.TENSOR_INT32: Version.V1_2},
    ),
    _definition(
        OperationType.RSQRT,
        Properties(
            MONOTONE,
            sample_unary(
                lambda low, _high: (0.0, 4.0 if low > 0 else 16.0),
                values=Values.POSITIVE,
                within=(1e-3, 1e9),
            ),
            Cost.AVERAGE,
        ),
        _compile_rsqrt,
        "output = 1 / sqrt(input); if quantized, input and output have separate quantizations",
        {
            OperandType.TENSOR_QUANT8_ASYMM: Version.AIDL_V3,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.AIDL_V3,
        },
    ),
    _definition(
        OperationType.SIN,
        Properties(
            SPECIAL, sample_unary(lambda _low, _high: (-1.0, 1.0), within=(-64.0, 64.0)), Cost.LOW
        ),
        _in_single(np.sin),
        "output = sine of input (radians)",
    ),
    _definition(
        OperationType.SQRT,
        Properties(
            MONOTONE,
            sample_unary(
                lambda _low, high: (0.0, max(high, 1.0)), values=Values.POSITIVE, within=(0.0, 1e9)
            ),
            Cost.LOW,
        ),
        _in_own_type(np.sqrt),
        "output = square root of input",
    ),
)

"""Everything that the module of an operation needs: the data model, presets and kernel helpers.

A module imports it as ``from conformance.operations import toolkit as op``.
"""

from __future__ import annotations

from conformance.hal import (
    FusedActivation,
    OperandType,
    OperationType,
    PaddingScheme,
    SymmPerChannelQuantParams,
    Version,
)
from conformance.operations.families.axes import AXES_IN_RANGE, Axes, reduced_axes, reduced_shape
from conformance.operations.families.broadcasting import binary, broadcast_of, compatible_shapes
from conformance.operations.kernels.code_tables import as_booleans, make_recoder, real_by_code
from conformance.operations.kernels.elementwise import (
    Compile,
    Index,
    by_table,
    dequantizer,
    exact,
    from_inputs,
    in_double,
    in_single,
    nearest_codes,
    quantizer,
    rounded,
    unary,
)
from conformance.operations.kernels.fast_paths import (
    MIN_ELEMENTS,
    first_outside,
    rearrange,
    round_to,
    select_elements,
    sortable_bits,
    sortable_integers,
    tabulated_by_pair,
    tabulated_by_pattern,
    to_float32,
)
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import (
    REAL_BOUNDS,
    F64Array,
    activated_range,
    code_bounds,
    is_quantized,
    normalize_axis,
    primary_is_int,
    real,
    round_half_away,
    store,
)
from conformance.operations.model.call import (
    Call,
    OperandView,
    PartialShape,
    Unknown,
    data_dependent_shapes,
)
from conformance.operations.model.conditions import (
    at_least,
    axis_in_range,
    fixed_quantization,
    fused_activation,
    same_quantization,
)
from conformance.operations.model.definition import (
    FLOAT_SCALAR,
    FLOATS,
    QUANT8,
    SAME,
    Array,
    Condition,
    Form,
    Kernel,
    OperandSpec,
    OperationDefinition,
    Presence,
    Shape,
    TypeRule,
    ZeroSize,
    by_primary,
    condition,
    only,
    ranks,
    scalar,
    tensor,
    trailing,
    up_to,
)
from conformance.operations.model.named_sizes import axis_size, size, sizes_agree
from conformance.operations.model.presets import (
    BOOL8_1_2,
    FLOAT16_FIRST_AND_INT32,
    FLOAT_TYPES_1_0,
    FLOAT_TYPES_1_2,
    IMAGE_INPUT,
    IMAGE_OUTPUT,
    INT32_TENSOR,
    QUANT8_SINCE_1_2,
    TYPES_1_0,
    TYPES_1_1,
    TYPES_1_2,
    TYPES_1_2_AND_INT32,
    boolean,
    float_scalar,
    form,
    image,
    int32,
    int32_tensor,
    int32_vector,
    matrix,
    not_before,
    one_form,
    types_and_int32_since,
    types_since,
    vector,
)
from conformance.operations.model.properties import (
    AVERAGE,
    CELL,
    COMPARES,
    CONVERTS,
    COPIES,
    DEFAULT_WEIGHT,
    DISCONTINUOUS,
    EQUALITY,
    LINEAR_SUM,
    MONOTONE,
    SELECTED_ROWS,
    SELECTS,
    SPECIAL,
    Cost,
    IntervalBehavior,
    IntervalRule,
    Precision,
    Properties,
    Sampling,
    Trait,
    Undefined,
    Values,
    corners,
    properties,
    sample_unary,
)

"""The causes of the findings, as faults that can be built into the reference driver."""

from unittest import mock

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, OperandView
from conformance.operations.kernels import recurrent_cell
from conformance.operations.kernels.recurrent_cell import ACTIVATIONS, NONE, LstmCell
from conformance.operations.resize_bilinear import image_axes
from conformance.reference import ReferenceDevice


def window_without_its_end(call, kernel):
    def faulty(inputs):
        x = np.moveaxis(inputs[0].astype(np.float64), call.scalar("axis"), -1)
        radius, depth = call.scalar("radius"), x.shape[-1]
        sums = np.stack(
            [
                (x[..., max(0, d - radius) : min(depth, d + radius)] ** 2).sum(axis=-1)
                for d in range(depth)
            ],
            axis=-1,
        )
        base = call.scalar("bias") + call.scalar("alpha") * sums
        result = np.moveaxis(x / base ** call.scalar("beta"), -1, call.scalar("axis"))
        return (result.astype(inputs[0].dtype),)

    return faulty


_SUMS = LstmCell.sums
_DIRECTIONS = ("fw", "bw")


def _read(arrays, time_major):
    """Return for each step and sequence whether these inputs are not all zero.

    With time first, all sequences of a step are considered together.
    """
    steps = [array if time_major else array.swapaxes(0, 1) for array in arrays]
    return np.any(
        [np.any(step_values != 0, axis=(1, 2) if time_major else 2) for step_values in steps],
        axis=0,
    )


def _products(call, inputs):
    """Return the number of products in the cell gate at each step, in the order of execution."""

    def input_named(name):
        position = call.position(name)
        return None if position is None else inputs[position]

    x = inputs[0]
    if call.definition.type == OperationType.LSTM:
        return [1 + np.any(x != 0)]
    time_major = call.scalar("time_major")
    if call.definition.type == OperationType.UNIDIRECTIONAL_SEQUENCE_LSTM:
        return list(1 + _read([x], time_major))
    aux = input_named("aux_input")
    cross_linked = input_named("fw_aux_forget_weights") is not None
    normalized = any(
        input_named(f"{prefix}_forget_layer_norm_weights") is not None for prefix in _DIRECTIONS
    )
    state_shapes = {
        tuple(input_named(f"{prefix}_{kind}_state_in").shape for kind in ("output", "cell"))
        for prefix in _DIRECTIONS
    }
    widths = {x.shape[2]} if aux is None or cross_linked else {x.shape[2], aux.shape[2]}
    # If TFLite's bidirectional operator does not support the call, the bridge concatenates both
    # inputs.
    separate = normalized or len(state_shapes) > 1 or len(widths) > 1
    inputs_by_direction = [[[x]], [[x]]]
    if aux is not None and not cross_linked:
        inputs_by_direction[1] = [[aux]]
    elif cross_linked:
        inputs_by_direction = [[[x, aux]] if separate else [[x], [aux]]] * 2
    forward, backward = (
        1 + sum(_read(product_inputs, time_major) for product_inputs in direction_inputs)
        for direction_inputs in inputs_by_direction
    )
    return [*forward, *backward[::-1]]


class _Linear:
    """Activation 0 in a step: LiteRT does not copy the cell state from one buffer to the other.

    Each product moves the cell gate to the other buffer. After an odd number of products the gate
    lacks the last one or, with normalization, has its initial value. The cell gate replaces the new
    cell state.
    """

    def __init__(self, products):
        self._products = iter(products)
        self._odd = self._gate = None

    def sums(self, cell, x, h):
        total, share = _SUMS(cell, x, h), cell.cell_gate.columns
        self._odd = np.reshape(next(self._products) % 2, (-1, 1))
        if cell.cell_gate.norm is None:
            total[:, share] -= self._odd * (h @ cell.from_output[share].T)
            self._odd = 0
        return total

    def __call__(self, values):
        if self._gate is None:
            self._gate = values * (1 - self._odd)
            return self._gate
        gate, self._gate = self._gate, None
        return gate


def _standardized(values):
    """Normalize with the constant that LiteRT adds to the variance, which the contract allows."""
    centered = values - values.mean(axis=1, keepdims=True)
    return centered / np.sqrt((centered**2).mean(axis=1, keepdims=True) + 1e-8)


def output_takes_the_cell_gate(call, kernel):
    if call.scalar("activation") != NONE:
        return kernel

    def faulty(inputs):
        linear = _Linear(_products(call, inputs))
        with (
            mock.patch.object(recurrent_cell, "ACTIVATIONS", {**ACTIVATIONS, NONE: linear}),
            mock.patch.object(LstmCell, "sums", lambda cell, x, h: linear.sums(cell, x, h)),
            mock.patch.object(recurrent_cell, "_standardized", _standardized),
        ):
            return kernel(inputs)

    return faulty


def steps_of_a_1024th(call, kernel):
    if call.output().type != OperandType.TENSOR_QUANT8_ASYMM_SIGNED:
        return kernel
    axes, zero_point = image_axes(call), call.output().zero_point
    (new_shape,) = call.definition.known_shapes(call)

    def taps(axis, old_size):
        align_corners = call.scalar("align_corners") and new_shape[axis] > 1
        step = (1024 * (old_size - align_corners) + (new_shape[axis] - align_corners) // 2) // (
            new_shape[axis] - align_corners
        )
        positions = np.arange(new_shape[axis]) * step
        if call.scalar("half_pixel_centers"):
            positions = np.maximum(positions + step // 2 - 512, 0)
        first = np.minimum(positions // 1024, old_size - 1)
        weight = np.zeros((new_shape[axis], old_size))
        np.add.at(weight, (np.arange(new_shape[axis]), first), 1024 - positions % 1024)
        np.add.at(
            weight,
            (np.arange(new_shape[axis]), np.minimum(first + 1, old_size - 1)),
            positions % 1024,
        )
        return weight / 1024

    def faulty(inputs):
        values = inputs[0].astype(np.float64) - zero_point
        for axis in axes:
            values = np.moveaxis(
                taps(axis, values.shape[axis]) @ np.moveaxis(values, axis, -2), -2, axis
            )
        rounded = np.trunc(values + np.copysign(0.5, values))
        return ((rounded + zero_point).astype(np.int8),)

    return faulty


def steps_as_wide_as_the_input(call, kernel):
    position, time_major = call.position("aux_input"), call.scalar("time_major")

    def faulty(inputs):
        aux = inputs[position]
        if aux is None or not time_major:
            return kernel(inputs)
        step_size = inputs[0][0].size
        misread = [
            aux.ravel()[step_index * step_size :][: aux[0].size].reshape(aux[0].shape)
            for step_index in range(len(aux))
        ]
        return kernel([*inputs[:position], np.stack(misread), *inputs[position + 1 :]])

    return faulty


def boxes_counted(call, kernel):
    per_box = min(call.scalar("max_classes_per_detection"), call.view("scores").dims[2] - 1)

    def faulty(inputs):
        *outputs, count = kernel(inputs)
        return [*outputs, count if call.scalar("use_regular_nms") else count // per_box]

    return faulty


def exponent_rounded(call, kernel):
    def faulty(inputs):
        exponent = inputs[0] * np.float32(np.log2(np.e))
        return (np.exp2(exponent.astype(np.float64)).astype(inputs[0].dtype),)

    return faulty


def infinite_logarithm(call, kernel):
    def faulty(inputs):
        (logarithm,) = kernel(inputs)
        huge = inputs[0] > np.sqrt(2.0) * 2.0**127
        return (np.where(huge, np.inf, logarithm).astype(logarithm.dtype),)

    return faulty


def limited_logarithm(call, kernel):
    def faulty(inputs):
        (logarithm,) = kernel(inputs)
        huge = inputs[0] > np.sqrt(2.0) * 2.0**127
        return (np.where(huge, 127.5 * np.log(2.0), logarithm).astype(logarithm.dtype),)

    return faulty


def no_number_at_zero(call, kernel):
    def faulty(inputs):
        (result,) = kernel(inputs)
        return (np.where(inputs[0] == 0, np.nan, result).astype(result.dtype),)

    return faulty


def low_byte(call, kernel):
    return lambda inputs: (inputs[0].astype(call.output().info.dtype),)


def smaller_index_first(call, kernel):
    def faulty(inputs):
        x, k = inputs[0], call.scalar("k")
        keys = -x.astype(np.float64)
        order = np.argsort(keys, axis=-1, kind="stable")[..., :k]
        return np.take_along_axis(x, order, axis=-1), order.astype(np.int32)

    return faulty


def _compiled_with(call, name, value):
    """Compile the kernel of a call with another value for a scalar."""
    views, position = list(call.inputs), call.position(name)
    views[position] = OperandView(
        views[position].type, (), value=np.array(value, views[position].info.dtype)
    )
    changed = Call(call.definition, call.form, views, call.outputs, call.version)
    return call.definition.compile(changed)


def hidden_zero_point_with_the_other_sign(call, kernel):
    zero_point = call.scalar("hidden_state_zero_point")
    return _compiled_with(call, "hidden_state_zero_point", -zero_point)


def clip_without_the_zero_point(call, kernel):
    clip = call.scalar("projection_clip") if call.present("projection_clip") else 0.0
    if not clip:
        return kernel
    without_clip = _compiled_with(call, "projection_clip", 0.0)
    limit = int(clip / call.output().scale)

    def faulty(inputs):
        output, cell, output_again = without_clip(inputs)
        return np.clip(output, -limit, limit), cell, np.clip(output_again, -limit, limit)

    return faulty


def limited_to_finite_numbers(call, kernel):
    def faulty(inputs):
        (result,) = kernel(inputs)
        if result.dtype != np.float32:
            return (result,)
        most = np.finfo(np.float32).max
        return (np.clip(result, -most, most),)

    return faulty


def wrong_end_beyond_int32(call, kernel):
    output = call.output()
    low, high = output.info.code_range

    def faulty(inputs):
        (result,) = kernel(inputs)
        wrong = high if output.zero_point < 0 else low
        quotient = np.abs(inputs[0].astype(np.float64)) / output.scale
        converted = quotient < 2**31  # false for NaN
        return (np.where(converted, result, wrong).astype(result.dtype),)

    return faulty


def zero_for_nan(call, kernel):
    def faulty(inputs):
        (result,) = kernel(inputs)
        return (np.where(np.isnan(inputs[0]), 0, result).astype(result.dtype),)

    return faulty


def nan_for_huge_numbers(call, kernel):
    def faulty(inputs):
        (result,) = kernel(inputs)
        magnitude = np.abs(inputs[0].astype(np.float64))
        huge = (magnitude > 5e26) & (magnitude < 2.5e38)
        return (np.where(huge, np.nan, result).astype(result.dtype),)

    return faulty


FAULT_BY_FINDING = {
    "add-infinity-becomes-the-largest-number": (OperationType.ADD, limited_to_finite_numbers),
    "optimized-add-infinity-becomes-the-largest-number": (
        OperationType.ADD,
        limited_to_finite_numbers,
    ),
    "sub-infinity-becomes-the-largest-number": (OperationType.SUB, limited_to_finite_numbers),
    "mul-infinity-becomes-the-largest-number": (OperationType.MUL, limited_to_finite_numbers),
    "div-infinity-becomes-the-largest-number": (OperationType.DIV, limited_to_finite_numbers),
    "quantize-infinity-is-the-wrong-end": (OperationType.QUANTIZE, wrong_end_beyond_int32),
    "exp-of-nan-is-zero": (OperationType.EXP, zero_for_nan),
    "logistic-of-a-huge-number-is-nan": (OperationType.LOGISTIC, nan_for_huge_numbers),
    "resize-bilinear-in-steps-of-a-1024th": (OperationType.RESIZE_BILINEAR, steps_of_a_1024th),
    "quantized-lstm-hidden-zero-point-with-the-other-sign": (
        OperationType.QUANTIZED_LSTM,
        hidden_zero_point_with_the_other_sign,
    ),
    "quantized-lstm-projection-clip-without-the-zero-point": (
        OperationType.QUANTIZED_LSTM,
        clip_without_the_zero_point,
    ),
    "topk-smaller-index-first": (OperationType.TOPK_V2, smaller_index_first),
    "cast-int32-wraps-around": (OperationType.CAST, low_byte),
    "lrn-window-without-its-end": (
        OperationType.LOCAL_RESPONSE_NORMALIZATION,
        window_without_its_end,
    ),
    "exp-rounds-the-exponent": (OperationType.EXP, exponent_rounded),
    "logarithm-of-a-huge-number-is-infinite": (OperationType.LOG, infinite_logarithm),
    "logarithm-of-a-huge-number-is-limited": (OperationType.LOG, limited_logarithm),
    "reciprocal-root-of-zero-is-nan": (OperationType.RSQRT, no_number_at_zero),
    "lstm-linear-output-takes-the-cell-gate": (OperationType.LSTM, output_takes_the_cell_gate),
    "sequence-lstm-linear-output-takes-the-cell-gate": (
        OperationType.UNIDIRECTIONAL_SEQUENCE_LSTM,
        output_takes_the_cell_gate,
    ),
    "two-way-lstm-linear-output-takes-the-cell-gate": (
        OperationType.BIDIRECTIONAL_SEQUENCE_LSTM,
        output_takes_the_cell_gate,
    ),
    "detection-counts-boxes": (OperationType.DETECTION_POSTPROCESSING, boxes_counted),
    "two-way-rnn-steps-as-wide-as-the-input": (
        OperationType.BIDIRECTIONAL_SEQUENCE_RNN,
        steps_as_wide_as_the_input,
    ),
}
"""The fault of each finding; a finding that fails by status has no result to compare."""


class Faulty(ReferenceDevice):
    """The reference driver with faults: pairs of an operation and a wrapper of its kernel."""

    def __init__(self, *causes):
        super().__init__()
        self._causes = causes

    def compile_call(self, call):
        kernel = super().compile_call(call)
        for operation, fault in self._causes:
            if call.definition.type == operation:
                kernel = fault(call, kernel)
        return kernel

"""The causes of the findings as faults: the reference driver with just that one built in."""

from unittest import mock

import numpy as np

from conformance.hal import OperationType
from conformance.operations import Call, OperandView
from conformance.operations.cell_activation import logistic
from conformance.operations.lstm_cell import LstmCell
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


def _step_takes_the_cell_gate(self, x, h, c, right=LstmCell.step):
    _, cell = right(self, x, h, c)
    sums = self.sums(x, h)
    return logistic(self.output_gate(sums, cell)) * self.cell_gate(sums, c), cell


def output_takes_the_cell_gate(call, kernel):
    def faulty(inputs):
        with mock.patch.object(LstmCell, "step", _step_takes_the_cell_gate):
            return kernel(inputs)

    return faulty


def steps_as_wide_as_the_input(call, kernel):
    place, time_major = call.position("aux_input"), call.scalar("time_major")

    def faulty(inputs):
        aux = inputs[place]
        if aux is None or not time_major:
            return kernel(inputs)
        step = inputs[0][0].size
        moved = [
            aux.ravel()[t * step :][: aux[0].size].reshape(aux[0].shape) for t in range(len(aux))
        ]
        return kernel([*inputs[:place], np.stack(moved), *inputs[place + 1 :]])

    return faulty


def boxes_counted(call, kernel):
    per_box = min(call.scalar("max_classes_per_detection"), call.view("scores").dims[2] - 1)

    def faulty(inputs):
        *found, count = kernel(inputs)
        return [*found, count if call.scalar("use_regular_nms") else count // per_box]

    return faulty


def exponent_rounded(call, kernel):
    def faulty(inputs):
        exponent = inputs[0] * np.float32(np.log2(np.e))
        return (np.exp2(exponent.astype(np.float64)).astype(inputs[0].dtype),)

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


def clip_without_the_zero_point(call, kernel):
    place = call.position("projection_clip")
    clip = call.scalar("projection_clip") if call.present("projection_clip") else 0.0
    if not clip:
        return kernel
    views = list(call.inputs)
    views[place] = OperandView(views[place].type, (), value=np.zeros((), np.float32))
    without = Call(call.definition, call.form, views, call.outputs, call.version)
    whole = call.definition.compile(without)
    most = int(clip / call.output().scale)

    def faulty(inputs):
        output, cell, again = whole(inputs)
        return np.clip(output, -most, most), cell, np.clip(again, -most, most)

    return faulty


CAUSES = {
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
"""By finding; one that fails by status has no result to compare and is not here."""


class Faulty(ReferenceDevice):
    """The reference with one operation's kernel replaced."""

    def __init__(self, operation, fault):
        super().__init__()
        self._operation, self._fault = operation, fault

    def compile_call(self, call):
        kernel = super().compile_call(call)
        return self._fault(call, kernel) if call.definition.type == self._operation else kernel

"""The causes of the findings as faults: the reference driver with just that one built in."""

import numpy as np

from conformance.hal import OperationType
from conformance.operations.numerics import store
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


def output_takes_the_cell_gate(call, kernel):
    position = call.position

    def faulty(inputs):
        scratch, _, cell, _ = kernel(inputs)

        def gate(name):
            x, h = inputs[position("input")], inputs[position("output_state_in")]
            by_input = inputs[position(f"input_to_{name}_weights")].astype(np.float64)
            by_state = inputs[position(f"recurrent_to_{name}_weights")].astype(np.float64)
            return x @ by_input.T + h @ by_state.T + inputs[position(f"{name}_gate_bias")]

        output = store(gate("cell") / (1 + np.exp(-gate("output"))), call.output(3))
        return scratch, output, cell, output

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


CAUSES = {
    "topk-smaller-index-first": (OperationType.TOPK_V2, smaller_index_first),
    "cast-int32-wraps-around": (OperationType.CAST, low_byte),
    "lrn-window-without-its-end": (
        OperationType.LOCAL_RESPONSE_NORMALIZATION,
        window_without_its_end,
    ),
    "exp-rounds-the-exponent": (OperationType.EXP, exponent_rounded),
    "lstm-linear-output-takes-the-cell-gate": (OperationType.LSTM, output_takes_the_cell_gate),
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

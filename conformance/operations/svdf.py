"""SVDF: one time step of a dense layer over a sequence, approximated by low-rank filters.

The state holds the last memory_size results of each filter, the newest last. A step ends by moving
all results one position towards the front, so the last position of a state is always free. The next
step writes its result there and then filters over time. Computed in double precision and rounded
once.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op

_SIZES = {
    "input": ("batch", "input size"),
    "weights_feature": ("filters", "input size"),
    "weights_time": ("filters", "memory size"),
    "state_in": ("batch",),
}


@op.condition("the number of filters is divisible by rank")
def _rank_divides(call: op.Call) -> str | None:
    rank, filters = call.scalar("rank"), op.size(call, "weights_feature", 0)
    if rank < 1 or filters % rank == 0:
        return None
    return f"weights_feature has {filters} filters, which is not divisible by rank {rank}"


@op.condition("state_in has width memory_size * num_units * rank")
def _state_width(call: op.Call) -> str | None:
    width = op.size(call, "state_in", 1)
    expected = op.size(call, "weights_time", 1) * op.size(call, "weights_feature", 0)
    return (
        None
        if width == expected
        else f"state_in has width {width}, but must have {expected} (memory_size * filters)"
    )


@op.condition("bias has shape [num_units], where num_units is the number of filters / rank")
def _bias_length(call: op.Call) -> str | None:
    if not call.present("bias"):
        return None
    rank, filters = call.scalar("rank"), op.size(call, "weights_feature", 0)
    length = op.size(call, "bias", 0)
    if rank < 1 or length * rank == filters:
        return None
    return (
        f"bias has {length} elements, but {filters} filters of rank {rank} need {filters // rank}"
    )


def _shapes(call: op.Call) -> tuple[op.Shape, op.Shape]:
    batch, filters = op.size(call, "input", 0), op.size(call, "weights_feature", 0)
    memory = op.size(call, "weights_time", 1)
    return (batch, memory * filters), (batch, filters // call.scalar("rank"))


def _compile(call: op.Call) -> op.Kernel:
    rank, activation = call.scalar("rank"), call.scalar("activation")
    state_view, output_view = call.output(0), call.output(1)

    def kernel(
        source: op.Array,
        by_feature: op.Array,
        by_time: op.Array,
        bias: op.Array | None,
        state: op.Array,
        *_scalars: op.Array,
    ) -> tuple[op.Array, op.Array]:
        source, by_feature, by_time, state = (
            array.astype(np.float64) for array in (source, by_feature, by_time, state)
        )
        batch = source.shape[0]
        filters, memory = by_time.shape
        state = state.reshape(batch, filters, memory)
        state[:, :, -1] = source @ by_feature.T
        filtered = (state * by_time).sum(axis=2)
        result = filtered.reshape(batch, filters // rank, rank).sum(axis=2)
        if bias is not None:
            result += bias
        state[:, :, :-1] = state[:, :, 1:]
        state[:, :, -1] = 0.0
        return (
            op.store(state.reshape(batch, filters * memory), state_view),
            op.store(result, output_view, activation),
        )

    return op.with_outputs(kernel)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.SVDF,
    properties=op.properties(op.CELL, "recurrent.svdf", op.Cost.HIGHEST, mobile_weight=24),
    types=op.FLOAT_TYPES_1_0,
    forms=op.one_form(
        op.matrix("input"),
        op.matrix("weights_feature"),
        op.matrix("weights_time"),
        op.vector("bias", presence=op.Presence.OMITTABLE),
        op.matrix("state_in"),
        op.int32("rank"),
        op.int32("activation"),
    ),
    outputs=(op.matrix("state_out"), op.matrix("output")),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.at_least("rank", 1),
        op.sizes_agree(
            _SIZES,
            "batch_size, input_size, memory_size and the number of filters are the same in "
            "all operands",
        ),
        _rank_divides,
        # The contract's text has a memory of one position less; published examples have this
        # width.
        _state_width,
        _bias_length,
        op.fused_activation(),
    ),
    doc=(
        "memory = push(input * weights_feature^T); output = activation(memory * weights_time "
        "+ bias)"
    ),
)

"""SVDF: one time step of a dense layer over a sequence, approximated by low-rank filters.

The state holds the last memory_size results of each filter, the newest last. A step ends by moving
all results one position towards the front, so the last position of a state is always free. The next
step writes its result there and then filters over time. Computed in double precision and rounded
once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.numerics import store
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import at_least, fused_activation
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Presence,
    Shape,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.named_sizes import size, sizes_agree
from conformance.operations.model.properties import CELL, Cost, Properties, Sampling

_SIZES = {
    "input": ("batch", "input size"),
    "weights_feature": ("filters", "input size"),
    "weights_time": ("filters", "memory size"),
    "state_in": ("batch",),
}


def _rank_divides(call: Call) -> str | None:
    rank, filters = call.scalar("rank"), size(call, "weights_feature", 0)
    if rank < 1 or filters % rank == 0:
        return None
    return f"weights_feature has {filters} filters, which is not divisible by rank {rank}"


def _state_width(call: Call) -> str | None:
    width = size(call, "state_in", 1)
    expected = size(call, "weights_time", 1) * size(call, "weights_feature", 0)
    return (
        None
        if width == expected
        else f"state_in has width {width}, but must have {expected} (memory_size * filters)"
    )


def _bias_length(call: Call) -> str | None:
    if not call.present("bias"):
        return None
    rank, filters = call.scalar("rank"), size(call, "weights_feature", 0)
    length = size(call, "bias", 0)
    if rank < 1 or length * rank == filters:
        return None
    return (
        f"bias has {length} elements, but {filters} filters of rank {rank} need {filters // rank}"
    )


def _shapes(call: Call) -> tuple[Shape, Shape]:
    batch, filters = size(call, "input", 0), size(call, "weights_feature", 0)
    memory = size(call, "weights_time", 1)
    return (batch, memory * filters), (batch, filters // call.scalar("rank"))


def _compile(call: Call) -> Kernel:
    rank, activation = call.scalar("rank"), call.scalar("activation")
    state_view, output_view = call.output(0), call.output(1)

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array]:
        source, by_feature, by_time, state = (
            array.astype(np.float64)
            for array in cast("Sequence[Array]", (inputs[0], inputs[1], inputs[2], inputs[4]))
        )
        bias = inputs[3]
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
            store(state.reshape(batch, filters * memory), state_view),
            store(result, output_view, activation),
        )

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.SVDF,
        properties=Properties(CELL, Sampling("recurrent.svdf", mobile_weight=24), Cost.HIGHEST),
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(2)),
                    tensor("weights_feature", ranks=ranks(2)),
                    tensor("weights_time", ranks=ranks(2)),
                    tensor("bias", ranks=ranks(1), presence=Presence.OMITTABLE),
                    tensor("state_in", ranks=ranks(2)),
                    scalar("rank", OperandType.INT32),
                    scalar("activation", OperandType.INT32),
                ),
                (7,),
            ),
        ),
        outputs=(tensor("state_out", ranks=ranks(2)), tensor("output", ranks=ranks(2))),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            at_least("rank", 1),
            sizes_agree(
                _SIZES,
                "batch_size, input_size, memory_size and the number of filters are the same in "
                "all operands",
            ),
            Condition("rank_divides", _rank_divides, "the number of filters is divisible by rank"),
            # The contract's text has a memory of one position less; published examples have this
            # width.
            Condition(
                "state_width", _state_width, "state_in has width memory_size * num_units * rank"
            ),
            Condition(
                "bias_length",
                _bias_length,
                "bias has shape [num_units], where num_units is the number of filters / rank",
            ),
            fused_activation(),
        ),
        doc=(
            "memory = push(input * weights_feature^T); output = activation(memory * weights_time "
            "+ bias)"
        ),
    ),
)

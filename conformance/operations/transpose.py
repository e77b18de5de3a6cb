"""TRANSPOSE: permute the dimensions; values are copied."""

from __future__ import annotations

from conformance.operations import toolkit as op


def _perm(call: op.Call) -> list[int] | None:
    """Return the permutation as given; ``None`` (reversed dimensions) if it is omitted."""
    return call.value("perm").tolist() if call.present("perm") else None


@op.condition("perm, if it has a value, contains each dimension of input exactly once")
def _permutation(call: op.Call) -> str | None:
    perm = _perm(call)
    rank = call.rank("input")
    if perm is None or sorted(perm) == list(range(rank)):
        return None
    return f"perm is {perm}, but must be a permutation of 0 to {rank - 1}"


def _shapes(call: op.Call) -> tuple[op.Shape]:
    perm, shape = _perm(call), call.shape("input")
    return (shape[::-1] if perm is None else tuple(shape[axis] for axis in perm),)


def _compile(call: op.Call) -> op.Kernel:
    perm = _perm(call)
    return op.unary(lambda source: source.transpose(perm))


DEFINITION = op.OperationDefinition(
    type=op.OperationType.TRANSPOSE,
    properties=op.properties(op.COPIES, "movement.transpose", op.Cost.AVERAGE),
    types=op.TYPES_1_1,
    forms=op.one_form(op.tensor("input", ranks=op.up_to(4)), op.optional_int32_vector("perm")),
    outputs=(op.tensor("output", ranks=op.up_to(4)),),
    shapes=_shapes,
    compile=_compile,
    conditions=(_permutation, op.same_quantization("input")),
    zero_size=op.ZeroSize(op.Version.V1_2, "input"),
    doc="output dimension i = input dimension perm[i]; without perm the order is reversed",
)

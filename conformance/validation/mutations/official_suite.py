"""The expectations of the official suite for its own mutations, independent of our rules.

Source: the choice of mutations in the official validation test. Drivers must refuse every mutation
that the test does not skip. If the official suite expects a refusal but our validator accepts the
mutant, one of the two is wrong, not a driver.
"""

from __future__ import annotations

from typing import Final

from conformance.hal import Model, OperandType, OperationType
from conformance.validation.mutations.mutation import MAIN_SUBGRAPH, ModelMutation

_T: Final = OperandType
_O: Final = OperationType

_ALWAYS_REFUSED: Final = frozenset(
    {
        "order.reader",
        "order.writer",
        "order.cycle",
        "order.second_writer",
        "order.missing_writer",
        "operand.type",
        "operand.rank",
        "operand.lifetime",
        "operand.lifetime_only",
        "operand.consumers",
        "operation.type",
        "operation.removed",
        "operation.output_removed",
        "operation.output_added",
    }
)

_FLOATS: Final = frozenset({_T.TENSOR_FLOAT16, _T.TENSOR_FLOAT32})
_QUANT8: Final = frozenset({_T.TENSOR_QUANT8_ASYMM, _T.TENSOR_QUANT8_ASYMM_SIGNED})
_NUMBERS: Final = _FLOATS | _QUANT8 | {_T.TENSOR_INT32}
_FILTERS: Final = frozenset({_T.TENSOR_QUANT8_ASYMM, _T.TENSOR_QUANT8_SYMM_PER_CHANNEL})

_ALSO_LEGAL: Final[dict[int, tuple[tuple[str, int, frozenset[OperandType]], ...]]] = {
    _O.QUANTIZE: (("input", 0, _FLOATS), ("output", 0, _QUANT8)),
    _O.RANDOM_MULTINOMIAL: (("input", 0, _FLOATS),),
    _O.DEQUANTIZE: (
        ("input", 0, _QUANT8 | {_T.TENSOR_QUANT8_SYMM, _T.TENSOR_QUANT8_SYMM_PER_CHANNEL}),
        ("output", 0, _FLOATS),
    ),
    _O.CONV_2D: (("input", 1, _FILTERS),),
    _O.DEPTHWISE_CONV_2D: (("input", 1, _FILTERS),),
    _O.GROUPED_CONV_2D: (("input", 1, _FILTERS),),
    _O.TRANSPOSE_CONV_2D: (("input", 1, _FILTERS),),
    _O.AXIS_ALIGNED_BBOX_TRANSFORM: (("input", 1, _QUANT8),),
}
"""Arguments for which other types may also be legal: (kind, position, types)."""

_LAYOUT_OPTIONAL: Final = frozenset({_O.CONV_2D, _O.AVERAGE_POOL_2D, _O.MAX_POOL_2D, _O.L2_POOL_2D})
_LAST_OPTIONAL: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    **dict.fromkeys(_LAYOUT_OPTIONAL, ((11, 10), (8, 7))),
    _O.DEPTHWISE_CONV_2D: ((12, 11), (9, 8)),
    _O.SPACE_TO_DEPTH: ((3, 2),),
    _O.DEPTH_TO_SPACE: ((3, 2),),
    _O.BATCH_TO_SPACE_ND: ((3, 2),),
    _O.SPACE_TO_BATCH_ND: ((4, 3),),
    _O.L2_NORMALIZATION: ((2, 1),),
    _O.LOCAL_RESPONSE_NORMALIZATION: ((6, 5),),
    _O.SOFTMAX: ((3, 2),),
}
"""Inputs that may be removed without making the call invalid: (number of inputs, position)."""

_MAY_GET_ONE_MORE: Final = {
    _O.L2_NORMALIZATION: 1,
    _O.LOCAL_RESPONSE_NORMALIZATION: 5,
    _O.SOFTMAX: 2,
}
_RESIZES: Final = frozenset({_O.RESIZE_BILINEAR, _O.RESIZE_NEAREST_NEIGHBOR})


def demands_refusal(model: Model, mutation: ModelMutation) -> bool:
    """Return whether the official suite makes this mutation of ``model`` and expects a refusal."""
    if mutation.subgraph != MAIN_SUBGRAPH:
        return False
    family = mutation.family
    if family in _ALWAYS_REFUSED:
        return True
    if family in ("operation.input_index", "operation.output_index"):
        return mutation.value == len(model.main.operands)
    if family == "operand.scale":
        return mutation.value == _wrong_scale(model.main.operands[mutation.operand].type)
    if family == "operand.zero_point":
        return model.main.operands[mutation.operand].type != _T.TENSOR_QUANT8_ASYMM_SIGNED
    if family == "operation.operand_type":
        return not _may_be_retyped(model, mutation.operand, int(mutation.value))
    if family == "operation.input_removed":
        return not _may_be_removed(model, mutation)
    if family == "operation.input_added":
        return not _may_be_added(model, mutation)
    return False


def _wrong_scale(type_: int) -> float:
    if type_ == _T.TENSOR_INT32:
        return -1.0
    quantized = type_ in _QUANT8 or type_ in (
        _T.TENSOR_QUANT8_SYMM,
        _T.TENSOR_QUANT16_ASYMM,
        _T.TENSOR_QUANT16_SYMM,
    )
    return 0.0 if quantized else 1.0


def _may_be_retyped(model: Model, operand: int, code: int) -> bool:
    used = False
    for operation in model.main.operations:
        type_ = operation.type
        if type_ in (_O.CAST, _O.ARGMAX, _O.ARGMIN) and code in _NUMBERS:
            return True
        rows = _ALSO_LEGAL.get(type_, ())
        for kind, indexes in (("input", operation.inputs), ("output", operation.outputs)):
            for position, index in enumerate(indexes):
                if index != operand:
                    continue
                used = True
                if type_ == _O.LSH_PROJECTION and (kind, position) == ("input", 1):
                    return True
                if type_ == _O.RANK and (kind, position) == ("input", 0):
                    return True
                if any((kind, position) == row[:2] and code in row[2] for row in rows):
                    return True
    return not used


def _may_be_removed(model: Model, mutation: ModelMutation) -> bool:
    type_ = model.main.operations[mutation.operation].type
    count, position = int(mutation.value), mutation.position
    if type_ == _O.CONCATENATION:
        return count > 2 and position != count - 1
    if type_ == _O.PACK:
        return count > 2 and position != 0
    if type_ == _O.RESIZE_BILINEAR:
        return count >= 4 and position >= 3
    if type_ == _O.RESIZE_NEAREST_NEIGHBOR:
        return count >= 5 and position >= 3
    return (count, position) in _LAST_OPTIONAL.get(type_, ())


def _may_be_added(model: Model, mutation: ModelMutation) -> bool:
    type_ = model.main.operations[mutation.operation].type
    if type_ in _RESIZES:
        return mutation.value < 6
    return _MAY_GET_ONE_MORE.get(OperationType(type_)) == mutation.value

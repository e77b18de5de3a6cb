"""Shrinking of types, and of operations inside the subgraphs of IF and WHILE.

Here the structure of a candidate decides whether it fails, so that the smallest case is known.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conformance.cases.example import Example
from conformance.failures.shrink.minimizer import count_input_elements, minimize
from conformance.hal import INFO, OperandType, OperationType, Subgraph
from conformance.reference.device import ReferenceDevice
from generators.generate import OperationCell, encode_seed
from generators.graph_judge import graph_search
from generators.oracle import random_example

_O, _T = OperationType, OperandType
_COMPUTE = graph_search(ReferenceDevice()).compute
_CODES = {type_ for type_, info in INFO.items() if info.quantized}


def _types(example: Example) -> set[int]:
    """Return the types of the operands that operations read or write."""
    found = set()
    for subgraph in (example.model.main, *example.model.referenced):
        for operation in subgraph.operations:
            found |= {subgraph.operands[i].type for i in (*operation.inputs, *operation.outputs)}
    return found


def _with(operation: OperationType, type_: OperandType, count: int) -> Iterator[Example]:
    for number in range(count):
        yield random_example("default", encode_seed(number, [OperationCell(operation, type_)]))


@pytest.mark.parametrize(
    ("operation", "type_"),
    [
        (_O.LOGISTIC, _T.TENSOR_FLOAT16),
        (_O.SOFTMAX, _T.TENSOR_FLOAT16),
        (_O.ADD, _T.TENSOR_QUANT8_ASYMM),
        (_O.CONV_2D, _T.TENSOR_QUANT8_ASYMM),
        (_O.CONV_2D, _T.TENSOR_QUANT8_ASYMM_SIGNED),
        (_O.FULLY_CONNECTED, _T.TENSOR_QUANT8_ASYMM),
    ],
    ids=lambda value: value.name,
)
def test_a_fault_of_every_type_is_shown_in_float32(
    operation: OperationType, type_: OperandType
) -> None:
    def fails(example: Example) -> bool:
        return any(o.type == operation for o in example.model.main.operations)

    for example in _with(operation, type_, 3):
        small = minimize(example, fails, _COMPUTE, 20.0)
        assert small.operations == (operation.name,)
        assert not _types(small.example) & {_T.TENSOR_FLOAT16, _T.FLOAT16, *_CODES}


def test_a_fault_in_quantized_codes_keeps_the_quantized_type() -> None:
    def fails(example: Example) -> bool:
        return any(
            o.type == _O.ADD
            and example.model.main.operands[o.inputs[0]].type == _T.TENSOR_QUANT8_ASYMM
            for o in example.model.main.operations
        )

    (example,) = _with(_O.ADD, _T.TENSOR_QUANT8_ASYMM, 1)
    assert _T.TENSOR_QUANT8_ASYMM in _types(minimize(example, fails, _COMPUTE, 20.0).example)


# --------------------------------------------------------------------- in subgraphs of IF and WHILE


def _inside(example: Example) -> list[Subgraph]:
    return list(example.model.referenced)


@pytest.mark.parametrize("control", [_O.IF, _O.WHILE], ids=lambda op: op.name)
def test_operations_in_subgraphs_are_removed_and_sizes_shrink(control: OperationType) -> None:
    """An example counts as failing if a subgraph contains a MAXIMUM or MINIMUM."""
    wanted = {_O.MAXIMUM, _O.MINIMUM}

    def fails(example: Example) -> bool:
        main = example.model.main
        inside = {o.type for sub in _inside(example) for o in sub.operations}
        return any(o.type == control for o in main.operations) and bool(inside & wanted)

    seen = 0
    for example in _with(control, _T.TENSOR_FLOAT32, 60):
        if not fails(example) or len(_inside(example)) > 2:
            continue
        before = sum(len(sub.operations) for sub in _inside(example))
        small = minimize(example, fails, _COMPUTE, 20.0)
        assert small.operations == (control.name,)
        inside = [[o.type for o in sub.operations] for sub in _inside(small.example)]
        # Minimum: one operation per branch and condition, and one per output of a loop's body.
        body = _inside(small.example)[-1]
        least = 2 if control is _O.IF else 1 + len(body.output_indexes)
        assert sum(map(len, inside)) <= least + (control is _O.WHILE)
        assert sum(map(len, inside)) <= before
        assert count_input_elements(small.example) <= 5
        seen += 1
    assert seen > 3

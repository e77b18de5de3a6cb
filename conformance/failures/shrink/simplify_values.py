"""Simplifies the data of tensors."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from conformance.failures.shrink.model_editing import (
    EditableCase,
    given_tensors,
    reachable_subgraphs,
    to_array,
)
from conformance.failures.shrink.shrinking_pass import ShrinkingPass
from conformance.hal import INFO, Operand


class SimplifyValues(ShrinkingPass):
    """Sets the data of tensors to zero, to equal values, or one half of the elements to zero."""

    def run(self) -> None:
        for number in (0, *reachable_subgraphs(self.case)):
            for index in given_tensors(self.case.subgraphs[number]):
                self.attempt_any(self._candidates(number, index))

    def _candidates(self, number: int, index: int) -> Iterator[EditableCase]:
        case = self.case
        part = case.subgraphs[number]
        for data in simplify_values(part.operands[index], part.data[index]):
            simpler = part.copy()
            simpler.data[index] = data
            yield case.with_subgraph(number, simpler)


def simplify_values(operand: Operand, data: bytes) -> Iterator[bytes]:
    """Yield simpler data for a tensor: all zero, all equal, or one half of the elements zero."""
    array = to_array(operand, data)
    flat = array.reshape(-1)
    zero = np.full_like(flat, operand.zero_point if INFO[operand.type].quantized else 0)
    is_changed = flat != zero
    if is_changed.any():
        yield zero.tobytes()
    if flat.size > 1 and (flat != flat[0]).any():
        yield np.full_like(flat, flat[0]).tobytes()
        half = flat.size // 2
        for some in (slice(0, half), slice(half, None)):
            if is_changed[some].any():
                other = flat.copy()
                other[some] = zero[some]
                yield other.tobytes()

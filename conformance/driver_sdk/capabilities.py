"""Capabilities: a table for a driver to start from, and changes to it.

A table has one entry per operand type of the contract, except SUBGRAPH and the OEM types, in
ascending order. A client treats a missing type as infinitely slow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from conformance.hal import (
    CONTRACT_INFO,
    Capabilities,
    OperandPerformance,
    OperandType,
    PerformanceInfo,
    Version,
)
from conformance.hal.operand_types import INFO

_NOT_LISTED: Final = frozenset({OperandType.SUBGRAPH, OperandType.OEM, OperandType.TENSOR_OEM_BYTE})


def non_extension_performance(
    info: PerformanceInfo, version: Version = Version.V1_3
) -> tuple[OperandPerformance, ...]:
    """Return a table with the same figures for every operand type of ``version``."""
    return tuple(
        OperandPerformance(int(code), info)
        for code in sorted(CONTRACT_INFO)
        if code not in _NOT_LISTED and INFO[code].since <= version
    )


def with_performance(
    table: Sequence[OperandPerformance], type_: int, info: PerformanceInfo
) -> tuple[OperandPerformance, ...]:
    """Return the table with other figures for one type, which is inserted if it is missing."""
    position = bisect_left(table, type_, key=lambda entry: entry.type)
    rest_start = position + (position < len(table) and table[position].type == type_)
    return (*table[:position], OperandPerformance(type_, info), *table[rest_start:])


def uniform_capabilities(info: PerformanceInfo, version: Version = Version.V1_3) -> Capabilities:
    """Return capabilities with the same figures for everything."""
    return Capabilities(info, info, non_extension_performance(info, version), info, info)

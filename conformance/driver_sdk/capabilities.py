"""Capabilities: a table for a driver to start from, changes to it, and checks of it.

A table has one entry per operand type of the contract, except SUBGRAPH and the OEM types, in
ascending order. A client treats a missing type as infinitely slow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from math import isfinite
from typing import Any, Final

from conformance.hal import (
    CONTRACT_INFO,
    Capabilities,
    OperandPerformance,
    OperandType,
    PerformanceInfo,
    Version,
    accepted_capabilities_forms,
)
from conformance.hal.operand_types import INFO

SLOWEST: Final = PerformanceInfo(3.4028234663852886e38, 3.4028234663852886e38)
"""The figures that a client assumes for a missing type: the largest float32."""

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


def performance_of(table: Sequence[OperandPerformance], type_: int) -> PerformanceInfo:
    """Return the figures for one type, or ``SLOWEST`` if the table lacks it."""
    position = bisect_left(table, type_, key=lambda entry: entry.type)
    found = position < len(table) and table[position].type == type_
    return table[position].info if found else SLOWEST


def uniform_capabilities(info: PerformanceInfo, version: Version = Version.V1_3) -> Capabilities:
    """Return capabilities with the same figures for everything."""
    return Capabilities(info, info, non_extension_performance(info, version), info, info)


def capability_problems(capabilities: Any, version: Version = Version.V1_3) -> Iterator[str]:
    """Yield a sentence for each violation of the contract in capabilities.

    A driver of 1.0 or 1.1 may report the structure of its own version.
    """
    if isinstance(capabilities, accepted_capabilities_forms(version)) and not hasattr(
        capabilities, "operand_performance"
    ):
        for field in fields(capabilities):
            yield from _problems(field.name, getattr(capabilities, field.name))
        return
    names = [
        "relaxed_float32_to_float16_performance_scalar",
        "relaxed_float32_to_float16_performance_tensor",
    ]
    if version >= Version.V1_3:
        names += ["if_performance", "while_performance"]
    for name in names:
        yield from _problems(name, getattr(capabilities, name, None))
    table: object = getattr(capabilities, "operand_performance", None)
    if not isinstance(table, tuple | list):
        yield "operand_performance is not a list of OperandPerformance"
        return
    previous = -1
    for entry in table:
        code: object = getattr(entry, "type", None)
        if not isinstance(code, int):
            yield f"operand_performance has an entry of type {code!r}, which is not a type code"
            continue
        if code <= previous:
            yield f"operand_performance lists type {code} after type {previous}: types must ascend"
        if code == OperandType.SUBGRAPH:
            yield "operand_performance lists SUBGRAPH, whose figures are those of IF and WHILE"
        previous = code
        yield from _problems(f"the performance of type {code}", getattr(entry, "info", None))


def _problems(what: str, info: object) -> Iterator[str]:
    if not isinstance(info, PerformanceInfo):
        yield f"{what} is not a PerformanceInfo"
        return
    for name in ("exec_time", "power_usage"):
        value: object = getattr(info, name)
        if not isinstance(value, int | float) or not value > 0 or not isfinite(value):
            yield f"{what} has {name} {value!r} instead of a positive finite number"


def scaled(info: PerformanceInfo, time: float = 1.0, power: float = 1.0) -> PerformanceInfo:
    """Return the figures multiplied by ``time`` and ``power``."""
    return replace(info, exec_time=info.exec_time * time, power_usage=info.power_usage * power)

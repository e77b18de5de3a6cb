"""Capabilities: the table that a driver starts from, changes to it, and what a client reads.

A table has one entry for each operand type of the contract that is no SUBGRAPH and no OEM type, in
ascending order. A type that is missing counts as infinitely slow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from math import isfinite
from typing import Any, Final

from conformance.hal import (
    Capabilities,
    OperandPerformance,
    OperandType,
    PerformanceInfo,
    Version,
    accepted_capabilities_forms,
)
from conformance.hal.operand_types import INFO

SLOWEST: Final = PerformanceInfo(3.4028234663852886e38, 3.4028234663852886e38)
"""What a client takes for a type that a driver says nothing about: the largest float32."""

_NOT_LISTED: Final = frozenset({OperandType.SUBGRAPH, OperandType.OEM, OperandType.TENSOR_OEM_BYTE})


def non_extension_performance(
    info: PerformanceInfo, version: Version = Version.V1_3
) -> tuple[OperandPerformance, ...]:
    """A table with the same figures for every operand type that ``version`` has."""
    return tuple(
        OperandPerformance(int(code), info)
        for code in sorted(INFO)
        if code not in _NOT_LISTED and INFO[code].since <= version
    )


def with_performance(
    table: Sequence[OperandPerformance], type_: int, info: PerformanceInfo
) -> tuple[OperandPerformance, ...]:
    """The table with other figures for one type, which it gets if it lacks it."""
    at = bisect_left(table, type_, key=lambda entry: entry.type)
    rest = at + (at < len(table) and table[at].type == type_)
    return (*table[:at], OperandPerformance(type_, info), *table[rest:])


def performance_of(table: Sequence[OperandPerformance], type_: int) -> PerformanceInfo:
    """The figures for one type; ``SLOWEST`` where the table has none."""
    at = bisect_left(table, type_, key=lambda entry: entry.type)
    found = at < len(table) and table[at].type == type_
    return table[at].info if found else SLOWEST


def uniform_capabilities(info: PerformanceInfo, version: Version = Version.V1_3) -> Capabilities:
    """Capabilities that say the same of everything."""
    return Capabilities(info, info, non_extension_performance(info, version), info, info)


def capability_problems(capabilities: Any, version: Version = Version.V1_3) -> Iterator[str]:
    """Yield a sentence for each thing that capabilities must not say; nothing for legal ones.

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
        yield "operand_performance is no list of OperandPerformance"
        return
    before = -1
    for entry in table:
        code: object = getattr(entry, "type", None)
        if not isinstance(code, int):
            yield f"operand_performance has an entry of type {code!r}, which is no type code"
            continue
        if code <= before:
            yield f"operand_performance lists type {code} after type {before}: it must ascend"
        if code == OperandType.SUBGRAPH:
            yield "operand_performance lists SUBGRAPH, whose figures are those of IF and WHILE"
        before = code
        yield from _problems(f"the performance of type {code}", getattr(entry, "info", None))


def _problems(what: str, info: object) -> Iterator[str]:
    if not isinstance(info, PerformanceInfo):
        yield f"{what} is no PerformanceInfo"
        return
    for name in ("exec_time", "power_usage"):
        value: object = getattr(info, name)
        if not isinstance(value, int | float) or not value > 0 or not isfinite(value):
            yield f"{what} has {name} {value!r}, which must be a positive number"


def scaled(info: PerformanceInfo, time: float = 1.0, power: float = 1.0) -> PerformanceInfo:
    """Figures ``time`` and ``power`` times as large."""
    return replace(info, exec_time=info.exec_time * time, power_usage=info.power_usage * power)

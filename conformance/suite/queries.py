"""What a driver says of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from enum import IntEnum
from typing import Any, TypeGuard

import numpy as np

from conformance.hal import (
    MAX_NUMBER_OF_CACHE_FILES,
    Device,
    DeviceStatus,
    DeviceType,
    ErrorStatus,
    ExtensionOperandType,
    OperandPerformance,
    OperandType,
    PerformanceInfo,
    Version,
    accepted_capabilities_forms,
)
from conformance.harness import Finding, Kind, calls
from conformance.harness.calls import shown
from conformance.suite.bench import Bench
from conformance.suite.check import check
from conformance.suite.stock import addition
from conformance.suite.sums import Sum, trouble

_QUERIES = (
    ("get_version_string", Version.V1_2),
    ("get_type", Version.V1_2),
    ("get_capabilities", Version.V1_0),
    ("get_supported_extensions", Version.V1_2),
    ("get_number_of_cache_files_needed", Version.V1_2),
)
_EXTENSION_NAME = re.compile(r"[a-z0-9_.]*\.[a-z0-9_.]*")
"""The rule of the official suite and of the client; a reverse domain name cannot be recognised."""


def _ask(device: Device, query: str) -> Any:
    return calls.call(query, lambda: getattr(device, query)())


def _answers(device: Device, version: Version) -> dict[str, Any]:
    """The answers that never change, by query."""
    answers: dict[str, Any] = {
        "name": calls.call("name", lambda: device.name),
        "version": calls.call("version", lambda: device.version),
    }
    answers.update((query, _ask(device, query)) for query, since in _QUERIES if version >= since)
    return answers


def _changes(before: dict[str, Any], after: dict[str, Any], when: str) -> Iterator[str]:
    for query, first in before.items():
        if after[query] != first:
            yield f"{query} answered {shown(first)}, and {shown(after[query])} {when}"


def _has(answer: object, count: int) -> TypeGuard[Sequence[Any]]:
    """Whether an answer is a tuple or list of so many values."""
    return isinstance(answer, (tuple, list)) and len(answer) == count


def _odd(reason: str) -> Finding:
    """The finding on an answer of a type that the interface does not have."""
    return Finding(Kind.INVALID_ANSWER, "", reason)


def _is_member(value: object, enum: type[IntEnum]) -> bool:
    return calls.is_integer(value) and int(value) in enum._value2member_map_


@check("Drivers: Initialization; IServiceManager instance name")
def name(bench: Bench) -> Iterator[Finding | str]:
    """The driver has a name."""
    told: object = calls.call("name", lambda: bench.device.name)
    if not isinstance(told, str):
        yield _odd(f"the driver's name is {shown(told)}; a text was expected")
    elif not told.strip():
        yield f"the driver's name is {shown(told)}; a text was expected"


@check("IDevice.getVersionString", since=Version.V1_2)
def version_string(bench: Bench) -> Iterator[Finding | str]:
    """The version string is not empty, and stays the same."""
    first: object = _ask(bench.device, "get_version_string")
    again: object = _ask(bench.device, "get_version_string")
    if first != again:
        yield f"get_version_string answered {shown(first)}, then {shown(again)}"
    if not _has(first, 2) or not isinstance(first[1], str):
        yield _odd(f"get_version_string answered {shown(first)}; (ErrorStatus, str) was expected")
    elif calls.status_of("get_version_string", first[0]) != ErrorStatus.NONE or not first[1]:
        yield f"get_version_string answered {shown(first)}; NONE and a text were expected"


@check("IDevice.getType; 1.2 types.hal DeviceType", since=Version.V1_2)
def device_type(bench: Bench) -> Iterator[Finding | str]:
    """The type of the device is one that the contract knows."""
    answer: object = _ask(bench.device, "get_type")
    if not _has(answer, 2) or not calls.is_integer(answer[1]):
        yield _odd(f"get_type answered {shown(answer)}; (ErrorStatus, DeviceType) was expected")
    elif calls.status_of("get_type", answer[0]) != ErrorStatus.NONE or not _is_member(
        answer[1], DeviceType
    ):
        yield f"get_type answered {shown(answer)}; NONE and a DeviceType were expected"


@check("IDevice.getStatus; 1.0 types.hal DeviceStatus")
def status(bench: Bench) -> Iterator[Finding | str]:
    """A driver that is being judged is available."""
    answer: object = _ask(bench.device, "get_status")
    if not calls.is_integer(answer):
        yield _odd(f"get_status answered {shown(answer)}; a DeviceStatus was expected")
    elif not _is_member(answer, DeviceStatus):
        yield f"get_status answered {shown(answer)}; a DeviceStatus was expected"
    elif answer != DeviceStatus.AVAILABLE:
        yield f"get_status answered {shown(answer)}; AVAILABLE was expected"


@check("IDevice.getCapabilities; types.hal Capabilities, PerformanceInfo")
def capabilities(bench: Bench) -> Iterator[Finding | str]:
    """Every performance figure is above 0, and operand types are listed once, in order."""
    answer: object = _ask(bench.device, "get_capabilities")
    if not _has(answer, 2):
        yield _odd(f"get_capabilities answered {shown(answer)}; a pair was expected")
        return
    told = answer[1]
    if calls.status_of("get_capabilities", answer[0]) != ErrorStatus.NONE:
        yield f"get_capabilities answered {shown(answer)}; NONE and Capabilities were expected"
        return
    forms = accepted_capabilities_forms(bench.version)
    if not isinstance(told, forms):
        names = " or ".join(form.__name__ for form in forms)
        yield _odd(
            f"get_capabilities answered {shown(told)}; a driver of HAL {bench.version} reports "
            f"{names}"
        )
        return
    infos = [(f.name, getattr(told, f.name)) for f in fields(told)]
    infos = [(where, info) for where, info in infos if where != "operand_performance"]
    listed: object = getattr(told, "operand_performance", ())
    if not isinstance(listed, (tuple, list)):
        yield _odd(f"the operand performance is {shown(listed)}; a list was expected")
        return
    by_type = []
    for one in listed:
        if isinstance(one, OperandPerformance) and calls.is_integer(one.type):
            by_type.append(one)
        else:
            yield _odd(f"the operand performance has {shown(one)}, no OperandPerformance")
    infos += [(f"type {one.type}", one.info) for one in by_type]
    for where, info in infos:
        if not isinstance(info, PerformanceInfo) or not (
            _is_number(info.exec_time) and _is_number(info.power_usage)
        ):
            yield _odd(f"the performance of {where} is {shown(info)}; two numbers were expected")
        elif not (info.exec_time > 0 and info.power_usage > 0):
            yield f"the performance of {where} is {shown(info)}; both figures must be above 0"
    types = [int(one.type) for one in by_type]
    if types != sorted(set(types)):
        yield f"the operand types are {types}; each once and ascending was expected"
    if OperandType.SUBGRAPH in types:
        yield "operand_performance lists SUBGRAPH, which the contract forbids"


def _is_number(value: object) -> bool:
    return isinstance(value, (float, np.floating)) or calls.is_integer(value)


@check("IDevice.getSupportedExtensions; 1.2 types.hal Extension", since=Version.V1_2)
def extensions(bench: Bench) -> Iterator[Finding | str]:
    """Extension names have a-z, 0-9, '_' and a '.', types a size; names and types are unique."""
    answer: Any = _ask(bench.device, "get_supported_extensions")
    if not _has(answer, 2):
        yield _odd(f"get_supported_extensions answered {shown(answer)}; a pair was expected")
        return
    if calls.status_of("get_supported_extensions", answer[0]) != ErrorStatus.NONE:
        yield f"get_supported_extensions answered {shown(answer)}; NONE and a list were expected"
        return
    listed: list[Any] = calls.items("get_supported_extensions", answer[1], "a list of Extension")
    names = [getattr(one, "name", one) for one in listed]
    for told in names:
        if not isinstance(told, str):
            yield _odd(f"get_supported_extensions answered {shown(told)}, no Extension")
        elif not _EXTENSION_NAME.fullmatch(told):
            yield (
                f"an extension is called {shown(told)}; the contract allows a-z, 0-9, '_' and '.', "
                "with at least one '.'"
            )
    if len(set(map(shown, names))) != len(names):
        yield f"the extensions {shown(names)} are not all different"
    for name, one in zip(names, listed, strict=True):
        types: object = getattr(one, "operand_types", ())
        if not isinstance(types, (tuple, list)):
            yield _odd(f"{shown(name)} has the operand types {shown(types)}; a list was expected")
            continue
        codes = [shown(getattr(each, "type", None)) for each in types]
        if len(set(codes)) != len(codes):
            yield f"the operand types {', '.join(codes)} of {shown(name)} are not all different"
        for each in types:
            if not isinstance(each, ExtensionOperandType) or not _is_number(each.byte_size):
                yield _odd(f"{shown(name)} has the operand type {shown(each)}")
            elif not each.byte_size > 0:
                yield f"{shown(name)} has the operand type {shown(each)}; a size was expected"


@check(
    "IDevice.getNumberOfCacheFilesNeeded; Constant::MAX_NUMBER_OF_CACHE_FILES", since=Version.V1_2
)
def cache_files(bench: Bench) -> Iterator[Finding | str]:
    """A driver needs at most 32 model cache files and 32 data cache files."""
    query = "get_number_of_cache_files_needed"
    answer: object = _ask(bench.device, query)
    if not _has(answer, 3) or not all(map(calls.is_integer, answer[1:])):
        yield _odd(f"{query} answered {shown(answer)}; NONE and two numbers were expected")
        return
    if calls.status_of(query, answer[0]) != ErrorStatus.NONE:
        yield f"{query} answered {shown(answer)}; NONE and two numbers were expected"
        return
    for count in answer[1:]:
        if not 0 <= count <= MAX_NUMBER_OF_CACHE_FILES:
            most = MAX_NUMBER_OF_CACHE_FILES
            yield f"{query} answered {shown(answer)}; 0 to {most} files were expected"
            return


@check("Drivers: Initialization")
def stable(bench: Bench) -> Iterator[str]:
    """Queries give the same answers each time, also after models were prepared and executed."""
    before = _answers(bench.device, bench.version)
    yield from _changes(before, _answers(bench.device, bench.version), "when asked again")
    prepared = bench.prepare(addition())
    problem = trouble(bench, prepared, Sum(bench))
    if problem:
        yield problem
    yield from _changes(before, _answers(bench.device, bench.version), "after an execution")


@check("Drivers: Initialization")
def restarted(bench: Bench) -> Iterator[str]:
    """Queries give the same answers after the driver was started again."""
    before = _answers(bench.device, bench.version)
    with bench.restarted() as device:
        yield from _changes(before, _answers(device, bench.version), "after a restart")

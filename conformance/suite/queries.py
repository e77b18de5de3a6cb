"""Checks of the queries of IDevice: name, version, type, status, capabilities, extensions."""

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
"""The pattern of the official suite and of the client; the contract's rule that the name is a
reverse domain name cannot be tested."""


def _ask(device: Device, query: str) -> Any:
    return calls.call(query, lambda: getattr(device, query)())


def _answers(device: Device, version: Version) -> dict[str, Any]:
    """Return the answers that must not change during the life of the driver, by query."""
    answers: dict[str, Any] = {
        "name": calls.call("name", lambda: device.name),
        "version": calls.call("version", lambda: device.version),
    }
    answers.update((query, _ask(device, query)) for query, since in _QUERIES if version >= since)
    return answers


def _changes(before: dict[str, Any], after: dict[str, Any], when: str) -> Iterator[str]:
    for query, first in before.items():
        if after[query] != first:
            yield (
                f"{query} answered {shown(first)}, but {shown(after[query])} {when}; the same "
                "answer was expected"
            )


def _has(answer: object, count: int) -> TypeGuard[Sequence[Any]]:
    """Return whether an answer is a tuple or list of ``count`` values."""
    return isinstance(answer, (tuple, list)) and len(answer) == count


def _odd(reason: str) -> Finding:
    """Return a finding for an answer whose type differs from the interface's."""
    return Finding(Kind.INVALID_ANSWER, "", reason)


def _is_member(value: object, enum: type[IntEnum]) -> bool:
    return calls.is_integer(value) and int(value) in enum._value2member_map_


@check("Drivers: Initialization; IServiceManager instance name")
def name(bench: Bench) -> Iterator[Finding | str]:
    """The driver's service instance name is a non-empty string."""
    answer: object = calls.call("name", lambda: bench.device.name)
    if not isinstance(answer, str):
        yield _odd(f"the driver's name is {shown(answer)}; a str was expected")
    elif not answer.strip():
        yield f"the driver's name is {shown(answer)}; a non-empty str was expected"


@check("IDevice.getVersionString", since=Version.V1_2)
def version_string(bench: Bench) -> Iterator[Finding | str]:
    """IDevice::getVersionString answers NONE and a non-empty string, the same on every call."""
    first: object = _ask(bench.device, "get_version_string")
    again: object = _ask(bench.device, "get_version_string")
    if first != again:
        yield (
            f"get_version_string answered {shown(first)}, but {shown(again)} when called again; "
            "the same answer was expected"
        )
    if not _has(first, 2) or not isinstance(first[1], str):
        yield _odd(f"get_version_string answered {shown(first)}; (ErrorStatus, str) was expected")
    elif calls.status_of("get_version_string", first[0]) != ErrorStatus.NONE or not first[1]:
        yield f"get_version_string answered {shown(first)}; NONE and a non-empty str were expected"


@check("IDevice.getType; 1.2 types.hal DeviceType", since=Version.V1_2)
def device_type(bench: Bench) -> Iterator[Finding | str]:
    """IDevice::getType answers NONE and a value of the enumeration DeviceType."""
    answer: object = _ask(bench.device, "get_type")
    if not _has(answer, 2) or not calls.is_integer(answer[1]):
        yield _odd(f"get_type answered {shown(answer)}; (ErrorStatus, DeviceType) was expected")
    elif calls.status_of("get_type", answer[0]) != ErrorStatus.NONE or not _is_member(
        answer[1], DeviceType
    ):
        yield f"get_type answered {shown(answer)}; NONE and a value of DeviceType were expected"


@check("IDevice.getStatus; 1.0 types.hal DeviceStatus")
def status(bench: Bench) -> Iterator[Finding | str]:
    """IDevice::getStatus answers AVAILABLE while no request is running."""
    answer: object = _ask(bench.device, "get_status")
    if not calls.is_integer(answer):
        yield _odd(f"get_status answered {shown(answer)}; a DeviceStatus was expected")
    elif not _is_member(answer, DeviceStatus):
        yield f"get_status answered {shown(answer)}; a DeviceStatus was expected"
    elif answer != DeviceStatus.AVAILABLE:
        yield f"get_status answered {shown(answer)}; AVAILABLE was expected"


@check("IDevice.getCapabilities; types.hal Capabilities, PerformanceInfo")
def capabilities(bench: Bench) -> Iterator[Finding | str]:
    """IDevice::getCapabilities answers NONE and Capabilities of the declared HAL version or a newer
    one; every execTime and powerUsage is above 0, and operandPerformance lists each operand type at
    most once, in ascending order, and never SUBGRAPH.
    """
    answer: object = _ask(bench.device, "get_capabilities")
    if not _has(answer, 2):
        yield _odd(
            f"get_capabilities answered {shown(answer)}; (ErrorStatus, Capabilities) was expected"
        )
        return
    reported = answer[1]
    if calls.status_of("get_capabilities", answer[0]) != ErrorStatus.NONE:
        yield f"get_capabilities answered {shown(answer)}; NONE and Capabilities were expected"
        return
    forms = accepted_capabilities_forms(bench.version)
    if not isinstance(reported, forms):
        names = " or ".join(form.__name__ for form in forms)
        yield _odd(
            f"get_capabilities answered {shown(reported)}; {names} was expected from a driver of "
            f"HAL {bench.version}"
        )
        return
    infos = [(field.name, getattr(reported, field.name)) for field in fields(reported)]
    infos = [(where, info) for where, info in infos if where != "operand_performance"]
    listed: object = getattr(reported, "operand_performance", ())
    if not isinstance(listed, (tuple, list)):
        yield _odd(
            f"operand_performance of get_capabilities is {shown(listed)}; a list was expected"
        )
        return
    by_type = []
    for entry in listed:
        if isinstance(entry, OperandPerformance) and calls.is_integer(entry.type):
            by_type.append(entry)
        else:
            yield _odd(
                f"operand_performance of get_capabilities contains {shown(entry)}; an "
                "OperandPerformance was expected"
            )
    infos += [(f"operand type {entry.type}", entry.info) for entry in by_type]
    for where, info in infos:
        if not isinstance(info, PerformanceInfo) or not (
            _is_number(info.exec_time) and _is_number(info.power_usage)
        ):
            yield _odd(
                f"get_capabilities answered {shown(info)} for {where}; a PerformanceInfo of two "
                "numbers was expected"
            )
        elif not (info.exec_time > 0 and info.power_usage > 0):
            yield (
                f"get_capabilities answered {shown(info)} for {where}; exec_time and power_usage "
                "above 0 were expected"
            )
    types = [int(entry.type) for entry in by_type]
    if types != sorted(set(types)):
        yield (
            f"operand_performance of get_capabilities lists the operand types {types}; each type "
            "at most once and in ascending order was expected"
        )
    if OperandType.SUBGRAPH in types:
        yield (
            "operand_performance of get_capabilities lists SUBGRAPH; no entry for SUBGRAPH was "
            "expected"
        )


def _is_number(value: object) -> bool:
    return isinstance(value, (float, np.floating)) or calls.is_integer(value)


@check("IDevice.getSupportedExtensions; 1.2 types.hal Extension", since=Version.V1_2)
def extensions(bench: Bench) -> Iterator[Finding | str]:
    """IDevice::getSupportedExtensions answers NONE and extensions with different names; a name has
    only a-z, 0-9, '_' and '.', and at least one '.'; the operand types of an extension have
    different codes and a byte size above 0.
    """
    answer: Any = _ask(bench.device, "get_supported_extensions")
    if not _has(answer, 2):
        yield _odd(
            f"get_supported_extensions answered {shown(answer)}; (ErrorStatus, list) was expected"
        )
        return
    if calls.status_of("get_supported_extensions", answer[0]) != ErrorStatus.NONE:
        yield f"get_supported_extensions answered {shown(answer)}; NONE and a list were expected"
        return
    listed: list[Any] = calls.items("get_supported_extensions", answer[1], "a list of Extension")
    names = [getattr(extension, "name", extension) for extension in listed]
    for name in names:
        if not isinstance(name, str):
            yield _odd(
                f"get_supported_extensions answered {shown(name)}; an Extension was expected"
            )
        elif not _EXTENSION_NAME.fullmatch(name):
            yield (
                f"get_supported_extensions answered an extension named {shown(name)}; a name of "
                "a-z, 0-9, '_' and '.', with at least one '.', was expected"
            )
    if len(set(map(shown, names))) != len(names):
        yield (
            f"get_supported_extensions answered extensions named {shown(names)}; different names "
            "were expected"
        )
    for name, extension in zip(names, listed, strict=True):
        types: object = getattr(extension, "operand_types", ())
        if not isinstance(types, (tuple, list)):
            yield _odd(
                f"the operand_types of extension {shown(name)} are {shown(types)}; a list was "
                "expected"
            )
            continue
        codes = [shown(getattr(each, "type", None)) for each in types]
        if len(set(codes)) != len(codes):
            yield (
                f"extension {shown(name)} has operand types with the codes {', '.join(codes)}; "
                "different codes were expected"
            )
        for each in types:
            if not isinstance(each, ExtensionOperandType) or not _is_number(each.byte_size):
                yield _odd(
                    f"extension {shown(name)} has the operand type {shown(each)}; an "
                    "ExtensionOperandType with a numeric byte_size was expected"
                )
            elif not each.byte_size > 0:
                yield (
                    f"extension {shown(name)} has the operand type {shown(each)}; a byte_size "
                    "above 0 was expected"
                )


@check(
    "IDevice.getNumberOfCacheFilesNeeded; Constant::MAX_NUMBER_OF_CACHE_FILES", since=Version.V1_2
)
def cache_files(bench: Bench) -> Iterator[Finding | str]:
    """IDevice::getNumberOfCacheFilesNeeded answers NONE and two counts, of model cache files and of
    data cache files, each from 0 to 32 (MAX_NUMBER_OF_CACHE_FILES).
    """
    query = "get_number_of_cache_files_needed"
    answer: object = _ask(bench.device, query)
    if not _has(answer, 3) or not all(map(calls.is_integer, answer[1:])):
        yield _odd(f"{query} answered {shown(answer)}; NONE and two integers were expected")
        return
    if calls.status_of(query, answer[0]) != ErrorStatus.NONE:
        yield f"{query} answered {shown(answer)}; NONE and two integers were expected"
        return
    for count in answer[1:]:
        if not 0 <= count <= MAX_NUMBER_OF_CACHE_FILES:
            most = MAX_NUMBER_OF_CACHE_FILES
            yield f"{query} answered {shown(answer)}; two counts from 0 to {most} were expected"
            return


@check("Drivers: Initialization")
def stable(bench: Bench) -> Iterator[str]:
    """The queries of IDevice whose answers are constant (name, version, type, capabilities,
    extensions, cache files) answer the same when called again and after an execution.
    """
    before = _answers(bench.device, bench.version)
    yield from _changes(before, _answers(bench.device, bench.version), "when called again")
    prepared = bench.prepare(addition())
    problem = trouble(bench, prepared, Sum(bench))
    if problem:
        yield problem
    yield from _changes(before, _answers(bench.device, bench.version), "after an execution")


@check("Drivers: Initialization")
def restarted(bench: Bench) -> Iterator[str]:
    """The queries of IDevice whose answers are constant (name, version, type, capabilities,
    extensions, cache files) answer the same after a restart of the driver.
    """
    before = _answers(bench.device, bench.version)
    with bench.restarted() as device:
        yield from _changes(before, _answers(device, bench.version), "after a restart")

"""What a driver says of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

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
from conformance.harness import calls
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
    return calls.call(query, getattr(device, query))


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


@check("Drivers: Initialization; IServiceManager instance name")
def name(bench: Bench) -> Iterator[str]:
    """The driver has a name."""
    told: object = calls.call("name", lambda: bench.device.name)
    if not isinstance(told, str) or not told.strip():
        yield f"the driver's name is {shown(told)}; a text was expected"


@check("IDevice.getVersionString", since=Version.V1_2)
def version_string(bench: Bench) -> Iterator[str]:
    """The version string is not empty, and stays the same."""
    first: object = _ask(bench.device, "get_version_string")
    again: object = _ask(bench.device, "get_version_string")
    if first != again:
        yield f"get_version_string answered {shown(first)}, then {shown(again)}"
    if not isinstance(first, tuple | list) or len(first) != 2:
        yield f"get_version_string answered {shown(first)}; (ErrorStatus, str) was expected"
    elif first[0] != ErrorStatus.NONE or not isinstance(first[1], str) or not first[1]:
        yield f"get_version_string answered {shown(first)}; NONE and a text were expected"


@check("IDevice.getType; 1.2 types.hal DeviceType", since=Version.V1_2)
def device_type(bench: Bench) -> Iterator[str]:
    """The type of the device is one that the contract knows."""
    answer: object = _ask(bench.device, "get_type")
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        yield f"get_type answered {shown(answer)}; (ErrorStatus, DeviceType) was expected"
    elif answer[0] != ErrorStatus.NONE or answer[1] not in list(DeviceType):
        yield f"get_type answered {shown(answer)}; NONE and a DeviceType were expected"


@check("IDevice.getStatus; 1.0 types.hal DeviceStatus")
def status(bench: Bench) -> Iterator[str]:
    """A driver that is being judged is available."""
    answer: object = _ask(bench.device, "get_status")
    if answer not in list(DeviceStatus):
        yield f"get_status answered {shown(answer)}; a DeviceStatus was expected"
    elif answer != DeviceStatus.AVAILABLE:
        yield f"get_status answered {shown(answer)}; AVAILABLE was expected"


@check("IDevice.getCapabilities; types.hal Capabilities, PerformanceInfo")
def capabilities(bench: Bench) -> Iterator[str]:
    """Every performance figure is above 0, and operand types are listed once, in order."""
    answer: object = _ask(bench.device, "get_capabilities")
    if not isinstance(answer, tuple | list) or len(answer) != 2 or answer[0] != ErrorStatus.NONE:
        yield f"get_capabilities answered {shown(answer)}; NONE and Capabilities were expected"
        return
    told = answer[1]
    forms = accepted_capabilities_forms(bench.version)
    if not isinstance(told, forms):
        names = " or ".join(form.__name__ for form in forms)
        yield (
            f"get_capabilities answered {shown(told)}; a driver of HAL {bench.version} reports "
            f"{names}"
        )
        return
    table = getattr(told, "operand_performance", ())
    if not isinstance(table, tuple | list) or not all(
        isinstance(one, OperandPerformance) and isinstance(one.type, int) for one in table
    ):
        yield f"operand_performance is {shown(table)}; a list of OperandPerformance was expected"
        return
    infos = [(f.name, getattr(told, f.name)) for f in fields(told)]
    infos = [(where, info) for where, info in infos if where != "operand_performance"]
    infos += [(f"type {one.type}", one.info) for one in table]
    for where, info in infos:
        if not _is_performance(info):
            yield f"the performance of {where} is {shown(info)}; both figures must be above 0"
    types = [int(one.type) for one in table]
    if types != sorted(set(types)):
        yield f"the operand types are {types}; each once and ascending was expected"
    if OperandType.SUBGRAPH in types:
        yield "operand_performance lists SUBGRAPH, which the contract forbids"


def _is_performance(info: object) -> bool:
    """Return whether ``info`` is a PerformanceInfo whose figures are above 0."""
    return isinstance(info, PerformanceInfo) and all(
        isinstance(figure, int | float) and figure > 0
        for figure in (info.exec_time, info.power_usage)
    )


@check("IDevice.getSupportedExtensions; 1.2 types.hal Extension", since=Version.V1_2)
def extensions(bench: Bench) -> Iterator[str]:
    """Extension names have a-z, 0-9, '_' and a '.', types a size; names and types are unique."""
    answer: Any = _ask(bench.device, "get_supported_extensions")
    if not isinstance(answer, tuple | list) or len(answer) != 2 or answer[0] != ErrorStatus.NONE:
        yield f"get_supported_extensions answered {shown(answer)}; NONE and a list were expected"
        return
    if not isinstance(answer[1], tuple | list):
        yield f"get_supported_extensions answered {shown(answer[1])}; a list was expected"
        return
    names = [getattr(one, "name", one) for one in answer[1]]
    for told in names:
        if not isinstance(told, str) or not _EXTENSION_NAME.fullmatch(told):
            yield (
                f"an extension is called {shown(told)}; the contract allows a-z, 0-9, '_' and '.', "
                "with at least one '.'"
            )
    if len(set(map(repr, names))) != len(names):
        yield f"the extensions {names} are not all different"
    for one, told in zip(answer[1], names, strict=True):
        types = tuple(getattr(one, "operand_types", ()))
        codes = [getattr(each, "type", None) for each in types]
        if len(set(codes)) != len(codes):
            yield f"the operand types {codes} of {told} are not all different"
        for each in types:
            if not isinstance(each, ExtensionOperandType) or each.byte_size <= 0:
                yield f"{told} has the operand type {shown(each)}; a size above 0 was expected"


@check(
    "IDevice.getNumberOfCacheFilesNeeded; Constant::MAX_NUMBER_OF_CACHE_FILES", since=Version.V1_2
)
def cache_files(bench: Bench) -> Iterator[str]:
    """A driver needs at most 32 model cache files and 32 data cache files."""
    query = "get_number_of_cache_files_needed"
    answer: object = _ask(bench.device, query)
    if not isinstance(answer, tuple | list) or len(answer) != 3 or answer[0] != ErrorStatus.NONE:
        yield f"{query} answered {shown(answer)}; NONE and two numbers were expected"
        return
    for count in answer[1:]:
        if not isinstance(count, int) or not 0 <= count <= MAX_NUMBER_OF_CACHE_FILES:
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

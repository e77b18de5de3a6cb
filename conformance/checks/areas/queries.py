"""Checks of the queries of IDevice: name, version, type, status, capabilities, extensions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from enum import IntEnum
from typing import Any, TypeGuard

import numpy as np

from conformance import hal
from conformance.checks.check_context import CheckContext, SkipCheck, Violation, expect
from conformance.checks.execution_modes import ExecutionLimits
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model, with_operation
from conformance.checks.sample_requests import AdditionRequest
from conformance.drivers.foreign_objects import call_or_default
from conformance.hal.calls import calls_of
from conformance.harness.calls import driver_calls
from conformance.harness.calls.driver_calls import short_repr
from conformance.verdicts import VTS_DEMAND, Finding, VerdictKind

_VTS_NAME = re.compile(r"[^-]+-[^-]+")
_QUERIES = [
    (call.method, call.since)
    for call in calls_of(hal.Device)
    if call.method.startswith("get_") and call.method != "get_status" and not call.arguments
]
"""The queries whose answers never change, each with the version since which it exists."""

_EXTENSION_NAME = re.compile(r"[a-z0-9_.]*\.[a-z0-9_.]*")
"""The pattern of the official suite and of the client; the contract's rule that the name is a
reverse domain name cannot be tested."""


def _query(device: hal.Device, query: str) -> Any:
    return driver_calls.call_driver(query, lambda: getattr(device, query)())


def _stable_answers(device: hal.Device, version: hal.Version) -> dict[str, Any]:
    answers: dict[str, Any] = {
        "name": driver_calls.call_driver("name", lambda: device.name),
        "version": driver_calls.call_driver("version", lambda: device.version),
    }
    answers.update((query, _query(device, query)) for query, since in _QUERIES if version >= since)
    return answers


def _changed_answers(before: dict[str, Any], after: dict[str, Any], when: str) -> Iterator[str]:
    for query, first in before.items():
        if _differ(after[query], first):
            yield (
                f"{query} answered {short_repr(first)}, but {short_repr(after[query])} {when}; the"
                " same answer was expected"
            )


def _differ(first: object, second: object) -> bool:
    """Return whether two answers differ; objects that cannot be compared do."""
    return call_or_default(lambda: bool(first != second), default=True)


def _has_length(answer: object, count: int) -> TypeGuard[Sequence[Any]]:
    return isinstance(answer, (tuple, list)) and len(answer) == count


def _invalid_answer(what: str, answer: object, expected: str) -> Finding:
    reason = f"{what} returned {short_repr(answer)}; {expected} was expected"
    return Finding(VerdictKind.INVALID_ANSWER, "", reason)


def _require_type(condition: bool, what: str, answer: object, expected: str) -> None:
    if not condition:
        finding = _invalid_answer(what, answer, expected)
        raise SkipCheck(finding.kind, finding.reason)


def _require_value(condition: bool, what: str, answer: object, expected: str) -> None:
    if not condition:
        raise Violation(f"{what} returned {short_repr(answer)}; {expected} was expected")


def _reported(context: CheckContext, query: str, type_name: str) -> Any:
    """Return the value of ``type_name`` that a query reports besides its status."""
    answer: object = _query(context.device, query)
    expected = f"(ErrorStatus, {type_name})"
    _require_type(_has_length(answer, 2), query, answer, expected)
    _require_status(query, answer, f"NONE and {type_name}")
    return answer[1]  # type: ignore[index]


def _require_status(query: str, answer: Any, expected: str) -> None:
    status = driver_calls.to_status(query, answer[0])
    _require_value(status == hal.ErrorStatus.NONE, query, answer, expected)


def _is_member(value: object, enum: type[IntEnum]) -> bool:
    return driver_calls.is_integer(value) and int(value) in enum._value2member_map_


@check("Drivers: Initialization; IServiceManager instance name")
def driver_name(context: CheckContext) -> None:
    """The driver's service instance name is a non-empty string.

    From HAL 1.2 on the official suite demands the form ``vendor-device``. The HAL does not, so
    another name is stated in the details only.
    """
    answer: object = driver_calls.call_driver("name", lambda: context.device.name)
    _require_type(isinstance(answer, str), "the driver's name", answer, "a str")
    name = str(answer)
    _require_value(bool(name.strip()), "the driver's name", answer, "a non-empty str")
    if context.version >= hal.Version.V1_2 and not _VTS_NAME.fullmatch(name):
        context.details["vts"] = (
            f"the driver's name is {short_repr(answer)}; GetDeviceNameTest of VTS demands exactly "
            "one '-' with text before and after it, such as vendor-device"
        )


@check("IDevice.getVersionString", since=hal.Version.V1_2)
def version_string(context: CheckContext) -> None:
    """IDevice::getVersionString answers NONE and a non-empty string, the same on every call."""
    query = "get_version_string"
    first, again = (_query(context.device, query) for _ in range(2))
    if _differ(first, again):
        context.report(
            f"{query} returned {short_repr(first)}, but {short_repr(again)} when called again; the "
            "same answer was expected"
        )
    is_text = _has_length(first, 2) and isinstance(first[1], str)
    _require_type(is_text, query, first, "(ErrorStatus, str)")
    _require_status(query, first, "NONE and a non-empty str")
    _require_value(first[1] != "", query, first, "NONE and a non-empty str")


@check("IDevice.getType; 1.2 types.hal DeviceType", since=hal.Version.V1_2)
def device_type(context: CheckContext) -> None:
    """IDevice::getType answers NONE and a value of the enumeration DeviceType."""
    answer: Any = _query(context.device, "get_type")
    is_code = _has_length(answer, 2) and driver_calls.is_integer(answer[1])
    _require_type(is_code, "get_type", answer, "(ErrorStatus, DeviceType)")
    expected = "NONE and a value of DeviceType"
    _require_status("get_type", answer, expected)
    _require_value(_is_member(answer[1], hal.DeviceType), "get_type", answer, expected)


@check("IDevice.getStatus; 1.0 types.hal DeviceStatus")
def device_status(context: CheckContext) -> Iterator[Finding]:
    """IDevice::getStatus answers AVAILABLE while no request is running."""
    answer: object = _query(context.device, "get_status")
    _require_type(driver_calls.is_integer(answer), "get_status", answer, "a DeviceStatus")
    _require_value(_is_member(answer, hal.DeviceStatus), "get_status", answer, "a DeviceStatus")
    if answer != hal.DeviceStatus.AVAILABLE:
        reason = (
            f"get_status returned {short_repr(answer)}; VTS demands AVAILABLE, although the HAL "
            "permits this answer"
        )
        yield Finding(VerdictKind.FAILED, "", reason, VTS_DEMAND)


@check("IDevice.getCapabilities; types.hal Capabilities, PerformanceInfo")
def capabilities(context: CheckContext) -> Iterator[Finding | str]:
    """IDevice::getCapabilities answers NONE and Capabilities of the declared HAL version or a newer
    one; every execTime and powerUsage is above 0, and operandPerformance lists each operand type at
    most once, in ascending order, and never SUBGRAPH.

    An empty operandPerformance is a quality warning: a client treats a missing operand type as
    infinitely slow, so it would never use the driver.
    """
    reported = _reported(context, "get_capabilities", "Capabilities")
    forms = hal.accepted_capabilities_forms(context.version)
    names = " or ".join(form.__name__ for form in forms)
    _require_type(isinstance(reported, forms), "get_capabilities", reported, names)
    listed: Any = getattr(reported, "operand_performance", ())
    _require_type(isinstance(listed, (tuple, list)), "operand_performance", listed, "a list")
    by_type = []
    for entry in listed:
        if isinstance(entry, hal.OperandPerformance) and driver_calls.is_integer(entry.type):
            by_type.append(entry)
        else:
            yield _invalid_answer("operand_performance", entry, "an OperandPerformance")
    if hasattr(reported, "operand_performance") and not listed:
        yield quality_warning(
            "operand_performance of get_capabilities is empty; an entry for each supported operand "
            "type was expected, because a client treats a missing type as infinitely slow"
        )
    infos = [(field.name, getattr(reported, field.name)) for field in fields(reported)]
    infos = [(where, info) for where, info in infos if where != "operand_performance"]
    infos += [(f"operand type {entry.type}", entry.info) for entry in by_type]
    for where, info in infos:
        what = f"get_capabilities for {where}"
        if not isinstance(info, hal.PerformanceInfo) or not (
            _is_number(info.exec_time) and _is_number(info.power_usage)
        ):
            yield _invalid_answer(what, info, "a PerformanceInfo of two numbers")
        elif not (info.exec_time > 0 and info.power_usage > 0):
            expected = "exec_time and power_usage above 0 were expected"
            yield f"{what} returned {short_repr(info)}; {expected}"
    types = [int(entry.type) for entry in by_type]
    if types != sorted(set(types)):
        yield (
            f"operand_performance of get_capabilities lists the operand types {types}; each type "
            "at most once and in ascending order was expected"
        )
    if hal.OperandType.SUBGRAPH in types:
        yield (
            "operand_performance of get_capabilities lists SUBGRAPH; no entry for SUBGRAPH was "
            "expected"
        )


def _is_number(value: object) -> bool:
    return isinstance(value, (float, np.floating)) or driver_calls.is_integer(value)


@check("IDevice.getSupportedExtensions; 1.2 types.hal Extension", since=hal.Version.V1_2)
def extensions(context: CheckContext) -> Iterator[Finding | str]:
    """IDevice::getSupportedExtensions answers NONE and extensions with different names; a name has
    only a-z, 0-9, '_' and '.', and at least one '.'; the operand types of an extension have
    different codes and a byte size above 0.
    """
    query = "get_supported_extensions"
    reported = _reported(context, query, "list")
    listed: list[Any] = driver_calls.items(query, reported, "a list of Extension")
    names = [getattr(extension, "name", extension) for extension in listed]
    for name in names:
        if not isinstance(name, str):
            yield _invalid_answer(query, name, "an Extension")
        elif not _EXTENSION_NAME.fullmatch(name):
            yield (
                f"{query} answered an extension named {short_repr(name)}; a name of a-z, 0-9, '_'"
                " and '.', with at least one '.', was expected"
            )
    if len(set(map(short_repr, names))) != len(names):
        named = f"{query} answered extensions named {short_repr(names)}"
        yield f"{named}; different names were expected"
    for name, extension in zip(names, listed, strict=True):
        yield from _operand_type_problems(name, getattr(extension, "operand_types", ()))


def _operand_type_problems(name: Any, types: object) -> Iterator[Finding | str]:
    extension = f"extension {short_repr(name)}"
    if not isinstance(types, (tuple, list)):
        yield _invalid_answer(f"operand_types of {extension}", types, "a list")
        return
    codes = [short_repr(getattr(each, "type", None)) for each in types]
    if len(set(codes)) != len(codes):
        yield (
            f"{extension} has operand types with the codes {', '.join(codes)}; different codes "
            "were expected"
        )
    for each in types:
        if not isinstance(each, hal.ExtensionOperandType) or not _is_number(each.byte_size):
            expected = "an ExtensionOperandType with a numeric byte_size"
            yield _invalid_answer(f"operand_types of {extension}", each, expected)
        elif not each.byte_size > 0:
            yield (
                f"{extension} has the operand type {short_repr(each)}; a byte_size above 0 was "
                "expected"
            )


@check(
    "IDevice.getNumberOfCacheFilesNeeded; Constant::MAX_NUMBER_OF_CACHE_FILES",
    since=hal.Version.V1_2,
)
def cache_file_counts(context: CheckContext) -> None:
    """IDevice::getNumberOfCacheFilesNeeded answers NONE and two counts, of model cache files and of
    data cache files, each from 0 to 32 (MAX_NUMBER_OF_CACHE_FILES).
    """
    query = "get_number_of_cache_files_needed"
    answer: Any = _query(context.device, query)
    are_counts = _has_length(answer, 3) and all(map(driver_calls.is_integer, answer[1:]))
    _require_type(are_counts, query, answer, "NONE and two integers")
    _require_status(query, answer, "NONE and two integers")
    limit = hal.MAX_NUMBER_OF_CACHE_FILES
    in_range = all(0 <= count <= limit for count in answer[1:])
    _require_value(in_range, query, answer, f"NONE and two counts from 0 to {limit}")


@check("IDevice.getSupportedOperations")
def supported_operations_of_invalid_model(context: CheckContext) -> Iterator[Finding]:
    """IDevice::getSupportedOperations answers INVALID_ARGUMENT for a model whose operation reads an
    operand that does not exist.

    A list of flags beside the error is a quality warning: a client must ignore it.
    """
    model = addition_model()
    invalid = with_operation(model, inputs=(0, len(model.main.operands), 2))
    status, flags = driver_calls.get_supported_operations(context.device, invalid)
    what = "get_supported_operations of a model whose operation reads a missing operand"
    expect(status, what, hal.ErrorStatus.INVALID_ARGUMENT)
    if flags:
        yield quality_warning(
            f"get_supported_operations answered {status.name} and {len(flags)} flags; no flags "
            "were expected with an error"
        )


@check("Drivers: Initialization")
def repeated_queries(context: CheckContext) -> Iterator[str]:
    """The queries of IDevice whose answers are constant (name, version, type, capabilities,
    extensions, cache files) return the same answers when called again and after executions along
    each path, also measured ones.
    """
    device, version = context.device, context.version
    before = _stable_answers(device, version)
    yield from _changed_answers(before, _stable_answers(device, version), "when called again")
    prepared = context.prepare(addition_model())
    for measure in hal.MeasureTiming:
        limits = ExecutionLimits(measure)
        AdditionRequest(context).run_along_modes(prepared, measure.name, limits=limits)
    yield from _changed_answers(before, _stable_answers(device, version), "after executions")


@check("Drivers: Initialization")
def queries_after_restart(context: CheckContext) -> Iterator[str]:
    """The queries of IDevice whose answers are constant (name, version, type, capabilities,
    extensions, cache files) return the same answers after a restart of the driver.
    """
    before = _stable_answers(context.device, context.version)
    after = _stable_answers(context.restarted_driver(), context.version)
    yield from _changed_answers(before, after, "after a restart")

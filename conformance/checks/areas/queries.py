"""Checks of the queries of IDevice: name, version, type, status, capabilities, extensions."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import fields, replace
from enum import IntEnum
from typing import Any, TypeGuard

import numpy as np

from conformance import hal
from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import AdditionRequest, execution_problem
from conformance.harness.calls import driver_calls
from conformance.harness.calls.driver_calls import short_repr
from conformance.verdicts import VTS_DEMAND, Finding, VerdictKind

_VTS_NAME = re.compile(r"[^-]+-[^-]+")
_QUERIES = (
    ("get_version_string", hal.Version.V1_2),
    ("get_type", hal.Version.V1_2),
    ("get_capabilities", hal.Version.V1_0),
    ("get_supported_extensions", hal.Version.V1_2),
    ("get_number_of_cache_files_needed", hal.Version.V1_2),
)
_EXTENSION_NAME = re.compile(r"[a-z0-9_.]*\.[a-z0-9_.]*")
"""The pattern of the official suite and of the client; the contract's rule that the name is a
reverse domain name cannot be tested."""


def _query(device: hal.Device, query: str) -> Any:
    return driver_calls.call_driver(query, lambda: getattr(device, query)())


def _stable_answers(device: hal.Device, version: hal.Version) -> dict[str, Any]:
    """Return the answers that must not change during the life of the driver, by query."""
    answers: dict[str, Any] = {
        "name": driver_calls.call_driver("name", lambda: device.name),
        "version": driver_calls.call_driver("version", lambda: device.version),
    }
    answers.update((query, _query(device, query)) for query, since in _QUERIES if version >= since)
    return answers


def _changed_answers(before: dict[str, Any], after: dict[str, Any], when: str) -> Iterator[str]:
    for query, first in before.items():
        if after[query] != first:
            yield (
                f"{query} answered {short_repr(first)}, but {short_repr(after[query])} {when}; the"
                " same answer was expected"
            )


def _has_length(answer: object, count: int) -> TypeGuard[Sequence[Any]]:
    """Return whether an answer is a tuple or list of ``count`` values."""
    return isinstance(answer, (tuple, list)) and len(answer) == count


def _invalid_answer(reason: str) -> Finding:
    """Return a finding for an answer whose type differs from the interface's."""
    return Finding(VerdictKind.INVALID_ANSWER, "", reason)


def _reported(
    context: CheckContext, query: str, type_name: str, noun: str = ""
) -> Generator[Finding | str, None, tuple[Any, ...]]:
    """Return the value that a query reports besides its status; empty after a finding.

    ``type_name`` is the type of the value; ``noun`` names it in a sentence.
    """
    answer: object = _query(context.device, query)
    if not _has_length(answer, 2):
        yield _invalid_answer(
            f"{query} answered {short_repr(answer)}; (ErrorStatus, {type_name}) was expected"
        )
        return ()
    if driver_calls.to_status(query, answer[0]) != hal.ErrorStatus.NONE:
        yield f"{query} answered {short_repr(answer)}; NONE and {noun or type_name} were expected"
        return ()
    return (answer[1],)


def _is_member(value: object, enum: type[IntEnum]) -> bool:
    return driver_calls.is_integer(value) and int(value) in enum._value2member_map_


@check("Drivers: Initialization; IServiceManager instance name")
def driver_name(context: CheckContext) -> Iterator[Finding | str]:
    """The driver's service instance name is a non-empty string.

    From HAL 1.2 on the official suite demands the form ``vendor-device``. The HAL does not, so
    another name is stated in the details only.
    """
    answer: object = driver_calls.call_driver("name", lambda: context.device.name)
    if not isinstance(answer, str):
        yield _invalid_answer(f"the driver's name is {short_repr(answer)}; a str was expected")
    elif not answer.strip():
        yield f"the driver's name is {short_repr(answer)}; a non-empty str was expected"
    elif context.version >= hal.Version.V1_2 and not _VTS_NAME.fullmatch(answer):
        context.details["vts"] = (
            f"the driver's name is {short_repr(answer)}; GetDeviceNameTest of VTS demands exactly "
            "one '-' with text before and after it, such as vendor-device"
        )


@check("IDevice.getVersionString", since=hal.Version.V1_2)
def version_string(context: CheckContext) -> Iterator[Finding | str]:
    """IDevice::getVersionString answers NONE and a non-empty string, the same on every call."""
    first: object = _query(context.device, "get_version_string")
    again: object = _query(context.device, "get_version_string")
    if first != again:
        yield (
            f"get_version_string answered {short_repr(first)}, but {short_repr(again)} when called"
            " again; the same answer was expected"
        )
    if not _has_length(first, 2) or not isinstance(first[1], str):
        yield _invalid_answer(
            f"get_version_string answered {short_repr(first)}; (ErrorStatus, str) was expected"
        )
    elif (
        driver_calls.to_status("get_version_string", first[0]) != hal.ErrorStatus.NONE
        or not first[1]
    ):
        yield (
            f"get_version_string answered {short_repr(first)}; NONE and a non-empty str were"
            " expected"
        )


@check("IDevice.getType; 1.2 types.hal DeviceType", since=hal.Version.V1_2)
def device_type(context: CheckContext) -> Iterator[Finding | str]:
    """IDevice::getType answers NONE and a value of the enumeration DeviceType."""
    answer: object = _query(context.device, "get_type")
    if not _has_length(answer, 2) or not driver_calls.is_integer(answer[1]):
        yield _invalid_answer(
            f"get_type answered {short_repr(answer)}; (ErrorStatus, DeviceType) was expected"
        )
    elif driver_calls.to_status("get_type", answer[0]) != hal.ErrorStatus.NONE or not _is_member(
        answer[1], hal.DeviceType
    ):
        yield (
            f"get_type answered {short_repr(answer)}; NONE and a value of DeviceType were expected"
        )


@check("IDevice.getStatus; 1.0 types.hal DeviceStatus")
def device_status(context: CheckContext) -> Iterator[Finding | str]:
    """IDevice::getStatus answers AVAILABLE while no request is running."""
    answer: object = _query(context.device, "get_status")
    if not driver_calls.is_integer(answer):
        yield _invalid_answer(
            f"get_status answered {short_repr(answer)}; a DeviceStatus was expected"
        )
    elif not _is_member(answer, hal.DeviceStatus):
        yield f"get_status answered {short_repr(answer)}; a DeviceStatus was expected"
    elif answer != hal.DeviceStatus.AVAILABLE:
        reason = (
            f"get_status answered {short_repr(answer)}; VTS demands AVAILABLE, although the HAL "
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
    for reported in (yield from _reported(context, "get_capabilities", "Capabilities")):
        yield from _capabilities_findings(context, reported)


def _capabilities_findings(context: CheckContext, reported: Any) -> Iterator[Finding | str]:
    """Yield the violations in the value that get_capabilities answered."""
    forms = hal.accepted_capabilities_forms(context.version)
    if not isinstance(reported, forms):
        names = " or ".join(form.__name__ for form in forms)
        yield _invalid_answer(
            f"get_capabilities answered {short_repr(reported)}; {names} was expected from a driver"
            f" of HAL {context.version}"
        )
        return
    yield from _performance_findings(reported)


def _performance_findings(reported: Any) -> Iterator[Finding | str]:
    """Yield the violations in the figures of an answer of get_capabilities."""
    listed: object = getattr(reported, "operand_performance", ())
    if not isinstance(listed, (tuple, list)):
        yield _invalid_answer(
            f"operand_performance of get_capabilities is {short_repr(listed)}; a list was expected"
        )
        return
    by_type = []
    for entry in listed:
        if isinstance(entry, hal.OperandPerformance) and driver_calls.is_integer(entry.type):
            by_type.append(entry)
        else:
            yield _invalid_answer(
                f"operand_performance of get_capabilities contains {short_repr(entry)}; an "
                "OperandPerformance was expected"
            )
    if hasattr(reported, "operand_performance") and not listed:
        yield quality_warning(
            "operand_performance of get_capabilities is empty; an entry for each supported operand "
            "type was expected, because a client treats a missing type as infinitely slow"
        )
    infos = [(field.name, getattr(reported, field.name)) for field in fields(reported)]
    infos = [(where, info) for where, info in infos if where != "operand_performance"]
    infos += [(f"operand type {entry.type}", entry.info) for entry in by_type]
    for where, info in infos:
        yield from _figure_findings(where, info)
    yield from _order_findings([int(entry.type) for entry in by_type])


def _figure_findings(where: str, info: object) -> Iterator[Finding | str]:
    """Yield the violation in one PerformanceInfo, if there is one."""
    if not isinstance(info, hal.PerformanceInfo) or not (
        _is_number(info.exec_time) and _is_number(info.power_usage)
    ):
        yield _invalid_answer(
            f"get_capabilities answered {short_repr(info)} for {where}; a PerformanceInfo of"
            " two numbers was expected"
        )
    elif not (info.exec_time > 0 and info.power_usage > 0):
        yield (
            f"get_capabilities answered {short_repr(info)} for {where}; exec_time and"
            " power_usage above 0 were expected"
        )


def _order_findings(types: Sequence[int]) -> Iterator[str]:
    """Yield the violations in the operand types that operand_performance lists."""
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
    for reported in (yield from _reported(context, "get_supported_extensions", "list", "a list")):
        yield from _extensions_findings(reported)


def _extensions_findings(reported: Any) -> Iterator[Finding | str]:
    """Yield the violations in the value that get_supported_extensions answered."""
    listed: list[Any] = driver_calls.items(
        "get_supported_extensions", reported, "a list of Extension"
    )
    names = [getattr(extension, "name", extension) for extension in listed]
    yield from _extension_name_problems(names)
    for name, extension in zip(names, listed, strict=True):
        yield from _operand_type_problems(name, getattr(extension, "operand_types", ()))


def _extension_name_problems(names: Sequence[Any]) -> Iterator[Finding | str]:
    for name in names:
        if not isinstance(name, str):
            yield _invalid_answer(
                f"get_supported_extensions answered {short_repr(name)}; an Extension was expected"
            )
        elif not _EXTENSION_NAME.fullmatch(name):
            yield (
                f"get_supported_extensions answered an extension named {short_repr(name)}; a name"
                " of a-z, 0-9, '_' and '.', with at least one '.', was expected"
            )
    if len(set(map(short_repr, names))) != len(names):
        yield (
            f"get_supported_extensions answered extensions named {short_repr(names)}; different"
            " names were expected"
        )


def _operand_type_problems(name: Any, types: object) -> Iterator[Finding | str]:
    extension = f"extension {short_repr(name)}"
    if not isinstance(types, (tuple, list)):
        yield _invalid_answer(
            f"the operand_types of {extension} are {short_repr(types)}; a list was expected"
        )
        return
    codes = [short_repr(getattr(each, "type", None)) for each in types]
    if len(set(codes)) != len(codes):
        yield (
            f"{extension} has operand types with the codes {', '.join(codes)}; different codes "
            "were expected"
        )
    for each in types:
        if not isinstance(each, hal.ExtensionOperandType) or not _is_number(each.byte_size):
            yield _invalid_answer(
                f"{extension} has the operand type {short_repr(each)}; an ExtensionOperandType "
                "with a numeric byte_size was expected"
            )
        elif not each.byte_size > 0:
            yield (
                f"{extension} has the operand type {short_repr(each)}; a byte_size above 0 was "
                "expected"
            )


@check(
    "IDevice.getNumberOfCacheFilesNeeded; Constant::MAX_NUMBER_OF_CACHE_FILES",
    since=hal.Version.V1_2,
)
def cache_file_counts(context: CheckContext) -> Iterator[Finding | str]:
    """IDevice::getNumberOfCacheFilesNeeded answers NONE and two counts, of model cache files and of
    data cache files, each from 0 to 32 (MAX_NUMBER_OF_CACHE_FILES).
    """
    query = "get_number_of_cache_files_needed"
    answer: object = _query(context.device, query)
    if not _has_length(answer, 3) or not all(map(driver_calls.is_integer, answer[1:])):
        yield _invalid_answer(
            f"{query} answered {short_repr(answer)}; NONE and two integers were expected"
        )
        return
    if driver_calls.to_status(query, answer[0]) != hal.ErrorStatus.NONE:
        yield f"{query} answered {short_repr(answer)}; NONE and two integers were expected"
        return
    for count in answer[1:]:
        if not 0 <= count <= hal.MAX_NUMBER_OF_CACHE_FILES:
            limit = hal.MAX_NUMBER_OF_CACHE_FILES
            yield (
                f"{query} answered {short_repr(answer)}; two counts from 0 to {limit} were expected"
            )
            return


@check("IDevice.getSupportedOperations")
def supported_operations_of_invalid_model(context: CheckContext) -> Iterator[Finding | str]:
    """IDevice::getSupportedOperations answers INVALID_ARGUMENT for a model whose operation reads an
    operand that does not exist.

    A list of flags beside the error is a quality warning: a client must ignore it.
    """
    model = addition_model()
    (operation,) = model.main.operations
    changed = replace(operation, inputs=(0, len(model.main.operands), 2))
    invalid = replace(model, main=replace(model.main, operations=(changed,)))
    status, flags = driver_calls.get_supported_operations(context.device, invalid)
    skip_if_lacking_resources(status, "get_supported_operations")
    if status != hal.ErrorStatus.INVALID_ARGUMENT:
        yield (
            f"get_supported_operations answered {status.name} for a model whose operation reads an "
            "operand that does not exist; INVALID_ARGUMENT was expected"
        )
    elif flags:
        yield quality_warning(
            f"get_supported_operations answered {status.name} and {len(flags)} flags; no flags "
            "were expected with an error"
        )


@check("Drivers: Initialization")
def repeated_queries(context: CheckContext) -> Iterator[str]:
    """The queries of IDevice whose answers are constant (name, version, type, capabilities,
    extensions, cache files) return the same answers when called again and after an execution.
    """
    before = _stable_answers(context.device, context.version)
    yield from _changed_answers(
        before, _stable_answers(context.device, context.version), "when called again"
    )
    prepared = context.prepare(addition_model())
    if problem := execution_problem(context, prepared, AdditionRequest(context)):
        yield problem
    yield from _changed_answers(
        before, _stable_answers(context.device, context.version), "after an execution"
    )


@check("Drivers: Initialization")
def queries_after_restart(context: CheckContext) -> Iterator[str]:
    """The queries of IDevice whose answers are constant (name, version, type, capabilities,
    extensions, cache files) return the same answers after a restart of the driver.
    """
    before = _stable_answers(context.device, context.version)
    with context.restarted_driver() as device:
        yield from _changed_answers(
            before, _stable_answers(device, context.version), "after a restart"
        )

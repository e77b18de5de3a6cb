"""Checks of the arguments of model preparation other than the model itself.

These are the preference, the priority, the cache files, the token and the memory pools. The
expected answers are those of the contract and the official suite: an invalid preference or priority
is refused with INVALID_ARGUMENT; invalid cache arguments never make prepareModel fail;
prepareModelFromCache fails if the cache holds no model for its arguments.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.checks.check_context import CheckContext
from conformance.checks.health_check import HealthCheck
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import AdditionRequest, execution_problem
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    ExecutionPreference,
    Memory,
    Model,
    OperandLifeTime,
    Priority,
    SharedMemory,
    Version,
    cache_handles,
)
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.validation.mutations.requests import UnmappableMemory
from conformance.verdicts import Finding, VerdictKind

_CACHE: Final = "IDevice.prepareModelFromCache; IDevice.prepareModel, modelCache, dataCache, token"
_INVALID_CODES: Final = (-1, 3, 100, 2**31 - 1, -(2**31))
"""The first two are those of the official suite: one below and one above the valid codes."""

_REFUSAL_STATUSES: Final = frozenset({ErrorStatus.INVALID_ARGUMENT, ErrorStatus.GENERAL_FAILURE})
_TOKEN: Final = bytes(range(32))


def _notification_problem(record: RecordingPreparedModelCallback, what: str) -> str:
    count = len(record.notifications)
    if count == 1:
        return ""
    return f"{what}: the callback was notified {count} times; exactly one notification was expected"


def _refusal_problem(
    what: str, end: driver_calls.PreparationOutcome, record: RecordingPreparedModelCallback
) -> str:
    """Describe what is wrong with the refusal of an invalid argument; empty if nothing is."""
    invalid = ErrorStatus.INVALID_ARGUMENT
    if end.model is not None:
        return f"{what}: prepare_model delivered a prepared model; INVALID_ARGUMENT was expected"
    if (end.launch, end.status) != (invalid, invalid):
        return (
            f"{what}: prepare_model answered {end.launch.name} and notified its callback of "
            f"{end.status.name}; INVALID_ARGUMENT was expected from both"
        )
    return _notification_problem(record, what)


@check("IDevice.prepareModel_1_1, preference; types.hal ExecutionPreference", since=Version.V1_1)
def invalid_preference(context: CheckContext) -> Iterator[Finding]:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for an
    execution preference that is not a value of ExecutionPreference; every value is accepted.
    """
    health_check = HealthCheck(context)
    for code in _INVALID_CODES:
        end, record = context.try_to_prepare(addition_model(), code)
        if problem := _refusal_problem(f"preference {code}", end, record):
            yield Finding(VerdictKind.FAILED, "prepare.preference", problem)
        if (problem_after := health_check.find_problem()) is not None:
            yield problem_after
    for valid in ExecutionPreference:
        problem = execution_problem(
            context, context.prepare(addition_model(), valid), AdditionRequest(context, int(valid))
        )
        if problem:
            yield Finding(VerdictKind.FAILED, "", f"preference {valid.name}: {problem}")


@check("IDevice.prepareModel_1_3, priority; types.hal Priority", since=Version.V1_3)
def invalid_priority(context: CheckContext) -> Iterator[Finding]:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for a
    priority that is not a value of Priority, whatever the execution preference is.
    """
    health_check = HealthCheck(context)
    for number, code in enumerate(_INVALID_CODES):
        valid = ExecutionPreference(number % len(ExecutionPreference))
        end, record = context.try_to_prepare(addition_model(), valid, code)
        if problem := _refusal_problem(f"priority {code}", end, record):
            yield Finding(VerdictKind.FAILED, "prepare.priority", problem)
        if (problem_after := health_check.find_problem()) is not None:
            yield problem_after


@check("IDevice.prepareModel: INVALID_ARGUMENT", since=Version.V1_1)
def invalid_model_with_arguments(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for an
    invalid model with every execution preference and every priority.
    """
    valid = addition_model()
    invalid = replace(valid, main=replace(valid.main, input_indexes=(0, 0)))
    context.prepare(addition_model())
    has_priority = context.version >= Version.V1_3
    for code in ExecutionPreference:
        for level in Priority if has_priority else (Priority.MEDIUM,):
            end, record = context.try_to_prepare(invalid, code, level)
            problem = _refusal_problem(
                f"invalid model, preference {code.name}, priority {level.name}", end, record
            )
            if problem:
                yield problem


class _CacheFiles:
    """Handles of empty model and data cache files, open for reading and writing."""

    def __init__(self, context: CheckContext, models: int, data: int) -> None:
        descriptors = [os.memfd_create("nn-cache", os.MFD_CLOEXEC) for _ in range(models + data)]
        for fd in descriptors:
            context.add_cleanup(lambda fd=fd: os.close(fd))  # type: ignore[misc]
        self.model = cache_handles(descriptors[:models])
        self.data = cache_handles(descriptors[models:])


def _required_cache_files(context: CheckContext) -> tuple[int, int]:
    """Return the numbers of model and data cache files; 0 and 0 if the query answers an error."""
    _, models, data = driver_calls.get_number_of_cache_files_needed(context.device)
    return models, data


def _wrong_cache_file_counts(context: CheckContext) -> Iterator[tuple[str, _CacheFiles]]:
    """Yield a description and cache files with one file too many or too few, for each kind."""
    models, data = _required_cache_files(context)
    for more_models, more_data in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        count = models + more_models, data + more_data
        if min(count) >= 0:
            what = (
                f"{count[0]} model and {count[1]} data cache files although the driver needs "
                f"{models} and {data}"
            )
            yield what, _CacheFiles(context, *count)


def _cache_failure_problem(
    context: CheckContext, what: str, files: _CacheFiles, token: bytes
) -> str:
    """Prepare from a cache that holds no model; describe what is wrong with the failure."""
    record = RecordingPreparedModelCallback()
    end = driver_calls.prepare_model_from_cache(
        context.device, files.model, files.data, token, context.options.callback_timeout, record
    )
    if end.model is not None:
        return (
            f"{what}: prepare_model_from_cache delivered a prepared model; INVALID_ARGUMENT or "
            "GENERAL_FAILURE was expected"
        )
    if end.status not in _REFUSAL_STATUSES or end.launch not in (end.status, ErrorStatus.NONE):
        return (
            f"{what}: prepare_model_from_cache answered {end.launch.name} and notified its "
            f"callback of {end.status.name}; INVALID_ARGUMENT or GENERAL_FAILURE was expected"
        )
    return _notification_problem(record, what)


@check(_CACHE, since=Version.V1_2)
def no_cache_support(context: CheckContext) -> Iterator[str]:
    """If getNumberOfCacheFilesNeeded answers 0 and 0, IDevice::prepareModelFromCache notifies its
    callback once, of GENERAL_FAILURE and no prepared model.
    """
    if _required_cache_files(context) != (0, 0):
        return
    record = RecordingPreparedModelCallback()
    limit = context.options.callback_timeout
    end = driver_calls.prepare_model_from_cache(context.device, (), (), _TOKEN, limit, record)
    failure = ErrorStatus.GENERAL_FAILURE
    if end.model is not None or end.status != failure or end.launch not in (failure, 0):
        yield (
            f"prepare_model_from_cache answered {end.launch.name} and notified its callback of "
            f"{end.status.name}; GENERAL_FAILURE and no prepared model were expected, because the "
            "driver needs no cache files"
        )
    if problem := _notification_problem(record, "prepare_model_from_cache"):
        yield problem


@check(_CACHE, since=Version.V1_2)
def wrong_cache_files_on_prepare(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModel answers NONE and prepares the model even if the number of cache files
    differs from getNumberOfCacheFilesNeeded; prepareModelFromCache with these files then fails with
    INVALID_ARGUMENT or GENERAL_FAILURE.
    """
    context.prepare(addition_model())
    for what, files in _wrong_cache_file_counts(context):
        end, record = context.try_to_prepare(
            addition_model(), model_cache=files.model, data_cache=files.data, token=_TOKEN
        )
        if end.model is None or (end.launch, end.status) != (ErrorStatus.NONE, ErrorStatus.NONE):
            yield (
                f"{what}: prepare_model answered {end.launch.name} and notified its callback of "
                f"{end.status.name}; NONE and a prepared model were expected"
            )
            continue
        problem = _notification_problem(record, what) or execution_problem(
            context, end.model, AdditionRequest(context)
        )
        if problem:
            yield f"{what}: {problem}"
        if problem := _cache_failure_problem(context, what, files, _TOKEN):
            yield problem


@check(_CACHE, since=Version.V1_2)
def wrong_cache_files_on_load(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if the cache
    files are empty or their number differs from getNumberOfCacheFilesNeeded.
    """
    health_check = HealthCheck(context)
    cases = list(_wrong_cache_file_counts(context))
    if _required_cache_files(context) != (0, 0):
        cases.append(("empty cache files", _CacheFiles(context, *_required_cache_files(context))))
    for what, files in cases:
        problem = _cache_failure_problem(context, what, files, _TOKEN)
        after = health_check.find_problem()
        if problem or after is not None:
            yield problem or f"{what}: {after.reason if after else ''}"


@check("IDevice.aidl prepareModelFromCache, token: 32 bytes", since=Version.AIDL_V1)
def wrong_token_size(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if the token
    does not have 32 bytes.
    """
    health_check = HealthCheck(context)
    for size in (0, 1, 31, 33, 4096):
        files = _CacheFiles(context, *_required_cache_files(context))
        problem = _cache_failure_problem(context, f"token of {size} bytes", files, bytes(size))
        after = health_check.find_problem()
        if problem or after is not None:
            yield problem or f"token of {size} bytes: {after.reason if after else ''}"


def _with_constant_in(memory: Memory) -> Model:
    """Return ``addition_model`` with its second input replaced by a constant in the memory."""
    model = addition_model()
    operands = list(model.main.operands)
    operands[1] = replace(
        operands[1], lifetime=OperandLifeTime.CONSTANT_REFERENCE, location=DataLocation(0, 0, 16)
    )
    main = replace(model.main, operands=tuple(operands), input_indexes=(0,))
    return replace(model, main=main, pools=(memory,))


@check("types.hal: Model.pools; IDevice.prepareModel")
def unmappable_memory(context: CheckContext) -> Iterator[Finding]:
    """IDevice::prepareModel fails with INVALID_ARGUMENT or GENERAL_FAILURE for a model whose
    constants are in a memory pool that cannot be mapped.
    """
    health_check = HealthCheck(context)
    mappable = SharedMemory(4096)
    context.add_cleanup(mappable.close)
    context.prepare(_with_constant_in(mappable))
    for size in (4096, 16, 2**31):
        memory = UnmappableMemory(size)
        context.add_cleanup(memory.close)
        model = _with_constant_in(memory)
        what = f"a constant in a memory pool of {size} bytes that cannot be mapped"
        status, _ = driver_calls.get_supported_operations(context.device, model)
        if status not in (ErrorStatus.NONE, *_REFUSAL_STATUSES):
            reason = (
                f"{what}: get_supported_operations answered {status.name}; NONE, INVALID_ARGUMENT "
                "or GENERAL_FAILURE was expected"
            )
            yield Finding(VerdictKind.FAILED, "model.pool", reason)
        end, record = context.try_to_prepare(model)
        problem = _notification_problem(record, what)
        if end.model is not None or end.status == ErrorStatus.NONE:
            problem = (
                f"{what}: prepare_model prepared the model; INVALID_ARGUMENT or GENERAL_FAILURE "
                "was expected"
            )
        elif end.launch not in (end.status, ErrorStatus.NONE):
            problem = (
                f"{what}: prepare_model answered {end.launch.name}, but notified its callback of "
                f"{end.status.name}; the same status was expected"
            )
        if problem:
            yield Finding(VerdictKind.FAILED, "model.pool", problem)
        if (after := health_check.find_problem()) is not None:
            yield after

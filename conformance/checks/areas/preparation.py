"""Checks of the arguments of model preparation other than the model itself.

These are the preference, the priority, the cache files, the token and the memory pools. The
expected answers are those of the contract and the official suite: an invalid preference or priority
is refused with INVALID_ARGUMENT; invalid cache arguments never make prepareModel fail;
prepareModelFromCache fails if the cache holds no model for its arguments.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final

from conformance.checks.cache_files import CacheHandles
from conformance.checks.check_context import CheckContext, Violation, expect
from conformance.checks.pool_requests import model_with_constants
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import INVALID_CODES, AdditionRequest, HealthCheck
from conformance.hal import (
    ErrorStatus,
    ExecutionPreference,
    Model,
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
_INVALID: Final = ErrorStatus.INVALID_ARGUMENT
_REFUSAL_STATUSES: Final = (_INVALID, ErrorStatus.GENERAL_FAILURE)
_TOKEN: Final = bytes(range(32))


def _require_notification(record: RecordingPreparedModelCallback) -> None:
    if (count := len(record.notifications)) != 1:
        raise Violation(f"the callback was notified {count} times; once was expected")


def _require_refusal(
    context: CheckContext, model: Model, preference: int, priority: int = Priority.MEDIUM
) -> None:
    """Prepare with an invalid argument; raise ``Violation`` unless it is refused."""
    end, record = context.try_to_prepare(model, preference, priority)
    if end.model is not None:
        raise Violation("prepare_model delivered a prepared model; INVALID_ARGUMENT was expected")
    if (end.launch, end.status) != (_INVALID, _INVALID):
        raise Violation(
            f"prepare_model returned {end.launch.name} and notified its callback of "
            f"{end.status.name}; INVALID_ARGUMENT was expected from both"
        )
    _require_notification(record)


@contextmanager
def _case(
    context: CheckContext, health_check: HealthCheck, what: str, rule: str = ""
) -> Iterator[None]:
    """Record a ``Violation``, by default of the check's rule, and a valid model that then fails."""
    try:
        yield
    except Violation as violation:
        reason = f"{what}: {violation}"
        context.report(Finding(VerdictKind.FAILED, rule, reason) if rule else reason)
    if (after := health_check.find_problem()) is not None:
        context.report(after if rule else f"{what}: {after.reason}")


@check("IDevice.prepareModel_1_1, preference; types.hal ExecutionPreference", since=Version.V1_1)
def invalid_preference(context: CheckContext) -> None:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for an
    execution preference that is not a value of ExecutionPreference; every value is accepted.
    """
    health_check, model = HealthCheck(context), addition_model()
    for code in INVALID_CODES:
        with _case(context, health_check, f"preference {code}", "prepare.preference"):
            _require_refusal(context, model, code)
    for valid in ExecutionPreference:
        with context.case(f"preference {valid.name}"):
            AdditionRequest(context, int(valid)).run(context.prepare(model, valid))


@check("IDevice.prepareModel_1_3, priority; types.hal Priority", since=Version.V1_3)
def invalid_priority(context: CheckContext) -> None:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for a
    priority that is not a value of Priority, whatever the execution preference is.
    """
    health_check, model = HealthCheck(context), addition_model()
    for number, code in enumerate(INVALID_CODES):
        valid = ExecutionPreference(number % len(ExecutionPreference))
        with _case(context, health_check, f"priority {code}", "prepare.priority"):
            _require_refusal(context, model, valid, code)


@check("IDevice.prepareModel: INVALID_ARGUMENT", since=Version.V1_1)
def invalid_model_with_arguments(context: CheckContext) -> None:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for an
    invalid model with every execution preference and every priority.
    """
    valid = addition_model()
    invalid = replace(valid, main=replace(valid.main, input_indexes=(0, 0)))
    context.prepare(valid)
    has_priority = context.version >= Version.V1_3
    for code in ExecutionPreference:
        for level in Priority if has_priority else (Priority.MEDIUM,):
            with context.case(f"invalid model, preference {code.name}, priority {level.name}"):
                _require_refusal(context, invalid, code, level)


def _cache_files(context: CheckContext, models: int, data: int) -> CacheHandles:
    """Return handles of empty model and data cache files, open for reading and writing."""
    descriptors = [os.memfd_create("nn-cache", os.MFD_CLOEXEC) for _ in range(models + data)]
    for fd in descriptors:
        context.add_cleanup(partial(os.close, fd))
    return CacheHandles(cache_handles(descriptors[:models]), cache_handles(descriptors[models:]))


def _required_cache_files(context: CheckContext) -> tuple[int, int]:
    """Return the numbers of model and data cache files; 0 and 0 if the query answers an error."""
    _, models, data = driver_calls.get_number_of_cache_files_needed(context.device)
    return models, data


def _wrong_cache_file_counts(context: CheckContext) -> Iterator[tuple[str, CacheHandles]]:
    """Yield a description and cache files with one file too many or too few, for each kind."""
    models, data = _required_cache_files(context)
    for more_models, more_data in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        count = models + more_models, data + more_data
        if min(count) >= 0:
            what = (
                f"{count[0]} model and {count[1]} data cache files although the driver needs "
                f"{models} and {data}"
            )
            yield what, _cache_files(context, *count)


def _require_cache_failure(
    context: CheckContext,
    files: CacheHandles,
    token: bytes = _TOKEN,
    permitted: Collection[ErrorStatus] = _REFUSAL_STATUSES,
) -> None:
    """Prepare from a cache that holds no model; raise ``Violation`` unless it is refused."""
    record, limit = RecordingPreparedModelCallback(), context.options.callback_timeout
    end = driver_calls.prepare_model_from_cache(
        context.device, files.model, files.data, token, limit, record
    )
    names = " or ".join(sorted(status.name for status in permitted))
    if end.model is not None:
        raise Violation(f"prepare_model_from_cache delivered a model; {names} was expected")
    if end.status not in permitted or end.launch not in (end.status, ErrorStatus.NONE):
        raise Violation(
            f"prepare_model_from_cache returned {end.launch.name} and notified its callback of "
            f"{end.status.name}; {names} was expected"
        )
    _require_notification(record)


@check(_CACHE, since=Version.V1_2)
def no_cache_support(context: CheckContext) -> None:
    """If getNumberOfCacheFilesNeeded answers 0 and 0, IDevice::prepareModelFromCache notifies its
    callback once, of GENERAL_FAILURE and no prepared model.
    """
    if _required_cache_files(context) == (0, 0):
        files = _cache_files(context, 0, 0)
        _require_cache_failure(context, files, permitted={ErrorStatus.GENERAL_FAILURE})


@check(_CACHE, since=Version.V1_2)
def wrong_cache_files_on_prepare(context: CheckContext) -> None:
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
            context.report(
                f"{what}: prepare_model returned {end.launch.name} and notified its callback of "
                f"{end.status.name}; NONE and a prepared model were expected"
            )
            continue
        with context.case(what):
            _require_notification(record)
            AdditionRequest(context).run(end.model)
        with context.case(what):
            _require_cache_failure(context, files)


@check(_CACHE, since=Version.V1_2)
def wrong_cache_files_on_load(context: CheckContext) -> None:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if the cache
    files are empty or their number differs from getNumberOfCacheFilesNeeded.
    """
    health_check = HealthCheck(context)
    cases = list(_wrong_cache_file_counts(context))
    if _required_cache_files(context) != (0, 0):
        cases.append(("empty cache files", _cache_files(context, *_required_cache_files(context))))
    for what, files in cases:
        with _case(context, health_check, what):
            _require_cache_failure(context, files)


@check("IDevice.aidl prepareModelFromCache, token: 32 bytes", since=Version.AIDL_V1)
def wrong_token_size(context: CheckContext) -> None:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if the token
    does not have 32 bytes.
    """
    health_check = HealthCheck(context)
    for size in (0, 1, 31, 33, 4096):
        with _case(context, health_check, f"token of {size} bytes"):
            files = _cache_files(context, *_required_cache_files(context))
            _require_cache_failure(context, files, bytes(size))


@check("types.hal: Model.pools; IDevice.prepareModel")
def unmappable_memory(context: CheckContext) -> None:
    """IDevice::prepareModel fails with INVALID_ARGUMENT or GENERAL_FAILURE for a model whose
    constants are in a memory pool that cannot be mapped.
    """
    health_check = HealthCheck(context)
    mappable = SharedMemory(4096)
    context.add_cleanup(mappable.close)
    context.prepare(model_with_constants([(0, 0)], [mappable]))
    for size in (4096, 16, 2**31):
        memory = UnmappableMemory(size)
        context.add_cleanup(memory.close)
        model = model_with_constants([(0, 0)], [memory])
        what = f"a constant in a memory pool of {size} bytes that cannot be mapped"
        with _case(context, health_check, what, "model.pool"):
            status, _ = driver_calls.get_supported_operations(context.device, model)
            expect(status, "get_supported_operations", ErrorStatus.NONE, *_REFUSAL_STATUSES)
            end, record = context.try_to_prepare(model)
            if end.model is not None or end.status == ErrorStatus.NONE:
                raise Violation(
                    "prepare_model prepared the model; INVALID_ARGUMENT or GENERAL_FAILURE was "
                    "expected"
                )
            if end.launch not in (end.status, ErrorStatus.NONE):
                raise Violation(
                    f"prepare_model returned {end.launch.name}, but notified its callback of "
                    f"{end.status.name}; the same status was expected"
                )
            _require_notification(record)

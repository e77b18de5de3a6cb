"""Checks of the arguments of model preparation other than the model itself.

These are the preference, the priority, the cache files, the token and the memory pools. The
expected answers are those of the contract and the official suite: an invalid preference or priority
is refused with INVALID_ARGUMENT; invalid cache arguments never make prepareModel fail;
prepareModelFromCache fails if the cache holds no model for its arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import Final

from conformance import hal
from conformance.checks.areas.caching_arguments import check_saving, wrong_numbers
from conformance.checks.cache_files import CacheHandles
from conformance.checks.cache_tester import REFUSALS, CacheTester
from conformance.checks.check_context import CheckContext, Violation, expect
from conformance.checks.pool_requests import model_with_constant
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import INVALID_CODES, AdditionRequest, HealthCheck
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.validation.mutations.requests import UnmappableMemory
from conformance.verdicts import Finding, VerdictKind

_CACHE: Final = "IDevice.prepareModelFromCache; IDevice.prepareModel, modelCache, dataCache, token"
_INVALID: Final = hal.ErrorStatus.INVALID_ARGUMENT


def _require_notification(record: RecordingPreparedModelCallback) -> None:
    if (count := len(record.notifications)) != 1:
        raise Violation(f"the callback was notified {count} times; once was expected")


def _require_refusal(
    context: CheckContext, model: hal.Model, preference: int, priority: int = hal.Priority.MEDIUM
) -> None:
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


@check(
    "IDevice.prepareModel_1_1, preference; types.hal ExecutionPreference", since=hal.Version.V1_1
)
def invalid_preference(context: CheckContext) -> None:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for an
    execution preference that is not a value of ExecutionPreference; every value is accepted.
    """
    health_check, model = HealthCheck(context), addition_model()
    for code in INVALID_CODES:
        with _case(context, health_check, f"preference {code}", "prepare.preference"):
            _require_refusal(context, model, code)
    for valid in hal.ExecutionPreference:
        with context.case(f"preference {valid.name}"):
            AdditionRequest(context, int(valid)).run(context.prepare(model, valid))


@check("IDevice.prepareModel_1_3, priority; types.hal Priority", since=hal.Version.V1_3)
def invalid_priority(context: CheckContext) -> None:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for a
    priority that is not a value of Priority, whatever the execution preference is.
    """
    health_check, model = HealthCheck(context), addition_model()
    for number, code in enumerate(INVALID_CODES):
        valid = hal.ExecutionPreference(number % len(hal.ExecutionPreference))
        with _case(context, health_check, f"priority {code}", "prepare.priority"):
            _require_refusal(context, model, valid, code)


@check("IDevice.prepareModel: INVALID_ARGUMENT", since=hal.Version.V1_1)
def invalid_model_with_arguments(context: CheckContext) -> None:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for an
    invalid model with every execution preference and every priority.
    """
    valid = addition_model()
    invalid = replace(valid, main=replace(valid.main, input_indexes=(0, 0)))
    context.prepare(valid)
    has_priority = context.version >= hal.Version.V1_3
    for code in hal.ExecutionPreference:
        for level in hal.Priority if has_priority else (hal.Priority.MEDIUM,):
            with context.case(f"invalid model, preference {code.name}, priority {level.name}"):
                _require_refusal(context, invalid, code, level)


def _tester(context: CheckContext) -> CacheTester:
    """Return a tester of caching, without files for a driver that needs none."""
    _, models, data = driver_calls.get_number_of_cache_files_needed(context.device)
    return CacheTester(context, (models, data), hal.OperandType.TENSOR_FLOAT32)


@check(_CACHE, since=hal.Version.V1_2)
def no_cache_support(context: CheckContext) -> None:
    """If getNumberOfCacheFilesNeeded answers 0 and 0, IDevice::prepareModelFromCache notifies its
    callback once, of GENERAL_FAILURE and no prepared model.
    """
    tester = _tester(context)
    if tester.counts == (0, 0):
        token = tester.new_token()
        tester.retrieve("no files", None, CacheHandles(), token, *REFUSALS[:1])


@check(_CACHE, since=hal.Version.V1_2)
def wrong_cache_files_on_prepare(context: CheckContext) -> None:
    """IDevice::prepareModel answers NONE and prepares the model even if the number of cache files
    differs from getNumberOfCacheFilesNeeded; prepareModelFromCache with these files then fails with
    INVALID_ARGUMENT or GENERAL_FAILURE.
    """
    tester = _tester(context)
    context.prepare(tester.sum_model.model)
    check_saving(tester, wrong_numbers)


@check(_CACHE, since=hal.Version.V1_2)
def wrong_cache_files_on_load(context: CheckContext) -> None:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if the cache
    files are empty or their number differs from getNumberOfCacheFilesNeeded.
    """
    health_check, tester = HealthCheck(context), _tester(context)
    files = tester.new_files()
    with files.opened() as handles:
        for what, wrong in chain([("empty files", handles)], wrong_numbers(files, handles)):
            with _case(context, health_check, what):
                tester.retrieve("retrieval", None, wrong, tester.new_token(), *REFUSALS)


@check("IDevice.aidl prepareModelFromCache, token: 32 bytes", since=hal.Version.AIDL_V1)
def wrong_token_size(context: CheckContext) -> None:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if the token
    does not have 32 bytes.
    """
    health_check, tester = HealthCheck(context), _tester(context)
    for size in (0, 1, 31, 33, 4096):
        with _case(context, health_check, f"token of {size} bytes"):
            tester.retrieve("retrieval", None, tester.new_files(), bytes(size), *REFUSALS)


@check("types.hal: Model.pools; IDevice.prepareModel")
def unmappable_memory(context: CheckContext) -> None:
    """IDevice::prepareModel fails with INVALID_ARGUMENT or GENERAL_FAILURE for a model whose
    constants are in a memory pool that cannot be mapped.
    """
    health_check = HealthCheck(context)
    mappable = hal.SharedMemory(4096)
    context.add_cleanup(mappable.close)
    context.prepare(model_with_constant([mappable], 0))
    for size in (4096, 16, 2**31):
        memory = UnmappableMemory(size)
        context.add_cleanup(memory.close)
        model = model_with_constant([memory], 0)
        what = f"a constant in a memory pool of {size} bytes that cannot be mapped"
        with _case(context, health_check, what, "model.pool"):
            status, _ = driver_calls.get_supported_operations(context.device, model)
            expect(status, "get_supported_operations", hal.ErrorStatus.NONE, *REFUSALS)
            end, record = context.try_to_prepare(model)
            if end.model is not None or end.status == hal.ErrorStatus.NONE:
                raise Violation(
                    "prepare_model prepared the model; INVALID_ARGUMENT or GENERAL_FAILURE was "
                    "expected"
                )
            if end.launch not in (end.status, hal.ErrorStatus.NONE):
                raise Violation(
                    f"prepare_model returned {end.launch.name}, but notified its callback of "
                    f"{end.status.name}; the same status was expected"
                )
            _require_notification(record)

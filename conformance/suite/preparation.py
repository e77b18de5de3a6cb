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

from conformance.hal import (
    MAX_NUMBER_OF_CACHE_FILES,
    DataLocation,
    ErrorStatus,
    ExecutionPreference,
    Memory,
    Model,
    OperandLifeTime,
    Priority,
    SharedMemory,
    Version,
)
from conformance.harness import Finding, Kind, calls
from conformance.harness.callbacks import PreparedModelRecord
from conformance.suite.bench import Bench
from conformance.suite.canary import Canary
from conformance.suite.check import check
from conformance.suite.stock import addition
from conformance.suite.sums import Sum, trouble
from generators.mutations.memory import UnmappableMemory

_CACHE: Final = "IDevice.prepareModelFromCache; IDevice.prepareModel, modelCache, dataCache, token"
_WRONG_CODES: Final = (-1, 3, 100, 2**31 - 1, -(2**31))
"""The first two are those of the official suite: one below and one above the valid codes."""

_REFUSED: Final = frozenset({ErrorStatus.INVALID_ARGUMENT, ErrorStatus.GENERAL_FAILURE})
_TOKEN: Final = bytes(range(32))
_FAST: Final = ExecutionPreference.FAST_SINGLE_ANSWER


def _once(record: PreparedModelRecord, what: str) -> str:
    count = len(record.notifications)
    return "" if count == 1 else f"{what}: the callback was notified {count} times, not once"


def _refused(what: str, end: calls.Preparation, record: PreparedModelRecord) -> str:
    """Describe what is wrong with the refusal of an invalid argument; empty if nothing is."""
    invalid = ErrorStatus.INVALID_ARGUMENT
    if end.model is not None:
        return f"{what}: prepare_model delivered a prepared model; INVALID_ARGUMENT was expected"
    if (end.launch, end.status) != (invalid, invalid):
        return (
            f"{what}: prepare_model answered {end.launch.name} and notified its callback of "
            f"{end.status.name}; INVALID_ARGUMENT was expected from both"
        )
    return _once(record, what)


@check("IDevice.prepareModel_1_1, preference; types.hal ExecutionPreference", since=Version.V1_1)
def preference(bench: Bench) -> Iterator[Finding]:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for an
    execution preference that is no value of ExecutionPreference; every value is accepted.
    """
    canary = Canary(bench)
    limit = bench.options.callback_timeout
    for code in _WRONG_CODES:
        record = PreparedModelRecord()
        end = calls.prepare(bench.device, addition(), code, limit, record)
        problem = _refused(f"preference {code}", end, record)
        if problem:
            yield Finding(Kind.FAILED, "prepare.preference", problem)
        problem_after = canary.alive()
        if problem_after is not None:
            yield problem_after
    for valid in ExecutionPreference:
        problem = trouble(bench, bench.prepare(addition(), valid), Sum(bench, int(valid)))
        if problem:
            yield Finding(Kind.FAILED, "", f"preference {valid.name}: {problem}")


@check("IDevice.prepareModel_1_3, priority; types.hal Priority", since=Version.V1_3)
def priority(bench: Bench) -> Iterator[Finding]:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for a
    priority that is no value of Priority, whatever the execution preference is.
    """
    canary = Canary(bench)
    limit = bench.options.callback_timeout
    for number, code in enumerate(_WRONG_CODES):
        record = PreparedModelRecord()
        valid = ExecutionPreference(number % len(ExecutionPreference))
        end = calls.prepare(bench.device, addition(), valid, limit, record, code)
        problem = _refused(f"priority {code}", end, record)
        if problem:
            yield Finding(Kind.FAILED, "prepare.priority", problem)
        problem_after = canary.alive()
        if problem_after is not None:
            yield problem_after


@check("IDevice.prepareModel: the first wrong argument ends it", since=Version.V1_1)
def several(bench: Bench) -> Iterator[str]:
    """IDevice::prepareModel answers INVALID_ARGUMENT, and notifies its callback of it, for an
    invalid model with every execution preference and every priority.
    """
    valid = addition()
    invalid = replace(valid, main=replace(valid.main, input_indexes=(0, 0)))
    bench.prepare(addition())
    has_priority = bench.version >= Version.V1_3
    limit = bench.options.callback_timeout
    for code in ExecutionPreference:
        for level in Priority if has_priority else (Priority.MEDIUM,):
            record = PreparedModelRecord()
            end = calls.prepare(bench.device, invalid, code, limit, record, level)
            problem = _refused(
                f"invalid model, preference {code.name}, priority {level.name}", end, record
            )
            if problem:
                yield problem


class _Files:
    """Descriptors of empty model and data cache files, open for reading and writing."""

    def __init__(self, bench: Bench, models: int, data: int) -> None:
        descriptors = [os.memfd_create("nn-cache", os.MFD_CLOEXEC) for _ in range(models + data)]
        for fd in descriptors:
            bench.at_end(lambda fd=fd: os.close(fd))  # type: ignore[misc]
        self.model, self.data = descriptors[:models], descriptors[models:]


def _needed(bench: Bench) -> tuple[int, int]:
    """Return the numbers of model and data cache files; 0 and 0 if the query answers an error."""
    query, form = "get_number_of_cache_files_needed", "a tuple (ErrorStatus, int, int)"
    answer = calls.call(query, bench.device.get_number_of_cache_files_needed)
    status, models, data = calls.parts(query, answer, 3, form)
    if status != ErrorStatus.NONE:
        return 0, 0
    for count in (models, data):
        if not calls.is_integer(count) or not 0 <= count <= MAX_NUMBER_OF_CACHE_FILES:
            most = MAX_NUMBER_OF_CACHE_FILES
            calls.bad(f"{query} answered {calls.shown(count)}; 0 to {most} files were expected")
    return int(models), int(data)


def _wrong_counts(bench: Bench) -> Iterator[tuple[str, _Files]]:
    """Yield a description and cache files with one file too many or too few, for each kind."""
    models, data = _needed(bench)
    for more_models, more_data in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        count = models + more_models, data + more_data
        if min(count) >= 0:
            what = (
                f"{count[0]} model and {count[1]} data cache files, {models} and {data} are needed"
            )
            yield what, _Files(bench, *count)


def _no_model(bench: Bench, what: str, files: _Files, token: bytes) -> str:
    """Prepare from a cache that holds no model; describe what is wrong with the failure."""
    record = PreparedModelRecord()
    end = calls.prepare_from_cache(
        bench.device, files.model, files.data, token, bench.options.callback_timeout, record
    )
    if end.model is not None:
        return (
            f"{what}: prepare_model_from_cache delivered a prepared model; INVALID_ARGUMENT or "
            "GENERAL_FAILURE was expected"
        )
    if end.status not in _REFUSED or end.launch not in (end.status, ErrorStatus.NONE):
        return (
            f"{what}: prepare_model_from_cache answered {end.launch.name} and notified its "
            f"callback of {end.status.name}; INVALID_ARGUMENT or GENERAL_FAILURE was expected"
        )
    return _once(record, what)


@check(_CACHE, since=Version.V1_2)
def no_cache(bench: Bench) -> Iterator[str]:
    """If getNumberOfCacheFilesNeeded answers 0 and 0, IDevice::prepareModelFromCache notifies its
    callback once, of GENERAL_FAILURE and no prepared model.
    """
    if _needed(bench) != (0, 0):
        return
    record = PreparedModelRecord()
    limit = bench.options.callback_timeout
    end = calls.prepare_from_cache(bench.device, (), (), _TOKEN, limit, record)
    failure = ErrorStatus.GENERAL_FAILURE
    if end.model is not None or end.status != failure or end.launch not in (failure, 0):
        yield (
            f"prepare_model_from_cache answered {end.launch.name} and notified its callback of "
            f"{end.status.name}; GENERAL_FAILURE and no prepared model were expected, because the "
            "driver needs no cache files"
        )
    problem = _once(record, "prepare_model_from_cache")
    if problem:
        yield problem


@check(_CACHE, since=Version.V1_2)
def cache_saving(bench: Bench) -> Iterator[str]:
    """IDevice::prepareModel answers NONE and prepares the model even if the number of cache files
    differs from getNumberOfCacheFilesNeeded; prepareModelFromCache with these files then fails with
    INVALID_ARGUMENT or GENERAL_FAILURE.
    """
    bench.prepare(addition())
    limit = bench.options.callback_timeout
    for what, files in _wrong_counts(bench):
        record = PreparedModelRecord()
        end = calls.prepare(
            bench.device,
            addition(),
            _FAST,
            limit,
            record,
            model_cache=files.model,
            data_cache=files.data,
            token=_TOKEN,
        )
        if end.model is None or (end.launch, end.status) != (ErrorStatus.NONE, ErrorStatus.NONE):
            yield (
                f"{what}: prepare_model answered {end.launch.name} and notified its callback of "
                f"{end.status.name}; NONE and a prepared model were expected"
            )
            continue
        problem = _once(record, what) or trouble(bench, end.model, Sum(bench))
        if problem:
            yield f"{what}: {problem}"
        problem = _no_model(bench, what, files, _TOKEN)
        if problem:
            yield problem


@check(_CACHE, since=Version.V1_2)
def cache_reading(bench: Bench) -> Iterator[str]:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if the cache
    files are empty or their number differs from getNumberOfCacheFilesNeeded.
    """
    canary = Canary(bench)
    cases = list(_wrong_counts(bench))
    if _needed(bench) != (0, 0):
        cases.append(("empty cache files", _Files(bench, *_needed(bench))))
    for what, files in cases:
        problem = _no_model(bench, what, files, _TOKEN)
        after = canary.alive()
        if problem or after is not None:
            yield problem or f"{what}: {after.reason if after else ''}"


@check("IDevice.aidl prepareModelFromCache, token: 32 bytes", since=Version.AIDL_V1)
def cache_token(bench: Bench) -> Iterator[str]:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if the token
    does not have 32 bytes.
    """
    canary = Canary(bench)
    for size in (0, 1, 31, 33, 4096):
        files = _Files(bench, *_needed(bench))
        problem = _no_model(bench, f"token of {size} bytes", files, bytes(size))
        after = canary.alive()
        if problem or after is not None:
            yield problem or f"token of {size} bytes: {after.reason if after else ''}"


def _with_constant_in(memory: Memory) -> Model:
    """Return ``addition`` with its second input replaced by a constant in the memory."""
    model = addition()
    operands = list(model.main.operands)
    operands[1] = replace(
        operands[1],
        lifetime=OperandLifeTime.CONSTANT_REFERENCE,
        location=DataLocation(0, 0, 16),
    )
    main = replace(model.main, operands=tuple(operands), input_indexes=(0,))
    return replace(model, main=main, pools=(memory,))


@check("types.hal: Model.pools; IDevice.prepareModel")
def unmappable(bench: Bench) -> Iterator[Finding]:
    """IDevice::prepareModel fails with INVALID_ARGUMENT or GENERAL_FAILURE for a model whose
    constants are in a memory pool that cannot be mapped.
    """
    canary = Canary(bench)
    mappable = SharedMemory(4096)
    bench.at_end(mappable.close)
    bench.prepare(_with_constant_in(mappable))
    limit = bench.options.callback_timeout
    for size in (4096, 16, 2**31):
        memory = UnmappableMemory(size)
        bench.at_end(memory.close)
        model = _with_constant_in(memory)
        what = f"a constant in a memory pool of {size} bytes that cannot be mapped"
        status, _ = calls.ask_supported(bench.device, model)
        if status not in (ErrorStatus.NONE, *_REFUSED):
            reason = (
                f"{what}: get_supported_operations answered {status.name}; NONE, INVALID_ARGUMENT "
                "or GENERAL_FAILURE was expected"
            )
            yield Finding(Kind.FAILED, "model.pool", reason)
        record = PreparedModelRecord()
        end = calls.prepare(bench.device, model, _FAST, limit, record)
        problem = _once(record, what)
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
            yield Finding(Kind.FAILED, "model.pool", problem)
        after = canary.alive()
        if after is not None:
            yield after

"""Arguments of a preparation besides the model: preference, priority, cache files, token, memory.

Expected answers are the contract's and the official suite's: a preference or priority that does not
exist is refused at once; cache arguments never keep a model from being prepared; from a cache that
holds nothing for the arguments no model comes.
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
"""The first two are the official suite's: one below and one above the legal codes."""

_REFUSED: Final = frozenset({ErrorStatus.INVALID_ARGUMENT, ErrorStatus.GENERAL_FAILURE})
_TOKEN: Final = bytes(range(32))
_FAST: Final = ExecutionPreference.FAST_SINGLE_ANSWER


def _once(record: PreparedModelRecord, what: str) -> str:
    count = len(record.notifications)
    return "" if count == 1 else f"{what}: the callback was notified {count} times"


def _refused(what: str, end: calls.Preparation, record: PreparedModelRecord) -> str:
    """What is wrong with the refusal of an argument that does not exist."""
    invalid = ErrorStatus.INVALID_ARGUMENT
    if end.model is not None:
        return f"{what}: a model was prepared"
    if (end.launch, end.status) != (invalid, invalid):
        return (
            f"{what}: prepare_model answered {end.launch.name} and told its callback "
            f"{end.status.name}, not INVALID_ARGUMENT"
        )
    return _once(record, what)


@check("IDevice.prepareModel_1_1, preference; types.hal ExecutionPreference", since=Version.V1_1)
def preference(bench: Bench) -> Iterator[Finding]:
    """An execution preference that does not exist is refused, and every other one is taken."""
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
    for legal in ExecutionPreference:
        trouble_with = trouble(bench, bench.prepare(addition(), legal), Sum(bench, int(legal)))
        if trouble_with:
            yield Finding(Kind.FAILED, "", f"preference {legal.name}: {trouble_with}")


@check("IDevice.prepareModel_1_3, priority; types.hal Priority", since=Version.V1_3)
def priority(bench: Bench) -> Iterator[Finding]:
    """A priority that does not exist is refused, with any preference."""
    canary = Canary(bench)
    limit = bench.options.callback_timeout
    for number, code in enumerate(_WRONG_CODES):
        record = PreparedModelRecord()
        legal = ExecutionPreference(number % len(ExecutionPreference))
        end = calls.prepare(bench.device, addition(), legal, limit, record, code)
        problem = _refused(f"priority {code}", end, record)
        if problem:
            yield Finding(Kind.FAILED, "prepare.priority", problem)
        problem_after = canary.alive()
        if problem_after is not None:
            yield problem_after


@check("IDevice.prepareModel: the first wrong argument ends it", since=Version.V1_1)
def several(bench: Bench) -> Iterator[str]:
    """An invalid model is refused whatever preference and priority come with it."""
    broken = addition()
    broken = replace(broken, main=replace(broken.main, input_indexes=(0, 0)))
    bench.prepare(addition())
    urgent = bench.version >= Version.V1_3
    limit = bench.options.callback_timeout
    for code in ExecutionPreference:
        for level in Priority if urgent else (Priority.MEDIUM,):
            record = PreparedModelRecord()
            end = calls.prepare(bench.device, broken, code, limit, record, level)
            problem = _refused(f"preference {code.name}, priority {level.name}", end, record)
            if problem:
                yield problem


class _Files:
    """Empty cache files, open for reading and writing, until the check ends."""

    def __init__(self, bench: Bench, models: int, data: int) -> None:
        made = [os.memfd_create("nn-cache", os.MFD_CLOEXEC) for _ in range(models + data)]
        for fd in made:
            bench.at_end(lambda fd=fd: os.close(fd))  # type: ignore[misc]
        self.model, self.data = made[:models], made[models:]


def _needed(bench: Bench) -> tuple[int, int]:
    what, form = "get_number_of_cache_files_needed", "a tuple (ErrorStatus, int, int)"
    answer = calls.call(what, bench.device.get_number_of_cache_files_needed)
    status, models, data = calls.parts(what, answer, 3, form)
    if status != ErrorStatus.NONE:
        return 0, 0
    for count in (models, data):
        if not calls.is_integer(count) or not 0 <= count <= MAX_NUMBER_OF_CACHE_FILES:
            most = MAX_NUMBER_OF_CACHE_FILES
            calls.bad(f"{what} answered {calls.shown(count)}; 0 to {most} files were expected")
    return int(models), int(data)


def _wrong_counts(bench: Bench) -> Iterator[tuple[str, _Files]]:
    """Cache files one too many and one too few, of each kind."""
    models, data = _needed(bench)
    for more_models, more_data in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        count = models + more_models, data + more_data
        if min(count) >= 0:
            told = f"{count[0]} model and {count[1]} data cache files, {models} and {data} needed"
            yield told, _Files(bench, *count)


def _no_model(bench: Bench, what: str, files: _Files, token: bytes) -> str:
    """What is wrong with the failure of a preparation from a cache that cannot succeed."""
    record = PreparedModelRecord()
    end = calls.prepare_from_cache(
        bench.device, files.model, files.data, token, bench.options.callback_timeout, record
    )
    if end.model is not None:
        return f"{what}: a model came from the cache"
    if end.status not in _REFUSED or end.launch not in (end.status, ErrorStatus.NONE):
        return (
            f"{what}: prepare_model_from_cache answered {end.launch.name} and told its callback "
            f"{end.status.name}; INVALID_ARGUMENT or GENERAL_FAILURE was expected"
        )
    return _once(record, what)


@check(_CACHE, since=Version.V1_2)
def no_cache(bench: Bench) -> Iterator[str]:
    """A driver that needs no cache files has no model in any: GENERAL_FAILURE."""
    if _needed(bench) != (0, 0):
        return
    record = PreparedModelRecord()
    limit = bench.options.callback_timeout
    end = calls.prepare_from_cache(bench.device, (), (), _TOKEN, limit, record)
    failure = ErrorStatus.GENERAL_FAILURE
    if end.model is not None or end.status != failure or end.launch not in (failure, 0):
        yield (
            f"prepare_model_from_cache answered {end.launch.name} and told its callback "
            f"{end.status.name}; GENERAL_FAILURE and no model were expected"
        )
    problem = _once(record, "prepare_model_from_cache")
    if problem:
        yield problem


@check(_CACHE, since=Version.V1_2)
def cache_saving(bench: Bench) -> Iterator[str]:
    """Cache files of a wrong number do not keep a model from being prepared."""
    bench.prepare(addition())
    limit = bench.options.callback_timeout
    for told, files in _wrong_counts(bench):
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
            yield f"{told}: prepare_model told its callback {end.status.name}"
            continue
        problem = _once(record, told) or trouble(bench, end.model, Sum(bench))
        if problem:
            yield f"{told}: {problem}"
        problem = _no_model(bench, told, files, _TOKEN)
        if problem:
            yield problem


@check(_CACHE, since=Version.V1_2)
def cache_reading(bench: Bench) -> Iterator[str]:
    """From cache files of a wrong number, or empty ones, no model comes."""
    canary = Canary(bench)
    cases = list(_wrong_counts(bench))
    if _needed(bench) != (0, 0):
        cases.append(("empty cache files", _Files(bench, *_needed(bench))))
    for told, files in cases:
        problem = _no_model(bench, told, files, _TOKEN)
        after = canary.alive()
        if problem or after is not None:
            yield problem or f"{told}: {after.reason if after else ''}"


@check("IDevice.aidl prepareModelFromCache, token: 32 bytes", since=Version.AIDL_V1)
def cache_token(bench: Bench) -> Iterator[str]:
    """With a token that does not have 32 bytes no model comes from a cache."""
    canary = Canary(bench)
    for size in (0, 1, 31, 33, 4096):
        files = _Files(bench, *_needed(bench))
        problem = _no_model(bench, f"token of {size} bytes", files, bytes(size))
        after = canary.alive()
        if problem or after is not None:
            yield problem or f"token of {size} bytes: {after.reason if after else ''}"


def _with_constant_in(memory: Memory) -> Model:
    """``addition`` whose second input is a constant in the memory."""
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
    """A model whose constants lie in memory that cannot be mapped is not prepared."""
    canary = Canary(bench)
    good = SharedMemory(4096)
    bench.at_end(good.close)
    bench.prepare(_with_constant_in(good))
    limit = bench.options.callback_timeout
    for size in (4096, 16, 2**31):
        memory = UnmappableMemory(size)
        bench.at_end(memory.close)
        model = _with_constant_in(memory)
        what = f"a constant in {size} bytes that cannot be mapped"
        status, _ = calls.ask_supported(bench.device, model)
        if status not in (ErrorStatus.NONE, *_REFUSED):
            reason = f"{what}: get_supported_operations answered {status.name}"
            yield Finding(Kind.FAILED, "model.pool", reason)
        record = PreparedModelRecord()
        end = calls.prepare(bench.device, model, _FAST, limit, record)
        problem = _once(record, what)
        if end.model is not None or end.status == ErrorStatus.NONE:
            problem = f"{what}: the model was prepared"
        elif end.launch not in (end.status, ErrorStatus.NONE):
            problem = f"{what}: prepare_model answered {end.launch.name}, then {end.status.name}"
        if problem:
            yield Finding(Kind.FAILED, "model.pool", problem)
        after = canary.alive()
        if after is not None:
            yield after

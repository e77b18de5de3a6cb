"""Queries which operations of a case the driver supports, and prepares the case's model."""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, NoReturn, Self, TypeVar

from conformance import hal
from conformance.cases.example import Example
from conformance.harness import answer_checks
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import (
    CallbackCount,
    RecordingPreparedModelCallback,
)
from conformance.harness.calls.request_memory import FILE_OFFSET
from conformance.harness.execution.outcome_checks import (
    MISSED_DEADLINE_STATUSES,
    REFUSAL_STATUSES,
    add_driver_error,
    format_permitted,
)
from conformance.harness.planning.case_under_test import CaseUnderTest
from conformance.harness.planning.execution_path import (
    EXECUTION_VARIANTS,
    QUALITY_LIMITS,
    ExecutionPath,
    QualityOfService,
    deadline_after,
)
from conformance.harness.planning.expectations import (
    DeclaredShapes,
    declared_shapes_of,
    with_declared_shapes,
)
from conformance.verdicts import Finding, VerdictKind

_T = TypeVar("_T")


class NotPreparedError(Exception):
    """The model was not prepared, so that the case cannot be executed.

    ``findings`` and ``note`` belong to the result of every path. ``findings`` is empty if the
    driver correctly refused an invalid model.
    """

    def __init__(self, findings: list[Finding], note: str = "") -> None:
        super().__init__(note)
        self.findings = findings
        self.note = note


_ALIGNMENT: Final = 4


def with_constants_in(example: Example, kind: hal.MemoryKind) -> Example:
    """Return the example with all constants in one pool of a kind, each at a multiple of 4 bytes.

    The example is unchanged if it has no constants, if it must fail, for ``ashmem``, and for
    ``hardware_buffer``, which holds no constants. An ``mmap_fd`` pool is read-only and starts
    behind the start of its file.
    """
    if kind in (hal.MemoryKind.ASHMEM, hal.MemoryKind.HARDWARE_BUFFER) or example.expect_failure:
        return example
    model, content = example.model, bytearray()
    pools = [hal.content_of(pool) for pool in model.pools]

    def moved(operand: hal.Operand) -> hal.Operand:
        location = operand.location
        if operand.lifetime == hal.OperandLifeTime.CONSTANT_COPY:
            source = model.operand_values
        elif operand.lifetime == hal.OperandLifeTime.CONSTANT_REFERENCE:
            source = pools[location.pool_index]
        else:
            return operand
        # No constant is at the start of the pool, so that an ignored offset has an effect.
        offset = (len(content) + _ALIGNMENT) // _ALIGNMENT * _ALIGNMENT
        content.extend(bytes(offset - len(content)))
        content.extend(source[location.offset : location.offset + location.length])
        place = hal.DataLocation(0, offset, location.length)
        return replace(operand, lifetime=hal.OperandLifeTime.CONSTANT_REFERENCE, location=place)

    main, *referenced = (
        replace(subgraph, operands=tuple(map(moved, subgraph.operands)))
        for subgraph in (model.main, *model.referenced)
    )
    if not content:
        return example
    initial = bytes(content)
    pool = (
        hal.mmap_fd_memory(
            len(initial), initial=initial, protection=hal.PROT_READ, offset=FILE_OFFSET
        )
        if kind is hal.MemoryKind.MMAP_FD
        else hal.create_memory(kind, len(initial), initial=initial)
    )
    changed = replace(
        model, main=main, referenced=tuple(referenced), operand_values=b"", pools=(pool,)
    )
    return replace(example, model=changed)


def _raise_declined(reason: str) -> NoReturn:
    # As for output forms that a driver need not support: the other paths decide the case.
    driver_calls.raise_failure("path.declined", reason, VerdictKind.NOT_APPLICABLE)


class CacheFilesInMemory:
    """Empty model and data cache files in memory, with a token that no other preparation has.

    The files exist until the context is left.
    """

    def __init__(self, counts: tuple[int, int]) -> None:
        self._model_count = counts[0]
        self._fds = [os.memfd_create("nn-cache", os.MFD_CLOEXEC) for _ in range(sum(counts))]
        self._token = secrets.token_bytes(hal.BYTE_SIZE_OF_CACHE_TOKEN)

    @property
    def arguments(self) -> hal.CacheArguments:
        """The arguments that pass the files to a driver."""
        models, data = self._fds[: self._model_count], self._fds[self._model_count :]
        return hal.CacheArguments(hal.cache_handles(models), hal.cache_handles(data), self._token)

    def reopen(self) -> None:
        """Open the files again and close the old descriptors, as a client does between two runs."""
        opened = [os.open(f"/proc/self/fd/{fd}", os.O_RDWR | os.O_CLOEXEC) for fd in self._fds]
        self._close()
        self._fds = opened

    def _close(self) -> None:
        for fd in self._fds:
            with contextlib.suppress(OSError):  # an in-process driver may have closed it
                os.close(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()


@contextlib.contextmanager
def _measured(case: CaseUnderTest, step: str) -> Iterator[None]:
    start = time.perf_counter()
    try:
        yield
    finally:
        case.durations[step] = time.perf_counter() - start


def _check_agreement(
    what: str, end: driver_calls.PreparationOutcome, model_rule: str, launch_rule: str
) -> None:
    """Raise ``DriverCallError`` unless both statuses of a preparation and its model agree."""
    status = end.status.name
    if (end.model is None) == (end.status == hal.ErrorStatus.NONE):
        delivered = "no prepared model" if end.model is None else "a prepared model"
        reason = f"{what} notified its callback of {status} with {delivered}"
        driver_calls.raise_failure(model_rule, reason)
    if end.launch not in (hal.ErrorStatus.NONE, end.status):
        reason = f"{what} answered {end.launch.name}, but notified its callback of {status}"
        driver_calls.raise_failure(launch_rule, reason)


def _check_resources(status: hal.ErrorStatus, what: str) -> None:
    if (lack := answer_checks.resource_finding(status, what)) is not None:
        raise driver_calls.DriverCallError(lack)


_NO_CACHE: Final = hal.CacheArguments()

_Form = tuple[DeclaredShapes, hal.MemoryKind]
"""The output shapes that the model specifies, and the kind of memory of its constants."""

_OWN_FORM: Final = (DeclaredShapes.KNOWN, hal.MemoryKind.ASHMEM)
"""The form of the example's own model."""

_ModelKey = tuple[hal.ExecutionPreference, _Form, bool, QualityOfService]


@dataclass(eq=False, repr=False)
class PreparedModels:
    """The prepared models of a case: one for each preference and each form of the model.

    The forms differ in the output shapes that they specify and in the memory of the constants.
    Prepared models from the compilation cache are separate.

    If the driver does not prepare a model, every path that needs it gets the same
    ``NotPreparedError``. ``callbacks`` collects the callbacks that are passed to the driver.
    """

    case: CaseUnderTest
    device: hal.Device
    timeout: float
    priority: int
    callbacks: list[CallbackCount]
    _cases: dict[_Form, CaseUnderTest | NotPreparedError] = field(default_factory=dict, init=False)
    _models: dict[_ModelKey, hal.PreparedModel | NotPreparedError] = field(
        default_factory=dict, init=False
    )
    # Freed with the others: freeing a model during its execution may not return.
    _hanging: list[hal.PreparedModel | NotPreparedError] = field(default_factory=list, init=False)

    def case_for(self, path: ExecutionPath) -> CaseUnderTest:
        """Return the case in the form that a path needs; the driver has been asked to support it.

        Raise ``NotPreparedError`` if the driver refuses the model.
        """
        key = _form_of(path)
        if key not in self._cases:
            self._cases[key] = self._or_reason(lambda: self._query_support(key))
        form = self._cases[key]
        if isinstance(form, NotPreparedError):
            raise form
        return form

    def model_for(self, path: ExecutionPath) -> hal.PreparedModel:
        """Return the prepared model for a path; raise ``NotPreparedError`` if there is none."""
        key = _model_key(path)
        if key not in self._models:
            self._models[key] = self._or_reason(lambda: self._prepare(path))
        model = self._models[key]
        if isinstance(model, NotPreparedError):
            raise model
        return model

    def _or_reason(self, prepare: Callable[[], _T]) -> _T | NotPreparedError:
        try:
            return prepare()
        except driver_calls.DriverCallError as error:
            end = NotPreparedError([error.finding])
        except NotPreparedError as error:
            end = error
        add_driver_error(end.findings, self.device)
        return end

    def _prepare(self, path: ExecutionPath) -> hal.PreparedModel:
        case = self.case_for(path)
        if not EXECUTION_VARIANTS[path.variant].from_cache:
            return self._prepare_model(case, path, _NO_CACHE)
        status, models, data = driver_calls.get_number_of_cache_files_needed(self.device)
        if status != hal.ErrorStatus.NONE:
            reason = f"get_number_of_cache_files_needed answered {status.name}; NONE was expected"
            driver_calls.raise_failure("cache.status", reason)
        if (models, data) == (0, 0):
            _raise_declined("the driver needs no cache files, so it does not support caching")
        with CacheFilesInMemory((models, data)) as files:
            self._prepare_model(case, path, files.arguments)
            files.reopen()
            return self._prepare_from_cache(case, files.arguments)

    def _record(self, call: str) -> RecordingPreparedModelCallback:
        record = RecordingPreparedModelCallback()
        self.callbacks.append(CallbackCount(record, call, ""))
        return record

    def _prepare_from_cache(
        self, case: CaseUnderTest, cache: hal.CacheArguments
    ) -> hal.PreparedModel:
        what = "prepare_model_from_cache"
        record = self._record(what)
        with _measured(case, "prepare_from_cache"):
            end = driver_calls.prepare_model_from_cache(
                self.device, cache.model, cache.data, cache.token, self.timeout, record
            )
        _check_agreement(what, end, "cache.model", "cache.launch")
        if end.model is not None:
            return end.model
        _check_resources(end.status, what)
        if end.status == hal.ErrorStatus.GENERAL_FAILURE:
            _raise_declined(
                f"the driver saved nothing in the cache files: {what} answered {end.status.name}"
            )
        reason = (
            f"{what} answered {end.status.name} for the files and the token that were passed to "
            "prepare_model; NONE or GENERAL_FAILURE was expected"
        )
        return driver_calls.raise_failure("cache.status", reason)

    def _prepare_model(
        self, case: CaseUnderTest, path: ExecutionPath, cache: hal.CacheArguments
    ) -> hal.PreparedModel:
        """Prepare the case's model for a path.

        A driver may decline a valid model only if it has reported an operation as unsupported, or
        if it lacks resources.
        """
        record, limits = self._record("prepare_model"), QUALITY_LIMITS[path.quality]
        with _measured(case, "prepare"):
            end = driver_calls.prepare_model(
                self.device,
                case.example.model,
                path.preference,
                self.timeout,
                record,
                self.priority if limits.priority is None else limits.priority,
                deadline_after(limits.preparation),
                model_cache=cache.model,
                data_cache=cache.data,
                token=cache.token,
            )
        if changes := case.check_constants_unchanged():
            raise NotPreparedError(changes)
        status = end.status
        missed = status in MISSED_DEADLINE_STATUSES and limits.may_miss_preparation
        if missed and end.model is None and end.launch in (hal.ErrorStatus.NONE, status):
            raise NotPreparedError([], f"prepare_model ended with {status.name}, as permitted")
        _check_agreement("prepare_model", end, "prepare.model", "prepare.launch")
        if end.model is not None:
            return end.model
        unsupported = case.unsupported_operations()
        if case.example.expect_failure and not case.is_endless_loop:
            invalid = status == hal.ErrorStatus.INVALID_ARGUMENT
            if status in REFUSAL_STATUSES and (invalid or not unsupported):
                raise NotPreparedError([], f"refused by prepare_model with {status.name}")
            if not unsupported:
                reason = (
                    f"prepare_model refused the model with {status.name};"
                    f" {format_permitted(REFUSAL_STATUSES)}"
                )
                driver_calls.raise_failure("refusal.status", reason)
        _check_resources(status, "prepare_model")
        if not unsupported:
            reason = (
                "every operation was reported as supported, but prepare_model refused the model "
                f"with {status.name}"
            )
            driver_calls.raise_failure("prepare.status", reason)
        refusal = f"prepare_model refused the model with {status.name}"
        reason = f"unsupported: {', '.join(unsupported)}; {refusal}"
        details: dict[str, Any] = {
            "unsupported": unsupported,
            "supported": case.supported_operations(),
            "status": status.name,
        }
        if end.launch != hal.ErrorStatus.NONE:
            details["note"] = f"prepare_model itself answered {end.launch.name}, too"
        decline_reasons = driver_calls.get_decline_reasons(self.device, case.example.model)
        if decline_reasons:
            details["reasons"] = decline_reasons
            reason = f"{reason} ({'; '.join(dict.fromkeys(decline_reasons))})"
        raise NotPreparedError([Finding(VerdictKind.DECLINED, "prepare.declined", reason, details)])

    def block(self, path: ExecutionPath, rule: str) -> None:
        """Refuse the path's model to all further paths, because an execution did not return."""
        reason = (
            f"not executed, because the execution along {path} of the same prepared model did not "
            "end"
        )
        finding = Finding(VerdictKind.HANG, rule, reason)
        key = _model_key(path)
        self._hanging.append(self._models[key])
        self._models[key] = NotPreparedError([finding])

    def discard(self) -> None:
        """Forget the prepared models, whose process has ended; refused ones stay refused."""
        self._models = {
            key: end for key, end in self._models.items() if isinstance(end, NotPreparedError)
        }

    def _query_support(self, key: _Form) -> CaseUnderTest:
        form = self.case
        if key != _OWN_FORM:
            shapes, memory = key
            example = with_constants_in(with_declared_shapes(form.example, shapes), memory)
            form = CaseUnderTest.from_example(example, form.case_id)
        try:
            self._query_supported_operations(form)
        finally:
            for step, seconds in form.durations.items():
                self.case.durations.setdefault(step, seconds)
        return form

    def _query_supported_operations(self, case: CaseUnderTest) -> None:
        what = "get_supported_operations"
        with _measured(case, "supported"):
            status, flags = driver_calls.get_supported_operations(self.device, case.example.model)
        if status != hal.ErrorStatus.NONE:
            if case.example.expect_failure and not case.is_endless_loop:
                if status == hal.ErrorStatus.INVALID_ARGUMENT:
                    if changes := case.check_constants_unchanged():
                        raise NotPreparedError(changes)
                    self._check_refused_by_prepare(case)
                    raise NotPreparedError([], f"refused by {what} with {status.name}")
                reason = f"{what} answered {status.name} for an invalid model"
                driver_calls.raise_failure("refusal.status", reason)
            _check_resources(status, what)
            reason = f"{what} answered {status.name} for a valid model"
            driver_calls.raise_failure("supported.status", reason)
        count = len(case.example.model.main.operations)
        if len(flags) != count:
            reason = f"{what} returned {len(flags)} flags for {count} operations"
            driver_calls.raise_failure("supported.count", reason)
        case.supported_flags = flags

    def _check_refused_by_prepare(self, case: CaseUnderTest) -> None:
        """Raise ``DriverCallError`` if the driver prepares a model that it reported as invalid."""
        preference = hal.ExecutionPreference.FAST_SINGLE_ANSWER
        record = RecordingPreparedModelCallback()
        end = driver_calls.prepare_model(
            self.device, case.example.model, preference, self.timeout, record
        )
        if end.model is not None or end.status == hal.ErrorStatus.NONE:
            reason = (
                "get_supported_operations answered INVALID_ARGUMENT, but prepare_model prepared "
                "the model"
            )
            driver_calls.raise_failure("refusal.status", reason)


@cache
def _form_of(path: ExecutionPath) -> _Form:
    memory = path.memory
    if memory is hal.MemoryKind.HARDWARE_BUFFER or not isinstance(memory, hal.MemoryKind):
        memory = hal.MemoryKind.ASHMEM  # no constants are in such a memory
    return declared_shapes_of(path.output_form), memory


@cache
def _model_key(path: ExecutionPath) -> _ModelKey:
    from_cache = EXECUTION_VARIANTS[path.variant].from_cache
    concerned = QUALITY_LIMITS[path.quality].concerns_preparation
    quality = path.quality if concerned else QualityOfService.DEFAULT
    return path.preference, _form_of(path), from_cache, quality

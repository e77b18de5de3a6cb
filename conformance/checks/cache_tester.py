"""Saves and retrieves prepared models with the driver under test, and checks every answer."""

from __future__ import annotations

import contextlib
import functools
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from conformance.checks.cache_files import CacheFiles, CacheHandles, temporary_folder
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    Violation,
    skip_if_lacking_resources,
)
from conformance.checks.execution_modes import execution_modes
from conformance.checks.sample_models import SUM_CONSTANT, product_chain_model, sum_chain_model
from conformance.checks.sample_requests import SampleRequest, chain_request, execute_request
from conformance.hal import (
    BYTE_SIZE_OF_CACHE_TOKEN,
    Device,
    ErrorStatus,
    ExecutionPreference,
    Model,
    OperandType,
    PreparedModel,
    PrepareModelConfig,
    Priority,
)
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.verdicts import VerdictKind

DATA_TYPES: Final = (OperandType.TENSOR_FLOAT32, OperandType.TENSOR_QUANT8_ASYMM)
"""The types for which the official suite tests compilation caching."""

STEPS: Final = 8
"""Number of operations of a model.

Results are compared within the tolerance of so many operations, which is 8 codes for quantized
data; the results of the two models of a type differ by 32.
"""

REFUSALS: Final = frozenset({ErrorStatus.INVALID_ARGUMENT, ErrorStatus.GENERAL_FAILURE})
_MAX_PROBLEMS: Final = 4
"""Number of problems after which a scenario ends for one data type."""

_SAVE_SECONDS: Final = 0.3
"""Seconds to wait for a driver that writes its cache files after the preparation."""


@dataclass(frozen=True, slots=True)
class CachedModel:
    """A chain of operations whose second operands are constants, as in the official suite.

    Two models of one type have the same operands and different operations, so that the result shows
    which of them an execution computed.

    Attributes:
        name: name of the model in messages.
        model: the model; it has one input and one output of ``ELEMENTS`` elements.
        data_type: type of input and output.
        addend: the result is ``input + addend``.

    """

    name: str
    model: Model
    data_type: OperandType
    addend: int


class TooManyProblemsError(Exception):
    """Ends a scenario for one data type, because enough problems have been found."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The answer of a preparation from cache: its status, and the model if the status is NONE."""

    status: ErrorStatus
    model: PreparedModel | None


class CacheTester:
    """Saves and retrieves models of one data type; ``problems`` collects the violations."""

    def __init__(
        self, context: CheckContext, counts: tuple[int, int], data_type: OperandType
    ) -> None:
        self.context = context
        self.counts = counts
        self.data_type = data_type
        self.is_first = True
        """Whether this is the first type; expensive scenarios are shorter for the others."""
        sums, products = sum_chain_model(data_type, STEPS), product_chain_model(data_type, STEPS)
        self.sum_model = CachedModel("sum", sums, data_type, SUM_CONSTANT * STEPS)
        self.product_model = CachedModel("product", products, data_type, 0)
        self.problems: list[str] = []
        self.random = np.random.default_rng([context.options.seed, int(data_type)])
        self._new_folder = temporary_folder(context)
        self._requests: dict[str, SampleRequest] = {}
        self._writes_late = True

    def report(self, problem: str) -> None:
        """Record a violation; empty text is no violation."""
        if not problem:
            return
        self.problems.append(f"{self.data_type.name}: {problem}")
        if len(self.problems) >= _MAX_PROBLEMS:
            raise TooManyProblemsError

    @contextlib.contextmanager
    def case(self, what: str) -> Iterator[None]:
        """Record a ``Violation`` that ends this case, which ``what`` describes."""
        try:
            yield
        except Violation as violation:
            self.report(f"{what}: {violation}")

    def new_files(self) -> CacheFiles:
        """Return empty cache files, as many as the driver needs."""
        return CacheFiles(self._new_folder(), self.counts)

    def new_token(self) -> bytes:
        """Return a random token."""
        return secrets.token_bytes(BYTE_SIZE_OF_CACHE_TOKEN)

    def save_handles(
        self,
        what: str,
        sample: CachedModel,
        handles: CacheHandles,
        token: bytes,
        *,
        preference: ExecutionPreference = ExecutionPreference.FAST_SINGLE_ANSWER,
        priority: Priority = Priority.MEDIUM,
        execute: bool = True,
        configured: bool = False,
    ) -> PreparedModel | None:
        """Prepare a model with cache files, execute it if ``execute`` is set, and return it.

        ``configured``: the arguments are in a configuration (AIDL_V4). Whatever the handles are,
        the preparation must answer NONE and the results must be right.
        """
        call = "prepare_model_with_config" if configured else "prepare_model"
        config = PrepareModelConfig(preference, priority, None, handles.model, handles.data, token)
        record = RecordingPreparedModelCallback()
        with _described(what):
            end = self._prepare(sample, config, record, configured=configured)
        skip_if_lacking_resources(end.status, call)
        if end.model is None or (end.launch, end.status) != (ErrorStatus.NONE, ErrorStatus.NONE):
            self.report(
                f"{what}: {call} answered {end.launch.name} and notified its callback of "
                f"{end.status.name}{' without a model' if end.model is None else ''}; NONE and a "
                "prepared model were expected, whatever the cache arguments are"
            )
            return None
        if execute:
            self.check_results(f"{what}, then the prepared model", sample, end.model)
        self._check_notifications(what, call, record)
        return end.model

    def _prepare(
        self,
        sample: CachedModel,
        config: PrepareModelConfig,
        record: RecordingPreparedModelCallback,
        *,
        configured: bool,
    ) -> driver_calls.PreparationOutcome:
        device, limit = self.context.device, self.context.options.callback_timeout
        if configured:
            model = sample.model
            return driver_calls.prepare_model_with_config(device, model, config, limit, record)
        return driver_calls.prepare_model(
            device,
            sample.model,
            config.preference,
            limit,
            record,
            config.priority,
            model_cache=config.model_cache,
            data_cache=config.data_cache,
            token=config.token,
        )

    def save(
        self,
        what: str,
        sample: CachedModel,
        files: CacheFiles,
        token: bytes,
        *,
        configured: bool = False,
    ) -> bool:
        """Prepare a model with cache files; return whether the driver has written to a file.

        A driver may write after the call, for instance at the first execution.
        """
        before = files.state()
        with files.opened() as handles:
            prepared = self.save_handles(what, sample, handles, token, configured=configured)
        if prepared is None:
            return False
        return self._wait_until_written(files, before)

    def _wait_until_written(self, files: CacheFiles, before: Sequence[object]) -> bool:
        """Wait until files have changed and no longer change; return whether they have changed."""
        end = time.monotonic() + _SAVE_SECONDS
        last = files.state()
        if last != before:
            self._writes_late = False
        while self._writes_late and time.monotonic() < end:
            time.sleep(0.01)
            now = files.state()
            if now == last != before:
                return True
            last = now
        if last == before:
            # It is not waited again for a driver that chooses not to save.
            self._writes_late = False
        return last != before

    def retrieve_handles(
        self,
        what: str,
        handles: CacheHandles,
        token: bytes,
        device: Device | None = None,
        deadline: int | None = None,
    ) -> Retrieval:
        """Prepare from cache and check the form of the answer."""
        record = RecordingPreparedModelCallback()
        limit = self.context.options.callback_timeout
        with _described(what):
            end = driver_calls.prepare_model_from_cache(
                device or self.context.device,
                handles.model,
                handles.data,
                token,
                limit,
                record,
                deadline,
            )
        self.report(_form_problem(what, end))
        self._check_notifications(what, "prepare_model_from_cache", record)
        self._skip_without_resources(end.status)
        return Retrieval(end.status, end.model if end.status == ErrorStatus.NONE else None)

    def retrieve(
        self,
        what: str,
        files: CacheFiles,
        token: bytes,
        device: Device | None = None,
        deadline: int | None = None,
    ) -> Retrieval:
        """Prepare from newly opened cache files."""
        with files.opened() as handles:
            return self.retrieve_handles(what, handles, token, device, deadline)

    def retrieve_saved(
        self, what: str, sample: CachedModel, files: CacheFiles, token: bytes
    ) -> bool:
        """Retrieve a saved model; return False if the driver chose not to save it.

        The answer is NONE and a model with the right results, or GENERAL_FAILURE.
        """
        return self.check_retrieval(what, self.retrieve(what, files, token), sample)

    def check_retrieval(self, what: str, answer: Retrieval, sample: CachedModel) -> bool:
        """Check that an answer is GENERAL_FAILURE, or a model with the results of ``sample``.

        Return whether it is a model.
        """
        if answer.model is not None:
            self.check_results(f"{what}, then the retrieved model", sample, answer.model)
            return True
        if answer.status not in (ErrorStatus.NONE, ErrorStatus.GENERAL_FAILURE):
            self.report(
                f"{what}: prepare_model_from_cache answered {answer.status.name}; GENERAL_FAILURE, "
                "or a prepared model whose results are right, was expected"
            )
        return False

    def check_tampered(
        self, what: str, answer: Retrieval, sample: CachedModel, *, any_values: bool = False
    ) -> None:
        """Check an answer for cache files that are unusable or were changed.

        The answer is INVALID_ARGUMENT, GENERAL_FAILURE, or a model with the results of ``sample``.
        With ``any_values``, because data cache files were changed, an execution may fail or have
        other results, but must not write outside of its output.
        """
        if answer.model is None:
            self.check_refusal(what, answer, REFUSALS)
        elif not any_values:
            self.check_results(f"{what}, then the retrieved model", sample, answer.model)
        else:
            request = self.request(sample)
            with _described(what):
                request.reset()
                execute_request(self.context, answer.model, request.request)
            if stray := _stray_write(request):
                self.report(f"{what}: {stray}")

    def check_refusal(self, what: str, answer: Retrieval, expected: frozenset[ErrorStatus]) -> None:
        """Check that an answer has one of the statuses and no model."""
        if answer.model is not None or answer.status not in expected:
            names = " or ".join(sorted(status.name for status in expected))
            self.report(
                f"{what}: prepare_model_from_cache answered {answer.status.name}"
                f"{' and a prepared model' if answer.model is not None else ''}; {names} and no "
                "prepared model were expected"
            )

    def check_results(self, what: str, sample: CachedModel, prepared: PreparedModel) -> None:
        """Execute a prepared model and check that it computes the results of ``sample``."""
        request = self.request(sample)
        with _described(what):
            request.reset()
            outcome = execute_request(self.context, prepared, request.request)
            problem = _stray_write(request) or request.problem(outcome)
        if problem:
            self.report(f"{what}: {problem} (the {sample.name} model)")

    def check_all_modes(self, what: str, sample: CachedModel, prepared: PreparedModel) -> None:
        """Execute a prepared model in the basic modes and check its results."""
        request, modes = self.request(sample), ("burst", "synchronous", "asynchronous", "fenced")
        for name, execute in execution_modes(self.context, names=modes).items():
            request.reset()
            outcome = execute(prepared, request.request)
            if problem := _stray_write(request) or request.problem(outcome):
                self.report(f"{what} of the {sample.name} model: {name} execution: {problem}")

    def request(self, sample: CachedModel) -> SampleRequest:
        """Return the request for a model."""
        if sample.name not in self._requests:
            self._requests[sample.name] = chain_request(
                self.context, sample.data_type, sample.addend, STEPS
            )
        return self._requests[sample.name]

    def _check_notifications(
        self, what: str, call: str, record: RecordingPreparedModelCallback
    ) -> None:
        if record.count != 1:
            self.report(
                f"{what}: {call} notified its callback {record.count} times; exactly one "
                "notification was expected"
            )

    def _skip_without_resources(self, status: ErrorStatus) -> None:
        """End the check if the driver lacks resources for a preparation without files too."""
        try:
            skip_if_lacking_resources(status, "prepare_model_from_cache")
        except SkipCheck:
            self.context.prepare(self.sum_model.model)  # ends the check likewise
            self.report(
                f"prepare_model_from_cache answered {status.name}, although the driver prepares "
                "the model without cache files; GENERAL_FAILURE was expected"
            )


def _stray_write(request: SampleRequest) -> str:
    if request.memory_intact:
        return ""
    return "the execution changed bytes outside of the output's buffer"


def _form_problem(what: str, end: driver_calls.PreparationOutcome) -> str:
    """Describe a contradiction within the answer of a preparation from cache; empty if none."""
    answer = (
        f"{what}: prepare_model_from_cache answered {end.launch.name} and notified its callback of "
        f"{end.status.name} and {'no' if end.model is None else 'a'} prepared model"
    )
    if (end.model is None) != (end.status != ErrorStatus.NONE):
        return f"{answer}; a prepared model exactly with status NONE was expected"
    if end.launch not in (end.status, ErrorStatus.NONE):
        return f"{answer}; the launch status NONE or {end.status.name} was expected"
    return ""


@contextlib.contextmanager
def _described(what: str) -> Iterator[None]:
    """Add the description of a test to the finding of a driver call that raises."""
    try:
        yield
    except driver_calls.DriverCallError as error:
        finding = replace(error.finding, reason=f"{what}: {error.finding.reason}")
        raise driver_calls.DriverCallError(finding) from None


def number_of_files(context: CheckContext) -> tuple[int, int]:
    """Return the numbers of cache files; end the check as declined if the driver needs none."""
    status, models, data = driver_calls.get_number_of_cache_files_needed(context.device)
    if status != ErrorStatus.NONE or (models, data) == (0, 0):
        reason = (
            f"get_number_of_cache_files_needed answered {status.name}, {models} and {data}: the "
            "driver does not support compilation caching"
        )
        raise SkipCheck(VerdictKind.DECLINED, reason, "caching.declined")
    return models, data


def cache_testers(context: CheckContext) -> Iterator[CacheTester]:
    """Yield a tester for each data type that the driver supports.

    The check is declined if the driver does not support caching, or neither type.
    """
    counts = number_of_files(context)
    unsupported: list[str] = []
    for data_type in DATA_TYPES:
        tester = CacheTester(context, counts, data_type)
        tester.is_first = len(unsupported) == DATA_TYPES.index(data_type)
        if all(
            _is_supported(context, sample.model)
            for sample in (tester.sum_model, tester.product_model)
        ):
            yield tester
        else:
            unsupported.append(data_type.name)
    if len(unsupported) == len(DATA_TYPES):
        reason = (
            "get_supported_operations reports ADD or MUL of "
            f"{' and of '.join(unsupported)} as unsupported"
        )
        raise SkipCheck(VerdictKind.DECLINED, reason, "prepare.declined")


def _is_supported(context: CheckContext, model: Model) -> bool:
    status, flags = driver_calls.get_supported_operations(context.device, model)
    skip_if_lacking_resources(status, "get_supported_operations")
    return status == ErrorStatus.NONE and all(flags)


def for_each_type(
    scenario: Callable[[CacheTester], None],
) -> Callable[[CheckContext], None]:
    """Decorate the scenario of a check, which runs for each data type that the driver supports.

    If the driver supports neither type, or no caching, the check ends as declined.
    """

    @functools.wraps(scenario)
    def run(context: CheckContext) -> None:
        for tester in cache_testers(context):
            try:
                with contextlib.suppress(TooManyProblemsError):
                    scenario(tester)
            finally:
                context.problems.extend(tester.problems)

    return run

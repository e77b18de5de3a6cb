"""Saves and retrieves prepared models with the driver under test, and checks every answer."""

from __future__ import annotations

import functools
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.checks.cache_files import CacheFiles, CacheHandles, opened
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    Violation,
    decline,
    described,
    skip_if_lacking_resources,
)
from conformance.checks.execution_modes import Execute
from conformance.checks.registration import NEWEST, Check, check_with
from conformance.checks.sample_models import (
    SUM_CONSTANT,
    is_supported,
    product_chain_model,
    sum_chain_model,
)
from conformance.checks.sample_requests import SampleRequest, chain_request, execute_request
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback

DATA_TYPES: Final = (hal.OperandType.TENSOR_FLOAT32, hal.OperandType.TENSOR_QUANT8_ASYMM)
"""The types for which the official suite tests compilation caching."""

STEPS: Final = 8
"""Number of operations of a model.

Results are compared within the tolerance of so many operations, which is 8 codes for quantized
data; the results of the two models of a type differ by 32.
"""

REFUSALS: Final = (hal.ErrorStatus.GENERAL_FAILURE, hal.ErrorStatus.INVALID_ARGUMENT)

_MEMORY_FOLDER: Final = "/dev/shm"
"""A file system in memory, where it exists: the checks create thousands of small files."""

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
        addend: the result is ``input + addend``.

    """

    name: str
    model: hal.Model
    addend: int = 0


class CacheTester:
    """Saves and retrieves models of one data type.

    A method raises ``Violation`` with ``what`` it does if the driver violates the contract.
    """

    def __init__(
        self, context: CheckContext, counts: tuple[int, int], data_type: hal.OperandType
    ) -> None:
        self.context = context
        self.counts = counts
        self.data_type = data_type
        self.is_first = False
        """Whether this is the first type; expensive scenarios are shorter for the others."""
        sums, products = sum_chain_model(data_type, STEPS), product_chain_model(data_type, STEPS)
        self.sum_model = CachedModel("sum", sums, SUM_CONSTANT * STEPS)
        self.product_model = CachedModel("product", products)
        self.random = np.random.default_rng([context.options.seed, int(data_type)])
        self._requests: dict[str, SampleRequest] = {}
        self._writes_late = True

    def new_files(self) -> CacheFiles:
        """Return empty cache files, as many as the driver needs."""
        in_memory = _MEMORY_FOLDER if os.access(_MEMORY_FOLDER, os.W_OK) else None
        folder = tempfile.mkdtemp(prefix="nn-cache-", dir=in_memory)
        self.context.add_cleanup(functools.partial(shutil.rmtree, folder, ignore_errors=True))
        return CacheFiles(Path(folder), self.counts)

    def new_token(self) -> bytes:
        """Return a random token."""
        return secrets.token_bytes(hal.BYTE_SIZE_OF_CACHE_TOKEN)

    def prepare(
        self,
        what: str,
        sample: CachedModel,
        files: CacheFiles | CacheHandles,
        token: bytes,
        *hints: int,
        execute: bool = True,
        configured: bool = False,
    ) -> hal.PreparedModel:
        """Prepare a model with cache files, execute it if ``execute`` is set, and return it.

        ``hints`` are preference and priority. ``configured``: the arguments are in a configuration
        (AIDL_V4). Whatever the files are, the preparation must answer NONE and the results must be
        right.
        """
        context, record = self.context, RecordingPreparedModelCallback()
        limit = context.options.callback_timeout
        with opened(files) as handles:
            cache: dict[str, Any] = {
                "model_cache": handles.model,
                "data_cache": handles.data,
                "token": token,
            }
            with described(what):
                if configured:
                    call, config = "prepare_model_with_config", hal.PrepareModelConfig(**cache)
                    arguments = context.device, sample.model, config, limit, record
                    end = driver_calls.prepare_model_with_config(*arguments)
                else:
                    call = "prepare_model"
                    end, record = context.try_to_prepare(sample.model, *hints, **cache)
                skip_if_lacking_resources(end.status, call)
                if end.model is None or {end.launch, end.status} != {hal.ErrorStatus.NONE}:
                    raise Violation(
                        f"{call} answered {end.launch.name} and notified its callback of "
                        f"{end.status.name}{' without a model' if end.model is None else ''}; NONE "
                        "and a prepared model were expected, whatever the cache arguments are"
                    )
            if execute:
                self.check_results(f"{what}, then the prepared model", sample, end.model)
            with described(what):
                _require_one_notification(call, record)
        return end.model

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

        A driver may write after the call, for instance at the first execution. The next call does
        not wait for a driver that wrote before the call returned, or that wrote nothing.
        """
        before = files.state()
        self.prepare(what, sample, files, token, configured=configured)
        state, end = files.state(), time.monotonic() + _SAVE_SECONDS
        is_late = self._writes_late and state == before
        while is_late and time.monotonic() < end:
            time.sleep(0.01)
            previous, state = state, files.state()
            if previous == state != before:
                break
        self._writes_late = is_late and state != before
        return state != before

    def retrieve(
        self,
        what: str,
        sample: CachedModel | None,
        files: CacheFiles | CacheHandles,
        token: bytes,
        *permitted: hal.ErrorStatus,
        any_values: bool = False,
        device: hal.Device | None = None,
        deadline: int | None = None,
    ) -> hal.PreparedModel | None:
        """Prepare from cache, check the answer and return the model, ``None`` if there is none.

        ``permitted`` are the statuses without a model. With a ``sample`` the driver may deliver a
        model whose results are right, and by default only GENERAL_FAILURE is permitted; without it
        and ``permitted``, any status is. With ``any_values``, because data cache files were
        changed, an execution may fail or have other results, but must not write outside of its
        output.
        """
        permitted = permitted or REFUSALS[: sample is not None]
        call, record = "prepare_model_from_cache", RecordingPreparedModelCallback()
        device, limit = device or self.context.device, self.context.options.callback_timeout
        with described(what):
            with opened(files) as handles:
                end = driver_calls.prepare_model_from_cache(
                    device, handles.model, handles.data, token, limit, record, deadline
                )
            answer = (
                f"{call} answered {end.launch.name} and notified its callback of "
                f"{end.status.name} and {'no' if end.model is None else 'a'} prepared model"
            )
            if (end.model is None) != (end.status != hal.ErrorStatus.NONE):
                raise Violation(f"{answer}; a prepared model exactly with status NONE was expected")
            if end.launch not in (end.status, hal.ErrorStatus.NONE):
                raise Violation(
                    f"{answer}; the launch status NONE or {end.status.name} was expected"
                )
            _require_one_notification(call, record)
            try:
                skip_if_lacking_resources(end.status, call)
            except SkipCheck:
                self.context.prepare(self.sum_model.model)  # ends the check likewise
                raise Violation(
                    f"{call} answered {end.status.name}, although the driver prepares the model "
                    "without cache files; GENERAL_FAILURE was expected"
                ) from None
            delivered = end.model is not None and sample is not None
            if permitted and end.status not in permitted and not delivered:
                names = " or ".join(sorted(status.name for status in permitted))
                model = ", or a prepared model whose results are right, was" if sample else " was"
                raise Violation(f"{answer}; {names}{model} expected")
        if sample is None or end.model is None:
            return end.model
        what = f"{what}, then the retrieved model"
        self.check_results(what, sample, end.model, any_values=any_values)
        return end.model

    def check_results(
        self,
        what: str,
        sample: CachedModel,
        prepared: hal.PreparedModel,
        execute: Execute | None = None,
        *,
        may_fail: bool = False,
        any_values: bool = False,
    ) -> None:
        """Execute a prepared model and check that it computes the results of ``sample``.

        ``execute`` is a mode of ``execution_modes``. With ``may_fail``, the execution may also end
        with GENERAL_FAILURE; with ``any_values``, as it will.
        """
        request = self.request(sample)
        with described(what):
            request.reset()
            execute = execute or functools.partial(execute_request, self.context)
            outcome = execute(prepared, request.request)
            may_end = may_fail and outcome.status == hal.ErrorStatus.GENERAL_FAILURE
            problem = "the execution changed bytes outside of the output's buffer"
            if request.memory_intact:
                problem = "" if any_values or may_end else request.problem(outcome)
            if problem:
                raise Violation(f"{problem} (the {sample.name} model)")

    def request(self, sample: CachedModel) -> SampleRequest:
        """Return the request for a model."""
        if sample.name not in self._requests:
            self._requests[sample.name] = chain_request(
                self.context, self.data_type, sample.addend, STEPS
            )
        return self._requests[sample.name]


def _require_one_notification(call: str, record: RecordingPreparedModelCallback) -> None:
    if record.count != 1:
        raise Violation(
            f"{call} notified its callback {record.count} times; exactly one notification was "
            "expected"
        )


def number_of_files(context: CheckContext) -> tuple[int, int]:
    """Return the numbers of cache files; end the check as declined if the driver needs none."""
    status, models, data = driver_calls.get_number_of_cache_files_needed(context.device)
    if status != hal.ErrorStatus.NONE or (models, data) == (0, 0):
        reason = (
            f"get_number_of_cache_files_needed answered {status.name}, {models} and {data}: the "
            "driver does not support compilation caching"
        )
        decline(reason, "caching.declined")
    return models, data


def for_each_type(context: CheckContext, scenario: Callable[[CacheTester], None]) -> None:
    """Run a scenario for each data type that the driver supports; its first problem ends it.

    The check is declined if the driver does not support caching, or neither type.
    """
    counts, is_first = number_of_files(context), True
    for data_type in DATA_TYPES:
        tester = CacheTester(context, counts, data_type)
        models = tester.sum_model.model, tester.product_model.model
        if all(is_supported(context, model) for model in models):
            tester.is_first, is_first = is_first, False
            with context.case(data_type.name):
                scenario(tester)
    if is_first:
        names = " and of ".join(data_type.name for data_type in DATA_TYPES)
        reason = f"get_supported_operations reports ADD or MUL of {names} as unsupported"
        decline(reason)


def caching_check(
    section: str, *, since: hal.Version = hal.Version.V1_2, until: hal.Version = NEWEST
) -> Callable[[Callable[[CacheTester], None]], Check]:
    """Return a decorator for a check whose scenario runs ``for_each_type``."""
    return check_with(for_each_type, section, since=since, until=until)

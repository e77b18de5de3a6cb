"""Checks of the calls that take a configuration: the arguments of the older calls, and hints.

Most other areas execute with a configuration, too.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from conformance import hal
from conformance.checks.cache_files import CacheHandles
from conformance.checks.cache_tester import CacheTester, caching_check
from conformance.checks.check_context import CheckContext, Violation, expect
from conformance.checks.execution_modes import ExecutionLimits, execution_modes
from conformance.checks.fenced_launches import (
    fenced_launches,
)
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model, with_operation
from conformance.checks.sample_requests import (
    INVALID_CODES,
    AdditionRequest,
    hints_to_ignore,
    invalid_additions,
)
from conformance.harness.answer_checks import check_error_answer
from conformance.harness.calls import driver_calls
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES

_PREPARATION: Final = "IDevice.prepareModelWithConfig; PrepareModelConfig"
_EXECUTION: Final = "IPreparedModel.executeSynchronouslyWithConfig, executeFencedWithConfig"
_CALLS: Final = {
    "synchronous with config": "execute_synchronously_with_config",
    "fenced with config": "execute_fenced_with_config",
    "synchronous reusable": "execute_synchronously of a reusable execution",
    "fenced reusable": "execute_fenced of a reusable execution",
}
"""The modes with a configuration, and their calls."""
_INVALID: Final = hal.ErrorStatus.INVALID_ARGUMENT


def _prepared(
    context: CheckContext, config: hal.PrepareModelConfig, *expected: hal.ErrorStatus
) -> hal.PreparedModel | None:
    model, limit = addition_model(6), context.options.callback_timeout
    end = driver_calls.prepare_model_with_config(context.device, model, config, limit)
    expect(end.status, "the callback of prepare_model_with_config", *expected)
    if (end.status == hal.ErrorStatus.NONE) != (end.model is not None):
        presence = "without" if end.model is None else "with"
        raise Violation(f"prepare_model_with_config notified {end.status.name} {presence} a model")
    if end.model is not None:
        expect(end.launch, "prepare_model_with_config of a valid model")
    return end.model


def _prepare_and_run(context: CheckContext, what: str, config: hal.PrepareModelConfig) -> None:
    with context.case(f"prepared with {what}"):
        if (prepared := _prepared(context, config)) is not None:
            AdditionRequest(context, 3, 6).run_along_modes(prepared, f"prepared with {what}")


@check(f"{_PREPARATION}.compilationHints, extensionNameToPrefix", since=hal.Version.AIDL_V4)
def unknown_compilation_hints(context: CheckContext) -> None:
    """A driver ignores compilation hints of extensions that it does not support, of prefixes
    without an extension, and hints whose number or value it does not know.
    """
    context.prepare(addition_model(6))
    for what, hints, prefixes in hints_to_ignore(context):
        config = hal.PrepareModelConfig(compilation_hints=hints, extension_name_to_prefix=prefixes)
        _prepare_and_run(context, what, config)


@check(f"{_PREPARATION}; INVALID_ARGUMENT", since=hal.Version.AIDL_V4)
def refused_preparations(context: CheckContext) -> None:
    """IDevice::prepareModelWithConfig answers INVALID_ARGUMENT, from the call and through the
    callback and without a prepared model, for an invalid model, preference or priority, with and
    without hints.
    """
    model, limit = addition_model(), context.options.callback_timeout
    invalid = with_operation(model, inputs=(0, 1))
    cases = [("a model without an activation operand", invalid, hal.PrepareModelConfig())]
    for code in INVALID_CODES:
        cases.append((f"the preference {code}", model, hal.PrepareModelConfig(preference=code)))
        cases.append((f"the priority {code}", model, hal.PrepareModelConfig(priority=code)))
    for what, hints, prefixes in hints_to_ignore(context):
        hinted = hal.PrepareModelConfig(compilation_hints=hints, extension_name_to_prefix=prefixes)
        cases += [
            (f"a model without an activation operand, and {what}", invalid, hinted),
            (f"the preference 3 and {what}", model, replace(hinted, preference=3)),
            (f"the priority 3 and {what}", model, replace(hinted, priority=3)),
        ]
    for what, tried, config in cases:
        end = driver_calls.prepare_model_with_config(context.device, tried, config, limit)
        with context.case(f"with {what}"):
            expect(end.status, "the callback of prepare_model_with_config", _INVALID)
            expect(end.launch, "prepare_model_with_config", _INVALID)
            if end.model is not None:
                raise Violation("prepare_model_with_config passed a prepared model to its callback")


@check(f"{_PREPARATION}.deadlineNs", since=hal.Version.AIDL_V4)
def preparation_deadlines(context: CheckContext) -> None:
    """A preparation with a configuration whose deadline has passed ends with a missed deadline
    without a prepared model, or succeeds; one with a deadline in an hour, or at the latest possible
    time, succeeds.
    """
    context.prepare(addition_model(6))
    now = time.monotonic_ns()
    with context.case("prepared after the deadline"):
        permitted = hal.ErrorStatus.NONE, *MISSED_DEADLINE_STATUSES
        _prepared(context, hal.PrepareModelConfig(deadline=now), *permitted)
    for what, deadline in (("in an hour", now + 3600 * 10**9), ("at 2^63 - 1 ns", 2**63 - 1)):
        config = hal.PrepareModelConfig(deadline=deadline)
        _prepare_and_run(context, f"a deadline {what}", config)


@caching_check(f"{_PREPARATION}.modelCache, dataCache, cacheToken", since=hal.Version.AIDL_V4)
def cache_files(tester: CacheTester) -> None:
    """A model that IDevice::prepareModelWithConfig saved in cache files is retrieved by
    prepareModelFromCache with the right results; a missing data or model cache file has no effect
    on the preparation.
    """
    saved = [0, 0]
    for configured in (False, True, True, False):
        for sample in (tester.sum_model, tester.product_model):
            files, token = tester.new_files(), tester.new_token()
            what = f"saving by prepare_model{'_with_config' if configured else ''}"
            tester.save(what, sample, files, token, configured=configured)
            what = f"{what}, then the retrieval"
            saved[configured] += tester.retrieve(what, sample, files, token) is not None
    with tester.new_files().opened() as handles:
        for missing in (CacheHandles((), handles.data), CacheHandles(handles.model, ())):
            what = f"{len(missing.model)} model and {len(missing.data)} data cache files"
            token = tester.new_token()
            tester.prepare(what, tester.sum_model, missing, token, configured=True)
    if saved[False] and not saved[True]:
        warning = (
            f"a {tester.data_type.name} model is retrieved if prepare_model saved it, but not if "
            "prepare_model_with_config did; prepare_model_from_cache returned GENERAL_FAILURE"
        )
        tester.context.report(quality_warning(warning, _PREPARATION))


@check(f"{_EXECUTION}, createReusableExecution: INVALID_ARGUMENT", since=hal.Version.AIDL_V4)
def refused_requests(context: CheckContext) -> None:
    """Executions with a configuration, or the creation of a reusable execution, answer
    INVALID_ARGUMENT for an invalid request, without shapes, timing, fence and callback, and write
    no outputs; an earlier reusable execution of a valid request still executes.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context, 2)
    limits, valid = ExecutionLimits(hal.MeasureTiming.YES), execution_modes(context, names=_CALLS)
    launches = fenced_launches(context, hal.ExecutionConfig(limits.measure))
    for execute in valid.values():
        addition.run(prepared, execute)
    for what, request in invalid_additions(addition):
        for mode in ("fenced with config", "fenced reusable"):
            with context.case(f"{_CALLS[mode]} with {what}"):
                expect(launches[mode](prepared, request, []).status, "the launch", _INVALID)
        for mode, execute in execution_modes(context, limits, names=_CALLS).items():
            with context.case(f"{_CALLS[mode]} with {what}"):
                addition.reset()
                outcome = execute(prepared, request)
                expect(outcome.status, "the execution", _INVALID)
                for finding in check_error_answer(outcome):
                    raise Violation(finding.reason)
                if not addition.outputs_untouched:
                    raise Violation("the outputs were written")
    for mode, execute in valid.items():
        with context.case(f"{_CALLS[mode]}, after refused requests"):
            addition.run(prepared, execute)

"""Checks of the calls that take a configuration: the arguments of the older calls, and hints.

Most other areas execute with a configuration, too.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.checks import fenced_launches
from conformance.checks.cache_files import CacheHandles
from conformance.checks.cache_tester import CacheTester, problems_by_type
from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    execution_problem,
    hints_to_ignore,
    invalid_additions,
    outcome_problem,
)
from conformance.hal import (
    ErrorStatus,
    ExecutionConfig,
    ExecutionPreference,
    MeasureTiming,
    PrepareModelConfig,
    Priority,
    SyncFence,
    Version,
)
from conformance.harness.answer_checks import check_error_answer
from conformance.harness.calls import configured_calls, fenced_execution
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES, format_permitted
from conformance.verdicts import Finding

_PREPARATION: Final = "IDevice.prepareModelWithConfig; PrepareModelConfig"
_EXECUTION: Final = "IPreparedModel.executeSynchronouslyWithConfig, executeFencedWithConfig"
_HINTS: Final = "executionHints, extensionNameToPrefix; TokenValuePair"
_DEFAULT: Final = ExecutionConfig()
_PENDING_SECONDS: Final = 0.2


def _prepared_problem(context: CheckContext, what: str, config: PrepareModelConfig) -> str:
    """Prepare a valid model, execute it, and describe what is wrong; empty if nothing is."""
    model = addition_model(6)
    end = configured_calls.prepare_model(
        context.device, model, config, context.options.callback_timeout
    )
    skip_if_lacking_resources(end.status, "prepare_model_with_config")
    if end.launch != ErrorStatus.NONE or end.status != ErrorStatus.NONE or end.model is None:
        return (
            f"prepare_model_with_config of a valid model with {what} answered {end.launch.name} "
            f"and notified its callback of {end.status.name}; NONE was expected"
        )
    problem = execution_problem(context, end.model, AdditionRequest(context, 3, 6))
    return f"prepared with {what}: {problem}" if problem else ""


@check(_PREPARATION, since=Version.AIDL_V4)
def preparation(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModelWithConfig prepares a model that prepareModel prepares, with every
    preference and priority; executions of the prepared model compute the expected values.
    """
    context.prepare(addition_model(6))
    for preference in ExecutionPreference:
        for priority in Priority:
            what = f"{preference.name} and priority {priority.name}"
            config = PrepareModelConfig(preference, priority)
            if problem := _prepared_problem(context, what, config):
                yield problem


@check(f"{_PREPARATION}.compilationHints, extensionNameToPrefix", since=Version.AIDL_V4)
def unknown_compilation_hints(context: CheckContext) -> Iterator[str]:
    """A driver ignores compilation hints of extensions that it does not support, of prefixes
    without an extension, and hints whose number or value it does not know.
    """
    context.prepare(addition_model(6))
    for what, hints, prefixes in hints_to_ignore(context):
        config = PrepareModelConfig(compilation_hints=hints, extension_name_to_prefix=prefixes)
        if problem := _prepared_problem(context, what, config):
            yield problem


@check(f"{_PREPARATION}; INVALID_ARGUMENT", since=Version.AIDL_V4)
def refused_preparations(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModelWithConfig answers INVALID_ARGUMENT, from the call and through the
    callback and without a prepared model, for an invalid model, preference or priority.
    """
    model = addition_model()
    operation = model.main.operations[0]
    invalid = replace(
        model, main=replace(model.main, operations=(replace(operation, inputs=(0, 1)),))
    )
    for what, tried, config in (
        ("a model without an activation operand", invalid, PrepareModelConfig()),
        ("the preference 3", model, PrepareModelConfig(preference=3)),
        ("the preference -1", model, PrepareModelConfig(preference=-1)),
        ("the priority 3", model, PrepareModelConfig(priority=3)),
    ):
        limit = context.options.callback_timeout
        end = configured_calls.prepare_model(context.device, tried, config, limit)
        skip_if_lacking_resources(end.status, "prepare_model_with_config")
        for where, status in (("answered", end.launch), ("notified its callback of", end.status)):
            if status != ErrorStatus.INVALID_ARGUMENT:
                yield (
                    f"prepare_model_with_config with {what} {where} {status.name}; "
                    "INVALID_ARGUMENT was expected"
                )
        if end.model is not None:
            yield f"prepare_model_with_config with {what} passed a prepared model to its callback"


@check(f"{_PREPARATION}.deadlineNs", since=Version.AIDL_V4)
def preparation_deadlines(context: CheckContext) -> Iterator[str]:
    """A preparation with a configuration whose deadline has passed ends with a missed deadline
    without a prepared model, or succeeds; one with a deadline in an hour succeeds.
    """
    context.prepare(addition_model(6))
    now = time.monotonic_ns()
    limit = context.options.callback_timeout
    config = PrepareModelConfig(deadline=now)
    end = configured_calls.prepare_model(context.device, addition_model(6), config, limit)
    skip_if_lacking_resources(end.status, "prepare_model_with_config")
    permitted = [ErrorStatus.NONE, *MISSED_DEADLINE_STATUSES]
    if end.status not in permitted:
        yield (
            f"prepare_model_with_config after its deadline ended with {end.status.name}; "
            f"{format_permitted(permitted)}"
        )
    elif (end.status == ErrorStatus.NONE) != (end.model is not None):
        presence = "without" if end.model is None else "with"
        yield f"prepare_model_with_config notified {end.status.name} {presence} a prepared model"
    config = PrepareModelConfig(deadline=now + 3600 * 10**9)
    if problem := _prepared_problem(context, "a deadline in an hour", config):
        yield problem


@check(f"{_PREPARATION}.modelCache, dataCache, cacheToken", since=Version.AIDL_V4)
def cache_files(context: CheckContext) -> Iterator[Finding | str]:
    """A model that IDevice::prepareModelWithConfig saved in cache files is retrieved by
    prepareModelFromCache with the right results; a missing data or model cache file has no effect
    on the preparation.
    """
    never_saved = []

    def scenario(tester: CacheTester) -> None:
        saved = [0, 0]
        for configured in (False, True, True, False):
            for sample in (tester.sum_model, tester.product_model):
                files, token = tester.new_files(), tester.new_token()
                what = f"saving by prepare_model{'_with_config' if configured else ''}"
                tester.save(what, sample, files, token, configured=configured)
                answer = tester.retrieve("retrieval", files, token)
                what = f"{what}, then the retrieval"
                saved[configured] += tester.check_retrieval(what, answer, sample)
        with tester.new_files().opened() as handles:
            for missing in (CacheHandles((), handles.data), CacheHandles(handles.model, ())):
                what = f"{len(missing.model)} model and {len(missing.data)} data cache files"
                token = tester.new_token()
                tester.save_handles(what, tester.sum_model, missing, token, configured=True)
        if saved[False] and not saved[True]:
            never_saved.append(tester.data_type.name)

    yield from problems_by_type(context, scenario)
    if never_saved:
        yield quality_warning(
            f"a {' and a '.join(never_saved)} model is retrieved if prepare_model saved it, but "
            "not if prepare_model_with_config did; prepare_model_from_cache answered "
            "GENERAL_FAILURE",
            _PREPARATION,
        )


@check(f"{_EXECUTION}; {_HINTS}", since=Version.AIDL_V4)
def unknown_execution_hints(context: CheckContext) -> Iterator[str]:
    """Executions with a configuration ignore hints that the driver does not know, and end with
    NONE and the expected values.
    """
    prepared = context.prepare(addition_model())
    for what, hints, prefixes in hints_to_ignore(context):
        config = ExecutionConfig(execution_hints=hints, extension_name_to_prefix=prefixes)
        addition = AdditionRequest(context, 4)
        outcome = configured_calls.execute_synchronously(prepared, addition.request, config)
        if problem := outcome_problem(outcome, addition):
            yield f"execute_synchronously_with_config with {what}: {problem}"
        addition.change(5)
        launch = configured_calls.launch_fenced(prepared, addition.request, config)
        end = fenced_execution.finish_fenced(launch, context.options.callback_timeout)
        if problem := fenced_launches.completion_problem(end, addition):
            yield f"execute_fenced_with_config with {what}: {problem}"


@check(f"{_EXECUTION}; INVALID_ARGUMENT", since=Version.AIDL_V4)
def refused_requests(context: CheckContext) -> Iterator[str]:
    """Executions with a configuration answer INVALID_ARGUMENT for an invalid request, without
    shapes, timing, fence and callback, and write no outputs.
    """
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context, 2)
    config = ExecutionConfig(MeasureTiming.YES)
    for what, request in invalid_additions(addition):
        outcome = configured_calls.execute_synchronously(prepared, request, config)
        launch = configured_calls.launch_fenced(prepared, request, config)
        for call, status in (
            ("execute_synchronously_with_config", outcome.status),
            ("execute_fenced_with_config", launch.status),
        ):
            skip_if_lacking_resources(status, call)
            if status != ErrorStatus.INVALID_ARGUMENT:
                yield f"{call} with {what} answered {status.name}; INVALID_ARGUMENT was expected"
        for finding in check_error_answer(outcome):
            yield f"execute_synchronously_with_config with {what}: {finding.reason}"
        if not addition.outputs_untouched:
            yield f"the outputs were written with {what}"
            addition.reset()


@check("IPreparedModel.executeFencedWithConfig, waitFor, durationNs", since=Version.AIDL_V4)
def fences(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFencedWithConfig waits for its fences, refuses a fence in the error
    state with INVALID_ARGUMENT, and ends with NONE and the expected values.
    """
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context, 3)
    launch = configured_calls.launch_fenced(
        prepared, addition.request, _DEFAULT, wait_for=[SyncFence.failed()]
    )
    if launch.status != ErrorStatus.INVALID_ARGUMENT or not addition.outputs_untouched:
        yield (
            "execute_fenced_with_config with a wait fence in the error state answered "
            f"{launch.status.name}; INVALID_ARGUMENT and no outputs were expected"
        )
    (wait_fence,) = fenced_launches.pending_fences(context)
    launching = fenced_launches.OtherLaunchThread(
        context,
        lambda: configured_calls.launch_fenced(
            prepared, addition.request, _DEFAULT, wait_for=[wait_fence], duration=10**11
        ),
    )
    launched = launching.wait_for_launch(_PENDING_SECONDS)
    time.sleep(_PENDING_SECONDS)
    if evidence := fenced_launches.early_start_evidence(addition, launched):
        yield f"{evidence} while the wait fence was pending"
    wait_fence.signal()
    if problem := fenced_launches.completion_problem(launching.finish(), addition):
        yield f"execute_fenced_with_config after its wait fence was signalled: {problem}"

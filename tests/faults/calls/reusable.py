"""Faults of reusable executions and of the calls with a configuration, in drivers of AIDL_V4."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from conformance import hal
from conformance.driver_sdk.prepared_models import ReusableExecution
from tests.faults.drivers import (
    DONE,
    FAILED,
    FAILURE,
    INVALID,
    MISSED,
    NONE,
    REFUSED,
    SMALL,
    Info,
    NewestDevice,
    changed,
    device,
    model,
    newest_device,
    notified,
    result,
)
from tests.faults.row import table


def contents(request: hal.Request, pool: int) -> bytes:
    """Return the content of a pool of a request."""
    memory = request.pools[pool]
    assert isinstance(memory, hal.Memory)
    with memory.view() as view:
        return bytes(view)


def overwrite(request: hal.Request, pool: int, content: bytes) -> None:
    """Replace the content of a pool of a request."""
    memory = request.pools[pool]
    assert isinstance(memory, hal.Memory)
    with memory.view() as view:
        view[:] = content


def inputs_of(request: hal.Request) -> list[bytes]:
    """Return the content of each input of a request."""
    memory = contents(request, 0)
    locations = [argument.location for argument in request.inputs]
    return [memory[where.offset : where.offset + where.length] for where in locations]


def with_inputs(request: hal.Request, values: Sequence[bytes]) -> None:
    """Replace the content of the inputs of a request."""
    content = bytearray(contents(request, 0))
    for argument, data in zip(request.inputs, values, strict=True):
        where = argument.location
        content[where.offset : where.offset + where.length] = data
    overwrite(request, 0, bytes(content))


class CountingExecution(ReusableExecution):
    """Counts its executions; ``number`` is 0 during the first."""

    number = -1

    def execute_synchronously(self, deadline: int | None) -> Any:
        self.number += 1
        return self.run(deadline)

    def execute_fenced(self, wait_for: Any, deadline: int | None, duration: int | None) -> Any:
        self.number += 1
        return self.launch(wait_for, deadline, duration)

    def run(self, deadline: int | None) -> Any:
        return super().execute_synchronously(deadline)

    def launch(self, *arguments: Any) -> Any:
        return super().execute_fenced(*arguments)


def execution(**members: Any) -> type:
    """Return a driver whose reusable executions have changed members."""
    return newest_device(changed(CountingExecution, **members))


def creating(create: Any, **members: Any) -> type:
    """Return a driver with another createReusableExecution: ``create(right, request, config)``."""
    return newest_device(
        model(create_reusable_execution=lambda _, right, *more: create(right, *more), **members)
    )


def calls(**members: Any) -> type:
    """Return a driver of AIDL_V4 whose prepared models have changed members."""
    return newest_device(model(**members))


def from_second(answer: Any) -> Callable[..., Any]:
    """Return a method with another answer from the second execution on."""
    return lambda me, right, *arguments: answer if me.number else right(*arguments)


def second_not_written(me: Any, right: Any, *arguments: Any) -> Any:
    kept = contents(me._request, 1)
    answer = right(*arguments)
    if me.number == 1:
        overwrite(me._request, 1, kept)
    return answer


def writes_later(me: Any, right: Any, deadline: Any) -> Any:
    answer = right(deadline)
    if me.number == 1:
        request = me._request

        def write() -> None:
            time.sleep(0.02)
            content = bytearray(contents(request, 1))
            content[request.outputs[0].location.offset] ^= 255
            overwrite(request, 1, bytes(content))

        threading.Thread(target=write).start()
    return answer


def second_shapes(change: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return a ``run`` that changes each output shape from the second execution on."""

    def run(me: Any, right: Any, deadline: Any) -> Any:
        status, shapes, timing = right(deadline)
        return status, tuple(map(change, shapes)) if me.number else shapes, timing

    return run


# ------------------------------------------------------------------------------------------- inputs


def with_kept(me: Any, call: Any, *arguments: Any) -> Any:
    """Execute with the inputs ``me.kept`` instead of those in the memory, which are restored."""
    current = inputs_of(me._request)
    with_inputs(me._request, me.kept)
    answer = call(*arguments)
    with_inputs(me._request, current)
    return answer


def inputs_of_first(me: Any, right: Any, deadline: Any) -> Any:
    me.kept = me.kept or inputs_of(me._request)
    return with_kept(me, right, deadline)


def keeps_inputs(me: Any, right: Any, deadline: Any) -> Any:
    me.kept = inputs_of(me._request)
    return right(deadline)


def executes_at_creation(me: Any, right: Any, *arguments: Any) -> None:
    right(*arguments)
    me.execute_synchronously(None)


def reads_at_creation(
    me: Any, right: Any, prepared: Any, request: hal.Request, config: Any
) -> None:
    right(prepared, request, config)
    me.kept = inputs_of(request)


def newest_request(me: Any, right: Any, prepared: Any, request: hal.Request, config: Any) -> None:
    right(prepared, request, config)
    prepared.newest = request


def executes_newest(me: Any, right: Any, deadline: Any) -> Any:
    prepared = me._prepared_model
    return prepared.execute_synchronously(prepared.newest, me._config.measure, deadline, None)


def sixteen_objects(me: Any, right: Any, *arguments: Any) -> Any:
    me.created += 1
    return (FAILURE, None) if me.created > 16 else right(*arguments)


def shared_scratch(me: Any, right: Any, deadline: Any) -> Any:
    prepared = me._prepared_model
    prepared.scratch = inputs_of(me._request)
    time.sleep(0.002)
    me.kept = prepared.scratch
    return with_kept(me, right, deadline)


def reads_at_launch(me: Any, right: Any, wait_for: Any, deadline: Any, duration: Any) -> Any:
    request = me._request
    copies = tuple(
        hal.SharedMemory(initial=contents(request, n)) for n in range(len(request.pools))
    )
    inputs = tuple(
        replace(argument, location=replace(argument.location, pool_index=len(copies)))
        for argument in request.inputs
    )
    copied = hal.Request(inputs, request.outputs, (*request.pools, *copies))
    return me._prepared_model.execute_fenced(
        copied, wait_for, me._config.measure, deadline, None, duration
    )


# --------------------------------------------------------------- fences, limits and configurations


def sound(wait_for: Any) -> list[Any]:
    return [fence for fence in wait_for if fence.wait(0) is not hal.FenceStatus.ERROR]


def failed(wait_for: Any) -> list[Any]:
    return [fence for fence in wait_for if fence.wait(0) is hal.FenceStatus.ERROR]


def deadline_stays(me: Any, right: Any, deadline: Any) -> Any:
    me.deadline = me.deadline or deadline
    return right(me.deadline)


def fenced_without_shapes(me: Any, right: Any, wait_for: Any, deadline: Any, duration: Any) -> Any:
    status, _, _ = ReusableExecution.execute_synchronously(me, deadline)
    return NONE, None, Info((status, hal.Timing(), hal.Timing()))


def notes_refusal(me: Any, right: Any, *arguments: Any) -> Any:
    answer = right(*arguments)
    me.is_refused |= answer[0] is INVALID
    return answer


def weak_model(me: Any, right: Any, prepared: Any, request: Any, config: Any) -> None:
    right(prepared.right, request, config)
    me._model = weakref.ref(prepared)


def releases_model(me: Any, _: Any) -> None:
    me._prepared_model.released = True


def first_timeout(me: Any, right: Any, deadline: Any) -> Any:
    answer = right(deadline)
    me._config = replace(me._config, loop_timeout_duration=None)
    return answer


# --------------------------------------------------------------------------------- invalid requests


UncheckedCreation = model(
    create_reusable_execution=lambda me, _, *arguments: (NONE, me.reusable(*arguments))
)
"""Creates reusable executions without a check, as the contract permits."""


def other_dimensions(me: Any, right: Any, request: hal.Request, config: hal.ExecutionConfig) -> Any:
    if request.outputs and request.outputs[0].dimensions == (5,):
        plain = type(request.outputs[0])(location=request.outputs[0].location)
        request = hal.Request(request.inputs, (plain,), request.pools)
    return right(request, config)


# -------------------------------------------------------------------------------- configured calls


def configured(prepare: Callable[..., Any]) -> type:
    """Return a driver with ``prepare(right, model, config, callback)`` for prepareModelWithConfig."""
    return device(
        NewestDevice, prepare_model_with_config=lambda me, right, *more: prepare(right, *more)
    )


def refusing(is_refused: Callable[[Any], Any], status: hal.ErrorStatus, launch: Any = None) -> type:
    """Return a driver that refuses some configurations of preparations."""
    return configured(
        lambda right, made, config, callback: (
            notified(callback, status, launch)
            if is_refused(config)
            else right(made, config, callback)
        )
    )


def launches_invalid(right: Any, *arguments: Any) -> Any:
    right(*arguments)
    return NONE


def configured_as(change: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return an execution with another configuration, its last but one or two arguments."""

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        return right(
            *(change(one) if isinstance(one, hal.ExecutionConfig) else one for one in arguments)
        )

    return execute


def fences_as(choose: Callable[[Any], Any]) -> type:
    """Return a driver that waits for some fences in fenced executions with a configuration."""
    return calls(
        execute_fenced_with_config=lambda me, right, request, wait_for, *more: right(
            request, choose(wait_for), *more
        )
    )


NoToken = configured(
    lambda right, made, config, callback: right(
        made, replace(config, token=hal.NO_CACHE_TOKEN), callback
    )
)
"""Saves with the token 0 instead of that of the configuration."""

_SYNC, _FENCED = "sync_reusable-fast", "fenced_reusable-fast"


def hinted(change: Callable[..., Any]) -> Callable[..., Any]:
    """Return a call that ``change`` replaces if its configuration has hints."""

    def call(me: Any, right: Any, *more: Any) -> Any:
        config = next(each for each in more if isinstance(each, hal.ExecutionConfig))
        return (change if config.execution_hints else lambda _, right, *more: right(*more))(
            me, right, *more
        )

    return call


def without_shapes(me: Any, right: Any, *more: Any) -> Any:
    status, _, timing = right(*more)
    return status, (), timing


def without_buffers(me: Any, right: Any, request: Any, *more: Any) -> Any:
    if any(isinstance(pool, hal.BufferToken) for pool in request.pools):
        return FAILURE, None, None
    return right(request, *more)


def measured(me: Any, right: Any, request: Any, config: Any, *more: Any) -> Any:
    return right(request, replace(config, measure=hal.MeasureTiming.YES), *more)


def unchecked(me: Any, right: Any, request: Any, *more: Any) -> Any:
    return DONE if len(request.inputs) == 1 else right(request, *more)


_AREA, _CONFIGURED = "reusable_executions", "configured_calls"
_WITHOUT_TIMEOUT = configured_as(lambda config: replace(config, loop_timeout_duration=None))

FAULTS = table(
    ("Does not write the results of its second execution", _SYNC, execution(run=lambda me, right, deadline: DONE if me.number == 1 else right(deadline)), "values"),
    ("Does not write the results of its second fenced execution", _FENCED, execution(launch=second_not_written), "values"),
    ("Refuses its second execution", _SYNC, execution(run=from_second(REFUSED)), "execute.status"),
    ("Refuses its second fenced execution", _FENCED, execution(launch=from_second((FAILURE, None, None))), "execute.status"),
    ("Measures executions whose configuration does not request it", _SYNC, execution(run=result(lambda status, shapes, _: (status, shapes, hal.Timing(1, 2)))), "timing.unmeasured"),
    ("Misses every deadline of a reusable execution", f"{_SYNC}-far_deadline", execution(run=lambda me, right, deadline: right(deadline) if deadline is None else MISSED), "execute.status"),
    ("Writes to the output after the execution has ended", _SYNC, execution(run=writes_later), "late.write"),
    ("Does not report the shapes of unspecified outputs a second time", f"{_SYNC}-unknown_dimensions", execution(run=second_shapes(lambda shape: type(shape)((1, 1), True))), "output_shape.dimensions"),
    ("Reports an output buffer that is too small once, and then ends with another error", f"{_SYNC}-undersized", execution(run=from_second(REFUSED)), "output_form.insufficient_size"),
    ("Executes a request with unspecified outputs fenced", f"{_FENCED}-unknown_dimensions", execution(execute_fenced=lambda *_: (NONE, None, Info((NONE, hal.Timing(), hal.Timing())))), "output_form.refused"),
    ("Creates no reusable execution, but answers NONE", _SYNC, creating(lambda *_: (NONE, None)), "execution.creation"),
    ("Creates a reusable execution and answers an error", f"{_FENCED}-unknown_dimensions", calls(create_reusable_execution=lambda me, _, *arguments: (INVALID, me.reusable(*arguments))), "execution.creation"),
    ("Reports a buffer that is too small when the reusable execution is created", f"{_SYNC}-undersized", creating(lambda *_: (SMALL, None)), "execution.creation"),
    ("Refuses to create a reusable execution of a valid request", _SYNC, creating(lambda *_: (FAILURE, None)), "execute.status"),
    ("Answers an object that is not a reusable execution", _SYNC, creating(lambda *_: (NONE, "an execution")), "answer.form"),
    # Checks of reusable executions
    ("Computes every result of a reusable execution from its first inputs", f"{_AREA}.changing_inputs", execution(kept=(), run=inputs_of_first)),
    ("Computes fenced results from the inputs of the last synchronous execution", f"{_AREA}.changing_inputs", execution(kept=(), run=keeps_inputs, launch=lambda me, right, *arguments: with_kept(me, right, *arguments) if me.kept else right(*arguments))),
    ("Executes when a reusable execution is created", f"{_AREA}.creation_executes_nothing", execution(__init__=executes_at_creation)),
    ("Reads the inputs of the first execution when the reusable execution is created", f"{_AREA}.creation_executes_nothing", execution(__init__=reads_at_creation, run=lambda me, right, deadline: right(deadline) if me.number else with_kept(me, right, deadline))),
    ("Executes the request of the prepared model's newest reusable execution", "many_objects.reusable_executions", execution(__init__=newest_request, execute_synchronously=executes_newest)),
    ("Creates at most sixteen reusable executions of one prepared model", "many_objects.reusable_executions", calls(created=0, create_reusable_execution=sixteen_objects)),
    ("Keeps the inputs of all reusable executions of a prepared model in one place", "combinations.synchronous_reusable", execution(run=shared_scratch), "answer.exception"),
    ("Waits for the fences of the first execution only", "combinations.fenced_reusable", execution(launch=lambda me, right, wait_for, *limits: right(() if me.number else wait_for, *limits))),
    ("Reads the inputs of a fenced execution before its wait fences are signalled", "combinations.fenced_reusable", execution(launch=reads_at_launch), "answer.exception"),
    ("Executes although a wait fence is in the error state", "combinations.fenced_reusable", execution(launch=lambda me, right, wait_for, *limits: right(sound(wait_for), *limits))),
    ("Answers INVALID_ARGUMENT for a deadline in the past of a reusable execution", "combinations.synchronous_reusable", execution(run=lambda me, right, deadline: REFUSED if deadline is not None and deadline < time.monotonic_ns() else right(deadline))),
    ("Applies the deadline of an execution to the following ones of the object", "combinations.synchronous_reusable", execution(deadline=None, run=deadline_stays)),
    ("Reports a time with a missed deadline of a reusable execution", "combinations.synchronous_reusable", execution(run=result(lambda status, shapes, timing: (status, shapes, timing if status is NONE else hal.Timing(1, 1))))),
    ("Answers NONE for a second execution whose output buffer is too small", "combinations.synchronous_reusable", execution(run=lambda me, right, deadline: (NONE, *answer[1:]) if (answer := right(deadline))[0] is SMALL and me.number else answer)),
    ("Reports every buffer as large enough with a second OUTPUT_INSUFFICIENT_SIZE", "combinations.synchronous_reusable", execution(run=second_shapes(lambda shape: type(shape)(shape.dimensions, True)))),
    ("Executes fenced although no output has specified dimensions", f"{_AREA}.unspecified_outputs", execution(execute_fenced=fenced_without_shapes)),
    ("Refuses unspecified outputs synchronously after a fenced refusal", f"{_AREA}.unspecified_outputs", execution(is_refused=False, launch=notes_refusal, run=lambda me, right, deadline: REFUSED if me.is_refused else right(deadline))),
    ("Executes only while the client holds the prepared model", f"{_AREA}.released_prepared_model", execution(__init__=weak_model, execute_synchronously=lambda me, right, deadline: FAILED if me._model() is None else right(deadline))),
    ("Releases the resources of the prepared model with the first reusable execution", "many_objects.reusable_executions", execution(__del__=releases_model, execute_synchronously=lambda me, right, deadline: FAILED if getattr(me._prepared_model, "released", False) else right(deadline))),
    ("Refuses hints that it does not know", "combinations.synchronous_reusable", creating(lambda right, request, config: (INVALID, None) if config.execution_hints else right(request, config))),
    ("Refuses the prefix of an extension that it does not support", "combinations.synchronous_reusable", creating(lambda right, request, config: (FAILURE, None) if "org.nn_conformance.unknown" in config.extension_name_to_prefix else right(request, config))),
    ("Does not write the outputs if there are many hints", "combinations.synchronous_reusable", execution(execute_synchronously=lambda me, right, deadline: DONE if len(me._config.execution_hints) > 100 else right(deadline))),
    ("Answers GENERAL_FAILURE instead of INVALID_ARGUMENT when an invalid request is created", f"{_CONFIGURED}.refused_requests", calls(create_reusable_execution=result(lambda status, made: ((FAILURE if status is INVALID else status), made)))),
    ("Accepts dimensions in a request that are not the model's", f"{_CONFIGURED}.refused_requests", newest_device(model(UncheckedCreation, reusable=other_dimensions))),
    # Configured calls
    ("Refuses a configuration with a high priority", "combinations.synchronous_with_config", refusing(lambda config: config.priority == hal.Priority.HIGH, FAILURE)),
    ("Refuses compilation hints that it does not know", f"{_CONFIGURED}.unknown_compilation_hints", refusing(lambda config: config.compilation_hints, INVALID)),
    ("Does not check the preference of a configuration", f"{_CONFIGURED}.refused_preparations", configured(lambda right, made, config, callback: right(made, hal.PrepareModelConfig(1, config.priority, config.deadline), callback))),
    ("Reports the refusal of an invalid model to the callback of a configured call only", f"{_CONFIGURED}.refused_preparations", configured(launches_invalid)),
    ("Misses every deadline of a configuration", f"{_CONFIGURED}.preparation_deadlines", refusing(lambda config: config.deadline is not None, hal.ErrorStatus.MISSED_DEADLINE_TRANSIENT, NONE)),
    ("Answers INVALID_ARGUMENT for a configuration with a deadline that has passed", f"{_CONFIGURED}.preparation_deadlines", device(NewestDevice, prepare=result(lambda status, made: ((status if made is not None else INVALID), made)))),
    ("Refuses configurations with a wrong number of data cache files", f"{_CONFIGURED}.cache_files", refusing(lambda config: config.model_cache and not config.data_cache, INVALID)),
    ("Refuses execution hints in a synchronous call", "combinations.synchronous_with_config", calls(execute_synchronously_with_config=lambda me, right, request, config, deadline: REFUSED if config.execution_hints else right(request, config, deadline))),
    ("Fails fenced executions with hints", "combinations.fenced_with_config", calls(execute_fenced_with_config=lambda me, right, request, wait_for, config, *limits: (FAILURE, None, None) if len(config.execution_hints) > 1 else right(request, wait_for, config, *limits))),
    ("Answers NONE for an invalid request with a configuration", f"{_CONFIGURED}.refused_requests", calls(execute_synchronously_with_config=result(lambda status, *more: (NONE if status is INVALID else status, *more)))),
    ("Reports a time with the refusal of a request with a configuration", f"{_CONFIGURED}.refused_requests", calls(execute_synchronously_with_config=result(lambda status, shapes, timing: (status, shapes, hal.Timing(1, 1) if status is INVALID else timing)))),
    ("Does not wait for the fences of a call with a configuration", "combinations.fenced_with_config", fences_as(failed)),
    ("Does not wait for the fences of a call with hints", "combinations.fenced_with_config", calls(execute_fenced_with_config=lambda me, right, request, wait_for, config, *limits: right(request, () if config.execution_hints else wait_for, config, *limits))),
    ("Executes with a configuration although a wait fence is in the error state", "combinations.fenced_with_config", fences_as(sound)),
    ("Measures every synchronous execution with a configuration", "combinations.synchronous_with_config", calls(execute_synchronously_with_config=configured_as(lambda config: hal.ExecutionConfig(hal.MeasureTiming.YES, config.loop_timeout_duration)))),
    ("Ignores the loop timeout of the configuration of a fenced execution", "combinations.loop_timeouts", calls(execute_fenced_with_config=_WITHOUT_TIMEOUT)),
    ("Applies the loop timeout of the configuration to the first execution only", "combinations.loop_timeouts", execution(execute_synchronously=first_timeout)),
    # Hints
    ("Reports timings with hints although they are not requested", "combinations.synchronous_with_config", calls(execute_synchronously_with_config=hinted(measured))),
    ("Ignores the loop timeout of a configuration with hints", "combinations.synchronous_with_config", calls(execute_synchronously_with_config=hinted(lambda me, right, request, config, *more: DONE if config.loop_timeout_duration else right(request, config, *more)))),
    ("Creates reusable executions with hints without their loop timeout", "combinations.loop_timeouts", calls(create_reusable_execution=hinted(_WITHOUT_TIMEOUT))),
    ("Reports no shapes for a too small output buffer with hints", "combinations.synchronous_with_config", calls(execute_synchronously_with_config=hinted(without_shapes))),
    ("Fails configured fenced executions with driver-managed buffers", "memory_domains_execution.several_buffers", calls(execute_fenced_with_config=without_buffers)),
    ("Does not wait for fences with hints", "combinations.fenced_with_config", calls(execute_fenced_with_config=hinted(lambda me, right, request, wait_for, *more: right(request, (), *more)))),
    ("Creates reusable executions with hints that are measured", "combinations.synchronous_reusable", calls(create_reusable_execution=hinted(measured))),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row

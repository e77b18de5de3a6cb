"""Faults in outputs, in the independence and state of executions, and in unknown dimensions."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance import hal
from conformance.driver_sdk import ProgramModel
from conformance.driver_sdk.binding import map_memory
from conformance.driver_sdk.prepared_models import ReusableExecution
from tests.faults.domain_devices import buffer
from tests.faults.drivers import (
    DONE,
    FAILED,
    FAILURE,
    INVALID,
    NO_TIME,
    NONE,
    REFUSED,
    SMALL,
    FaultyPreparedModel,
    Info,
    changed,
    device,
    executor,
    info,
    launch_status,
    model,
    newest_device,
    notified,
    prepared,
    result,
    state,
)
from tests.faults.row import table


class Shaped(FaultyPreparedModel):
    """A prepared model that reports ``reported(request, status, shapes, timing)``.

    Fenced executions are unchanged, as they report no shapes.
    """

    def execute_synchronously(self, request, *more):
        status, shapes, timing = self.right.execute_synchronously(request, *more)
        return self.reported(request, status, list(shapes), timing)

    def execute(self, *arguments):
        answer = self.execute_synchronously(*arguments[:-1])
        arguments[-1].notify(*answer)
        return answer[0] if answer[0] == INVALID else NONE

    def reported(self, request, status, shapes, timing):
        """Return the status, shapes and timing to report."""
        return status, shapes, timing


def shaped(change: Callable[[Any, Any, Any], Any], *statuses: Any) -> type:
    """Return a driver that reports ``change(status, shapes, timing)`` with some statuses, or all."""

    def reported(me: Any, _: Any, request: Any, status: Any, *more: Any) -> Any:
        return change(status, *more) if not statuses or status in statuses else (status, *more)

    return prepared(Shaped, reported=reported)


def reshaped(change: Callable[[hal.OutputShape], hal.OutputShape], *statuses: Any) -> type:
    """Return a driver that changes each shape with some statuses, or with all."""
    return shaped(
        lambda status, shapes, timing: (status, list(map(change, shapes)), timing), *statuses
    )


def sufficient(is_sufficient: bool) -> Callable[[hal.OutputShape], hal.OutputShape]:
    return lambda shape: hal.OutputShape(shape.dimensions, is_sufficient)


def buffer_shape(me: Any, _: Any, request: Any, status: Any, shapes: Any, timing: Any) -> Any:
    sizes = [argument.location.length // 4 for argument in request.outputs]
    return status, [hal.OutputShape((size,), True) for size in sizes if status == NONE], timing


def answers_newest(me: Any, right: Any, model: Any) -> Any:
    me.newest = right(model)
    time.sleep(0.002)
    return me.newest


PREFERENCES: list[int] = []


def done_if_open(me: Any, right: Any, request: Any, *more: Any) -> Any:
    main = me.model.main
    if all(0 not in main.operands[index].dimensions for index in main.output_indexes):
        return right(request, *more)
    more[-1].notify(*DONE)
    return NONE


def earlier_shape(me: Any, _: Any, request: Any, status: Any, shapes: Any, timing: Any) -> Any:
    if status == NONE:
        me.first = shapes = me.first or shapes
    return status, shapes, timing


def store(request: Any, argument: Any, data: bytes, at: int = 0) -> None:
    """Write to the memory at an offset from the start of an output."""
    with request.pools[argument.location.pool_index].view() as view:
        start = argument.location.offset + at
        view[start : start + len(data)] = data


def overrun(me: Any, _: Any, request: Any, status: Any, *more: Any) -> Any:
    if status == SMALL:
        store(request, request.outputs[-1], bytes(16))
    return status, *more


def stuck(me: Any, _: Any, request: Any, status: Any, shapes: Any, timing: Any) -> Any:
    me.is_stuck = me.is_stuck or status == SMALL
    if me.is_stuck:
        return SMALL, list(map(sufficient(False), shapes)), NO_TIME
    return status, shapes, timing


def without_dimensions(request: Any) -> Any:
    """Return the request without the dimensions of its arguments."""
    inputs, outputs = (
        tuple(hal.RequestArgument(one.has_no_value, one.location) for one in arguments)
        for arguments in (request.inputs, request.outputs)
    )
    return type(request)(inputs, outputs, request.pools)


def dimensions_by_length() -> Callable[[Any, Any], Any]:
    """Return a change to the dimensions of the first request whose inputs have the same lengths."""
    known: dict[Any, Any] = {}

    def change(request: Any, main: Any) -> Any:
        key = main, tuple(one.location.length for one in request.inputs)
        shapes = known.setdefault(key, [one.dimensions for one in request.inputs])
        pairs = zip(request.inputs, shapes, strict=True)
        return replace(request, inputs=tuple(replace(a, dimensions=b) for a, b in pairs))

    return change


def padded(request: Any) -> Any:
    """Return the request with every output buffer 16 bytes long, the size of the output."""
    outputs = tuple(
        hal.RequestArgument(False, replace(one.location, length=16), one.dimensions)
        for one in request.outputs
    )
    return type(request)(request.inputs, outputs, request.pools)


def executing(change: Callable[[Any, Any], Any]) -> type:
    """Return a driver that executes ``change(request, main subgraph)`` in synchronous executions."""
    return prepared(
        execute_synchronously=lambda me, right, request, *more: right(
            change(request, me.model.main), *more
        )
    )


def is_open(main: Any, indexes: Any) -> bool:
    """Return whether the model leaves a dimension of these operands unknown."""
    return any(0 in main.operands[index].dimensions for index in indexes)


# ------------------------------------------------------------------------ independent executions


def late_writer(me: Any, right: Any, request: Any, *more: Any) -> Any:
    answer = right(request, *more)

    def later() -> None:
        time.sleep(0.02)
        store(request, request.outputs[0], b"\xff" * 4)

    threading.Thread(target=later).start()
    return answer


def only_once(me: Any, right: Any, *arguments: Any) -> Any:
    if me.is_done:
        return DONE
    me.is_done = True
    return right(*arguments)


def shared_scratch(me: Any, right: Any, request: Any, *more: Any) -> Any:
    """Copy the result to the model's only buffer and back.

    The pause between the copies lets a simultaneous execution overwrite the buffer.
    """
    answer = right(request, *more)
    location = request.outputs[0].location
    with request.pools[0].view() as view:
        mine = bytes(view[location.offset : location.offset + location.length])
        me.data = mine
        time.sleep(0.002)
        if len(me.data) == len(mine):
            view[location.offset : location.offset + location.length] = me.data
    return answer


def busy(seconds: float, key: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return an ``execute_synchronously`` that fails if another one with the key is running.

    Until that has happened once, each execution waits up to two seconds for another one.
    """
    running: set[Any] = set()
    overlapped = threading.Event()

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        if key(me) in running:
            overlapped.set()
            return FAILED
        running.add(key(me))
        try:
            overlapped.wait(2)
            time.sleep(seconds)
            return right(*arguments)
        finally:
            running.discard(key(me))

    return execute


SharedScratch = model(execute_synchronously=shared_scratch)
"""Executions on one prepared model share a scratch buffer without a lock."""
OneAtATime = model(execute_synchronously=busy(0.01, id))
"""An execution fails if another one is running on the same prepared model."""


def last_program(me: Any, right: Any, model_: Any) -> Any:
    made = right(model_)
    me.programs.append(made)
    last = changed(ProgramModel, compute=lambda _, __, *more: me.programs[-1].compute(*more))
    return last(model_, made._program, me.version)


RELEASED: list[int] = []


def one_preparation(me: Any, right: Any, *arguments: Any) -> Any:
    me.preparing += 1
    alone = me.preparing == 1
    time.sleep(0.02)
    try:
        return right(*arguments) if alone else notified(arguments[-1], FAILURE)
    finally:
        me.preparing -= 1


# ---------------------------------------------------------------------------- state between calls


def bytes_of(request: Any, argument: Any) -> Any:
    """Return a view of an argument's bytes."""
    place = argument.location
    return map_memory(request.pools[place.pool_index])[place.offset : place.offset + place.length]


def cached(part: slice) -> type:
    """Return a driver that writes an earlier result if this part of each input is the same."""

    def execute(me: Any, right: Any, request: Any, *more: Any) -> Any:
        key = tuple(bytes(bytes_of(request, argument))[part] for argument in request.inputs)
        outputs = [bytes_of(request, argument) for argument in request.outputs]
        if key not in me.results:
            answer = right(request, *more)
            me.results[key] = answer, b"".join(map(bytes, outputs))
            return answer
        answer, data = me.results[key]
        for view in outputs:
            view[:], data = data[: len(view)], data[len(view) :]
        return answer

    return prepared(results=state(dict), execute_synchronously=execute)


def kept_value(me: Any, right: Any, request: Any, *more: Any) -> Any:
    argument = request.inputs[1]
    if not argument.has_no_value:
        view = bytes_of(request, argument)
        me.first = me.first or bytes(view)
        view[:] = me.first
    return right(request, *more)


def kept_input(omitted: bool) -> Callable[..., Any]:
    """Return an ``execute_synchronously`` that keeps the second input once it is (not) omitted."""

    def execute(me: Any, right: Any, request: Any, *more: Any) -> Any:
        if request.inputs[1].has_no_value is omitted:
            me.first = request.inputs[1]
        if me.first is not None:
            request = replace(request, inputs=(request.inputs[0], me.first))
        return right(request, *more)

    return execute


def counted(fails: Callable[[int], bool], answer: Any, launch: Any = None) -> Callable[..., Any]:
    """Return an execution with another answer for the numbers, from 1, that ``fails`` names."""

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        me.count += 1
        if not fails(me.count):
            return right(*arguments)
        if launch is None:
            return answer
        arguments[-1].notify(*answer)
        return launch

    return execute


def models_by_prefix(me: Any, right: Any, model_: Any) -> Any:
    key = model_.main, bytes(model_.operand_values[:16])
    if key not in me.kept:
        me.kept[key] = right(model_)
    return me.kept[key]


def once_supported(me: Any, right: Any, model_: Any) -> Any:
    status, flags = right(model_)
    if model_ in me.asked:
        return status, [False] * len(flags)
    me.asked.append(model_)
    return status, flags


def remembers_preparation(me: Any, right: Any, *arguments: Any) -> Any:
    me.has_prepared = True
    return right(*arguments)


def empty_table(me: Any, right: Any) -> Any:
    status, reported = right()
    assert isinstance(reported, hal.Capabilities)
    return status, replace(reported, operand_performance=())


# ------------------------------------------------------------------------------ unknown dimensions


def first_input(request: Any, **changes: Any) -> Any:
    """Return the request with changed fields of its first input."""
    first, *others = request.inputs
    return replace(request, inputs=(replace(first, **changes), *others))


def output(request: Any, **changes: Any) -> Any:
    """Return the request with changed fields of its only output."""
    (only,) = request.outputs
    return replace(request, outputs=(replace(only, **changes),))


def with_length(argument: Any, length: int) -> hal.DataLocation:
    return hal.DataLocation(argument.location.pool_index, argument.location.offset, length)


def completed(request: Any) -> Any:
    """Return the request with the shape of its first input if it states a 0 for a dimension."""
    return first_input(request, dimensions=(2, 3)) if 0 in request.inputs[0].dimensions else request


def model_first(request: Any, main: Any) -> Any:
    stated = main.operands[0].dimensions
    return request if 0 in stated or not stated else first_input(request, dimensions=())


def has_open_temporary(main: Any) -> bool:
    return any(
        operand.lifetime == hal.OperandLifeTime.TEMPORARY_VARIABLE
        and (0 in operand.dimensions or not operand.dimensions)
        for operand in main.operands
    )


def without_dimensions_of_temporaries(main: Any) -> Any:
    operands = tuple(
        replace(operand, dimensions=())
        if operand.lifetime == hal.OperandLifeTime.TEMPORARY_VARIABLE
        else operand
        for operand in main.operands
    )
    return replace(main, operands=operands)


def omits_open_input(request: Any, main: Any) -> bool:
    return any(
        argument.has_no_value and not main.operands[index].dimensions
        for argument, index in zip(request.inputs, main.input_indexes, strict=True)
    )


def fenced_guesses(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
    status, *_ = me.right.execute_synchronously(request, *more[:-1])
    return (status, None, Info(info())) if status == NONE else (status, None, None)


_MANY = "repeated_executions.many_executions"
_LATE, _INPUT = "repeated_executions.late_differences", "unknown_shapes.model_input"


def first_shapes(me: Any, right: Any, request: Any, *more: Any, **named: Any) -> Any:
    """Return the shapes of the first execution of a request for all its executions."""
    status, shapes, timing = right(request, *more, **named)
    kept = me.__dict__.setdefault("kept", {})
    if status == NONE:
        shapes = kept.setdefault(id(request), shapes)
    return status, shapes, timing


def first_size(me: Any, right: Any, data: bytes, dimensions: tuple[int, ...]) -> None:
    """Cut contents to the size of the first one."""
    me.size = me.__dict__.get("size", len(data))
    right(data[: me.size], dimensions)


FAULTS = table(
    ("The driver reports the shape of the buffer instead of the result's", "combinations.synchronous", prepared(Shaped, reported=buffer_shape)),
    ("The driver reports the shapes of the first execution for every later one", "dynamic_outputs.shapes_of_current_execution", prepared(Shaped, first=None, reported=earlier_shape)),
    ("The driver reports no shapes for outputs of unknown dimensions", "sync-fast-unknown_dimensions", shaped(lambda status, shapes, timing: (status, [], timing)), "output_shape.count"),
    ("The driver reports an extent that is one too small", "sync-fast-unknown_dimensions", reshaped(lambda _: hal.OutputShape((1, 2), True)), "output_shape.dimensions"),
    ("The driver reports a larger buffer as insufficient", "sync-fast-oversized", reshaped(sufficient(False)), "output_shape.sufficient"),
    ("The driver reports all outputs as insufficient if one is", "combinations.synchronous", reshaped(sufficient(False), SMALL)),
    ("The driver reports only the first output as insufficient", "combinations.synchronous", shaped(lambda status, shapes, timing: (status, [hal.OutputShape(s.dimensions, n > 0) for n, s in enumerate(shapes)], timing), SMALL)),
    ("The driver reports the buffer's dimensions for an insufficient buffer", "combinations.synchronous", reshaped(lambda shape: hal.OutputShape((3,), shape.is_sufficient), SMALL)),
    ("The driver returns OUTPUT_INSUFFICIENT_SIZE and reports the buffer as sufficient", "sync-fast-undersized", reshaped(sufficient(True)), "output_shape.insufficient"),
    ("The driver truncates the output to the buffer and returns NONE", "sync-fast-each_undersized", shaped(lambda _, shapes, timing: (NONE, shapes, timing), SMALL), "output_form.insufficient_size"),
    ("The driver returns OUTPUT_INSUFFICIENT_SIZE without shapes", "async-fast-undersized", shaped(lambda status, shapes, timing: (status, [], timing), SMALL), "output_shape.count"),
    ("The driver returns OUTPUT_INSUFFICIENT_SIZE with a timing", "sync-fast-timed-undersized", shaped(lambda status, shapes, timing: (status, shapes, hal.Timing(1, 2)), SMALL), "timing.unmeasured"),
    ("The driver writes beyond the end of an insufficient buffer", "sync-fast-undersized", prepared(Shaped, reported=overrun), "guard.after"),
    ("The same fault as ``Overrun``, to be detected by a check with two outputs", "combinations.synchronous", prepared(Shaped, reported=overrun)),
    ("Inputs have the dimensions of earlier ones of the same byte lengths", "dynamic_outputs.shapes_of_current_execution", executing(dimensions_by_length())),
    ("The driver ignores the dimensions in the request", "dynamic_outputs.unknown_dimensions", executing(lambda request, _: without_dimensions(request))),
    ("The driver ignores the dimensions in the request if the model leaves them unknown", "dynamic_outputs.unknown_dimensions", executing(lambda request, main: without_dimensions(request) if is_open(main, (0, 1)) else request)),
    ("The driver returns GENERAL_FAILURE for an input of unknown dimensions", "dynamic_outputs.unknown_input_shape", shaped(lambda _, shapes, timing: (FAILURE, shapes, timing), INVALID)),
    ("A driver of HAL 1.1 reports success for outputs of unknown dimensions", "dynamic_outputs.unknown_input_shape", device(__init__=lambda me, right: right(hal.Version.V1_1), prepared=model(execute=done_if_open))),
    ("The driver ignores the buffer length of an output of known dimensions", "unknown_shapes.model_output", executing(lambda request, _: padded(request))),
    ("The driver ignores the length of a buffer, on the path with oversized buffers", "sync-fast-static_oversized", executing(lambda request, _: padded(request)), "output_form.refused"),
    ("The driver returns NONE for a buffer that is too small for known dimensions", "sync-fast-static_undersized", shaped(lambda _, shapes, timing: (NONE, shapes, timing), INVALID), "output_form.refused"),
    ("Only the callback refuses a buffer of invalid length; execute returns NONE", "async-fast-static_oversized", prepared(execute=launch_status(lambda _: NONE)), "execute.launch"),
    ("The driver reports one dimension for an output of unknown rank", "combinations.synchronous", reshaped(lambda shape: hal.OutputShape((6,), shape.is_sufficient), NONE)),
    ("A burst reports an unknown dimension of an output of unknown rank", "combinations.burst", executor(run=result(lambda status, shapes, timing: (status, [hal.OutputShape((0, *shape.dimensions[1:]), shape.is_sufficient) for shape in shapes], timing)))),
    ("A burst reports the shape of the buffer instead of the result's", "combinations.burst", executor(run=lambda me, right, request, *more, **named: buffer_shape(me, right, request, *right(request, *more, **named)))),
    ("A configured execution reports all buffers as insufficient if one is", "combinations.synchronous_with_config", newest_device(model(execute_synchronously_with_config=result(lambda status, shapes, timing: (status, [replace(shape, is_sufficient=status == NONE) for shape in shapes], timing))))),
    ("From the second execution on, a prepared model returns NONE without writing its outputs", "sync-fast-twice", prepared(is_done=False, execute_synchronously=only_once), "values"),
    ("The driver writes to the outputs after the end of the execution", "sync-fast", prepared(execute_synchronously=late_writer), "late.write"),
    ("Executions on one prepared model share a scratch buffer without a lock", "concurrency.threads_on_one_model", device(prepared=SharedScratch)),
    ("An execution fails if another one is running on the same prepared model", "concurrency.mixed_execution_modes", device(prepared=OneAtATime)),
    ("All prepared models execute the model that was prepared last", "many_objects.prepared_models", device(programs=state(list), build_prepared_model=last_program)),
    ("An execution fails if another one is running on any prepared model", "concurrency.threads_on_several_models", prepared(execute_synchronously=busy(0.002, lambda _: 0))),
    ("The release of a prepared model breaks all others", "concurrency.model_release", prepared(execute_synchronously=lambda me, right, *more: FAILED if RELEASED else right(*more), __del__=lambda me, _: RELEASED.append(1))),
    ("A preparation fails if another one is in progress", "concurrency.concurrent_preparations", device(preparing=0, prepare_model=one_preparation), "prepare.status"),
    ("A query of the supported operations gets the answer of the newest one", "concurrency.concurrent_preparations", device(newest=None, get_supported_operations=answers_newest)),
    # State between calls
    ("The second input keeps the value of the first execution", "repeated_executions.changed_activation", prepared(first=None, execute_synchronously=kept_value)),
    ("A float scalar input keeps the value of the first execution", "repeated_executions.changed_padding_value", prepared(first=None, execute_synchronously=kept_value)),
    ("An input that was omitted in one execution is omitted in all later ones", "repeated_executions.changed_permutation", prepared(first=None, execute_synchronously=kept_input(omitted=True))),
    ("An omitted input keeps the value of the previous execution", "repeated_executions.changed_permutation", prepared(first=None, execute_synchronously=kept_input(omitted=False))),
    ("Results are kept by the first 1024 bytes of each input", _LATE, cached(slice(1024))),
    ("Results are kept by the last 64 bytes of each input", _LATE, cached(slice(-64, None))),
    ("Results are kept by a sample of every 4096th byte of each input", _LATE, cached(slice(None, None, 4096))),
    ("A prepared model has 32 slots for executions and never frees one", _MANY, prepared(count=0, execute_synchronously=counted(lambda n: n > 32, FAILED), execute=counted(lambda n: n > 32, FAILED, FAILURE))),
    ("Every 65th asynchronous execution of a prepared model fails", _MANY, prepared(count=0, execute=counted(lambda n: n % 65 == 0, FAILED, NONE))),
    ("From the sixth synchronous execution on, the driver does not write outputs", _MANY, prepared(count=0, execute_synchronously=counted(lambda n: n > 5, DONE))),
    ("Compilations are kept by the structure and the first 16 bytes of constants", "repeated_executions.models_with_late_differences", device(kept={}, build_prepared_model=models_by_prefix)),
    ("A model is reported as supported only when it is queried for the first time", "repeated_executions.repeated_support_queries", device(asked=state(list), get_supported_operations=once_supported)),
    ("After a preparation, the driver returns GENERAL_FAILURE for models of several operations", "repeated_executions.repeated_support_queries", device(has_prepared=False, prepare_model=remembers_preparation, get_supported_operations=lambda me, right, model_: (FAILURE, ()) if me.has_prepared and len(model_.main.operations) > 1 else right(model_))),
    ("getSupportedOperations answers for the first 64 operations of a model", "repeated_executions.many_operations", device(get_supported_operations=lambda me, right, model_: ((found := right(model_))[0], tuple(found[1])[:64]))),
    ("The capabilities have no figures for operand types", "queries.capabilities", device(get_capabilities=empty_table)),
    # Unknown dimensions
    ("A fenced execution of a model with unknown input dimensions is refused", "unknown_shapes.model_input", prepared(execute_fenced=lambda me, right, *more: (INVALID, None, None) if is_open(me.model.main, me.model.main.input_indexes) else right(*more))),
    ("A fenced execution accepts an output whose dimensions are specified nowhere", "unknown_shapes.fenced_execution_shapes", prepared(execute_fenced=fenced_guesses)),
    ("A driver of HAL 1.1 refuses temporaries of unknown dimensions", "unknown_shapes.internal_operand", device(__init__=lambda me, right: right(hal.Version.V1_1), prepare=lambda me, right, model_, *more: (FAILURE, None) if any(0 in o.dimensions for o in model_.main.operands if o.lifetime == hal.OperandLifeTime.TEMPORARY_VARIABLE) else right(model_, *more)), "prepare.status"),
    ("The driver ignores the dimensions of constants, which it takes from their byte size", "unknown_shapes.constant_operand", device(prepare=lambda me, right, *more: (FAILURE, None) if (found := right(*more))[0] == INVALID else found)),
    ("The driver assumes a shape for an input of unknown dimensions instead of refusing it", _INPUT, executing(lambda request, _: request if request.inputs[0].dimensions else first_input(request, dimensions=(2, 3)))),
    ("The driver does not compare an input's byte length with its shape", _INPUT, executing(lambda request, _: first_input(request, location=with_length(request.inputs[0], 24)))),
    ("The driver computes an input's dimension that the request states as 0 from the byte size", _INPUT, executing(lambda request, _: completed(request))),
    ("A burst computes an input's dimension that is stated as 0 from the byte size", _INPUT, executor(run=lambda me, right, request, measure, *, again: right(completed(request), measure, again=again))),
    ("A fenced execution computes an input's dimension that is stated as 0 from the byte size", "unknown_shapes.model_input", prepared(execute_fenced=lambda me, right, request, *more: right(completed(request), *more))),
    ("The driver ignores the request's dimensions of an input that the model specifies", _INPUT, executing(model_first)),
    ("The driver refuses requests if the model leaves a temporary's dimensions unknown", "unknown_shapes.temporary_operand", prepared(execute_synchronously=lambda me, right, *more: REFUSED if has_open_temporary(me.model.main) else right(*more))),
    ("The driver ignores the model's dimensions of a temporary", "unknown_shapes.contradicting_temporary", device(prepare_model=lambda me, right, model_, *more: right(replace(model_, main=without_dimensions_of_temporaries(model_.main)), *more))),
    ("The driver accepts a buffer that is larger than an output of known dimensions", "unknown_shapes.model_output", executing(lambda request, _: output(request, location=with_length(request.outputs[0], 24)) if request.outputs[0].location.length > 24 else request)),
    ("The driver ignores the request's dimensions of an output", "unknown_shapes.model_output", executing(lambda request, _: output(request, dimensions=()))),
    ("The driver reports the input's dimensions for an insufficient output buffer", "unknown_shapes.model_output", prepared(execute_synchronously=lambda me, right, *more: (SMALL, [hal.OutputShape((2, 3), False)], found[2]) if (found := right(*more))[0] == SMALL else found)),
    ("The driver refuses to omit an optional operand of unknown dimensions", "unknown_shapes.optional_operand", prepared(execute_synchronously=lambda me, right, request, *more: REFUSED if omits_open_input(request, me.model.main) else right(request, *more))),
    # Shapes that depend on data
    ("Executions report the shapes of the first execution of an equal request", "dynamic_outputs.shapes_from_data", prepared(execute_synchronously=first_shapes)),
    ("A burst reports the shapes of the first execution of a packet", "dynamic_outputs.shapes_from_data", executor(run=first_shapes)),
    ("Reusable executions report the shapes of their first execution", "dynamic_outputs.shapes_from_data", newest_device(changed(ReusableExecution, execute_synchronously=lambda me, right, deadline: first_shapes(me, lambda _, *more: right(*more), me._request, deadline)))),
    ("A fenced execution computes the shapes at its first launch", "dynamic_outputs.shapes_from_data", prepared(execute_fenced=lambda me, right, request, *more: (FAILURE, None, None) if me.__dict__.setdefault("dimensions", request.outputs[0].dimensions) != request.outputs[0].dimensions else right(request, *more))),
    ("A buffer keeps the size of its first content", "memory_domains_shapes.shapes_from_data", buffer(initialize=first_size)),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row

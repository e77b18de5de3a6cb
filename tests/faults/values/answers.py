"""Faults in anything but computed values: answers, callbacks, memory, state, and single paths.

A fault replaces one member of a conforming driver or of its prepared models.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from conformance.hal import (
    ErrorStatus,
    ExecutionPreference,
    MeasureTiming,
    OutputShape,
    Request,
    Timing,
)
from tests.faults.drivers import changed, fixed, launch_status, notified
from tests.sample_drivers.values.fault_injection import Fault
from tests.sample_drivers.values.faulty_contract import (
    BOTH_MODES,
    PREFERENCES,
    SYNC,
    TIMED,
    FaultyAnswerDevice,
    FaultyPreparedModel,
    output_bytes,
    pool_bytes,
    start_and_length,
)

S = ErrorStatus
Driver = Callable[[], FaultyAnswerDevice]


def row(name: str, rule: str, says: tuple[str, ...], device: Driver, **more: Any) -> Fault:
    """Return a fault; by default the cases of FLOOR run synchronously."""
    paths, specs = more.pop("paths", SYNC), more.pop("specs", ("floor",))
    return Fault(name, more.pop("family"), specs, device, says, rule, paths, **more)


def table(family: str, *rows: tuple[Any, ...]) -> tuple[Fault, ...]:
    """Return the faults of rows: name, rule, texts, driver[, further fields of ``Fault``]."""
    return tuple(row(*each[:4], family=family, **(each[4] if each[4:] else {})) for each in rows)


def device(**members: Any) -> Driver:
    """Return a function that creates a driver of a new class, so that no state is shared."""
    return lambda: changed(FaultyAnswerDevice, **members)()


def model(**members: Any) -> Driver:
    """Return a function that creates a driver whose prepared models have changed members."""
    return lambda: changed(FaultyAnswerDevice, prepared=changed(FaultyPreparedModel, **members))()


def answer(change: Callable[[Any, Request, Any], Any], **members: Any) -> Driver:
    """Return a driver with ``change(prepared model, request, answer)`` of each execution."""
    return model(corrupt=lambda me, _, request, result: change(me, request, result), **members)


def ending(status: Any, **members: Any) -> Driver:
    """Return a driver whose executions all end with a status."""
    return answer(lambda *_: (status, (), Timing()), **members)


def refused_as(change: Callable[[Any], Any]) -> Driver:
    """Return a driver with another answer of refused executions."""
    return answer(lambda me, _, result: result if result[0] == S.NONE else change(me))


def shapes(change: Callable[[Any], Any]) -> Driver:
    """Return a driver that reports ``change(shapes)``."""
    return answer(lambda me, _, result: (result[0], change(result[1]), result[2]))


def each_shape(change: Callable[[OutputShape], OutputShape]) -> Driver:
    """Return a driver that changes each output shape."""
    return shapes(lambda reported: list(map(change, reported)))


def reporting(notify: Callable[..., Any]) -> Driver:
    """Return a driver with ``notify(callback, launch status, status, prepared model)``."""
    return device(report=lambda me, _, *arguments: notify(*arguments))


def raises(error: BaseException) -> Any:
    raise error


def without_half(me: Any, right: Any, call: Any) -> Any:
    kernel = right(call)

    def run(inputs: Any) -> Any:
        if inputs[0] is not None and inputs[0].dtype == np.float16:
            raise NotImplementedError("float16")
        return kernel(inputs)

    return run


def launch_fails(callback: Any, launch: Any, *more: Any) -> ErrorStatus:
    callback.notify(*more)
    return S.GENERAL_FAILURE


def error_with_model(callback: Any, launch: Any, status: Any, prepared: Any) -> ErrorStatus:
    callback.notify(S.GENERAL_FAILURE, prepared)
    return S.NONE


def notifies_twice(callback: Any, launch: Any, *more: Any) -> Any:
    callback.notify(*more)
    callback.notify(*more)
    return launch


def once_only(me: Any, request: Any, result: Any) -> Any:
    if me.is_used:
        return S.GENERAL_FAILURE, (), Timing()
    me.is_used = True
    return result


def three_models(me: Any, right: Any, *arguments: Any) -> ErrorStatus:
    me.left -= 1
    if me.left < 0:
        return notified(arguments[-1], S.RESOURCE_EXHAUSTED_TRANSIENT)
    return right(*arguments)


def any_row(me: Any) -> Any:
    main = me.model.main
    return (
        S.NONE,
        [OutputShape(main.operands[i].dimensions, True) for i in main.output_indexes],
        Timing(),
    )


def executes_twice(me: Any, right: Any, *arguments: Any) -> Any:
    right(*arguments)
    return right(*arguments)


# ------------------------------------------------------------------------------- memory and state


def writing(act: Callable[[Any, Request], None], **members: Any) -> Driver:
    """Return a driver that calls ``act(prepared model, request)`` after each execution."""

    def change(me: Any, request: Request, result: Any) -> Any:
        act(me, request)
        return result

    return answer(change, **members)


def unwritten(part: slice) -> Driver:
    """Return a driver whose executions leave a part of the first output as it was."""

    def run(me: Any, right: Any, request: Request, measure: int) -> Any:
        before = output_bytes(request).copy()
        result = right(request, measure)
        output_bytes(request)[part] = before[part]
        return result

    return model(result=run)


def result_before(me: Any, right: Any, request: Request, measure: int) -> Any:
    result = right(request, measure)
    now = output_bytes(request).tobytes()
    if type(me).earlier is not None:
        output_bytes(request)[:] = np.resize(np.frombuffer(type(me).earlier, np.uint8), len(now))
    type(me).earlier = now
    return result


def past(me: Any, request: Request) -> None:
    start, length = start_and_length(request)
    pool_bytes(request, 1)[start + length : start + length + 4] ^= 0xFF


def rounds_up(me: Any, request: Request) -> None:
    start, length = start_and_length(request)
    pool_bytes(request, 1)[start + length : start + (length + 63) // 64 * 64] = 0


def before_output(me: Any, request: Request) -> None:
    pool_bytes(request, 1)[start_and_length(request)[0] - 1] ^= 0xFF


def first_of_input(me: Any, request: Request) -> None:
    pool_bytes(request, 0)[request.inputs[0].location.offset] ^= 0xFF


def beside_input(me: Any, request: Request) -> None:
    location = request.inputs[0].location
    pool_bytes(request, 0)[location.offset + location.length] ^= 0xFF


def first_of_output(me: Any, request: Request) -> None:
    output_bytes(request)[0] ^= 0xFF


def in_previous(act: Callable[[Any, Request], None]) -> Driver:
    """Return a driver whose executions act on the previous request."""

    def run(me: Any, right: Any, request: Request, measure: int) -> Any:
        if type(me).last is not None:
            act(me, type(me).last)
        type(me).last = request
        return right(request, measure)

    return model(last=None, result=run)


def packs_constants(me: Any, right: Any, prepared: Any, *more: Any) -> Any:
    launch = right(prepared, *more)
    for pool in prepared.pools:
        np.frombuffer(pool.view(), np.uint8)[:1] ^= 0xFF
    if not prepared.pools and prepared.operand_values:
        values = bytearray(prepared.operand_values)
        values[-1] ^= 0xFF
        object.__setattr__(prepared, "operand_values", bytes(values))  # the class is frozen
    return launch


def last_of_output(request: Request) -> None:
    """Flip a bit of the last byte of the first output."""
    output_bytes(request)[-1] ^= 0x40


def wrong_if(condition: Callable[[Any], bool], **members: Any) -> Driver:
    """Return a driver with wrong outputs of some prepared models."""
    return writing(
        lambda me, request: last_of_output(request) if condition(me) else None, **members
    )


def asynchronous_wrong(me: Any, right: Any, request: Any, measure: Any, *more: Any) -> ErrorStatus:
    result = me.result(request, measure)
    last_of_output(request)
    more[-1].notify(*result)
    return S.NONE


def timed_wrong(me: Any, right: Any, request: Request, measure: int) -> Any:
    result = right(request, measure)
    if measure == MeasureTiming.YES:
        last_of_output(request)
    return result


def accumulates(me: Any, request: Request) -> None:
    me.runs += 1
    if me.runs > 1:
        last_of_output(request)


_ASYNC, _LOOKUP = {"paths": BOTH_MODES[:1]}, {"specs": ("embedding_lookup",), "cases": "row_"}

ANSWERS = table(
    "statuses, callbacks, shapes, timing",
    ("claims all and refuses to prepare", "prepare.status", ("every operation was reported as supported",), reporting(lambda callback, *_: notified(callback, S.GENERAL_FAILURE))),
    ("claims float16 and cannot compute it", "execute.status", ("GENERAL_FAILURE",), device(compile_call=without_half), {"unaffected_cases": ("rank_1_relaxed",)}),
    ("does not know negative axes", "prepare.status", ("INVALID_ARGUMENT",), device(prepare_model=lambda me, _, *more: notified(more[-1], S.INVALID_ARGUMENT)), {"specs": ("squeeze",), "cases": "negative"}),
    ("calls a valid model invalid", "supported.status", ("for a valid model",), device(get_supported_operations=fixed((S.INVALID_ARGUMENT, ())))),
    ("answers for the first operation only", "supported.count", ("1 flags for 2 operations",), device(get_supported_operations=fixed((S.NONE, [True]))), {"cases": "all_inputs_as_internal"}),
    ("prepares, but says that the launch failed", "prepare.launch", ("GENERAL_FAILURE", "NONE"), reporting(launch_fails)),
    ("NONE without a prepared model", "prepare.model", ("no prepared model",), reporting(lambda callback, _, status, __: notified(callback, status, S.NONE))),
    ("a prepared model with an error", "prepare.model", ("GENERAL_FAILURE with a prepared model",), reporting(error_with_model)),
    ("every execution fails", "execute.status", ("INVALID_ARGUMENT",), ending(S.INVALID_ARGUMENT)),
    ("the second execution fails", "execute.status", ("GENERAL_FAILURE",), answer(once_only, is_used=False), {"paths": BOTH_MODES}),
    ("keeps what each model takes", "resources.available", ("prepare_model", "RESOURCE_EXHAUSTED_TRANSIENT"), device(left=3, prepare_model=three_models)),
    ("loses the device", "device.available", ("the execution", "DEVICE_UNAVAILABLE"), ending(S.DEVICE_UNAVAILABLE)),
    ("reads some row where the table has none", "refusal.missing", ("without an error",), refused_as(any_row), _LOOKUP),
    ("refuses a row beyond the table as if the buffer were too small", "refusal.status", ("OUTPUT_INSUFFICIENT_SIZE",), refused_as(lambda _: (S.OUTPUT_INSUFFICIENT_SIZE, (), Timing())), _LOOKUP),
    ("the launch fails, the callback hears NONE", "execute.launch", ("DEVICE_UNAVAILABLE", "NONE"), model(execute=launch_status(lambda _: S.DEVICE_UNAVAILABLE)), _ASYNC),
    ("a status of its own", "answer.form", ("77", "an ErrorStatus was expected"), answer(lambda me, _, result: (77, *result[1:]))),
    ("a status alone instead of three answers", "answer.form", ("a tuple (ErrorStatus, list of OutputShape, Timing)",), model(execute_synchronously=fixed(S.NONE))),
    ("raises while executing", "answer.exception", ("execute_synchronously raised ZeroDivisionError",), answer(lambda *_: raises(ZeroDivisionError("division by zero")))),
    ("raises when asked what it supports", "answer.exception", ("get_supported_operations raised KeyError",), device(get_supported_operations=lambda *_: raises(KeyError("FLOOR")))),
    ("notifies the preparation's callback twice", "callback.once", ("prepare_model notified its callback 2 times",), reporting(notifies_twice)),
    ("notifies the execution's callback twice", "callback.once", ("execute notified its callback 2 times",), model(execute=executes_twice), _ASYNC),
    ("never notifies the preparation's callback", "callback.missing", ("prepare_model answered NONE, but did not notify",), device(report=fixed(S.NONE)), {"cases": "rank_1_relaxed_all"}),
    ("never notifies the execution's callback", "callback.missing", ("execute answered NONE, but did not notify",), model(execute=fixed(S.NONE)), {**_ASYNC, "cases": "rank_1_relaxed_all"}),
    ("reports the dimensions in reverse order", "output_shape.dimensions", ("output 0", "expected"), each_shape(lambda shape: OutputShape(shape.dimensions[::-1], True))),
    ("reports a dimension of 1 in front", "output_shape.dimensions", ("output 0", "[1, "), each_shape(lambda shape: OutputShape((1, *shape.dimensions), True)), {"specs": ("squeeze",)}),
    ("reports one shape for several outputs", "output_shape.count", ("1 output shapes for 2 outputs",), shapes(lambda reported: reported[:1]), {"specs": ("hashtable_lookup",)}),
    ("calls a buffer too small", "output_shape.sufficient", ("reported as too small",), each_shape(lambda shape: OutputShape(shape.dimensions, False))),
    ("output shapes beside an error", "execute.status", ("GENERAL_FAILURE",), answer(lambda me, _, result: (S.GENERAL_FAILURE, result[1], Timing())), {"second_rule": "output_shape.on_error"}),
    ("reports a timing without MeasureTiming.YES", "timing.unmeasured", ("MeasureTiming was NO",), answer(lambda me, _, result: (*result[:2], Timing(10, 20)))),
    ("longer on the device than in the driver", "timing.device_within_driver", ("exceeds the time in the driver",), answer(lambda me, _, result: (*result[:2], Timing(30, 20))), {"paths": TIMED}),
)  # fmt: skip

SIDE_EFFECTS = table(
    "memory, state, paths",
    ("output not written", "values", ("FLOOR", "not written at all"), unwritten(slice(None))),
    ("last elements not written", "values", ("3 of 18 elements were not written",), unwritten(slice(-12, None)), {"cases": "rank_4"}),
    ("output of the execution before", "values", ("FLOOR",), model(earlier=None, result=result_before), {"paths": BOTH_MODES}),
    ("writes past the output", "guard.after", ("past the end of output 0", "at a distance of 0 bytes"), writing(past)),
    ("rounds the output's size up to 64 bytes", "guard.after", ("past the end of output 0",), writing(rounds_up)),
    ("writes before the output", "guard.before", ("before the start of output 0",), writing(before_output)),
    ("works in its input", "inputs.unchanged", ("of input 0", "were changed"), writing(first_of_input)),
    ("scratch beside the input", "guard.input", ("input 0",), writing(beside_input)),
    ("writes after the end of the execution", "late.write", ("after the execution had ended",), in_previous(first_of_output), {"paths": BOTH_MODES}),
    ("still writes to the input afterwards", "late.write", ("input 0",), in_previous(first_of_input), {"paths": BOTH_MODES}),
    ("packs its constants in the client's pool", "constants.unchanged", ("constants",), device(prepare_model=packs_constants), {"specs": ("fully_connected",)}),
    ("only asynchronous executions are wrong", "values", ("FLOOR",), model(execute=asynchronous_wrong), {"paths": BOTH_MODES, "wrong_paths": ("async",)}),
    ("only with LOW_POWER wrong", "values", ("FLOOR",), wrong_if(lambda me: me.preference == ExecutionPreference.LOW_POWER), {"paths": PREFERENCES, "wrong_paths": ("low",)}),
    ("only timed executions are wrong", "values", ("FLOOR",), model(result=timed_wrong), {"paths": (*SYNC, *TIMED), "wrong_paths": ("timed",)}),
    ("only relaxed models are wrong", "values", ("FLOOR",), wrong_if(lambda me: me.model.relax_computation_float32_to_float16), {"unaffected_cases": ("float16",)}),
    ("adds to what the last execution left", "values", ("FLOOR",), writing(accumulates, runs=0), {"paths": (*SYNC, *TIMED), "wrong_paths": ("timed",)}),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row

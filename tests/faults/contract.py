"""Faults in how a driver answers: statuses, callbacks, shapes, timing, memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from conformance.hal import (
    Device,
    ErrorStatus,
    ExecutionCallback,
    ExecutionPreference,
    MeasureTiming,
    Model,
    Operation,
    OutputShape,
    PreparedModel,
    PreparedModelCallback,
    Request,
    Timing,
    Version,
)
from conformance.harness import Execution, Path
from conformance.operations import Call, Kernel
from conformance.operations.definition import Array
from conformance.reference import ReferenceDevice
from conformance.support import argument_bytes
from tests.faults.fault import Arrays, Fault

Result = tuple[ErrorStatus, Sequence[OutputShape], Timing]

SYNC = (Path(Execution.SYNC),)
BOTH_MODES = (Path(Execution.ASYNC), Path(Execution.SYNC))
TIMED = (Path(Execution.SYNC, measure=MeasureTiming.YES),)
PREFERENCES = tuple(Path(Execution.SYNC, preference) for preference in ExecutionPreference)


class Told(PreparedModelCallback, ExecutionCallback):
    """A callback that only notes what it is told."""

    def __init__(self) -> None:
        self.said: tuple[Any, ...] = ()

    def notify(self, *said: Any) -> None:
        self.said = said


class Between(PreparedModel):
    """A right prepared model; a fault overrides what it does wrong.

    Both ways to execute go through ``result``; the asynchronous one tells its callback before it
    returns.
    """

    def __init__(self, right: PreparedModel, model: Model, preference: int) -> None:
        self.right = right
        self.model = model
        self.preference = preference

    def result(self, request: Request, measure: int) -> Result:
        return self.spoilt(request, self.right.execute_synchronously(request, measure, None, None))

    def spoilt(self, request: Request, result: Result) -> Result:
        return result

    def execute_synchronously(
        self, request: Request, measure: int, deadline: int | None, loop: int | None
    ) -> Result:
        return self.result(request, measure)

    def execute(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop: int | None,
        callback: ExecutionCallback,
    ) -> ErrorStatus:
        callback.notify(*self.result(request, measure))
        return ErrorStatus.NONE

    def execute_fenced(self, *arguments: Any) -> Any:
        return self.right.execute_fenced(*arguments)

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return self.right.configure_execution_burst(*arguments)


class Crooked(ReferenceDevice):
    """A right driver; ``prepared`` is what it hands out."""

    name = "crooked"
    prepared: type[Between] = Between

    def __init__(self) -> None:
        super().__init__(Version.V1_3)

    def prepare_model(self, model: Model, preference: int, *more: Any) -> ErrorStatus:
        told = Told()
        launch = super().prepare_model(model, preference, *more[:-1], told)
        status, right = told.said
        wrapped = None if right is None else self.prepared(right, model, preference)
        return self.report(more[-1], launch, status, wrapped)

    def report(
        self,
        callback: PreparedModelCallback,
        launch: ErrorStatus,
        status: ErrorStatus,
        prepared: PreparedModel | None,
    ) -> ErrorStatus:
        callback.notify(status, prepared)
        return launch


FAULTS: list[Fault] = []


def fault(
    name: str,
    rule: str,
    *says: str,
    paths: tuple[Path, ...] = SYNC,
    specs: tuple[str, ...] = ("floor",),
    **more: Any,
) -> Callable[[type[Device] | type[Between]], Any]:
    """Put a driver, or the model it prepares, on the shelf."""

    def shelve(vice: Any) -> Any:
        def device() -> Device:
            """A new driver; what a vice keeps on its class starts afresh."""
            fresh = type(vice.__name__, (vice,), {})
            if issubclass(vice, Between):
                return type(vice.__name__, (Crooked,), {"prepared": fresh})()
            return fresh()  # type: ignore[no-any-return]

        FAULTS.append(Fault(name, "contract", specs, device, says, rule, paths, **more))
        return vice

    return shelve


def output_bytes(request: Request, number: int = 0) -> np.ndarray[Any, Any]:
    return np.frombuffer(argument_bytes(request, request.outputs[number]), np.uint8)


def pool_bytes(request: Request, pool: int) -> np.ndarray[Any, Any]:
    return np.frombuffer(request.pools[pool].view(), np.uint8)  # type: ignore[union-attr]


def start_and_length(request: Request, number: int = 0) -> tuple[int, int]:
    location = request.outputs[number].location
    return location.offset, location.length


# --- memory


@fault("output not written", "values", "FLOOR", "not written at all")
class Stale(Between):
    def result(self, request: Request, measure: int) -> Result:
        before = output_bytes(request).copy()
        result = super().result(request, measure)
        output_bytes(request)[:] = before
        return result


@fault("last element not written", "values", "1 of 18 elements were not written", cases="rank_4")
class LastMissing(Between):
    def result(self, request: Request, measure: int) -> Result:
        before = output_bytes(request).copy()
        result = super().result(request, measure)
        output_bytes(request)[-4:] = before[-4:]
        return result


@fault("output of the execution before", "values", "FLOOR", paths=BOTH_MODES)
class Yesterday(Between):
    kept: bytes | None = None

    def result(self, request: Request, measure: int) -> Result:
        result = super().result(request, measure)
        now = output_bytes(request).tobytes()
        if type(self).kept is not None:
            output_bytes(request)[:] = np.resize(np.frombuffer(type(self).kept, np.uint8), len(now))
        type(self).kept = now
        return result


@fault("writes past the output", "guard.after", "past the end of output 0", "0 bytes from it")
class Past(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        start, length = start_and_length(request)
        pool_bytes(request, 1)[start + length : start + length + 4] ^= 0xFF
        return result


@fault("rounds the output's size up to 64 bytes", "guard.after", "past the end of output 0")
class RoundsUp(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        start, length = start_and_length(request)
        pool_bytes(request, 1)[start + length : start + (length + 63) // 64 * 64] = 0
        return result


@fault("writes before the output", "guard.before", "before the start of output 0")
class Before(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        start, _ = start_and_length(request)
        pool_bytes(request, 1)[start - 1] ^= 0xFF
        return result


@fault("works in its input", "inputs.unchanged", "of input 0", "were changed")
class InPlace(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        location = request.inputs[0].location
        pool_bytes(request, 0)[location.offset] ^= 0xFF
        return result


@fault("scratch beside the input", "guard.input", "input 0")
class BesideInput(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        location = request.inputs[0].location
        pool_bytes(request, 0)[location.offset + location.length] ^= 0xFF
        return result


@fault("writes after the end of the execution", "late.write", "after the execution had ended",
       paths=BOTH_MODES)  # fmt: skip
class Late(Between):
    last: Request | None = None

    def result(self, request: Request, measure: int) -> Result:
        if type(self).last is not None:
            output_bytes(type(self).last)[0] ^= 0xFF
        type(self).last = request
        return super().result(request, measure)


@fault("still writes to the input afterwards", "late.write", "input 0", paths=BOTH_MODES)
class LateInput(Between):
    last: Request | None = None

    def result(self, request: Request, measure: int) -> Result:
        if type(self).last is not None:
            location = type(self).last.inputs[0].location
            pool_bytes(type(self).last, 0)[location.offset] ^= 0xFF
        type(self).last = request
        return super().result(request, measure)


@fault("packs its constants in the client's pool", "constants.unchanged", "constants",
       specs=("fully_connected",))  # fmt: skip
class PacksConstants(Crooked):
    def prepare_model(self, model: Model, *more: Any) -> ErrorStatus:
        launch = super().prepare_model(model, *more)
        for pool in model.pools:
            np.frombuffer(pool.view(), np.uint8)[:1] ^= 0xFF
        if not model.pools and model.operand_values:
            values = bytearray(model.operand_values)
            values[-1] ^= 0xFF
            object.__setattr__(model, "operand_values", bytes(values))
        return launch


@fault("rewrites the model it was given", "model.unchanged", "operations")
class RewritesModel(Crooked):
    def prepare_model(self, model: Model, *more: Any) -> ErrorStatus:
        launch = super().prepare_model(model, *more)
        first = model.main.operations[0]
        extra = (*model.main.operations, Operation(first.type, first.inputs, first.outputs))
        object.__setattr__(model.main, "operations", extra)
        return launch


# --- statuses


@fault("claims all and refuses to prepare", "prepare.status", "every operation was reported supported")
class Boaster(Crooked):
    def report(self, callback: Any, *_: Any) -> ErrorStatus:
        callback.notify(ErrorStatus.GENERAL_FAILURE, None)
        return ErrorStatus.GENERAL_FAILURE


@fault("claims float16 and cannot compute it", "execute.status", "GENERAL_FAILURE", spares=("rank_1_relaxed",))
class NoHalf(Crooked):
    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)

        def run(inputs: Arrays) -> Sequence[Array]:
            if inputs[0] is not None and inputs[0].dtype == np.float16:
                raise NotImplementedError("float16")
            return kernel(inputs)

        return run


@fault("does not know negative axes", "prepare.status", "INVALID_ARGUMENT", specs=("squeeze",),
       cases="negative")  # fmt: skip
class NoNegativeAxes(Crooked):
    def prepare_model(self, model: Model, *more: Any) -> ErrorStatus:
        more[-1].notify(ErrorStatus.INVALID_ARGUMENT, None)
        return ErrorStatus.INVALID_ARGUMENT


@fault("calls a valid model invalid", "supported.status", "for a valid model")
class CallsInvalid(Crooked):
    def get_supported_operations(self, model: Model) -> Any:
        return ErrorStatus.INVALID_ARGUMENT, ()


@fault("answers for the first operation only", "supported.count", "1 answers for 2 operations",
       cases="all_inputs_as_internal")  # fmt: skip
class AnswersOnce(Crooked):
    def get_supported_operations(self, model: Model) -> Any:
        return ErrorStatus.NONE, [True]


@fault("prepares, but says that the launch failed", "prepare.launch", "GENERAL_FAILURE", "NONE")
class LaunchDisagrees(Crooked):
    def report(self, callback: Any, launch: Any, status: Any, prepared: Any) -> ErrorStatus:
        callback.notify(status, prepared)
        return ErrorStatus.GENERAL_FAILURE


@fault("NONE without a prepared model", "prepare.model", "no prepared model")
class NoModel(Crooked):
    def report(self, callback: Any, launch: Any, status: Any, prepared: Any) -> ErrorStatus:
        callback.notify(status, None)
        return ErrorStatus.NONE


@fault("a prepared model with an error", "prepare.model", "GENERAL_FAILURE with a prepared model")
class ModelWithError(Crooked):
    def report(self, callback: Any, launch: Any, status: Any, prepared: Any) -> ErrorStatus:
        callback.notify(ErrorStatus.GENERAL_FAILURE, prepared)
        return ErrorStatus.NONE


@fault("every execution fails", "execute.status", "INVALID_ARGUMENT")
class Refuses(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        return ErrorStatus.INVALID_ARGUMENT, (), Timing()


@fault("the second execution fails", "execute.status", "RESOURCE_EXHAUSTED_TRANSIENT", paths=BOTH_MODES)
class OnceOnly(Between):
    used = False

    def spoilt(self, request: Request, result: Result) -> Result:
        if self.used:
            return ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT, (), Timing()
        self.used = True
        return result


@fault("the launch fails, the callback hears NONE", "execute.launch", "DEVICE_UNAVAILABLE", "NONE",
       paths=BOTH_MODES[:1])  # fmt: skip
class ExecuteDisagrees(Between):
    def execute(self, *arguments: Any) -> ErrorStatus:
        super().execute(*arguments)
        return ErrorStatus.DEVICE_UNAVAILABLE


@fault("a status of its own", "answer", "77", "an ErrorStatus was expected")
class OwnStatus(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        return 77, *result[1:]  # type: ignore[return-value]


@fault("a status alone instead of three answers", "answer", "a tuple (ErrorStatus, list of OutputShape, Timing)")
class StatusAlone(Between):
    def execute_synchronously(self, *arguments: Any) -> Any:
        return ErrorStatus.NONE


@fault("raises while executing", "raises", "execute_synchronously raised ZeroDivisionError")
class Raises(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        raise ZeroDivisionError("division by zero")


@fault("raises when asked what it supports", "raises", "get_supported_operations raised KeyError")
class RaisesWhenAsked(Crooked):
    def get_supported_operations(self, model: Model) -> Any:
        raise KeyError("FLOOR")


# --- callbacks


@fault("tells the preparation's callback twice", "callback.once", "prepare_model notified its callback 2 times")
class TellsTwice(Crooked):
    def report(self, callback: Any, launch: Any, status: Any, prepared: Any) -> ErrorStatus:
        callback.notify(status, prepared)
        callback.notify(status, prepared)
        return launch


@fault("tells the execution's callback twice", "callback.once", "execute notified its callback 2 times",
       paths=BOTH_MODES[:1])  # fmt: skip
class ExecutesTwice(Between):
    def execute(self, request: Any, measure: Any, deadline: Any, loop: Any, callback: Any) -> Any:
        super().execute(request, measure, deadline, loop, callback)
        return super().execute(request, measure, deadline, loop, callback)


@fault("never tells the preparation's callback", "callback.missing", "prepare_model was launched",
       cases="rank_1_relaxed_all")  # fmt: skip
class NeverPrepared(Crooked):
    def report(self, *_: Any) -> ErrorStatus:
        return ErrorStatus.NONE


@fault("never tells the execution's callback", "callback.missing", "execute was launched",
       paths=BOTH_MODES[:1], cases="rank_1_relaxed_all")  # fmt: skip
class NeverExecuted(Between):
    def execute(self, *arguments: Any) -> ErrorStatus:
        return ErrorStatus.NONE


# --- shapes and timing


def shapes_as(change: Callable[[Sequence[OutputShape]], Sequence[OutputShape]]) -> Any:
    class Shapes(Between):
        def spoilt(self, request: Request, result: Result) -> Result:
            return result[0], change(result[1]), result[2]

    return Shapes


fault("reports the dimensions in reverse order", "output_shape.dimensions", "output 0", "expected")(
    shapes_as(lambda shapes: [OutputShape(s.dimensions[::-1], True) for s in shapes])
)
fault("reports a dimension of 1 in front", "output_shape.dimensions", "output 0", "[1, ",
      specs=("squeeze",))(  # fmt: skip
    shapes_as(lambda shapes: [OutputShape((1, *s.dimensions), True) for s in shapes])
)
fault("reports one shape for several outputs", "output_shape.count", "1 output shapes came for 2 outputs",
      specs=("hashtable_lookup",))(shapes_as(lambda shapes: shapes[:1]))  # fmt: skip
fault("calls a buffer too small", "output_shape.sufficient", "reported as too small")(
    shapes_as(lambda shapes: [OutputShape(s.dimensions, False) for s in shapes])
)


@fault("output shapes beside an error", "execute.status", "GENERAL_FAILURE", also_told="output_shape.on_error")
class ShapesWithError(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        return ErrorStatus.GENERAL_FAILURE, result[1], Timing()


@fault("tells a time that nobody asked for", "timing.unmeasured", "though no timing was asked for")
class Chatty(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        return *result[:2], Timing(10, 20)


@fault("longer on the device than in the driver", "timing.order", "exceeds time in driver", paths=TIMED)
class Overtaken(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        return *result[:2], Timing(30, 20)


# --- one path only, and state


def first_output_changed(request: Request) -> None:
    output_bytes(request)[-1] ^= 0x40


@fault("only asynchronous executions are wrong", "values", "FLOOR", paths=BOTH_MODES, wrong_paths=("async",))
class AsyncWrong(Between):
    def execute(self, request: Any, measure: Any, deadline: Any, loop: Any, callback: Any) -> Any:
        result = self.result(request, measure)
        first_output_changed(request)
        callback.notify(*result)
        return ErrorStatus.NONE


@fault("only with LOW_POWER wrong", "values", "FLOOR", paths=PREFERENCES, wrong_paths=("low",))
class LowPowerWrong(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        if self.preference == ExecutionPreference.LOW_POWER:
            first_output_changed(request)
        return result


@fault("only timed executions are wrong", "values", "FLOOR", paths=(*SYNC, *TIMED), wrong_paths=("timed",))
class TimedWrong(Between):
    def result(self, request: Request, measure: int) -> Result:
        result = super().result(request, measure)
        if measure == MeasureTiming.YES:
            first_output_changed(request)
        return result


@fault("only relaxed models are wrong", "values", "FLOOR", spares=("float16",))
class RelaxedWrong(Between):
    def spoilt(self, request: Request, result: Result) -> Result:
        if self.model.relax_computation_float32_to_float16:
            first_output_changed(request)
        return result


@fault("adds to what the last execution left", "values", "FLOOR", paths=(*SYNC, *TIMED), wrong_paths=("timed",))
class Accumulates(Between):
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.runs = 0

    def spoilt(self, request: Request, result: Result) -> Result:
        self.runs += 1
        if self.runs > 1:
            first_output_changed(request)
        return result

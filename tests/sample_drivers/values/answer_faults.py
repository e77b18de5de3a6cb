"""Faults in the statuses, callbacks, output shapes and timings that a driver reports.

The first argument of ``fault`` describes the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from conformance.hal import ErrorStatus, Model, OutputShape, Request, Timing
from conformance.operations import Call, Kernel
from tests.sample_drivers.values.fault_injection import OptionalArrays
from tests.sample_drivers.values.faulty_contract import (
    BOTH_MODES,
    TIMED,
    ExecutionAnswer,
    FaultyAnswerDevice,
    FaultyPreparedModel,
)
from tests.sample_drivers.values.faulty_contract import fault as _fault

FAMILY = "statuses, callbacks, shapes, timing"
fault = partial(_fault, FAMILY)


# --- statuses


@fault(
    "claims all and refuses to prepare",
    "prepare.status",
    "every operation was reported as supported",
)
class Boaster(FaultyAnswerDevice):
    """Reports all operations supported and refuses every model."""

    def report(self, callback: Any, *_: Any) -> ErrorStatus:
        callback.notify(ErrorStatus.GENERAL_FAILURE, None)
        return ErrorStatus.GENERAL_FAILURE


@fault(
    "claims float16 and cannot compute it",
    "execute.status",
    "GENERAL_FAILURE",
    unaffected_cases=("rank_1_relaxed",),
)
class NoHalf(FaultyAnswerDevice):
    """Reports all operations supported and raises an error when it executes float16 operands."""

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)

        def run(inputs: OptionalArrays) -> OptionalArrays:
            if inputs[0] is not None and inputs[0].dtype == np.float16:
                raise NotImplementedError("float16")
            return kernel(inputs)

        return run


@fault(
    "does not know negative axes",
    "prepare.status",
    "INVALID_ARGUMENT",
    specs=("squeeze",),
    cases="negative",
)
class NoNegativeAxes(FaultyAnswerDevice):
    """Refuses every model; the selected cases are those with negative axes."""

    def prepare_model(self, model: Model, *more: Any) -> ErrorStatus:
        more[-1].notify(ErrorStatus.INVALID_ARGUMENT, None)
        return ErrorStatus.INVALID_ARGUMENT


@fault("calls a valid model invalid", "supported.status", "for a valid model")
class CallsInvalid(FaultyAnswerDevice):
    """Returns INVALID_ARGUMENT from ``get_supported_operations``."""

    def get_supported_operations(self, model: Model) -> Any:
        return ErrorStatus.INVALID_ARGUMENT, ()


@fault(
    "answers for the first operation only",
    "supported.count",
    "1 flags for 2 operations",
    cases="all_inputs_as_internal",
)
class AnswersOnce(FaultyAnswerDevice):
    """Returns a single answer for a model of any number of operations."""

    def get_supported_operations(self, model: Model) -> Any:
        return ErrorStatus.NONE, [True]


@fault("prepares, but says that the launch failed", "prepare.launch", "GENERAL_FAILURE", "NONE")
class LaunchDisagrees(FaultyAnswerDevice):
    """Returns an error from the launch although it reports NONE to the callback."""

    def report(self, callback: Any, launch: Any, status: Any, prepared: Any) -> ErrorStatus:
        callback.notify(status, prepared)
        return ErrorStatus.GENERAL_FAILURE


@fault("NONE without a prepared model", "prepare.model", "no prepared model")
class NoModel(FaultyAnswerDevice):
    """Reports NONE to the callback without a prepared model."""

    def report(self, callback: Any, launch: Any, status: Any, prepared: Any) -> ErrorStatus:
        callback.notify(status, None)
        return ErrorStatus.NONE


@fault("a prepared model with an error", "prepare.model", "GENERAL_FAILURE with a prepared model")
class ModelWithError(FaultyAnswerDevice):
    """Reports GENERAL_FAILURE to the callback together with a prepared model."""

    def report(self, callback: Any, launch: Any, status: Any, prepared: Any) -> ErrorStatus:
        callback.notify(ErrorStatus.GENERAL_FAILURE, prepared)
        return ErrorStatus.NONE


@fault("every execution fails", "execute.status", "INVALID_ARGUMENT")
class Refuses(FaultyPreparedModel):
    """Ends every execution with INVALID_ARGUMENT."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        return ErrorStatus.INVALID_ARGUMENT, (), Timing()


@fault("the second execution fails", "execute.status", "GENERAL_FAILURE", paths=BOTH_MODES)
class OnceOnly(FaultyPreparedModel):
    """Each prepared model executes once."""

    used = False

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        if self.used:
            return ErrorStatus.GENERAL_FAILURE, (), Timing()
        self.used = True
        return result


@fault(
    "keeps what each model takes",
    "resources.available",
    "prepare_model",
    "RESOURCE_EXHAUSTED_TRANSIENT",
)
class KeepsResources(FaultyAnswerDevice):
    """The resources of the driver suffice for three models and are never freed."""

    left = 3

    def prepare_model(self, model: Model, *more: Any) -> ErrorStatus:
        if not self.left:
            status = ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT
            more[-1].notify(status, None)
            return status
        self.left -= 1
        return super().prepare_model(model, *more)


@fault("loses the device", "device.available", "the execution", "DEVICE_UNAVAILABLE")
class LosesDevice(FaultyPreparedModel):
    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        return ErrorStatus.DEVICE_UNAVAILABLE, (), Timing()


@fault(
    "reads some row where the table has none",
    "refusal.missing",
    "without an error",
    specs=("embedding_lookup",),
    cases="row_",
)
class AnyRow(FaultyPreparedModel):
    """Returns NONE if the reference driver refuses an index."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        if result[0] == ErrorStatus.NONE:
            return result
        shapes = [OutputShape(self.model.main.operands[i].dimensions, True)
                  for i in self.model.main.output_indexes]  # fmt: skip
        return ErrorStatus.NONE, shapes, Timing()


@fault(
    "refuses a row beyond the table as if the buffer were too small",
    "refusal.status",
    "OUTPUT_INSUFFICIENT_SIZE",
    specs=("embedding_lookup",),
    cases="row_",
)
class CallsItTooSmall(FaultyPreparedModel):
    """Returns OUTPUT_INSUFFICIENT_SIZE if the reference driver refuses an index."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        if result[0] == ErrorStatus.NONE:
            return result
        return ErrorStatus.OUTPUT_INSUFFICIENT_SIZE, (), Timing()


@fault(
    "the launch fails, the callback hears NONE",
    "execute.launch",
    "DEVICE_UNAVAILABLE",
    "NONE",
    paths=BOTH_MODES[:1],
)
class ExecuteDisagrees(FaultyPreparedModel):
    """Returns an error from the launch although it reports NONE to the callback."""

    def execute(self, *arguments: Any) -> ErrorStatus:
        super().execute(*arguments)
        return ErrorStatus.DEVICE_UNAVAILABLE


@fault("a status of its own", "answer.form", "77", "an ErrorStatus was expected")
class OwnStatus(FaultyPreparedModel):
    """Returns a number that is no ErrorStatus."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        return 77, *result[1:]  # type: ignore[return-value]


@fault(
    "a status alone instead of three answers",
    "answer.form",
    "a tuple (ErrorStatus, list of OutputShape, Timing)",
)
class StatusAlone(FaultyPreparedModel):
    """Returns an ErrorStatus where a status, output shapes and a timing are required."""

    def execute_synchronously(self, *arguments: Any) -> Any:
        return ErrorStatus.NONE


@fault(
    "raises while executing", "answer.exception", "execute_synchronously raised ZeroDivisionError"
)
class Raises(FaultyPreparedModel):
    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        raise ZeroDivisionError("division by zero")


@fault(
    "raises when asked what it supports",
    "answer.exception",
    "get_supported_operations raised KeyError",
)
class RaisesWhenAsked(FaultyAnswerDevice):
    def get_supported_operations(self, model: Model) -> Any:
        raise KeyError("FLOOR")


# --- callbacks


@fault(
    "notifies the preparation's callback twice",
    "callback.once",
    "prepare_model notified its callback 2 times",
)
class TellsTwice(FaultyAnswerDevice):
    """Notifies the callback of each preparation twice."""

    def report(self, callback: Any, launch: Any, status: Any, prepared: Any) -> ErrorStatus:
        callback.notify(status, prepared)
        callback.notify(status, prepared)
        return launch


@fault(
    "notifies the execution's callback twice",
    "callback.once",
    "execute notified its callback 2 times",
    paths=BOTH_MODES[:1],
)
class ExecutesTwice(FaultyPreparedModel):
    """Executes each request twice, and so notifies its callback twice."""

    def execute(self, request: Any, measure: Any, deadline: Any, loop: Any, callback: Any) -> Any:
        super().execute(request, measure, deadline, loop, callback)
        return super().execute(request, measure, deadline, loop, callback)


@fault(
    "never notifies the preparation's callback",
    "callback.missing",
    "prepare_model answered NONE, but did not notify",
    cases="rank_1_relaxed_all",
)
class NeverPrepared(FaultyAnswerDevice):
    """Launches each preparation successfully and never notifies its callback."""

    def report(self, *_: Any) -> ErrorStatus:
        return ErrorStatus.NONE


@fault(
    "never notifies the execution's callback",
    "callback.missing",
    "execute answered NONE, but did not notify",
    paths=BOTH_MODES[:1],
    cases="rank_1_relaxed_all",
)
class NeverExecuted(FaultyPreparedModel):
    """Launches each execution successfully and never notifies its callback."""

    def execute(self, *arguments: Any) -> ErrorStatus:
        return ErrorStatus.NONE


# --- shapes and timing


def shapes_as(change: Callable[[Sequence[OutputShape]], Sequence[OutputShape]]) -> Any:
    """Return a prepared model that reports ``change(shapes)`` as its output shapes."""

    class Shapes(FaultyPreparedModel):
        def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
            return result[0], change(result[1]), result[2]

    return Shapes


fault("reports the dimensions in reverse order", "output_shape.dimensions", "output 0", "expected")(
    shapes_as(lambda shapes: [OutputShape(s.dimensions[::-1], True) for s in shapes])
)
fault(
    "reports a dimension of 1 in front",
    "output_shape.dimensions",
    "output 0",
    "[1, ",
    specs=("squeeze",),
)(shapes_as(lambda shapes: [OutputShape((1, *s.dimensions), True) for s in shapes]))
fault(
    "reports one shape for several outputs",
    "output_shape.count",
    "1 output shapes for 2 outputs",
    specs=("hashtable_lookup",),
)(shapes_as(lambda shapes: shapes[:1]))
fault("calls a buffer too small", "output_shape.sufficient", "reported as too small")(
    shapes_as(lambda shapes: [OutputShape(s.dimensions, False) for s in shapes])
)


@fault(
    "output shapes beside an error",
    "execute.status",
    "GENERAL_FAILURE",
    second_rule="output_shape.on_error",
)
class ShapesWithError(FaultyPreparedModel):
    """Ends every execution with GENERAL_FAILURE, but reports its output shapes."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        return ErrorStatus.GENERAL_FAILURE, result[1], Timing()


@fault("reports a timing without MeasureTiming.YES", "timing.unmeasured", "MeasureTiming was NO")
class Chatty(FaultyPreparedModel):
    """Reports a timing for an execution with MeasureTiming.NO."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        return *result[:2], Timing(10, 20)


@fault(
    "longer on the device than in the driver",
    "timing.device_within_driver",
    "exceeds the time in the driver",
    paths=TIMED,
)
class Overtaken(FaultyPreparedModel):
    """Reports 30 microseconds on the device and 20 microseconds in the driver."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        return *result[:2], Timing(30, 20)

"""Faults in memory accesses, in state kept between executions, and on single execution paths."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from conformance.hal import (
    ErrorStatus,
    ExecutionPreference,
    MeasureTiming,
    Model,
    Operation,
    Request,
)
from tests.sample_drivers.values.faulty_contract import (
    BOTH_MODES,
    PREFERENCES,
    SYNC,
    TIMED,
    ExecutionAnswer,
    FaultyAnswerDevice,
    FaultyPreparedModel,
    output_bytes,
    pool_bytes,
    start_and_length,
)
from tests.sample_drivers.values.faulty_contract import fault as _fault

FAMILY = "memory, state, paths"
fault = partial(_fault, FAMILY)


# --- memory


@fault("output not written", "values", "FLOOR", "not written at all")
class Stale(FaultyPreparedModel):
    """The buffer keeps its content from before the execution."""

    def result(self, request: Request, measure: int) -> ExecutionAnswer:
        before = output_bytes(request).copy()
        result = super().result(request, measure)
        output_bytes(request)[:] = before
        return result


@fault("last elements not written", "values", "3 of 18 elements were not written", cases="rank_4")
class LastMissing(FaultyPreparedModel):
    """The last 12 bytes, three float32 elements, keep their content."""

    def result(self, request: Request, measure: int) -> ExecutionAnswer:
        before = output_bytes(request).copy()
        result = super().result(request, measure)
        output_bytes(request)[-12:] = before[-12:]
        return result


@fault("output of the execution before", "values", "FLOOR", paths=BOTH_MODES)
class Yesterday(FaultyPreparedModel):
    """The output contains the result of the driver's previous execution, of any model."""

    earlier_result: bytes | None = None

    def result(self, request: Request, measure: int) -> ExecutionAnswer:
        result = super().result(request, measure)
        now = output_bytes(request).tobytes()
        if type(self).earlier_result is not None:
            output_bytes(request)[:] = np.resize(
                np.frombuffer(type(self).earlier_result, np.uint8), len(now)
            )
        type(self).earlier_result = now
        return result


@fault(
    "writes past the output",
    "guard.after",
    "past the end of output 0",
    "at a distance of 0 bytes",
)
class Past(FaultyPreparedModel):
    """Four bytes after the output change."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        start, length = start_and_length(request)
        pool_bytes(request, 1)[start + length : start + length + 4] ^= 0xFF
        return result


@fault("rounds the output's size up to 64 bytes", "guard.after", "past the end of output 0")
class RoundsUp(FaultyPreparedModel):
    """The driver clears the memory after the output, up to a length of whole 64-byte blocks."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        start, length = start_and_length(request)
        pool_bytes(request, 1)[start + length : start + (length + 63) // 64 * 64] = 0
        return result


@fault("writes before the output", "guard.before", "before the start of output 0")
class Before(FaultyPreparedModel):
    """The byte before the output changes."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        start, _ = start_and_length(request)
        pool_bytes(request, 1)[start - 1] ^= 0xFF
        return result


@fault("works in its input", "inputs.unchanged", "of input 0", "were changed")
class InPlace(FaultyPreparedModel):
    """The first byte of the input changes."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        location = request.inputs[0].location
        pool_bytes(request, 0)[location.offset] ^= 0xFF
        return result


@fault("scratch beside the input", "guard.input", "input 0")
class BesideInput(FaultyPreparedModel):
    """The byte after the input changes."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        location = request.inputs[0].location
        pool_bytes(request, 0)[location.offset + location.length] ^= 0xFF
        return result


@fault(
    "writes after the end of the execution",
    "late.write",
    "after the execution had ended",
    paths=BOTH_MODES,
)
class Late(FaultyPreparedModel):
    """Each execution changes a byte of the previous request's output."""

    last: Request | None = None

    def result(self, request: Request, measure: int) -> ExecutionAnswer:
        if type(self).last is not None:
            output_bytes(type(self).last)[0] ^= 0xFF
        type(self).last = request
        return super().result(request, measure)


@fault("still writes to the input afterwards", "late.write", "input 0", paths=BOTH_MODES)
class LateInput(FaultyPreparedModel):
    """Each execution changes a byte of the previous request's input."""

    last: Request | None = None

    def result(self, request: Request, measure: int) -> ExecutionAnswer:
        if type(self).last is not None:
            location = type(self).last.inputs[0].location
            pool_bytes(type(self).last, 0)[location.offset] ^= 0xFF
        type(self).last = request
        return super().result(request, measure)


@fault(
    "packs its constants in the client's pool",
    "constants.unchanged",
    "constants",
    specs=("fully_connected",),
)
class PacksConstants(FaultyAnswerDevice):
    """A preparation changes the constants in the memory of the client."""

    def prepare_model(self, model: Model, *more: Any) -> ErrorStatus:
        launch = super().prepare_model(model, *more)
        for pool in model.pools:
            np.frombuffer(pool.view(), np.uint8)[:1] ^= 0xFF
        if not model.pools and model.operand_values:
            values = bytearray(model.operand_values)
            values[-1] ^= 0xFF
            object.__setattr__(model, "operand_values", bytes(values))  # the class is frozen
        return launch


@fault("rewrites the model it was given", "model.unchanged", "operations")
class RewritesModel(FaultyAnswerDevice):
    """A preparation appends an operation to the model of the client."""

    def prepare_model(self, model: Model, *more: Any) -> ErrorStatus:
        launch = super().prepare_model(model, *more)
        first = model.main.operations[0]
        extra = (*model.main.operations, Operation(first.type, first.inputs, first.outputs))
        object.__setattr__(model.main, "operations", extra)
        return launch


# --- faults on one path only, and in kept state


def first_output_changed(request: Request) -> None:
    """Flip a bit of the last byte of the first output."""
    output_bytes(request)[-1] ^= 0x40


@fault(
    "only asynchronous executions are wrong",
    "values",
    "FLOOR",
    paths=BOTH_MODES,
    wrong_paths=("async",),
)
class AsyncWrong(FaultyPreparedModel):
    """Only asynchronous executions have a wrong output."""

    def execute(self, request: Any, measure: Any, deadline: Any, loop: Any, callback: Any) -> Any:
        result = self.result(request, measure)
        first_output_changed(request)
        callback.notify(*result)
        return ErrorStatus.NONE


@fault("only with LOW_POWER wrong", "values", "FLOOR", paths=PREFERENCES, wrong_paths=("low",))
class LowPowerWrong(FaultyPreparedModel):
    """Only models prepared with LOW_POWER have a wrong output."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        if self.preference == ExecutionPreference.LOW_POWER:
            first_output_changed(request)
        return result


@fault(
    "only timed executions are wrong",
    "values",
    "FLOOR",
    paths=(*SYNC, *TIMED),
    wrong_paths=("timed",),
)
class TimedWrong(FaultyPreparedModel):
    """Only executions with MeasureTiming.YES have a wrong output."""

    def result(self, request: Request, measure: int) -> ExecutionAnswer:
        result = super().result(request, measure)
        if measure == MeasureTiming.YES:
            first_output_changed(request)
        return result


@fault("only relaxed models are wrong", "values", "FLOOR", unaffected_cases=("float16",))
class RelaxedWrong(FaultyPreparedModel):
    """Only models with relaxed float32 computation have a wrong output."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        if self.model.relax_computation_float32_to_float16:
            first_output_changed(request)
        return result


@fault(
    "adds to what the last execution left",
    "values",
    "FLOOR",
    paths=(*SYNC, *TIMED),
    wrong_paths=("timed",),
)
class Accumulates(FaultyPreparedModel):
    """From the second execution of a prepared model on, the output is wrong."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.runs = 0

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        self.runs += 1
        if self.runs > 1:
            first_output_changed(request)
        return result

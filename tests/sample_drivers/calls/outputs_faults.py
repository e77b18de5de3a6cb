"""Faults in output shapes and buffers, and in the independence of executions."""

from __future__ import annotations

import threading
import time
from typing import Any, ClassVar

from conformance.hal import OutputShape, RequestArgument, Timing
from conformance.support import ProgramModel
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    NONE,
    SMALL,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)


class Shaped(FaultyPreparedModel):
    """A prepared model that reports ``reported(request, status, shapes, timing)``.

    Fenced executions are unchanged, as they report no shapes.
    """

    def execute_synchronously(self, request, *more):
        status, shapes, timing = self.right.execute_synchronously(request, *more)
        return self.reported(request, status, list(shapes), timing)

    def execute(self, *arguments):
        callback = arguments[-1]
        answer = self.execute_synchronously(*arguments[:-1])
        callback.notify(*answer)
        return answer[0] if answer[0] == INVALID else NONE

    def reported(self, request, status, shapes, timing):
        """Return the status, shapes and timing to report."""
        return status, shapes, timing


@fault("dynamic_outputs.oversized_buffers")
class BufferShape(Shaped):
    """The driver reports the shape of the buffer instead of the result's."""

    def reported(self, request, status, shapes, timing):
        sizes = [argument.location.length // 4 for argument in request.outputs]
        return status, [OutputShape((size,), True) for size in sizes if status == NONE], timing


@fault("dynamic_outputs.shapes_of_current_execution")
class EarlierShape(Shaped):
    """The driver reports the shapes of the first execution for every later one."""

    first_shapes: Any = None

    def reported(self, request, status, shapes, timing):
        if status == NONE:
            self.first_shapes = self.first_shapes or shapes
            shapes = self.first_shapes
        return status, shapes, timing


@fault("sync-fast-unknown_dimensions", "output_shape.count")
class NoShapes(Shaped):
    """The driver reports no shapes for outputs of unknown dimensions."""

    def reported(self, request, status, shapes, timing):
        return status, [], timing


@fault("sync-fast-unknown_dimensions", "output_shape.dimensions")
class OneLess(Shaped):
    """The driver reports an extent that is one too small."""

    def reported(self, request, status, shapes, timing):
        return status, [OutputShape((1, 2), True) for _ in shapes], timing


@fault("sync-fast-oversized", "output_shape.sufficient")
class NeverEnough(Shaped):
    """The driver reports a larger buffer as insufficient."""

    def reported(self, request, status, shapes, timing):
        return status, [OutputShape(shape.dimensions, False) for shape in shapes], timing


@fault("dynamic_outputs.undersized_buffers")
class AllTooSmall(Shaped):
    """The driver reports all outputs as insufficient if one is."""

    def reported(self, request, status, shapes, timing):
        if status == SMALL:
            shapes = [OutputShape(shape.dimensions, False) for shape in shapes]
        return status, shapes, timing


@fault("dynamic_outputs.undersized_buffers")
class FirstOnly(Shaped):
    """The driver reports only the first output as insufficient."""

    def reported(self, request, status, shapes, timing):
        if status == SMALL:
            shapes = [OutputShape(s.dimensions, n > 0) for n, s in enumerate(shapes)]
        return status, shapes, timing


@fault("dynamic_outputs.undersized_buffers")
class WrongSizeTold(Shaped):
    """The driver reports the buffer's dimensions for an insufficient buffer."""

    def reported(self, request, status, shapes, timing):
        if status == SMALL:
            shapes = [OutputShape((3,), s.is_sufficient) for s in shapes]
        return status, shapes, timing


@fault("sync-fast-undersized", "output_shape.insufficient")
class AllEnough(Shaped):
    """The driver returns OUTPUT_INSUFFICIENT_SIZE and reports the buffer as sufficient."""

    def reported(self, request, status, shapes, timing):
        return status, [OutputShape(shape.dimensions, True) for shape in shapes], timing


@fault("sync-fast-each_undersized", "output_form.insufficient_size")
class CutOff(Shaped):
    """The driver truncates the output to the buffer and returns NONE."""

    def reported(self, request, status, shapes, timing):
        return (NONE if status == SMALL else status), shapes, timing


@fault("async-fast-undersized", "output_shape.count")
class SmallWithoutShapes(Shaped):
    """The driver returns OUTPUT_INSUFFICIENT_SIZE without shapes."""

    def reported(self, request, status, shapes, timing):
        return status, ([] if status == SMALL else shapes), timing


@fault("sync-fast-timed-undersized", "timing.unmeasured")
class SmallWithTime(Shaped):
    """The driver returns OUTPUT_INSUFFICIENT_SIZE with a timing."""

    def reported(self, request, status, shapes, timing):
        return status, shapes, (Timing(1, 2) if status == SMALL else timing)


def store(request, argument, data, at=0):
    """Write to the memory at an offset from the start of an output."""
    with request.pools[argument.location.pool_index].view() as view:
        start = argument.location.offset + at
        view[start : start + len(data)] = data


@fault("sync-fast-undersized", "guard.after")
class Overrun(Shaped):
    """The driver writes beyond the end of an insufficient buffer."""

    def reported(self, request, status, shapes, timing):
        if status == SMALL:
            store(request, request.outputs[-1], bytes(16))
        return status, shapes, timing


@fault("dynamic_outputs.undersized_buffers")
class OverrunSeen(Overrun):
    """The same fault as ``Overrun``, to be detected by a check with two outputs."""


@fault("dynamic_outputs.retry_with_reported_shape")
class Stuck(Shaped):
    """After one insufficient buffer the driver reports every buffer as insufficient."""

    stuck = False

    def reported(self, request, status, shapes, timing):
        self.stuck = self.stuck or status == SMALL
        if self.stuck:
            return SMALL, [OutputShape(s.dimensions, False) for s in shapes], Timing()
        return status, shapes, timing


def without_dimensions(request, which=("inputs", "outputs")):
    """Return the request without the dimensions of its arguments."""
    changed = {
        kind: tuple(RequestArgument(one.has_no_value, one.location) for one in arguments)
        if kind in which
        else arguments
        for kind, arguments in (("inputs", request.inputs), ("outputs", request.outputs))
    }
    return type(request)(changed["inputs"], changed["outputs"], request.pools)


@fault("dynamic_outputs.contradicting_dimensions")
class IgnoresDimensions(FaultyPreparedModel):
    """The driver ignores the dimensions in the request."""

    def execute_synchronously(self, request, *more):
        return self.right.execute_synchronously(without_dimensions(request), *more)


@fault("dynamic_outputs.unknown_dimensions")
class NeedsModelShapes(FaultyPreparedModel):
    """The driver ignores the dimensions in the request if the model leaves them unknown."""

    def execute_synchronously(self, request, *more):
        shapes = [self.model.main.operands[index].dimensions for index in (0, 1)]
        if any(0 in shape for shape in shapes):
            request = without_dimensions(request)
        return self.right.execute_synchronously(request, *more)


@fault("dynamic_outputs.unknown_input_shape")
class VagueInput(Shaped):
    """The driver returns GENERAL_FAILURE for an input of unknown dimensions."""

    def reported(self, request, status, shapes, timing):
        return (FAILURE if status == INVALID else status), shapes, timing


def padded(request):
    """Return the request with every output buffer 16 bytes long, the size of the output."""
    outputs = tuple(
        RequestArgument(
            False,
            type(one.location)(one.location.pool_index, one.location.offset, 16),
            one.dimensions,
        )
        for one in request.outputs
    )
    return type(request)(request.inputs, outputs, request.pools)


@fault("dynamic_outputs.static_buffer_length")
class AnyLength(FaultyPreparedModel):
    """The driver ignores the buffer length of an output of known dimensions."""

    def execute_synchronously(self, request, *more):
        return self.right.execute_synchronously(padded(request), *more)


@fault("sync-fast-static_oversized", "output_form.refused")
class LongPath(AnyLength):
    """The driver ignores the length of a buffer, on the path with oversized buffers."""


@fault("sync-fast-static_undersized", "output_form.refused")
class CutPath(Shaped):
    """The driver returns NONE for a buffer that is too small for known dimensions."""

    def reported(self, request, status, shapes, timing):
        return (NONE if status == INVALID else status), shapes, timing


@fault("async-fast-static_oversized", "execute.launch")
class LaunchedLong(FaultyPreparedModel):
    """Only the callback refuses a buffer of invalid length; execute returns NONE."""

    def execute(self, *arguments):
        self.right.execute(*arguments)
        return NONE


@fault("dynamic_outputs.unknown_rank")
class Flattened(Shaped):
    """The driver reports one dimension for an output of unknown rank."""

    def reported(self, request, status, shapes, timing):
        if status == NONE:
            shapes = [OutputShape((6,), s.is_sufficient) for s in shapes]
        return status, shapes, timing


@fault("sync-fast-twice", "values")
class OnlyOnce(FaultyPreparedModel):
    """From the second execution on, a prepared model returns NONE without writing its outputs."""

    done = False

    def execute_synchronously(self, request, *more):
        if self.done:
            return NONE, (), Timing()
        self.done = True
        return self.right.execute_synchronously(request, *more)


@fault("sync-fast", "late.write")
class LateWriter(FaultyPreparedModel):
    """The driver writes to the outputs after the end of the execution."""

    def execute_synchronously(self, request, *more):
        answer = self.right.execute_synchronously(request, *more)

        def later() -> None:
            time.sleep(0.02)
            store(request, request.outputs[0], b"\xff" * 4)

        threading.Thread(target=later).start()
        return answer


class Scratch(FaultyPreparedModel):
    """A prepared model that copies its result into the buffer ``scratch()`` and back.

    The pause between the two copies lets a simultaneous execution overwrite a shared buffer.
    """

    def execute_synchronously(self, request, *more):
        answer = self.right.execute_synchronously(request, *more)
        location = request.outputs[0].location
        with request.pools[0].view() as view:
            mine = bytes(view[location.offset : location.offset + location.length])
            scratch = self.scratch()
            scratch["data"] = mine
            time.sleep(0.002)
            if len(scratch["data"]) == len(mine):
                view[location.offset : location.offset + location.length] = scratch["data"]
        return answer

    def scratch(self) -> dict[str, bytes]:
        """Return the dictionary that holds the scratch buffer."""
        return self.__dict__


@fault("concurrency.threads_on_one_model")
class SharedScratch(Scratch):
    """Executions on one prepared model share a scratch buffer without a lock."""


@fault("concurrency.mixed_execution_modes")
class OneAtATime(FaultyPreparedModel):
    """An execution fails if another one is running on the same prepared model.

    Until that has happened once, each execution waits up to two seconds for another one.
    """

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.busy, self.overlapped = threading.Lock(), threading.Event()

    def execute_synchronously(self, request, *more):
        if not self.busy.acquire(blocking=False):
            self.overlapped.set()
            return FAILURE, (), Timing()
        try:
            self.overlapped.wait(2)
            return self.right.execute_synchronously(request, *more)
        finally:
            self.busy.release()


class OneProgram(FaultyDevice):
    """All prepared models execute the model that was prepared last."""

    def build_prepared_model(self, model):
        """Return a prepared model that computes with the program created last."""
        made = super().build_prepared_model(model)
        self.__dict__.setdefault("programs", []).append(made)
        outer = self

        class Last(ProgramModel):
            def compute(self, inputs, limit):
                return outer.programs[-1].compute(inputs, limit)

        return Last(model, made._program, self.version)


fault("concurrency.interleaved_models")(OneProgram)


@fault("concurrency.threads_on_several_models")
class GlobalScratch(FaultyPreparedModel):
    """An execution fails if another one is running on any prepared model."""

    busy: ClassVar[set[int]] = set()

    def execute_synchronously(self, request, *more):
        if self.busy:
            return FAILURE, (), Timing()
        self.busy.add(0)
        time.sleep(0.002)
        try:
            return self.right.execute_synchronously(request, *more)
        finally:
            self.busy.clear()


@fault("concurrency.model_release")
class SharedFate(FaultyPreparedModel):
    """The release of a prepared model breaks all others."""

    released: ClassVar[list[int]] = []

    def execute_synchronously(self, request, *more):
        if self.released:
            return FAILURE, (), Timing()
        return self.right.execute_synchronously(request, *more)

    def __del__(self) -> None:
        self.released.append(1)


@fault("concurrency.execution_after_refusal")
class Offended(FaultyPreparedModel):
    """After a refused request the driver refuses all later requests."""

    offended = False

    def execute_synchronously(self, request, *more):
        answer = self.right.execute_synchronously(request, *more)
        if self.offended:
            return FAILURE, (), Timing()
        self.offended = answer[0] == INVALID
        return answer


@fault("concurrency.concurrent_preparations", "prepare.status")
class OnePreparation(FaultyDevice):
    """A preparation fails if another one is in progress."""

    preparing = 0

    def prepare_model(self, model, *arguments):
        self.preparing += 1
        alone = self.preparing == 1
        time.sleep(0.02)
        try:
            if alone:
                return super().prepare_model(model, *arguments)
            arguments[-1].notify(FAILURE, None)
            return FAILURE
        finally:
            self.preparing -= 1

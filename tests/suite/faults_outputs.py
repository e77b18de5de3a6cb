"""Faults in shapes and buffers, and in what executions leave to the next one."""

from __future__ import annotations

import threading
import time
from typing import Any, ClassVar

from conformance.hal import OutputShape, RequestArgument, Timing
from conformance.support import ProgramModel
from tests.suite.faulty import FAILURE, INVALID, NONE, SMALL, FaultyDevice, Wrong, fault


class Shaped(Wrong):
    """Reports what ``told`` makes of the shapes; every way to execute but the fenced one."""

    def execute_synchronously(self, request, *more):
        status, shapes, timing = self.right.execute_synchronously(request, *more)
        return self.told(request, status, list(shapes), timing)

    def execute(self, *arguments):
        callback = arguments[-1]
        said = self.execute_synchronously(*arguments[:-1])
        callback.notify(*said)
        return said[0] if said[0] == INVALID else NONE

    def told(self, request, status, shapes, timing):
        return status, shapes, timing


@fault("dynamic_outputs.roomy")
class BufferShape(Shaped):
    """The shape is that of the buffer, not of the result."""

    def told(self, request, status, shapes, timing):
        sizes = [argument.location.length // 4 for argument in request.outputs]
        return status, [OutputShape((size,), True) for size in sizes if status == NONE], timing


@fault("dynamic_outputs.of_this_run")
class EarlierShape(Shaped):
    """Shapes are kept from the first execution."""

    kept: Any = None

    def told(self, request, status, shapes, timing):
        if status == NONE:
            self.kept = self.kept or shapes
            shapes = self.kept
        return status, shapes, timing


@fault("sync-fast-open", "output_shape.count")
class NoShapes(Shaped):
    """No shapes come for outputs that the model leaves open."""

    def told(self, request, status, shapes, timing):
        return status, [], timing


@fault("sync-fast-open", "output_shape.dimensions")
class OneLess(Shaped):
    """The shape is reported one smaller than it is."""

    def told(self, request, status, shapes, timing):
        return status, [OutputShape((1, 2), True) for _ in shapes], timing


@fault("sync-fast-roomy", "output_shape.sufficient")
class NeverEnough(Shaped):
    """A large buffer is reported as too small."""

    def told(self, request, status, shapes, timing):
        return status, [OutputShape(shape.dimensions, False) for shape in shapes], timing


@fault("dynamic_outputs.too_small")
class AllTooSmall(Shaped):
    """All outputs are reported as too small when one is."""

    def told(self, request, status, shapes, timing):
        if status == SMALL:
            shapes = [OutputShape(shape.dimensions, False) for shape in shapes]
        return status, shapes, timing


@fault("dynamic_outputs.too_small")
class FirstOnly(Shaped):
    """Only the first output is ever reported as too small."""

    def told(self, request, status, shapes, timing):
        if status == SMALL:
            shapes = [OutputShape(s.dimensions, n > 0) for n, s in enumerate(shapes)]
        return status, shapes, timing


@fault("dynamic_outputs.too_small")
class WrongSizeTold(Shaped):
    """The dimensions that come with a small buffer are the buffer's."""

    def told(self, request, status, shapes, timing):
        if status == SMALL:
            shapes = [OutputShape((3,), s.is_sufficient) for s in shapes]
        return status, shapes, timing


@fault("sync-fast-short", "output_shape.insufficient")
class AllEnough(Shaped):
    """A small buffer is refused and reported as sufficient."""

    def told(self, request, status, shapes, timing):
        return status, [OutputShape(shape.dimensions, True) for shape in shapes], timing


@fault("sync-fast-each", "form.insufficient")
class CutOff(Shaped):
    """What does not fit is cut off."""

    def told(self, request, status, shapes, timing):
        return (NONE if status == SMALL else status), shapes, timing


@fault("async-fast-short", "output_shape.count")
class SmallWithoutShapes(Shaped):
    """A small buffer is reported without shapes."""

    def told(self, request, status, shapes, timing):
        return status, ([] if status == SMALL else shapes), timing


@fault("sync-fast-timed-short", "timing.unmeasured")
class SmallWithTime(Shaped):
    """A small buffer is reported with a time."""

    def told(self, request, status, shapes, timing):
        return status, shapes, (Timing(1, 2) if status == SMALL else timing)


def store(request, argument, data, at=0):
    """Write somewhere beside an output's start."""
    with request.pools[argument.location.pool_index].view() as view:
        start = argument.location.offset + at
        view[start : start + len(data)] = data


@fault("sync-fast-short", "guard.after")
class Overrun(Shaped):
    """The whole result goes into a buffer that is too small."""

    def told(self, request, status, shapes, timing):
        if status == SMALL:
            store(request, request.outputs[-1], bytes(16))
        return status, shapes, timing


@fault("dynamic_outputs.too_small")
class OverrunSeen(Overrun):
    """The whole result goes into a buffer that is too small, two outputs."""


@fault("dynamic_outputs.known_then")
class Stuck(Shaped):
    """After a buffer that was too small, all are."""

    stuck = False

    def told(self, request, status, shapes, timing):
        self.stuck = self.stuck or status == SMALL
        if self.stuck:
            return SMALL, [OutputShape(s.dimensions, False) for s in shapes], Timing()
        return status, shapes, timing


def without_dimensions(request, which=("inputs", "outputs")):
    """The request as if it said nothing of shapes."""
    changed = {
        kind: tuple(RequestArgument(one.has_no_value, one.location) for one in arguments)
        if kind in which
        else arguments
        for kind, arguments in (("inputs", request.inputs), ("outputs", request.outputs))
    }
    return type(request)(changed["inputs"], changed["outputs"], request.pools)


@fault("dynamic_outputs.contradiction")
class IgnoresDimensions(Wrong):
    """Dimensions of a request are ignored."""

    def execute_synchronously(self, request, *more):
        return self.right.execute_synchronously(without_dimensions(request), *more)


@fault("dynamic_outputs.unknown_dimensions")
class NeedsModelShapes(Wrong):
    """Dimensions of a request are ignored where the model leaves them open."""

    def execute_synchronously(self, request, *more):
        shapes = [self.model.main.operands[index].dimensions for index in (0, 1)]
        if any(0 in shape for shape in shapes):
            request = without_dimensions(request)
        return self.right.execute_synchronously(request, *more)


@fault("dynamic_outputs.unknown_input")
class VagueInput(Shaped):
    """An input of unknown shape is a general failure."""

    def told(self, request, status, shapes, timing):
        return (FAILURE if status == INVALID else status), shapes, timing


def padded(request):
    """The request with output buffers of the size they should have."""
    outputs = tuple(
        RequestArgument(
            False,
            type(one.location)(one.location.pool_index, one.location.offset, 16),
            one.dimensions,
        )
        for one in request.outputs
    )
    return type(request)(request.inputs, outputs, request.pools)


@fault("dynamic_outputs.length")
class AnyLength(Wrong):
    """The length of an output's buffer is ignored where its shape is known."""

    def execute_synchronously(self, request, *more):
        return self.right.execute_synchronously(padded(request), *more)


@fault("sync-fast-long", "form.refused")
class LongPath(AnyLength):
    """The length of a buffer is ignored, seen along the path with long buffers."""


@fault("sync-fast-cut", "form.refused")
class CutPath(Shaped):
    """A buffer that is too small for its known shape is said to be fine."""

    def told(self, request, status, shapes, timing):
        return (NONE if status == INVALID else status), shapes, timing


@fault("async-fast-long", "execute.launch")
class LaunchedLong(Wrong):
    """A buffer of the wrong length is refused by the callback alone."""

    def execute(self, *arguments):
        self.right.execute(*arguments)
        return NONE


@fault("dynamic_outputs.unknown_rank")
class Flattened(Shaped):
    """A shape of unknown rank is told as a flat one."""

    def told(self, request, status, shapes, timing):
        if status == NONE:
            shapes = [OutputShape((6,), s.is_sufficient) for s in shapes]
        return status, shapes, timing


@fault("sync-fast-twice", "values")
class OnlyOnce(Wrong):
    """A second execution leaves the outputs as they are."""

    done = False

    def execute_synchronously(self, request, *more):
        if self.done:
            return NONE, (), Timing()
        self.done = True
        return self.right.execute_synchronously(request, *more)


@fault("sync-fast", "late.write")
class LateWriter(Wrong):
    """Something is written after the execution has ended."""

    def execute_synchronously(self, request, *more):
        answer = self.right.execute_synchronously(request, *more)

        def later() -> None:
            time.sleep(0.02)
            store(request, request.outputs[0], b"\xff" * 4)

        threading.Thread(target=later).start()
        return answer


class Scratch(Wrong):
    """Copies the result by way of a scratch buffer."""

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
        return self.__dict__


@fault("concurrency.one_model")
class SharedScratch(Scratch):
    """Executions on one prepared model share their scratch memory."""


@fault("concurrency.all_ways")
class OneAtATime(Wrong):
    """A second execution at the same time fails."""

    busy: ClassVar[set[int]] = set()

    def execute_synchronously(self, request, *more):
        if id(self) in self.busy:
            return FAILURE, (), Timing()
        self.busy.add(id(self))
        time.sleep(0.01)
        try:
            return self.right.execute_synchronously(request, *more)
        finally:
            self.busy.discard(id(self))


class OneProgram(FaultyDevice):
    """All prepared models run the program that was compiled last."""

    def ready(self, model):
        made = super().ready(model)
        self.__dict__.setdefault("programs", []).append(made)
        outer = self

        class Last(ProgramModel):
            def compute(self, inputs, limit):
                return outer.programs[-1].compute(inputs, limit)

        return Last(model, made._program, self.version)


fault("concurrency.interleaved")(OneProgram)


@fault("concurrency.several_models")
class GlobalScratch(Wrong):
    """Executions on all prepared models share one lock that is never waited for."""

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


@fault("concurrency.released")
class SharedFate(Wrong):
    """When a prepared model goes, all of the driver's stop working."""

    gone: ClassVar[list[int]] = []

    def execute_synchronously(self, request, *more):
        if self.gone:
            return FAILURE, (), Timing()
        return self.right.execute_synchronously(request, *more)

    def __del__(self) -> None:
        self.gone.append(1)


@fault("concurrency.after_a_refusal")
class Offended(Wrong):
    """After a refused request none is taken."""

    offended = False

    def execute_synchronously(self, request, *more):
        answer = self.right.execute_synchronously(request, *more)
        if self.offended:
            return FAILURE, (), Timing()
        self.offended = answer[0] == INVALID
        return answer


@fault("concurrency.preparations", "prepare.status")
class OnePreparation(FaultyDevice):
    """A second preparation at the same time fails."""

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

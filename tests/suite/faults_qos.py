"""Faults in priorities, deadlines and loop limits, in manners, and in queries."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from typing import Any, ClassVar

from conformance.hal import (
    DeviceStatus,
    DeviceType,
    Extension,
    ExtensionOperandType,
    OperandPerformance,
    OutputShape,
    PerformanceInfo,
    Priority,
    Timing,
)
from tests.suite.faults_outputs import Shaped
from tests.suite.faulty import FAILURE, MISSED, NONE, FaultyDevice, Wrong, fault

FAR = 2**62


@fault("qos.priorities", "prepare.status")
class NoHighPriority(FaultyDevice):
    """Models of high priority are refused."""

    def prepare_model(self, model, preference, priority, *more):
        if priority == Priority.HIGH:
            more[-1].notify(FAILURE, None)
            return FAILURE
        return super().prepare_model(model, preference, priority, *more)


@fault("qos.preparing")
class NotLaunched(FaultyDevice):
    """A preparation with a deadline that has passed is not launched."""

    def prepare_model(self, model, preference, priority, deadline, *more):
        if deadline is not None and deadline < time.monotonic_ns():
            more[-1].notify(MISSED, None)
            return MISSED
        return super().prepare_model(model, preference, priority, deadline, *more)


@fault("qos.preparing")
class NoDeadlines(FaultyDevice):
    """A preparation with any deadline misses it."""

    def prepare_model(self, model, preference, priority, deadline, *more):
        past = None if deadline is None else 1
        return super().prepare_model(model, preference, priority, past, *more)


@fault("qos.preparing")
class MissedWithModel(FaultyDevice):
    """A preparation that missed its deadline hands out a model."""

    def prepare_model(self, model, preference, priority, deadline, *more):
        if deadline is not None and deadline < FAR:
            more[-1].notify(MISSED, Wrong(None, model))
            return NONE
        return super().prepare_model(model, preference, priority, deadline, *more)


class Late(Shaped):
    """Ends an execution whose deadline is near as ``late`` says."""

    def execute_synchronously(self, request, measure, deadline, *more):
        if deadline is not None and deadline < FAR:
            return self.late(request, measure)
        return super().execute_synchronously(request, measure, deadline, *more)

    def late(self, request, measure):
        return MISSED, (), Timing()


@fault("qos.executing")
class LateIsFailure(Late):
    """An execution that missed its deadline is a general failure."""

    def late(self, request, measure):
        return FAILURE, (), Timing()


@fault("qos.executing")
class LateWithShapes(Late):
    """An execution that missed its deadline reports shapes."""

    def late(self, request, measure):
        return MISSED, [OutputShape((4,), True)], Timing()


@fault("qos.executing")
class LateWithTime(Late):
    """An execution that missed its deadline reports a time."""

    def late(self, request, measure):
        return MISSED, (), Timing(1, 2)


@fault("qos.executing")
class LateAndWrong(Late):
    """An execution that missed its deadline is said to have succeeded."""

    def late(self, request, measure):
        return NONE, (), Timing()


@fault("qos.executing")
class FarIsNear(Wrong):
    """A deadline at the end of time counts as past."""

    def execute_synchronously(self, request, measure, deadline, *more):
        past = deadline if deadline is None or deadline < FAR else 1
        return self.right.execute_synchronously(request, measure, past, *more)


@fault("qos.executing_asynchronously")
class LateNotLaunched(Wrong):
    """An execution whose deadline has passed is not launched."""

    def execute(self, request, measure, deadline, loop, callback):
        if deadline is not None and deadline < time.monotonic_ns():
            callback.notify(MISSED, (), Timing())
            return MISSED
        return self.right.execute(request, measure, deadline, loop, callback)


@fault("qos.overrun")
class GoesOn(Late):
    """An execution goes on long after its deadline."""

    def late(self, request, measure):
        time.sleep(0.2)
        return MISSED, (), Timing()


class Loops(Shaped):
    """Changes how a limited loop ends."""

    def execute_synchronously(self, request, measure, deadline, loop):
        answer = self.right.execute_synchronously(request, measure, deadline, loop)
        return self.ended(loop, *answer)

    def ended(self, loop, status, shapes, timing):
        return status, shapes, timing


@fault("qos.endless_loop")
class LoopIsFailure(Loops):
    """A loop that meets its limit is an invalid argument."""

    def ended(self, loop, status, shapes, timing):
        return (FAILURE if status == MISSED else status), shapes, timing


@fault("qos.endless_loop")
class LoopWithTime(Loops):
    """A loop that meets its limit reports a time."""

    def ended(self, loop, status, shapes, timing):
        return status, shapes, (Timing(1, 2) if status == MISSED else timing)


@fault("qos.endless_loop")
class LoopWithShapes(Loops):
    """A loop that meets its limit reports shapes."""

    def ended(self, loop, status, shapes, timing):
        return status, ([OutputShape((1,), True)] if status == MISSED else shapes), timing


@fault("qos.loop_limit")
class LoopRunsOn(Wrong):
    """The request's limit on loops is ignored."""

    def execute_synchronously(self, request, measure, deadline, loop):
        return self.right.execute_synchronously(request, measure, deadline, 1_100_000_000)


@fault("qos.ending_loop")
class StickyLimit(Loops):
    """After a loop that met its limit no loop works."""

    met: ClassVar[list[int]] = []

    def ended(self, loop, status, shapes, timing):
        if status == MISSED:
            self.met.append(1)
        return (MISSED, (), Timing()) if self.met else (status, shapes, timing)


@fault("qos.ending_loop")
class TurnsCounted(Loops):
    """A loop with a limit ends after ten turns."""

    def ended(self, loop, status, shapes, timing):
        limited = loop is not None and loop > 1_000_000
        return (MISSED, (), Timing()) if limited else (status, shapes, timing)


class Accelerator(FaultyDevice):
    """Says that it is an accelerator."""

    device_type = DeviceType.ACCELERATOR


@fault("manners.computing")
class OnTheCPU(Accelerator):
    """An accelerator's driver computes on the CPU."""


@fault("manners.first_execution")
class WarmsUp(Wrong):
    """The first execution does what preparing should have done."""

    warm = False

    def execute_synchronously(self, *arguments):
        if not self.warm:
            time.sleep(0.15)
            self.warm = True
        return self.right.execute_synchronously(*arguments)


@fault("manners.compiling")
class Greedy(Wrong):
    """Preparing takes large amounts of memory."""

    def __init__(self, right, model):
        super().__init__(right, model)
        self.hoard = bytearray(b"\1") * (80 << 20)


@fault("manners.idling")
class Hoarding(Wrong):
    """Memory of models that were let go stays in use."""

    hoard: ClassVar[list[bytearray]] = []

    def __init__(self, right, model):
        super().__init__(right, model)
        self.hoard.append(bytearray(b"\1") * (80 << 20))


@fault("queries.name")
class Nameless(FaultyDevice):
    """The driver has no name."""

    name = ""


@fault("queries.version_string")
class Versionless(FaultyDevice):
    """The version string is empty."""

    version_string = ""


@fault("queries.device_type")
class Typeless(FaultyDevice):
    """The device's type is none of the contract's."""

    device_type = 17


@fault("queries.status")
class Busy(FaultyDevice):
    """The driver is busy when nobody uses it."""

    def get_status(self):
        return DeviceStatus.BUSY


class Capable(FaultyDevice):
    """Changes the capabilities."""

    def get_capabilities(self):
        status, told = super().get_capabilities()
        return status, self.changed(told)

    def changed(self, told):
        return told


@fault("queries.capabilities")
class NoPower(Capable):
    """A performance figure is 0."""

    def changed(self, told):
        return replace(told, while_performance=PerformanceInfo(1.0, 0.0))


@fault("queries.capabilities")
class NaNPerformance(Capable):
    """A performance figure is no number."""

    def changed(self, told):
        first = OperandPerformance(
            told.operand_performance[0].type, PerformanceInfo(1.0, float("nan"))
        )
        return replace(told, operand_performance=(first, *told.operand_performance[1:]))


@fault("queries.capabilities")
class Unsorted(Capable):
    """The operand types are not in order."""

    def changed(self, told):
        return replace(told, operand_performance=told.operand_performance[::-1])


@fault("queries.capabilities")
class TwiceListed(Capable):
    """An operand type is listed twice."""

    def changed(self, told):
        listed = told.operand_performance
        return replace(told, operand_performance=(listed[0], *listed))


@fault("queries.capabilities")
class Subgraphs(Capable):
    """There is a performance of SUBGRAPH operands."""

    def changed(self, told):
        last = OperandPerformance(15, PerformanceInfo(1.0, 1.0))
        listed = sorted((*told.operand_performance, last), key=lambda one: one.type)
        return replace(told, operand_performance=tuple(listed))


@fault("queries.extensions")
class BadName(FaultyDevice):
    """An extension's name has no dot."""

    def get_supported_extensions(self):
        return NONE, [Extension("Vendor", ())]


@fault("queries.extensions")
class BadSize(FaultyDevice):
    """An extension's operand type has no size."""

    def get_supported_extensions(self):
        return NONE, [Extension("com.vendor.ext", (ExtensionOperandType(1, True, 0),))]


@fault("queries.cache_files")
class ManyFiles(FaultyDevice):
    """More cache files are needed than the contract has."""

    def get_number_of_cache_files_needed(self):
        return NONE, 33, 0


@fault("queries.stable")
class Growing(FaultyDevice):
    """The number of cache files changes with each question."""

    count = 0

    def get_number_of_cache_files_needed(self):
        self.count += 1
        return NONE, self.count % 32, 0


@fault("queries.restarted")
class AnotherEachTime(FaultyDevice):
    """Each start of the driver has another version string."""

    starts: Any = itertools.count()

    def __init__(self) -> None:
        super().__init__()
        self.version_string = f"1.{next(self.starts)}"

"""Faults in priorities, deadlines, loop timeouts, resource usage and queries."""

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
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    MISSED_DEADLINE,
    NONE,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)
from tests.sample_drivers.calls.outputs_faults import Shaped

FAR = 2**62


@fault("qos.priority_levels", "prepare.status")
class NoHighPriority(FaultyDevice):
    """The driver refuses models of high priority."""

    def prepare_model(self, model, preference, priority, *more):
        if priority == Priority.HIGH:
            more[-1].notify(FAILURE, None)
            return FAILURE
        return super().prepare_model(model, preference, priority, *more)


@fault("qos.preparation_deadline")
class NotLaunched(FaultyDevice):
    """prepareModel returns an error for a deadline in the past."""

    def prepare_model(self, model, preference, priority, deadline, *more):
        if deadline is not None and deadline < time.monotonic_ns():
            more[-1].notify(MISSED_DEADLINE, None)
            return MISSED_DEADLINE
        return super().prepare_model(model, preference, priority, deadline, *more)


@fault("qos.preparation_deadline")
class NoDeadlines(FaultyDevice):
    """A preparation with a deadline reports that it missed it, however distant the deadline is."""

    def prepare_model(self, model, preference, priority, deadline, *more):
        past = None if deadline is None else 1
        return super().prepare_model(model, preference, priority, past, *more)


@fault("qos.preparation_deadline")
class MissedWithModel(FaultyDevice):
    """A preparation that missed its deadline delivers a prepared model."""

    def prepare_model(self, model, preference, priority, deadline, *more):
        if deadline is not None and deadline < FAR:
            more[-1].notify(MISSED_DEADLINE, FaultyPreparedModel(None, model))
            return NONE
        return super().prepare_model(model, preference, priority, deadline, *more)


class Late(Shaped):
    """A prepared model that ends executions with a near deadline with the answer of ``late``."""

    def execute_synchronously(self, request, measure, deadline, *more):
        if deadline is not None and deadline < FAR:
            return self.late(request, measure)
        return super().execute_synchronously(request, measure, deadline, *more)

    def late(self, request, measure):
        """Return the answer of an execution with a near deadline."""
        return MISSED_DEADLINE, (), Timing()


@fault("qos.execution_deadline")
class LateIsFailure(Late):
    """An execution that missed its deadline returns GENERAL_FAILURE."""

    def late(self, request, measure):
        return FAILURE, (), Timing()


@fault("qos.execution_deadline")
class LateWithShapes(Late):
    """An execution that missed its deadline reports output shapes."""

    def late(self, request, measure):
        return MISSED_DEADLINE, [OutputShape((4,), True)], Timing()


@fault("qos.execution_deadline")
class LateWithTime(Late):
    """An execution that missed its deadline reports a timing."""

    def late(self, request, measure):
        return MISSED_DEADLINE, (), Timing(1, 2)


@fault("qos.execution_deadline")
class LateAndWrong(Late):
    """An execution that missed its deadline returns NONE without outputs."""

    def late(self, request, measure):
        return NONE, (), Timing()


@fault("qos.execution_deadline")
class FarIsNear(FaultyPreparedModel):
    """The latest possible deadline counts as past."""

    def execute_synchronously(self, request, measure, deadline, *more):
        past = deadline if deadline is None or deadline < FAR else 1
        return self.right.execute_synchronously(request, measure, past, *more)


@fault("qos.asynchronous_execution_deadline")
class LateNotLaunched(FaultyPreparedModel):
    """execute returns an error for a deadline in the past."""

    def execute(self, request, measure, deadline, loop, callback):
        if deadline is not None and deadline < time.monotonic_ns():
            callback.notify(MISSED_DEADLINE, (), Timing())
            return MISSED_DEADLINE
        return self.right.execute(request, measure, deadline, loop, callback)


@fault("qos.deadline_overrun")
class GoesOn(Late):
    """An execution continues long after its deadline."""

    def late(self, request, measure):
        time.sleep(0.2)
        return MISSED_DEADLINE, (), Timing()


class Loops(Shaped):
    """A prepared model that changes the answer of executions with a loop timeout."""

    def execute_synchronously(self, request, measure, deadline, loop):
        answer = self.right.execute_synchronously(request, measure, deadline, loop)
        return self.ended(loop, *answer)

    def ended(self, loop, status, shapes, timing):
        """Return the answer of an execution with this loop timeout."""
        return status, shapes, timing


@fault("qos.endless_loop_timeout")
class LoopIsFailure(Loops):
    """An execution whose loop exceeds its timeout returns GENERAL_FAILURE."""

    def ended(self, loop, status, shapes, timing):
        return (FAILURE if status == MISSED_DEADLINE else status), shapes, timing


@fault("qos.endless_loop_timeout")
class LoopWithTime(Loops):
    """An execution whose loop exceeds its timeout reports a timing."""

    def ended(self, loop, status, shapes, timing):
        return status, shapes, (Timing(1, 2) if status == MISSED_DEADLINE else timing)


@fault("qos.endless_loop_timeout")
class LoopWithShapes(Loops):
    """An execution whose loop exceeds its timeout reports output shapes."""

    def ended(self, loop, status, shapes, timing):
        return status, ([OutputShape((1,), True)] if status == MISSED_DEADLINE else shapes), timing


@fault("qos.requested_loop_timeout")
class LoopRunsOn(FaultyPreparedModel):
    """The driver ignores the loop timeout of the request and uses 1.1 seconds."""

    def execute_synchronously(self, request, measure, deadline, loop):
        return self.right.execute_synchronously(request, measure, deadline, 1_100_000_000)


@fault("qos.terminating_loop")
class StickyLimit(Loops):
    """After one loop has exceeded its timeout, every execution reports a missed deadline."""

    expired: ClassVar[list[int]] = []

    def ended(self, loop, status, shapes, timing):
        if status == MISSED_DEADLINE:
            self.expired.append(1)
        return (MISSED_DEADLINE, (), Timing()) if self.expired else (status, shapes, timing)


@fault("qos.terminating_loop")
class TurnsCounted(Loops):
    """Every execution with a loop timeout above 1 ms reports that it was exceeded."""

    def ended(self, loop, status, shapes, timing):
        limited = loop is not None and loop > 1_000_000
        return (MISSED_DEADLINE, (), Timing()) if limited else (status, shapes, timing)


class Accelerator(FaultyDevice):
    """A driver whose getType returns ACCELERATOR."""

    device_type = DeviceType.ACCELERATOR


@fault("resource_usage.cpu_usage")
class OnTheCPU(Accelerator):
    """The driver of an accelerator computes on the CPU."""


@fault("resource_usage.first_execution_time")
class WarmsUp(FaultyPreparedModel):
    """The first execution of a prepared model takes 0.15 s longer: it does deferred work."""

    warm = False

    def execute_synchronously(self, *arguments):
        if not self.warm:
            time.sleep(0.15)
            self.warm = True
        return self.right.execute_synchronously(*arguments)


@fault("resource_usage.preparation_memory")
class Greedy(FaultyPreparedModel):
    """Each prepared model allocates 80 MiB."""

    def __init__(self, right, model):
        super().__init__(right, model)
        self.hoard = bytearray(b"\1") * (80 << 20)


@fault("resource_usage.memory_release")
class Hoarding(FaultyPreparedModel):
    """The driver allocates 80 MiB for each prepared model and never frees them."""

    hoard: ClassVar[list[bytearray]] = []

    def __init__(self, right, model):
        super().__init__(right, model)
        self.hoard.append(bytearray(b"\1") * (80 << 20))


@fault("queries.driver_name")
class Nameless(FaultyDevice):
    """The driver has no name."""

    name = ""


@fault("queries.version_string")
class Versionless(FaultyDevice):
    """The version string is empty."""

    version_string = ""


@fault("queries.device_type")
class Typeless(FaultyDevice):
    """The device's type is a number that DeviceType does not define."""

    device_type = 17


@fault("queries.device_status")
class Busy(FaultyDevice):
    """getStatus returns BUSY while no request is running."""

    def get_status(self):
        return DeviceStatus.BUSY


class Capable(FaultyDevice):
    """A driver that reports ``changed(capabilities)``."""

    def get_capabilities(self):
        status, capabilities = super().get_capabilities()
        return status, self.changed(capabilities)

    def changed(self, capabilities):
        """Return the capabilities to report."""
        return capabilities


@fault("queries.capabilities")
class NoPower(Capable):
    """The power usage of WHILE is 0."""

    def changed(self, capabilities):
        return replace(capabilities, while_performance=PerformanceInfo(1.0, 0.0))


@fault("queries.capabilities")
class NaNPerformance(Capable):
    """The execution time of one operand type is NaN."""

    def changed(self, capabilities):
        first = OperandPerformance(
            capabilities.operand_performance[0].type, PerformanceInfo(1.0, float("nan"))
        )
        return replace(
            capabilities, operand_performance=(first, *capabilities.operand_performance[1:])
        )


@fault("queries.capabilities")
class Unsorted(Capable):
    """The operand types are listed in descending order."""

    def changed(self, capabilities):
        return replace(capabilities, operand_performance=capabilities.operand_performance[::-1])


@fault("queries.capabilities")
class TwiceListed(Capable):
    """An operand type is listed twice."""

    def changed(self, capabilities):
        listed = capabilities.operand_performance
        return replace(capabilities, operand_performance=(listed[0], *listed))


@fault("queries.capabilities")
class Subgraphs(Capable):
    """The operand performance lists SUBGRAPH."""

    def changed(self, capabilities):
        last = OperandPerformance(15, PerformanceInfo(1.0, 1.0))
        listed = sorted(
            (*capabilities.operand_performance, last), key=lambda performance: performance.type
        )
        return replace(capabilities, operand_performance=tuple(listed))


@fault("queries.extensions")
class BadName(FaultyDevice):
    """An extension's name has no dot."""

    def get_supported_extensions(self):
        return NONE, [Extension("Vendor", ())]


@fault("queries.extensions")
class BadSize(FaultyDevice):
    """The tensor type of an extension has a byte size of 0."""

    def get_supported_extensions(self):
        return NONE, [Extension("com.vendor.ext", (ExtensionOperandType(1, True, 0),))]


@fault("queries.cache_file_counts")
class ManyFiles(FaultyDevice):
    """The driver needs 33 cache files; the contract permits at most 32."""

    def get_number_of_cache_files_needed(self):
        return NONE, 33, 0


@fault("queries.repeated_queries")
class Growing(FaultyDevice):
    """The number of cache files changes with each query."""

    count = 0

    def get_number_of_cache_files_needed(self):
        self.count += 1
        return NONE, self.count % 32, 0


@fault("queries.queries_after_restart")
class AnotherEachTime(FaultyDevice):
    """The version string changes with each start of the driver."""

    starts: Any = itertools.count()

    def __init__(self) -> None:
        super().__init__()
        self.version_string = f"1.{next(self.starts)}"

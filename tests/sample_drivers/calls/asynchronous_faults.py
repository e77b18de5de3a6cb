"""Faults in the callbacks of asynchronous executions and of preparations."""

from __future__ import annotations

import threading
import time
import weakref
from typing import Any, ClassVar

from conformance.hal import ErrorStatus, ExecutionCallback, OutputShape, Timing
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    MISSED_DEADLINE,
    NONE,
    SMALL,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)


class StoringCallback(ExecutionCallback):
    """A callback that stores the arguments of its last notification."""

    def __init__(self) -> None:
        self.arguments: tuple[Any, ...] = ()
        self.notified = threading.Event()

    def notify(self, *arguments: Any) -> None:
        self.arguments = arguments
        self.notified.set()


def refused(wrong: FaultyPreparedModel, arguments: Any) -> tuple[Any, ...]:
    """Return the status, shapes and timing if the request is invalid, else an empty tuple.

    The request is executed synchronously to find out.
    """
    request, measure, deadline, loop, _ = arguments
    answer = wrong.right.execute_synchronously(request, measure, deadline, loop)
    return answer if answer[0] == INVALID else ()


@fault("asynchronous.single_notification", "callback.missing")
class Silent(FaultyPreparedModel):
    """The callback is never notified."""

    def execute(self, *arguments):
        return self.right.execute(*arguments[:-1], StoringCallback())


@fault("asynchronous.single_notification")
class Twice(FaultyPreparedModel):
    """The callback is notified twice."""

    def execute(self, *arguments):
        stored = StoringCallback()
        launch = self.right.execute(*arguments[:-1], stored)
        stored.notified.wait(5)
        arguments[-1].notify(*stored.arguments)
        arguments[-1].notify(*stored.arguments)
        return launch


@fault("asynchronous.single_notification")
class TwiceLater(FaultyPreparedModel):
    """The driver notifies the callback a second time after a delay."""

    def execute(self, *arguments):
        stored = StoringCallback()
        launch = self.right.execute(*arguments[:-1], stored)
        stored.notified.wait(5)
        arguments[-1].notify(*stored.arguments)
        threading.Timer(0.02, arguments[-1].notify, stored.arguments).start()
        return launch


class TwiceOnStatus(FaultyPreparedModel):
    """A prepared model whose callback is notified twice of one status."""

    status: ClassVar[ErrorStatus] = SMALL

    def execute(self, *arguments):
        stored = StoringCallback()
        launch = self.right.execute(*arguments[:-1], stored)
        stored.notified.wait(5)
        for _ in range(2 if stored.arguments[0] == self.status else 1):
            arguments[-1].notify(*stored.arguments)
        return launch


@fault("asynchronous.single_notification_of_failure")
class TwiceOnSmallOutput(TwiceOnStatus):
    """The callback is notified twice if an output buffer is too small."""


@fault("asynchronous.single_notification_of_failure")
class TwiceOnLoopTimeout(TwiceOnStatus):
    """The callback is notified twice if a loop exceeds its timeout."""

    status = MISSED_DEADLINE


@fault("asynchronous.single_notification_of_failure")
class TwiceOnMissedDeadline(TwiceOnStatus):
    """The callback is notified twice if the deadline has passed."""

    status = ErrorStatus.MISSED_DEADLINE_PERSISTENT


@fault("memory_domains_execution.uninitialized_buffer", "callback.once")
class TwiceOnGeneralFailure(TwiceOnStatus):
    """The callback is notified twice of GENERAL_FAILURE."""

    status = FAILURE


@fault("asynchronous.single_notification_after_deadline")
class TwiceOnLatePreparation(FaultyDevice):
    """prepareModel notifies its callback twice if the deadline has passed."""

    def prepare_model(self, model, preference, priority, deadline, *more):
        if deadline is not None and deadline < time.monotonic_ns():
            more[-1].notify(MISSED_DEADLINE, None)
        return super().prepare_model(model, preference, priority, deadline, *more)


@fault("async-fast", "execute.launch")
class Disagreeing(FaultyPreparedModel):
    """execute returns GENERAL_FAILURE although it reports NONE to the callback."""

    def execute(self, *arguments):
        self.right.execute(*arguments)
        return FAILURE


@fault("async-fast", "callback.missing")
class SilentOnPath(FaultyPreparedModel):
    """The callback is never notified, on the asynchronous path."""

    def execute(self, *arguments):
        return self.right.execute(*arguments[:-1], StoringCallback())


@fault("async-fast", "callback.once")
class TwiceOnPath(Twice):
    """The callback is notified twice, on the asynchronous path."""


@fault("asynchronous.single_notification_on_refusal", "callback.missing")
class SilentRefusal(FaultyPreparedModel):
    """A refused execution does not notify its callback."""

    def execute(self, *arguments):
        return INVALID if refused(self, arguments) else self.right.execute(*arguments)


@fault("asynchronous.single_notification_on_refusal")
class RefusedTwice(FaultyPreparedModel):
    """A refused execution notifies its callback twice."""

    def execute(self, *arguments):
        if refused(self, arguments):
            arguments[-1].notify(INVALID, (), Timing())
        return self.right.execute(*arguments)


@fault("asynchronous.refusal_statuses_agree")
class LaunchedRefusal(FaultyPreparedModel):
    """execute returns NONE for an execution that is refused with INVALID_ARGUMENT."""

    def execute(self, *arguments):
        launch = self.right.execute(*arguments)
        return NONE if launch == INVALID else launch


@fault("asynchronous.refusal_statuses_agree")
class VagueRefusal(FaultyPreparedModel):
    """A refused execution reports GENERAL_FAILURE to its callback, but returns INVALID_ARGUMENT."""

    def execute(self, *arguments):
        if not refused(self, arguments):
            return self.right.execute(*arguments)
        arguments[-1].notify(FAILURE, (), Timing())
        return INVALID


@fault("asynchronous.refusal_without_results")
class RefusalWithShapes(FaultyPreparedModel):
    """A refused execution reports output shapes."""

    def execute(self, *arguments):
        if not refused(self, arguments):
            return self.right.execute(*arguments)
        arguments[-1].notify(INVALID, [OutputShape((4,), True)], Timing())
        return INVALID


@fault("asynchronous.refusal_without_results")
class RefusalWithTime(FaultyPreparedModel):
    """A refused execution reports a timing."""

    def execute(self, *arguments):
        if not refused(self, arguments):
            return self.right.execute(*arguments)
        arguments[-1].notify(INVALID, (), Timing(1, 2))
        return INVALID


@fault("asynchronous.outputs_before_notification")
class Hasty(FaultyPreparedModel):
    """The callback is notified before the outputs are written."""

    def execute(self, *arguments):
        arguments[-1].notify(NONE, (), Timing())
        return self.right.execute(*arguments[:-1], StoringCallback())


@fault("asynchronous.overlapping_executions", "asynchronous.overlapping_executions")
class OneCallback(FaultyPreparedModel):
    """The driver stores a single callback: a launch replaces one that is not yet notified."""

    waiting: ClassVar[list[Any]] = []

    def execute(self, *arguments):
        self.waiting[:] = [arguments[-1]]
        stored = StoringCallback()
        launch = self.right.execute(*arguments[:-1], stored)

        def later() -> None:
            stored.notified.wait(5)
            time.sleep(0.02)
            if self.waiting and self.waiting[0] is arguments[-1]:
                arguments[-1].notify(*stored.arguments)

        threading.Thread(target=later).start()
        return launch


@fault("asynchronous.overlapping_failures")
class ExchangedEnds(FaultyPreparedModel):
    """Two executions in progress at the same time exchange what they notify their callbacks of."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.waiting: list[tuple[StoringCallback, Any]] = []

    def execute(self, *arguments):
        stored = StoringCallback()
        launch = self.right.execute(*arguments[:-1], stored)
        stored.notified.wait(5)
        own = stored, arguments[-1]
        if not self.waiting:
            self.waiting.append(own)
            threading.Timer(0.02, self.notify_alone, [own]).start()
            return launch
        other = self.waiting.pop()
        for (end, _), (_, callback) in ((own, other), (other, own)):
            callback.notify(*end.arguments)
        return launch

    def notify_alone(self, own: tuple[StoringCallback, Any]) -> None:
        if own in self.waiting:
            self.waiting.remove(own)
            own[1].notify(*own[0].arguments)


@fault("asynchronous.released_while_executing")
class ForgottenOnRelease(FaultyPreparedModel):
    """The executions in progress are forgotten when the client releases the prepared model."""

    def execute(self, *arguments):
        stored, model = StoringCallback(), weakref.ref(self)
        launch = self.right.execute(*arguments[:-1], stored)

        def later() -> None:
            stored.notified.wait(5)
            time.sleep(0.02)
            if model() is not None:
                arguments[-1].notify(*stored.arguments)

        threading.Thread(target=later).start()
        return launch


class Again(ExecutionCallback):
    """A callback that forwards each notification twice."""

    def __init__(self, callback: Any) -> None:
        self.callback = callback

    def notify(self, *arguments: Any) -> None:
        self.callback.notify(*arguments)
        self.callback.notify(*arguments)


@fault("asynchronous.single_preparation_notification")
class PreparedTwice(FaultyDevice):
    """A preparation notifies its callback twice."""

    def prepare_model(self, *arguments):
        return super().prepare_model(*arguments[:-1], Again(arguments[-1]))


@fault("asynchronous.single_preparation_notification", "callback.missing")
class NeverPrepared(FaultyDevice):
    """A preparation never notifies its callback."""

    def prepare_model(self, *arguments):
        return super().prepare_model(*arguments[:-1], StoringCallback())


@fault("asynchronous.refused_preparation")
class RefusedModel(FaultyDevice):
    """A refused preparation delivers a prepared model."""

    def prepare_model(self, model, *arguments):
        stored = StoringCallback()
        launch = super().prepare_model(model, *arguments[:-1], stored)
        status, prepared = stored.arguments
        arguments[-1].notify(status, prepared or FaultyPreparedModel(None, model))
        return launch


@fault("asynchronous.refused_preparation")
class LaunchedPreparation(FaultyDevice):
    """prepareModel returns NONE for a refused preparation."""

    def prepare_model(self, *arguments):
        launch = super().prepare_model(*arguments)
        return NONE if launch == INVALID else launch

"""What a check works with: the driver, and calls that judge themselves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from conformance.drivers.process import IsolatedDevice
from conformance.hal import (
    Device,
    ErrorStatus,
    ExecutionPreference,
    Model,
    OperationType,
    PreparedModel,
    Priority,
    SyncFence,
    Version,
    name_of,
)
from conformance.harness import Finding, Kind, Options, calls
from conformance.harness.callbacks import PreparedModelRecord
from conformance.harness.check import lacking
from conformance.harness.verdict import JSONValue
from conformance.harness.wait_policy import at_most
from conformance.specfile import Example


class SetAsideError(Exception):
    """The check ends here without a breach: declined, not applicable, or lacking something."""

    def __init__(self, kind: Kind, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.finding = Finding(kind, rule, reason)


def set_aside_if_lacking(status: ErrorStatus, what: str) -> None:
    """End the check where a status says that there is no device, or that resources are lacking."""
    finding = lacking(status, what)
    if finding is not None:
        raise SetAsideError(finding.kind, finding.reason, finding.rule)


@dataclass(slots=True)
class Signalled:
    """When a fence was signalled: monotonic nanoseconds just before and just after."""

    before: int = 0
    at: int = 0


class Bench:
    """One check's hold on the driver.

    Calls go through ``harness.calls``: what is no answer at all ends the check as a finding.
    """

    def __init__(
        self,
        device: Device,
        version: Version,
        options: Options,
        reopen: Callable[[], Device] | None = None,
    ) -> None:
        self.device = device
        self._reopen = reopen
        self.version = version
        self.options = options
        self.details: dict[str, JSONValue] = {}
        """What the verdict tells besides, whatever it is."""
        self.evidence: Example | None = None
        """What a failure writes down."""
        self._finally: list[Callable[[], object]] = []

    def prepare(
        self,
        model: Model,
        preference: ExecutionPreference = ExecutionPreference.FAST_SINGLE_ANSWER,
        priority: int = Priority.MEDIUM,
    ) -> PreparedModel:
        """The valid model, prepared; the check is set aside where the driver declines it."""
        status, flags = calls.ask_supported(self.device, model)
        set_aside_if_lacking(status, "get_supported_operations")
        if status != ErrorStatus.NONE:
            reason = f"get_supported_operations answered {status.name} for a valid model"
            raise SetAsideError(Kind.FAILED, reason, "supported.status")
        record = PreparedModelRecord()
        timeout = self.options.callback_timeout
        end = calls.prepare(self.device, model, preference, timeout, record, priority)
        if end.model is not None and end.status == ErrorStatus.NONE:
            return end.model
        set_aside_if_lacking(end.status, "prepare_model")
        operations = zip(model.main.operations, flags, strict=False)
        unsupported = [name_of(OperationType, one.type) for one, flag in operations if not flag]
        if unsupported:
            reason = f"the driver does not support {', '.join(unsupported)}"
            raise SetAsideError(Kind.DECLINED, reason, "prepare.declined")
        reason = f"a model whose operations are all supported was refused with {end.status.name}"
        raise SetAsideError(Kind.FAILED, reason, "prepare.status")

    @property
    def patience(self) -> float:
        """Seconds in which any one call of another thread has ended, if it ever ends.

        Of a driver in its own process every call does, and a new process takes its time.
        """
        seconds = self.options.callback_timeout
        if isinstance(self.device, IsolatedDevice):
            limits = self.device.limits
            seconds += limits.prepare + limits.execute + limits.start
        return at_most(seconds)

    def revive(self) -> None:
        """Replace a driver's process that has died or hangs; nothing to do for one in ours."""
        if isinstance(self.device, IsolatedDevice):
            self.device.restart()

    @contextmanager
    def restarted(self) -> Iterator[Device]:
        """The driver, started again: in a new process, or as a second object in this one."""
        if isinstance(self.device, IsolatedDevice):
            self.device.restart()
            yield self.device
        elif self._reopen is None:
            raise SetAsideError(Kind.NOT_APPLICABLE, "nobody said how to open the driver again")
        else:
            yield calls.call("opening the driver again", self._reopen)

    @contextmanager
    def signal_later(self, fence: SyncFence, seconds: float) -> Iterator[Signalled]:
        """Signal a fence after a while, whatever the driver's call does meanwhile.

        On leaving, the fence has been signalled.
        """
        told = Signalled()

        def body() -> None:
            time.sleep(seconds)
            told.before = time.monotonic_ns()
            fence.signal()
            told.at = time.monotonic_ns()

        thread = threading.Thread(target=body, name="nn-signal", daemon=True)
        thread.start()
        try:
            yield told
        finally:
            thread.join()

    def at_end(self, action: Callable[[], object]) -> None:
        """Do this when the check has ended, in reverse order."""
        self._finally.append(action)

    def close(self) -> None:
        """Give back what the check took."""
        while self._finally:
            self._finally.pop()()

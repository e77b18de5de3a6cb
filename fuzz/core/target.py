"""``Target``: what a fuzz target checks, and how one input runs."""

from __future__ import annotations

import contextlib
import os
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NoReturn

from conformance.checks.check_context import SkipCheck
from conformance.harness.calls.driver_calls import DriverCallError
from fuzz.core import instrumentation
from fuzz.core.finding import (
    PROCESS_ENDS,
    FuzzFinding,
    FuzzFindingError,
    KnownFinding,
    from_harness,
    is_known,
    unexpected_exception,
)
from fuzz.core.instrumentation import DRIVER_VARIABLE
from fuzz.core.run_state import RunState
from fuzz.core.session import FuzzSession

STATE_VARIABLE: Final = "NN_CONFORMANCE_FUZZ_STATE"
"""Environment variable: folder in which a worker of a campaign records findings and inputs."""

EXIT_NOT_WRITTEN: Final = 74
"""Exit status of a worker that cannot write its results."""

_SECOND_RUN_EVERY: Final = 16

Check = Callable[[FuzzSession, bytes], FuzzFinding | None]
"""Runs one input and returns the violation that it shows, or ``None``."""


def end_unwritten(error: Exception) -> NoReturn:
    """End a worker that cannot write its results; the campaign reports the error."""
    with contextlib.suppress(OSError):
        print(f"a worker: {error}", file=sys.stderr, flush=True)  # noqa: T201
    os._exit(EXIT_NOT_WRITTEN)


@dataclass(slots=True)
class Target:
    """A fuzz target.

    Attributes:
        name: the name for ``--target``.
        check: runs one input.
        structured: the inputs have the form of ``fuzz.inputs``, so its mutator applies.
        request: the mutator changes mostly the request.
        mutator: changes inputs of another form.
        max_length: maximum length of an input in bytes.
        seconds: an input that takes longer counts as a hang.
        driver: returns the driver to open instead of the named one.
        culprit: the input that caused the finding that was returned last.

    """

    name: str
    check: Check
    structured: bool = False
    request: bool = False
    mutator: Callable[[bytes, int, int], bytes] | None = None
    max_length: int = 4096
    seconds: float = 30.0
    driver: Callable[[str], str] | None = None
    culprit: bytes = field(default=b"", init=False)
    _session: FuzzSession | None = field(default=None, init=False)
    _state: RunState | None = field(default=None, init=False)

    def session(self) -> FuzzSession:
        """Return the session; the driver is opened at the first call."""
        if self._session is None:
            named = os.environ.get(DRIVER_VARIABLE, "")
            self._session = FuzzSession(self.opened_driver(named))
        return self._session

    def opened_driver(self, named: str) -> str:
        """Return the driver that the target opens if the user has named a driver."""
        return self.driver(named) if self.driver is not None else named

    def use(self, session: FuzzSession) -> None:
        """Run the following inputs in another session."""
        self._session = session

    def close(self) -> None:
        """Release the session; the next input opens the driver again."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def run(self, data: bytes) -> None:
        """Run one input; the function that libFuzzer calls for each input.

        Raise ``FuzzFindingError`` for a finding, except in a worker of a campaign, which records it
        and continues. A worker that cannot write its results ends with ``EXIT_NOT_WRITTEN``.
        """
        state = self._run_state()
        if state is not None:
            state.begin(data)
        finding = self.find(data)
        if state is not None:
            try:
                state.end(self.session().rules_alone)
                if finding is not None:
                    state.record(finding, self.culprit)
            except OSError as error:
                end_unwritten(error)
        elif finding is not None:
            raise FuzzFindingError(finding, self.culprit)

    def find(self, data: bytes, known: tuple[KnownFinding, ...] = ()) -> FuzzFinding | None:
        """Run one input and return the finding, unless it is ``known``."""
        session = self.session()
        self.culprit = data
        instrumentation.start_input()
        try:
            finding = self._find(session, data)
        finally:
            instrumentation.end_input()
        if finding is not None and finding.kind in PROCESS_ENDS:
            session.restart()
        return None if finding is None or is_known(finding, known) else finding

    def _find(self, session: FuzzSession, data: bytes) -> FuzzFinding | None:
        """Run one input, some inputs twice, and measure the resources at times."""
        finding = self._checked(session, data)
        if finding is None and zlib.crc32(data) % _SECOND_RUN_EVERY == 0:
            finding = self._checked(session, data)
            if finding is not None:
                finding = replace(
                    finding,
                    reason=f"only in the second run of the same input: {finding.reason}",
                    signature=f"second run {finding.signature}",
                )
        if finding is None:
            finding = session.leaks.after_input(data, self._run_again)
            self.culprit = data if finding is None else session.leaks.leaking_input
        return finding

    def find_leak(self, data: bytes) -> FuzzFinding | None:
        """Run one input many times and return a finding if each repetition leaks."""
        return self.session().leaks.repeated(data, self._run_again)

    def _run_again(self, data: bytes) -> None:
        if (state := self._run_state()) is not None:
            state.begin_again(data)
        self._checked(self.session(), data)

    def _checked(self, session: FuzzSession, data: bytes) -> FuzzFinding | None:
        try:
            return self.check(session, data)
        except DriverCallError as error:
            return from_harness(error.finding)
        except SkipCheck as skipped:
            found = skipped.finding
            return from_harness(found) if found.kind.blames_driver else None
        except Exception as error:  # a fault of the suite is a finding too
            return unexpected_exception(f"the check of the target {self.name}", error)

    def _run_state(self) -> RunState | None:
        folder = os.environ.get(STATE_VARIABLE)
        if self._state is None and folder:
            try:
                self._state = RunState.open(Path(folder))
                self._state.record_calls()
            except OSError as error:
                end_unwritten(error)
        return self._state

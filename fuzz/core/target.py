"""``Target``: what a fuzz target checks, and how one input runs."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from conformance.harness.calls.driver_calls import DriverCallError
from conformance.harness.results.verdict import VerdictKind
from conformance.suite.check_context import SkipCheck
from fuzz.core.finding import (
    FuzzFinding,
    FuzzFindingError,
    KnownFinding,
    from_harness,
    is_known,
    unexpected_exception,
)
from fuzz.core.run_state import RunState
from fuzz.core.session import FuzzSession

STATE_VARIABLE: Final = "NN_CONFORMANCE_FUZZ_STATE"
"""Environment variable: folder in which a worker of a campaign records findings and inputs."""

_SECOND_RUN_EVERY: Final = 16
_ENDS_PROCESS: Final = (str(VerdictKind.CRASH), str(VerdictKind.HANG))

Check = Callable[[FuzzSession, bytes], FuzzFinding | None]
"""Runs one input and returns the violation that it shows, or ``None``."""


@dataclass(slots=True)
class Target:
    """A fuzz target.

    Attributes:
        name: the name for ``--target``.
        summary: what the target checks, in one line.
        check: runs one input.
        structured: the inputs have the form of ``fuzz.inputs``, so its mutator applies.
        request: the mutator changes mostly the request.
        mutator: changes inputs of another form.
        max_length: maximum length of an input in bytes.
        seconds: an input that takes longer counts as a hang.
        driver: returns the driver to open instead of the one that the environment names.

    """

    name: str
    summary: str
    check: Check
    structured: bool = False
    request: bool = False
    mutator: Callable[[bytes, int, int], bytes] | None = None
    max_length: int = 4096
    seconds: float = 30.0
    driver: Callable[[], str] | None = None
    _session: FuzzSession | None = field(default=None, init=False)
    _state: RunState | None = field(default=None, init=False)

    def session(self) -> FuzzSession:
        """Return the session; the driver is opened at the first call."""
        if self._session is None:
            self._session = FuzzSession(self.driver() if self.driver is not None else "")
        return self._session

    def use(self, session: FuzzSession) -> None:
        """Run the following inputs in another session."""
        self._session = session

    def close(self) -> None:
        """Release the session; the next input opens the driver again."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def run(self, data: bytes) -> None:
        """Run one input as libFuzzer's ``TestOneInput``.

        Raise ``FuzzFindingError`` for a finding, except in a worker of a campaign, which records it
        and continues.
        """
        state = self._run_state()
        if state is not None:
            state.begin(data)
        finding = self.find(data)
        if state is not None:
            session = self.session()
            state.end(session.rules_alone)
            if finding is not None:
                state.record(finding, data)
        elif finding is not None:
            raise FuzzFindingError(finding)

    def find(self, data: bytes, known: tuple[KnownFinding, ...] = ()) -> FuzzFinding | None:
        """Run one input and return the finding, unless it is ``known``."""
        session = self.session()
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
            finding = session.check_resources()
        if finding is not None and finding.kind in _ENDS_PROCESS:
            session.restart()
        return None if finding is None or is_known(finding, known) else finding

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
            self._state = RunState.open(Path(folder))
        return self._state

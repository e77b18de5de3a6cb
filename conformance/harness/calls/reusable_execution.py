"""Creates reusable executions and executes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance.hal import ErrorStatus, Execution, ExecutionConfig, Fence, PreparedModel, Request
from conformance.harness.calls import driver_calls, fenced_execution

CREATION_RULE: Final = "execution.creation"
"""The rule about the answer of ``create_reusable_execution``."""

_NEVER_AT_CREATION: Final = frozenset(
    {
        ErrorStatus.OUTPUT_INSUFFICIENT_SIZE,
        ErrorStatus.MISSED_DEADLINE_TRANSIENT,
        ErrorStatus.MISSED_DEADLINE_PERSISTENT,
    }
)
"""Statuses that the contract does not list: the call has no deadline and computes nothing."""


def create_reusable_execution(
    prepared: PreparedModel, request: Request, config: ExecutionConfig
) -> tuple[ErrorStatus, Execution | None]:
    """Call ``create_reusable_execution`` and return its checked answer.

    The execution is ``None`` unless the status is NONE.
    """
    call = "create_reusable_execution"
    status, execution = driver_calls.call_checked(
        call, prepared.create_reusable_execution, request, config
    )
    problem = ""
    if (status == ErrorStatus.NONE) != (execution is not None):
        presence = "without" if execution is None else "with"
        problem = f"{call} answered {status.name} {presence} an execution"
    elif status in _NEVER_AT_CREATION:
        problem = f"{call} answered {status.name}, which only an execution may answer"
    if problem:
        driver_calls.raise_failure(CREATION_RULE, problem)
    return status, execution


def execute_synchronously(
    execution: Execution, deadline: int | None = None
) -> driver_calls.ExecutionOutcome:
    """Execute synchronously and return the outcome; the deadline is in nanoseconds."""
    call, execute = "Execution.execute_synchronously", execution.execute_synchronously
    return driver_calls.ExecutionOutcome(*driver_calls.call_checked(call, execute, deadline))


def launch_fenced(
    execution: Execution,
    *,
    wait_for: Sequence[Fence | None] = (),
    deadline: int | None = None,
    duration: int | None = None,
) -> fenced_execution.FencedLaunch:
    """Launch a fenced execution and return its checked answer; the limits are in nanoseconds."""
    return fenced_execution.checked_launch(
        "Execution.execute_fenced", execution.execute_fenced, tuple(wait_for), deadline, duration
    )


class KeptExecution:
    """A reusable execution that is kept for further executions of the same request."""

    def __init__(self) -> None:
        self._execution: Execution | None = None
        self._key: object = None

    @property
    def is_created(self) -> bool:
        """Whether there is an execution, which refers to the memory of its request."""
        return self._execution is not None

    def create(
        self, prepared: PreparedModel, request: Request, config: ExecutionConfig
    ) -> tuple[ErrorStatus, Execution | None]:
        """Return NONE and the kept execution, or the answer for a new one.

        The kept execution is released if prepared model, request or configuration differ.
        """
        key = prepared, request, config
        if self._execution is not None and self._key == key:
            return ErrorStatus.NONE, self._execution
        self.release()
        status, self._execution = create_reusable_execution(prepared, request, config)
        self._key = key
        return status, self._execution

    def release(self) -> None:
        """Drop the reference to the execution, so that the driver can release its resources."""
        self._execution = self._key = None

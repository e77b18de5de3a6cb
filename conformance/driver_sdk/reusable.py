"""Reusable executions on top of the executions of a prepared model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.hal import (
    ErrorStatus,
    Execution,
    ExecutionConfig,
    Fence,
    FencedExecutionCallback,
    OutputShape,
    PreparedModel,
    Request,
    Timing,
)


@dataclass(eq=False, repr=False)
class ReusableExecution(Execution):
    """Executes one request by the prepared model's own calls, which check it each time.

    It keeps no state between executions and ignores all hints, as the contract permits.
    """

    _prepared_model: PreparedModel
    _request: Request
    _config: ExecutionConfig

    def execute_synchronously(
        self, deadline: int | None
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        config = self._config
        return self._prepared_model.execute_synchronously(
            self._request, config.measure, deadline, config.loop_timeout_duration
        )

    def execute_fenced(
        self, wait_for: Sequence[Fence], deadline: int | None, duration: int | None
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        config = self._config
        return self._prepared_model.execute_fenced(
            self._request,
            wait_for,
            config.measure,
            deadline,
            config.loop_timeout_duration,
            duration,
        )

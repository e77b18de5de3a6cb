"""Measurement of executions without the harness's checks of the answers.

These checks take about 10 microseconds, and those of fenced answers twice as long.
"""

from __future__ import annotations

import select
import time
from typing import Any

from conformance.bursts import BurstController, BurstResult
from conformance.hal import MeasureTiming, PreparedModel, Request


class ModelClock(PreparedModel):
    """Forwards each call to a driver's prepared model, and measures synchronous and fenced ones.

    ``seconds`` is the duration of the last execution: of the call, and for a fenced execution until
    its fence is signalled.
    """

    def __init__(self, model: Any, timeout: float) -> None:
        self._model = model
        self._milliseconds = int(timeout * 1000)
        self.seconds = 0.0

    def execute(self, *arguments: Any) -> Any:
        return self._model.execute(*arguments)

    def execute_synchronously(self, *arguments: Any) -> Any:
        start = time.perf_counter()
        answer = self._model.execute_synchronously(*arguments)
        self.seconds = time.perf_counter() - start
        return answer

    def execute_fenced(self, *arguments: Any) -> Any:
        start = time.perf_counter()
        answer = self._model.execute_fenced(*arguments)
        fence = answer[1] if isinstance(answer, tuple) and len(answer) == 3 else None
        if fence is not None:
            poll = select.poll()
            poll.register(fence.fileno(), select.POLLIN)
            # The harness reports a fence that is not signalled in time.
            poll.poll(self._milliseconds)
        self.seconds = time.perf_counter() - start
        return answer

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return self._model.configure_execution_burst(*arguments)


class BurstClock:
    """Executes requests through a burst; ``seconds`` is the duration of the last execution."""

    def __init__(self, burst: BurstController) -> None:
        self._burst = burst
        self.seconds = 0.0

    def execute(self, request: Request, measure: MeasureTiming) -> BurstResult:
        """Execute a request and return its result."""
        start = time.perf_counter()
        result = self._burst.execute(request, measure)
        self.seconds = time.perf_counter() - start
        return result

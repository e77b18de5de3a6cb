"""Runs parts of a check on simultaneous threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from conformance.checks.framework.check_context import CheckContext, SkipCheck
from conformance.harness.calls import driver_calls
from conformance.harness.supervision.wait_policy import measure_driver_time
from conformance.verdicts import Finding, VerdictKind


def run_concurrently(
    context: CheckContext, functions: Sequence[Callable[[Turns], str]]
) -> Iterator[Finding | str]:
    """Run functions on simultaneous threads; yield the problems that they return, without
    duplicates.

    Each function calls ``wait`` of its argument before every driver call that must coincide with
    those of the other threads. A thread that does not end is reported as a hang. An exception that
    does not describe an error of the driver is raised: it is an error of the suite.
    """
    context.require_concurrent_calls(len(functions))
    turns = Turns(len(functions), context.options.callback_timeout)
    problems: list[Finding | str] = []
    unexpected: list[Exception] = []

    def run(function: Callable[[Turns], str]) -> None:
        try:
            if problem := function(turns):
                problems.append(problem)
        except (driver_calls.DriverCallError, SkipCheck) as error:
            problems.append(error.finding)
        except Exception as error:
            unexpected.append(error)
        finally:
            turns.end()

    threads = [
        threading.Thread(target=run, args=(function,), daemon=True) for function in functions
    ]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + context.join_timeout
    with measure_driver_time():
        for thread in threads:
            thread.join(max(deadline - time.monotonic(), 0.0))
    running = sum(thread.is_alive() for thread in threads)
    if unexpected:
        raise unexpected[0]
    seen: list[Finding | str] = []
    for reported in tuple(problems):
        if reported not in seen:
            seen.append(reported)
            yield reported
    if running:
        yield Finding(
            VerdictKind.HANG,
            "",
            f"{running} of {len(functions)} threads did not end within {context.join_timeout:g} s",
        )


class Turns:
    """Makes the calls of several threads begin at the same time, turn by turn."""

    def __init__(self, threads: int, limit: float) -> None:
        self._barrier = threading.Barrier(threads)
        self._limit = limit

    def wait(self) -> None:
        """Wait until every thread has reached its next turn, at most for the limit.

        After a thread has ended or the limit has expired once, no thread waits any longer.
        """
        with suppress(threading.BrokenBarrierError):
            self._barrier.wait(self._limit)

    def end(self) -> None:
        """State that the calling thread has no further turn."""
        self._barrier.abort()

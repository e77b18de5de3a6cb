"""Runs parts of a check on simultaneous threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence

from conformance.harness.calls import driver_calls
from conformance.harness.results.verdict import Finding, VerdictKind
from conformance.harness.supervision.wait_policy import measure_driver_time
from conformance.suite.check_context import CheckContext, SkipCheck


def run_concurrently(
    context: CheckContext, functions: Sequence[Callable[[], str]]
) -> Iterator[Finding | str]:
    """Run functions on simultaneous threads; yield the problems that they return, without
    duplicates.

    A thread that does not end is reported as a hang.
    """
    barrier = threading.Barrier(len(functions))
    problems: list[Finding | str] = []

    def run(function: Callable[[], str]) -> None:
        try:
            barrier.wait(context.options.callback_timeout)
            problem = function()
        except (driver_calls.DriverCallError, SkipCheck) as error:
            problems.append(error.finding)
        except Exception as error:
            problems.append(f"a thread of the check raised {type(error).__name__}: {error}")
        else:
            if problem:
                problems.append(problem)

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

"""Checks of fenced executions with many fences, and of several pending executions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from conformance.checks.check_context import CheckContext
from conformance.checks.fenced_launches import (
    PENDING_SECONDS,
    PendingExecution,
    require_waiting,
)
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model
from conformance.hal import Version
from conformance.verdicts import Finding

_SECTION: Final = "IPreparedModel.executeFenced, waitFor; Drivers: Fenced execution"
_FENCES: Final = 40
"""More fences than small fixed-size tables of a driver have entries."""


@check(_SECTION, since=Version.V1_3)
def many_fences(context: CheckContext) -> None:
    """IPreparedModel::executeFenced with 40 wait fences starts only when the last of them is
    signalled, in any order, and then ends with NONE and the expected values.
    """
    prepared = context.prepare(addition_model())
    for last in (0, _FENCES - 1, _FENCES // 2):
        launching = PendingExecution(context, prepared, last, count=_FENCES)
        launch = launching.wait_for_launch()
        launching.signal(*((last + more) % _FENCES for more in range(1, _FENCES)))
        time.sleep(PENDING_SECONDS)
        with context.case():
            when = f"while wait fence {last} of {_FENCES} was pending"
            require_waiting(launching.addition, launch, when)
        with context.case(f"with {_FENCES} wait fences"):
            launching.signal_and_complete()


@check(_SECTION, since=Version.V1_3)
def independent_executions(context: CheckContext) -> Iterator[Finding]:
    """Of several pending fenced executions of one prepared model, each starts only when its own
    wait fence is signalled, and signals its own fence with the expected values.

    No clause forbids a driver to execute in the order of the launches: an execution that waits for
    another pending one is a quality warning.
    """
    prepared = context.prepare(addition_model())
    limit = min(context.options.callback_timeout, 10.0)
    pending, launches, patience = [], [], min(limit, 0.5)
    for seed in range(4):
        # One after the other: threads that start together launch in any order.
        pending.append(PendingExecution(context, prepared, seed))
        launches.append(pending[-1].wait_for_launch(patience))
        if launches[-1] is None:  # the driver waits for the fences within the call
            patience = PENDING_SECONDS
    waiting = [2, 0, 3, 1]
    while waiting:
        number = waiting.pop(0)
        pending[number].signal()
        if not pending[number].ended_within(limit):
            yield quality_warning(
                f"pending execution {number} had not ended {limit:g} s after its wait fence was "
                "signalled, while other executions were pending"
            )
            break
        for other in waiting:
            with context.case(f"pending execution {other}"):
                when = f"when the wait fence of execution {number} was signalled"
                require_waiting(pending[other].addition, launches[other], when)
    for launching in pending:
        launching.signal()
    for number, launching in enumerate(pending):
        with context.case(f"execution {number} of 4 that were pending at the same time"):
            launching.complete(launching.addition)

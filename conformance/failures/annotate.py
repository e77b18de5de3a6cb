"""``annotate`` adds to verdicts on a failing case the first wrong operand and a smaller case."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.cases.example import Example
from conformance.failures.failure_search import MinimizedFailure, minimize_failure
from conformance.failures.localization import ExampleRunner, add_divergence
from conformance.oracle.other_data import OtherDataSource
from conformance.verdicts import Verdict


def annotate(
    runner: ExampleRunner,
    example: Example,
    verdicts: Sequence[Verdict],
    other_data: OtherDataSource | None = None,
    seconds: float = 0.0,
) -> tuple[list[Verdict], MinimizedFailure | None]:
    """Return the verdicts with what explains the failure, and the smallest case if one is found.

    Verdicts on wrong values name the first operand that differs. Within ``seconds``, a smaller case
    that fails in the same way is searched for, and the verdicts describe it.
    """
    located = add_divergence(runner.another(), example, verdicts, other_data)
    smaller = minimize_failure(runner.another(), example, located, other_data, seconds)
    if smaller is None:
        return located, None
    return [smaller.describe(verdict) for verdict in located], smaller

"""Collects verdicts on events after the end of a case, such as late writes and callbacks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Generic, TypeVar

from conformance.verdicts import Verdict

_Case = TypeVar("_Case")


class LateFindings(Generic[_Case]):
    """Late verdicts that have not been reported yet: one for each case, path and rule.

    A driver may notify a callback 200,000 times after the verdict. Therefore only the latest
    verdict for a case, path and rule is kept, and ``count`` in its details is the number of all.
    Once it has been taken, further ones are dropped. ``add`` may be called from any thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pending: dict[tuple[str, str, str], tuple[_Case, Verdict, int]] = {}
        self._reported: set[tuple[str, str, str]] = set()

    def add(self, case: _Case, verdict: Verdict) -> None:
        """Record a late verdict on a case."""
        key = verdict.case_id, verdict.path, verdict.rule
        with self._lock:
            if key not in self._reported:
                first, _, count = self._pending.get(key, (case, verdict, 0))
                self._pending[key] = first, verdict, count + 1

    def take(self, case_id: str | None = None) -> Iterator[tuple[_Case, Verdict]]:
        """Remove and yield the verdicts on case ``case_id``, or on all cases if it is ``None``."""
        with self._lock:
            keys = [key for key in self._pending if case_id is None or key[0] == case_id]
            taken = [self._pending.pop(key) for key in keys]
            self._reported.update(keys)
        for case, verdict, count in taken:
            yield case, replace(verdict, details={**verdict.details, "count": count})

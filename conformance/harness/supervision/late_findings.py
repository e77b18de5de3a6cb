"""Collects verdicts on events after the end of a case, such as late writes and callbacks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from conformance.verdicts import Verdict

_Case = TypeVar("_Case")
_Key = tuple[str, str, str]


@dataclass(slots=True)
class _Pending(Generic[_Case]):
    case: _Case
    verdict: Verdict
    count: int = 0


class LateFindings(Generic[_Case]):
    """Late verdicts that have not been reported yet: one for each case, path and rule.

    A driver may notify a callback 200,000 times after the verdict. Therefore only the latest
    verdict for a case, path and rule is kept, and ``count`` in its details is the number of all.
    Once it has been taken, further ones are dropped. ``add`` may be called from any thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pending: dict[_Key, _Pending[_Case]] = {}
        self._reported: set[_Key] = set()

    def add(self, case: _Case, verdict: Verdict) -> None:
        """Record a late verdict on a case."""
        key = _key(verdict)
        with self._lock:
            if key in self._reported:
                return
            pending = self._pending.setdefault(key, _Pending(case, verdict))
            pending.verdict = verdict
            pending.count += 1

    def take(self, case_id: str | None = None) -> Iterator[tuple[_Case, Verdict]]:
        """Remove and yield the verdicts on case ``case_id``, or on all cases if it is ``None``."""
        with self._lock:
            if not self._pending:
                return
            keys = [key for key in self._pending if case_id is None or key[0] == case_id]
            taken = [self._pending.pop(key) for key in keys]
            self._reported.update(keys)
        for pending in taken:
            details = {**pending.verdict.details, "count": pending.count}
            yield pending.case, replace(pending.verdict, details=details)


def _key(verdict: Verdict) -> _Key:
    return verdict.case_id, verdict.path, verdict.rule

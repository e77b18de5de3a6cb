"""The cases of a run, as far as explanations need them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from conformance.failures.failure_signature import FailureSignature, signature_of
from conformance.verdicts import Verdict, VerdictKind

_PASSED: Final = frozenset({VerdictKind.PASSED, VerdictKind.QUALITY_WARNING})
_MAX_PASSED: Final = 1500
"""Number of passing verdicts of one operation that are kept."""


@dataclass(slots=True)
class RunCases:
    """Failures by signature, and the passing cases of each operation.

    ``failures`` holds all failures, ``passed`` the cases and paths of cases that contain one
    operation only.
    """

    failures: defaultdict[FailureSignature, list[Verdict]] = field(
        default_factory=lambda: defaultdict(list)
    )
    passed: defaultdict[str, list[tuple[str, str]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def add(self, verdicts: Sequence[Verdict]) -> None:
        """Add verdicts, in any order."""
        for verdict in verdicts:
            if verdict.kind.blames_driver:
                self.failures[signature_of(verdict)].append(verdict)
            elif verdict.kind in _PASSED and len(verdict.operations) == 1:
                known = self.passed[verdict.operations[0]]
                if len(known) < _MAX_PASSED:
                    known.append((verdict.case_id, verdict.path))

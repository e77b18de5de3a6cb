"""The cases of a run, as far as explanations need them, and their examples by case id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from conformance.cases import Example, SpecError, SpecIndex, bundled_specs
from conformance.cases.sources import SPEC_SUFFIX, load_sources
from conformance.failures.failure_grouping import FailureSignature, signature_of
from conformance.hal import Version
from conformance.harness.quantization_coupling import convert_to_signed
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


class CaseSource:
    """Finds examples of spec files and random graphs by case id.

    ``folders`` are searched for spec files in addition to the bundled specs. ``version`` is the
    driver's: random graphs depend on it.
    """

    def __init__(
        self, version: Version, folders: Sequence[Path] = (), index: SpecIndex | None = None
    ) -> None:
        self.version = version
        self._folders = folders
        self._index = index or SpecIndex()
        self._sources = load_sources()

    def load(self, case_id: str, *, signed: bool = False) -> Example | None:
        """Return the example of a case, or ``None`` if it cannot be found or read.

        ``signed`` selects the form with signed 8-bit data.
        """
        example = self._load(case_id)
        if example is None or not signed:
            return example
        return convert_to_signed(example, every=True)

    def _load(self, case_id: str) -> Example | None:
        first, _, rest = case_id.partition("/")
        for source in self._sources:
            if source.prefix and case_id.startswith(source.prefix):
                return source.example(case_id, self.version)
        spec, _, name = rest.partition("/")
        if not name or "/" in name:
            return None
        path = bundled_specs() / first / f"{spec}{SPEC_SUFFIX}"
        if not path.is_file():
            found = self._other_files.get((first, spec))
            if found is None:
                return None
            path = found
        with suppress(SpecError, KeyError):
            return self._index.load(path, name)
        return None

    @cached_property
    def _other_files(self) -> dict[tuple[str, str], Path]:
        """The spec files in the given folders, by the name of their folder and their own name."""
        found: dict[tuple[str, str], Path] = {}
        for folder in self._folders:
            files = [folder] if folder.is_file() else sorted(folder.rglob(f"*{SPEC_SUFFIX}"))
            for file in files:
                if file.name.endswith(SPEC_SUFFIX):
                    spec = file.name.removesuffix(SPEC_SUFFIX)
                    found.setdefault((file.resolve().parent.name, spec), file)
        return found

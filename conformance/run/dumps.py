"""The dumps of a session: which failing cases are written to disk, when and in which form.

``Session`` owns one ``DumpCollector``, whose ``remember_failure`` the judge calls for each failure.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from conformance import __version__
from conformance.cases import Example
from conformance.cases.casefile import Case, CaseError, read_case
from conformance.drivers import DriverIdentity
from conformance.failures.failure_dump import Dumper, DumpLimit, DumpResult, RunInfo
from conformance.failures.failure_grouping import signature_of
from conformance.failures.localization import failure_with_divergence
from conformance.harness.failure import CaseFailure, PathAttempt
from conformance.results.reproduction import reproduction
from conformance.verdicts import DIAGNOSIS_KEY, Verdict
from nn_conformance_options import Settings

_MOST_DUMPS: Final = 50
_PER_CAUSE: Final = 3
"""Without a number in ``--dump``, the smallest failing cases of each cause are dumped."""


class DumpCollector:
    """Collects the failures that the judge reports; dumps a case when its verdicts are final.

    The verdicts are final only after waivers, the baseline and retries have been applied. Under
    xdist each worker writes its own dumps; all workers share the limit on their number through a
    counter file in the dump folder.
    """

    def __init__(
        self, settings: Settings, identity: DriverIdentity, start: Path, token: str, *, alone: bool
    ) -> None:
        """Write dumps below the folder ``start``.

        The processes of a run that are not ``alone`` share the counter file that ``token`` names.
        """
        count = settings.dump_count
        self.folder: Path = start / settings.dump_folder
        self.limit: int = _MOST_DUMPS if count is None else count
        self.token = token
        shared = None if alone else self._counter_file
        self._pending: list[CaseFailure] = []
        self._case_file_by_id: dict[str, Path] = {}
        self._dumper: Dumper | None = None
        self.per_cause: int = _PER_CAUSE if count is None else 0
        self._start = start
        self._dumped: defaultdict[object, list[tuple[int, str]]] = defaultdict(list)
        """The sizes and folders of the dumps of this process, by cause."""
        if self.limit > 0:
            run_info = RunInfo(
                settings.driver or "",
                f"{identity.name} {identity.version_string}".strip(),
                settings.seed,
                __version__,
                reproduction(settings.driver or "", options=settings.repeated()),
                start,
            )
            self._dumper = Dumper(self.folder, run_info, DumpLimit(self.limit, shared))

    @property
    def _counter_file(self) -> Path:
        return self.folder / f".dumps-{self.token}"

    @property
    def enabled(self) -> bool:
        """Whether failing cases are dumped; false with ``--dump :0``."""
        return self._dumper is not None

    def remember_failure(self, failure: CaseFailure) -> None:
        """Keep a failure until its verdicts are final; the judge calls this for each failure."""
        if self._dumper is not None:
            self._pending.append(failure)

    def dump_case(
        self,
        verdicts: Sequence[Verdict],
        pristine: Callable[[], Case | None] = lambda: None,
        file: Path | None = None,
        smaller: CaseFailure | None = None,
    ) -> tuple[list[Verdict], DumpResult | None]:
        """Dump the case of ``verdicts`` if they still blame the driver.

        Return the verdicts, with the dump's folder in their details, and the dump (``None`` if the
        case was not dumped). ``pristine`` loads the case again, because the driver may have changed
        the memory of the case that was executed. ``file`` is the case file from which the case was
        read, if any. ``smaller`` is the failure of a smaller case that fails in the same way; it is
        dumped in place of the original.
        """
        if file is not None and verdicts:
            self._case_file_by_id[verdicts[0].case_id] = file
        failures, self._pending = [f for f in self._pending if not f.late], []
        if not failures or self._dumper is None:
            return list(verdicts), None
        blamed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
        if not blamed:
            return list(verdicts), None
        try:
            origin = None if failures[0].derived else pristine()
        except Exception:  # the dump then holds the case that was executed
            origin = None
        failure = smaller or failure_with_divergence(failures[0], verdicts)
        dump = self._dump_if_small(self._dumper, failure, blamed[0], origin, file)
        return [_with_dump_folder(verdict, dump) for verdict in verdicts], dump

    def _dump_if_small(
        self,
        dumper: Dumper,
        failure: CaseFailure,
        verdict: Verdict,
        origin: Case | None,
        file: Path | None,
    ) -> DumpResult:
        """Dump a failure if it is one of the smallest with its cause; remove a larger one."""
        if not self.per_cause or file is not None:
            return dumper.dump(failure, origin, file)
        known = self._dumped[signature_of(verdict), verdict.details.get(DIAGNOSIS_KEY)]
        size = _size(failure.example)
        largest = max(known) if len(known) >= self.per_cause else None
        if largest is not None and size >= largest[0]:
            return DumpResult(failure.case_id, same_cause=True)
        dump = dumper.dump(failure, origin, file, replaces=largest is not None)
        if dump.folder:
            if largest is not None:
                known.remove(largest)
                dumper.remove(self._start / largest[1])
            known.append((size, dump.folder))
        return dump

    def exists(self, folder: str) -> bool:
        """Return whether the folder of a dump still exists; a smaller case may have replaced it."""
        return (self._start / folder).exists()

    def keep_smallest(self, folders: Sequence[str]) -> list[str]:
        """Remove all dumps but the first ones of a cause; return the removed folders.

        ``folders`` are those of the dumps of one cause, the smallest case first.
        """
        if not self.per_cause:
            return []
        removed = list(folders[self.per_cause :])
        for folder in removed:
            Dumper.remove(self._start / folder)
        return removed

    def number(self, folders: Sequence[str], causes: Sequence[str]) -> int:
        """Link ``1``, ``2``, ... to these folders, without the empty ones; return their number.

        The links of earlier runs are removed. Each dump states its cause.
        """
        if not any(folders):
            return 0
        with suppress(OSError):
            for link in self.folder.iterdir():
                if link.name.isdecimal() and link.is_symlink():
                    link.unlink()
            for number, (folder, cause) in enumerate(zip(folders, causes, strict=True), 1):
                if folder:
                    target = os.path.relpath(self._start / folder, self.folder)
                    (self.folder / str(number)).symlink_to(target)
                    Dumper.note_cause(self._start / folder, cause)
        return len(folders)

    def dump_late_failures(
        self, verdicts: Sequence[Verdict]
    ) -> tuple[list[Verdict], list[DumpResult]]:
        """Dump the cases of verdicts that were reported late, after their cases had ended.

        Each verdict can belong to a different case. Return the verdicts, with the dumps' folders
        in their details, and the dumps.
        """
        failures, self._pending = [f for f in self._pending if f.late], []
        if self._dumper is None:
            return list(verdicts), []
        dumps = []
        for failure in failures:
            file, origin = self._case_file_by_id.get(failure.case_id), None
            if file is not None:
                with suppress(CaseError):
                    origin = read_case(file)
            dumps.append(self._dumper.dump(failure, origin))
        by_case = {dump.case_id: dump for dump in dumps}
        dumped = [
            _with_dump_folder(verdict, by_case[verdict.case_id])
            if verdict.case_id in by_case
            else verdict
            for verdict in verdicts
        ]
        return dumped, dumps

    def dump_crashed_case(
        self, verdict: Verdict, pristine: Callable[[], Case]
    ) -> tuple[Verdict, DumpResult | None]:
        """Dump a case whose process ended; ``verdict`` is all that is known of its execution.

        ``pristine`` loads the case. If that fails, the returned dump states the problem.
        """
        if self._dumper is None:
            return verdict, None
        try:
            origin = pristine()
        except Exception as error:  # a spec file, which is executed here, can raise anything
            return verdict, DumpResult(verdict.case_id, problem=f"not dumped: {error}")
        failure = CaseFailure(verdict.case_id, origin.example, (PathAttempt(verdict),))
        dump = self._dumper.dump(failure, origin)
        return _with_dump_folder(verdict, dump), dump

    def finish(self) -> None:
        """Remove the counter file that the workers shared."""
        with suppress(OSError):
            self._counter_file.unlink()


def _size(example: Example) -> int:
    """Return the size by which cases are compared: operations first, then bytes of data."""
    model = example.model
    operations = sum(len(graph.operations) for graph in (model.main, *model.referenced))
    data = sum(len(data) for data in example.inputs if data) + len(model.operand_values)
    return (operations << 40) + data + sum(pool.size for pool in model.pools)


def _with_dump_folder(verdict: Verdict, dump: DumpResult) -> Verdict:
    if not dump.folder or not verdict.kind.blames_driver:
        return verdict
    return replace(verdict, details={**verdict.details, "dump": dump.folder})

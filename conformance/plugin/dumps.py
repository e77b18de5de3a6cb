"""The dumps of a pytest session: which failing cases are written to disk, when and in which form.

``Run`` owns one ``Dumps``, whose ``take`` the judge calls for each failure. ``DumpSession`` reports
the dumps to the user.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from conformance import __version__
from conformance.drivers import Identity
from conformance.harness import Attempt, Failure, Verdict
from conformance.harness.dump import Dump, Dumper, Limit, RunFacts
from conformance.plugin.causes import located
from conformance.specfile.casefile import CaseError, CaseFile, read_case

_SHARE: Final = 0.2
"""Time limit of one dump, as a fraction of ``--case-limit``."""

_TOKEN: Final = "nn_dump_token"
_REPEATED: Final[tuple[tuple[str, str, Any], ...]] = (
    ("nn_isolate", "--isolate", False),
    ("nn_limit", "--limit", []),
    ("nn_memory_limit", "--memory-limit", None),
    ("nn_file_limit", "--file-limit", None),
    ("nn_cpu_limit", "--cpu-limit", None),
    ("nn_coupling", "--coupling", "default"),
    ("nn_callback_timeout", "--callback-timeout", 10.0),
    ("nn_seed", "--nn-seed", 0),
    ("nn_mutants", "--mutants", 300),
    ("nn_paths", "--paths", "default"),
    ("nn_mutate", "--mutate", 0),
)
"""Options that the reproduction command repeats: pytest's name, flag and default value.

An option with its default value is omitted from the command.
"""


class Dumps:
    """Collects the failures that the judge reports; dumps a case when its verdicts are final.

    The verdicts are final only after waivers, the baseline and retries have been applied. Under
    xdist each worker writes its own dumps; all workers share the limit on their number through a
    counter file in the dump folder.
    """

    def __init__(self, config: pytest.Config, driver: str, identity: Identity) -> None:
        start = Path(config.invocation_params.dir)
        self.folder: Path = start / config.getoption("nn_dump")
        self.limit: int = 0 if config.getoption("nn_no_dump") else config.getoption("nn_max_dumps")
        worker = getattr(config, "workerinput", None)
        self.token: str = secrets.token_hex(8) if worker is None else worker[_TOKEN]
        alone = worker is None and config.getoption("dist", "no") == "no"
        shared = None if alone else self._counter
        self._pending: list[Failure] = []
        self._files: dict[str, Path] = {}
        self._dumper: Dumper | None = None
        if self.limit > 0:
            facts = RunFacts(
                driver,
                f"{identity.name} {identity.version_string}".strip(),
                config.getoption("nn_seed"),
                __version__,
                _command(config, driver),
                start,
            )
            seconds = _SHARE * config.getoption("nn_case_limit") or math.inf
            self._dumper = Dumper(self.folder, facts, Limit(self.limit, shared), seconds)

    @property
    def _counter(self) -> Path:
        return self.folder / f".dumps-{self.token}"

    @property
    def may_dump(self) -> bool:
        """Whether failing cases are dumped; false with ``--no-dump`` and ``--max-dumps 0``."""
        return self._dumper is not None

    def take(self, failure: Failure) -> None:
        """Keep a failure until its verdicts are final; the judge calls this for each failure."""
        if self._dumper is not None:
            self._pending.append(failure)

    def settle(
        self,
        verdicts: Sequence[Verdict],
        pristine: Callable[[], CaseFile | None] = lambda: None,
        file: Path | None = None,
        smaller: Failure | None = None,
    ) -> tuple[list[Verdict], Dump | None]:
        """Dump the case of ``verdicts`` if they still blame the driver.

        Return the verdicts, with the dump's folder in their details, and the dump (``None`` if the
        case was not dumped). ``pristine`` loads the case again, because the driver may have changed
        the memory of the case that was executed. ``file`` is the case file from which the case was
        read, if any. ``smaller`` is the failure of a smaller case that fails in the same way; it is
        dumped in place of the original.
        """
        if file is not None and verdicts:
            self._files[verdicts[0].case_id] = file
        failures, self._pending = [f for f in self._pending if not f.late], []
        blamed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
        if not failures or not blamed or self._dumper is None:
            return list(verdicts), None
        try:
            origin = None if failures[0].derived else pristine()
        except Exception:  # the dump then holds the case that was executed
            origin = None
        dump = self._dumper.dump(smaller or located(failures[0], verdicts), origin, file)
        return [_mentioning(verdict, dump) for verdict in verdicts], dump

    def settle_late(self, verdicts: Sequence[Verdict]) -> tuple[list[Verdict], list[Dump]]:
        """Dump the cases of verdicts that were reported late, after their cases had ended.

        Each verdict can belong to a different case. Return the verdicts, with the dumps' folders
        in their details, and the dumps.
        """
        failures, self._pending = [f for f in self._pending if f.late], []
        if self._dumper is None:
            return list(verdicts), []
        dumps = []
        for failure in failures:
            file, origin = self._files.get(failure.case_id), None
            if file is not None:
                with suppress(CaseError):
                    origin = read_case(file)
            dumps.append(self._dumper.dump(failure, origin))
        by_case = {dump.case_id: dump for dump in dumps}
        told = [
            _mentioning(verdict, by_case[verdict.case_id])
            if verdict.case_id in by_case
            else verdict
            for verdict in verdicts
        ]
        return told, dumps

    def crashed(
        self, verdict: Verdict, pristine: Callable[[], CaseFile]
    ) -> tuple[Verdict, Dump | None]:
        """Dump a case whose process ended; ``verdict`` is all that is known of its execution.

        ``pristine`` loads the case. If that fails, the returned dump states the problem.
        """
        if self._dumper is None:
            return verdict, None
        try:
            origin = pristine()
        except Exception as error:  # a spec file, which is executed here, can raise anything
            return verdict, Dump(verdict.case_id, problem=f"not dumped: {error}")
        failure = Failure(verdict.case_id, origin.example, (Attempt(verdict),))
        dump = self._dumper.dump(failure, origin)
        return _mentioning(verdict, dump), dump

    def tell_worker(self, workerinput: dict[str, Any]) -> None:
        """Add the name of the shared counter to the input of an xdist worker."""
        workerinput[_TOKEN] = self.token

    def finish(self) -> None:
        """Remove the counter file that the workers shared."""
        with suppress(OSError):
            self._counter.unlink()


def _mentioning(verdict: Verdict, dump: Dump) -> Verdict:
    if not dump.folder or not verdict.kind.blames_driver:
        return verdict
    return replace(verdict, details={**verdict.details, "dump": dump.folder})


def _command(config: pytest.Config, driver: str) -> list[str]:
    command = ["pytest", "--driver", driver]
    for name, flag, default in _REPEATED:
        value = config.getoption(name)
        if value is True:
            command.append(flag)
        elif value != default:
            for one in value if isinstance(value, list) else [value]:
                command += [flag, f"{one:g}" if isinstance(one, float) else str(one)]
    return command

"""Dumps of a pytest session: which failures are written down, when, and as what."""

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
"""A dump may take this part of the limit on cases."""

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
"""Options that a command repeats when they are not at their default."""


class Dumps:
    """Collects what the judge tells of failing cases and writes it once the verdicts stand.

    Under xdist each worker writes its own; the limit on their number is shared.
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
        """Whether failing cases are written down at all."""
        return self._dumper is not None

    def take(self, failure: Failure) -> None:
        """The judge's hook: remember the failure until its verdicts are final."""
        if self._dumper is not None:
            self._pending.append(failure)

    def settle(
        self,
        verdicts: Sequence[Verdict],
        pristine: Callable[[], CaseFile | None] = lambda: None,
        file: Path | None = None,
        smaller: Failure | None = None,
    ) -> tuple[list[Verdict], Dump | None]:
        """Write down the case that ``verdicts`` are about, if they still blame the driver.

        ``pristine`` gives the case untouched by the driver, ``file`` is where it lies if it came
        from a case file, ``smaller`` a smaller case that fails alike. The verdicts
        come back with the dump's folder in their details.
        """
        if file is not None and verdicts:
            self._files[verdicts[0].case_id] = file
        failures, self._pending = [f for f in self._pending if not f.late], []
        blamed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
        if not failures or not blamed or self._dumper is None:
            return list(verdicts), None
        try:
            origin = None if failures[0].derived else pristine()
        except Exception:  # the driver's own copy is the next best
            origin = None
        dump = self._dumper.dump(smaller or located(failures[0], verdicts), origin, file)
        return [_mentioning(verdict, dump) for verdict in verdicts], dump

    def settle_late(self, verdicts: Sequence[Verdict]) -> tuple[list[Verdict], list[Dump]]:
        """The same for verdicts that came late, each about a case of its own."""
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
        """Write down a case of which nothing is left but its verdict."""
        if self._dumper is None:
            return verdict, None
        try:
            origin = pristine()
        except Exception as error:  # whatever the source of the case has to say
            return verdict, Dump(verdict.case_id, problem=f"not dumped: {error}")
        failure = Failure(verdict.case_id, origin.example, (Attempt(verdict),))
        dump = self._dumper.dump(failure, origin)
        return _mentioning(verdict, dump), dump

    def tell_worker(self, workerinput: dict[str, Any]) -> None:
        """What a worker must know to share the limit."""
        workerinput[_TOKEN] = self.token

    def finish(self) -> None:
        """Remove what the workers counted in."""
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

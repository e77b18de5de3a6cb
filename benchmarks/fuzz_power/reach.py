"""The rules that the targets reach: those that some input breaks without breaking another one."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.fuzz_power.faults import measurement_environment
from conformance.hal import Version
from conformance.reference import ReferenceDevice
from conformance.validation import all_rules
from fuzz.campaigns.corpus_folder import CampaignFolder
from fuzz.campaigns.results import reason_not_reached
from fuzz.campaigns.worker import FuzzTask, FuzzWorker
from fuzz.core.finding import FuzzFindingError
from fuzz.core.session import FuzzSession
from fuzz.core.target_files import load_target
from fuzz.engines.engine import run_random, write_inputs
from fuzz.engines.seeds import read_seeds

NEWEST: Final = Version.AIDL_V3
_POLL: Final = 0.2

v1_0 = partial(ReferenceDevice, Version.V1_0)
v1_1 = partial(ReferenceDevice, Version.V1_1)
v1_2 = partial(ReferenceDevice, Version.V1_2)
v1_3 = partial(ReferenceDevice, Version.V1_3)
DRIVERS: Final = {
    **{version: f"{__name__}:v{version.name[1:]}" for version in list(Version)[:4]},
    NEWEST: "reference",
}
"""The reference driver of each version, in the form that ``--driver`` accepts."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the measurement: a target, the version of the reference, its share of the time."""

    target: str
    version: Version
    share: float


PARTS: Final = (
    Part("model", NEWEST, 0.60),
    Part("model", Version.V1_0, 0.04),
    Part("model", Version.V1_1, 0.06),
    Part("model", Version.V1_2, 0.07),
    Part("execution", NEWEST, 0.05),
    Part("request", NEWEST, 0.09),
    Part("burst", NEWEST, 0.03),
    Part("cache", Version.V1_3, 0.03),
    Part("validation", NEWEST, 0.03),
)
"""The rules about newer features and the older forms of operations need older drivers."""


@dataclass(frozen=True, slots=True)
class PartReach:
    """The result of a part: inputs, processor seconds, and the rules reached by it and so far."""

    part: Part
    inputs: int
    seconds: float
    rules: frozenset[str]
    total: frozenset[str]


def measure_reach(
    budget: float,
    seed: int,
    clock: Callable[[], float] = time.process_time,
    engine: str = "random",
) -> Iterator[PartReach]:
    """Run all parts for ``budget`` seconds of the clock; yield the result of each.

    The engine ``atheris`` runs in processes of its own, so their processor time replaces the clock;
    it includes the start of each process. Raise ``FuzzFindingError`` for a finding.
    """
    total: set[str] = set()
    with measurement_environment(), tempfile.TemporaryDirectory(prefix="nn-fuzz-power-") as name:
        for number, part in enumerate(PARTS):
            seconds, folder = part.share * budget, Path(name) / str(number)
            if engine == "atheris":
                result = _run_worker(part, seconds, seed, CampaignFolder(folder))
            else:
                result = _run_part(part, seconds, seed, folder, clock)
            total |= result[2]
            yield PartReach(part, *result, frozenset(total))


def _run_part(
    part: Part, seconds: float, seed: int, folder: Path, clock: Callable[[], float]
) -> tuple[int, float, frozenset[str]]:
    target = load_target(part.target)
    write_inputs(folder, read_seeds(part.target))
    session = FuzzSession(device=ReferenceDevice(part.version))
    target.use(session)
    started = clock()
    try:
        count = run_random(target, folder, seed, lambda _: clock() - started >= seconds)
    finally:
        target.close()
    return count, clock() - started, frozenset(session.rules_alone)


def _run_worker(
    part: Part, seconds: float, seed: int, folder: CampaignFolder
) -> tuple[int, float, frozenset[str]]:
    """Run a part in a process with atheris."""
    folder.prepare(part.target)
    driver = DRIVERS[part.version]
    task = FuzzTask(part.target, driver, False, "atheris")
    worker = FuzzWorker(task, folder.corpus, folder.workers / "0", seed)
    try:
        used = 0.0
        while used < seconds:
            time.sleep(_POLL)
            end = worker.poll()
            found = [(end.finding, end.data)] if end is not None else worker.take_findings()
            if found:
                raise FuzzFindingError(*found[0])
            used = worker.processor_seconds
        return worker.executions, used, frozenset(worker.rules())
    finally:
        worker.close()


def unreached(reached: frozenset[str]) -> dict[str, str]:
    """Return the rules that were not reached, each with the reason if it is known."""
    return {
        name: reason_not_reached(name, NEWEST)
        for name in sorted(all_rules())
        if name not in reached
    }

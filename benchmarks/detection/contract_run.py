"""Measures which contract faults the checks of the suite find: their own areas, then all others.

A fault that survives its areas is tried on the checks of all other areas, except those of mutated
models, and on a seeded sample of the bundled specs.
"""

from __future__ import annotations

import random
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.detection.contract_faults import ContractFault
from benchmarks.detection.plain_run import Detection
from conformance.cases import SpecIndex, bundled_specs
from conformance.cases.example import Example
from conformance.checks import Check, checks_by_area
from conformance.drivers.driver import Driver
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import default_paths
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict, VerdictKind

CALLBACK_TIMEOUT: Final = 1.0
MUTANTS: Final = 3
"""Mutants of each operation, fewer than in a plain run: the faults concern all or none."""
EXAMPLES: Final = 40
LONGEST: Final = 30.0
"""CPU seconds after which a fault counts as not found."""
_LONG_AREAS: Final = ("invalid_models",)


def sample_specs(count: int, seed: int) -> list[tuple[str, Example]]:
    """Return examples of the bundled specs, drawn with a seed."""
    index = SpecIndex()
    files = sorted(bundled_specs().rglob("*.mod.py"))
    chosen = random.Random(seed)
    examples = []
    for path in chosen.sample(files, min(count, len(files))):
        name = chosen.choice(index.names(path)).name
        examples.append(
            (f"{path.parent.name}/{path.name.partition('.')[0]}/{name}", index.load(path, name))
        )
    return examples


def measure_contract(
    faults: Sequence[ContractFault],
    seed: int = 0,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, Detection]:
    """Return the first detection of each fault that is found."""
    areas = checks_by_area()
    specs = sample_specs(EXAMPLES, seed)
    found = {}
    for fault in faults:
        detection = _detect(fault, areas, specs)
        if detection is not None:
            found[fault.id] = detection
        progress(f"{fault.id}: {detection.case_id if detection else 'not found'}")
    return found


def _detect(
    fault: ContractFault, areas: dict[str, tuple[Check, ...]], specs: Iterable[tuple[str, Example]]
) -> Detection | None:
    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        opened = partial(_with_cache, fault, folder)
        judge = Judge(Driver(opened(), reopen=opened), options())
        for verdict in _verdicts(fault, judge, areas, specs):
            if time.process_time() - start > LONGEST:
                break
            if verdict.kind.blames_driver or _is_warning(fault, verdict):
                seconds = time.process_time() - start
                return Detection(verdict.case_id, seconds, seconds, verdict.rule)
    return None


def _is_warning(fault: ContractFault, verdict: Verdict) -> bool:
    """Return whether a quality warning reports a behaviour that the contract permits."""
    warns = verdict.kind is VerdictKind.QUALITY_WARNING
    return fault.permitted and warns and verdict.rule.partition(".")[0] in fault.areas


def options() -> JudgeOptions:
    """Return the settings of the judge."""
    return JudgeOptions(
        callback_timeout=CALLBACK_TIMEOUT, mutants_per_operation=MUTANTS, cache_corruptions=4
    )


def _with_cache(fault: ContractFault, folder: str) -> ReferenceDevice:
    device = fault.device()
    device._cache_folder = Path(folder)  # noqa: SLF001 - the fault's device has no argument for it
    return device


def _verdicts(
    fault: ContractFault,
    judge: Judge,
    areas: dict[str, tuple[Check, ...]],
    specs: Iterable[tuple[str, Example]],
) -> Iterator[Verdict]:
    own = [area for area in fault.areas if area in areas]
    others = [area for area in areas if area not in own and area not in _LONG_AREAS]
    version = judge.version
    order = [*own, "", *others]
    for area in order:
        if not area:
            for case_id, example in specs:
                if example.version is None or example.version <= version:
                    yield from judge.judge(example, case_id, default_paths(version, case_id)[:2])
            continue
        for check in areas[area]:
            yield from check.run(judge)
            yield from judge.take_late_verdicts()
    yield from judge.close()

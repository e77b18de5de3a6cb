"""Requirements of a run: what the driver declares, and which cases it must therefore pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from conformance.hal import OperationType, Version
from conformance.harness.planning.execution_path import ALL_PATHS, is_path_available
from conformance.harness.quantization_coupling import COUPLED_PATH_PREFIX
from conformance.harness.results.verdict import VerdictKind
from conformance.reports.run_results import RunResults, decisive_verdicts
from conformance.reports.run_statistics import supported_in, was_executed


@dataclass(frozen=True, slots=True)
class Requirement:
    """A declaration of the driver and the cases that it makes mandatory.

    Attributes:
        declared: the declaration, for example ``HAL 1.2``.
        requires: a description of the cases that the declaration makes mandatory.
        cases: number of these cases in the run.
        executed: number of these cases that were executed.

    """

    declared: str
    requires: str
    cases: int
    executed: int


def requirements(record: RunResults) -> tuple[Requirement, ...]:
    """Return the driver's declarations; the one that concerns most cases is first."""
    return tuple(_iter_requirements(record))


def _iter_requirements(record: RunResults) -> Iterator[Requirement]:
    header = record.header
    version = header.hal_version if header else "unknown"
    ran = {
        case_id for case_id, verdicts in record.cases.items() if any(map(was_executed, verdicts))
    }
    within: set[str] = set()
    due: set[str] = set()
    foreign: set[str] = set()
    operations: set[str] = set()
    for case_id, verdict in decisive_verdicts(record).items():
        names = set(verdict.operations)
        if verdict.kind not in (VerdictKind.NOT_APPLICABLE, VerdictKind.DISABLED):
            within.add(case_id)
        supported = supported_in(record.cases[case_id])
        operations |= supported
        if names and supported >= names and verdict.kind != VerdictKind.DECLINED:
            due.add(case_id)
        if not names <= OperationType.__members__.keys():
            foreign.add(case_id)

    def requirement(declared: str, requires: str, cases: Collection[str]) -> Requirement:
        return Requirement(declared, requires, len(cases), len(ran.intersection(cases)))

    yield requirement(f"HAL {version}", "every case that this HAL version can express", within)
    number = len(operations)
    noun = "operation" if number == 1 else "operations"
    what = "every case whose operations were all reported supported"
    yield requirement(f"{number} {noun} reported supported", what, due)
    extensions = header.declared.get("extensions") if header else None
    if isinstance(extensions, list | tuple) and extensions:
        listed = ", ".join(map(str, extensions))
        yield requirement(f"extensions {listed}", "cases with operations of extensions", foreign)
    along = Counter(
        feature
        for verdicts in record.cases.values()
        for feature in {
            word for one in verdicts if was_executed(one) for word in one.path.split("-")
        }
    )
    for feature, since in _FEATURE_SINCE.items():
        if along[feature]:
            declared = f"HAL {since} or later"
            yield Requirement(declared, f"{feature} paths", along[feature], along[feature])


def _path_features() -> Iterator[tuple[str, Version]]:
    """Yield each word of path ids that some HAL versions lack, and the first version with it."""
    words = dict.fromkeys(word for path in ALL_PATHS for word in str(path).split("-"))
    for word in words:
        having = (path for path in ALL_PATHS if word in str(path).split("-"))
        since = min(
            (v for path in having for v in Version if is_path_available(path, v)),
            default=Version.V1_0,
        )
        if since > Version.V1_0:
            yield word, since
    yield COUPLED_PATH_PREFIX.rstrip("-"), Version.V1_3


_FEATURE_SINCE: Final = dict(_path_features())

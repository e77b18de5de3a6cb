"""Requirements of a run: what the driver declares, and which cases it must therefore pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from conformance.hal import OperationType, Version
from conformance.harness.planning.execution_path import ALL_PATHS, is_path_available
from conformance.harness.quantization_coupling import COUPLED_PATH_PREFIX
from conformance.results.run_results import RunResults
from conformance.results.run_statistics import supported_in, was_executed, worst_verdict
from conformance.text import format_count
from conformance.verdicts import VerdictKind


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


def requirements(record: RunResults) -> list[Requirement]:
    """Return the driver's declarations with the numbers of cases that they make mandatory."""
    header = record.header
    version = header.hal_version if header else "unknown"
    reported: set[str] = set()
    features = Counter[str]()
    within, due, foreign = [], [], []
    for verdicts in record.cases.values():
        words = {word for one in verdicts if was_executed(one) for word in one.path.split("-")}
        features.update(words)
        worst, supported = worst_verdict(verdicts), supported_in(verdicts)
        reported |= supported
        ran = any(map(was_executed, verdicts))
        if worst.kind not in (VerdictKind.NOT_APPLICABLE, VerdictKind.DISABLED):
            within.append(ran)
        names = set(worst.operations)
        if names and names <= supported and worst.kind != VerdictKind.DECLINED:
            due.append(ran)
        if not names <= OperationType.__members__.keys():
            foreign.append(ran)
    rows = [
        (f"HAL {version}", "every case that this HAL version can express", within),
        (
            f"{format_count(len(reported), 'operation')} reported supported",
            "every case whose operations were all reported supported",
            due,
        ),
    ]
    if extensions := header.declared.get("extensions") if header else None:
        listed = ", ".join(map(str, extensions))
        rows.append((f"extensions {listed}", "cases with operations of extensions", foreign))
    found = [Requirement(name, text, len(cases), sum(cases)) for name, text, cases in rows]
    return found + [
        Requirement(
            f"HAL {since} or later", f"{feature} paths", features[feature], features[feature]
        )
        for feature, since in _FEATURE_SINCE.items()
        if features[feature]
    ]


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

"""Requirements of a run: what the driver declares, and which cases it must therefore pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from conformance.hal import Version
from conformance.harness.planning.execution_path import ALL_PATHS, is_path_available
from conformance.harness.quantization_coupling import COUPLED_PATH_PREFIX
from conformance.results.run_results import CaseCount, RunResults


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
    counts = record.executions

    def requirement(declared: str, requires: str, count: CaseCount) -> Requirement:
        return Requirement(declared, requires, count.cases, count.executed)

    yield requirement(
        f"HAL {version}", "every case that this HAL version can express", counts.within
    )
    number = len(counts.supported)
    noun = "operation" if number == 1 else "operations"
    what = "every case whose operations were all reported supported"
    yield requirement(f"{number} {noun} reported supported", what, counts.due)
    extensions = header.declared.get("extensions") if header else None
    if isinstance(extensions, list | tuple) and extensions:
        listed = ", ".join(map(str, extensions))
        yield requirement(
            f"extensions {listed}", "cases with operations of extensions", counts.foreign
        )
    for feature, since in _FEATURE_SINCE.items():
        if cases := counts.features[feature]:
            declared = f"HAL {since} or later"
            yield Requirement(declared, f"{feature} paths", cases, cases)


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

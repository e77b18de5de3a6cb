"""What a run demanded and what it does not claim, so that green is not read as more than it is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from conformance.hal import ExecutionPreference, OperationType, Version
from conformance.harness import Kind, Path, default_paths
from conformance.operations import definition
from conformance.reports.record import Record, decisive
from conformance.reports.tally import executed, supported_in
from conformance.validation.signature import operation_since


@dataclass(frozen=True, slots=True)
class Declined:
    """An operation that the driver declined in every case, with the most frequent reason."""

    operation: str
    cases: int
    reason: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One operation of the run: in how many cases it stood, was reported supported, was run.

    ``kinds`` counts those cases by kind.
    """

    operation: str
    kinds: Mapping[Kind, int]
    supported: int
    executed: int

    @property
    def cases(self) -> int:
        """Cases with this operation."""
        return sum(self.kinds.values())

    @property
    def failed(self) -> int:
        """Cases with this operation in which the driver broke a rule."""
        return sum(number for kind, number in self.kinds.items() if kind.blames_driver)

    @property
    def demanded(self) -> str:
        """How much of the operation the driver declares: ``all``, ``some``, ``none``."""
        if self.supported == self.cases:
            return "all"
        return "some" if self.supported else "none"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the run covers of the interface version that the driver declares."""

    version: Version | None
    operations_of_version: int
    claims: tuple[Claim, ...]
    never_executed: tuple[str, ...]
    no_case: tuple[str, ...]
    outside_suite: tuple[str, ...]
    declined: tuple[Declined, ...]
    paths_run: tuple[tuple[str, int], ...]
    paths_not_run: tuple[str, ...]
    left_out: tuple[tuple[Kind, int], ...]
    nothing_executed: bool


def coverage(record: Record) -> Coverage:
    """Work out what the run demanded of the driver, and what it leaves open."""
    version = _version(record)
    known = _operations(version)
    missing = [operation for operation in known if operation.name not in record.tally.by_operation]
    ran = Counter(
        verdict.path for verdict in record.stream.verdicts if verdict.path and executed(verdict)
    )
    return Coverage(
        version,
        len(known),
        _claims(record),
        tuple(record.tally.never_executed),
        tuple(o.name for o in missing if definition(o) is not None),
        tuple(o.name for o in missing if definition(o) is None),
        _declined(record),
        tuple(sorted(ran.items())),
        tuple(path for path in _paths(version) if path not in ran),
        tuple(
            (kind, record.tally.cases[kind])
            for kind in (Kind.DISABLED, Kind.WAIVED, Kind.UNEXPECTEDLY_PASSED, Kind.INTERNAL_ERROR)
            if record.tally.cases[kind]
        ),
        record.tally.nothing_executed,
    )


def _version(record: Record) -> Version | None:
    try:
        return Version.parse(record.header.hal_version) if record.header else None
    except ValueError:
        return None


def _operations(version: Version | None) -> list[OperationType]:
    """Operations that drivers of this version may be asked for; the OEM operation is not judged."""
    if version is None:
        return []
    found: list[OperationType] = []
    for operation in OperationType:
        since = operation_since(operation)
        if operation != OperationType.OEM_OPERATION and since is not None and since <= version:
            found.append(operation)
    return found


def _paths(version: Version | None) -> list[str]:
    """Ids of the paths that a driver of this version can be judged along."""
    if version is None:
        return []
    modes = dict.fromkeys((path.execution, path.measure) for path in default_paths(version, ""))
    return [
        str(Path(execution, preference, measure))
        for execution, measure in modes
        for preference in ExecutionPreference
    ]


def _claims(record: Record) -> tuple[Claim, ...]:
    kinds: defaultdict[str, Counter[Kind]] = defaultdict(Counter)
    supported: Counter[str] = Counter()
    run: Counter[str] = Counter()
    for case_id, verdict in decisive(record).items():
        for name in verdict.operations:
            kinds[name][verdict.kind] += 1
        supported.update(supported_in(record.cases[case_id]))
        if any(executed(one) for one in record.cases[case_id]):
            run.update(verdict.operations)
    return tuple(Claim(name, kinds[name], supported[name], run[name]) for name in sorted(kinds))


def _declined(record: Record) -> tuple[Declined, ...]:
    found = []
    for name, counts in sorted(record.tally.by_operation.items()):
        if {column for column, count in counts.items() if count} != {"declined"}:
            continue
        reasons = record.tally.declined_for.get(name)
        if reasons:
            found.append(Declined(name, counts["declined"], reasons.most_common(1)[0][0]))
        else:
            reason = "never the cause: only in models declined for other operations"
            found.append(Declined(name, counts["declined"], reason))
    return tuple(found)

"""The verdicts of an event stream as columns, from which ``Verdict`` objects are made on demand.

A million objects would need more than a gigabyte. Each verdict takes some 60 bytes here: numbers of
its texts in tables of distinct values, its durations, and the position of its line in the file.
Long texts that are not in the tables are read from the file again.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from conformance.harness.event_stream import EventStream, ReadVerdict, scan_events
from conformance.harness.results.verdict import JSONValue, Verdict, VerdictKind

_ON_DISK: Final = 0xFFFFFFFF
"""Number of a text that is read from the file."""

_TABLE_BYTES: Final = 4 << 20
"""Maximum size of the distinct values of a table of reasons, details or operations."""

_BUFFER: Final = 1 << 18
_KINDS: Final = tuple(VerdictKind)
_NUMBER_OF_KIND: Final = {kind: number for number, kind in enumerate(_KINDS)}
_Value = TypeVar("_Value", bound=Hashable)


class _Distinct(Generic[_Value]):
    """Distinct values, each with a number; values beyond ``limit`` bytes in total have none."""

    def __init__(self, limit: int | None = None) -> None:
        self.values: list[_Value] = []
        self._numbers: dict[_Value, int] = {}
        self._bytes_left = limit

    def number(self, value: _Value) -> int:
        """Return the number of a value, or ``_ON_DISK`` if the limit does not permit a new one."""
        known = self._numbers.get(value)
        if known is not None:
            return known
        if self._bytes_left is not None:
            size = len(value)  # type: ignore[arg-type]
            if size > self._bytes_left:
                return _ON_DISK
            self._bytes_left -= size
        number = self._numbers[value] = len(self.values)
        self.values.append(value)
        return number

    def find(self, value: _Value) -> int | None:
        """Return the number of a known value."""
        return self._numbers.get(value)


class VerdictTable(Sequence[Verdict]):
    """The verdicts of a stream in its order; ``cases`` groups them by case.

    The file must not change as long as the table is used. Without ``durations`` all durations are
    0, and equal ones share one object.
    """

    def __init__(self, path: str | os.PathLike[str], *, durations: bool = True) -> None:
        self._keep_durations = durations
        self._zeros: list[dict[str, float]] = []
        self._path = Path(path)
        self._file = self._path.open("rb", buffering=_BUFFER)
        self._offsets = array("Q")
        self._kinds = array("B")
        self._on_disk = array("B")
        self._case_numbers = array("I")
        self._path_numbers = array("I")
        self._rule_numbers = array("I")
        self._reason_numbers = array("I")
        self._operation_numbers = array("I")
        self._detail_numbers = array("I")
        self._cases = _Distinct[str]()
        self._paths = _Distinct[str](_TABLE_BYTES)
        self._rules = _Distinct[str](_TABLE_BYTES)
        self._reasons = _Distinct[str](_TABLE_BYTES)
        self._operations = _Distinct[bytes](_TABLE_BYTES)
        self._details = _Distinct[bytes](_TABLE_BYTES)
        self._steps = _Distinct[tuple[str, ...]]()
        self._step_numbers = array("I")
        self._first_durations = array("I")
        self._durations = array("d")
        self._decoded_operations: list[tuple[str, ...]] = []
        self._decoded_details: list[Mapping[str, JSONValue]] = []
        self._order: array[int] | None = None
        self._starts = array("Q")

    # ------------------------------------------------------------------------------- filling

    def read(self) -> EventStream:
        """Read the stream, whose ``verdicts`` are this table. Raise ``OSError``."""
        return scan_events(self._path, ReadVerdict, self.add, self)

    def add(self, verdict: ReadVerdict, offset: int) -> None:
        """Append a verdict whose line begins at ``offset``; raise ``ValueError`` if it is invalid.

        The details and the operations are decoded once for each distinct text.
        """
        operations = _shared(
            self._operations, self._decoded_operations, verdict.operations, _OPERATIONS
        )
        details = _shared(self._details, self._decoded_details, verdict.details, _DETAILS)
        path = self._paths.number(verdict.path)
        rule = self._rules.number(verdict.rule)
        reason = self._reasons.number(verdict.reason)
        self._case_numbers.append(self._cases.number(verdict.case_id))
        self._path_numbers.append(path)
        self._rule_numbers.append(rule)
        self._reason_numbers.append(reason)
        self._operation_numbers.append(operations)
        self._detail_numbers.append(details)
        self._on_disk.append(_ON_DISK in (path, rule, reason, operations, details))
        self._offsets.append(offset)
        self._kinds.append(_NUMBER_OF_KIND[verdict.kind])
        durations = verdict.durations
        steps = self._steps.number(tuple(durations))
        self._step_numbers.append(steps)
        if self._keep_durations:
            self._first_durations.append(len(self._durations))
            self._durations.extend(durations.values())
        elif steps == len(self._zeros):
            self._zeros.append(dict.fromkeys(durations, 0.0))
        self._order = None

    # ------------------------------------------------------------------------------- reading

    def __len__(self) -> int:
        return len(self._offsets)

    @overload
    def __getitem__(self, index: int) -> Verdict: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Verdict]: ...
    def __getitem__(self, index: int | slice) -> Verdict | Sequence[Verdict]:
        if isinstance(index, slice):
            return SelectedVerdicts(self, array("I", range(len(self))[index]))
        return self._make(range(len(self))[index])

    def __iter__(self) -> Iterator[Verdict]:
        return map(self._make, range(len(self)))

    def _make(self, index: int) -> Verdict:
        if self._on_disk[index]:
            return self._from_disk(index)
        steps = self._step_numbers[index]
        if self._keep_durations:
            names = self._steps.values[steps]
            first = self._first_durations[index]
            values = self._durations[first : first + len(names)]
            durations = dict(zip(names, values, strict=False))
        else:
            durations = self._zeros[steps]
        return Verdict(
            self._cases.values[self._case_numbers[index]],
            self._paths.values[self._path_numbers[index]],
            _KINDS[self._kinds[index]],
            self._rules.values[self._rule_numbers[index]],
            self._reasons.values[self._reason_numbers[index]],
            self._decoded_operations[self._operation_numbers[index]],
            self._decoded_details[self._detail_numbers[index]],
            durations,
        )

    def _from_disk(self, index: int) -> Verdict:
        self._file.seek(self._offsets[index])
        verdict = msgspec.json.decode(self._file.readline(), type=Verdict)
        # The id of the table is shared, so that a list of ids needs little memory.
        return replace(verdict, case_id=self._cases.values[self._case_numbers[index]])

    @property
    def case_ids(self) -> list[str]:
        """The ids of the cases, in the order of their first verdicts."""
        return self._cases.values

    def case_number(self, case_id: str) -> int | None:
        """Return the position of a case in ``case_ids``; ``None`` for an unknown case."""
        return self._cases.find(case_id)

    def of_case(self, number: int) -> tuple[Verdict, ...]:
        """Return the verdicts of a case in the order of the stream."""
        if self._order is None:
            cases = np.frombuffer(self._case_numbers, np.uint32)
            self._order = array("I", np.argsort(cases, kind="stable").astype(np.uint32).tobytes())
            ends = np.cumsum(np.bincount(cases, minlength=len(self.case_ids)))
            self._starts = array("Q", np.insert(ends, 0, 0).astype(np.uint64).tobytes())
        first, end = self._starts[number], self._starts[number + 1]
        return tuple(map(self._make, self._order[first:end]))

    def counts(self) -> dict[VerdictKind, int]:
        """Return the number of verdicts of each kind that occurs, in ``VerdictKind``'s order."""
        found = np.bincount(np.frombuffer(self._kinds, np.uint8), minlength=len(_KINDS))
        return {kind: int(found[number]) for number, kind in enumerate(_KINDS) if found[number]}

    def of_kinds(self, kinds: frozenset[VerdictKind]) -> SelectedVerdicts:
        """Return the verdicts of some kinds, in the order of the stream."""
        positions = self.positions_of(kinds).astype("I").tobytes()
        return SelectedVerdicts(self, array("I", positions))

    def positions_of(self, kinds: frozenset[VerdictKind]) -> NDArray[np.int64]:
        """Return the positions of the verdicts of some kinds."""
        wanted = np.isin(
            np.frombuffer(self._kinds, np.uint8), [_NUMBER_OF_KIND[kind] for kind in kinds]
        )
        return np.flatnonzero(wanted)


class SelectedVerdicts(Sequence[Verdict]):
    """Some verdicts of a sequence, by their positions; each is made when it is used."""

    def __init__(self, source: Sequence[Verdict], positions: Sequence[int]) -> None:
        self._source = source
        self._positions = positions

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, index: int) -> Verdict: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Verdict]: ...
    def __getitem__(self, index: int | slice) -> Verdict | Sequence[Verdict]:
        if isinstance(index, slice):
            return SelectedVerdicts(self._source, self._positions[index])
        return self._source[self._positions[index]]

    def __iter__(self) -> Iterator[Verdict]:
        return map(self._source.__getitem__, self._positions)


class CaseVerdicts(Mapping[str, tuple[Verdict, ...]]):
    """The verdicts of a table by case id, in the order of the first verdicts."""

    def __init__(self, table: VerdictTable) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table.case_ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.case_ids)

    def __contains__(self, case_id: object) -> bool:
        return isinstance(case_id, str) and self._table.case_number(case_id) is not None

    def __getitem__(self, case_id: str) -> tuple[Verdict, ...]:
        number = self._table.case_number(case_id)
        if number is None:
            raise KeyError(case_id)
        return self._table.of_case(number)


_OPERATIONS: Final = msgspec.json.Decoder(tuple[str, ...])
_DETAILS: Final = msgspec.json.Decoder(dict[str, Any])


def _shared(
    table: _Distinct[bytes],
    decoded: list[Any],
    raw: msgspec.Raw,
    decoder: msgspec.json.Decoder[Any],
) -> int:
    """Return the number of a JSON text; decode a new text, or raise ``ValueError``."""
    text = bytes(raw)
    number = table.find(text)
    if number is None:
        value = decoder.decode(text)
        number = table.number(text)
        if number != _ON_DISK:
            decoded.append(value)
    return number

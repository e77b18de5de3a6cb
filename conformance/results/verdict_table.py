"""The verdicts of an event stream as columns, from which ``Verdict`` objects are made on demand.

A million objects would need more than a gigabyte. Each verdict takes some 60 bytes here: the number
of its form (all its values except the case and the durations), its durations, and the position of
its line in the file. A verdict whose form is not in the table is read from the file again.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from conformance.input_files import open_file
from conformance.results.case_ids import CompressedIds, IdIndex, number_distinct
from conformance.results.event_stream import EventStream, ReadVerdict, scan_events
from conformance.results.lazy_sequence import select
from conformance.verdicts import JSONValue, Verdict, VerdictKind

_ON_DISK: Final = 0xFFFFFFFF
"""Number of a form that is read from the file."""

_TABLE_BYTES: Final = 4 << 20
"""Approximate maximum size of the forms in memory."""

_FORM_BYTES: Final = 500
"""Approximate size of a form without its texts."""

_DECODED_SIZE: Final = 8
"""Approximate size of decoded JSON, as a multiple of the size of its text."""

_SEEN: Final = 1 << 20
"""Number of hash values for which it is recorded whether a form has occurred."""

_BUFFER: Final = 1 << 18
_KINDS: Final = tuple(VerdictKind)
_NUMBER_OF_KIND: Final = {kind: number for number, kind in enumerate(_KINDS)}

_FormKey = tuple[str, VerdictKind, str, str, bytes, bytes, tuple[str, ...]]
_Form = tuple[str, VerdictKind, str, str, tuple[str, ...], Mapping[str, JSONValue], tuple[str, ...]]
"""Path, kind, rule, reason, operations, details and steps."""


class _Forms:
    """The forms of verdicts, each with a number; forms beyond ``limit`` bytes have none.

    When half of the space is used, a form must occur twice to get a number: failures with unique
    reasons leave space for the forms that many verdicts have.
    """

    def __init__(self, limit: int) -> None:
        self.forms: list[_Form] = []
        self._numbers: dict[_FormKey, int] = {}
        self._decoded: dict[bytes, Any] = {}
        self._bytes_left = limit
        self._half = limit // 2
        self._is_hash_known = bytearray(_SEEN)

    def number(self, verdict: ReadVerdict, steps: tuple[str, ...]) -> int:
        """Return the number of a verdict's form, or ``_ON_DISK``.

        The operations and details of a new form are decoded; raise ``ValueError`` if they are
        invalid.
        """
        operations, details = bytes(verdict.operations), bytes(verdict.details)
        key = (
            verdict.path,
            verdict.kind,
            verdict.rule,
            verdict.reason,
            operations,
            details,
            steps,
        )
        existing = self._numbers.get(key)
        return self._add(key) if existing is None else existing

    def _add(self, key: _FormKey) -> int:
        path, kind, rule, reason, operations, details, steps = key
        decoded = self._decode(operations, _OPERATIONS), self._decode(details, _DETAILS)
        size = _FORM_BYTES + len(path) + len(rule) + len(reason)
        size += sum(
            len(text) * _DECODED_SIZE for text in (operations, details) if text not in self._decoded
        )
        if size > self._bytes_left or not self._is_frequent(key):
            return _ON_DISK
        self._bytes_left -= size
        self._decoded[operations], self._decoded[details] = decoded
        number = self._numbers[key] = len(self.forms)
        self.forms.append((path, kind, rule, reason, *decoded, steps))
        return number

    def _is_frequent(self, key: _FormKey) -> bool:
        if self._bytes_left > self._half:
            return True
        place = hash(key) % _SEEN
        was_known, self._is_hash_known[place] = self._is_hash_known[place], 1
        return bool(was_known)

    def _decode(self, text: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
        value = self._decoded.get(text)
        return decoder.decode(text) if value is None else value


class VerdictTable(Sequence[Verdict]):
    """The verdicts of a stream in its order; ``cases`` groups them by case.

    The file must not change as long as the table is used. Without ``durations`` all durations are
    0, and equal ones share one object.
    """

    def __init__(self, path: str | os.PathLike[str], *, durations: bool = True) -> None:
        self._keep_durations = durations
        self._path = Path(path)
        self._file = open_file(path, buffering=_BUFFER)
        self._offsets = array("Q")
        self._kinds = array("B")
        self._form_numbers = array("I")
        self._forms = _Forms(_TABLE_BYTES)
        self._listed_ids = CompressedIds()
        self._listed_at = array("I")
        """The position of the first verdict for each entry of ``_listed_ids``.

        Neighbouring verdicts on one case share an entry.
        """
        self._last_id: str | None = None
        self._steps: dict[tuple[str, ...], int] = {}
        self._step_names: list[tuple[str, ...]] = []
        self._zeros: list[dict[str, float]] = []
        self._step_numbers = array("I")
        self._first_durations = array("I")
        self._durations = array("d")
        self._grouping: _CaseGrouping | None = None

    # ------------------------------------------------------------------------------- filling

    def read(self) -> EventStream:
        """Read the stream, whose ``verdicts`` are this table. Raise ``OSError``."""
        return scan_events(self._path, ReadVerdict, self.add, self)

    def add(self, verdict: ReadVerdict, offset: int) -> None:
        """Append a verdict whose line begins at ``offset``; raise ``ValueError`` if it is invalid.

        The details and the operations are decoded once for each form.
        """
        durations = verdict.durations
        steps = tuple(durations)
        form = self._forms.number(verdict, steps)
        if verdict.case_id != self._last_id:
            self._last_id = verdict.case_id
            self._listed_ids.append(verdict.case_id)
            self._listed_at.append(len(self._offsets))
        self._form_numbers.append(form)
        self._offsets.append(offset)
        self._kinds.append(_NUMBER_OF_KIND[verdict.kind])
        number = self._steps.get(steps)
        if number is None:
            number = self._steps[steps] = len(self._step_names)
            self._step_names.append(steps)
            self._zeros.append(dict.fromkeys(steps, 0.0))
        self._step_numbers.append(number)
        if self._keep_durations:
            self._first_durations.append(len(self._durations))
            self._durations.extend(durations.values())
        self._grouping = None

    # ------------------------------------------------------------------------------- reading

    def __len__(self) -> int:
        return len(self._offsets)

    @overload
    def __getitem__(self, index: int) -> Verdict: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Verdict]: ...
    def __getitem__(self, index: int | slice) -> Verdict | Sequence[Verdict]:
        if isinstance(index, slice):
            return select(self, array("I", range(len(self))[index]))
        position = range(len(self))[index]
        cases = self._cases
        return self._make(position, cases.ids[cases.numbers[position]])

    def __iter__(self) -> Iterator[Verdict]:
        cases = self._cases
        return map(self._make, range(len(self)), select(cases.ids, cases.numbers))

    def _make(self, index: int, case_id: str) -> Verdict:
        number = self._form_numbers[index]
        if number == _ON_DISK:
            return self._from_disk(index, case_id)
        path, kind, rule, reason, operations, details, _ = self._forms.forms[number]
        durations = self.durations(index)
        return Verdict(case_id, path, kind, rule, reason, operations, details, durations)

    def _from_disk(self, index: int, case_id: str) -> Verdict:
        self._file.seek(self._offsets[index])
        verdict = msgspec.json.decode(self._file.readline(), type=Verdict)
        # The caller's id is shared, so that a list of ids needs little memory.
        return replace(verdict, case_id=case_id)

    def durations(self, index: int) -> dict[str, float]:
        """Return the durations of the verdict at a position, by step."""
        steps = self._step_numbers[index]
        if not self._keep_durations:
            return self._zeros[steps]
        names = self._step_names[steps]
        first = self._first_durations[index]
        return dict(zip(names, self._durations[first : first + len(names)], strict=True))

    # ------------------------------------------------------------------------------- cases

    @property
    def case_ids(self) -> Sequence[str]:
        """The ids of the cases, in the order of their first verdicts."""
        return self._cases.ids

    @property
    def case_numbers(self) -> Sequence[int]:
        """The position of the case in ``case_ids`` for each verdict."""
        return self._cases.numbers

    @property
    def case_index(self) -> IdIndex:
        """The positions of the cases in ``case_ids``."""
        return self._cases.index

    def case_number(self, case_id: str) -> int | None:
        """Return the position of a case in ``case_ids``; ``None`` for an unknown case."""
        number = int(self._cases.index.find((case_id,))[0])
        return None if number < 0 else number

    def of_case(self, number: int) -> tuple[Verdict, ...]:
        """Return the verdicts of a case in the order of the stream."""
        case_id = self._cases.ids[number]
        return tuple([self._make(index, case_id) for index in self.positions_of_case(number)])

    def positions_of_case(self, number: int) -> Sequence[int]:
        """Return the positions of the verdicts of a case, in the order of the stream."""
        cases = self._cases
        first, end = cases.starts[number], cases.starts[number + 1]
        return range(first, end) if cases.order is None else cases.order[first:end]

    def forms_of_case(self, number: int) -> tuple[int, ...] | None:
        """Return the numbers of the forms of a case's verdicts.

        Cases with equal forms have verdicts that differ only in the case and in the lengths of the
        durations. The result is ``None`` if a form has no number.
        """
        cases, forms = self._grouping or self._cases, self._form_numbers
        first, end = cases.starts[number], cases.starts[number + 1]
        if cases.order is None:
            numbers = (forms[first],) if end == first + 1 else tuple(forms[first:end])
        else:
            numbers = tuple([forms[index] for index in cases.order[first:end]])
        return None if _ON_DISK in numbers else numbers

    def form_number(self, position: int) -> int | None:
        """Return the number of the form of a verdict; ``None`` if it has no number."""
        number = self._form_numbers[position]
        return None if number == _ON_DISK else number

    def total_seconds(self) -> NDArray[np.float64]:
        """Return the sum of the durations of each verdict."""
        totals = np.zeros(len(self))
        firsts = np.frombuffer(self._first_durations, np.uint32)
        if len(self._durations) and len(firsts):
            ends = np.append(firsts[1:], np.uint32(len(self._durations)))
            filled = ends > firsts
            values = np.frombuffer(self._durations, np.float64)
            # Each range ends where the next one begins, also without the empty ones.
            totals[filled] = np.add.reduceat(values, firsts[filled])
        return totals

    def seconds_of_cases(self) -> NDArray[np.float64]:
        """Return the sum of all durations of each case."""
        numbers = np.frombuffer(self._cases.numbers, np.uint32)
        totals = np.bincount(numbers, self.total_seconds(), len(self.case_ids))
        return totals.astype(np.float64, copy=False)

    @property
    def _cases(self) -> _CaseGrouping:
        if self._grouping is None:
            self._grouping = _CaseGrouping(self._listed_ids, self._listed_at, len(self))
        return self._grouping

    # ------------------------------------------------------------------------------- kinds

    def counts(self) -> dict[VerdictKind, int]:
        """Return the number of verdicts of each kind that occurs, in ``VerdictKind``'s order."""
        count_by_number = np.bincount(np.frombuffer(self._kinds, np.uint8), minlength=len(_KINDS))
        return {
            kind: int(count_by_number[number])
            for number, kind in enumerate(_KINDS)
            if count_by_number[number]
        }

    def of_kinds(self, kinds: frozenset[VerdictKind]) -> Sequence[Verdict]:
        """Return the verdicts of some kinds, in the order of the stream."""
        positions = self.positions_of(kinds).astype("I").tobytes()
        return select(self, array("I", positions))

    def positions_of(self, kinds: frozenset[VerdictKind]) -> NDArray[np.int64]:
        """Return the positions of the verdicts of some kinds."""
        is_selected = np.isin(
            np.frombuffer(self._kinds, np.uint8), [_NUMBER_OF_KIND[kind] for kind in kinds]
        )
        return np.flatnonzero(is_selected)


class _CaseGrouping:
    """The verdicts of a table by case.

    ``numbers`` has the number of the case for each verdict. The positions of the verdicts on case
    ``n`` are ``order[starts[n] : starts[n + 1]]``; ``order`` is ``None`` if it is ascending.
    """

    def __init__(self, listed: CompressedIds, listed_at: array[int], verdicts: int) -> None:
        numbers_of_listed, first = number_distinct(listed)
        self.ids: Sequence[str] = listed
        if len(first) < len(listed):
            self.ids = select(listed, array("I", first.tobytes()))
        numbers = numbers_of_listed
        if len(listed) < verdicts:
            ends = np.append(np.frombuffer(listed_at, np.uint32), np.uint32(verdicts))
            numbers = np.repeat(numbers_of_listed, np.diff(ends).astype(np.int64))
        self.numbers = array("I", numbers.tobytes())
        self.order: array[int] | None = None
        if (numbers[1:] < numbers[:-1]).any():
            order = np.argsort(numbers, kind="stable").astype(np.uint32)
            self.order = array("I", order.tobytes())
            numbers = numbers[order]
        starts = np.flatnonzero(numbers[1:] != numbers[:-1]).astype(np.uint32)
        starts += np.uint32(1)
        self.starts = array("I", [0] if verdicts else [])
        self.starts.frombytes(starts.tobytes())
        self.starts.append(verdicts)

    @cached_property
    def index(self) -> IdIndex:
        """The positions of the cases in ``ids``."""
        return IdIndex(self.ids)


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

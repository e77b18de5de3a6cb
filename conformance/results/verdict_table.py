"""The verdicts of an event stream as columns, from which ``Verdict`` objects are made on demand.

A list of a million case ids needs about 100 MB, and a dictionary of them as much again. Compressed
blocks need about 10 MB. The search compares two 64-bit hash values of each id: ids with the same
two values count as equal.

A million ``Verdict`` objects would need more than a gigabyte. Each verdict takes some 60 bytes
here: the number of its form (all its values except the case and the durations), its durations, and
the position of its line in the file. A verdict whose form is not in the table is read from the file
again.
"""

from __future__ import annotations

import os
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, Self, TypeVar, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from conformance.files import open_file
from conformance.results.event_stream import EventStream, ReadVerdict, scan_events
from conformance.verdicts import JSONValue, Verdict, VerdictKind

_T_co = TypeVar("_T_co", covariant=True)
_Item = TypeVar("_Item")


class LazySequence(Sequence[_T_co]):
    """The results of ``make`` for the elements of ``source``; none of them is kept."""

    def __init__(self, source: Sequence[Any], make: Callable[[Any], _T_co]) -> None:
        self.source = source
        self.make = make

    def __len__(self) -> int:
        return len(self.source)

    @overload
    def __getitem__(self, index: int) -> _T_co: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> _T_co | Self:
        if isinstance(index, slice):
            return type(self)(self.source[index], self.make)
        return self.make(self.source[index])

    def __iter__(self) -> Iterator[_T_co]:
        return map(self.make, self.source)


def select(source: Sequence[_Item], positions: Sequence[int]) -> Sequence[_Item]:
    """Return the items of a sequence at some positions."""
    return LazySequence(positions, source.__getitem__)


_BLOCK: Final = 128
"""Number of ids in a compressed block."""

_CACHED_BLOCKS: Final = 8
_SEARCHED: Final = 1 << 16
"""Number of ids that are searched in one step."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(list[str]).decode


class CompressedIds(Sequence[str]):
    """A list of ids to which ids can be appended."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._open: list[str] = []
        self._cache: dict[int, list[str]] = {}

    def append(self, text: str) -> None:
        """Append an id."""
        self._open.append(text)
        if len(self._open) == _BLOCK:
            self._blocks.append(zlib.compress(_encode(self._open), 1))
            self._open = []

    def __len__(self) -> int:
        return len(self._blocks) * _BLOCK + len(self._open)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(map(self._block, range(len(self._blocks) + 1)))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[position] for position in range(len(self))[index]]
        number, position = divmod(range(len(self))[index] if index < 0 else index, _BLOCK)
        block = self._cache.get(number)
        return (self._block(number) if block is None else block)[position]

    def _block(self, number: int) -> list[str]:
        if number == len(self._blocks):
            return self._open
        ids = self._cache.get(number)
        if ids is None:
            if len(self._cache) == _CACHED_BLOCKS:
                del self._cache[next(iter(self._cache))]
            ids = self._cache[number] = _decode(zlib.decompress(self._blocks[number]))
        return ids


class IdIndex:
    """Finds the positions of ids in a list whose ids all differ."""

    def __init__(self, ids: Sequence[str]) -> None:
        hashes = first_hashes(ids, len(ids))
        order = np.argsort(hashes)
        self._hashes = hashes[order]
        del hashes
        self._order = order.astype(np.uint32)
        del order
        self._second = second_hashes(ids, len(ids))

    def find(self, ids: Sequence[str]) -> NDArray[np.int64]:
        """Return the position of each of these ids, -1 for an unknown id."""
        positions = np.empty(len(ids), np.int64)
        remaining = iter(ids)
        for start in range(0, len(ids), _SEARCHED):
            part = list(islice(remaining, _SEARCHED))
            first, second = first_hashes(part, len(part)), second_hashes(part, len(part))
            positions[start : start + len(part)] = self._find_hashes(first, second)
        return positions

    def find_all(self, other: IdIndex) -> NDArray[np.int64]:
        """Return the position of each id of another index, -1 for an unknown id."""
        positions = np.empty(len(other._order), np.int64)
        for start in range(0, len(positions), _SEARCHED):
            part = slice(start, start + _SEARCHED)
            order = other._order[part]
            positions[order] = self._find_hashes(other._hashes[part], other._second[order])
        return positions

    def _find_hashes(
        self, first: NDArray[np.int64], second: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        positions = np.full(len(first), -1, np.int64)
        search_positions = np.searchsorted(self._hashes, first)
        unresolved = np.flatnonzero(search_positions < len(self._hashes))
        # Different ids with equal first hash values are next to each other.
        while len(
            unresolved := unresolved[
                self._hashes[search_positions[unresolved]] == first[unresolved]
            ]
        ):
            candidates = self._order[search_positions[unresolved]]
            is_equal = self._second[candidates] == second[unresolved]
            positions[unresolved[is_equal]] = candidates[is_equal]
            search_positions[unresolved] += 1
            unresolved = unresolved[~is_equal & (search_positions[unresolved] < len(self._hashes))]
        return positions


def number_distinct(ids: Sequence[str]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the number of each id, and the position at which each number occurs first.

    Equal ids have equal numbers. The numbers are 0, 1, ... in the order of the first occurrences.
    """
    positions = _possible_repeats(ids)
    chosen = [ids[position] for position in positions.tolist()]
    first, second = first_hashes(chosen, len(chosen)), second_hashes(chosen, len(chosen))
    order = np.lexsort((second, first))  # stable: equal ids stay in the order of their positions
    first, second, positions = first[order], second[order], positions[order]
    begins = np.ones(len(order), bool)
    begins[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    originals = positions[begins][np.cumsum(begins) - 1]
    is_new = np.ones(len(ids), bool)
    is_new[positions[~begins]] = False
    numbers = np.cumsum(is_new, dtype=np.uint32) - np.uint32(1)
    numbers[positions] = numbers[originals]
    return numbers, np.flatnonzero(is_new).astype(np.uint32)


def _possible_repeats(ids: Sequence[str]) -> NDArray[np.int64]:
    """Return the positions of all ids whose first hash value is not unique."""
    hashes = first_hashes(ids, len(ids))
    ordered = np.sort(hashes)
    repeated = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    del ordered
    if not len(repeated):
        return np.empty(0, np.int64)
    positions = []
    for start in range(0, len(hashes), _SEARCHED):  # in parts, to limit the memory
        part = hashes[start : start + _SEARCHED]
        at = np.minimum(np.searchsorted(repeated, part), len(repeated) - 1)
        positions.append(start + np.flatnonzero(repeated[at] == part))
    return np.concatenate(positions)


def first_hashes(ids: Iterable[str], count: int) -> NDArray[np.int64]:
    """Return a hash value of each id."""
    return np.fromiter(map(hash, ids), np.int64, count)


def second_hashes(ids: Iterable[str], count: int) -> NDArray[np.int64]:
    """Return a second hash value of each id, which is independent of ``first_hashes``."""
    return np.fromiter((hash(f"{case_id}\n") for case_id in ids), np.int64, count)


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

"""Merge the event streams of the shards of one run into a single stream."""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from conformance.files import check_writable, replace_atomically
from conformance.results.event_stream import EventWriter, RunHeader, is_stream
from conformance.results.run_difference import differing_options
from conformance.results.run_results import ReportError, RunResults, as_report_error, load_run
from conformance.results.verdict_table import VerdictTable, select
from conformance.text import one_line
from conformance.verdicts import Verdict

_COMMON_HEADER_FIELDS: Final = ("driver", "driver_version", "hal_version", "suite_version", "seed")

_SHARD: Final = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")
_MAX_MISSING: Final = 100
"""The number of missing shards that are listed."""


@dataclass(frozen=True, slots=True)
class MergedRun:
    """A merged run.

    Attributes:
        header: header of the merged stream.
        parts: verdicts of each part, without those of earlier parts.
        count: number of these verdicts.
        repeated: number of verdicts that more than one part has.
        missing_parts: messages that say what is missing; empty if the run is complete.
        finished: time at which the last part ended.

    """

    header: RunHeader
    parts: tuple[Sequence[Verdict], ...]
    count: int
    repeated: int
    missing_parts: tuple[str, ...]
    finished: str

    @property
    def complete(self) -> bool:
        """Return whether every part of the run is present and has ended."""
        return not self.missing_parts


def merge_runs(paths: Sequence[str | os.PathLike[str]]) -> MergedRun:
    """Read and merge the parts of one run. Raises ``ReportError`` if they are of different runs."""
    parts = [(os.fspath(path), load_run(path)) for path in paths]
    headers: list[RunHeader] = []
    for name, record in parts:
        if record.header is None:
            reason = "; ".join(str(problem) for problem in record.stream.problems[:1])
            raise ReportError(f"{name}: no header could be read: {reason}")
        headers.append(record.header)
        _check_same_run(parts[0][0], headers[0], name, record.header)
    _check_same_options([name for name, _ in parts], headers)
    new_verdicts, repeated = _merge_verdicts(parts)
    missing = [
        f"{name}: {warning}" for name, record in parts for warning in record.stream_warnings()
    ]
    missing += _missing_shards(headers)
    header = replace(
        headers[0],
        options=_merge_options(headers),
        processor=headers[0].processor if _have_same_processor(headers) else {},
        started=min(header.started for header in headers),
    )
    ends = [record.stream.footer.finished for _, record in parts if record.stream.footer]
    count = sum(len(record.stream.verdicts) for _, record in parts) - repeated
    end = max(ends, default="")
    return MergedRun(header, tuple(new_verdicts), count, repeated, tuple(missing), end)


def check_output(path: str | os.PathLike[str]) -> None:
    """Raise ``ReportError`` if the file cannot be written."""
    with as_report_error(path):
        check_writable(path, follow_links=True)


def write_merged_run(merged: MergedRun, path: str | os.PathLike[str], parts: Iterable[str]) -> None:
    """Write the merged stream, with a footer only if nothing is missing.

    Raises ``ReportError`` and leaves the file as it was if the stream cannot be written, if the
    file is one of the parts, or if it exists and is not an event stream.
    """
    for part in parts:
        if Path(path).exists() and Path(part).samefile(path):
            raise ReportError(
                f"{os.fspath(path)}: the output is one of the parts, choose another file"
            )
    with as_report_error(path):
        if Path(path).is_file() and not is_stream(path):
            raise ReportError(
                f"{os.fspath(path)}: the file exists and is not an event stream, choose another "
                "file"
            )
        with replace_atomically(path, follow_links=True) as partial:
            writer = EventWriter(partial, merged.header)
            try:
                for verdict in chain.from_iterable(merged.parts):
                    writer.write(verdict)
                if merged.complete:
                    writer.finish(merged.finished)
            finally:
                writer.close()


def _check_same_run(first: str, ours: RunHeader, name: str, theirs: RunHeader) -> None:
    """Raise ``ReportError`` if two headers cannot belong to the same run."""
    for field in _COMMON_HEADER_FIELDS:
        expected, actual = getattr(ours, field), getattr(theirs, field)
        if expected != actual:
            raise ReportError(
                f"not parts of one run: {field} is {expected!r} in {first}, and {actual!r} in "
                f"{name}"
            )


def _check_same_options(names: Sequence[str], headers: Sequence[RunHeader]) -> None:
    """Raise ``ReportError`` if a shard ran other cases than its part of the run of another shard.

    Parts that are not shards may have been given other cases.
    """
    parts = zip(names, headers, strict=True)
    shards = [(name, header) for name, header in parts if header.options.get("shard")]
    for name, header in shards[1:]:
        first_name, first = shards[0]
        for option, expected, actual in differing_options(first, header, apart_from="--shard"):
            raise ReportError(
                f"not shards of one run: {option} is {expected} in {first_name}, and {actual} in "
                f"{name}"
            )


def _merge_verdicts(parts: Sequence[tuple[str, RunResults]]) -> tuple[list[Sequence[Verdict]], int]:
    """Return the verdicts of each part that no earlier part has, and the number of the others.

    Raises ``ReportError`` if two parts have different verdicts on one case and path.
    """
    new_verdicts: list[Sequence[Verdict]] = []
    repeated = 0
    for number, (name, record) in enumerate(parts):
        table = record.table
        is_repeated = np.zeros(len(table), bool)
        for case, known_verdicts in _common_cases(parts[:number], table):
            positions = table.positions_of_case(case)
            outcomes = _outcomes(table.of_case(case))
            for path, outcome in outcomes.items():
                if (earlier := _earlier_outcome(known_verdicts, path)) is None:
                    continue
                if sorted(earlier[1]) != sorted(outcome):
                    along = f" along {path}" if path else ""
                    raise ReportError(
                        f"{table.case_ids[case]}{along} has different verdicts:"
                        f" {_format_outcome(earlier[1])} in {earlier[0]}, and"
                        f" {_format_outcome(outcome)} in {name}"
                    )
                is_repeated[
                    [position for position in positions if table[position].path == path]
                ] = True
        repeated += int(is_repeated.sum())
        positions_left = array("I", np.flatnonzero(~is_repeated).astype(np.uint32).tobytes())
        new_verdicts.append(select(table, positions_left) if is_repeated.any() else table)
    return new_verdicts, repeated


def _common_cases(
    earlier: Sequence[tuple[str, RunResults]], table: VerdictTable
) -> Iterator[tuple[int, list[tuple[str, tuple[Verdict, ...]]]]]:
    """Yield the cases that earlier parts have too: the number in ``table``, the earlier verdicts.

    The verdicts are those of each part that has the case, with the name of the part.
    """
    numbers_by_part = [
        (name, record.table, record.table.case_index.find_all(table.case_index))
        for name, record in earlier
    ]
    common = np.zeros(len(table.case_ids), bool)
    for _, _, numbers in numbers_by_part:
        common |= numbers >= 0
    for case in np.flatnonzero(common).tolist():
        yield (
            case,
            [
                (name, earlier_table.of_case(int(numbers[case])))
                for name, earlier_table, numbers in numbers_by_part
                if numbers[case] >= 0
            ],
        )


def _outcomes(verdicts: Sequence[Verdict]) -> dict[str, list[tuple[str, str]]]:
    """Return kind and rule of each verdict on a case, by path."""
    outcomes: dict[str, list[tuple[str, str]]] = {}
    for verdict in verdicts:
        outcomes.setdefault(verdict.path, []).append((str(verdict.kind), verdict.rule))
    return outcomes


def _earlier_outcome(
    earlier: Sequence[tuple[str, Sequence[Verdict]]], path: str
) -> tuple[str, list[tuple[str, str]]] | None:
    """Return the first part with a verdict on a case along a path, and that outcome."""
    for name, verdicts in earlier:
        if outcome := _outcomes(verdicts).get(path):
            return name, outcome
    return None


def _format_outcome(outcome: Sequence[tuple[str, str]]) -> str:
    return " and ".join(f"{kind} ({rule})" if rule else kind for kind, rule in outcome)


def _merge_options(headers: Sequence[RunHeader]) -> dict[str, Any]:
    """Return the options; where the parts differ, the value is a list with one entry per part."""
    names = dict.fromkeys(name for header in headers for name in header.options)
    merged: dict[str, Any] = {}
    for name in names:
        values = [header.options.get(name) for header in headers]
        are_equal = all(value == values[0] for value in values)
        merged[name] = values[0] if are_equal else values
    return merged


def _have_same_processor(headers: Sequence[RunHeader]) -> bool:
    return all(header.processor == headers[0].processor for header in headers)


def _missing_shards(headers: Sequence[RunHeader]) -> list[str]:
    """Return a message for each missing shard; the option ``shard`` has the form ``I/N``."""
    present: dict[int, set[int]] = {}
    messages = []
    for header in headers:
        if (shard := header.options.get("shard")) is None:
            continue
        part = _SHARD.fullmatch(shard) if isinstance(shard, str) else None
        if part is None or not 1 <= int(part[1]) <= int(part[2]):
            messages.append(f"the option shard of a part is {one_line(str(shard), 40)!r}, not I/N")
        else:
            present.setdefault(int(part[2]), set()).add(int(part[1]))
    for total, numbers in present.items():
        missing = (number for number in range(1, total + 1) if number not in numbers)
        messages += [
            f"shard {number}/{total} is not among the parts"
            for number in islice(missing, _MAX_MISSING)
        ]
        if (more := total - len(numbers) - _MAX_MISSING) > 0:
            messages.append(f"{more:,} more of {total:,} shards are not among the parts")
    return messages

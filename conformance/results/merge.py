"""Merge the event streams of the shards of one run into a single stream."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from conformance.files import check_writable, replace_atomically
from conformance.results.event_stream import EventWriter, RunHeader, is_stream
from conformance.results.run_difference import differing_options
from conformance.results.run_results import ReportError, RunResults, as_report_error, load_run
from conformance.text import one_line
from conformance.verdicts import Verdict

_COMMON_HEADER_FIELDS: Final = ("driver", "driver_version", "hal_version", "suite_version", "seed")

_SHARD: Final = re.compile(r"([0-9]{1,5})/([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class MergedRun:
    """A merged run.

    Attributes:
        header: header of the merged stream.
        verdicts: the verdicts of all parts.
        repeated: number of verdicts that more than one part has.
        missing_parts: messages that say what is missing; empty if the run is complete.
        finished: time at which the last part ended.

    """

    header: RunHeader
    verdicts: Sequence[Verdict]
    repeated: int
    missing_parts: Sequence[str]
    finished: str


def merge_runs(paths: Sequence[str | os.PathLike[str]]) -> MergedRun:
    """Read and merge the parts of one run. Raises ``ReportError`` if they are of different runs."""
    parts = {os.fspath(path): load_run(path) for path in paths}
    headers = {name: record.header for name, record in parts.items()}
    _check_same_run(headers)
    verdicts = _merge_verdicts(parts)
    missing = [
        f"{name}: {warning}"
        for name, record in parts.items()
        for warning in record.stream_warnings()
    ]
    first, *others = headers.values()
    same_processor = all(header.processor == first.processor for header in others)
    merged = replace(
        first,
        options=_merge_options([first, *others]),
        processor=first.processor if same_processor else {},
        started=min(header.started for header in headers.values()),
    )
    return MergedRun(
        merged,
        verdicts,
        sum(len(record.stream.verdicts) for record in parts.values()) - len(verdicts),
        missing + _missing_shards([first, *others]),
        max(
            (one.stream.footer.finished for one in parts.values() if one.stream.footer), default=""
        ),
    )


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
                for verdict in merged.verdicts:
                    writer.write(verdict)
                if not merged.missing_parts:
                    writer.finish(merged.finished)
            finally:
                writer.close()


def _check_same_run(headers: Mapping[str, RunHeader]) -> None:
    """Raise ``ReportError`` if the headers cannot belong to the parts of one run.

    All shards must have run with the options of the first one. Parts that are not shards may have
    been given other cases.
    """
    (first_name, first), *_ = headers.items()
    shards = {name: header for name, header in headers.items() if header.options.get("shard")}
    for name, header in headers.items():
        for field in _COMMON_HEADER_FIELDS:
            expected, actual = getattr(first, field), getattr(header, field)
            if expected != actual:
                raise ReportError(
                    f"not parts of one run: {field} is {expected!r} in {first_name}, and"
                    f" {actual!r} in {name}"
                )
    for name, header in list(shards.items())[1:]:
        first_name, first = next(iter(shards.items()))
        for option, *values in differing_options(first, header, apart_from="--shard"):
            raise ReportError(
                f"not shards of one run: {option} is {values[0]} in {first_name}, and {values[1]}"
                f" in {name}"
            )


def _merge_verdicts(parts: Mapping[str, RunResults]) -> list[Verdict]:
    """Return the verdicts of all parts, those on one case and path from the first part only.

    Raises ``ReportError`` if two parts have different verdicts on one case and path.
    """
    merged: list[Verdict] = []
    known: dict[tuple[str, str], tuple[str, list[tuple[str, str]]]] = {}
    for name, record in parts.items():
        outcomes: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for verdict in record.stream.verdicts:
            place = verdict.case_id, verdict.path
            outcomes.setdefault(place, []).append((str(verdict.kind), verdict.rule))
            if place not in known:
                merged.append(verdict)
        for (case_id, path), outcome in outcomes.items():
            earlier_name, earlier = known.setdefault((case_id, path), (name, outcome))
            if sorted(earlier) != sorted(outcome):
                along = f" along {path}" if path else ""
                raise ReportError(
                    f"{case_id}{along} has different verdicts: {_format_outcome(earlier)} in"
                    f" {earlier_name}, and {_format_outcome(outcome)} in {name}"
                )
    return merged


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


def _missing_shards(headers: Sequence[RunHeader]) -> list[str]:
    """Return a message for each missing shard; the option ``shard`` has the form ``I/N``."""
    present: dict[int, set[int]] = {}
    messages = []
    for shard in filter(None, (header.options.get("shard") for header in headers)):
        if (part := _SHARD.fullmatch(str(shard))) is None:
            messages.append(f"the option shard of a part is {one_line(str(shard), 40)!r}, not I/N")
        else:
            present.setdefault(int(part[2]), set()).add(int(part[1]))
    for total, numbers in present.items():
        missing = [number for number in range(1, total + 1) if number not in numbers]
        messages += [f"shard {number}/{total} is not among the parts" for number in missing]
    return messages

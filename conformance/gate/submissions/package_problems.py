"""Defects of the streams of a submission package: damage, foreign cases, partial selections."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from conformance.results.event_stream import RunHeader
from conformance.results.phrases import format_count
from conformance.results.run_results import RunResults

_SHARD: Final = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")
_MAX_LISTED: Final = 3
_PARTIAL: Final = ("case", "case_list", "pytest")
"""Options of a run that leave out cases; a shard is completed by the other shards."""


def shard_number(case_id: str, shards: int) -> int:
    """Return the number of the shard, from 1 to ``shards``, to which a case belongs."""
    return zlib.crc32(case_id.encode("utf-8", "surrogatepass")) % shards + 1


def stream_problems(record: RunResults) -> Iterator[str]:
    """Yield the defects of one stream: damage, a missing footer, wrong counts, repeated cases."""
    yield from (f"{record.name}: {warning}" for warning in record.stream_warnings())
    footer = record.stream.footer
    if footer is not None:
        stated = {kind: number for kind, number in footer.counts.items() if number}
        counted = {str(kind): number for kind, number in record.verdict_counts.items()}
        if stated != counted:
            yield f"{record.name}: the footer states {stated}, the stream has {counted}"
    repeated = list(_repeated_cases(record))
    for case_id, path in repeated[:_MAX_LISTED]:
        along = f" along {path}" if path else ""
        yield f"{record.name}: {case_id} has several verdicts{along}"
    if len(repeated) > _MAX_LISTED:
        yield f"{record.name}: {len(repeated) - _MAX_LISTED:,} more cases with several verdicts"


def _repeated_cases(record: RunResults) -> Iterator[tuple[str, str]]:
    """Yield the cases with more than one verdict along a path, apart from late verdicts."""
    table = record.table
    for number, case_id in enumerate(table.case_ids):
        if len(table.positions_of_case(number)) < 2:
            continue
        paths = Counter(v.path for v in table.of_case(number) if not v.details.get("late"))
        yield from ((case_id, path) for path, count in paths.items() if count > 1)


def shard_problems(record: RunResults) -> Iterator[str]:
    """Yield the cases of a stream that belong to another shard."""
    assert record.header is not None
    found = _SHARD.fullmatch(str(record.header.options.get("shard") or ""))
    if found is None or not int(found[2]):
        return
    shard, shards = map(int, found.groups())
    foreign = [one for one in record.table.case_ids if shard_number(one, shards) != shard]
    if foreign:
        listed = ", ".join(foreign[:_MAX_LISTED])
        number = format_count(len(foreign), "case")
        yield f"{record.name}: {number} of another shard than {shard}/{shards}: {listed}"


def selection_problems(headers: Sequence[RunHeader]) -> Iterator[str]:
    """Yield the options by which the run left out cases of the suite."""
    for name in _PARTIAL:
        values = [header.options.get(name) for header in headers]
        if chosen := next((value for value in values if value), None):
            yield f"not a full run: {_option(name, chosen)}"
    if not all(header.options.get("bundled_specs") for header in headers):
        yield "not a full run: the bundled specs were not run"
    if any(header.options.get("random_graphs") == 0 for header in headers):
        yield "not a full run: --random-graphs 0"
    if any(header.options.get("mutants") == 0 for header in headers):
        yield "not a full run: --mutants 0"
    if any(header.options.get("coupling") == "off" for header in headers):
        yield "not a full run: --coupling off"
    for name in ("random_graphs", "mutants", "coupling", "paths", "random_profile", "specs"):
        texts = sorted({repr(header.options.get(name)) for header in headers})
        if len(texts) > 1:
            yield f"the shards differ in the option {name}: {', '.join(texts)}"


def _option(name: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {text!r}" for key, text in value.items())
    listed = value if isinstance(value, list | tuple) else [value]
    return " ".join(f"--{name.replace('_', '-')} {text}" for text in listed)

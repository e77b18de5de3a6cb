"""The files of recordings: one compressed file for each part, with equal bytes for equal contents.

The first line names the units, with their CPU seconds and numbers of runs. Each further line is a
subject with its outcomes: the numbers of the units that have it (``0-15,18``), the outcome, and for
units that depend on time the number of runs that showed it.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.recorded.execution import Observation

DATA = Path(__file__).parent / "data"
Recording = dict[str, Observation]
"""The observations of the units of a part."""


def _ranges(numbers: Iterable[int]) -> str:
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in found)


def _numbers(ranges: str) -> Iterator[int]:
    for each in ranges.split(","):
        first, _, last = each.partition("-")
        yield from range(int(first), int(last or first) + 1)


def write(file: Path, recording: Mapping[str, Observation]) -> None:
    """Write a recording."""
    units = sorted(recording)
    rows: dict[str, dict[tuple[str, int], list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, unit in enumerate(units):
        seen = recording[unit]
        for subject, outcomes in seen.subjects.items():
            for outcome, count in outcomes.items():
                shown = 0 if count == seen.runs else count
                rows[subject][outcome, shown].append(number)
    head = [[unit, round(recording[unit].cpu, 1), recording[unit].runs] for unit in units]
    lines = [json.dumps(head)]
    for subject, outcomes_ in sorted(rows.items()):
        cells = sorted([_ranges(n), outcome, count] for (outcome, count), n in outcomes_.items())
        lines.append(json.dumps([subject, *cells], ensure_ascii=False, separators=(",", ":")))
    packed = lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME)
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(".new")
    temporary.write_bytes(packed)
    temporary.replace(file)


def read(file: Path) -> Recording:
    """Return the recording of a file; an empty one if there is none."""
    if not file.exists():
        return {}
    head, *rows = lzma.decompress(file.read_bytes()).decode().split("\n")
    units = [(name, Observation(runs, cpu, {})) for name, cpu, runs in json.loads(head)]
    for row in rows:
        subject, *cells = json.loads(row)
        for ranges, outcome, count in cells:
            for number in _numbers(ranges):
                seen = units[number][1]
                seen.subjects.setdefault(subject, Counter())[outcome] = count or seen.runs
    return dict(units)


def to_line(tree: str, unit: str, seen: Observation) -> str:
    """Return an observation as a line of a file of progress."""
    return json.dumps([tree, unit, seen.runs, seen.cpu, seen.subjects])


def from_lines(lines: Iterable[str], tree: str) -> Recording:
    """Return the observations of this tree in a file of progress."""
    found = {}
    for line in lines:
        known, unit, runs, cpu, subjects = json.loads(line)
        if known == tree:
            counted = {subject: Counter(outcomes) for subject, outcomes in subjects.items()}
            found[unit] = Observation(runs, cpu, counted)
    return found

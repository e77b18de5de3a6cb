"""Record verdicts, or compare those of this tree with the recorded ones.

    python -m tests.recorded record                  all parts; a stopped command can be continued
    python -m tests.recorded compare                 all parts; a difference gives exit status 1
    python -m tests.recorded compare --share 3/200   the third of 200 shares of equal CPU time
    python -m tests.recorded list                    the parts, with the recorded CPU time

A unit is one run of pytest, or the commands of one project. ``compare`` prints one line for each
difference: ``PART UNIT SUBJECT: was ...; is ...``. Those in ``announced.txt`` do not fail it.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator, Sequence

from tests.recorded import storage
from tests.recorded.difference import announced, is_announced, unit_differences
from tests.recorded.execution import TREE, Observation, Unit, run_units
from tests.recorded.parts import PARTS, Part

TIMED_COMPARED = 5
"""Runs of a unit that depends on time, when it is compared."""
PROGRESS = TREE / "build" / "recorded"
UNKNOWN_CPU = 5.0


def tree_id() -> str:
    """Return a text that differs if a tracked file differs."""
    git = ["git", "-C", str(TREE)]
    head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    paths = ["--", ".", ":!tests/recorded/data"]
    changed = subprocess.run([*git, "diff", "HEAD", *paths], capture_output=True, check=False)
    return f"{head.stdout.strip()}-{zlib.crc32(changed.stdout):08x}"


def chosen_parts(names: Sequence[str]) -> list[Part]:
    """Return the named parts, all without names."""
    if unknown := [name for name in names if name not in PARTS]:
        sys.exit(f"no such part: {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
    return [PARTS[name] for name in names] if names else list(PARTS.values())


Window = tuple[float, float]
"""A range of the recorded CPU time of a part, from 0 to 1."""


def in_window(units: Sequence[Unit], known: storage.Recording, window: Window) -> list[Unit]:
    """Return the units whose middle is in a window of the CPU time of a part.

    The units are side by side on a line, in an order that their names decide.
    """
    ordered = sorted(units, key=lambda unit: (zlib.crc32(unit.name.encode()), unit.name))
    lengths = [known[u.name].cpu if u.name in known else UNKNOWN_CPU for u in ordered]
    total, start, found = sum(lengths), 0.0, []
    for unit, length in zip(ordered, lengths, strict=True):
        if window[0] <= (start + length / 2) / total < window[1]:
            found.append(unit)
        start += length
    return found


def windows(parts: Sequence[Part], share: str, each: bool) -> Iterator[tuple[Part, Window]]:
    """Yield the parts of a share ``K/N``, and the window of each.

    The parts are side by side, so that a share concerns few of them; if ``each``, a share has the
    K-th of N windows of each part.
    """
    number, _, count = share.partition("/")
    low = int(number) % int(count or 1) / int(count or 1)
    high = low + 1 / int(count or 1)
    if each or not count:
        yield from ((part, (low, high)) for part in parts)
        return
    lengths = [
        sum(seen.cpu for seen in storage.read(storage.DATA / part.file_name).values())
        for part in parts
    ]
    total, start = sum(lengths), 0.0
    for part, length in zip(parts, lengths, strict=True):
        window = ((low * total - start) / (length or 1), (high * total - start) / (length or 1))
        start += length
        if length and window[0] < 1 and window[1] > 0:
            yield part, window


def selected(part: Part, known: storage.Recording, options: argparse.Namespace) -> list[Unit]:
    """Return the units of a part that the options select."""
    units = [
        unit
        for unit in part.units()
        if not options.unit or any(fnmatch.fnmatchcase(unit.name, each) for each in options.unit)
    ]
    if "/" not in options.share:
        return units
    if options.command == "compare":
        units = [unit for unit in units if unit.name in known]
    return in_window(units, known, options.window)


def record(part: Part, options: argparse.Namespace) -> int:
    """Record the selected units of a part; units that this tree has already recorded are kept."""
    file = storage.DATA / part.file_name
    known = storage.read(file)
    units = selected(part, known, options)
    names = {unit.name for unit in part.units()}
    progress, tree = PROGRESS / f"{part.file_name}.progress", tree_id()
    progress.parent.mkdir(parents=True, exist_ok=True)
    lines = progress.read_text(encoding="utf-8").splitlines() if progress.exists() else []
    done = {} if options.again else storage.from_lines(lines, tree)
    left = [(unit, unit.runs) for unit in units if unit.name not in done]
    with progress.open("a", encoding="utf-8") as stream:

        def keep(unit: Unit, seen: Observation) -> None:
            done[unit.name] = seen
            print(storage.to_line(tree, unit.name, seen), file=stream, flush=True)
            if options.verbose:
                print(f"{part.name} {unit.name}: {seen.cpu:.1f} CPU seconds", flush=True)

        run_units(left, part.catalogues, options.jobs, keep)
    for name in (unit.name for unit in units if part.catalogues and not done[unit.name].has_cases):
        print(f"{part.name} {name}: NO CASE RAN")
    merged = {name: seen for name, seen in {**known, **done}.items() if name in names}
    storage.write(file, merged)
    cpu = sum(done[unit.name].cpu for unit in units)
    size = file.stat().st_size / 1024
    print(
        f"{part.name}: {len(units)} of {len(names)} units recorded, {cpu:.0f} CPU seconds; "
        f"{part.file_name}: {len(merged)} units, {size:.0f} KiB",
        flush=True,
    )
    return 0


def compare(part: Part, options: argparse.Namespace) -> int:
    """Compare the selected units of a part; return how many differences are not announced."""
    known = storage.read(storage.DATA / part.file_name)
    if not known:
        print(f"{part.name}: SKIPPED: there is no recording {part.file_name}")
        return 0
    units, patterns, cpu = selected(part, known, options), announced(), 0.0
    count, expected = 0, 0

    def report(line: str) -> None:
        nonlocal count, expected
        if is_announced(line, patterns):
            expected += 1
        else:
            count += 1
            print(line, flush=True)

    def check(unit: Unit, seen: Observation) -> None:
        nonlocal cpu
        cpu += seen.cpu
        for difference in unit_differences(known[unit.name], seen):
            report(f"{part.name} {unit.name} {difference}")

    missing = [unit for unit in units if unit.name not in known]
    work = [
        (unit, TIMED_COMPARED if known[unit.name].runs > 1 else 1)
        for unit in units
        if unit.name in known
    ]
    run_units(work, part.catalogues, options.jobs, check)
    if "/" not in options.share and not options.unit:
        for name in known.keys() - {unit.name for unit in units}:
            report(f"{part.name} {name}: was recorded; is gone")
    notes = [f"{expected} announced"] if expected else []
    notes += [f"{len(missing)} units have no recording"] if missing else []
    print(
        f"{part.name}: {len(work)} units compared, {count} differences, {cpu:.0f} CPU seconds"
        f"{''.join(f'; {note}' for note in notes)}",
        flush=True,
    )
    return count


def list_part(part: Part, options: argparse.Namespace) -> int:
    """Print the number of recorded units of a part and their CPU time."""
    known = storage.read(storage.DATA / part.file_name)
    cpu, units = sum(seen.cpu for seen in known.values()), selected(part, known, options)
    print(f"{part.name:12} {len(known)} of {len(units)} units recorded, {cpu:.0f} CPU seconds")
    return 0


def main() -> int:
    """Return the exit status of the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.recorded",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=("record", "compare", "list"))
    parser.add_argument("--part", nargs="+", default=[], help=f"of {', '.join(PARTS)}")
    parser.add_argument("--share", default="0", help="K/N: the K-th of N shares, from 0 to N - 1")
    parser.add_argument("--unit", nargs="+", default=[], help="patterns of names of units")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="record: repeat what is recorded")
    parser.add_argument("--verbose", "-v", action="store_true")
    options = parser.parse_args()
    function = {"record": record, "compare": compare, "list": list_part}[options.command]
    differences = 0
    parts, each = chosen_parts(options.part), options.command == "record"
    for part, window in windows(parts, options.share, each):
        options.window = window
        differences += function(part, options)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())

"""Run the legal drivers on random graphs: ``python -m benchmarks.legal_drivers``.

    --default 5000 --special 1000   graphs of each profile for each driver
    --drivers 'code_*' 'HAL*'       only the drivers whose names match a pattern
    --first 0                       number of the first graph
    --specs FOLDER                  also run the cases of the spec files in this folder
    --results FILE                  append the counts to a file, one line of JSON for each driver
                                    and chunk of graphs; chunks in the file are not run again
    --page FILE                     write a page with all counts of the results file
    --jobs 1                        number of processes

Each driver differs from the reference only in what the contract permits. A graph is generated once
for all drivers of a version (``benchmarks/legal_driver_graphs.py``). Every failure is printed, and
the exit status is 1 if there is one. A chunk with a failure is run again by the next command with
the same results file.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

from benchmarks.legal_driver_graphs import Count, by_version, recorded, run_graphs, totals
from benchmarks.legal_driver_specs import run_specs
from tests.sample_drivers.graphs.rounding_variants import ToleranceLimitDevice
from tests.sample_drivers.values.legal_drivers import LEGAL_DRIVERS

SPECS = "specs:"
"""The first characters of the profile of a count that is one of spec cases."""
PAGE = "docs/generated/legal-drivers.md"
_CHUNK = 100
"""Graphs of a chunk: what is lost if the command is stopped."""
_CHUNKS_PER_PROCESS = 64
"""Chunks after which a process is replaced, so that its memory does not grow."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Successive graphs of one profile, and the drivers of one version that run them.

    For cases of specs, ``file`` is the spec file, and ``profile`` has its path in the folder.
    """

    names: tuple[str, ...]
    profile: str
    seeds: range
    file: Path | None = None

    def __str__(self) -> str:
        drivers = f"{len(self.names)} driver{'s' * (len(self.names) != 1)}"
        if self.file is not None:
            return f"{drivers}, {self.profile}"
        return f"{drivers}, {self.profile} graphs from {self.seeds.start}"


def run_chunk(chunk: Chunk) -> tuple[Chunk, list[Count], float]:
    """Run a chunk, and return it with the counts and the CPU time in seconds."""
    start = time.process_time()
    drivers = {name: LEGAL_DRIVERS[name] for name in chunk.names}
    if chunk.file is not None:
        counts = run_specs(drivers, chunk.file, chunk.profile)
    else:
        counts = run_graphs(drivers, chunk.profile, chunk.seeds)
    return chunk, counts, time.process_time() - start


def missing_chunks(
    names: Sequence[str], sizes: dict[str, int], first: int, known: Sequence[Count]
) -> list[Chunk]:
    """Return the chunks that are not recorded, those with the smallest numbers first.

    ``sizes`` states the number of graphs of each profile. All profiles progress at the same pace.
    """
    groups = by_version(LEGAL_DRIVERS, names).values()
    found = []
    for profile, size in sizes.items():
        for start in range(first, first + size, _CHUNK):
            seeds = range(start, min(start + _CHUNK, first + size))
            for group in groups:
                left = tuple(n for n in group if not recorded(known, n, profile, seeds))
                if left:
                    found.append(((start - first) / size, Chunk(left, profile, seeds)))
    return [chunk for _, chunk in sorted(found, key=lambda pair: pair[0])]


def missing_files(names: Sequence[str], folder: Path, known: Sequence[Count]) -> list[Chunk]:
    """Return the chunks of the spec files in a folder that are not recorded.

    Drivers at the full tolerance do not run specs: it counts from the expected values, which are
    not exact.
    """
    exact = [n for n in names if not isinstance(LEGAL_DRIVERS[n](), ToleranceLimitDevice)]
    groups = by_version(LEGAL_DRIVERS, exact).values()
    found = []
    for file in sorted(folder.rglob("*.mod.py")):
        profile, first = f"{SPECS}{folder.name}/{file.relative_to(folder)}", range(1)
        for group in groups:
            left = tuple(n for n in group if not recorded(known, n, profile, first))
            if left:
                found.append(Chunk(left, profile, first, file))
    return found


def run_chunks(chunks: Sequence[Chunk], jobs: int) -> Iterator[tuple[Chunk, list[Count], float]]:
    """Run chunks in this process, or in several, and yield the results as they are complete."""
    if jobs == 1:
        yield from map(run_chunk, chunks)
        return
    with get_context("spawn").Pool(jobs, maxtasksperchild=_CHUNKS_PER_PROCESS) as pool:
        yield from pool.imap_unordered(run_chunk, chunks)


def page(counts: Iterable[Count]) -> str:
    """Return the page with the sum of the counts of each driver."""
    sums = totals(counts)
    nothing = Count("", "", 0)
    rows = []
    names = {name for name, _ in sums}
    for name in (name for name in LEGAL_DRIVERS if name in names):
        default, special = (sums.get((name, kind), nothing) for kind in ("default", "special"))
        specs = [
            one
            for (driver, profile), one in sums.items()
            if driver == name and profile.startswith(SPECS)
        ]
        all_ = [default, special, *specs]
        figures = (
            *(default.graphs, special.graphs, sum(one.graphs for one in specs)),
            *(sum(one.other for one in all_), sum(one.failed for one in all_)),
        )
        rows.append(f"| `{name}` | {' | '.join(f'{figure:,}' for figure in figures)} |")
    return "\n".join(
        [
            "# Legal drivers on random graphs and specs",
            "",
            "*This page is for driver engineers and maintainers. It shows on how many random",
            "graphs and cases of specs the drivers of",
            "`tests/sample_drivers/values/legal_drivers.py` were run. These drivers differ from",
            "the reference only in what the contract permits. The command",
            f"`python -m benchmarks.legal_drivers --results counts.jsonl --page {PAGE}`",
            "writes this page.*",
            "",
            "[accuracy.md](../explanation/accuracy.md#legal-drivers) explains these drivers. They",
            "declined the graphs and cases that were not executed. Drivers whose calls differ run",
            "a sixteenth of the cases of specs.",
            "",
            (
                "| driver | default graphs | special graphs | cases of specs | not executed"
                " | failures |"
            ),
            "|---|---:|---:|---:|---:|---:|",
            *rows,
            "",
        ]
    )


def read_counts(file: Path | None) -> list[Count]:
    """Return the counts of a results file; none if it does not exist."""
    if file is None or not file.exists():
        return []
    return [Count(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def _without_failures(file: Path | None) -> list[Count]:
    """Return the counts of a results file, and remove those with failures from it."""
    counts = read_counts(file)
    kept = [one for one in counts if not one.failed]
    if file is not None and len(kept) < len(counts):
        _write(file, "w", kept)
    return kept


def _write(file: Path, mode: str, counts: Iterable[Count]) -> None:
    with file.open(mode, encoding="utf-8") as stream:
        stream.writelines(json.dumps(asdict(one)) + "\n" for one in counts)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--default", type=int, default=5000)
    parser.add_argument("--special", type=int, default=1000)
    parser.add_argument("--drivers", nargs="+", default=["*"])
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--specs", type=Path)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the graphs of all chosen drivers and return the exit status."""
    options = _options(arguments)
    names = [
        name
        for name in LEGAL_DRIVERS
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in options.drivers)
    ]
    sizes = {"default": options.default, "special": options.special}
    counts = _without_failures(options.results)
    chunks = missing_chunks(names, sizes, options.first, counts)
    if options.specs is not None:
        chunks += missing_files(names, options.specs, counts)
    for chunk, new, seconds in run_chunks(chunks, options.jobs):
        counts += new
        for one in new:
            for message in one.messages:
                print(message, flush=True)
        failed = sum(one.failed for one in new)
        print(f"{chunk}: {failed} failures in {seconds:.0f} CPU seconds", flush=True)
        if options.results is not None:
            _write(options.results, "a", new)
    if options.page is not None:
        options.page.write_text(page(counts), encoding="utf-8")
    return 1 if any(one.failed for one in counts) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Measure the share of planted faults that the suite finds: ``python -m benchmarks.detection``.

    --stage plain          only the plain run (also: campaign, witnesses)
    --faults 'CONV_2D*'    only faults whose name matches the pattern
    --sample 50 --seed 3   a random sample of the faults
    --page FILE            write the result page

Times are CPU seconds of the reference's run on one core, without the time of the altered calls.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.detection import page
from benchmarks.detection.campaign_run import measure_campaign
from benchmarks.detection.fault import CallFault, all_faults, read_tables
from benchmarks.detection.plain_run import measure
from benchmarks.detection.results import Measurement, fault_groups, survivor_lines, table
from benchmarks.detection.witness import find_witness

STAGES = ("plain", "campaign")


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.detection",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--stage", choices=(*STAGES, "witnesses", "all"), default="all")
    parser.add_argument("--faults", default="*", metavar="PATTERN")
    parser.add_argument("--sample", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--case", default="", help="only these cases of the plain run")
    parser.add_argument("--campaign-seconds", type=float, default=60.0)
    parser.add_argument("--table", type=Path, help="read the faults from this table only")
    parser.add_argument("--page", type=Path, help="write the result page to this file")
    parser.add_argument("--worker", default="", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def choose(options: argparse.Namespace) -> list[CallFault]:
    """Return the faults that the options select; exit with a message if there is none."""
    known = read_tables([options.table]) if options.table else all_faults()
    faults = [
        fault
        for fault in known
        if fnmatch.fnmatchcase(fault.id, options.faults) or options.faults in fault.id
    ]
    if not faults:
        raise SystemExit(
            f"--faults {options.faults!r} matches no fault; patterns are like 'CONV_2D*'"
        )
    if options.sample and options.sample < len(faults):
        faults = random.Random(options.seed).sample(faults, options.sample)
    return faults


def measure_here(options: argparse.Namespace, faults: list[CallFault]) -> Measurement:
    """Measure the faults in this process."""
    measurement = Measurement(faults)
    if options.stage in ("plain", "all"):
        measurement.add_plain_run(measure(faults, ["--case", options.case] if options.case else []))
    if options.stage in ("campaign", "all"):
        found, graphs = measure_campaign(faults, options.campaign_seconds)
        measurement.add_campaign(found, graphs)
    return measurement


def measure_in_workers(
    arguments: Sequence[str], options: argparse.Namespace, faults: list[CallFault]
) -> Measurement:
    """Measure the faults in several processes, each of which measures a share of them."""
    measurement = Measurement(faults)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / str(number) for number in range(options.jobs)]
        workers = [
            subprocess.Popen(
                [
                    *(sys.executable, "-m", "benchmarks.detection", *arguments),
                    *("--worker", f"{number}/{options.jobs}/{file}"),
                ],
                stdout=subprocess.DEVNULL,
            )
            for number, file in enumerate(files)
        ]
        if sum(worker.wait() != 0 for worker in workers):
            raise SystemExit("a worker failed; see its messages above")
        for file in files:
            measurement.merge(file)
    return measurement


def check_witnesses(faults: Sequence[CallFault]) -> int:
    """Print the faults without a witness, and return 1 if there is one."""
    missing = [fault for fault in faults if find_witness(fault) is None]
    for fault in missing:
        print(f"no witness: {fault.id}", flush=True)
    print(f"{len(faults) - len(missing)} of {len(faults)} faults have a witness")
    return int(bool(missing))


def main(arguments: Sequence[str]) -> int:
    """Run the command; return its exit status."""
    options = parse_arguments(arguments)
    faults = choose(options)
    if options.stage == "witnesses":
        return check_witnesses(faults)
    if options.worker:
        number, count, file = options.worker.split("/", 2)
        measure_here(options, faults[int(number) :: int(count)]).write(Path(file))
        return 0
    if options.jobs > 1 and len(faults) > options.jobs:
        measurement = measure_in_workers(arguments, options, faults)
    else:
        measurement = measure_here(options, faults)
    measurement.finish()
    print("\n".join(table(measurement, fault_groups(faults))))
    stage = "plain" if "plain" in measurement.found else "campaign"
    print(f"\nnot found by the stage {stage!r}:")
    for line in survivor_lines(measurement, stage):
        print(f"- {line}")
    if options.page:
        page.write(measurement, options.page)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

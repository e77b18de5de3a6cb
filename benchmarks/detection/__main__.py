"""Measure the share of planted faults that the suite finds: ``python -m benchmarks.detection``.

    --stage plain          only the plain run (also: contract, order)
    --faults 'CONV_2D*'    only faults whose name matches the pattern
    --sample 50 --seed 3   a random sample of the faults
    --page FILE            write the result page

Times are CPU seconds of the reference's run on one core, without the time of the altered calls.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import pickle
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.detection import page
from benchmarks.detection.contract_faults import contract_faults
from benchmarks.detection.contract_run import measure_contract
from benchmarks.detection.fault import CallFault
from benchmarks.detection.fault_tables import all_faults, read_faults
from benchmarks.detection.plain_run import Detection, PlainRunResult, measure, measure_older_driver
from benchmarks.detection.results import Measurement, fault_groups, survivor_lines, table
from benchmarks.detection.round_order import order_lines

STAGES = ("plain", "contract")


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.detection",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--stage", choices=(*STAGES, "order", "all"), default="all")
    parser.add_argument("--faults", default="*", metavar="PATTERN")
    parser.add_argument("--sample", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--case", default="", help="only these cases of the plain run")
    parser.add_argument("--table", type=Path, help="read the faults from this table only")
    parser.add_argument("--page", type=Path, help="write the result page to this file")
    parser.add_argument("--worker", default="", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def choose(options: argparse.Namespace) -> Measurement:
    """Return the faults that the options select; exit with a message if there is none."""
    faults = list(read_faults(options.table)) if options.table else list(all_faults())
    contract = [] if options.table else list(contract_faults())

    def selected(id_: str) -> bool:
        return fnmatch.fnmatchcase(id_, options.faults) or options.faults in id_

    chosen = Measurement(
        [fault for fault in faults if selected(fault.id)],
        [fault for fault in contract if selected(fault.id)],
    )
    if not chosen.faults and not chosen.contract:
        problem = f"--faults {options.faults!r} matches no fault; try a pattern like 'CONV_2D*'"
        raise SystemExit(problem)
    if options.sample:
        ids = [fault.id for fault in (*chosen.faults, *chosen.contract)]
        chosen.sampled_from = len(ids)
        count = min(options.sample, len(ids))
        kept = set(random.Random(options.seed).sample(ids, count))
        chosen.faults = [fault for fault in chosen.faults if fault.id in kept]
        chosen.contract = [fault for fault in chosen.contract if fault.id in kept]
    return chosen


Share = tuple[PlainRunResult | None, dict[str, Detection]]
"""The results of a worker: plain run, and calls of the contract."""


def measure_share(options: argparse.Namespace, chosen: Measurement, first: int, step: int) -> Share:
    """Measure a share: every ``step``-th case of the plain run, and as many of the other faults."""
    plain, contract = None, {}
    if options.stage in ("plain", "all"):
        arguments = ["--case", options.case] if options.case else []
        plain = measure(chosen.faults, arguments, (first, step))
        if not options.case:
            plain.merge(measure_older_driver(chosen.faults, (first, step)))
    if options.stage in ("contract", "all"):
        contract = measure_contract(chosen.contract[first::step], options.seed)
    return plain, contract


def measure_in_workers(arguments: Sequence[str], jobs: int) -> list[Share]:
    """Measure the shares in several processes."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / str(number) for number in range(jobs)]
        workers = [
            subprocess.Popen(
                [
                    *(sys.executable, "-m", "benchmarks.detection", *arguments),
                    *("--worker", f"{number}/{jobs}/{file}"),
                ],
                stdout=subprocess.DEVNULL,
            )
            for number, file in enumerate(files)
        ]
        if sum(worker.wait() != 0 for worker in workers):
            raise SystemExit("a worker failed; see its messages above")
        return [pickle.loads(file.read_bytes()) for file in files]


def add_shares(measurement: Measurement, shares: Sequence[Share]) -> None:
    """Add the results of all shares to the measurement."""
    whole = PlainRunResult()
    for plain, contract in shares:
        if plain is not None:
            whole.merge(plain)
        if contract:
            measurement.found.setdefault("contract", {}).update(contract)
    if whole.durations:
        measurement.add_plain_run(whole)


def main(arguments: Sequence[str]) -> int:
    """Run the command; return its exit status."""
    options = parse_arguments(arguments)
    measurement = choose(options)
    if options.stage == "order":
        print("\n".join(order_lines([f for f in measurement.faults if isinstance(f, CallFault)])))
        return 0
    if options.worker:
        number, count, file = options.worker.split("/", 2)
        share = measure_share(options, measurement, int(number), int(count))
        Path(file).write_bytes(pickle.dumps(share))
        return 0
    if options.jobs > 1:
        add_shares(measurement, measure_in_workers(arguments, options.jobs))
    else:
        add_shares(measurement, [measure_share(options, measurement, 0, 1)])
    print("\n".join(table(measurement, fault_groups(measurement))))
    for stage in STAGES:
        if stage in measurement.found:
            print(f"\nnot found by the stage {stage!r}:")
            for line in survivor_lines(measurement, stage):
                print(f"- {line}")
    if options.page:
        page.write(measurement, options.page)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Run the legal drivers on random graphs: ``python -m benchmarks.legal_drivers``.

    --default 5000 --special 1000   graphs of each profile for each driver
    --drivers 'code_*'              only the drivers whose names match the pattern
    --first 0                       number of the first graph

Each driver differs from the reference only in what the contract permits. Every failure is printed,
and the exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import time
from collections.abc import Sequence

from generators.graph_judge import GraphJudge
from generators.profile_parameters import parse_profile
from tests.sample_drivers.values.legal_drivers import LEGAL_DRIVERS

_FAILURES = ("failed", "crash", "hang", "leak", "invalid_answer", "internal_error")


def run_graphs(name: str, profile: str, seeds: range) -> int:
    """Run graphs on a driver, print its failures and return their number."""
    judge, chosen = GraphJudge(LEGAL_DRIVERS[name]()), parse_profile(profile)
    failures = 0
    for seed in seeds:
        record = judge.judge_seed(chosen, seed)
        if record.kind in _FAILURES:
            failures += 1
            print(f"{name}: random/{profile}/{seed}: {record.rule}: {record.reason}", flush=True)
    judge.judge.close()
    return failures


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the graphs of all chosen drivers and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--default", type=int, default=5000)
    parser.add_argument("--special", type=int, default=1000)
    parser.add_argument("--drivers", default="*")
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args(arguments)
    failures = 0
    for name in fnmatch.filter(LEGAL_DRIVERS, options.drivers):
        start = time.monotonic()
        found = sum(
            run_graphs(name, profile, range(options.first, options.first + count))
            for profile, count in (("default", options.default), ("special", options.special))
        )
        failures += found
        print(f"{name}: {found} failures in {time.monotonic() - start:.0f} s", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

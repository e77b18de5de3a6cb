"""Search for planted faults with the fuzz targets, until each is found.

NN_CONFORMANCE_FUZZ_MUTATOR=off switches the mutators off, to show their effect.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from benchmarks.fuzz_power.faults import Fault, search_all, switched_off_rules
from benchmarks.fuzz_power.missing_checks import MISSING_CHECKS
from nn_conformance_options import SEED_OPTION


def main() -> int:
    """Search for the faults that the command line selects; return 1 if one is not found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz_power", description=__doc__)
    parser.add_argument(
        "--budget",
        type=float,
        default=120.0,
        help="seconds of processor time for each fault (default: 120)",
    )
    parser.add_argument("--rules", type=int, default=30, help="switched-off rules (default: 30)")
    parser.add_argument(
        "--missing-checks", type=int, default=30, help="missing checks (default: 30)"
    )
    parser.add_argument("--only", default="", help="only the faults whose name contains this text")
    parser.add_argument(
        "--seed", type=SEED_OPTION, default=1, help="seed of samples and mutations (default: 1)"
    )
    options = parser.parse_args()
    missing = random.Random(options.seed).sample(
        MISSING_CHECKS, min(options.missing_checks, len(MISSING_CHECKS))
    )
    missed = 0
    for title, faults in (
        ("switched-off rules", switched_off_rules(options.rules, options.seed)),
        ("missing checks", missing),
    ):
        missed += _search(title, [fault for fault in faults if options.only in fault.name], options)
    return 1 if missed else 0


def _search(title: str, faults: Sequence[Fault], options: argparse.Namespace) -> int:
    """Search for faults, print the results, and return how many were not found."""
    found, count = 0, len(faults)
    for result in search_all(faults, options.budget, options.seed):
        found += bool(result.signature)
        end = result.signature or "NOT FOUND"
        print(
            f"{result.seconds:6.1f} s {result.inputs:7} inputs  {result.fault.name}: {end}",
            flush=True,
        )
    print(f"{found} of {count} {title} found within {options.budget:g} s each")
    return count - found


if __name__ == "__main__":
    raise SystemExit(main())

"""Measure what fuzzing finds: the rules that it reaches, and planted faults.

NN_CONFORMANCE_FUZZ_MUTATOR=off switches the mutators off, to show their effect.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.fuzz_power.faults import Fault, search_all, switched_off_rules
from benchmarks.fuzz_power.lines import measure_lines, share
from benchmarks.fuzz_power.missing_checks import MISSING_CHECKS
from benchmarks.fuzz_power.reach import measure_reach, unreached
from conformance.files import write_atomically
from conformance.validation import all_rules
from fuzz.campaigns.worker import ENGINES
from fuzz.core.finding import FuzzFindingError
from fuzz.core.instrumentation import is_available
from fuzz.core.target_files import target_names
from fuzz.inputs.mutator import is_enabled
from nn_conformance_options import SEED_OPTION

_FINDING: Final = Path("nn-fuzz-power-finding")
"""The file in which the input of a finding on the reference is stored."""


def main(given: Sequence[str] | None = None) -> int:
    """Run the measurement that the command line names; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz_power", description=__doc__)
    verbs = parser.add_subparsers(required=True, metavar="{rules,faults,lines}")
    rules = verbs.add_parser("rules", help="list the rules that the targets reach")
    rules.add_argument(
        "--budget", type=float, default=600.0, help="processor time in seconds (default: 600)"
    )
    rules.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="atheris, random, or auto: atheris if it is installed (default: auto)",
    )
    rules.set_defaults(run=_report_rules)
    faults = verbs.add_parser("faults", help="search for planted faults, until each is found")
    faults.add_argument(
        "--budget",
        type=float,
        default=120.0,
        help="seconds of processor time for each fault (default: 120)",
    )
    faults.add_argument("--rules", type=int, default=30, help="switched-off rules (default: 30)")
    faults.add_argument(
        "--missing-checks", type=int, default=30, help="missing checks (default: 30)"
    )
    faults.add_argument("--only", default="", help="only the faults whose name contains this text")
    faults.set_defaults(run=_report_faults)
    lines = verbs.add_parser(
        "lines", help="list the lines of the validation code that no seed executes"
    )
    lines.set_defaults(run=_report_lines)
    for verb in (rules, faults):
        verb.add_argument(
            "--seed", type=SEED_OPTION, default=1, help="seed of samples and mutations (default: 1)"
        )
    arguments = parser.parse_args(given)
    if arguments.run is not _report_lines:
        _say(f"mutators {'on' if is_enabled() else 'off'}, seed {arguments.seed}")
    try:
        status: int = arguments.run(arguments)
    except FuzzFindingError as error:
        write_atomically(_FINDING, error.data, only_regular=True)
        print(f"a finding on the reference: {error}\nits input: {_FINDING}", file=sys.stderr)
        return 1
    return status


def _report_rules(arguments: argparse.Namespace) -> int:
    reached: frozenset[str] = frozenset()
    engine = arguments.engine
    if engine == "auto":
        engine = "atheris" if is_available() else "random"
    _say(f"engine {engine}")
    for result in measure_reach(arguments.budget, arguments.seed, engine=engine):
        part, reached = result.part, result.total
        _say(
            f"{part.target} of HAL {part.version}: {result.inputs} inputs in {result.seconds:.0f} "
            f"s, {len(result.rules)} rules, {len(reached)} so far"
        )
    known = len(all_rules())
    missing = unreached(reached)
    share = (known - len(missing)) / known
    _say(f"{known - len(missing)} of {known} rules reached ({share:.1%}); not reached:")
    for name, reason in missing.items():
        _say(f"  {name}{f': {reason}' if reason else ''}")
    return 0


def _report_faults(arguments: argparse.Namespace) -> int:
    missing = random.Random(arguments.seed).sample(
        MISSING_CHECKS, min(arguments.missing_checks, len(MISSING_CHECKS))
    )
    missed = 0
    for title, faults in (
        ("switched-off rules", switched_off_rules(arguments.rules, arguments.seed)),
        ("missing checks", missing),
    ):
        missed += _search(
            title, [fault for fault in faults if arguments.only in fault.name], arguments
        )
    return 1 if missed else 0


def _report_lines(_arguments: argparse.Namespace) -> int:
    files = measure_lines(target_names())
    for file in files:
        missing = ", ".join(map(str, sorted(file.missing)))
        done = len(file.lines) - len(file.missing)
        _say(f"{file.path.name}: {done} of {len(file.lines)}{missing and f'; not {missing}'}")
    _say(f"{share(files):.1%} of the lines in functions")
    return 0


def _search(title: str, faults: Sequence[Fault], arguments: argparse.Namespace) -> int:
    """Search for faults, print the results, and return how many were not found."""
    found, count = 0, len(faults)
    for result in search_all(faults, arguments.budget, arguments.seed):
        found += bool(result.signature)
        end = result.signature or "NOT FOUND"
        _say(f"{result.seconds:6.1f} s {result.inputs:7} inputs  {result.fault.name}: {end}")
    _say(f"{found} of {count} {title} found within {arguments.budget:g} s each")
    return count - found


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())

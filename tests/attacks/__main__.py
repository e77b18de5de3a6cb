"""The campaign of attacks: ``python -m tests.attacks [ATTACKS] [FIRST_SEED]``.

Each kind of attack runs equally often. The exit status is 1 if an attack found a violation.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.attacks import on_files, on_runs, on_streams
from tests.attacks.attack import Attack

FUNCTIONS: list[Attack] = [*on_streams.ATTACKS, *on_files.ATTACKS]
RUNS: list[Attack] = on_runs.ATTACKS
DEFAULT = 1500
_RUN_SHARE = 100


def outcome(attack: Attack, seed: int) -> str:
    """Run one attack in an empty folder; return the violation that it found, or an empty text."""
    with tempfile.TemporaryDirectory() as folder:
        return attack(Random(f"{attack.__name__} {seed}"), Path(folder))


def main() -> int:
    """Run the campaign, print its figures, and return the exit status."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    counts, seconds, violations = Counter[str](), Counter[str](), 0
    for index in range(number):
        kinds = RUNS if index % _RUN_SHARE == _RUN_SHARE - 1 else FUNCTIONS
        turn = index // _RUN_SHARE if kinds is RUNS else index
        attack, seed = kinds[turn % len(kinds)], first + turn // len(kinds)
        start = time.monotonic()
        found = outcome(attack, seed)
        counts[attack.__name__] += 1
        seconds[attack.__name__] += time.monotonic() - start
        if found:
            violations += 1
            print(f"VIOLATION: {attack.__name__} {seed}: {found[:2000]}")
    for name, count in counts.items():
        print(f"{count:6} {name}, {1000 * seconds[name] / count:.0f} ms each")
    print(f"{number} attacks, {violations} violations")
    return int(violations > 0)


if __name__ == "__main__":
    raise SystemExit(main())

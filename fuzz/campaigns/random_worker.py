"""The program of a worker without atheris: random mutations without coverage feedback."""

from __future__ import annotations

import sys
from pathlib import Path

from fuzz.core.target_files import load_target
from fuzz.engines.engine import run_random, write_inputs
from fuzz.engines.seeds import read_seeds


def main(arguments: list[str]) -> None:
    """Run a target until the process is killed; arguments: target, corpus folder, seed."""
    name, corpus, seed = arguments
    target = load_target(name)
    folder = Path(corpus)
    write_inputs(folder, read_seeds(name))
    run_random(target, folder, int(seed), lambda _count: False)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The program of a worker without atheris: random mutations without coverage feedback."""

from __future__ import annotations

import sys
from pathlib import Path

from fuzz.core.target import end_unwritten
from fuzz.core.target_files import load_target
from fuzz.engines.engine import run_random
from fuzz.engines.parent import end_with_parent
from fuzz.engines.seeds import SeedError


def main(arguments: list[str]) -> None:
    """Run a target until the process is killed; arguments: target, corpus folder, seed."""
    end_with_parent()
    name, corpus, seed = arguments
    target = load_target(name)
    try:
        run_random(target, Path(corpus), int(seed), lambda _count: False)
    except (OSError, SeedError) as error:
        end_unwritten(error)


if __name__ == "__main__":
    main(sys.argv[1:])

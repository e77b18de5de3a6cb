"""Run a target with libFuzzer: ``python -m fuzz.targets NAME [OPTION | FOLDER ...]``."""

import sys

from fuzz.targets import SUMMARIES, UnknownTargetError, run_target

try:
    run_target("".join(sys.argv[1:2]), sys.argv[2:])
except UnknownTargetError as error:
    lines = [f"  {name:<12}{text}" for name, text in SUMMARIES.items()]
    sys.exit("\n".join([str(error), "", *lines]))

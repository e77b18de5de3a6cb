"""Attacks of native libraries on whole runs: code in C that ends, stops or damages the process."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from random import Random

from tests.attacks.on_runs import SPEC, environment, violation
from tests.whole_runs import run_pytest

_EXAMPLE = Path(__file__).parents[2] / "examples" / "native_driver"
_SOURCE = Path(__file__).with_name("hostile_library.c")
_STAGES = ("NN_CONSTRUCTOR", "NN_TABLE", "NN_PREPARE", "NN_EXECUTE", "NN_DESTRUCTOR")
_RELU_SPEC = SPEC.replace("FLOOR", "RELU").replace("[1.0] * n", "[1.5] * n")


@functools.cache
def _libraries() -> Path | None:
    """Return a folder with the example driver and the hostile library; ``None`` without a compiler.

    It is created once for each process and remains until the process ends.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or shutil.which("make") is None:
        return None
    folder = tempfile.TemporaryDirectory(prefix="nn-attacks-")
    _FOLDERS.append(folder)
    path = Path(folder.name)
    make = ["make", "-s", "-C", str(_EXAMPLE), f"CC={compiler}", f"OUT={path}"]
    subprocess.run(make, check=True, capture_output=True)
    flags = ["-shared", "-fPIC", "-w", "-O0", f"-I{_EXAMPLE}"]
    target = path / "libhostile.so"
    subprocess.run([compiler, *flags, "-o", target, _SOURCE, "-ldl", "-lpthread"], check=True)
    return path


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


def actions() -> list[str]:
    """Return the names of what the hostile library can do."""
    return re.findall(r'^  if \(is\("(\w+)"\)\)', _SOURCE.read_text(), re.MULTILINE)


def a_native_driver(random: Random, folder: Path) -> str:
    """A library ends, stops or damages the process at its load, in a call or at its end."""
    libraries = _libraries()
    if libraries is None:
        return ""
    (folder / "mine").mkdir()
    (folder / "mine" / "s.mod.py").write_text(_RELU_SPEC)
    how, stage = random.choice(actions()), random.choice(_STAGES)
    arguments = ["-q", "-p", "no:cacheprovider", "--dump=:0", "mine", "--events", "run.jsonl"]
    arguments += ["--driver", str(libraries / "libhostile.so"), "--limit", "case=4"]
    arguments += ["--limit", "start=6", "--limit", "free=2", "--limit", "callback=2"]
    if random.random() < 0.3:
        arguments += ["--isolate", "--limit", "prepare=4", "--limit", "execute=4"]
    variables = {**environment(6, "pass"), "NN_REAL": str(libraries / "libexample_sl.so")}
    try:
        status, out = run_pytest(arguments, folder, {**variables, stage: how}, 90.0)
    except subprocess.TimeoutExpired:
        return f"{how} at {stage}: a hang ({arguments})"
    return violation(folder, status, f"{how} at {stage} {arguments}\n{out}", harmless=False)


ATTACKS = [a_native_driver]

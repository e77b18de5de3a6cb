"""Seeded changes of behaviour, each applied to a copy of the tree, which ``compare`` must find."""

from __future__ import annotations

import fnmatch
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.recorded.execution import TREE

COPIES = TREE / "build" / "recorded"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", ".tox", ".*_cache", "nn-failures")


def apply_seed(seed: Mapping[str, Any], tree: Path) -> None:
    """Change the tree; a move renames a package and every mention of it."""
    if not seed.get("move"):
        file = tree / seed["file"]
        text = file.read_text(encoding="utf-8")
        if text.count(seed["old"]) != 1:
            raise ValueError(f"{seed['name']}: {seed['file']} has not exactly one {seed['old']!r}")
        file.write_text(text.replace(seed["old"], seed["new"]), encoding="utf-8")
        return
    old, new = (tree / seed[name].replace(".", "/") for name in ("old", "new"))
    shutil.rmtree(old / "__pycache__", ignore_errors=True)
    old.rename(new)
    for file in [*tree.rglob("*.py"), *tree.glob("*.toml")]:
        text = file.read_text(encoding="utf-8")
        if seed["old"] in text:
            file.write_text(text.replace(seed["old"], seed["new"]), encoding="utf-8")


def compared(seed: Mapping[str, Any], tree: Path) -> tuple[int, list[str]]:
    """Compare the copy with the recording; return the exit status and the differences."""
    command = [sys.executable, "-m", "tests.recorded", "compare", "--jobs", "1"]
    done = subprocess.run(
        [*command, "--part", seed["part"], "--unit", *seed["units"]],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    *differences, total = done.stdout.splitlines() or [done.stderr[-500:]]
    if " 0 units" in total or done.returncode not in (0, 1):
        raise RuntimeError(f"{seed['name']}: nothing was compared: {total} {done.stderr[-500:]}")
    return done.returncode, differences


def prove(names: Sequence[str]) -> int:
    """Apply each seed to a copy of the tree and compare; return 1 if one gives the wrong result."""
    table = Path(__file__).with_name("seeds.toml").read_text(encoding="utf-8")
    wrong = 0
    for seed in tomllib.loads(table)["seed"]:
        if names and not any(fnmatch.fnmatchcase(seed["name"], name) for name in names):
            continue
        COPIES.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=COPIES) as folder:
            tree = Path(folder, TREE.name)
            shutil.copytree(TREE, tree, symlinks=True, ignore=LEFT_OUT)
            apply_seed(seed, tree)
            status, differences = compared(seed, tree)
        expected = 0 if seed.get("move") else 1
        wrong += status != expected
        verdict = "as expected" if status == expected else "WRONG"
        first = f": {differences[0][:200]}" if differences else ""
        print(f"{seed['name']}: {verdict}, {len(differences)} differences{first}", flush=True)
    return 1 if wrong else 0

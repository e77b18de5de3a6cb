"""Measure the cost of running one case, in this process and isolated, and of collecting one item.

A spec file with many examples of a tiny ADD runs on the reference driver; the peer is a custom
pytest item that does nothing. Both run alternately in new single-threaded processes. The figure is
the difference in CPU time between a large and a small file, divided by the difference in items, so
that the start-up time cancels out. "Warm" means that the index of the spec file already exists. The
peer of an isolated case is the same case in pytest's process.
"""

from __future__ import annotations

import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.ratio_table import RatioRow, print_ratios

SMALL, LARGE = 200, 2200
ROUNDS = 5

_SPEC = """
for i in range({count}):
    a = Input("a", "TENSOR_FLOAT32", "{{2}}")
    b = Input("b", "TENSOR_FLOAT32", "{{2}}")
    out = Output("out", "TENSOR_FLOAT32", "{{2}}")
    model = Model("m%d" % i).Operation("ADD", a, b, 0).To(out)
    Example({{a: [1.0, i], b: [2.0, 3.0], out: [3.0, i + 3.0]}}).DisableLifeTimeVariation()
"""

_NOOP = """
import pytest

class NoopFile(pytest.File):
    def collect(self):
        for i in range(int(self.path.read_text())):
            yield NoopItem.from_parent(self, name="item%d" % i)

class NoopItem(pytest.Item):
    def runtest(self):
        pass

def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".noop":
        return NoopFile.from_parent(parent, path=file_path)
"""


def _pytest(folder: Path, *arguments: str) -> float:
    """Run pytest in a new process; return its CPU seconds. Every item must pass."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    _CHECKED.append(int(re.search(r"(\d+) (?:passed|tests? collected)", done.stdout)[1]))  # type: ignore[index]
    return seconds


_CHECKED: list[int] = []


def _seconds_per_case(folder: Path, small: list[str], large: list[str]) -> float:
    return (_pytest(folder, *large) - _pytest(folder, *small)) / (LARGE - SMALL)


def main() -> int:
    """Print the table and return the exit status."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["NN_CONFORMANCE_CACHE"] = str(folder / "cache")
        (folder / "noop").mkdir()
        (folder / "noop" / "conftest.py").write_text(_NOOP)
        specs = folder / "V1_0"
        specs.mkdir()
        for label, count in (("small", SMALL), ("large", LARGE)):
            (folder / "noop" / f"{label}.noop").write_text(str(count))
            (specs / f"{label}.mod.py").write_text(_SPEC.format(count=count))
        ours = [["--driver", "reference", f"V1_0/{size}.mod.py"] for size in ("small", "large")]
        peer = [[f"noop/{size}.noop"] for size in ("small", "large")]
        collect = ["--collect-only"]

        cold = _pytest(folder, *ours[1], *collect) / LARGE
        _pytest(folder, *ours[0], *collect)
        case, isolated, floor, listed, listed_floor = [], [], [], [], []
        for _ in range(ROUNDS):
            case.append(_seconds_per_case(folder, *ours))
            isolated.append(_seconds_per_case(folder, *([*each, "--isolate"] for each in ours)))
            floor.append(_seconds_per_case(folder, *peer))
            listed.append(_seconds_per_case(folder, ours[0] + collect, ours[1] + collect))
            listed_floor.append(_seconds_per_case(folder, peer[0] + collect, peer[1] + collect))
        if set(_CHECKED[2:]) != {SMALL, LARGE}:
            raise SystemExit(f"not every item ran: {sorted(set(_CHECKED))}")
        _check_planted_fault(folder)
        ms = statistics.median
        print_ratios(
            "per-case overhead (CPU microseconds; peer: a pytest item that does nothing)",
            [
                RatioRow("one tiny case, warm", ms(case) * 1e6, ms(floor) * 1e6, "at most 2.5"),
                RatioRow("isolated (peer: in process)", ms(isolated) * 1e6, ms(case) * 1e6, ""),
                RatioRow("collecting one item, warm", ms(listed) * 1e6, ms(listed_floor) * 1e6, ""),
                RatioRow("collecting one item, cold", cold * 1e6, ms(listed_floor) * 1e6, ""),
            ],
        )
    return 0


def _check_planted_fault(folder: Path) -> None:
    """Check that a wrong expected value fails; otherwise the figures would mean nothing."""
    planted = folder / "V1_0" / "planted.mod.py"
    planted.write_text(_SPEC.format(count=3).replace("i + 3.0]", "i + 4.0]"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--driver", "reference", str(planted)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if "3 failed" not in done.stdout:
        raise SystemExit("a deliberate mismatch was not detected:\n" + done.stdout)


if __name__ == "__main__":
    raise SystemExit(main())

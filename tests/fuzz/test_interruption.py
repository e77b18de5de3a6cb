"""Campaigns that are killed or interrupted keep what they had stored."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.generators.stored_chunks import stored_chunks

DRIVER = '''
from conformance.reference import ReferenceDevice

class Lenient(ReferenceDevice):
    """The reference without two rules."""
    tolerated_rules = ReferenceDevice.tolerated_rules | {"operand.zero_point", "operand.scale"}
'''
LIMIT = 100
"""Limit in seconds for the end of a process."""


class Runs:
    """Campaigns of one folder, each in its own process, and what was stored before they ended."""

    def __init__(self, folder):
        folder.mkdir()
        self.driver = folder / "fuzzed.py"
        self.driver.write_text(DRIVER, encoding="utf-8")
        self.folder = folder / "run"
        self.stored = 0, set(), set()

    def start(self, budget, *more):
        main = "from conformance.cli.main import main; raise SystemExit(main())"
        return subprocess.Popen(
            [
                *(sys.executable, "-c", main, "fuzz", f"{self.driver}:Lenient"),
                *("--target", "model", "--engine", "random", "--budget", budget),
                *("--output", str(self.folder), *more),
            ],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def workers(self):
        """Return the processes that use the folder of the campaign."""
        found = []
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                command = entry.read_bytes()
                if os.fsencode(self.folder) in command and b"engine=random" in command:
                    found.append(int(entry.parent.name))
        return found

    def check_nothing_lost(self):
        """Compare the store and the corpus with those at the last call; no worker is left."""
        assert wait_for(lambda: not self.workers())
        try:
            chunks = stored_chunks(self.folder)
        except sqlite3.Error:
            chunks = []  # it was ended before it had created the store
        stored = (
            sum(chunk["executions"] for chunk in chunks),
            {entry["signature"] for chunk in chunks for entry in chunk["findings"]},
            {path.name for path in self.folder.glob("corpus/*") if "." not in path.name},
        )
        assert all(new >= old for new, old in zip(stored, self.stored, strict=True))
        self.stored = stored

    def finish(self):
        """Continue the campaign to its end."""
        report = self.driver.with_name("report.json")
        process = self.start("1s", "--json", str(report))
        _, errors = process.communicate(timeout=LIMIT)
        assert process.returncode in (0, 1), errors
        found = json.loads(report.read_text(encoding="utf-8"))
        assert found["executions"] > self.stored[0]
        assert {entry["signature"] for entry in found["findings"]} >= self.stored[1]
        self.check_nothing_lost()


def wait_for(condition):
    """Wait until a condition holds; return whether it does."""
    end = time.monotonic() + LIMIT
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_an_ended_campaign_loses_nothing_and_continues(tmp_path, number):
    runs = Runs(tmp_path / "a")
    source = random.Random(number)
    for _ in range(2):
        process = runs.start("60s")
        assert wait_for(runs.workers)
        time.sleep(source.uniform(0.0, 2.5))
        os.killpg(process.pid, number)
        _, errors = process.communicate(timeout=LIMIT)
        if number == signal.SIGINT:
            assert process.returncode == 130, errors
            assert f"interrupted; continue with --output {runs.folder}" in errors
            assert "Traceback" not in errors
        runs.check_nothing_lost()
    runs.finish()

"""Campaigns that are killed, interrupted, or out of disk space lose nothing and can be resumed."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generators.campaigns.campaign_store import StoreError, read_store

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
        self.report = folder / "report.json"
        self.executions = 0
        self.corpus = set()
        self.signatures = set()

    def start(self, budget, *more):
        """Start a campaign in a process of its own."""
        main = "from conformance.cli.main import main; raise SystemExit(main())"
        return subprocess.Popen(
            [
                *(sys.executable, "-c", main, "fuzz", f"{self.driver}:Lenient"),
                *("--target", "model", "--engine", "random", "--budget", budget),
                *("--resume", str(self.folder), *more),
            ],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def has_stored(self):
        """Return whether a running campaign has stored more than its settings."""
        path = self.folder / "campaign.sqlite-wal"
        return path.exists() and path.stat().st_size > 1 << 14

    def workers(self):
        """Return the processes that use the folder of the campaign."""
        found = []
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                command = entry.read_bytes()
            except OSError:
                continue
            if os.fsencode(self.folder) in command and b"engine=random" in command:
                found.append(int(entry.parent.name))
        return found

    def check_nothing_lost(self):
        """Compare the folder with what it held when this function was called last."""
        end = time.monotonic() + LIMIT
        while self.workers() and time.monotonic() < end:
            time.sleep(0.05)
        assert self.workers() == []
        executions, signatures = 0, set()
        try:
            for chunk in read_store(self.folder)[1]:
                executions += chunk["executions"]
                signatures |= {entry["signature"] for entry in chunk["findings"]}
        except StoreError:
            assert not self.executions  # it was ended before it had created the store
        corpus = {path.name for path in self.folder.glob("corpus/*") if "." not in path.name}
        assert executions >= self.executions
        assert signatures >= self.signatures
        assert corpus >= self.corpus
        self.executions, self.signatures, self.corpus = executions, signatures, corpus

    def finish(self):
        """Continue the campaign to its end; return its report."""
        process = self.start("1s", "--json", str(self.report))
        _, errors = process.communicate(timeout=LIMIT)
        assert process.returncode in (0, 1), errors
        report = json.loads(self.report.read_text(encoding="utf-8"))
        assert report["executions"] > self.executions
        found = {entry["signature"] for entry in report["findings"]}
        assert found >= self.signatures
        assert not any("internal" in signature for signature in found)
        self.check_nothing_lost()
        return report


def wait_for(condition):
    """Wait until a condition holds; return whether it does."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.slow
def test_campaigns_killed_at_random_moments_lose_nothing(tmp_path):
    runs = Runs(tmp_path / "a")
    source = random.Random(19)
    for number in range(3):
        process = runs.start("60s")
        if number % 2:  # while inputs run, or anywhere from the start on
            assert wait_for(runs.workers)
        time.sleep(source.uniform(0.0, 2.5))
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=LIMIT)
        runs.check_nothing_lost()
    runs.finish()


@pytest.mark.slow
def test_interrupted_campaigns_end_at_once_and_continue(tmp_path):
    runs = Runs(tmp_path / "a")
    source = random.Random(20)
    for _ in range(2):
        process = runs.start("60s")
        assert wait_for(runs.workers)
        time.sleep(source.uniform(0.0, 1.5))
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=LIMIT)
        assert process.returncode == 130, errors
        assert f"interrupted; continue with --resume {runs.folder}" in errors
        assert "Traceback" not in errors
        runs.check_nothing_lost()
    runs.finish()


@pytest.fixture
def small_disk(tmp_path):
    """Mount a file system of 2 MiB; return its folder, and a function that changes its size."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(options):
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        return subprocess.run(command, capture_output=True, check=False).returncode

    if shutil.which("mount") is None or mount("size=2m") != 0:
        pytest.skip("this process cannot mount a file system")
    yield folder, lambda size: mount(f"remount,size={size}")
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.slow
def test_a_full_disk_ends_the_campaign_and_a_later_one_continues(small_disk):
    disk, resize = small_disk
    runs = Runs(disk / "a")
    process = runs.start("60s")
    _, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 74, errors  # there is no space for the state of a worker
    assert "Traceback" not in errors
    assert f"{runs.folder}" in errors
    assert "No space left on device" in errors
    runs.check_nothing_lost()
    assert resize("64m") == 0
    process = runs.start("60s")
    assert wait_for(runs.has_stored)
    with (disk / "rest").open("wb") as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
            file.flush()
    _, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 74, errors
    assert "Traceback" not in errors
    assert f"{runs.folder}" in errors
    runs.check_nothing_lost()
    assert runs.executions
    (disk / "rest").unlink()
    runs.finish()

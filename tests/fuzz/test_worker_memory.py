"""The memory of a worker's process, during an input and between two inputs."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from conformance.drivers.own_process.driver_process import ResourceUsage
from fuzz.campaigns import worker
from fuzz.campaigns.worker import FuzzWorker, WorkerTask
from fuzz.core.run_state import CurrentInput
from fuzz.core.target_files import load_target

LIMIT = 1 << 20


@pytest.mark.parametrize(
    ("started", "signature"),
    [
        (1, "crash process.alive memory prepare_model"),
        (0, "crash process.alive memory between inputs"),
    ],
)
def test_memory_is_blamed_on_the_input_only_while_it_runs(monkeypatch, started, signature):
    monkeypatch.setattr(worker, "resource_usage", lambda _pid: ResourceUsage(9, 2 * LIMIT, 1))
    monkeypatch.setattr(FuzzWorker, "stop", lambda _worker: None)
    found = FuzzWorker.__new__(FuzzWorker)
    target = load_target("burst")
    found._task = WorkerTask(target, "", False, "random", Path(), seconds=1e12, memory=LIMIT)
    found._process = SimpleNamespace(poll=lambda: None, pid=1)
    found._state = SimpleNamespace(
        current=lambda: CurrentInput(3, started, b"data"), last_call=lambda: "prepare_model"
    )
    end = found.poll()
    assert (end.finding.signature, end.data) == (signature, b"data")
    assert "2 MiB" in end.finding.reason

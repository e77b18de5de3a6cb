"""Links, pipes and devices in place of files: neither a lost case nor an endless wait."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from conformance.results.event_stream import read_events
from tests.plugin.conftest import UserFolder

IRREGULAR: dict[str, Callable[[Path], object]] = {
    "dangling": lambda path: path.symlink_to("missing"),
    "loop": lambda path: path.symlink_to(path.name),
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
}


def test_a_file_that_pytest_omits_is_a_failing_case(folder: UserFolder) -> None:
    for name, create in IRREGULAR.items():
        create(folder.path / "mine" / f"{name}.mod.py")
    IRREGULAR["dangling"](folder.path / "mine" / "model.tflite")
    IRREGULAR["dangling"](folder.path / "mine" / "old.mod.py")
    (folder.path / "mine" / "folder.mod.py").mkdir()
    ignored = "--ignore mine/old.mod.py"
    run = folder.command(f"pytest --driver reference mine {ignored} --events run.jsonl")
    assert run.code == 1
    assert run.count("passed") == 4
    found = {v.case_id: (v.kind, v.rule) for v in read_events(folder.path / "run.jsonl").verdicts}
    for name in IRREGULAR:
        assert found[f"mine/{name}/unreadable"] == ("internal_error", "spec.unreadable")
    assert found["mine/model.tflite/not-imported"] == ("internal_error", "model.unreadable")
    assert "mine/small/small_four" in found
    assert not any(case.startswith("mine/old/") for case in found)

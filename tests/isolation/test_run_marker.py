"""The marker of the running case and call survives a crash of the driver process."""

import pytest

from conformance.drivers.process import IsolatedDevice, RunMarker
from conformance.drivers.process.run_marker import read_run_marker
from conformance.harness.judge import Judge
from conformance.harness.results.verdict import VerdictKind
from tests.isolation.helpers import MISBEHAVING_DRIVERS, OPTIONS, SHORT, SYNC, marked_example


def test_a_note_is_read_back(tmp_path):
    path = tmp_path / "note"
    note = RunMarker(path)
    note.begin_case("V1_0/add/" + "ä" * 600)
    note.begin_path("sync-fast")
    note.begin_call("execute", "execute_synchronously")
    running = read_run_marker(path)
    assert running.case_id.startswith("V1_0/add/ää")
    assert (running.path, running.stage, running.call) == (
        "sync-fast",
        "execute",
        "execute_synchronously",
    )
    assert 0 <= running.seconds < 60
    note.begin_case("next")
    running = read_run_marker(path)
    assert (running.case_id, running.path, running.call) == ("next", "", "")
    size = path.stat().st_size
    note.close()
    assert path.stat().st_size == size == 1024


def test_a_note_without_a_name_goes_with_its_run():
    note = RunMarker()
    assert note.file.exists()
    note.close()
    assert not note.file.exists()


def test_something_else_is_no_note(tmp_path):
    path = tmp_path / "note"
    path.write_bytes(b"x" * 1024)
    with pytest.raises(ValueError, match="no note"):
        read_run_marker(path)


def test_a_death_finds_its_call_noted(tmp_path):
    note = RunMarker(tmp_path / "note")
    device = IsolatedDevice(f"{MISBEHAVING_DRIVERS}:segfault_in_prepare", SHORT, note)
    noted = []
    spawned = device.process
    ended = spawned._on_end

    def look(child):
        noted.append(read_run_marker(tmp_path / "note"))
        ended(child)

    spawned._on_end = look
    (verdict,) = Judge(device, OPTIONS).judge(marked_example(1), "the/case/id", [SYNC])
    assert verdict.kind == VerdictKind.CRASH
    (running,) = noted
    assert (running.case_id, running.path) == ("the/case/id", "sync-fast")
    assert (running.stage, running.call) == ("prepare", "prepare_model")
    device.close()

"""The marker of the running case and call survives a crash of the driver process."""

import pytest

from conformance.drivers.own_process import IsolatedDevice, RunMarker
from conformance.drivers.own_process.run_marker import read_run_marker
from conformance.harness.judge import Judge
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import MISBEHAVING_DRIVERS, OPTIONS, PATIENT, SYNC, marked_example


def test_marker_is_read_back(tmp_path):
    path = tmp_path / "marker"
    marker = RunMarker(path)
    marker.begin_case("V1_0/add/" + "ä" * 600)
    marker.begin_path("sync-fast")
    marker.begin_call("execute", "execute_synchronously")
    running = read_run_marker(path)
    assert running.case_id.startswith("V1_0/add/ää")
    assert (running.path, running.stage, running.call) == (
        "sync-fast",
        "execute",
        "execute_synchronously",
    )
    assert 0 <= running.seconds < 60
    marker.begin_case("next")
    running = read_run_marker(path)
    assert (running.case_id, running.path, running.call) == ("next", "", "")
    size = path.stat().st_size
    marker.close()
    assert path.stat().st_size == size == 1024


def test_temporary_marker_is_deleted_at_the_end():
    marker = RunMarker()
    assert marker.file.exists()
    marker.close()
    assert not marker.file.exists()


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "marker"
    path.write_bytes(b"x" * 1024)
    with pytest.raises(ValueError, match="is not a run marker"):
        read_run_marker(path)


def test_marker_names_the_call_during_a_crash(tmp_path):
    marker = RunMarker(tmp_path / "marker")
    device = IsolatedDevice(f"{MISBEHAVING_DRIVERS}:segfault_in_prepare", PATIENT, marker)
    states = []
    process = device.process
    ended = process._on_end

    def record_state(child):
        states.append(read_run_marker(tmp_path / "marker"))
        ended(child)

    process._on_end = record_state
    (verdict,) = Judge(device, OPTIONS).judge(marked_example(1), "the/case/id", [SYNC])
    assert verdict.kind == VerdictKind.CRASH
    (running,) = states
    assert (running.case_id, running.path) == ("the/case/id", "sync-fast")
    assert (running.stage, running.call) == ("prepare", "prepare_model")
    device.close()

"""The history of benchmark runs: the file, damaged lines, and changes against earlier runs."""

import math
import resource
import signal

import msgspec
import pytest

pytest.importorskip("scipy")

import scipy

from conformance.models.benchmark.history import (
    History,
    HistoryEntry,
    HistoryRun,
    append_run,
    changes,
    compare_with_past,
    read_history,
)


def run_of(seconds, machine="here", driver="x"):
    return HistoryRun(
        "2026-01-01", machine, (HistoryEntry(driver, "m", "passed", {"sync": seconds}),)
    )


def test_runs_are_appended_and_read_again(tmp_path):
    path = tmp_path / "history.jsonl"
    assert read_history(path) == History((), ())
    runs = [run_of(0.1), run_of(0.2)]
    for run in runs:
        append_run(path, run)
    assert read_history(path) == History(tuple(runs), ())
    assert path.read_bytes().count(b"\n") == 2


@pytest.mark.parametrize(
    "damaged",
    [
        b'{"started": "2026',
        b"[1, 2]",
        b"\xff\xfe\n",
        b'{"started":"a","machine":"b","entries":[],"schema":2}',
        msgspec.json.encode(run_of(-1.0)),
        b"[" * 5000,
    ],
)
def test_a_damaged_line_is_reported_and_kept(tmp_path, damaged):
    path = tmp_path / "history.jsonl"
    append_run(path, run_of(0.1))
    with path.open("ab") as file:
        file.write(damaged)
    append_run(path, run_of(0.3))
    history = read_history(path)
    assert [run.entries[0].median["sync"] for run in history.runs] == [0.1, 0.3]
    (text,) = history.damaged
    assert f"{path}, line 2: " in text
    assert damaged.strip() in path.read_bytes()


def test_a_change_has_the_prediction_interval_of_the_earlier_runs():
    past = [0.010, 0.011, 0.0105, 0.0098]
    found = compare_with_past(0.0125, past)
    logarithms = [math.log(seconds) for seconds in past]
    mean = sum(logarithms) / 4
    variance = sum((one - mean) ** 2 for one in logarithms) / 3
    half = scipy.stats.t(3).ppf(0.995) * math.sqrt(variance * 1.25)
    assert found.ratio == pytest.approx(0.0125 / math.exp(mean))
    assert found.interval == pytest.approx((math.exp(-half), math.exp(half)))
    assert not found.different
    slower = compare_with_past(0.016, past)
    assert slower.different


def test_few_runs_have_a_ratio_without_interval():
    found = compare_with_past(0.02, [0.01, 0.01])
    assert (found.runs, found.interval, found.different) == (2, None, False)
    assert found.ratio == pytest.approx(2.0)


def test_only_runs_of_the_same_machine_driver_and_model_are_compared():
    others = [run_of(1.0, machine="there"), run_of(1.0, driver="y"), run_of(0.1)]
    found = changes(History(tuple(others), ()), run_of(0.2))
    assert list(found) == [("x", "m", "sync")]
    assert found["x", "m", "sync"].ratio == pytest.approx(2.0)
    assert changes(History(tuple(others[:2]), ()), run_of(0.2)) == {}


def test_a_full_disk_leaves_no_part_of_a_run(tmp_path, monkeypatch) -> None:
    path = tmp_path / "history.jsonl"
    run = HistoryRun("2026-01-01", "machine", ())
    append_run(path, run)
    before, limits = path.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, limits[1]))
    try:
        with pytest.raises(OSError, match="space"):
            append_run(path, run)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_bytes() == before

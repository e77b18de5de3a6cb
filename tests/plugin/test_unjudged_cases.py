"""No action of pytest, of a plugin or of a signal handler removes the verdict on a case."""

from __future__ import annotations

from conformance.results.event_stream import read_events
from tests.plugin.conftest import UserFolder

SPEC = """
for n in range(1, 12):
    x = Input("x", ("TENSOR_FLOAT32", [n])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [n]))
    Example({x: [1.5] * n, y: [1.0] * n}, model=Model(f"c{n}").Operation("FLOOR", x).To(y))
"""

CONFTEST = """
import pytest

def pytest_collection_modifyitems(items):
    items[0].add_marker(pytest.mark.skip(reason="not today"))
    items[1].add_marker(pytest.mark.xfail(reason="no", run=False))
    items[5].add_marker(pytest.mark.xfail(reason="the driver fails"))
    items.append(items[9])

def pytest_runtest_setup(item):
    if item.name == "s_c3":
        pytest.skip("a fixture")
    if item.name == "s_c4":
        raise ValueError("a fixture")

def pytest_runtest_call(item):
    if item.name == "s_c5":
        raise TypeError("a plugin")

@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item):
    if item.name == "s_c11":
        raise ValueError("the end of a fixture")
"""

DRIVER = """
import signal
import pytest
from conformance.hal import ErrorStatus
from conformance.reference import ReferenceDevice

def skip(*_):
    pytest.skip("a signal handler")

def time_out(*_):
    raise TimeoutError("a signal handler")

class Alarms(ReferenceDevice):
    def prepare_model(self, model, *rest):
        size = model.main.operands[0].dimensions[0]
        if size == 6:
            raise ValueError("the driver")
        if size in (7, 8):
            signal.signal(signal.SIGALRM, skip if size == 7 else time_out)
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            return ErrorStatus.NONE  # and never notifies
        return super().prepare_model(model, *rest)
"""


def test_every_selected_case_has_a_verdict(folder: UserFolder) -> None:
    folder.write("own/s.mod.py", SPEC)
    folder.write("own/conftest.py", CONFTEST)
    folder.write("alarms.py", DRIVER)
    run = folder.command("pytest --driver alarms.py:Alarms own --dump=:0 --events run.jsonl")
    assert "INTERNALERROR" not in run.out, run.out
    assert run.code == 1
    stream = read_events(folder.path / "run.jsonl")
    assert not stream.truncated
    found: dict[str, set[tuple[str, str]]] = {}
    for verdict in stream.verdicts:
        found.setdefault(verdict.case_id, set()).add((verdict.kind, verdict.rule))
    passed, skipped = {("passed", "")}, {("disabled", "run.skipped")}
    error = {("internal_error", "run.error")}
    expected = {1: skipped, 2: skipped, 3: skipped, 4: error, 5: error, 7: error}
    expected |= {6: {("invalid_answer", "answer.exception")}, 8: {("internal_error", "internal")}}
    expected |= {9: passed, 10: passed, 11: passed | error}
    assert found == {f"own/s/s_c{number}": kinds for number, kinds in expected.items()}
    assert sum(verdict.case_id == "own/s/s_c9" for verdict in stream.verdicts) * 2 == sum(
        verdict.case_id == "own/s/s_c10" for verdict in stream.verdicts
    ), "a case that a plugin runs twice has its verdicts once for each run"

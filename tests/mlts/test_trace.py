"""The trace: labels, the file, and traces of real runs."""

import json
import re
import statistics

import pytest

from conformance import tracing
from conformance.cli.main import main
from conformance.reports.trace_file import (
    TraceProcess,
    read_processes,
    trace_document,
)
from conformance.tracing import ProcessRecord, Span, TraceLayer, TracePhase

# The grammar of the labels: layers and phases as listed for NNAPI's systrace parser.
LABEL = re.compile(r"\[NN_(LA|LR|LI|LD|LC|LO|LU)_(PO|PWU|PBM|PI|PP|PC|PE|PIO|PTR|PCO|PR|PT|PU)\].+")


def process(pid, spans, parent=1):
    return TraceProcess(ProcessRecord(pid, parent, "p"), [Span(*one) for one in spans])


def test_the_document_is_a_chrome_trace():
    spans = [("LD", "PE", "execute", 7, 2_000_500, 3000), ("LR", "PE", "x", 7, 2_000_000, 9000)]
    document = json.loads(trace_document([process(5, spans)]))
    name, first, second = document["traceEvents"]
    assert name == {
        "ph": "M", "name": "process_name", "pid": 5, "args": {"name": "p (process 5)"},
    }  # fmt: skip
    assert first == {
        "ph": "X", "name": "[NN_LD_PE]execute", "cat": "NN_LD_PE",
        "ts": 0.5, "dur": 3.0, "pid": 5, "tid": 7,
    }  # fmt: skip
    assert second["ts"] == 0


def test_the_incomplete_line_of_a_killed_process_is_left_out(tmp_path):
    recorder = tracing.TraceRecorder(str(tmp_path))
    recorder.add(TraceLayer.DRIVER, TracePhase.EXECUTION, "execute", 0)
    (path,) = tmp_path.iterdir()
    with path.open("ab") as file:
        file.write(b'["LD","PE"')
    (tmp_path / "empty.jsonl").touch()
    (found,) = read_processes(tmp_path)
    assert len(found.spans) == 1


def durations(events, name):
    return [event["dur"] for event in events if event["name"] == name]


def names_around(inner, spans):
    """Return the names of the spans of the same thread that contain a span."""
    return {
        event["name"]
        for event in spans
        if event["tid"] == inner["tid"]
        and event["ts"] <= inner["ts"]
        and event["ts"] + event["dur"] >= inner["ts"] + inner["dur"]
    }


def test_a_slow_operation_is_seen_in_the_trace_of_mlts(tmp_path, capsys):
    pytest.importorskip("scipy")
    pytest.importorskip("sklearn")
    (tmp_path / "slow.py").write_text(
        "import time\n"
        "from conformance.hal import OperationType\n"
        "from conformance.reference import ReferenceDevice\n"
        "class Slow(ReferenceDevice):\n"
        "    def compile_call(self, call):\n"
        "        kernel = super().compile_call(call)\n"
        "        if call.definition.name != 'SOFTMAX':\n"
        "            return kernel\n"
        "        def slow(inputs):\n"
        "            time.sleep(0.01)\n"
        "            return kernel(inputs)\n"
        "        return slow\n"
    )
    trace = tmp_path / "trace.json"
    driver = f"{tmp_path / 'slow.py'}:Slow"
    options = ["--seconds", "0.02", "--built-in", "digits", "--select", "digits_int8"]
    more = ["--only", "latency", "--trace-file", str(trace)]
    assert main(["measure", "models", driver, "--against", "reference", *options, *more]) == 0
    assert str(trace) in capsys.readouterr().out
    events = json.loads(trace.read_text())["traceEvents"]
    spans = [event for event in events if event["ph"] == "X"]
    assert all(LABEL.fullmatch(event["name"]) for event in spans)
    softmax = [event for event in spans if event["name"] == "[NN_LD_PCO]SOFTMAX"]
    slow = [event for event in softmax if event["dur"] >= 10_000]
    # A burst executes on a thread of its own, on which there is no span of the client.
    assert any(
        any(name.startswith("[NN_LD_PE]") for name in names)
        and any(name.startswith("[NN_LA_") for name in names)
        for names in (names_around(event, spans) for event in slow)
    )
    assert statistics.median(durations(spans, "[NN_LD_PCO]CONV_2D")) < 10_000

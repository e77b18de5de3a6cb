"""The file of a trace."""

import json

from conformance import tracing
from conformance.reports.trace_file import (
    TraceProcess,
    read_processes,
    trace_document,
)
from conformance.tracing import ProcessRecord, Span, TraceLayer, TracePhase


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

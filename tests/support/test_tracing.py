"""Traces: nesting, layers and phases, the JSON format and the summary table."""

import json
import threading

from conformance.driver_sdk.tracing import (
    TraceForm,
    TraceLayer,
    TracePhase,
    TraceSpan,
    recording,
    summary,
    trace,
    trace_json,
)
from conformance.reports.trace_file import read_processes, self_times
from conformance.tracing import start_recording, stop_recording


def test_spans_nest_and_measure_own_time():
    with recording() as spans, trace(TraceLayer.DRIVER, TracePhase.EXECUTION, "execute"):
        with trace(TraceLayer.DRIVER, TracePhase.COMPUTATION):
            pass
        with trace(TraceLayer.UTILITY):
            pass
    inner, helper, outer = spans
    assert outer.label == "[NN_LD_PE]execute"
    assert (inner.label, helper.label) == ("[NN_LD_PCO]", "[NN_LU_PE]")
    assert (outer.depth, inner.depth, helper.depth) == (0, 1, 1)
    assert outer.inner_duration == inner.duration + helper.duration
    assert outer.own_duration == outer.duration - outer.inner_duration >= 0


def test_labels_of_switches_and_subtracted_spans_and_their_time():
    with recording() as spans, trace(TraceLayer.CPU, TracePhase.TRANSFORMATION, "concatenate"):
        with trace(TraceLayer.CPU, TracePhase.COMPUTATION, "copy", TraceForm.SWITCH):
            pass
        with trace(TraceLayer.RUNTIME, TracePhase.COMPILATION, "convert", TraceForm.SUBTRACT):
            pass
    switch, subtracted, outer = spans
    assert switch.label == "[SW][NN_LC_PCO]copy"
    assert subtracted.label == "[SUB][NN_LR_PC]convert"
    assert outer.label == "[NN_LC_PTR]concatenate"
    assert outer.own_duration == outer.duration - switch.duration - subtracted.duration
    names = [event["name"] for event in json.loads(trace_json(spans))["traceEvents"]]
    assert sorted(names) == sorted([switch.label, subtracted.label, outer.label])


def test_spans_of_threads_are_separate():
    with recording() as spans, trace(TraceLayer.RUNTIME, TracePhase.EXECUTION):
        worker = threading.Thread(target=lambda: _traced("other"))
        worker.start()
        worker.join()
    other, own = spans
    assert (other.depth, own.depth, own.inner_duration) == (0, 0, 0)
    assert other.thread != own.thread


def _traced(detail):
    with trace(TraceLayer.DRIVER, TracePhase.COMPILATION, detail):
        pass


def span(layer, phase, start, duration, inner=0, detail=""):
    return TraceSpan(layer, phase, detail, 7, start, duration, 0, inner)


SPANS = [
    span(TraceLayer.DRIVER, TracePhase.EXECUTION, 1_000_000, 6_000_000, 5_000_000, "execute"),
    span(TraceLayer.DRIVER, TracePhase.INPUTS_AND_OUTPUTS, 1_500_000, 2_000_000),
    span(TraceLayer.DRIVER, TracePhase.COMPUTATION, 3_500_000, 3_000_000),
    span(TraceLayer.RUNTIME, TracePhase.COMPILATION, 0, 500_000),
]


def test_json_has_trace_event_format():
    events = json.loads(trace_json(SPANS))["traceEvents"]
    assert [event["ts"] for event in events] == [0, 1000, 1500, 3500]
    assert events[1] == {
        "name": "[NN_LD_PE]execute",
        "cat": "driver,execution",
        "ph": "X",
        "ts": 1000,
        "dur": 6000,
        "pid": events[0]["pid"],
        "tid": 7,
    }


def test_summary_counts_each_moment_once():
    lines = [line.split() for line in summary(SPANS).splitlines()]
    assert lines == [
        ["ms", "compilation", "execution", "i/o", "compute", "total"],
        ["runtime", "0.500", "-", "-", "-", "0.500"],
        ["driver", "-", "1.000", "2.000", "3.000", "6.000"],
        ["total", "0.500", "1.000", "2.000", "3.000", "6.500"],
    ]


def test_spans_of_a_driver_are_in_the_trace_of_the_run(tmp_path):
    start_recording(tmp_path)
    try:
        with trace(TraceLayer.DRIVER, TracePhase.COMPUTATION, "convolve"), trace(TraceLayer.CPU):
            pass
    finally:
        stop_recording()
    (process,) = read_processes(tmp_path)
    inner, outer = process.spans
    assert (outer.layer, outer.phase, outer.detail) == ("LD", "PCO", "convolve")
    assert set(self_times([process])) == {("LD", "PCO"), ("LC", "PCO")}
    assert inner.duration <= outer.duration

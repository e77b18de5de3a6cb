"""The reference driver's use of tracing and verbose logging."""

from conformance.cases import Example, ExpectedOutput
from conformance.checks.sample_models import addition_model
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.reference import create_device
from conformance.reports.trace_file import read_processes
from conformance.tracing import start_recording, stop_recording
from conformance.verdicts import VerdictKind

ONES = bytes([0, 0, 128, 63]) * 4
TWOS = bytes([0, 0, 0, 64]) * 4
EXAMPLE = Example(
    "add",
    "add",
    addition_model(4),
    (ONES, ONES),
    (ExpectedOutput((4,), TWOS),),
    ("a", "b", "", "c"),
)


def test_trace_has_compilation_and_execution_phases(tmp_path):
    start_recording(tmp_path)
    try:
        (verdict,) = Judge(create_device()).judge(EXAMPLE, "add", [ExecutionPath()])
    finally:
        stop_recording()
    assert verdict.kind is VerdictKind.PASSED
    (process,) = read_processes(tmp_path)
    spans = {(span.layer, span.phase, span.detail) for span in process.spans}
    assert spans >= {
        ("LD", "PC", "prepare_model"),
        ("LD", "PIO", "input_arrays"),
        ("LD", "PCO", "compute"),
        ("LD", "PR", "write_outputs"),
    }

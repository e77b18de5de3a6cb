"""The reference driver's use of tracing and verbose logging."""

from conformance.cases import Example, ExpectedOutput
from conformance.checks.sample_models import addition_model
from conformance.driver_sdk.tracing import TraceLayer, TracePhase, recording
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.reference import create_device
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


def test_trace_has_compilation_and_execution_phases():
    with recording() as spans:
        (verdict,) = Judge(create_device()).judge(EXAMPLE, "add", [ExecutionPath()])
    assert verdict.kind is VerdictKind.PASSED
    assert [(span.layer, span.phase) for span in spans] == [
        (TraceLayer.DRIVER, TracePhase.COMPILATION),
        (TraceLayer.DRIVER, TracePhase.INPUTS_AND_OUTPUTS),
        (TraceLayer.DRIVER, TracePhase.COMPUTATION),
        (TraceLayer.DRIVER, TracePhase.RESULTS),
    ]

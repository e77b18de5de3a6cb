"""The LiteRT drivers: import of the engine, names, kernels, reasons for declining."""

import subprocess
import sys

import pytest

from conformance.drivers import available_drivers, open_driver
from conformance.engines.litert import Kernels, create_device
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import bundled


def test_engine_is_imported_when_a_device_is_created():
    script = "import sys, conformance.engines.litert; print('ai_edge_litert' in sys.modules)"
    completed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert completed.stdout.strip() == "False", completed.stderr


@pytest.mark.parametrize(
    ("name", "kernels"),
    [
        ("litert", Kernels.REFERENCE),
        ("litert-optimized", Kernels.OPTIMIZED),
        ("litert-xnnpack", Kernels.XNNPACK),
    ],
)
def test_name_selects_kernels(name, kernels):
    pytest.importorskip("ai_edge_litert")
    assert name in available_drivers()
    opened = open_driver(name)
    assert opened.engine.kernels == kernels
    assert opened.name == f"litert-{kernels}"


def _verdict(candidate, case):
    return Judge(candidate).judge(bundled(case), case, default_paths(candidate.version, case))[0]


def test_verdict_has_reason_for_declining():
    pytest.importorskip("ai_edge_litert")
    verdict = _verdict(create_device(), "V1_0/lstm/lstm_sigmoid")
    assert verdict.kind == VerdictKind.DECLINED
    expected_reason = "LSTM: ActivationFunctionType has no sigmoid (activation 6)"
    assert expected_reason in verdict.reason
    assert verdict.details["reasons"] == [expected_reason]
    assert verdict.details["unsupported"] == ["LSTM (operation 0)"]


@pytest.mark.verified_engine("litert")
def test_interpreter_failure_is_a_status():
    pytest.importorskip("ai_edge_litert")
    verdict = _verdict(create_device(), "V1_1/div/div_by_zero_int32")
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "execute.status")

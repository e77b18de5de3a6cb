"""The calls that end LiteRT's process, as the findings state them."""

import faulthandler
import importlib.metadata
import os
import signal

import numpy as np
import pytest

pytest.importorskip("ai_edge_litert.interpreter")

from conformance.drivers.identity import processor_features
from conformance.engines.findings import read_findings
from tests.mlts.litert_engine import one_operator_file, run_litert, tensor


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.parametrize("dtype", [np.uint8, np.int8])
def test_the_smallest_call_that_ends_the_process(dtype):
    found = read_findings("conformance.engines.litert").findings
    (crash,) = (finding for finding in found if finding.rule == "process.alive")
    version = importlib.metadata.version("ai-edge-litert")
    if not crash.condition.holds(version, processor_features()):
        pytest.skip(f"the finding is on {crash.condition}")
    assert crash.operation == "SOFTMAX"
    assert crash.smallest.startswith("512 equal codes")
    assert _softmax_status(dtype, np.zeros((1, 511), dtype)) == 0
    assert _softmax_status(dtype, np.zeros((1, 512), dtype)) == signal.SIGABRT


def _softmax_status(dtype, codes):
    """Return the exit status of a process that computes SOFTMAX by LiteRT's reference kernels."""
    name = {np.uint8: "UINT8", np.int8: "INT8"}[dtype]
    content = one_operator_file(
        "SOFTMAX",
        [tensor(name, codes.shape, 0.1)],
        [tensor(name, codes.shape, 1 / 256, np.iinfo(dtype).min)],
        "SoftmaxOptions",
        beta=1.0,
    )
    child = os.fork()
    if child == 0:
        faulthandler.disable()
        signal.alarm(60)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        run_litert(content, [codes])
        os._exit(0)
    return os.waitpid(child, 0)[1]

"""Writes the dump of a failing case, as a run leaves it."""

import numpy as np

from conformance.cases import SpecIndex, bundled_specs
from conformance.failures.failure_dump import Dumper, RunInfo
from conformance.harness.failure import CaseFailure, PathAttempt
from conformance.verdicts import Verdict, VerdictKind

CASE = "V1_0/conv_2d/conv_2d_same"
REASON = "output 0: 1 of 80 values wrong; worst at [0, 4, 3, 3]: expected 2.125, got 5.125, allowed"


def write_dump(folder):
    """Write a dump below ``nn-failures``: the last of 80 elements is 3 too large.

    Return its verdict, whose details name the dump.
    """
    example = SpecIndex().load(bundled_specs() / "V1_0" / "conv_2d.mod.py", "conv_2d_same")
    actual = np.frombuffer(example.outputs[0].data, "<f4").copy()
    actual[-1] += 3
    worst = {"index": [0, 4, 3, 3], "expected": 2.125, "actual": 5.125, "allowed": 1e-5}
    details = {"output": 0, "operation": "CONV_2D (operation 0)", "patterns": [], "worst": worst}
    verdict = Verdict(CASE, "sync-low", VerdictKind.FAILED, "values", REASON, ("CONV_2D",), details)
    failure = CaseFailure(CASE, example, (PathAttempt(verdict, (actual.tobytes(),)),))
    info = RunInfo("x", "gizmo 7", 0, "0.1", ["pytest", "--driver", "x"], folder)
    dump = Dumper(folder / "nn-failures", info).dump(failure)
    details = {**details, "dump": dump.folder}
    return Verdict(CASE, "sync-low", VerdictKind.FAILED, "values", REASON, ("CONV_2D",), details)

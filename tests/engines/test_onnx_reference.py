"""The evaluator of the onnx package passes the specs: the translation to ONNX is right.

The evaluator computes each ONNX operator as ONNX defines it, in NumPy and independently of this
project. ``EVALUATOR`` lists the cases in which it differs from ONNX or ONNX from the contract.
"""

import fnmatch
import warnings
import zlib

import pytest

from conformance.drivers import open_driver
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import INDEX, case_id
from tests.onnxruntime.running_examples import bundled_files

pytest.importorskip("onnx")

EVALUATOR = {
    "*/local_response_normalization*": "LRN loops over the sizes of the wrong axis",
    "*/*lstm*_linear*": "LSTM ignores its activations",
    "*/*lstm*_relu*": "LSTM ignores its activations",
    "*/*lstm*_sigmoid*": "LSTM ignores its activations",
    "*/log_softmax*": "LogSoftmax takes the logarithm of a Softmax that is 0",
    "*/max_pool_2d_explicit*": "MaxPool takes some windows at uneven paddings for empty",
    "*/max_pool_2d_window_beyond_image*": "MaxPool takes some windows at uneven paddings for empty",
    "*/quantize_special*": "QuantizeLinear casts infinities to integers",
    "*/roi_align_edge*": "ONNX takes points beyond the map for 0",
    "*/roi_align_one_pixel*": "ONNX takes points beyond the map for 0",
    "*/topk_v2*": "ONNX sorts equal elements by increasing index",
}


@pytest.mark.parametrize("one_of", [48, pytest.param(4, marks=pytest.mark.slow)])
def test_the_evaluator_passes_what_it_takes(one_of):
    device = open_driver("onnx-reference")
    judge, kinds, failed = Judge(device), [], {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of NumPy, in the evaluator
        for path in bundled_files():
            for info in INDEX.names(path):
                case = case_id(path, info.name)
                if zlib.crc32(f"5 {case}".encode()) % one_of:
                    continue
                paths = default_paths(device.version, case)[:1]
                (verdict,) = judge.judge(INDEX.load(path, info.name), case, paths)
                kinds.append(verdict.kind)
                if verdict.kind.blames_driver:
                    failed[case] = verdict.reason
    unexplained = {
        case: reason
        for case, reason in failed.items()
        if not any(fnmatch.fnmatchcase(case, pattern) for pattern in EVALUATOR)
    }
    assert unexplained == {}
    assert kinds.count(VerdictKind.PASSED) > 0.7 * len(kinds) > 10000 / one_of

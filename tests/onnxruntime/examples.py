"""Running examples on the ONNX Runtime driver: all of them, or a seeded slice."""

import os
import zlib
from functools import cache

import pytest

from conformance.drivers.onnxruntime import ONNXRuntimeDevice, Optimization
from conformance.drivers.onnxruntime.findings import load
from conformance.drivers.onnxruntime.translation import operand_views, translate
from conformance.harness import Judge, Kind, default_paths
from conformance.specfile import bundled_specs
from conformance.support import constant_copies
from tests.litert.examples import INDEX, case_id, files

FULL = os.environ.get("NN_CONFORMANCE_FULL") == "1"
FOUND = load()

_ONE_OF = 12
_SEED = 5


@cache
def device(optimization=Optimization.BASIC):
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    return ONNXRuntimeDevice(optimization)


def bundled_files():
    """Every bundled spec, the AIDL additions included."""
    return files(*sorted(path for path in bundled_specs().iterdir() if path.name[0] in "VA"))


def chosen(case):
    """Whether a case is run: all of a finding's are, of the others one in twelve."""
    return (
        FULL
        or any(finding.matches(case) for finding in FOUND.findings)
        or zlib.crc32(f"{_SEED} {case}".encode()) % _ONE_OF == 0
    )


class Judged:
    def __init__(self, verdict, reasons):
        self.verdict = verdict
        self.reasons = reasons


@cache
def judged(optimization, paths):
    """Verdicts by case id of the chosen examples in these files."""
    candidate = device(optimization)
    judge = Judge(candidate)
    answers = {}
    for path in paths:
        for info in INDEX.names(path):
            case = case_id(path, info.name)
            if not chosen(case):
                continue
            example = INDEX.load(path, info.name)
            (verdict,) = judge.judge(example, case, default_paths(candidate.version, case)[:1])
            reasons = ()
            if verdict.kind == Kind.DECLINED:
                reasons = [reason for reason in candidate.decline_reasons(example.model) if reason]
            answers[case] = Judged(verdict, reasons)
    return answers


def operators(example):
    """The ONNX operators of a model whose shapes and parameters are all known."""
    model, version = example.model, device().version
    constants = constant_copies(model)
    part = translate(model, constants, version, operand_views(model, constants))
    assert not any(part.reasons), part.reasons
    assert part.stop == len(model.main.operations)
    return [node.operator for node in part.scope.graph.nodes]

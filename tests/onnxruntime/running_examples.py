"""Helpers that run examples on the ONNX Runtime driver: all of them, or a seeded sample."""

import os
import zlib
from functools import cache

import pytest

from conformance.cases import bundled_specs
from conformance.engines.device import EngineDevice
from conformance.engines.findings_pages import findings_page
from conformance.engines.onnxruntime.engine import OnnxRuntimeEngine, Optimization
from tests.litert.finding_checks import run_cases
from tests.litert.running_examples import files

FULL = os.environ.get("NN_CONFORMANCE_FULL") == "1"
FINDINGS = findings_page("onnxruntime").load()

_ONE_OF = 12
_SEED = 5


@cache
def device(optimization=Optimization.BASIC):
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    return EngineDevice(OnnxRuntimeEngine(optimization))


def bundled_files():
    """Return every bundled spec file, including those of the AIDL versions."""
    return files(*sorted(path for path in bundled_specs().iterdir() if path.name[0] in "VA"))


def is_selected(case):
    """Return whether a case is run: all cases of findings, and one in twelve of the others."""
    return (
        FULL
        or any(finding.matches(case) for finding in FINDINGS.findings)
        or zlib.crc32(f"{_SEED} {case}".encode()) % _ONE_OF == 0
    )


@cache
def results(optimization, paths):
    """Return the results of the selected examples in these files, by case id."""
    return run_cases(device(optimization), paths, is_selected)

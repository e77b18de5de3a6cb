"""How engines are opened: files, providers, plug-ins; what prevents it is one clear line."""

import importlib.util
import sys
from pathlib import Path

import pytest

from conformance.checks import checks_by_area
from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits
from conformance.engines.device import EngineDevice
from conformance.engines.onnx.reference import OnnxReference
from conformance.engines.onnxruntime.providers import PLUGINS
from conformance.engines.protocol import Declined
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import bundled

onnx = pytest.importorskip("onnx")

EXAMPLE = Path(__file__).parents[2] / "examples" / "numpy_engine.py"
ADD = "V1_0/add/add_rank_3"
CONV = "V1_0/conv_2d/conv_2d_same"
PATHS = [ExecutionPath.parse(text) for text in ("sync-fast", "fenced-fast", "burst-fast")]
KIND = VerdictKind


def test_only_the_operations_at_fault_are_declined():
    """The engine names no node: each operation is opened alone."""

    class WithoutTranspose(OnnxReference):
        def open(self, content, inputs, outputs):
            if b"Transpose" in content:
                raise Declined("no Transpose")
            return super().open(content, inputs, outputs)

    example = bundled("V1_0/conv_2d/conv_2d_same_all_inputs_as_internal")
    reasons = EngineDevice(WithoutTranspose()).decline_reasons(example.model)
    assert reasons == [None, "CONV_2D: no Transpose"]


def test_an_engine_file_is_a_driver(tmp_path):
    device = open_driver(f"onnx:{EXAMPLE}:NumpyEngine")
    (verdict,) = Judge(device).judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.PASSED
    (verdict,) = Judge(device).judge(bundled(CONV), CONV, PATHS[:1])
    assert verdict.details["reasons"] == ["CONV_2D: no operator Conv"]
    assert len(EXAMPLE.read_text().partition("import numpy")[2].split("\n")) <= 45
    with pytest.raises(DriverLoadError, match="format is 'tflite'"):
        open_driver(f"tflite:{EXAMPLE}:NumpyEngine")
    with pytest.raises(DriverLoadError, match="NumpyEngin"):
        open_driver(f"onnx:{EXAMPLE}:NumpyEngin")


ENGINES = """
import sys
import {imported}
from conformance.engines.protocol import Engine

class Nameless(Engine):
    open = None

class Exits(Nameless):
    def __init__(self):
        sys.exit(3)

class Panics(Nameless):
    def __init__(self):
        raise BaseException("panic\\nat line 1")

class NeedsLibrary(Nameless):
    def __init__(self):
        import ctypes
        ctypes.CDLL("libabsent.so")
"""
PROBLEMS = [
    ("os", "onnx:{file}:Exits", "SystemExit: 3 ({file}, line 11, in __init__)"),
    ("os", "onnx:{file}:Exits,threads", "'threads' is no option NAME=VALUE"),
    ("os", "onnx:{file}:Exits,threads=2", "got an unexpected keyword argument 'threads'"),
    ("os", "onnx:{file}:Panics", "BaseException: panic at line 1 ({file}, line 15, in __init__)"),
    ("os", "onnx:{file}:NeedsLibrary", "No such file or directory ({file}, line 20, in __init__)"),
    ("os", "onnx:{file}:Nameless", "object has no attribute 'name'"),
    ("os", "onnx:{file}:Nameles", "has no attribute 'Nameles'; did you mean Nameless?"),
    ("os", "onnx:{file}", "expected onnx:FILE.py:ENGINE"),
    ("os", "onnx:{file}.py:Exits", "No such file or directory: '{file}.py'"),
    ("os; sys.exit(3)", "onnx:{file}:Exits", "SystemExit: 3 ({file}, line 3, in <module>)"),
    ("absent", "onnx:{file}:Exits", "No module named 'absent' ({file}, line 3, in <module>)"),
    ("absent absent", "onnx:{file}:Exits", "SyntaxError: invalid syntax (engines.py, line 3)"),
    ("os", "onnx-backend:absent", "No module named 'absent'"),
    ("os", "onnxruntime:provider=NoSuchProvider", "no provider NoSuchProvider"),
    ("os", "onnxruntime:provider=X,library={file}.so", "the file {file}.so does not exist"),
    ("os", "onnxruntime:provider=X,library={file}", "{file} is not an ELF file"),
    ("os", "onnxruntime:provider=X,library={folder}/arm.so", "is built for AArch64 (64 bits), but"),
    ("os", "onnxruntime:threads=2", "options need provider=NAME"),
]


@pytest.mark.parametrize(("imported", "text", "message"), PROBLEMS)
def test_what_prevents_the_start_is_one_line(imported, text, message, tmp_path):
    pytest.importorskip("onnxruntime")
    file = tmp_path / "engines.py"
    file.write_text(ENGINES.format(imported=imported))
    library = bytearray(Path(sys.executable).read_bytes()[:4096])
    library[18:20] = (183).to_bytes(2, "little")  # e_machine: AArch64
    (tmp_path / "arm.so").write_bytes(library)
    places = {"file": file, "folder": tmp_path}
    with pytest.raises(DriverLoadError) as raised:
        open_driver(text.format(**places))
    assert message.format(**places) in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("iree", "iree.compiler"),
        ("litert", "ai_edge_litert.interpreter"),
        ("litert-compiled", "ai_edge_litert.compiled_model"),
        ("onnx-reference", "onnx"),
        ("onnxruntime", "onnxruntime"),
        ("openvino", "openvino"),
        ("tflite-micro", "tflite_micro"),
        ("tinygrad", "tinygrad"),
        ("tract", "tract"),
        ("tvm", "tvm"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(name, package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(DriverLoadError) as raised:
        open_driver(name)
    extra = {"onnx-reference": "onnx", "litert-compiled": "litert"}.get(name, name)
    assert f"pip install nn-conformance[{extra}] is needed" in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", PLUGINS)
def test_a_provider_in_a_package_has_a_short_name(name):
    pytest.importorskip("onnxruntime")
    if importlib.util.find_spec(PLUGINS[name].library.partition("/")[0]) is None:
        with pytest.raises(DriverLoadError, match=f"pip install {PLUGINS[name].package} is needed"):
            open_driver(f"onnxruntime:provider={name}")
        return
    open_driver(f"onnxruntime:provider={name}")
    device = open_driver(f"onnxruntime:provider={name}")  # a process registers a library once
    assert PLUGINS[name].package in device.version_string
    (verdict,) = Judge(device).judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.PASSED, verdict


def test_a_provider_that_takes_nothing_declines_everything():
    """ONNX Runtime's own fallback to the CPU would compute the model."""
    pytest.importorskip("onnxruntime")
    device = open_driver("onnxruntime:provider=AzureExecutionProvider")
    (verdict,) = Judge(device).judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.DECLINED, verdict


ABORTING = """
import os
import time
from conformance.engines.protocol import Engine

class Aborts(Engine):
    name = "aborts"

    def open(self, content, inputs, outputs):
        os.abort()

class Hangs(Aborts):
    def open(self, content, inputs, outputs):
        time.sleep(600)
"""


def test_an_engine_that_ends_its_process_crashes_only_the_case(tmp_path):
    """An engine file runs in a process of its own by default."""
    path = tmp_path / "aborting.py"
    path.write_text(ABORTING, encoding="utf-8")
    driver = Driver.open(f"onnx:{path}:Aborts")
    judge = Judge(driver)
    for _ in range(2):
        verdicts = judge.judge(bundled(ADD), ADD, PATHS[:1])
        assert [verdict.kind for verdict in verdicts] == [KIND.CRASH]
    driver.close()


def test_an_engine_that_does_not_return_from_loading_hangs(tmp_path):
    path = tmp_path / "hanging.py"
    path.write_text(ABORTING, encoding="utf-8")
    driver = Driver.open(f"onnx:{path}:Hangs", ProcessLimits(prepare=3.0, query=3.0))
    (verdict,) = Judge(driver).judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.HANG, verdict
    driver.close()


def test_a_check_does_not_blame_an_engine_that_declines_a_parameter_of_the_request():
    """The padding value is known with the request; the engine has no Pad."""
    device = open_driver(f"onnx:{EXAMPLE}:NumpyEngine")
    checks = {check.name: check for check in checks_by_area()["repeated_executions"]}
    (verdict,) = checks["changed_padding_value"].run(Judge(device))
    assert (verdict.kind, verdict.rule) == (KIND.DECLINED, "execute.declined")

"""``nn-conformance export``: a failing case as a model file and a script that needs no suite."""

import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from conformance.cases.casefile import Case, write_case
from conformance.cli.main import main
from tests.litert.running_examples import bundled

PACKAGES = {
    "iree": "iree",
    "litert": "ai_edge_litert",
    "litert-xnnpack": "ai_edge_litert",
    "onnx-reference": "onnx",
    "onnxruntime": "onnxruntime",
    "openvino": "openvino",
    "tflite-micro": "tflite_micro",
    "tinygrad": "tinygrad",
    "tract": "tract",
}
CONV = "V1_0/conv_2d/conv_2d_same"


def export(case, engine, folder, *more):
    return main(["export", str(case), "--engine", engine, "-o", str(folder), *more])


def run_script(folder):
    command = [sys.executable, folder / "reproduce.py"]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout


@pytest.mark.parametrize("engine", PACKAGES)
def test_the_script_of_each_engine_shows_a_planted_failure(engine, tmp_path):
    """The expected value in the case file is wrong: the engine, which is right, fails."""
    pytest.importorskip(PACKAGES[engine])
    example = bundled(CONV)
    (output,) = example.outputs
    right = np.frombuffer(output.data, np.float32)
    wrong = right.copy()
    wrong[3] += 0.5
    planted = replace(output, data=wrong.tobytes())
    file = tmp_path / "planted.case"
    write_case(file, Case(CONV, replace(example, outputs=(planted,))))
    folder = tmp_path / "folder"
    assert export(file, engine, folder, "--seconds", "0", "--in-process") == 0
    status, printed = run_script(folder)
    assert status == 1
    assert "DIFFERS" in printed
    script = (folder / "reproduce.py").read_text()
    package = PACKAGES[engine]
    allowed = {"os", "sys", "numpy", "onnx", package, "Interpreter"}
    assert set(re.findall(r"(?:import|from) (\w+)", script)) <= allowed
    archive = np.load(folder / "expected.npz")
    (name,) = archive
    np.savez(folder / "expected.npz", **{name: right.reshape(archive[name].shape)})
    status, printed = run_script(folder)
    assert status == 0, printed


FAULTY = """
import onnx
from onnx.reference import ReferenceEvaluator
from conformance.engines.protocol import Engine, Program

class Truncating(Engine, Program):
    name = "truncating"
    script = '''
import sys
sys.path.insert(0, {folder!r})
from faulty_runtime import run
got = run(model, inputs, outputs)
'''

    def open(self, content, inputs, outputs):
        self.content, self.outputs = content, [output.name for output in outputs]
        return self

    def run(self, inputs, deadline):
        from faulty_runtime import run
        return run(onnx.load_from_string(self.content), inputs, self.outputs)

class Crashing(Truncating):
    script = Truncating.script + "import os; os.abort()"

    def run(self, inputs, deadline):
        import os
        os.abort()

class Silent(Truncating):
    script = ""
"""
RUNTIME = """
import numpy as np
from onnx.reference import ReferenceEvaluator

def run(model, inputs, outputs):
    results = ReferenceEvaluator(model).run(outputs, inputs)
    return [np.trunc(array) if array.dtype == np.float32 else array for array in results]
"""


@pytest.fixture
def faulty(tmp_path, monkeypatch):
    pytest.importorskip("onnx")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "faulty_runtime.py").write_text(RUNTIME)
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY.format(folder=str(tmp_path)))
    return f"onnx:{file}"


def test_a_case_is_reduced_and_a_crash_is_exported(faulty, tmp_path, capsys):
    folder = tmp_path / "small"
    assert export(CONV, f"{faulty}:Truncating", folder, "--in-process", "--seconds", "2") == 0
    assert run_script(folder)[0] == 1
    inputs = np.load(folder / "inputs.npz")
    assert max(array.size for array in inputs.values()) < 27  # the size in the example
    assert export(CONV, f"{faulty}:Crashing", folder) == 0
    assert "exit status -6" in capsys.readouterr().out
    assert run_script(folder)[0] == -6


def test_what_cannot_be_exported_is_stated(faulty, tmp_path, capsys):
    folder = tmp_path / "none"
    assert export(CONV, "reference", folder) == 2
    assert export(CONV, f"{faulty}:Silent", folder) == 2
    assert export("V1_0/conv_2d/no_such", f"{faulty}:Truncating", folder) == 2
    assert export(CONV, "onnx-reference", folder) == 5
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [
        "reference: it is no engine that states a script",
        f"{faulty}:Silent: it is no engine that states a script",
        "V1_0/conv_2d/no_such: the spec V1_0/conv_2d has no example of that name",
    ]
    assert not folder.exists()


def test_a_random_graph_without_a_dump_is_drawn_again(faulty, tmp_path, capsys):
    folder = tmp_path / "graph"
    graphs = [f"random/tiny,operations=MUL/{seed}" for seed in range(12)]
    engine = f"{faulty}:Truncating"
    quick = ("--in-process", "--seconds", "0")
    failing = next(graph for graph in graphs if export(graph, engine, folder, *quick) == 0)
    assert run_script(folder)[0] == 1
    for command in ("replay", "explain"):
        capsys.readouterr()
        assert main([command, failing, "--driver", "reference"]) == 0
        assert "passed" in capsys.readouterr().out
    assert export("random/tiny/none", engine, folder) == 2
    assert export("random/no-profile/1", engine, folder) == 2

"""``pytest model.tflite --driver X``: collection, ids, inputs, verdicts and the named layer."""

import numpy as np
import pytest

from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.engines.tflite.tflite_import import Unsupported
from conformance.models.model_cases import load_case
from tests.mlts.litert_engine import one_operator_file, tensor
from tests.plugin.conftest import UserFolder

pytest.importorskip("ai_edge_litert.schema_py_generated")
flatbuffers = pytest.importorskip("flatbuffers")

from conformance.engines.tflite.tflite_graph import (  # noqa: E402
    TfliteGraph,
    TfliteSubgraph,
    flatbuffer,
)

WRONG_RELU = """
from conformance.hal import OperationType
from conformance.reference.device import ReferenceDevice


class WrongRelu(ReferenceDevice):
    name = "wrong-relu"

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.RELU:
            return kernel
        return lambda inputs: [kernel(inputs)[0] * 1.03]
"""


ONES = np.ones((2, 4), np.float32)


def chain_file():
    """Return a file with MUL by 3, RELU and ABS of a [2, 4] tensor."""
    graph = TfliteGraph()
    names = [graph.add_tensor(tensor("FLOAT32", (2, 4))) for _ in range(4)]
    three = graph.add_tensor(tensor("FLOAT32", (1,), data=np.array([3], np.float32)))
    graph.add_node(0, "MUL", [names[0], three], [names[1]], "MulOptions")
    graph.add_node(1, "RELU", [names[1]], [names[2]])
    graph.add_node(2, "ABS", [names[2]], [names[3]])
    return flatbuffer([TfliteSubgraph(graph, [names[0]], [names[3]])])


@pytest.fixture
def folder(tmp_path, tmp_path_factory):
    made = UserFolder(tmp_path, tmp_path_factory.mktemp("cache"))
    made.write("drivers.py", WRONG_RELU)
    (tmp_path / "nets").mkdir()
    (tmp_path / "nets" / "chain.tflite").write_bytes(chain_file())
    return made


def test_the_model_and_each_layer_are_cases_with_stable_ids(folder):
    done = folder.command("pytest --driver reference nets/chain.tflite -v")
    assert (done.code, done.count("passed")) == (0, 4)
    for name in ("whole", "layer_000_MUL", "layer_001_RELU", "layer_002_ABS"):
        assert f"nets/chain.tflite::{name} PASSED" in done.out
    done = folder.command("pytest --driver reference nets --case nets/chain.tflite/layer_001_RELU")
    assert (done.code, done.count("passed")) == (0, 1)
    done = folder.command("pytest --driver reference nets/chain.tflite::whole")
    assert (done.code, done.count("passed")) == (0, 1)


def test_a_wrong_layer_is_named_and_its_dump_has_the_same_verdict(folder, tmp_path):
    done = folder.command("pytest --driver drivers.py:WrongRelu nets/chain.tflite -v")
    assert done.code == 1
    assert "nets/chain.tflite::layer_001_RELU FAILED" in done.out
    assert "nets/chain.tflite::layer_002_ABS PASSED" in done.out
    assert "nets/chain.tflite::whole FAILED" in done.out
    (case,) = tmp_path.glob("nn-failures/*whole*/*.case")
    relative = case.relative_to(tmp_path)
    assert folder.command(f"pytest --driver drivers.py:WrongRelu '{relative}'").code == 1
    assert folder.command(f"pytest --driver reference '{relative}'").code == 0


def test_inputs_and_golden_outputs_are_read_from_the_archive(folder, tmp_path):
    values = np.linspace(-2, 2, 8, dtype=np.float32).reshape(2, 4)
    wanted = np.maximum(values * 3, 0)
    archive = tmp_path / "nets" / "chain.npz"
    np.savez(archive, in0=values, out0=wanted)
    done = folder.command("pytest --driver reference nets/chain.tflite --case '*/golden' -v")
    assert (done.code, done.count("passed")) == (0, 1)
    np.savez(archive, in0=values, out0=wanted + 0.5)
    done = folder.command("pytest --driver litert nets/chain.tflite --case '*/golden' --dump=:0")
    assert done.code == 1
    np.savez(archive, in0=values.astype(np.float64), out0=wanted)
    done = folder.command("pytest --driver reference nets/chain.tflite --case '*/whole'")
    assert done.code == 1


@pytest.mark.parametrize(
    "extra", [{"out1": ONES}, {"in1": ONES}, {"labels": ONES, "Out0": ONES}, {"golden0": ONES}]
)
def test_an_array_that_no_input_or_output_has_is_an_error(folder, tmp_path, extra):
    """A misspelled golden output must not make its check disappear."""
    path = tmp_path / "nets" / "chain.tflite"
    np.savez(path.with_suffix(".npz"), in0=ONES, out0=ONES * 3)
    assert load_case(path, "golden", Unsupported.REFUSE).outputs[0].data == (ONES * 3).tobytes()
    np.savez(path.with_suffix(".npz"), in0=ONES, out0=ONES * 3, **extra)
    for name in ("whole", "golden", "layer_000_MUL"):
        with pytest.raises(ModelFileError, match="not used: "):
            load_case(path, name, Unsupported.REFUSE)


def test_a_damaged_file_fails_and_an_operator_without_equal_is_not_applicable(folder, tmp_path):
    (tmp_path / "nets" / "bad.tflite").write_bytes(b"\xff\xff\0\0TFL3" + bytes(32))
    content = one_operator_file(
        "COS", [tensor("FLOAT32", (2, 2))], [tensor("FLOAT32", (2, 2))], "CosOptions"
    )
    (tmp_path / "nets" / "cos.tflite").write_bytes(content)
    done = folder.command("pytest --driver reference nets -v")
    assert (done.code, done.count("passed"), done.count("not_applicable")) == (1, 4, 1)
    assert "model.unreadable" in done.out


def test_a_model_can_be_cut_around_an_operator_without_equal(folder, tmp_path):
    graph = TfliteGraph()
    x, y, z = (graph.add_tensor(tensor("FLOAT32", (2, 2))) for _ in range(3))
    graph.add_node(0, "COS", [x], [y], "CosOptions")
    graph.add_node(1, "RELU", [y], [z])
    content = flatbuffer([TfliteSubgraph(graph, [x], [z])])
    (tmp_path / "nets" / "cut.tflite").write_bytes(content)
    done = folder.command("pytest --driver reference nets/cut.tflite -v")
    assert (done.count("passed"), done.count("not_applicable")) == (0, 1)
    done = folder.command("pytest --driver reference nets/cut.tflite --model-unsupported cut -v")
    assert (done.code, done.count("passed")) == (0, 1)
    done = folder.command(
        "pytest --driver drivers.py:WrongRelu nets/cut.tflite --model-unsupported cut"
    )
    assert done.code == 1


def test_the_import_is_not_loaded_without_a_model_file(folder):
    folder.write(
        "conftest.py",
        "import sys\n"
        "def pytest_unconfigure(config):\n"
        "    print('LOADED', 'conformance.engines.tflite.lift' in sys.modules)\n",
    )
    done = folder.command("pytest --driver reference V1_0/floor/floor_rank_1 -s")
    assert "LOADED False" in done.out
    done = folder.command("pytest --driver reference nets/chain.tflite -s")
    assert "LOADED True" in done.out

"""Sequences of models with states: inputs by step, golden outputs, faulty drivers.

Golden outputs are those of LiteRT, which keeps the states in variable tensors.
"""

import numpy as np
import pytest

pytest.importorskip("ai_edge_litert.interpreter")

from conformance.engines.litert import create_device
from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.engines.tflite.tflite_import import Unsupported
from conformance.hal import OperationType
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.models.model_cases import case_names, load_case, load_sequence
from conformance.models.model_inputs import MAX_STEPS
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.reference.device import ReferenceDevice
from conformance.run.session_runner import judge_sequence
from conformance.verdicts import VerdictKind
from tests.mlts.litert_engine import one_operator_file
from tests.mlts.test_exported_states import RECURRENT
from tests.plugin.conftest import UserFolder

REFUSE = Unsupported.REFUSE
STEPS = 5


@pytest.fixture
def model(tmp_path):
    """Return the path of a file with one RNN step."""
    return write(tmp_path, "RNN")


def write(folder, name):
    builtin, inputs, outputs, options, attributes = RECURRENT[name]
    path = folder / "cell.tflite"
    path.write_bytes(one_operator_file(builtin, inputs, outputs, options, **attributes))
    return path


def step_values(shape, steps=STEPS):
    return np.random.default_rng(6).uniform(-1, 1, (steps, *shape)).astype(np.float32)


def golden(path, values):
    """Return LiteRT's outputs for the steps."""
    import ai_edge_litert.interpreter as interpreter_module  # noqa: PLC0415

    interpreter = interpreter_module.Interpreter(
        model_path=str(path),
        experimental_op_resolver_type=interpreter_module.OpResolverType.BUILTIN_REF,
    )
    interpreter.allocate_tensors()
    found = []
    for value in values:
        interpreter.set_tensor(interpreter.get_input_details()[0]["index"], value)
        interpreter.invoke()
        found.append(interpreter.get_tensor(interpreter.get_output_details()[0]["index"]))
    return np.stack(found)


class RnnDevice(ReferenceDevice):
    """Computes RNN by ``step``, which gets the inputs and the reference's kernel."""

    def __init__(self, step):
        super().__init__()
        self._step = step

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.RNN:
            return kernel
        return lambda inputs: self._step(kernel, list(inputs))


def forgets_the_state(kernel, inputs):
    inputs[4] = np.zeros_like(inputs[4])
    return kernel(inputs)


def returns_the_old_state(kernel, inputs):
    _, output = kernel(inputs)
    return inputs[4].copy(), output


class KeepsItsOwnState:
    """Adds the state of the last run, as a driver with variables of its own would."""

    def __init__(self):
        self.kept = None

    def __call__(self, kernel, inputs):
        if self.kept is not None:
            inputs[4] = self.kept
        state, output = kernel(inputs)
        self.kept = state
        return state, output


def judge(path, device, paths=("sync-low",)):
    judge_ = Judge(device)
    try:

        def judge_step(example, execution_path):
            outputs = {}
            verdicts = judge_.judge(
                example,
                "cell/sequence",
                (execution_path,),
                interval_check=OutputIntervalCheck(example),
                observer=outputs.__setitem__,
            )
            return verdicts, outputs.get(str(execution_path))

        sequence = load_sequence(path, REFUSE)
        parsed = [ExecutionPath.parse(text) for text in paths]
        return judge_sequence(sequence, parsed, lambda example: example, judge_step)
    finally:
        judge_.close()


@pytest.mark.parametrize("name", RECURRENT)
@pytest.mark.parametrize(
    "device",
    [ReferenceDevice, pytest.param(create_device, marks=pytest.mark.verified_engine("litert"))],
)
def test_a_correct_driver_passes_each_sequence(tmp_path, name, device):
    path = write(tmp_path, name)
    shape = RECURRENT[name][1][0].shape
    values = step_values(shape, 3)
    np.savez(path.with_suffix(".npz"), in0=values)
    (verdict,), _ = judge(path, device())
    assert verdict.kind is VerdictKind.PASSED, verdict.reason
    assert verdict.details["steps"] == 3


@pytest.mark.verified_engine("litert")
def test_golden_outputs_of_each_step_are_admissible(model):
    values = step_values((2, 5))
    expected = golden(model, values)
    assert not np.array_equal(expected[0], expected[1])
    np.savez(model.with_suffix(".npz"), in0=values, out0=expected)
    assert case_names(model, REFUSE) == ["whole", "golden", "sequence"]
    verdicts, _ = judge(model, ReferenceDevice(), ("sync-low", "burst-fast"))
    assert [verdict.kind for verdict in verdicts] == [VerdictKind.PASSED] * 2
    example = load_case(model, "whole", REFUSE)
    assert example.inputs[0] == values[0].tobytes()
    wrong = expected.copy()
    wrong[3, 1, 2] += 0.01
    np.savez(model.with_suffix(".npz"), in0=values, out0=wrong)
    with pytest.raises(ModelFileError, match=r"out0, step 4: 1 of 6 golden values .*first: 5"):
        load_sequence(model, REFUSE)


@pytest.mark.parametrize(
    ("fault", "failing"),
    [(forgets_the_state, 2), (returns_the_old_state, 1), (KeepsItsOwnState(), None)],
)
def test_a_fault_in_the_states_is_found_with_its_step(model, fault, failing):
    np.savez(model.with_suffix(".npz"), in0=step_values((2, 5)))
    # The second sequence starts with zeros again, which a driver with its own state does not do.
    verdicts, failed = judge(model, RnnDevice(fault), ("sync-low", "sync-fast"))
    verdict = verdicts[1 if failing is None else 0]
    assert verdict.kind is VerdictKind.FAILED
    step = failing or 1
    assert verdict.reason.startswith(f"step {step} of {STEPS}: ")
    assert verdict.details["step"] == step
    assert failed.inputs[0] == step_values((2, 5))[step - 1].tobytes()
    if failing is None:
        assert verdicts[0].kind is VerdictKind.PASSED


def test_the_command_runs_the_sequence(tmp_path, tmp_path_factory):
    folder = UserFolder(tmp_path, tmp_path_factory.mktemp("cache"))
    (tmp_path / "nets").mkdir()
    model = write(tmp_path / "nets", "RNN")
    np.savez(model.with_suffix(".npz"), in0=step_values((2, 5)))
    folder.write(
        "drivers.py",
        "import numpy as np\n"
        "from conformance.hal import OperationType\n"
        "from conformance.reference.device import ReferenceDevice\n\n\n"
        "class Forgets(ReferenceDevice):\n"
        "    def compile_call(self, call):\n"
        "        kernel = super().compile_call(call)\n"
        "        if call.definition.type != OperationType.RNN:\n"
        "            return kernel\n"
        "        return lambda x: kernel([*x[:4], np.zeros_like(x[4]), *x[5:]])\n",
    )
    done = folder.command("pytest --driver drivers.py:Forgets nets -v")
    assert done.code == 1
    assert "nets/cell.tflite::whole PASSED" in done.out
    assert "nets/cell.tflite::sequence FAILED" in done.out
    assert f"step 2 of {STEPS}: " in done.out
    (case,) = tmp_path.glob("nn-failures/**/*.case")
    relative = case.relative_to(tmp_path)
    assert folder.command(f"pytest --driver drivers.py:Forgets '{relative}'").code == 1
    assert folder.command(f"pytest --driver reference '{relative}'").code == 0


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"in0": step_values((2, 4))}, r"in0: float32 \[5, 2, 4\].*leading axis for the steps"),
        ({"in0": step_values((2, 5)).astype(float)}, r"in0: float64 \[5, 2, 5\]"),
        ({"in0": step_values((2, 5), 0)}, f"0 steps; a sequence has 1 to {MAX_STEPS}"),
        ({"in0": np.full((3, 2, 5), np.nan, np.float32)}, "30 of 30 values are NaN, the first at"),
        (
            {"in0": step_values((2, 5)), "out0": np.zeros((4, 2, 3), np.float32)},
            "out0: 4 steps, but the inputs have 5",
        ),
        ({"in1": step_values((2, 5))}, "in1: not used: 'in1'; this model has in0, out0"),
    ],
)
def test_an_archive_that_does_not_fit_is_an_error_with_its_array(model, arrays, message):
    np.savez(model.with_suffix(".npz"), **arrays)
    with pytest.raises(ModelFileError, match=message):
        load_sequence(model, REFUSE)

"""Export of models with states, loops and branches: the file computes what the model computes.

LiteRT keeps variable tensors between its runs; the expected values are the reference's, whose
client passes the states from run to run.
"""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ai_edge_litert.interpreter")

import ai_edge_litert.interpreter as interpreter_module

from conformance.cases import load_examples
from conformance.engines.tflite.lift.model_builder import (
    ConstantStore,
    OperandDraft,
    SubgraphBuilder,
    build_model,
)
from conformance.engines.tflite.tflite_export import NotExportableError, export
from conformance.engines.tflite.tflite_file import decode_tflite
from conformance.engines.tflite.tflite_import import import_file
from conformance.hal import OperandType, OperationType
from tests.mlts.litert_engine import one_operator_file, tensor
from tests.mlts.round_trips import STEPS, compare, original_results, round_trip
from tests.mlts.test_converters import (
    bidirectional_lstm,
    bidirectional_rnn,
    cell,
    variable,
    weights,
)

SPECS = Path(__file__).parents[2] / "specs"
FLOAT = OperandType.TENSOR_FLOAT32
TANH = {"fusedActivationFunction": 4}
RECURRENT = {
    "LSTM": (
        "LSTM",
        [tensor("FLOAT32", (2, 5)), *cell(3, 5), variable(2, 3), variable(2, 3), *[None] * 4],
        [tensor("FLOAT32", (2, 3))],
        "LSTMOptions",
        TANH,
    ),
    "RNN": (
        "RNN",
        [tensor("FLOAT32", (2, 5)), weights(3, 5), weights(3, 3), weights(3), variable(2, 3)],
        [tensor("FLOAT32", (2, 3))],
        "RNNOptions",
        TANH | {"fusedActivationFunction": 1},
    ),
    "SVDF": (
        "SVDF",
        [tensor("FLOAT32", (2, 5)), weights(4, 5), weights(4, 6), weights(2), variable(2, 24)],
        [tensor("FLOAT32", (2, 2))],
        "SVDFOptions",
        {"rank": 2},
    ),
    "sequence LSTM": (
        "UNIDIRECTIONAL_SEQUENCE_LSTM",
        [tensor("FLOAT32", (2, 4, 5)), *cell(3, 5), variable(2, 3), variable(2, 3), *[None] * 4],
        [tensor("FLOAT32", (2, 4, 3))],
        "UnidirectionalSequenceLSTMOptions",
        TANH,
    ),
    "sequence RNN": (
        "UNIDIRECTIONAL_SEQUENCE_RNN",
        [tensor("FLOAT32", (2, 4, 5)), weights(3, 5), weights(3, 3), weights(3), variable(2, 3)],
        [tensor("FLOAT32", (2, 4, 3))],
        "SequenceRNNOptions",
        {"fusedActivationFunction": 1},
    ),
    "two-way LSTM": bidirectional_lstm(merged=False, time_major=True),
    "two-way RNN": bidirectional_rnn(merged=False, time_major=False),
}


def run_steps(content, inputs, steps):
    """Return the outputs of LiteRT's reference kernels for each of several runs."""
    interpreter = interpreter_module.Interpreter(
        model_content=content,
        experimental_op_resolver_type=interpreter_module.OpResolverType.BUILTIN_REF,
    )
    interpreter.allocate_tensors()
    for _ in range(steps):
        for detail, value in zip(interpreter.get_input_details(), inputs, strict=True):
            interpreter.set_tensor(detail["index"], value)
        interpreter.invoke()
        yield [
            interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()
        ]


def arrays(content, inputs):
    """Return the inputs of a file as arrays of its shapes."""
    interpreter = interpreter_module.Interpreter(model_content=content)
    details = interpreter.get_input_details()
    return [
        np.frombuffer(data, detail["dtype"]).reshape(detail["shape"])
        for detail, data in zip(details, inputs, strict=True)
    ]


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize("name", RECURRENT)
def test_states_become_variable_tensors_and_back(name):
    builtin, inputs, outputs, options, attributes = RECURRENT[name]
    content = one_operator_file(builtin, inputs, outputs, options, **attributes)
    model = import_file(decode_tflite(content, "x.tflite")).model
    main = model.main
    source = np.random.default_rng(8)
    values = [
        source.uniform(-1, 1, main.operands[index].dimensions).astype(np.float32).tobytes()
        for index in main.input_indexes
    ]
    assert compare(model, values)
    exported = export(model)
    assert len(exported.states) == len(main.input_indexes) - 1
    assert exported.inputs == (0,)
    steps = [
        [results[position] for position in exported.outputs]
        for results in original_results(model, values, exported, STEPS)
    ]
    assert not np.array_equal(steps[0][0], steps[1][0]), "the state has no effect"
    arguments = arrays(exported.content, values[:1])
    for found, wanted in zip(run_steps(exported.content, arguments, STEPS), steps, strict=True):
        for actual, expected in zip(found, wanted, strict=True):
            np.testing.assert_allclose(actual, expected, 1e-5, 1e-6)


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize("spec", ["lstm", "rnn", "svdf", "quantized_lstm", "quantized_16bit_lstm"])
def test_examples_of_cells(spec):
    (path,) = SPECS.rglob(f"{spec}.mod.py")
    done, refused = 0, []
    for example in load_examples(path)[:12]:
        if None in example.inputs:
            continue
        try:
            done += compare(example.model, example.inputs)
        except NotExportableError as error:
            refused.append(str(error))
    assert done >= 3, refused
    reasons = ("constant", "another operation writes", "known only with the request")
    assert all(any(reason in text for reason in reasons) for text in refused), refused


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize("spec", ["if", "while"])
def test_branches_and_loops(spec):
    (path,) = SPECS.rglob(f"{spec}.mod.py")
    done = 0
    for example in load_examples(path)[:10]:
        assert compare(example.model, example.inputs)
        exported = round_trip(example.model).exported
        builtins = [
            op.builtin for op in decode_tflite(exported.content, "x").subgraphs[0].operators
        ]
        assert spec.upper() in builtins
        inputs = arrays(exported.content, [example.inputs[n] for n in exported.inputs])
        (found,) = run_steps(exported.content, inputs, 1)
        for number, actual in zip(exported.outputs, found, strict=True):
            expected = example.outputs[number]
            wanted = np.frombuffer(expected.data, actual.dtype).reshape(actual.shape)
            np.testing.assert_allclose(actual.astype(float), wanted.astype(float), 1e-5, 1e-6)
        done += 1
    assert done >= 5


def _rnn(state_is_output, state_is_constant=False):
    constants = ConstantStore()
    builder = SubgraphBuilder(constants)
    source = builder.add_operand(OperandDraft(FLOAT, (2, 5)))
    parameters = [
        builder.add_array(np.ones(shape, np.float32), OperandDraft(FLOAT))
        for shape in ((3, 5), (3, 3), (3,))
    ]
    if state_is_constant:
        before = builder.add_array(np.zeros((2, 3), np.float32), OperandDraft(FLOAT))
    else:
        before = builder.add_operand(OperandDraft(FLOAT, (2, 3)))
    after, result = (builder.add_operand(OperandDraft(FLOAT, (2, 3))) for _ in range(2))
    activation = builder.add_scalar(OperandType.INT32, 1)
    builder.add_operation(
        OperationType.RNN, [source, *parameters, before, activation], [after, result]
    )
    inputs = [source] if state_is_constant else [source, before]
    outputs = [after, result] if state_is_output else [result]
    return build_model(builder.build(inputs, outputs), (), constants)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (_rnn(False), "is a state whose new value is no output of the model"),
        (_rnn(True, state_is_constant=True), "a state with a constant value"),
    ],
)
def test_a_state_that_a_file_cannot_keep_is_refused(model, reason):
    with pytest.raises(NotExportableError, match=reason):
        export(model)

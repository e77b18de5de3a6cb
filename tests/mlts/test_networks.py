"""Networks with seeded or trained weights: sizes as published, and results of other engines."""

import numpy as np
import pytest

from conformance.drivers import open_driver
from conformance.hal import OperationType, Version
from conformance.models.accuracy.built_in_tasks import speech_recognition, speech_synthesis
from conformance.models.image_network import (
    V1_SIZES,
    V2_SIZES,
    WEIGHTED,
    mobilenet_v1,
    mobilenet_v2,
    quantize,
    quantize_images,
    to_float16,
    to_model,
)
from conformance.models.inference import InferenceSession, prepare
from conformance.oracle.expected import reference_results
from conformance.validation import first_violation

# Millions of parameters and of multiplications and additions, as the authors of the networks
# published them with the trained models.
PUBLISHED = [
    (mobilenet_v1, V1_SIZES, [(0.47, 14), (1.34, 77), (2.59, 239), (4.24, 569)]),
    (mobilenet_v2, V2_SIZES, [(1.66, 20), (1.95, 50), (2.61, 153), (3.47, 300)]),
]
CASES = [
    (build, *size, *published)
    for build, sizes, figures in PUBLISHED
    for size, published in zip(sizes, figures, strict=True)
]


@pytest.mark.parametrize(("build", "width", "size", "parameters", "products"), CASES)
def test_sizes_are_those_that_the_authors_published(build, width, size, parameters, products):
    network = build(width, size)
    weights = [t.data.size for t in network.tensors if t.data is not None]
    macs = 0
    for layer in network.layers:
        if layer.type in WEIGHTED:
            filters = network.tensors[layer.inputs[1]].shape
            terms = filters[1] * (filters[2] if len(filters) == 4 else 1)
            if layer.type == OperationType.CONV_2D:
                terms *= filters[3]
            macs += terms * int(np.prod(network.tensors[layer.output].shape))
    assert sum(weights) / 1e6 == pytest.approx(parameters, rel=0.015)
    assert macs / 1e6 == pytest.approx(products, rel=0.06)


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize("build", [mobilenet_v1, mobilenet_v2])
def test_every_form_is_valid_and_agrees_with_litert(build):
    pytest.importorskip("ai_edge_litert")
    network = build(0.25, 96)
    images = np.random.default_rng(2).uniform(-1, 1, (2, 96, 96, 3)).astype(np.float32)
    forms = {
        "float32": (network, 1e-5),
        "float16": (to_float16(network), 2e-2),
        "int8": (quantize(network, images, signed=True), None),
        "uint8": (quantize(network, images, signed=False), None),
    }
    device = open_driver("litert")
    for name, (form, tolerance) in forms.items():
        model = to_model(form)
        assert first_violation(model, Version.AIDL_V3) is None, name
        entry = quantize_images(form, images[:1])
        (ours,) = reference_results(model, [entry.tobytes()])
        with InferenceSession(prepare(device, model, 60.0), model) as session:
            (theirs,) = session.run([entry])
        assert ours.argmax() == theirs.argmax(), name
        if tolerance is not None:
            largest = np.abs(ours.astype(np.float64)).max()
            assert np.abs(ours.astype(np.float64) - theirs).max() <= tolerance * largest, name


@pytest.mark.parametrize("build", [speech_recognition, speech_synthesis])
def test_a_speech_model_computes_the_formula_of_an_lstm(build):
    acoustic = build()
    main = acoustic.model.main
    memory = bytes(acoustic.model.pools[0].view())
    copied = acoustic.model.operand_values

    def value(index):
        operand = main.operands[index]
        if operand.lifetime.name == "NO_VALUE":
            return None
        source = copied if operand.lifetime.name == "CONSTANT_COPY" else memory
        start = operand.location.offset
        data = np.frombuffer(source[start : start + operand.location.length], "<f4")
        return data.astype(np.float64).reshape(operand.dimensions)

    def sigmoid(x):
        return 1 / (1 + np.exp(-x))

    random = np.random.default_rng(4)
    states = [(0.0, 0.0), (0.0, 0.0)]
    device = open_driver("reference")
    with InferenceSession(
        prepare(device, acoustic.model, 60.0), acoustic.model, acoustic.states
    ) as session:
        for step in range(4):
            if step == 2:
                session.reset()
                states = [(0.0, 0.0), (0.0, 0.0)]
            features = random.normal(0, 1, (1, acoustic.input_size)).astype(np.float32)
            current = features[0].astype(np.float64)
            for number, operation in enumerate(main.operations[:2]):
                w = [value(index) for index in operation.inputs[1:18]]
                output, cell = states[number]
                output = np.zeros(w[4].shape[1]) if isinstance(output, float) else output
                gates = [
                    w[i] @ current + w[4 + i] @ output + w[11 + i] for i in range(4)
                ]  # input, forget, cell, output
                cell = sigmoid(gates[1]) * cell + sigmoid(gates[0]) * np.tanh(gates[2])
                output = sigmoid(gates[3]) * np.tanh(cell)
                if w[15] is not None:
                    output = w[15] @ output
                states[number] = output, cell
                current = output
            weights, bias = map(value, main.operations[2].inputs[1:3])
            (result,) = session.run([features])
            np.testing.assert_allclose(result[0], weights @ current + bias, atol=2e-6)

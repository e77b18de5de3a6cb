"""Networks with seeded or trained weights: sizes as published, and results of other engines."""

import numpy as np
import pytest

from conformance.drivers import open_driver
from conformance.hal import OperationType, Version
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
@pytest.mark.parametrize(
    "build", [mobilenet_v1, pytest.param(mobilenet_v2, marks=pytest.mark.slow)]
)
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

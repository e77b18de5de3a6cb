"""The digits network: the same results as scikit-learn and scipy, and real accuracy."""

from importlib.util import find_spec

import numpy as np
import pytest

pytest.importorskip("scipy")

import scipy

from conformance.hal import OperandType
from conformance.models.accuracy.built_in_tasks import FORMS, digit_images, digits_network
from conformance.models.image_network import quantize_images, to_model
from conformance.oracle.expected import reference_results

pytestmark = pytest.mark.skipif(find_spec("sklearn") is None, reason="no scikit-learn is installed")


def rates(form):
    network = digits_network(form)
    _, test = digit_images()
    model = to_model(network.with_batch(len(test.images)))
    (scores,) = reference_results(model, [quantize_images(network, test.images).tobytes()])
    return (scores.argmax(axis=1) == test.digits).mean(), scores


def test_the_float_network_is_convolution_pooling_and_a_linear_classifier():
    network = digits_network("float32")
    _, scores = rates("float32")
    _, test = digit_images()
    filters, biases, weights, bias = (t.data for t in network.tensors if t.data is not None)
    for image, row in list(zip(test.images, scores, strict=True))[:20]:
        features = np.stack(
            [
                np.maximum(
                    scipy.signal.correlate2d(image[..., 0], kernel[..., 0], "same") + offset, 0
                )
                for kernel, offset in zip(filters, biases, strict=True)
            ],
            axis=-1,
        )
        pooled = features.reshape(4, 2, 4, 2, -1).max(axis=(1, 3))
        expected = scipy.special.softmax(weights @ pooled.ravel() + bias)
        np.testing.assert_allclose(row, expected, atol=1e-6)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_recognizes_the_digits(form):
    rate, _ = rates(form)
    assert rate > 0.975
    entry = digits_network(form).tensors[0].type
    assert (
        entry
        == {
            "float32": OperandType.TENSOR_FLOAT32,
            "float16": OperandType.TENSOR_FLOAT16,
            "int8": OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
            "uint8": OperandType.TENSOR_QUANT8_ASYMM,
        }[form]
    )

"""The accuracy of the digits network in each of its forms."""

from importlib.util import find_spec

import pytest

from conformance.hal import OperandType
from conformance.models.accuracy.built_in_tasks import FORMS, digit_images, digits_network
from conformance.models.image_network import quantize_images, to_model
from conformance.oracle.expected import reference_results

pytestmark = pytest.mark.skipif(find_spec("sklearn") is None, reason="no scikit-learn is installed")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_recognizes_the_digits(form):
    network = digits_network(form)
    _, test = digit_images()
    model = to_model(network.with_batch(len(test.images)))
    (scores,) = reference_results(model, [quantize_images(network, test.images).tobytes()])
    assert (scores.argmax(axis=1) == test.digits).mean() > 0.975
    entry = network.tensors[0].type
    assert (
        entry
        == {
            "float32": OperandType.TENSOR_FLOAT32,
            "float16": OperandType.TENSOR_FLOAT16,
            "int8": OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
            "uint8": OperandType.TENSOR_QUANT8_ASYMM,
        }[form]
    )

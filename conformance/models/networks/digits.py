"""A classifier of handwritten digits, trained by a script on the digits that scikit-learn ships.

The data are 1,797 images of 8 x 8 pixels with 17 grey levels (Alpaydin and Kaynak, 1998). The
network has seeded convolution filters, which are not trained, and a trained classifier:
convolution, maximum pooling, fully connected layer, softmax.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from conformance.hal import FusedActivation, OperationType
from conformance.models.networks.image_network import ImageNetwork, NetworkTensor, to_model
from conformance.models.networks.quantization import quantize, to_float16
from conformance.operations.definition.definition import Array
from conformance.oracle.expected import reference_results

FORMS: Final = ("float32", "float16", "int8", "uint8")
"""The data types of the network."""

_TRAINING_IMAGES: Final = 1200
_CALIBRATION_IMAGES: Final = 100
_FILTERS: Final = 24
_IMAGE_SIZE: Final = 8


class MissingLibraryError(Exception):
    """scikit-learn is not installed; the message states how to install it."""


@dataclass(frozen=True, slots=True)
class DigitImages:
    """Images of digits: float32 in [-1, 1], [count, 8, 8, 1], and the digit that each shows."""

    images: Array
    digits: Array


@cache
def digit_images() -> tuple[DigitImages, DigitImages]:
    """Return the training images and the 597 test images, in a fixed random order.

    Raise ``MissingLibraryError`` if scikit-learn is not installed.
    """
    try:
        from sklearn.datasets import load_digits  # type: ignore[import-untyped]  # noqa: PLC0415
    except ImportError:
        raise MissingLibraryError(
            "the digits data set needs scikit-learn: pip install nn-conformance[mlts]"
        ) from None
    data = load_digits()
    images = (data.images[..., None] / 8.0 - 1.0).astype(np.float32)
    order = np.random.default_rng(0).permutation(len(images))
    images, digits = images[order], data.target[order]
    split = _TRAINING_IMAGES
    return DigitImages(images[:split], digits[:split]), DigitImages(images[split:], digits[split:])


@cache
def digits_network(form: str) -> ImageNetwork:
    """Return the trained network in one of ``FORMS``, for one image in each inference.

    The 8-bit forms are calibrated with 100 training images. Raise ``MissingLibraryError`` if
    scikit-learn is not installed, and ``ValueError`` for an unknown form.
    """
    if form not in FORMS:
        raise ValueError(f"unknown form {form!r}; there are: {', '.join(FORMS)}")
    trained = _train()
    if form == "float32":
        return trained
    if form == "float16":
        return to_float16(trained)
    images = digit_images()[0].images[:_CALIBRATION_IMAGES]
    return quantize(trained, images, signed=form == "int8")


@cache
def _train() -> ImageNetwork:
    """Return the float32 network; the classifier is trained on the training images."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]  # noqa: PLC0415

    training, _ = digit_images()
    net = _features_network()
    batch = net.with_batch(len(training.images))
    (features,) = reference_results(to_model(batch), [training.images.tobytes()])
    classifier = LogisticRegression(C=0.1, max_iter=400)
    classifier.fit(features.reshape(len(features), -1), training.digits)
    net.add_fully_connected(classifier.coef_, classifier.intercept_, FusedActivation.NONE)
    net.add_softmax()
    return net


def _features_network() -> ImageNetwork:
    """Return the layers before the classifier."""
    net = ImageNetwork([NetworkTensor((1, _IMAGE_SIZE, _IMAGE_SIZE, 1))])
    random = np.random.default_rng(7)
    filters = random.normal(0, 1 / 3, (_FILTERS, 3, 3, 1))
    net.add_convolution(filters, random.normal(0, 0.1, _FILTERS), 1, FusedActivation.RELU)
    net.add_pooling(OperationType.MAX_POOL_2D, 2, 2)
    return net

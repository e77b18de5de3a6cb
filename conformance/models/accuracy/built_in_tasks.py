"""Accuracy tasks that need no download: trained digits, and networks with seeded weights.

The digits show accuracy on real data. The other networks have random weights: their expected
outputs are those of the reference driver for seeded inputs, so that they measure agreement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from conformance.models.accuracy.datasets import DataSequence, DataSet
from conformance.models.accuracy.evaluators import (
    AccuracyTask,
    Evaluator,
    TopKEvaluator,
    phone_error_evaluator,
    speech_synthesis_evaluator,
)
from conformance.models.networks.acoustic import AcousticModel, speech_recognition, speech_synthesis
from conformance.models.networks.digits import FORMS, digit_images, digits_network
from conformance.models.networks.image_network import (
    V1_SIZES,
    V2_SIZES,
    ImageNetwork,
    mobilenet_v1,
    mobilenet_v2,
    to_model,
)
from conformance.models.networks.quantization import quantize, quantize_images
from conformance.oracle.expected import reference_results

_IMAGES: Final = 8
_SEQUENCES: Final = 10
_STEPS: Final = 12

_DIGITS_TOP1: Final = 0.98
"""Top-1 rate of the digits network on the test images."""


def digits_tasks() -> Iterator[AccuracyTask]:
    """Yield the task of each form of the digits network.

    Raise ``MissingLibraryError`` if scikit-learn is not installed.
    """
    _, test = digit_images()
    for form in FORMS:
        network = digits_network(form)
        images = quantize_images(network, test.images)
        sequences = tuple(
            DataSequence(((image[np.newaxis],),), (), int(digit), f"digit {number}")
            for number, (image, digit) in enumerate(zip(images, test.digits, strict=True))
        )
        yield AccuracyTask(
            f"digits_{form}",
            to_model(network),
            DataSet("scikit-learn digits, 597 test images", sequences),
            lambda: TopKEvaluator(_DIGITS_TOP1),
        )


def acoustic_tasks() -> Iterator[AccuracyTask]:
    """Yield the tasks of the speech models, with seeded sequences."""
    models: tuple[tuple[str, AcousticModel, Callable[[], Evaluator]], ...] = (
        ("asr_float", speech_recognition(), phone_error_evaluator),
        ("tts_float", speech_synthesis(), speech_synthesis_evaluator),
    )
    for name, acoustic, evaluator in models:
        random = np.random.default_rng(11)
        sequences = tuple(
            _acoustic_sequence(acoustic, random, f"sequence {number}")
            for number in range(_SEQUENCES)
        )
        data = DataSet(f"{_SEQUENCES} seeded sequences of {_STEPS} steps", sequences)
        yield AccuracyTask(name, acoustic.model, data, evaluator, acoustic.states)


def _acoustic_sequence(
    acoustic: AcousticModel, random: np.random.Generator, origin: str
) -> DataSequence:
    """Return a sequence with the reference's outputs as the expected ones."""
    main = acoustic.model.main
    states = [
        np.zeros(main.operands[main.input_indexes[state.input]].dimensions, np.float32)
        for state in acoustic.states
    ]
    inputs, outputs = [], []
    for _ in range(_STEPS):
        features = random.normal(0, 1, (1, acoustic.input_size)).astype(np.float32)
        values = [array.tobytes() for array in (features, *states)]
        result, *states = reference_results(acoustic.model, values)
        inputs.append((features,))
        outputs.append((result.astype(np.float64),))
    return DataSequence(tuple(inputs), tuple(outputs), None, origin)


def mobilenet_tasks(*, all_sizes: bool = False) -> Iterator[AccuracyTask]:
    """Yield the tasks of MobileNet V1 and V2 with seeded weights, float32 and 8-bit.

    Without ``all_sizes``, only the smallest network of each architecture. The expected class is the
    reference's, for seeded images.
    """
    for name, build, sizes in (
        ("mobilenet_v1", mobilenet_v1, V1_SIZES),
        ("mobilenet_v2", mobilenet_v2, V2_SIZES),
    ):
        for width, size in sizes if all_sizes else sizes[:1]:
            network = build(width, size)
            images = np.random.default_rng(3).uniform(-1, 1, (_IMAGES, size, size, 3))
            pixels = images.astype(np.float32)
            label = f"{name}_{width}_{size}"
            yield _image_task(label, network, pixels)
            yield _image_task(f"{label}_quant", quantize(network, pixels, signed=False), pixels)


def _image_task(
    name: str, network: ImageNetwork, pixels: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
) -> AccuracyTask:
    images = quantize_images(network, pixels)
    batch = to_model(network.with_batch(len(images)))
    (scores,) = reference_results(batch, [images.tobytes()])
    sequences = tuple(
        DataSequence(((image[np.newaxis],),), (), int(row.argmax()), f"image {number}")
        for number, (image, row) in enumerate(zip(images, scores, strict=True))
    )
    data = DataSet(f"{_IMAGES} seeded images, classes of the reference driver", sequences)
    return AccuracyTask(name, to_model(network), data, TopKEvaluator)

"""Accuracy tasks that need no download: trained digits, and networks with seeded weights.

The digits show accuracy on real data. The other networks have random weights: their expected
outputs are those of the reference driver for seeded inputs, so that they measure agreement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

import numpy as np

from conformance.engines.tflite.lift.model_builder import (
    ConstantStore,
    OperandDraft,
    SubgraphBuilder,
    build_model,
)
from conformance.engines.tflite.tflite_import import ModelState
from conformance.hal import FusedActivation, Model, OperandType, OperationType
from conformance.models.accuracy.evaluators import (
    FRAME_VALUES,
    AccuracyTask,
    DataSequence,
    DataSet,
    Evaluator,
    evaluate_classes,
    evaluate_phones,
    evaluate_speech,
)
from conformance.models.image_network import (
    V1_SIZES,
    V2_SIZES,
    ImageNetwork,
    NetworkTensor,
    mobilenet_v1,
    mobilenet_v2,
    quantize,
    quantize_images,
    to_float16,
    to_model,
)
from conformance.operations.definition.operands import Array
from conformance.oracle.expected import reference_results

_IMAGES: Final = 8
_SEQUENCES: Final = 10
_STEPS: Final = 12

_DIGITS_TOP1: Final = 0.98
"""Top-1 rate of the digits network on the test images."""


def digits_tasks() -> Iterator[AccuracyTask]:
    """Yield the task of each form of the digits network, which needs scikit-learn."""
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
            partial(evaluate_classes, expected_top1=_DIGITS_TOP1),
        )


def acoustic_tasks() -> Iterator[AccuracyTask]:
    """Yield the tasks of the speech models, with seeded sequences."""
    models: tuple[tuple[str, AcousticModel, Evaluator], ...] = (
        ("asr_float", speech_recognition(), evaluate_phones),
        ("tts_float", speech_synthesis(), evaluate_speech),
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
    return AccuracyTask(name, to_model(network), data, evaluate_classes)


# ------------------------------------------------------------------ the digits network

FORMS: Final = ("float32", "float16", "int8", "uint8")
"""The data types of the network."""

_TRAINING_IMAGES: Final = 1200
_CALIBRATION_IMAGES: Final = 100
_FILTERS: Final = 24
_IMAGE_SIZE: Final = 8


@dataclass(frozen=True, slots=True)
class DigitImages:
    """Images of digits: float32 in [-1, 1], [count, 8, 8, 1], and the digit that each shows."""

    images: Array
    digits: Array


@cache
def digit_images() -> tuple[DigitImages, DigitImages]:
    """Return the training images and the 597 test images, in a fixed random order."""
    from sklearn.datasets import load_digits  # type: ignore[import-untyped]  # noqa: PLC0415

    data = load_digits()
    images = (data.images[..., None] / 8.0 - 1.0).astype(np.float32)
    order = np.random.default_rng(0).permutation(len(images))
    images, digits = images[order], data.target[order]
    split = _TRAINING_IMAGES
    return DigitImages(images[:split], digits[:split]), DigitImages(images[split:], digits[split:])


@cache
def digits_network(form: str) -> ImageNetwork:
    """Return the trained network in one of ``FORMS``, for one image in each inference.

    The 8-bit forms are calibrated with 100 training images.
    """
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
    net = ImageNetwork([NetworkTensor((1, _IMAGE_SIZE, _IMAGE_SIZE, 1))])
    random = np.random.default_rng(7)
    filters = random.normal(0, 1 / 3, (_FILTERS, 3, 3, 1))
    net.add_convolution(filters, random.normal(0, 0.1, _FILTERS), 1, FusedActivation.RELU)
    net.add_pooling(OperationType.MAX_POOL_2D, 2, 2)
    batch = net.with_batch(len(training.images))
    (features,) = reference_results(to_model(batch), [training.images.tobytes()])
    classifier = LogisticRegression(C=0.1, tol=1e-3)
    classifier.fit(features.reshape(len(features), -1), training.digits)
    net.add_fully_connected(classifier.coef_, classifier.intercept_, FusedActivation.NONE)
    net.add_softmax()
    return net


# ------------------------------------------------------------------ speech models

PHONES: Final = 42
"""Number of scores that the speech recognition model computes."""

FRAMES: Final = 4
"""Number of frames that one inference of the speech synthesis model predicts."""


_FLOAT: Final = OperandType.TENSOR_FLOAT32
_TANH: Final = 4


@dataclass(frozen=True, slots=True)
class AcousticModel:
    """A model with states: input and output 0 are the features and the result of one step."""

    model: Model
    states: tuple[ModelState, ...]
    input_size: int


def speech_recognition(seed: int = 1) -> AcousticModel:
    """Return a model that computes phone scores from 80 acoustic features, with projection."""
    return _acoustic_model(seed, features=80, cells=192, projection=96, results=PHONES)


def speech_synthesis(seed: int = 1) -> AcousticModel:
    """Return a model that predicts the frames of speech from 120 linguistic features."""
    return _acoustic_model(
        seed, features=120, cells=128, projection=None, results=FRAMES * FRAME_VALUES
    )


def _acoustic_model(
    seed: int, *, features: int, cells: int, projection: int | None, results: int
) -> AcousticModel:
    """Return two LSTM layers and a fully connected layer with random weights."""
    graph, random = SubgraphBuilder(ConstantStore()), np.random.default_rng(seed)

    def variable(size: int) -> int:
        return graph.add_operand(OperandDraft(_FLOAT, (1, size)))

    def weights(*shape: int) -> int:
        """Add weights whose products keep the magnitude of the data."""
        values = random.normal(0, 1 / np.sqrt(shape[1]), shape)
        return graph.add_array(values.astype(np.float32), OperandDraft(_FLOAT))

    def bias(size: int) -> int:
        values = random.normal(0, 0.1, size)
        return graph.add_array(values.astype(np.float32), OperandDraft(_FLOAT))

    current = first = variable(features)
    size, units = features, projection or cells
    states: list[tuple[int, int]] = []
    for _ in range(2):
        omitted = graph.add_omitted()
        before = variable(units), variable(cells)
        inputs = [
            current,
            *(weights(cells, size) for _ in range(4)),
            *(weights(cells, units) for _ in range(4)),
            *[omitted] * 3,
            *(bias(cells) for _ in range(4)),
            weights(units, cells) if projection else omitted,
            omitted,
            *before,
            graph.add_scalar(OperandType.INT32, _TANH),
            graph.add_scalar(OperandType.FLOAT32, 0.0),
            graph.add_scalar(OperandType.FLOAT32, 0.0),
        ]
        outputs = [variable(number) for number in (4 * cells, units, cells, units)]
        graph.add_operation(OperationType.LSTM, inputs, outputs)
        states += zip(before, outputs[1:3], strict=True)
        current, size = outputs[3], units
    inputs = [current, weights(results, size), bias(results)]
    inputs.append(graph.add_scalar(OperandType.INT32, FusedActivation.NONE))
    output = variable(results)
    graph.add_operation(OperationType.FULLY_CONNECTED, inputs, [output])
    main = graph.build(
        [first, *(before for before, _ in states)], [output, *(after for _, after in states)]
    )
    positions = tuple(ModelState(number + 1, number + 1) for number in range(len(states)))
    return AcousticModel(build_model(main, (), graph.constants), positions, features)

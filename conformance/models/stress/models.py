"""The models that are executed under load, with inputs, and the comparison of their results."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from conformance.cases.example import Example, ExpectedOutput
from conformance.driver_sdk import DriverError
from conformance.engines.tflite.lift.model_builder import (
    ConstantStore,
    OperandDraft,
    SubgraphBuilder,
    build_model,
)
from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.engines.tflite.tflite_import import NotImportableError, Unsupported
from conformance.hal import INFO, FusedActivation, Model, OperandType, OperationType
from conformance.harness.answer_checks import OutputExpectations, check_values
from conformance.models.image_network import (
    ImageNetwork,
    NetworkTensor,
    quantize,
    quantize_images,
    to_model,
)
from conformance.models.model_cases import WHOLE, load_case
from conformance.operations.definition.operands import Array
from conformance.oracle.expected import reference_results
from conformance.oracle.intervals.interval_check import OutputIntervalCheck

INPUTS: Final = 3
"""Number of different inputs of a model, so that an answer to another request is noticed."""

_SIZE: Final = 8
_SPEC: Final = "stress"


class ModelsError(Exception):
    """The models cannot be loaded; the message states the file and the reason."""


def load_models(paths: Sequence[Path]) -> list[ModelCheck]:
    """Return the models of ``.tflite`` files or folders of such files; without them, built-in ones.

    Raise ``ModelsError`` if a model cannot be loaded.
    """
    if not paths:
        return list(_built_in_models())
    return [_from_file(file) for path in paths for file in model_files(path)]


def model_files(path: Path) -> list[Path]:
    """Return the file, or the ``.tflite`` files of the folder; ``ModelsError`` if there is none."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise ModelsError(f"{path}: there is no such file or folder")
    files = sorted(path.glob("*.tflite"))
    if not files:
        raise ModelsError(f"{path}: the folder has no .tflite file")
    return files


def _from_file(path: Path) -> ModelCheck:
    try:
        first = load_case(path, WHOLE, Unsupported.REFUSE)
    except (ModelFileError, NotImportableError, OSError) as error:
        text = str(error)
        raise ModelsError(text if str(path) in text else f"{path}: {text}") from None
    main = first.model.main
    unknown = [
        number
        for number, index in enumerate(main.output_indexes)
        if main.operands[index].dimensions != first.outputs[number].dimensions
    ]
    if unknown:
        raise ModelsError(f"{path}: the model does not state the shape of outputs {unknown}")
    return ModelCheck(path.stem, (first, *_with_other_inputs(first)))


def _with_other_inputs(first: Example) -> Iterator[Example]:
    """Yield the example with other inputs: the same values at other places.

    Inputs that the reference refuses, for example as indexes, are omitted.
    """
    main = first.model.main
    arrays = [
        None if values is None else np.frombuffer(values, INFO[main.operands[index].type].dtype)
        for index, values in zip(main.input_indexes, first.inputs, strict=True)
    ]
    for number in range(1, INPUTS):
        data = tuple(
            None if array is None else np.roll(array, round(array.size * number / INPUTS)).tobytes()
            for array in arrays
        )
        try:
            results = reference_results(first.model, data)
        except (DriverError, ValueError, MemoryError):
            continue
        outputs = tuple(ExpectedOutput(result.shape, result.tobytes()) for result in results)
        yield replace(first, name=f"{first.name}_{number}", inputs=data, outputs=outputs)


def with_reference_results(
    name: str, model: Model, inputs: Iterable[Sequence[Array]], *, use_intervals: bool = True
) -> ModelCheck:
    """Return a model with the reference's results as the expected outputs."""
    names = tuple(f"op{index}" for index in range(len(model.main.operands)))
    examples = []
    for number, arrays in enumerate(inputs):
        data = tuple(array.tobytes() for array in arrays)
        results = reference_results(model, data)
        outputs = tuple(ExpectedOutput(result.shape, result.tobytes()) for result in results)
        examples.append(Example(_SPEC, f"{name}_{number}", model, data, outputs, names))
    return ModelCheck(name, tuple(examples), use_intervals=use_intervals)


def _built_in_models() -> Iterator[ModelCheck]:
    """Yield an addition, which minimal drivers support, and a small network in two forms."""
    random = np.random.default_rng(5)
    yield with_reference_results(
        "addition",
        addition_model(256),
        [
            [random.normal(0, 1, (1, 256)).astype(np.float32) for _ in range(2)]
            for _ in range(INPUTS)
        ],
    )
    images = random.uniform(-1, 1, (16, _SIZE, _SIZE, 1)).astype(np.float32)
    network = _small_network()
    for form in (network, quantize(network, images, signed=False)):
        name = "network_float32" if form is network else "network_uint8"
        data = quantize_images(form, images)
        inputs = [[image[np.newaxis]] for image in data[:INPUTS]]
        yield with_reference_results(name, to_model(form), inputs)


def addition_model(elements: int) -> Model:
    """Return a model that adds two float32 vectors [1, elements]."""
    graph = SubgraphBuilder(ConstantStore())
    vectors = [
        graph.add_operand(OperandDraft(OperandType.TENSOR_FLOAT32, (1, elements))) for _ in range(3)
    ]
    activation = graph.add_scalar(OperandType.INT32, FusedActivation.NONE)
    graph.add_operation(OperationType.ADD, [*vectors[:2], activation], vectors[2:])
    return build_model(graph.build(vectors[:2], vectors[2:]), (), graph.constants)


def _small_network() -> ImageNetwork:
    """Return a convolution, a pooling, a fully connected layer and a softmax with seeded weights.

    The spread of the weights gives scores far from 0 and 1, so that wrong results are visible.
    """
    random = np.random.default_rng(7)
    network = ImageNetwork([NetworkTensor((1, _SIZE, _SIZE, 1))])
    filters = random.normal(0, 1 / 3, (8, 3, 3, 1))
    network.add_convolution(filters, random.normal(0, 0.1, 8), 1, FusedActivation.RELU)
    network.add_pooling(OperationType.MAX_POOL_2D, 2, 2)
    size = (_SIZE // 2) ** 2 * 8
    network.add_fully_connected(
        random.normal(0, size**-0.5, (10, size)), random.normal(0, 0.1, 10), FusedActivation.NONE
    )
    network.add_softmax()
    return network


_MAX_KNOWN: Final = 64
"""Largest number of different correct results of one example that are stored."""


class ExampleCheck:
    """Compares outputs of one example; several threads may use it.

    Without ``use_intervals``, only the tolerance of one operation is permitted; this is faster for
    large outputs.
    """

    def __init__(self, example: Example, *, use_intervals: bool) -> None:
        self.example = example
        operands = example.model.main.operands
        self.inputs: list[Array] = [
            np.frombuffer(data or b"", INFO[operands[index].type].dtype).reshape(
                operands[index].dimensions
            )
            for index, data in zip(example.model.main.input_indexes, example.inputs, strict=True)
        ]
        self._expectations = OutputExpectations.from_example(example)
        self.intervals = OutputIntervalCheck(example) if use_intervals else None
        self._lock = threading.Lock()
        self._right_results = {tuple(output.data for output in example.outputs)}

    def problem(self, outputs: Sequence[Array]) -> str:
        """Return a description of a wrong result; empty if the outputs are admissible."""
        data = tuple(array.tobytes() for array in outputs)
        if data in self._right_results:
            return ""
        findings = check_values(self._expectations, data, [bytes(len(output)) for output in data])
        if findings and self.intervals is not None:
            with self._lock:
                findings = self.intervals(self.example, data, findings)
        if findings:
            return findings[0].reason
        if len(self._right_results) < _MAX_KNOWN:
            self._right_results.add(data)
        return ""


class ModelCheck:
    """A model with the checks of its examples: the same model with different inputs.

    Attributes:
        source: the name and the examples, from which another process creates the checks.

    """

    def __init__(
        self, name: str, examples: tuple[Example, ...], *, use_intervals: bool = True
    ) -> None:
        self.source = name, examples
        self.name = name
        self.model = examples[0].model
        self.examples = [ExampleCheck(one, use_intervals=use_intervals) for one in examples]

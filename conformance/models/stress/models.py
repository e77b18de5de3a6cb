"""The models that are executed under load, with inputs, and the comparison of their results."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
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
from conformance.models.accuracy import built_in_tasks
from conformance.models.accuracy.evaluators import AccuracyTask
from conformance.models.image_network import (
    ImageNetwork,
    NetworkTensor,
    quantize,
    quantize_images,
    to_model,
)
from conformance.models.model_cases import WHOLE, load_case
from conformance.operations.definition.operands import Array
from conformance.oracle.accuracy import as_array, elements_within
from conformance.oracle.expected import reference_results
from conformance.oracle.intervals.interval_check import OutputIntervalCheck

INPUTS: Final = 3
"""Number of different inputs of a model, so that an answer to another request is noticed."""

DEFAULT_GROUP: Final = "basic"
"""The built-in models that are used if none are named."""

_SIZE: Final = 8
_SPEC: Final = "stress"


class ModelsError(Exception):
    """The models cannot be loaded; the message states the file and the reason."""


@dataclass(frozen=True, slots=True)
class StressModel:
    """A model and its examples: the same model with different inputs."""

    name: str
    examples: tuple[Example, ...]

    @property
    def model(self) -> Model:
        """The model of all examples."""
        return self.examples[0].model


def load_models(groups: Sequence[str], paths: Sequence[Path]) -> list[StressModel]:
    """Return the models of built-in groups and of ``.tflite`` files or folders of such files.

    Raise ``ModelsError`` if a model cannot be loaded, and ``MissingLibraryError`` if the group
    ``digits`` needs a library that is not installed.
    """
    models = [model for group in groups for model in GROUPS[group]()]
    for path in paths:
        models += [_from_file(file) for file in model_files(path)]
    return models


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


def _from_file(path: Path) -> StressModel:
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
    return StressModel(path.stem, (first, *_with_other_inputs(first)))


def _with_other_inputs(first: Example) -> Iterator[Example]:
    """Yield the example with other inputs: the same values at other places.

    Inputs that the reference refuses, for example as indexes, are omitted.
    """
    main = first.model.main
    types = [INFO[main.operands[index].type].dtype for index in main.input_indexes]
    for number in range(1, INPUTS):
        data = tuple(
            None if values is None else _rotated(np.frombuffer(values, dtype), number / INPUTS)
            for values, dtype in zip(first.inputs, types, strict=True)
        )
        try:
            results = reference_results(first.model, data)
        except (DriverError, ValueError, MemoryError):
            continue
        outputs = tuple(ExpectedOutput(result.shape, result.tobytes()) for result in results)
        yield replace(first, name=f"{first.name}_{number}", inputs=data, outputs=outputs)


def _rotated(values: Array, share: float) -> bytes:
    """Return the values with their last ``share`` moved to the front."""
    return np.roll(values, round(values.size * share)).tobytes()


def with_reference_results(
    name: str, model: Model, inputs: Iterable[Sequence[Array]]
) -> StressModel:
    """Return a model with the reference's results as the expected outputs."""
    names = tuple(f"op{index}" for index in range(len(model.main.operands)))
    examples = []
    for number, arrays in enumerate(inputs):
        data = tuple(array.tobytes() for array in arrays)
        try:
            results = reference_results(model, data)
        except (DriverError, MemoryError) as error:
            raise ModelsError(f"{name}: the reference driver refuses it: {error}") from None
        outputs = tuple(ExpectedOutput(result.shape, result.tobytes()) for result in results)
        examples.append(Example(_SPEC, f"{name}_{number}", model, data, outputs, names))
    return StressModel(name, tuple(examples))


# --------------------------------------------------------------------------- built-in models


def _basic_models() -> Iterator[StressModel]:
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


def _task_models(tasks: Iterable[AccuracyTask]) -> Iterator[StressModel]:
    """Yield the models of accuracy tasks with the first inputs of their data; states are zero."""
    for task in tasks:
        main = task.model.main
        states = {state.input for state in task.states}
        inputs = []
        for sequence in task.data.sequences[:INPUTS]:
            values = iter(sequence.inputs[0])
            inputs.append(
                [
                    np.zeros(main.operands[index].dimensions, np.float32)
                    if position in states
                    else next(values)
                    for position, index in enumerate(main.input_indexes)
                ]
            )
        yield with_reference_results(task.name, task.model, inputs)


GROUPS: Final[dict[str, Callable[[], Iterable[StressModel]]]] = {
    DEFAULT_GROUP: _basic_models,
    "digits": lambda: _task_models(built_in_tasks.digits_tasks()),
    "acoustic": lambda: _task_models(built_in_tasks.acoustic_tasks()),
    "mobilenet": lambda: _task_models(built_in_tasks.mobilenet_tasks()),
}
"""The built-in models by group."""


_MAX_KNOWN: Final = 64
"""Largest number of different correct results of one example that are stored."""


class ExampleCheck:
    """Compares outputs of one example; several threads may use it.

    Without ``use_intervals``, only the tolerance of one operation is permitted, and the description
    of a wrong result is short; this is faster for large outputs.
    """

    def __init__(self, example: Example, *, use_intervals: bool = True) -> None:
        self.example = example
        self._use_intervals = use_intervals
        operands = example.model.main.operands
        self.inputs: list[Array] = [
            np.frombuffer(data or b"", INFO[operands[index].type].dtype).reshape(
                operands[index].dimensions
            )
            for index, data in zip(example.model.main.input_indexes, example.inputs, strict=True)
        ]
        self._expectations = OutputExpectations.from_example(example)
        self.intervals = OutputIntervalCheck(example)
        self._lock = threading.Lock()
        self._right_results = {tuple(output.data for output in example.outputs)}

    def problem(self, outputs: Sequence[Array]) -> str:
        """Return a description of a wrong result; empty if the outputs are admissible."""
        data = tuple(array.tobytes() for array in outputs)
        if data in self._right_results:
            return ""
        if not self._use_intervals:
            return self._short_problem(data)
        blank = [bytes(len(output)) for output in data]
        findings = check_values(self._expectations, data, blank)
        if findings:
            with self._lock:
                findings = self.intervals(self.example, data, findings)
        if findings:
            return findings[0].reason
        if len(self._right_results) < _MAX_KNOWN:
            self._right_results.add(data)
        return ""

    def _short_problem(self, data: Sequence[bytes]) -> str:
        expectations = self._expectations
        for number, output in enumerate(self.example.outputs):
            kind = expectations.operands[number].type
            expected, actual = as_array(output.data, kind), as_array(data[number], kind)
            near = elements_within(expected, actual, expectations.tolerances[number])
            if not near.all():
                at = int(np.flatnonzero(~near)[0])
                return (
                    f"output {number}: {np.count_nonzero(~near)} of {near.size} values wrong; "
                    f"element {at} is {actual[at]}, expected {expected[at]}"
                )
        return ""


class ModelCheck:
    """A model with the checks of its examples."""

    def __init__(self, model: StressModel, *, use_intervals: bool = True) -> None:
        self.source = model
        self.name = model.name
        self.model = model.model
        self.examples = [
            ExampleCheck(example, use_intervals=use_intervals) for example in model.examples
        ]

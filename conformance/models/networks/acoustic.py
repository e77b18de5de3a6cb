"""LSTM acoustic models with seeded weights, for speech synthesis and speech recognition.

Each inference computes one time step. The states of the LSTM layers are inputs and outputs; a
sequence starts with zeros.
"""

from __future__ import annotations

from dataclasses import dataclass
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
from conformance.operations.definition.definition import Array

PHONES: Final = 42
"""Number of scores that the speech recognition model computes."""

FRAMES: Final = 4
"""Number of frames that one inference of the speech synthesis model predicts."""

FRAME_VALUES: Final = 49
"""Values of a frame: 40 amplitudes, 7 aperiodicity values, log F0, voicing."""

_FLOAT: Final = OperandType.TENSOR_FLOAT32
_TANH: Final = 4


@dataclass(frozen=True, slots=True)
class AcousticModel:
    """A model with states: input and output 0 are the features and the result of one step."""

    model: Model
    states: tuple[ModelState, ...]
    input_size: int
    output_size: int


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
    builder = _AcousticBuilder(seed)
    graph = builder.graph
    current = first = graph.add_operand(OperandDraft(_FLOAT, (1, features)))
    size = features
    states = []
    for _ in range(2):
        current, before, after = builder.lstm(current, size, cells, projection)
        states += [*zip(before, after, strict=True)]
        size = projection or cells
    weights, bias = builder.weights((results, size)), builder.bias(results)
    activation = graph.add_scalar(OperandType.INT32, FusedActivation.NONE)
    output = graph.add_operand(OperandDraft(_FLOAT, (1, results)))
    graph.add_operation(
        OperationType.FULLY_CONNECTED, [current, weights, bias, activation], [output]
    )
    main = graph.build(
        [first, *(before for before, _ in states)], [output, *(after for _, after in states)]
    )
    positions = tuple(ModelState(number + 1, number + 1) for number in range(len(states)))
    model = build_model(main, (), graph.constants)
    return AcousticModel(model, positions, features, results)


class _AcousticBuilder:
    """Adds layers with random weights."""

    def __init__(self, seed: int) -> None:
        self.graph = SubgraphBuilder(ConstantStore())
        self._random = np.random.default_rng(seed)

    def lstm(
        self, entry: int, entry_size: int, cells: int, projection: int | None
    ) -> tuple[int, tuple[int, int], tuple[int, int]]:
        """Add an LSTM; return its result, and its states before and after the step."""
        graph, output_size = self.graph, projection or cells
        omitted = graph.add_omitted()
        states = tuple(
            graph.add_operand(OperandDraft(_FLOAT, (1, size))) for size in (output_size, cells)
        )
        inputs = [
            entry,
            *(self.weights((cells, entry_size)) for _ in range(4)),
            *(self.weights((cells, output_size)) for _ in range(4)),
            *[omitted] * 3,
            *(self.bias(cells) for _ in range(4)),
            self.weights((output_size, cells)) if projection else omitted,
            omitted,
            *states,
            graph.add_scalar(OperandType.INT32, _TANH),
            graph.add_scalar(OperandType.FLOAT32, 0.0),
            graph.add_scalar(OperandType.FLOAT32, 0.0),
        ]
        sizes = 4 * cells, output_size, cells, output_size
        outputs = [graph.add_operand(OperandDraft(_FLOAT, (1, size))) for size in sizes]
        graph.add_operation(OperationType.LSTM, inputs, outputs)
        return outputs[3], (states[0], states[1]), (outputs[1], outputs[2])

    def weights(self, shape: tuple[int, int]) -> int:
        """Add weights whose products keep the magnitude of the data."""
        return self._constant(self._random.normal(0, 1 / np.sqrt(shape[1]), shape))

    def bias(self, size: int) -> int:
        """Add a bias."""
        return self._constant(self._random.normal(0, 0.1, size))

    def _constant(self, values: Array) -> int:
        return self.graph.add_array(values.astype(np.float32), OperandDraft(_FLOAT))

"""Comparison of results under load: with known right results, then with admissible intervals."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.hal import INFO
from conformance.harness.comparison.answer_checks import OutputExpectations, check_values
from conformance.mlts.stress.models import StressModel
from conformance.operations.model.definition import Array
from conformance.specfile.example import Example
from generators.intervals.interval_check import OutputIntervalCheck

_MAX_KNOWN: Final = 64
"""Number of different right results of one example that are kept."""


class ExampleCheck:
    """Compares outputs of one example; several threads may use it."""

    def __init__(self, example: Example) -> None:
        self.example = example
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
        self._known = {tuple(output.data for output in example.outputs)}

    def problem(self, outputs: Sequence[Array]) -> str:
        """Return a description of a wrong result; empty if the outputs are admissible."""
        data = tuple(array.tobytes() for array in outputs)
        if data in self._known:
            return ""
        blank = [bytes(len(output)) for output in data]
        findings = check_values(self._expectations, data, blank)
        if findings:
            with self._lock:
                findings = self.intervals(self.example, data, findings)
        if findings:
            return findings[0].reason
        if len(self._known) < _MAX_KNOWN:
            self._known.add(data)
        return ""


class ModelCheck:
    """A model with the checks of its examples."""

    def __init__(self, model: StressModel) -> None:
        self.name = model.name
        self.model = model.model
        self.examples = [ExampleCheck(example) for example in model.examples]

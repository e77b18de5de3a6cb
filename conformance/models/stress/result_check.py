"""Comparison of results under load with known correct results, then with admissible intervals."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.cases.example import Example
from conformance.hal import INFO
from conformance.harness.answer_checks import OutputExpectations, check_values
from conformance.models.stress.models import StressModel
from conformance.operations.definition.definition import Array
from conformance.oracle.accuracy import as_array, elements_within
from conformance.oracle.intervals.interval_check import OutputIntervalCheck

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
        self.name = model.name
        self.model = model.model
        self.examples = [
            ExampleCheck(example, use_intervals=use_intervals) for example in model.examples
        ]

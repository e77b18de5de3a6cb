"""The cases of a ``.tflite`` or ``.onnx`` file.

- ``whole``: the whole model; its outputs may differ from the reference by admissible rounding in
  each operation (interval check);
- ``golden``: the same with the golden outputs of the ``.npz`` file beside the model, if it has any;
- ``sequence``: several steps of a model with states, see ``ModelCases.example``;
- ``layer_NNN_TYPE``: one operation of the main subgraph with the values that the reference computes
  for its inputs, compared within the tolerance of one operation. The whole model cannot show small
  faults, because rounding errors grow from layer to layer, above all in quantized models.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from conformance.cases.example import Example, ExpectedOutput
from conformance.driver_sdk import DriverError
from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.engines.tflite.tflite_import import (
    ImportedModel,
    NotImportableError,
    Unsupported,
    import_path,
)
from conformance.failures.shrink.model_editing import (
    EditableCase,
    build_example,
    compute_intermediates,
    keep_operations,
    to_editable,
)
from conformance.hal import Model, OperationType, name_of
from conformance.models.model_inputs import ModelValues, has_golden_outputs, read_values
from conformance.operations.definition.operands import Array
from conformance.oracle.expected import reference_results
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.validation import minimum_version

WHOLE: Final = "whole"
GOLDEN: Final = "golden"
SEQUENCE: Final = "sequence"
_LAYER: Final = re.compile(r"layer_(\d+)_\w+")


def _import(path: Path, unsupported: Unsupported) -> ImportedModel:
    if path.suffix == ".onnx":  # is never cut
        from conformance.engines.onnx.onnx_import import import_onnx  # noqa: PLC0415 - only for ONNX

        return import_onnx(path)
    return import_path(path, unsupported)


def case_names(path: Path, unsupported: Unsupported) -> list[str]:
    """Return the names of a file's cases, in order.

    Raise ``ModelFileError`` or ``NotImportableError`` if the file cannot be imported, or if the
    archive beside it does not fit: the error then concerns the file once, and not each layer.
    """
    file = open_cases(path, unsupported)
    imported = file.imported
    if not file.unknown_inputs:
        _ = file.values
    operations = imported.model.main.operations
    names = [WHOLE]
    if has_golden_outputs(path) and any(number is not None for number in imported.file_outputs):
        names.append(GOLDEN)
    if imported.states:
        names.append(SEQUENCE)
    if len(operations) > 1:
        names += [
            f"layer_{number:03}_{name_of(OperationType, operation.type)}"
            for number, operation in enumerate(operations)
        ]
    return names


def load_case(path: Path, name: str, unsupported: Unsupported) -> Example:
    """Return the example of a case; that of its first step for a sequence.

    Raise ``ModelFileError`` or ``NotImportableError`` if it cannot be built.
    """
    file = open_cases(path, unsupported)
    layer = _LAYER.fullmatch(name)
    if layer is not None:
        return file.layer(int(layer[1]), name)
    return file.golden if name == GOLDEN else file.whole


def load_sequence(path: Path, unsupported: Unsupported) -> ModelCases:
    """Return the steps of a model with states.

    Raise ``ModelFileError`` if the archive beside the model does not fit it, or if a golden output
    cannot be a result of its step.
    """
    file = open_cases(path, unsupported)
    before: Sequence[bytes] | None = None
    for step in range(len(file) if file.values.golden else 0):
        example = file.example(step, before)
        file.with_golden(example, step)
        before = [output.data for output in example.outputs]
    return file


def open_cases(path: Path, unsupported: Unsupported) -> ModelCases:
    """Return the cases of a file; they are kept until the file or its archive changes."""
    states = [one.stat() for one in (path, path.with_suffix(".npz")) if one.is_file()]
    return _open_cached(
        path, unsupported, tuple((state.st_mtime_ns, state.st_size) for state in states)
    )


@lru_cache(maxsize=2)
def _open_cached(
    path: Path, unsupported: Unsupported, file_states: tuple[tuple[int, int], ...]
) -> ModelCases:
    del file_states  # part of the cache's key
    return ModelCases(path, unsupported)


class ModelCases:
    """The cases of one file; each part is computed at its first use.

    It has the steps of a model with states: the states that a step returns are those before the
    next step. Each sequence starts with zeros. The expected outputs of a step are those of the
    reference for the states that the driver returned, so that rounding errors do not add up.
    """

    def __init__(self, path: Path, unsupported: Unsupported) -> None:
        self._path = path
        self.imported = _import(path, unsupported)
        main = self.imported.model.main
        self.unknown_inputs = [
            position
            for position, index in enumerate(main.input_indexes)
            if 0 in main.operands[index].dimensions
        ]

    def _error(self, message: str) -> NotImportableError:
        return NotImportableError(str(self._path), (), message)

    @cached_property
    def values(self) -> ModelValues:
        """The inputs of each step, and the golden outputs."""
        return read_values(self._path, self.imported)

    @cached_property
    def whole(self) -> Example:
        """The example of the whole model, with the reference's outputs."""
        imported = self.imported
        if self.unknown_inputs:
            raise self._error(f"the file does not state the shape of inputs {self.unknown_inputs}")
        return Example(
            self._path.stem,
            WHOLE,
            imported.model,
            tuple(self.values.inputs[0]),
            self._expected(self.values.inputs[0], "the model or request"),
            imported.operand_names,
            imported.subgraph_names,
            minimum_version(imported.model),
        )

    def _expected(self, inputs: Sequence[bytes], what: str) -> tuple[ExpectedOutput, ...]:
        results = _reference_outputs(self.imported.model, inputs)
        if results is None:
            raise self._error(f"the reference driver refuses {what}")
        return tuple(ExpectedOutput(array.shape, array.tobytes()) for array in results)

    @property
    def golden(self) -> Example:
        """The example with golden outputs in place of the reference's."""
        return replace(self.with_golden(self.whole, 0), name=GOLDEN)

    def with_golden(self, example: Example, step: int) -> Example:
        """Return the example of a step with the golden values in place of the reference's outputs.

        Raise ``ModelFileError`` if a golden value cannot be a result of the model for these inputs.
        """
        numbers = self.imported.file_outputs
        golden = {number: steps[step] for number, steps in self.values.golden.items()}
        outputs = tuple(
            expected if number is None else replace(expected, data=golden[number].tobytes())
            for number, expected in zip(numbers, example.outputs, strict=True)
        )
        check = OutputIntervalCheck(example)
        data = [output.data for output in outputs]
        for position, number in enumerate(numbers):
            if number is None:
                continue
            wrong = check.unexplained_elements(position, data)
            if len(wrong):
                raise ModelFileError(
                    str(self._path.with_suffix(".npz")),
                    f"out{number}" + (f", step {step + 1}" if len(self) > 1 else ""),
                    f"{len(wrong)} of {golden[number].size} golden values cannot be results of "
                    f"the model for these inputs, even with admissible rounding; first: {wrong[0]}",
                )
        return replace(example, outputs=outputs)

    def __len__(self) -> int:
        """Return the number of steps."""
        return len(self.values.inputs)

    def example(self, step: int, outputs: Sequence[bytes] | None) -> Example:
        """Return the example of a step; ``outputs`` are the outputs of the step before it.

        ``outputs`` are ``None`` for the first step. Raise ``NotImportableError`` if the reference
        refuses the step.
        """
        first = replace(self.whole, name=SEQUENCE)
        if not step:
            return first
        inputs = list(self.values.inputs[step])
        for state in self.imported.states:
            if outputs is not None and state.output is not None:
                inputs[state.input] = outputs[state.output]
        expected = self._expected(inputs, f"step {step + 1}")
        return replace(first, inputs=tuple(inputs), outputs=expected)

    @cached_property
    def _editable(self) -> EditableCase:
        return to_editable(self.whole)

    @cached_property
    def _intermediates(self) -> dict[int, Array]:
        """The value of each operand that an operation of main writes."""
        values = compute_intermediates(self._editable, _reference_outputs)
        if values is None:
            raise self._error("the values between the layers are not known")
        return values

    def layer(self, number: int, name: str) -> Example:
        """Return the example of one operation, with the reference's values as inputs."""
        if number >= len(self._editable.main.operations):
            raise self._error(f"the model has no operation {number}")
        single = keep_operations(self._editable, [number], self._intermediates)
        example = build_example(single, replace(self.whole, name=name), _reference_outputs)
        if example is None:
            raise self._error(f"operation {number} cannot be run alone")
        return replace(example, version=minimum_version(example.model))


def _reference_outputs(model: Model, inputs: Sequence[bytes | None]) -> Sequence[Array] | None:
    """Return the reference's outputs, or ``None`` if it refuses the model or the request."""
    try:
        return reference_results(model, inputs)
    except (DriverError, ValueError, MemoryError):
        return None

"""The cases of a ``.tflite`` file.

- ``whole``: the whole model; its outputs may differ from the reference by admissible rounding in
  each operation (interval check);
- ``golden``: the same with the golden outputs of the ``.npz`` file beside the model, if it has any;
- ``sequence``: several steps of a model with states, see ``ModelSequence``;
- ``layer_NNN_TYPE``: one operation of the main subgraph with the values that the reference computes
  for its inputs, compared within the tolerance of one operation. The whole model cannot show small
  faults, because rounding errors grow from layer to layer, above all in quantized models.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
from conformance.models.model_inputs import (
    golden_outputs,
    golden_steps,
    has_golden_outputs,
    input_steps,
    unknown_inputs,
)
from conformance.operations.definition.operands import Array
from conformance.oracle.expected import reference_results
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.validation import minimum_version

WHOLE: Final = "whole"
GOLDEN: Final = "golden"
SEQUENCE: Final = "sequence"
_LAYER: Final = re.compile(r"layer_(\d+)_\w+")


def case_names(path: Path, unsupported: Unsupported) -> list[str]:
    """Return the names of a file's cases, in order.

    Raise ``ModelFileError`` or ``NotImportableError`` if the file cannot be imported.
    """
    file = _open(path, unsupported)
    imported = file.imported
    file.check_files()
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
    file = _open(path, unsupported)
    layer = _LAYER.fullmatch(name)
    if layer is not None:
        return file.layer(int(layer[1]), name)
    return file.golden if name == GOLDEN else file.whole


def load_sequence(path: Path, unsupported: Unsupported) -> ModelSequence:
    """Return the sequence of a model with states.

    Raise ``ModelFileError`` if the files beside the model do not fit it, or if a golden output
    cannot be a result of its step.
    """
    sequence = _open(path, unsupported).sequence
    sequence.check_golden_outputs()
    return sequence


@dataclass(frozen=True, eq=False, repr=False)
class ModelSequence:
    """Several steps of a model: the states that a step returns are those before the next step.

    Each sequence starts with zeros. The expected outputs of a step are those of the reference for
    the states that the driver returned, so that rounding errors do not add up.

    Attributes:
        first: the example of the first step.

    """

    first: Example
    imported: ImportedModel
    inputs: Sequence[Sequence[bytes]]
    golden: Mapping[int, Sequence[Array]]
    archive: Path

    def __len__(self) -> int:
        """Return the number of steps."""
        return len(self.inputs)

    def example(self, step: int, outputs: Sequence[bytes] | None) -> Example:
        """Return the example of a step; ``outputs`` are the outputs of the step before it.

        ``outputs`` are ``None`` for the first step. Raise ``NotImportableError`` if the reference
        refuses the step.
        """
        values = list(self.inputs[step])
        for state in self.imported.states:
            if outputs is not None and state.output is not None:
                values[state.input] = outputs[state.output]
        if not step:
            return self.first
        results = _reference_outputs(self.first.model, values)
        if results is None:
            raise NotImportableError(
                self.first.spec, (), f"the reference driver refuses step {step + 1}"
            )
        expected = tuple(ExpectedOutput(array.shape, array.tobytes()) for array in results)
        return replace(self.first, inputs=tuple(values), outputs=expected)

    def check_golden_outputs(self) -> None:
        """Raise ``ModelFileError`` if a golden output of a step is not admissible."""
        if not self.golden:
            return
        before: Sequence[bytes] | None = None
        for step in range(len(self)):
            example = self.example(step, before)
            golden = {number: steps[step] for number, steps in self.golden.items()}
            step_name = f", step {step + 1}" if len(self) > 1 else ""
            _check_golden(example, self.imported, golden, self.archive, step_name)
            before = [output.data for output in example.outputs]


def _check_golden(
    example: Example,
    imported: ImportedModel,
    golden: Mapping[int, Array],
    archive: Path,
    step: str = "",
) -> tuple[ExpectedOutput, ...]:
    """Return the outputs of an example with the golden values in place of the reference's.

    Raise ``ModelFileError`` if a golden value cannot be a result of the model for these inputs.
    """
    outputs = tuple(
        expected if number is None else replace(expected, data=golden[number].tobytes())
        for number, expected in zip(imported.file_outputs, example.outputs, strict=True)
    )
    check = OutputIntervalCheck(example)
    data = [output.data for output in outputs]
    for position, number in enumerate(imported.file_outputs):
        if number is None:
            continue
        wrong = check.unexplained_elements(position, data)
        if len(wrong):
            raise ModelFileError(
                str(archive),
                f"out{number}{step}",
                f"{len(wrong)} of {golden[number].size} golden values cannot be results of "
                f"the model for these inputs, even with admissible rounding; first: {wrong[0]}",
            )
    return outputs


def _open(path: Path, unsupported: Unsupported) -> _ModelCases:
    """Return the cases of a file; they are kept until the file or a file beside it changes."""
    beside = (path, path.with_suffix(".npz"), path.with_suffix(".npy"))
    states = [file.stat() for file in beside if file.is_file()]
    return _open_cached(
        path, unsupported, tuple((state.st_mtime_ns, state.st_size) for state in states)
    )


@lru_cache(maxsize=2)
def _open_cached(
    path: Path, unsupported: Unsupported, file_states: tuple[tuple[int, int], ...]
) -> _ModelCases:
    del file_states  # part of the cache's key
    return _ModelCases(path, unsupported)


class _ModelCases:
    """The cases of one file; each part is computed at its first use."""

    def __init__(self, path: Path, unsupported: Unsupported) -> None:
        self._path = path
        self._unsupported = unsupported

    @cached_property
    def imported(self) -> ImportedModel:
        """The imported model."""
        return import_path(self._path, self._unsupported)

    def _error(self, message: str) -> NotImportableError:
        return NotImportableError(str(self._path), (), message)

    @cached_property
    def _steps(self) -> list[list[bytes]]:
        return input_steps(self._path, self.imported)

    def check_files(self) -> None:
        """Raise ``ModelFileError`` if the inputs beside the model cannot be read or do not fit.

        The error then concerns the file once, and not each layer.
        """
        if not list(unknown_inputs(self.imported)):
            _ = self._steps

    @cached_property
    def whole(self) -> Example:
        """The example of the whole model, with the reference's outputs."""
        imported = self.imported
        unknown = list(unknown_inputs(imported))
        if unknown:
            raise self._error(f"the file does not state the shape of inputs {unknown}")
        inputs = self._steps[0]
        results = _reference_outputs(imported.model, inputs)
        if results is None:
            raise self._error("the reference driver refuses the model or request")
        return Example(
            self._path.stem,
            WHOLE,
            imported.model,
            tuple(inputs),
            tuple(ExpectedOutput(array.shape, array.tobytes()) for array in results),
            imported.operand_names,
            imported.subgraph_names,
            minimum_version(imported.model),
        )

    @cached_property
    def golden(self) -> Example:
        """The example with golden outputs in place of the reference's.

        ``ModelFileError`` is raised if a golden value cannot be a result of the model for these
        inputs.
        """
        golden = golden_outputs(self._path, self.imported)
        archive = self._path.with_suffix(".npz")
        outputs = _check_golden(self.whole, self.imported, golden, archive)
        return replace(self.whole, name=GOLDEN, outputs=outputs)

    @cached_property
    def sequence(self) -> ModelSequence:
        """The steps of a model with states."""
        golden: Mapping[int, Sequence[Array]] = {}
        if has_golden_outputs(self._path):
            golden = golden_steps(self._path, self.imported)
        return ModelSequence(
            replace(self.whole, name=SEQUENCE),
            self.imported,
            self._steps,
            golden,
            self._path.with_suffix(".npz"),
        )

    @cached_property
    def _editable(self) -> EditableCase:
        return to_editable(self.whole)

    @cached_property
    def _values(self) -> dict[int, Array]:
        """The value of each operand that an operation of main writes."""
        values = compute_intermediates(self._editable, _reference_outputs)
        if values is None:
            raise self._error("the values between the layers are not known")
        return values

    def layer(self, number: int, name: str) -> Example:
        """Return the example of one operation, with the reference's values as inputs."""
        if number >= len(self._editable.main.operations):
            raise self._error(f"the model has no operation {number}")
        single = keep_operations(self._editable, [number], self._values)
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

"""The cases of a ``.tflite`` file.

- ``whole``: the model, compared with the reference by the intervals that admissible rounding spans;
- ``golden``: the same with the golden outputs of the ``.npz`` file beside the model, if it has any;
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

from conformance.hal import Model, OperationType, name_of
from conformance.harness.localization.oracle import reference_results
from conformance.harness.shrinking.model_editing import (
    EditableCase,
    build_example,
    compute_intermediates,
    keep_operations,
    to_editable,
)
from conformance.mlts.errors import ModelFileError
from conformance.mlts.model_inputs import (
    golden_outputs,
    has_golden_outputs,
    input_values,
    unknown_inputs,
)
from conformance.mlts.tflite_import import (
    ImportedModel,
    NotImportableError,
    Unsupported,
    import_path,
)
from conformance.operations.model.definition import Array
from conformance.specfile.example import Example, ExpectedOutput
from conformance.support import DriverError
from conformance.validation import minimum_version
from generators.intervals.interval_check import OutputIntervalCheck

WHOLE: Final = "whole"
GOLDEN: Final = "golden"
_LAYER: Final = re.compile(r"layer_(\d+)_\w+")


def case_names(path: Path, unsupported: Unsupported) -> list[str]:
    """Return the names of a file's cases, in order.

    Raise ``ModelFileError`` or ``NotImportableError`` if the file cannot be imported.
    """
    imported = _open(path, unsupported).imported
    operations = imported.model.main.operations
    names = [WHOLE]
    if has_golden_outputs(path) and any(number is not None for number in imported.file_outputs):
        names.append(GOLDEN)
    if len(operations) > 1:
        names += [
            f"layer_{number:03}_{name_of(OperationType, operation.type)}"
            for number, operation in enumerate(operations)
        ]
    return names


def load_case(path: Path, name: str, unsupported: Unsupported) -> Example:
    """Return the example of a case.

    Raise ``ModelFileError`` or ``NotImportableError`` if it cannot be built.
    """
    file = _open(path, unsupported)
    layer = _LAYER.fullmatch(name)
    if layer is not None:
        return file.layer(int(layer[1]), name)
    return file.golden if name == GOLDEN else file.whole


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
    def whole(self) -> Example:
        """The example of the whole model, with the reference's outputs."""
        imported = self.imported
        unknown = list(unknown_inputs(imported))
        if unknown:
            raise self._error(f"the file does not state the shape of inputs {unknown}")
        inputs = input_values(self._path, imported)
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
        outputs = tuple(
            expected if number is None else replace(expected, data=golden[number].tobytes())
            for number, expected in zip(self.imported.file_outputs, self.whole.outputs, strict=True)
        )
        check = OutputIntervalCheck(self.whole)
        data = [output.data for output in outputs]
        for position, number in enumerate(self.imported.file_outputs):
            if number is None:
                continue
            wrong = check.unexplained_elements(position, data)
            if len(wrong):
                raise ModelFileError(
                    str(self._path.with_suffix(".npz")),
                    f"out{number}",
                    None,
                    f"{len(wrong)} of {golden[number].size} golden values cannot be results of "
                    f"the model for these inputs, even with admissible rounding; first: {wrong[0]}",
                )
        return replace(self.whole, name=GOLDEN, outputs=outputs)

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
        kept = keep_operations(self._editable, [number], self._values)
        example = build_example(kept, replace(self.whole, name=name), _reference_outputs)
        if example is None:
            raise self._error(f"operation {number} cannot be run alone")
        return replace(example, version=minimum_version(example.model))


def _reference_outputs(model: Model, inputs: Sequence[bytes | None]) -> Sequence[Array] | None:
    """Return the reference's outputs, or ``None`` if it refuses the model or the request."""
    try:
        return reference_results(model, inputs)
    except (DriverError, ValueError, MemoryError):
        return None

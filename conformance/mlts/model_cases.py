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
from functools import lru_cache
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
    imported = _imported(path, unsupported)
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
    layer = _LAYER.fullmatch(name)
    if layer is not None:
        return _layer_example(path, int(layer[1]), name, unsupported)
    example = _whole_example(path, unsupported)
    if name != GOLDEN:
        return example
    return _golden_cached(path, unsupported, _archive_time(path))


def _archive_time(path: Path) -> int:
    archive = path.with_suffix(".npz")
    return archive.stat().st_mtime_ns if archive.is_file() else 0


@lru_cache(maxsize=2)
def _golden_cached(path: Path, unsupported: Unsupported, archive_time: int) -> Example:
    """Return the example with golden outputs in place of the reference's.

    Raise ``ModelFileError`` if a golden value cannot be a result of the model for these inputs.
    """
    del archive_time  # part of the cache's key
    example = _whole_example(path, unsupported)
    imported = _imported(path, unsupported)
    golden = golden_outputs(path, imported)
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
                str(path.with_suffix(".npz")),
                f"out{number}",
                None,
                f"{len(wrong)} of {golden[number].size} golden values cannot be results of "
                f"the model for these inputs, even with admissible rounding; first: {wrong[0]}",
            )
    return replace(example, name=GOLDEN, outputs=outputs)


def _imported(path: Path, unsupported: Unsupported) -> ImportedModel:
    """Return the imported model; it is kept until the file changes."""
    try:
        status = path.stat()
    except OSError as error:
        raise ModelFileError(str(path), "file", None, str(error)) from error
    return _import_cached(path, unsupported, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=2)
def _import_cached(path: Path, unsupported: Unsupported, mtime: int, size: int) -> ImportedModel:
    del mtime, size  # part of the cache's key
    return import_path(path, unsupported)


def _whole_example(path: Path, unsupported: Unsupported) -> Example:
    return _whole_cached(path, unsupported, path.stat().st_mtime_ns, _archive_time(path))


@lru_cache(maxsize=2)
def _whole_cached(path: Path, unsupported: Unsupported, mtime: int, archive_time: int) -> Example:
    """Return the example of the whole model, with the reference's outputs."""
    del mtime, archive_time  # part of the cache's key
    imported = _imported(path, unsupported)
    unknown = list(unknown_inputs(imported))
    if unknown:
        raise NotImportableError(
            str(path), (), f"the file does not state the shape of inputs {unknown}"
        )
    inputs = input_values(path, imported)
    results = _reference_outputs(imported.model, inputs)
    if results is None:
        raise NotImportableError(str(path), (), "the reference driver refuses the model or request")
    return Example(
        path.stem,
        WHOLE,
        imported.model,
        tuple(inputs),
        tuple(ExpectedOutput(array.shape, array.tobytes()) for array in results),
        imported.operand_names,
        imported.subgraph_names,
        minimum_version(imported.model),
    )


def _reference_outputs(model: Model, inputs: Sequence[bytes | None]) -> Sequence[Array] | None:
    """Return the reference's outputs, or ``None`` if it refuses the model or the request."""
    try:
        return reference_results(model, inputs)
    except (DriverError, ValueError, MemoryError):
        return None


@lru_cache(maxsize=2)
def _layers(
    path: Path, unsupported: Unsupported, mtime: int
) -> tuple[EditableCase, dict[int, Array]]:
    """Return the model in its mutable form, and the value of each operand of main."""
    del mtime  # part of the cache's key
    editable = to_editable(_whole_example(path, unsupported))
    values = compute_intermediates(editable, _reference_outputs)
    if values is None:
        raise NotImportableError(str(path), (), "the values between the layers are not known")
    return editable, values


def _layer_example(path: Path, number: int, name: str, unsupported: Unsupported) -> Example:
    """Return the example of one operation, with the reference's values as inputs."""
    whole = _whole_example(path, unsupported)
    editable, values = _layers(path, unsupported, path.stat().st_mtime_ns)
    if number >= len(editable.main.operations):
        raise NotImportableError(str(path), (), f"the model has no operation {number}")
    kept = keep_operations(editable, [number], values)
    example = build_example(kept, replace(whole, name=name), _reference_outputs)
    if example is None:
        raise NotImportableError(str(path), (), f"operation {number} cannot be run alone")
    return replace(example, version=minimum_version(example.model))

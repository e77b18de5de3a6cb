"""Input values and golden outputs of a model: from the archive beside it, or seeded.

``model.npz`` has the inputs ``in0``, ``in1`` ... and, if known, the outputs ``out0``, ``out1`` ...
An array that is not used is an error. Without the archive the inputs are random, with a seed
derived from the model's name. For a model with states, the arrays may have a leading axis for the
steps of a sequence.
"""

from __future__ import annotations

import os
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.engines.tflite.tflite_import import ImportedModel
from conformance.hal import INFO, Operand
from conformance.operations.definition.operands import Array

SEEDED_STEPS: Final = 4
"""Number of steps of a sequence whose inputs are random."""
MAX_STEPS: Final = 1000
"""Limit on the steps of a sequence."""
_MAX_BYTES: Final = 1 << 30
"""Limit on an array."""
_MAX_LISTED: Final = 8
"""Number of names of arrays in a message."""

_UNREADABLE: Final = (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile, zlib.error)

Steps = list[Array]
"""The values of one input or output, one for each step."""


@dataclass(frozen=True, slots=True)
class ModelValues:
    """The inputs of each step, and the golden outputs by number of the file's output.

    A state has its initial value in each step. ``golden`` is empty if the outputs are not known. A
    model without states has one step.
    """

    inputs: list[list[bytes]]
    golden: dict[int, Steps]


def has_golden_outputs(path: Path) -> bool:
    """Return whether the archive beside a model has golden outputs."""
    archive = path.with_suffix(".npz")
    if not _is_present(archive):
        return False
    try:
        with zipfile.ZipFile(archive) as content:
            return any(name.startswith("out") for name in content.namelist())
    except _UNREADABLE as error:
        raise ModelFileError(str(archive), "archive", str(error)) from error


def _is_present(archive: Path) -> bool:
    """Return whether there is an archive; raise ``ModelFileError`` for anything else there."""
    if not os.path.lexists(archive):
        return False
    if not (archive.is_file() and zipfile.is_zipfile(archive)):
        raise ModelFileError(str(archive), "archive", "it is not a file in the format .npz")
    return True


def read_values(path: Path, imported: ImportedModel) -> ModelValues:
    """Return the inputs and golden outputs of a model whose inputs have known shapes.

    Raise ``ModelFileError`` if the archive beside the model does not fit it.
    """
    main = imported.model.main
    inputs = [main.operands[index] for index in main.input_indexes]
    outputs = [main.operands[index] for index in main.output_indexes]
    known = {f"in{n}": one for n, one in zip(imported.file_inputs, inputs, strict=True)}
    known |= {f"out{n}": one for n, one in zip(imported.file_outputs, outputs, strict=True)}
    arrays = _read_archive(path.with_suffix(".npz"), imported, known)
    states = {state.input for state in imported.states}
    count = len(next(iter(arrays.values()))) if arrays else SEEDED_STEPS if states else 1
    source = np.random.default_rng(zlib.crc32(path.stem.encode()))
    steps = []
    for step in range(count):
        values = []
        for position, (operand, number) in enumerate(
            zip(inputs, imported.file_inputs, strict=True)
        ):
            dtype = INFO[operand.type].dtype
            if f"in{number}" in arrays:
                values.append(arrays[f"in{number}"][step].tobytes())
            elif position in states:
                values.append(np.full(operand.dimensions, operand.zero_point, dtype).tobytes())
            else:
                values.append(seeded_values(operand, source).tobytes())
        steps.append(values)
    golden = {int(name[3:]): found for name, found in arrays.items() if name.startswith("out")}
    return ModelValues(steps, golden)


def _read_archive(
    path: Path, imported: ImportedModel, known: Mapping[str, Operand]
) -> dict[str, Steps]:
    """Return the arrays of an archive: all inputs, and all outputs or none; empty without a file.

    If the model was cut at operators that the contract lacks, outputs may be left out.
    """
    origin = str(path)
    if not _is_present(path):
        return {}
    names = [name for name in known if not name.endswith("None")]
    try:
        with np.load(path, allow_pickle=False) as arrays:
            unused = [
                name
                for name in arrays.files
                if name not in names and not (imported.refusals and re.fullmatch(r"out\d+", name))
            ]
            if unused:
                listed = ", ".join(map(repr, unused[:_MAX_LISTED]))
                reason = f"not used: {listed}; this model has {', '.join(names)}"
                raise ModelFileError(origin, unused[0], reason)
            if len(set(arrays.files)) < len(arrays.files):
                raise ModelFileError(origin, "archive", "it has an array twice")
            has_outputs = any(name.startswith("out") for name in arrays.files)
            wanted = [name for name in names if has_outputs or name.startswith("in")]
            for name in wanted:
                if name not in arrays.files:
                    present = ", ".join(arrays.files[:_MAX_LISTED])
                    reason = f"the array is missing; there are: {present}"
                    raise ModelFileError(origin, name, reason)
            largest = max(arrays.zip.infolist(), key=lambda member: member.file_size)
            if largest.file_size > _MAX_BYTES:
                reason = f"{largest.file_size} bytes, expected at most {_MAX_BYTES}"
                raise ModelFileError(origin, largest.filename, reason)
            found = {
                name: _steps(arrays[name], known[name], origin, name, bool(imported.states))
                for name in wanted
            }
    except (*_UNREADABLE, AttributeError) as error:
        raise ModelFileError(origin, "archive", str(error)) from error
    counts = {name: len(steps) for name, steps in found.items()}
    for name, count in counts.items():
        if count != counts[wanted[0]]:
            reason = f"{count} steps, but the inputs have {counts[wanted[0]]}"
            raise ModelFileError(origin, name, reason)
    return found


def _steps(array: Array, operand: Operand, origin: str, name: str, has_states: bool) -> Steps:
    """Return the array of each step; raise ``ModelFileError`` if it does not fit the operand."""
    dtype, wanted = INFO[operand.type].dtype, operand.dimensions
    shape = array.shape or (1,)
    if name.startswith("in") and array.dtype.kind == "f" and np.isnan(array).any():
        first = [int(index) for index in np.argwhere(np.isnan(np.atleast_1d(array)))[0]]
        count = int(np.count_nonzero(np.isnan(array)))
        reason = f"{count} of {array.size} values are NaN, the first at {first}"
        raise ModelFileError(origin, name, reason)
    if has_states and array.dtype == dtype and shape[1:] == wanted:
        if not 1 <= shape[0] <= MAX_STEPS:
            raise ModelFileError(origin, name, f"{shape[0]} steps; a sequence has 1 to {MAX_STEPS}")
        return list(array)
    if array.dtype != dtype or shape != wanted:
        hint = ""
        if has_states:
            hint = ", or with a leading axis for the steps of a sequence"
        elif shape[1:] == wanted:
            hint = "; only a model with states has sequences of steps"
        raise ModelFileError(
            origin,
            name,
            f"{array.dtype} {list(array.shape)}, but the model has {dtype} {list(wanted)}{hint}",
        )
    return [array.reshape(shape)]


def seeded_values(operand: Operand, source: np.random.Generator) -> Array:
    """Return random values: reals in [-1, 1), all codes of a quantized type, small integers."""
    info, shape = INFO[operand.type], operand.dimensions
    if info.dtype.kind == "f":
        return source.uniform(-1.0, 1.0, shape).astype(info.dtype)
    if info.dtype.kind == "b":
        return source.integers(0, 2, shape).astype(info.dtype)
    if info.quantized:
        low, high = info.code_range
        return source.integers(low, high + 1, shape).astype(info.dtype)
    return source.integers(0, 8, shape).astype(info.dtype)

"""Input values and golden outputs of a model: from files beside it, or seeded.

``model.npz`` has the inputs ``in0``, ``in1`` ... and, if known, the outputs ``out0``, ``out1`` ...;
``model.npy`` is the only input of a model with one input. An array that is not used is an error.
Without these files the inputs are random, with a seed derived from the model's name. For a model
with states, the arrays may have a leading axis for the steps of a sequence.
"""

from __future__ import annotations

import math
import os
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final
from zlib import crc32

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
"""Limit on an array with several steps."""
_MAX_LISTED: Final = 8
"""Number of names of arrays in a message."""
_NPY_HEADER: Final = 1 << 16
"""More than the size of the header of an array in an archive."""

Steps = list[Array]
"""The values of one input or output, one for each step."""


def has_golden_outputs(path: Path) -> bool:
    """Return whether the archive beside a model has golden outputs."""
    archive = path.with_suffix(".npz")
    if not _is_present(archive):
        return False
    try:
        with zipfile.ZipFile(archive) as content:
            return any(name.startswith("out") for name in content.namelist())
    except (OSError, zipfile.BadZipFile) as error:
        raise ModelFileError(str(archive), "archive", str(error)) from error


def input_values(path: Path, imported: ImportedModel) -> list[bytes]:
    """Return the bytes of each input of the model; a state starts with zeros.

    Raise ``ModelFileError`` if a file beside the model does not fit the model's inputs.
    """
    return input_steps(path, imported)[0]


def input_steps(path: Path, imported: ImportedModel) -> list[list[bytes]]:
    """Return the inputs of each step; a state has its initial value in all of them.

    A model without states has one step. Raise ``ModelFileError`` as ``input_values`` does.
    """
    main = imported.model.main
    operands = [main.operands[index] for index in main.input_indexes]
    states = {state.input for state in imported.states}
    file_steps = _file_inputs(path, imported, operands)
    count = _step_count(path, file_steps, has_states=bool(states))
    source = np.random.default_rng(crc32(path.stem.encode()))
    steps = []
    for step in range(count):
        values = []
        for position, operand in enumerate(operands):
            number = imported.file_inputs[position]
            if number is not None and number in file_steps:
                values.append(file_steps[number][step].tobytes())
            elif position in states:
                dtype = INFO[operand.type].dtype
                values.append(np.full(operand.dimensions, operand.zero_point, dtype).tobytes())
            else:
                values.append(seeded_values(operand, source).tobytes())
        steps.append(values)
    return steps


def _step_count(path: Path, file_steps: Mapping[int, Steps], *, has_states: bool) -> int:
    """Return the number of steps; all inputs of the files must have the same."""
    if not file_steps:
        return SEEDED_STEPS if has_states else 1
    counts = {number: len(steps) for number, steps in file_steps.items()}
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"in{number}: {count}" for number, count in sorted(counts.items()))
        raise ModelFileError(
            str(path.with_suffix(".npz")),
            "inputs",
            f"the inputs have different numbers of steps ({listed})",
        )
    return next(iter(counts.values()))


def golden_outputs(path: Path, imported: ImportedModel) -> dict[int, Array]:
    """Return the golden outputs of the first step by number of the file's output."""
    return {number: steps[0] for number, steps in golden_steps(path, imported).items()}


def golden_steps(path: Path, imported: ImportedModel) -> dict[int, Steps]:
    """Return the golden outputs of each step by number of the file's output.

    Raise ``ModelFileError`` if their number of steps is not that of the inputs.
    """
    main = imported.model.main
    operands = {
        f"out{number}": main.operands[index]
        for number, index in zip(imported.file_outputs, main.output_indexes, strict=True)
        if number is not None
    }
    archive = path.with_suffix(".npz")
    arrays = _read_archive(archive, operands, steps_allowed=bool(imported.states))
    count = len(input_steps(path, imported))
    for name, steps in arrays.items():
        if len(steps) != count:
            raise ModelFileError(
                str(archive), name, f"{len(steps)} steps, but the inputs have {count}"
            )
    return {int(name[3:]): steps for name, steps in arrays.items()}


def _file_inputs(
    path: Path, imported: ImportedModel, operands: Sequence[Operand]
) -> dict[int, Steps]:
    """Return the inputs of the files beside the model, by number of the file's input."""
    numbered = {
        number: operand
        for number, operand in zip(imported.file_inputs, operands, strict=True)
        if number is not None
    }
    steps_allowed = bool(imported.states)
    archive, single = path.with_suffix(".npz"), path.with_suffix(".npy")
    if _is_present(archive):
        if _is_present(single):
            raise ModelFileError(
                str(single), "file", f"not used, because there is {archive.name}: remove one"
            )
        _check_names(archive, imported)
        expected = {f"in{number}": operand for number, operand in numbered.items()}
        arrays = _read_archive(archive, expected, steps_allowed=steps_allowed)
        return {int(name[2:]): steps for name, steps in arrays.items()}
    if _is_present(single):
        if len(numbered) != 1:
            raise ModelFileError(
                str(single),
                "file",
                f"the model has {len(numbered)} inputs: use {archive.name} with in0, in1 ...",
            )
        (number,) = numbered
        operand = numbered[number]
        try:
            array = np.load(single, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise ModelFileError(str(single), "file", str(error)) from error
        if not isinstance(array, np.ndarray):
            raise ModelFileError(
                str(single), "file", f"an archive, not an array: name it {archive.name}"
            )
        steps = _checked(array, operand, str(single), "file", steps_allowed=steps_allowed)
        return {number: steps}
    return {}


def _is_present(path: Path) -> bool:
    """Return whether a file exists; raise ``ModelFileError`` for a dangling link, a pipe, ..."""
    if not os.path.lexists(path):
        return False
    if not path.is_file():
        raise ModelFileError(str(path), "file", "it is not a regular file")
    return True


def _check_names(archive: Path, imported: ImportedModel) -> None:
    """Raise ``ModelFileError`` if the archive has a member that is no input or output of the file.

    If the model was cut at operators that the contract lacks, outputs may be left out.
    """
    try:
        with zipfile.ZipFile(archive) as content:
            members = content.namelist()
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        raise ModelFileError(str(archive), "archive", str(error)) from error
    names = [member.removesuffix(".npy") for member in members if member.endswith(".npy")]
    inputs = [f"in{number}" for number in imported.file_inputs if number is not None]
    outputs = [f"out{number}" for number in imported.file_outputs if number is not None]
    unused = [member for member in members if not member.endswith(".npy")]
    for name in dict.fromkeys(names):
        cut = imported.refusals and re.fullmatch("out[0-9]+", name)
        if name not in inputs and name not in outputs and not cut:
            unused.append(name)
    if unused:
        listed = ", ".join(map(repr, unused[:_MAX_LISTED]))
        known = ", ".join((*inputs, *outputs))
        raise ModelFileError(str(archive), unused[0], f"not used: {listed}; this model has {known}")
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise ModelFileError(str(archive), repeated, "the archive has this array twice")


def _read_archive(
    path: Path, operands: Mapping[str, Operand], *, steps_allowed: bool
) -> dict[str, Steps]:
    """Return the wanted arrays of an archive; each must be present and fit its operand."""
    origin = str(path)
    try:
        with zipfile.ZipFile(path) as content:
            members = content.infolist()
        sizes = {member.filename.removesuffix(".npy"): member.file_size for member in members}
        _check_sizes(origin, operands, sizes, MAX_STEPS if steps_allowed else 1)
        with np.load(path, allow_pickle=False) as arrays:
            return {
                name: _checked(arrays[name], operand, origin, name, steps_allowed=steps_allowed)
                for name, operand in operands.items()
            }
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise ModelFileError(origin, "archive", str(error)) from error


def _check_sizes(
    origin: str, operands: Mapping[str, Operand], sizes: Mapping[str, int], steps: int
) -> None:
    """Check the sizes of the arrays before they are decompressed."""
    for name, operand in operands.items():
        if name not in sizes:
            present = ", ".join(sorted(sizes)[:_MAX_LISTED])
            raise ModelFileError(origin, name, f"the array is missing; there are: {present}")
        size = math.prod(operand.dimensions) * INFO[operand.type].itemsize
        limit = max(min(size * steps, _MAX_BYTES), size) + _NPY_HEADER
        # An array of a wider type is decompressed, so that the message can state its type.
        if sizes[name] > 8 * limit:
            raise ModelFileError(
                origin, name, f"{sizes[name]} bytes, expected at most about {limit}"
            )


def _checked(
    array: Array, operand: Operand, origin: str, name: str, *, steps_allowed: bool
) -> Steps:
    """Return the array of each step; raise ``ModelFileError`` if it does not fit the operand."""
    dtype, expected_shape = INFO[operand.type].dtype, operand.dimensions
    shape = array.shape or (1,)
    is_input = not name.startswith("out")
    if is_input and array.dtype.kind == "f" and np.isnan(array).any():
        first = [int(index) for index in np.argwhere(np.isnan(np.atleast_1d(array)))[0]]
        count = int(np.count_nonzero(np.isnan(array)))
        raise ModelFileError(
            origin, name, f"{count} of {array.size} values are NaN, the first at {first}"
        )
    if steps_allowed and array.dtype == dtype and shape[1:] == expected_shape:
        if not 1 <= shape[0] <= MAX_STEPS:
            raise ModelFileError(origin, name, f"{shape[0]} steps; a sequence has 1 to {MAX_STEPS}")
        return [np.array(array[step]).reshape(expected_shape) for step in range(shape[0])]
    if array.dtype != dtype or shape != expected_shape:
        hint = ""
        if steps_allowed:
            hint = ", or with a leading axis for the steps of a sequence"
        elif shape[1:] == expected_shape:
            hint = "; only a model with states has sequences of steps"
        raise ModelFileError(
            origin,
            name,
            f"{array.dtype} {list(array.shape)}, but the model has {dtype} "
            f"{list(expected_shape)}{hint}",
        )
    return [np.asarray(array).reshape(shape)]


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


def unknown_inputs(imported: ImportedModel) -> Iterable[int]:
    """Yield the positions of inputs whose shape the model does not state."""
    main = imported.model.main
    for position, index in enumerate(main.input_indexes):
        if 0 in main.operands[index].dimensions:
            yield position

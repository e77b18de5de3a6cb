"""Input values and golden outputs of a model: from files beside it, or seeded.

``model.npz`` has the inputs ``in0``, ``in1`` ... and, if known, the outputs ``out0``, ``out1`` ...;
``model.npy`` is the only input of a model with one input. Without these files the inputs are
random, with a seed derived from the model's name.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from zlib import crc32

import numpy as np

from conformance.hal import INFO, Operand
from conformance.mlts.errors import ModelFileError
from conformance.mlts.tflite_import import ImportedModel
from conformance.operations.model.definition import Array

_NPY_HEADER = 1 << 16
"""More than the size of the header of an array in an archive."""


def has_golden_outputs(path: Path) -> bool:
    """Return whether the archive beside a model has golden outputs."""
    archive = path.with_suffix(".npz")
    if not archive.is_file():
        return False
    try:
        with zipfile.ZipFile(archive) as content:
            return any(name.startswith("out") for name in content.namelist())
    except (OSError, zipfile.BadZipFile) as error:
        raise ModelFileError(str(archive), "archive", None, str(error)) from error


def input_values(path: Path, imported: ImportedModel) -> list[bytes]:
    """Return the bytes of each input of the model; a state starts with zeros.

    Raise ``ModelFileError`` if a file beside the model does not fit the model's inputs.
    """
    main = imported.model.main
    operands = [main.operands[index] for index in main.input_indexes]
    states = {state.input for state in imported.states}
    given = _given_inputs(path, imported, operands)
    source = np.random.default_rng(crc32(path.stem.encode()))
    values = []
    for position, operand in enumerate(operands):
        number = imported.file_inputs[position]
        if number is not None and number in given:
            values.append(given[number].tobytes())
        elif position in states:
            dtype = INFO[operand.type].dtype
            values.append(np.full(operand.dimensions, operand.zero_point, dtype).tobytes())
        else:
            values.append(_seeded(operand, source).tobytes())
    return values


def golden_outputs(path: Path, imported: ImportedModel) -> dict[int, Array]:
    """Return the golden outputs by number of the file's output."""
    main = imported.model.main
    wanted = {
        f"out{number}": main.operands[index]
        for number, index in zip(imported.file_outputs, main.output_indexes, strict=True)
        if number is not None
    }
    archive = path.with_suffix(".npz")
    return {int(name[3:]): value for name, value in _read_archive(archive, wanted).items()}


def _given_inputs(
    path: Path, imported: ImportedModel, operands: Sequence[Operand]
) -> dict[int, Array]:
    """Return the inputs of the files beside the model, by number of the file's input."""
    numbered = {
        number: operand
        for number, operand in zip(imported.file_inputs, operands, strict=True)
        if number is not None
    }
    archive, single = path.with_suffix(".npz"), path.with_suffix(".npy")
    if archive.is_file():
        wanted = {f"in{number}": operand for number, operand in numbered.items()}
        return {int(name[2:]): value for name, value in _read_archive(archive, wanted).items()}
    if single.is_file():
        if len(numbered) != 1:
            raise ModelFileError(
                str(single),
                "file",
                None,
                f"the model has {len(numbered)} inputs: use {archive.name} with in0, in1 ...",
            )
        (number,) = numbered
        operand = numbered[number]
        try:
            array = np.load(single, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise ModelFileError(str(single), "file", None, str(error)) from error
        return {number: _checked(array, operand, str(single), "file")}
    return {}


def _read_archive(path: Path, wanted: dict[str, Operand]) -> dict[str, Array]:
    """Return the wanted arrays of an archive; each must be present and fit its operand."""
    origin = str(path)
    try:
        with zipfile.ZipFile(path) as content:
            members = content.infolist()
        sizes = {member.filename.removesuffix(".npy"): member.file_size for member in members}
        _check_sizes(origin, wanted, sizes)
        with np.load(path, allow_pickle=False) as arrays:
            return {
                name: _checked(arrays[name], operand, origin, name)
                for name, operand in wanted.items()
            }
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise ModelFileError(origin, "archive", None, str(error)) from error


def _check_sizes(origin: str, wanted: dict[str, Operand], sizes: dict[str, int]) -> None:
    """Check the sizes of the arrays before they are decompressed."""
    for name, operand in wanted.items():
        if name not in sizes:
            present = ", ".join(sorted(sizes)[:8])
            raise ModelFileError(origin, name, None, f"the array is missing; there are: {present}")
        limit = math.prod(operand.dimensions) * INFO[operand.type].itemsize + _NPY_HEADER
        if sizes[name] > limit:
            raise ModelFileError(origin, name, None, f"{sizes[name]} bytes, expected about {limit}")


def _checked(array: Array, operand: Operand, origin: str, name: str) -> Array:
    """Return the array in the operand's shape; raise ``ModelFileError`` if it does not fit."""
    dtype = INFO[operand.type].dtype
    shape = array.shape or (1,)
    if array.dtype != dtype or shape != operand.dimensions:
        raise ModelFileError(
            origin,
            name,
            None,
            f"{array.dtype} {list(array.shape)}, but the model has {dtype} "
            f"{list(operand.dimensions)}",
        )
    return np.asarray(array).reshape(shape)


def _seeded(operand: Operand, source: np.random.Generator) -> Array:
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

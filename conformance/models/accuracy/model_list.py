"""Accuracy tasks of a user's folder: ``.tflite`` files with golden outputs, and MLTS model lists.

A folder has ``NAME.tflite`` files, each with ``NAME.npz`` beside it (inputs ``in0`` ... and golden
outputs ``out0`` ...), or model lists ``models_list/*.json`` in MLTS' format, whose file names are
relative to the folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.engines.tflite.tflite_import import ImportedModel, import_path
from conformance.files import read_file
from conformance.hal import INFO, Operand
from conformance.models.accuracy.evaluators import (
    AccuracyTask,
    DataSequence,
    DataSet,
    Evaluator,
    GoldenEvaluator,
    TopKEvaluator,
    phone_error_evaluator,
    speech_synthesis_evaluator,
)
from conformance.models.inference import dequantized
from conformance.models.model_inputs import golden_outputs, has_golden_outputs, input_values
from conformance.operations.definition.operands import Array

_MAX_LIST_BYTES = 1 << 24


class InputOutput(msgspec.Struct, frozen=True):
    """Raw files with the inputs and expected outputs of the steps of one sequence."""

    input: str
    output: str | None = None
    outputs: tuple[str, ...] = ()


class ImageData(msgspec.Struct, frozen=True, rename="camel"):
    """A folder of images and a file with the class of each image, one line each."""

    input_path: str
    ground_truth: str
    labels: str | None = None
    preprocessor: str = "Inception"


class EvaluatorConfig(msgspec.Struct, frozen=True, rename="camel"):
    """The evaluator: ``TopK``, ``PhoneErrorRate`` or ``MelCepLogF0``, and its parameters."""

    class_name: str
    output_mean_std_dev: str | None = None
    expected_top1: float | None = None


class ModelEntry(msgspec.Struct, frozen=True, rename="camel"):
    """One model of a list; fields that only Android needs are ignored."""

    name: str
    data_size: int
    input_size: tuple[int, ...]
    model_file: str | None = None
    input_outputs: tuple[InputOutput, ...] = ()
    dataset: ImageData | None = None
    input_scale: float | None = None
    input_zero_point: float | None = None
    evaluator: EvaluatorConfig | None = None


class ModelList(msgspec.Struct, frozen=True):
    """The content of a file of ``models_list``."""

    models: tuple[ModelEntry, ...]


def folder_tasks(folder: Path) -> Iterator[AccuracyTask]:
    """Yield the tasks of a folder.

    Raise ``ModelFileError`` or ``NotImportableError`` for a file that cannot be used, and for a
    folder without models.
    """
    if not folder.is_dir():
        raise ModelFileError(str(folder), "folder", "there is no such folder")
    lists = sorted((folder / "models_list").glob("*.json"))
    listed = [(path, entry) for path in lists for entry in read_model_list(path).models]
    named = {_model_path(folder, entry, path) for path, entry in listed}
    alone = [
        path
        for path in sorted(folder.glob("*.tflite"))
        if path not in named and has_golden_outputs(path)
    ]
    if not listed and not alone:
        message = "there is no model list and no .tflite file with an .npz file beside it"
        raise ModelFileError(str(folder), "folder", message)
    for origin, entry in listed:
        yield _entry_task(folder, entry, origin)
    for path in alone:
        yield golden_task(path)


def golden_task(path: Path) -> AccuracyTask:
    """Return the task of a ``.tflite`` file with the golden outputs of the file beside it."""
    imported = import_path(path)
    operands = imported.model.main.operands
    inputs = tuple(
        np.frombuffer(data, INFO[operands[index].type].dtype).reshape(operands[index].dimensions)
        for position, (index, data) in enumerate(
            zip(imported.model.main.input_indexes, input_values(path, imported), strict=True)
        )
        if imported.file_inputs[position] is not None
    )
    golden = golden_outputs(path, imported)
    outputs = tuple(
        dequantized(operands[index], golden[number])
        for number, index in zip(
            imported.file_outputs, imported.model.main.output_indexes, strict=True
        )
        if number is not None
    )
    data = DataSet(f"{path.stem}.npz", (DataSequence((inputs,), (outputs,), None, path.stem),))
    return AccuracyTask(
        path.stem, imported.model, data, _golden_evaluator(imported), imported.states
    )


def _golden_evaluator(imported: ImportedModel) -> Callable[[], Evaluator]:
    main = imported.model.main
    steps = [
        main.operands[index].scale
        for index, number in zip(main.output_indexes, imported.file_outputs, strict=True)
        if number is not None
    ]
    return lambda: GoldenEvaluator(steps)


def read_model_list(path: Path) -> ModelList:
    """Return a model list; raise ``ModelFileError`` if it is not one."""
    try:
        if path.stat().st_size > _MAX_LIST_BYTES:
            raise ModelFileError(str(path), "file", "it is too large for a model list")
        return msgspec.convert(json.loads(read_file(path)), ModelList, strict=False)
    except (OSError, ValueError, RecursionError, msgspec.ValidationError) as error:
        raise ModelFileError(str(path), "file", f"not a model list: {error}") from error


def _model_path(folder: Path, entry: ModelEntry, origin: Path) -> Path:
    return _inside(folder, f"{entry.model_file or entry.name}.tflite", origin)


def _inside(folder: Path, name: str, origin: Path) -> Path:
    """Return the path of a file of the folder; names that lead out of it are refused."""
    path = folder / name
    if "\0" in name or not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise ModelFileError(str(origin), name, "the name leads out of the folder")
    return path


def _read(folder: Path, name: str, origin: Path) -> bytes:
    path = _inside(folder, name, origin)
    try:
        return read_file(path)
    except OSError as error:
        raise ModelFileError(str(path), "file", error.strerror or str(error)) from error


def _entry_task(folder: Path, entry: ModelEntry, origin: Path) -> AccuracyTask:
    """Return the task of an entry of a model list."""
    imported = import_path(_model_path(folder, entry, origin))
    operand = _only_input(imported, entry, origin)
    if (entry.dataset is None) == (not entry.input_outputs):
        message = "an entry needs either inputOutputs or a dataset"
        raise ModelFileError(str(origin), entry.name, message)
    if entry.dataset is not None:
        sequences = tuple(_images(folder, entry, entry.dataset, operand, origin))
        name = entry.dataset.input_path
    else:
        sequences = tuple(
            _sequence(folder, files, imported, operand, origin) for files in entry.input_outputs
        )
        name = "golden files"
    config = entry.evaluator
    make = _golden_evaluator(imported) if config is None else _evaluator(folder, config, origin)
    return AccuracyTask(
        entry.name,
        imported.model,
        DataSet(name, sequences),
        make,
        imported.states,
    )


def _only_input(imported: ImportedModel, entry: ModelEntry, origin: Path) -> Operand:
    main = imported.model.main
    inputs = [
        main.operands[index]
        for index, number in zip(main.input_indexes, imported.file_inputs, strict=True)
        if number is not None
    ]
    if len(inputs) != 1 or inputs[0].dimensions != entry.input_size:
        raise ModelFileError(
            str(origin),
            entry.name,
            f"inputSize is {list(entry.input_size)}, but the model has inputs of "
            f"{[list(operand.dimensions) for operand in inputs]}",
        )
    return inputs[0]


def _sequence(
    folder: Path, files: InputOutput, imported: ImportedModel, operand: Operand, origin: Path
) -> DataSequence:
    """Return a sequence whose steps are split evenly from raw files."""
    steps = split_steps(
        _read(folder, files.input, origin),
        operand.dimensions,
        INFO[operand.type].dtype,
        files.input,
    )
    main = imported.model.main
    results = [
        main.operands[index]
        for index, number in zip(main.output_indexes, imported.file_outputs, strict=True)
        if number is not None
    ]
    names = files.outputs or ((files.output,) if files.output else ())
    if len(names) != len(results):
        message = f"{len(names)} files of outputs, but the model has {len(results)} outputs"
        raise ModelFileError(str(origin), files.input, message)
    columns = []
    for name, result in zip(names, results, strict=True):
        raw = _read(folder, name, origin)
        column = split_steps(raw, result.dimensions, INFO[result.type].dtype, name)
        if len(column) != len(steps):
            message = f"{len(column)} steps, but {files.input} has {len(steps)}"
            raise ModelFileError(name, "file", message)
        columns.append([dequantized(result, step) for step in column])
    outputs = tuple(zip(*columns, strict=True))
    return DataSequence(tuple((step,) for step in steps), outputs, None, files.input)


def _images(
    folder: Path, entry: ModelEntry, data: ImageData, operand: Operand, origin: Path
) -> Iterator[DataSequence]:
    """Yield the images of a data set with their classes."""
    if data.preprocessor != "Inception":
        message = f"unknown preprocessor {data.preprocessor!r}; there is: Inception"
        raise ModelFileError(str(origin), entry.name, message)
    size = operand.dimensions[1] if len(operand.dimensions) == 4 else 0
    if operand.dimensions != (1, size, size, 3):
        message = f"a data set of images needs inputs [1, D, D, 3], not {list(operand.dimensions)}"
        raise ModelFileError(str(origin), entry.name, message)
    paths = image_files(_inside(folder, data.input_path, origin))
    classes = _classes(folder, data, origin)
    if len(classes) != len(paths):
        message = f"{len(classes)} lines, but there are {len(paths)} images"
        raise ModelFileError(data.ground_truth, "file", message)
    for path, number in zip(paths, classes, strict=True):
        pixels: Array = preprocess_image(path, size)
        if INFO[operand.type].quantized:
            scale = operand.scale if entry.input_scale is None else entry.input_scale
            zero = operand.zero_point if entry.input_zero_point is None else entry.input_zero_point
            if not scale > 0:
                raise ModelFileError(str(origin), entry.name, f"inputScale is {scale}")
            pixels = quantize_pixels(pixels, scale, zero, INFO[operand.type].dtype)
        yield DataSequence(((pixels.astype(INFO[operand.type].dtype),),), (), number, path.name)


def _classes(folder: Path, data: ImageData, origin: Path) -> list[int]:
    """Return the class of each image: a number, or the line of a label in the file of labels."""

    def lines(name: str) -> list[str]:
        text = _read(folder, name, origin).decode("utf-8", "replace")
        return [line.strip() for line in text.splitlines() if line.strip()]

    truth = lines(data.ground_truth)
    numbers = {}
    if data.labels:
        numbers = {label: number for number, label in enumerate(lines(data.labels))}
    classes = []
    for position, line in enumerate(truth, 1):
        number = numbers.get(line, int(line) if line.isdecimal() and not numbers else None)
        if number is None:
            message = f"line {position}: {line!r} is not a label of {data.labels or 'a class'}"
            raise ModelFileError(data.ground_truth, "file", message)
        classes.append(number)
    return classes


def _evaluator(folder: Path, config: EvaluatorConfig, origin: Path) -> Callable[[], Evaluator]:
    mean: Array | None = None
    deviation: Array | None = None
    if config.output_mean_std_dev:
        raw = _read(folder, config.output_mean_std_dev, origin)
        pairs = np.frombuffer(raw[: len(raw) // 8 * 8], "<f4").reshape(-1, 2)
        mean, deviation = pairs[:, 0].astype(np.float64), pairs[:, 1].astype(np.float64)
    evaluators: dict[str, Callable[[], Evaluator]] = {
        "TopK": lambda: TopKEvaluator(config.expected_top1),
        "PhoneErrorRate": phone_error_evaluator,
        "MelCepLogF0": lambda: speech_synthesis_evaluator(mean, deviation),
    }
    if config.class_name not in evaluators:
        message = f"unknown evaluator {config.class_name!r}; there are: {', '.join(evaluators)}"
        raise ModelFileError(str(origin), "evaluator", message)
    return evaluators[config.class_name]


# ------------------------------------------------------------------ files of data sets

IMAGE_SUFFIXES: Final = (".jpg", ".jpeg", ".png")

_CENTRAL_FRACTION: Final = 0.875
"""Share of the shorter side that the central square of an image has."""

_MAX_PIXELS: Final = 1 << 26


def preprocess_image(path: Path, size: int) -> Array:
    """Return an image as float32 [1, size, size, 3] with values in [-1, 1].

    This is MLTS' preprocessing "Inception": the central square of 0.875 of the shorter side is
    scaled bilinearly. Raise ``ModelFileError`` if the file is not an image or Pillow is not
    installed.
    """
    try:
        from PIL import Image  # noqa: PLC0415 - optional
    except ImportError:
        raise ModelFileError(
            str(path),
            "image",
            "reading images needs Pillow: pip install nn-conformance[mlts]",
        ) from None
    try:
        with Image.open(path) as image:
            width, height = image.size
            if width * height > _MAX_PIXELS:
                raise ModelFileError(str(path), "image", f"{width} x {height} pixels are too many")
            side = max(1, round(min(width, height) * _CENTRAL_FRACTION))
            left, top = (width - side) // 2, (height - side) // 2
            square = image.convert("RGB").crop((left, top, left + side, top + side))
            scaled = square.resize((size, size), Image.Resampling.BILINEAR)
            pixels = np.asarray(scaled, np.float32)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ModelFileError(str(path), "image", f"it cannot be read: {error}") from error
    return (pixels / 127.5 - 1.0).astype(np.float32)[np.newaxis]


def quantize_pixels(pixels: Array, scale: float, zero_point: float, dtype: np.dtype[Any]) -> Array:
    """Return pixels as quantized data; the fraction of a step is cut off, as in MLTS."""
    info = np.iinfo(dtype)
    steps = np.trunc(pixels.astype(np.float64) / scale + zero_point)
    return np.clip(steps, info.min, info.max).astype(dtype)


def image_files(folder: Path) -> list[Path]:
    """Return the images of a folder, in the order of the number after the first ``-`` of a name.

    MLTS names images ``<prefix>-<number>.<suffix>``. Raise ``ModelFileError`` for another name, for
    two images with one number, or if there is no image.
    """
    numbered: dict[int, Path] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.suffix.lower() not in IMAGE_SUFFIXES:
            continue
        _, _, number = path.stem.partition("-")
        if not number.isdecimal():
            message = "the name of an image must be <prefix>-<number>.<suffix>"
            raise ModelFileError(str(path), "name", message)
        other = numbered.setdefault(int(number), path)
        if other != path:
            message = f"it has the same number as {other.name}"
            raise ModelFileError(str(path), "name", message)
    if not numbered:
        raise ModelFileError(str(folder), "folder", "there is no image in it")
    return [numbered[number] for number in sorted(numbered)]


def split_steps(
    data: bytes, shape: Sequence[int], dtype: np.dtype[np.generic], origin: str
) -> list[Array]:
    """Return the steps of a raw file; raise ``ModelFileError`` if its size does not fit."""
    length = int(np.prod(shape)) * dtype.itemsize
    if not data or len(data) % length:
        raise ModelFileError(
            origin, "file", f"{len(data)} bytes are not a multiple of the {length} of a step"
        )
    values = np.frombuffer(data, dtype)
    return list(values.reshape(-1, *shape))

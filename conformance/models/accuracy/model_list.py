"""Accuracy tasks of a user's folder: ``.tflite`` files with golden outputs, and MLTS model lists.

A folder has ``NAME.tflite`` files, each with ``NAME.npz`` beside it (inputs ``in0`` ... and golden
outputs ``out0`` ...), or model lists ``models_list/*.json`` in MLTS' format, whose file names are
relative to the folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
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
    Evaluation,
    Evaluator,
    evaluate_classes,
    evaluate_golden,
    evaluate_phones,
    evaluate_speech,
)
from conformance.models.inference import dequantized
from conformance.models.model_inputs import has_golden_outputs, read_values
from conformance.operations.definition.operands import Array


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


def read_model_list(path: Path) -> ModelList:
    """Return a model list; raise ``ModelFileError`` if it is not one."""
    try:
        return msgspec.convert(json.loads(read_file(path)), ModelList, strict=False)
    except (OSError, ValueError, RecursionError, msgspec.ValidationError) as error:
        raise ModelFileError(str(path), "file", f"not a model list: {error}") from error


def folder_tasks(folder: Path) -> Iterator[AccuracyTask]:
    """Yield the tasks of a folder.

    Raise ``ModelFileError`` or ``NotImportableError`` for a file that cannot be used, and for a
    folder without models.
    """
    lists = sorted((folder / "models_list").glob("*.json"))
    listed = [
        _ListedModel(folder, entry, path)
        for path in lists
        for entry in read_model_list(path).models
    ]
    named = {model.path for model in listed}
    alone = [
        path
        for path in sorted(folder.glob("*.tflite"))
        if path not in named and has_golden_outputs(path)
    ]
    if not listed and not alone:
        message = "there is no model list and no .tflite file with an .npz file beside it"
        raise ModelFileError(str(folder), "folder", message)
    for model in listed:
        yield model.task()
    for path in alone:
        yield golden_task(path)


def golden_task(path: Path) -> AccuracyTask:
    """Return the task of a ``.tflite`` file with the golden outputs of the file beside it."""
    imported = import_path(path)
    operands, values = imported.model.main.operands, read_values(path, imported)
    inputs = tuple(
        np.frombuffer(data, INFO[operands[index].type].dtype).reshape(operands[index].dimensions)
        for data, index, number in zip(
            values.inputs[0],
            imported.model.main.input_indexes,
            imported.file_inputs,
            strict=True,
        )
        if number is not None
    )
    numbers = [number for number in imported.file_outputs if number is not None]
    outputs = tuple(
        dequantized(operand, values.golden[number][0])
        for number, operand in zip(numbers, _outputs(imported), strict=True)
    )
    data = DataSet(f"{path.stem}.npz", (DataSequence((inputs,), (outputs,), None, path.stem),))
    evaluator = _golden_evaluator(imported)
    return AccuracyTask(path.stem, imported.model, data, evaluator, imported.states)


def _outputs(imported: ImportedModel) -> list[Operand]:
    """Return the outputs that are not states."""
    main = imported.model.main
    pairs = zip(main.output_indexes, imported.file_outputs, strict=True)
    return [main.operands[index] for index, number in pairs if number is not None]


def _golden_evaluator(imported: ImportedModel) -> Evaluator:
    return partial(evaluate_golden, steps=[operand.scale for operand in _outputs(imported)])


class _ListedModel:
    """An entry of a model list."""

    def __init__(self, folder: Path, entry: ModelEntry, origin: Path) -> None:
        self._folder, self._entry, self._origin = folder, entry, origin
        self.path = self._inside(f"{entry.model_file or entry.name}.tflite")

    def _error(self, message: str) -> ModelFileError:
        return ModelFileError(str(self._origin), self._entry.name, message)

    def _inside(self, name: str) -> Path:
        """Return the path of a file of the folder; names that lead out of it are refused."""
        if "\0" in name or not (self._folder / name).resolve().is_relative_to(
            self._folder.resolve()
        ):
            raise self._error(f"the name {name!r} leads out of the folder")
        return self._folder / name

    def _read(self, name: str) -> bytes:
        path = self._inside(name)
        try:
            return read_file(path)
        except OSError as error:
            raise ModelFileError(str(path), "file", error.strerror or str(error)) from error

    def _lines(self, name: str) -> list[str]:
        text = self._read(name).decode("utf-8", "replace")
        return [line.strip() for line in text.splitlines() if line.strip()]

    def task(self) -> AccuracyTask:
        """Return the task."""
        entry = self._entry
        imported = import_path(self.path)
        main = imported.model.main
        inputs = [
            main.operands[index]
            for index, number in zip(main.input_indexes, imported.file_inputs, strict=True)
            if number is not None
        ]
        if len(inputs) != 1 or inputs[0].dimensions != entry.input_size:
            shapes = [list(operand.dimensions) for operand in inputs]
            raise self._error(
                f"inputSize is {list(entry.input_size)}, but the model has inputs of {shapes}"
            )
        if (entry.dataset is None) == (not entry.input_outputs):
            raise self._error("an entry needs either inputOutputs or a dataset")
        if entry.dataset is not None:
            data = DataSet(entry.dataset.input_path, tuple(self._images(entry.dataset, inputs[0])))
        else:
            sequences = [
                self._sequence(files, inputs[0], _outputs(imported))
                for files in entry.input_outputs
            ]
            data = DataSet("golden files", tuple(sequences))
        evaluator = self._evaluator() if entry.evaluator else _golden_evaluator(imported)
        return AccuracyTask(entry.name, imported.model, data, evaluator, imported.states)

    def _sequence(
        self, files: InputOutput, operand: Operand, results: Sequence[Operand]
    ) -> DataSequence:
        """Return a sequence whose steps are split evenly from raw files."""
        steps = self._steps(files.input, operand)
        names = files.outputs or ((files.output,) if files.output else ())
        if len(names) != len(results):
            raise self._error(
                f"{len(names)} files of outputs, but the model has {len(results)} outputs"
            )
        columns = []
        for name, result in zip(names, results, strict=True):
            column = self._steps(name, result)
            if len(column) != len(steps):
                raise self._error(
                    f"{name} has {len(column)} steps, but {files.input} has {len(steps)}"
                )
            columns.append([dequantized(result, step) for step in column])
        outputs = tuple(zip(*columns, strict=True))
        return DataSequence(tuple((step,) for step in steps), outputs, None, files.input)

    def _steps(self, name: str, operand: Operand) -> Array:
        """Return the steps of a raw file, one for each index of the first dimension."""
        data, dtype = self._read(name), INFO[operand.type].dtype
        length = int(np.prod(operand.dimensions)) * dtype.itemsize
        if not data or len(data) % length:
            raise self._error(
                f"{name}: {len(data)} bytes are not a multiple of the {length} of a step"
            )
        return np.frombuffer(data, dtype).reshape(-1, *operand.dimensions)

    def _images(self, data: ImageData, operand: Operand) -> Iterator[DataSequence]:
        if data.preprocessor != "Inception":
            raise self._error(f"unknown preprocessor {data.preprocessor!r}; there is: Inception")
        size = operand.dimensions[1] if len(operand.dimensions) == 4 else 0
        if operand.dimensions != (1, size, size, 3):
            raise self._error(
                f"a data set of images needs inputs [1, D, D, 3], not {list(operand.dimensions)}"
            )
        paths = image_files(self._inside(data.input_path))
        classes = self._classes(data)
        if len(classes) != len(paths):
            raise self._error(
                f"{data.ground_truth} has {len(classes)} lines, but there are {len(paths)} images"
            )
        dtype = INFO[operand.type].dtype
        for path, number in zip(paths, classes, strict=True):
            pixels: Array = preprocess_image(path, size)
            if INFO[operand.type].quantized:
                scale, zero = self._entry.input_scale, self._entry.input_zero_point
                scale = operand.scale if scale is None else scale
                zero = operand.zero_point if zero is None else zero
                if not scale > 0:
                    raise self._error(f"inputScale is {scale}; a positive number was expected")
                # The fraction of a step is cut off, as in MLTS.
                steps = np.trunc(pixels.astype(np.float64) / scale + zero)
                pixels = np.clip(steps, *INFO[operand.type].code_range)
            yield DataSequence(((pixels.astype(dtype),),), (), number, path.name)

    def _classes(self, data: ImageData) -> list[int]:
        """Return the class of each image: a number, or the line of a label in its file."""
        numbers = {}
        if data.labels:
            numbers = {label: number for number, label in enumerate(self._lines(data.labels))}
        classes = []
        for line in self._lines(data.ground_truth):
            number = numbers.get(line, int(line) if line.isdecimal() and not numbers else None)
            if number is None:
                raise self._error(
                    f"{data.ground_truth}: {line!r} is not a label of {data.labels or 'a class'}"
                )
            classes.append(number)
        return classes

    def _evaluator(self) -> Evaluator:
        config = self._entry.evaluator
        assert config is not None
        evaluator = _EVALUATORS.get(config.class_name)
        if evaluator is None:
            known = ", ".join(_EVALUATORS)
            raise self._error(f"unknown evaluator {config.class_name!r}; there are: {known}")
        if config.class_name == "TopK":
            return partial(evaluator, expected_top1=config.expected_top1)
        if config.class_name != "MelCepLogF0" or not config.output_mean_std_dev:
            return evaluator
        raw = self._read(config.output_mean_std_dev)
        pairs = np.frombuffer(raw[: len(raw) // 8 * 8], "<f4").reshape(-1, 2).astype(np.float64)
        return partial(evaluator, mean=pairs[:, 0], deviation=pairs[:, 1])


_EVALUATORS: Final[dict[str, Callable[..., Evaluation]]] = {
    "TopK": evaluate_classes,
    "PhoneErrorRate": evaluate_phones,
    "MelCepLogF0": evaluate_speech,
}


# ------------------------------------------------------------------ images

_IMAGE_SUFFIXES: Final = (".jpg", ".jpeg", ".png")

_CENTRAL_FRACTION: Final = 0.875
"""Share of the shorter side that the central square of an image has."""


def preprocess_image(path: Path, size: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return an image as float32 [1, size, size, 3] with values in [-1, 1].

    This is MLTS' preprocessing "Inception": the central square of 0.875 of the shorter side is
    scaled bilinearly. Raise ``ModelFileError`` if the file is not an image or Pillow is not
    installed.
    """
    try:
        from PIL import Image  # noqa: PLC0415 - optional

        with Image.open(path) as image:
            width, height = image.size
            side = max(1, round(min(width, height) * _CENTRAL_FRACTION))
            left, top = (width - side) // 2, (height - side) // 2
            square = image.convert("RGB").crop((left, top, left + side, top + side))
            scaled = square.resize((size, size), Image.Resampling.BILINEAR)
            pixels = np.asarray(scaled, np.float32)
    except ImportError:
        message = "reading images needs Pillow: pip install nn-conformance[mlts]"
        raise ModelFileError(str(path), "image", message) from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ModelFileError(str(path), "image", f"it cannot be read: {error}") from error
    return (pixels / 127.5 - 1.0).astype(np.float32)[np.newaxis]


def image_files(folder: Path) -> list[Path]:
    """Return the images of a folder, in the order of the number after the first ``-`` of a name.

    MLTS names images ``<prefix>-<number>.<suffix>``. Raise ``ModelFileError`` for another name, or
    if there is no image.
    """
    paths = [path for path in folder.glob("*") if path.suffix.lower() in _IMAGE_SUFFIXES]
    for path in paths:
        if not path.stem.partition("-")[2].isdecimal():
            message = "the name of an image must be <prefix>-<number>.<suffix>"
            raise ModelFileError(str(path), "name", message)
    if not paths:
        raise ModelFileError(str(folder), "folder", "there is no image in it")
    if len({int(path.stem.partition("-")[2]) for path in paths}) < len(paths):
        raise ModelFileError(str(folder), "folder", "two images have the same number")
    return sorted(paths, key=lambda path: int(path.stem.partition("-")[2]))

"""Data sets: sequences of inputs with the expected outputs or the expected class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.operations.definition.definition import Array

IMAGE_SUFFIXES: Final = (".jpg", ".jpeg", ".png")

_CENTRAL_FRACTION: Final = 0.875
"""Share of the shorter side that the central square of an image has."""

_MAX_PIXELS: Final = 1 << 26


@dataclass(frozen=True, slots=True)
class DataSequence:
    """The steps of one sequence; an image is a sequence of one step.

    Attributes:
        inputs: the inputs of each step that are not states, in the operands' types.
        outputs: the expected outputs of each step as real numbers, or empty if unknown.
        expected_class: the class of an image, or ``None``.
        origin: the file or name of the sequence, for messages.

    """

    inputs: tuple[tuple[Array, ...], ...]
    outputs: tuple[tuple[Array, ...], ...] = ()
    expected_class: int | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class DataSet:
    """Sequences and where they come from."""

    name: str
    sequences: tuple[DataSequence, ...] = field(repr=False)


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

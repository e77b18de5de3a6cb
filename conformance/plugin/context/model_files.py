"""Ids and examples of the cases of model files (``.tflite``)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from conformance.cases import Example
from conformance.oracle.intervals.interval_check import MODEL_SOURCE

MODEL_SUFFIX: Final = ".tflite"


def model_case_id(path: Path, name: str) -> str:
    """Return the id of a case of a model file; it does not depend on the machine."""
    return f"{path.parent.name}/{path.name}/{name}"


def is_layer_source(source: str) -> bool:
    """Return whether a case's source is a layer of a model file."""
    origin, _, case_id = source.partition("/")
    return origin == MODEL_SOURCE and case_id.rpartition("/")[2].startswith("layer_")


def load_model_case(path: Path, name: str, unsupported: str) -> Example:
    """Return the example of a case of a model file."""
    from conformance.engines.tflite.tflite_import import Unsupported  # noqa: PLC0415
    from conformance.models.model_cases import load_case  # noqa: PLC0415 - only for model files

    return load_case(path, name, Unsupported(unsupported))

"""Model files (``.tflite``): damaged ones give a clear error, others a valid model."""

from __future__ import annotations

from typing import Final

from conformance.engines.tflite.tflite_file import ModelFileError, decode_tflite
from conformance.engines.tflite.tflite_import import (
    TOLERATED_RULES,
    NotImportableError,
    Unsupported,
    import_file,
)
from conformance.validation import first_violation
from conformance.verdicts import VerdictKind
from fuzz.core.finding import FuzzFinding, make_finding, unclear
from fuzz.core.session import FuzzSession

_ORIGIN: Final = "input.tflite"


def check_tflite(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Import a file; the driver is not called."""
    try:
        imported = import_file(decode_tflite(data, _ORIGIN), Unsupported.CUT)
    except (ModelFileError, NotImportableError) as error:
        damaged = isinstance(error, ModelFileError)
        session.counts["damaged" if damaged else "not importable"] += 1
        return unclear(str(error), _ORIGIN)
    session.counts["imported"] += 1
    violation = first_violation(imported.model, tolerated=TOLERATED_RULES)
    if violation is not None:
        reason = f"the import returned an invalid model: {violation}"
        return make_finding(VerdictKind.INTERNAL_ERROR, "import.valid", reason)
    inputs = len(imported.model.main.input_indexes)
    if len(imported.file_inputs) != inputs:
        reason = f"the model has {inputs} inputs, the import names {len(imported.file_inputs)}"
        return make_finding(VerdictKind.INTERNAL_ERROR, "import.inputs", reason)
    return None

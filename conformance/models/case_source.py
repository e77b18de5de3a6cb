"""Model files (``.tflite``, ``.onnx``) as cases, whose ids are ``folder/model.tflite/case``.

The import of models is loaded only if a model file is collected.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from conformance.cases.casefile import LAYER_PREFIX, MODEL_SOURCE, Case
from conformance.cases.example import Truth
from conformance.cases.sources import (
    CaseProblem,
    CaseRef,
    CaseSource,
    SourceSession,
    SteppedCase,
)
from conformance.verdicts import VerdictKind


class ModelFiles(CaseSource):
    """The whole model and each of its layers.

    A value may differ from the expected one by what admissible rounding in the earlier operations
    explains.
    """

    suffixes = (".onnx", ".tflite")

    def refs(self, place: Path | None, session: SourceSession) -> Iterable[CaseRef]:
        """Return the cases of a file; a single one if the file cannot be imported."""
        from conformance.engines.tflite.tflite_file import ModelFileError  # noqa: PLC0415 - only for model files
        from conformance.engines.tflite.tflite_import import NotImportableError, Unsupported  # noqa: PLC0415
        from conformance.models.model_cases import case_names  # noqa: PLC0415

        assert place is not None
        common = f"{place.parent.name}/{place.name}/"
        try:
            names = case_names(place, Unsupported(session.settings.model_unsupported))
        except NotImportableError as error:
            reason = str(error)
            if place.suffix == ".tflite":
                reason += "\n(--model-unsupported cut cuts the model around them)"
            problem = CaseProblem("model.expressible", reason, VerdictKind.NOT_APPLICABLE)
        except (ModelFileError, ImportError) as error:
            problem = CaseProblem("model.unreadable", str(error))
        else:
            return [CaseRef(common + name, name, place) for name in names]
        name = "not-imported"
        return [CaseRef(common + name, name, place, problem=problem, stands_for=common)]

    def load(self, ref: CaseRef, session: SourceSession) -> Case | SteppedCase:
        """Return the case."""
        from conformance.engines.tflite.tflite_file import ModelFileError  # noqa: PLC0415 - only for model files
        from conformance.engines.tflite.tflite_import import NotImportableError, Unsupported  # noqa: PLC0415
        from conformance.models.model_cases import SEQUENCE, load_case, load_sequence  # noqa: PLC0415

        assert ref.path is not None
        unsupported = Unsupported(session.settings.model_unsupported)
        origin, seed = f"{MODEL_SOURCE}/{ref.case_id}", session.settings.seed
        try:
            example = load_case(ref.path, ref.name, unsupported)
            truth = Truth.LAYER if ref.name.startswith(LAYER_PREFIX) else Truth.NETWORK
            case = Case(ref.case_id, example, seed=seed, source=origin, truth=truth)
            if ref.name != SEQUENCE:
                return case
            return SteppedCase(case, load_sequence(ref.path, unsupported))
        except (ModelFileError, NotImportableError) as error:
            raise CaseProblem("model.unreadable", str(error)) from error

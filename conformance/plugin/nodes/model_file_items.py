"""The pytest nodes of model files (``.tflite``), whose case ids are ``folder/model.tflite/case``.

The import of models is loaded only if a model file is collected.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import pytest

from conformance.plugin.context.model_files import model_case_id
from conformance.plugin.context.run_context import run_context_of
from conformance.plugin.nodes.items import CaseItem, report_outcome
from conformance.verdicts import Verdict, VerdictKind


class ModelFileCollector(pytest.File):
    """A ``.tflite`` file: the whole model and each of its layers are cases."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield one item for each case; a single one if the file cannot be imported."""
        from conformance.engines.tflite.model_file.flatbuffer import ModelFileError  # noqa: PLC0415 - only for model files
        from conformance.engines.tflite.tflite_import import NotImportableError, Unsupported  # noqa: PLC0415
        from conformance.models.model_cases import case_names  # noqa: PLC0415

        unsupported = Unsupported(run_context_of(self.config).unsupported)
        try:
            names = case_names(self.path, unsupported)
        except NotImportableError as error:
            kind, rule = VerdictKind.NOT_APPLICABLE, "model.expressible"
            problem = f"{error}\n(--model-unsupported cut cuts the model around them)"
        except (ModelFileError, ImportError) as error:
            kind, rule, problem = VerdictKind.INTERNAL_ERROR, "model.unreadable", str(error)
        else:
            for name in names:
                yield ModelCaseItem.from_parent(self, name=name)
            return
        yield RefusedModelItem.from_parent(self, name="not-imported", verdict=(kind, rule, problem))


class ModelCaseItem(CaseItem):
    """One case of a model file."""

    @cached_property
    def case_id(self) -> str:
        """``folder/model.tflite/case``."""
        return model_case_id(self.path, self.name)

    def runtest(self) -> None:
        """Run the case and report the verdicts."""
        from conformance.engines.tflite.model_file.flatbuffer import ModelFileError  # noqa: PLC0415 - only for model files
        from conformance.engines.tflite.tflite_import import NotImportableError  # noqa: PLC0415

        run = run_context_of(self.config)
        try:
            self.verdicts, self.dump = run.judge_model_case(self.path, self.name, self.case_id)
        except (ModelFileError, NotImportableError) as error:
            kind = VerdictKind.INTERNAL_ERROR
            self.verdicts = [Verdict(self.case_id, "", kind, "model.unreadable", str(error))]
        report_outcome(self.verdicts, self.dump)


class RefusedModelItem(CaseItem):
    """The item of a model file that cannot be imported.

    A damaged file fails; a model that the contract cannot express is not applicable.
    """

    def __init__(self, *, verdict: tuple[VerdictKind, str, str], **more: Any) -> None:
        super().__init__(**more)
        self.stands_for = model_case_id(self.path, "")
        self._verdict = verdict

    @cached_property
    def case_id(self) -> str:
        """``folder/model.tflite/not-imported``."""
        return model_case_id(self.path, self.name)

    def runtest(self) -> None:
        kind, rule, problem = self._verdict
        self.verdicts = [Verdict(self.case_id, "", kind, rule, problem)]
        report_outcome(self.verdicts)

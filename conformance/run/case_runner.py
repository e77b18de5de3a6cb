"""The cases of model files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from conformance.cases import Example
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.oracle.intervals.interval_check import MODEL_SOURCE
from conformance.verdicts import Verdict, VerdictKind

if TYPE_CHECKING:
    from conformance.models.model_cases import ModelSequence

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


SEQUENCE_CASE: Final = "sequence"
"""The name of the case of a model file."""

JudgeStep = Callable[[Example, ExecutionPath], tuple[Sequence[Verdict], Sequence[bytes] | None]]
"""Runs a step along a path; returns its verdicts, and the driver's outputs if there are any."""


def load_model_sequence(path: Path, unsupported: str) -> ModelSequence:
    """Return the sequence of a model file."""
    from conformance.engines.tflite.tflite_import import Unsupported  # noqa: PLC0415
    from conformance.models.model_cases import load_sequence  # noqa: PLC0415 - only for model files

    return load_sequence(path, Unsupported(unsupported))


def judge_sequence(
    sequence: ModelSequence,
    paths: Sequence[ExecutionPath],
    convert: Callable[[Example], Example],
    judge_step: JudgeStep,
) -> tuple[list[Verdict], Example]:
    """Run a sequence along each path; return one verdict for each, and the example of a failure.

    A sequence starts with states of zeros and ends at the first step that does not pass. The
    example is that of the first failed step, or of the first step if none failed.
    """
    verdicts, failed = [], None
    first = convert(sequence.example(0, None))
    for path in paths:
        outputs: Sequence[bytes] | None = None
        for step in range(len(sequence)):
            example = first if step == 0 else convert(sequence.example(step, outputs))
            step_verdicts, outputs = judge_step(example, path)
            problem = next((v for v in step_verdicts if v.kind not in _CONTINUED), None)
            if problem is not None:
                verdicts.append(_at_step(problem, step, len(sequence)))
                if problem.kind.blames_driver and failed is None:
                    failed = example
                break
            if outputs is None:  # a path without results of the driver
                outputs = [output.data for output in example.outputs]
        else:
            details = {**step_verdicts[0].details, "steps": len(sequence)}
            verdicts.append(replace(step_verdicts[0], details=details))
    return verdicts, failed or first


_CONTINUED: Final = (VerdictKind.PASSED, VerdictKind.QUALITY_WARNING)
"""Kinds of verdicts after which the next step is run."""


def _at_step(verdict: Verdict, step: int, count: int) -> Verdict:
    """Return the verdict with the number of the step."""
    return replace(
        verdict,
        reason=f"step {step + 1} of {count}: {verdict.reason}",
        details={**verdict.details, "step": step + 1, "steps": count},
    )

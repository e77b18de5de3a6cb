"""Runs one case of a session: loads it, runs it, and dumps it if it fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from conformance.cases import Example, SpecIndex
from conformance.cases.casefile import Case
from conformance.cases.example import Truth
from conformance.cases.sources import (
    CaseProblem,
    CaseRef,
    CaseSource,
    CaseSteps,
    SourceSession,
    SpecFiles,
    SteppedCase,
)
from conformance.cases.version_conversion import convert_example, required_version
from conformance.checks.mutants import model_mutants
from conformance.failures.failure_dump import DumpResult
from conformance.failures.failure_search import MinimizedFailure, annotate
from conformance.gate.gate import VerdictGate
from conformance.hal import Version
from conformance.harness import quantization_coupling
from conformance.harness.execution.executor import OutputObserver
from conformance.harness.failure import CaseFailure, PathAttempt
from conformance.harness.planning.case_under_test import operation_names
from conformance.harness.planning.execution_path import ExecutionPath, resolve_paths
from conformance.harness.planning.path_selection import select_paths
from conformance.harness.quantization_coupling import (
    COUPLED_NAME_SUFFIX,
    convert_to_signed,
    is_coupled_path,
)
from conformance.oracle.accuracy import ROUNDING_BIAS, rounding_bias
from conformance.oracle.intervals.interval_check import OutputIntervalCheck, interval_check_for
from conformance.oracle.other_data import OtherDataSource, other_data_for
from conformance.run.case_runner import CaseRunner
from conformance.run.dumps import DumpCollector
from conformance.run.facts import Facts, StoredFacts, facts_of
from conformance.validation.version import NotConvertibleError
from conformance.verdicts import Verdict, VerdictKind
from nn_conformance_options import Settings

Judged = tuple[Sequence[Verdict], DumpResult | None]
"""The verdicts on a case and, for a failure, its dump."""


_MINIMIZED_IN_ALL: Final = 60.0
"""Seconds that a run may spend on minimizing failing cases."""


class SessionRunner:
    """Runs the cases of a session, one after another.

    ``paths`` are the words of ``--paths``. The verdicts on a case are final: waivers, the baseline
    and retries have been applied.
    """

    def __init__(
        self,
        settings: Settings,
        paths: Sequence[str],
        runner: CaseRunner,
        gate: VerdictGate,
        dumps: DumpCollector,
        index: SpecIndex,
    ) -> None:
        self.settings = settings
        self.version = runner.version
        self.paths = paths
        self.runner = runner
        self.gate = gate
        self.dumps = dumps
        self._facts = StoredFacts(index, runner.version)
        self._seconds_to_minimize = _MINIMIZED_IN_ALL

    def run(self, source: CaseSource, ref: CaseRef, session: SourceSession) -> Judged:
        """Run a case; return its verdicts and, for a failure, its dump.

        Each execution path has at least one verdict. A case that cannot be loaded, or whose model
        breaks the contract, leads to an internal error, and one that needs a newer HAL version than
        the driver declares is not applicable.
        """
        try:
            if ref.problem is not None:
                raise ref.problem
            loaded = self._load(source, ref, session)
            if isinstance(loaded, SteppedCase):
                return self._run_steps(loaded.case, loaded.steps)
            if isinstance(loaded, Case):
                return self._run_case(source, ref, loaded, session)
            return self.dumps.dump_case(self.gate.apply(loaded()))
        except CaseProblem as problem:
            verdicts = [problem.verdict(ref.case_id)]
            if problem.kind is VerdictKind.INTERNAL_ERROR:
                return verdicts, None
            return self.gate.apply(verdicts), None

    def _load(self, source: CaseSource, ref: CaseRef, session: SourceSession) -> Any:
        loaded = source.load(ref, session)
        if isinstance(loaded, Case) and self.runner.driver.relaxed:
            return replace(loaded, example=self.runner.relaxed(loaded.example))
        return loaded

    def close(self) -> list[Verdict]:
        """Release everything; return the late verdicts on earlier cases."""
        self._facts.flush()
        return self.runner.close()

    def _run_case(
        self, source: CaseSource, ref: CaseRef, case: Case, session: SourceSession
    ) -> Judged:
        example, case_id = case.example, ref.case_id
        prepared = self._exact(case) if source.exact else self._prepare(example, case_id)
        if isinstance(prepared, Verdict):
            return self.gate.apply([prepared]), None
        example, paths = prepared
        origin = case.source or (case_id if source.prefix else "")
        facts: Facts | None = None
        other_data: OtherDataSource | None = other_data_for(example, self.version, case.truth)
        if isinstance(source, SpecFiles) and ref.path is not None:
            facts, other_data = self._facts.find(ref.path, ref.name, example)
        verdicts, smaller = self.judge_case(
            example,
            case_id,
            paths,
            interval_check_for(example, case.truth),
            facts=facts,
            other_data=other_data,
            layer=case.truth is Truth.LAYER,
            minimizes=source.minimizes and self.dumps.enabled,
        )

        def pristine() -> Case:
            again = self._load(source, ref, session)
            assert isinstance(again, Case)
            if smaller is not None:
                return replace(again, example=smaller.example, source=origin, paths=())
            if source.exact:
                # A recorded path is that of an earlier failure; the dump states those of this one.
                kept = again if ref.path is not None else replace(again, paths=())
                return self._failing_variant(verdicts, kept)
            converted = self._convert_for_driver(again.example)
            new = Case(case_id, converted, seed=self.settings.seed, source=origin)
            return self._failing_variant(verdicts, new)

        in_file = source.exact and not _only_signed_form_failed(verdicts)
        return self.dumps.dump_case(
            verdicts,
            pristine,
            ref.path if in_file else None,
            None if smaller is None else smaller.failure,
        )

    def _run_steps(self, case: Case, steps: CaseSteps) -> Judged:
        """Run the steps of a case along each path; the driver's states are passed on."""
        prepared = self._prepare(steps.example(0, None), case.case_id)
        if isinstance(prepared, Verdict):
            return self.gate.apply([prepared]), None

        def judge_step(
            example: Example, path: ExecutionPath
        ) -> tuple[Sequence[Verdict], Sequence[bytes] | None]:
            outputs: dict[str, tuple[bytes, ...]] = {}
            example = self.runner.relaxed(example)
            check = interval_check_for(example, case.truth)
            verdicts, _ = self.judge_case(
                example, case.case_id, (path,), check, observer=outputs.__setitem__
            )
            return verdicts, outputs.get(str(path))

        verdicts, failed = judge_sequence(steps, prepared[1], self._convert_for_driver, judge_step)
        return self.dumps.dump_case(
            verdicts, lambda: replace(case, example=failed, seed=self.settings.seed)
        )

    def _exact(self, case: Case) -> tuple[Example, tuple[ExecutionPath, ...]] | Verdict:
        """Return the example of a case and the paths that it names, or why there are none.

        The version that the case states is used, because none can be computed for a malformed
        model.
        """
        try:
            paths = resolve_paths(self.version, case.case_id, case.paths)
        except ValueError as error:
            raise CaseProblem("case.unreadable", str(error)) from error
        needed = case.example.version or Version.V1_0
        if needed > self.version:
            reasons = [f"the case needs HAL {needed}"]
            return _version_not_applicable(case.example, case.case_id, reasons, self.version)
        return case.example, paths

    def _prepare(
        self, example: Example, case_id: str
    ) -> tuple[Example, tuple[ExecutionPath, ...]] | Verdict:
        try:
            example = self._convert_for_driver(example)
        except NotConvertibleError as error:
            return _version_not_applicable(example, case_id, error.reasons, self.version)
        if paths := select_paths(self.version, case_id, example, self.paths):
            return example, paths
        reason = f"--paths {','.join(self.paths)} selects no path of this case and driver"
        return Verdict(case_id, "", VerdictKind.NOT_APPLICABLE, "path.applicable", reason)

    def _convert_for_driver(self, example: Example) -> Example:
        """Return the example in the form that a client passes to a driver of this HAL version.

        A driver of HAL 1.3 gets the model as the spec file declares it; for an older driver the
        model is converted. A malformed model is never converted. Raise ``NotConvertibleError`` if
        the driver's version cannot express the model.
        """
        if example.expect_failure:
            needed = required_version(example)
            if needed > self.version:
                raise NotConvertibleError(self.version, [f"the case needs HAL {needed}"])
            return example
        claimed = example.version
        if self.version >= Version.V1_3 and claimed is not None and claimed <= self.version:
            return example
        return convert_example(example, self.version)[0]

    def _failing_variant(self, verdicts: Sequence[Verdict], case: Case) -> Case:
        if not _only_signed_form_failed(verdicts):
            return case
        every = self.runner.coupling == quantization_coupling.ALL
        if (signed := convert_to_signed(case.example, every)) is None:
            return case
        return replace(case, case_id=case.case_id + COUPLED_NAME_SUFFIX, example=signed)

    def dump_crash(
        self, source: CaseSource, ref: CaseRef, session: SourceSession, verdict: Verdict
    ) -> tuple[Verdict, DumpResult | None]:
        """Dump a case whose process ended; ``verdict`` is all that is known of its execution.

        Return the verdict, with the dump's folder in its details, and the dump.
        """

        def pristine() -> Case:
            loaded = self._load(source, ref, session)
            if isinstance(loaded, SteppedCase):
                loaded = loaded.case
            assert isinstance(loaded, Case)
            return loaded

        return self.dumps.dump_crashed_case(verdict, pristine)

    def judge_case(
        self,
        example: Example,
        case_id: str,
        paths: Sequence[ExecutionPath],
        interval_check: OutputIntervalCheck | None,
        *,
        facts: Facts | None = None,
        observer: OutputObserver | None = None,
        other_data: OtherDataSource | None = None,
        layer: bool = False,
        minimizes: bool = False,
    ) -> tuple[Sequence[Verdict], MinimizedFailure | None]:
        """Run one case; return its final verdicts and, if requested, a smaller case that fails.

        ``facts`` are computed if they are not known. ``layer`` states that the case is a layer of a
        network, whose results must not deviate systematically.

        The verdicts include those on the case's mutants, and retries, waivers and the baseline have
        been applied. A case that fails at first and passes when it is run again
        (``--limit retries``) remains a failure, whose verdicts are marked as flaky. Verdicts on
        failures are annotated.
        """

        def run() -> list[Verdict]:
            outputs: dict[str, tuple[bytes, ...]] = {}
            found = self.runner.run(
                example,
                case_id,
                paths,
                interval_check=interval_check,
                observer=outputs.__setitem__ if layer else observer,
                other_data=other_data,
            )
            return self._with_rounding_bias(example, found, outputs) if layer else found

        verdicts = run()
        if count := self.settings.mutants_per_case:
            verdicts += model_mutants.judge_mutants(
                self.runner.judge, self.version, example, case_id, count
            )
        if self.settings.retries and any(verdict.kind.blames_driver for verdict in verdicts):
            for attempt in range(1, self.settings.retries + 1):
                if not any(verdict.kind.blames_driver for verdict in run()):
                    verdicts = [_flaky_verdict(verdict, attempt) for verdict in verdicts]
                    break
        final = self.gate.apply(_with_facts(facts or facts_of(example), verdicts))
        if not any(verdict.kind.blames_driver for verdict in final):
            return final, None
        seconds, start = self._seconds_to_minimize if minimizes else 0.0, time.monotonic()
        with self.runner.judge.waiting(operation_names(example.model)):
            annotated = annotate(self.runner, example, final, other_data, seconds)
        if minimizes:
            self._seconds_to_minimize -= time.monotonic() - start
        return annotated

    def _with_rounding_bias(
        self,
        example: Example,
        verdicts: Sequence[Verdict],
        outputs: Mapping[str, tuple[bytes, ...]],
    ) -> list[Verdict]:
        """Return the verdicts; those on outputs that deviate systematically become failures."""
        found, attempts = [], []
        for verdict in verdicts:
            reason = ""
            if verdict.kind is VerdictKind.PASSED and verdict.path in outputs:
                reason = rounding_bias(example, outputs[verdict.path])
            if reason:
                verdict = replace(
                    verdict, kind=VerdictKind.FAILED, rule=ROUNDING_BIAS, reason=reason
                )
                attempts.append(PathAttempt(verdict, outputs[verdict.path]))
            found.append(verdict)
        if attempts:
            self.dumps.remember_failure(CaseFailure(verdicts[0].case_id, example, tuple(attempts)))
        return found


def _with_facts(facts: Facts, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts with the case's operand types and uses in the details of the first one.

    The first verdict on the signed form gets the types of that form. ``RunStatistics`` derives the
    set of executed types from these details, and ``RunMatrix`` its cells from the uses.
    """
    typed = list(verdicts)
    if typed:
        details = {**typed[0].details, "types": facts.types, "uses": facts.uses}
        typed[0] = replace(typed[0], details=details)
    for number, verdict in enumerate(typed):
        if is_coupled_path(verdict.path):
            signed = [
                quantization_coupling.SIGNED if name == quantization_coupling.UNSIGNED else name
                for name in facts.types
            ]
            details = {**verdict.details, "types": sorted(set(signed))}
            typed[number] = replace(verdict, details=details)
            break
    return typed


def _only_signed_form_failed(verdicts: Sequence[Verdict]) -> bool:
    """Return whether the case fails with signed 8-bit data but not with its own data."""
    blamed = [v for v in verdicts if v.kind.blames_driver or v.kind is VerdictKind.WAIVED]
    return bool(blamed) and all(is_coupled_path(v.path) for v in blamed)


def _version_not_applicable(
    example: Example, case_id: str, reasons: Sequence[str], declared: Version
) -> Verdict:
    """Return the verdict on a case that needs a newer HAL version than the driver declares.

    It is not applicable, because no client passes such a model to an older driver.
    """
    operations = operation_names(example.model)
    needed = max(required_version(example), Version(declared + 1))
    reason = f"the case needs HAL {needed}, the driver declares {declared}"
    details = {"required_version": str(needed), "reasons": list(reasons)}
    return Verdict(
        case_id, "", VerdictKind.NOT_APPLICABLE, "version.declared", reason, operations, details
    )


def _flaky_verdict(verdict: Verdict, attempt: int) -> Verdict:
    if not verdict.kind.blames_driver:
        return verdict
    reason = f"flaky: passed when run again (attempt {attempt}); first result: {verdict.reason}"
    return replace(verdict, reason=reason, details={**verdict.details, "flaky": attempt})


JudgeStep = Callable[[Example, ExecutionPath], tuple[Sequence[Verdict], Sequence[bytes] | None]]
"""Runs a step along a path; returns its verdicts, and the driver's outputs if there are any."""


def judge_sequence(
    sequence: CaseSteps,
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
    return replace(
        verdict,
        reason=f"step {step + 1} of {count}: {verdict.reason}",
        details={**verdict.details, "step": step + 1, "steps": count},
    )

"""Runs single cases on one driver; every run, campaign, replay and explanation does so with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from conformance.cases.example import Example
from conformance.drivers.driver import Driver
from conformance.hal import Device, Version
from conformance.harness import quantization_coupling as coupling
from conformance.harness.execution.executor import IntervalCheck, OutputObserver
from conformance.harness.failure import CaseFailure, FailureHook
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.harness.supervision.wait_policy import WaitPolicy
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.oracle.other_data import OtherDataSource
from conformance.verdicts import Verdict, VerdictKind


class CaseRunner:
    """Runs cases on one driver, one after another, and returns their verdicts.

    Attributes:
        coupling: which cases also run with signed 8-bit data: ``OFF``, ``DEFAULT`` or ``ALL`` of
            ``quantization_coupling``.
        failure: the failure that the judge reported last; unless ``on_failure`` receives the
            failures.

    """

    def __init__(
        self,
        driver: Driver | Device,
        options: JudgeOptions | None = None,
        *,
        waits: WaitPolicy | None = None,
        on_failure: FailureHook | None = None,
        coupled: str = coupling.OFF,
    ) -> None:
        """Run cases on ``driver``; the arguments are those of ``Judge``."""
        self.failure: CaseFailure | None = None
        self.judge = Judge(driver, options, on_failure or self._keep_failure, waits)
        self.driver = self.judge.driver
        self.device = self.judge.device
        self.version = self.judge.version
        self.coupling = coupled
        self._case_id_by_signed_id: dict[str, str] = {}

    def _keep_failure(self, failure: CaseFailure) -> None:
        self.failure = failure

    def another(self) -> CaseRunner:
        """Return a runner on the same driver, whose late findings and failures are its own."""
        return CaseRunner(self.driver, self.judge.options)

    def relaxed(self, example: Example) -> Example:
        """Return the example; with a relaxed model if the driver computes with less precision."""
        model = example.model
        if not self.driver.relaxed or model.relax_computation_float32_to_float16:
            return example
        model = replace(model, relax_computation_float32_to_float16=True)
        return replace(example, model=model, version=None)

    def run(
        self,
        example: Example,
        case_id: str,
        paths: Sequence[ExecutionPath],
        *,
        interval_check: IntervalCheck | None = None,
        observer: OutputObserver | None = None,
        other_data: OtherDataSource | None = None,
    ) -> list[Verdict]:
        """Run a case along each path; return the verdicts in order, then those on its signed form.

        The signed form is a second case, whose verdicts are compared with those on the first. The
        keyword arguments are those of ``Judge.judge``.
        """
        unsigned: dict[str, tuple[bytes, ...]] = {}

        def keep(path: str, outputs: tuple[bytes, ...]) -> None:
            unsigned[path] = outputs
            if observer is not None:
                observer(path, outputs)

        # An interval check that knows the valid results of the unsigned example only would leave
        # the signed form to the strict comparison, which may blame a driver with valid results.
        adapts = getattr(interval_check, "adapts_to_forms", interval_check is None)
        every = self.coupling == coupling.ALL
        coupled = (
            self.coupling != coupling.OFF
            and self.version >= Version.V1_3
            and adapts
            and coupling.has_signed_form(example, every)
        )
        watch = keep if coupled else observer
        verdicts = self.judge.judge(
            example,
            case_id,
            paths,
            interval_check=interval_check,
            observer=watch,
            other_data=other_data,
        )
        if not coupled or any(v.kind in coupling.KINDS_WITHOUT_COUPLING for v in verdicts):
            return verdicts
        try:
            signed = coupling.convert_to_signed(example, every)
        except ValueError:  # unsigned constants share bytes with others
            return verdicts
        if signed is None:
            return verdicts
        signed_id = case_id + coupling.COUPLED_NAME_SUFFIX
        self._case_id_by_signed_id[signed_id] = case_id
        outputs: dict[str, tuple[bytes, ...]] = {}
        again = self.judge.judge(
            signed,
            signed_id,
            paths if every else paths[:1],
            interval_check=interval_check,
            observer=outputs.__setitem__,
        )
        compared = [
            coupling.compare_forms(before, after, signed, unsigned, outputs)
            for before, after in zip(verdicts, again, strict=False)
        ]
        return verdicts + self._with_coupled_paths(compared)

    def first_failure(
        self,
        example: Example,
        case_id: str,
        paths: Sequence[ExecutionPath],
        *,
        interval_check: IntervalCheck | None = None,
        other_data: OtherDataSource | None = None,
        diagnoses: bool = True,
    ) -> Verdict:
        """Run a case; return the first failure among its verdicts, else the first verdict.

        Findings that the driver causes after the execution, such as late writes, are included.
        The interval check is by default the strictest one, that of a generated example. With
        ``diagnoses``, a verdict on wrong values states what indicates the fault.
        """
        self.failure, self.judge.diagnoses = None, diagnoses
        example = self.relaxed(example)
        check = OutputIntervalCheck(example) if interval_check is None else interval_check
        verdicts = self.run(example, case_id, paths, interval_check=check, other_data=other_data)
        verdicts += self.take_late_verdicts()
        return next(
            (v for v in verdicts if v.kind.blames_driver or v.kind is VerdictKind.INTERNAL_ERROR),
            verdicts[0],
        )

    def take_late_verdicts(self) -> list[Verdict]:
        """Return the late verdicts on earlier cases that were recorded since the last call."""
        return self._with_coupled_paths(self.judge.take_late_verdicts())

    def close(self) -> list[Verdict]:
        """Release all memory, end the driver's process and return the remaining late verdicts."""
        return self._with_coupled_paths(self.judge.close())

    def _with_coupled_paths(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """Return verdicts on signed forms with the original case id and a coupled path."""
        ids, prefix = self._case_id_by_signed_id, coupling.COUPLED_PATH_PREFIX
        return [
            replace(verdict, case_id=ids[verdict.case_id], path=prefix + verdict.path)
            if verdict.case_id in ids
            else verdict
            for verdict in verdicts
        ]

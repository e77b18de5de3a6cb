"""The state of a session in one pytest process: driver, spec index, judge, gate and dumps.

The plugin keeps one ``Run`` in the stash of pytest's configuration, where items find it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from conformance.drivers import Identity, identify, open_driver
from conformance.drivers.process import Limits
from conformance.hal import Device, OperandType, Version, name_of
from conformance.harness import Judge, Kind, Options, Verdict, coupling
from conformance.harness import Path as ExecutionPath
from conformance.harness.case import operation_names
from conformance.harness.choice import check_wanted, chosen_paths
from conformance.harness.coupling import SUFFIX, CouplingJudge, couple, is_coupled
from conformance.harness.dump import Dump
from conformance.harness.failure import FailureHook
from conformance.harness.fitting import fit, needed_version
from conformance.harness.path import paths_of
from conformance.harness.wait_policy import DriverTime, WaitPolicy
from conformance.plugin.baseline import read_baseline
from conformance.plugin.causes import with_cause
from conformance.plugin.dumps import Dumps
from conformance.plugin.gate import Gate
from conformance.plugin.isolation import is_isolated, open_device, set_up, starting, time_limits
from conformance.plugin.items import case_id_of
from conformance.plugin.policy import Policy, read_waivers
from conformance.specfile import Example, SpecError, SpecIndex
from conformance.specfile.casefile import CASE_SUFFIX, CaseError, CaseFile, read_case
from conformance.suite import mutants
from conformance.validation.compliance import NotConvertibleError
from generators.comparison import second_look

MINIMISING: Final = 60.0
"""Total time in seconds that a run may spend on minimizing failing random graphs."""


class Run:
    """The driver, spec index, judge, gate and dumps of one process.

    Each process that collects or runs cases has one; under xdist these are the controller and all
    workers. The constructor raises ``DriverLoadError`` if the driver cannot be opened.
    """

    def __init__(
        self, config: pytest.Config, driver: str, policy: Policy, policy_folder: Path
    ) -> None:
        self.driver = driver
        self.policy = policy
        self.retries: int = config.getoption("nn_retry")
        self.gate = _gate(config, policy, policy_folder)
        self.demands = policy.demands(baseline=self.gate.baseline is not None)
        self.seed: int = config.getoption("nn_seed")
        self.mutate: int = config.getoption("nn_mutate")
        self.paths: tuple[str, ...] = wanted_paths(config)
        self.limits: Limits = time_limits(config, policy)
        set_up(config, policy)
        start = time.monotonic()
        with starting(driver, self.limits, isolated=is_isolated(config, policy)):
            self.device: Device = open_device(config, driver, policy, self.limits)
            self.identity: Identity = identify(self.device)
        self.version = self.identity.version or Version.V1_3
        self.driver_time = DriverTime(used=time.monotonic() - start)
        """The time that the driver has used; its limit is set when the number of cases is known."""
        self.index = SpecIndex(time_limit=config.getoption("nn_spec_time_limit"))
        self.dumps = Dumps(config, driver, self.identity)
        options = Options(
            callback_timeout=config.getoption("nn_callback_timeout"),
            seed=self.seed,
            mutants=config.getoption("nn_mutants"),
        )
        with starting(driver, self.limits, isolated=is_isolated(config, policy)):
            self.judge = _judge(
                self.device, options, self.dumps.take, config.getoption("nn_coupling"), self.version
            )
        self.judge.waits = WaitPolicy(self.driver_time)
        self.judge.reopen = lambda: open_driver(driver)
        self.seconds_to_minimise = MINIMISING
        """Remaining time in seconds for minimizing failing random graphs."""
        self.supported: dict[str, tuple[tuple[int, int], ...]] = {}
        """Operations and types that the driver supports, by the name of a narrowed profile."""

    def judge_example(
        self, path: Path, name: str, case_id: str
    ) -> tuple[Sequence[Verdict], Dump | None]:
        """Run one example of a spec file; return its verdicts and, for a failure, its dump.

        Each execution path has at least one verdict. An example that cannot be read leads to an
        internal error, and one that needs a newer HAL version than the driver declares is not
        applicable.
        """
        try:
            example = self.index.load(path, name)
        except SpecError as error:
            rule = "spec.unreadable"
            return [Verdict(case_id, "", Kind.INTERNAL_ERROR, rule, str(error))], None
        try:
            example = self._fitted(example)
        except NotConvertibleError as error:
            too_new = _too_new(example, case_id, error.reasons, self.version)
            return self.gate.apply([too_new]), None
        paths = chosen_paths(self.version, case_id, example, self.paths)
        if not paths:
            reason = f"no path of --paths {','.join(self.paths)} concerns the case and the driver"
            return [Verdict(case_id, "", Kind.NOT_APPLICABLE, "path.applicable", reason)], None
        self.judge.second_look = second_look(example, "")
        try:
            verdicts = self.judge_case(example, case_id, paths)
        finally:
            self.judge.second_look = None

        def pristine() -> CaseFile:
            again = self._fitted(self.index.load(path, name))
            return self._failing_form(verdicts, CaseFile(case_id, again, seed=self.seed))

        return self.dumps.settle(verdicts, pristine)

    def judge_file(self, path: Path, case_id: str) -> tuple[Sequence[Verdict], Dump | None]:
        """Run the case of a case file along the paths that it names; see ``judge_example``."""
        try:
            case = read_case(path)
            paths = paths_of(self.version, case_id, case.paths)
        except (CaseError, ValueError) as error:
            rule = "case.unreadable"
            return [Verdict(case_id, "", Kind.INTERNAL_ERROR, rule, str(error))], None
        # The version that the file states is used, because none can be computed for a malformed
        # model.
        needed = case.example.version or Version.V1_0
        if needed > self.version:
            reasons = [f"the case needs HAL {needed}"]
            too_new = _too_new(case.example, case_id, reasons, self.version)
            return self.gate.apply([too_new]), None
        self.judge.second_look = second_look(case.example, case.source)
        try:
            verdicts = self.judge_case(case.example, case_id, paths)
        finally:
            self.judge.second_look = None
        file = None if _only_coupled(verdicts) else path
        return self.dumps.settle(
            verdicts, lambda: self._failing_form(verdicts, read_case(path)), file
        )

    def _fitted(self, example: Example) -> Example:
        """Return the example in the form that a client passes to a driver of this HAL version.

        A driver of HAL 1.3 gets the model as the spec file declares it; for an older driver the
        model is converted. A malformed model is never converted. Raise ``NotConvertibleError`` if
        the driver's version cannot express the model.
        """
        if example.expect_failure:
            needed = needed_version(example)
            if needed > self.version:
                raise NotConvertibleError(self.version, [f"the case needs HAL {needed}"])
            return example
        claimed = example.version
        if self.version >= Version.V1_3 and claimed is not None and claimed <= self.version:
            return example
        return fit(example, self.version)[0]

    def _failing_form(self, verdicts: Sequence[Verdict], case: CaseFile) -> CaseFile:
        """Return the case, or its form with signed 8-bit data if only that form failed."""
        if not _only_coupled(verdicts):
            return case
        every = isinstance(self.judge, CouplingJudge) and self.judge.every
        signed = couple(case.example, every)
        if signed is None:
            return case
        return replace(case, case_id=case.case_id + SUFFIX, example=signed)

    def case_id(self, path: Path, name: str) -> str:
        """Return the case id of the item ``name`` in a spec file or case file."""
        if path.suffix == CASE_SUFFIX:
            with suppress(CaseError):
                return read_case(path).case_id
        return case_id_of(path, name)

    def dump_crash(self, path: Path, name: str, verdict: Verdict) -> tuple[Verdict, Dump | None]:
        """Dump a case whose process ended; ``verdict`` is all that is known of its execution.

        Return the verdict, with the dump's folder in its details, and the dump.
        """

        def pristine() -> CaseFile:
            if path.suffix == CASE_SUFFIX:
                return read_case(path)
            return CaseFile(verdict.case_id, self.index.load(path, name), seed=self.seed)

        return self.dumps.crashed(verdict, pristine)

    def judge_case(
        self, example: Example, case_id: str, paths: Sequence[ExecutionPath]
    ) -> Sequence[Verdict]:
        """Run one case and return its final verdicts.

        They include those on the case's mutants, and retries, waivers and the baseline have been
        applied. Verdicts on wrong values name the first operand that differs.
        """
        with self.judge.waiting(operation_names(example.model)):
            return self._judge_case(example, case_id, paths)

    def _judge_case(
        self, example: Example, case_id: str, paths: Sequence[ExecutionPath]
    ) -> Sequence[Verdict]:
        verdicts = self.judge.judge(example, case_id, paths)
        if self.mutate and not example.expect_failure:
            verdicts += mutants.judge(self.judge, self.version, example, case_id, self.mutate)
        if self.retries and any(verdict.kind.blames_driver for verdict in verdicts):
            verdicts = self._retry(example, case_id, paths, verdicts)
        verdicts = _with_types(example, verdicts)
        return with_cause(self.device, self.judge.options, example, self.gate.apply(verdicts))

    def _retry(
        self,
        example: Example,
        case_id: str,
        paths: Sequence[ExecutionPath],
        first: Sequence[Verdict],
    ) -> list[Verdict]:
        """Run a failing case again, up to ``--retry`` times, until it passes.

        Return the first verdicts, which are marked as flaky if a repetition passes. A flaky case
        remains a failure.
        """
        for attempt in range(1, self.retries + 1):
            again = self.judge.judge(example, case_id, paths)
            if not any(verdict.kind.blames_driver for verdict in again):
                return [_flaky(verdict, attempt) for verdict in first]
        return list(first)


def _judge(
    device: Device, options: Options, on_failure: FailureHook, mode: str, version: Version
) -> Judge:
    """Return the judge for a mode of ``--coupling``."""
    if mode == coupling.OFF:
        return Judge(device, options, on_failure, version)
    every = mode == coupling.ALL
    return CouplingJudge(device, options, on_failure, every, version, first_path=not every)


def wanted_paths(config: pytest.Config) -> tuple[str, ...]:
    """Return the paths of ``--paths``; raise ``pytest.UsageError`` for an unknown one."""
    texts = tuple(config.getoption("nn_paths").split(","))
    try:
        check_wanted(texts)
    except ValueError as error:
        raise pytest.UsageError(f"--paths: {error}") from error
    return texts


def _gate(config: pytest.Config, policy: Policy, folder: Path) -> Gate:
    """Return the gate with the waivers and baseline of the command line, else of the policy."""
    waivers = _chosen(config.getoption("nn_waivers"), policy.waivers, folder)
    baseline = _chosen(config.getoption("nn_baseline"), policy.baseline, folder)
    return Gate(
        read_waivers(waivers) if waivers else (),
        read_baseline(baseline) if baseline else None,
        must_run=policy.forbid_newly_declined,
    )


def _chosen(option: str | None, policy: str, folder: Path) -> Path | None:
    if option:
        return Path(option)
    return folder / policy if policy else None


def operand_types(example: Example) -> list[str]:
    """Return the names of the operand types of the main subgraph, each once, in enum order."""
    return _type_names(tuple(sorted({operand.type for operand in example.model.main.operands})))


@cache
def _type_names(codes: tuple[int, ...]) -> list[str]:
    return [name_of(OperandType, code) for code in codes]


def _with_types(example: Example, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts with the case's operand types in the details of the first one.

    The first verdict on the signed form gets the types of that form. The tally derives the set of
    executed types from these details.
    """
    found = list(verdicts)
    types = operand_types(example)
    if found:
        found[0] = replace(found[0], details={**found[0].details, "types": types})
    for number, verdict in enumerate(found):
        if is_coupled(verdict.path):
            signed = [coupling.SIGNED if name == coupling.UNSIGNED else name for name in types]
            details = {**verdict.details, "types": sorted(set(signed))}
            found[number] = replace(verdict, details=details)
            break
    return found


def _only_coupled(verdicts: Sequence[Verdict]) -> bool:
    """Return whether the case fails with signed 8-bit data but not with its own data."""
    told = [v for v in verdicts if v.kind.blames_driver or v.kind is Kind.WAIVED]
    return bool(told) and all(is_coupled(v.path) for v in told)


def _too_new(example: Example, case_id: str, reasons: Sequence[str], declared: Version) -> Verdict:
    """Return the verdict on a case that needs a newer HAL version than the driver declares.

    It is not applicable, because no client passes such a model to an older driver.
    """
    operations = operation_names(example.model)
    needed = max(needed_version(example), Version(declared + 1))
    reason = f"the case needs HAL {needed}, the driver declares {declared}"
    details = {"needs": str(needed), "reasons": list(reasons)}
    return Verdict(
        case_id, "", Kind.NOT_APPLICABLE, "version.declared", reason, operations, details
    )


def _flaky(verdict: Verdict, attempt: int) -> Verdict:
    if not verdict.kind.blames_driver:
        return verdict
    reason = f"flaky: passed when judged again ({attempt}); at first: {verdict.reason}"
    return replace(verdict, reason=reason, details={**verdict.details, "flaky": attempt})


RUN = pytest.StashKey[Run]()

"""What one pytest process needs to judge: the device, the index of specs, the judge."""

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
"""Seconds that a run may take in all to make failing random graphs smaller."""


class Run:
    """Made once in every process that collects or judges."""

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
        """The time that the driver takes; its limit is set when the cases are known."""
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
        """Seconds that are left for making failing random graphs smaller."""
        self.supported: dict[str, tuple[tuple[int, int], ...]] = {}
        """What the driver supports of random graphs' narrowed profiles, by their names."""

    def judge_example(
        self, path: Path, name: str, case_id: str
    ) -> tuple[Sequence[Verdict], Dump | None]:
        """All verdicts on one example of a spec file, one for each path, and the failure's dump."""
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
        """The same for the case of a case file, along the paths that the file names."""
        try:
            case = read_case(path)
            paths = paths_of(self.version, case_id, case.paths)
        except (CaseError, ValueError) as error:
            rule = "case.unreadable"
            return [Verdict(case_id, "", Kind.INTERNAL_ERROR, rule, str(error))], None
        # What a malformed model would need is no question that has an answer.
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
        """The example as a driver of this version sees it; ``NotConvertibleError`` if it cannot.

        From 1.3 on what the spec file claims holds; older drivers see every model in their own
        terms. A malformed model is never converted.
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
        """The case, in its signed form where only that one failed."""
        if not _only_coupled(verdicts):
            return case
        every = isinstance(self.judge, CouplingJudge) and self.judge.every
        signed = couple(case.example, every)
        if signed is None:
            return case
        return replace(case, case_id=case.case_id + SUFFIX, example=signed)

    def case_id(self, path: Path, name: str) -> str:
        """Id of an item's case, told from its file and its name."""
        if path.suffix == CASE_SUFFIX:
            with suppress(CaseError):
                return read_case(path).case_id
        return case_id_of(path, name)

    def dump_crash(self, path: Path, name: str, verdict: Verdict) -> tuple[Verdict, Dump | None]:
        """Write down a case of which nothing is left but its verdict."""

        def pristine() -> CaseFile:
            if path.suffix == CASE_SUFFIX:
                return read_case(path)
            return CaseFile(verdict.case_id, self.index.load(path, name), seed=self.seed)

        return self.dumps.crashed(verdict, pristine)

    def judge_case(
        self, example: Example, case_id: str, paths: Sequence[ExecutionPath]
    ) -> Sequence[Verdict]:
        """Verdicts on one case as policy and gate leave them."""
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
        """Judge again; a failure that does not come back is flaky, which is a failure too."""
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
    """The paths that the command line asks for."""
    texts = tuple(config.getoption("nn_paths").split(","))
    try:
        check_wanted(texts)
    except ValueError as error:
        raise pytest.UsageError(f"--paths: {error}") from error
    return texts


def _gate(config: pytest.Config, policy: Policy, folder: Path) -> Gate:
    """Waivers and baseline: those of the command line, else the policy's."""
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
    """Names of the operand types of the main subgraph."""
    return _type_names(tuple(sorted({operand.type for operand in example.model.main.operands})))


@cache
def _type_names(codes: tuple[int, ...]) -> list[str]:
    return [name_of(OperandType, code) for code in codes]


def _with_types(example: Example, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts; the first of the case and the first of its signed form name operand types."""
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
    """Whether the case fails in its signed form alone."""
    told = [v for v in verdicts if v.kind.blames_driver or v.kind is Kind.WAIVED]
    return bool(told) and all(is_coupled(v.path) for v in told)


def _too_new(example: Example, case_id: str, reasons: Sequence[str], declared: Version) -> Verdict:
    """No client hands an older driver such a model: nothing is asked of it."""
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

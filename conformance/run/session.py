"""The driver, the cases, the judge, the gate and the dumps of one process of a run.

The plugin keeps one ``RunContext`` in the stash of pytest's configuration, where items find it.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from conformance.cases import Example, SpecError, SpecIndex
from conformance.cases.casefile import CASE_SUFFIX, CaseError, CaseFile, read_case
from conformance.cases.sources import InvalidSpecError, case_id_of, require_valid_spec
from conformance.cases.version_conversion import convert_example, required_version
from conformance.checks.mutants import model_mutants
from conformance.coverage.observations import example_uses
from conformance.drivers import (
    DriverIdentity,
    DriverLoadError,
    identify_driver,
    open_driver,
    updated_build,
)
from conformance.drivers.own_process import IsolatedDevice, ProcessLimits
from conformance.drivers.own_process.limits import parse_seconds, parse_size
from conformance.drivers.start_limit import start_limit
from conformance.failures.failure_dump import DumpResult
from conformance.failures.localization import add_divergence
from conformance.gate.baseline import read_baseline
from conformance.gate.gate import VerdictGate
from conformance.gate.policy import Policy, read_waivers
from conformance.hal import Device, OperandType, Version, name_of
from conformance.harness import quantization_coupling
from conformance.harness.execution.executor import CaseHooks
from conformance.harness.failure import CaseFailure, FailureHook, PathAttempt
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.case_under_test import operation_names
from conformance.harness.planning.execution_path import ExecutionPath, resolve_paths
from conformance.harness.planning.path_selection import check_path_words, select_paths
from conformance.harness.quantization_coupling import (
    COUPLED_NAME_SUFFIX,
    CouplingJudge,
    convert_to_signed,
    is_coupled_path,
)
from conformance.harness.supervision.wait_policy import DriverTime, WaitPolicy
from conformance.oracle.accuracy import ROUNDING_BIAS, rounding_bias
from conformance.oracle.intervals.interval_check import (
    MODEL_SOURCE,
    OutputIntervalCheck,
    interval_check_for,
)
from conformance.oracle.other_data import other_data_for
from conformance.run.case_runner import (
    MODEL_SUFFIX,
    SEQUENCE_CASE,
    is_layer_source,
    judge_sequence,
    load_model_case,
    load_model_sequence,
    model_case_id,
)
from conformance.run.dumps import DumpCollector
from conformance.validation.version import NotConvertibleError
from conformance.verdicts import Verdict, VerdictKind
from nn_conformance_options import Settings

if TYPE_CHECKING:
    from conformance.models.model_cases import ModelSequence

_HOOK_TIMEOUT: Final = 600.0
_STAGE_HERE: Final = "start"
"""The stage of ``--limit`` that also applies to a driver in the pytest process."""


def open_device(driver: str, settings: Settings, policy: Policy, limits: ProcessLimits) -> Device:
    """Open the driver, in this process or in a separate one, and return it.

    Raise ``DriverLoadError`` if it cannot be opened, and ``pytest.UsageError`` for a limit that
    requires ``--isolate``.
    """
    if not settings.isolate:
        _check_limits_apply(settings)
        return open_driver(driver)
    reset = policy.hooks.reset
    return IsolatedDevice(
        driver, limits, before_restart=(lambda: _run_hook("reset", reset)) if reset else None
    )


def set_up(config: pytest.Config, policy: Policy) -> None:
    """Run the policy's ``setup`` command; only on the controller, so once for all workers."""
    if policy.hooks.setup and not hasattr(config, "workerinput"):
        _run_hook("setup", policy.hooks.setup)


def starting(driver: str, limits: ProcessLimits, *, isolated: bool) -> AbstractContextManager[None]:
    """Return a context that limits the time for loading the driver and querying its identity.

    An isolated driver needs no such limit: its process has one.
    """
    if isolated:
        return nullcontext()
    return start_limit(driver, "loading the driver and querying its identity", limits.start)


def time_limits(settings: Settings, policy: Policy) -> ProcessLimits:
    """Return the limits on the driver; the command line overrides the policy."""
    limits = ProcessLimits().with_stages(f"{name}={value}" for name, value in policy.limits.items())
    changes: dict[str, Any] = {"restarts": settings.max_restarts}
    try:
        option = "--limit"
        limits = limits.with_stages(settings.limit)
        option = "--memory-limit"
        if settings.memory_limit is not None:
            changes["memory"] = parse_size(settings.memory_limit)
        option = "--cpu-limit"
        if settings.cpu_limit is not None:
            changes["cpu"] = parse_seconds(settings.cpu_limit)
    except ValueError as error:
        raise pytest.UsageError(f"{option} {error}") from error
    if settings.file_limit is not None:
        changes["files"] = settings.file_limit
    return limits.with_changes(**changes)


def _check_limits_apply(settings: Settings) -> None:
    """Raise ``pytest.UsageError`` for a limit that applies only to an isolated driver."""
    for text in settings.limit:
        if text.partition("=")[0] != _STAGE_HERE:
            raise pytest.UsageError(
                f"--limit {text} applies only to an isolated driver: add --isolate (without it, "
                f"only {_STAGE_HERE} can be limited)"
            )
    for value, option in (
        (settings.memory_limit, "--memory-limit"),
        (settings.file_limit, "--file-limit"),
        (settings.cpu_limit, "--cpu-limit"),
    ):
        if value:
            raise pytest.UsageError(f"{option} applies only to an isolated driver: add --isolate")


def _run_hook(name: str, command: str) -> None:
    """Run one of the policy's shell commands; raise ``DriverLoadError`` if it fails."""
    what = f"the {name} hook of [tool.nn-conformance.hooks]"
    try:
        done = subprocess.run(
            command,
            shell=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_HOOK_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise DriverLoadError(f"{what} did not end within {_HOOK_TIMEOUT:g} s") from error
    if done.returncode:
        output = (done.stdout + done.stderr)[-2000:].rstrip()
        raise DriverLoadError(f"{what} ended with exit status {done.returncode}\n{output}")


MINIMISING: Final = 60.0
"""Total time in seconds that a run may spend on minimizing failing random graphs."""


class RunContext:
    """The driver, spec index, judge, gate and dumps of one process.

    Each process that collects or runs cases has one; under xdist these are the controller and all
    workers. The constructor raises ``DriverLoadError`` if the driver cannot be opened.
    """

    def __init__(self, config: pytest.Config, settings: Settings, policy: Policy) -> None:
        self.settings = settings
        self.driver = driver = settings.driver or ""
        self.policy = policy
        self.gate = _load_gate(settings, policy)
        self.demands = policy.requirements(baseline=self.gate.baseline is not None)
        self.seed = settings.seed
        self.paths: tuple[str, ...] = requested_paths(settings)
        self.unsupported = settings.model_unsupported
        """The treatment of operators of a model file that the contract cannot express."""
        self.limits: ProcessLimits = time_limits(settings, policy)
        set_up(config, policy)
        start = time.monotonic()
        with starting(driver, self.limits, isolated=settings.isolate):
            self.device: Device = open_device(driver, settings, policy, self.limits)
            self.identity: DriverIdentity = identify_driver(self.device)
        self.version = self.identity.version or Version.V1_3
        self.driver_time = DriverTime(used=time.monotonic() - start)
        """The time that the driver has used; its limit is set when the number of cases is known."""
        self.index = SpecIndex(time_limit=settings.spec_time_limit)
        self.dump_collector = DumpCollector(config, settings, self.identity)
        options = JudgeOptions(
            callback_timeout=settings.callback_timeout,
            seed=self.seed,
            mutants_per_operation=settings.mutants,
            cache_corruptions=settings.cache_corruptions,
        )
        with starting(driver, self.limits, isolated=settings.isolate):
            self.judge = _judge(
                self.device,
                options,
                self.dump_collector.remember_failure,
                settings.coupling,
                self.version,
                WaitPolicy(self.driver_time),
            )
        self.seconds_to_minimise = MINIMISING
        """Remaining time in seconds for minimizing failing random graphs."""
        self.supported_cells: dict[str, tuple[tuple[int, int], ...]] = {}
        """Operations and types that the driver supports, by the name of a narrowed profile."""

    def reopen(self) -> Device:
        """Open the driver a second time, in this process, and return it."""
        return open_driver(self.driver)

    def open_updated(self) -> Device | None:
        """Open the newer build of the driver, if one is known, and return it."""
        text = self.settings.updated_driver or updated_build(self.driver)
        return open_device(text, self.settings, self.policy, self.limits) if text else None

    def judge_example(
        self, path: Path, name: str, case_id: str
    ) -> tuple[Sequence[Verdict], DumpResult | None]:
        """Run one example of a spec file; return its verdicts and, for a failure, its dump.

        Each execution path has at least one verdict. An example that cannot be read, or whose model
        breaks the contract, leads to an internal error, and one that needs a newer HAL version than
        the driver declares is not applicable.
        """

        def load() -> Example:
            example = self.index.load(path, name)
            require_valid_spec(path, name, example)
            return example

        try:
            return self.judge_loaded(load, case_id, "")
        except SpecError as error:
            rule = "spec.invalid" if isinstance(error, InvalidSpecError) else "spec.unreadable"
            return [Verdict(case_id, "", VerdictKind.INTERNAL_ERROR, rule, str(error))], None

    def judge_loaded(
        self, load: Callable[[], Example], case_id: str, source: str
    ) -> tuple[Sequence[Verdict], DumpResult | None]:
        """Run the example that ``load`` returns; ``source`` is recorded in a dump."""
        prepared = self._prepare_case(load(), case_id)
        if isinstance(prepared, Verdict):
            return self.gate.apply([prepared]), None
        example, paths = prepared
        hooks = self._hooks_for(example, source)
        verdicts = self.judge_case(example, case_id, paths, hooks, layer=is_layer_source(source))

        def pristine() -> CaseFile:
            again = self._convert_for_driver(load())
            case = CaseFile(case_id, again, seed=self.seed, source=source)
            return self._failing_variant(verdicts, case)

        return self.dump_collector.dump_case(verdicts, pristine)

    def judge_case_file(
        self, path: Path, case_id: str
    ) -> tuple[Sequence[Verdict], DumpResult | None]:
        """Run the case of a case file along the paths that it names; see ``judge_example``."""
        try:
            case = read_case(path)
            paths = resolve_paths(self.version, case_id, case.paths)
        except (CaseError, ValueError) as error:
            rule = "case.unreadable"
            return [Verdict(case_id, "", VerdictKind.INTERNAL_ERROR, rule, str(error))], None
        # The version that the file states is used, because none can be computed for a malformed
        # model.
        needed = case.example.version or Version.V1_0
        if needed > self.version:
            reasons = [f"the case needs HAL {needed}"]
            too_new = _version_not_applicable(case.example, case_id, reasons, self.version)
            return self.gate.apply([too_new]), None
        hooks = self._hooks_for(case.example, case.source)
        layer = is_layer_source(case.source)
        verdicts = self.judge_case(case.example, case_id, paths, hooks, layer=layer)
        file = None if _only_signed_form_failed(verdicts) else path
        return self.dump_collector.dump_case(
            verdicts, lambda: self._failing_variant(verdicts, read_case(path)), file
        )

    def judge_model_case(
        self, path: Path, name: str, case_id: str
    ) -> tuple[Sequence[Verdict], DumpResult | None]:
        """Run one case of a model file; see ``judge_example``.

        A value may differ from the expected one by what admissible rounding in the earlier
        operations explains.
        """
        source = f"{MODEL_SOURCE}/{case_id}"
        if name == SEQUENCE_CASE:
            return self._judge_sequence(
                load_model_sequence(path, self.unsupported), case_id, source
            )
        return self.judge_loaded(
            lambda: load_model_case(path, name, self.unsupported), case_id, source
        )

    def _judge_sequence(
        self, sequence: ModelSequence, case_id: str, source: str
    ) -> tuple[Sequence[Verdict], DumpResult | None]:
        """Run the steps of a sequence along each path; the driver's states are passed on."""
        prepared = self._prepare_case(sequence.example(0, None), case_id)
        if isinstance(prepared, Verdict):
            return self.gate.apply([prepared]), None

        def judge_step(
            example: Example, path: ExecutionPath
        ) -> tuple[Sequence[Verdict], Sequence[bytes] | None]:
            outputs: dict[str, tuple[bytes, ...]] = {}
            hooks = CaseHooks(interval_check_for(example, source), outputs.__setitem__)
            verdicts = self.judge_case(example, case_id, (path,), hooks)
            return verdicts, outputs.get(str(path))

        verdicts, failed = judge_sequence(
            sequence, prepared[1], self._convert_for_driver, judge_step
        )
        return self.dump_collector.dump_case(
            verdicts, lambda: CaseFile(case_id, failed, seed=self.seed, source=source)
        )

    def _prepare_case(
        self, example: Example, case_id: str
    ) -> tuple[Example, tuple[ExecutionPath, ...]] | Verdict:
        """Return the example for this driver and its paths, or why there are none."""
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

    def _failing_variant(self, verdicts: Sequence[Verdict], case: CaseFile) -> CaseFile:
        """Return the case, or its form with signed 8-bit data if only that form failed."""
        if not _only_signed_form_failed(verdicts):
            return case
        every = isinstance(self.judge, CouplingJudge) and self.judge.all_models
        if (signed := convert_to_signed(case.example, every)) is None:
            return case
        return replace(case, case_id=case.case_id + COUPLED_NAME_SUFFIX, example=signed)

    def case_id(self, path: Path, name: str) -> str:
        """Return the case id of the item ``name`` in a spec file or case file."""
        if path.suffix == MODEL_SUFFIX:
            return model_case_id(path, name)
        if path.suffix == CASE_SUFFIX:
            with suppress(CaseError):
                return read_case(path).case_id
        return case_id_of(path, name)

    def dump_crash(
        self, path: Path, name: str, verdict: Verdict
    ) -> tuple[Verdict, DumpResult | None]:
        """Dump a case whose process ended; ``verdict`` is all that is known of its execution.

        Return the verdict, with the dump's folder in its details, and the dump.
        """

        def pristine() -> CaseFile:
            if path.suffix == CASE_SUFFIX:
                return read_case(path)
            if path.suffix == MODEL_SUFFIX:
                example = load_model_case(path, name, self.unsupported)
                source = f"{MODEL_SOURCE}/{verdict.case_id}"
                return CaseFile(verdict.case_id, example, seed=self.seed, source=source)
            return CaseFile(verdict.case_id, self.index.load(path, name), seed=self.seed)

        return self.dump_collector.dump_crashed_case(verdict, pristine)

    def _hooks_for(self, example: Example, source: str) -> CaseHooks:
        """Return the interval check and the other data for an example of this source."""
        return CaseHooks(
            interval_check_for(example, source),
            other_data=other_data_for(example, source, self.version),
        )

    def judge_case(
        self,
        example: Example,
        case_id: str,
        paths: Sequence[ExecutionPath],
        hooks: CaseHooks,
        *,
        layer: bool = False,
    ) -> Sequence[Verdict]:
        """Run one case and return its final verdicts.

        ``layer`` states that the case is a layer of a network, whose results must not deviate
        systematically; of ``hooks``, only the interval check applies to a layer.

        The verdicts include those on the case's mutants, and retries, waivers and the baseline have
        been applied. A case that passes when it fails at first and is run again (``--retry``)
        remains a failure, whose verdicts are marked as flaky. Verdicts on wrong values name the
        first operand that differs.
        """

        def judge() -> list[Verdict]:
            if not layer:
                return self.judge.judge_with_hooks(example, case_id, paths, hooks)
            outputs: dict[str, tuple[bytes, ...]] = {}
            own_hooks = CaseHooks(hooks.interval_check, outputs.__setitem__)
            found = self.judge.judge_with_hooks(example, case_id, paths, own_hooks)
            verdicts = [_with_rounding_bias(example, verdict, outputs) for verdict in found]
            attempts = tuple(
                PathAttempt(verdict, outputs[verdict.path])
                for verdict in verdicts
                if verdict.rule == ROUNDING_BIAS
            )
            if attempts:
                self.dump_collector.remember_failure(CaseFailure(case_id, example, attempts))
            return verdicts

        with self.judge.waiting(operation_names(example.model)):
            verdicts = judge()
            if count := self.settings.mutants_per_case:
                verdicts += model_mutants.judge_mutants(
                    self.judge, self.version, example, case_id, count
                )
            if any(verdict.kind.blames_driver for verdict in verdicts):
                for attempt in range(1, self.settings.retry + 1):
                    if not any(verdict.kind.blames_driver for verdict in judge()):
                        verdicts = [_flaky_verdict(verdict, attempt) for verdict in verdicts]
                        break
            final, options = self.gate.apply(_with_types(example, verdicts)), self.judge.options
            return add_divergence(
                self.device, options, example, final, OutputIntervalCheck, hooks.other_data
            )


def _with_rounding_bias(
    example: Example, verdict: Verdict, outputs: Mapping[str, tuple[bytes, ...]]
) -> Verdict:
    """Return the verdict, or a failure if the outputs of its path deviate systematically."""
    if verdict.kind is not VerdictKind.PASSED or verdict.path not in outputs:
        return verdict
    reason = rounding_bias(example, outputs[verdict.path])
    if not reason:
        return verdict
    return replace(verdict, kind=VerdictKind.FAILED, rule=ROUNDING_BIAS, reason=reason)


def _judge(
    device: Device,
    options: JudgeOptions,
    on_failure: FailureHook,
    mode: str,
    version: Version,
    waits: WaitPolicy,
) -> Judge:
    """Return the judge for a mode of ``--coupling``."""
    if mode == quantization_coupling.OFF:
        return Judge(device, options, on_failure, version, waits)
    every = mode == quantization_coupling.ALL
    return CouplingJudge(device, options, on_failure, every, version, waits, first_path=not every)


def requested_paths(settings: Settings) -> tuple[str, ...]:
    """Return the paths of ``--paths``; raise ``pytest.UsageError`` for an unknown one."""
    texts = tuple(settings.paths.split(","))
    try:
        check_path_words(texts)
    except ValueError as error:
        raise pytest.UsageError(f"--paths: {error}") from error
    return texts


def _load_gate(settings: Settings, policy: Policy) -> VerdictGate:
    """Return the gate with the waivers and the baseline of the settings."""
    return VerdictGate(
        read_waivers(Path(settings.waivers)) if settings.waivers else (),
        read_baseline(Path(settings.baseline)) if settings.baseline else None,
        must_run=policy.forbid_newly_declined,
        relax_vts=policy.vts_demands == "warn",
    )


def operand_types(example: Example) -> list[str]:
    """Return the names of the operand types of the main subgraph, each once, in enum order."""
    return _type_names(tuple(sorted({operand.type for operand in example.model.main.operands})))


@cache
def _type_names(codes: tuple[int, ...]) -> list[str]:
    return [name_of(OperandType, code) for code in codes]


def _with_types(example: Example, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts with the case's operand types and uses in the details of the first one.

    The first verdict on the signed form gets the types of that form. ``RunStatistics`` derives the
    set of executed types from these details, and ``RunMatrix`` its cells from the uses.
    """
    typed = list(verdicts)
    types = operand_types(example)
    if typed:
        facts = {"types": types, "uses": example_uses(example)}
        typed[0] = replace(typed[0], details={**typed[0].details, **facts})
    for number, verdict in enumerate(typed):
        if is_coupled_path(verdict.path):
            signed = [
                quantization_coupling.SIGNED if name == quantization_coupling.UNSIGNED else name
                for name in types
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


RUN_CONTEXT_KEY = pytest.StashKey[RunContext]()


def run_context_of(config: pytest.Config) -> RunContext:
    """Return the ``RunContext`` of this session."""
    return config.stash[RUN_CONTEXT_KEY]

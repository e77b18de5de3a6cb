"""Conforming drivers that differ from the reference driver: no check may blame them."""

from __future__ import annotations

import time
from itertools import product
from typing import Any

import pytest

from conformance.drivers.driver import Driver
from conformance.hal import (
    NO_TIMING,
    Capabilities,
    CapabilitiesV1_0,
    CapabilitiesV1_1,
    CapabilitiesV1_2,
    DeviceStatus,
    ErrorStatus,
    Extension,
    OperandPerformance,
    OperandType,
    PerformanceInfo,
    Timing,
    Version,
    is_tensor,
)
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath, QualityOfService
from conformance.run.describe import describe_device
from conformance.verdicts import Verdict, VerdictKind
from tests.faults.calls.fences import FencedTimes
from tests.faults.drivers import FaultyDevice, FaultyPreparedModel
from tests.faults.legal_calls import CALL_DRIVERS
from tests.faults.row import CASE_WITH_PAUSE, CHECKS, EXAMPLE

NONE, FAILURE, INVALID = (
    ErrorStatus.NONE,
    ErrorStatus.GENERAL_FAILURE,
    ErrorStatus.INVALID_ARGUMENT,
)
FAST = PerformanceInfo(0.5, 0.25)
TABLE = tuple(
    OperandPerformance(int(code), FAST)
    for code in (OperandType.FLOAT32, OperandType.TENSOR_FLOAT32)
)
OPTIONS = JudgeOptions(callback_timeout=1.0)


def verdicts(device: Any, by: str) -> list[Verdict]:
    """Run one check (``area.name``) or path on a driver and return the verdicts."""
    judge = Judge(Driver(device, reopen=type(device)), OPTIONS)
    if "." in by:
        return [*CHECKS[by].run(judge), *judge.close()]
    return [*judge.judge(EXAMPLE, CASE_WITH_PAUSE, [ExecutionPath.parse(by)]), *judge.close()]


def not_blamed(
    device: Any, by: str, *, kinds: frozenset[VerdictKind] = frozenset({VerdictKind.PASSED})
) -> None:
    """Assert that all verdicts on the driver are of the ``kinds``."""
    actual = verdicts(device, by)
    assert actual
    assert {verdict.kind for verdict in actual} <= kinds, [str(verdict) for verdict in actual]


def with_models(kind: type[FaultyPreparedModel]) -> FaultyDevice:
    """Return a driver whose prepared models are instances of this class."""
    return type(f"With{kind.__name__}", (FaultyDevice,), {"prepared": kind})()


# 1.x types.hal, Capabilities

WARNED = frozenset({VerdictKind.PASSED, VerdictKind.QUALITY_WARNING})
FORMS: list[tuple[Version, Any]] = [
    (Version.V1_0, CapabilitiesV1_0(FAST, FAST)),
    (Version.V1_1, CapabilitiesV1_1(FAST, FAST, FAST)),
    (Version.V1_2, CapabilitiesV1_2(FAST, FAST, TABLE)),
    (Version.V1_2, CapabilitiesV1_2(FAST, FAST, ())),
    (Version.V1_3, Capabilities(FAST, FAST, TABLE, FAST, FAST)),
]
REPORTED = [
    (version, figures)
    for version, (since, figures) in product(
        (Version.V1_0, Version.V1_1, Version.V1_2, Version.V1_3, Version.AIDL_V3), FORMS
    )
    if since >= min(version, Version.V1_3)
]


def reporting(version: Version, figures: Any) -> FaultyDevice:
    """Return a driver of a HAL version with these capabilities and the version's queries."""

    class Reporting(FaultyDevice):
        def __init__(self) -> None:
            super().__init__(version)

        def get_capabilities(self) -> Any:
            return NONE, figures

        if version < Version.V1_2:

            def get_version_string(self) -> Any:
                raise NotImplementedError("not in IDevice of this version")

            get_type = get_supported_extensions = get_version_string
            get_number_of_cache_files_needed = get_version_string

    return Reporting()


@pytest.mark.parametrize(("version", "figures"), REPORTED, ids=str)
@pytest.mark.parametrize("name", ["capabilities", "repeated_queries", "queries_after_restart"])
def test_capabilities_in_the_form_of_the_version_or_a_newer_one(version, figures, name):
    empty = name == "capabilities" and not getattr(figures, "operand_performance", TABLE)
    kind = VerdictKind.QUALITY_WARNING if empty else VerdictKind.PASSED
    not_blamed(reporting(version, figures), f"queries.{name}", kinds=frozenset({kind}))


@pytest.mark.parametrize(("version", "figures"), REPORTED, ids=str)
def test_capabilities_of_the_version_or_newer_are_described_without_a_problem(version, figures):
    portrait = describe_device(reporting(version, figures), ())
    assert not portrait.problems
    assert portrait.capabilities
    assert {row[1:] for row in portrait.capabilities} == {(0.5, 0.25)}


@pytest.mark.parametrize(
    ("version", "figures"),
    [(Version.V1_3, FORMS[2][1]), (Version.V1_2, FORMS[1][1]), (Version.V1_1, FORMS[0][1])],
    ids=str,
)
def test_an_older_form_than_the_version_is_described_with_a_problem(version, figures):
    (problem,) = describe_device(reporting(version, figures), ()).problems
    assert "get_capabilities answered" in problem
    assert "was expected" in problem


# 1.2 types.hal, Extension.name; getSupportedExtensions of the official suite


@pytest.mark.parametrize(
    "name", ["com.example.matrix", ".vendor", "vendor.", "a.b", "_._", "2.0", "com..twice"]
)
def test_any_extension_name_of_allowed_characters_with_a_period_is_valid(name):
    class Extended(FaultyDevice):
        def get_supported_extensions(self) -> Any:
            return NONE, [Extension(name, ())]

    not_blamed(Extended(), "queries.extensions")
    assert describe_device(Extended(), ()).identity.extensions == (name,)


# Timing, IFencedExecutionCallback.getExecutionInfo: "any time may be reported as UINT64_MAX"


def left_out(timing: Timing, kept: tuple[bool, bool]) -> Timing:
    """Return a timing in which only the ``kept`` numbers are reported."""
    device, driver = kept
    return Timing(
        timing.time_on_device if device else NO_TIMING,
        timing.time_in_driver if driver else NO_TIMING,
    )


@pytest.mark.parametrize("kept", list(product((True, False), repeat=2)), ids=str)
@pytest.mark.parametrize("kept_since_fence", list(product((True, False), repeat=2)), ids=str)
@pytest.mark.parametrize("check", ["fence_wait_excluded", "plausible"])
def test_any_time_of_a_fenced_execution_may_be_omitted(kept, kept_since_fence, check):
    class Partly(FencedTimes):
        def times(self, launched: Timing, fenced: Timing) -> tuple[Timing, Timing]:
            return left_out(launched, kept), left_out(fenced, kept_since_fence)

    not_blamed(with_models(Partly), f"timing.{check}")


# IPreparedModel.executeFenced: "the execution may be aborted"


class IgnoresDeadlines(FaultyPreparedModel):
    """Executes without regard to deadlines, like the public sample driver."""

    def execute_fenced(
        self, request: Any, wait_for: Any, measure: int, _d: Any, loop: Any, _u: Any
    ) -> Any:
        return self.right.execute_fenced(request, wait_for, measure, None, loop, None)

    def execute_synchronously(self, request: Any, measure: int, _d: Any, loop: Any) -> Any:
        return self.right.execute_synchronously(request, measure, None, loop)

    def execute(self, request: Any, measure: int, _d: Any, *more: Any) -> Any:
        return self.right.execute(request, measure, None, *more)


@pytest.mark.parametrize("name", [name for name in CHECKS if name.startswith("fences")])
def test_a_driver_may_ignore_deadlines_and_wait_for_fences_within_the_call(name):
    warned = name == "fences.deadline_without_signal"
    kinds = WARNED if warned else frozenset({VerdictKind.PASSED})
    not_blamed(with_models(IgnoresDeadlines), name, kinds=kinds)
    not_blamed(CALL_DRIVERS["WaitsForFences"](Version.V1_3), name)


@pytest.mark.parametrize("name", [name for name in CHECKS if name.startswith("qos.")])
def test_a_driver_may_ignore_deadlines_of_unfenced_executions(name):
    not_blamed(with_models(IgnoresDeadlines), name, kinds=WARNED)


class MissesDeadlines(IgnoresDeadlines):
    """Misses every deadline that is less than a second away, also before it has passed."""

    def execute_synchronously(self, request: Any, measure: int, deadline: Any, loop: Any) -> Any:
        if deadline is not None and deadline < time.monotonic_ns() + 1_000_000_000:
            return ErrorStatus.MISSED_DEADLINE_PERSISTENT, (), Timing()
        return self.right.execute_synchronously(request, measure, None, loop)


@pytest.mark.parametrize("kind", [IgnoresDeadlines, MissesDeadlines])
@pytest.mark.parametrize("quality", [quality for quality in QualityOfService if quality])
@pytest.mark.parametrize("mode", ["sync", "async", "fenced"])
def test_paths_with_deadlines_permit_an_abort_and_do_not_require_it(kind, quality, mode):
    not_blamed(with_models(kind), f"{mode}-fast-{quality}")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CHECKS if name.startswith("loop_limits.")])
def test_a_driver_may_abort_a_loop_only_at_its_timeout(name):
    not_blamed(with_models(IgnoresDeadlines), name, kinds=WARNED)


# IPreparedModel.execute: only fully specified models must execute


class FullySpecifiedOnly(FaultyPreparedModel):
    """Answers GENERAL_FAILURE if the model leaves dimensions of inputs or outputs unknown."""

    @property
    def open(self) -> bool:
        main = self.model.main
        arguments = [main.operands[i] for i in (*main.input_indexes, *main.output_indexes)]
        return any(0 in (each.dimensions or (0,)) for each in arguments if is_tensor(each.type))

    def execute_synchronously(self, *arguments: Any) -> Any:
        status, shapes, timing = self.right.execute_synchronously(*arguments)
        if self.open and status != INVALID:
            return FAILURE, (), Timing()
        return status, shapes, timing


@pytest.mark.parametrize(
    "name",
    [name for name in CHECKS if name.startswith(("dynamic_outputs.", "bursts.", "timing.no_"))],
)
def test_a_driver_may_decline_unknown_dimensions(name):
    kinds = frozenset({VerdictKind.PASSED, VerdictKind.DECLINED})
    not_blamed(with_models(FullySpecifiedOnly), name, kinds=kinds)


# ErrorStatus::DEVICE_UNAVAILABLE: "driver is offline or busy"

LACKING = {
    ErrorStatus.DEVICE_UNAVAILABLE: VerdictKind.UNAVAILABLE,
    ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT: VerdictKind.NO_RESOURCES,
    ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT: VerdictKind.TOO_LARGE,
}


def _busy(status: ErrorStatus) -> type[FaultyPreparedModel]:
    class Busy(FaultyPreparedModel):
        def execute(self, *arguments: Any) -> Any:
            arguments[-1].notify(status, (), Timing())
            return status

        def execute_synchronously(self, *arguments: Any) -> Any:
            return status, (), Timing()

        def execute_fenced(self, *arguments: Any) -> Any:
            return status, None, None

    return Busy


@pytest.mark.parametrize("status", LACKING, ids=lambda status: status.name)
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in CHECKS
        if name.startswith(("concurrency.", "fences", "repeated_", "loop_limits."))
    ],
)
def test_a_device_that_is_busy_in_every_execution_is_not_blamed(name, status):
    kinds = frozenset({LACKING[status], VerdictKind.PASSED})
    not_blamed(with_models(_busy(status)), name, kinds=kinds)


@pytest.mark.parametrize("status", LACKING, ids=lambda status: status.name)
@pytest.mark.parametrize("stage", ["prepare", "supported"])
@pytest.mark.parametrize(
    "by", ["concurrency.threads_on_one_model", "timing.plausible", "sync-fast"]
)
def test_a_device_without_resources_is_not_blamed(by, stage, status):
    class Lacking(FaultyDevice):
        def get_supported_operations(self, model: Any) -> Any:
            if stage == "supported":
                return status, ()
            return super().get_supported_operations(model)

        def prepare_model(self, model: Any, *arguments: Any) -> ErrorStatus:
            arguments[-1].notify(status, None)
            return status

        def get_status(self) -> DeviceStatus:
            return DeviceStatus.AVAILABLE

    (verdict, *_) = verdicts(Lacking(), by)
    assert verdict.kind is LACKING[status], str(verdict)

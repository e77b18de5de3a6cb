"""Paths whose arguments are in driver-managed buffers: requests, refusals and faults.

The required outcomes are those of the official suite's generated tests of memory domains.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.driver_sdk.buffers import DomainBuffer, RequestBuffers
from conformance.hal import BufferToken, ErrorStatus, Request, Version
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import (
    DriverMemory,
    ExecutionMode,
    ExecutionPath,
    is_path_available,
)
from conformance.harness.planning.expectations import reason_not_applicable
from conformance.harness.planning.path_selection import select_paths
from conformance.reference import ReferenceDevice
from conformance.results.policy_check import unmet_requirements
from conformance.results.run_statistics import RunStatistics, was_executed
from conformance.verdicts import Verdict, VerdictKind
from tests.faults.calls.memories import RewritingModel
from tests.faults.calls.memory_domains import FirstByteLost
from tests.faults.domain_devices import DomainDevice, domain_device
from tests.faults.drivers import FaultyDevice
from tests.sample_drivers.adder_driver import add_example

EXAMPLE = add_example()
DECLINED = VerdictKind.NOT_APPLICABLE, "path.declined"
FORMS = ("", "-shape_in_request", "-unknown_dimensions", "-unknown_rank")


def along(device: ReferenceDevice, path: str) -> Verdict:
    judge = Judge(device)
    (verdict,) = judge.judge(EXAMPLE, "case", [ExecutionPath.parse(path)])
    assert not judge.close()
    return verdict


class Recording(RewritingModel):
    """Records the requests that it receives."""

    requests: list[Request]

    def changed(self, request):
        Recording.requests.append(request)
        return request


@pytest.mark.parametrize("mode", ["sync", "async", "fenced", "burst"])
def test_each_argument_has_its_own_buffer(mode):
    Recording.requests = []
    device = type("Device", (FaultyDevice,), {"prepared": Recording})()
    assert along(device, f"{mode}-fast-domain").kind is VerdictKind.PASSED
    (request,) = Recording.requests
    used = [argument.location for argument in (*request.inputs, *request.outputs)]
    tokens = [request.pools[location.pool_index] for location in used]
    assert all(isinstance(pool, BufferToken) for pool in tokens)
    assert len(set(tokens)) == len(tokens) == 3
    assert {(location.offset, location.length) for location in used} == {(0, 0)}


@pytest.mark.parametrize("version", [Version.V1_3, Version.AIDL_V4], ids=str)
def test_the_reference_passes_along_every_path_with_buffers(version):
    paths = select_paths(version, "case", EXAMPLE, ["domain"])
    modes = {mode for mode in ExecutionMode if is_path_available(ExecutionPath(mode), version)}
    assert {"sync", "fenced", "burst"} < modes
    assert {str(path.mode) for path in paths} == modes
    judge = Judge(ReferenceDevice(version))
    verdicts = judge.judge(EXAMPLE, "case", paths)
    assert {verdict.kind for verdict in verdicts} == {VerdictKind.PASSED}, verdicts
    assert len(verdicts) == len(modes) * len(FORMS)
    assert not judge.close()


def test_there_are_no_buffers_before_1_3():
    assert not select_paths(Version.V1_2, "case", EXAMPLE, ["domain"])
    path = ExecutionPath(memory=DriverMemory.DOMAIN)
    assert reason_not_applicable(path, Version.V1_2, EXAMPLE)
    assert not reason_not_applicable(path, Version.V1_3, EXAMPLE)


def test_examples_without_data_or_that_must_fail_use_no_buffers():
    path = ExecutionPath(memory=DriverMemory.DOMAIN)
    failing = replace(EXAMPLE, expect_failure=True)
    outputs = tuple(replace(output, data=b"") for output in EXAMPLE.outputs)
    empty = replace(EXAMPLE, inputs=(None,) * len(EXAMPLE.inputs), outputs=outputs)
    assert reason_not_applicable(path, Version.V1_3, failing)
    assert reason_not_applicable(path, Version.V1_3, empty)


class WithoutDomains(DomainDevice):
    memory_domains = False


class OnlyInputs(DomainDevice):
    """Allocates only buffers for inputs."""

    def allocate(self, desc, models, inputs, outputs):
        if outputs:
            return ErrorStatus.GENERAL_FAILURE, None, 0
        return super().allocate(desc, models, inputs, outputs)


class OnlyStatic(DomainDevice):
    """Allocates only buffers of known dimensions."""

    def accepts_buffer(self, properties):
        return properties.byte_size is not None


class RefusesAsInvalid(DomainDevice):
    """Refuses every buffer with INVALID_ARGUMENT."""

    def allocate(self, *_):
        return ErrorStatus.INVALID_ARGUMENT, None, 0


class Unavailable(DomainDevice):
    """Has no device for buffers."""

    def allocate(self, *_):
        return ErrorStatus.DEVICE_UNAVAILABLE, None, 0


class NoCopyFrom(DomainBuffer):
    """copy_from always fails."""

    def copy_from(self, src, dimensions):
        return ErrorStatus.GENERAL_FAILURE


class NoCopyTo(DomainBuffer):
    """copy_to always fails."""

    def copy_to(self, dst):
        return ErrorStatus.GENERAL_FAILURE


class WritesToSharedMemory(RequestBuffers):
    """Writes outputs to the start of the client's output pool too."""

    def store_outputs(self, arrays):
        super().store_outputs(arrays)
        with self._request.pools[1].view() as view:
            view[64:68] = bytes(b ^ 0xFF for b in view[64:68])


class Fails(RequestBuffers):
    """Fails each execution with buffers."""

    def with_input_contents(self):
        raise MemoryError


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("mode", ["sync", "async", "burst"])
def test_a_driver_may_refuse_all_or_some_buffers(mode, form):
    path = f"{mode}-fast{form}-domain"
    verdict = along(WithoutDomains(), path)
    assert (verdict.kind, verdict.rule) == DECLINED
    for kind in (OnlyInputs, OnlyStatic):
        assert along(kind(), path).kind is VerdictKind.PASSED


def test_refused_buffers_do_not_count_as_executed():
    """A policy that requires the feature ``domain`` must fail a driver without buffers."""
    policy = {"require": {"features": ["domain"]}}
    for device, missing in (
        (WithoutDomains(), ["required feature domain was never executed"]),
        (DomainDevice(), []),
    ):
        verdict = along(device, "sync-fast-domain")
        assert was_executed(verdict) is not bool(missing)
        statistics = RunStatistics()
        statistics.add("case", (verdict,))
        assert unmet_requirements(policy, statistics) == missing


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (RefusesAsInvalid, "buffer.allocation"),
        (NoCopyFrom, "buffer.copy"),
        (NoCopyTo, "buffer.copy"),
        (FirstByteLost, "values"),
        (WritesToSharedMemory, "guard.unused"),
    ],
)
def test_faults_that_only_buffers_show(kind, rule):
    verdict = along(domain_device(kind)(), "sync-fast-domain")
    assert verdict.rule.startswith(rule)
    assert verdict.kind is VerdictKind.FAILED, verdict
    assert along(domain_device(kind)(), "sync-fast").kind is VerdictKind.PASSED


def test_an_execution_that_fails_with_allocated_buffers_is_a_failure():
    verdict = along(domain_device(Fails)(), "sync-fast-domain")
    assert verdict.kind is VerdictKind.TOO_LARGE
    verdict = along(Unavailable(), "sync-fast-domain")
    assert verdict.kind is VerdictKind.UNAVAILABLE

"""Driver-managed buffers of an isolated driver, with a second client in a separate process."""

from __future__ import annotations

import pytest

from conformance.checks import checks_by_area
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.harness.judge import Judge, JudgeOptions
from conformance.verdicts import VerdictKind
from tests.faults import domain_devices
from tests.faults.calls import memory_domains

CHECKS = {check.name: check for check in checks_by_area()["memory_domains_sharing"]}
ALLOCATION = {check.name: check for check in checks_by_area()["memory_domains_allocate"]}
DOMAIN = f"{memory_domains.__file__}:AnyClientDevice"
PLAIN = f"{domain_devices.__file__}:DomainDevice"


def verdict_on(driver: str, check):
    device = IsolatedDevice(driver)
    try:
        judge = Judge(device, JudgeOptions(callback_timeout=30))
        (verdict,) = check.run(judge)
        assert not judge.close()
        return verdict
    finally:
        device.close()


def test_the_token_of_another_process_must_be_refused():
    check = CHECKS["token_of_another_client"]
    assert verdict_on(PLAIN, check).kind is VerdictKind.PASSED
    verdict = verdict_on(DOMAIN, check)
    assert (verdict.kind, verdict.rule) == (
        VerdictKind.FAILED,
        "memory_domains_sharing.token_of_another_client",
    )
    assert "in a second client" in verdict.reason


@pytest.mark.parametrize("name", ["missing_prepared_model", "foreign_prepared_model"])
def test_null_and_foreign_models_reach_an_isolated_driver(name):
    assert verdict_on(PLAIN, ALLOCATION[name]).kind is VerdictKind.PASSED
    fault = {"missing_prepared_model": "NullModelDevice", "foreign_prepared_model": "ForeignDevice"}
    verdict = verdict_on(f"{memory_domains.__file__}:{fault[name]}", ALLOCATION[name])
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, f"memory_domains_allocate.{name}")


@pytest.mark.slow
@pytest.mark.parametrize("name", CHECKS)
def test_the_reference_shares_buffers_between_processes(name):
    assert verdict_on("reference", CHECKS[name]).kind is VerdictKind.PASSED

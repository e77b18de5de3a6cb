"""The example driver that keeps its compiled models itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.checks import checks_by_area
from conformance.checks.check_context import CheckContext
from conformance.checks.sample_models import addition_chain_model
from conformance.checks.sample_requests import AdditionRequest, execution_problem
from conformance.driver_sdk.caching.blob_store import model_digest
from conformance.drivers import open_driver
from conformance.drivers.driver import Driver
from conformance.harness.judge import Judge, JudgeOptions
from conformance.verdicts import VerdictKind

DRIVER = f"{Path(__file__).parents[2]}/examples/caching/own_cache.py:OwnCache"


def open_with(path, monkeypatch):
    monkeypatch.setenv("NN_OWN_CACHE", str(path))
    return open_driver(DRIVER)


def prepare_and_execute(device, *models):
    """Prepare chains of additions of these lengths; assert that their results are right."""
    context = CheckContext(device, JudgeOptions())
    for steps in models:
        prepared = context.prepare(addition_chain_model(4, steps))
        request = AdditionRequest(context, 3, steps=steps)
        assert execution_problem(context, prepared, request) == ""
    context.close()


def test_a_model_is_compiled_once_over_restarts_of_the_driver(tmp_path, monkeypatch):
    device = open_with(tmp_path / "store", monkeypatch)
    prepare_and_execute(device, 1, 2, 1, 2, 2)
    assert device.compilations == 2
    device.close()
    again = open_with(tmp_path / "store", monkeypatch)
    prepare_and_execute(again, 2, 1, 3)
    assert again.compilations == 1


def test_an_updated_driver_compiles_again(tmp_path, monkeypatch):
    device = open_with(tmp_path / "store", monkeypatch)
    prepare_and_execute(device, 1)
    device.close()
    monkeypatch.setattr(type(device), "version_string", "2")
    updated = type(device)(str(tmp_path / "store"))
    prepare_and_execute(updated, 1)
    assert updated.compilations == 1


def test_a_damaged_store_is_compiled_again(tmp_path, monkeypatch):
    device = open_with(tmp_path / "store", monkeypatch)
    prepare_and_execute(device, 5)
    device.close()
    data = bytearray((tmp_path / "store").read_bytes())
    data[-8] ^= 1  # an operand index of the last step
    (tmp_path / "store").write_bytes(data)
    again = open_with(tmp_path / "store", monkeypatch)
    prepare_and_execute(again, 5)
    assert again.compilations == 1


def test_old_models_are_evicted(tmp_path, monkeypatch):
    device = open_with(tmp_path / "store", monkeypatch)
    large = range(1000, 1030)  # plans of 16 KB each, in a store of 256 KiB
    prepare_and_execute(device, *large)
    assert device.compilations == 30
    assert device.store.total_bytes <= 256 << 10
    assert len(device.store) < 16
    prepare_and_execute(device, large[-1])
    assert device.compilations == 30


def test_the_digest_covers_the_whole_model():
    model = addition_chain_model(4, 2)
    main = model.main
    variants = [
        model,
        addition_chain_model(5, 2),
        addition_chain_model(4, 3),
        replace(model, operand_values=b"\0\0\0\1"),
        replace(model, operand_values=bytes(5)),
        replace(model, relax_computation_float32_to_float16=True),
        replace(model, main=replace(main, input_indexes=(1, 0))),
        replace(model, referenced=(main,)),
        replace(model, extension_name_to_prefix={"com.example": 1}),
    ]
    assert len({model_digest(variant) for variant in variants}) == len(variants)
    assert model_digest(model) == model_digest(addition_chain_model(4, 2))


@pytest.mark.parametrize("area", ["preparation", "clients"])
def test_the_checks_pass_on_the_example(area, tmp_path, monkeypatch):
    device = open_with(tmp_path / "store", monkeypatch)
    driver = Driver(device, reopen=lambda: open_driver(DRIVER))
    judge = Judge(driver, JudgeOptions(callback_timeout=20))
    verdicts = [verdict for check in checks_by_area()[area] for verdict in check.run(judge)]
    verdicts += judge.close()
    expected = {VerdictKind.PASSED, VerdictKind.NOT_APPLICABLE}
    assert {verdict.kind for verdict in verdicts} <= expected, verdicts

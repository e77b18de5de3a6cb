"""Faults against the calls of the contract, and holes in validation."""

import pytest

from benchmarks.detection.contract_faults import contract_faults
from benchmarks.detection.contract_run import options
from benchmarks.detection.hole_fault import HoleFault, hole_faults, refused_by
from conformance.checks import checks_by_area
from conformance.checks.sample_models import addition_model_with_shapes
from conformance.drivers.driver import Driver
from conformance.hal import Version
from conformance.harness.judge import Judge
from conformance.verdicts import VerdictKind

FAULTS = {fault.id: fault for fault in contract_faults()}
AREAS = checks_by_area()


def _blamed(fault, names):
    judge = Judge(Driver(fault.device(), reopen=fault.device), options())
    kinds = {VerdictKind.QUALITY_WARNING} if fault.permitted else set()
    try:
        return {
            verdict.rule
            for area in fault.areas
            for check in AREAS.get(area, ())
            if check.name in names
            for verdict in check.run(judge)
            if verdict.kind.blames_driver or verdict.kind in kinds
        }
    finally:
        judge.close()


def test_faults_are_different_and_name_areas_of_the_suite():
    assert len(FAULTS) == len(contract_faults()) >= 120
    areas = {area for fault in FAULTS.values() for area in fault.areas}
    assert areas <= set(AREAS)
    assert all(fault.source for fault in FAULTS.values())


_INVALID = "supported_operations_of_invalid_model"


@pytest.mark.parametrize(
    ("id_", "check"),
    [
        ("device.get_version_string: empty text", "version_string"),
        ("device.get_type: unknown type", "device_type"),
        ("device.get_status: unknown status", "device_status"),
        ("device.get_supported_operations: flags after an error", _INVALID),
        (
            "device.get_supported_operations: other answer from the second call on",
            "support_queries_after_restart",
        ),
        ("device.prepare: success after the deadline", "preparation_deadline"),
        ("device.prepare: at most 16 prepared models at a time", "prepared_models"),
        ("prepared.refusal: measure outside its range accepted", "undefined_measure"),
        ("prepared.run: result repeated for an equal first input", "late_differences"),
        ("prepared.compute_until: scalar inputs of the first execution kept", "changed_activation"),
        ("prepared.compute_until: an input omitted once stays omitted", "changed_permutation"),
        ("prepared.run: descriptor kept after a failed execution", "failed_executions"),
        (
            "prepared.compute_until: float scalar inputs of the first execution kept",
            "changed_padding_value",
        ),
        ("device.prepare: descriptor kept after a missed deadline", "late_preparations"),
        (
            "prepared.launch_fenced: descriptor kept after a missed deadline",
            "failed_fenced_executions",
        ),
        (
            "device.prepare_from_cache: buffers of inputs refused for retrieved models",
            "input_buffers",
        ),
        (
            "prepared.execute_synchronously: dimension of 0 computed from the byte size",
            "model_input",
        ),
        (
            "device.prepare_from_cache: requests for retrieved models not validated",
            "invalid_requests",
        ),
        (
            "prepared.launch: two notifications of a failure after the launch",
            "asynchronous",
        ),
        ("prepared.create_reusable_execution: first input read once", "changing_inputs"),
        ("prepared.create_reusable_execution: loop timeout of 1 ns", "maximum_loop_timeout"),
        ("prepared.execute_fenced_with_config: fences ignored", "fenced_with_config"),
        ("device.prepare_model_with_config: priority unchecked", "refused_preparations"),
    ],
)
def test_a_fault_is_found(id_, check):
    assert _blamed(FAULTS[id_], {check})


def test_holes_are_different_and_name_rules():
    assert len(set(hole_faults())) == len(hole_faults()) >= 500
    assert any(fault.type for fault in hole_faults())


def test_a_refused_model_shows_its_hole():
    bad = addition_model_with_shapes(((4,), (3,), (4,)))
    rule = refused_by(bad, Version.AIDL_V3, frozenset())
    assert rule == ("ADD.compatible_shapes", "")
    assert HoleFault("ADD.compatible_shapes", "", "s").shown_by({rule})
    assert not HoleFault("ADD.compatible_shapes", "u8", "s").shown_by({rule})
    assert not HoleFault("operand.scale", "", "s").shown_by({rule})

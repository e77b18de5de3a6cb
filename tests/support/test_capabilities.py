"""Capability helpers; the expected tables are written by hand."""

import math
from dataclasses import replace

import pytest

from conformance.driver_sdk.capabilities import (
    SLOWEST,
    capability_problems,
    non_extension_performance,
    performance_of,
    scaled,
    uniform_capabilities,
    with_performance,
)
from conformance.hal import (
    Capabilities,
    CapabilitiesV1_0,
    CapabilitiesV1_1,
    OperandPerformance,
    OperandType,
    PerformanceInfo,
    Version,
)

HALF = PerformanceInfo(0.5, 0.5)
DOUBLE = PerformanceInfo(2.0, 3.0)


@pytest.mark.parametrize(
    ("version", "codes"),
    [
        (Version.V1_0, [0, 1, 2, 3, 4, 5]),
        (Version.V1_2, list(range(14))),
        (Version.V1_3, list(range(15))),
    ],
)
def test_table_has_each_type_of_its_version_once(version, codes):
    table = non_extension_performance(HALF, version)
    assert [entry.type for entry in table] == codes
    assert {entry.info for entry in table} == {HALF}


def test_with_performance_changes_one_type_only():
    table = with_performance(non_extension_performance(HALF), OperandType.TENSOR_FLOAT32, DOUBLE)
    assert performance_of(table, OperandType.TENSOR_FLOAT32) == DOUBLE
    assert performance_of(table, OperandType.TENSOR_INT32) == HALF
    assert len(table) == 15
    assert not list(capability_problems(Capabilities(HALF, HALF, table, HALF, HALF)))


def test_missing_type_is_slowest_until_inserted():
    table = (OperandPerformance(3, HALF), OperandPerformance(5, HALF))
    assert performance_of(table, 4) == SLOWEST
    assert performance_of(table, 6) == SLOWEST
    assert performance_of((), 0) == SLOWEST
    for code, place in ((0, 0), (4, 1), (14, 2)):
        assert with_performance(table, code, DOUBLE)[place] == OperandPerformance(code, DOUBLE)


def test_scaled_figures():
    assert scaled(DOUBLE, 0.5, 2.0) == PerformanceInfo(1.0, 6.0)


def test_legal_capabilities_have_no_violations():
    assert list(capability_problems(uniform_capabilities(HALF))) == []


@pytest.mark.parametrize(
    ("changes", "expected_text"),
    [
        ({"if_performance": PerformanceInfo(0.0, 1.0)}, "if_performance has exec_time 0.0"),
        ({"while_performance": PerformanceInfo(1.0, -1.0)}, "power_usage -1.0"),
        ({"if_performance": PerformanceInfo(math.nan, 1.0)}, "exec_time nan"),
        ({"while_performance": None}, "while_performance is not a PerformanceInfo"),
        ({"operand_performance": None}, "is not a list"),
        (
            {"operand_performance": (OperandPerformance(4, HALF), OperandPerformance(3, HALF))},
            "asc",
        ),
        ({"operand_performance": (OperandPerformance(4, HALF),) * 2}, "types must ascend"),
        ({"operand_performance": (OperandPerformance(15, HALF),)}, "lists SUBGRAPH"),
        ({"operand_performance": (OperandPerformance("x", HALF),)}, "is not a type code"),
        ({"operand_performance": (OperandPerformance(3, PerformanceInfo(1, math.inf)),)}, "type 3"),
    ],
)
def test_each_violation_is_reported(changes, expected_text):
    legal = uniform_capabilities(HALF)
    fields = {name: getattr(legal, name) for name in Capabilities.__slots__} | changes
    (problem,) = capability_problems(Capabilities(**fields))
    assert expected_text in problem


@pytest.mark.parametrize(
    ("version", "capabilities"),
    [
        (Version.V1_0, CapabilitiesV1_0(HALF, HALF)),
        (Version.V1_0, CapabilitiesV1_1(HALF, HALF, HALF)),
        (Version.V1_1, CapabilitiesV1_1(HALF, HALF, HALF)),
    ],
)
def test_the_structures_of_1_0_and_1_1_are_legal_for_their_drivers(version, capabilities):
    assert list(capability_problems(capabilities, version)) == []
    free = replace(capabilities, quantized8_performance=PerformanceInfo(0.0, 1.0))
    (problem,) = capability_problems(free, version)
    assert "quantized8_performance has exec_time 0.0" in problem
    assert list(capability_problems(capabilities, Version.V1_2))

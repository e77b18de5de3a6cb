"""Capability helpers; the expected tables are written by hand."""

import pytest

from conformance.driver_sdk.capabilities import (
    non_extension_performance,
    with_performance,
)
from conformance.hal import OperandPerformance, OperandType, PerformanceInfo, Version

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
    assert len(table) == 15
    assert [entry.type for entry in table if entry.info == DOUBLE] == [OperandType.TENSOR_FLOAT32]


def test_a_missing_type_is_inserted_in_order():
    table = (OperandPerformance(3, HALF), OperandPerformance(5, HALF))
    for code, place in ((0, 0), (4, 1), (14, 2)):
        assert with_performance(table, code, DOUBLE)[place] == OperandPerformance(code, DOUBLE)

"""Every faulty driver is detected by its check or path, which names the violated rule."""

from __future__ import annotations

from collections import Counter

import pytest

from conformance.drivers.registry import open_driver
from conformance.verdicts import VerdictKind
from tests.faults.caching import CACHING_FAULTS
from tests.faults.library import DRIVER_FAULTS, Row, rows
from tests.faults.row import DriverFault
from tests.tiers import fast_if

ROWS = list(rows())
NOTICED = {
    VerdictKind.FAILED,
    VerdictKind.HANG,
    VerdictKind.INVALID_ANSWER,
    VerdictKind.QUALITY_WARNING,
    VerdictKind.LEAK,
}
LONG = {
    "Ignores the loop timeout of the configuration of a fenced execution",
    "Applies the loop timeout of the configuration to the first execution only",
    "A write that finds a read in progress does not end",
    "A preparation of the second client waits for a lock that the driver never releases",
    "An execution ends at its deadline",
    "An execution without a loop ends at its loop timeout",
    "A launched execution ends at its deadline",
}
"""Faults that are detected after seconds; similar faults of other calls have fast tests."""
FIRST = {
    (fault.by, fault.rule): fault for fault in reversed(DRIVER_FAULTS) if fault.name not in LONG
}
"""One fault of each check or path and rule, which the fast tests plant."""


def test_ids_and_driver_texts_are_unique() -> None:
    assert [id_ for id_, count in Counter(row.id for row in ROWS).items() if count > 1] == []
    texts = Counter(row.driver for row in ROWS)
    assert [text for text, count in texts.items() if count > 1] == []
    assert {fault.name for fault in DRIVER_FAULTS} >= LONG


def test_the_library_is_complete() -> None:
    """No catalogue loses rows unnoticed; the numbers are lower limits."""
    count = Counter(row.catalogue for row in ROWS)
    least = {
        "calls": 590,
        "caching": 85,
        "values": 483,
        "graphs": 69,
        "legal": 149,
        "contract": 219,
    }
    assert {name: count[name] for name in least if count[name] < least[name]} == {}


def test_a_fault_names_its_clause_and_a_conforming_driver_its_permission() -> None:
    assert [r.id for r in ROWS if r.catalogue.startswith("legal") and not r.permitted] == []
    assert [fault.name for fault in DRIVER_FAULTS if not fault.clause] == []


@pytest.mark.parametrize("row", ROWS[::97], ids=lambda row: row.id.replace(" ", "_"))
def test_a_row_is_a_driver_of_the_command_line(row: Row) -> None:
    assert type(open_driver(row.driver)).__mro__[1:] == type(row.device()).__mro__[1:]


@pytest.mark.parametrize(
    "fault",
    fast_if(lambda fault: FIRST.get((fault.by, fault.rule)) is fault, DRIVER_FAULTS),
    ids=lambda fault: fault.name.replace(" ", "_"),
)
def test_fault_is_detected_and_its_rule_named(fault: DriverFault) -> None:
    verdicts = fault.verdicts()
    found = [v for v in verdicts if v.kind in NOTICED and v.rule == fault.rule]
    assert found, [(v.kind, v.rule, v.reason) for v in verdicts]
    assert all(verdict.reason for verdict in found)
    if fault in CACHING_FAULTS and fault.rule == fault.by:
        assert all(verdict.details["section"] for verdict in found)

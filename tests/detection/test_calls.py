"""The yield of the checks on the faults of calls."""

from benchmarks.detection.calls import measure, page, table
from conformance.reference import ReferenceDevice
from tests.faults.library import DRIVER_FAULTS
from tests.faults.row import DriverFault

CONFORMING = DriverFault("no fault", "queries.version_string", ReferenceDevice)


def test_a_fault_that_its_check_does_not_find_is_listed():
    found = next(fault for fault in DRIVER_FAULTS if fault.by == CONFORMING.by)
    areas = measure([found, CONFORMING])
    assert [(area.area, len(area.seconds), area.missed) for area in areas] == [
        ("queries", 1, [CONFORMING])
    ]
    assert "| `queries` | 1 of 2 |" in "\n".join(table(areas))
    assert "- no fault (`queries.version_string`)" in page(areas)

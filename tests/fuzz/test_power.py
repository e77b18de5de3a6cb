"""Planted faults are found, and the mutators reach what they are made for."""

from __future__ import annotations

import pytest

from benchmarks.fuzz_power.faults import search_all
from benchmarks.fuzz_power.missing_checks import MISSING_CHECKS

QUICK = (
    "request.pool_index",
    "burst_request.flag",
    "burst: an unknown slot is another slot",
    "cache.data_count",
    "cache.access",
    "memory: sizes of copies",
    "memory: one buffer as input and output",
    "fences: all but the last fence",
)


@pytest.mark.slow
def test_some_missing_checks_are_found_at_once():
    """One missing check of each area; the finding names it."""
    chosen = [fault for fault in MISSING_CHECKS if fault.name in QUICK]
    assert len(chosen) == len(QUICK)
    results = list(search_all(chosen, 600, 1, max_inputs=2000))
    found = {result.fault.name: result.signature for result in results}
    assert found["request.pool_index"] == "failed request.pool_index"
    assert found["burst_request.flag"] == "failed burst_request.flag"
    assert found["burst: an unknown slot is another slot"] == "failed burst.slot"
    assert found["cache.data_count"] == "failed cache.data_count"
    assert found["cache.access"] == "failed cache.access"
    assert found["memory: sizes of copies"].startswith("failed buffer.copy copy_")
    assert "reads and writes a buffer" in found["memory: one buffer as input and output"]
    assert found["fences: all but the last fence"] == "failed fence.status addition fenced"

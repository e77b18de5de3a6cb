"""Fixtures of the burst tests: a burst of the reference driver, and a check for leaked threads.

The check applies to every test in this folder.
"""

from __future__ import annotations

import gc
import time

import pytest

from conformance.bursts import BurstController
from tests.burst.helpers import burst_threads, prepared_add


@pytest.fixture(autouse=True)
def _no_thread_leaks():
    """Fail if a thread of a burst still runs five seconds after the test."""
    yield
    gc.collect()
    end = time.monotonic() + 60
    while burst_threads() and time.monotonic() < end:
        time.sleep(0.001)
    assert not burst_threads()


@pytest.fixture
def add():
    """Yield a burst of the reference driver for an ADD of two vectors."""
    with BurstController(prepared_add(), timeout=20) as burst:
        yield burst

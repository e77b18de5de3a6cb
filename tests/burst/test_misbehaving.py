"""Drivers that misuse the queues: each fault is reported with its rule, in bounded time."""

from __future__ import annotations

import time

import pytest

from conformance.bursts import BurstController, datums_of, serialize_result
from conformance.hal import (
    DATUM_SIZE,
    NO_TIMING,
    ErrorStatus,
    FmqResultTag,
    Grantor,
    OutputShape,
    Request,
    Timing,
)
from tests.burst.helpers import MisbehavingPreparedModel, result_datum

NONE, FAILED = ErrorStatus.NONE, ErrorStatus.GENERAL_FAILURE
NOT_TIMED = Timing(NO_TIMING, NO_TIMING)

GOOD = serialize_result(NONE, (OutputShape((2,), True),), Timing(1, 2))


def close(script, packet):
    """Close both queues without a result."""
    script.requests.close()
    script.results.close()
    return False


def corrupt_position(script, packet):
    """Write an invalid position to the memory of the result queue."""
    start = script.results_descriptor.grantors[Grantor.WRITE_POSITION].offset
    script.results_memory[start : start + 8] = (5000).to_bytes(8, "little")
    return False


def in_two_messages(script, packet):
    """Write the result as two messages, so that the reader sees the first datum alone."""
    datums = datums_of(GOOD)
    script.results.write(datums[0])
    while script.results.available_to_write() < script.results.capacity:
        time.sleep(0.0005)
    script.results.write(b"".join(datums[1:]))
    return False


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        (close, "burst.terminated"),
        (corrupt_position, "burst.queue_corrupt"),
        (in_two_messages, "burst_result.packet_size"),
        (lambda s, p: s.results.write(GOOD[DATUM_SIZE:]), "burst_result.first"),
        (lambda s, p: s.results.write(b"\xee" * 5 * DATUM_SIZE), "burst_result.first"),
        (
            lambda s, p: s.results.write(
                result_datum(FmqResultTag.PACKET_INFORMATION, 2, 77, 0)
                + result_datum(FmqResultTag.EXECUTION_TIMING, 0, 0)
            ),
            "burst_result.status",
        ),
        (lambda s, p: False, "burst.timeout"),
    ],
    ids=["closes", "corrupts", "two messages", "first", "garbage", "status", "silent"],
)
def test_a_misused_queue_is_reported_with_its_rule(fault, rule):
    timeout = 0.5 if rule == "burst.timeout" else 60
    with BurstController(MisbehavingPreparedModel(fault), timeout=timeout) as burst:
        result = burst.execute(Request((), (), ()), 0)
        assert result.problem.rule == rule
        assert (result.status, tuple(result.output_shapes)) == (FAILED, ())
        assert result.timing == NOT_TIMED


def test_a_second_result_is_reported_by_the_next_request():
    def twice(script, packet):
        script.results.write(GOOD)
        script.results.write(GOOD)

    with BurstController(MisbehavingPreparedModel(twice), timeout=5) as burst:
        first = burst.execute(Request((), (), ()), 0)
        if first.problem is None:  # the second result arrives after the first was read
            while not burst.results.available_to_read():
                time.sleep(0.001)
            assert burst.execute(Request((), (), ()), 0).problem.rule == "burst.unsolicited_result"
        else:
            assert first.problem.rule == "burst_result.packet_size"
        assert burst.take_unexpected() == b""

"""Serialization and parsing of packets.

The expected bytes were written by hand from the unions in the contract.
"""

from __future__ import annotations

from struct import pack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.bursts import (
    BurstRequest,
    PacketError,
    datums_of,
    deserialize_request,
    deserialize_result,
    padding_violation,
    request_size,
    result_size,
    serialize_request,
    serialize_result,
)
from conformance.hal import (
    DATUM_SIZE,
    DataLocation,
    ErrorStatus,
    FmqRequestTag,
    FmqResultTag,
    OutputShape,
    Request,
    RequestArgument,
    SharedMemory,
    Timing,
    request_datum,
)
from conformance.validation import GENERAL_RULES
from tests.burst.helpers import result_datum

Q, R = FmqRequestTag, FmqResultTag
POOLS = (SharedMemory(64), SharedMemory(64))

REQUEST = Request(
    (
        RequestArgument(False, DataLocation(1, 16, 24), (2, 3)),
        RequestArgument(True),
    ),
    (RequestArgument(False, DataLocation(0, 4, 8), (0,)),),
    POOLS,
)
SLOTS = (7, -3)

REQUEST_BYTES = b"".join(
    (
        # tag and padding, then the union
        b"\0\0\0\0" + pack("<4I", 10, 2, 1, 2) + bytes(4),
        b"\1\0\0\0" + b"\0\0\0\0" + pack("<4I", 1, 16, 24, 2),
        b"\2\0\0\0" + pack("<I", 2) + bytes(16),
        b"\2\0\0\0" + pack("<I", 3) + bytes(16),
        b"\1\0\0\0" + b"\1\0\0\0" + pack("<4I", 0, 0, 0, 0),
        b"\3\0\0\0" + b"\0\0\0\0" + pack("<4I", 0, 4, 8, 1),
        b"\4\0\0\0" + pack("<I", 0) + bytes(16),
        b"\5\0\0\0" + pack("<i", 7) + bytes(16),
        b"\5\0\0\0" + pack("<i", -3) + bytes(16),
        b"\6\0\0\0" + pack("<i", 1) + bytes(16),
    )
)

SHAPES = (OutputShape((2, 5), True), OutputShape((), False))
RESULT_BYTES = b"".join(
    (
        b"\0" + bytes(7) + pack("<IiI", 6, 3, 2) + bytes(4),
        b"\1" + bytes(7) + b"\1\0\0\0" + pack("<I", 2) + bytes(8),
        b"\2" + bytes(7) + pack("<I", 2) + bytes(12),
        b"\2" + bytes(7) + pack("<I", 5) + bytes(12),
        b"\1" + bytes(7) + b"\0\0\0\0" + pack("<I", 0) + bytes(8),
        b"\3" + bytes(7) + pack("<QQ", 2**40 + 1, 2**64 - 1),
    )
)


def test_the_bytes_of_a_request():
    assert serialize_request(REQUEST, SLOTS, 1) == REQUEST_BYTES
    assert request_size(REQUEST) == 10
    assert deserialize_request(REQUEST_BYTES) == BurstRequest(
        REQUEST.inputs, REQUEST.outputs, SLOTS, 1
    )


def test_the_bytes_of_a_result():
    timing = Timing(2**40 + 1, 2**64 - 1)
    status = ErrorStatus.OUTPUT_INSUFFICIENT_SIZE
    assert serialize_result(status, SHAPES, timing) == RESULT_BYTES
    assert result_size(SHAPES) == 6
    assert deserialize_result(RESULT_BYTES) == (status, SHAPES, timing)


def test_padding_of_requests_is_ignored():
    dirty = bytearray(REQUEST_BYTES)
    dirty[1:4] = dirty[DATUM_SIZE + 5 : DATUM_SIZE + 8] = b"\xaa\xbb\xcc"
    assert deserialize_request(bytes(dirty)) == deserialize_request(REQUEST_BYTES)


@pytest.mark.parametrize("byte", [9, 10, 11])
def test_non_zero_padding_of_a_result_is_reported(byte):
    assert padding_violation(RESULT_BYTES) is None
    dirty = bytearray(RESULT_BYTES)
    dirty[4 * DATUM_SIZE + byte] = 0x5A
    assert padding_violation(bytes(dirty)) is not None
    assert deserialize_result(bytes(dirty)) == deserialize_result(RESULT_BYTES)


NUMBERS = st.integers(0, 2**32 - 1)
ARGUMENTS = st.lists(
    st.builds(
        RequestArgument,
        st.booleans(),
        st.builds(DataLocation, NUMBERS, NUMBERS, NUMBERS),
        st.lists(NUMBERS, max_size=5).map(tuple),
    ),
    max_size=5,
).map(tuple)
SIGNED = st.integers(-(2**31), 2**31 - 1)


@given(ARGUMENTS, ARGUMENTS, st.lists(SIGNED, max_size=5), SIGNED)
def test_requests_survive_a_round_trip(inputs, outputs, slots, measure):
    request = Request(inputs, outputs, (POOLS[0],) * len(slots))
    packet = serialize_request(request, slots, measure)
    assert len(packet) == request_size(request) * DATUM_SIZE
    assert deserialize_request(packet) == BurstRequest(inputs, outputs, tuple(slots), measure)


TIMES = st.integers(0, 2**64 - 1)


@given(
    st.sampled_from(list(ErrorStatus)[:5]),
    st.lists(
        st.builds(OutputShape, st.lists(NUMBERS, max_size=6).map(tuple), st.booleans()), max_size=6
    ),
    st.builds(Timing, TIMES, TIMES),
)
def test_results_survive_a_round_trip(status, shapes, timing):
    packet = serialize_result(status, shapes, timing)
    assert len(packet) == result_size(shapes) * DATUM_SIZE
    assert deserialize_result(packet) == (status, tuple(shapes), timing)
    assert padding_violation(packet) is None


# Malformed packets: one for each rule. The numbers below are those of the datums of REQUEST_BYTES:
# 0 is the packet information, 1 input 0, 2 and 3 its dimensions, 4 input 1, 5 output 0, 6 its
# dimension, 7 and 8 the pools, 9 measureTiming.

DIMENSION = request_datum(Q.INPUT_OPERAND_DIMENSION_VALUE, 1)
BAD_INPUT = b"\1\0\0\0\2\0\0\0" + bytes(16)


def resized(datums, **changes):
    """Return the packet of these datums, with the packet information replaced by a correct one.

    ``changes`` are other counts of inputs, outputs or pools.
    """
    counts = {"inputs": 2, "outputs": 1, "pools": 2, **changes}
    head = request_datum(Q.PACKET_INFORMATION, len(datums), *counts.values())
    return b"".join((head, *datums[1:]))


MALFORMED = {
    "first": lambda d: b"".join(d[1:]),
    "packet_size": lambda d: b"".join(d[:-1]),
    "input": lambda d: resized([*d[:4], d[5], d[5], *d[6:]]),
    "input_dimension": lambda d: resized([*d[:3], d[6], *d[4:]]),
    "output": lambda d: resized([*d[:5], d[4], *d[6:]]),
    "output_dimension": lambda d: resized([*d[:6], d[3], *d[7:]]),
    "flag": lambda d: resized([d[0], BAD_INPUT, *d[4:]]),
    "pool": lambda d: resized([*d[:8], d[9], d[9]]),
    "timing": lambda d: resized([*d[:9], d[8]]),
    "trailing_datum": lambda d: resized([*d, d[9]]),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_each_rule_of_requests(name):
    with pytest.raises(PacketError) as caught:
        deserialize_request(MALFORMED[name](datums_of(REQUEST_BYTES)))
    assert caught.value.rule == f"burst_request.{name}"


MALFORMED_RESULTS = {
    "first": lambda d: b"".join(d[1:]),
    "packet_size": lambda d: b"".join((*d, d[-1])),
    "status": lambda d: b"".join((result_datum(R.PACKET_INFORMATION, 6, 5, 2), *d[1:])),
    "operand": lambda d: b"".join((d[0], d[5], *d[2:])),
    "operand_dimension": lambda d: b"".join((*d[:3], d[4], *d[4:])),
    "flag": lambda d: b"".join((*d[:4], result_datum(R.OPERAND_INFORMATION, 7, 0), d[5])),
    "timing": lambda d: b"".join((*d[:5], d[3])),
    "trailing_datum": lambda d: b"".join(
        (result_datum(R.PACKET_INFORMATION, 7, 3, 2), *d[1:], d[5])
    ),
}


@pytest.mark.parametrize("name", MALFORMED_RESULTS)
def test_each_rule_of_results(name):
    with pytest.raises(PacketError) as caught:
        deserialize_result(MALFORMED_RESULTS[name](datums_of(RESULT_BYTES)))
    assert caught.value.rule == f"burst_result.{name}"


def test_every_rule_has_a_test_case():
    named = {f"burst_request.{name}" for name in MALFORMED}
    named |= {f"burst_result.{name}" for name in (*MALFORMED_RESULTS, "padding")}
    assert named == {name for name in GENERAL_RULES if name.startswith("burst_")}


@settings(max_examples=200)
@given(st.binary(max_size=40 * DATUM_SIZE))
def test_any_bytes_end_in_a_value_or_a_named_rule(data):
    for read in (deserialize_request, deserialize_result):
        rule = ""
        try:
            read(data)
        except PacketError as error:
            rule = error.rule
        assert not rule or rule in GENERAL_RULES

"""Random packets in the queues: each gets an answer, and no foreign memory changes.

The packets depend only on the seed. By default a test sends some thousand datums; with the
environment variable ``NN_CONFORMANCE_FULL`` it sends several hundred thousand.
"""

from __future__ import annotations

import os
import random

import pytest

from conformance.bursts import BurstController, datums_of, serialize_result
from conformance.hal import (
    DATUM_SIZE,
    NO_TIMING,
    ErrorStatus,
    FmqRequestTag,
    FmqResultTag,
    OutputShape,
    Request,
    SharedMemory,
    Timing,
    request_datum,
    result_datum,
)
from conformance.validation import GENERAL_RULES
from tests.burst.helpers import AdditionMemories, MisbehavingPreparedModel, prepared_add

DATUMS = 1_000_000 if os.environ.get("NN_CONFORMANCE_FULL") else 20_000
NUMBERS = (0, 1, 2, 3, 4, 8, 16, 255, 2**31 - 1, 2**31, 2**32 - 1)
WITHOUT_TIMING = Timing(NO_TIMING, NO_TIMING)
Q, R = FmqRequestTag, FmqResultTag
FIELDS = {
    Q.PACKET_INFORMATION: 4,
    Q.INPUT_OPERAND_INFORMATION: 5,
    Q.INPUT_OPERAND_DIMENSION_VALUE: 1,
    Q.OUTPUT_OPERAND_INFORMATION: 5,
    Q.OUTPUT_OPERAND_DIMENSION_VALUE: 1,
    Q.POOL_IDENTIFIER: 1,
    Q.MEASURE_TIMING: 1,
}
RESULT_FIELDS = {
    R.PACKET_INFORMATION: 3,
    R.OPERAND_INFORMATION: 2,
    R.OPERAND_DIMENSION_VALUE: 1,
    R.EXECUTION_TIMING: 2,
}


def noise(generator):
    """Return random bytes for up to 39 datums."""
    return generator.randbytes(DATUM_SIZE * generator.randrange(1, 40))


def any_datum(generator, fields, make, signed):
    """Return a datum with a random tag of ``fields`` and random field values.

    ``signed`` are the tags whose fields are signed, so that large numbers are reduced.
    """
    tag = generator.choice(list(fields))
    limit = 2**31 if tag in signed else 2**32
    values = [generator.choice(NUMBERS) % limit for _ in range(fields[tag])]
    if "OPERAND_INFORMATION" in tag.name:
        values[0] %= 3  # the first field is a flag of one byte
    return make(tag, *values)


def any_request_datum(generator):
    """Return a request datum with a valid tag and random field values."""
    return any_datum(generator, FIELDS, request_datum, {Q.POOL_IDENTIFIER, Q.MEASURE_TIMING})


def any_result_datum(generator):
    """Return a result datum with a valid tag and random field values."""
    return any_datum(generator, RESULT_FIELDS, result_datum, {R.PACKET_INFORMATION})


def soup(generator, make, information):
    """Return datums with valid tags in random order.

    In 70 % of the packets, the first datum is a packet information with the correct packet size.
    """
    datums = [make(generator) for _ in range(generator.randrange(1, 40))]
    if generator.random() < 0.7:
        datums.insert(0, information(generator, len(datums) + 1))
    return b"".join(datums)


def mutated(generator, packet, make):
    """Return the packet with one to three random changes.

    A change replaces, removes or inserts a datum, or flips one of its bits.
    """
    datums = datums_of(packet)
    for _ in range(generator.randrange(1, 4)):
        at = generator.randrange(len(datums))
        match generator.randrange(4):
            case 0:
                datums[at] = make(generator)
            case 1 if len(datums) > 1:
                del datums[at]
            case 2:
                datums.insert(at, make(generator))
            case _:
                flipped = bytearray(datums[at])
                flipped[generator.randrange(DATUM_SIZE)] ^= 1 << generator.randrange(8)
                datums[at] = bytes(flipped)
    return b"".join(datums)


def any_packet(generator, valid, datum, information):
    """Return random bytes, random datums, or the packet ``valid`` with changes."""
    kind = generator.randrange(3)
    if kind == 0:
        return noise(generator)
    if kind == 1:
        return soup(generator, datum, information)
    return mutated(generator, valid, datum)


def request_information(generator, size):
    """Return the packet information of a request packet with random counts."""
    return request_datum(Q.PACKET_INFORMATION, size, *(generator.randrange(4) for _ in range(3)))


def result_information(generator, size):
    """Return the packet information of a result packet with a random status and count."""
    return result_datum(R.PACKET_INFORMATION, size, generator.randrange(6), generator.randrange(4))


@pytest.mark.parametrize("seed", [1])
def test_garbage_in_the_request_queue(seed):
    """The reference driver answers each packet and still executes valid requests.

    A mutated packet may still be a valid request for the two memories that the client offers; a
    third memory, which it does not offer, must not change.
    """
    generator = random.Random(seed)
    sums, untouched = AdditionMemories(), SharedMemory(initial=b"\x5a" * 64)
    request = sums.request((1, 2), (10, 20))
    sent, statuses = 0, set()
    with BurstController(prepared_add(), timeout=30) as burst:
        valid = burst.packet_of(request, 1)
        while sent < DATUMS // 3:
            packet = any_packet(generator, valid, any_request_datum, request_information)
            sent += len(packet) // DATUM_SIZE
            result = burst.exchange(packet)
            assert result.problem is None, (packet, result)
            if result.status != ErrorStatus.NONE:
                assert result.timing == WITHOUT_TIMING
            statuses.add(result.status)
            if generator.random() < 0.02:
                assert burst.execute(sums.request((1, 2), (10, 20)), 0).status == ErrorStatus.NONE
                assert sums.sums() == (11, 22)
        assert burst.execute(sums.request((3, 4), (5, 6)), 0).status == ErrorStatus.NONE
        assert sums.sums() == (8, 10)
        assert burst.take_unexpected() == b""
    with untouched.view() as view:
        assert view == b"\x5a" * 64
    failed = {ErrorStatus.GENERAL_FAILURE, ErrorStatus.INVALID_ARGUMENT}
    assert failed <= statuses <= failed | {ErrorStatus.NONE}


@pytest.mark.parametrize("seed", [4])
def test_garbage_in_the_result_queue(seed):
    """The client reads each random result packet as a result, or as a violation of a named rule.

    Together the packets violate every rule on the structure of results except the padding.
    """
    generator = random.Random(seed)
    valid = serialize_result(
        ErrorStatus.NONE, (OutputShape((2, 3), True), OutputShape((), False)), Timing(1, 2)
    )
    sent = 0

    def answer(script, packet):
        nonlocal sent
        garbage = any_packet(generator, valid, any_result_datum, result_information)
        sent += len(garbage) // DATUM_SIZE
        script.results.write(garbage)

    rules, values = set(), 0
    with BurstController(MisbehavingPreparedModel(answer), timeout=30) as burst:
        while sent < DATUMS // 3:
            result = burst.execute(Request((), (), ()), 0)
            if result.problem is None:
                values += 1
            else:
                rules.add(result.problem.rule)
                assert result.status == ErrorStatus.GENERAL_FAILURE
    named = {name for name in GENERAL_RULES if name.startswith("burst_result.")}
    assert rules == named - {"burst_result.padding"}
    assert values

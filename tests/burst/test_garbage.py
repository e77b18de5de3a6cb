"""Seeded garbage in the queues: every packet is answered, and nothing but the answer changes.

With ``NN_CONFORMANCE_FULL`` a million datums go in each direction; the default is a short slice.
"""

from __future__ import annotations

import os
import random

import pytest

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
from conformance.support.burst import BurstController, datums_of, serialize_result
from conformance.validation import STRUCTURAL
from tests.burst.helpers import Misbehaving, Sums, prepared_add

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


def noise(chance):
    """Random bytes."""
    return chance.randbytes(DATUM_SIZE * chance.randrange(1, 40))


def any_datum(chance, fields, make, signed):
    tag = chance.choice(list(fields))
    limit = 2**31 if tag in signed else 2**32
    values = [chance.choice(NUMBERS) % limit for _ in range(fields[tag])]
    if "OPERAND_INFORMATION" in tag.name:
        values[0] %= 3  # the flag, which is one byte
    return make(tag, *values)


def any_request_datum(chance):
    """A datum with a right tag and odd numbers."""
    return any_datum(chance, FIELDS, request_datum, {Q.POOL_IDENTIFIER, Q.MEASURE_TIMING})


def any_result_datum(chance):
    """The same of a result."""
    return any_datum(chance, RESULT_FIELDS, result_datum, {R.PACKET_INFORMATION})


def soup(chance, make, information):
    """Right tags in any order, sometimes after a packet information that fits their number."""
    datums = [make(chance) for _ in range(chance.randrange(1, 40))]
    if chance.random() < 0.7:
        datums.insert(0, information(chance, len(datums) + 1))
    return b"".join(datums)


def mutated(chance, packet, make):
    """A right packet with a few datums changed, left out, put in, or bytes flipped."""
    datums = datums_of(packet)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(datums))
        match chance.randrange(4):
            case 0:
                datums[at] = make(chance)
            case 1 if len(datums) > 1:
                del datums[at]
            case 2:
                datums.insert(at, make(chance))
            case _:
                flipped = bytearray(datums[at])
                flipped[chance.randrange(DATUM_SIZE)] ^= 1 << chance.randrange(8)
                datums[at] = bytes(flipped)
    return b"".join(datums)


def request_information(chance, size):
    return request_datum(Q.PACKET_INFORMATION, size, *(chance.randrange(4) for _ in range(3)))


def result_information(chance, size):
    return result_datum(R.PACKET_INFORMATION, size, chance.randrange(6), chance.randrange(4))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_garbage_in_the_request_queue(seed):
    """The reference driver behind it answers everything and goes on computing.

    A mutated packet may still be a request of the two memories that the client offers; a third
    memory that it does not offer stays as it was.
    """
    chance = random.Random(seed)
    sums, untouched = Sums(), SharedMemory(initial=b"\x5a" * 64)
    request = sums.request((1, 2), (10, 20))
    sent, statuses = 0, set()
    with BurstController(prepared_add(), timeout=30) as burst:
        right = burst.packet_of(request, 1)
        while sent < DATUMS // 3:
            kind = chance.randrange(3)
            if kind == 0:
                packet = noise(chance)
            elif kind == 1:
                packet = soup(chance, any_request_datum, request_information)
            else:
                packet = mutated(chance, right, any_request_datum)
            sent += len(packet) // DATUM_SIZE
            result = burst.exchange(packet)
            assert result.problem is None, (packet, result)
            if result.status != ErrorStatus.NONE:
                assert result.timing == WITHOUT_TIMING
            statuses.add(result.status)
            if chance.random() < 0.02:
                assert burst.execute(sums.request((1, 2), (10, 20)), 0).status == ErrorStatus.NONE
                assert sums.sums() == (11, 22)
        assert burst.execute(sums.request((3, 4), (5, 6)), 0).status == ErrorStatus.NONE
        assert sums.sums() == (8, 10)
        assert burst.unasked() == b""
    with untouched.view() as view:
        assert view == b"\x5a" * 64
    failed = {ErrorStatus.GENERAL_FAILURE, ErrorStatus.INVALID_ARGUMENT}
    assert failed <= statuses <= failed | {ErrorStatus.NONE}


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_garbage_in_the_result_queue(seed):
    """A driver that answers with garbage: each result is a value or a named problem."""
    chance = random.Random(seed)
    right = serialize_result(
        ErrorStatus.NONE, (OutputShape((2, 3), True), OutputShape((), False)), Timing(1, 2)
    )
    sent = 0

    def answer(script, packet):
        nonlocal sent
        kind = chance.randrange(3)
        if kind == 0:
            garbage = noise(chance)
        elif kind == 1:
            garbage = soup(chance, any_result_datum, result_information)
        else:
            garbage = mutated(chance, right, any_result_datum)
        sent += len(garbage) // DATUM_SIZE
        script.results.write(garbage)

    rules, values = set(), 0
    with BurstController(Misbehaving(answer), timeout=30) as burst:
        while sent < DATUMS // 3:
            result = burst.execute(Request((), (), ()), 0)
            if result.problem is None:
                values += 1
            else:
                rules.add(result.problem.rule)
                assert result.status == ErrorStatus.GENERAL_FAILURE
    named = {name for name in STRUCTURAL if name.startswith("burst_result.")}
    assert rules == named - {"burst_result.padding"}
    assert values


@pytest.mark.parametrize("seed", range(8))
def test_a_client_that_scribbles_over_the_queue(seed):
    """Random numbers over positions and event flag while requests run: an end in bounded time."""
    chance = random.Random(seed)
    model = prepared_add()
    sums = Sums()
    request = sums.request((1, 2), (3, 4))
    other = Sums()
    with BurstController(model, timeout=30) as neighbour:
        for _ in range(20):
            with BurstController(model, timeout=0.02) as burst:
                for _ in range(5):  # the first of them may end the burst
                    queue = chance.choice((burst.requests, burst.results))
                    match chance.randrange(4):
                        case 0:
                            queue._read_position[0] = chance.choice((3, 2000, 2**63, 2**64 - 5))
                        case 1:
                            queue._write_position[0] = chance.choice((3, 2000, 2**63, 2**64 - 5))
                        case 2:
                            queue._words[chance.randrange(4)] = chance.getrandbits(32)
                        case 3:
                            queue._ring[: 40 * DATUM_SIZE] = chance.randbytes(40 * DATUM_SIZE)
                    result = burst.execute(request, 0)
                    assert result.problem is None or result.problem.rule.startswith("burst")
        assert neighbour.execute(other.request((1, 2), (3, 4)), 0).status == ErrorStatus.NONE
        assert other.sums() == (4, 6)

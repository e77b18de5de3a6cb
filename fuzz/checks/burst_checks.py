"""Streams of datums in the request queue of a burst: each packet gets a well-formed answer."""

from __future__ import annotations

from typing import Final

from conformance.hal import DATUM_SIZE, ErrorStatus, Version
from conformance.harness.results.verdict import VerdictKind
from conformance.support.burst import (
    BurstController,
    BurstRefusedError,
    BurstResult,
    PacketError,
    deserialize_request,
    serialize_request,
)
from fuzz.core.finding import FuzzFinding, make_finding
from fuzz.core.session import FuzzSession

MAX_PACKETS: Final = 8
_MAX_DATUMS: Final = 64
_TIMEOUT: Final = 10.0


def packets_of(data: bytes) -> list[bytes]:
    """Return the packets of an input: a byte with the number of datums, then the datums."""
    packets: list[bytes] = []
    while data and len(packets) < MAX_PACKETS:
        size = data[0] % (_MAX_DATUMS + 1) * DATUM_SIZE
        packet = data[1 : 1 + size]
        packets.append(packet.ljust(-(-len(packet) // DATUM_SIZE) * DATUM_SIZE, b"\0"))
        data = data[1 + size :]
    return [packet for packet in packets if packet]


def valid_packet(session: FuzzSession, measure: int = 0) -> bytes:
    """Return the packet of the session's addition; its memory has slot 0."""
    return serialize_request(session.addition_request.request, [0], measure)


def check_burst(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Send the packets of an input, then a valid request, in a new burst."""
    if session.version < Version.V1_2 or not (packets := packets_of(data)):
        return None
    prepared = session.prepared_addition()
    if prepared is None:
        return None
    addition = session.addition_request
    addition.reset()
    try:
        burst = BurstController(prepared, timeout=_TIMEOUT)
    except BurstRefusedError:
        return None
    with burst:
        slot = burst.slots.slot_of(addition.memory)
        assert slot == 0
        for packet in packets:
            result = burst.exchange(packet)
            if (finding := _check_packet(session, packet, result)) is not None:
                return finding
        addition.reset()
        result = burst.execute(addition.request, 0)
        if result.status != ErrorStatus.NONE or addition.first_difference():
            reason = (
                f"a valid request after other packets ended with {result.status.name}"
                f"{_problem_text(result)}; NONE and correct outputs were expected"
            )
            return make_finding(VerdictKind.FAILED, "burst.recovery", reason)
        if not addition.memory_intact:
            reason = "a valid request after other packets changed memory outside its outputs"
            return make_finding(VerdictKind.FAILED, "memory.outside", reason)
    return session.check_health()


def _check_packet(session: FuzzSession, packet: bytes, result: BurstResult) -> FuzzFinding | None:
    if result.problem is not None:
        problem = result.problem
        kind = VerdictKind.HANG if problem.rule == "burst.timeout" else VerdictKind.FAILED
        return make_finding(kind, problem.rule, problem.reason)
    if result.status not in (ErrorStatus.NONE, *_ERRORS):
        reason = f"a request over the queue ended with {result.status.name}"
        return make_finding(VerdictKind.FAILED, "execute.status", reason, result.status.name)
    try:
        deserialize_request(packet)
    except PacketError as error:
        session.note_rules({error.rule})
        if result.status == ErrorStatus.NONE:
            reason = f"a malformed request ({error}) ended with NONE; an error was expected"
            return make_finding(VerdictKind.FAILED, error.rule, reason)
    return None


_ERRORS: Final = (
    ErrorStatus.GENERAL_FAILURE,
    ErrorStatus.INVALID_ARGUMENT,
    ErrorStatus.OUTPUT_INSUFFICIENT_SIZE,
)


def _problem_text(result: BurstResult) -> str:
    return "" if result.problem is None else f" ({result.problem.reason})"

"""Streams of datums in the request queue of a burst: each packet gets a well-formed answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from conformance.bursts import (
    BurstController,
    BurstRefusedError,
    BurstRequest,
    BurstResult,
    PacketError,
    deserialize_request,
    deserialize_result,
    padding_violation,
)
from conformance.checks.sample_models import addition_model
from conformance.hal import DATUM_SIZE, ErrorStatus, MeasureTiming, Request, Timing, Version
from conformance.validation import validate_request
from conformance.verdicts import VerdictKind
from fuzz.checks.request_checks import snapshot, written_outside
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
            _note_result_rules(session, packet)
            before = snapshot(addition.request.pools)
            result = burst.exchange(packet)
            finding = _check_packet(session, packet, result, before)
            if finding is not None:
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


def _check_packet(
    session: FuzzSession, packet: bytes, result: BurstResult, before: Sequence[bytes]
) -> FuzzFinding | None:
    if result.problem is not None:
        problem = result.problem
        kind = VerdictKind.HANG if problem.rule == "burst.timeout" else VerdictKind.FAILED
        return make_finding(kind, problem.rule, problem.reason)
    if result.status not in (ErrorStatus.NONE, *_ERRORS):
        reason = f"a request over the queue ended with {result.status.name}"
        return make_finding(VerdictKind.FAILED, "execute.status", reason, result.status.name)
    try:
        request = deserialize_request(packet)
    except PacketError as error:
        session.note_rules({error.rule})
        if result.status == ErrorStatus.NONE:
            reason = f"a malformed request ({error}) ended with NONE; an error was expected"
            return make_finding(VerdictKind.FAILED, error.rule, reason)
        return None
    return _check_request(session, request, result, before)


def _check_request(
    session: FuzzSession, sent: BurstRequest, result: BurstResult, before: Sequence[bytes]
) -> FuzzFinding | None:
    """Check the answer to a well-formed packet, whose request may be invalid."""
    failed = result.status != ErrorStatus.NONE
    memory = session.addition_request.memory
    if any(sent.slots):
        reason = f"a request with the unknown slots {list(sent.slots)} ended with NONE"
        return None if failed else make_finding(VerdictKind.FAILED, "burst.slot", reason)
    request = Request(sent.inputs, sent.outputs, (memory,) * len(sent.slots))
    violations = validate_request(request, addition_model(), version=session.version)
    session.note_rules({violation.rule.name for violation in violations})
    if violations and not failed:
        reason = (
            f"an invalid request over the queue ({violations[0]}) ended with NONE; an error was "
            "expected"
        )
        return make_finding(VerdictKind.FAILED, violations[0].rule.name, reason)
    if sent.measure in tuple(MeasureTiming):
        if not violations and failed:
            reason = f"a valid request over the queue ended with {result.status.name}"
            return make_finding(VerdictKind.FAILED, "execute.status", reason, result.status.name)
        if sent.measure == MeasureTiming.NO and result.timing != Timing():
            reason = f"a request without measurement has the timing {result.timing}"
            return make_finding(VerdictKind.FAILED, "timing.unmeasured", reason)
    # All slots are the same memory.
    outputs = tuple(
        replace(output, location=replace(output.location, pool_index=0))
        for output in request.outputs
        if output.location.pool_index < len(request.pools)
    )
    return written_outside(before, Request((), outputs, (memory,)))


def _note_result_rules(session: FuzzSession, packet: bytes) -> None:
    """Read the packet also as a result, as a client reads the answer of a faulty driver."""
    try:
        deserialize_result(packet)
    except PacketError as error:
        session.note_rules({error.rule})
        return
    if padding_violation(packet) is not None:
        session.note_rules({"burst_result.padding"})


_ERRORS: Final = (
    ErrorStatus.GENERAL_FAILURE,
    ErrorStatus.INVALID_ARGUMENT,
    ErrorStatus.OUTPUT_INSUFFICIENT_SIZE,
)


def _problem_text(result: BurstResult) -> str:
    return "" if result.problem is None else f" ({result.problem.reason})"

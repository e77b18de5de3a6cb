"""Conforming bursts that differ from the reference driver's: no check of bursts may blame them."""

from __future__ import annotations

import pytest

from conformance.bursts import PreparedModelExecutor, serialize_result
from conformance.bursts.packets import FAILURE as FAILURE_PACKET
from conformance.checks import checks_by_area
from conformance.harness.judge import Judge, JudgeOptions
from conformance.verdicts import VerdictKind
from tests.faults.calls.bursts import Answering, Fetching, NoBursts
from tests.faults.drivers import FAILURE, INVALID, NO_TIME, FaultyDevice, FaultyPreparedModel

OPTIONS = JudgeOptions(callback_timeout=2.0, mutants_per_operation=60)
AREAS = checks_by_area()
CHECKS = [
    *(check for area in ("bursts", "burst_memories", "burst_packets") for check in AREAS[area]),
    *(check for check in AREAS["invalid_requests"] if check.name == "ADD"),
]
PERMITTED = {VerdictKind.PASSED, VerdictKind.QUALITY_WARNING}


class OneByOne(Fetching):
    """The driver requests each memory with a separate call, in the order of the packet."""

    def fetch(self, listener, slots):
        for slot in dict.fromkeys(slots):
            if not listener._executor.has_memory(slot):
                status, memories = listener._callback.get_memories([slot])
                if not self.add(listener, [slot], status, memories):
                    return False
        return True


class NoCache(FaultyPreparedModel):
    """The driver requests all memories for each request."""

    def executor(self):
        class Executor(PreparedModelExecutor):
            def has_memory(self, slot):
                return False

        return Executor(self)


class GeneralFailure(FaultyPreparedModel):
    """Unknown slots are answered with GENERAL_FAILURE."""

    def executor(self):
        class Executor(PreparedModelExecutor):
            def execute(self, request):
                if not all(slot in self._memories for slot in request.slots):
                    return FAILURE, (), NO_TIME
                return super().execute(request)

        return Executor(self)


class InvalidPackets(Answering):
    """Malformed packets are answered with INVALID_ARGUMENT."""

    def answer(self, right, packet):
        answer = right(packet)
        return serialize_result(INVALID, (), NO_TIME) if answer == FAILURE_PACKET else answer


class RequestsFirst(Fetching):
    """A slot that was freed is requested again only when it is used; tables grow on demand."""

    def unknown(self, listener, slots):
        return super().unknown(listener, slots)[::-1]


@pytest.mark.parametrize(
    "prepared",
    [OneByOne, NoCache, GeneralFailure, InvalidPackets, RequestsFirst],
    ids=lambda kind: kind.__name__,
)
def test_no_check_blames_the_driver(prepared):
    device = type(f"With{prepared.__name__}", (FaultyDevice,), {"prepared": prepared})()
    for check in CHECKS:
        judge = Judge(device, OPTIONS)
        for verdict in [*check.run(judge), *judge.close()]:
            assert verdict.kind in PERMITTED, str(verdict)


def test_only_the_checks_of_bursts_report_that_there_are_none():
    device = type("WithoutBursts", (FaultyDevice,), {"prepared": NoBursts})()
    judge = Judge(device, OPTIONS)
    (check,) = (check for check in AREAS["invalid_requests"] if check.name == "ADD")
    (verdict,) = [*check.run(judge), *judge.close()]
    assert verdict.kind is VerdictKind.PASSED, str(verdict)

"""Conforming bursts that differ from the reference driver's: no check of bursts may blame them."""

from __future__ import annotations

import threading

import pytest

from conformance.bursts import PreparedModelExecutor, deserialize_request, serialize_result
from conformance.bursts.fmq import MessageQueue, QueueEndedError
from conformance.bursts.packets import FAILURE as FAILURE_PACKET
from conformance.checks import checks_by_area
from conformance.hal import DATUM_SIZE, BurstContext, ErrorStatus
from conformance.harness.judge import Judge, JudgeOptions
from conformance.verdicts import VerdictKind
from tests.faults.calls.bursts import Answering
from tests.faults.drivers import FAILURE, INVALID, NO_TIME, FaultyDevice, FaultyPreparedModel
from tests.faults.legal_calls import CALL_DRIVERS

OPTIONS = JudgeOptions(callback_timeout=2.0, mutants_per_operation=60)
AREAS = checks_by_area()
CHECKS = [
    *(check for area in ("bursts", "burst_memories", "burst_packets") for check in AREAS[area]),
    *(check for check in AREAS["invalid_requests"] if check.name == "ADD"),
]


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


class Polling(BurstContext):
    """Serves a burst by polling its queues and requests one memory per call."""

    def __init__(self, prepared, callback, requests, results):
        self.prepared, self.callback = prepared, callback
        self.requests = MessageQueue.open(requests, DATUM_SIZE)
        self.results = MessageQueue.open(results, DATUM_SIZE)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        try:
            while self.requests.wait_to_read(20):
                if not self.results.write(self.answer(self.requests.read_available())):
                    self.results.write(FAILURE_PACKET)
        except QueueEndedError:
            return

    def answer(self, packet):
        executor = PreparedModelExecutor(self.prepared)
        try:
            request = deserialize_request(packet)
        except Exception:
            return FAILURE_PACKET
        for slot in request.slots:
            status, memories = self.callback.get_memories([slot])
            if status != ErrorStatus.NONE or not memories:
                return FAILURE_PACKET
            executor.add_memory(slot, memories[0])
        return serialize_result(*executor.execute(request))

    def free_memory(self, slot):
        pass


class Polls(FaultyPreparedModel):
    """Accepts queues with or without event flags for a burst."""

    def configure_execution_burst(self, *arguments):
        return ErrorStatus.NONE, Polling(self, *arguments)


def with_models(prepared):
    return type(f"With{prepared.__name__}", (FaultyDevice,), {"prepared": prepared})


MODELS = (GeneralFailure, InvalidPackets, Polls)
DRIVERS = {kind.__name__: with_models(kind) for kind in MODELS}
DRIVERS["AsksForMemoriesAgain"] = CALL_DRIVERS["AsksForMemoriesAgain"]
ASK_AGAIN = {"AsksForMemoriesAgain", "Polls"}


@pytest.mark.parametrize("name", DRIVERS)
def test_no_check_blames_the_driver(name):
    device, kinds = DRIVERS[name](), {}
    for check in CHECKS:
        judge = Judge(device, OPTIONS)
        kinds[check.rule] = {verdict.kind for verdict in [*check.run(judge), *judge.close()]}
    warned = kinds.pop("bursts.memory_requested_once")
    assert warned == {VerdictKind.QUALITY_WARNING if name in ASK_AGAIN else VerdictKind.PASSED}
    assert {rule: found for rule, found in kinds.items() if found != {VerdictKind.PASSED}} == {}


def test_only_the_checks_of_bursts_report_that_there_are_none():
    judge = Judge(CALL_DRIVERS["RefusesBursts"](), OPTIONS)
    (check,) = (check for check in AREAS["invalid_requests"] if check.name == "ADD")
    (verdict,) = [*check.run(judge), *judge.close()]
    assert verdict.kind is VerdictKind.PASSED, str(verdict)

"""Each oracle finds a planted fault, and no target has a finding on the reference."""

from __future__ import annotations

import os
import zlib

import pytest

from conformance.checks.sample_models import addition_model
from conformance.driver_sdk import ProgramModel
from conformance.hal import ErrorStatus, Timing, Version
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.reference import ReferenceDevice
from fuzz.core.session import FuzzSession
from fuzz.engines.seeds import read_seeds
from fuzz.inputs import mutator
from fuzz.inputs.encoder import encode
from fuzz.inputs.records import LAYOUT, Header, Tag
from fuzz.targets import SUMMARIES, load_target
from tests.burst.helpers import ScriptedBurst

NONE, INVALID = ErrorStatus.NONE, ErrorStatus.INVALID_ARGUMENT
ADDITION = encode(addition_model(), (b"\0\0\x80\x3f", b"\0\0\0\x40"))


def record(tag, *fields):
    return LAYOUT[tag].pack(tag, *fields)


class Patched(ReferenceDevice):
    """The reference whose prepared models have some methods replaced.

    ``methods`` maps a name to a function that receives the original method and its arguments.
    """

    def __init__(self, version=Version.AIDL_V3, **methods):
        super().__init__(version)
        self._methods = methods

    def build_prepared_model(self, model):
        prepared = super().build_prepared_model(model)
        for name, replacement in self._methods.items():
            original = getattr(prepared, name)
            setattr(prepared, name, lambda *a, f=replacement, o=original: f(o, *a))
        return prepared


def findings(name, device, inputs):
    """Return the signatures of all findings of a target on inputs."""
    target = load_target(name)
    session = FuzzSession(device=device)
    target.use(session)
    try:
        found = [target.find(data) for data in inputs]
        return {finding.signature for finding in found if finding is not None}
    finally:
        target.close()


def mutated(name, count, *, request=False, version=Version.AIDL_V3):
    seeds = read_seeds(name)
    return [
        mutator.mutate(seeds[n % len(seeds)], 8192, n, request=request, version=version)
        for n in range(count)
    ]


@pytest.mark.parametrize("name", [name for name in SUMMARIES if name != "native"])
def test_the_reference_has_no_findings(name):
    target = load_target(name)
    seeds = read_seeds(name)
    inputs = [*seeds[:40], *[bytes(3), b"", os.urandom(0)]]
    if target.structured:
        inputs += mutated(name, 60, request=target.request)
    assert findings(name, ReferenceDevice(), inputs) == set()


class Lenient(ReferenceDevice):
    """The reference without one rule."""

    def __init__(self, rule):
        super().__init__(Version.V1_3)
        self.tolerated_rules = frozenset({rule}) | ReferenceDevice.tolerated_rules

    def build_prepared_model(self, model):
        try:
            return super().build_prepared_model(model)
        except Exception:
            return ProgramModel(model, list, self.version)


@pytest.mark.parametrize("rule", ["operand.scale", "operation.input_count", "operand.consumers"])
def test_a_rule_that_is_switched_off_is_found(rule):
    found = findings("model", Lenient(rule), mutated("model", 600, version=Version.V1_3))
    assert any(signature.startswith(f"failed {rule}") for signature in found), found
    assert all(rule in signature for signature in found)


def test_a_driver_that_no_longer_works_is_found():
    """After an invalid model the driver computes other sums."""

    class Damaged(ReferenceDevice):
        broken = False

        def prepare_model(self, *arguments):
            status = super().prepare_model(*arguments)
            self.broken |= status is not NONE
            return status

        def build_prepared_model(self, model):
            prepared = super().build_prepared_model(model)
            original = prepared.compute_until

            def compute_until(*arguments):
                results = original(*arguments)
                return [result + 1 for result in results] if self.broken else results

            prepared.compute_until = compute_until
            return prepared

    found = findings("model", Damaged(), mutated("model", 30))
    assert found == {"failed refusal.recovery"} or any("refusal.recovery" in one for one in found)


def wrong_sums(original, *arguments):
    return [result + 1 for result in original(*arguments)]


def test_wrong_values_are_found():
    found = findings("execution", Patched(compute_until=wrong_sums), [ADDITION])
    assert found == {"failed values ADD TENSOR_FLOAT32"}


def test_a_refused_request_that_changes_memory_is_found():
    def writing(original, request, *arguments):
        answer = original(request, *arguments)
        if answer[0] == INVALID:
            with request.pools[0].view() as view:
                view[64] ^= 1
        return answer

    missing = ADDITION + record(Tag.ARGUMENT, 0x80, 2, 0, 0, 0, 0, *[0] * 5)
    found = findings("request", Patched(execute_synchronously=writing), [missing])
    assert found == {"failed memory.outside"}


def test_a_missed_distant_deadline_is_found():
    def missing(original, *arguments):
        answer = original(*arguments)
        missed = arguments[2] is not None
        return (ErrorStatus.MISSED_DEADLINE_TRANSIENT, (), Timing()) if missed else answer

    data = encode(addition_model(), (), Header(mode=0))
    near = data + record(Tag.LIMITS, 1, 1000, 0, 0)
    distant = data + record(Tag.LIMITS, 1, 10**12, 0, 0)
    device = Patched(execute_synchronously=missing)
    assert findings("fences", device, [near]) == set()
    assert findings("fences", device, [distant]) == {"failed execute.status addition sync"}


def test_a_result_packet_that_is_damaged_is_found():
    def answering(original, _callback, requests, results):
        def answer(burst, _packet):
            burst.results.write(b"\7" * 24)

        return NONE, ScriptedBurst(requests, results, answer)

    device = Patched(configure_execution_burst=answering)
    found = findings("burst", device, [bytes([1]) + bytes(24)])
    assert len(found) == 1
    assert found.pop().startswith("failed burst_result.")


@pytest.fixture
def cache_folder(monkeypatch, tmp_path):
    """Let the reference keep its map of tokens in a folder of the test."""
    monkeypatch.setenv("NN_REFERENCE_CACHE", str(tmp_path / "cache"))


def test_a_wrong_model_from_damaged_cache_files_is_found(cache_folder):
    """The driver accepts damaged files and computes with other values."""

    class Trusting(ReferenceDevice):
        def prepare_model_from_cache(self, deadline, models, data, token, callback):
            record = RecordingPreparedModelCallback()
            status = super().prepare_model_from_cache(deadline, models, data, token, record)
            if status != ErrorStatus.GENERAL_FAILURE:
                callback.notify(*record.wait(60).arguments)
                return status
            wrong = Patched(compute_until=wrong_sums)
            return wrong.prepare_model(addition_model(), 1, 1, None, (), (), token, callback)

    damaged = bytes([0, 0, 40, 0, 0, 0, 255, 3])
    assert findings("cache", ReferenceDevice(), [damaged]) == set()
    assert findings("cache", Trusting(), [damaged]) == {"failed cache.values"}


def test_wrong_content_of_a_buffer_is_found():
    class Wrong(ReferenceDevice):
        def allocate(self, *arguments):
            status, buffer, token = super().allocate(*arguments)
            if buffer is not None:
                original = buffer.copy_to

                def copy_to(memory):
                    answer = original(memory)
                    with memory.view() as view:
                        view[0] ^= 1
                    return answer

                buffer.copy_to = copy_to
            return status, buffer, token

    steps = bytes([0, 3, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])
    assert findings("memory", ReferenceDevice(), [steps]) == set()
    (found,) = findings("memory", Wrong(), [steps])
    assert found.startswith("failed buffer.content")


def test_a_different_second_answer_is_found():
    class Alternating(ReferenceDevice):
        calls = 0

        def get_supported_operations(self, model):
            if len(model.main.operations) == 1 and model.main.operations[0].type == 0:
                self.calls += 1
                if self.calls > 2:  # the first call is that of the health check
                    return INVALID, ()
            return super().get_supported_operations(model)

    inputs = (encode(addition_model(7)) + bytes([31, n]) for n in range(200))
    runs_twice = next(data for data in inputs if zlib.crc32(data) % 16 == 0)
    found = findings("model", Alternating(), [runs_twice])
    assert found == {"second run failed supported.status ADD"}

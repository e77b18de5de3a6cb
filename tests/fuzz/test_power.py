"""Planted faults are found, and the mutators reach what they are made for."""

from __future__ import annotations

import random
from collections import Counter

from benchmarks.fuzz_power.faults import search_all
from benchmarks.fuzz_power.missing_checks import MISSING_CHECKS
from conformance.checks.sample_models import addition_model
from conformance.hal import DATUM_SIZE, Version
from conformance.validation import validate_model
from fuzz.checks.burst_checks import packets_of
from fuzz.engines.seeds import read_seeds
from fuzz.inputs.encoder import encode
from fuzz.inputs.mutator import MutationOrder
from fuzz.inputs.unit_mutator import mutate_packets

NEWEST = Version.AIDL_V3
QUICK = (
    "request.pool_index",
    "burst_request.flag",
    "burst: an unknown slot is another slot",
    "cache.data_count",
    "cache.access",
    "memory: sizes of copies",
    "memory: one buffer as input and output",
    "fences: all but the last fence",
)


def test_some_missing_checks_are_found_at_once():
    """One missing check of each area; the finding names it."""
    chosen = [fault for fault in MISSING_CHECKS if fault.name in QUICK]
    assert len(chosen) == len(QUICK)
    results = list(search_all(chosen, 600, 1, max_inputs=2000))
    found = {result.fault.name: result.signature for result in results}
    assert found["request.pool_index"] == "failed request.pool_index"
    assert found["burst_request.flag"] == "failed burst_request.flag"
    assert found["burst: an unknown slot is another slot"] == "failed burst.slot"
    assert found["cache.data_count"] == "failed cache.data_count"
    assert found["cache.access"] == "failed cache.access"
    assert found["memory: sizes of copies"].startswith("failed buffer.copy copy_")
    assert "reads and writes a buffer" in found["memory: one buffer as input and output"]
    assert found["fences: all but the last fence"] == "failed fence.status addition fenced"


def test_each_mutation_of_an_input_is_tried_once_and_rare_rules_first():
    data = encode(addition_model())
    order, source = MutationOrder(NEWEST), random.Random(1)
    models, alone = [], Counter()
    while (found := order.next_model(data, source)) is not None:
        models.append(repr((found[1].main, found[1].operand_values, found[1].pools)))
        broken = {violation.rule.name for violation in validate_model(found[1], NEWEST)}
        if len(broken) == 1:
            alone[len(models)] = 1
    assert len(set(models)) >= len(models) * 0.9
    assert sum(alone[n] for n in range(1, 21)) >= 18


def test_the_packet_mutator_keeps_most_packet_sizes_correct():
    seed = next(data for data in read_seeds("burst") if len(packets_of(data)) == 1)
    correct = changed = 0
    for number in range(200):
        packets = packets_of(mutate_packets(seed, 4096, number))
        assert mutate_packets(seed, 4096, number) == mutate_packets(seed, 4096, number)
        changed += packets != packets_of(seed)
        sizes = [int.from_bytes(packet[4:8], "little") for packet in packets]
        correct += sizes == [len(packet) // DATUM_SIZE for packet in packets]
    assert changed > 150
    assert correct > 120
    assert len(mutate_packets(seed * 9, 64, 1)) <= 64

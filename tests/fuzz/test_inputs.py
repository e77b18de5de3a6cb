"""The binary form of fuzz inputs: total, local, and able to represent every example."""

from __future__ import annotations

import random
import struct

import pytest

from conformance import hal
from conformance.checks.mutants.mutation_sources import operations_of, select_examples_to_mutate
from conformance.checks.sample_models import addition_model
from conformance.validation import validate_model
from fuzz.inputs.decoder import decode
from fuzz.inputs.encoder import encode, encode_example, same_model
from fuzz.inputs.mutator import crossover, mutate
from generators.oracle import random_example

VERSION = hal.Version.AIDL_V3


def broken_rules(model):
    return [(v.rule.name, v.where) for v in validate_model(model, VERSION)]


@pytest.fixture(scope="module")
def examples():
    """Return examples of every tenth operation."""
    operations = list(operations_of(VERSION))[::10]
    return [e for o in operations for e in select_examples_to_mutate(o, VERSION, 2)]


def hand_written_addition():
    """Return the bytes of an ADD of two vectors, written from docs/how-to/fuzzing.md."""

    def operand(lifetime, type_, rank, *sizes):
        padded = (*sizes, 0, 0, 0, 0)[:4]
        return struct.pack("<BBBbIfi4H", 0, rank, lifetime, 0, type_, 0.0, 0, *padded)

    return b"".join(
        (
            bytes([1, 0, 1, 1, 0, 0, 0, 0]),
            operand(1, 3, 1, 4),
            operand(1, 3, 1, 4),
            operand(3, 1, 0),
            operand(2, 3, 1, 4),
            struct.pack("<BBBxI8H", 6, 3, 1, 0, 0, 1, 2, 0, 0, 0, 3, 0),
        )
    )


def test_an_input_written_from_the_documentation_is_the_addition():
    lifetimes = [operand.lifetime for operand in addition_model().main.operands]
    found = decode(hand_written_addition()).model
    assert [operand.lifetime for operand in found.main.operands] == lifetimes
    assert same_model(found, addition_model())
    assert encode(addition_model()) == hand_written_addition()


def test_examples_and_graphs_survive_a_round_trip(examples):
    graphs = [random_example("tiny", seed, VERSION) for seed in range(10)]
    assert len(examples) > 20
    for example in (*examples, *graphs):
        natural = decode(encode_example(example))
        assert broken_rules(natural.model) == broken_rules(example.model)
        exact = decode(encode(example.model, example.inputs, same_layout=True))
        assert same_model(exact.model, example.model), example.name
        assert natural.inputs == exact.inputs == example.inputs


def test_malformed_models_survive_a_round_trip():
    """Fields that no valid model has: a wrong consumer count, illegal indexes, odd locations."""
    copy, reference = hal.OperandLifeTime.CONSTANT_COPY, hal.OperandLifeTime.CONSTANT_REFERENCE
    tensor = hal.OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL
    operands = (
        hal.Operand(tensor, (2, 70000, 1, 1, 1, 7), 3, 0.5, -5, copy, hal.DataLocation(1, 2, 300)),
        hal.Operand(99, (), 0, float("inf"), 7, 17, hal.DataLocation(3, 0, 0), b"\1\2\3"),
        hal.Operand(tensor, (2,), 0, 0.0, 0, reference, hal.DataLocation(0, 8, 2),
                hal.SymmPerChannelQuantParams((0.5, 2.0, 1.0, 4.0, 8.0), 9)),
        hal.Operand(hal.OperandType.SUBGRAPH, (), 1, lifetime=hal.OperandLifeTime.SUBGRAPH,
                location=hal.DataLocation(0, 5, 0)),
    )  # fmt: skip
    operation = hal.Operation(hal.OperationType.LSTM, tuple(range(30)), (9, 8, 7, 65535))
    other = hal.Subgraph((), (hal.Operation(123456, (), ()),), (3,), ())
    memory = hal.SharedMemory(100, initial=b"abc", name="mmap_fd")
    model = hal.Model(
        hal.Subgraph(operands, (operation,), tuple(range(40)), ()),
        (other,),
        b"some bytes",
        (memory,),
        True,
        {"com.example.a_rather_long_extension_name": 70000},
    )
    assert same_model(decode(encode(model, same_layout=True)).model, model)


def test_any_bytes_are_an_input():
    source = random.Random(5)
    for length in (*range(60), *[source.randrange(2000) for _ in range(150)]):
        data = source.randbytes(length)
        validate_model(decode(data).model, VERSION)
        assert len(mutate(data, 4000, length)) <= 4000
        assert len(crossover(data, data[::-1], 300, length)) <= 300


def test_mutations_break_single_rules_and_depend_only_on_the_seed(examples):
    seeds = [encode_example(example) for example in examples]
    alone: set[str] = set()
    counts = [0, 0, 0]
    for number in range(600):
        seed = seeds[number % len(seeds)]
        changed = mutate(seed, 1 << 16, number)
        assert changed == mutate(seed, 1 << 16, number)
        rules = {rule for rule, _ in broken_rules(decode(changed).model)}
        counts[min(len(rules), 2)] += 1
        if len(rules) == 1:
            alone |= rules
    assert counts[1] > 200  # plain byte flips of the same seeds break one rule less often
    assert counts[0] > 100
    assert len(alone) > 30

"""Mutations: what they change, that they do not modify the model, and that two sources agree.

Expected verdicts come from the official suite's own list of mutations
(``mutations.official_suite``), which was written apart from the validator's rules.
"""

from __future__ import annotations

import tracemalloc
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from conformance.checks.mutants.mutation_sources import operations_of, select_examples
from conformance.checks.sample_models import addition_model
from conformance.hal import OperationType, SharedMemory, Version
from conformance.validation import first_violation, validate_model
from conformance.validation.mutations import FAMILIES, ModelMutation, demands_refusal, mutations_of
from tests.tiers import every_fast

NEWEST = Version.AIDL_V3


def all_of(version: Version = NEWEST) -> dict[str, list[ModelMutation]]:
    found: dict[str, list[ModelMutation]] = {}
    for family, mutation in mutations_of(addition_model(), version):
        found.setdefault(family.name, []).append(mutation)
    return found


@pytest.mark.parametrize(
    "operation", every_fast(4, operations_of(NEWEST)), ids=lambda code: code.name
)
def test_mutations_that_the_official_suite_expects_to_be_refused_break_a_rule(operation):
    examples = select_examples(operation, NEWEST, 3)
    assert examples
    for example in examples:
        before = hash(repr(example.model.main))
        demanded = 0
        for _, mutation in mutations_of(example.model, NEWEST):
            if demands_refusal(example.model, mutation):
                demanded += 1
                assert first_violation(mutation.build(), NEWEST) is not None, mutation
        assert demanded > 30
        assert hash(repr(example.model.main)) == before


@pytest.mark.parametrize(
    "version", every_fast(2, [v for v in Version if v < Version.AIDL_V4]), ids=lambda v: v.name
)
def test_our_rules_agree_with_the_official_suite_in_each_version(version):
    for operation in list(operations_of(version))[::7]:
        for example in select_examples(operation, version, 2):
            for _, mutation in mutations_of(example.model, version):
                if demands_refusal(example.model, mutation):
                    assert first_violation(mutation.build(), version) is not None, mutation


def test_mutations_come_in_the_same_order_each_time():
    first = [str(mutation) for _, mutation in mutations_of(addition_model(), NEWEST)]
    assert [str(mutation) for _, mutation in mutations_of(addition_model(), NEWEST)] == first
    assert len(set(first)) > 0.95 * len(first)


def test_each_family_has_mutants_of_some_bundled_model():
    seen: Counter[str] = Counter()
    for operation in (
        OperationType.ADD,
        OperationType.CONV_2D,
        OperationType.LSTM,
        OperationType.IF,
        OperationType.WHILE,
    ):
        for version in (Version.V1_0, Version.V1_3):
            for example in select_examples(operation, version, 4):
                seen.update(family.name for family, _ in mutations_of(example.model, version))
    assert {family.name for family in FAMILIES} == set(seen)


def rules_broken(mutation: ModelMutation, version: Version = NEWEST) -> set[str]:
    return {violation.rule.name for violation in validate_model(mutation.build(), version)}


@pytest.mark.parametrize(
    ("family", "change", "rule"),
    [  # by hand, from the contract's text on each field
        ("operand.type", "type 3 -> -1", "operand.type"),
        ("operand.rank", "dimensions () -> (0,)", "operand.scalar_dimensions"),
        ("operand.scale", "scale 0.0 -> 1.0", "operand.scale"),
        ("operand.zero_point", "zero_point 0 -> 1", "operand.zero_point"),
        ("operand.location", "length=3", "operand.constant_length"),
        ("operand.location", "pool_index=1, offset=0, length=4)", "operand.constant_pool"),
        ("operand.location", "offset=4294967295", "operand.constant_range"),
        ("operation.index", "input 0 is operand 4, of only 4 operands", "operation.input_index"),
        ("operation.index", "output 0 is operand -1, of only 4 operands", "operation.output_index"),
        ("operation.argument_removed", "input 2 of 3 removed", "operation.input_count"),
        ("operation.removed", "removed", "subgraph.operations"),
        (
            "order.illegal_write",
            "output 0 is replaced by operand 0, a SUBGRAPH_INPUT",
            "order.write_constant",
        ),
        (
            "order.second_writer",
            "output 0 is written again by an operation at the end",
            "order.written_twice",
        ),
        ("subgraph.boundary", "input_indexes has operand 1 twice", "subgraph.input_duplicate"),
        ("subgraph.boundary", "output_indexes lacks operand 3", "subgraph.output_unlisted"),
        ("subgraph.empty", "no operands", "subgraph.operands"),
        ("subgraph.dead_operand", "an unused TEMPORARY_VARIABLE", "order.never_written"),
        ("model.pools", "an empty pool added", "model.pool"),
        ("model.extensions", "'nodot' has prefix 2", "extension.name"),
        ("model.extensions", "two extensions share a prefix", "extension.prefix"),
        ("model.extensions", "prefix not declared", "extension.prefix_declared"),
        ("operand.value", "100", "ADD.activation_code"),
        ("operation.omitted", "input 1 is omitted", "operation.required_operand"),
        ("operand.shape", "(4,) -> (65536,)", "operation.output_shape"),
        ("operand.shape", "(4,) -> (4294967295,)", "operand.size"),
    ],
)
def test_a_mutation_breaks_the_intended_rule(family, change, rule):
    found = [mutation for mutation in all_of()[family] if change in mutation.description]
    assert found
    assert any(rule in rules_broken(mutation) for mutation in found)


def test_a_wrong_number_of_consumers_is_invalid_while_the_field_exists():
    (mutation, *_) = all_of(Version.V1_3)["operand.consumers"]
    assert rules_broken(mutation, Version.V1_3) == {"operand.consumers"}
    assert "operand.consumers" not in all_of(Version.AIDL_V1)


def test_removing_a_pool_leaves_the_others_in_place():
    model = addition_model()
    pools = (SharedMemory(4), SharedMemory(8))
    with_pools = type(model)(model.main, operand_values=model.operand_values, pools=pools)
    found = [m for f, m in mutations_of(with_pools, NEWEST) if "pool 0 removed" in m.description]
    assert [mutation.build().pools for mutation in found] == [(pools[1],)]


def test_mutations_of_a_huge_dimension_need_little_memory():
    """The first dimension is a number of channels, for which some mutations state scales."""
    model = addition_model()
    operands = tuple(
        replace(operand, dimensions=(1 << 24, 4)) if operand.dimensions else operand
        for operand in model.main.operands
    )
    model = replace(model, main=replace(model.main, operands=operands))
    tracemalloc.start()
    try:
        for _, mutation in mutations_of(model, Version.V1_1):
            with suppress(Exception):  # some mutations need the data of the operands
                mutation.build()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 64 << 20

"""Checks that invalid operands are refused, for each operand type: all mutations of operands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from conformance import hal
from conformance.cases import Example
from conformance.checks.check_context import CheckContext, not_applicable
from conformance.checks.mutants.model_mutants import MutantRunner
from conformance.checks.mutants.mutation_sources import examples_with_type, require_mutants
from conformance.checks.registration import Check
from conformance.checks.sample_models import addition_model
from conformance.validation import first_violation
from conformance.validation.mutations import FAMILIES, ModelMutation
from conformance.verdicts import Finding

_EXAMPLES_PER_TYPE: Final = 3
_FAMILIES: Final = frozenset(
    {
        "operand.type",
        "operand.newer_type",
        "operand.rank",
        "operand.scale",
        "operand.zero_point",
        "operand.lifetime",
        "operand.lifetime_only",
        "operand.consumers",
        "operand.location",
        "operand.extra_params",
    }
)
"""The families that change one operand, whatever operation reads it."""


def _mutations(
    example: Example, type_: hal.OperandType, version: hal.Version
) -> Iterator[ModelMutation]:
    """Yield all mutations of the first operand of a type with each lifetime."""
    operands = example.model.main.operands
    by_lifetime: dict[int, int] = {}
    for index, operand in enumerate(operands):
        if operand.type == type_:
            by_lifetime.setdefault(operand.lifetime, index)
    chosen = set(by_lifetime.values())
    for family in FAMILIES:
        if family.name in _FAMILIES:
            for mutation in family.mutations_in(example.model, version):
                if mutation.subgraph < 0 and mutation.operand in chosen:
                    yield mutation


def _examples_of_scalar(type_: hal.OperandType, version: hal.Version) -> Iterator[Example]:
    """Yield an addition with a scalar that no operation reads: a constant, and a model input."""
    info = hal.INFO.get(type_)
    if info is None or info.tensor:
        return
    model = addition_model()
    main = model.main
    place = hal.DataLocation(0, len(model.operand_values), info.itemsize)
    data = model.operand_values + bytes(info.itemsize)
    for lifetime, location in (
        (hal.OperandLifeTime.CONSTANT_COPY, place),
        (hal.OperandLifeTime.SUBGRAPH_INPUT, hal.NO_LOCATION),
    ):
        unread = hal.Operand(type_, (), 0, lifetime=lifetime, location=location)
        listed = (len(main.operands),) if lifetime == hal.OperandLifeTime.SUBGRAPH_INPUT else ()
        graph = replace(
            main,
            operands=(*main.operands, unread),
            input_indexes=(*main.input_indexes, *listed),
        )
        changed = replace(model, main=graph, operand_values=data)
        if first_violation(changed, version) is None:
            name = f"addition with an unread {type_.name} ({lifetime.name})"
            yield Example("addition", name, changed, (), (), ())


def _run_scenario(type_: hal.OperandType, context: CheckContext) -> Iterator[Finding]:
    require_mutants(context)
    examples = examples_with_type(type_, context.version, _EXAMPLES_PER_TYPE)
    examples = examples or list(_examples_of_scalar(type_, context.version))
    if not examples:
        reason = f"no bundled spec has a valid example with {type_.name} for HAL {context.version}"
        not_applicable(reason, "version.declared")
    runner = MutantRunner(context)
    for example in examples:
        runner.run_all(example, _mutations(example, type_, context.version))
    yield from runner.report()


CHECKS: Final = tuple(
    Check(
        "invalid_operands",
        type_.name,
        "IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for "
        f"models with an operand of the type {type_.name} whose type, rank, scale, zero point, "
        "lifetime, number of consumers, location or extra parameters are invalid",
        "types.hal: Operand; IDevice.prepareModel: INVALID_ARGUMENT",
        partial(_run_scenario, type_),
        since,
    )
    for type_, since in (
        *((info.type, info.since) for info in hal.CONTRACT_INFO.values()),
        (hal.OperandType.SUBGRAPH, hal.Version.V1_3),
    )
    if type_ != hal.OperandType.TENSOR_OEM_BYTE
)
"""One check for each operand type of the contract that examples can have."""

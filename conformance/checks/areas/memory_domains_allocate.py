"""Checks of IDevice::allocate: its answers, and the arguments that it must refuse."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from conformance.checks.check_context import CheckContext, Violation, expect
from conformance.checks.domain_buffers import (
    ALLOCATE,
    FAILURE,
    INVALID,
    NONE,
    AllocationArguments,
    DomainCase,
    ManagedBuffer,
    domain_check,
    role,
    run_cases,
)
from conformance.checks.registration import Check, check, check_with
from conformance.checks.sample_models import DIMENSIONS, addition_with_scalar_input, is_supported
from conformance.drivers.own_process.server import ForeignPreparedModel
from conformance.hal import INFO, BufferRole, Model, OperandType, Version

_ROLES: Final = f"{ALLOCATE}: INVALID_ARGUMENT; BufferRole"
_DIMENSIONS: Final = f"{ALLOCATE}: dimensions of the buffer; BufferDesc.dimensions"
_PAIRS: Final = (("input", "input"), ("input", "output"), ("output", "output"))
"""The kinds of the two roles of a pair."""

_FIRST: Final = role()
_OTHER_TYPE: Final = {
    OperandType.TENSOR_FLOAT32: OperandType.TENSOR_FLOAT16,
    OperandType.TENSOR_FLOAT16: OperandType.TENSOR_FLOAT32,
    OperandType.TENSOR_QUANT8_ASYMM: OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: OperandType.TENSOR_QUANT8_ASYMM,
}


_Call = tuple[str, AllocationArguments, AllocationArguments]
"""The description of an invalid call of ``allocate``, the call, and a valid one of the same form.

If the driver refuses the valid call, because it supports no such buffer, it may refuse the invalid
one with GENERAL_FAILURE too.
"""


def _refused(section: str) -> Callable[[Callable[[DomainCase], Iterable[_Call]]], Check]:
    """Return a decorator for a function that yields invalid calls: each must be refused."""

    def run(context: CheckContext, calls: Callable[[DomainCase], Iterable[_Call]]) -> None:
        run_cases(context, lambda case: _refuse(case, calls(case)), executes=False)

    return check_with(run, section, since=Version.V1_3)


def _refuse(case: DomainCase, calls: Iterable[_Call]) -> None:
    supported: dict[AllocationArguments, bool] = {}
    for what, invalid, valid in calls:
        if valid not in supported:
            supported[valid] = case.checks.allocate(valid) is not None
        permitted = (INVALID,) if supported[valid] else (INVALID, FAILURE)
        with case.context.case(case.what):
            expect(invalid.allocate(case.context).status, f"allocate with {what}", *permitted)


def _for_both_kinds(
    what: str,
    invalid: AllocationArguments,
    valid: AllocationArguments,
    *,
    roles: tuple[BufferRole, ...] = (_FIRST,),
    valid_roles: tuple[BufferRole, ...] = (_FIRST,),
) -> Iterator[_Call]:
    yield (
        f"{what} as input role",
        replace(invalid, inputs=roles),
        replace(valid, inputs=valid_roles),
    )
    outputs = replace(invalid, outputs=roles), replace(valid, outputs=valid_roles)
    yield f"{what} as output role", *outputs


_ROLE_SETS: Final = (((_FIRST,), ()), ((), (_FIRST,)), ((_FIRST,), (_FIRST,)))
"""Input and output roles of valid calls."""


@domain_check(f"{ALLOCATE}; Drivers: Memory domains", executes=False)
def answers(case: DomainCase) -> None:
    """IDevice::allocate with valid arguments answers NONE with a buffer and a token above 0, or
    GENERAL_FAILURE with neither; with invalid arguments it answers an error with neither.
    """
    models = (case.prepared,)
    for dimensions in ((), DIMENSIONS, (0,) * len(DIMENSIONS), (0, 0, 0, DIMENSIONS[3])):
        for inputs, outputs in _ROLE_SETS:
            case.checks.allocate(AllocationArguments(models, inputs, outputs, dimensions))
    if AllocationArguments(models).allocate(case.context).status == NONE:
        raise Violation("allocate without roles returned NONE; an error was expected")


@check(f"{ALLOCATE}: token", since=Version.V1_3)
def unique_tokens(context: CheckContext) -> None:
    """The tokens of all live buffers differ, also between buffers of different prepared models and
    roles.
    """
    live: list[ManagedBuffer] = []

    def scenario(case: DomainCase) -> None:
        for prepared in [context.prepare(case.model.build()) for _ in range(2)]:
            for inputs, outputs in _ROLE_SETS:
                arguments = AllocationArguments((prepared,), inputs, outputs)
                if (managed := case.checks.allocate(arguments)) is not None:
                    live.append(managed)
        tokens = [managed.token for managed in live]
        for repeated in set(tokens):
            if tokens.count(repeated) > 1:
                raise Violation(
                    f"allocate returned the token {repeated} for {tokens.count(repeated)} of "
                    f"{len(tokens)} live buffers; a different token for each was expected"
                )
        del live[::2]

    run_cases(context, scenario, executes=False)


@_refused(_ROLES)
def no_roles(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate without any role answers INVALID_ARGUMENT, with and without a prepared
    model.
    """
    prepared = case.prepared
    valid = AllocationArguments((prepared,), (role(),))
    for what, invalid in (
        ("no prepared model and no role", AllocationArguments(())),
        ("a prepared model and no role", AllocationArguments((prepared,))),
        ("dimensions and no role", AllocationArguments((prepared,), dimensions=DIMENSIONS)),
    ):
        yield what, invalid, valid


@_refused(_ROLES)
def missing_prepared_model(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate with a prepared model that is nullptr answers INVALID_ARGUMENT."""
    valid = AllocationArguments((case.prepared,))
    yield from _for_both_kinds("nullptr", AllocationArguments((None,)), valid)


@_refused(_ROLES)
def foreign_prepared_model(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate with a prepared model that this driver did not create answers
    INVALID_ARGUMENT.
    """
    prepared, other = case.prepared, case.context.prepare(case.model.build())
    foreign = ForeignPreparedModel()
    one, two = AllocationArguments((prepared,)), AllocationArguments((prepared, other))
    yield from _for_both_kinds("a foreign prepared model", AllocationArguments((foreign,)), one)
    roles = role(), role(model_index=1)
    invalid = AllocationArguments((prepared, foreign))
    what = "a foreign second prepared model"
    yield from _for_both_kinds(what, invalid, two, roles=roles, valid_roles=roles)


@_refused(f"{_ROLES}.modelIndex")
def model_index(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate with a role whose modelIndex is not below the number of prepared models
    answers INVALID_ARGUMENT.
    """
    one = AllocationArguments((case.prepared,))
    for index in (1, (1 << 32) - 1):
        roles = (role(model_index=index),)
        yield from _for_both_kinds(f"modelIndex {index} of 1 model", one, one, roles=roles)


@_refused(f"{_ROLES}.ioIndex")
def io_index(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate with a role whose ioIndex is not below the number of the model's inputs or
    outputs answers INVALID_ARGUMENT.
    """
    one = AllocationArguments((case.prepared,))
    for index in (1, (1 << 32) - 1):
        yield from _for_both_kinds(f"ioIndex {index} of 1", one, one, roles=(role(index),))


@_refused(f"{_ROLES}.frequency")
def frequency(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate accepts a role with a frequency (AIDL: probability) above 0 and at most 1,
    and answers INVALID_ARGUMENT for any other.
    """
    one = AllocationArguments((case.prepared,))
    for value in (1.0, 0.5, 2.0**-20):
        roles = (role(frequency=value),)
        for arguments in (replace(one, inputs=roles), replace(one, outputs=roles)):
            case.checks.allocate(arguments)
    for value in (10.0, 0.0, -0.5, 1.0 + 2.0**-20, math.nan, math.inf):
        roles = (role(frequency=value),)
        yield from _for_both_kinds(f"frequency {value}", one, one, roles=roles)


@_refused(f"{ALLOCATE}: each role at most once")
def repeated_role(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate answers INVALID_ARGUMENT if a role occurs twice, also if the same prepared
    model is listed twice and both indexes have the role.
    """
    prepared, other = (
        case.context.prepare(replace(case.model, copies=2).build()) for _ in range(2)
    )
    one = AllocationArguments((prepared,))
    for what, value in (("a repeated role", 1.0), ("a role of two frequencies", 0.5)):
        roles = role(), role(frequency=value)
        yield from _for_both_kinds(what, one, one, roles=roles, valid_roles=(role(), role(1)))
    twice, both = AllocationArguments((prepared, prepared)), AllocationArguments((prepared, other))
    roles = role(), role(model_index=1)
    what = "a prepared model listed twice, each"
    yield from _for_both_kinds(what, twice, both, roles=roles, valid_roles=roles)


def _conflicts(
    case: DomainCase, what: str, second: Model, first: Model | None = None
) -> Iterator[_Call]:
    """Yield calls with roles of two models that conflict, by default of the case's and another."""
    first = first or case.model.build()
    if not (is_supported(case.context, first) and is_supported(case.context, second)):
        return
    prepared, other, same = (case.context.prepare(model) for model in (first, second, first))
    for kinds in _PAIRS:
        inputs, outputs = (
            tuple(role(model_index=index) for index, given in enumerate(kinds) if given == kind)
            for kind in ("input", "output")
        )
        valid = AllocationArguments((prepared, same), inputs, outputs)
        invalid = replace(valid, models=(prepared, other))
        yield f"{what}, roles {kinds[0]} and {kinds[1]},", invalid, valid


@_refused(f"{ALLOCATE}: roles of one operand type")
def conflicting_types(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have different
    types.
    """
    other = replace(case.model, type=_OTHER_TYPE[case.model.type])
    return _conflicts(case, f"an operand of {other.type.name}", other.build())


@_refused(f"{ALLOCATE}: roles of one scale")
def conflicting_scales(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have different
    scales.
    """
    if INFO[case.model.type].quantized:
        other = replace(case.model, quantization=(1.0, 0))
        yield from _conflicts(case, "scales 0.5 and 1.0", other.build())


@_refused(f"{ALLOCATE}: roles of one zero point")
def conflicting_zero_points(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have different zero
    points.
    """
    if INFO[case.model.type].quantized:
        other = replace(case.model, quantization=(0.5, 10))
        yield from _conflicts(case, "zero points 0 and 10", other.build())


@_refused(_DIMENSIONS)
def conflicting_ranks(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have different
    ranks.
    """
    first, second = (addition_with_scalar_input(case.model.type, rank) for rank in (4, 3))
    return _conflicts(case, "ranks 4 and 3", second, first)


@_refused(_DIMENSIONS)
def conflicting_dimensions(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have the same rank
    and different dimensions.
    """
    for axis in range(len(DIMENSIONS)):
        dimensions = _changed_extent(axis)
        what = f"dimensions {list(DIMENSIONS)} and {list(dimensions)}"
        yield from _conflicts(case, what, replace(case.model, dimensions=dimensions).build())


def _descriptors(case: DomainCase, descriptors: Iterable[tuple[int, ...]]) -> Iterator[_Call]:
    valid = AllocationArguments((case.prepared,), (), (), DIMENSIONS)
    for dimensions in descriptors:
        yield from _for_both_kinds(
            f"BufferDesc.dimensions {list(dimensions)} and an operand {list(DIMENSIONS)}",
            replace(valid, dimensions=dimensions),
            valid,
        )


@_refused(_DIMENSIONS)
def descriptor_rank(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate answers INVALID_ARGUMENT if BufferDesc has another rank than the operands
    of the roles.
    """
    return _descriptors(case, (DIMENSIONS[1:], (*DIMENSIONS, 1), (0,)))


@_refused(_DIMENSIONS)
def descriptor_dimensions(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate answers INVALID_ARGUMENT if a dimension of BufferDesc differs from that of
    the operands of the roles.
    """
    axes = range(len(DIMENSIONS))
    changed = [_changed_extent(axis) for axis in axes]
    partly_known = [_changed_extent(axis, (0,) * len(DIMENSIONS)) for axis in axes]
    return _descriptors(case, [*changed, *partly_known])


def _changed_extent(axis: int, others: tuple[int, ...] = DIMENSIONS) -> tuple[int, ...]:
    """Return dimensions that differ from DIMENSIONS in one axis; the others may be unknown."""
    return (*others[:axis], DIMENSIONS[axis] + 1, *others[axis + 1 :])


@_refused(_DIMENSIONS)
def scalar_with_dimensions(case: DomainCase) -> Iterator[_Call]:
    """IDevice::allocate answers INVALID_ARGUMENT if BufferDesc has dimensions and the operand of
    the role is a scalar.
    """
    addition = addition_with_scalar_input(case.model.type)
    if not is_supported(case.context, addition):
        return
    valid = AllocationArguments((case.context.prepare(addition),), (role(2),))
    for dimensions in ((1,), (0,), (1, 1)):
        what = f"BufferDesc.dimensions {list(dimensions)} and a scalar as input role"
        yield what, replace(valid, dimensions=dimensions), valid

"""Checks of IDevice::allocate: its answers, and the arguments that it must refuse."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from typing import Final

from conformance.checks.check_context import CheckContext
from conformance.checks.domain_buffers import (
    ALLOCATE,
    FAILURE,
    INVALID,
    NONE,
    AllocationArguments,
    DomainChecks,
    ManagedBuffer,
    role,
)
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    DIMENSIONS,
    CopyModel,
    addition_with_scalar_input,
    is_supported,
)
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


@dataclass(frozen=True, slots=True)
class _InvalidCall:
    """An invalid call of ``allocate``, and a valid one of the same form.

    If the driver refuses the valid call, because it supports no such buffer, it may refuse the
    invalid one with GENERAL_FAILURE too.
    """

    what: str
    invalid: AllocationArguments
    valid: AllocationArguments


def _refusals(
    checks: DomainChecks, model_type: OperandType, calls: Iterable[_InvalidCall]
) -> Iterator[str]:
    """Yield a message for each invalid call that the driver does not refuse."""
    supported: dict[AllocationArguments, bool] = {}
    for call in calls:
        if call.valid not in supported:
            supported[call.valid] = checks.allocate(call.valid) is not None
        permitted = (INVALID,) if supported[call.valid] else (INVALID, FAILURE)
        status = call.invalid.allocate(checks.context).status
        if status not in permitted:
            names = " or ".join(expected.name for expected in permitted)
            yield (
                f"{model_type.name}: allocate with {call.what} answered {status.name}; {names} was "
                "expected"
            )


def _refused(
    calls: Callable[[DomainChecks, CopyModel], Iterable[_InvalidCall]],
) -> Callable[[CheckContext], Iterator[str]]:
    """Decorate a function that yields the invalid calls for a model: each must be refused."""

    @wraps(calls)
    def scenario(context: CheckContext) -> Iterator[str]:
        checks = DomainChecks(context)
        for model in checks.models():
            yield from _refusals(checks, model.type, calls(checks, model))

    return scenario


def _for_both_kinds(
    what: str,
    invalid: AllocationArguments,
    valid: AllocationArguments,
    *,
    roles: tuple[BufferRole, ...] = (_FIRST,),
    valid_roles: tuple[BufferRole, ...] = (_FIRST,),
) -> Iterator[_InvalidCall]:
    """Yield the calls with the roles as input roles, and with the roles as output roles."""
    yield _InvalidCall(
        f"{what} as input role", replace(invalid, inputs=roles), replace(valid, inputs=valid_roles)
    )
    yield _InvalidCall(
        f"{what} as output role",
        replace(invalid, outputs=roles),
        replace(valid, outputs=valid_roles),
    )


@check(f"{ALLOCATE}; Drivers: Memory domains", since=Version.V1_3)
def answers(context: CheckContext) -> Iterator[str]:
    """IDevice::allocate with valid arguments answers NONE with a buffer and a token above 0, or
    GENERAL_FAILURE with neither; with invalid arguments it answers an error with neither.
    """
    checks = DomainChecks(context)
    for model in checks.models():
        prepared = context.prepare(model.build())
        for dimensions in ((), DIMENSIONS, (0,) * len(DIMENSIONS), (0, 0, 0, DIMENSIONS[3])):
            for inputs, outputs in (((role(),), ()), ((), (role(),)), ((role(),), (role(),))):
                checks.allocate(AllocationArguments((prepared,), inputs, outputs, dimensions))
        status = AllocationArguments((prepared,)).allocate(context).status
        if status == NONE:
            yield f"{model.type.name}: allocate without roles answered NONE; an error was expected"


@check(f"{ALLOCATE}: token", since=Version.V1_3)
def unique_tokens(context: CheckContext) -> Iterator[str]:
    """The tokens of all live buffers differ, also between buffers of different prepared models and
    roles.
    """
    checks = DomainChecks(context)
    live: list[ManagedBuffer] = []
    for model in checks.models():
        for prepared in [context.prepare(model.build()) for _ in range(2)]:
            for inputs, outputs in (((role(),), ()), ((), (role(),)), ((role(),), (role(),))):
                managed = checks.allocate(AllocationArguments((prepared,), inputs, outputs))
                if managed is not None:
                    live.append(managed)
        tokens = [managed.token for managed in live]
        if len(set(tokens)) < len(tokens):
            repeated = next(token for token in tokens if tokens.count(token) > 1)
            yield (
                f"allocate answered the token {repeated} for {tokens.count(repeated)} of "
                f"{len(tokens)} live buffers; a different token for each was expected"
            )
            return
        del live[::2]


@check(_ROLES, since=Version.V1_3)
@_refused
def no_roles(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate without any role answers INVALID_ARGUMENT, with and without a prepared
    model.
    """
    prepared = checks.context.prepare(model.build())
    valid = AllocationArguments((prepared,), (role(),))
    for what, invalid in (
        ("no prepared model and no role", AllocationArguments(())),
        ("a prepared model and no role", AllocationArguments((prepared,))),
        ("dimensions and no role", AllocationArguments((prepared,), dimensions=DIMENSIONS)),
    ):
        yield _InvalidCall(what, invalid, valid)


@check(_ROLES, since=Version.V1_3)
@_refused
def missing_prepared_model(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate with a prepared model that is nullptr answers INVALID_ARGUMENT."""
    valid = AllocationArguments((checks.context.prepare(model.build()),))
    yield from _for_both_kinds("nullptr", AllocationArguments((None,)), valid)


@check(_ROLES, since=Version.V1_3)
@_refused
def foreign_prepared_model(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate with a prepared model that this driver did not create answers
    INVALID_ARGUMENT.
    """
    prepared, other = (checks.context.prepare(model.build()) for _ in range(2))
    foreign = ForeignPreparedModel()
    one, two = AllocationArguments((prepared,)), AllocationArguments((prepared, other))
    yield from _for_both_kinds("a foreign prepared model", AllocationArguments((foreign,)), one)
    roles = role(), role(model_index=1)
    invalid = AllocationArguments((prepared, foreign))
    what = "a foreign second prepared model"
    yield from _for_both_kinds(what, invalid, two, roles=roles, valid_roles=roles)


@check(f"{_ROLES}.modelIndex", since=Version.V1_3)
@_refused
def model_index(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate with a role whose modelIndex is not below the number of prepared models
    answers INVALID_ARGUMENT.
    """
    one = AllocationArguments((checks.context.prepare(model.build()),))
    for index in (1, (1 << 32) - 1):
        roles = (role(model_index=index),)
        yield from _for_both_kinds(f"modelIndex {index} of 1 model", one, one, roles=roles)


@check(f"{_ROLES}.ioIndex", since=Version.V1_3)
@_refused
def io_index(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate with a role whose ioIndex is not below the number of the model's inputs or
    outputs answers INVALID_ARGUMENT.
    """
    one = AllocationArguments((checks.context.prepare(model.build()),))
    for index in (1, (1 << 32) - 1):
        yield from _for_both_kinds(f"ioIndex {index} of 1", one, one, roles=(role(index),))


@check(f"{_ROLES}.frequency", since=Version.V1_3)
@_refused
def frequency(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate accepts a role with a frequency (AIDL: probability) above 0 and at most 1,
    and answers INVALID_ARGUMENT for any other.
    """
    one = AllocationArguments((checks.context.prepare(model.build()),))
    for value in (1.0, 0.5, 2.0**-20):
        roles = (role(frequency=value),)
        for arguments in (replace(one, inputs=roles), replace(one, outputs=roles)):
            checks.allocate(arguments)
    for value in (10.0, 0.0, -0.5, 1.0 + 2.0**-20, math.nan, math.inf):
        roles = (role(frequency=value),)
        yield from _for_both_kinds(f"frequency {value}", one, one, roles=roles)


@check(f"{ALLOCATE}: each role at most once", since=Version.V1_3)
@_refused
def repeated_role(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate answers INVALID_ARGUMENT if a role occurs twice, also if the same prepared
    model is listed twice and both indexes have the role.
    """
    prepared, other = (checks.context.prepare(replace(model, copies=2).build()) for _ in range(2))
    one = AllocationArguments((prepared,))
    for what, value in (("a repeated role", 1.0), ("a role of two frequencies", 0.5)):
        roles = role(), role(frequency=value)
        yield from _for_both_kinds(what, one, one, roles=roles, valid_roles=(role(), role(1)))
    twice, both = AllocationArguments((prepared, prepared)), AllocationArguments((prepared, other))
    roles = role(), role(model_index=1)
    what = "a prepared model listed twice, each"
    yield from _for_both_kinds(what, twice, both, roles=roles, valid_roles=roles)


def _conflicting(
    conflicts: Callable[[CopyModel], Iterable[tuple[CopyModel, str]]],
) -> Callable[[CheckContext], Iterator[str]]:
    """Decorate a function that yields models whose roles are in conflict with those of a model."""

    @wraps(conflicts)
    def scenario(context: CheckContext) -> Iterator[str]:
        checks = DomainChecks(context)
        for model in checks.models():
            for other, what in conflicts(model):
                if is_supported(context, other.build()):
                    yield from _model_conflicts(
                        checks, model.type, model.build(), other.build(), what
                    )

    return scenario


def _model_conflicts(
    checks: DomainChecks, model_type: OperandType, first: Model, second: Model, what: str
) -> Iterator[str]:
    prepared, other, same = (checks.context.prepare(model) for model in (first, second, first))
    for kinds in _PAIRS:
        inputs, outputs = (
            tuple(role(model_index=index) for index, given in enumerate(kinds) if given == kind)
            for kind in ("input", "output")
        )
        valid = AllocationArguments((prepared, same), inputs, outputs)
        invalid = replace(valid, models=(prepared, other))
        what_is_wrong = f"{what}, roles {kinds[0]} and {kinds[1]},"
        yield from _refusals(checks, model_type, [_InvalidCall(what_is_wrong, invalid, valid)])


@check(f"{ALLOCATE}: roles of one operand type", since=Version.V1_3)
@_conflicting
def conflicting_types(model: CopyModel) -> Iterator[tuple[CopyModel, str]]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have different
    types.
    """
    other = replace(model, type=_OTHER_TYPE[model.type])
    yield other, f"an operand of {other.type.name}"


@check(f"{ALLOCATE}: roles of one scale", since=Version.V1_3)
@_conflicting
def conflicting_scales(model: CopyModel) -> Iterator[tuple[CopyModel, str]]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have different
    scales.
    """
    if INFO[model.type].quantized:
        yield replace(model, quantization=(1.0, 0)), "scales 0.5 and 1.0"


@check(f"{ALLOCATE}: roles of one zero point", since=Version.V1_3)
@_conflicting
def conflicting_zero_points(model: CopyModel) -> Iterator[tuple[CopyModel, str]]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have different zero
    points.
    """
    if INFO[model.type].quantized:
        yield replace(model, quantization=(0.5, 10)), "zero points 0 and 10"


@check(_DIMENSIONS, since=Version.V1_3)
def conflicting_ranks(context: CheckContext) -> Iterator[str]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have different
    ranks.
    """
    checks = DomainChecks(context)
    for model in checks.models():
        first, second = (addition_with_scalar_input(model.type, rank) for rank in (4, 3))
        if is_supported(context, first) and is_supported(context, second):
            yield from _model_conflicts(checks, model.type, first, second, "ranks 4 and 3")


@check(_DIMENSIONS, since=Version.V1_3)
@_conflicting
def conflicting_dimensions(model: CopyModel) -> Iterator[tuple[CopyModel, str]]:
    """IDevice::allocate answers INVALID_ARGUMENT if the operands of two roles have the same rank
    and different dimensions.
    """
    for axis in range(len(DIMENSIONS)):
        dimensions = _changed_extent(axis)
        what = f"dimensions {list(DIMENSIONS)} and {list(dimensions)}"
        yield replace(model, dimensions=dimensions), what


def _descriptors(
    checks: DomainChecks, model: CopyModel, descriptors: Iterable[tuple[int, ...]]
) -> Iterator[_InvalidCall]:
    """Yield calls whose ``BufferDesc`` has these dimensions."""
    valid = AllocationArguments((checks.context.prepare(model.build()),), (), (), DIMENSIONS)
    for dimensions in descriptors:
        yield from _for_both_kinds(
            f"BufferDesc.dimensions {list(dimensions)} and an operand {list(DIMENSIONS)}",
            replace(valid, dimensions=dimensions),
            valid,
        )


@check(_DIMENSIONS, since=Version.V1_3)
@_refused
def descriptor_rank(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate answers INVALID_ARGUMENT if BufferDesc has another rank than the operands
    of the roles.
    """
    return _descriptors(checks, model, (DIMENSIONS[1:], (*DIMENSIONS, 1), (0,)))


@check(_DIMENSIONS, since=Version.V1_3)
@_refused
def descriptor_dimensions(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate answers INVALID_ARGUMENT if a dimension of BufferDesc differs from that of
    the operands of the roles.
    """
    axes = range(len(DIMENSIONS))
    changed = [_changed_extent(axis) for axis in axes]
    partly_known = [_changed_extent(axis, (0,) * len(DIMENSIONS)) for axis in axes]
    return _descriptors(checks, model, [*changed, *partly_known])


def _changed_extent(axis: int, others: tuple[int, ...] = DIMENSIONS) -> tuple[int, ...]:
    """Return dimensions that differ from DIMENSIONS in one axis; the others may be unknown."""
    return (*others[:axis], DIMENSIONS[axis] + 1, *others[axis + 1 :])


@check(_DIMENSIONS, since=Version.V1_3)
@_refused
def scalar_with_dimensions(checks: DomainChecks, model: CopyModel) -> Iterator[_InvalidCall]:
    """IDevice::allocate answers INVALID_ARGUMENT if BufferDesc has dimensions and the operand of
    the role is a scalar.
    """
    addition = addition_with_scalar_input(model.type)
    if not is_supported(checks.context, addition):
        return
    valid = AllocationArguments((checks.context.prepare(addition),), (role(2),))
    for dimensions in ((1,), (0,), (1, 1)):
        what = f"BufferDesc.dimensions {list(dimensions)} and a scalar as input role"
        yield _InvalidCall(what, replace(valid, dimensions=dimensions), valid)

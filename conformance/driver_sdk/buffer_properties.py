"""The properties of a driver-managed buffer: its roles, and the operand that they agree on."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from conformance.driver_sdk.binding import DriverError
from conformance.hal import (
    INFO,
    BufferDesc,
    BufferRole,
    ErrorStatus,
    Operand,
    OperandType,
    PreparedModel,
    Subgraph,
    byte_size,
    name_of,
)
from conformance.validation.operands import dimensions_problem, is_uint32


class RoleKind(StrEnum):
    """Whether a buffer is used as an input or as an output of a prepared model."""

    INPUT = "input"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class BufferRoleKey:
    """One permitted use of a buffer; the reference does not keep the prepared model alive."""

    model: weakref.ref[PreparedModel]
    kind: RoleKind
    index: int


@dataclass(frozen=True, slots=True)
class BufferProperties:
    """Type and dimensions of a buffer; a dimension of 0 or an empty rank is unknown.

    Attributes:
        type: the operand type that all roles have.
        dimensions: the dimensions of all roles and of the descriptor, merged.
        scale, zero_point, extra_params: as in the operands of the roles.

    """

    type: int
    dimensions: tuple[int, ...]
    scale: float
    zero_point: int
    extra_params: object

    @classmethod
    def of(cls, operand: Operand) -> BufferProperties:
        """Return the properties that the operand of a role requires."""
        return cls(
            operand.type,
            tuple(operand.dimensions),
            operand.scale,
            operand.zero_point,
            operand.extra_params,
        )

    @property
    def byte_size(self) -> int | None:
        """Size of the content in bytes; ``None`` if type, rank or a dimension is unknown."""
        return byte_size(self.type, self.dimensions)

    def byte_size_of(self, dimensions: tuple[int, ...]) -> int | None:
        """Return the size in bytes of a content of these dimensions; ``None`` if not known."""
        return byte_size(self.type, dimensions)


def merge_dimensions(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return what two descriptions of dimensions specify together; ``None`` if they conflict.

    An empty description has an unknown rank, and a dimension of 0 is unknown.
    """
    if not first or not second:
        return first or second
    if len(first) != len(second):
        return None
    pairs = list(zip(first, second, strict=True))
    if any(one and other and one != other for one, other in pairs):
        return None
    return tuple(one or other for one, other in pairs)


def merge_roles(
    desc: BufferDesc,
    models: Sequence[tuple[PreparedModel, Subgraph]],
    input_roles: Sequence[BufferRole],
    output_roles: Sequence[BufferRole],
) -> tuple[frozenset[BufferRoleKey], BufferProperties]:
    """Return the roles of an allocation and the properties on which they agree.

    ``models`` holds each prepared model with its main subgraph. Raise ``DriverError`` with
    INVALID_ARGUMENT if a role is invalid or repeated, or if roles and descriptor conflict.
    """
    keys: set[BufferRoleKey] = set()
    merged: BufferProperties | None = None
    for where, key, operand in _role_operands(models, input_roles, output_roles):
        if key in keys:
            raise _invalid(f"{where} repeats a role of the same prepared model")
        keys.add(key)
        merged = _merge(merged, BufferProperties.of(operand), where)
    if merged is None:
        raise _invalid("the buffer has neither input roles nor output roles")
    return frozenset(keys), _with_descriptor(merged, desc)


def _role_operands(
    models: Sequence[tuple[PreparedModel, Subgraph]],
    input_roles: Sequence[BufferRole],
    output_roles: Sequence[BufferRole],
) -> Iterator[tuple[str, BufferRoleKey, Operand]]:
    for kind, roles in ((RoleKind.INPUT, input_roles), (RoleKind.OUTPUT, output_roles)):
        for number, role in enumerate(roles):
            where = f"{kind} role {number}"
            index = _checked_index(role.model_index, len(models), f"{where}: the model index")
            prepared, main = models[index]
            indexes = main.input_indexes if kind is RoleKind.INPUT else main.output_indexes
            position = _checked_index(role.io_index, len(indexes), f"{where}: the {kind} index")
            if not 0.0 < role.frequency <= 1.0:
                raise _invalid(f"{where}: the frequency is {role.frequency}, must be in (0, 1]")
            key = BufferRoleKey(weakref.ref(prepared), kind, position)
            yield where, key, main.operands[indexes[position]]


def _checked_index(value: object, count: int, what: str) -> int:
    if not isinstance(value, int) or not is_uint32(value) or value >= count:
        raise _invalid(f"{what} is {value}, must be below {count}")
    return value


def _merge(
    merged: BufferProperties | None, properties: BufferProperties, where: str
) -> BufferProperties:
    if merged is None:
        return properties
    for name in ("type", "scale", "zero_point", "extra_params"):
        ours, theirs = getattr(merged, name), getattr(properties, name)
        if ours != theirs:
            raise _invalid(f"{where}: {name} is {theirs}, but that of an earlier role is {ours}")
    dimensions = merge_dimensions(merged.dimensions, properties.dimensions)
    if dimensions is None:
        raise _invalid(
            f"{where}: dimensions {list(properties.dimensions)} conflict with "
            f"{list(merged.dimensions)} of the earlier roles"
        )
    return replace(merged, dimensions=dimensions)


def _with_descriptor(properties: BufferProperties, desc: BufferDesc) -> BufferProperties:
    if (problem := dimensions_problem(desc.dimensions)) is not None:
        raise _invalid(f"the descriptor: {problem}")
    info = INFO.get(properties.type)
    if info is not None and not info.tensor:
        if desc.dimensions:
            raise _invalid(
                f"the descriptor has dimensions {list(desc.dimensions)}, but the roles are scalars "
                f"of type {name_of(OperandType, properties.type)}"
            )
        return properties
    dimensions = merge_dimensions(properties.dimensions, tuple(desc.dimensions))
    if dimensions is None:
        raise _invalid(
            f"the descriptor's dimensions {list(desc.dimensions)} conflict with "
            f"{list(properties.dimensions)} of the roles"
        )
    return replace(properties, dimensions=dimensions)


def _invalid(reason: str) -> DriverError:
    return DriverError(ErrorStatus.INVALID_ARGUMENT, reason)

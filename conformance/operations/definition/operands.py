"""The operands of an operation: their types, ranks and defaults by version, and their lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from numpy.typing import NDArray

from conformance.hal import OperandType, Version

Array = NDArray[Any]
Shape = tuple[int, ...]


class Presence(Enum):
    """The permission to leave out an operand."""

    REQUIRED = "required"
    OMITTABLE = "omittable"
    """The operand keeps its index, but has lifetime NO_VALUE or is a model input without a
    value."""
    TRAILING = "trailing"
    """The operand may be missing at the end of the operand list; its default then applies."""


@dataclass(frozen=True, slots=True)
class TypeRule:
    """The legal types of an operand, depending on the operation's primary type.

    ``table`` maps each primary type to the legal types of this operand, each with the version that
    introduced it; ``None`` means exactly the primary type. A non-empty ``always`` lists types that
    are legal with every primary type and replaces ``table``.
    """

    table: Mapping[OperandType, tuple[tuple[OperandType, Version], ...]] | None = None
    always: tuple[tuple[OperandType, Version], ...] = ()

    def legal(self, primary: OperandType) -> tuple[tuple[OperandType, Version], ...]:
        """Return the legal types for this primary type, each with its first version."""
        if self.always:
            return self.always
        if self.table is None:
            return ((primary, Version.V1_0),)
        return self.table.get(primary, ())


SAME: Final = TypeRule()
"""The operand must have the primary type."""


def only(*types: OperandType) -> TypeRule:
    """Return a rule that allows these types with every primary type."""
    return TypeRule(always=tuple((t, Version.V1_0) for t in types))


def by_primary(
    table: Mapping[
        OperandType, OperandType | tuple[OperandType | tuple[OperandType, Version], ...]
    ],
) -> TypeRule:
    """Return a rule with a table of legal types by primary type.

    A bare type is legal since 1.0; a pair ``(type, version)`` is legal since that version.
    """
    rows: dict[OperandType, tuple[tuple[OperandType, Version], ...]] = {}
    for primary, legal in table.items():
        entries = legal if isinstance(legal, tuple) else (legal,)
        rows[primary] = tuple(
            entry if isinstance(entry, tuple) else (entry, Version.V1_0) for entry in entries
        )
    return TypeRule(rows)


Ranks = Mapping[Version, frozenset[int]]
"""Legal ranks by version; the newest entry that is not above the version in use applies."""


def ranks(*exactly: int, since: Mapping[Version, Sequence[int]] | None = None) -> Ranks:
    """Return exactly these ranks; ``since`` maps later versions to the ranks that replace them."""
    out: dict[Version, frozenset[int]] = {Version.V1_0: frozenset(exactly)}
    for version, legal in (since or {}).items():
        out[version] = frozenset(legal)
    return out


def up_to(rank: int) -> Ranks:
    """Return the ranks 1 to ``rank``."""
    return ranks(*range(1, rank + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class OperandSpec:
    """The definition of one input or output of an operation.

    ``default`` is the value of a trailing scalar that is left out. ``ranks`` is ``None`` for
    scalars and where the operation does not limit the rank. A ``repeated`` operand occurs one or
    more times in a row (the inputs of CONCATENATION, the outputs of SPLIT); among the outputs only
    the last may repeat.
    """

    name: str
    types: TypeRule = SAME
    presence: Presence = Presence.REQUIRED
    default: int | float | bool | None = None
    since: Version = Version.V1_0
    ranks: Ranks | None = None
    repeated: bool = False
    doc: str = ""


def tensor(name: str, types: TypeRule = SAME, **more: Any) -> OperandSpec:
    """Return the definition of a tensor operand."""
    return OperandSpec(name=name, types=types, **more)


def scalar(name: str, type_: OperandType | TypeRule, **more: Any) -> OperandSpec:
    """Return the definition of a scalar operand."""
    rule = type_ if isinstance(type_, TypeRule) else only(type_)
    return OperandSpec(name=name, types=rule, **more)


def trailing(
    name: str,
    type_: OperandType | TypeRule,
    default: int | float | bool,
    since: Version,
    doc: str = "",
) -> OperandSpec:
    """Return the definition of a scalar that may be left out at the end of the operand list."""
    rule = type_ if isinstance(type_, TypeRule) else only(type_)
    return OperandSpec(
        name=name, types=rule, presence=Presence.TRAILING, default=default, since=since, doc=doc
    )


@dataclass(frozen=True, slots=True)
class Form:
    """One legal layout of the input list, such as explicit or implicit padding.

    ``counts`` are the legal numbers of inputs. It is empty if an operand repeats: then every number
    that is not below the number of operands is legal. ``positions`` maps operand names to their
    indexes in ``inputs``.
    """

    name: str
    inputs: tuple[OperandSpec, ...]
    counts: tuple[int, ...]
    since: Version = Version.V1_0
    positions: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _places: dict[int, Mapping[str, int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        positions = {spec.name: index for index, spec in enumerate(self.inputs)}
        object.__setattr__(self, "positions", positions)
        object.__setattr__(self, "_places", {})

    def places(self, count: int) -> Mapping[str, int]:
        """Return the indexes of all operands that are present among ``count`` inputs, by name.

        A repeated operand has the index of its first input. The result is cached for each count,
        because a call looks up its operands dozens of times.
        """
        places = self._places.get(count)
        if places is None:
            found = ((spec.name, self.position(spec.name, count)) for spec in self.inputs)
            places = {name: at for name, at in found if at is not None and at < count}
            self._places[count] = places
        return places

    def position(self, name: str, count: int) -> int | None:
        """Return the index of ``name`` among ``count`` inputs; of a repeated operand, the first."""
        index = self.positions.get(name)
        if index is None or self.counts:
            return index
        repeated = next(i for i, spec in enumerate(self.inputs) if spec.repeated)
        return index if index <= repeated else index + count - len(self.inputs)

    def spec_at(self, index: int, count: int) -> OperandSpec:
        """Return the definition of the operand at input ``index`` in a list of ``count`` inputs."""
        if self.counts:
            return self.inputs[index]
        repeated = next(i for i, spec in enumerate(self.inputs) if spec.repeated)
        extra = count - len(self.inputs)
        if index <= repeated:
            return self.inputs[index]
        return self.inputs[max(repeated, index - extra)]

    def default(self, name: str) -> int | float | bool | None:
        """Return the default of a trailing operand; ``None`` if the form has no such operand."""
        index = self.positions.get(name)
        return None if index is None else self.inputs[index].default

    def takes_count(self, count: int) -> bool:
        """Return whether ``count`` is a legal number of inputs."""
        return count in self.counts if self.counts else count >= len(self.inputs)

    def type_of(self, name: str, types: Sequence[int]) -> int | None:
        """Return the type of input ``name`` in a list of input types; ``None`` if it is missing."""
        index = self.position(name, len(types))
        return types[index] if index is not None and index < len(types) else None


FLOATS: Final = (OperandType.TENSOR_FLOAT32, OperandType.TENSOR_FLOAT16)
QUANT8: Final = (OperandType.TENSOR_QUANT8_ASYMM, OperandType.TENSOR_QUANT8_ASYMM_SIGNED)


def same_or(quantized: OperandType) -> TypeRule:
    """Return a rule for the primary float type; with 8-bit primary types another one is legal."""
    return by_primary({**{type_: type_ for type_ in FLOATS}, **dict.fromkeys(QUANT8, quantized)})


FLOAT_SCALAR: Final = by_primary(
    {
        OperandType.TENSOR_FLOAT32: OperandType.FLOAT32,
        OperandType.TENSOR_FLOAT16: OperandType.FLOAT16,
        OperandType.TENSOR_QUANT8_ASYMM: OperandType.FLOAT32,
        OperandType.TENSOR_QUANT8_ASYMM_SIGNED: OperandType.FLOAT32,
    }
)
"""Type of a scalar that has the tensor's width: FLOAT16 with TENSOR_FLOAT16, else FLOAT32."""

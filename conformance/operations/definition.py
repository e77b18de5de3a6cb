"""What an operation is: one value that every reader of the contract reads.

An operation's module holds exactly one definition (close relatives share a module): its operands
with their types, ranks and defaults by version, the conditions under which a call is legal, the
output shapes, and the reference kernel. The validator, the reference driver, the coverage table,
the documentation and the generators read it; none of them knows an operation by name.

How much is known of a call differs by moment: at validation only what the model says, at
execution everything. Definitions are written once for both: they ask a ``Call`` for shapes and
values, and the call raises ``Unknown`` where the answer is not there yet; the reader then decides
later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from numpy.typing import NDArray

from conformance.hal import OperandType, OperationType, Version

if TYPE_CHECKING:
    from conformance.operations.call import Call, PartialShape

Array = NDArray[Any]
Shape = tuple[int, ...]
Kernel = Callable[[Sequence[Array | None]], Sequence[Array]]
"""Runs one call: arrays of the inputs in operand order (``None`` where omitted; quantized operands
as their storage codes) to arrays of the outputs, in the outputs' own types and shapes."""


class Presence(Enum):
    """Whether an operand may be left out."""

    REQUIRED = "required"
    OMITTABLE = "omittable"
    """The index stays, the operand has lifetime NO_VALUE or is a model input without value."""
    TRAILING = "trailing"
    """May be missing from the end of the input list; the default then holds."""


@dataclass(frozen=True, slots=True)
class TypeRule:
    """Legal types of an operand, given the operation's primary type.

    ``table`` maps each primary type to the legal types of this operand with the version that
    introduced each; ``None`` means: exactly the primary type.
    """

    table: Mapping[OperandType, tuple[tuple[OperandType, Version], ...]] | None = None
    always: tuple[tuple[OperandType, Version], ...] = ()

    def legal(self, primary: OperandType) -> tuple[tuple[OperandType, Version], ...]:
        """Legal types for a call with this primary type, each with its first version."""
        if self.always:
            return self.always
        if self.table is None:
            return ((primary, Version.V1_0),)
        return self.table.get(primary, ())


SAME: Final = TypeRule()
"""The operand has the primary type."""


def only(*types: OperandType) -> TypeRule:
    """The operand has one of these types, whatever the primary type."""
    return TypeRule(always=tuple((t, Version.V1_0) for t in types))


_Legal = OperandType | tuple[OperandType, Version]


def by_primary(
    table: Mapping[
        OperandType, OperandType | tuple[OperandType | tuple[OperandType, Version], ...]
    ],
) -> TypeRule:
    """The operand's types depend on the primary type; ``(type, version)`` where one came later."""
    rows: dict[OperandType, tuple[tuple[OperandType, Version], ...]] = {}
    for primary, legal in table.items():
        entries = legal if isinstance(legal, tuple) else (legal,)
        rows[primary] = tuple(
            entry if isinstance(entry, tuple) else (entry, Version.V1_0) for entry in entries
        )
    return TypeRule(rows)


Ranks = Mapping[Version, frozenset[int]]
"""Legal ranks from each version on; the newest entry not above the version in use holds."""


def ranks(*exactly: int, since: Mapping[Version, Sequence[int]] | None = None) -> Ranks:
    """Exactly these ranks; ``since`` lists what later versions allow instead."""
    out: dict[Version, frozenset[int]] = {Version.V1_0: frozenset(exactly)}
    for version, legal in (since or {}).items():
        out[version] = frozenset(legal)
    return out


def up_to(rank: int) -> Ranks:
    """Ranks 1 to ``rank``."""
    return ranks(*range(1, rank + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class OperandSpec:
    """One input or output of an operation.

    ``default`` is the value of a trailing scalar that is left out. ``ranks`` is ``None`` where the
    operation does not limit the rank (and for scalars). ``repeated`` operands stand for one or more
    in a row (the inputs of CONCATENATION; of the outputs only the last, as of SPLIT).
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
    """A tensor operand."""
    return OperandSpec(name=name, types=types, **more)


def scalar(name: str, type_: OperandType | TypeRule, **more: Any) -> OperandSpec:
    """A scalar operand."""
    rule = type_ if isinstance(type_, TypeRule) else only(type_)
    return OperandSpec(name=name, types=rule, **more)


def trailing(
    name: str,
    type_: OperandType | TypeRule,
    default: int | float | bool,
    since: Version,
    doc: str = "",
) -> OperandSpec:
    """A scalar that may be left out at the end."""
    rule = type_ if isinstance(type_, TypeRule) else only(type_)
    return OperandSpec(
        name=name, types=rule, presence=Presence.TRAILING, default=default, since=since, doc=doc
    )


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write the input list (explicit or implicit padding, by size or by scale).

    ``counts`` are the legal numbers of inputs; empty for a repeated operand (then at least as many
    as there are operands). ``positions`` are the indexes of the operands in ``inputs``.
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
        """Index of each operand that is there among ``count`` inputs (a repeated one: its first).

        Calls ask for their operands dozens of times: the answer is made once for each count.
        """
        places = self._places.get(count)
        if places is None:
            found = ((spec.name, self.position(spec.name, count)) for spec in self.inputs)
            places = {name: at for name, at in found if at is not None and at < count}
            self._places[count] = places
        return places

    def position(self, name: str, count: int) -> int | None:
        """Index of the operand ``name`` among ``count`` inputs (a repeated one: its first)."""
        index = self.positions.get(name)
        if index is None or self.counts:
            return index
        repeated = next(i for i, spec in enumerate(self.inputs) if spec.repeated)
        return index if index <= repeated else index + count - len(self.inputs)

    def spec_at(self, index: int, count: int) -> OperandSpec:
        """The operand that the input at ``index`` of ``count`` stands for."""
        if self.counts:
            return self.inputs[index]
        repeated = next(i for i, spec in enumerate(self.inputs) if spec.repeated)
        extra = count - len(self.inputs)
        if index <= repeated:
            return self.inputs[index]
        return self.inputs[max(repeated, index - extra)]

    def default(self, name: str) -> int | float | bool | None:
        """Value of a trailing operand that was left out; also for a form that never has it."""
        index = self.positions.get(name)
        return None if index is None else self.inputs[index].default

    def takes_count(self, count: int) -> bool:
        """Whether ``count`` inputs are a legal number."""
        return count in self.counts if self.counts else count >= len(self.inputs)

    def primary_type(self, definition: OperationDefinition, types: Sequence[int]) -> int | None:
        """Type of the operand that selects the signature; ``None`` when it is not there."""
        index = self.position(definition.primary, len(types))
        return types[index] if index is not None and index < len(types) else None

    def accepts(self, definition: OperationDefinition, types: Sequence[int]) -> bool:
        """Whether number and types of the inputs fit this form in some version."""
        count = len(types)
        if not self.takes_count(count):
            return False
        primary = self.primary_type(definition, types)
        if primary not in definition.types:
            return False
        key = OperandType(int(primary or 0))
        return all(
            any(types[i] == legal for legal, _ in self.spec_at(i, count).types.legal(key))
            for i in range(count)
        )


@dataclass(frozen=True, slots=True)
class Condition:
    """One named reason to refuse a call of the operation.

    ``check`` returns what is wrong, or ``None``; it may raise ``Unknown``. A condition with
    ``until`` holds only for models of versions below it (a restriction that the version lifted):
    breaking it makes the model need that version. ``source`` says where the contract says so.
    """

    name: str
    check: Callable[[Call], str | None]
    source: str
    until: Version | None = None


@dataclass(frozen=True, slots=True)
class ZeroSize:
    """Sizes of 0 in a fully known shape are legal from ``since`` on; ``scope`` says where."""

    since: Version
    scope: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationDefinition:
    """Everything the suite knows of one operation.

    ``primary`` names the operand whose type selects the row of the type table; ``types`` gives the
    version that made each primary type legal. ``shapes`` computes the output shapes and ``compile``
    the kernel, both of a call whose conditions hold; both may raise ``Unknown``. Where sizes depend
    on the results themselves, ``shapes`` is ``told_by_results`` and ``partial_shapes`` says what is
    known before. ``output_lists`` names the outputs of each legal list, one list of a length, where
    they are not just the beginnings of ``outputs``. An output that ``unspecified_outputs`` names
    has contents the contract leaves open (scratch buffers).
    """

    type: OperationType
    since: Version
    primary: str
    types: Mapping[OperandType, Version]
    forms: tuple[Form, ...]
    outputs: tuple[OperandSpec, ...]
    shapes: Callable[[Call], Sequence[Shape]]
    compile: Callable[[Call], Kernel]
    conditions: tuple[Condition, ...] = ()
    partial_shapes: Callable[[Call], Sequence[PartialShape]] | None = None
    zero_size: ZeroSize | None = None
    output_lists: tuple[tuple[str, ...], ...] = ()
    unspecified_outputs: frozenset[str] = field(default_factory=frozenset)
    doc: str = ""

    @property
    def name(self) -> str:
        """The operation's name in the contract."""
        return self.type.name

    def output_specs(self, count: int) -> tuple[OperandSpec, ...]:
        """What each of ``count`` outputs stands for (as far as there are that many)."""
        for names in self.output_lists:
            if len(names) == count:
                return tuple(spec for spec in self.outputs if spec.name in names)
        specs = self.outputs
        if specs[-1].repeated:
            specs += specs[-1:] * (count - len(specs))
        return specs[:count]

    def output_counts(self) -> tuple[int, int | None]:
        """Smallest and largest legal number of outputs; ``None`` for no upper end."""
        if self.output_lists:
            counts = [len(names) for names in self.output_lists]
            return min(counts), max(counts)
        least = sum(spec.presence is not Presence.TRAILING for spec in self.outputs)
        unbounded = any(spec.repeated for spec in self.outputs)
        return least, None if unbounded else len(self.outputs)

    def gives_count(self, count: int) -> bool:
        """Whether ``count`` outputs are a legal number."""
        if self.output_lists:
            return any(len(names) == count for names in self.output_lists)
        least, most = self.output_counts()
        return count >= least and (most is None or count <= most)

    def known_shapes(self, call: Call) -> Sequence[PartialShape]:
        """Output shapes as far as they are known before the kernel runs; raises ``Unknown``.

        A complete answer is remembered: what is known of a call only grows.
        """
        if call.settled_shapes is not None:
            return call.settled_shapes
        if self.partial_shapes is not None:
            return self.partial_shapes(call)
        call.settled_shapes = self.shapes(call)
        return call.settled_shapes


FLOATS: Final = (OperandType.TENSOR_FLOAT32, OperandType.TENSOR_FLOAT16)
QUANT8: Final = (OperandType.TENSOR_QUANT8_ASYMM, OperandType.TENSOR_QUANT8_ASYMM_SIGNED)
FLOAT_SCALAR: Final = by_primary(
    {
        OperandType.TENSOR_FLOAT32: OperandType.FLOAT32,
        OperandType.TENSOR_FLOAT16: OperandType.FLOAT16,
        OperandType.TENSOR_QUANT8_ASYMM: OperandType.FLOAT32,
        OperandType.TENSOR_QUANT8_ASYMM_SIGNED: OperandType.FLOAT32,
    }
)
"""Scalars whose width follows the tensor: FLOAT16 with TENSOR_FLOAT16, FLOAT32 otherwise."""

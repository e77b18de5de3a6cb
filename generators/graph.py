"""The graph under construction, to which constructors add operations and operands.

A constructor requests the inputs of its operation and receives existing or new operands. It then
adds the operation with ``Graph.emit``, which computes the output shapes from the operation's
definition and offers the outputs to later operations. Every operation added this way is valid, so
no graph is generated and then discarded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from struct import Struct
from typing import Final
from weakref import ReferenceType, ref

from conformance.hal import INFO, ExtraParams, OperandLifeTime, OperandType, OperationType, Version
from conformance.operations import Call, OperationDefinition, Unknown, definitions
from conformance.operations.definition import Form
from generators import values
from generators.draws import Draws
from generators.operand import (
    COPIED,
    MODEL_INPUT,
    OMITTED,
    REFERENCED,
    TEMPORARY,
    Dims,
    Out,
    Value,
)
from generators.profiles import Profile
from generators.quantization import covered, grid_scale
from generators.values import Kind

_PROBES: Final = 3
_INT32: Final = OperandType.INT32
_INTS: Final = OperandType.TENSOR_INT32
_PACKED: Final = {type_: Struct("<" + info.dtype.char).pack for type_, info in INFO.items()}
"""Functions that pack the elements of each type into bytes."""


@dataclass(slots=True)
class Made:
    """An operation of the graph with its operands.

    ``call`` is ``None`` for IF and WHILE, which have no operation definition.
    """

    type: OperationType
    inputs: list[Value]
    outputs: list[Value]
    call: Call | None = None


Accept = Callable[[Value], bool]


class Graph:
    """A main graph or subgraph under construction.

    Attributes:
        values: all operands, in the order of their indexes in the model.
        tensors: the tensors that later operations may read, by type, oldest first.
        relaxed: whether the model permits float16 precision for float32 operations.
        deep: number of IF and WHILE operations that enclose the graph; 0 for the main graph.

    """

    def __init__(self, draws: Draws, profile: Profile, version: Version) -> None:
        self.draws = draws
        self.profile = profile
        self.version = version
        self.values: list[Value] = []
        self.operations: list[Made] = []
        self.tensors: dict[OperandType, list[Value]] = defaultdict(list)
        self._scalars: dict[tuple[OperandType, float], Value] = {}
        self.subgraphs: list[Graph] = []
        """The model's referenced subgraphs; only the main graph has any."""
        self._root: ReferenceType[Graph] | None = None
        self.urged: list[Value] = []
        """Outputs that the next operation should read if it can."""
        self.wished: frozenset[int] = frozenset()
        """Ranks that the next operation's tensors should have if possible."""
        self.cells: list[tuple[OperationType, OperandType]] = []
        """The generated operations with their primary types, in order."""
        self.relaxed = False
        self.deep = 0
        self.fixed: set[Value] = set()
        """Operands whose shapes the model must specify."""
        self.inputs: list[Value] | None = None
        self.outputs: list[Value] | None = None
        """Inputs and outputs of a referenced subgraph, which its IF or WHILE determines.

        In the main graph both are ``None`` until the model is assembled.
        """

    @property
    def root(self) -> Graph:
        """The main graph, which owns all subgraphs; their references to it are weak."""
        root = self if self._root is None else self._root()
        assert root is not None
        return root

    def inside(self) -> Graph:
        """Return an empty subgraph of the same model."""
        sub = Graph(self.draws, self.profile, self.version)
        # With a list instead of ``None``, ``_lifetime`` makes every new tensor a constant: the
        # subgraph has exactly the inputs of its IF or WHILE.
        sub._root, sub.inputs = ref(self.root), []
        return sub

    # ------------------------------------------------------------------ existing operands

    def find(self, type_: OperandType, accept: Accept) -> Value | None:
        """Return an existing tensor that ``accept`` accepts, or ``None`` if a few tries find none.

        The tensors of ``urged`` are tried first. After them, either the newest tensors or random
        ones are tried, as the profile's ``recent`` decides.
        """
        for value in self.urged:
            if value.type is type_ and accept(value):
                self.urged = []
                return value
        existing = self.tensors.get(type_)
        if not existing:
            return None
        draws = self.draws
        if draws.chance(self.profile.recent):
            for value in existing[: -_PROBES - 1 : -1]:
                if accept(value):
                    return value
            return None
        for _ in range(_PROBES):
            value = draws.pick(existing)
            if accept(value):
                return value
        return None

    def tensor(
        self,
        type_: OperandType,
        ranks: Sequence[int] = (1, 2, 3, 4),
        *,
        kind: Kind = values.ANY,
        within: tuple[float, float] | None = None,
        accept: Accept | None = None,
    ) -> Value:
        """Return an existing or new tensor whose rank is one of ``ranks``.

        ``within`` limits the expected range of the values. For a plain integer tensor the limit is
        strict. ``kind`` is the distribution of the values of a new tensor.
        """

        def suits(value: Value) -> bool:
            return (
                value.dims is not None
                and len(value.dims) in ranks
                and (within is None or (within[0] <= value.low and value.high <= within[1]))
                and (accept is None or accept(value))
            )

        if self.wished:
            ranks = [rank for rank in ranks if rank in self.wished] or ranks
        if self.urged or self.draws.chance(self.profile.connect):
            found = self.find(type_, suits)
            if found is not None:
                return found
        return self.fresh(type_, self.dims(self.draws.pick(ranks)), kind=kind, within=within)

    def shaped(
        self,
        type_: OperandType,
        dims: Dims,
        *,
        kind: Kind = values.ANY,
        within: tuple[float, float] | None = None,
        accept: Accept | None = None,
        constant: bool | None = None,
    ) -> Value:
        """Return an existing or new tensor of exactly this shape.

        ``kind`` and ``within`` have the same meaning as in ``tensor``. ``constant`` decides whether
        a new tensor is a constant; ``None`` leaves the choice to the profile.
        """

        def suits(value: Value) -> bool:
            return (
                value.dims == dims
                and (within is None or (within[0] <= value.low and value.high <= within[1]))
                and (accept is None or accept(value))
            )

        if self.urged or self.draws.chance(self.profile.connect):
            found = self.find(type_, suits)
            if found is not None:
                return found
        return self.fresh(type_, dims, kind=kind, within=within, constant=constant)

    # ------------------------------------------------------------------------- new operands

    def dims(self, rank: int) -> Dims:
        """Return a random shape of that rank within the profile's limits."""
        draws, sizes, room = self.draws, self.profile.sizes, self.profile.most_elements
        shape = []
        for _ in range(rank):
            size = draws.pick(sizes)
            if size > room:
                size = 1
            room //= size
            shape.append(size)
        return tuple(shape)

    def add(self, value: Value) -> Value:
        """Add a new operand and return it."""
        self.values.append(value)
        return value

    def fresh(
        self,
        type_: OperandType,
        dims: Dims,
        *,
        kind: Kind = values.ANY,
        within: tuple[float, float] | None = None,
        constant: bool | None = None,
        quantization: tuple[float, int] | None = None,
        extra: ExtraParams = None,
        join: bool = True,
    ) -> Value:
        """Return a new tensor with random values: a model input or a constant.

        ``within`` limits the special integers to those that the operation accepts. ``quantization``
        is the scale and zero point (default: random). ``extra`` holds per-channel scales; the
        operand's own scale is then 0. With ``join``, other operations may read the tensor too.
        """
        draws, special = self.draws, self.profile.special
        if special and draws.chance(special) and kind is values.ANY:
            kind = values.SPECIAL
        elif kind is values.ANY and draws.chance(1):
            kind = values.TIES
        scale, zero_point = 0.0, 0
        low, high = kind.low, kind.high
        if INFO[type_].quantized:
            if quantization is not None:
                scale, zero_point = quantization
            else:
                scale = grid_scale(draws.below(4), draws.between(-8, -4))
                zero_point = self._zero_point(type_, kind)
            if extra is not None:
                scale = 0.0
            low, high = covered(type_, scale or 2.0**-7, zero_point)
        elif type_ is _INTS:
            kind = values.integer_kind(kind, within)
            low, high = kind.low, kind.high
        data = values.window(draws, type_, kind, prod(dims))
        lifetime = self._lifetime(constant)
        value = Value(type_, dims, lifetime, scale, zero_point, low, high, data)
        value.extra_params = extra
        self.values.append(value)
        if join:
            self._join(value)
        return value

    def _zero_point(self, type_: OperandType, kind: Kind) -> int:
        minimum, maximum = INFO[type_].zero_points
        if minimum == maximum:
            return 0
        if kind.low >= 0:
            return minimum
        if self.draws.chance(8):
            return (minimum + maximum + 1) // 2
        return self.draws.between(minimum, maximum)

    def _lifetime(self, constant: bool | None) -> OperandLifeTime:
        if self.inputs is None:
            if constant is None:
                constant = self.draws.chance(self.profile.constant)
            if not constant:
                return MODEL_INPUT
        return REFERENCED if self.draws.chance(self.profile.by_reference, 64) else COPIED

    def given(
        self,
        type_: OperandType,
        numbers: Sequence[float],
        *,
        dims: Dims | None = None,
        dynamic: int = 1,
    ) -> Value:
        """Return a new tensor that holds these numbers.

        In the main graph it is a model input with probability ``dynamic / 16``, otherwise a
        constant. It is not offered to other operations.
        """
        constant = self.inputs is not None or not self.draws.chance(dynamic)
        lifetime = self._lifetime(constant)
        low, high = (float(min(numbers)), float(max(numbers))) if numbers else (0.0, 0.0)
        data = b"".join(map(_PACKED[type_], numbers))
        shape = (len(numbers),) if dims is None else dims
        value = Value(type_, shape, lifetime, 0.0, 0, low, high, data)
        self.values.append(value)
        return value

    def ints(self, numbers: Sequence[int], dims: Dims | None = None) -> Value:
        """Return a new TENSOR_INT32 that holds parameters of an operation."""
        return self.given(_INTS, numbers, dims=dims)

    def scalar(self, type_: OperandType, number: float) -> Value:
        """Return a scalar operand; an existing equal scalar is reused with probability 1/2."""
        key = type_, number
        known = self._scalars.get(key)
        if known is not None and self.draws.chance(8):
            return known
        constant = self.inputs is not None or not self.draws.chance(1, 32)
        lifetime, data = self._lifetime(constant), _PACKED[type_](number)
        value = Value(type_, (), lifetime, 0.0, 0, number, number, data)
        self.values.append(value)
        self._scalars[key] = value
        return value

    def omitted(self, type_: OperandType, rank: int = 1) -> Value:
        """Return a new operand without a value (lifetime NO_VALUE) of an optional input.

        ``rank`` is the rank that the tensor would have. The model specifies either that many
        dimensions of unknown size or, from HAL 1.2 on, possibly no dimensions at all.
        """
        scale = 1.0 if INFO[type_].quantized else 0.0
        value = self.add(Value(type_, (), OMITTED, scale))
        # A tensor without dimensions, that is of unknown rank, exists only since HAL 1.2.
        if self.version < Version.V1_2 or self.draws.chance(8):
            value.told = (0,) * rank
        return value

    def _join(self, value: Value) -> None:
        if value.info is not None and value.info.tensor:
            self.tensors[value.type].append(value)

    # ----------------------------------------------------------------------------- operations

    def emit(
        self,
        operation: OperationType,
        arguments: Sequence[Value | float | bool],
        outs: Sequence[Out],
        form: str = "",
        unspecified: Sequence[int] = (),
    ) -> list[Value]:
        """Add an operation and return its outputs, which later operations may read.

        ``form`` is the name of one of the definition's input lists (default: the first). Numbers
        among the arguments become scalars of the type that the form requires. ``unspecified`` are
        the positions of outputs whose contents are undefined, so that no operation may read them.
        """
        definition, chosen, primary = _called(operation, form, len(arguments))
        inputs: list[Value] = []
        types: tuple[OperandType | None, ...] = ()
        for position, argument in enumerate(arguments):
            if isinstance(argument, Value):
                inputs.append(argument)
                continue
            if not types:
                first = arguments[primary]
                selects = first.type if isinstance(first, Value) else _INT32
                types = _input_types(operation, form, selects, len(arguments))
            type_ = types[position]
            assert type_ is not None
            inputs.append(self.scalar(type_, argument))
        outputs = [
            Value(out.type, None, TEMPORARY, out.scale, out.zero_point, out.low, out.high)
            for out in outs
        ]
        call = Call(definition, chosen, inputs, outputs, self.version)
        try:
            shapes = definition.known_shapes(call)
        except Unknown:
            shapes = ()
        for value, shape in zip(outputs, shapes):  # noqa: B905 - ``shapes`` is empty or complete
            if None not in shape:
                value.dims = shape  # type: ignore[assignment]
            else:
                value.told = tuple([size or 0 for size in shape])
        self._append(Made(operation, inputs, outputs, call))
        for position in unspecified:
            outputs[position].open = True
        for value in outputs:
            if value.readable and value.dims != ():
                self._join(value)
        return outputs

    def legal_outputs(
        self, operation: OperationType, primary: OperandType, output: int = 0
    ) -> tuple[OperandType, ...]:
        """Return the types that the version allows for an output, given the primary type."""
        return _legal_outputs(operation, primary, output, self.version)

    def append_new(
        self, operation: OperationType, inputs: list[Value], outputs: list[Value]
    ) -> None:
        """Add an operation without a definition (IF or WHILE), whose outputs the caller created.

        The shapes of its operands stay in the model, because no definition can compute them.
        """
        self.fixed.update(inputs, outputs)
        self._append(Made(operation, inputs, outputs))
        for value in outputs:
            self._join(value)

    def _append(self, made: Made) -> None:
        for value in made.inputs:
            value.uses += 1
        self.operations.append(made)
        self.values.extend(made.outputs)


@cache
def _called(
    operation: OperationType, form: str, count: int
) -> tuple[OperationDefinition, Form, int]:
    """Return an operation's definition, a form, and the position of its primary input.

    The form is the one named ``form``, or the first if none has that name. ``count`` is the number
    of inputs.
    """
    definition = definitions()[operation]
    named = (candidate for candidate in definition.forms if candidate.name == form)
    chosen = next(named, definition.forms[0])
    return definition, chosen, chosen.places(count)[definition.primary]


@cache
def _legal_outputs(
    operation: OperationType, primary: OperandType, output: int, version: Version
) -> tuple[OperandType, ...]:
    rule = definitions()[operation].outputs[output].types
    legal = rule.legal(primary)
    return tuple([type_ for type_, since in legal if max(since, INFO[type_].since) <= version])


@cache
def _input_types(
    operation: OperationType, form: str, primary: OperandType, count: int
) -> tuple[OperandType | None, ...]:
    """Return, for each of ``count`` inputs, the first type that is legal with the primary type."""
    _, chosen, _ = _called(operation, form, count)
    specs = [chosen.spec_at(position, count) for position in range(count)]
    return tuple([next((t for t, _ in spec.types.legal(primary)), None) for spec in specs])

"""The graph under construction, to which constructors add operations and operands.

A constructor requests the inputs of its operation and receives existing or new operands. It then
adds the operation with ``GraphBuilder.add_operation``, which computes the output shapes from the
operation's definition and offers the outputs to later operations. Every operation added this way is
valid, so no graph is generated and then discarded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final
from weakref import ReferenceType, ref

from conformance.cases.random_source import RandomSource
from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations import (
    Call,
    OperationDefinition,
    Unknown,
    definition_of,
    find_definition,
)
from conformance.operations.definition.operands import Form
from generators.construction import tensor_values
from generators.construction.operand_builder import (
    TEMPORARY,
    GeneratedOperand,
    OperandBuilder,
    OutputSpec,
)
from generators.construction.profiles import Profile


@cache
def resolve_form(
    operation: OperationType, form: str, count: int
) -> tuple[OperationDefinition, Form, int]:
    """Return an operation's definition, a form, and the position of its primary input.

    The form is the one named ``form``, or the first if none has that name. ``count`` is the number
    of inputs.
    """
    definition = definition_of(operation)
    named = (candidate for candidate in definition.forms if candidate.name == form)
    chosen = next(named, definition.forms[0])
    return definition, chosen, chosen.places(count)[definition.primary]


@cache
def legal_output_types(
    operation: OperationType, primary: OperandType, output: int, version: Version
) -> tuple[OperandType, ...]:
    """Return the types that a version allows for an output, given the primary type."""
    rule = definition_of(operation).outputs[output].types
    legal = rule.legal(primary)
    return tuple([type_ for type_, since in legal if max(since, INFO[type_].since) <= version])


@cache
def input_types(
    operation: OperationType, form: str, primary: OperandType, count: int
) -> tuple[OperandType | None, ...]:
    """Return, for each of ``count`` inputs, the first type that is legal with the primary type."""
    _, chosen, _ = resolve_form(operation, form, count)
    specs = [chosen.spec_at(position, count) for position in range(count)]
    return tuple([next((t for t, _ in spec.types.legal(primary)), None) for spec in specs])


@cache
def primary_ranks(operation: OperationType) -> frozenset[int]:
    """Return the ranks that an operation's primary tensor may have; empty if any rank is valid."""
    definition = find_definition(operation)
    if definition is None:
        return frozenset()
    for spec in definition.forms[0].inputs:
        if spec.name == definition.primary and spec.ranks is not None:
            return spec.ranks[max(spec.ranks)]
    return frozenset()


_INT32: Final = OperandType.INT32


@dataclass(slots=True)
class GeneratedOperation:
    """An operation of the graph with its operands.

    ``call`` is ``None`` for IF and WHILE, which have no operation definition.
    """

    type: OperationType
    inputs: list[GeneratedOperand]
    outputs: list[GeneratedOperand]
    call: Call | None = None


BuilderState = tuple[int, int, dict[tuple[OperandType, float], GeneratedOperand]]
"""The numbers of operands and operations of a graph, and its scalars."""


class GraphBuilder(OperandBuilder):
    """A main graph or subgraph under construction.

    Attributes:
        relaxed: whether the model permits float16 precision for float32 operations.
        nesting_depth: number of IF and WHILE operations that enclose the graph; 0 for the main
            graph.

    """

    def __init__(self, random: RandomSource, profile: Profile, version: Version) -> None:
        super().__init__(random, profile, version)
        self.operations: list[GeneratedOperation] = []
        self.subgraphs: list[GraphBuilder] = []
        """The model's referenced subgraphs; only the main graph has any."""
        self._root: ReferenceType[GraphBuilder] | None = None
        self.result_ranks: frozenset[int] = frozenset()
        """Ranks that the result of the next RESHAPE should have."""
        self.keeps_axes = False
        """Whether the next reduction keeps the axes that it reduces, so that its result broadcasts
        with its input."""
        self.preferred_types: frozenset[OperandType] = frozenset()
        """Types that the next operation's result should have if possible."""
        self.fused_activation: int | None = None
        """The fused activation of new operations; ``None``: random."""
        self.swapped: bool | None = None
        """Whether a preferred input is the second of two, a sequence time major, an image NCHW;
        ``None``: random."""
        self.padding: int | None = None
        """The padding scheme of windows (1 SAME, 2 VALID, 0 explicit); ``None``: random."""
        self.returned: set[GeneratedOperand] | None = None
        """The results that are model outputs although they are read; ``None``: random ones."""
        self.cells: list[tuple[OperationType, OperandType]] = []
        """The generated operations with their primary types, in order."""
        self.relaxed = False
        self.nesting_depth = 0
        self.shape_required: set[GeneratedOperand] = set()
        """Operands whose shapes the model must specify."""
        self.outputs: list[GeneratedOperand] | None = None
        """The outputs of a referenced subgraph, like ``inputs``."""

    @property
    def root(self) -> GraphBuilder:
        """The main graph, which owns all subgraphs; their references to it are weak."""
        root = self if self._root is None else self._root()
        assert root is not None
        return root

    def new_subgraph(self) -> GraphBuilder:
        """Return an empty subgraph of the same model."""
        sub = GraphBuilder(self.random, self.profile, self.version)
        # With a list instead of ``None``, ``_choose_lifetime`` makes every new tensor a constant:
        # the subgraph has exactly the inputs of its IF or WHILE.
        sub._root, sub.inputs = ref(self.root), []
        sub.special_values, sub.large_shapes = self.special_values, self.large_shapes
        sub.value_range = self.value_range
        return sub

    # ------------------------------------------------------------------------------ attempts

    def save_state(self) -> BuilderState:
        """Return the state to which ``restore_state`` returns after an unsuitable operation."""
        return len(self.operands), len(self.operations), dict(self._scalars)

    def restore_state(self, state: BuilderState) -> None:
        """Remove all operands and operations that were added since the state was saved.

        The tensors that later operations may read are not restored, and subgraphs are kept.
        """
        operands, operations, self._scalars = state
        for operation in self.operations[operations:]:
            for value in operation.inputs:
                value.consumer_count -= 1
        del self.operations[operations:], self.operands[operands:]
        self._read.clear()
        self.tensors.clear()

    def clear_preferences(self) -> None:
        """Forget the inputs, ranks, types and values that the next operation should have."""
        self.preferred_inputs, self.preferred_ranks = [], frozenset()
        self.result_ranks, self.preferred_types = frozenset(), frozenset()
        self.usual_values, self.keeps_axes = tensor_values.ANY, False

    # ----------------------------------------------------------------------------- operations

    def add_operation(
        self,
        operation: OperationType,
        arguments: Sequence[GeneratedOperand | float | bool],
        outs: Sequence[OutputSpec],
        form: str = "",
        unspecified: Sequence[int] = (),
    ) -> list[GeneratedOperand]:
        """Add an operation and return its outputs, which later operations may read.

        ``form`` is the name of one of the definition's input lists (default: the first). Numbers
        among the arguments become scalars of the type that the form requires. ``unspecified`` are
        the positions of outputs whose contents are undefined, so that no operation may read them.
        """
        definition, chosen, primary = resolve_form(operation, form, len(arguments))
        inputs: list[GeneratedOperand] = []
        types: tuple[OperandType | None, ...] = ()
        for position, argument in enumerate(arguments):
            if isinstance(argument, GeneratedOperand):
                inputs.append(argument)
                continue
            if not types:
                first = arguments[primary]
                selects = first.type if isinstance(first, GeneratedOperand) else _INT32
                types = input_types(operation, form, selects, len(arguments))
            type_ = types[position]
            assert type_ is not None
            inputs.append(self.scalar(type_, argument))
        outputs = [
            GeneratedOperand(
                out.type, None, TEMPORARY, out.scale, out.zero_point, out.low, out.high
            )
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
                value.stated_dims = tuple([size or 0 for size in shape])
        self._record_operation(GeneratedOperation(operation, inputs, outputs, call))
        for position in unspecified:
            outputs[position].contents_unspecified = True
        for value in outputs:
            if value.readable and value.dims != ():
                self._make_reusable(value)
        return outputs

    def legal_output_types(
        self, operation: OperationType, primary: OperandType, output: int = 0
    ) -> tuple[OperandType, ...]:
        """Return the types that the version allows for an output, given the primary type."""
        return legal_output_types(operation, primary, output, self.version)

    def choose_output_type(self, operation: OperationType, primary: OperandType) -> OperandType:
        """Return a legal type of the first output, one of ``preferred_types`` if possible."""
        legal = self.legal_output_types(operation, primary)
        if self.preferred_types:
            legal = tuple([type_ for type_ in legal if type_ in self.preferred_types]) or legal
        return self.random.choice(legal)

    def add_control_flow(
        self,
        operation: OperationType,
        inputs: list[GeneratedOperand],
        outputs: list[GeneratedOperand],
    ) -> None:
        """Add an operation without a definition (IF or WHILE), whose outputs the caller created.

        The shapes of its operands stay in the model, because no definition can compute them.
        """
        self.shape_required.update(inputs, outputs)
        self._record_operation(GeneratedOperation(operation, inputs, outputs))
        for value in outputs:
            self._make_reusable(value)

    def _record_operation(self, operation: GeneratedOperation) -> None:
        for value in operation.inputs:
            value.consumer_count += 1
        self._read.clear()
        self.operations.append(operation)
        self.operands.extend(operation.outputs)

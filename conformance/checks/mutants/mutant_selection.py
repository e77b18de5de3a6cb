"""Selection and order of mutants: each reason to refuse a model alone, at each place, first.

A driver may lack a check for one operand type or for one argument only. So a mutant is the more
useful the fewer of the earlier mutants broke the same rule, alone, at the same type and place.

A selection validates all mutations of the examples and takes less than a tenth of them. It depends
on the examples, the HAL version, the seed and the source code only, not on the driver.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

import msgspec

import conformance.validation.mutations
from conformance import cases, checks, hal, operations, validation
from conformance.cases import Example
from conformance.cases.codec import encode
from conformance.hal import Model, OperandType, OperationType, Subgraph, Version, name_of
from conformance.operations import find_definition
from conformance.stored_results import StoredResult
from conformance.validation import Violation, all_rules, first_violation
from conformance.validation.mutations import (
    ModelMutation,
    MutationFamily,
    mutations_of,
    target_type,
)

_FULLY_MUTATED_EXAMPLES: Final = 2
"""Number of examples of an operation from which more mutations are taken than from the others."""

_LIMITS: Final = {
    "operation.operand_type": (2, 1),
    "operand.newer_type": (2, 1),
    "operand.shape": (16, 8),
    "operand.large_size": (16, 2),
}
"""Mutations of each kind that are taken from the first examples and from each other example."""

_LARGE_SIZE: Final = 1 << 16
"""Sizes from here on, 0 and negative sizes are of the kind ``operand.large_size``."""

_UNIFORM_LIMITS: Final = (6, 1)
"""The same for uniform families; the other families have no limit."""

_NO_LIMITS: Final = (1 << 20, 1 << 20)

_MAX_UNIFORM_MUTATIONS: Final = 8
"""Mutations of a uniform family that are taken from one of the later examples."""

_COMMON_TYPES: Final = frozenset(
    {
        OperandType.TENSOR_FLOAT32,
        OperandType.TENSOR_INT32,
        OperandType.TENSOR_QUANT8_ASYMM,
        OperandType.INT32,
        OperandType.FLOAT32,
    }
)
"""Operand types that the examples of most operations have."""


def shuffled_mutations(
    example: Example, version: Version, seed: int
) -> list[tuple[int, MutationFamily, ModelMutation]]:
    """Return all mutations of an example in seeded random order, each with its number."""
    mutations = list(mutations_of(example.model, version))
    random.Random(crc32(example.name.encode()) ^ seed).shuffle(mutations)
    return [(place, *row) for place, row in enumerate(mutations)]


def sampled_mutations(
    example: Example, number: int, version: Version, seed: int
) -> list[tuple[int, MutationFamily, ModelMutation]]:
    """Return some of the ``shuffled_mutations`` of each kind.

    ``number`` is the number of the example among those of its operation. Mutations are of one kind
    if they have the same family and concern operands of the same type; in families that break
    conditions of single operations, if they concern the same operand.
    """
    later = number >= _FULLY_MUTATED_EXAMPLES
    kinds: Counter[tuple[object, ...]] = Counter()
    families: Counter[str] = Counter()
    taken = []
    for place, family, mutation in shuffled_mutations(example, version, seed):
        kind = _kind(example, family, mutation)
        limits = _LIMITS.get(str(kind[0]), _UNIFORM_LIMITS if family.uniform else _NO_LIMITS)
        kinds[kind] += 1
        if kinds[kind] > limits[later]:
            continue
        if family.uniform and later and kind[1] in _COMMON_TYPES:
            families[family.name] += 1
            if families[family.name] > _MAX_UNIFORM_MUTATIONS:
                continue
        taken.append((place, family, mutation))
    return taken


def _kind(example: Example, family: MutationFamily, mutation: ModelMutation) -> tuple[object, ...]:
    type_ = target_type(example.model, mutation)
    if family.name in ("operation.operand_type", "operand.newer_type"):
        return family.name, type_, mutation.value
    if family.name == "operand.shape":
        small = 0 < mutation.value < _LARGE_SIZE
        return family.name if small else "operand.large_size", type_, mutation.operand
    return mutation.family, type_, -1 if family.uniform else mutation.operand


_MUTANTS_PER_RULE: Final = 2
"""This many mutants of each rule run before all other mutants."""

_MUTANTS_PER_CHANGE: Final = 4
"""Mutants that make the same change at the same place in different examples."""

_DESCRIBED: Final = frozenset({"operand.value", "operand.dimension"})
"""Families whose mutations do not differ by ``ModelMutation.value`` alone."""

_FIRST, _PLACES, _TYPES, _VALUES, _OTHERS, _SEVERAL_RULES = range(6)
"""The priorities: of a rule, of its places or operand types, of its values, and the rest."""

_Place = tuple[object, ...]


class MutantChoice(NamedTuple):
    """A mutation of an example and the rule that it violates; ``None`` if it is still valid.

    ``number`` is that of the mutation in the result of ``shuffled_mutations``; -1 if it is not
    known.
    """

    example: Example
    mutation: ModelMutation
    violation: Violation | None
    number: int = -1


def select_mutants(
    examples: Iterable[Example], version: Version, seed: int, *, thin: bool = True
) -> list[MutantChoice]:
    """Return all mutants, in the order of their priority.

    Mutants that break one rule alone have priority: the first two of every rule; then the first of
    each rule of an operation, argument and operand type; the first of each other rule, type and
    value, and of each family and type that leaves the model valid; the first of each new value of
    an argument.
    The others follow by family and rule, the rarest first. With ``thin``, the examples contribute
    only some mutations of each kind.
    """
    rows: list[tuple[int, int, MutantChoice]] = []
    priorities = _Priorities(version)
    families: Counter[tuple[str, str]] = Counter()
    changes: Counter[object] = Counter()
    for number, example in enumerate(examples):
        places = _ExamplePlaces(example.model)
        rare = example.name in places.rare_examples
        for place, _, mutation in (
            sampled_mutations(example, 0 if rare else number, version, seed)
            if thin
            else shuffled_mutations(example, version, seed)
        ):
            change = _change(mutation, target_type(example.model, mutation), places)
            changes[change] += 1
            if thin and not rare and changes[change] > _MUTANTS_PER_CHANGE:
                continue
            model = mutation.build()
            violation = first_violation(model, version)
            choice = MutantChoice(example, mutation, violation, place)
            priority = priorities.of(choice, model, places)
            key = mutation.family, "" if violation is None else violation.rule.name
            families[key] += 1
            rows.append((priority, families[key], choice))
    rows.sort(key=lambda row: row[:2])
    return [choice for _, _, choice in rows]


class _ExamplePlaces:
    """The arguments of operations that the mutations of a model concern."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._by_operand: dict[int, dict[int, _Place]] = {}
        graphs = (model.main, *model.referenced)
        codes = {operation.type for graph in graphs for operation in graph.operations}
        self.operations: Collection[str] = {name_of(OperationType, code) for code in codes}
        """The names of the model's operations."""
        found = filter(None, map(find_definition, codes))
        self.rare_examples: Collection[str] = {
            name for definition in found for name in definition.properties.mutation_examples
        }
        """The names of the examples that the rarer rules of these operations need."""

    def of(self, mutation: ModelMutation) -> _Place:
        """Return operation code, kind and number of the argument, and the type of the first input.

        The place is empty if the mutation concerns no argument.
        """
        number = mutation.subgraph
        graph = self._model.main if number < 0 else self._model.referenced[number]
        if mutation.operand >= 0:
            if number not in self._by_operand:
                self._by_operand[number] = _places_of_operands(graph)
            return self._by_operand[number].get(mutation.operand, ())
        if not 0 <= mutation.operation < len(graph.operations):
            return ()
        operation = graph.operations[mutation.operation]
        kind = "outputs" if ".output" in mutation.family else "inputs"
        return operation.type, kind, mutation.position, _first_type(graph, operation.inputs)


def _places_of_operands(graph: Subgraph) -> dict[int, _Place]:
    places: dict[int, _Place] = {}
    for operation in graph.operations:
        first = _first_type(graph, operation.inputs)
        for kind, listed in (("inputs", operation.inputs), ("outputs", operation.outputs)):
            for position, index in enumerate(listed):
                places.setdefault(index, (operation.type, kind, position, first))
    return places


def _first_type(graph: Subgraph, inputs: tuple[int, ...]) -> int:
    return graph.operands[inputs[0]].type if inputs else -1


def _change(mutation: ModelMutation, type_: int, places: _ExamplePlaces) -> object:
    described = mutation.value == 0 or mutation.family in _DESCRIBED
    value = mutation.description if described else mutation.value
    return mutation.family, type_, places.of(mutation), value, mutation.subgraph >= 0


class _Priorities:
    """Assigns priorities to mutants; what earlier mutants covered counts."""

    def __init__(self, version: Version) -> None:
        self._version = version
        self._seen: Counter[object] = Counter()

    def of(self, choice: MutantChoice, model: Model, places: _ExamplePlaces) -> int:
        """Return the priority of a mutant; ``model`` is its model."""
        mutation = choice.mutation
        type_ = target_type(choice.example.model, mutation)
        if choice.violation is None:
            return _TYPES if self._is_new((mutation.family, type_)) else _OTHERS
        rule = choice.violation.rule.name
        owner = rule.partition(".")[0]
        specific = owner == "operation" or owner in places.operations
        keys: tuple[tuple[int, object], ...]
        if specific:
            keys = (
                (_PLACES, (rule, type_, places.of(mutation)[:3])),
                (_VALUES, (rule, _change(mutation, type_, places))),
            )
        else:
            keys = (
                (_TYPES, (rule, type_, mutation.subgraph >= 0)),
                (_TYPES, (rule, mutation.family, mutation.value)),
            )
        wanted: list[tuple[int, object]] = []
        if self._seen[rule] < _MUTANTS_PER_RULE:
            wanted.append((_FIRST, rule))
        wanted += [(priority, key) for priority, key in keys if not self._seen[key]]
        if not wanted:
            return _OTHERS
        if first_violation(model, self._version, {rule}) is not None:
            return _PLACES if self._is_new((rule, "not alone")) else _SEVERAL_RULES
        self._seen.update([rule, *(key for _, key in keys)])
        return wanted[0][0]

    def _is_new(self, key: object) -> bool:
        self._seen[key] += 1
        return self._seen[key] == 1


_SOURCES: Final = tuple(
    Path(package.__path__[0])
    for package in (hal, operations, cases, checks, validation, conformance.validation.mutations)
)
"""The packages whose code determines a selection."""


class SelectedMutant(NamedTuple):
    """A selected mutation, by the numbers of its example and of itself, and what it violates."""

    example: int
    number: int
    violation: Violation | None


def stored_selection(
    kind: str,
    examples: Sequence[Example],
    version: Version,
    seed: int,
    options: Sequence[int],
    select: Callable[[], Iterable[SelectedMutant]],
) -> list[SelectedMutant]:
    """Return the selected mutants of some examples, if possible as an earlier run stored them.

    ``kind`` is that of the mutants, and ``options`` are further values that determine the
    selection. ``select`` computes it.
    """
    names = [f"{example.spec}/{example.name}" for example in examples]
    name = msgspec.json.encode([kind, int(version), seed, options, names]).decode()
    content = b"".join(map(encode, examples))
    stored = StoredResult(name, ".nnmutants", _SOURCES, content)
    if (rows := stored.read()) is not None:
        rules = all_rules()
        return [
            SelectedMutant(example, number, found and Violation(rules[found[0]], *found[1:]))
            for example, number, found in _ROWS.decode(rows)
        ]
    selected = list(select())
    encoded = [
        (example, number, found and (found.rule.name, found.where, found.detail))
        for example, number, found in selected
    ]
    stored.write(msgspec.msgpack.encode(encoded))
    return selected


_ROWS: Final = msgspec.msgpack.Decoder(list[tuple[int, int, tuple[str, str, str] | None]])


def stored_mutants(
    examples: Sequence[Example], version: Version, seed: int, budget: int, *, thin: bool
) -> list[MutantChoice]:
    """Return the first ``budget`` mutants of ``select_mutants``, if possible as stored before."""
    by_example = {id(example): number for number, example in enumerate(examples)}
    choices: list[MutantChoice] = []

    def select() -> Iterator[SelectedMutant]:
        choices.extend(select_mutants(examples, version, seed, thin=thin)[:budget])
        for choice in choices:
            number = by_example[id(choice.example)]
            yield SelectedMutant(number, choice.number, choice.violation)

    rows = stored_selection("models", examples, version, seed, (budget, thin), select)
    if choices:
        return choices
    mutations = {
        number: [mutation for _, _, mutation in shuffled_mutations(examples[number], version, seed)]
        for number in {row.example for row in rows}
    }
    return [
        MutantChoice(examples[number], mutations[number][place], violation)
        for number, place, violation in rows
    ]

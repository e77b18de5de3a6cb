"""Expands the declarations of a spec file to its examples.

Each declared example is combined with its feeds (input and output values) and its variations, and
gets a name and a version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

import numpy as np

from conformance.cases.example import Example
from conformance.cases.spec.document import SpecDocument
from conformance.cases.spec.errors import BrokenExample, SpecError, UnlocatedSpecError
from conformance.cases.spec.examples import DeclaredExample, Feed
from conformance.cases.spec.models import DeclaredModel
from conformance.cases.spec.numerics import Values, as_values
from conformance.cases.spec.operands import DeclaredOperand
from conformance.cases.spec.shape_variations import (
    AllInputsAsInternalCoverter,
    AllTensorsAsInputsConverter,
)
from conformance.cases.spec.spec_graph import OperandRole, SpecGraph, SpecOperand, assemble_example
from conformance.cases.spec.variations import Default, NotApplicable, Variation
from conformance.hal import OperandLifeTime

Expanded = Example | BrokenExample
"""One item of an expanded file: an example, or the error that prevented it."""


def expand(
    document: SpecDocument, on_graph: Callable[[str, SpecGraph], None] | None = None
) -> Iterator[Expanded]:
    """Yield the examples of the file in order.

    An example that cannot be built is yielded as a ``BrokenExample``; the others are not affected.
    ``on_graph`` receives the name and the graph of each example.
    """
    for declared, feeds in _merge_examples(document.examples):
        groups = declared.groups + _lifetime_groups(declared)
        for feed in feeds:
            try:
                fed = _build(declared.model, feed, {})
            except UnlocatedSpecError as mistake:
                yield _broken_example(document, declared, (), mistake)
                continue
            for combination in product(*groups):
                yield from _expand_one(document, declared, fed, combination, on_graph)


def _merge_examples(
    declared: Sequence[DeclaredExample],
) -> list[tuple[DeclaredExample, list[Feed | UnlocatedSpecError]]]:
    """Merge examples that differ only in their feeds; the first of them sets the position."""
    merged: dict[Any, tuple[DeclaredExample, list[Feed | UnlocatedSpecError]]] = {}
    for example in declared:
        variations = tuple(tuple(map(id, group)) for group in example.groups)
        key = (id(example.model), example.name, variations)
        merged.setdefault(key, (example, []))[1].extend(example.feeds)
    return list(merged.values())


def _lifetime_groups(declared: DeclaredExample) -> list[list[Variation]]:
    """Return the lifetime variations that every single-operation example gets by default.

    Examples that disable them, and examples with a multinomial tolerance, get none.
    """
    if (
        not declared.vary_lifetimes
        or len(declared.model.operations) != 1
        or declared.multinomial_tolerance
    ):
        return []
    return [[Default(), AllTensorsAsInputsConverter()], [Default(), AllInputsAsInternalCoverter()]]


def _build(
    model: DeclaredModel, feed: Feed | UnlocatedSpecError | None, bodies: dict[int, SpecGraph]
) -> SpecGraph:
    """Return the model as a graph; ``feed`` is ``None`` for a referenced model."""
    if isinstance(feed, UnlocatedSpecError):
        raise feed
    if model.mistake is not None:
        raise model.mistake
    graph = bodies[id(model)] = SpecGraph(model.name, relaxed=model.relaxed, version=model.version)
    for operand in model.operands.values():
        if operand.mistake is not None:
            raise operand.mistake
        try:
            graph.replace_or_add(_build_operand(operand, feed, bodies))
        except UnlocatedSpecError as mistake:
            text = f"operand {operand.name!r}: {mistake.message}"
            raise UnlocatedSpecError(text, mistake.line or _values_line(operand)) from None
    graph.operations = list(model.operations)
    return graph


def _build_operand(
    operand: DeclaredOperand, feed: Feed | None, bodies: dict[int, SpecGraph]
) -> SpecOperand:
    values: Values | None = None
    body: SpecGraph | None = None
    if operand.lives_as is OperandLifeTime.SUBGRAPH:
        referenced = operand.value[0] if operand.value else None
        if not isinstance(referenced, DeclaredModel):
            raise UnlocatedSpecError("a SubgraphReference must refer to a Model")
        body = bodies.get(id(referenced)) or _build(referenced, None, bodies)
    elif operand.role is OperandRole.IGNORED_OUTPUT:
        values = np.zeros(prod(operand.declared.dimensions), dtype=np.int64)
    elif feed is not None and operand.role in (OperandRole.INPUT, OperandRole.OUTPUT):
        values = _fed_values(operand, feed[operand.role is OperandRole.OUTPUT])
    elif operand.value is not None:
        values = as_values(operand.value)
    return SpecOperand(
        operand.name,
        operand.role,
        operand.declared,
        operand.lives_as,
        values,
        operand.may_be_internal,
        body,
        _values_line(operand),
    )


def _values_line(operand: DeclaredOperand) -> int:
    """Return the line that declares a constant's value.

    Return 0 for inputs and outputs: their values come from the example, which knows its own line.
    """
    return 0 if operand.role is OperandRole.INPUT or operand.role.is_output else operand.line


def _fed_values(operand: DeclaredOperand, source: Any) -> Values | None:
    if isinstance(source, Mapping):
        if operand not in source:
            raise UnlocatedSpecError("the example has no values for it")
        source = source[operand]
    if source is None:
        return None
    return as_values(source if isinstance(source, (list, tuple)) else [source])


def _expand_one(
    document: SpecDocument,
    declared: DeclaredExample,
    fed: SpecGraph,
    combination: Sequence[Variation],
    on_graph: Callable[[str, SpecGraph], None] | None,
) -> Iterator[Expanded]:
    graph = fed.copy()
    try:
        for variation in combination:
            variation.apply(graph, document)
    except NotApplicable:
        return
    except Exception as error:
        yield _broken_example(document, declared, combination, error)
        return
    name = _claim_name(document, declared, combination)
    if on_graph is not None:
        on_graph(name, graph)
    if name in document.version_overrides:
        graph.version = document.version_overrides[name]
    try:
        assembled = assemble_example(graph)
    except UnlocatedSpecError as mistake:
        yield BrokenExample(document.spec, name, _spec_error(document, declared, mistake))
        return
    yield replace(
        assembled,
        spec=document.spec,
        name=name,
        version=None if graph.relaxed else graph.version,
        expect_failure=declared.expect_failure,
        multinomial_tolerance=declared.multinomial_tolerance,
    )


def _claim_name(
    document: SpecDocument, declared: DeclaredExample, combination: Sequence[Variation]
) -> str:
    variations = (variation.name for variation in combination)
    parts = (document.spec, declared.model.name, declared.name, *variations)
    return document.example_names.claim(
        "_".join(str(p) for p in parts if p is not None and p != "")
    )


def _broken_example(
    document: SpecDocument,
    declared: DeclaredExample,
    combination: Sequence[Variation],
    error: Exception,
) -> BrokenExample:
    name = _claim_name(document, declared, combination)
    return BrokenExample(document.spec, name, _spec_error(document, declared, error))


def _spec_error(document: SpecDocument, declared: DeclaredExample, error: Exception) -> SpecError:
    if isinstance(error, UnlocatedSpecError):
        return SpecError(document.path, error.line or declared.line, error.message)
    text = f"expanding the variations raised {type(error).__name__}: {error}"
    return SpecError(document.path, declared.line, text)

"""Faults between operations: wrong fusions, stale or overwritten buffers, outputs, branches.

A row of a ``.graph`` table has the form ``PATTERN | CONDITION | ALTERATION | SOURCE``. The pattern
is ``FIRST > SECOND`` for an operation whose first output another one reads, ``FIRST & SECOND`` for
any two operations of a model in this order, the name of a control flow operation, or ``MODEL``.
Names separated by commas are alternatives of one fault each, and ``*`` is any operation.

Conditions of a pair read ``first.NAME`` and ``second.NAME`` (names of ``expression``), ``readers``
(the number of operations that read the intermediate operand), ``is_output`` (it is a model output),
``same_shape`` (of intermediate operand and result) and ``position`` (the input index at the second
operation). Conditions of a model read ``operations``, ``outputs``, ``inputs``, ``same_outputs`` and
``quantized``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType
from typing import Any, Final

import numpy as np

from benchmarks.detection.alteration import (
    NOT_COMPUTABLE,
    AlteredCall,
    Assignment,
    fit,
    parse_alteration,
)
from benchmarks.detection.expression import CallNames, compile_expression, evaluate
from benchmarks.detection.fault import read_rows
from conformance.hal import INFO, Operation, OperationType, name_of
from conformance.operations import Call, Unknown
from conformance.operations.definition.operands import Array
from conformance.reference.plan import (
    CallStep,
    ExecutionLimits,
    IfStep,
    Step,
    SubgraphPlan,
    WhileStep,
)

PAIR_WORDS: Final = ("skip first", "skip second", "stale first", "overwrite")
MODEL_WORDS: Final = (
    "swap outputs",
    "alias outputs",
    "stale outputs",
    "reverse outputs",
    "late output",
)
IF_WORDS: Final = ("other branch", "always then", "always else", "stale branch", "swap results")
WHILE_WORDS: Final = (
    "one less",
    "one more",
    "at most",
    "sequential",
    "stale state",
    "initial state",
)
Compute = Callable[[Step, Sequence[Array | None], ExecutionLimits], Sequence[Array]]


class Facts:
    """The names of ``expression`` for one call, as attributes."""

    def __init__(self, call: Call) -> None:
        constants = {"const": lambda name: call.view(name).value is not None}
        self._names = CallNames(call, extra=constants)

    def __getattr__(self, name: str) -> Any:
        return self._names[name]


@dataclass(slots=True)
class WrappedStep:
    """A step of a plan whose results another function computes from the original step."""

    operation: Operation
    inner: Step
    function: Compute
    last_uses: tuple[int, ...] = ()

    def compute(self, inputs: Sequence[Array | None], limits: ExecutionLimits) -> Sequence[Array]:
        """Compute the outputs."""
        return self.function(self.inner, inputs, limits)


class AlteredPlan(SubgraphPlan):
    """A plan whose model outputs a function changes after the execution."""

    __slots__ = ("change",)

    def run(self, inputs: Sequence[Array | None], limits: ExecutionLimits) -> list[Array]:
        """Compute the changed outputs."""
        outputs = SubgraphPlan.run(self, inputs, limits)
        return self.change(outputs)  # type: ignore[no-any-return, attr-defined]


@dataclass(frozen=True)
class GraphFault:
    """A fault between operations; the fields are the columns of its row."""

    pattern: str
    condition: str
    alteration: str
    source: str
    table: str
    _condition: CodeType | None = field(init=False, repr=False, compare=False)
    _assignments: tuple[Assignment, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        code = compile_expression(self.condition) if self.condition else None
        object.__setattr__(self, "_condition", code)
        target, _, rest = self.alteration.partition(":")
        assignments = parse_alteration(rest) if target in ("first", "second") and rest else ()
        words = (*PAIR_WORDS, *MODEL_WORDS, *IF_WORDS, *WHILE_WORDS)
        if not assignments and self.alteration not in words:
            raise ValueError(f"{self.alteration!r} is no alteration between operations")
        object.__setattr__(self, "_assignments", assignments)

    @property
    def id(self) -> str:
        """The fault's name: pattern, condition and alteration."""
        condition = f" if {self.condition}" if self.condition else ""
        return f"{self.pattern}{condition}: {self.alteration}"

    @property
    def has_state(self) -> bool:
        """Whether the fault shows only from the second execution of a prepared model on."""
        return "stale" in self.alteration or "old(" in self.alteration

    @property
    def names(self) -> tuple[str, ...]:
        """The operations of the pattern."""
        return tuple(re.split(" [>&] ", self.pattern))

    def rewrite(self, plan: SubgraphPlan) -> SubgraphPlan | None:
        """Return the plan with the fault, or ``None`` if the fault does not apply to it."""
        if self.names == ("MODEL",):
            return self._rewrite_model(plan)
        if len(self.names) == 1:
            return self._rewrite_control_flow(plan)
        steps = list(plan.steps)
        pairs = list(self._pairs(plan))
        for first, second in pairs:
            self._rewrite_pair(plan, steps, first, second)
        if not pairs:
            return None
        return replace(plan, steps=tuple(steps))

    def _holds(self, names: dict[str, Any]) -> bool:
        try:
            return self._condition is None or bool(evaluate(self._condition, names))
        except (*NOT_COMPUTABLE, Unknown):
            return False

    # Pairs

    def _pairs(self, plan: SubgraphPlan) -> Iterator[tuple[int, int]]:
        """Yield the indexes of the steps of each pair to which the fault applies."""
        apart = "&" in self.pattern
        for first, step in enumerate(plan.steps):
            if not isinstance(step, CallStep) or not _matches(step, self.names[0]):
                continue
            operand = step.operation.outputs[0]
            readers = [
                number
                for number, other in enumerate(plan.steps)
                if number > first and (apart or operand in other.operation.inputs)
            ]
            for second in readers:
                other = plan.steps[second]
                if not isinstance(other, CallStep) or not _matches(other, self.names[1]):
                    continue
                names = {
                    "first": Facts(step.call),
                    "second": Facts(other.call),
                    "readers": len(readers),
                    "is_output": operand in plan.subgraph.output_indexes,
                    "same_shape": step.call.output().dims == other.call.output().dims
                    and step.call.output().dtype == other.call.output().dtype,
                    "position": -1 if apart else other.operation.inputs.index(operand),
                }
                if self._holds(names):
                    yield first, second

    def _rewrite_pair(self, plan: SubgraphPlan, steps: list[Step], first: int, second: int) -> None:
        one, other = plan.steps[first], plan.steps[second]
        assert isinstance(one, CallStep)
        assert isinstance(other, CallStep)
        operand = one.operation.outputs[0]
        word = self.alteration
        if word == "skip first":
            place = one.call.places[one.call.definition.primary]
            steps[first] = _wrap(steps[first], _pass_through(place))
        elif word == "skip second":
            steps[second] = _wrap(
                steps[second], _pass_through(other.operation.inputs.index(operand))
            )
        elif word == "stale first":
            steps[first] = _wrap(steps[first], _stale())
        elif word == "overwrite":
            self._overwrite(plan, steps, operand, second)
        else:
            target = first if word.startswith("first") else second
            step = plan.steps[target]
            assert isinstance(step, CallStep)
            extra = {"first": Facts(one.call), "second": Facts(other.call)}
            altered = AlteredCall(step.call, lambda _: (), self._assignments, None, extra)
            steps[target] = _wrap(steps[target], _altered(altered))

    def _overwrite(self, plan: SubgraphPlan, steps: list[Step], operand: int, second: int) -> None:
        """Let the readers after ``second`` read its result in place of the operand."""
        results: dict[str, Array] = {}

        def keep(
            inner: Step, inputs: Sequence[Array | None], limits: ExecutionLimits
        ) -> Sequence[Array]:
            outputs = inner.compute(inputs, limits)
            results["result"] = outputs[0]
            return outputs

        steps[second] = _wrap(steps[second], keep)
        for number in range(second + 1, len(steps)):
            inputs = plan.steps[number].operation.inputs
            if operand in inputs:
                steps[number] = _wrap(steps[number], _reads(inputs.index(operand), results))

    # Models and control flow

    def _rewrite_model(self, plan: SubgraphPlan) -> SubgraphPlan | None:
        operands = [plan.subgraph.operands[index] for index in plan.subgraph.output_indexes]
        kinds = [(operand.type, operand.dimensions) for operand in operands]
        names = {
            "operations": len(plan.steps),
            "outputs": len(operands),
            "inputs": len(plan.subgraph.input_indexes),
            "same_outputs": len(set(kinds)) < len(kinds),
            "dims": lambda number: operands[number].dimensions,
            "quantized": any(INFO[o.type].quantized for o in operands if o.type in INFO),
        }
        if not self._holds(names):
            return None
        altered = AlteredPlan(
            plan.subgraph, plan.steps, plan.views, plan.initial, plan.required_inputs
        )
        altered.change = _output_change(self.alteration)  # type: ignore[attr-defined]
        return altered

    def _rewrite_control_flow(self, plan: SubgraphPlan) -> SubgraphPlan | None:
        steps = list(plan.steps)
        changed = False
        for number, step in enumerate(plan.steps):
            if self.pattern == "IF" and isinstance(step, IfStep):
                names = {
                    "results": len(step.operation.outputs),
                    "operations": len(step.then_plan.steps) + len(step.else_plan.steps),
                    "constant": plan.initial[step.operation.inputs[0]] is not None,
                    "nested": any(isinstance(s, IfStep | WhileStep) for s in step.then_plan.steps),
                }
                if self._holds(names):
                    steps[number] = _wrap(step, _if_change(self.alteration))
                    changed = True
            elif self.pattern == "WHILE" and isinstance(step, WhileStep):
                names = {
                    "results": len(step.operation.outputs),
                    "states": len(step.operation.inputs) - 2,
                    "operations": len(step.body.steps),
                }
                if self._holds(names):
                    steps[number] = _wrap(step, _while_change(self.alteration))
                    changed = True
        return replace(plan, steps=tuple(steps)) if changed else None


def _matches(step: Step, names: str) -> bool:
    return names in ("*", name_of(OperationType, step.operation.type))


def _wrap(step: Step, function: Compute) -> WrappedStep:
    return WrappedStep(step.operation, step, function, step.last_uses)


def _pass_through(place: int) -> Compute:
    def compute(
        inner: Step, inputs: Sequence[Array | None], limits: ExecutionLimits
    ) -> Sequence[Array]:
        results = list(inner.compute(inputs, limits))
        source = inputs[place]
        if source is not None:
            results[0] = fit(source, results[0].shape, results[0].dtype)
        return results

    return compute


def _stale() -> Compute:
    first: list[Sequence[Array]] = []

    def compute(
        inner: Step, inputs: Sequence[Array | None], limits: ExecutionLimits
    ) -> Sequence[Array]:
        results = inner.compute(inputs, limits)
        if not first:
            first.append([np.copy(array) for array in results])
        return [fit(old, new.shape, new.dtype) for old, new in zip(first[0], results, strict=True)]

    return compute


def _altered(call: AlteredCall) -> Compute:
    return lambda inner, inputs, limits: call.altered(inputs, inner.compute(inputs, limits))


def _reads(place: int, results: dict[str, Array]) -> Compute:
    def compute(
        inner: Step, inputs: Sequence[Array | None], limits: ExecutionLimits
    ) -> Sequence[Array]:
        original = inputs[place]
        if original is not None and "result" in results:
            changed = list(inputs)
            changed[place] = fit(results["result"], original.shape, original.dtype)
            inputs = changed
        return inner.compute(inputs, limits)

    return compute


def _output_change(word: str) -> Callable[[list[Array]], list[Array]]:
    first: list[list[Array]] = []

    def place(arrays: Sequence[Array], like: Sequence[Array]) -> list[Array]:
        return [fit(a, b.shape, b.dtype) for a, b in zip(arrays, like, strict=True)]

    def change(outputs: list[Array]) -> list[Array]:
        if not first:
            first.append([np.copy(array) for array in outputs])
        if word == "swap outputs":
            return place([outputs[-1], *outputs[1:-1], outputs[0]], outputs)
        if word == "reverse outputs":
            return place(outputs[::-1], outputs)
        if word == "alias outputs":
            return place([outputs[0]] * len(outputs), outputs)
        if word == "late output":
            return [*outputs[:-1], np.zeros_like(outputs[-1])]
        return place(first[0], outputs)

    return change


def _if_change(word: str) -> Compute:
    first: list[Array | None] = []

    def compute(
        inner: Step, inputs: Sequence[Array | None], limits: ExecutionLimits
    ) -> Sequence[Array]:
        right = inner.compute(inputs, limits)
        if word == "swap results":
            return [fit(a, b.shape, b.dtype) for a, b in zip(right[::-1], right, strict=True)]
        condition = inputs[0]
        assert condition is not None
        if not first:
            first.append(np.copy(condition))
        values = {
            "always then": np.ones_like(condition),
            "always else": np.zeros_like(condition),
            "stale branch": first[0],
            "other branch": np.logical_not(condition),
        }
        results = inner.compute([values[word], *inputs[1:]], limits)
        return [fit(a, b.shape, b.dtype) for a, b in zip(results, right, strict=True)]

    return compute


def _while_change(word: str) -> Compute:
    first: list[list[Array | None]] = []

    def compute(
        inner: Step, inputs: Sequence[Array | None], limits: ExecutionLimits
    ) -> Sequence[Array]:
        assert isinstance(inner, WhileStep)
        right = inner.compute(inputs, limits)
        if not first:
            first.append([None if a is None else np.copy(a) for a in inputs])
        states = [list(inputs[2:])]
        if word == "stale state":
            states = [first[0][2:]]
        if word in ("stale state", "initial state"):
            results: Sequence[Array | None] = (
                states[0][: len(right)]
                if word == "initial state"
                else inner.compute([*inputs[:2], *states[0]], limits)
            )
            return _placed(results, right)
        state = states[0]
        turns = 0
        while turns < _MOST_TURNS and inner.condition.run(state, limits)[0].item():
            state = _next_state(inner, state, limits, sequential=word == "sequential")
            states.append(state)
            turns += 1
        if word == "one less" and len(states) > 1:
            state = states[-2]
        elif word == "one more":
            state = _next_state(inner, state, limits, sequential=False)
        elif word == "at most":
            state = states[min(len(states) - 1, 4)]
        return _placed(state[: len(right)], right)

    return compute


_MOST_TURNS: Final = 2000


def _next_state(
    step: WhileStep, state: list[Array | None], limits: ExecutionLimits, *, sequential: bool
) -> list[Array | None]:
    """Return the state after one turn; ``sequential``: each result sees the earlier new ones."""
    results = step.body.run(state, limits)
    if not sequential:
        return [*results, *state[len(results) :]]
    state = list(state)
    for number in range(len(results)):
        state[number] = step.body.run(state, limits)[number]
    return state


def _placed(arrays: Sequence[Array | None], like: Sequence[Array]) -> list[Array]:
    return [b if a is None else fit(a, b.shape, b.dtype) for a, b in zip(arrays, like, strict=True)]


def read_graph_table(path: Path) -> Iterator[GraphFault]:
    """Yield the faults of a table of faults between operations."""

    def parse(cells: list[str], source: str) -> Iterator[GraphFault]:
        pattern, condition, alteration = cells
        for one in _patterns(pattern):
            yield GraphFault(one, condition.strip("-"), alteration, source, path.stem)

    return read_rows(path, parse)


def _patterns(text: str) -> Iterator[str]:
    link = "&" if "&" in text else ">"
    sides = [[name.strip() for name in side.split(",")] for side in text.split(link)]
    for name in (name for side in sides for name in side):
        if name not in ("*", "MODEL"):
            OperationType[name]
    if len(sides) == 1:
        yield from sides[0]
    else:
        for first in sides[0]:
            for second in sides[1]:
                yield f"{first} {link} {second}"

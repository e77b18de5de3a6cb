"""Experiments: running further cases on the driver until one condition explains its failures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from conformance.cases.example import Example
from conformance.cases.random_source import RandomSource
from conformance.cases.sources import cases_like
from conformance.coverage.cells import legal_codes
from conformance.failures.explain.conditions import (
    Conjunction,
    Observation,
    Separation,
    holds,
    separate,
)
from conformance.failures.explain.features import TYPE, example_features, path_features
from conformance.failures.localization import ExampleRunner
from conformance.failures.shrink.model_editing import (
    EditableCase,
    build_example,
    infer_shapes,
    to_editable,
)
from conformance.hal import INFO, Operand, OperandLifeTime, OperationType, Version
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath, quick_paths
from conformance.operations.definition.definition import Array
from conformance.oracle.expected import results_if_valid
from conformance.oracle.other_data import OtherDataOf
from conformance.validation.calls import build_call
from conformance.verdicts import Verdict, VerdictKind

_MAX_ELEMENTS: Final = 1 << 14
_L: Final = OperandLifeTime
_PARAMETER_ELEMENTS: Final = 8


class CaseEditor:
    """Changes one parameter of a case of one operation at a time.

    ``version`` is the version in which the changed cases must be valid.
    """

    def __init__(self, example: Example, version: Version, random: RandomSource) -> None:
        self._example = example
        self._version = version
        self._random = random
        self._case = to_editable(example)
        self._main = self._case.main
        self._operation = self._main.operations[0]

    def variants(self) -> Iterator[Example]:
        """Yield valid cases that differ from the example in one parameter."""
        with np.errstate(all="ignore"):
            changes = self._changes()
        for case in changes:
            shaped = self._complete(case)
            if shaped is not None:
                yield shaped

    def _complete(self, case: EditableCase) -> Example | None:
        """Return a changed case with its results; ``None`` if it is invalid."""

        def compute(model: object, inputs: object) -> list[Array] | None:
            return results_if_valid(model, inputs, self._version)  # type: ignore[arg-type]

        try:
            shaped = infer_shapes(case, compute)
            if shaped is None:
                return None
            version = None if self._example.version is None else self._version
            like = replace(self._example, version=version)
            return build_example(shaped, like, compute)
        except (ValueError, KeyError, IndexError, OverflowError):
            return None

    def _changes(self) -> list[EditableCase]:
        groups = [
            list(self._scalar_changes()),
            list(self._size_changes()),
            list(self._source_changes()),
            list(self._value_changes()),
            list(self._quantization_changes()),
            [EditableCase(self._case.subgraphs, not self._case.relaxed)],
        ]
        # The groups alternate, so that a short search tries changes of each kind.
        for group in groups:
            self._random_shuffle(group)
        ordered = []
        while any(groups):
            for group in groups:
                ordered += group[-3:]
                del group[-3:]
        return ordered

    def _random_shuffle(self, items: list[EditableCase]) -> None:
        for position in range(len(items) - 1, 0, -1):
            other = self._random.below(position + 1)
            items[position], items[other] = items[other], items[position]

    def _inputs(self) -> list[tuple[int, Operand]]:
        indexes = dict.fromkeys(self._operation.inputs)
        return [(index, self._main.operands[index]) for index in indexes]

    def _with(self, index: int, operand: Operand, data: bytes | None) -> EditableCase:
        main = self._main.copy()
        main.operands[index] = operand
        if data is not None:
            main.data[index] = data
        return EditableCase([main], self._case.relaxed, self._case.ignored_outputs)

    # ------------------------------------------------------------------------------- changes

    def _scalar_changes(self) -> Iterator[EditableCase]:
        values: list[Array | None] = [None] * (max(self._main.operands) + 1)
        for index, operand in self._main.operands.items():
            if operand.type in INFO and not INFO[operand.type].tensor and index in self._main.data:
                data = self._main.data[index]
                values[index] = np.frombuffer(data, INFO[operand.type].dtype)[:1].reshape(())
        model = self._example.model
        call = build_call(model.main, model.main.operations[0], values)
        for position, index in enumerate(self._operation.inputs):
            operand, value = self._main.operands[index], values[index]
            if value is None:
                continue
            codes: tuple[int, ...] = ()
            name = ""
            if call is not None:
                name = call.spec(position).name
                if legal_codes(call.definition, call.primary.type, name):
                    codes = tuple(range(9))
            for number in self._scalar_values(value, codes):
                try:
                    packed = np.array(number, INFO[operand.type].dtype).tobytes()
                except OverflowError:
                    continue
                yield self._with(index, operand, packed)
            if name == "layout":
                yield from self._transposed(index, operand, bool(value.item()))

    def _scalar_values(self, value: Array, codes: Sequence[int]) -> Iterator[int | float | bool]:
        current = value.item()
        if value.dtype.kind in "b?":
            yield not current
        elif codes:
            yield from (code for code in codes if code != current)
        elif value.dtype.kind in "iu":
            options = {current - 1, current + 1, current + 2, -current, 0, 1, 2, 3, 4, 5}
            options |= {current - rank for rank in (1, 2, 3, 4)} | {current * 2, current // 2}
            yield from sorted(options - {current})
        else:
            options = {0.0, 0.5, 1.0, 2.0, 0.25, -1.0, current * 2, current / 2, -current, 8.0}
            yield from sorted(options - {current})

    def _transposed(self, index: int, operand: Operand, nchw: bool) -> Iterator[EditableCase]:
        """Yield the case in the other layout, with the primary input transposed."""
        first = self._operation.inputs[0]
        image = self._main.operands[first]
        if len(image.dimensions) != 4 or first not in self._main.data:
            return
        order = (0, 2, 3, 1) if nchw else (0, 3, 1, 2)
        array = np.frombuffer(self._main.data[first], INFO[image.type].dtype)
        array = array.reshape(image.dimensions).transpose(order)
        changed = self._with(first, replace(image, dimensions=array.shape), array.tobytes())
        flag = np.array(not nchw, INFO[operand.type].dtype).tobytes()
        changed.main.data[index] = flag
        yield changed

    def _tensors(self) -> Iterator[tuple[int, Operand, Array]]:
        for index, operand in self._inputs():
            info = INFO.get(operand.type)
            data = self._main.data.get(index)
            if info is None or not info.tensor or data is None or not operand.dimensions:
                continue
            if 0 in operand.dimensions or operand.extra_params is not None:
                continue
            yield index, operand, np.frombuffer(data, info.dtype).reshape(operand.dimensions)

    def _size_changes(self) -> Iterator[EditableCase]:
        tensors = list(self._tensors())
        sizes = sorted({size for _, _, array in tensors for size in array.shape})
        for size in sizes:
            places = [
                (index, axis)
                for index, _, array in tensors
                for axis, own in enumerate(array.shape)
                if own == size and not _is_parameter(array)
            ]
            groups = [places, *([place] for place in places)] if len(places) > 1 else [places]
            for target in {size - 1, size + 1, size + 2, size * 2, 1, 2, 3, 4, 16, 17, 20}:
                if target < 1 or target == size:
                    continue
                for group in groups:
                    if group:
                        yield from self._resized(tensors, group, target)

    def _resized(
        self,
        tensors: Sequence[tuple[int, Operand, Array]],
        places: Sequence[tuple[int, int]],
        target: int,
    ) -> Iterator[EditableCase]:
        main = self._main.copy()
        for index, operand, array in tensors:
            axes = [axis for other, axis in places if other == index]
            if not axes:
                continue
            shape = tuple(target if axis in axes else own for axis, own in enumerate(array.shape))
            if np.prod(shape, dtype=np.int64) > _MAX_ELEMENTS:
                return
            main.operands[index] = replace(operand, dimensions=shape)
            main.data[index] = np.resize(array, shape).tobytes()
        yield EditableCase([main], self._case.relaxed, self._case.ignored_outputs)

    def _source_changes(self) -> Iterator[EditableCase]:
        """Yield the case with one input as a constant, in a pool, or given at run time."""
        for index, operand in self._inputs():
            if index not in self._main.data:
                continue
            for lifetime in (_L.SUBGRAPH_INPUT, _L.CONSTANT_COPY, _L.CONSTANT_REFERENCE):
                if lifetime == operand.lifetime:
                    continue
                main = self._main.copy()
                main.operands[index] = replace(operand, lifetime=lifetime)
                main.inputs = [other for other in main.inputs if other != index]
                if lifetime == _L.SUBGRAPH_INPUT:
                    main.inputs.append(index)
                yield EditableCase([main], self._case.relaxed, self._case.ignored_outputs)

    def _value_changes(self) -> Iterator[EditableCase]:
        for index, operand, array in self._tensors():
            if _is_parameter(array):
                yield from self._parameter_changes(index, operand, array)
                continue
            for changed in _changed_values(array, operand):
                yield self._with(index, operand, changed.astype(array.dtype).tobytes())

    def _parameter_changes(
        self, index: int, operand: Operand, array: Array
    ) -> Iterator[EditableCase]:
        """Yield the case with one element of a short list of integers changed."""
        for place in range(array.size):
            current = int(array.reshape(-1)[place])
            options = {current + 1, current - 1, 0, 1, 2, -1, *(current - n for n in (1, 2, 3, 4))}
            bounds = np.iinfo(array.dtype)
            for number in sorted(options - {current}):
                if not bounds.min <= number <= bounds.max:
                    continue
                changed = array.copy()
                changed.reshape(-1)[place] = number
                yield self._with(index, operand, changed.tobytes())

    def _quantization_changes(self) -> Iterator[EditableCase]:
        indexes = {index for index, _ in self._inputs()} | set(self._operation.outputs)
        for index in sorted(indexes):
            operand = self._main.operands[index]
            info = INFO.get(operand.type)
            if info is None or not info.quantized or operand.extra_params is not None:
                continue
            low, high = info.zero_points
            for zero_point in {low, (low + high + 1) // 2, operand.zero_point + 1, high}:
                if low <= zero_point <= high and zero_point != operand.zero_point:
                    yield self._with(index, replace(operand, zero_point=zero_point), None)
            for factor in (0.5, 2.0, 4.0):
                yield self._with(index, replace(operand, scale=operand.scale * factor), None)


def _is_parameter(array: Array) -> bool:
    return array.dtype.kind == "i" and array.itemsize == 4 and array.size <= _PARAMETER_ELEMENTS


def _changed_values(array: Array, operand: Operand) -> Iterator[Array]:
    """Yield tensors with other regions of values: signs, zeros, large and special values."""
    if array.dtype.kind == "b":
        yield np.ones_like(array)
        yield np.zeros_like(array)
        yield ~array
        return
    info = INFO[operand.type]
    if info.quantized:
        bounds = np.iinfo(array.dtype)
        zero = operand.zero_point
        wide = array.astype(np.int64)
        for changed in (
            np.maximum(wide, zero + 1),
            np.minimum(wide, zero - 1),
            np.full_like(wide, zero),
            np.where(wide == zero, zero + 1, wide),
            2 * zero - wide,
        ):
            yield np.clip(changed, bounds.min, bounds.max)
        return
    magnitude = np.abs(array)
    yield from (magnitude + 1, -(magnitude + 1), np.zeros_like(array))
    yield from (np.where(array == 0, 1, array), array * 2, array * 16, array * 128, -array)
    if array.dtype.kind == "f" and array.size:
        yield array / 16
        for special in (np.nan, np.inf, -np.inf, 0.0):
            changed = array.copy()
            changed.reshape(-1)[0] = special
            yield changed


OPTIONS: Final = JudgeOptions(
    callback_timeout=10.0, pause_every=1 << 30, structure_check_every=1 << 30
)
"""The options of the runner of experiments."""
_ROUND: Final = 96
"""Number of cases of a round of experiments."""
_STABLE_ROUNDS: Final = 2
"""Number of rounds without a contradiction after which an explanation is final."""
_MAX_ROUNDS: Final = 14
_EDITED: Final = 12
"""Number of known cases that are changed in a round."""
_RAN: Final = frozenset({VerdictKind.PASSED, VerdictKind.QUALITY_WARNING})

IsSameFailure = Callable[[Verdict], bool]
"""Returns whether a verdict is a failure of the kind that is explained."""


@dataclass(slots=True)
class Experiments:
    """Runs generated cases of one operation with a runner, and closes it.

    ``same_failure`` decides which verdicts count as failures; cases with any other verdict except a
    pass are not used. ``seconds`` limits the time of all rounds together.
    """

    runner: ExampleRunner
    operation: OperationType
    same_failure: IsSameFailure
    seconds: float
    seed: int = 0
    path: str = ""
    excluded: tuple[Conjunction, ...] = ()
    """Conditions of other causes; cases that meet one of them are not used."""
    with_other_data: bool = False
    """Whether each case is executed a second time with other data."""
    observations: list[Observation] = field(default_factory=list)
    """The results of the generated cases."""

    def separate(
        self, recorded: Sequence[Observation], known: Sequence[tuple[Observation, Example]]
    ) -> Separation | None:
        """Return the separation of all cases, known and generated, when it no longer changes.

        ``recorded`` are the cases of the run, ``known`` some of them with their examples.
        """
        version = self.runner.version
        end = time.monotonic() + self.seconds
        paths = self._paths(quick_paths(version, timed=False, concurrent=False))
        pool = list(known)
        failing = {str(one.features.get(TYPE)) for one in recorded if one.failed}
        random = cases_like(self.operation, version, failing)
        source = RandomSource(self.seed)
        before = separate(recorded)
        kept = [one for one in before.conjunctions if one] if before is not None else []
        found, stable = separate([*recorded, *self.observations], kept), 0
        editors: dict[int, Iterator[Example]] = {}
        try:
            for _ in range(_MAX_ROUNDS):
                if stable >= _STABLE_ROUNDS or time.monotonic() > end:
                    break
                chosen = self._bases(pool, found, source)
                count = len(self.observations)
                for example in self._round(random, chosen, editors, source):
                    if time.monotonic() > end:
                        break
                    new = self._observe(example, paths)
                    if new is not None:
                        pool.append((new, example))
                if len(self.observations) == count:
                    stable += 1
                    continue
                again = separate([*recorded, *self.observations], kept)
                stable = stable + 1 if _agree(found, again) else 0
                found = again
        finally:
            self.runner.close()
        return found

    def _paths(self, default: Sequence[ExecutionPath]) -> list[ExecutionPath]:
        try:
            return [ExecutionPath.parse(self.path)] if self.path else list(default[:1])
        except ValueError:
            return list(default[:1])

    def _bases(
        self,
        pool: Sequence[tuple[Observation, Example]],
        found: Separation | None,
        source: RandomSource,
    ) -> list[tuple[Observation, Example]]:
        """Return the cases to change in a round: mostly failing ones that are explained."""
        failing = [entry for entry in pool if entry[0].failed]
        if found is not None and found.conjunctions:
            first = found.conjunctions[0]
            explained = [entry for entry in failing if holds(first, entry[0].features)]
            failing = explained or failing
        passing = [entry for entry in pool if not entry[0].failed]
        chosen = [source.choice(failing) for _ in range(_EDITED) if failing]
        return chosen + [source.choice(passing) for _ in range(_EDITED // 3) if passing]

    def _round(
        self,
        random: Iterator[Example],
        bases: Sequence[tuple[Observation, Example]],
        editors: dict[int, Iterator[Example]],
        source: RandomSource,
    ) -> Iterator[Example]:
        """Yield the cases of one round: a third random ones, the others changes of known cases."""
        share = max(2, (2 * _ROUND // 3) // max(1, len(bases)))
        for observation, example in bases:
            key = id(observation)
            if key not in editors:
                entropy = source.below(1 << 16)
                editor = CaseEditor(example, self.runner.version, RandomSource(entropy))
                editors[key] = editor.variants()
            for _, changed in zip(range(share), editors[key], strict=False):
                yield changed
        for _, example in zip(range(_ROUND // 3), random, strict=False):
            yield example

    def _observe(self, example: Example, paths: Sequence[ExecutionPath]) -> Observation | None:
        """Run a case; return its observation, or ``None`` if it says nothing about the failure."""
        features = example_features(example)
        if features is None or any(holds(other, features) for other in self.excluded):
            return None
        name = f"explanation/{self.operation.name}/{len(self.excluded)}.{len(self.observations)}"
        other_data = None
        if self.with_other_data:
            other_data = OtherDataOf(example, self.runner.version, specified=False)
        verdict = self.runner.first_failure(
            example, name, paths, other_data=other_data, diagnoses=False
        )
        failed = self.same_failure(verdict)
        if not failed and verdict.kind not in _RAN:
            return None
        complete = {**features, **path_features(verdict.path)}
        observation = Observation(complete, failed, name, verdict.path)
        self.observations.append(observation)
        return observation


def _agree(before: Separation | None, after: Separation | None) -> bool:
    """Return whether a round left the hypotheses as they were."""
    if before is None or after is None:
        return before is after
    return set(before.conjunctions) == set(after.conjunctions) and before.errors == after.errors

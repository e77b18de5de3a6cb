"""Small sample examples: one for each operation, operand type and form.

The suite uses them to query a driver's supported operations and to run short checks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from conformance.cases import Example
from conformance.coverage.observations import observe
from conformance.hal import CONTROL_FLOW, OperationType, Version

_MIN_REVEALING_BYTES: Final = 24
"""The number of data bytes from which on an example is likely to reveal a wrong result."""

_FIRST_TYPE: Final = "TENSOR_FLOAT32"
_SAMPLED: Final = frozenset({"form", "carried type"})
"""The facets to sample: the form of an operation's inputs, and the types in IF and WHILE."""


@dataclass(frozen=True, slots=True)
class Sample:
    """An example whose main subgraph has ``operation`` with ``type`` and ``form`` at ``position``.

    ``version`` is the oldest version whose drivers can run the example.
    """

    operation: str
    type: str
    form: str
    case_id: str
    example: Example
    position: int
    version: Version

    @property
    def weight(self) -> tuple[int, int, bool, int]:
        """The sort key for the selection; the sample with the lowest weight is preferred.

        Older versions, fewer operations and less data give a lower weight, but an example with so
        little data that it would hide most wrong results has a higher weight than a large one.
        """
        model = self.example.model
        data = sum(len(data) for data in self.example.inputs if data)
        data += len(model.operand_values) + sum(pool.size for pool in model.pools)
        operations = sum(len(graph.operations) for graph in (model.main, *model.referenced))
        return int(self.version), operations, data < _MIN_REVEALING_BYTES, data


def choose_samples(examples: Iterable[tuple[str, Example]]) -> tuple[Sample, ...]:
    """Return the sample of lowest weight for each operation, type and form, by operation code.

    ``examples`` are pairs of case id and example. Examples that a driver must refuse, and examples
    with empty outputs, are not used.
    """
    best: dict[tuple[str, str, str], tuple[tuple[int, int, bool, int], Sample]] = {}
    for case_id, example in examples:
        main = example.model.main
        if example.expect_failure or any(0 in output.dimensions for output in example.outputs):
            continue
        positions = {
            OperationType(operation.type).name: number
            for number, operation in reversed(list(enumerate(main.operations)))
            if operation.type in OperationType.__members__.values()
        }
        seen = observe(example)
        for operation, type_, facet, value in seen.keys:
            if facet not in _SAMPLED or operation not in positions:
                continue
            form = "default" if facet == "carried type" else value
            sample = Sample(
                operation, type_, form, case_id, example, positions[operation], seen.version
            )
            key, weight = (operation, type_, form), sample.weight
            if key not in best or (weight, case_id) < (best[key][0], best[key][1].case_id):
                best[key] = weight, sample
    samples = [sample for _, sample in best.values()]
    return tuple(
        sorted(samples, key=lambda one: (OperationType[one.operation], one.type, one.form))
    )


def samples_by_operation(samples: Iterable[Sample]) -> tuple[tuple[Sample, ...], ...]:
    """Return one group for each operation, with one sample for each type.

    In a group, float32 is first. Groups whose samples use few operations precede others, and IF and
    WHILE are last because their subgraphs need other operations.
    """
    best: dict[tuple[str, str], Sample] = {}
    for sample in samples:
        key = sample.operation, sample.type
        if key not in best or sample.weight < best[key].weight:
            best[key] = sample
    groups: dict[str, list[Sample]] = {}
    for sample in sorted(best.values(), key=lambda s: (s.type != _FIRST_TYPE, s.weight)):
        groups.setdefault(sample.operation, []).append(sample)
    return tuple(sorted((tuple(group) for group in groups.values()), key=_group_order))


def _group_order(group: tuple[Sample, ...]) -> tuple[bool, int, int]:
    """Return the sort key of a group: samples with few operations first.

    If a single operation fails, its failure then precedes those of samples that contain it.
    """
    first = group[0]
    control = OperationType[first.operation] in CONTROL_FLOW
    return control, first.weight[1], OperationType[first.operation]

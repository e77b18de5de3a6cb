"""One small example for each way to use an operation: to ask or to try a driver with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from conformance.coverage.cells import CONTROL_FLOW
from conformance.coverage.sightings import sightings
from conformance.hal import OperationType, Version
from conformance.specfile import Example

_TELLING: Final = 24
"""Bytes of data from which on a mistake is likely to show."""

_FIRST_TYPE: Final = "TENSOR_FLOAT32"
_SAMPLED: Final = frozenset({"form", "carries"})
"""Facets that are asked for: how the operands are written; what IF and WHILE carry."""


@dataclass(frozen=True, slots=True)
class Sample:
    """An example in which ``operation`` with ``type`` and ``form`` stands at ``position`` of main.

    ``version`` is the oldest version whose drivers can see it.
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
        """Samples of less weight are preferred: older, with fewer operations and less data.

        So little data that most mistakes would not show weighs more than plenty.
        """
        model = self.example.model
        data = sum(len(data) for data in self.example.inputs if data)
        data += len(model.operand_values) + sum(pool.size for pool in model.pools)
        operations = sum(len(graph.operations) for graph in (model.main, *model.referenced))
        return int(self.version), operations, data < _TELLING, data


def samples(examples: Iterable[tuple[str, Example]]) -> tuple[Sample, ...]:
    """The lightest example of each operation, type and form, by operation code.

    ``examples`` are pairs of case id and example; those that must be refused are left out.
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
        seen = sightings(example)
        for operation, type_, facet, value in seen.keys:
            if facet not in _SAMPLED or operation not in positions:
                continue
            form = "default" if facet == "carries" else value
            sample = Sample(
                operation, type_, form, case_id, example, positions[operation], seen.version
            )
            key, weight = (operation, type_, form), sample.weight
            if key not in best or (weight, case_id) < (best[key][0], best[key][1].case_id):
                best[key] = weight, sample
    found = [sample for _, sample in best.values()]
    return tuple(sorted(found, key=_place))


def by_operation(found: Iterable[Sample]) -> tuple[tuple[Sample, ...], ...]:
    """For each operation one sample of each type, float32 first; simple operations first.

    Control flow comes last: it needs other operations.
    """
    best: dict[tuple[str, str], Sample] = {}
    for sample in found:
        key = sample.operation, sample.type
        if key not in best or sample.weight < best[key].weight:
            best[key] = sample
    groups: dict[str, list[Sample]] = {}
    for sample in sorted(best.values(), key=lambda one: (one.type != _FIRST_TYPE, one.weight)):
        groups.setdefault(sample.operation, []).append(sample)
    return tuple(sorted((tuple(group) for group in groups.values()), key=_order))


def _place(sample: Sample) -> tuple[int, str, str]:
    return OperationType[sample.operation], sample.type, sample.form


def _order(group: tuple[Sample, ...]) -> tuple[bool, int, int]:
    """Few operations first, so that a failure of one explains those that build on it."""
    first = group[0]
    control = OperationType[first.operation] in CONTROL_FLOW
    return control, first.weight[1], OperationType[first.operation]

"""Sizes of minimized graphs: ``python -m benchmarks.minimization``.

Thirty drivers each have a fault that shows only in an IF or WHILE, or only inside their subgraphs.
The first failing random graphs of each are minimized. The result is the mean number of operations,
operands and loop states, before and after, over all subgraphs of a graph, and the mean number of
candidates that were run on the driver.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from benchmarks.detection.device import FaultyDevice
from benchmarks.detection.graph_fault import GraphFault
from conformance.cases.example import Example
from conformance.hal import OperandType, OperationType
from conformance.operations.definition.operands import Array
from conformance.reference.plan import CallStep, IfStep, SubgraphPlan, WhileStep
from generators.generate import OperationCell, encode_seed
from generators.graph_judge import graph_search
from generators.oracle import case_id, random_example

_O: Final = OperationType
_BRANCH_FAULTS: Final = (
    ("", "other branch"),
    ("constant", "other branch"),
    ("results > 1", "other branch"),
    ("operations > 3", "other branch"),
    ("", "always then"),
    ("", "always else"),
    ("results > 1", "swap results"),
)
_LOOP_FAULTS: Final = (
    ("", "one less"),
    ("operations > 2", "one less"),
    ("states > 3", "one less"),
    ("", "one more"),
    ("results > 1", "one more"),
    ("states > 3", "one more"),
    ("", "at most"),
    ("", "initial state"),
    ("states > 3", "initial state"),
    ("results > 1", "sequential"),
    ("states > 1", "sequential"),
    ("states > 2 and results > 2", "sequential"),
    ("results > 3", "sequential"),
)
"""Condition and alteration of faults of ``benchmarks.detection.graph_fault``."""
_INNER_FAULTS: Final = (
    *((_O.WHILE, op) for op in (_O.ADD, _O.SUB, _O.MAXIMUM, _O.MINIMUM, _O.RELU, _O.LOGICAL_OR)),
    *((_O.IF, op) for op in (_O.ADD, _O.SUB, _O.MAXIMUM, _O.RELU)),
)
"""Operations whose first element is wrong in the subgraphs of the first one."""
_TYPES: Final = (
    OperandType.TENSOR_FLOAT32,
    OperandType.TENSOR_INT32,
    OperandType.TENSOR_QUANT8_ASYMM,
    OperandType.TENSOR_BOOL8,
)
_MAX_GRAPHS: Final = 600


class InnerFaultDevice(FaultyDevice):
    """The reference with one operation that is wrong only in branches, or only in bodies."""

    def __init__(self, control_flow: OperationType, operation: OperationType) -> None:
        super().__init__()
        self._control_flow, self._operation = control_flow, operation

    def changed_plan(self, plan: SubgraphPlan, referenced: Iterable[SubgraphPlan]) -> SubgraphPlan:
        """Change the kernels of the operation in the subgraphs; return the main plan."""
        for each in (plan, *referenced):
            for step in each.steps:
                if self._control_flow is _O.WHILE and isinstance(step, WhileStep):
                    self._change(step.body)
                elif self._control_flow is _O.IF and isinstance(step, IfStep):
                    self._change(step.then_plan)
                    self._change(step.else_plan)
        return plan

    def _change(self, plan: SubgraphPlan) -> None:
        for step in plan.steps:
            if isinstance(step, CallStep) and step.call.definition.type == self._operation:
                _make_wrong(step)


def _make_wrong(step: CallStep) -> None:
    kernel = step.kernel
    if kernel is None:
        return

    def wrong(inputs: Sequence[Array | None]) -> Sequence[Array]:
        first, *others = kernel(inputs)
        changed = np.array(first)
        flat = changed.reshape(-1)
        if flat.dtype.kind in "iu":
            flat[:1] ^= 8
        else:
            flat[:1] = ~flat[:1] if flat.dtype.kind == "b" else flat[:1] + 1
        return [changed, *others]

    step.kernel = wrong


def _drivers() -> Iterator[tuple[OperationType, FaultyDevice]]:
    """Yield each faulty driver, and the operation that its failing graphs must contain."""
    for pattern, faults in ((_O.IF, _BRANCH_FAULTS), (_O.WHILE, _LOOP_FAULTS)):
        for condition, word in faults:
            yield pattern, FaultyDevice(GraphFault(pattern.name, condition, word, "", ""))
    for pattern, operation in _INNER_FAULTS:
        yield pattern, InnerFaultDevice(pattern, operation)


@dataclass(frozen=True, slots=True)
class GraphSize:
    """Numbers of operations, operands and operands of loops, over all subgraphs of a graph."""

    operations: int
    operands: int
    states: int

    @classmethod
    def of(cls, example: Example) -> GraphSize:
        """Return the size of an example's model."""
        subgraphs = (example.model.main, *example.model.referenced)
        operations = [operation for part in subgraphs for operation in part.operations]
        loops = [operation for operation in operations if operation.type == _O.WHILE]
        return cls(
            len(operations),
            sum(len(part.operands) for part in subgraphs),
            sum(len(loop.inputs) - 2 for loop in loops),
        )


@dataclass(frozen=True, slots=True)
class Minimized:
    """The sizes of one graph before and after, and the number of judged candidates."""

    before: GraphSize
    after: GraphSize
    tries: int
    seconds: float


def minimized(
    pattern: OperationType, device: FaultyDevice, count: int, budget: float
) -> Iterator[Minimized]:
    """Minimize the first ``count`` failing graphs of a driver."""
    judge = graph_search(device)
    for number in range(_MAX_GRAPHS):
        cell = OperationCell(pattern, _TYPES[number % len(_TYPES)])
        seed = encode_seed(number, (cell,))
        example = random_example("default", seed, judge.version)
        verdict = judge.judge_example(example, case_id("default", seed), seed)
        if not verdict.kind.blames_driver:
            continue
        start = time.process_time()
        small = judge.minimise(example, verdict, budget)
        seconds = time.process_time() - start
        yield Minimized(GraphSize.of(example), GraphSize.of(small.example), small.tries, seconds)
        count -= 1
        if not count:
            return


def main() -> None:
    """Print one line for each driver, and the means."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--graphs", type=int, default=4, help="failing graphs for each driver")
    parser.add_argument("--budget", type=float, default=20.0, help="seconds for each graph")
    arguments = parser.parse_args()
    found: list[Minimized] = []
    for pattern, device in _drivers():
        results = list(minimized(pattern, device, arguments.graphs, arguments.budget))
        name = device.active.id if device.active else vars(device)["_operation"].name
        print(f"{pattern.name:6} {name:55} {_means(results)}", flush=True)
        found += results
    print(f"\n{len(found)} graphs: {_means(found)}")
    loops = [one for one in found if one.before.states]
    print(f"{len(loops)} graphs with loops: {_means(loops)}")


def _means(results: Sequence[Minimized]) -> str:
    """Return the mean sizes before and after as text."""
    if not results:
        return "no failing graph"
    texts = []
    for word in ("operations", "operands", "states"):
        before = np.mean([getattr(one.before, word) for one in results])
        after = np.mean([getattr(one.after, word) for one in results])
        texts.append(f"{word} {before:.2f} -> {after:.2f}")
    tries = np.mean([one.tries for one in results])
    seconds = np.mean([one.seconds for one in results])
    return f"{', '.join(texts)}, candidates {tries:.1f}, {seconds:.2f} CPU s"


if __name__ == "__main__":
    main()

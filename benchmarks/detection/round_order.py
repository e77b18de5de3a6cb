"""The order of the rounds of default graphs: those that show most faults a second come first.

A round shows a fault if the altered call of one of its graphs has other output bytes. Only faults
of single operations count, and of them only those that are not held out; the held-out ones show
whether the order also suits other faults. The first round stays first whatever it shows: it has all
operations and types, and with it first, held-out faults are found sooner.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from benchmarks.detection.device import FaultyDevice, Observer
from benchmarks.detection.fault import CallFault
from benchmarks.detection.fault_tables import is_held_out
from conformance.cases.example import Example
from conformance.driver_sdk import DriverError
from conformance.hal import Version
from conformance.oracle.expected import input_arrays
from conformance.reference.plan import ExecutionLimits
from generators.default_graphs import graph_rounds
from generators.generate import allowed_cells
from generators.oracle import random_example
from generators.profile_parameters import parse_profile

_PROFILE: Final = "default"
_JUDGING: Final = 0.01
"""CPU seconds that a case takes in addition to its generation and one execution."""


class Round(NamedTuple):
    """The CPU seconds of a round's graphs, and the faults that they show."""

    number: int
    parameters: str
    graphs: int
    seconds: float
    faults: frozenset[str]


def measure_rounds(faults: Sequence[CallFault]) -> Iterator[Round]:
    """Yield the measured rounds in their present order."""
    device, observer = FaultyDevice(), Observer()
    device.observer = observer
    cells = allowed_cells(parse_profile(_PROFILE), Version.AIDL_V4)
    for number, (parameters, graphs) in enumerate(graph_rounds(_PROFILE, cells, 0)):
        start, observed, found = time.process_time(), 0.0, set[str]()
        for graph in graphs:
            profile, seed = graph.split("/")
            left = [fault for fault in faults if fault.id not in found]
            observer.start(left)
            _execute(device, random_example(profile, int(seed), Version.AIDL_V4))
            found.update(observer.differing)
            observed += observer.seconds
        seconds = time.process_time() - start - observed + _JUDGING * len(graphs)
        yield Round(number, parameters, len(graphs), seconds, frozenset(found))


def _execute(device: FaultyDevice, example: Example) -> None:
    arrays = input_arrays(example.model, example.inputs)
    try:
        device.plan(example.model).run(arrays, ExecutionLimits())
    except DriverError:
        return


def best_order(rounds: Sequence[Round]) -> list[tuple[Round, int, int]]:
    """Return the rounds in the best order, with the new faults of each: used and held out."""
    first, *left = rounds
    order = [(first, _used(first.faults), len(first.faults) - _used(first.faults))]
    known = set(first.faults)
    while left:
        best = max(left, key=lambda each: _used(each.faults - known) / each.seconds)
        new = best.faults - known
        order.append((best, _used(new), len(new) - _used(new)))
        known |= new
        left.remove(best)
    return order


def _used(faults: frozenset[str]) -> int:
    return sum(not is_held_out(fault) for fault in faults)


def order_lines(faults: Sequence[CallFault]) -> list[str]:
    """Return the rows of a Markdown table of the best order."""
    lines = [
        "| round | parameters | graphs | CPU seconds | new faults | new held-out faults |",
        "|---:|---|---:|---:|---:|---:|",
    ]
    for each, used, held_out in best_order(list(measure_rounds(faults))):
        graphs = f"{each.parameters} | {each.graphs} | {each.seconds:.1f}"
        lines.append(f"| {each.number} | {graphs} | {used} | {held_out} |")
    return lines

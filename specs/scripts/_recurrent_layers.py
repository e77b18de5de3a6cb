"""Shared parts of the recurrent layer scripts: sequences, two directions, linking, feeds.

A sequence is a list of time steps, each the values of [batch, size]; states between two steps are
not rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from specs.scripts._recurrent_cells import Vector, stored
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    RELAXED,
    Argument,
    SpecCase,
    LinearCongruentialGenerator,
    WrittenOperand,
    output,
    parameter,
    tensor_input,
)

Steps = list[list[float]]
State = Sequence[Vector]
"""Values of [batch, size] each; the first is the cell's output."""
Advance = Callable[[Vector, State], State]
DIRECTION_PREFIXES = {1: ("",), 2: ("fw_", "bw_")}
"""Prefixes of the operands of a layer with so many directions."""
CROSS, PARALLEL = "cross", "parallel"


@dataclass(frozen=True)
class LayerDirection:
    """One cell of a layer: what it reads, its states, and one time step.

    ``size`` is the width of what it reads; with cross-linking that is input and auxiliary input,
    concatenated. ``states`` maps the name of each state to its width; the first is the output.
    """

    size: int
    states: Mapping[str, int]
    advance: Advance

    @property
    def width(self) -> int:
        """The width of the output."""
        return next(iter(self.states.values()))


@dataclass(frozen=True)
class RecurrentLayer:
    """The sizes and the layout of a case. ``aux`` is the width of the auxiliary input."""

    name: str
    description: str
    steps: int
    batches: int
    seed: int
    time_major: bool = True
    merged: bool = False
    states: bool = False
    linking: str = ""
    aux: int = 0
    span: float = 2.0

    def directions(self) -> Sequence[LayerDirection]:
        """Return the cells: one, or a forward and a backward cell."""
        raise NotImplementedError

    @property
    def prefixes(self) -> tuple[str, ...]:
        """Return the prefixes of the directions' operands."""
        return DIRECTION_PREFIXES[len(self.directions())]

    @property
    def size(self) -> int:
        """The width of the input."""
        return self.directions()[0].size - (self.aux if self.linking == CROSS else 0)

    def flat(self, steps: Sequence[Vector], width: int) -> list[float]:
        """Return a sequence in the order of the case's layout."""
        array = np.array(steps, dtype=np.float64).reshape(self.steps, self.batches, width)
        return list((array if self.time_major else array.swapaxes(0, 1)).ravel().tolist())

    def dims(self, width: int) -> tuple[int, int, int]:
        """Return the shape of a sequence in the case's layout."""
        first, second = self.steps, self.batches
        return (first, second, width) if self.time_major else (second, first, width)

    def join_features(self, first: Vector, second: Vector) -> list[float]:
        """Return two [batch, size] matrices, joined along the second dimension."""
        parts = [np.array(part).reshape(self.batches, -1) for part in (first, second)]
        return list(np.concatenate(parts, axis=1).ravel().tolist())

    def outputs(
        self, sequences: Mapping[str, Steps], states: Sequence[State]
    ) -> tuple[list[Steps], list[list[Vector]]]:
        """Return the output sequences and the last states of all directions."""
        outs: list[Steps] = []
        lasts: list[list[Vector]] = []
        for way, (cell, state) in enumerate(zip(self.directions(), states, strict=True)):
            source: Sequence[Vector] = sequences["x"]
            if self.linking == CROSS:
                pairs = zip(source, sequences["aux"], strict=True)
                source = [self.join_features(x, more) for x, more in pairs]
            elif self.linking == PARALLEL and way:
                source = sequences["aux"]
            out: Steps = [[] for _ in source]
            order = range(self.steps)
            for t in reversed(order) if way else order:
                state = cell.advance(source[t], state)
                out[t] = list(state[0])
            outs.append(out)
            lasts.append(list(state))
        return outs, lasts

    def feeds(self) -> list[dict[str, list[float]]]:
        """Return one request; with state outputs, also a second one that continues from them."""
        draw, cells = LinearCongruentialGenerator(self.seed), self.directions()
        states: list[State] = [
            [draw.grid(self.batches * n, -1.0, 1.0, 1 / 16) for n in cell.states.values()]
            for cell in cells
        ]
        found = []
        for _ in range(2 if self.states else 1):
            sequences = {
                name: [
                    draw.grid(self.batches * width, -self.span, self.span, 1 / 16)
                    for _ in range(self.steps)
                ]
                for name, width in (("x", self.size), ("aux", self.aux))
            }
            outs, lasts = self.outputs(sequences, states)
            feed = {"x": self.flat(sequences["x"], self.size)}
            if self.linking:
                feed["aux"] = self.flat(sequences["aux"], self.aux)
            flat = [self.flat(out, cell.width) for out, cell in zip(outs, cells, strict=True)]
            if self.merged:
                both = zip(*outs, strict=True)
                widths = sum(cell.width for cell in cells)
                flat = [self.flat([self.join_features(fw, bw) for fw, bw in both], widths)]
            feed |= {f"{way}y": values for way, values in zip(self.prefixes, flat, strict=False)}
            for way, cell, before, after in zip(self.prefixes, cells, states, lasts, strict=True):
                for name, old, new in zip(cell.states, before, after, strict=True):
                    feed[f"{way}{name}_in"] = list(old)
                    if self.states:
                        feed[f"{way}{name}_out"] = list(new)
            states = [[stored(values) for values in last] for last in lasts]
            found.append(feed)
        return found

    def state_inputs(self, way: int) -> list[WrittenOperand]:
        """Return the states before the first step."""
        cell, prefix = self.directions()[way], self.prefixes[way]
        return [
            tensor_input(f"{prefix}{name}_in", F32, (self.batches, width))
            for name, width in cell.states.items()
        ]

    def results(self) -> list[WrittenOperand]:
        """Return the output operands: sequences, then states if the case has them."""
        cells = self.directions()
        widths = [cell.width for cell in cells]
        if self.merged:
            widths = [sum(widths)]
        found = [
            output(f"{way}y", F32, self.dims(width))
            for way, width in zip(self.prefixes, widths, strict=False)
        ]
        for way, cell in zip(self.prefixes, cells, strict=True):
            if self.states:
                found += [
                    output(f"{way}{name}_out", F32, (self.batches, width))
                    for name, width in cell.states.items()
                ]
        return found

    def make(self, operation: str, inputs: Sequence[Argument], groups: Sequence[str] = ()) -> SpecCase:
        """Return the spec case of these inputs."""
        since = "V1_3" if self.states or self.linking == PARALLEL else "V1_2"
        feeds = self.feeds()
        unfed = [item for item in inputs if isinstance(item, WrittenOperand) and item.kind == "Input"]
        absent: dict[str, list[float]] = {
            item.name: [] for item in unfed if item.name not in feeds[0]
        }
        return SpecCase(
            self.name,
            [(operation, inputs, self.results())],
            [feed | absent for feed in feeds],
            {since: [DEFAULT, RELAXED, FLOAT16]},
            self.description,
            groups,
        )


def column_block(matrix: Vector, width: int, first: int, count: int) -> list[float]:
    """Return neighbouring columns of a row-major matrix."""
    rows = np.array(matrix, dtype=np.float64).reshape(-1, width)
    return list(rows[:, first : first + count].ravel().tolist())


def omitted(name: str, rank: int, as_input: bool = False) -> WrittenOperand:
    """Return an operand without a value: NO_VALUE, or a model input that no request provides."""
    dims = (0,) * rank
    return tensor_input(name, F32, dims) if as_input else parameter(name, F32, dims, None)

"""Specs of RNN and SVDF.

One time step each, in plain loops. Nearly every case runs two steps as two examples: the second
starts from the state that the first must have produced. Inputs and weights are multiples of 1/16,
exact in float16.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._recurrent_cells import ACTIVATIONS, ALL_VERSIONS, Vector, constant, product, stored
from specs.scripts._spec_writer import (
    F32,
    Argument,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    collect_files,
    int32_scalar,
    output,
    parameter,
    tensor_input,
)
from specs.scripts._sliding_windows import require_activation_spread

SOURCE = (
    "specs/scripts/rnn_svdf.py, the operation's equations in plain loops; checked against "
    "LiteRT's reference kernels."
)


# --------------------------------------------------------------------------------------- RNN


@dataclass(frozen=True)
class RnnCase:
    """The sizes of an RNN case."""

    name: str
    description: str
    batches: int
    size: int
    units: int
    activation: int
    seed: int
    all_activations: bool = False
    span: float = 1.0

    def weights(self) -> dict[str, list[float]]:
        """Return weights and bias by operand name."""
        draw = LinearCongruentialGenerator(self.seed)
        return {
            "weights": draw.grid(self.units * self.size, -self.span, self.span, 1 / 16),
            "recurrent": draw.grid(self.units * self.units, -1.0, 1.0, 1 / 16),
            "bias": draw.grid(self.units, -1.5, 1.5, 1 / 16),
        }

    def step(self, x: Vector, state: Vector) -> list[float]:
        """Return the new state, activation(W x + R state + b), for each batch."""
        w = self.weights()
        out = []
        for b in range(self.batches):
            left = product(w["weights"], x[b * self.size : (b + 1) * self.size])
            right = product(w["recurrent"], state[b * self.units : (b + 1) * self.units])
            sums = (p + q + r for p, q, r in zip(left, right, w["bias"], strict=True))
            out += [ACTIVATIONS[self.activation](v) for v in sums]
        return out

    def feeds(self) -> list[dict[str, list[float]]]:
        """Return the feeds of two time steps."""
        draw = LinearCongruentialGenerator(self.seed + 1000)
        state = draw.grid(self.batches * self.units, -2.0, 2.0, 1 / 16)
        out = []
        for _ in range(1 if self.all_activations else 2):
            x = draw.grid(self.batches * self.size, -3.0, 3.0, 1 / 16)
            y = self.step(x, state)
            out.append({"x": x, "state_in": state, "state_out": y, "y": y})
            state = stored(y)
        return out

    def case(self) -> SpecCase:
        """Return the spec case."""
        w = self.weights()
        shape = (self.batches, self.units)
        inputs: list[Argument] = [
            tensor_input("x", F32, (self.batches, self.size)),
            parameter("weights", F32, (self.units, self.size), w["weights"]),
            parameter("recurrent", F32, (self.units, self.units), w["recurrent"]),
            parameter("bias", F32, (self.units,), w["bias"]),
            tensor_input("state_in", F32, shape),
            int32_scalar("act", 0) if self.all_activations else self.activation,
        ]
        outputs = [output("state_out", F32, shape), output("y", F32, shape)]
        groups = []
        if self.all_activations:
            groups = ["AddAllActivations(state_out, y, act)"]
            require_activation_spread(self.name, self.feeds()[0]["y"])
        return SpecCase(
            self.name, [("RNN", inputs, outputs)], self.feeds(), ALL_VERSIONS, self.description, groups,
        )  # fmt: skip


RNN = [
    RnnCase("sequence", "Two steps, RELU; batch size, input size and number of units "
                    "differ.", 2, 3, 4, 1, 1),
    RnnCase("square", "Input size equals number of units: transposed weights are detected; no "
                  "activation.", 1, 3, 3, 0,
        2),
    RnnCase("one_unit", "A single unit and a single input.", 3, 1, 1, 0, 3),
    RnnCase("bounded", "Two steps with RELU1: clamped values are the state of the next "
                   "step.", 2, 5, 3, 2, 4),
    RnnCase("activation", "Every fused activation.", 3, 4, 5, 0, 1, True, 2.0),
]  # fmt: skip


# -------------------------------------------------------------------------------------- SVDF


@dataclass(frozen=True)
class SvdfCase:
    """The sizes of an SVDF case; there are units * rank filters."""

    name: str
    description: str
    batches: int
    size: int
    units: int
    rank: int
    memory: int
    bias: bool
    seed: int
    activation: int = 0
    all_activations: bool = False
    span: float = 1.0

    @property
    def filters(self) -> int:
        """The number of filters."""
        return self.units * self.rank

    def weights(self) -> dict[str, list[float]]:
        """Return weights and bias by operand name."""
        draw = LinearCongruentialGenerator(self.seed)
        return {
            "feature": draw.grid(self.filters * self.size, -self.span, self.span, 1 / 16),
            "time": draw.grid(self.filters * self.memory, -1.0, 1.0, 1 / 16),
            "bias": draw.grid(self.units, -1.5, 1.5, 1 / 16),
        }

    def step(self, x: Vector, state: Vector) -> tuple[list[float], list[float]]:
        """Return the output and the new state.

        The newest feature is written to the last position of each filter's memory. The memory is
        filtered and then moved by one position, which leaves 0 in the last position.
        """
        w = self.weights()
        moved, out = [], []
        for b in range(self.batches):
            features = product(w["feature"], x[b * self.size : (b + 1) * self.size])
            sums = []
            for f in range(self.filters):
                start = (b * self.filters + f) * self.memory
                memory = [*state[start : start + self.memory - 1], features[f]]
                sums.append(product(w["time"][f * self.memory : (f + 1) * self.memory], memory)[0])
                moved += [*memory[1:], 0.0]
            for u in range(self.units):
                total = fsum(sums[u * self.rank : (u + 1) * self.rank])
                total += w["bias"][u] if self.bias else 0.0
                out.append(ACTIVATIONS[self.activation](total))
        return moved, out

    def feeds(self) -> list[dict[str, list[float]]]:
        """Return the feeds of two time steps; the first starts from a filled memory."""
        draw = LinearCongruentialGenerator(self.seed + 1000)
        state: list[float] = []
        for _ in range(self.batches * self.filters):
            state += [*draw.grid(self.memory - 1, -2.0, 2.0, 1 / 16), 0.0]
        out = []
        for _ in range(1 if self.all_activations else 2):
            x = draw.grid(self.batches * self.size, -2.0, 2.0, 1 / 16)
            moved, y = self.step(x, state)
            out.append({"x": x, "state_in": state, "state_out": moved, "y": y})
            state = stored(moved)
        return out

    def case(self) -> SpecCase:
        """Return the spec case."""
        w = self.weights()
        shape = (self.batches, self.memory * self.filters)
        y = output("y", F32, (self.batches, self.units))
        inputs: list[Argument] = [
            tensor_input("x", F32, (self.batches, self.size)),
            parameter("feature", F32, (self.filters, self.size), w["feature"]),
            parameter("time", F32, (self.filters, self.memory), w["time"]),
            parameter("bias", F32, (self.units,) if self.bias else (0,),
                      w["bias"] if self.bias else None),
            tensor_input("state_in", F32, shape),
            self.rank,
            int32_scalar("act", 0) if self.all_activations else self.activation,
        ]  # fmt: skip
        groups = []
        if self.all_activations:
            groups = ["AddAllActivations(y, act)"]
            require_activation_spread(self.name, self.feeds()[0]["y"])
        return SpecCase(
            self.name, [("SVDF", inputs, [output("state_out", F32, shape), y])], self.feeds(),
            ALL_VERSIONS, self.description, groups,
        )  # fmt: skip


SVDF = [
    SvdfCase("rank1", "Rank 1 with a bias; batch size, input size, number of units and memory size "
                  "differ.",
         2, 3, 4, 1, 5, True, 11),
    SvdfCase("rank1_no_bias", "Rank 1, bias omitted.", 3, 2, 3, 1, 4, False, 12),
    SvdfCase("rank2", "Rank 2: neighbouring filters are summed into a unit.",
         2, 4, 3, 2, 3, True, 13),
    SvdfCase("rank2_no_bias", "Rank 2, bias omitted, RELU.", 1, 3, 2, 2, 6, False, 14, 1),
    SvdfCase("rank3", "Rank 3 with a single unit.", 2, 2, 1, 3, 4, True, 15),
    SvdfCase("memory_two", "The shortest memory that stores a feature between "
                       "steps.", 1, 2, 2, 1, 2, True, 16),
    SvdfCase("activation", "Every fused activation; the state is not clamped.",
         2, 4, 4, 2, 3, True, 3, all_activations=True, span=3.0),
]  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    rnn = GeneratedSpecFile("V1_0/rnn.mod.py", "RNN: state and output are the same.", SOURCE)
    rnn.add(*(cell.case() for cell in RNN))
    svdf = GeneratedSpecFile(
        "V1_0/svdf.mod.py",
        "SVDF: rank, memory, omitted bias, activations. Between steps the last place of each "
        "filter's memory is free: 0 in both states.", SOURCE,
    )  # fmt: skip
    svdf.add(*(cell.case() for cell in SVDF))
    return collect_files(rnn, svdf)


def _check_rnn(tally: _litert_runner.ComparisonTally, rnn: RnnCase) -> None:
    w, shape = rnn.weights(), (rnn.batches, rnn.units)
    for feed in rnn.feeds():
        result = _litert_runner.run_operation(
            "RNN",
            [_litert_runner.LitertTensor((rnn.batches, rnn.size), data=np.array(feed["x"])),
             constant(w["weights"], rnn.units, rnn.size),
             constant(w["recurrent"], rnn.units, rnn.units),
             constant(w["bias"], rnn.units),
             _litert_runner.LitertTensor(shape, data=np.array(feed["state_in"]), variable=True)],
            [_litert_runner.LitertTensor(shape)], "RNNOptions", {"fusedActivationFunction": rnn.activation},
        )  # fmt: skip
        tally.floats(rnn.name, feed["y"], result[0])
        tally.floats(rnn.name, feed["state_out"], result[1])


def _check_svdf(tally: _litert_runner.ComparisonTally, svdf: SvdfCase) -> None:
    """Compare with LiteRT.

    LiteRT moves the memory before it filters, so its states are shifted by one.
    """
    w, memory = svdf.weights(), svdf.memory
    for feed in svdf.feeds():
        before = np.array(feed["state_in"]).reshape(-1, memory)
        result = _litert_runner.run_operation(
            "SVDF",
            [_litert_runner.LitertTensor((svdf.batches, svdf.size), data=np.array(feed["x"])),
             constant(w["feature"], svdf.filters, svdf.size),
             constant(w["time"], svdf.filters, memory),
             constant(w["bias"], svdf.units) if svdf.bias else None,
             _litert_runner.LitertTensor((svdf.batches, memory * svdf.filters),
                             data=np.roll(before, 1, axis=1), variable=True)],
            [_litert_runner.LitertTensor((svdf.batches, svdf.units))], "SVDFOptions",
            {"rank": svdf.rank, "fusedActivationFunction": svdf.activation},
        )  # fmt: skip
        after = np.array(result[1]).reshape(-1, memory)
        moved = np.concatenate([after[:, 1:], np.zeros((len(after), 1))], axis=1)
        tally.floats(svdf.name, feed["y"], result[0])
        tally.floats(svdf.name, feed["state_out"], moved)


def cross_check() -> str:
    """Compare every step with LiteRT's reference kernels."""
    tally = _litert_runner.ComparisonTally()
    for rnn in RNN:
        _check_rnn(tally, rnn)
    for svdf in SVDF:
        _check_svdf(tally, svdf)
    return str(tally)

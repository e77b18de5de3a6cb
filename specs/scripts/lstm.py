"""Specs of LSTM.

One time step each, in plain loops. Every case runs two steps as two examples: the second starts
from the state that the first must have produced. Inputs and weights are multiples of 1/16, exact in
float16.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._recurrent_cells import (
    ACTIVATIONS,
    ALL_VERSIONS,
    Vector,
    constant,
    product,
    sigmoid,
    stored,
)
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    RELAXED,
    Argument,
    SpecCase,
    LinearCongruentialGenerator,
    WrittenOperand,
    GeneratedSpecFile,
    collect_files,
    ignored_output,
    output,
    parameter,
    tensor_input,
)

SOURCE = (
    "specs/scripts/lstm.py, the operation's equations in plain loops; checked against "
    "LiteRT's reference kernels."
)


GATES = ("input", "forget", "cell", "output")


@dataclass(frozen=True)
class LstmCase:
    """The parts of an LSTM case. ``project`` is the output size of the projection, 0 for none."""

    name: str
    description: str
    batches: int
    size: int
    units: int
    seed: int
    activation: int = 4
    cifg: bool = False
    peephole: bool = False
    project: int = 0
    projection_bias: bool = False
    layer_norm: bool = False
    norm_operands: bool = False
    cell_clip: float = 0.0
    projection_clip: float = 0.0
    omitted_as_input: bool = False
    span: float = 1.0
    cell_span: float = 2.0

    @property
    def outputs(self) -> int:
        """The size of the output state."""
        return self.project or self.units

    @property
    def gates(self) -> tuple[str, ...]:
        """The gates that have separate weights (all but a coupled input gate)."""
        return GATES[1:] if self.cifg else GATES

    def weights(self) -> dict[str, list[float]]:
        """Return all weights that the case has, by operand name."""
        draw = LinearCongruentialGenerator(self.seed)
        w: dict[str, list[float]] = {}
        for gate in GATES:
            x = draw.grid(self.units * self.size, -self.span, self.span, 1 / 16)
            r = draw.grid(self.units * self.outputs, -self.span, self.span, 1 / 16)
            b = draw.grid(self.units, -0.5, 0.5, 1 / 16)
            p = draw.grid(self.units, -self.span, self.span, 1 / 16)
            n = draw.grid(self.units, 0.25, 1.5, 1 / 16)
            if gate not in self.gates:
                continue
            w[f"input_to_{gate}"], w[f"recurrent_to_{gate}"], w[f"{gate}_bias"] = x, r, b
            if self.peephole and gate != "cell":
                w[f"cell_to_{gate}"] = p
            if self.layer_norm:
                w[f"{gate}_norm"] = n
        if self.project:
            w["projection"] = draw.grid(self.project * self.units, -1.0, 1.0, 1 / 16)
            if self.projection_bias:
                w["projection_bias"] = draw.grid(self.project, -0.5, 0.5, 1 / 16)
        return w

    def gate(self, gate: str, x: Vector, h: Vector, cell: Vector) -> list[float]:
        """Return a gate's sum before the activation, with peephole, normalization and bias."""
        w = self.weights()
        left, right = product(w[f"input_to_{gate}"], x), product(w[f"recurrent_to_{gate}"], h)
        sums = [p + q for p, q in zip(left, right, strict=True)]
        if f"cell_to_{gate}" in w:
            sums = [v + p * c for v, p, c in zip(sums, w[f"cell_to_{gate}"], cell, strict=True)]
        if self.layer_norm:
            mean = fsum(sums) / self.units
            deviation = sqrt(fsum((v - mean) ** 2 for v in sums) / self.units)
            if deviation < 0.2:
                raise ValueError(f"{self.name}: the standard deviation of a gate's sums is too "
                    "small to normalize")
            sums = [(v - mean) / deviation * n
                    for v, n in zip(sums, w[f"{gate}_norm"], strict=True)]  # fmt: skip
        return [v + b for v, b in zip(sums, w[f"{gate}_bias"], strict=True)]

    def step(self, x: Vector, h: Vector, cell: Vector) -> tuple[list[float], list[float]]:
        """Return the new output state and cell state."""
        w, g = self.weights(), ACTIVATIONS[self.activation]
        new_h: list[float] = []
        new_cell: list[float] = []
        for b in range(self.batches):
            xb = x[b * self.size : (b + 1) * self.size]
            hb = h[b * self.outputs : (b + 1) * self.outputs]
            cb = cell[b * self.units : (b + 1) * self.units]
            forget = [sigmoid(v) for v in self.gate("forget", xb, hb, cb)]
            enter = [1 - f for f in forget]
            if not self.cifg:
                enter = [sigmoid(v) for v in self.gate("input", xb, hb, cb)]
            offered = [g(v) for v in self.gate("cell", xb, hb, cb)]
            kept = [f * c + i * o for f, c, i, o in zip(forget, cb, enter, offered, strict=True)]
            kept = _clip(kept, self.cell_clip)
            leave = [sigmoid(v) for v in self.gate("output", xb, hb, kept)]
            hidden = [o * g(c) for o, c in zip(leave, kept, strict=True)]
            if self.project:
                hidden = product(w["projection"], hidden)
                extra = w.get("projection_bias", [0.0] * self.project)
                hidden = _clip(
                    [v + e for v, e in zip(hidden, extra, strict=True)], self.projection_clip
                )
            new_h += hidden
            new_cell += kept
        return new_h, new_cell

    def feeds(self) -> list[dict[str, list[float]]]:
        """Return the feeds of two time steps."""
        draw = LinearCongruentialGenerator(self.seed + 1000)
        h = draw.grid(self.batches * self.outputs, -1.0, 1.0, 1 / 16)
        cell = draw.grid(self.batches * self.units, -self.cell_span, self.cell_span, 1 / 16)
        h = _clip(h, self.projection_clip if self.project else 0.0)
        cell = _clip(cell, self.cell_clip)
        out = []
        for _ in range(2):
            x = draw.grid(self.batches * self.size, -2.0, 2.0, 1 / 16)
            new_h, new_cell = self.step(x, h, cell)
            out.append({"x": x, "h_in": h, "c_in": cell, "h_out": new_h, "c_out": new_cell,
                        "y": new_h})  # fmt: skip
            h, cell = stored(new_h), stored(new_cell)
        bounds = [(self.cell_clip, "c_out")]
        if self.project:
            bounds.append((self.projection_clip, "h_out"))
        for bound, key in bounds:
            values = [abs(v) for feed in out for v in feed[key]]
            if bound and not (bound in values and min(values) < bound):
                raise ValueError(f"{self.name}: clipping at {bound} does not change the result")
        return out

    def _weight(self, name: str, dims: tuple[int, ...]) -> WrittenOperand:
        w = self.weights()
        if name in w:
            return parameter(name, F32, dims, w[name])
        if self.omitted_as_input:
            return tensor_input(name, F32, (0,) * len(dims))
        return parameter(name, F32, (0,) * len(dims), None)

    def case(self) -> SpecCase:
        """Return the spec case."""
        units = (self.units,)
        inputs: list[Argument] = [tensor_input("x", F32, (self.batches, self.size))]
        inputs += [self._weight(f"input_to_{g}", (self.units, self.size)) for g in GATES]
        inputs += [self._weight(f"recurrent_to_{g}", (self.units, self.outputs)) for g in GATES]
        inputs += [self._weight(f"cell_to_{g}", units) for g in GATES if g != "cell"]
        inputs += [self._weight(f"{g}_bias", units) for g in GATES]
        inputs.append(self._weight("projection", (self.outputs, self.units)))
        inputs.append(self._weight("projection_bias", (self.outputs,)))
        h, c = (self.batches, self.outputs), (self.batches, self.units)
        inputs += [tensor_input("h_in", F32, h), tensor_input("c_in", F32, c)]
        inputs += [self.activation, self.cell_clip, self.projection_clip]
        versions = ALL_VERSIONS
        if self.layer_norm or self.norm_operands:
            inputs += [self._weight(f"{g}_norm", units) for g in GATES]
            versions = {"V1_2": [DEFAULT, RELAXED, FLOAT16]}
        scratch = (self.batches, self.units * len(self.gates))
        outputs = [
            ignored_output("scratch", F32, scratch), output("h_out", F32, h),
            output("c_out", F32, c), output("y", F32, h),
        ]  # fmt: skip
        if self.activation == 3 and not any(v > 6 for f in self.feeds() for v in f["c_out"]):
            raise ValueError(f"{self.name}: no cell state beyond 6")
        feeds = [feed | {"scratch": [0.0] * (scratch[0] * scratch[1])} for feed in self.feeds()]
        if self.omitted_as_input:
            absent: dict[str, list[float]] = {
                i.name: [] for i in inputs
                if isinstance(i, WrittenOperand) and i.kind == "Input" and i.name not in feeds[0]
            }  # fmt: skip
            feeds = [feed | absent for feed in feeds]
        return SpecCase(self.name, [("LSTM", inputs, outputs)], feeds, versions, self.description)


def _clip(values: Vector, bound: float) -> list[float]:
    return [min(max(-bound, v), bound) if bound else v for v in values]


LSTM = [
    LstmCase("basic", "No optional part. Batch size, input size and number of units "
                  "differ.", 2, 3, 4, 21),
    LstmCase("square", "Input size equals number of units: transposed weights are "
                   "detected.", 1, 3, 3, 22),
    LstmCase("one_unit", "A single unit, a single input.", 3, 1, 1, 23),
    LstmCase("peephole", "Peephole connections: input and forget gate read the old cell state, the "
         "output gate the new one.", 2, 2, 4, 24, peephole=True),
    LstmCase("cifg", "Coupled input and forget gate.", 2, 3, 4, 25, cifg=True),
    LstmCase("cifg_peephole", "Coupled gates with peepholes; omitted operands are inputs that carry "
         "no value.", 1, 3, 4, 26, cifg=True, peephole=True, omitted_as_input=True),
    LstmCase("projection", "Projection to a smaller output, without a bias.", 2, 3, 5, 27, project=2),
    LstmCase("projection_bias", "Projection to a larger output, with a bias and peepholes.",
         2, 2, 3, 28, project=5, projection_bias=True, peephole=True),
    LstmCase("cell_clip", "The cell state is clipped before the output gate reads it.",
         2, 3, 4, 29, cell_clip=0.75, peephole=True),
    LstmCase("projection_clip", "The projection is clipped after its bias is added.",
         2, 3, 4, 30, project=3, projection_bias=True, projection_clip=0.5),
    LstmCase("projection_clip_unused", "Without a projection, its clip has no effect.",
         2, 2, 3, 31, projection_clip=0.125),
    LstmCase("linear", "No activation.", 2, 3, 4, 32, activation=0, span=0.75),
    LstmCase("relu", "RELU on the cell gate and the cell state.", 2, 3, 4, 33, activation=1,
         span=0.75),
    LstmCase("relu6", "RELU6, with a cell state above 6.", 1, 4, 3, 1,
         activation=3, span=2.0, cell_span=12.0),
    LstmCase("sigmoid", "SIGMOID on the cell gate and the cell state.", 2, 3, 4, 35, activation=6),
]  # fmt: skip
NORM = [
    LstmCase("layer_norm", "Layer normalization on all four gates.", 2, 3, 6, 41, layer_norm=True),
    LstmCase("cifg", "Layer normalization on three gates, coupled input gate.", 2, 4, 5, 42,
         cifg=True, layer_norm=True),
    LstmCase("all", "Layer normalization, peepholes, projection with bias, both clips.",
         2, 3, 6, 43, layer_norm=True, peephole=True, project=4, projection_bias=True,
         cell_clip=1.0, projection_clip=0.5),
    LstmCase("omitted", "The four operands are present without values: no normalization.",
         2, 3, 4, 44, norm_operands=True),
]  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    plain = GeneratedSpecFile(
        "V1_0/lstm.mod.py",
        "LSTM with 23 operands: each optional part, alone and together.", SOURCE,
    )  # fmt: skip
    plain.add(*(cell.case() for cell in LSTM))
    norm = GeneratedSpecFile(
        "V1_0/lstm_layer_norm.mod.py",
        "LSTM with the layer normalization operands of HAL 1.2.", SOURCE,
    )  # fmt: skip
    norm.add(*(cell.case() for cell in NORM))
    return collect_files(plain, norm)


def _check_lstm(tally: _litert_runner.ComparisonTally, lstm: LstmCase) -> None:
    """Compare one step with LiteRT.

    Without an activation, LiteRT multiplies the output gate by the candidate cell value that its
    buffer still contains, instead of by the cell state. Then only the cell state is compared.
    """
    w, tensor = lstm.weights(), _litert_runner.LitertTensor
    h, c = (lstm.batches, lstm.outputs), (lstm.batches, lstm.units)

    def weight(name: str, *dims: int) -> _litert_runner.LitertTensor | None:
        return constant(w[name], *dims) if name in w else None

    for feed in lstm.feeds():
        inputs: list[_litert_runner.LitertTensor | None] = [
            tensor((lstm.batches, lstm.size), data=np.array(feed["x"]))
        ]
        inputs += [weight(f"input_to_{g}", lstm.units, lstm.size) for g in GATES]
        inputs += [weight(f"recurrent_to_{g}", lstm.units, lstm.outputs) for g in GATES]
        inputs += [weight(f"cell_to_{g}", lstm.units) for g in GATES if g != "cell"]
        inputs += [weight(f"{g}_bias", lstm.units) for g in GATES]
        inputs += [weight("projection", lstm.outputs, lstm.units)]
        inputs += [weight("projection_bias", lstm.outputs)]
        inputs += [tensor(h, data=np.array(feed["h_in"]), variable=True),
                   tensor(c, data=np.array(feed["c_in"]), variable=True)]  # fmt: skip
        if lstm.layer_norm:
            inputs += [weight(f"{g}_norm", lstm.units) for g in GATES]
        result = _litert_runner.run_operation(
            "LSTM", inputs, [tensor(h)], "LSTMOptions",
            {"fusedActivationFunction": lstm.activation, "cellClip": lstm.cell_clip,
             "projClip": lstm.projection_clip},
        )  # fmt: skip
        tally.floats(lstm.name, feed["c_out"], result[2])
        if lstm.activation:
            tally.floats(lstm.name, feed["y"], result[0])
            tally.floats(lstm.name, feed["h_out"], result[1])


def cross_check() -> str:
    """Compare every step with LiteRT's reference kernels."""
    tally = _litert_runner.ComparisonTally()
    for lstm in LSTM + NORM:
        if lstm.activation != 6:
            _check_lstm(tally, lstm)
    return f"{tally}; LiteRT cannot express SIGMOID"

"""Specs of QUANTIZED_16BIT_LSTM and QUANTIZED_LSTM.

The equations of an LSTM step in plain loops on the real values that the codes represent, with exact
sigmoid and tanh. Only values whose format the contract prescribes are rounded: the outputs and the
hidden state. A gate's sum is clamped to [-8, 8 - 2^-12], in QUANTIZED_LSTM after each of its
products. Cell states have at most 11 fraction bits, so that the coarser arithmetic of drivers stays
within one code. Every case runs two steps as two examples: the second starts from the state that
the first must have produced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt, tanh

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._recurrent_cells import Vector, product, sigmoid
from specs.scripts._spec_writer import (
    DEFAULT,
    I32,
    Q8,
    Q8_SYMM,
    Q8S,
    Argument,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    collect_files,
    float32,
    output,
    parameter,
    round_half_away,
    tensor_input,
)

Q16_SYMM = "TENSOR_QUANT16_SYMM"
GATES = ("input", "forget", "cell", "output")
FORMULA = (
    "specs/scripts/quantized_lstm.py, the operation's equations on the real values, in plain loops"
)
Codes = list[int]


def _clamped(values: Sequence[int], low: int, high: int) -> Codes:
    return [min(max(low, v), high) for v in values]


def _gate_sum(value: float) -> float:
    return min(max(-8.0, value), 8.0 - 2.0**-12)


def _codes(values: Vector, scale: float, zero: int, low: int, high: int) -> Codes:
    return _clamped([round_half_away(v / scale) + zero for v in values], low, high)


def _rows(codes: Sequence[int], batches: int) -> list[list[int]]:
    width = len(codes) // batches
    return [list(codes[row * width : (row + 1) * width]) for row in range(batches)]


@dataclass(frozen=True)
class Lstm16BitCase:
    """A case of QUANTIZED_16BIT_LSTM; ``reach`` bounds the initial cell state."""

    name: str
    description: str
    batches: int
    size: int
    units: int
    seed: int
    scale: float = 2.0**-6
    zero: int = 128
    bias: int = 2000
    reach: int = 8000

    def weights(self) -> dict[str, Codes]:
        """Return the codes of all weights and biases, by operand name."""
        draw, w = LinearCongruentialGenerator(self.seed), {}
        for gate in GATES:
            w[f"input_to_{gate}"] = draw.integers(self.units * self.size, 0, 255)
            w[f"recurrent_to_{gate}"] = draw.integers(self.units * self.units, 0, 255)
            w[f"{gate}_bias"] = draw.integers(self.units, -self.bias, self.bias)
        return w

    def gate(self, gate: str, given: Sequence[int]) -> list[float]:
        """Return a gate's sums for the concatenated input and previous output."""
        w, scale, sums = self.weights(), float32(self.scale), []
        for unit in range(self.units):
            near = w[f"recurrent_to_{gate}"][unit * self.units : (unit + 1) * self.units]
            row = near + w[f"input_to_{gate}"][unit * self.size : (unit + 1) * self.size]
            total = sum((a - 128) * (b - self.zero) for a, b in zip(given, row, strict=True))
            sums.append(_gate_sum((total + w[f"{gate}_bias"][unit]) * scale / 128))
        return sums

    def step(self, x: Codes, h: Codes, cell: Codes) -> tuple[Codes, Codes]:
        """Return the new cell state and the output."""
        new_cell: Codes = []
        new_h: Codes = []
        for xb, hb, cb in zip(*(_rows(v, self.batches) for v in (x, h, cell)), strict=True):
            i, f, g, o = (self.gate(gate, xb + hb) for gate in GATES)
            real = [
                sigmoid(f[u]) * cb[u] / 2048 + sigmoid(i[u]) * tanh(g[u]) for u in range(self.units)
            ]
            kept = _codes(real, 2.0**-11, 0, -32768, 32767)
            new_cell += kept
            new_h += _codes(
                [sigmoid(v) * tanh(c / 2048) for v, c in zip(o, kept, strict=True)],
                2.0**-7, 128, 0, 255,
            )  # fmt: skip
        return new_cell, new_h

    def feeds(self) -> list[dict[str, Codes]]:
        """Return the feeds of two time steps."""
        draw, out = LinearCongruentialGenerator(self.seed + 1000), []
        h = draw.integers(self.batches * self.units, 0, 255)
        cell = draw.integers(self.batches * self.units, -self.reach, self.reach)
        for _ in range(2):
            x = draw.integers(self.batches * self.size, 0, 255)
            new_cell, new_h = self.step(x, h, cell)
            out.append({"x": x, "c_in": cell, "h_in": h, "c_out": new_cell, "y": new_h})
            cell, h = new_cell, new_h
        return out

    def case(self) -> SpecCase:
        """Return the spec case."""
        w, m, n = self.weights(), self.units, self.size
        inputs: list[Argument] = [tensor_input("x", Q8, (self.batches, n), 2.0**-7, 128)]
        for source, width in (("input", n), ("recurrent", m)):
            for gate in GATES:
                name = f"{source}_to_{gate}"
                inputs.append(parameter(name, Q8, (m, width), w[name], self.scale, self.zero))
        bias_scale = float32(self.scale) / 128
        inputs += [
            parameter(f"{gate}_bias", I32, (m,), w[f"{gate}_bias"], bias_scale) for gate in GATES
        ]
        state = (self.batches, m)
        inputs += [
            tensor_input("c_in", Q16_SYMM, state, 2.0**-11),
            tensor_input("h_in", Q8, state, 2.0**-7, 128),
        ]
        outputs = [
            output("c_out", Q16_SYMM, state, 2.0**-11), output("y", Q8, state, 2.0**-7, 128),
        ]  # fmt: skip
        step = ("QUANTIZED_16BIT_LSTM", inputs, outputs)
        return SpecCase(self.name, [step], self.feeds(), {"V1_2": [DEFAULT]}, self.description)


WIDE = [
    Lstm16BitCase("basic", "Batches, inputs and units all differ; units outnumber inputs. As in the public "
         "example each unit's recurrent weights and then its input weights meet the input and then "
         "the previous output.", 2, 3, 4, 61),
    Lstm16BitCase("wide_input", "Inputs outnumber units.", 2, 5, 2, 62, zero=100),
    Lstm16BitCase("square", "As many inputs as units.", 1, 3, 3, 63, scale=0.0123, zero=140),
    Lstm16BitCase("one_unit", "A single unit, a single input.", 3, 1, 1, 64),
    Lstm16BitCase("weights_from_zero", "Zero point 0: every weight is positive.", 2, 2, 3, 65,
         scale=2.0**-8, zero=0),
    Lstm16BitCase("weights_to_zero", "Zero point 255: every weight is negative.", 2, 2, 3, 66,
         scale=2.0**-8, zero=255),
    Lstm16BitCase("far_sums", "Large weights: many sums saturate at 8.", 2, 3, 4, 67, scale=0.25),
    Lstm16BitCase("full_cell", "Cell states near their ends: some saturate.", 3, 2, 4, 68, scale=0.25,
         bias=20000, reach=32767),
    Lstm16BitCase("bias_only", "Weights that do almost nothing; the biases decide.", 2, 2, 4, 69,
         scale=2.0**-14, bias=4_000_000),
]  # fmt: skip


@dataclass(frozen=True)
class Lstm8BitCase:
    """A case of QUANTIZED_LSTM. ``project`` is the output size of the projection, 0 for none.

    ``reach`` bounds the initial cell state and ``forget_bias`` is added to that bias; both are
    real.
    """

    name: str
    description: str
    batches: int
    size: int
    units: int
    seed: int
    cifg: bool = False
    peephole: bool = False
    norm: bool = False
    project: int = 0
    projection_bias: bool = False
    cell_clip: float = 0.0
    projection_clip: float = 0.0
    input_zero: int = 3
    output_zero: int = 0
    hidden_zero: int = 0
    hidden_scale: float = 2.0**-7
    cell_bits: int = 11
    weight_scale: float = 2.0**-7
    reach: float = 2.0
    forget_bias: float = 0.0
    omitted_as_input: bool = False

    @property
    def outputs(self) -> int:
        """The size of the output state."""
        return self.project or self.units

    @property
    def output_scale(self) -> float:
        """The scale of the output state; without projection, that of the hidden state."""
        return 2.0**-6 if self.project else self.hidden_scale

    @property
    def gates(self) -> tuple[str, ...]:
        """The gates that have separate weights (all but a coupled input gate)."""
        return GATES[1:] if self.cifg else GATES

    def operands(self) -> dict[str, tuple[str, tuple[int, ...], float, Codes | None]]:
        """Return type, dimensions, scale and codes of the constants; no codes for absent operands.
        """
        draw, units = LinearCongruentialGenerator(self.seed), self.units
        all_: dict[str, tuple[str, tuple[int, ...], float, Codes | None]] = {}

        def add(name: str, type_: str, dims: tuple[int, ...], scale: float, reach: int,
                low: int | None = None, *, there: bool = True) -> None:  # fmt: skip
            count = dims[0] * (dims[1] if len(dims) > 1 else 1)
            codes = draw.integers(count, -reach if low is None else low, reach)
            if name == "forget_bias":
                codes = [code + round(self.forget_bias / scale) for code in codes]
            all_[name] = (type_, dims, scale, codes if there else None)

        for place, gate in enumerate(GATES):
            own, scale = gate in self.gates, self.weight_scale * (1 + place / 8)
            add(f"input_to_{gate}", Q8_SYMM, (units, self.size), scale, 127, there=own)
            add(f"recurrent_to_{gate}", Q8_SYMM, (units, self.outputs), scale * 0.75, 127,
                there=own)  # fmt: skip
            # real biases are at most 1/2 in magnitude, with and without normalization
            bias_scale = 2.0**-24 if self.norm else 2.0**-7 * scale
            add(f"{gate}_bias", I32, (units,), bias_scale, int(0.5 / bias_scale), there=own)
            add(f"{gate}_norm", Q16_SYMM, (units,), 2.0**-14, 24576, 4096,
                there=own and self.norm)  # fmt: skip
            if gate != "cell":
                add(f"cell_to_{gate}", Q16_SYMM, (units,), 2.0**-13, 4096,
                    there=own and self.peephole)  # fmt: skip
        add("projection", Q8_SYMM, (self.outputs, units), 2.0**-7, 127, there=bool(self.project))
        add("projection_bias", I32, (self.outputs,), 2.0**-7 * self.hidden_scale, 8000,
            there=self.projection_bias)  # fmt: skip
        return all_

    def real(self) -> dict[str, list[float]]:
        """Return the real values of the operands that the case has, by name."""
        return {
            name: [code * scale for code in codes]
            for name, (_, _, scale, codes) in self.operands().items()
            if codes is not None
        }

    def gate(
        self, w: Mapping[str, list[float]], gate: str, x: Vector, h: Vector, cell: Vector
    ) -> list[float]:
        """Return a gate's sum before the activation."""
        sums, bias = product(w[f"input_to_{gate}"], x), w[f"{gate}_bias"]
        if not self.norm:
            sums = [v + b for v, b in zip(sums, bias, strict=True)]
        addends = [product(w[f"recurrent_to_{gate}"], h)]
        if f"cell_to_{gate}" in w:
            addends.append([p * c for p, c in zip(w[f"cell_to_{gate}"], cell, strict=True)])
        for addend in addends:
            sums = [_gate_sum(_gate_sum(v) + a) for v, a in zip(sums, addend, strict=True)]
        if self.norm:
            mean = fsum(sums) / self.units
            deviation = sqrt(fsum((v - mean) ** 2 for v in sums) / self.units)
            if deviation < 0.2 or max(abs(v) for v in sums) > 7.9:
                raise ValueError(f"{self.name}: the sums are too similar to be normalized reliably")
            sums = [(v - mean) / deviation * n
                    for v, n in zip(sums, w[f"{gate}_norm"], strict=True)]  # fmt: skip
            sums = [_gate_sum(v + b) for v, b in zip(sums, bias, strict=True)]
        return sums

    def step(self, x: Codes, h: Codes, cell: Codes) -> tuple[Codes, Codes]:
        """Return the new output state and cell state."""
        w, unit, hs = self.real(), 2.0**-self.cell_bits, self.hidden_scale
        new_h: Codes = []
        new_cell: Codes = []
        for xc, hc, cc in zip(*(_rows(v, self.batches) for v in (x, h, cell)), strict=True):
            xb = [(v - self.input_zero) * 2.0**-7 for v in xc]
            hb = [(v - self.output_zero) * self.output_scale for v in hc]
            cb = [v * unit for v in cc]
            forget = [sigmoid(v) for v in self.gate(w, "forget", xb, hb, cb)]
            enter = [1 - f for f in forget]
            if not self.cifg:
                enter = [sigmoid(v) for v in self.gate(w, "input", xb, hb, cb)]
            offered = [tanh(v) for v in self.gate(w, "cell", xb, hb, cb)]
            kept = [f * c + i * g for f, c, i, g in zip(forget, cb, enter, offered, strict=True)]
            kept = _clip(kept, self.cell_clip)
            codes = _codes(kept, unit, 0, -32768, 32767)
            new_cell += codes
            kept = [c * unit for c in codes]
            leave = [sigmoid(v) for v in self.gate(w, "output", xb, hb, kept)]
            product_ = [o * tanh(c) for o, c in zip(leave, kept, strict=True)]
            hidden = _codes(product_, hs, self.hidden_zero, -128, 127)
            if not self.project:
                new_h += hidden
                continue
            out = product(w["projection"], [(c - self.hidden_zero) * hs for c in hidden])
            extra = w.get("projection_bias", [0.0] * self.project)
            out = _clip([v + e for v, e in zip(out, extra, strict=True)], self.projection_clip)
            new_h += _codes(out, self.output_scale, self.output_zero, -128, 127)
        return new_h, new_cell

    def feeds(self) -> list[dict[str, Codes]]:
        """Return the feeds of two time steps."""
        draw, out = LinearCongruentialGenerator(self.seed + 1000), []
        h = draw.integers(self.batches * self.outputs, -100, 100)
        most = min(int(self.reach * 2**self.cell_bits), 32767)
        cell = draw.integers(self.batches * self.units, -most, most)
        for _ in range(2):
            x = draw.integers(self.batches * self.size, -128, 127)
            new_h, new_cell = self.step(x, h, cell)
            out.append({"x": x, "h_in": h, "c_in": cell, "h_out": new_h, "c_out": new_cell,
                        "y": new_h})  # fmt: skip
            h, cell = new_h, new_cell
        if self.reach > 2.0 and not {-32768, 32767} & {v for feed in out for v in feed["c_out"]}:
            raise ValueError(f"{self.name}: no cell state saturates")
        bounds = [(self.cell_clip * 2**self.cell_bits, "c_out", 0)]
        if self.project:
            bounds.append((self.projection_clip / self.output_scale, "h_out", self.output_zero))
        for bound, key, zero in bounds:
            values = [abs(v - zero) for feed in out for v in feed[key]]
            if bound and not (max(values) == bound and min(values) < bound):
                raise ValueError(f"{self.name}: clipping {key} at {bound} does not show")
        return out

    def case(self) -> SpecCase:
        """Return the spec case."""
        operands, absent = self.operands(), {}
        state, cell = (self.batches, self.outputs), (self.batches, self.units)

        def weight(name: str) -> Argument:
            type_, dims, scale, codes = operands[name]
            if codes is None and self.omitted_as_input:
                absent[name] = Codes()
                return tensor_input(name, type_, (0,) * len(dims), scale)
            size = dims if codes is not None else (0,) * len(dims)
            return parameter(name, type_, size, codes, scale)

        inputs: list[Argument] = [
            tensor_input("x", Q8S, (self.batches, self.size), 2.0**-7, self.input_zero)
        ]
        inputs += [weight(f"input_to_{gate}") for gate in GATES]
        inputs += [weight(f"recurrent_to_{gate}") for gate in GATES]
        inputs += [weight(f"cell_to_{gate}") for gate in GATES if gate != "cell"]
        inputs += [weight(f"{gate}_bias") for gate in GATES]
        inputs += [weight("projection"), weight("projection_bias")]
        h_type = (Q8S, state, self.output_scale, self.output_zero)
        c_type = (Q16_SYMM, cell, 2.0**-self.cell_bits)
        inputs += [tensor_input("h_in", *h_type), tensor_input("c_in", *c_type)]
        inputs += [weight(f"{gate}_norm") for gate in GATES]
        inputs += [self.cell_clip, self.projection_clip]
        # a sum without normalization has 12 fraction bits, whatever its intermediate scale
        inputs += [2.0**-12] * 4
        inputs += [self.hidden_zero, self.hidden_scale]
        outputs = [output("h_out", *h_type), output("c_out", *c_type), output("y", *h_type)]
        feeds = [feed | absent for feed in self.feeds()]
        step = ("QUANTIZED_LSTM", inputs, outputs)
        return SpecCase(self.name, [step], feeds, {"V1_3": [DEFAULT]}, self.description)


def _clip(values: Vector, bound: float) -> list[float]:
    return [min(max(-bound, v), bound) if bound else v for v in values]


NARROW = [
    Lstm8BitCase("basic", "No optional part. Batches, inputs and units all differ; every gate has its "
           "own scales.", 2, 3, 4, 71),
    Lstm8BitCase("square", "As many inputs as units: transposed weights show.", 1, 3, 3, 72),
    Lstm8BitCase("one_unit", "A single unit, a single input.", 3, 1, 1, 73),
    Lstm8BitCase("zero_points", "Input, output and hidden state have zero points.", 2, 3, 4, 74,
           input_zero=-40, output_zero=25, project=3, hidden_zero=-9),
    Lstm8BitCase("peephole", "Peephole connections: input and forget gate read the old cell state, the "
           "output gate the new one.", 2, 2, 4, 75, peephole=True),
    Lstm8BitCase("cifg", "Coupled input and forget gate.", 2, 3, 4, 76, cifg=True),
    Lstm8BitCase("cifg_peephole", "Coupled gates with peepholes; omitted operands are inputs that carry "
           "no value.", 1, 3, 4, 77, cifg=True, peephole=True, omitted_as_input=True),
    Lstm8BitCase("projection", "Projection to a smaller output, without a bias.", 2, 3, 5, 78,
           project=2),
    Lstm8BitCase("projection_bias", "Projection to a larger output, with a bias.",
           2, 2, 3, 79, project=5, projection_bias=True),
    Lstm8BitCase("projection_peephole", "Peepholes have the size of the cell, which is not that of the "
           "output.", 2, 2, 3, 88, project=2, peephole=True),
    Lstm8BitCase("cell_clip", "The cell state is held to a bound before the output gate reads it.",
           2, 3, 4, 80, cell_clip=0.75, peephole=True),
    Lstm8BitCase("projection_clip", "The projection is held to a bound, after its bias.",
           2, 3, 4, 83, project=3, projection_bias=True, projection_clip=0.5),
    Lstm8BitCase("projection_clip_unused", "Without a projection its bound does nothing.",
           2, 2, 3, 82, projection_clip=0.125),
    Lstm8BitCase("fine_hidden", "Hidden codes that saturate, at both ends.", 2, 3, 4, 84,
           hidden_scale=2.0**-9),
    Lstm8BitCase("full_cell", "Cell states near their ends that stay, as far as a gate's sum of 8 lets "
           "them; some saturate.", 3, 2, 4, 387, cell_bits=9, reach=64.0, forget_bias=30.0),
    Lstm8BitCase("far_sums", "Large weights: many sums saturate at 8.", 2, 3, 4, 85,
           weight_scale=2.0**-4),
]  # fmt: skip
NORM = [
    Lstm8BitCase("layer_norm", "Layer normalization on all four gates.", 2, 3, 6, 91, norm=True,
           cell_bits=9),
    Lstm8BitCase("cifg", "Layer normalization on three gates, coupled input gate.", 2, 4, 5, 92,
           cifg=True, norm=True, cell_bits=9),
    Lstm8BitCase("all", "Layer normalization, peepholes, projection with bias, both clips, zero points.",
           2, 3, 6, 95, norm=True, peephole=True, project=6, projection_bias=True,
           cell_clip=1.0, projection_clip=0.5, hidden_zero=5, cell_bits=9),
]  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    source = f"{FORMULA}; checked against LiteRT's reference kernels"
    wide = GeneratedSpecFile(
        "V1_2/quantized_16bit_lstm.mod.py",
        "QUANTIZED_16BIT_LSTM: sizes, zero points, saturation.", f"{source}.",
    )  # fmt: skip
    wide.add(*(cell.case() for cell in WIDE))
    narrow = GeneratedSpecFile(
        "V1_3/quantized_lstm.mod.py",
        "QUANTIZED_LSTM: each optional part, alone and together.",
        f"{source}, but for projection_peephole.",
    )
    narrow.add(*(cell.case() for cell in NARROW))
    norm = GeneratedSpecFile(
        "V1_3/quantized_lstm_layer_norm.mod.py",
        "QUANTIZED_LSTM with layer normalization.", f"{source}.",
    )  # fmt: skip
    norm.add(*(cell.case() for cell in NORM))
    return collect_files(wide, narrow, norm)


def _check_narrow(tally: _litert_runner.ComparisonTally, lstm: Lstm8BitCase) -> None:
    operands, tensor = lstm.operands(), _litert_runner.LitertTensor
    dtypes = {Q8_SYMM: "int8", Q16_SYMM: "int16", I32: "int32"}
    h = (lstm.batches, lstm.outputs), "int8", lstm.output_scale, lstm.output_zero
    c = (lstm.batches, lstm.units), "int16", 2.0**-lstm.cell_bits, 0

    def weight(name: str) -> _litert_runner.LitertTensor | None:
        type_, dims, scale, codes = operands[name]
        if codes is None:
            return None
        return tensor(dims, dtypes[type_], scale, 0, np.array(codes), constant=True)

    between = [tensor((1,), "int16", 2.0**-12)] * 4
    between.append(tensor((1,), "int8", lstm.hidden_scale, lstm.hidden_zero))
    names = [f"{source}_to_{gate}" for source in ("input", "recurrent") for gate in GATES]
    names += [f"cell_to_{gate}" for gate in GATES if gate != "cell"]
    names += [*(f"{gate}_bias" for gate in GATES), "projection", "projection_bias"]
    for feed in lstm.feeds():
        x = (lstm.batches, lstm.size), "int8", 2.0**-7, lstm.input_zero
        inputs: list[_litert_runner.LitertTensor | None] = [tensor(*x, np.array(feed["x"]))]
        inputs += [weight(name) for name in names]
        inputs += [tensor(*h, np.array(feed["h_in"]), variable=True),
                   tensor(*c, np.array(feed["c_in"]), variable=True)]  # fmt: skip
        if lstm.norm:
            inputs += [weight(f"{gate}_norm") for gate in GATES]
        result = _litert_runner.run_operation(
            "LSTM", inputs, [tensor(*h)], "LSTMOptions",
            {"fusedActivationFunction": 4, "cellClip": lstm.cell_clip,
             "projClip": lstm.projection_clip}, intermediates=between,
        )  # fmt: skip
        tally.codes(lstm.name, feed["y"], result[0])
        tally.codes(lstm.name, feed["h_out"], result[1])
        tally.codes(lstm.name, feed["c_out"], result[2])


def _check_wide(tally: _litert_runner.ComparisonTally, lstm: Lstm16BitCase) -> None:
    """Compare with LiteRT.

    LiteRT takes one matrix of all weights: input, cell, forget and output gate.
    """
    w, n, m = lstm.weights(), lstm.size, lstm.units
    rows: Codes = []
    bias: Codes = []
    for gate in ("input", "cell", "forget", "output"):
        for unit in range(m):
            rows += w[f"recurrent_to_{gate}"][unit * m : (unit + 1) * m]
            rows += w[f"input_to_{gate}"][unit * n : (unit + 1) * n]
        bias += w[f"{gate}_bias"]
    tensor, state, scale = _litert_runner.LitertTensor, (lstm.batches, m), float32(lstm.scale)
    h, c = (state, "uint8", 2.0**-7, 128), (state, "int16", 2.0**-11, 0)
    for feed in lstm.feeds():
        inputs = [
            tensor((lstm.batches, n), "uint8", 2.0**-7, 128, np.array(feed["x"])),
            tensor(*h, np.array(feed["h_in"]), variable=True),
            tensor((4 * m, n + m), "uint8", scale, lstm.zero, np.array(rows), constant=True),
            tensor((4 * m,), "int32", scale / 128, 0, np.array(bias), constant=True),
            tensor(*c, np.array(feed["c_in"]), variable=True),
        ]
        outputs = [tensor(*h), tensor(*c), tensor((lstm.batches, n + m), "uint8", 2.0**-7, 128),
                   tensor((lstm.batches, 4 * m), "int16", 2.0**-12)]  # fmt: skip
        result = _litert_runner.run_operation(
            "LSTM", inputs, outputs, "LSTMOptions",
            {"fusedActivationFunction": 4, "kernelType": 1}, version=2,
        )  # fmt: skip
        tally.codes(lstm.name, feed["y"], result[0])
        tally.codes(lstm.name, feed["c_out"], result[1])


def cross_check() -> str:
    """Compare every step with LiteRT's reference kernels.

    Their peepholes read as many weights as there are outputs, so they are correct only if cell and
    output have the same size.
    """
    tally = _litert_runner.ComparisonTally()
    for narrow in NARROW + NORM:
        if narrow.units == narrow.outputs or not narrow.peephole:
            _check_narrow(tally, narrow)
    for wide in WIDE:
        _check_wide(tally, wide)
    return f"{tally}; peepholes beside a projection to another size cannot be compared"

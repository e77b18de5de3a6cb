"""Specs of UNIDIRECTIONAL_SEQUENCE_LSTM and BIDIRECTIONAL_SEQUENCE_LSTM.

The cell of LSTM, step by step in plain loops. Inputs and weights are multiples of 1/16, exact in
float16.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._recurrent_cells import constant
from specs.scripts._spec_writer import (
    F32,
    Argument,
    SpecCase,
    WrittenOperand,
    GeneratedSpecFile,
    bool_scalar,
    collect_files,
    parameter,
    tensor_input,
)
from specs.scripts._recurrent_layers import (
    CROSS,
    PARALLEL,
    DIRECTION_PREFIXES,
    Advance,
    LayerDirection,
    RecurrentLayer,
    column_block,
    omitted,
)
from specs.scripts.lstm import GATES, LstmCase

SOURCE = (
    "specs/scripts/sequence_lstm.py, the cell's equations in plain loops; checked against LiteRT's "
    "reference kernels and PyTorch."
)
PEEPHOLES = tuple(gate for gate in GATES if gate != "cell")


@dataclass(frozen=True)
class LstmCellOptions:
    """The units and the optional parts of one direction's cell, as in ``LstmCase``."""

    units: int = 4
    cifg: bool = False
    peephole: bool = False
    project: int = 0
    projection_bias: bool = False
    layer_norm: bool = False


@dataclass(frozen=True)
class LstmLayer(RecurrentLayer):
    """A layer with a cell for each direction."""

    reads: int = 3
    parts: tuple[LstmCellOptions, ...] = (LstmCellOptions(),)
    activation: int = 4
    cell_clip: float = 0.0
    projection_clip: float = 0.0
    clip_is_used: bool = True
    omitted_as_input: bool = False
    weight_span: float = 1.0

    @cached_property
    def cells(self) -> list[LstmCase]:
        """Return one cell for each direction."""
        found = []
        for way, part in enumerate(self.parts):
            width = self.reads + (self.aux if self.linking == CROSS else 0)
            if self.linking == PARALLEL and way:
                width = self.aux
            found.append(
                LstmCase(self.name, "", self.batches, width, part.units, self.seed + 100 * (way + 1),
                     self.activation, part.cifg, part.peephole, part.project,
                     part.projection_bias, part.layer_norm, cell_clip=self.cell_clip,
                     projection_clip=self.projection_clip, span=self.weight_span)
            )  # fmt: skip
        return found

    def directions(self) -> Sequence[LayerDirection]:
        return [
            LayerDirection(cell.size, {"h": cell.outputs, "c": cell.units}, _advance(cell))
            for cell in self.cells
        ]

    def own(self, cell: LstmCase) -> int:
        """Return the width of the cell's input without a concatenated auxiliary input."""
        return cell.size - (self.aux if self.linking == CROSS else 0)

    def tensors(self, way: int) -> dict[str, tuple[tuple[int, ...], list[float] | None]]:
        """Return shape and values of all weights of a direction, by operand name without prefix."""
        cell = self.cells[way]
        w, own = cell.weights(), self.own(cell)
        units, outputs = cell.units, cell.outputs
        found: dict[str, tuple[tuple[int, ...], list[float] | None]] = {}
        for gate in GATES:
            both = w.get(f"input_to_{gate}")
            name = f"input_to_{gate}"
            found[name] = (units, own), both and column_block(both, cell.size, 0, own)
            beside = both if self.linking == CROSS else None
            values = beside and column_block(beside, cell.size, own, self.aux)
            found[f"aux_to_{gate}"] = (units, self.aux), values
        for gate in GATES:
            name = f"recurrent_to_{gate}"
            found[name] = (units, outputs), w.get(name)
        for gate in GATES:
            for name in (f"cell_to_{gate}", f"{gate}_bias", f"{gate}_norm"):
                found[name] = (units,), w.get(name)
        found["projection"] = (outputs, units), w.get("projection")
        found["projection_bias"] = (outputs,), w.get("projection_bias")
        return found

    def operands(self, way: int, names: Sequence[str]) -> list[WrittenOperand]:
        """Return the operands of a direction; those that its cell lacks are omitted."""
        found, prefix = self.tensors(way), self.prefixes[way]
        operands = []
        for name in names:
            shape, values = found[name]
            operands.append(
                omitted(prefix + name, len(shape), self.omitted_as_input) if values is None
                else parameter(prefix + name, F32, shape, values)
            )  # fmt: skip
        return operands

    @property
    def prefixes(self) -> tuple[str, ...]:
        return DIRECTION_PREFIXES[len(self.parts)]

    def case(self) -> SpecCase:
        """Return the spec case."""
        _check_bounds(self)
        ways = range(len(self.parts))
        operation = "UNIDIRECTIONAL_SEQUENCE_LSTM"
        inputs: list[Argument] = [tensor_input("x", F32, self.dims(self.size))]
        for way in ways:
            inputs += self.operands(way, CELL)
        for way in ways:
            inputs += self.state_inputs(way)
        if len(ways) == 2:
            operation = "BIDIRECTIONAL_SEQUENCE_LSTM"
            given = tensor_input("aux", F32, self.dims(self.aux))
            inputs.append(given if self.linking else omitted("aux", 3, self.omitted_as_input))
            for way in ways:
                inputs += self.operands(way, AUX)
        inputs += [self.activation, self.cell_clip, self.projection_clip]
        if len(ways) == 2:
            inputs.append(bool_scalar("merge", self.merged))
        inputs.append(bool_scalar("time_major", self.time_major))
        for way in ways:
            inputs += self.operands(way, NORMS)
        return self.make(operation, inputs)


CELL = (
    *(f"input_to_{gate}" for gate in GATES), *(f"recurrent_to_{gate}" for gate in GATES),
    *(f"cell_to_{gate}" for gate in PEEPHOLES), *(f"{gate}_bias" for gate in GATES),
    "projection", "projection_bias",
)  # fmt: skip
AUX = tuple(f"aux_to_{gate}" for gate in GATES)
NORMS = tuple(f"{gate}_norm" for gate in GATES)


def _advance(cell: LstmCase) -> Advance:
    return lambda x, state: cell.step(x, state[0], state[1])


def _check_bounds(layer: LstmLayer) -> None:
    """Check that each clip changes results of each direction by more than any tolerance, or none.
    """
    without: dict[str, tuple[LstmLayer, bool]] = {}
    for field in ("cell_clip", "projection_clip"):
        if getattr(layer, field):
            without[field] = replace(layer, **{field: 0.0}), layer.clip_is_used
    if layer.activation == 3:
        without["RELU6"] = replace(layer, activation=1), True
    results = [item.name for item in layer.results() if item.name.endswith("y")]
    for bound, (other, shows) in without.items():
        one, two = layer.feeds()[0], other.feeds()[0]
        for name in results:
            gap = max(abs(a - b) for a, b in zip(one[name], two[name], strict=True))
            if (gap > 0.05) != shows:
                raise ValueError(f"{layer.name}: clip {bound} changes {name} by up to {gap}, "
                    "which is neither none nor clearly detectable")


def _one(name: str, description: str, seed: int, sizes: tuple[int, int, int], **more: Any) -> LstmLayer:
    """Return a unidirectional layer; ``sizes`` are steps, sequences and the width of the input."""
    parts = {key: more.pop(key) for key in LstmCellOptions.__dataclass_fields__ if key in more}
    steps, batches, reads = sizes
    return LstmLayer(name, description, steps, batches, seed, reads=reads, parts=(LstmCellOptions(**parts),), **more)


def _two(name: str, description: str, seed: int, sizes: tuple[int, int, int], **more: Any) -> LstmLayer:
    steps, batches, reads = sizes
    parts = more.pop("parts", (LstmCellOptions(4), LstmCellOptions(4)))
    return LstmLayer(name, description, steps, batches, seed, reads=reads, parts=parts, **more)


ONE_WAY = [
    _one("time_major", "Time-major, no optional part; all sizes differ.", 1, (5, 2, 3)),
    _one("batch_major", "Batch first.", 2, (4, 2, 3), time_major=False),
    _one("square", "Equal numbers of steps and sequences, of inputs and units: transposition is "
                   "detected.",
         3, (3, 3, 4)),
    _one("square_batch_major", "The same with batch first.", 4, (3, 3, 4), time_major=False),
    _one("one_step", "A single step; omitted operands are inputs that carry no value.",
         5, (1, 2, 3), omitted_as_input=True),
    _one("one_unit", "One sequence, one unit, one input.", 6, (6, 1, 1), units=1),
    _one("peephole", "Peephole connections.", 7, (3, 2, 2), peephole=True),
    _one("cifg", "Coupled input and forget gate.", 8, (3, 2, 3), cifg=True),
    _one("cifg_peephole_batch_major", "Coupled gates with peepholes, batch first.", 9, (4, 1, 3),
         time_major=False, cifg=True, peephole=True),
    _one("projection", "Projection to a smaller output, without a bias.", 10, (3, 2, 3), units=5,
         project=2),
    _one("projection_bias_batch_major", "Projection to a larger output, with a bias and "
         "peepholes, batch first.", 11, (3, 2, 2), time_major=False, units=3, project=5,
         projection_bias=True, peephole=True),
    _one("cell_clip", "The cell state is clipped at each step.", 12, (4, 2, 3),
         cell_clip=0.5, peephole=True),
    _one("projection_clip", "The projection is clipped at each step.", 13, (4, 2, 3),
         project=3, projection_bias=True, projection_clip=0.25),
    _one("projection_clip_unused", "Without a projection, its clip has no effect.",
         14, (3, 2, 2), units=3, projection_clip=0.125, clip_is_used=False),
    _one("linear", "No activation.", 15, (3, 2, 3), activation=0, weight_span=0.75),
    _one("relu", "RELU on the cell gate and the cell state.", 16, (4, 2, 3), activation=1,
         weight_span=0.75),
    _one("relu6", "RELU6, with a cell state above 6.", 17, (6, 1, 4), units=3,
         activation=3, weight_span=3.0),
    _one("sigmoid", "SIGMOID on the cell gate and the cell state.", 18, (3, 2, 3), activation=6),
    _one("layer_norm", "Layer normalization on all four gates.", 19, (3, 2, 3), units=6,
         layer_norm=True),
    _one("layer_norm_cifg_batch_major", "Layer normalization on three gates, batch first.",
         20, (3, 2, 4), time_major=False, units=5, cifg=True, layer_norm=True),
    _one("all", "Layer normalization, peepholes, projection with bias, both clips.",
         200, (3, 2, 3), units=6, layer_norm=True, peephole=True, project=4, projection_bias=True,
         cell_clip=0.25, projection_clip=0.5),
    _one("state", "States are also outputs, and the second request continues from them.",
         22, (3, 2, 3), states=True),
    _one("state_projection_batch_major", "The same with batch first; the output state is the "
         "projection's.", 23, (2, 3, 2), time_major=False, states=True, units=5, project=2,
         peephole=True),
    _one("state_cifg_norm_clip", "The same with coupled gates, layer normalization and a bound "
         "on the cell state.", 24, (3, 2, 3), states=True, units=5, cifg=True, layer_norm=True,
         cell_clip=0.5),
]  # fmt: skip
PROJECTED = (LstmCellOptions(4, project=2), LstmCellOptions(3, peephole=True, project=5, projection_bias=True))
MIXED = (LstmCellOptions(4, cifg=True, layer_norm=True), LstmCellOptions(5, peephole=True, project=2))
UNLIKE = (LstmCellOptions(4), LstmCellOptions(5))
TWO_WAY = [
    _two("time_major", "Time-major, no optional part; all sizes differ.", 31, (6, 2, 3),
         parts=UNLIKE),
    _two("batch_major", "Batch first.", 32, (4, 2, 3), time_major=False),
    _two("merged", "One output with both directions concatenated.", 33, (3, 2, 3), merged=True,
         parts=UNLIKE),
    _two("merged_batch_major", "The same with batch first; outputs are projections.",
         34, (2, 3, 3), time_major=False, merged=True, parts=PROJECTED),
    _two("square", "Equal numbers of steps and sequences, and of units: swapping is detected.",
         35, (3, 3, 4), parts=(LstmCellOptions(4), LstmCellOptions(4))),
    _two("one_step", "A single step; omitted operands are inputs that carry no value.",
         36, (1, 2, 3), omitted_as_input=True),
    _two("peephole", "Peephole connections in both directions.", 37, (3, 2, 2),
         parts=(LstmCellOptions(4, peephole=True), LstmCellOptions(3, peephole=True))),
    _two("cifg", "Coupled input and forget gates in both directions.", 38, (3, 2, 3),
         parts=(LstmCellOptions(4, cifg=True), LstmCellOptions(5, cifg=True, peephole=True))),
    _two("projection", "Projections, of the backward cell with a bias.", 39, (3, 2, 2),
         parts=PROJECTED),
    _two("mixed", "Each direction has different optional parts.", 200, (3, 2, 3), parts=MIXED),
    _two("mixed_batch_major", "The same with directions exchanged, batch first.", 41, (3, 2, 3),
         time_major=False, parts=MIXED[::-1]),
    _two("layer_norm", "Layer normalization in both directions.", 200, (3, 2, 3),
         parts=(LstmCellOptions(5, layer_norm=True), LstmCellOptions(6, layer_norm=True))),
    _two("clips", "Both clips, in both directions.", 43, (4, 2, 3), parts=PROJECTED,
         cell_clip=0.5, projection_clip=0.25),
    _two("linear", "No activation.", 44, (3, 2, 3), activation=0, weight_span=0.75),
    _two("relu", "RELU on the cell gates and the cell states.", 45, (3, 2, 3), activation=1,
         weight_span=0.75),
    _two("relu6", "RELU6, with cell states above 6.", 200, (6, 1, 4),
         activation=3, weight_span=3.0),
    _two("sigmoid", "SIGMOID on the cell gates and the cell states.", 47, (3, 2, 3),
         activation=6),
    _two("cross", "Cross-linking: both cells also read the auxiliary input.", 48, (3, 2, 3),
         linking=CROSS, aux=2, parts=UNLIKE),
    _two("cross_merged_batch_major", "Cross-linking, merged, batch first; an auxiliary input "
         "wider than the input.", 49, (3, 2, 2), time_major=False, merged=True, linking=CROSS,
         aux=4),
    _two("cross_cifg", "Cross-linking with coupled gates forward; an auxiliary input as wide as "
         "the input.", 50, (3, 2, 3), linking=CROSS, aux=3,
         parts=(LstmCellOptions(4, cifg=True), LstmCellOptions(5, peephole=True))),
    _two("parallel", "Parallel linking: the backward cell reads the auxiliary input alone.",
         51, (3, 2, 3), linking=PARALLEL, aux=2, parts=UNLIKE),
    _two("parallel_same_size", "Parallel linking, an auxiliary input as wide as the input, "
         "merged, batch first.", 52, (4, 2, 3), time_major=False, merged=True, linking=PARALLEL,
         aux=3),
    _two("state", "States are also outputs, and the second request continues from them.",
         53, (3, 2, 3), states=True, parts=UNLIKE),
    _two("state_merged_batch_major", "Five outputs: merged, batch first, projections.",
         54, (2, 3, 3), time_major=False, merged=True, states=True, parts=PROJECTED),
    _two("state_cross", "Six outputs, cross-linked.", 55, (2, 2, 3), states=True, linking=CROSS,
         aux=2, parts=MIXED),
    _two("state_parallel", "Six outputs, the backward states from the auxiliary input.",
         56, (3, 2, 2), states=True, linking=PARALLEL, aux=4),
]  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    one = GeneratedSpecFile(
        "V1_2/unidirectional_sequence_lstm.mod.py",
        "UNIDIRECTIONAL_SEQUENCE_LSTM: order of time and batch, each optional part, state outputs.",
        SOURCE,
    )
    one.add(*(layer.case() for layer in ONE_WAY))
    two = GeneratedSpecFile(
        "V1_2/bidirectional_sequence_lstm.mod.py",
        "BIDIRECTIONAL_SEQUENCE_LSTM: order of time and batch, merged outputs, each optional part "
        "in both directions, the auxiliary input in both ways of linking, state outputs.",
        SOURCE,
    )
    two.add(*(layer.case() for layer in TWO_WAY))
    return collect_files(one, two)


@dataclass(frozen=True)
class _SingleDirection:
    """One direction of a layer as a separate layer, time-major and forward."""

    cell: LstmCase
    source: np.ndarray
    states: dict[str, list[float]]
    expected: dict[str, list[float]]


def _single_directions(layer: LstmLayer, feed: Mapping[str, Sequence[float]]) -> Iterator[_SingleDirection]:
    def time_first(name: str, width: int) -> np.ndarray:
        values = np.array(feed[name]).reshape(layer.dims(width))
        return values if layer.time_major else values.swapaxes(0, 1)

    at = 0
    for way, (prefix, cell) in enumerate(zip(layer.prefixes, layer.cells, strict=True)):
        source = time_first("x", layer.size)
        if layer.linking == CROSS:
            source = np.concatenate([source, time_first("aux", layer.aux)], axis=2)
        elif layer.linking == PARALLEL and way:
            source = time_first("aux", layer.aux)
        widths = sum(one.outputs for one in layer.cells) if layer.merged else cell.outputs
        out = time_first("fw_y" if layer.merged else f"{prefix}y", widths)
        if layer.merged:
            out = out[:, :, at : at + cell.outputs]
            at += cell.outputs
        if way:
            source, out = source[::-1], out[::-1]
        states = {name: list(feed[f"{prefix}{name}_in"]) for name in "hc"}
        expected = {"y": out.ravel().tolist()}
        if layer.states:
            expected |= {name: list(feed[f"{prefix}{name}_out"]) for name in "hc"}
        yield _SingleDirection(cell, source, states, expected)


def _check_litert(tally: _litert_runner.ComparisonTally, layer: LstmLayer) -> None:
    """Compare each direction with LiteRT's unidirectional kernel, which has every optional part."""
    tensor = _litert_runner.LitertTensor
    for way in (way for feed in layer.feeds() for way in _single_directions(layer, feed)):
        cell, w = way.cell, way.cell.weights()
        units, outputs = cell.units, cell.outputs
        shapes = {
            **{f"input_to_{gate}": (units, cell.size) for gate in GATES},
            **{f"recurrent_to_{gate}": (units, outputs) for gate in GATES},
            "projection": (outputs, units), "projection_bias": (outputs,),
        }  # fmt: skip

        def weights(
            names: Sequence[str], w: Any = w, shapes: Any = shapes, units: int = units
        ) -> Any:
            return [
                constant(w[name], *shapes.get(name, (units,))) if name in w else None
                for name in names
            ]

        found = _litert_runner.run_operation(
            "UNIDIRECTIONAL_SEQUENCE_LSTM",
            [
                tensor(way.source.shape, data=way.source),
                *weights(CELL),
                tensor((layer.batches, outputs), data=np.array(way.states["h"]), variable=True),
                tensor((layer.batches, units), data=np.array(way.states["c"]), variable=True),
                *(weights(NORMS) if cell.layer_norm else ()),
            ],
            [tensor((*way.source.shape[:2], outputs))],
            "UnidirectionalSequenceLSTMOptions",
            {"fusedActivationFunction": layer.activation, "cellClip": layer.cell_clip,
             "projClip": layer.projection_clip, "timeMajor": True},
        )  # fmt: skip
        for values, result in zip(way.expected.values(), found, strict=False):
            tally.floats(layer.name, values, result)


def _litert_has(layer: LstmLayer) -> bool:
    """Return whether LiteRT can run the layer.

    It cannot express SIGMOID. Without an activation, its kernel multiplies the output gate by the
    candidate cell value.
    """
    return layer.activation not in (0, 6)


def _check_torch(tally: _litert_runner.ComparisonTally, layer: LstmLayer) -> None:
    """Compare each direction as a separate layer with PyTorch.

    PyTorch requires equal sizes of both directions.
    """
    import torch  # noqa: PLC0415 - optional

    for way in (way for feed in layer.feeds() for way in _single_directions(layer, feed)):
        cell = way.cell
        w = {n: torch.tensor(v, dtype=torch.float64) for n, v in cell.weights().items()}
        module = torch.nn.LSTM(cell.size, cell.units, proj_size=cell.project).double()
        parts = {
            "weight_ih_l0": torch.cat([w[f"input_to_{g}"] for g in GATES]),
            "weight_hh_l0": torch.cat([w[f"recurrent_to_{g}"] for g in GATES]),
            "bias_ih_l0": torch.cat([w[f"{g}_bias"] for g in GATES]),
            "bias_hh_l0": torch.zeros(4 * cell.units),
        }
        if cell.project:
            parts["weight_hr_l0"] = w["projection"]
        states = tuple(
            torch.tensor(values, dtype=torch.float64).reshape(1, layer.batches, -1)
            for values in way.states.values()
        )
        with torch.no_grad():
            for name, part in parts.items():
                target = getattr(module, name)
                target.copy_(part.reshape(target.shape))
            out, lasts = module(torch.from_numpy(way.source.copy()), states)
        for values, result in zip(way.expected.values(), (out, *lasts), strict=False):
            tally.floats(layer.name, values, result.numpy())


def _torch_has(layer: LstmLayer) -> bool:
    """Return whether PyTorch can run the layer: TANH, and no optional part except a projection."""
    plain = all(part == LstmCellOptions(part.units, project=part.project) for part in layer.parts)
    bounds = layer.cell_clip or (layer.projection_clip and layer.clip_is_used)
    return plain and layer.activation == 4 and not bounds


def cross_check() -> str:
    """Compare with LiteRT's reference kernels and PyTorch, where they can run the case."""
    litert, torch = _litert_runner.ComparisonTally(), _litert_runner.ComparisonTally()
    neither = []
    for layer in ONE_WAY + TWO_WAY:
        if _litert_has(layer):
            _check_litert(litert, layer)
        if _torch_has(layer):
            _check_torch(torch, layer)
        if not _litert_has(layer) and not _torch_has(layer):
            neither.append(layer.name)
    return f"LiteRT: {litert}; PyTorch: {torch}; neither: {', '.join(neither)}"

"""Specs of UNIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_RNN.

The cell of RNN, step by step in plain loops. Inputs and weights are multiples of 1/16, exact in
float16.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._recurrent_cells import constant
from specs.scripts._spec_writer import (
    F32,
    Argument,
    SpecCase,
    GeneratedSpecFile,
    bool_scalar,
    collect_files,
    int32_scalar,
    parameter,
    tensor_input,
)
from specs.scripts._recurrent_layers import CROSS, PARALLEL, Advance, LayerDirection, RecurrentLayer, column_block, omitted
from specs.scripts._sliding_windows import require_activation_spread
from specs.scripts.rnn_svdf import RnnCase

SOURCE = (
    "specs/scripts/sequence_rnn.py, the cell's equations in plain loops; checked against LiteRT's "
    "reference kernels and PyTorch."
)


def _advance(cell: RnnCase) -> Advance:
    return lambda x, state: [cell.step(x, state[0])]


@dataclass(frozen=True)
class RnnLayer(RecurrentLayer):
    """A layer with a cell for each direction, given by its units and seed."""

    reads: int = 3
    units: tuple[int, ...] = (4,)
    activation: int = 1
    all_activations: bool = False
    omitted_as_input: bool = False
    weight_span: float = 0.75

    def cells(self) -> list[RnnCase]:
        """Return one cell for each direction."""
        found = []
        for way, units in enumerate(self.units):
            width = self.reads + (self.aux if self.linking == CROSS else 0)
            if self.linking == PARALLEL and way:
                width = self.aux
            seed = self.seed + 100 * (way + 1)
            found.append(
                RnnCase(self.name, "", self.batches, width, units, self.activation, seed,
                    span=self.weight_span)
            )  # fmt: skip
        return found

    def directions(self) -> Sequence[LayerDirection]:
        return [LayerDirection(c.size, {"h": c.units}, _advance(c)) for c in self.cells()]

    def case(self) -> SpecCase:
        """Return the spec case."""
        operation = "UNIDIRECTIONAL_SEQUENCE_RNN"
        inputs: list[Argument] = [tensor_input("x", F32, self.dims(self.size))]
        aux: list[Argument] = []
        for way, (prefix, cell) in enumerate(zip(self.prefixes, self.cells(), strict=True)):
            w, own = cell.weights(), cell.size
            if self.linking == CROSS:
                own -= self.aux
                beside = column_block(w["weights"], cell.size, own, self.aux)
                aux.append(parameter(f"{prefix}aux_w", F32, (cell.units, self.aux), beside))
            else:
                aux.append(omitted(f"{prefix}aux_w", 2, self.omitted_as_input))
            first = column_block(w["weights"], cell.size, 0, own)
            inputs += [
                parameter(f"{prefix}w", F32, (cell.units, own), first),
                parameter(f"{prefix}r", F32, (cell.units, cell.units), w["recurrent"]),
                parameter(f"{prefix}b", F32, (cell.units,), w["bias"]),
                *self.state_inputs(way),
            ]
        code = int32_scalar("act", 0) if self.all_activations else self.activation
        if len(self.units) == 1:
            inputs += [code, int32_scalar("time_major", int(self.time_major))]
        else:
            operation = "BIDIRECTIONAL_SEQUENCE_RNN"
            given = tensor_input("aux", F32, self.dims(self.aux))
            inputs.append(given if self.linking else omitted("aux", 3, self.omitted_as_input))
            inputs += [*aux, code, bool_scalar("time_major", self.time_major),
                       bool_scalar("merge", self.merged)]  # fmt: skip
        groups = []
        if self.all_activations:
            names = [item.name for item in self.results()]
            groups = [f"AddAllActivations({', '.join(names)}, act)"]
            require_activation_spread(self.name, [v for name in names for v in self.feeds()[0][name]])
        elif self.activation in (2, 3):
            values = self.feeds()[0][self.results()[0].name]
            bound = {2: 1.0, 3: 6.0}[self.activation]
            if bound not in values or not any(0 < value < bound for value in values):
                raise ValueError(f"{self.name}: the activation's bound does not change the result")
        return self.make(operation, inputs, groups)


ONE_WAY = [
    RnnLayer("time_major", "Time-major, RELU; all sizes differ.",
             4, 2, 1, reads=3, units=(5,)),
    RnnLayer("batch_major", "Batch first.", 4, 2, 2, False, reads=3, units=(5,)),
    RnnLayer("square", "Equal numbers of steps and sequences, of inputs and units: transposition "
                       "is detected.",
             3, 3, 3, reads=4, units=(4,), activation=0),
    RnnLayer("square_batch_major", "The same with batch first.",
             3, 3, 4, False, reads=4, units=(4,), activation=0),
    RnnLayer("one_unit", "One sequence, one unit, one input.", 5, 1, 5, reads=1, units=(1,),
             activation=0),
    RnnLayer("relu1", "Clamped values are the state of the next "
                      "step.", 4, 2, 6, reads=3, units=(4,),
             activation=2),
    RnnLayer("relu6", "Values beyond 6.", 5, 2, 200, reads=3, units=(4,), activation=3,
             weight_span=2.0),
    RnnLayer("activation", "Every fused activation; a single step.", 1, 3, 200, reads=4,
             units=(5,), activation=0, all_activations=True, weight_span=2.0),
    RnnLayer("state", "The state is also an output, and the second request continues from it.",
             3, 2, 9, states=True, reads=3, units=(4,)),
    RnnLayer("state_batch_major", "The same with batch first; the state has no time dimension.",
             2, 3, 10, False, states=True, reads=2, units=(3,), activation=2),
]  # fmt: skip
BOTH = (4, 5)
TWO_WAY = [
    RnnLayer("time_major", "Time-major, RELU; all sizes differ.", 6, 2, 21, units=BOTH),
    RnnLayer("batch_major", "Batch first.", 4, 2, 22, False, units=BOTH),
    RnnLayer("merged", "One output with both directions concatenated.", 4, 2, 23, merged=True,
             units=BOTH),
    RnnLayer("merged_batch_major", "The same with batch first.", 2, 3, 24, False, True, units=BOTH),
    RnnLayer("square", "Equal numbers of steps and sequences, and of units: swapping is detected.",
             3, 3, 25, reads=4, units=(4, 4), activation=0),
    RnnLayer("one_step", "A single step; omitted operands are inputs that carry no value.",
             1, 2, 26, omitted_as_input=True, activation=0, units=BOTH),
    RnnLayer("activation", "Every fused activation; a single step.", 1, 3, 200, activation=0,
             all_activations=True, weight_span=2.0, units=BOTH),
    RnnLayer("bounded", "Clamped values are the state of the next step.", 4, 2, 28, activation=2,
             units=BOTH),
    RnnLayer("cross", "Cross-linking: both cells also read the auxiliary input.", 4, 2, 29,
             linking=CROSS, aux=2, units=BOTH),
    RnnLayer("cross_wide", "Cross-linking, an auxiliary input wider than the input.",
             3, 2, 36, linking=CROSS, aux=5, units=BOTH),
    RnnLayer("cross_merged_batch_major", "Cross-linking, merged, batch first; an auxiliary input "
             "as wide as the input.", 3, 2, 30, False, True, linking=CROSS, aux=3, units=BOTH),
    RnnLayer("parallel", "Parallel linking: the backward cell reads the auxiliary input alone.",
             4, 2, 31, linking=PARALLEL, aux=2, units=BOTH),
    RnnLayer("parallel_same_size", "Parallel linking, an auxiliary input as wide as the input, "
             "batch first, merged.", 3, 2, 32, False, True, linking=PARALLEL, aux=3, units=BOTH),
    RnnLayer("state", "States are also outputs, and the second request continues from them.",
             3, 2, 33, states=True, units=BOTH),
    RnnLayer("state_merged", "Three outputs: merged, batch first, cross-linked.",
             2, 3, 34, False, True, True, linking=CROSS, aux=2, activation=2, units=BOTH),
    RnnLayer("state_parallel", "Four outputs, the backward state from the auxiliary input.",
             3, 2, 35, False, states=True, linking=PARALLEL, aux=4, units=BOTH),
]  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    one = GeneratedSpecFile(
        "V1_2/unidirectional_sequence_rnn.mod.py",
        "UNIDIRECTIONAL_SEQUENCE_RNN: order of time and batch, activations, the state output.",
        SOURCE,
    )
    one.add(*(layer.case() for layer in ONE_WAY))
    two = GeneratedSpecFile(
        "V1_2/bidirectional_sequence_rnn.mod.py",
        "BIDIRECTIONAL_SEQUENCE_RNN: order of time and batch, merged outputs, the auxiliary input "
        "in both ways of linking, state outputs.",
        SOURCE,
    )
    two.add(*(layer.case() for layer in TWO_WAY))
    return collect_files(one, two)


def _check_litert(tally: _litert_runner.ComparisonTally, layer: RnnLayer) -> None:
    tensor = _litert_runner.LitertTensor
    two = len(layer.units) == 2
    for feed in layer.feeds():
        inputs: list[_litert_runner.LitertTensor | None] = [
            tensor(layer.dims(layer.size), data=np.array(feed["x"]))
        ]
        aux: list[_litert_runner.LitertTensor | None] = []
        for prefix, cell in zip(layer.prefixes, layer.cells(), strict=True):
            w = cell.weights()
            own = cell.size - (layer.aux if layer.linking == CROSS else 0)
            beside = column_block(w["weights"], cell.size, own, cell.size - own)
            aux.append(constant(beside, cell.units, layer.aux) if beside else None)
            inputs += [
                constant(column_block(w["weights"], cell.size, 0, own), cell.units, own),
                constant(w["recurrent"], cell.units, cell.units),
                constant(w["bias"], cell.units),
                tensor((layer.batches, cell.units), data=np.array(feed[f"{prefix}h_in"]),
                       variable=True),
            ]  # fmt: skip
        values: dict[str, object] = {
            "fusedActivationFunction": layer.activation, "timeMajor": layer.time_major,
        }  # fmt: skip
        if two:
            given = tensor(layer.dims(layer.aux), data=np.array(feed.get("aux", ())))
            inputs += [given if layer.linking else None, *aux]
            values["mergeOutputs"] = layer.merged
        sequences = [item for item in layer.results() if item.name.endswith("y")]
        found = _litert_runner.run_operation(
            f"{'BI' if two else 'UNI'}DIRECTIONAL_SEQUENCE_RNN",
            inputs,
            [tensor(item.dims) for item in sequences],
            "BidirectionalSequenceRNNOptions" if two else "SequenceRNNOptions",
            values,
        )
        for item, result in zip(layer.results(), found, strict=False):
            tally.floats(layer.name, feed[item.name], result)


def _check_torch(tally: _litert_runner.ComparisonTally, layer: RnnLayer) -> None:
    """Compare each direction as a separate layer with PyTorch.

    PyTorch requires equal sizes of both directions.
    """
    import torch  # noqa: PLC0415 - optional

    for feed in layer.feeds():
        for way, (prefix, cell) in enumerate(zip(layer.prefixes, layer.cells(), strict=True)):
            w = {n: torch.tensor(v, dtype=torch.float64) for n, v in cell.weights().items()}
            module = torch.nn.RNN(cell.size, cell.units, nonlinearity="relu").double()
            parts = {
                "weight_ih_l0": w["weights"].reshape(cell.units, cell.size),
                "weight_hh_l0": w["recurrent"].reshape(cell.units, cell.units),
                "bias_ih_l0": w["bias"], "bias_hh_l0": 0 * w["bias"],
            }  # fmt: skip
            sources = {
                name: torch.tensor(feed[name], dtype=torch.float64).reshape(layer.dims(width))
                for name, width in (("x", layer.size), ("aux", layer.aux)) if name in feed
            }  # fmt: skip
            source = sources["aux" if layer.linking == PARALLEL and way else "x"]
            if layer.linking == CROSS:
                source = torch.cat([source, sources["aux"]], dim=2)
            if not layer.time_major:
                source = source.transpose(0, 1)
            state = torch.tensor(feed[f"{prefix}h_in"], dtype=torch.float64)
            with torch.no_grad():
                for name, part in parts.items():
                    getattr(module, name).copy_(part)
                out, last = module(
                    source.flip(0) if way else source, state.reshape(1, layer.batches, cell.units)
                )
            out = out.flip(0) if way else out
            if not layer.time_major:
                out = out.transpose(0, 1)
            wanted = np.array(feed["fw_y" if layer.merged else f"{prefix}y"])
            if layer.merged:
                wanted = wanted.reshape(layer.dims(sum(layer.units)))
                at = layer.units[0] if way else 0
                wanted = wanted[:, :, at : at + cell.units]
            tally.floats(layer.name, wanted, out.numpy())
            if layer.states:
                tally.floats(layer.name, feed[f"{prefix}h_out"], last.numpy())


def _litert_has(layer: RnnLayer) -> bool:
    """Return whether LiteRT can run the layer.

    Its kernel has no parallel linking, and assumes that a time-major auxiliary input is as wide as
    the input.
    """
    strides = layer.linking == CROSS and layer.time_major and layer.aux != layer.size
    return layer.linking != PARALLEL and not strides


def cross_check() -> str:
    """Compare with LiteRT's reference kernels, and RELU also with PyTorch."""
    litert, torch = _litert_runner.ComparisonTally(), _litert_runner.ComparisonTally()
    for layer in ONE_WAY + TWO_WAY:
        if _litert_has(layer):
            _check_litert(litert, layer)
        if layer.activation == 1:
            _check_torch(torch, layer)
    return f"LiteRT: {litert}; PyTorch: {torch}"

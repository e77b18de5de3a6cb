"""Layers that read a single number per step, and quantized cells that read extreme codes.

Formulas and operands are those of the scripts of these operations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from specs.scripts._spec_writer import GeneratedSpecFile, collect_files
from specs.scripts.quantized_lstm import Codes, Lstm8BitCase, Lstm16BitCase
from specs.scripts.sequence_lstm import LstmCellOptions, LstmLayer
from specs.scripts.sequence_rnn import RnnLayer

SOURCE = "specs/scripts/edges_sequences.py (formulas in double precision)."


@dataclass(frozen=True)
class Extreme16BitLstmCase(Lstm16BitCase):
    """Two steps whose inputs are the lowest and the highest code."""

    def feeds(self) -> list[dict[str, Codes]]:
        """Return the feeds of two time steps."""
        out = []
        feed = super().feeds()[0]
        h, cell = feed["h_in"], feed["c_in"]
        for first in (0, 255):
            x = [first if i % 2 == 0 else 255 - first for i in range(self.batches * self.size)]
            new_cell, new_h = self.step(x, h, cell)
            out.append({"x": x, "c_in": cell, "h_in": h, "c_out": new_cell, "y": new_h})
            cell, h = new_cell, new_h
        return out


@dataclass(frozen=True)
class Extreme8BitLstmCase(Lstm8BitCase):
    """Two steps whose inputs are the lowest and the highest code."""

    def feeds(self) -> list[dict[str, Codes]]:
        """Return the feeds of two time steps."""
        out = []
        feed = super().feeds()[0]
        h, cell = feed["h_in"], feed["c_in"]
        for first in (-128, 127):
            x = [first if i % 2 == 0 else -1 - first for i in range(self.batches * self.size)]
            new_h, new_cell = self.step(x, h, cell)
            out.append({"x": x, "h_in": h, "c_in": cell, "h_out": new_h, "c_out": new_cell,
                        "y": new_h})  # fmt: skip
            h, cell = new_h, new_cell
        return out


SINGLE = "A single number per step."
ENDS = "Inputs at both ends of the codes."


def files() -> Mapping[str, str]:
    """Return the spec files by path."""
    plans = {
        "V1_2/bidirectional_sequence_rnn": RnnLayer("single", SINGLE, 3, 2, 61, reads=1,
                                                    units=(4, 5), activation=0),
        "V1_2/bidirectional_sequence_lstm": LstmLayer("single", SINGLE, 3, 2, 62, reads=1,
                                                      parts=(LstmCellOptions(4), LstmCellOptions(3))),
        "V1_2/quantized_16bit_lstm": Extreme16BitLstmCase("codes", ENDS, 2, 3, 4, 63, scale=2.0**-8),
        "V1_3/quantized_lstm": Extreme8BitLstmCase("codes", ENDS, 2, 3, 4, 64),
        "V1_3/quantized_lstm_layer_norm": Lstm8BitCase(
            "wide_sums", "Sums between 4 and 8, which a finer intermediate scale cannot represent.",
            2, 3, 6, 102, norm=True, cell_bits=9, weight_scale=2.0**-5.5),
    }  # fmt: skip
    specs = []
    for path, plan in plans.items():
        description = f"{path.partition('/')[2].upper()}: {plan.description}"
        spec = GeneratedSpecFile(f"{path}_ends.mod.py", description, SOURCE)
        spec.add(plan.case())
        specs.append(spec)
    return collect_files(*specs)

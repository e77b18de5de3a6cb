"""The layers and phases of NNAPI's traces, their labels, and a table of times by both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class TraceLayer(StrEnum):
    """The component that does the work; the value is its code in a label."""

    APPLICATION = "LA"
    RUNTIME = "LR"
    IPC = "LI"
    DRIVER = "LD"
    CPU = "LC"
    OTHER = "LO"
    UTILITY = "LU"


class TracePhase(StrEnum):
    """The phase of the work; INPUTS_AND_OUTPUTS to RESULTS are parts of an execution."""

    OVERALL = "PO"
    WARM_UP = "PWU"
    BENCHMARK = "PBM"
    INITIALIZATION = "PI"
    PREPARATION = "PP"
    COMPILATION = "PC"
    EXECUTION = "PE"
    INPUTS_AND_OUTPUTS = "PIO"
    TRANSFORMATION = "PTR"
    COMPUTATION = "PCO"
    RESULTS = "PR"
    TERMINATION = "PT"
    UNSPECIFIED = "PU"


class TraceForm(StrEnum):
    """How a span relates to the span around it; the value is the prefix of its label."""

    NESTED = ""
    SWITCH = "[SW]"
    """The phase of the enclosing function ends and this one begins, in the same scope."""
    SUBTRACT = "[SUB]"
    """Work of a layer above, whose time does not belong to the enclosing span."""


def trace_label(layer: str, phase: str, detail: str, form: str = TraceForm.NESTED) -> str:
    """Return the label of a span, such as ``[NN_LD_PE]execute`` or ``[SW][NN_LC_PCO]add``."""
    return f"{form}[NN_{layer}_{phase}]{detail}"


_COLUMNS: Final = {
    TracePhase.OVERALL: "overall",
    TracePhase.UNSPECIFIED: "overall",
    TracePhase.WARM_UP: "warm-up",
    TracePhase.BENCHMARK: "benchmark",
    TracePhase.INITIALIZATION: "initialization",
    TracePhase.PREPARATION: "preparation",
    TracePhase.COMPILATION: "compilation",
    TracePhase.EXECUTION: "execution",
    TracePhase.INPUTS_AND_OUTPUTS: "i/o",
    TracePhase.TRANSFORMATION: "transformation",
    TracePhase.COMPUTATION: "compute",
    TracePhase.RESULTS: "results",
    TracePhase.TERMINATION: "termination",
}


def time_table(own_times: Mapping[tuple[str, str], int]) -> str:
    """Return a table in milliseconds, with layers as rows and phases as columns.

    ``own_times`` are nanoseconds by layer and phase without nested spans, so that the cells of a
    row or column add up to its total. Layers and phases without spans are left out.
    """
    by_cell: Counter[tuple[str, str]] = Counter()
    for (layer, phase), nanoseconds in own_times.items():
        by_cell[layer, _COLUMNS.get(TracePhase(phase), "overall")] += nanoseconds
    names = dict.fromkeys(_COLUMNS.values())
    columns = [name for name in names if any(column == name for _, column in by_cell)]
    layers = [layer for layer in TraceLayer if any(row == layer for row, _ in by_cell)]
    rows = [["ms", *columns, "total"]]
    for layer in layers:
        cells = [by_cell[layer, name] for name in columns]
        rows.append([layer.name.lower(), *map(_milliseconds, [*cells, sum(cells)])])
    sums = [sum(by_cell[layer, name] for layer in layers) for name in columns]
    rows.append(["total", *map(_milliseconds, [*sums, sum(sums)])])
    widths = [max(len(row[number]) for row in rows) for number in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def _milliseconds(nanoseconds: int) -> str:
    return f"{nanoseconds / 1e6:.3f}" if nanoseconds else "-"

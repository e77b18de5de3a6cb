"""All faults of computation: those of single operations and those between operations."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from zlib import crc32

from benchmarks.detection.device import Fault, MeasuredFault
from benchmarks.detection.fault import FOLDER, call_faults, read_table
from benchmarks.detection.graph_fault import GraphFault, read_graph_table
from benchmarks.detection.hole_fault import hole_faults

GRAPH_SUFFIX = ".graph"
_HELD_OUT_EVERY = 3


def is_held_out(fault_id: str) -> bool:
    """Return whether no choice of graphs or of their order may use a fault: one in three."""
    return crc32(fault_id.encode()) % _HELD_OUT_EVERY == 0


@cache
def graph_faults() -> tuple[GraphFault, ...]:
    """Return all faults between operations."""
    return tuple(
        fault
        for path in sorted(FOLDER.glob(f"*{GRAPH_SUFFIX}"))
        for fault in read_graph_table(path)
    )


def all_faults() -> tuple[MeasuredFault, ...]:
    """Return all faults that a session on the reference measures."""
    return (*call_faults(), *graph_faults(), *hole_faults())


def read_faults(path: Path) -> Iterable[Fault]:
    """Return the faults of a table of either kind; the suffix ``.graph`` decides."""
    return read_graph_table(path) if path.suffix == GRAPH_SUFFIX else read_table(path)

"""The shelf: every fault the bundled specs must notice."""

from __future__ import annotations

from tests.faults import contract, elementwise, lookups, moves, norms, sweep, windows
from tests.faults.fault import Fault

BY_OPERATION: tuple[Fault, ...] = tuple(
    fault
    for shelf in (
        elementwise.ARITHMETIC,
        elementwise.ACTIVATIONS,
        elementwise.DEQUANTIZATION,
        norms.NORMALIZATION,
        windows.CONVOLUTION,
        windows.POOLING,
        moves.RESIZING,
        moves.MEANS,
        moves.MOVES,
        lookups.LOOKUP,
        lookups.RECURRENT,
    )
    for fault in shelf.faults
)
CONTRACT: tuple[Fault, ...] = tuple(contract.FAULTS)
SWEEP: tuple[Fault, ...] = tuple(sweep.FAULTS)
ALL: tuple[Fault, ...] = BY_OPERATION + CONTRACT + SWEEP

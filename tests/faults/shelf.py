"""``ALL``: the hand-written faults that the bundled specs must detect, from all modules."""

from __future__ import annotations

from tests.faults import (
    answers,
    contract,
    control_flow,
    elementwise,
    footprints,
    lookups,
    moves,
    norms,
    sweep,
    windows,
)
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
# The decorator ``contract.fault`` fills this list when ``answers`` and ``footprints`` are imported.
assert {f.family for f in contract.FAULTS} == {answers.FAMILY, footprints.FAMILY}
CONTRACT: tuple[Fault, ...] = tuple(contract.FAULTS)
SWEEP: tuple[Fault, ...] = tuple(sweep.FAULTS)
CONTROL_FLOW: tuple[Fault, ...] = tuple(control_flow.FAULTS)
ALL: tuple[Fault, ...] = BY_OPERATION + CONTRACT + SWEEP + CONTROL_FLOW

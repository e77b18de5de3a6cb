"""Tables of faults in results of operations and in executions, which the bundled specs detect."""

from __future__ import annotations

from tests.faults.values import (
    answers,
    control_flow,
    data_movement,
    elementwise,
    generic,
    lookup,
    normalization,
    window,
)
from tests.sample_drivers.values.fault_injection import Fault

OPERATION_FAULTS: tuple[Fault, ...] = (
    *(
        *elementwise.ARITHMETIC,
        *elementwise.ACTIVATIONS,
        *elementwise.CONVERSIONS,
        *elementwise.PARAMETERS,
    ),
    *(*normalization.NORMALIZATION, *window.CONVOLUTION, *window.POOLING),
    *(*data_movement.RESIZING, *data_movement.MEANS, *data_movement.MOVES),
    *(*lookup.LOOKUP, *lookup.RECURRENT),
)
CONTRACT_FAULTS: tuple[Fault, ...] = answers.ANSWERS + answers.SIDE_EFFECTS
GENERIC_FAULTS: tuple[Fault, ...] = tuple(generic.FAULTS)
CONTROL_FLOW_FAULTS: tuple[Fault, ...] = tuple(control_flow.FAULTS)
ALL_FAULTS: tuple[Fault, ...] = (
    OPERATION_FAULTS + CONTRACT_FAULTS + GENERIC_FAULTS + CONTROL_FLOW_FAULTS
)

"""``ALL_FAULTS``: the hand-written faults that the bundled specs must detect, from all modules."""

from __future__ import annotations

from tests.sample_drivers.values import (
    answer_faults,
    control_flow_faults,
    data_movement_faults,
    elementwise_faults,
    faulty_contract,
    generic_faults,
    lookup_faults,
    normalization_faults,
    side_effect_faults,
    window_faults,
)
from tests.sample_drivers.values.fault_injection import Fault

OPERATION_FAULTS: tuple[Fault, ...] = tuple(
    fault
    for module_faults in (
        elementwise_faults.ARITHMETIC,
        elementwise_faults.ACTIVATIONS,
        elementwise_faults.DEQUANTIZATION,
        normalization_faults.NORMALIZATION,
        window_faults.CONVOLUTION,
        window_faults.POOLING,
        data_movement_faults.RESIZING,
        data_movement_faults.MEANS,
        data_movement_faults.MOVES,
        lookup_faults.LOOKUP,
        lookup_faults.RECURRENT,
    )
    for fault in module_faults.faults
)
# The decorator ``faulty_contract.fault`` fills this list when its users are imported.
assert {f.family for f in faulty_contract.FAULTS} == {
    answer_faults.FAMILY,
    side_effect_faults.FAMILY,
}
CONTRACT_FAULTS: tuple[Fault, ...] = tuple(faulty_contract.FAULTS)
GENERIC_FAULTS: tuple[Fault, ...] = tuple(generic_faults.FAULTS)
CONTROL_FLOW_FAULTS: tuple[Fault, ...] = tuple(control_flow_faults.FAULTS)
ALL_FAULTS: tuple[Fault, ...] = (
    OPERATION_FAULTS + CONTRACT_FAULTS + GENERIC_FAULTS + CONTROL_FLOW_FAULTS
)

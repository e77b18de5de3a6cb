"""A driver with five planted faults, for runs of the pytest plugin."""

from benchmarks.planted_conditions import (
    PlantedFaultDevice,
    flag,
    negative_axis,
    rank,
    scalar,
    type_,
)
from conformance.hal import OperandType, OperationType


def driver() -> PlantedFaultDevice:
    """Return a driver with one fault in each of five operations."""
    return PlantedFaultDevice(
        rank(OperationType.FLOOR, 1),
        flag(OperationType.MEAN, "keep_dims", value=True),
        negative_axis(OperationType.EXPAND_DIMS),
        type_(OperationType.NEG, OperandType.TENSOR_INT32),
        scalar(OperationType.SPLIT, "axis", 0),
    )

"""A driver with five planted faults, for runs of the pytest plugin."""

from benchmarks.planted_conditions import PlantedFault, PlantedFaultDevice
from conformance.hal import OperationType


def driver() -> PlantedFaultDevice:
    """Return a driver with one fault in each of five operations."""
    return PlantedFaultDevice(
        PlantedFault(OperationType.FLOOR, "rank == 1", ("rank of input = 1",)),
        PlantedFault(OperationType.MEAN, "keep_dims > 0", ("keep_dims = true",)),
        PlantedFault(OperationType.EXPAND_DIMS, "axis < 0", ("axis <= -1",)),
        PlantedFault(OperationType.NEG, 'type == "i32"', ("type = TENSOR_INT32",)),
        PlantedFault(OperationType.SPLIT, "axis == 0", ("axis = 0",)),
    )

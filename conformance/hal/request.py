"""An execution request, and the output shapes and timing that an execution returns."""

from dataclasses import dataclass

from conformance.hal.memory import MemoryPool
from conformance.hal.model import NO_LOCATION, DataLocation, field_setters
from conformance.hal.types import NO_TIMING


@dataclass(frozen=True, slots=True, init=False)
class RequestArgument:
    """Location of one model input or output; empty ``dimensions``: those of the model."""

    has_no_value: bool = False
    location: DataLocation = NO_LOCATION
    dimensions: tuple[int, ...] = ()

    def __init__(
        self,
        has_no_value: bool = False,
        location: DataLocation = NO_LOCATION,
        dimensions: tuple[int, ...] = (),
    ) -> None:
        _set_has_no_value(self, has_no_value)
        _set_location(self, location)
        _set_dimensions(self, dimensions)


_set_has_no_value, _set_location, _set_dimensions = field_setters(RequestArgument)


@dataclass(frozen=True, slots=True)
class Request:
    """Arguments in the order of the main subgraph's input and output indexes."""

    inputs: tuple[RequestArgument, ...]
    outputs: tuple[RequestArgument, ...]
    pools: tuple[MemoryPool, ...]


@dataclass(frozen=True, slots=True)
class OutputShape:
    """Shape of one output as the driver reports it; a dimension of 0 is unknown to the driver."""

    dimensions: tuple[int, ...]
    is_sufficient: bool


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations of one execution, in microseconds (HIDL) or nanoseconds (AIDL)."""

    time_on_device: int = NO_TIMING
    time_in_driver: int = NO_TIMING


@dataclass(frozen=True, slots=True)
class BufferDesc:
    """Requested shape of a driver-managed buffer; the roles decide what is empty or 0."""

    dimensions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BufferRole:
    """One input or output for which a driver-managed buffer is used; ``frequency`` in (0, 1]."""

    model_index: int
    io_index: int
    frequency: float

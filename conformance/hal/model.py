"""A model and an execution request as data, and the output shapes and timing of an execution.

No constructor checks its arguments, because the suite must be able to send malformed models to
drivers. ``conformance.validation`` checks models.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from conformance.hal.memory import Memory, MemoryPool
from conformance.hal.types import NO_TIMING, OperandLifeTime


@dataclass(frozen=True, slots=True)
class DataLocation:
    """A byte range in a pool; offset and length in bytes."""

    pool_index: int = 0
    offset: int = 0
    length: int = 0


NO_LOCATION: Final = DataLocation()
"""Location of an operand or argument that has no data."""


@dataclass(frozen=True, slots=True)
class SymmPerChannelQuantParams:
    """Scales of a TENSOR_QUANT8_SYMM_PER_CHANNEL operand, one for each index of ``channel_dim``."""

    scales: tuple[float, ...]
    channel_dim: int


ExtraParams = SymmPerChannelQuantParams | bytes | None
"""Per-channel scales, opaque bytes of a vendor extension, or none."""


@dataclass(frozen=True, slots=True)
class Operand:
    """One operand of a subgraph.

    A 0 in ``dimensions`` is an unspecified size; empty dimensions of a tensor are an unspecified
    rank. ``number_of_consumers`` counts the operation inputs that read the operand. ``scale`` is a
    float32 in the HAL; readers of text formats therefore round it with ``float(np.float32(x))``,
    as they do with per-channel scales.
    """

    type: int
    dimensions: tuple[int, ...] = ()
    number_of_consumers: int = 0
    scale: float = 0.0
    zero_point: int = 0
    lifetime: int = OperandLifeTime.TEMPORARY_VARIABLE
    location: DataLocation = NO_LOCATION
    extra_params: ExtraParams = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation; ``inputs`` and ``outputs`` are operand indexes in its subgraph."""

    type: int
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Operands, and operations in execution order."""

    operands: tuple[Operand, ...]
    operations: tuple[Operation, ...]
    input_indexes: tuple[int, ...]
    output_indexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """A model as a client passes it to ``prepare_model``.

    ``operand_values`` holds the data of CONSTANT_COPY operands, ``pools`` the memories of
    CONSTANT_REFERENCE operands, ``referenced`` the subgraphs that SUBGRAPH operands index.
    """

    main: Subgraph
    referenced: tuple[Subgraph, ...] = ()
    operand_values: bytes = b""
    pools: tuple[Memory, ...] = ()
    relax_computation_float32_to_float16: bool = False
    extension_name_to_prefix: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RequestArgument:
    """Location of one model input or output; empty ``dimensions``: those of the model."""

    has_no_value: bool = False
    location: DataLocation = NO_LOCATION
    dimensions: tuple[int, ...] = ()


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

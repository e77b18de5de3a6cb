"""The interfaces a driver implements and the callbacks it is given, in the shape of HAL 1.3.

Asynchronous calls keep the HAL's form: the launch status comes back at once, the result goes to a
callback that the driver notifies exactly once. How a driver calls back is part of what is judged.

Points in time (``deadline``) are nanoseconds of the system's monotonic clock, durations
(``loop_timeout_duration``, ``duration``) nanoseconds; ``None`` means none was set. Times on the
wire are since the epoch; the process border converts.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import IntEnum

from conformance.hal.capabilities import AnyCapabilities, Extension
from conformance.hal.fmq import MQDescriptor
from conformance.hal.memory import Memory
from conformance.hal.model import Model
from conformance.hal.request import BufferDesc, BufferRole, OutputShape, Request, Timing
from conformance.hal.types import DeviceStatus, DeviceType, ErrorStatus, Version


class PreparedModelCallback(ABC):
    """Receives the result of a preparation."""

    @abstractmethod
    def notify(self, status: ErrorStatus, prepared_model: "PreparedModel | None") -> None:
        """Called exactly once; ``prepared_model`` is ``None`` unless ``status`` is NONE."""


class ExecutionCallback(ABC):
    """Receives the result of an asynchronous execution."""

    @abstractmethod
    def notify(
        self, status: ErrorStatus, output_shapes: Sequence[OutputShape], timing: Timing
    ) -> None:
        """Called exactly once; shapes come only with NONE and OUTPUT_INSUFFICIENT_SIZE."""


class FencedExecutionCallback(ABC):
    """Handed out by ``execute_fenced``; asked after the sync fence has signalled."""

    @abstractmethod
    def get_execution_info(self) -> tuple[ErrorStatus, Timing, Timing]:
        """Status, timing since launch, timing since all wait-for fences signalled."""


class FenceStatus(IntEnum):
    """State of a sync fence."""

    ACTIVE = 0
    SIGNALED = 1
    ERROR = -1


class Fence(ABC):
    """A sync fence: signalled once, or in error for good."""

    @abstractmethod
    def wait(self, timeout_ms: int) -> FenceStatus:
        """Wait up to ``timeout_ms`` (-1: without limit); the state reached."""

    @abstractmethod
    def fileno(self) -> int:
        """Descriptor that becomes readable when the fence signals."""


class Buffer(ABC):
    """A driver-managed buffer (1.3)."""

    @abstractmethod
    def copy_to(self, dst: Memory) -> ErrorStatus:
        """Copy the content out; ``dst`` must have exactly the content's size."""

    @abstractmethod
    def copy_from(self, src: Memory, dimensions: Sequence[int]) -> ErrorStatus:
        """Replace the content; ``dimensions`` settle what the buffer leaves open."""


class BurstCallback(ABC):
    """How a driver asks the client for the memories behind slot numbers."""

    @abstractmethod
    def get_memories(self, slots: Sequence[int]) -> tuple[ErrorStatus, Sequence[Memory]]:
        """NONE and one memory for each slot, in order; INVALID_ARGUMENT for an unknown slot.

        On any error the sequence is empty. May be called from any thread while a request is
        under way.
        """


class BurstContext(ABC):
    """A live burst; dropping the last reference to it ends the burst and frees what it holds."""

    @abstractmethod
    def free_memory(self, slot: int) -> None:
        """The client will not use this slot's memory again; an unknown slot is ignored."""


class PreparedModel(ABC):
    """A model made ready to execute any number of times, from any thread."""

    @abstractmethod
    def execute(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        callback: ExecutionCallback,
    ) -> ErrorStatus:
        """Launch an execution; the launch status, the result goes to ``callback``."""

    @abstractmethod
    def execute_synchronously(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        """Execute and return status, output shapes (may be empty) and timing."""

    @abstractmethod
    def execute_fenced(
        self,
        request: Request,
        wait_for: Sequence[Fence],
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        duration: int | None,
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        """Execute once all fences signalled; a ``None`` fence says it already finished."""

    @abstractmethod
    def configure_execution_burst(
        self,
        callback: BurstCallback,
        request_channel: MQDescriptor,
        result_channel: MQDescriptor,
    ) -> tuple[ErrorStatus, BurstContext | None]:
        """Set up a burst over two queues of ``FmqRequestDatum`` and ``FmqResultDatum``.

        The client creates both; the driver may use their file descriptors during the call only.
        A driver may refuse a queue without an event flag, or poll it.
        """


class Device(ABC):
    """A driver."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Service name, stable over the driver's life."""

    @property
    @abstractmethod
    def version(self) -> Version:
        """HAL version the driver implements."""

    @abstractmethod
    def get_version_string(self) -> tuple[ErrorStatus, str]:
        """Human-readable version; must not be empty, must change with the driver."""

    @abstractmethod
    def get_type(self) -> tuple[ErrorStatus, DeviceType]:
        """Class of hardware."""

    @abstractmethod
    def get_status(self) -> DeviceStatus:
        """Present state."""

    @abstractmethod
    def get_capabilities(self) -> tuple[ErrorStatus, AnyCapabilities]:
        """Return the performance figures, in the structure of the driver's version or a newer one.

        A driver of 1.0 may report ``CapabilitiesV1_0``, one of 1.3 or newer ``Capabilities`` only.
        """

    @abstractmethod
    def get_supported_extensions(self) -> tuple[ErrorStatus, Sequence[Extension]]:
        """Vendor extensions that models may use."""

    @abstractmethod
    def get_supported_operations(self, model: Model) -> tuple[ErrorStatus, Sequence[bool]]:
        """One answer for each operation of ``model.main``; never notes anything for later."""

    @abstractmethod
    def get_number_of_cache_files_needed(self) -> tuple[ErrorStatus, int, int]:
        """Model and data cache files wanted; (0, 0): no caching."""

    @abstractmethod
    def prepare_model(
        self,
        model: Model,
        preference: int,
        priority: int,
        deadline: int | None,
        model_cache: Sequence[int],
        data_cache: Sequence[int],
        token: bytes,
        callback: PreparedModelCallback,
    ) -> ErrorStatus:
        """Launch a preparation; caches are file descriptors, ``token`` has 32 bytes."""

    @abstractmethod
    def prepare_model_from_cache(
        self,
        deadline: int | None,
        model_cache: Sequence[int],
        data_cache: Sequence[int],
        token: bytes,
        callback: PreparedModelCallback,
    ) -> ErrorStatus:
        """Launch a preparation from cache files alone."""

    @abstractmethod
    def allocate(
        self,
        desc: BufferDesc,
        prepared_models: Sequence[PreparedModel],
        input_roles: Sequence[BufferRole],
        output_roles: Sequence[BufferRole],
    ) -> tuple[ErrorStatus, Buffer | None, int]:
        """A driver-managed buffer and its token (0 on error)."""

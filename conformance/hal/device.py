"""Interfaces that a driver implements, and the callbacks it notifies, in the shape of HAL 1.3.

Asynchronous calls keep the HAL's form: the call returns a launch status at once, and the driver
reports the result by notifying a callback exactly once. The suite checks the notifications too.

A ``deadline`` is a point in time in nanoseconds of the system's monotonic clock;
``loop_timeout_duration`` and ``duration`` are nanoseconds. ``None`` means that the client set no
limit. The HAL transports deadlines as time since the epoch; the process boundary converts them.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import IntEnum

from conformance.hal.capabilities import AnyCapabilities, Extension
from conformance.hal.configuration import CacheHandle, ExecutionConfig, PrepareModelConfig
from conformance.hal.fmq import MQDescriptor
from conformance.hal.memory import Memory
from conformance.hal.model import BufferDesc, BufferRole, Model, OutputShape, Request, Timing
from conformance.hal.types import DeviceStatus, DeviceType, ErrorStatus, Version


class PreparedModelCallback(ABC):
    """Receives the result of ``prepare_model`` or ``prepare_model_from_cache``."""

    @abstractmethod
    def notify(self, status: ErrorStatus, prepared_model: "PreparedModel | None") -> None:
        """Report the result, exactly once; ``prepared_model`` is ``None`` unless status is NONE."""


class ExecutionCallback(ABC):
    """Receives the result of an asynchronous execution."""

    @abstractmethod
    def notify(
        self, status: ErrorStatus, output_shapes: Sequence[OutputShape], timing: Timing
    ) -> None:
        """Report the result, exactly once.

        ``output_shapes`` is empty unless ``status`` is NONE or OUTPUT_INSUFFICIENT_SIZE.
        """


class FencedExecutionCallback(ABC):
    """Returned by ``execute_fenced``; the client queries it after the sync fence has signalled."""

    @abstractmethod
    def get_execution_info(self) -> tuple[ErrorStatus, Timing, Timing]:
        """Return the status, the timing since launch and the timing since the last fence signalled.

        The fences are those of ``wait_for``. Before the execution has ended, the status is
        GENERAL_FAILURE.
        """


class FenceStatus(IntEnum):
    """State of a sync fence."""

    ACTIVE = 0
    SIGNALED = 1
    ERROR = -1


class Fence(ABC):
    """A sync fence: active at first, then either signalled or in error; both states are final."""

    @abstractmethod
    def wait(self, timeout_ms: int) -> FenceStatus:
        """Wait up to ``timeout_ms`` milliseconds (-1: without limit) and return the state."""

    @abstractmethod
    def fileno(self) -> int:
        """Return the descriptor that becomes readable when the fence signals."""


class Buffer(ABC):
    """A driver-managed buffer (1.3)."""

    @abstractmethod
    def copy_to(self, dst: Memory) -> ErrorStatus:
        """Copy the content to ``dst``, whose size must be exactly that of the content."""

    @abstractmethod
    def copy_from(self, src: Memory, dimensions: Sequence[int]) -> ErrorStatus:
        """Replace the content by that of ``src``.

        ``dimensions`` specify the shape of the content if the buffer's own shape is not fully
        specified; otherwise they may be empty.
        """


class BurstCallback(ABC):
    """Lets a driver request from the client the memories of slots that it does not know yet."""

    @abstractmethod
    def get_memories(self, slots: Sequence[int]) -> tuple[ErrorStatus, Sequence[Memory]]:
        """Return NONE and one memory per slot, in order; INVALID_ARGUMENT for an unknown slot.

        On any error the sequence is empty. The driver may call from any thread while a request is
        in progress.
        """


class BurstContext(ABC):
    """An active burst; dropping the last reference ends it and releases its memories."""

    @abstractmethod
    def free_memory(self, slot: int) -> None:
        """Release the memory of a slot; the driver ignores a slot that it does not know."""


class Execution(ABC):
    """A request that a client executes any number of times (AIDL_V4).

    A client makes at most one execution at a time; it may change the content of the request's
    memory between two executions. Dropping the last reference releases the driver's resources.
    """

    @abstractmethod
    def execute_synchronously(
        self, deadline: int | None
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        """Execute and answer as ``PreparedModel.execute_synchronously``."""

    @abstractmethod
    def execute_fenced(
        self, wait_for: Sequence[Fence], deadline: int | None, duration: int | None
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        """Launch an execution and answer as ``PreparedModel.execute_fenced``."""


class PreparedModel(ABC):
    """A compiled model, which clients may execute any number of times and from any thread."""

    @abstractmethod
    def execute(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        callback: ExecutionCallback,
    ) -> ErrorStatus:
        """Launch an execution and return the launch status; ``callback`` receives the result."""

    @abstractmethod
    def execute_synchronously(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        """Execute and return the status, the output shapes (may be empty) and the timing."""

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
        """Launch an execution that starts when all fences of ``wait_for`` have signalled.

        Return the launch status, a fence that signals at the end of the execution (``None`` if it
        has ended already) and the callback that reports its status and timing.
        """

    @abstractmethod
    def configure_execution_burst(
        self,
        callback: BurstCallback,
        request_channel: MQDescriptor,
        result_channel: MQDescriptor,
    ) -> tuple[ErrorStatus, BurstContext | None]:
        """Set up a burst over two queues of ``FmqRequestDatum`` and ``FmqResultDatum``.

        The client creates both queues. The driver may use their file descriptors during the call
        only. It may refuse a queue without an event flag, or poll it.
        """

    def execute_synchronously_with_config(
        self, request: Request, config: ExecutionConfig, deadline: int | None
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        """Execute as ``execute_synchronously`` (AIDL_V4); by default, hints are ignored."""
        return self.execute_synchronously(
            request, config.measure, deadline, config.loop_timeout_duration
        )

    def execute_fenced_with_config(
        self,
        request: Request,
        wait_for: Sequence[Fence],
        config: ExecutionConfig,
        deadline: int | None,
        duration: int | None,
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        """Launch as ``execute_fenced`` (AIDL_V4); by default, hints are ignored."""
        return self.execute_fenced(
            request, wait_for, config.measure, deadline, config.loop_timeout_duration, duration
        )

    def create_reusable_execution(
        self,
        request: Request,
        config: ExecutionConfig,
    ) -> tuple[ErrorStatus, Execution | None]:
        """Return the status and a reusable execution of a valid request.

        Drivers from AIDL_V4 on implement this call. It is not abstract, because drivers of older
        versions do not have it; for these it is never called.
        """
        raise NotImplementedError(
            "the prepared model has no create_reusable_execution, which AIDL_V4 requires"
        )


class Device(ABC):
    """A driver: its properties, and the calls that prepare models and allocate buffers."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Service name, which never changes."""

    @property
    @abstractmethod
    def version(self) -> Version:
        """HAL version that the driver implements."""

    @abstractmethod
    def get_version_string(self) -> tuple[ErrorStatus, str]:
        """Return the status and a non-empty version text, which differs for every driver build."""

    @abstractmethod
    def get_type(self) -> tuple[ErrorStatus, DeviceType]:
        """Return the status and the class of hardware."""

    @abstractmethod
    def get_status(self) -> DeviceStatus:
        """Return the current state of the device."""

    @abstractmethod
    def get_capabilities(self) -> tuple[ErrorStatus, AnyCapabilities]:
        """Return the performance figures, in the structure of the driver's version or a newer one.

        A HAL 1.0 driver may report ``CapabilitiesV1_0``; a HAL 1.3 or newer driver must report
        ``Capabilities``.
        """

    @abstractmethod
    def get_supported_extensions(self) -> tuple[ErrorStatus, Sequence[Extension]]:
        """Return the status and the vendor extensions that models may use."""

    @abstractmethod
    def get_supported_operations(self, model: Model) -> tuple[ErrorStatus, Sequence[bool]]:
        """Return the status and, for each operation of ``model.main``, whether it is supported.

        The driver must not access the model after the call.
        """

    @abstractmethod
    def get_number_of_cache_files_needed(self) -> tuple[ErrorStatus, int, int]:
        """Return the status and the numbers of model and data cache files, each at most 32.

        The driver supports caching unless both numbers are 0. HAL 1.0 and 1.1 lack this call, the
        arguments for cache files and ``prepare_model_from_cache``.
        """

    @abstractmethod
    def prepare_model(
        self,
        model: Model,
        preference: int,
        priority: int,
        deadline: int | None,
        model_cache: Sequence[CacheHandle],
        data_cache: Sequence[CacheHandle],
        token: bytes,
        callback: PreparedModelCallback,
    ) -> ErrorStatus:
        """Launch a preparation and return the launch status; ``callback`` receives the result.

        ``model_cache`` and ``data_cache`` are handles of the cache files to write (both empty: do
        not cache, and ignore ``token``). A valid handle has one descriptor, open for reading and
        writing at any offset, of a file of any size. ``token`` has 32 bytes and identifies the
        prepared model.

        Neither invalid cache arguments nor an error while writing affect the result; the driver
        may also choose not to write. The driver duplicates a descriptor that it uses after it has
        notified ``callback``.
        """

    def prepare_model_with_config(
        self, model: Model, config: PrepareModelConfig, callback: PreparedModelCallback
    ) -> ErrorStatus:
        """Prepare as ``prepare_model`` (AIDL_V4); by default, hints are ignored."""
        return self.prepare_model(
            model,
            config.preference,
            config.priority,
            config.deadline,
            config.model_cache,
            config.data_cache,
            config.token,
            callback,
        )

    @abstractmethod
    def prepare_model_from_cache(
        self,
        deadline: int | None,
        model_cache: Sequence[CacheHandle],
        data_cache: Sequence[CacheHandle],
        token: bytes,
        callback: PreparedModelCallback,
    ) -> ErrorStatus:
        """Launch a preparation from cache files, without the model.

        The launch status and the use of ``callback`` are as for ``prepare_model``, and so are the
        handles and ``token``. The status is GENERAL_FAILURE if the driver does not support caching,
        if the files hold no prepared model for ``token``, or if a model cache file was modified
        since the driver wrote it. It is INVALID_ARGUMENT if the arguments are invalid.
        """

    @abstractmethod
    def allocate(
        self,
        desc: BufferDesc,
        prepared_models: Sequence[PreparedModel],
        input_roles: Sequence[BufferRole],
        output_roles: Sequence[BufferRole],
    ) -> tuple[ErrorStatus, Buffer | None, int]:
        """Allocate a driver-managed buffer; return the status, the buffer and its token.

        On error the buffer is ``None`` and the token 0.
        """

"""The interface of a memory that holds the inputs and outputs of one execution at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conformance.hal import Device, PreparedModel, Request

if TYPE_CHECKING:
    from conformance.harness.calls.request_memory import Overwrite, RandomFill, RequestLayout


class RequestContents(NamedTuple):
    """The arguments of a request, and the bytes to write before its execution.

    ``inputs`` has ``None`` for each omitted input; ``prefills`` has the bytes of each output.
    """

    layout: RequestLayout
    inputs: Sequence[bytes | None]
    prefills: Sequence[bytes]


class ExecutionMemory(ABC):
    """The memory of one execution at a time; it is reused between executions."""

    @abstractmethod
    def load(self, contents: RequestContents, random_fill: RandomFill) -> Request:
        """Write inputs, prefilled outputs and guard bytes; return the execution's request."""

    def move_to_driver(
        self,
        device: Device,  # noqa: ARG002
        prepared: PreparedModel,  # noqa: ARG002
        request: Request,
        inputs: Sequence[bytes | None],  # noqa: ARG002
        output_sizes: Sequence[int],  # noqa: ARG002
    ) -> Request:
        """Return the request with which to execute the prepared model.

        Memory that the driver manages is allocated here. ``output_sizes`` are the expected sizes in
        bytes. Raise ``DriverCallError`` if the driver fails.
        """
        return request

    def read_from_driver(self, output_sizes: Sequence[int]) -> None:  # noqa: B027
        """Copy the outputs of a successful execution from memory that the driver manages."""

    @abstractmethod
    def collect(self) -> tuple[tuple[bytes, ...], list[Overwrite], list[Overwrite]]:
        """Return the output data, and the overwrites around inputs and around outputs."""

    @abstractmethod
    def late_overwrites(self) -> tuple[list[Overwrite], list[Overwrite]]:
        """Return the changes in inputs and outputs since ``collect``; report each change once."""

    @abstractmethod
    def abandon(self) -> None:
        """Replace the memory, because the driver may still write to it."""

    @abstractmethod
    def close(self) -> None:
        """Release the memory."""

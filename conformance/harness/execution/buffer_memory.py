"""The memory of requests whose arguments are hardware buffers or driver-managed buffers.

With hardware buffers, each argument is in an image of its own, whose rows are padded. The images
are created for each execution.

Driver-managed buffers are allocated for each input and output separately. An argument for which the
driver refuses a buffer stays in shared memory.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from conformance import hal
from conformance.harness.answer_checks import resource_finding
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.harness.calls.request_memory import (
    ExecutionMemory,
    Overwrite,
    RandomFill,
    RequestContents,
    RequestMemory,
    changed_bytes,
)
from conformance.verdicts import Finding, VerdictKind


class _Image:
    """An image, its content with the padding of the rows as last seen, and its number."""

    def __init__(self, number: int, data: bytes, random_fill: RandomFill) -> None:
        self._number = number
        self.description: hal.HardwareBufferDescription = hal.image_description(len(data))
        self.memory: hal.ClientMemory = hal.hardware_buffer(self.description)
        raw = bytearray(random_fill.random_bytes(self.description.byte_size))
        with memoryview(raw) as view:
            self.description.scatter(view, data)
        with self.memory.client_view() as view:
            view[:] = raw
        self.last_content = bytes(raw)

    def content(self) -> bytes:
        """Return the pixels and remember the whole content."""
        with self.memory.client_view() as view:
            self.last_content = bytes(view)
        return self.description.gather(memoryview(self.last_content))

    def padding_overwrite(self) -> list[Overwrite]:
        """Return the change of the padding since it was last seen."""
        with self.memory.client_view() as view:
            content = bytearray(view)
        pixels = self.description.gather(memoryview(self.last_content))
        self.description.scatter(memoryview(content), pixels)
        return self._overwrite(bytes(content), "after")

    def overwrite(self) -> list[Overwrite]:
        """Return any change since the content was last seen; report each change once."""
        with self.memory.client_view() as view:
            content = bytes(view)
        overwrites = self._overwrite(content, "within")
        self.last_content = content
        return overwrites

    def _overwrite(self, content: bytes, side: str) -> list[Overwrite]:
        if content == self.last_content:
            return []
        changed = changed_bytes(self.last_content, content)
        return [Overwrite(self._number, side, int(changed[0]), len(changed))]

    def close(self) -> None:
        """Release the image; it remains allocated as long as the driver has a view of it."""
        with contextlib.suppress(BufferError):
            self.memory.close()


class ImageMemory(ExecutionMemory):
    """The images of one execution at a time."""

    def __init__(self) -> None:
        self._inputs: list[_Image] = []
        self._outputs: list[_Image] = []
        self._collected = False

    def load(self, contents: RequestContents, random_fill: RandomFill) -> hal.Request:
        self.close()
        self._inputs, self._outputs = (
            [_Image(number, data, random_fill) for number, data in enumerate(filter(None, values))]
            for values in (contents.inputs, contents.prefills)
        )
        pools = [image.memory for image in (*self._inputs, *self._outputs)]
        numbers = iter(range(len(pools)))

        def placed(argument: hal.RequestArgument) -> hal.RequestArgument:
            if argument.has_no_value:
                return argument
            return replace(argument, location=hal.DataLocation(next(numbers), 0, 0))

        layout = contents.layout
        moved = tuple(map(placed, layout.inputs)), tuple(map(placed, layout.outputs))
        self._collected = False
        return hal.Request(*moved, tuple(pools))

    def collect(self) -> tuple[tuple[bytes, ...], list[Overwrite], list[Overwrite]]:
        around = [found for image in self._outputs for found in image.padding_overwrite()]
        data = tuple([image.content() for image in self._outputs])
        self._collected = True
        return data, [found for image in self._inputs for found in image.overwrite()], around

    def late_overwrites(self) -> tuple[list[Overwrite], list[Overwrite]]:
        if not self._collected:
            return [], []
        read, written = (
            [found for image in images for found in image.overwrite()]
            for images in (self._inputs, self._outputs)
        )
        return read, written

    def close(self) -> None:
        for image in (*self._inputs, *self._outputs):
            image.close()
        self._inputs, self._outputs = [], []
        self._collected = False


COPY_RULE: Final = "buffer.copy"
"""The rule that copies from and to an allocated buffer succeed."""

_FIRST_TOKEN_POOL: Final = 2
"""Number of pools of the shared memory, which precede the tokens."""

_FILL: Final = b"\xa5"


class DomainMemory(ExecutionMemory):
    """The memory of one execution at a time, in driver-managed buffers.

    The arguments' regions in shared memory are unused then, and the driver must not write there.
    """

    def __init__(self) -> None:
        self._shared = RequestMemory()
        self._inputs: dict[int, tuple[hal.Buffer, int]] = {}
        self._outputs: dict[int, tuple[hal.Buffer, int]] = {}
        self._results: dict[int, bytes] = {}
        self._prefills: tuple[bytes, ...] = ()

    def load(self, contents: RequestContents, random_fill: RandomFill) -> hal.Request:
        self._inputs, self._outputs, self._results = {}, {}, {}
        self._prefills = tuple(contents.prefills)
        return self._shared.load(contents, random_fill)

    def move_to_driver(
        self,
        device: hal.Device,
        prepared: hal.PreparedModel,
        request: hal.Request,
        inputs: Sequence[bytes | None],
        output_sizes: Sequence[int],
    ) -> hal.Request:
        """Return the request with each argument in its own buffer, if the driver allocates it.

        Inputs are copied to their buffers. Arguments without data remain where they are. Raise
        ``DriverCallError`` if the driver refuses every buffer, answers another status for one,
        or if a copy fails.
        """
        self._inputs, self._outputs = {}, {}
        for number, argument in enumerate(request.inputs):
            data = inputs[number]
            if argument.has_no_value or not data:
                continue
            allocation = _allocate(device, prepared, number, is_input=True)
            if allocation is not None:
                source = hal.SharedMemory(initial=data)
                status = buffer_calls.copy_from(allocation[0], source, argument.dimensions)
                _check_copy("copy_from", status, f"input {number}", len(data))
                source.close()
                self._inputs[number] = allocation
        for number, size in enumerate(output_sizes):
            if size:
                allocation = _allocate(device, prepared, number, is_input=False)
                if allocation is not None:
                    self._outputs[number] = allocation
        if not self._inputs and not self._outputs:
            reason = (
                "the driver does not support driver-managed buffers: allocate answered "
                "GENERAL_FAILURE for each input and output, which is permitted"
            )
            driver_calls.raise_failure("path.declined", reason, VerdictKind.NOT_APPLICABLE)
        tokens = [token for _, token in (*self._inputs.values(), *self._outputs.values())]
        positions = iter(range(_FIRST_TOKEN_POOL, _FIRST_TOKEN_POOL + len(tokens)))
        return replace(
            request,
            inputs=_in_pools(request.inputs, dict(zip(self._inputs, positions, strict=False))),
            outputs=_in_pools(request.outputs, dict(zip(self._outputs, positions, strict=True))),
            pools=(*request.pools, *map(hal.BufferToken, tokens)),
        )

    def read_from_driver(self, output_sizes: Sequence[int]) -> None:
        for number, (buffer, _) in self._outputs.items():
            # Bytes that copy_to leaves unwritten must be outside the tolerance of any result.
            prefill = self._prefills[number][: output_sizes[number]]
            target = hal.SharedMemory(initial=prefill.ljust(output_sizes[number], _FILL))
            status = buffer_calls.copy_to(buffer, target)
            _check_copy("copy_to", status, f"output {number}", output_sizes[number])
            with target.view() as view:
                self._results[number] = bytes(view)
            target.close()

    def collect(self) -> tuple[tuple[bytes, ...], list[Overwrite], list[Overwrite]]:
        data, inputs_overwritten, outputs_overwritten = self._shared.collect()
        contents = list(data)
        for number in self._outputs:
            before = self._prefills[number]
            if contents[number] != before:
                changed = changed_bytes(before, contents[number])
                outputs_overwritten.append(
                    Overwrite(number, "unused", int(changed[0]), len(changed))
                )
            contents[number] = self._results.get(number, before)
        return tuple(contents), inputs_overwritten, outputs_overwritten

    def late_overwrites(self) -> tuple[list[Overwrite], list[Overwrite]]:
        self._inputs, self._outputs = {}, {}
        return self._shared.late_overwrites()

    def abandon(self) -> None:
        self._inputs, self._outputs = {}, {}
        self._shared.abandon()

    def close(self) -> None:
        self._inputs, self._outputs = {}, {}
        self._shared.close()


def _allocate(
    device: hal.Device, prepared: hal.PreparedModel, number: int, *, is_input: bool
) -> tuple[hal.Buffer, int] | None:
    """Return a buffer for one argument and its token; ``None`` if the driver refuses it."""
    roles = (hal.BufferRole(0, number, 1.0),)
    inputs, outputs = (roles, ()) if is_input else ((), roles)
    answer = buffer_calls.allocate(device, hal.BufferDesc(), (prepared,), inputs, outputs)
    if answer.buffer is not None:
        return answer.buffer, answer.token
    if answer.status == hal.ErrorStatus.GENERAL_FAILURE:
        return None
    kind = "input" if is_input else "output"
    reason = (
        f"allocate answered {answer.status.name} for {kind} {number}; NONE or GENERAL_FAILURE was "
        "expected"
    )
    raise driver_calls.DriverCallError(
        resource_finding(answer.status, "allocate")
        or Finding(VerdictKind.FAILED, buffer_calls.ALLOCATION_RULE, reason)
    )


def _check_copy(call: str, status: hal.ErrorStatus, argument: str, size: int) -> None:
    if status == hal.ErrorStatus.NONE:
        return
    reason = (
        f"{call} of {size} bytes and the buffer of {argument} answered {status.name}; "
        "NONE was expected"
    )
    raise driver_calls.DriverCallError(
        resource_finding(status, call) or Finding(VerdictKind.FAILED, COPY_RULE, reason)
    )


def _in_pools(
    arguments: Sequence[hal.RequestArgument], pools: Mapping[int, int]
) -> tuple[hal.RequestArgument, ...]:
    return tuple(
        replace(argument, location=hal.DataLocation(pools[number], 0, 0))
        if number in pools
        else argument
        for number, argument in enumerate(arguments)
    )

"""The memory of requests whose arguments are hardware buffers of other formats than BLOB.

Each argument is in an image of its own, whose rows are padded. The images are created for each
execution.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace

from conformance.hal import (
    ClientMemory,
    DataLocation,
    HardwareBufferDescription,
    Request,
    RequestArgument,
    hardware_buffer,
    image_description,
)
from conformance.harness.calls.execution_memory import ExecutionMemory, RequestContents
from conformance.harness.calls.request_memory import Overwrite, RandomFill, changed_bytes


class _Image:
    """An image, its content with the padding of the rows as last seen, and its number."""

    def __init__(self, data: bytes, random_fill: RandomFill) -> None:
        self.description: HardwareBufferDescription = image_description(len(data))
        self.memory: ClientMemory = hardware_buffer(self.description)
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

    def padding_overwrite(self, number: int) -> list[Overwrite]:
        """Return the change of the padding since it was last seen."""
        with self.memory.client_view() as view:
            content = bytearray(view)
        pixels = self.description.gather(memoryview(self.last_content))
        self.description.scatter(memoryview(content), pixels)
        return self._overwrite(number, bytes(content), "after")

    def overwrite(self, number: int) -> list[Overwrite]:
        """Return any change since the content was last seen; report each change once."""
        with self.memory.client_view() as view:
            content = bytes(view)
        overwrites = self._overwrite(number, content, "within")
        self.last_content = content
        return overwrites

    def _overwrite(self, number: int, content: bytes, side: str) -> list[Overwrite]:
        if content == self.last_content:
            return []
        changed = changed_bytes(self.last_content, content)
        return [Overwrite(number, side, int(changed[0]), len(changed))]

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

    def load(self, contents: RequestContents, random_fill: RandomFill) -> Request:
        """Create the images with inputs, prefills and padding; return the execution's request."""
        self.close()
        self._inputs = [_Image(data, random_fill) for data in contents.inputs if data]
        self._outputs = [_Image(data, random_fill) for data in contents.prefills]
        pools = [image.memory for image in (*self._inputs, *self._outputs)]
        numbers = iter(range(len(pools)))

        def placed(argument: RequestArgument) -> RequestArgument:
            if argument.has_no_value:
                return argument
            return replace(argument, location=DataLocation(next(numbers), 0, 0))

        layout = contents.layout
        moved = tuple(map(placed, layout.inputs)), tuple(map(placed, layout.outputs))
        self._collected = False
        return Request(*moved, tuple(pools))

    def collect(self) -> tuple[tuple[bytes, ...], list[Overwrite], list[Overwrite]]:
        """Return the output data, and the overwrites in the inputs and around the outputs."""
        around = [
            overwrite
            for number, image in enumerate(self._outputs)
            for overwrite in image.padding_overwrite(number)
        ]
        data = tuple([image.content() for image in self._outputs])
        self._collected = True
        return data, self._input_overwrites(), around

    def _input_overwrites(self) -> list[Overwrite]:
        return [
            overwrite
            for number, image in enumerate(self._inputs)
            for overwrite in image.overwrite(number)
        ]

    def late_overwrites(self) -> tuple[list[Overwrite], list[Overwrite]]:
        """Return the changes in inputs and outputs since ``collect``; report each change once."""
        if not self._collected:
            return [], []
        written = [
            overwrite
            for number, image in enumerate(self._outputs)
            for overwrite in image.overwrite(number)
        ]
        return self._input_overwrites(), written

    def abandon(self) -> None:
        """Release the images, because the driver may still write to them."""
        self.close()

    def close(self) -> None:
        """Release the images."""
        for image in (*self._inputs, *self._outputs):
            image.close()
        self._inputs, self._outputs = [], []
        self._collected = False

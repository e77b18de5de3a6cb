"""Hardware buffers: format, layers, usage and stride of a modelled ``AHardwareBuffer``.

The codes are those of the NDK's ``AHardwareBuffer_Desc``. The contract does not state how a tensor
is stored in an image. In this model, the tensor's bytes are those of the pixels, row by row and
layer by layer, without the padding of the rows.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final


class BufferFormat(IntEnum):
    """Pixel formats of a hardware buffer."""

    R8G8B8A8_UNORM = 1
    R8G8B8X8_UNORM = 2
    R8G8B8_UNORM = 3
    R5G6B5_UNORM = 4
    R16G16B16A16_FLOAT = 0x16
    BLOB = 0x21
    R10G10B10A2_UNORM = 0x2B
    R8_UNORM = 0x38


BYTES_PER_PIXEL: Final = {
    BufferFormat.R8G8B8A8_UNORM: 4,
    BufferFormat.R8G8B8X8_UNORM: 4,
    BufferFormat.R8G8B8_UNORM: 3,
    BufferFormat.R5G6B5_UNORM: 2,
    BufferFormat.R16G16B16A16_FLOAT: 8,
    BufferFormat.BLOB: 1,
    BufferFormat.R10G10B10A2_UNORM: 4,
    BufferFormat.R8_UNORM: 1,
}


class BufferUsage(IntFlag):
    """Usages for which a hardware buffer was allocated; a lock states one or both CPU usages."""

    CPU_READ_OFTEN = 3
    CPU_READ_MASK = 0xF
    CPU_WRITE_OFTEN = 3 << 4
    CPU_WRITE_MASK = 0xF << 4
    GPU_SAMPLED_IMAGE = 1 << 8
    GPU_FRAMEBUFFER = 1 << 9
    GPU_DATA_BUFFER = 1 << 24


CPU_READ_WRITE: Final = BufferUsage.CPU_READ_OFTEN | BufferUsage.CPU_WRITE_OFTEN
_CPU_MASK: Final = BufferUsage.CPU_READ_MASK | BufferUsage.CPU_WRITE_MASK


@dataclass(frozen=True, slots=True)
class HardwareBufferDescription:
    """The metadata in the handle of a hardware buffer; ``stride`` is in pixels.

    A buffer of the format BLOB has ``width`` bytes, the height 1 and one layer.
    """

    width: int
    height: int = 1
    layers: int = 1
    format: int = BufferFormat.BLOB
    usage: int = CPU_READ_WRITE
    stride: int = 0

    @property
    def problem(self) -> str:
        """Return why no allocator can have returned this description; empty if one can have."""
        if self.format not in BYTES_PER_PIXEL:
            return f"format {self.format} is unknown"
        for name in ("width", "height", "layers"):
            if getattr(self, name) < 1:
                return f"{name} is {getattr(self, name)}, must be at least 1"
        if self.format == BufferFormat.BLOB:
            if (self.height, self.layers) != (1, 1):
                return (
                    f"a BLOB has the height {self.height} and {self.layers} layers; both must be 1"
                )
            return ""
        if self.stride < self.width:
            return f"stride is {self.stride}, must be at least the width {self.width}"
        return ""

    @property
    def _pixel_bytes(self) -> int:
        return BYTES_PER_PIXEL[BufferFormat(self.format)]

    @property
    def row_bytes(self) -> int:
        """Bytes from the start of a row to the start of the next one, with padding."""
        pixels = self.width if self.format == BufferFormat.BLOB else self.stride
        return pixels * self._pixel_bytes

    @property
    def byte_size(self) -> int:
        """Bytes of all rows of all layers, with padding."""
        return self.row_bytes * self.height * self.layers

    @property
    def content_size(self) -> int:
        """Bytes of the pixels, without the padding of the rows."""
        return self.width * self.height * self.layers * self._pixel_bytes

    def rows(self) -> Iterator[tuple[int, int]]:
        """Yield for each row the first and the last + 1 byte of its pixels."""
        length, row_bytes = self.width * self._pixel_bytes, self.row_bytes
        for row in range(self.height * self.layers):
            yield row * row_bytes, row * row_bytes + length

    def gather(self, locked: memoryview) -> bytes:
        """Return the pixels of a locked buffer without the padding of the rows."""
        if self.row_bytes * self.height * self.layers == self.content_size:
            return bytes(locked[: self.content_size])
        return b"".join(locked[start:end] for start, end in self.rows())

    def scatter(self, locked: memoryview, data: bytes) -> None:
        """Write ``data`` to the first pixels of a buffer that is locked for writing."""
        position = 0
        for start, end in self.rows():
            part = data[position : position + end - start]
            locked[start : start + len(part)] = part
            position += len(part)

    def check_lock(self, usage: int) -> None:
        """Raise ``OSError`` if the buffer cannot be locked for ``usage``.

        ``usage`` must consist of CPU usages for which the buffer was allocated, and the buffer must
        have one layer (NDK, ``AHardwareBuffer_lock``).
        """
        if not usage & _CPU_MASK or usage & ~_CPU_MASK:
            raise OSError(errno.EINVAL, f"a lock for the usage {usage:#x}; CPU usages are required")
        for mask, verb in (
            (BufferUsage.CPU_READ_MASK, "reading"),
            (BufferUsage.CPU_WRITE_MASK, "writing"),
        ):
            if usage & mask and not self.usage & mask:
                raise OSError(
                    errno.EINVAL, f"a lock for {verb}, but the usage is only {self.usage:#x}"
                )
        if self.layers != 1:
            raise OSError(errno.EINVAL, f"a lock of a buffer with {self.layers} layers; 1 required")

    @property
    def protection(self) -> int:
        """The accesses of the CPU that the usage permits, as ``PROT_READ`` and ``PROT_WRITE``."""
        reads = bool(self.usage & BufferUsage.CPU_READ_MASK)
        writes = bool(self.usage & BufferUsage.CPU_WRITE_MASK)
        return reads * _PROT_READ | writes * _PROT_WRITE


_PROT_READ: Final = 1
_PROT_WRITE: Final = 2


def image_description(
    byte_size: int, *, padding: int = 3, usage: int = CPU_READ_WRITE
) -> HardwareBufferDescription:
    """Return an image of one layer whose pixels have ``byte_size`` bytes in all.

    Its rows have ``padding`` more pixels than its width.
    """
    height = next((rows for rows in (4, 3, 2) if byte_size % rows == 0), 1)
    row = byte_size // height
    wide = row % 4 == 0
    width = row // 4 if wide else row
    kind = BufferFormat.R8G8B8A8_UNORM if wide else BufferFormat.R8_UNORM
    return HardwareBufferDescription(width, height, 1, kind, usage, width + padding)


__all__ = [
    "BYTES_PER_PIXEL",
    "CPU_READ_WRITE",
    "BufferFormat",
    "BufferUsage",
    "HardwareBufferDescription",
    "image_description",
]

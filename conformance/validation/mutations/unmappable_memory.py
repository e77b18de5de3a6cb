"""Memory that cannot be mapped."""

from __future__ import annotations

import os
from typing import NoReturn

from conformance.hal import Memory


class UnmappableMemory(Memory):
    """A memory that claims ``size`` bytes while the file behind its descriptor is empty."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._fd = -1

    @property
    def name(self) -> str:
        return "ashmem"

    @property
    def size(self) -> int:
        return self._size

    def view(self) -> NoReturn:
        """Raise ``OSError``, because the memory cannot be mapped."""
        raise OSError(f"the {self._size} bytes of this memory cannot be mapped")

    def fileno(self) -> int:
        if self._fd < 0:
            self._fd = os.memfd_create("nn-conformance", os.MFD_CLOEXEC)
        return self._fd

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        if getattr(self, "_fd", -1) >= 0:
            self.close()

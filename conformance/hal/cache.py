"""Cache files of a compilation, as a client passes them to ``prepare_model`` (1.2 and newer)."""

from collections.abc import Iterable
from dataclasses import dataclass

from conformance.hal.types import BYTE_SIZE_OF_CACHE_TOKEN

CacheHandle = tuple[int, ...]
"""A handle of a cache file: the file descriptors that it holds, which is one in a valid handle.

A HIDL handle can hold any number of descriptors. AIDL passes a plain descriptor, which is a handle
with exactly one.
"""

NO_CACHE_TOKEN = bytes(BYTE_SIZE_OF_CACHE_TOKEN)
"""The token of a preparation without cache files; drivers ignore it."""


def cache_handles(descriptors: Iterable[int]) -> tuple[CacheHandle, ...]:
    """Return one valid handle for each descriptor."""
    return tuple([(fd,) for fd in descriptors])


@dataclass(frozen=True, slots=True)
class CacheArguments:
    """The cache arguments of a preparation.

    ``model`` holds the handles of the model cache files and ``data`` those of the data cache files.
    The client owns all descriptors and may close them after the callback was notified.
    """

    model: tuple[CacheHandle, ...] = ()
    data: tuple[CacheHandle, ...] = ()
    token: bytes = NO_CACHE_TOKEN

    def __bool__(self) -> bool:
        """Return whether there are cache files; without them the driver ignores the token."""
        return bool(self.model or self.data)

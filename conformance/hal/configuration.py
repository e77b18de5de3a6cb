"""Cache files, and the configurations of AIDL_V4: parameters, hints, extension prefixes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from conformance.hal.types import (
    BYTE_SIZE_OF_CACHE_TOKEN,
    ExecutionPreference,
    MeasureTiming,
    Priority,
)

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


@dataclass(frozen=True, slots=True)
class TokenValuePair:
    """A hint of a vendor extension; a driver ignores a hint that it does not know.

    The low 16 bits of ``token`` are the hint's number within its extension, the 15 bits above are
    the extension's prefix. The sign bit is 0.
    """

    token: int
    value: bytes


@dataclass(frozen=True, slots=True)
class ExecutionConfig:
    """The parameters that all executions of a reusable execution have in common.

    Attributes:
        measure: the value of MeasureTiming.
        loop_timeout_duration: limit in nanoseconds for each loop; ``None``: not specified.
        execution_hints: hints, with a different token each; a driver need not follow them.
        extension_name_to_prefix: the prefixes of the extensions whose hints are used.

    """

    measure: int = MeasureTiming.NO
    loop_timeout_duration: int | None = None
    execution_hints: tuple[TokenValuePair, ...] = ()
    extension_name_to_prefix: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrepareModelConfig:
    """The arguments of a preparation except the model; a driver need not follow the hints.

    Attributes:
        preference: the value of ExecutionPreference.
        priority: the value of Priority.
        deadline: time of the monotonic clock in nanoseconds; ``None``: no deadline.
        model_cache: handles of the model cache files, as for ``prepare_model``.
        data_cache: handles of the data cache files.
        token: the cache token, ignored without cache files.
        compilation_hints: hints, with a different token each.
        extension_name_to_prefix: the prefixes of the extensions whose hints are used.

    """

    preference: int = ExecutionPreference.FAST_SINGLE_ANSWER
    priority: int = Priority.MEDIUM
    deadline: int | None = None
    model_cache: tuple[CacheHandle, ...] = ()
    data_cache: tuple[CacheHandle, ...] = ()
    token: bytes = NO_CACHE_TOKEN
    compilation_hints: tuple[TokenValuePair, ...] = ()
    extension_name_to_prefix: Mapping[str, int] = field(default_factory=dict)

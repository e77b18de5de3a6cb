"""The configurations that AIDL_V4 introduced: parameters of calls, hints and extension prefixes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from conformance.hal.cache import NO_CACHE_TOKEN, CacheHandle
from conformance.hal.types import ExecutionPreference, MeasureTiming, Priority


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

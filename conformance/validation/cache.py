"""Checks the cache arguments of a preparation by the named rules."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator

from conformance.hal import BYTE_SIZE_OF_CACHE_TOKEN, CacheArguments, CacheHandle, Version
from conformance.validation.violations import Violation, rule_violation, show_value


def validate_cache(
    cache: CacheArguments, counts: tuple[int, int], version: Version = Version.AIDL_V4
) -> Violation | None:
    """Return the first rule that the arguments of a preparation from cache break, if any.

    ``counts`` are the numbers of model and data cache files that the driver needs. The function
    reads no content. ``prepare_model`` prepares the model even if a rule is broken; it then saves
    nothing.
    """
    return next(_violations(cache, counts, version), None)


def _violations(
    cache: CacheArguments, counts: tuple[int, int], version: Version
) -> Iterator[Violation]:
    if counts == (0, 0):
        yield rule_violation("cache.supported", "cache", "the driver needs no cache files")
    for kind, handles, count in zip(
        ("model", "data"), (cache.model, cache.data), counts, strict=True
    ):
        if len(handles) != count:
            yield rule_violation(
                f"cache.{kind}_count",
                f"{kind} cache",
                f"there are {len(handles)} files, the driver needs {count}",
            )
    token: object = cache.token
    if not isinstance(token, bytes) or len(token) != BYTE_SIZE_OF_CACHE_TOKEN:
        actual = (
            f"has {len(token)} bytes" if isinstance(token, bytes) else f"is {show_value(token)}"
        )
        yield rule_violation(
            "cache.token", "token", f"{actual}, must have {BYTE_SIZE_OF_CACHE_TOKEN} bytes"
        )
    for kind, handles in (("model", cache.model), ("data", cache.data)):
        for number, handle in enumerate(handles):
            yield from _handle_violations(f"{kind} cache, handle {number}", handle, version)


def _handle_violations(where: str, handle: CacheHandle, version: Version) -> Iterator[Violation]:
    if len(handle) != 1:
        detail = f"has {len(handle)} descriptors, must have one"
        # AIDL has no such handle: the caller's arguments are not those of the version.
        rule = "cache.descriptors" if version < Version.AIDL_V1 else "cache.access"
        yield rule_violation(rule, where, detail)
    for fd in handle:
        if problem := _access_problem(fd):
            yield rule_violation("cache.access", where, problem)


def _access_problem(fd: int) -> str:
    """Return the reason why a descriptor cannot be used for a cache file; empty if it can."""
    try:
        flags, mode = fcntl.fcntl(fd, fcntl.F_GETFL), os.fstat(fd).st_mode
    except (OSError, ValueError, OverflowError) as error:
        return f"descriptor {fd} is not open ({error})"
    if not stat.S_ISREG(mode):
        return f"descriptor {fd} is not a regular file"
    if flags & os.O_ACCMODE != os.O_RDWR:
        return f"descriptor {fd} is not open for reading and writing"
    return ""

"""Detects resources that a driver does not release, from their growth over many operations.

An operation is for example one execution. The resources of the driver's process are counted before
and after blocks of operations. A driver leaks a resource if its count grows in every block of a
long series; a cache, an arena or a pool of threads stops growing at its bound.
"""

from __future__ import annotations

import gc
import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from conformance.checks.check_context import CheckContext, not_applicable
from conformance.drivers.driver import Driver
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import NotificationCount, collected_counts
from conformance.processes import (
    ResourceCounts,
    count_resources,
    descriptor_limit,
    release_free_memory,
)
from conformance.verdicts import Finding, VerdictKind

_PAGE: Final = os.sysconf("SC_PAGESIZE")
_FIRST_OPERATIONS: Final = (32, 96)
"""Numbers of operations after which growth is examined for the first and second time."""

_FIRST_SLOW_OPERATIONS: Final = (16, 32)
"""The same for operations that take long because of the suite."""

_BLOCKS: Final = 8
_OPERATIONS_PER_BLOCK: Final = 160
_MIN_OPERATIONS: Final = 48
"""Fewer operations than this do not show whether a resource grows with each of them."""

_MIN_OPERATIONS_PER_BLOCK: Final = 24
_MAX_SECONDS = 6.0
"""Seconds for the first operations."""

_MAX_SECONDS_OF_BLOCKS = 45.0
"""Seconds for the blocks that follow if a resource grows."""

_SECONDS_OF_BLOCKS: Final = 4.0
"""Seconds after which the blocks should have ended, judged by the time of the first operations."""

_SMALL_BLOCKS: Final = 4
"""Blocks in each of which small objects grow."""

_SMALL_OPERATIONS: Final = 1500
"""Operations in all these blocks, unless they take long; a driver may keep a log as long."""

_BYTES_OF_COUNT: Final = 80
"""Bytes of an object that counts notifications, and of its place in a list."""

_SETTLE_SECONDS: Final = 0.1
"""Seconds without a change after which counts are read: threads end after their call."""

_MAX_SETTLE_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class _Resource:
    """How to examine one resource: its name, its unit and the growth that is permitted.

    ``rate`` is the growth per operation, in the unit, that is regarded as a leak. ``maximum`` is
    the total growth at which the operations stop.
    """

    field: str
    name: str
    unit: int
    rate: float
    maximum: int

    def grown(self, before: ResourceCounts, after: ResourceCounts) -> int:
        """Return the growth in the unit."""
        difference: int = getattr(after, self.field) - getattr(before, self.field)
        return difference // self.unit

    def leaked(self, before: ResourceCounts, after: ResourceCounts, operations: int) -> int:
        """Return the growth if it is that of a leak, otherwise 0."""
        grown = self.grown(before, after)
        return grown if grown >= max(1, self.rate * operations) else 0


_RESOURCES: Final = (
    _Resource("descriptors", "open descriptors", 1, 0.05, 4096),
    _Resource("threads", "threads", 1, 0.05, 300),
    _Resource("processes", "processes", 1, 0.05, 40),
    _Resource("shared_memory_files", "shared-memory files", 1, 0.5, 4096),
    _Resource("temporary_files", "temporary files", 1, 0.5, 4096),
    _Resource("mappings", "mappings", 1, 0.05, 8192),
    _Resource("memory", "pages of private memory", _PAGE, 0.2, (384 << 20) // _PAGE),
    _Resource("address_space", "pages of address space", _PAGE, 0.5, (16 << 30) // _PAGE),
)


_SMALL_OBJECTS: Final = (
    _Resource("memory", "bytes of private memory", 1, 64, 1 << 40),
    _Resource("objects", "Python objects", 1, 0.9, 1 << 40),
)
"""Objects are counted, too, because they grow within memory that Python has already taken."""


class GrowthMeter:
    """Runs an operation many times and examines the resources of the driver's process."""

    def __init__(
        self, context: CheckContext, operation: Callable[[], object], *, slow: bool = False
    ) -> None:
        self._context = context
        self._operation = operation
        self._numbers = _FIRST_SLOW_OPERATIONS if slow else _FIRST_OPERATIONS
        self._callbacks: list[NotificationCount] = []
        self._done = 0
        self._seconds = 0.0

    def leaks(self, subject: str) -> Iterator[Finding]:
        """Run the operation, which ``subject`` names, and yield a finding on a leaked resource.

        ``SkipCheck`` ends the check as not applicable if the operations take so long that too few
        of them can be made, or if the resources of the process cannot be counted.
        """
        self._prepare(self._numbers[0] // 2)
        driver = self._context.driver
        before, first = settled_resources(driver), self._done
        deadline = time.monotonic() + _MAX_SECONDS
        for operations in self._numbers:
            self._run(operations, deadline - time.monotonic())
            done = self._done - first
            after = settled_resources(driver, before)
            growths = {each: each.leaked(before, after, done) for each in _RESOURCES}
            if growing := {each: grown for each, grown in growths.items() if grown}:
                # The blocks must neither exhaust a resource nor take too long.
                sizes = [
                    self._maximum(each) * done // grown // (_BLOCKS + 2)
                    for each, grown in growing.items()
                ]
                in_time = int(_SECONDS_OF_BLOCKS / self._seconds * self._done / _BLOCKS)
                in_time = max(_MIN_OPERATIONS_PER_BLOCK, in_time)
                size = max(4, min(_OPERATIONS_PER_BLOCK, in_time, *sizes))
                yield from self._confirmed(subject, [*growing], _BLOCKS, size)
                return
        self._require(self._done - first, _MIN_OPERATIONS, subject)

    def small_leaks(self, subject: str, operations: int) -> Iterator[Finding]:
        """Run ``operations`` in blocks; yield a finding on what grows in each of them.

        Objects of this size show only after many operations. ``leaks`` finds larger ones sooner.
        """
        with collected_counts() as self._callbacks:
            self._prepare(operations // 2)
            growing = [*_RESOURCES, *_SMALL_OBJECTS]
            seconds_per_block = self._seconds / self._done * operations
            in_time = int(_MAX_SECONDS_OF_BLOCKS / 3 / seconds_per_block)
            wanted = math.ceil(_SMALL_OPERATIONS / operations)
            blocks = max(_SMALL_BLOCKS, min(in_time, wanted))
            yield from self._confirmed(subject, growing, blocks, operations)

    def _prepare(self, operations: int) -> None:
        self._operation()  # creates what later operations share; its time does not count
        self._run(operations, _MAX_SECONDS)
        release_free_memory()
        gc.freeze()  # the collections before each count need not visit the objects of other cases

    def _confirmed(
        self, subject: str, growing: list[_Resource], blocks: int, per_block: int
    ) -> Iterator[Finding]:
        """Yield a finding on the first resource that grows in each of the following blocks."""
        driver = self._context.driver
        start = before = self._counted(settled_resources(driver, settled_resources(driver)))
        first = self._done
        deadline = time.monotonic() + _MAX_SECONDS_OF_BLOCKS
        for _ in range(blocks):
            done = self._done
            self._run(per_block, deadline - time.monotonic())
            self._require(self._done - done, per_block, subject)
            after = self._counted(settled_resources(driver, before))
            growing = [each for each in growing if each.leaked(before, after, per_block)]
            before = after
            if not growing:
                return
        done = self._done - first
        grown = growing[0].grown(start, before)
        self._context.details["growth"] = {
            name: getattr(before, name) - getattr(start, name) for name in before._fields
        }
        yield Finding(
            VerdictKind.LEAK,
            "",
            f"{done} times {subject}: the driver's process has {grown} more {growing[0].name} than "
            f"before, {grown / done:.2f} for each, and their number kept growing; everything that "
            "an operation uses must be released after it",
        )

    def _counted(self, counts: ResourceCounts) -> ResourceCounts:
        """Add the number of objects in this process, except those that count notifications."""
        number = 0 if self._context.driver.process is not None else len(self._callbacks)
        memory = counts.memory - _BYTES_OF_COUNT * number
        return counts._replace(objects=counts.objects - number, memory=memory)

    @staticmethod
    def _require(done: int, needed: int, subject: str) -> None:
        if done < needed:
            reason = (
                f"only {done} times {subject} were possible in the time for this check; {needed} "
                "are needed to see whether resources are released"
            )
            not_applicable(reason)

    def _run(self, count: int, seconds: float) -> None:
        start = time.monotonic()
        for _ in range(count):
            self._operation()
            self._done += 1
            if time.monotonic() > start + seconds:
                break
        self._seconds += time.monotonic() - start

    def _maximum(self, resource: _Resource) -> int:
        if resource.field != "descriptors":
            return resource.maximum
        pid = self._context.driver.pid
        counts = count_resources(pid)
        used = 0 if counts is None else counts.descriptors
        return max(16, min(resource.maximum, (descriptor_limit(pid) - used) // 2))


def _collected_resources(driver: Driver) -> ResourceCounts:
    """Return the resources after the driver has released the objects that no client uses."""
    release_free_memory()
    objects = driver_calls.call_driver("free", driver.collect_garbage)
    counts = driver.resource_counts()
    if counts is None:
        not_applicable("the resources of the driver's process are not readable")
    return counts._replace(objects=objects)


def settled_resources(driver: Driver, before: ResourceCounts | None = None) -> ResourceCounts:
    """Return the resources after waiting for those that are still above ``before`` to fall.

    ``SkipCheck`` is raised if the process has ended.
    """
    counts, changed = _collected_resources(driver), time.monotonic()
    deadline = changed + _MAX_SETTLE_SECONDS
    if before is None:
        return counts
    while any(map(int.__gt__, counts[:3], before[:3])) and time.monotonic() < deadline:
        time.sleep(_SETTLE_SECONDS / 5)
        current = _collected_resources(driver)
        if current[:3] != counts[:3]:
            changed = time.monotonic()
        elif time.monotonic() - changed > _SETTLE_SECONDS:
            return current
        counts = current
    return counts

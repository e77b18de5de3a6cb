"""Faults of drivers with fixed-size tables of objects."""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Thread
from typing import Any

from conformance.bursts import PreparedModelExecutor
from conformance.hal import FencedExecutionCallback, SharedMemory, content_of
from tests.faults.domain_devices import allocation
from tests.faults.drivers import (
    DONE,
    FAILED,
    FAILURE,
    NONE,
    NewestDevice,
    StoringCallback,
    changed,
    device,
    info,
    model,
    prepared,
)
from tests.faults.row import table
from tests.sample_drivers.caching.caching_driver import CachingDriver


def models_in(count: int, base: type | None = None) -> type:
    """Return a driver with so many places for the constants of models of one structure."""
    places: dict[Any, list[Any]] = {}

    def create(me: Any, right: Any, *more: Any) -> None:
        right(*more)
        me.place = places.setdefault(me.model.main, []), len(places[me.model.main]) % count
        places[me.model.main].append(me.right)

    def execute(me: Any, right: Any, *more: Any) -> Any:
        made, place = me.place
        return made[place::count][-1].execute_synchronously(*more)

    kind = model(__init__=create, execute_synchronously=execute)
    return device(base or device(), prepared=kind)


def compiled_by_pool_sizes() -> type:
    """Return a driver that finds an earlier compilation without comparing the content of pools."""
    compiled: dict[Any, Any] = {}

    def prepare(_: Any, right: Any, made: Any, *more: Any) -> Any:
        key = made.main, made.operand_values, tuple(pool.size for pool in made.pools)
        if key not in compiled:
            compiled[key] = tuple(SharedMemory(initial=content_of(pool)) for pool in made.pools)
        return right(replace(made, pools=compiled[key]), *more)

    return device(prepare_model=prepare)


def bursts_in(count: int) -> type:
    """Return a driver with so many places for bursts; an older burst in a place fails."""
    made: list[Any] = []

    def run(me: Any, right: Any, *more: Any, **named: Any) -> Any:
        newest = made[made.index(me) :: count][-1]
        return right(*more, **named) if newest is me else FAILED

    kind = changed(PreparedModelExecutor, run=run)

    def create(me: Any, _: Any) -> Any:
        made.append(kind(me))
        return made[-1]

    return prepared(executor=create)


def buffers_in(count: int) -> type:
    """Return a driver with so many tokens, which it assigns in turn."""
    number = iter(range(10**6))

    def allocate(me: Any, right: Any, *more: Any) -> Any:
        status, found, token = right(*more)
        if found is not None:
            buffers = me._buffers._buffers
            del buffers[token]
            token = found.token = next(number) % count + 1
            buffers[token] = found
        return status, found, token

    return allocation(allocate)


class Waiting(FencedExecutionCallback):
    """A fenced execution that starts in a worker."""

    answer: Any = info(FAILURE)

    def get_execution_info(self) -> Any:
        return self.answer


def pending_in(count: int) -> type:
    """Return a driver with so many places for pending executions; more than these fail."""
    running: list[Any] = []

    def execute(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
        status, fence, callback = right(request, wait_for, *more)
        if fence is None:
            return status, fence, callback
        running[:] = [each for each in running if each.wait(0).name == "ACTIVE"]
        if len(running) >= count:
            fence.fail()
            return status, fence, Waiting()
        running.append(fence)
        return status, fence, callback

    return prepared(execute_fenced=execute)


def launches_in(count: int) -> type:
    """Return a driver with so many places for launched executions, of 0.3 s; it runs no others."""
    running: list[StoringCallback] = []

    def execute(me: Any, right: Any, *more: Any) -> Any:
        *arguments, callback = more
        if len(running) >= count:
            callback.notify(*DONE)
            return NONE
        stored = StoringCallback()
        running.append(stored)

        def finish() -> None:
            stored.notified.wait(5)
            time.sleep(0.3)
            running.remove(stored)
            callback.notify(*stored.arguments)

        Thread(target=finish, daemon=True).start()
        return right(*arguments, stored)

    return prepared(execute=execute)


def retrieved_in(count: int) -> type:
    """Return a driver that finds an older model of the same structure after so many retrievals."""
    made: list[Any] = []

    def deserialize(me: Any, right: Any, contents: Any) -> Any:
        found = right(contents)
        similar = [each for each in made if each.main == found.main]
        made.append(found)
        return similar[-count] if len(similar) >= count else found

    return changed(CachingDriver, deserialize=deserialize)


_MODELS = "many_objects.prepared_models"

FAULTS = table(
    ("The constants of models of one structure have 16 places", _MODELS, models_in(16)),
    ("The constants of models of one structure have 64 places", _MODELS, models_in(64)),
    ("The constants of models of one structure have 64 places, in a driver of AIDL_V4", _MODELS, models_in(64, NewestDevice)),
    ("Models whose pools differ only in content are compiled once", _MODELS, compiled_by_pool_sizes()),
    ("A driver has places for 16 bursts", "many_objects.bursts", bursts_in(16)),
    ("A driver has 64 tokens, and assigns them again", "many_objects.driver_buffers", buffers_in(64)),
    ("A driver has places for 16 pending executions, and fails more", "many_objects.pending_executions", pending_in(16)),
    ("A driver has places for 64 pending executions, and fails more", "many_objects.pending_executions", pending_in(64)),
    ("A driver has places for 16 executions in progress, and does not run more", "many_objects.asynchronous_executions", launches_in(16)),
    ("A retrieved model has the constants of an older one after 16 retrievals", "many_objects.retrieved_models", retrieved_in(16)),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row

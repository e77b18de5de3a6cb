"""The reference driver with one wrong answer: an object of ``wrong_objects`` replaces a part of it.

The model selects the part and the object: bytes 4 to 12 of its constants hold the numbers of both.
The selection therefore also works in a child process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from conformance.hal import (
    ErrorStatus,
    Fence,
    FencedExecutionCallback,
    SyncFence,
)
from tests.faults.drivers import FaultyDevice, FaultyPreparedModel, changed
from tests.sample_drivers.adder_driver import add_example
from tests.sample_drivers.wrong_objects import NAMES, OBJECTS, Raise

Place = tuple[str | int, ...]
"""A call and the path to a part of its answer: indexes of tuples and names of fields."""

QUERIES: dict[Place, str] = {
    ("name",): "driver_name",
    ("get_version_string",): "version_string",
    ("get_version_string", 1): "version_string",
    ("get_type",): "device_type",
    ("get_type", 0): "device_type",
    ("get_type", 1): "device_type",
    ("get_status",): "device_status",
    ("get_capabilities",): "capabilities",
    ("get_capabilities", 1): "capabilities",
    ("get_capabilities", 1, "operand_performance"): "capabilities",
    ("get_capabilities", 1, "if_performance"): "capabilities",
    ("get_capabilities", 1, "if_performance", "exec_time"): "capabilities",
    ("get_supported_extensions",): "extensions",
    ("get_supported_extensions", 1): "extensions",
    ("get_supported_extensions", 1, 0): "extensions",
    ("get_supported_extensions", 1, 0, "name"): "extensions",
    ("get_supported_extensions", 1, 0, "operand_types"): "extensions",
    ("get_number_of_cache_files_needed",): "cache_file_counts",
    ("get_number_of_cache_files_needed", 0): "cache_file_counts",
    ("get_number_of_cache_files_needed", 1): "cache_file_counts",
}
"""Answers to queries, each with the check of ``queries`` that makes the query."""

_RESULTS: tuple[Place, ...] = (
    (0,),
    (1,),
    (1, 0),
    (1, 0, "dimensions"),
    (2,),
    (2, "time_on_device"),
)
PATHS: dict[str, Sequence[Place]] = {
    "sync-fast-timed": (
        ("get_supported_operations",),
        ("get_supported_operations", 0),
        ("get_supported_operations", 1),
        ("get_supported_operations", 1, 0),
        ("prepare_model",),
        ("prepared", 0),
        ("prepared", 1),
        ("execute_synchronously",),
        *(("execute_synchronously", *part) for part in _RESULTS),
        ("execute_synchronously", 1, 0, "dimensions", 0),
        ("execute_synchronously", 1, 0, "is_sufficient"),
    ),
    "async-fast-timed": (("execute",), *(("executed", *part) for part in _RESULTS)),
    "fenced-fast-timed": (
        *((("execute_fenced", *part)) for part in ((), (0,), (1,), (2,))),
        *((("get_execution_info", *part)) for part in ((), (0,), (1,), (2,))),
        ("wait",),
        ("fileno",),
    ),
    "burst-fast": tuple(("configure_execution_burst", *part) for part in ((), (0,), (1,))),
}
"""Answers that occur during an execution path."""
PLACES: list[Place] = list(dict.fromkeys([*QUERIES, *(p for path in PATHS.values() for p in path)]))


def spoiling(place: Place, name: str) -> Any:
    """Return an example for which ``Spoiler`` replaces the answer ``place`` by the object."""
    example = add_example()
    numbers = np.array([PLACES.index(place), NAMES.index(name)], "<i4").tobytes()
    values = example.model.operand_values + numbers
    return replace(example, model=replace(example.model, operand_values=values))


def replaced(answer: Any, path: Sequence[str | int], make: Callable[[], Any]) -> Any:
    """Return an answer with a new object in place of the part that a path names; or raise it."""
    if not path:
        made = make()
        if type(made) is Raise:
            raise made.error()
        return made
    first, *rest = path
    if isinstance(first, str):
        return replace(answer, **{first: replaced(getattr(answer, first), rest, make)})
    parts = list(answer)
    parts[first] = replaced(parts[first], rest, make)
    return tuple(parts)


class Selection:
    """The part that is replaced, and the function that creates or raises the object."""

    place: Place = ("",)
    make: Callable[[], Any]

    def read(self, model: Any) -> None:
        """Read the selection from a model."""
        if len(model.operand_values) == 12:
            place, name = np.frombuffer(model.operand_values[4:], "<i4")
            self.place, self.make = PLACES[place], OBJECTS[NAMES[name]]


SELECTED = Selection()


def spoiled(call: str, answer: Any) -> Any:
    """Return the answer of a call, with the object if a part of it is selected."""
    return (
        replaced(answer, SELECTED.place[1:], SELECTED.make) if call == SELECTED.place[0] else answer
    )


def answers(*calls: str) -> dict[str, Callable[..., Any]]:
    """Return the methods of these names, whose answers may be spoiled."""
    return {
        call: lambda _, right, *arguments, call=call: spoiled(call, right(*arguments))
        for call in calls
    }


class Callback:
    """Notifies a callback of spoiled arguments."""

    def __init__(self, right: Any) -> None:
        self.right = right

    def notify(self, *arguments: Any) -> None:
        self.right.notify(*spoiled("prepared", arguments))


class Info(FencedExecutionCallback):
    def __init__(self, right: FencedExecutionCallback) -> None:
        self.right = right

    def get_execution_info(self) -> Any:
        return spoiled("get_execution_info", self.right.get_execution_info())


class SignaledFence(Fence):
    def __init__(self) -> None:
        self.right = SyncFence.signaled()

    def wait(self, timeout_ms: int) -> Any:
        return spoiled("wait", self.right.wait(timeout_ms))

    def fileno(self) -> Any:
        return spoiled("fileno", self.right.fileno())


def queried(_: Any, right: Any, model: Any) -> Any:
    SELECTED.read(model)
    return spoiled("get_supported_operations", right(model))


def prepares(_: Any, right: Any, model: Any, *more: Any) -> Any:
    SELECTED.read(model)
    return spoiled("prepare_model", right(model, *more[:-1], Callback(more[-1])))


def executes(me: Any, _: Any, *arguments: Any) -> Any:
    arguments[-1].notify(*spoiled("executed", me.right.execute_synchronously(*arguments[:-1])))
    return spoiled("execute", ErrorStatus.NONE)


def executes_fenced(_: Any, right: Any, *arguments: Any) -> Any:
    status, _fence, info = right(*arguments)
    return spoiled("execute_fenced", (status, SignaledFence(), Info(info)))


Spoiler = changed(
    FaultyDevice,
    name=property(lambda _: spoiled("name", "spoiler")),
    prepared=changed(
        FaultyPreparedModel,
        execute=executes,
        execute_fenced=executes_fenced,
        **answers("execute_synchronously", "configure_execution_burst"),
    ),
    get_supported_operations=queried,
    prepare_model=prepares,
    **answers(*(call for call, *_ in QUERIES if call.startswith("get_"))),
)
"""A driver of HAL 1.3 whose one wrong answer the model selects."""

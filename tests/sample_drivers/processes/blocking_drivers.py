"""Drivers that crash or hang in one call of the interface; opened as ``ACT_in_CALL``."""

from __future__ import annotations

from conformance.driver_sdk.prepared_models import ReusableExecution
from conformance.hal import BurstContext, FencedExecutionCallback
from tests.faults.drivers import (
    NewestDevice,
    changed,
    device,
    executor,
    model,
    newest_device,
    prepared,
    result,
)
from tests.sample_drivers.processes.misbehaving_drivers import ACTS

QUERIES = (
    "get_version_string",
    "get_type",
    "get_status",
    "get_capabilities",
    "get_supported_extensions",
    "get_number_of_cache_files_needed",
    "get_supported_operations",
    "prepare_model",
)
EXECUTIONS = (
    "execute",
    "execute_synchronously",
    "execute_fenced",
    "configure_execution_burst",
)
NEWEST = (
    "prepare_model_with_config",
    "execute_synchronously_with_config",
    "execute_fenced_with_config",
    "create_reusable_execution",
    "reusable",
    "reusable_fenced",
)
"""Calls of AIDL_V4; the last two are those of a reusable execution."""


class Context(BurstContext):
    """A burst whose ``free_memory`` runs ``act``."""

    def __init__(self, right, act):
        self.right = right
        self.act = act

    def free_memory(self, slot):
        self.act()


class Info(FencedExecutionCallback):
    """A callback whose query runs ``act``."""

    def __init__(self, act):
        self.act = act

    def get_execution_info(self):
        self.act()


def driver(act, place):
    """The reference, but for one call."""

    def call(*_):
        act()

    if place in QUERIES:
        return device(**{place: call})
    if place == "prepare_model_with_config":
        return device(NewestDevice, prepare_model_with_config=call)
    if place in ("reusable", "reusable_fenced"):
        name = "execute_synchronously" if place == "reusable" else "execute_fenced"
        return newest_device(changed(ReusableExecution, **{name: call}))
    if place in NEWEST:
        return newest_device(model(**{place: call}))
    if place == "info":
        return prepared(execute_fenced=result(lambda s, fence, it: (s, fence, it and Info(act))))
    if place == "free_memory":
        return prepared(configure_execution_burst=result(lambda s, it: (s, Context(it, act))))
    return executor(execute=call) if place == "burst" else prepared(**{place: call})


ACTING_CALLS = (*QUERIES, *EXECUTIONS, *NEWEST, "info", "free_memory", "burst")
for _place in ACTING_CALLS:
    for _act in ("sleep", "segfault"):
        globals()[f"{_act}_in_{_place}"] = driver(ACTS[_act], _place)

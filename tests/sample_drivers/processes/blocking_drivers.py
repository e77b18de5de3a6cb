"""Drivers that crash or hang in one call of the interface; opened as ``ACT_in_CALL``."""

from __future__ import annotations

from conformance.bursts import PreparedModelExecutor
from conformance.driver_sdk.prepared_models import ReusableExecution
from conformance.hal import BurstContext, FencedExecutionCallback
from tests.faults.drivers import (
    FaultyDevice,
    FaultyPreparedModel,
    NewestDevice,
    newest_device,
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


class ActingProxy:
    """Wraps an object that the driver returns; one of its methods runs ``act`` instead."""

    def __init__(self, right, act):
        self.right = right
        self.act = act


class Context(ActingProxy, BurstContext):
    def free_memory(self, slot):
        self.act()


class Info(ActingProxy, FencedExecutionCallback):
    def get_execution_info(self):
        self.act()


def in_info(act):
    def execute_fenced(self, *arguments):
        status, fence, info = self.right.execute_fenced(*arguments)
        return status, fence, info and Info(info, act)

    return type("Model", (FaultyPreparedModel,), {"execute_fenced": execute_fenced})


def in_free_memory(act):
    def configure_execution_burst(self, *arguments):
        status, context = FaultyPreparedModel.configure_execution_burst(self, *arguments)
        return status, Context(context, act)

    return type(
        "Model", (FaultyPreparedModel,), {"configure_execution_burst": configure_execution_burst}
    )


def in_burst(act):
    class Executor(PreparedModelExecutor):
        def execute(self, request):
            act()

    return type("Model", (FaultyPreparedModel,), {"executor": lambda self: Executor(self)})


def driver(act, place):
    """The reference, but for one call."""

    def acting_method(self, *arguments):
        act()

    if place in QUERIES:
        return type("Driver", (FaultyDevice,), {place: acting_method})
    if place == "prepare_model_with_config":
        return type("Driver", (NewestDevice,), {place: acting_method})
    if place in ("reusable", "reusable_fenced"):
        call = "execute_synchronously" if place == "reusable" else "execute_fenced"
        return newest_device(type("Execution", (ReusableExecution,), {call: acting_method}))
    if place in NEWEST:
        return newest_device(type("Model", (FaultyPreparedModel,), {place: acting_method}))
    if place in EXECUTIONS:
        model = type("Model", (FaultyPreparedModel,), {place: acting_method})
    else:
        model = {"info": in_info, "free_memory": in_free_memory, "burst": in_burst}[place](act)
    return type("Driver", (FaultyDevice,), {"prepared": model})


ACTING_CALLS = (*QUERIES, *EXECUTIONS, *NEWEST, "info", "free_memory", "burst")
for _place in ACTING_CALLS:
    for _act in ("sleep", "segfault"):
        globals()[f"{_act}_in_{_place}"] = driver(ACTS[_act], _place)

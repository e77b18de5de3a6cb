"""A driver that returns or raises a hostile object in one answer.

The model selects the answer and the object: bytes 4 to 12 of its constants hold the numbers of
both. The selection therefore also works in a child process.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np

from conformance.hal import (
    BurstContext,
    Capabilities,
    DeviceStatus,
    Extension,
    ExtensionOperandType,
    Fence,
    FencedExecutionCallback,
    OperandPerformance,
    OutputShape,
    PerformanceInfo,
    SyncFence,
    Timing,
    Version,
)
from tests.sample_drivers.adder_driver import Adder, AdderPreparedModel, add_example
from tests.sample_drivers.wrong_objects import NAMES, NONE, OBJECTS, Raise


class Burst(BurstContext):
    def __init__(self, driver):
        self.driver = driver

    def free_memory(self, slot):
        return self.driver.spoiled("result of free_memory", None)


class Info(FencedExecutionCallback):
    def __init__(self, driver):
        self.driver = driver

    def get_execution_info(self):
        spoiled = self.driver.spoiled
        times = spoiled("time since launch", Timing()), spoiled("time since fences", Timing())
        return spoiled("execution info", (spoiled("info status", NONE), *times))


class SpoiledFence(Fence):
    """A signalled fence."""

    def __init__(self, driver):
        self.driver = driver
        self.right = SyncFence.signaled()

    def wait(self, timeout_ms):
        return self.driver.spoiled("fence state", self.right.wait(timeout_ms))

    def fileno(self):
        return self.driver.spoiled("fence descriptor", self.right.fileno())


class Model(AdderPreparedModel):
    def shapes(self):
        shape = OutputShape(
            self.driver.spoiled("dimensions", (self.driver.spoiled("a dimension", 2), 2)),
            self.driver.spoiled("sufficiency", True),
        )
        return self.driver.spoiled("shapes", (self.driver.spoiled("a shape", shape),))

    def timing(self):
        spoiled = self.driver.spoiled
        return spoiled("timing", Timing(spoiled("a time", (1 << 64) - 1), (1 << 64) - 1))

    def execute_synchronously(self, request, measure, deadline, loop_timeout_duration):
        status = self.driver.spoiled("status", self.run(request))
        return self.driver.spoiled("execution", (status, self.shapes(), self.timing()))

    def execute(self, request, measure, deadline, loop_timeout_duration, callback):
        status = self.driver.spoiled("status", self.run(request))
        callback.notify(status, self.shapes(), self.timing())
        return self.driver.spoiled("launch", NONE)

    def execute_fenced(self, request, *arguments):
        self.run(request)
        spoiled = self.driver.spoiled
        fence = spoiled("fence", SpoiledFence(self.driver))
        return spoiled(
            "fenced execution", (spoiled("status", NONE), fence, spoiled("info", Info(self.driver)))
        )

    def configure_execution_burst(self, callback, requests, results):
        burst = self.driver.spoiled("burst", Burst(self.driver))
        status = self.driver.spoiled("status", NONE)
        return self.driver.spoiled("configuration", (status, burst))


class Spoiler(Adder):
    """A correct ADD driver except for the one answer that the model selects."""

    prepared = Model
    place = ""
    make: Any = staticmethod(lambda: None)

    def spoiled(self, place, right):
        if place != self.place:
            return right
        made = self.make()
        if type(made) is Raise:
            raise made.error()
        return made

    def read(self, model):
        place, name = np.frombuffer(model.operand_values[4:12], "<i4")
        self.place, self.make = PLACES[place], OBJECTS[NAMES[name]]

    @property
    def name(self):
        return self.spoiled("name", "spoiler")

    @property
    def version(self):
        return self.spoiled("version", Version.V1_3)

    def get_version_string(self):
        return self.spoiled("version string", (NONE, self.spoiled("version text", "1")))

    def get_type(self):
        right = super().get_type()[1]
        return self.spoiled(
            "type", (self.spoiled("type status", NONE), self.spoiled("kind", right))
        )

    def get_status(self):
        return self.spoiled("device status", DeviceStatus.AVAILABLE)

    def get_capabilities(self):
        one = PerformanceInfo(self.spoiled("a figure", 1.0), 1.0)
        listed = self.spoiled("operand performance", (OperandPerformance(3, one),))
        capabilities = Capabilities(one, one, listed, one, self.spoiled("performance", one))
        return self.spoiled("capabilities", (NONE, self.spoiled("capability value", capabilities)))

    def get_supported_extensions(self):
        one = Extension(
            self.spoiled("extension name", "a.b"),
            self.spoiled("extension types", (ExtensionOperandType(1, True, 4),)),
        )
        listed = self.spoiled("extension list", [self.spoiled("an extension", one)])
        return self.spoiled("extensions", (NONE, listed))

    def get_number_of_cache_files_needed(self):
        count = self.spoiled("cache count", 0)
        return self.spoiled("cache files", (self.spoiled("cache status", NONE), count, 0))

    def get_supported_operations(self, model):
        self.read(model)
        flags = self.spoiled("flags", [self.spoiled("a flag", True)])
        return self.spoiled("supported", (self.spoiled("supported status", NONE), flags))

    def decline_reasons(self, model):
        return self.spoiled("reasons", [None])

    def prepare_model(self, model, *arguments):
        self.read(model)
        prepared = self.spoiled("prepared model", Model(self, model))
        arguments[-1].notify(self.spoiled("callback status", NONE), prepared)
        return self.spoiled("prepare status", NONE)


QUERIES = {
    "name": "driver_name",
    "version": "repeated_queries",
    "version string": "version_string",
    "version text": "version_string",
    "type": "device_type",
    "type status": "device_type",
    "kind": "device_type",
    "device status": "device_status",
    "a figure": "capabilities",
    "operand performance": "capabilities",
    "performance": "capabilities",
    "capabilities": "capabilities",
    "capability value": "capabilities",
    "extension name": "extensions",
    "extension types": "extensions",
    "extension list": "extensions",
    "an extension": "extensions",
    "extensions": "extensions",
    "cache count": "cache_file_counts",
    "cache files": "cache_file_counts",
    "cache status": "cache_file_counts",
}
"""Answers to device queries, each with the check of ``queries`` that makes the query."""

PATHS = {
    "sync-fast": (
        "supported",
        "supported status",
        "flags",
        "a flag",
        "prepared model",
        "callback status",
        "prepare status",
        "execution",
        "status",
        "shapes",
        "a shape",
        "dimensions",
        "a dimension",
        "sufficiency",
        "timing",
        "a time",
    ),
    "async-fast": ("launch", "status", "shapes", "a shape", "dimensions", "timing", "a time"),
    "fenced-fast": (
        "fenced execution",
        "status",
        "fence",
        "info",
        "fence state",
        "fence descriptor",
        "execution info",
        "info status",
        "time since launch",
        "time since fences",
    ),
    "burst-fast": ("configuration", "status", "burst"),
}
"""Answers that occur during an execution path."""

PLACES = list(dict.fromkeys([*QUERIES, *itertools.chain(*PATHS.values()), "reasons"]))
PLACES.append("result of free_memory")


def spoiling(place, name):
    """Return an example for which ``Spoiler`` replaces answer ``place`` with object ``name``."""
    example = add_example()
    numbers = np.array([PLACES.index(place), NAMES.index(name)], "<i4").tobytes()
    values = example.model.operand_values + numbers
    return replace(example, model=replace(example.model, operand_values=values))

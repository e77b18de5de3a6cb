"""Fixtures of the dump tests: a folder with small cases and drivers that fail them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.conftest import SMALL, UserFolder

DRIVERS = """
import os
import threading
import time

import numpy as np

from conformance.hal import ErrorStatus, OperationType
from conformance.reference import ReferenceDevice


class Faulty(ReferenceDevice):
    name = "faulty"

    def floor(self, x):
        return np.rint(x)

    def compile_call(self, call):
        if call.definition.type == OperationType.FLOOR:
            return lambda inputs: [self.floor(inputs[0])]
        return super().compile_call(call)


class Raises(Faulty):
    name = "raises"

    def get_supported_operations(self, model):
        raise KeyError("no table")


class Declines(ReferenceDevice):
    name = "declines"

    def supported_operations(self, model):
        return [o.type != OperationType.FLOOR for o in model.main.operations]


class Dies(Faulty):
    name = "dies"

    def compile_call(self, call):
        if call.definition.type == OperationType.FLOOR and call.shape("input") == (3,):
            os._exit(7)
        return ReferenceDevice.compile_call(self, call)


class Spoils(ReferenceDevice):
    name = "spoils"

    def get_supported_operations(self, model):
        for pool in model.pools:
            with pool.view() as view:
                view[0] ^= 255
        return super().get_supported_operations(model)


class WritesLate(ReferenceDevice):
    name = "writes late"
    before = None

    def get_supported_operations(self, model):
        if self.before is not None:
            pool, location = self.before
            self.before = None
            with pool.view() as view:
                view[location.offset] ^= 255
        return super().get_supported_operations(model)

    def prepare_model(self, model, *arguments):
        device, callback = self, arguments[-1]

        class Listener:
            def notify(self, status, prepared):
                if prepared is not None:
                    original = prepared.execute_synchronously

                    def execute_synchronously(request, *rest):
                        device.before = (request.pools[-1], request.outputs[0].location)
                        return original(request, *rest)

                    prepared.execute_synchronously = execute_synchronously
                callback.notify(status, prepared)

        return super().prepare_model(model, *arguments[:-1], Listener())
"""


@pytest.fixture
def folder(tmp_path: Path, spec_cache: Path) -> UserFolder:
    """Return a folder with the drivers and four small cases.

    The driver ``FaultyKernelDevice`` fails the three cases of FLOOR.
    """
    made = UserFolder(tmp_path, spec_cache)
    made.write("mine/small.mod.py", SMALL)
    made.write("drivers.py", DRIVERS)
    return made

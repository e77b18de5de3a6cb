"""Fixtures of the dump tests: a folder with small cases and drivers that fail them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.conftest import DRIVERS as PLAIN
from tests.plugin.conftest import SMALL, UserFolder

DRIVERS = f"""{PLAIN}


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

    The driver ``Rounds`` fails the three cases of FLOOR.
    """
    made = UserFolder(tmp_path, spec_cache)
    made.write("mine/small.mod.py", SMALL)
    made.write("drivers.py", DRIVERS)
    return made

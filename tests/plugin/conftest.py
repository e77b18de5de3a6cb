"""Fixtures that run pytest as a user does: in a separate process and in a user's folder."""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.whole_runs import run_in_new_interpreter, run_pytest

SMALL = """
def floor(name, dims, data, result):
    x = Input("x", ("TENSOR_FLOAT32", dims)).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", dims))
    model = Model(name).Operation("FLOOR", x).To(y)
    Example({x: data, y: result}, model=model)

floor("one", [1], [1.75], [1])
floor("three", [3], [-1.25, 0.75, 2], [-2, 0, 2])
floor("four", [2, 2], [0.5, 1.5, -0.5, -1.5], [0, 1, -1, -2])

x = Input("x", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [2]))
Example({x: [-1, 1], y: [0, 1]}, model=Model("relu").Operation("RELU", x).To(y))
"""
"""Four cases: FLOOR of one, three and four elements, and RELU."""

DRIVERS = """
import os
import sys

import numpy as np

from conformance.hal import OperationType, Version
from conformance.reference import ReferenceDevice


class Rounds(ReferenceDevice):
    name = "rounds"

    def compile_call(self, call):
        if call.definition.type == OperationType.FLOOR:
            return lambda inputs: [np.rint(inputs[0])]
        return super().compile_call(call)


class FloorOnly(ReferenceDevice):
    name = "floor only"

    def supported_operations(self, model):
        return [o.type == OperationType.FLOOR for o in model.main.operations]


class Dies(ReferenceDevice):
    name = "dies"

    def compile_call(self, call):
        if call.definition.type == OperationType.FLOOR and call.shape("input") == (3,):
            os._exit(7)
        return super().compile_call(call)


class Prints(ReferenceDevice):
    name = "prints"

    def compile_call(self, call):
        print("chatter on stdout")
        print("chatter on stderr", file=sys.stderr)
        os.write(1, b"chatter on the descriptor\\n")
        return super().compile_call(call)


class RaisesWhenAsked(ReferenceDevice):
    name = "raises when asked"

    def get_supported_operations(self, model):
        if model.main.operations[0].type == OperationType.FLOOR:
            raise KeyError("no table for FLOOR")
        return super().get_supported_operations(model)


class Old(ReferenceDevice):
    name = "old"

    def __init__(self):
        super().__init__(Version.V1_0)


class Broken(ReferenceDevice):
    def __init__(self):
        raise OSError("no such accelerator")


class Leaves(ReferenceDevice):
    def __init__(self):
        sys.exit("the accelerator is in use")


def nothing():
    return None


def text():
    return "a driver"


number = 7
"""


@dataclass(frozen=True)
class FinishedRun:
    """Exit code and output of a pytest run."""

    code: int
    out: str

    @property
    def summary(self) -> str:
        """The last line of the output, with pytest's counts."""
        return self.out.rstrip().rpartition("\n")[2].strip("= ")

    def count(self, what: str) -> int:
        """Return the number before ``what``, such as "passed", in pytest's last line, else 0."""
        found = re.search(rf"(\d+) {what}\b", self.summary)
        return int(found[1]) if found else 0


class UserFolder:
    """A user's folder, with a cache for compiled specs outside of it.

    A command in the folder may take at most ``timeout`` seconds.
    """

    timeout = 300.0

    def __init__(self, path: Path, cache: Path) -> None:
        self.path = path
        self.cache = cache

    def write(self, name: str, text: str) -> Path:
        """Write a text file to the folder and return its path."""
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        return target

    def command(
        self, line: str, *, new_interpreter: bool = False, join: bool = True, **environment: str
    ) -> FinishedRun:
        """Run the command line ``pytest ...`` in the folder and return its result.

        With ``new_interpreter`` no module of the suite is imported before the run. ``join`` is that
        of ``run_pytest``.
        """
        program, *arguments = shlex.split(line)
        assert program == "pytest"
        # pytest prints longer summary lines if it finds CI variables; the tests expect the others.
        skipped = ("PYTEST_", "COV_", "CI", "BUILD_NUMBER")
        known = {k: v for k, v in os.environ.items() if not k.startswith(skipped)}
        known.update(
            NN_CONFORMANCE_CACHE=str(self.cache),
            COLUMNS="200",
            NO_COLOR="1",
            PYTHONUNBUFFERED="1",
            **environment,
        )
        run = run_in_new_interpreter if new_interpreter else partial(run_pytest, join=join)
        status, out = run(["-p", "no:cacheprovider", *arguments], self.path, known, self.timeout)
        return FinishedRun(status, out)


@pytest.fixture
def folder(tmp_path: Path, spec_cache: Path) -> UserFolder:
    """Return a folder that contains only a small spec and a module of drivers."""
    made = UserFolder(tmp_path, spec_cache)
    made.write("mine/small.mod.py", SMALL)
    made.write("drivers.py", DRIVERS)
    return made

"""A pytest run accepts every result that the contract permits, and rejects all others."""

from __future__ import annotations

import pytest

from tests.plugin.conftest import UserFolder

TIES = """
x = Input("x", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
i = Output("i", ("TENSOR_INT32", [1]))
Example({x: [3, 1, 2, 3, 0, 3], i: [0]}, model=Model("float").Operation("ARGMAX", x, 0).To(i))

q = Input("q", ("TENSOR_QUANT8_ASYMM", [6], 0.5, 128)).ShouldNeverBeInternal()
j = Output("j", ("TENSOR_INT32", [1]))
Example({q: [130, 1, 2, 130, 0, 130], j: [0]}, model=Model("codes").Operation("ARGMAX", q, 0).To(j))

y = Input("y", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
f = Parameter("f", ("TENSOR_FLOAT32", [1]), [4096])
a = Internal("a", ("TENSOR_FLOAT32", [2]))
z = Output("z", ("TENSOR_FLOAT32", [2]))
wide = Model("wide").Operation("MUL", y, f, 0).To(a).Operation("SUB", a, a, 0).To(z)
wide.RelaxedExecution(True)
Example({y: [1, 100], z: [0, 0]}, model=wide)
"""
"""Three models with results that the contract leaves open.

ARGMAX may return the index of any of several equal maxima. In the relaxed model, a driver may
compute with float16, in which 100 * 4096 is infinite and the difference NaN.
"""

DRIVERS = """
import numpy as np

from conformance.hal import OperationType
from tests.sample_drivers.graphs.other_choices import Infinite, LastOfEqual


class Conforming(LastOfEqual, Infinite):
    name = "conforming"

    def chosen(self, call, kernel, inputs):
        def in_half(given):
            return Infinite.chosen(self, call, kernel, given)

        return LastOfEqual.chosen(self, call, in_half, inputs)


class Faulty(LastOfEqual):
    name = "faulty"

    def chosen(self, call, kernel, inputs):
        outputs = super().chosen(call, kernel, inputs)
        if call.definition.type == OperationType.ARGMAX:
            return [outputs[0] - 1]
        return [np.full_like(outputs[0], np.nan)]
"""
"""``Conforming`` makes other permitted choices than the reference driver; ``Faulty`` returns wrong
results.
"""


@pytest.mark.parametrize(
    ("more", "isolate"),
    [
        ("", ""),
        ("--coupling all", "--isolate"),
        ("--paths all", ""),
        pytest.param("", "--isolate", marks=pytest.mark.slow),
        pytest.param("--coupling all", "", marks=pytest.mark.slow),
        pytest.param("--paths all", "--isolate", marks=pytest.mark.slow),
    ],
)
def test_a_conforming_driver_passes(folder: UserFolder, more: str, isolate: str) -> None:
    folder.write("mine/small.mod.py", TIES)
    folder.write("choices.py", DRIVERS)
    done = folder.command(f"pytest --driver choices.py:Conforming {more} {isolate} mine")
    assert (done.code, done.count("passed"), done.count("failed")) == (0, 3, 0), done.out


def test_a_faulty_driver_fails(folder: UserFolder) -> None:
    folder.write("mine/small.mod.py", TIES)
    folder.write("choices.py", DRIVERS)
    done = folder.command("pytest --driver choices.py:Faulty mine")
    assert (done.code, done.count("failed")) == (1, 3), done.out

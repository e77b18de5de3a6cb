"""The verdict on each way in which a driver can refuse a model.

The contract permits a driver to refuse a model that contains unsupported operations; the verdict
is "declined". If the driver reports all operations supported and refuses the model, it fails.
DEVICE_UNAVAILABLE and RESOURCE_EXHAUSTED_* have separate verdicts.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from conformance.cases import load_examples
from conformance.driver_sdk import DriverError
from conformance.drivers import open_driver
from conformance.hal import ErrorStatus, Version
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind

EXAMPLES = Path(__file__).parents[2] / "examples" / "declining"

SPEC = """
for size in (1, 3, 5, 7):
    image = Input("image", ("TENSOR_FLOAT32", [1, 9, 9, 1]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, size, size, 1]), [1.0] * size * size)
    out = Output("out", ("TENSOR_FLOAT32", [1, 10 - size, 10 - size, 1]))
    model = Model("f%d" % size).Operation("CONV_2D", image, weights, [0.0], 2, 1, 1, 0).To(out)
    Example({image: [1.0] * 81, out: [float(size * size)] * (10 - size) ** 2}).AddVariations(
        AllOutputsAsInternalCoverter()).DisableLifeTimeVariation()
"""
"""Four convolutions of images of ones with filters of ones: each result is the filter's area.

The variation appends an ADD to each model.
"""


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """Return the examples of ``SPEC``."""
    folder = tmp_path_factory.mktemp("declining") / "V1_0"
    folder.mkdir()
    (folder / "filters.mod.py").write_text(SPEC)
    return load_examples(folder / "filters.mod.py")


def verdicts(device, examples):
    """Return the verdict of each example by its name."""
    judge = Judge(device)
    outcome = {
        e.name: judge.judge(e, f"V1_0/filters/{e.name}", [ExecutionPath()])[0] for e in examples
    }
    judge.close()
    return outcome


def kinds(device, examples):
    """Return the kind of verdict of each example by its name."""
    return {name: verdict.kind for name, verdict in verdicts(device, examples).items()}


def test_a_driver_that_declines_by_parameters(examples):
    device = open_driver(f"{EXAMPLES}/by_parameters.py:Filters")
    outcome = verdicts(device, examples)
    assert {name: v.kind for name, v in outcome.items() if "internal" not in name} == {
        "filters_f1": VerdictKind.DECLINED,
        "filters_f3": VerdictKind.PASSED,
        "filters_f5": VerdictKind.PASSED,
        "filters_f7": VerdictKind.DECLINED,
    }
    assert outcome["filters_f7"].details["unsupported"] == ["CONV_2D (operation 0)"]
    combined = outcome["filters_f3_all_outputs_as_internal"]
    assert combined.details["unsupported"] == ["ADD (operation 1)"]


def test_a_driver_that_takes_single_operations_only(examples):
    device = open_driver(f"{EXAMPLES}/single_operations.py:Single")
    for name, kind in kinds(device, examples).items():
        assert kind is (VerdictKind.DECLINED if "internal" in name else VerdictKind.PASSED)


class Says(ReferenceDevice):
    """A driver that supports all operations but ends each preparation or execution with an error.

    ``when`` is "prepare" or "execute"; ``status`` is the error.
    """

    def __init__(self, when, status):
        super().__init__(Version.AIDL_V3)
        self.when, self.status = when, status

    def compile_call(self, call):
        if self.when == "prepare":
            raise DriverError(self.status, "refused as configured")

        def kernel(inputs):
            raise DriverError(self.status, "refused as configured")

        return kernel


@pytest.mark.parametrize("when", ["prepare", "execute"])
@pytest.mark.parametrize(
    ("status", "kind", "rule"),
    [
        (ErrorStatus.DEVICE_UNAVAILABLE, VerdictKind.UNAVAILABLE, "device.available"),
        (ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT, VerdictKind.NO_RESOURCES, "resources.available"),
        (ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT, VerdictKind.TOO_LARGE, "resources.available"),
        (ErrorStatus.GENERAL_FAILURE, VerdictKind.FAILED, "{when}.status"),
        (ErrorStatus.INVALID_ARGUMENT, VerdictKind.FAILED, "{when}.status"),
    ],
)
def test_refusing_a_model_reported_supported(examples, when, status, kind, rule):
    (verdict,) = verdicts(Says(when, status), examples[:1]).values()
    assert (verdict.kind, verdict.rule) == (kind, rule.format(when=when))
    assert status.name in verdict.reason


class PreparesAnyway(ReferenceDevice):
    """A driver that supports no operation, but prepares every model and adds one to its results."""

    def supported_operations(self, model):
        return [False] * len(model.main.operations)

    def prepare_model(self, model, *arguments):
        honest = ReferenceDevice(self.version)
        honest.compile_call = self.compile_call
        return honest.prepare_model(model, *arguments)

    def compile_call(self, call):
        kernel = super().compile_call(call)
        return lambda inputs: tuple(np.asarray(a) + 1 for a in kernel(inputs))


def test_preparing_a_model_reported_unsupported_is_checked(examples):
    """A prepared model is executed and checked, whatever operations were reported supported."""
    (verdict,) = verdicts(PreparesAnyway(), examples[:1]).values()
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "values")

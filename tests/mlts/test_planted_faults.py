"""Faults in one layer of a network fail with the layer named; the other layers pass."""

from importlib.util import find_spec

import numpy as np
import pytest

pytest.importorskip("ai_edge_litert.schema_py_generated")

from conformance.engines.tflite.tflite_export import export_model
from conformance.engines.tflite.tflite_import import Unsupported
from conformance.hal import OperationType
from conformance.harness.judge import Judge, JudgeOptions
from conformance.models.accuracy.built_in_tasks import digit_images, digits_network
from conformance.models.image_network import quantize_images, to_model
from conformance.models.model_cases import case_names, load_case
from conformance.oracle.accuracy import rounding_bias
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.plugin.conftest import UserFolder
from tests.sample_drivers.values.fault_injection import (
    SYNC,
    FaultyKernelDevice,
    misread_input,
    stored_by,
    with_input,
    with_output,
)

pytestmark = pytest.mark.skipif(find_spec("sklearn") is None, reason="no scikit-learn is installed")

CONV = OperationType.CONV_2D


def failing_layers(path, device):
    """Return the names of the layer cases that fail."""
    judge = Judge(device, JudgeOptions())
    names = [name for name in case_names(path, Unsupported.REFUSE) if name.startswith("layer")]
    failing = set()
    for name in names:
        example = load_case(path, name, Unsupported.REFUSE)
        outputs = {}
        verdicts = judge.judge(example, name, SYNC, observer=outputs.__setitem__)
        biased = any(rounding_bias(example, found) for found in outputs.values())
        if biased or any(verdict.kind is not VerdictKind.PASSED for verdict in verdicts):
            failing.add(name)
    return failing


def three_percent_off(call, weights):
    """Change one output channel."""
    changed = weights.copy()
    changed[5] *= np.float32(1.03)
    return changed


def truncating(call, codes):
    """Cut off fractions instead of rounding, as a right shift does."""
    return np.floor(codes)


def neighbouring_scales(call):
    extra = call.view("filter").extra_params
    rolled = (*extra.scales[1:], extra.scales[0])
    moved = type(extra)(rolled, extra.channel_dim)
    changed = with_input(call, "filter", extra_params=moved)
    return changed.definition.compile(changed)


def zero_point_off_by_one(call):
    view = call.output()
    changed = with_output(call, zero_point=view.zero_point + 1)
    return changed.definition.compile(changed)


def input_zero_point_off_by_one(call):
    changed = with_input(call, "input", zero_point=call.view("input").zero_point + 1)
    return changed.definition.compile(changed)


FAULTS = {
    "one channel 3 % off": (("float32",), misread_input("filter", three_percent_off)),
    "truncating requantisation": (("int8", "uint8"), stored_by(truncating)),
    "the scale of the neighbouring channel": (("int8",), neighbouring_scales),
    "zero point of the result off by one": (("int8", "uint8"), zero_point_off_by_one),
    "zero point of the input off by one": (("int8", "uint8"), input_zero_point_off_by_one),
}
CASES = [(name, form) for name, (forms, _) in FAULTS.items() for form in forms]


@pytest.mark.parametrize(("name", "form"), CASES)
def test_a_fault_in_a_layer_of_the_digits_is_named(tmp_path, name, form):
    network = digits_network(form)
    path = tmp_path / "digits.tflite"
    path.write_bytes(export_model(to_model(network)))
    _, test = digit_images()
    np.savez(path.with_suffix(".npz"), in0=quantize_images(network, test.images[:1]))
    assert failing_layers(path, ReferenceDevice()) == set()
    failing = failing_layers(path, FaultyKernelDevice(CONV, FAULTS[name][1]))
    assert failing == {"layer_000_CONV_2D"}


BIASED_DRIVER = """
import numpy as np
from conformance.hal import OperationType
from conformance.reference.device import ReferenceDevice


class Biased(ReferenceDevice):
    name = "biased"

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.CONV_2D:
            return kernel
        return lambda inputs: [np.maximum(kernel(inputs)[0], -127) - np.int8(1)]
"""


def test_a_run_fails_for_a_layer_that_is_one_step_too_low_everywhere(tmp_path, tmp_path_factory):
    folder = UserFolder(tmp_path, tmp_path_factory.mktemp("cache"))
    folder.write("drivers.py", BIASED_DRIVER)
    path = tmp_path / "digits.tflite"
    path.write_bytes(export_model(to_model(digits_network("int8"))))
    done = folder.command("pytest --driver drivers.py:Biased digits.tflite --case '*/layer_*'")
    assert done.code == 1
    assert done.count("failed") == 1
    assert "layer_000_CONV_2D" in done.out
    assert "values.bias" in done.out
    assert "output 0 differs systematically: its codes are -" in done.out
    (dump,) = (tmp_path / "nn-failures").rglob("*.case")
    replay = folder.command(f"pytest {dump} --driver drivers.py:Biased")
    assert replay.code == 1
    assert "values.bias" in replay.out

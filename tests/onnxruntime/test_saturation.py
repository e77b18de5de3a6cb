"""The smallest calls of the findings on convolutions whose sums of two products saturate.

Expected codes: 2 * 255 * 127 = 64770, or 32767 if 16 bits limit the sum, divided by 1000.
"""

import math

import pytest

from conformance import cases
from conformance.drivers.identity import processor_features
from conformance.engines.onnxruntime import create_device
from tests.litert.finding_checks import finding_of
from tests.litert.running_examples import outputs_of
from tests.onnxruntime.running_examples import FINDINGS
from tests.sample_drivers.engines.litert_faults import Faulty
from tests.sample_drivers.engines.onnxruntime_faults import FAULT_BY_FINDING

runtime = pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")

EXACT, SATURATED = 65, 33
CALLS = {
    "conv-saturated-pairs": ("CONV_2D", "1, 1, 1, 2", "1, 1, 1, 2", 0, "2, 1, 1, 0"),
    "depthwise-conv-saturated-pairs": (
        "DEPTHWISE_CONV_2D",
        "1, 1, 2, 1",
        "1, 1, 2, 2",
        3,
        "2, 1, 1, 2, 0",
    ),
    "grouped-conv-saturated-pairs": (
        "GROUPED_CONV_2D",
        "1, 1, 1, 2",
        "1, 1, 1, 2",
        0,
        "2, 1, 1, 1, 0, False",
    ),
}
"""By finding: operation, shapes of image and filter, axis of scales, parameters."""

SPEC = """
image = Input("image", "TENSOR_QUANT8_ASYMM", "{{{image}}}, 1.f, 0")
filter = Parameter("filter", "TENSOR_QUANT8_SYMM_PER_CHANNEL", "{{{filter}}}", [127] * {count},
    extraParams=SymmPerChannelQuantParams(channelDim={axis}, scales=[1.0] * {units}))
bias = Parameter("bias", "TENSOR_INT32", "{{{units}}}", [0] * {units})
out = Output("out", "TENSOR_QUANT8_ASYMM", "{{1, 1, 1, {units}}}, 1000.f, 0")
model = Model().Operation("{operation}", image, filter, bias, {parameters}).To(out)
Example({{image: [255, 255], out: [65] * {units}}}, model=model)
"""


def smallest_call(finding, folder):
    operation, image, filter_, axis, parameters = CALLS[finding]
    sizes = [int(size) for size in filter_.split(",")]
    path = folder / "smallest.mod.py"
    path.write_text(
        SPEC.format(
            operation=operation,
            image=image,
            filter=filter_,
            axis=axis,
            parameters=parameters,
            count=math.prod(sizes),
            units=sizes[axis],
        )
    )
    return next(iter(cases.load_examples(path)))


def code(device, example):
    """Return the output code, which all output channels have."""
    (result,) = outputs_of(device, example)
    (found,) = set(result.ravel().tolist())
    return found


@pytest.mark.parametrize("finding", CALLS)
def test_sums_saturate_where_the_condition_holds(finding, tmp_path):
    device, condition = create_device(), finding_of(FINDINGS, finding).condition
    if not condition.holds(device.version_string, processor_features()):
        pytest.skip(f"the finding is on {condition}")
    example = smallest_call(finding, tmp_path)
    assert code(device, example) == SATURATED
    assert code(Faulty(FAULT_BY_FINDING[finding]), example) == SATURATED


@pytest.mark.parametrize("finding", CALLS)
def test_sums_are_exact_with_the_option_for_exact_products(finding, tmp_path):
    device = create_device()

    options = runtime.SessionOptions()  # the option needs all optimizations
    options.add_session_config_entry("session.x64quantprecision", "1")
    device.engine.session_options = lambda: options
    assert code(device, smallest_call(finding, tmp_path)) == EXACT

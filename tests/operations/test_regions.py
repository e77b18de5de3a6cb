"""ROI_ALIGN and ROI_POOLING against exact fractions and torch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown, find_definition
from specs.scripts import _boxes
from tests.operations.box_samples import (
    F16,
    F32,
    Q8,
    QUANTIZED,
    TYPES,
    boxes_of,
    changed,
    edited,
    exact,
    flag,
    floats,
    indexes,
    ints,
    like,
    random_boxes,
    tensor_of,
)
from tests.operations.op_runner import broken, code_of, out, output_shapes, run, undecided, unknown

ALIGN, POOL = Op.ROI_ALIGN, Op.ROI_POOLING


def call(
    op: Op,
    maps: OperandView,
    rois: Any,
    images: Any,
    size: tuple[int, int],
    strides: tuple[float, float] = (1.0, 1.0),
    samples: tuple[int, int] = (2, 2),
    nchw: bool = False,
) -> list[OperandView]:
    """Run the operation; pairs are (height, width)."""
    if nchw:
        value = np.ascontiguousarray(maps.value.transpose(0, 3, 1, 2))  # type: ignore[union-attr]
        (maps,) = changed([maps], 0, value=value)
    middle = ints(*samples) if op is ALIGN else []
    rest = [*ints(*size), *floats(maps.type, *strides), *middle, flag(nchw)]
    return [maps, boxes_of(maps.type, rois), indexes(images), *rest]


def sample_maps(primary: T, seed: int = 5) -> OperandView:
    choose = np.random.default_rng(seed)
    return tensor_of(primary, choose.integers(-60, 150, (3, 6, 9, 2)) / 128)


IMAGES = [2, 2, 0, 1, 1, 1, 1]


def sample_rois(width: float, height: float) -> Any:
    rois = random_boxes(np.random.default_rng(6), len(IMAGES), width, height)
    rois[0] = [0, 0, width, height]
    rois[1] = [width, height, width, height]
    rois[2] = [0.25, 0.5, 0.5, 0.625]
    return rois


def formula(op: Op, inputs: list[OperandView], maps: OperandView) -> list[Any]:
    rois, images = exact(inputs[1]), inputs[2].value.tolist()  # type: ignore[union-attr]
    numbers = [view.value.item() for view in inputs[3:]]  # type: ignore[union-attr]
    strides = Fraction(numbers[2]), Fraction(numbers[3])
    size = numbers[0], numbers[1]
    if op is POOL:
        return _boxes.roi_pooling(exact(maps), rois, images, size, strides)
    samples = numbers[4], numbers[5]
    return _boxes.roi_align(exact(maps), rois, images, size, strides, samples)


def compare(got: np.ndarray, wanted: list[Any], target: OperandView, nchw: bool) -> None:
    nhwc = got.transpose(0, 2, 3, 1) if nchw else got
    if target.type in QUANTIZED:
        assert nhwc.ravel().tolist() == [code_of(value, target) for value in wanted]
        return
    ulp = 2.0**-11 if target.type == F16 else 2.0**-24
    reals = np.array([float(value) for value in wanted])
    np.testing.assert_allclose(nhwc.ravel(), reals, rtol=1.001 * ulp, atol=1e-7)


@pytest.mark.parametrize("nchw", [False, True])
@pytest.mark.parametrize("size", [(1, 1), (2, 3), (7, 4)])
@pytest.mark.parametrize("samples", [(0, 0), (1, 3), (2, 0)])
@pytest.mark.parametrize("primary", TYPES, ids=lambda t: t.name)
def test_align(primary: T, samples: tuple[int, int], size: tuple[int, int], nchw: bool) -> None:
    maps = sample_maps(primary)
    inputs = call(ALIGN, maps, sample_rois(18, 24), IMAGES, size, (4.0, 2.0), samples, nchw)
    target = out(primary, scale=1 / 64, zero_point=17) if primary in QUANTIZED else out(primary)
    got = run(ALIGN, inputs, [target])[0]
    channels, height, width = 2, *size
    shape = (channels, height, width) if nchw else (height, width, channels)
    assert got.shape == (len(IMAGES), *shape)
    compare(got, formula(ALIGN, inputs, maps), target, nchw)


@pytest.mark.parametrize("nchw", [False, True])
@pytest.mark.parametrize("size", [(1, 1), (2, 3), (7, 4), (6, 20)])
@pytest.mark.parametrize("primary", TYPES, ids=lambda t: t.name)
def test_pooling(primary: T, size: tuple[int, int], nchw: bool) -> None:
    maps = sample_maps(primary)
    inputs = call(POOL, maps, sample_rois(18, 24), IMAGES, size, (4.0, 2.0), nchw=nchw)
    got = run(POOL, inputs, [like(maps)])[0]
    compare(got, formula(POOL, inputs, maps), like(maps), nchw)


def test_align_by_hand() -> None:
    maps = tensor_of(F32, np.arange(16).reshape(1, 4, 4, 1))
    # 2 x 2 bins of one position each, with points at their centres: 0.5 and 1.5 along both axes
    inputs = call(ALIGN, maps, [[0, 0, 2, 2]], [0], (2, 2), samples=(1, 1))
    assert run(ALIGN, inputs, [out(F32)])[0].ravel().tolist() == [2.5, 3.5, 6.5, 7.5]
    # an empty region is one position long, so its centre is half a position further, beyond the
    # edge
    inputs = call(ALIGN, maps, [[4, 4, 4, 4], [1, 1, 1, 1]], [0, 0], (1, 1), samples=(1, 1))
    assert run(ALIGN, inputs, [out(F32)])[0].ravel().tolist() == [15.0, 7.5]


def test_pooling_by_hand() -> None:
    maps = tensor_of(F32, -np.arange(1, 17).reshape(1, 4, 4, 1))
    # corners 0.5 and 2.5 are rounded up to 1 and 3: three positions in two overlapping bins of two
    inputs = call(POOL, maps, [[0.5, 0.5, 2.5, 2.5]], [0], (2, 2))
    assert run(POOL, inputs, [out(F32)])[0].ravel().tolist() == [-6, -7, -10, -11]
    # a bin outside the map is 0, even if all values of the map are negative
    inputs = call(POOL, maps, [[4, 4, 4, 4]], [0], (1, 1))
    assert run(POOL, inputs, [out(F32)])[0].ravel().tolist() == [0]
    codes = tensor_of(Q8, -np.arange(1, 17).reshape(1, 4, 4, 1) / 128)
    inputs = call(POOL, codes, [[4, 4, 4, 4]], [0], (1, 1))
    assert run(POOL, inputs, [like(codes)])[0].ravel().tolist() == [codes.zero_point]


def test_align_ties_round_away_from_zero() -> None:
    maps = tensor_of(Q8, np.array([[0, 1, 0, -1]]).reshape(1, 1, 4, 1) * 0.3, scale=0.3)
    rois = [[i + 0.0, 0, i + 1.0, 0] for i in range(3)]
    inputs = call(ALIGN, maps, rois, [0] * 3, (1, 1), samples=(1, 1))
    assert run(ALIGN, inputs, [like(maps)])[0].ravel().tolist() == [71, 71, 69]
    # three points, one of them 3/2, the others 0: the average is exactly 1/2
    thirds = tensor_of(Q8, np.array([3, 0, 0]).reshape(1, 1, 3, 1) * 0.3, scale=0.3)
    inputs = call(ALIGN, thirds, [[0, 0, 3, 0]], [0], (1, 1), samples=(1, 3))
    assert run(ALIGN, inputs, [like(thirds)])[0].ravel().tolist() == [71]


def test_a_stride_without_exact_float_does_not_change_integers() -> None:
    # float32(0.7) is slightly below 0.7, so 7 / float32(0.7) is above 10
    maps = tensor_of(F32, np.arange(10.0).reshape(1, 1, 10, 1))
    for op in (ALIGN, POOL):
        inputs = call(op, maps, [[0, 0, 7, 0]], [0], (1, 1), (1.0, 0.7), (1, 0))
        assert broken(op, inputs, [out(F32)]) == []
    inputs = call(ALIGN, maps, [[0, 0, 7, 0]], [0], (1, 5), (1.0, 0.7), (1, 0))
    # two points per bin, not three
    wanted = [1.0, 3.0, 5.0, 7.0, 8.75]
    np.testing.assert_allclose(run(ALIGN, inputs, [out(F32)])[0].ravel(), wanted, rtol=1e-6)
    # float32(0.4) is slightly above 0.4, so 1 / float32(0.4) is below 2.5
    inputs = call(POOL, maps, [[1, 0, 1, 0]], [0], (1, 1), (1.0, 0.4))
    assert run(POOL, inputs, [out(F32)])[0].item() == 3.0


def test_an_infinity_affects_only_its_slice() -> None:
    pixels = np.zeros((1, 4, 4, 1))
    pixels[0, 0, 0] = np.inf
    inputs = call(ALIGN, tensor_of(F32, pixels), [[1, 1, 3, 3]], [0], (2, 2), samples=(1, 1))
    assert run(ALIGN, inputs, [out(F32)])[0].ravel().tolist() == [0] * 4
    whole = call(ALIGN, tensor_of(F32, pixels), [[0, 0, 4, 4]], [0], (2, 2), samples=(1, 1))
    assert run(ALIGN, whole, [out(F32)])[0].ravel()[1:].tolist() == [0] * 3


def test_float16_overflow_is_infinite() -> None:
    maps = tensor_of(F16, np.full((1, 2, 2, 1), 60000.0))
    inputs = call(ALIGN, maps, [[0, 0, 1, 1]], [0], (1, 1))
    assert run(ALIGN, inputs, [out(F16)])[0].item() == np.float16(60000)


def test_torch_interpolates_the_same_points() -> None:
    torch = pytest.importorskip("torch")
    maps = np.random.default_rng(8).normal(size=(1, 8, 10, 3)).astype(np.float32)
    x1, y1, x2, y2 = 1.5, 0.25, 8.75, 7.5
    points = 2
    inputs = call(ALIGN, tensor_of(F32, maps), [[x1, y1, x2, y2]], [0], (3, 4), samples=(2, 2))
    rows = y1 + (y2 - y1) * (torch.arange(3 * points) + 0.5) / (3 * points)
    columns = x1 + (x2 - x1) * (torch.arange(4 * points) + 0.5) / (4 * points)
    y, x = torch.meshgrid(rows * 2 / 7 - 1, columns * 2 / 9 - 1, indexing="ij")
    source = torch.tensor(maps.transpose(0, 3, 1, 2), dtype=torch.float64)
    grid = torch.stack([x, y], dim=-1)[None].double()
    fine = torch.nn.functional.grid_sample(source, grid, "bilinear", "border", align_corners=True)
    wanted = torch.nn.functional.avg_pool2d(fine, points).numpy()
    got = run(ALIGN, inputs, [out(F32)])[0]
    np.testing.assert_allclose(got.transpose(0, 3, 1, 2), wanted, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (5, 9)])
def test_torch_pools_the_same_bins(size: tuple[int, int]) -> None:
    torch = pytest.importorskip("torch")
    maps = np.random.default_rng(9).normal(size=(1, 8, 10, 3)).astype(np.float32)
    inputs = call(POOL, tensor_of(F32, maps), [[1, 2, 7, 6]], [0], size)
    part = torch.tensor(maps[:, 2:7, 1:8].transpose(0, 3, 1, 2).copy())
    wanted = torch.nn.functional.adaptive_max_pool2d(part, size).numpy()
    got = run(POOL, inputs, [out(F32)])[0]
    np.testing.assert_array_equal(got.transpose(0, 3, 1, 2), wanted)


@pytest.mark.parametrize("primary", TYPES, ids=lambda t: t.name)
def test_no_regions(primary: T) -> None:
    inputs = call(ALIGN, sample_maps(primary), np.zeros((0, 4)), [], (2, 3))
    assert run(ALIGN, inputs, [like(inputs[0])])[0].shape == (0, 2, 3, 2)
    align, pool = find_definition(ALIGN), find_definition(POOL)
    assert align is not None
    assert align.zero_size is not None
    assert pool is not None
    assert pool.zero_size is None


@pytest.mark.parametrize("op", [ALIGN, POOL])
def test_conditions(op: Op) -> None:
    good = call(op, sample_maps(F32), sample_rois(9, 6), IMAGES, (2, 3))
    target = [out(F32)]
    assert broken(op, good, target) == []

    def names(position: int, value: Any) -> list[str]:
        wrong = edited(good, position, lambda v: np.asarray(value, v.dtype))
        return broken(op, wrong, target)

    rois, images = good[1].value, good[2].value
    assert rois is not None
    assert images is not None
    assert names(0, np.zeros((3, 6, 9, 0))) == ["input_sizes"]
    assert names(1, rois[:5]) == ["batch_index_shape"]
    assert names(2, images[:5]) == ["batch_index_shape"]
    assert names(3, 0) == ["out_height_range"]
    assert names(4, -1) == ["out_width_range"]
    assert names(5, 0.0) == ["height_stride_range"]
    assert names(6, -1.0) == ["width_stride_range"]
    for wrong in (-1, 3):
        assert names(2, [*images[:-1], wrong]) == ["batch_index_range"]
    for roi in ([0, 0, 9.125, 1], [0, 0, 1, 6.125], [-0.125, 0, 1, 1], [0, -1, 1, 1]):
        assert names(1, [roi, *rois[1:]]) == ["rois_inside"]
    for roi in ([2, 0, 1, 1], [0, 2, 1, 1]):
        assert names(1, [roi, *rois[1:]]) == ["rois_corners"]
    wide = [good[0], unknown(F32, (7, 5)), *good[2:]]
    assert broken(op, wide, target) == ["rois_shape"]
    if op is ALIGN:
        assert names(7, -1) == ["height_samples_range"]
        assert names(8, -1) == ["width_samples_range"]


@pytest.mark.parametrize("op", [ALIGN, POOL])
@pytest.mark.parametrize("primary", QUANTIZED, ids=lambda t: t.name)
def test_quantization(op: Op, primary: T) -> None:
    good = call(op, sample_maps(primary), sample_rois(9, 6), IMAGES, (2, 3))
    target = like(good[0])
    assert broken(op, good, [target]) == []
    assert "rois_quantization" in broken(op, changed(good, 1, scale=0.25), [target])
    assert "rois_quantization" in broken(op, changed(good, 1, zero_point=1), [target])
    other = out(primary, scale=0.5)
    assert broken(op, good, [other]) == ([] if op is ALIGN else ["output_quantization"])


@pytest.mark.parametrize("op", [ALIGN, POOL])
def test_undecided_conditions_with_unknown_values(op: Op) -> None:
    good = call(op, sample_maps(F32), sample_rois(9, 6), IMAGES, (2, 3))
    open_rois = [good[0], unknown(F32, (None, 4)), unknown(T.TENSOR_INT32, (None,)), *good[3:]]
    with pytest.raises(Unknown):
        output_shapes(op, open_rois, [out(F32)])
    wanted = {"batch_index_shape", "batch_index_range", "rois_corners", "rois_inside"}
    assert set(undecided(op, open_rois, [out(F32)])) == wanted
    maps = [unknown(F32, (None, None, None, 2)), *good[1:]]
    assert output_shapes(op, maps, [out(F32)]) == [(7, 2, 3, 2)]

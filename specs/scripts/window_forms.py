"""Operand lists of sliding windows and resizing that the other scripts do not use.

The padding scheme NONE (0), which means the same as VALID for operations that read an image; VALID
with both layouts in quantized types; dilation with explicit padding; and sizes by factors, in all
types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from specs.scripts import (
    conv,
    conv_groups_transpose,
    fully_connected,
    lsh_projection,
    pool,
    resize_bilinear,
    resize_nearest_neighbor,
)
from specs.scripts._spec_writer import DEFAULT, F16, F32, I32, Q8, SpecCase, GeneratedSpecFile, Variation, collect_files
from specs.scripts._sliding_windows import VALID

NONE = 0
POSITION = {
    "AVERAGE_POOL_2D": 1,
    "L2_POOL_2D": 1,
    "MAX_POOL_2D": 1,
    "CONV_2D": 3,
    "DEPTHWISE_CONV_2D": 3,
    "GROUPED_CONV_2D": 3,
    "TRANSPOSE_CONV_2D": 4,
}
"""The index of the padding scheme in the operand list."""


def unpadded(case: SpecCase) -> SpecCase:
    """Return a VALID case with the scheme NONE: an image is read without padding in both."""
    ((operation, items, outputs),) = case.steps
    arguments = list(items)
    if arguments[POSITION[operation]] != VALID:
        raise ValueError(f"{case.name} is not a case of VALID")
    arguments[POSITION[operation]] = NONE
    step = (operation, arguments, outputs)
    description = "The padding scheme NONE pads nothing."
    return replace(case, name=f"none_{case.name}", steps=[step], description=description)


def _both(case: SpecCase) -> Iterator[SpecCase]:
    """Return the case, and the same without a padding scheme."""
    yield case
    yield unpadded(case)


def _pool(operation: str) -> Iterator[SpecCase]:
    types = ("float32", pool.RELAXED, pool.FLOAT16) if operation == "L2_POOL_2D" else pool.ALL
    flat = pool.PoolingCase("valid", "VALID.", (1, 4, 5, 2), (3, 2), VALID, (2, 1), types)
    layout = replace(flat, name="valid_layout", description="VALID in both layouts.", layout=True)
    yield unpadded(pool.case(operation, flat))
    yield from _both(pool.case(operation, layout))


def _conv(*, depthwise: bool) -> Iterator[SpecCase]:
    channels = 4 if depthwise else 3
    flat = conv.ConvolutionCase(
        "valid", "VALID.", (1, 4, 5, 2), (2, 3), channels, VALID, (2, 1),
        depthwise=depthwise, types=conv.ALL, seed=211,
    )  # fmt: skip
    layout = replace(flat, name="valid_layout", description="VALID in both layouts.", layout=True)
    yield unpadded(conv.case(flat))
    yield from _both(conv.case(layout))
    dilated = conv.ConvolutionCase(
        "dilation_explicit", "Dilation with explicit, uneven padding, all types.", (1, 5, 4, 2),
        (3, 2), channels, (1, 3, 0, 2), (1, 1), (3, 2), depthwise=depthwise, types=conv.ALL,
        seed=212,
    )  # fmt: skip
    yield conv.case(dilated)


def _grouped() -> Iterator[SpecCase]:
    made = conv_groups_transpose.GroupedOrTransposedCase(
        "valid_layout", "VALID in both layouts.", (1, 4, 5, 4), (2, 3), 2, VALID, (2, 1), 2,
        layout=True, types=conv_groups_transpose.ALL, seed=213,
    )  # fmt: skip
    yield from _both(conv_groups_transpose.case(made))


def _transposed() -> Iterator[SpecCase]:
    made = conv_groups_transpose.GroupedOrTransposedCase(
        "valid_layout", "VALID in both layouts.", (1, 2, 3, 2), (3, 2), 3, VALID, (2, 1),
        out=(4, 6), layout=True, types=conv_groups_transpose.ALL, seed=214,
    )  # fmt: skip
    yield from _both(conv_groups_transpose.case(made))


def _bilinear() -> Iterator[SpecCase]:
    """Return cases by factors with each number of flags."""
    types = resize_bilinear.ALL
    for flags in (1, 2, 3):
        yield resize_bilinear.case(
            resize_bilinear.BilinearResizeCase(
                f"factors_{flags}_flags", "By factors, in both layouts.", (1, 4, 3, 2),
                (1.75, 0.75), types, flags, align=flags > 1,
            )  # fmt: skip
        )


def _nearest() -> Iterator[SpecCase]:
    yield resize_nearest_neighbor.case(
        resize_nearest_neighbor.NearestResizeCase(
            "factors_2_flags", "By factors; half_pixel_centers is left out.", (1, 4, 3, 2),
            (1.75, 0.75), 2, align=True,
        )  # fmt: skip
    )


def _projection() -> Iterator[SpecCase]:
    """Return each projection type with a float16 hash, and each input type with both hash types."""
    later: Mapping[str, list[Variation]] = {"V1_2": [DEFAULT]}
    make = lsh_projection.case
    dense = lsh_projection.DENSE
    yield make("float32_for_float16_hash", dense, F32, (2, 3), (3, 2), 731, later, hash_type=F16)
    yield make("quant8_for_float16_hash", dense, Q8, (3, 2), (3, 2), 732, later, hash_type=F16)
    yield make("float16_for_float32_hash", dense, F16, (2, 3), (3, 2), 733, later)
    kind = lsh_projection.SPARSE_DEPRECATED
    yield make("old_sparse_float16_hash", kind, I32, (3, 2), (4, 2), 734, later, hash_type=F16)


def _connected() -> Iterator[SpecCase]:
    """Return a case with enough rows for one complete block and a remainder in blocked kernels."""
    rows = fully_connected.DenseCase(
        "many_rows", "700 rows of one element, three units.", (700, 1), 3, 1,
        fully_connected.ALL, 221,
    )  # fmt: skip
    yield fully_connected.case(rows)


FAMILY: Mapping[str, tuple[str, Callable[[], Iterator[SpecCase]], str, str]] = {
    **{
        operation: (
            "V1_0",
            lambda operation=operation: _pool(operation),  # type: ignore[misc]
            "pool",
            "the padding scheme NONE, VALID in both layouts.",
        )
        for operation in pool.REDUCTIONS
    },
    "CONV_2D": (
        "V1_0", lambda: _conv(depthwise=False), "conv",
        "the padding scheme NONE, VALID in both layouts, dilation with explicit padding.",
    ),
    "DEPTHWISE_CONV_2D": (
        "V1_0", lambda: _conv(depthwise=True), "conv",
        "the padding scheme NONE, VALID in both layouts, dilation with explicit padding.",
    ),
    "GROUPED_CONV_2D": ("V1_2", _grouped, "conv_groups_transpose",
                        "the padding scheme NONE, VALID in both layouts."),
    "TRANSPOSE_CONV_2D": ("V1_2", _transposed, "conv_groups_transpose",
                          "the padding scheme NONE, VALID in both layouts."),
    "FULLY_CONNECTED": ("V1_0", _connected, "fully_connected", "many rows."),
    "RESIZE_BILINEAR": ("V1_0", _bilinear, "resize_bilinear", "factors with one to three flags."),
    "RESIZE_NEAREST_NEIGHBOR": ("V1_2", _nearest, "resize_nearest_neighbor",
                                "factors with two flags."),
    "LSH_PROJECTION": ("V1_0", _projection, "lsh_projection",
                       "float16 hashes and inputs together with the other types."),
}  # fmt: skip


def files() -> dict[str, str]:
    """Return the spec files by path, one for each operation."""
    specs = []
    for operation, (folder, cases, module, description) in FAMILY.items():
        source = f"specs/scripts/window_forms.py (the formulas of specs/scripts/{module}.py)."
        path = f"{folder}/{operation.lower()}_forms.mod.py"
        spec = GeneratedSpecFile(path, f"{operation}: {description}", source)
        spec.add(*cases())
        specs.append(spec)
    return collect_files(*specs)

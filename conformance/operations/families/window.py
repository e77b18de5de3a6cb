"""Windows that slide over images: operand lists, padding geometry, layouts, patches.

Convolutions and pools share this module. Both have two operand lists: one with explicit padding
(four scalars) and one with a padding scheme that determines the padding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from conformance.hal import OperandType, PaddingScheme, Version
from conformance.operations.definition.conditions import at_least, code_of, size
from conformance.operations.definition.definition import Call, Condition
from conformance.operations.definition.operands import (
    Array,
    Form,
    OperandSpec,
    Presence,
    Shape,
    scalar,
    trailing,
)
from conformance.operations.kernels import numerics

PADDINGS: Final = ("padding_left", "padding_right", "padding_top", "padding_bottom")
_NHWC: Final = {"batch": 0, "height": 1, "width": 2, "channels": 3}
_NCHW: Final = {"batch": 0, "channels": 1, "height": 2, "width": 3}
_INT32: Final = OperandType.INT32
_STRIDES: Final = (
    scalar("stride_width", _INT32, doc="horizontal step"),
    scalar("stride_height", _INT32, doc="vertical step"),
)
_LAYOUT: Final = trailing(
    "layout", OperandType.BOOL, False, Version.V1_2, "true: input and output are NCHW"
)
_DILATIONS: Final = (
    trailing("dilation_width", _INT32, 1, Version.V1_2, "columns between neighbouring filter taps"),
    trailing("dilation_height", _INT32, 1, Version.V1_2, "rows between neighbouring filter taps"),
)


def window_forms(
    tensors: Sequence[OperandSpec],
    middle: Sequence[OperandSpec] = (),
    *,
    dilated: bool,
    layout: OperandSpec = _LAYOUT,
) -> tuple[Form, ...]:
    """Return the explicit and the implicit padding form.

    ``tensors`` come first; ``middle`` is between strides and activation. If a number of operands is
    legal in both forms, the operand types differ at the position where one has a BOOL layout.
    """
    after = (
        *_STRIDES,
        *middle,
        scalar("activation", _INT32, doc="FusedActivationFunc code"),
        layout,
        *(_DILATIONS if dilated else ()),
    )
    explicit = (*tensors, *(scalar(name, _INT32) for name in PADDINGS), *after)
    implicit = (
        *tensors,
        scalar("padding_scheme", _INT32, doc="0 (NONE), 1 (SAME) or 2 (VALID)"),
        *after,
    )
    required = layout.presence is Presence.REQUIRED

    def counts(inputs: Sequence[OperandSpec]) -> tuple[int, ...]:
        # The two dilation factors must be given together.
        shortest = len(inputs) - (2 if dilated else 0)
        with_layout = (shortest, len(inputs)) if dilated else (shortest,)
        return with_layout if required else (shortest - 1, *with_layout)

    return (
        Form("explicit", explicit, counts(explicit)),
        Form("implicit", implicit, counts(implicit)),
    )


def steps_inside(offset: int, stride: int, count: int, size: int) -> tuple[slice, slice]:
    """Return the steps below ``count`` whose position is in [0, size), and their positions.

    The position of a step is ``offset`` plus the step times ``stride``.
    """
    first = max(0, -(offset // stride))
    last = min(count - 1, (size - 1 - offset) // stride)
    if last < first:
        return slice(0, 0), slice(0, 0)
    start, stop = first * stride + offset, last * stride + offset + 1
    return slice(first, last + 1), slice(start, stop, stride)


class WindowAxis(NamedTuple):
    """The geometry of a window along one image axis; ``head`` and ``tail`` are the paddings."""

    size: int
    filter: int
    stride: int
    dilation: int
    head: int
    tail: int

    @property
    def extent(self) -> int:
        """The number of image elements from the first to the last filter tap."""
        return (self.filter - 1) * self.dilation + 1

    @property
    def outputs(self) -> int:
        """The number of window positions."""
        return (self.size - self.extent + self.stride + self.head + self.tail) // self.stride

    @property
    def is_single_element(self) -> bool:
        """Whether every image element is a window by itself."""
        return self.filter == 1 and self.stride == 1 and self.head == 0 and self.tail == 0

    def tap(self, index: int) -> tuple[slice, slice]:
        """Return the outputs whose tap ``index`` is inside the image, and the image elements."""
        return steps_inside(index * self.dilation - self.head, self.stride, self.outputs, self.size)

    def counts(self) -> Array:
        """Return the number of image elements in each window, for a window without dilation."""
        starts = np.arange(self.outputs) * self.stride - self.head
        return np.minimum(starts + self.filter, self.size) - np.maximum(starts, 0)


def same_padding(pixels: int, extent: int, stride: int) -> tuple[int, int]:
    """Return the padding before and after that gives ceil(pixels / stride) outputs.

    If the total is odd, the extra element is after the image.
    """
    total = max(0, (-(-pixels // stride) - 1) * stride + extent - pixels)
    return total // 2, total - total // 2


FilterSize = Callable[[Call], tuple[int, int]]
"""Height and width of the window; raises ``Unknown``."""


def is_nchw(call: Call) -> bool:
    """Return whether the layout operand is true, which means NCHW."""
    return bool(call.scalar("layout"))


def image_size(call: Call, dimension: str, name: str = "input") -> int:
    """Return one size of an image: its ``batch``, ``height``, ``width`` or ``channels``."""
    return size(call, name, (_NCHW if is_nchw(call) else _NHWC)[dimension])


def image_shape(call: Call, batch: int, height: int, width: int, channels: int) -> Shape:
    """Return an image's shape in the call's layout."""
    return (batch, channels, height, width) if is_nchw(call) else (batch, height, width, channels)


def axis_of(call: Call, dimension: str, filter_size: FilterSize) -> WindowAxis:
    """Return the window geometry along ``height`` or ``width``."""
    vertical = dimension == "height"
    pixels = image_size(call, dimension)
    length = filter_size(call)[0 if vertical else 1]
    stride = call.scalar(f"stride_{dimension}")
    dilation = call.scalar(f"dilation_{dimension}") or 1
    if call.position("padding_scheme") is None:
        first, second = PADDINGS[2:] if vertical else PADDINGS[:2]
        head, tail = call.scalar(first), call.scalar(second)
    elif call.scalar("padding_scheme") == PaddingScheme.SAME:
        head, tail = same_padding(pixels, (length - 1) * dilation + 1, stride)
    else:
        head = tail = 0
    return WindowAxis(pixels, length, stride, dilation, head, tail)


def axes_of(call: Call, filter_size: FilterSize) -> tuple[WindowAxis, WindowAxis]:
    """Return the window geometry along height and width."""
    return axis_of(call, "height", filter_size), axis_of(call, "width", filter_size)


def filter_shape(call: Call) -> tuple[int, int]:
    """Return the window size of a convolution: sizes 1 and 2 of its filter."""
    return size(call, "filter", 1), size(call, "filter", 2)


def nhwc(image: Array, nchw: bool) -> Array:
    """Return the image with channels last."""
    return np.ascontiguousarray(image.transpose(0, 2, 3, 1)) if nchw else image


def from_nhwc(image: Array, nchw: bool) -> Array:
    """Return an NHWC image in the call's layout."""
    return np.ascontiguousarray(image.transpose(0, 3, 1, 2)) if nchw else image


def padded(image: Array, height: WindowAxis, width: WindowAxis, fill: float) -> Array:
    """Return an NHWC image with its padding; the image itself if there is none."""
    paddings = ((0, 0), (height.head, height.tail), (width.head, width.tail), (0, 0))
    return numerics.padded(image, paddings, fill)


def patches(image: Array, height: WindowAxis, width: WindowAxis) -> Array:
    """Return the windows of a padded NHWC image as a view, without a copy.

    The shape is [batch, out height, out width, filter height, filter width, channels].
    """
    batch, _, _, channels = image.shape
    per_batch, per_row, per_column, per_channel = image.strides
    return np.lib.stride_tricks.as_strided(
        image,
        (batch, height.outputs, width.outputs, height.filter, width.filter, channels),
        (
            per_batch,
            per_row * height.stride,
            per_column * width.stride,
            per_row * height.dilation,
            per_column * width.dilation,
            per_channel,
        ),
        writeable=False,
    )


def _filled_image(call: Call) -> str | None:
    for dimension in ("height", "width", "channels"):
        if image_size(call, dimension) == 0:
            return f"input has {dimension} 0; only the batch may be 0"
    return None


padding_scheme_code: Final = code_of("padding_scheme", {0: "NONE", 1: "SAME", 2: "VALID"})

filled_image: Final = Condition(
    "image_sizes", _filled_image, "no size of the input image except the batch is 0"
)


def window_conditions(filter_size: FilterSize, *, dilated: bool) -> tuple[Condition, ...]:
    """Return the conditions on strides, padding, dilation and sizes of a sliding window."""

    def exceeds_padding(call: Call) -> str | None:
        if call.position("padding_scheme") is not None:
            return None
        sizes = filter_size(call)
        for dimension, length, names in (
            ("width", sizes[1], PADDINGS[:2]),
            ("height", sizes[0], PADDINGS[2:]),
        ):
            extent = (length - 1) * (call.scalar(f"dilation_{dimension}") or 1) + 1
            for name in names:
                if call.scalar(name) >= extent:
                    return (
                        f"{name} is {call.scalar(name)}, but must be less than the window's "
                        f"{dimension} {extent}"
                    )
        return None

    def fits(call: Call) -> str | None:
        for dimension in ("height", "width"):
            if call.scalar(f"stride_{dimension}") < 1:
                return None  # the condition on the stride reports this
            axis = axis_of(call, dimension, filter_size)
            if axis.outputs < 1:
                return (
                    f"a window of {dimension} {axis.extent} does not fit into {axis.size} pixels "
                    f"with padding {axis.head} and {axis.tail}"
                )
        return None

    dilations = ("dilation_width", "dilation_height") if dilated else ()
    return (
        *(at_least(name, 0) for name in PADDINGS),
        *(at_least(spec.name, 1) for spec in _STRIDES),
        *(at_least(name, 1) for name in dilations),
        padding_scheme_code,
        filled_image,
        Condition(
            "filter_exceeds_padding",
            exceeds_padding,
            "each padding is smaller than the (dilated) window, so that every window includes "
            "part of the image",
        ),
        Condition("window_fits", fits, "the output height and width are at least 1"),
    )

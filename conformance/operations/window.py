"""Windows that slide over images: operand lists, padding geometry, layouts, patches.

Shared by convolutions and pools. Both write their operand list in two ways: with explicit padding
(four scalars) or with a padding scheme that stands for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from conformance.hal import OperandType, PaddingScheme, Version
from conformance.operations.call import Call, Unknown
from conformance.operations.conditions import at_least
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    OperandSpec,
    Presence,
    Shape,
    scalar,
    trailing,
)

NO_PADDING: Final = 0
"""Code of the padding scheme NONE, which ``types.hal`` lists beside SAME and VALID."""

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
    trailing("dilation_width", _INT32, 1, Version.V1_2, "columns from one filter tap to the next"),
    trailing("dilation_height", _INT32, 1, Version.V1_2, "rows from one filter tap to the next"),
)


def window_forms(
    tensors: Sequence[OperandSpec],
    middle: Sequence[OperandSpec] = (),
    *,
    dilated: bool,
    layout: OperandSpec = _LAYOUT,
) -> tuple[Form, ...]:
    """The explicit and the implicit padding form.

    ``tensors`` come first, ``middle`` between strides and activation. Where both forms fit in
    number, the type of the operand in the place of the first optional one tells them apart.
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
        # One dilation factor without the other is no legal list.
        shortest = len(inputs) - (2 if dilated else 0)
        with_layout = (shortest, len(inputs)) if dilated else (shortest,)
        return with_layout if required else (shortest - 1, *with_layout)

    return (
        Form("explicit", explicit, counts(explicit)),
        Form("implicit", implicit, counts(implicit)),
    )


class Axis(NamedTuple):
    """A window along one image axis."""

    size: int
    filter: int
    stride: int
    dilation: int
    head: int
    tail: int

    @property
    def extent(self) -> int:
        """Image elements from the first tap to the last."""
        return (self.filter - 1) * self.dilation + 1

    @property
    def outputs(self) -> int:
        """Number of window positions."""
        return (self.size - self.extent + self.stride + self.head + self.tail) // self.stride

    @property
    def plain(self) -> bool:
        """True when every element is its own window."""
        return self.filter == 1 and self.stride == 1 and self.head == 0 and self.tail == 0

    def tap(self, index: int) -> tuple[slice, slice]:
        """Output positions whose tap ``index`` lies in the image, and those image elements."""
        offset = index * self.dilation - self.head
        first = max(0, -(offset // self.stride))
        last = min(self.outputs - 1, (self.size - 1 - offset) // self.stride)
        if last < first:
            return slice(0, 0), slice(0, 0)
        start = first * self.stride + offset
        stop = last * self.stride + offset + 1
        return slice(first, last + 1), slice(start, stop, self.stride)

    def inside(self, output: int) -> slice:
        """Image elements under the window at ``output``, for a window without dilation."""
        start = output * self.stride - self.head
        return slice(max(0, start), min(self.size, start + self.filter))

    def counts(self) -> Array:
        """How many image elements each window covers, for a window without dilation."""
        starts = np.arange(self.outputs) * self.stride - self.head
        return np.minimum(starts + self.filter, self.size) - np.maximum(starts, 0)


def same_padding(size: int, extent: int, stride: int) -> tuple[int, int]:
    """Padding before and after that makes ceil(size / stride) outputs; the odd one comes after."""
    total = max(0, (-(-size // stride) - 1) * stride + extent - size)
    return total // 2, total - total // 2


FilterSize = Callable[[Call], tuple[int, int]]
"""Height and width of the window; raises ``Unknown``."""


def size_of(call: Call, name: str, axis: int) -> int:
    """One size of an operand; raises ``Unknown`` while that one is open, whatever the others."""
    dims = call.view(name).dims
    if dims is None or axis >= len(dims):
        raise Unknown
    size = dims[axis]
    if size is None:
        raise Unknown
    return size


def is_nchw(call: Call) -> bool:
    """Whether the layout operand says NCHW."""
    return bool(call.scalar("layout"))


def image_size(call: Call, what: str, name: str = "input") -> int:
    """``batch``, ``height``, ``width`` or ``channels`` of an image in the call's layout."""
    return size_of(call, name, (_NCHW if is_nchw(call) else _NHWC)[what])


def image_shape(call: Call, batch: int, height: int, width: int, channels: int) -> Shape:
    """An image's shape in the call's layout."""
    return (batch, channels, height, width) if is_nchw(call) else (batch, height, width, channels)


def axis_of(call: Call, dimension: str, filter_size: FilterSize) -> Axis:
    """Geometry along ``height`` or ``width``."""
    vertical = dimension == "height"
    size = image_size(call, dimension)
    length = filter_size(call)[0 if vertical else 1]
    stride = call.scalar(f"stride_{dimension}")
    dilation = call.scalar(f"dilation_{dimension}") or 1
    if call.position("padding_scheme") is None:
        first, second = PADDINGS[2:] if vertical else PADDINGS[:2]
        head, tail = call.scalar(first), call.scalar(second)
    elif call.scalar("padding_scheme") == PaddingScheme.SAME:
        head, tail = same_padding(size, (length - 1) * dilation + 1, stride)
    else:
        head = tail = 0
    return Axis(size, length, stride, dilation, head, tail)


def axes_of(call: Call, filter_size: FilterSize) -> tuple[Axis, Axis]:
    """Geometry along height and width."""
    return axis_of(call, "height", filter_size), axis_of(call, "width", filter_size)


def filter_shape(call: Call) -> tuple[int, int]:
    """Window size of a convolution: sizes 1 and 2 of its filter."""
    return size_of(call, "filter", 1), size_of(call, "filter", 2)


def nhwc(image: Array, nchw: bool) -> Array:
    """The image with channels last."""
    return np.ascontiguousarray(image.transpose(0, 2, 3, 1)) if nchw else image


def from_nhwc(image: Array, nchw: bool) -> Array:
    """The image back in the call's layout."""
    return np.ascontiguousarray(image.transpose(0, 3, 1, 2)) if nchw else image


def padded(image: Array, height: Axis, width: Axis, fill: float) -> Array:
    """An NHWC image with its padding; the image itself where there is none."""
    if not (height.head or height.tail or width.head or width.tail):
        return image
    batch, rows, columns, channels = image.shape
    out = np.full(
        (
            batch,
            rows + height.head + height.tail,
            columns + width.head + width.tail,
            channels,
        ),
        fill,
        image.dtype,
    )
    out[:, height.head : height.head + rows, width.head : width.head + columns] = image
    return out


def patches(image: Array, height: Axis, width: Axis) -> Array:
    """Windows of a padded NHWC image, without a copy.

    Shape [batch, out height, out width, filter height, filter width, channels].
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


def _padding_scheme(call: Call) -> str | None:
    if call.position("padding_scheme") is None:
        return None
    value = call.scalar("padding_scheme")
    if value in (NO_PADDING, PaddingScheme.SAME, PaddingScheme.VALID):
        return None
    return f"padding_scheme is {value}, must be 0 (NONE), 1 (SAME) or 2 (VALID)"


def _filled_image(call: Call) -> str | None:
    for what in ("height", "width", "channels"):
        if image_size(call, what) == 0:
            return f"input has {what} 0; only the batch may be 0"
    return None


padding_scheme_code: Final = Condition(
    "padding_scheme_code",
    _padding_scheme,
    "implicit padding scheme: one of 0 (NONE), 1 (SAME), 2 (VALID)",
)

filled_image: Final = Condition(
    "image_sizes", _filled_image, "input0: zero batches is supported; no other size of 0"
)


def window_conditions(filter_size: FilterSize, *, dilated: bool) -> tuple[Condition, ...]:
    """Conditions on strides, padding, dilation and sizes that every sliding window has."""

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
                    return f"{name} is {call.scalar(name)}, the window's {dimension} only {extent}"
        return None

    def fits(call: Call) -> str | None:
        for dimension in ("height", "width"):
            if call.scalar(f"stride_{dimension}") < 1:
                return None  # that condition speaks for itself
            axis = axis_of(call, dimension, filter_size)
            if axis.outputs < 1:
                return (
                    f"{dimension}: a window of {axis.extent} does not fit in {axis.size} "
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
            "padding: a window must reach into the image from each side",
        ),
        Condition("window_fits", fits, "output: out_height and out_width are at least 1"),
    )

"""Storage of each operand type: element size, numpy dtype, range of zero points.

Tensor data is row-major without padding. Source: the ``OperandType`` comments of ``types.hal``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import prod
from types import MappingProxyType
from typing import Final

import numpy as np

from conformance.hal.types import OperandType, Version


@dataclass(frozen=True, slots=True)
class OperandTypeInfo:
    """Properties of one operand type.

    ``zero_points`` is the inclusive range of legal zero points (``(0, 0)`` if only 0 is legal).
    ``quantized`` is true for types whose codes represent real values by means of a scale.
    """

    type: OperandType
    since: Version
    tensor: bool
    dtype: np.dtype[np.generic]
    quantized: bool = False
    zero_points: tuple[int, int] = (0, 0)
    itemsize: int = field(init=False, compare=False)
    """Size in bytes of one element."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "itemsize", int(self.dtype.itemsize))

    @property
    def code_range(self) -> tuple[int, int]:
        """Smallest and largest code of an integer type."""
        return _code_range(self.dtype.str)


@cache
def _code_range(dtype: str) -> tuple[int, int]:
    info = np.iinfo(np.dtype(dtype))
    return int(info.min), int(info.max)


def _info(
    type_: OperandType,
    since: Version,
    dtype: str,
    quantized: bool = False,
    zero_points: tuple[int, int] = (0, 0),
) -> OperandTypeInfo:
    tensor = type_.name.startswith("TENSOR_")
    return OperandTypeInfo(type_, since, tensor, np.dtype(dtype), quantized, zero_points)


_T = OperandType
_ALL = (
    _info(_T.FLOAT32, Version.V1_0, "<f4"),
    _info(_T.INT32, Version.V1_0, "<i4"),
    _info(_T.UINT32, Version.V1_0, "<u4"),
    _info(_T.TENSOR_FLOAT32, Version.V1_0, "<f4"),
    _info(_T.TENSOR_INT32, Version.V1_0, "<i4"),
    _info(_T.TENSOR_QUANT8_ASYMM, Version.V1_0, "u1", True, (0, 255)),
    _info(_T.BOOL, Version.V1_2, "?"),
    _info(_T.TENSOR_QUANT16_SYMM, Version.V1_2, "<i2", True),
    _info(_T.TENSOR_FLOAT16, Version.V1_2, "<f2"),
    _info(_T.TENSOR_BOOL8, Version.V1_2, "?"),
    _info(_T.FLOAT16, Version.V1_2, "<f2"),
    _info(_T.TENSOR_QUANT8_SYMM_PER_CHANNEL, Version.V1_2, "i1", True),
    _info(_T.TENSOR_QUANT16_ASYMM, Version.V1_2, "<u2", True, (0, 65535)),
    _info(_T.TENSOR_QUANT8_SYMM, Version.V1_2, "i1", True),
    _info(_T.TENSOR_QUANT8_ASYMM_SIGNED, Version.V1_3, "i1", True, (-128, 127)),
    _info(_T.TENSOR_OEM_BYTE, Version.V1_0, "u1"),
)
CONTRACT_INFO: Final[Mapping[int, OperandTypeInfo]] = MappingProxyType(
    {info.type: info for info in _ALL}
)
"""Properties of the contract's types by code.

``SUBGRAPH`` and ``OEM`` have no data of known size and no entry.
"""

INFO: Final[dict[int, OperandTypeInfo]] = dict(CONTRACT_INFO)
"""Properties of the contract's types and of the registered extension types, by type code."""


def register_extension_type(type_: OperandType, dtype: str, *, tensor: bool) -> None:
    """Add the properties of an extension's operand type to ``INFO``."""
    INFO[type_] = OperandTypeInfo(type_, Version.V1_2, tensor, np.dtype(dtype))


def is_tensor(code: int) -> bool:
    """Return whether ``code`` is a tensor type of the contract or of a registered extension."""
    info = INFO.get(code)
    return info is not None and info.tensor


def byte_size(code: int, dimensions: tuple[int, ...]) -> int | None:
    """Return the exact size of the operand's data in bytes; ``None`` if it is not known.

    The size is unknown for types without an entry in ``INFO``, for a 0 in ``dimensions`` and for a
    tensor without dimensions. Scalars have one element.
    """
    if (info := INFO.get(code)) is None:
        return None
    if not info.tensor:
        return info.itemsize
    if not dimensions or 0 in dimensions:
        return None
    return prod(dimensions) * info.itemsize

"""What each operand type means for bytes: element size, numpy storage, quantization bounds.

Tensor data is row-major without padding. Source: the ``OperandType`` comments of ``types.hal``.
"""

from dataclasses import dataclass, field
from functools import cache
from math import prod
from typing import Final

import numpy as np

from conformance.hal.types import OperandType, Version


@dataclass(frozen=True, slots=True)
class OperandTypeInfo:
    """Facts of one operand type.

    ``zero_points`` is the inclusive legal range (``(0, 0)`` where only 0 is legal);
    ``quantized`` is true where a scale gives the codes a real meaning.
    """

    type: OperandType
    since: Version
    tensor: bool
    dtype: np.dtype[np.generic]
    quantized: bool = False
    zero_points: tuple[int, int] = (0, 0)
    itemsize: int = field(init=False, compare=False)
    """Bytes of one element."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "itemsize", int(self.dtype.itemsize))

    @property
    def code_range(self) -> tuple[int, int]:
        """Smallest and largest storage code of an integer type."""
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
INFO: Final[dict[int, OperandTypeInfo]] = {info.type: info for info in _ALL}
"""Facts by type code. ``SUBGRAPH`` and ``OEM`` have no data of a known size and no entry."""


def is_tensor(code: int) -> bool:
    """True for the tensor types of the contract (extension types: false)."""
    info = INFO.get(code)
    return info is not None and info.tensor


def byte_size(code: int, dimensions: tuple[int, ...]) -> int | None:
    """Exact size of the operand's data in bytes; ``None`` when type or shape leave it open.

    A 0 in ``dimensions`` means unknown, as in a model; an unknown rank (empty dimensions of a
    tensor) too. Scalars have one element.
    """
    info = INFO.get(code)
    if info is None:
        return None
    if not info.tensor:
        return info.itemsize
    if not dimensions or 0 in dimensions:
        return None
    return prod(dimensions) * info.itemsize

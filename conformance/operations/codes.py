"""Tables of what each 8-bit code means, and codes of one quantization written in another.

A table has 256 entries and is made once for a call; its index is the code's byte.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.operations.call import OperandView
from conformance.operations.definition import Array
from conformance.operations.elementwise import quantizer
from conformance.operations.large import looked_up
from conformance.operations.numerics import F64Array, real


def reals(view: OperandView) -> F64Array:
    """The real value of each code of an 8-bit operand, exactly, by the code's byte."""
    assert view.info is not None
    return real(np.arange(256, dtype=np.uint8).view(view.info.dtype), view)


def recoder(source: OperandView, target: OperandView) -> Callable[[Array], Array]:
    """Codes of ``source`` to the codes of ``target`` nearest in value, clamped (same type)."""
    if source.same_quantization(target):
        return lambda codes: codes
    table = quantizer(target)(reals(source))
    return lambda codes: looked_up(table, codes)


def truth(values: Array) -> Array:
    """Proper booleans of a TENSOR_BOOL8 array, in which any byte but 0 is true."""
    return np.asarray(values.view(np.uint8) != 0)

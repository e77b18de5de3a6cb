"""Lookup tables over all 8-bit codes, and conversion between two quantizations.

A table has 256 entries and is built once per call. It is indexed with the code's byte, so that
signed and unsigned codes share the implementation.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.operations.definition.definition import OperandView
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.elementwise import quantizer
from conformance.operations.kernels.fast_paths import lookup
from conformance.operations.kernels.numerics import F64Array, real


def real_by_code(view: OperandView) -> F64Array:
    """Return the exact real value of each code of an 8-bit operand, indexed by the code's byte."""
    assert view.info is not None
    return real(np.arange(256, dtype=np.uint8).view(view.info.dtype), view)


def make_recoder(source: OperandView, target: OperandView) -> Callable[[Array], Array]:
    """Return a function that converts codes of ``source`` to the nearest codes of ``target``.

    Ties are rounded away from zero and results clamped. Both operands have the same type.
    """
    if source.same_quantization(target):
        return lambda codes: codes
    table = quantizer(target)(real_by_code(source))
    return lambda codes: lookup(table, codes)


def as_booleans(values: Array) -> Array:
    """Return a TENSOR_BOOL8 array as proper booleans; every byte except 0 means true."""
    return np.asarray(values.view(np.uint8) != 0)

"""Builtins of the schema without converter, and why the contract cannot express them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_NO_OPERATION: Final = "the contract has no such operation"
_RANDOM: Final = "random results, which cannot be compared with those of another driver"
_NO_TABLES: Final = "the contract has no operation on tables or complex numbers"
_ATTRIBUTES: Final = "StableHLO attributes, which converters write for no accelerator"
_DATA_DEPENDENT: Final = "the contract has no operation whose result has a size that data determine"
_STORAGE: Final = "a storage form of constants, not an operation"

_REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    _NO_OPERATION: (
        *("COS", "ROUND", "SIGN", "GELU", "ATAN2", "CUMSUM", "BITCAST", "BITWISE_XOR"),
        *("RIGHT_SHIFT", "BUCKETIZE", "DILATE", "REDUCE_WINDOW", "CONV_3D", "CONV_3D_TRANSPOSE"),
        *("REVERSE_SEQUENCE", "MATRIX_DIAG", "MATRIX_SET_DIAG", "ONE_HOT", "GATHER_ND"),
        *("SCATTER_ND", "SPARSE_TO_DENSE", "SEGMENT_SUM", "DYNAMIC_UPDATE_SLICE"),
        *(f"UNSORTED_SEGMENT_{kind}" for kind in ("PROD", "MAX", "SUM", "MIN")),
        *("FAKE_QUANT", "EMBEDDING_LOOKUP_SPARSE", "CONCAT_EMBEDDINGS", "SKIP_GRAM"),
        *("STABLEHLO_COSINE", "STABLEHLO_REMAINDER", "STABLEHLO_CBRT", "STABLEHLO_SHIFT_LEFT"),
        *("NON_MAX_SUPPRESSION_V4", "NON_MAX_SUPPRESSION_V5", "BROADCAST_ARGS"),
    ),
    _RANDOM: (
        *("RANDOM_STANDARD_NORMAL", "RANDOM_UNIFORM", "MULTINOMIAL"),
        "STABLEHLO_RNG_BIT_GENERATOR",
    ),
    _DATA_DEPENDENT: ("WHERE", "UNIQUE"),
    _NO_TABLES: (
        *("HASHTABLE", "HASHTABLE_FIND", "HASHTABLE_IMPORT", "HASHTABLE_SIZE"),
        *("RFFT2D", "REAL", "IMAG", "COMPLEX_ABS"),
    ),
    _STORAGE: ("DENSIFY",),
    "a part of the file that one interpreter runs in its own way": ("DELEGATE", "CALL"),
    "a custom operator other than TFLite_Detection_PostProcess": ("CUSTOM",),
    "a placeholder for operator codes above 127": ("PLACEHOLDER_FOR_GREATER_OP_CODES",),
    _ATTRIBUTES: tuple(
        f"STABLEHLO_{name}"
        for name in (
            *("CLAMP", "CONCATENATE", "BROADCAST_IN_DIM", "CONVOLUTION", "SLICE", "CUSTOM_CALL"),
            *("REDUCE", "SCATTER", "COMPARE", "DYNAMIC_SLICE", "DYNAMIC_UPDATE_SLICE", "PAD"),
            *("IOTA", "DOT_GENERAL", "REDUCE_WINDOW", "SORT", "WHILE", "GATHER", "TRANSPOSE"),
            *("COMPOSITE", "CASE"),
        )
    ),
}

UNSUPPORTED: Final[Mapping[str, str]] = {
    name: reason for reason, names in _REASONS.items() for name in names
}
"""The reason why no operator of a builtin is imported."""


def reason_of(builtin: str) -> str:
    """Return why an operator without converter is refused."""
    return UNSUPPORTED.get(builtin, _NO_OPERATION)

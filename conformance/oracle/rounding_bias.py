"""Systematic deviations of quantized results that are within the tolerance of one step.

An implementation may round a result to either of two neighbouring codes. Over many elements such
differences cancel out. A kernel that truncates, or has a zero point that is off by one, deviates in
one direction: every element is within the tolerance, but the next layers add the deviations up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.cases import Example
from conformance.hal import INFO

ROUNDING_BIAS: Final = "values.bias"
"""The rule that quantized results must not deviate systematically."""

MIN_ELEMENTS: Final = 64
"""Smallest number of elements from which a deviation is systematic."""

LARGEST_MEAN: Final = 0.25
"""Largest mean difference in steps, for an output of infinitely many elements."""


def rounding_bias(example: Example, outputs: Sequence[bytes]) -> str:
    """Return a sentence about the first output with a systematic deviation; empty if none has one.

    Elements whose expected value is the smallest or largest code are left out, because saturation
    hides deviations there. The accepted mean difference grows with the uncertainty of a mean over
    few elements: ``LARGEST_MEAN`` plus one divided by the square root of their number.
    """
    main = example.model.main
    for number, (index, expected, data) in enumerate(
        zip(main.output_indexes, example.outputs, outputs, strict=True)
    ):
        operand = main.operands[index]
        info = INFO.get(operand.type)
        if info is None or not info.quantized or len(data) != len(expected.data):
            continue
        codes = np.frombuffer(expected.data, info.dtype).astype(np.int64)
        actual = np.frombuffer(data, info.dtype).astype(np.int64)
        low, high = info.code_range
        inner = (codes > low) & (codes < high)
        count = int(np.count_nonzero(inner))
        if count < MIN_ELEMENTS:
            continue
        mean = float(np.mean(actual[inner] - codes[inner]))
        limit = LARGEST_MEAN + count**-0.5
        if abs(mean) > limit:
            return (
                f"output {number} differs systematically: its codes are {mean:+.3f} steps from the "
                f"expected ones on average over {count} elements; at most {limit:.3f} is accepted"
            )
    return ""

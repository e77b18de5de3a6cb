"""Metrics of accuracy, with the bounds of MLTS.

A sequence of outputs is an array [inferences, values] of real numbers; a quantized output is
dequantized before. Sources: random_graph facts of MLTS' evaluators (top-k, phone error rate,
mel-cepstral distortion, log F0).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.models.networks.acoustic import FRAME_VALUES
from conformance.operations.definition.definition import Array

TOP: Final = 5
"""Largest k of the top-k rates."""

TOP1_TOLERANCE: Final = 0.05
"""Amount by which the top-1 rate may be below its expected value."""

PHONE_ERROR_LIMIT: Final = 5.0
"""Largest phone error rate of a sequence, in percent."""

MEL_CEPSTRAL_LIMIT: Final = 4.0
"""Largest mel-cepstral distortion of a sequence."""

LOG_F0_LIMIT: Final = 0.01
"""Largest root mean square error of log F0 of a sequence."""

_AMPLITUDES: Final = 40
_LOG_F0: Final = 47
_VOICING: Final = 48


def expected_rank(scores: Array, expected: int) -> int:
    """Return how many classes are ranked before the class ``expected``.

    Classes with equal scores are ranked by number, and NaN is ranked last.
    """
    if not 0 <= expected < scores.size:
        raise ValueError(f"the expected class {expected} is not one of {scores.size} classes")
    values = np.where(np.isnan(scores), -np.inf, scores.astype(np.float64)).ravel()
    order = np.argsort(-values, kind="stable")
    return int(np.flatnonzero(order == expected)[0])


def top_rates(ranks: Array) -> tuple[float, ...]:
    """Return the shares of images whose class is among the first 1 to 5; ``ranks`` is not empty."""
    return tuple(float(np.mean(ranks < k)) for k in range(1, TOP + 1))


def edit_distance(first: Array, second: Array) -> int:
    """Return the least number of insertions, deletions and substitutions between two sequences.

    This is the Levenshtein distance. A library for transcripts, such as jiwer, compares words of
    text; here the symbols are numbers, and few lines suffice.
    """
    row = np.arange(len(second) + 1)
    for position, symbol in enumerate(first, 1):
        above = row
        replaced = above[:-1] + (second != symbol)
        row = np.concatenate(([position], np.minimum(replaced, above[1:] + 1)))
        # An insertion costs 1 more than the entry to the left, for any number of insertions.
        row = np.minimum.accumulate(row - np.arange(len(row))) + np.arange(len(row))
    return int(row[-1])


def phone_error_rate(actual: Array, expected: Array) -> float:
    """Return the edit distance of the most probable phones per inference, in percent."""
    distance = edit_distance(actual.argmax(axis=1), expected.argmax(axis=1))
    return 100.0 * distance / len(expected)


def mel_cepstral_distortion(actual: Array, expected: Array) -> float:
    """Return the root mean square error of amplitudes 1 to 39 over all frames of a sequence."""
    difference = _frames(actual) - _frames(expected)
    return float(np.sqrt(np.mean(difference[:, 1:_AMPLITUDES] ** 2)))


def log_f0_error(actual: Array, expected: Array) -> float:
    """Return the root mean square error of log F0 over the frames that are voiced in both.

    The result is 0 if there is no such frame.
    """
    first, second = _frames(actual), _frames(expected)
    voiced = (first[:, _VOICING] > 0) & (second[:, _VOICING] > 0)
    if not voiced.any():
        return 0.0
    return float(np.sqrt(np.mean((first[voiced, _LOG_F0] - second[voiced, _LOG_F0]) ** 2)))


def _frames(sequence: Array) -> Array:
    """Return a sequence of inferences as frames of 49 values."""
    if sequence.size % FRAME_VALUES:
        raise ValueError(
            f"outputs of {sequence.shape[-1]} values are not frames of {FRAME_VALUES} values"
        )
    return sequence.astype(np.float64).reshape(-1, FRAME_VALUES)


@dataclass(frozen=True, slots=True)
class ErrorStatistics:
    """Differences of an output from its expected values.

    ``largest_absolute`` is the largest absolute difference, ``largest_relative`` the largest
    difference divided by the absolute expected value (where that is not 0). Both count positive and
    negative differences. ``not_finite`` counts values that are infinite or NaN although the
    expected value is finite, or finite although it is not.
    """

    mean_square: float
    largest_absolute: float
    largest_relative: float
    not_finite: int


def error_statistics(actual: Array, expected: Array) -> ErrorStatistics:
    """Return the differences of ``actual`` from ``expected``, arrays of the same shape."""
    if actual.shape != expected.shape:
        raise ValueError(f"shape {actual.shape}, but {expected.shape} was expected")
    first, second = actual.astype(np.float64).ravel(), expected.astype(np.float64).ravel()
    same_special = (first == second) | (np.isnan(first) & np.isnan(second))
    finite = np.isfinite(first) & np.isfinite(second)
    unlike = int(np.count_nonzero(~finite & ~same_special))
    difference = np.abs(first[finite] - second[finite])
    if not difference.size:
        return ErrorStatistics(0.0, 0.0, 0.0, unlike)
    size = np.abs(second[finite])
    relative = difference[size > 0] / size[size > 0]
    return ErrorStatistics(
        float(np.mean(difference**2)),
        float(difference.max()),
        float(relative.max(initial=0.0)),
        unlike,
    )

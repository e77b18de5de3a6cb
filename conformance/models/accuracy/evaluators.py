"""Evaluators: metrics of a model on a data set, and the bounds that they must meet.

A sequence of outputs is an array [inferences, values] of real numbers; a quantized output is
dequantized before. Source: the evaluators of MLTS (top-k, phone error rate,
mel-cepstral distortion, log F0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import comb
from typing import Final

import numpy as np

from conformance.engines.tflite.tflite_import import ModelState
from conformance.hal import Device, Model
from conformance.models.inference import opened_session
from conformance.operations.definition.operands import Array

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

FRAME_VALUES: Final = 49
"""Values of a frame: 40 amplitudes, 7 aperiodicity values, log F0, voicing."""

_AMPLITUDES: Final = 40
_LOG_F0: Final = 47
_VOICING: Final = 48


@dataclass(frozen=True, slots=True)
class DataSequence:
    """The steps of one sequence; an image is a sequence of one step.

    Attributes:
        inputs: the inputs of each step that are not states, in the operands' types.
        outputs: the expected outputs of each step as real numbers, or empty if unknown.
        expected_class: the class of an image, or ``None``.
        origin: the file or name of the sequence, for messages.

    """

    inputs: tuple[tuple[Array, ...], ...]
    outputs: tuple[tuple[Array, ...], ...] = ()
    expected_class: int | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class DataSet:
    """Sequences and where they come from."""

    name: str
    sequences: tuple[DataSequence, ...] = field(repr=False)


def expected_rank(scores: Array, expected: int) -> int:
    """Return how many classes are ranked before the class ``expected``.

    Classes with equal scores are ranked by number, and NaN is ranked last.
    """
    if not 0 <= expected < scores.size:
        raise ValueError(f"the expected class {expected} is not one of {scores.size} classes")
    values = np.where(np.isnan(scores), -np.inf, scores.astype(np.float64)).ravel()
    order = np.argsort(-values, kind="stable")
    return int(np.flatnonzero(order == expected)[0])


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


def error_statistics(actual: Array, expected: Array) -> tuple[float, float, float, int]:
    """Return the differences of ``actual`` from ``expected``, arrays of the same shape.

    They are the mean square, the largest absolute difference, the largest difference divided by the
    absolute expected value (where that is not 0), and the number of values that are infinite or NaN
    although the expected value is finite, or finite although it is not.
    """
    if actual.shape != expected.shape:
        raise ValueError(f"shape {actual.shape}, but {expected.shape} was expected")
    first, second = actual.astype(np.float64).ravel(), expected.astype(np.float64).ravel()
    same_special = (first == second) | (np.isnan(first) & np.isnan(second))
    finite = np.isfinite(first) & np.isfinite(second)
    unlike = int(np.count_nonzero(~finite & ~same_special))
    difference = np.abs(first[finite] - second[finite])
    if not difference.size:
        return 0.0, 0.0, 0.0, unlike
    size = np.abs(second[finite])
    relative = difference[size > 0] / size[size > 0]
    return (
        float(np.mean(difference**2)),
        float(difference.max()),
        float(relative.max(initial=0.0)),
        unlike,
    )


_RATE_MARGIN: Final = 0.01
"""Difference of top-1 rates that is too small to matter."""

_LIMIT_SHARE: Final = 0.01
"""The same for other losses, as a share of the loss's bound."""

_SQUARE_SHARE: Final = 1e-6
"""The same for mean square errors, as a share of the expected outputs' mean square."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The metrics of one driver on a data set.

    Attributes:
        values: value of each metric by name.
        validation_errors: bounds that are exceeded.
        losses: one number for each sequence, smaller is better: 0 or 1 for a class that is ranked
            first or not, otherwise the error. Two drivers are compared by these.
        margin: difference of mean losses that is too small to matter.
        classes: whether the losses are 0 or 1.

    """

    values: dict[str, float]
    validation_errors: tuple[str, ...]
    losses: Array = field(repr=False)
    margin: float = 0.0
    classes: bool = False


Runs = Iterable[tuple[DataSequence, Sequence[Sequence[Array]]]]
"""Each sequence of a data set, with the outputs of each of its steps as real numbers."""

Evaluator = Callable[[Runs], Evaluation]
"""Returns the evaluation of at least one sequence; ``ValueError`` if the outputs do not fit."""


def evaluate_classes(runs: Runs, expected_top1: float | None = None) -> Evaluation:
    """Return the rates with which the expected class is among the first 1 to 5 of output 0.

    With ``expected_top1``, the top-1 rate must not be more than 0.05 below it.
    """
    found: list[int] = []
    not_finite = 0
    for sequence, outputs in runs:
        if sequence.expected_class is None:
            raise ValueError(f"{sequence.origin}: the expected class is not known")
        scores = outputs[0][0]
        not_finite += not np.isfinite(scores).all()
        found.append(expected_rank(scores, sequence.expected_class))
    ranks = np.array(found)
    rates = [float(np.mean(ranks < k)) for k in range(1, TOP + 1)]
    errors = []
    least = (expected_top1 or 0.0) - TOP1_TOLERANCE
    if expected_top1 and rates[0] < least:
        errors.append(f"the top-1 rate is {rates[0]:.4f}; at least {least:.4f} is required")
    if not_finite:
        errors.append(f"{not_finite} of {len(ranks)} outputs have NaN or infinity")
    values = {f"top_{k}": rate for k, rate in enumerate(rates, 1)}
    losses = (ranks > 0).astype(np.float64)
    return Evaluation(values, tuple(errors), losses, _RATE_MARGIN, classes=True)


def _evaluate_sequences(
    runs: Runs,
    mean: Array | None = None,
    deviation: Array | None = None,
    *,
    metrics: Sequence[tuple[str, float, Callable[[Array, Array], float]]],
) -> Evaluation:
    """Return the largest values of metrics of output 0 over whole sequences; the first is the loss.

    A metric of one sequence has a name, a bound and a function. ``mean`` and ``deviation``
    de-normalize the outputs, one number for each value of the output.
    """

    def real(steps: Sequence[Sequence[Array]]) -> Array:
        values = np.stack([step[0].astype(np.float64).ravel() for step in steps])
        if mean is None or deviation is None:
            return values
        if mean.size != values.shape[1] or deviation.size != values.shape[1]:
            raise ValueError(
                f"{mean.size} means for outputs of {values.shape[1]} values: the file of means and "
                "deviations belongs to another model"
            )
        return values * deviation + mean

    table: list[list[float]] = []
    errors: list[str] = []
    for sequence, outputs in runs:
        _require_outputs(sequence, outputs)
        actual, expected = real(outputs), real(sequence.outputs)
        if actual.shape != expected.shape:
            raise ValueError(
                f"{sequence.origin}: outputs of {actual.shape[1]} values, but "
                f"{expected.shape[1]} are expected"
            )
        table.append([compute(actual, expected) for _, _, compute in metrics])
        for (name, limit, _), value in zip(metrics, table[-1], strict=True):
            # A comparison with NaN is false, so that NaN exceeds each limit.
            if not value <= limit:
                errors.append(f"{sequence.origin}: {name} is {value:.4g}, more than {limit:g}")
    losses = np.array(table)
    values = {
        f"max_{name}": float(value)
        for (name, _, _), value in zip(metrics, losses.max(axis=0), strict=True)
    }
    return Evaluation(values, tuple(errors), losses[:, 0], _LIMIT_SHARE * metrics[0][1])


def _require_outputs(sequence: DataSequence, outputs: Sequence[object]) -> None:
    if len(sequence.outputs) != len(outputs):
        raise ValueError(f"{sequence.origin}: the expected outputs are not known")


evaluate_phones: Final = partial(
    _evaluate_sequences, metrics=[("phone_error_rate", PHONE_ERROR_LIMIT, phone_error_rate)]
)
"""The evaluation of speech recognition: at most 5 % phone errors in a sequence."""

evaluate_speech: Final = partial(
    _evaluate_sequences,
    metrics=[
        ("mel_cepstral_distortion", MEL_CEPSTRAL_LIMIT, mel_cepstral_distortion),
        ("log_f0_error", LOG_F0_LIMIT, log_f0_error),
    ],
)
"""The evaluation of speech synthesis: mel-cepstral distortion and log F0."""


def evaluate_golden(runs: Runs, steps: Sequence[float] = ()) -> Evaluation:
    """Return the mean square error and largest errors against expected outputs, without a bound.

    A value that is finite where the expected one is not, or not finite where it is, is an error.
    ``steps`` are the scales of quantized outputs: differences of one step are too small to matter.
    """
    found: list[tuple[float, float, float, int]] = []
    expected_squares: list[float] = []
    for sequence, outputs in runs:
        _require_outputs(sequence, outputs)
        for actual, expected in zip(outputs, sequence.outputs, strict=True):
            if len(actual) != len(expected):
                raise ValueError(f"{len(actual)} outputs, but {len(expected)} expected outputs")
            found += map(error_statistics, actual, expected)
            for reals in expected:
                finite = reals[np.isfinite(reals)]
                expected_squares.append(float(np.mean(finite**2)) if finite.size else 0.0)
    squares, absolute, relative, not_finite = map(np.array, zip(*found, strict=True))
    unlike = (
        f"{not_finite.sum()} values are NaN or infinite, and the expected ones differ from them"
    )
    errors = (unlike,) if not_finite.any() else ()
    values = {
        "mean_square_error": float(squares.mean()),
        "max_absolute_error": float(absolute.max()),
        "max_relative_error": float(relative.max()),
    }
    margin = _SQUARE_SHARE * float(np.mean(expected_squares))
    if steps:
        margin = max(margin, float(np.mean(np.square(steps))))
    return Evaluation(values, errors, squares, margin)


@dataclass(frozen=True, slots=True)
class AccuracyTask:
    """A model, its data set, and how the outputs are evaluated."""

    name: str
    model: Model = field(repr=False)
    data: DataSet
    evaluator: Evaluator = field(repr=False)
    states: tuple[ModelState, ...] = ()


def evaluate(task: AccuracyTask, device: Device, timeout: float) -> Evaluation:
    """Return the evaluation of a driver.

    Every sequence starts with reset states. Raise ``ModelDeclinedError``, ``InferenceError`` or
    ``DriverCallError`` as ``opened_session`` does, and ``ValueError`` if the data set does not fit
    the model.
    """
    with opened_session(device, task.model, task.states, timeout=timeout) as session:

        def outputs(sequence: DataSequence) -> list[list[Array]]:
            session.reset()
            return [session.real_values(session.run(inputs)) for inputs in sequence.inputs]

        return task.evaluator((sequence, outputs(sequence)) for sequence in task.data.sequences)


# ------------------------------------------------------------------ comparison of two drivers

SIGNIFICANCE: Final = 0.01
"""Probability of calling an equally accurate driver less accurate, per comparison."""

RELATIVE_MARGIN: Final = 0.05
"""Share of the other driver's mean error that is accepted even if it is significant."""

MIN_SEQUENCES: Final = 10
"""Smallest number of sequences from which a bootstrap is made."""

_RESAMPLES: Final = 2000


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of a driver with the baseline driver.

    ``difference`` is the mean loss of the driver minus that of the baseline. ``probability`` is the
    probability that two equally accurate drivers differ at least as much: by the exact McNemar test
    for classes, by a bootstrap for other losses.
    """

    worse: bool
    difference: float
    margin: float
    probability: float
    test: str


def compare_accuracy(driver: Evaluation, baseline: Evaluation) -> Comparison:
    """Return the comparison of the driver's losses with those of ``baseline``.

    The driver is worse if the difference is significant and exceeds the margin. Errors of fewer
    than ``MIN_SEQUENCES`` sequences are never significant.
    """
    first, second = driver.losses, baseline.losses
    if first.shape != second.shape:
        raise ValueError(f"{first.size} and {second.size} sequences cannot be compared")
    difference = float(np.mean(first) - np.mean(second))
    if baseline.classes:
        only_driver = int(np.count_nonzero(first > second))
        only_other = int(np.count_nonzero(second > first))
        count = only_driver + only_other
        probability = sum(comb(count, n) for n in range(only_driver, count + 1)) / 2**count
        margin, name = baseline.margin, "exact McNemar test"
    else:
        probability = _bootstrap(first - second) if first.size >= MIN_SEQUENCES else 1.0
        margin = max(baseline.margin, RELATIVE_MARGIN * float(np.mean(second)))
        name = "paired bootstrap"
    worse = bool(not difference <= margin and not probability >= SIGNIFICANCE)
    return Comparison(worse, difference, margin, probability, name)


def _bootstrap(differences: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """Return the share of resampled means that are not positive; NaN counts as positive."""
    if not differences.any():
        return 1.0
    random = np.random.default_rng(0)
    chosen = random.integers(0, len(differences), (_RESAMPLES, len(differences)))
    means = differences[chosen].mean(axis=1)
    return float((np.count_nonzero(means <= 0) + 1) / (_RESAMPLES + 1))

"""Evaluators: metrics of a model on a data set, and the bounds that they must meet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from conformance.models.accuracy import metrics
from conformance.models.accuracy.datasets import DataSequence
from conformance.operations.definition.definition import Array

_RATE_MARGIN: Final = 0.01
"""Difference of top-1 rates that is too small to matter."""

_LIMIT_SHARE: Final = 0.01
"""The same for other losses, as a share of the loss's bound."""

_SQUARE_SHARE: Final = 1e-6
"""The same for mean square errors, as a share of the expected outputs' mean square."""

StepOutputs = Sequence[Sequence[Array]]
"""The outputs of each step of a sequence, as real numbers."""


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


class Evaluator(ABC):
    """Collects the outputs of one driver and returns their evaluation."""

    @abstractmethod
    def add(self, sequence: DataSequence, outputs: StepOutputs) -> None:
        """Add the outputs of one sequence; ``ValueError`` if they do not fit the evaluator."""

    @abstractmethod
    def result(self) -> Evaluation:
        """Return the evaluation of the sequences that were added, at least one."""


class TopKEvaluator(Evaluator):
    """The rates with which the expected class is among the first 1 to 5 of output 0.

    With ``expected_top1``, the top-1 rate must not be more than 0.05 below it.
    """

    def __init__(self, expected_top1: float | None = None) -> None:
        self._expected_top1 = expected_top1
        self._ranks: list[int] = []
        self._not_finite = 0

    def add(self, sequence: DataSequence, outputs: StepOutputs) -> None:
        if sequence.expected_class is None:
            raise ValueError(f"{sequence.origin}: the expected class is not known")
        scores = outputs[0][0]
        self._not_finite += not np.isfinite(scores).all()
        self._ranks.append(metrics.expected_rank(scores, sequence.expected_class))

    def result(self) -> Evaluation:
        ranks = np.array(self._ranks)
        rates = metrics.top_rates(ranks)
        errors = []
        least = (self._expected_top1 or 0.0) - metrics.TOP1_TOLERANCE
        if self._expected_top1 and rates[0] < least:
            errors.append(f"the top-1 rate is {rates[0]:.4f}; at least {least:.4f} is required")
        if self._not_finite:
            errors.append(f"{self._not_finite} of {len(ranks)} outputs have NaN or infinity")
        values = {f"top_{k}": rate for k, rate in enumerate(rates, 1)}
        losses = (ranks > 0).astype(np.float64)
        return Evaluation(values, tuple(errors), losses, _RATE_MARGIN, classes=True)


@dataclass(frozen=True, slots=True)
class _SequenceMetric:
    """A metric of one sequence, and its bound for the largest value over all sequences."""

    name: str
    limit: float
    compute: Callable[[Array, Array], float]


class SequenceEvaluator(Evaluator):
    """Metrics of output 0 over whole sequences; the largest values are reported.

    ``mean`` and ``deviation`` de-normalize the outputs, one number for each value of the output.
    The first metric is the loss.
    """

    def __init__(
        self,
        sequence_metrics: Sequence[_SequenceMetric],
        mean: Array | None = None,
        deviation: Array | None = None,
    ) -> None:
        self._metrics = tuple(sequence_metrics)
        self._mean, self._deviation = mean, deviation
        self._values: list[list[float]] = []
        self._errors: list[str] = []

    def add(self, sequence: DataSequence, outputs: StepOutputs) -> None:
        if len(sequence.outputs) != len(outputs):
            raise ValueError(f"{sequence.origin}: the expected outputs are not known")
        actual = self._real([step[0] for step in outputs])
        expected = self._real([step[0] for step in sequence.outputs])
        if actual.shape != expected.shape:
            raise ValueError(
                f"{sequence.origin}: outputs of {actual.shape[1]} values, but "
                f"{expected.shape[1]} are expected"
            )
        values = [metric.compute(actual, expected) for metric in self._metrics]
        for metric, value in zip(self._metrics, values, strict=True):
            # A comparison with NaN is false, so that NaN exceeds each limit.
            if not value <= metric.limit:
                self._errors.append(
                    f"{sequence.origin}: {metric.name} is {value:.4g}, more than {metric.limit:g}"
                )
        self._values.append(values)

    def _real(self, steps: Sequence[Array]) -> Array:
        values = np.stack([step.astype(np.float64).ravel() for step in steps])
        if self._mean is None or self._deviation is None:
            return values
        if self._mean.size != values.shape[1] or self._deviation.size != values.shape[1]:
            raise ValueError(
                f"{self._mean.size} means for outputs of {values.shape[1]} values: the file of "
                "means and deviations belongs to another model"
            )
        return values * self._deviation + self._mean

    def result(self) -> Evaluation:
        table = np.array(self._values)
        largest = table.max(axis=0)
        values = {
            f"max_{metric.name}": float(value)
            for metric, value in zip(self._metrics, largest, strict=True)
        }
        margin = _LIMIT_SHARE * self._metrics[0].limit
        return Evaluation(values, tuple(self._errors), table[:, 0], margin)


def phone_error_evaluator() -> SequenceEvaluator:
    """Return the evaluator of speech recognition: at most 5 % phone errors in a sequence."""
    metric = _SequenceMetric(
        "phone_error_rate", metrics.PHONE_ERROR_LIMIT, metrics.phone_error_rate
    )
    return SequenceEvaluator([metric])


def speech_synthesis_evaluator(
    mean: Array | None = None, deviation: Array | None = None
) -> SequenceEvaluator:
    """Return the evaluator of speech synthesis: mel-cepstral distortion and log F0."""
    return SequenceEvaluator(
        [
            _SequenceMetric(
                "mel_cepstral_distortion",
                metrics.MEL_CEPSTRAL_LIMIT,
                metrics.mel_cepstral_distortion,
            ),
            _SequenceMetric("log_f0_error", metrics.LOG_F0_LIMIT, metrics.log_f0_error),
        ],
        mean,
        deviation,
    )


class GoldenEvaluator(Evaluator):
    """Mean square error and largest errors against expected outputs, which have no bound.

    A value that is finite where the expected one is not, or not finite where it is, is an error.
    ``steps`` are the scales of quantized outputs: differences of one step are too small to matter.
    """

    def __init__(self, steps: Sequence[float] = ()) -> None:
        self._steps = tuple(steps)
        self._statistics: list[metrics.ErrorStatistics] = []
        self._squares: list[float] = []

    def add(self, sequence: DataSequence, outputs: StepOutputs) -> None:
        if len(sequence.outputs) != len(outputs):
            raise ValueError(f"{sequence.origin}: the expected outputs are not known")
        for actual, expected in zip(outputs, sequence.outputs, strict=True):
            if len(actual) != len(expected):
                raise ValueError(f"{len(actual)} outputs, but {len(expected)} expected outputs")
            self._statistics += map(metrics.error_statistics, actual, expected)
            finite = [values[np.isfinite(values)] for values in expected]
            self._squares += [
                float(np.mean(values**2)) if values.size else 0.0 for values in finite
            ]

    def result(self) -> Evaluation:
        statistics = self._statistics
        squares = np.array([error.mean_square for error in statistics])
        not_finite = sum(error.not_finite for error in statistics)
        errors = (
            (f"{not_finite} values are NaN or infinite, and the expected ones differ from them",)
            if not_finite
            else ()
        )
        values = {
            "mean_square_error": float(squares.mean()),
            "max_absolute_error": max(error.largest_absolute for error in statistics),
            "max_relative_error": max(error.largest_relative for error in statistics),
        }
        margin = _SQUARE_SHARE * float(np.mean(self._squares))
        if self._steps:
            margin = max(margin, float(np.mean(np.square(self._steps))))
        return Evaluation(values, errors, squares, margin)

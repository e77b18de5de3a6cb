"""Metrics, evaluators and comparisons, against values calculated by hand or by textbook code."""

import math

import numpy as np
import pytest

from conformance.models.accuracy import evaluators
from conformance.models.accuracy.evaluators import (
    DataSequence,
    Evaluation,
    compare_accuracy,
    evaluate_classes,
    evaluate_golden,
    evaluate_phones,
    evaluate_speech,
)


def image(expected):
    return DataSequence(((),), (), expected, "image")


def sequence(*steps):
    return DataSequence(((),) * len(steps), tuple((np.array(s),) for s in steps), None, "s0")


def classified(*ranks, expected_top1=None):
    """Return the evaluation of images whose class has these ranks among 6 classes."""
    scores = np.arange(6, 0, -1.0)
    return evaluate_classes([(image(rank), [[scores]]) for rank in ranks], expected_top1)


def test_ranks_of_ties_and_nan():
    scores = np.array([0.1, 0.4, 0.4, np.nan, 0.2])
    assert [evaluators.expected_rank(scores, k) for k in range(5)] == [3, 0, 1, 4, 2]
    with pytest.raises(ValueError, match="class 5 is not one of 5"):
        evaluators.expected_rank(scores, 5)


def test_rates_of_the_first_five_classes():
    values = classified(0, 0, 2, 5).values
    assert [values[f"top_{k}"] for k in range(1, 6)] == [0.5, 0.5, 0.75, 0.75, 0.75]


@pytest.mark.parametrize(("expected", "failing"), [(0.54, False), (0.56, True), (None, False)])
def test_the_top_1_rate_may_be_5_percent_below_the_expected_one(expected, failing):
    assert bool(classified(0, 1, expected_top1=expected).validation_errors) is failing


def textbook_distance(first, second):
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i in range(len(first) + 1):
        for j in range(len(second) + 1):
            if not i or not j:
                table[i][j] = i + j
            else:
                replaced = table[i - 1][j - 1] + (first[i - 1] != second[j - 1])
                table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, replaced)
    return table[-1][-1]


def test_edit_distances_are_those_of_the_textbook():
    random = np.random.default_rng(1)
    assert evaluators.edit_distance(np.array([1, 2, 3, 4]), np.array([2, 3, 5])) == 2
    for _ in range(500):
        first, second = (random.integers(0, 3, random.integers(0, 9)) for _ in range(2))
        assert evaluators.edit_distance(first, second) == textbook_distance(
            first.tolist(), second.tolist()
        )


def test_phone_errors_are_a_percentage_of_the_sequence():
    phones = np.eye(4)
    expected = phones[[0, 1, 2, 3, 0, 1, 2, 3, 0, 1]]
    actual = phones[[0, 1, 2, 3, 0, 1, 2, 3, 0, 2]]
    assert evaluators.phone_error_rate(actual, expected) == 10.0
    result = evaluate_phones([(sequence(*expected), [[row] for row in actual])])
    assert result.values == {"max_phone_error_rate": 10.0}
    assert "s0: phone_error_rate is 10, more than 5" in result.validation_errors[0]


def frames(amplitude=0.0, log_f0=5.0, voicing=1.0):
    """Return one inference of 4 equal frames."""
    frame = np.zeros(49)
    frame[0], frame[1:40], frame[47], frame[48] = 99.0, amplitude, log_f0, voicing
    return np.tile(frame, 4)


def test_mel_cepstral_distortion_skips_the_first_amplitude():
    actual, expected = frames(3.0)[None], frames(0.0)[None]
    actual[0, 0] = -1000.0
    assert evaluators.mel_cepstral_distortion(actual, expected) == pytest.approx(3.0)


def test_log_f0_counts_frames_that_are_voiced_in_both():
    expected = np.stack([frames(), frames(voicing=-1.0)])
    actual = np.stack([frames(log_f0=5.02), frames(log_f0=9.0)])
    assert evaluators.log_f0_error(actual, expected) == pytest.approx(0.02)
    assert evaluators.log_f0_error(actual[1:], expected[1:]) == 0.0


@pytest.mark.parametrize(
    ("actual", "text"),
    [
        (frames(5.0), "mel_cepstral_distortion is 5, more than 4"),
        (frames(log_f0=5.011), "log_f0_error is 0.011, more than 0.01"),
        (frames(np.nan), "mel_cepstral_distortion is nan"),
    ],
)
def test_bounds_of_speech_synthesis(actual, text):
    found = evaluate_speech([(sequence(frames()), [[actual]])])
    assert any(text in error for error in found.validation_errors)


def test_outputs_are_denormalized_before_the_metrics():
    runs = [(sequence(frames()), [[frames(1.0)]])]
    found = evaluate_speech(runs, np.full(196, 2.0), np.full(196, 0.5))
    assert found.values["max_mel_cepstral_distortion"] == pytest.approx(0.5)
    with pytest.raises(ValueError, match="3 means for outputs of 196 values"):
        evaluate_speech(runs, np.zeros(3), np.ones(3))


def test_errors_count_both_signs_and_values_that_are_not_finite():
    expected = np.array([1.0, -2.0, 0.0, np.inf, np.nan, 4.0])
    actual = np.array([0.5, -2.0, 0.25, np.inf, np.nan, np.nan])
    found = evaluators.error_statistics(actual, expected)
    assert found == (pytest.approx((0.25 + 0.0625) / 3), 0.5, 0.5, 1)
    assert evaluate_golden([(sequence(expected), [[actual]])]).validation_errors


def test_the_probability_of_a_difference_of_classes_is_exact():
    driver = classified(*[1] * 10, *[0] * 2, *[0] * 88)
    other = classified(*[0] * 10, *[1] * 2, *[0] * 88)
    found = compare_accuracy(driver, other)
    # 12 discordant images, at least 10 of them wrong only on the driver.
    expected = sum(math.comb(12, k) for k in (10, 11, 12)) / 2**12
    assert found.probability == pytest.approx(expected)
    assert (found.difference, found.worse) == (pytest.approx(0.08), False)
    worse = compare_accuracy(classified(*[1] * 20, *[0] * 80), classified(*[0] * 100))
    assert worse.worse
    better = compare_accuracy(classified(*[0] * 100), classified(*[1] * 20, *[0] * 80))
    assert not better.worse


@pytest.mark.parametrize(
    ("driver", "worse"),
    [(1.0, False), (1.04, False), (1.2, True), (0.5, False), (float("nan"), True)],
)
def test_larger_errors_of_the_same_sequences_are_worse(driver, worse):
    losses = np.random.default_rng(0).uniform(0.9, 1.1, 40)
    ours = Evaluation({}, (), losses * driver, 0.01)
    assert compare_accuracy(ours, Evaluation({}, (), losses, 0.01)).worse is worse

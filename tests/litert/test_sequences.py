"""The TFLite operators that recurrent layers are lowered to, and seeds of random operations."""

import numpy as np
import pytest

from tests.litert.running_examples import builtins, bundled, device, inputs_of

pytest.importorskip("ai_edge_litert")

LSTM, RNN = "bidirectional_sequence_lstm", "bidirectional_sequence_rnn"
TWO_WAY_LSTM, ONE_WAY_LSTM = LSTM.upper(), "UNIDIRECTIONAL_SEQUENCE_LSTM"
TWO_WAY_RNN, ONE_WAY_RNN = RNN.upper(), "UNIDIRECTIONAL_SEQUENCE_RNN"
REVERSE, CONCATENATE = "REVERSE_V2", "CONCATENATION"


@pytest.mark.parametrize(
    ("spec", "name", "expected"),
    [
        (LSTM, "square", [TWO_WAY_LSTM]),
        (LSTM, "cross_merged_batch_major", [TWO_WAY_LSTM, CONCATENATE]),
        (
            LSTM,
            "time_major",
            [ONE_WAY_LSTM, REVERSE, ONE_WAY_LSTM, REVERSE],
        ),  # the cells differ in size
        (LSTM, "layer_norm", [ONE_WAY_LSTM, REVERSE, ONE_WAY_LSTM, REVERSE]),
        (LSTM, "parallel", [ONE_WAY_LSTM, REVERSE, ONE_WAY_LSTM, REVERSE]),
        (
            LSTM,
            "cross",
            [*[CONCATENATE] * 5, ONE_WAY_LSTM, REVERSE, *[CONCATENATE] * 4, ONE_WAY_LSTM, REVERSE],
        ),
        (RNN, "time_major", [TWO_WAY_RNN]),
        (RNN, "cross_wide", [TWO_WAY_RNN]),
        (
            RNN,
            "cross",
            [CONCATENATE, CONCATENATE, ONE_WAY_RNN, REVERSE, CONCATENATE, ONE_WAY_RNN, REVERSE],
        ),
        (RNN, "parallel_same_size", [ONE_WAY_RNN, REVERSE, ONE_WAY_RNN, REVERSE, CONCATENATE]),
    ],
)
def test_bidirectional_operator_is_used_where_possible(spec, name, expected):
    assert builtins(bundled(f"V1_2/{spec}/{spec}_{name}")) == [expected]


@pytest.mark.parametrize("name", ["linear", "state", "sigmoid"])
def test_activation_is_checked_before_anything_else(name):
    case = f"V1_2/{LSTM}/{LSTM}_{name}_all_tensors_as_inputs"
    reasons = [reason for reason in device().decline_reasons(bundled(case).model) if reason]
    assert len(reasons) == (name == "sigmoid")


def test_same_seeds_give_same_random_values():
    example = bundled("V1_2/random_multinomial/random_multinomial_uneven")
    program = device().compile(example.model)
    (first,), (second,) = (program(inputs_of(example)) for _ in range(2))
    assert np.array_equal(first, second)
    assert len(np.unique(first)) > 1

"""Which of TFLite's operators recurrent layers and draws become."""

import numpy as np
import pytest

from tests.litert.examples import builtins, bundled, device, inputs_of

pytest.importorskip("ai_edge_litert")

LSTM, RNN = "bidirectional_sequence_lstm", "bidirectional_sequence_rnn"
BOTH_LSTM, ONE_LSTM = LSTM.upper(), "UNIDIRECTIONAL_SEQUENCE_LSTM"
BOTH_RNN, ONE_RNN = RNN.upper(), "UNIDIRECTIONAL_SEQUENCE_RNN"
TURN, JOIN = "REVERSE_V2", "CONCATENATION"


@pytest.mark.parametrize(
    ("spec", "name", "expected"),
    [
        (LSTM, "square", [BOTH_LSTM]),
        (LSTM, "cross_merged_batch_major", [BOTH_LSTM, JOIN]),
        (LSTM, "time_major", [ONE_LSTM, TURN, ONE_LSTM, TURN]),  # cells of two sizes
        (LSTM, "layer_norm", [ONE_LSTM, TURN, ONE_LSTM, TURN]),
        (LSTM, "parallel", [ONE_LSTM, TURN, ONE_LSTM, TURN]),
        (LSTM, "cross", [*[JOIN] * 5, ONE_LSTM, TURN, *[JOIN] * 4, ONE_LSTM, TURN]),
        (RNN, "time_major", [BOTH_RNN]),
        (RNN, "cross_wide", [BOTH_RNN]),
        (RNN, "cross", [JOIN, JOIN, ONE_RNN, TURN, JOIN, ONE_RNN, TURN]),
        (RNN, "parallel_same_size", [ONE_RNN, TURN, ONE_RNN, TURN, JOIN]),
    ],
)
def test_two_directions_are_one_operator_where_it_takes_them(spec, name, expected):
    assert builtins(bundled(f"V1_2/{spec}/{spec}_{name}")) == [expected]


@pytest.mark.parametrize("name", ["linear", "state", "sigmoid"])
def test_the_activation_is_asked_for_before_anything_else(name):
    case = f"V1_2/{LSTM}/{LSTM}_{name}_all_tensors_as_inputs"
    reasons = [one for one in device().decline_reasons(bundled(case).model) if one]
    assert len(reasons) == (name == "sigmoid")


def test_seeds_settle_the_draws_of_each_request():
    example = bundled("V1_2/random_multinomial/random_multinomial_uneven")
    program = device().compile(example.model)
    (one,), (other,) = (program(inputs_of(example)) for _ in range(2))
    assert np.array_equal(one, other)
    assert len(np.unique(one)) > 1

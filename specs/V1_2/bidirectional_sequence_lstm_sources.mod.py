# BIDIRECTIONAL_SEQUENCE_LSTM: operands that are usually constants as model inputs, or the
# reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/sequence_lstm.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Projections, of the backward cell with a bias.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 2]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [3, 2]), [0.3125, 0.4375, -0.9375, 0.8125, -0.6875, -0.8125])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [3, 2]), [0.625, -0.9375, 0.625, 0.5625, -0.1875, 0.1875])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [3, 2]), [0.9375, -0.125, -1.0, -0.625, -0.125, 0.5625])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [3, 2]), [0.375, -1.0, -0.1875, 0.125, -0.75, -0.375])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [3, 5]), [
    -0.5, -1.0, -0.5, -0.125, 0.6875,
    -0.5625, -0.3125, 0.0625, 0.5, 0.25,
    0.375, -0.6875, 0.5625, -0.875, -0.0625,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [3, 5]), [
    0.1875, -1.0, 0.3125, 0.875, -0.0625,
    0.875, -0.625, 0.9375, 0.875, 0.6875,
    -0.1875, -0.5625, -0.0625, 0.0625, -0.1875,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [3, 5]), [
    0.625, -0.25, 0.125, 0.9375, -0.5625,
    0.125, 0.375, -0.3125, -0.875, 0.5,
    0.75, 0.5625, -0.875, 0.0, 0.5,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [3, 5]), [
    -0.375, 0.875, 0.125, -0.3125, 0.25,
    -0.875, -0.1875, 0.75, -0.4375, -0.6875,
    -0.6875, 0.8125, 0.375, 0.9375, 0.375,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [3]), [0.8125, 0.3125, 0.8125])
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [3]), [0.375, 0.0, 0.125])
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [3]), [-0.4375, -0.25, -0.1875])
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [3]), [-0.1875, -0.5, 0.0625])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [3]), [-0.1875, 0.4375, -0.5])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [3]), [-0.3125, -0.5, -0.5])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [3]), [0.0, -0.25, -0.125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [5, 3]), [
    -0.875, -0.3125, 0.0625,  -0.625, 0.125, 0.375,
    0.5, -0.375, 0.75,  -0.625, -0.625, -0.625,
    -0.125, -0.25, -0.625,
])
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [5]), [0.4375, -0.4375, -0.4375, 0.0, 0.375])
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 2]), [0.0625, 0.0625, -0.375, -0.1875, 0.8125, -0.625, 0.875, -0.25])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 2]), [0.1875, 0.5, -0.5625, 1.0, 0.375, 0.875, 0.625, 0.125])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 2]), [0.3125, 0.0625, -0.75, 0.125, -0.0625, -0.8125, -0.375, -0.125])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 2]), [0.6875, 0.125, 1.0, 0.1875, 0.0, -0.625, -0.8125, 0.25])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 2]), [0.1875, -0.8125, 0.875, -0.25, -0.1875, 0.3125, -0.25, -0.1875])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 2]), [0.875, 0.75, -0.1875, 0.9375, 0.25, 0.9375, 0.625, -0.9375])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 2]), [-0.5625, -0.4375, -0.75, 0.375, 0.0625, 0.875, -0.625, 0.625])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 2]), [-0.3125, 0.875, 0.4375, -0.625, -0.0625, -0.125, 0.1875, 0.8125])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [0.4375, -0.375, 0.4375, -0.375])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.0, -0.4375, 0.0, 0.4375])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.1875, -0.0625, 0.4375])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [0.375, -0.3125, 0.3125, 0.125])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [2, 4]), [-0.9375, 0.6875, -0.0625, 0.875, 0.8125, -0.6875, -0.75, 0.6875])
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 5]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 3]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 2]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 2]))
model = Model("forward_bias").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        0.375, 1.875,  -1.9375, 1.5,  0.625, -1.0,  -1.0625, 0.8125,
        1.1875, -1.375,  -0.5625, 1.625,
    ],
    fw_h_in: [0.375, 0.875, 0.375, -0.25, -0.1875, -0.875, 0.0625, 0.5, 0.75, 0.5625],
    fw_c_in: [0.4375, -0.75, -0.4375, -0.25, -0.9375, 0.6875],
    bw_h_in: [0.5, -0.6875, 0.5, 0.625],
    bw_c_in: [0.4375, -0.125, -0.875, 0.9375, 0.5625, 1.0, -0.25, -0.25],
    fw_y: [
        0.5879600096699926, -0.4842021848426762, -0.3007951720213997, 0.2902963709920948,
        0.4949252430026353, 0.6652791061598512, -0.34490165349162333, -0.1070983638096421,
        0.1667620093616503, 0.3319396075594383, 0.31812756415999505, -0.6041201816854385,
        -0.3681275943392137, 0.03680840796056357, 0.44885802831141075, 0.5639223402009206,
        -0.33490799533721616, -0.25253538195245684, 0.01522320988932787, 0.2931129534698102,
        0.05644623440606672, -0.7984968162263593, -0.24653149684140352, -0.13274005845705958,
        0.4292060975849383, 0.5718654219873205, -0.3899100460098923, -0.25070624429694016,
        0.11073160692955103, 0.3602078644482057,
    ],
    bw_y: [
        0.11494150274650056, 0.18767031687955885,
        0.31118441859063084, -0.08477065039127428,
        0.09514022085578194, -0.10950568550443136,
        0.30233497820656763, -0.053384633777966144,
        -0.2752291407649356, 0.27534416147182955,
        0.09778385879456038, -0.06073388986730118,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.375, -0.375, 0.8125,  0.9375, -0.8125, 0.125,
    -0.1875, 0.1875, 0.4375,  0.3125, -0.0625, 0.0625,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.0, 0.4375, 1.0,  -1.0, -0.875, 0.3125,
    -0.75, -0.5625, -0.125,  0.6875, 0.0, 0.6875,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.9375, 0.625, -0.0625,  -0.4375, 0.4375, 0.25,
    -0.75, 0.75, 0.5,  0.625, 0.3125, -0.6875,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    1.0, -0.6875, -0.625,  -0.125, -0.5, 1.0,
    -0.8125, 0.125, -0.5625,  0.0, 0.5625, -1.0,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.75, -0.875, -0.25, 0.875,
    -0.25, 0.5625, -0.5625, -0.75,
    0.6875, 0.125, 0.75, 0.25,
    -0.3125, 0.0, -1.0, 0.0,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, 0.9375, -0.125, -0.25,
    0.125, 0.5625, -0.6875, -0.625,
    0.875, 0.875, -0.875, -0.25,
    -0.4375, 0.5, 0.0625, -0.3125,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.0625, -0.125, -1.0, -0.875,
    -0.4375, -0.625, -0.1875, 0.4375,
    0.5, -0.375, -0.6875, -0.1875,
    0.625, 0.75, -0.6875, -0.6875,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, 0.25, -0.3125, 0.25,
    0.3125, -0.5, 0.0, 0.625,
    -0.375, 0.5625, 0.6875, 0.0625,
    0.4375, 1.0, -0.5625, 0.25,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [0.3125, 0.0625, 0.375, -0.1875])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.1875, -0.5, -0.5])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.1875, 0.0, 0.3125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, 0.375, -0.5, 0.125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    0.125, -0.9375, -0.5625,  -0.9375, 0.5625, 0.6875,
    0.0625, 0.375, 0.5625,  -0.125, -0.1875, 0.0,
    0.8125, 0.1875, -0.0625,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    -0.1875, 0.75, -0.375,  -0.1875, 0.375, 0.625,
    -0.8125, 0.625, 0.6875,  0.125, 0.375, 0.1875,
    -0.8125, 0.5625, 0.6875,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    0.75, -0.5, -0.375,  -0.125, 0.1875, 0.6875,
    -0.9375, -0.5625, 0.375,  0.375, 0.1875, -0.125,
    -0.875, 0.875, -0.4375,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    0.75, 0.875, -0.875,  0.5625, -0.4375, 0.75,
    0.75, -0.5, 0.125,  -0.5, 0.5625, -0.3125,
    -0.4375, 0.4375, 1.0,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 5]), [
    -0.125, 0.5, 0.75, -0.375, -0.0625,
    -0.4375, 0.125, -0.5625, 0.3125, -0.3125,
    -0.0625, 0.125, -0.0625, 0.1875, -0.125,
    -0.5625, -0.6875, 0.25, 0.6875, 0.75,
    0.9375, -0.1875, -0.0625, 0.5625, 0.0625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    0.125, -0.125, -0.5, 0.5625, 0.875,
    -0.1875, -0.75, -0.5, -0.0625, 0.9375,
    0.9375, -1.0, 1.0, 0.375, -0.875,
    -0.1875, 0.4375, -1.0, 1.0, 0.625,
    0.5625, -1.0, -0.125, -0.6875, -0.125,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    0.0625, 0.4375, 0.625, 0.5625, 0.9375,
    -0.125, -0.9375, 1.0, 0.9375, 0.875,
    0.8125, -0.625, -0.875, 0.9375, 0.4375,
    1.0, -0.8125, -0.375, -1.0, -0.75,
    1.0, -0.3125, 1.0, 0.125, 1.0,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    0.4375, -0.875, 0.4375, -0.6875, -0.125,
    0.8125, -0.625, 0.6875, 0.8125, -0.875,
    -0.25, -0.75, 0.375, -0.6875, 0.6875,
    0.5625, 0.4375, -1.0, -0.25, -0.5625,
    0.375, -0.6875, 0.25, -1.0, 0.5,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [-0.4375, -0.125, -0.1875, -0.25, -0.0625])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.5, 0.5, 0.25, 0.0, 0.1875])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [-0.375, -0.4375, 0.125, 0.5, -0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [-0.4375, -0.25, 0.4375, -0.25, -0.25])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Parameter("fw_h_in", ("TENSOR_FLOAT32", [2, 4]), [0.5625, 0.0, 0.0625, 0.125, 0.9375, 0.875, -0.125, -0.4375])
fw_c_in = Parameter("fw_c_in", ("TENSOR_FLOAT32", [2, 4]), [-0.3125, 0.8125, -0.375, -0.1875, 0.3125, 0.5, 0.5, 0.8125])
bw_h_in = Parameter("bw_h_in", ("TENSOR_FLOAT32", [2, 5]), [0.0, 0.0625, 0.375, 0.625, -0.25, 0.0625, -0.375, 0.875, -0.5625, -0.8125])
bw_c_in = Parameter("bw_c_in", ("TENSOR_FLOAT32", [2, 5]), [0.375, -0.1875, -0.5, 0.375, -0.25, 0.3125, 0.0, -0.4375, 0.1875, 0.0625])
aux = Parameter("aux", ("TENSOR_FLOAT32", [3, 2, 2]), [
    -0.5625, -1.875,  2.0, -1.5,  -0.375, -1.1875,  -1.125, 0.6875,
    0.875, 0.75,  -1.375, 0.375,
])
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [4, 2]), [-0.875, 0.375, 0.5, 0.125, 0.75, -0.125, 0.4375, -0.75])
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [4, 2]), [-0.0625, -0.0625, 0.875, -0.9375, 0.125, 0.875, 0.0, 1.0])
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, 0.8125, 0.8125, -0.5625, -0.0625, -0.625, -0.5625, -0.75])
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, 0.0, -0.375, 0.6875, 0.4375, 1.0, -0.625, -0.875])
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [5, 2]), [0.1875, -0.1875, -0.75, -0.5, 1.0, -0.9375, 0.375, -0.0625, 0.9375, 0.1875])
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [5, 2]), [0.4375, 0.875, 0.0625, -0.0625, 0.3125, 0.5, -0.375, 0.125, 0.625, 0.9375])
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [5, 2]), [
    -0.8125, -0.75,  0.9375, -0.9375,  -0.9375, -0.875,  -0.75, 0.3125,
    -1.0, -1.0,
])
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [5, 2]), [
    0.5625, -0.4375,  -0.25, 0.1875,  -0.625, -0.3125,  0.875, 0.5,
    0.5625, -0.8125,
])
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
model = Model("cross_constant_fw_h_in_fw_c_in_bw_h_in_bw_c_in_aux").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -1.125, -0.5625, 0.25,  -1.125, -1.8125, 0.6875,
        -0.25, 1.4375, 0.9375,  1.6875, -0.6875, 1.0625,
        -0.125, -1.3125, -1.625,  -1.3125, -0.875, 1.3125,
    ],
    fw_y: [
        -0.09820023200713375, 0.39232969284728475, 0.055743148218962375, 0.3962711563323182,
        0.0442776965371278, 0.3956293054984388, 0.252809736035336, 0.10355387942724344,
        -0.08253918174841282, 0.2679308261467892, 0.10331890212080515, 0.4398835061273181,
        -0.48690443906843833, -0.5719036993003526, -0.011711557685223285, 0.10515029311441941,
        -0.2629533712339717, -0.030809211131494266, 0.06509414448827096, 0.02245403446558113,
        0.03300625440540115, -0.49753318150129067, 0.0714001811444557, -0.007090553124401273,
    ],
    bw_y: [
        0.07107941883169216, 0.2972728441421704, 0.47887004126430244, -0.02175097834672832,
        0.06416739669081785, -0.13469611996782954, -0.09822374904332999, 0.38000161630723606,
        -0.283506665439079, -0.690998548828545, 0.0273178699642752, 0.20409187580865065,
        0.22859881623520223, 0.020478260611466053, -0.15759157097434973, 0.012064596301212064,
        -0.6078159124300835, -0.04037561985096117, 0.03856985621691794, -0.12052186228977385,
        0.07981255961031378, -0.03652268798462436, -0.14144915017622825, -0.14796860147693477,
        -0.02513943829284846, -0.015882427042098694, -0.539603455307684, -0.20506485188075443,
        0.03537201509248056, 0.060886202725231924,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

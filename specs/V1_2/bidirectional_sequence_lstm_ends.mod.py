# BIDIRECTIONAL_SEQUENCE_LSTM: A single number per step.
# Expected values: specs/scripts/edges_sequences.py (formulas in double precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# A single number per step.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 1]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 1]), [-0.1875, 0.875, -0.8125, 0.125])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 1]), [0.3125, 0.1875, -0.1875, -0.25])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 1]), [-0.6875, 0.6875, -0.25, 0.4375])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 1]), [-0.375, -0.875, 1.0, -0.1875])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, 0.3125, -0.125, 0.1875,
    -0.0625, 0.875, -0.5625, 0.625,
    -0.4375, -0.9375, -1.0, 0.875,
    1.0, 0.5625, -0.9375, 0.25,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    1.0, 0.0, 0.75, -1.0,
    -0.875, -0.3125, 0.8125, -1.0,
    1.0, -0.0625, 0.0625, 0.25,
    0.1875, 0.8125, 0.1875, -1.0,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -1.0, 0.0, -0.8125, -0.6875,
    0.125, -0.5, 1.0, -0.125,
    -0.4375, 0.9375, -0.125, -0.5,
    0.0625, -0.75, -0.0625, -0.3125,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -1.0, 0.0625, 1.0, 1.0,
    -0.9375, -0.9375, 0.1875, 1.0,
    0.0, 0.25, 0.6875, -1.0,
    -0.9375, 0.6875, -1.0, 1.0,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.0625, -0.125, -0.0625, 0.4375])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.125, -0.25, 0.3125, 0.375])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.375, 0.375, -0.1875, 0.5])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.4375, -0.5, -0.4375, 0.4375])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [3, 1]), [-0.3125, 0.5, -0.125])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [3, 1]), [-0.875, -0.5625, -0.875])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [3, 1]), [-0.125, -1.0, -0.5])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [3, 1]), [0.1875, 0.9375, -0.1875])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [3, 3]), [-0.875, -0.375, 0.5625, -0.8125, 0.9375, 0.75, 0.0625, -0.4375, 0.9375])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [3, 3]), [-0.4375, 0.3125, 0.3125, 0.125, 0.1875, 0.9375, 0.8125, -0.5625, 0.0625])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [3, 3]), [0.125, 0.75, -0.25, 0.75, 0.4375, -0.5, -0.0625, -0.5625, 0.6875])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [3, 3]), [0.5, -0.9375, 1.0, -0.0625, -0.875, -0.0625, 0.5, -1.0, -0.375])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [3]), [0.0625, -0.1875, 0.4375])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [3]), [0.3125, -0.0625, 0.4375])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [3]), [-0.5, -0.125, 0.0625])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [3]), [0.1875, -0.5, -0.125])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 3]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 3]))
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
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 3]))
model = Model("single").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [0.125, 0.6875, -0.25, 0.75, 1.375, -1.125],
    fw_h_in: [0.0, -0.75, 0.5, -0.8125, 0.6875, 0.25, 0.5625, -0.375],
    fw_c_in: [-0.875, -0.5, -0.8125, 0.4375, -0.5625, 0.8125, -0.3125, -0.75],
    bw_h_in: [0.9375, 0.5625, 1.0, -0.3125, 0.125, 0.9375],
    bw_c_in: [-0.875, 1.0, 0.875, -0.1875, 0.1875, -0.8125],
    fw_y: [
        -0.23607934235172748, -0.07495559154291627, -0.36091516901522314, 0.10326721341916313,
        -0.2846065718372499, 0.06734436137766607, -0.1822972144276214, -0.031431051581945764,
        0.1388323480124173, -0.08108639597786112, -0.09684486562654757, 0.3855814794134503,
        -0.11680757050462592, 0.17885792295963018, -0.0960387410732743, 0.21668162859788137,
        -0.10265318909529583, 0.10761432798442751, -0.25931473758620466, 0.402984007208495,
        0.2881125013893377, 0.06001377576959533, 0.007185016918542022, 0.07027181372692273,
    ],
    bw_y: [
        -0.30263633730325384, -0.10891429126172215, 0.0795484358627601,
        -0.29489902679078533, -0.29331388313193185, -0.08198571509820166,
        -0.25016446489407673, -0.01719512731738251, 0.10349851217626488,
        -0.2577205448839844, -0.1923623274412845, -0.05789982046938133,
        -0.2897427592953589, 0.003366222839751033, 0.047216006267952186,
        -0.32067290759313855, 0.05146824245250134, 0.019385985453147712,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

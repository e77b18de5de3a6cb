# UNIDIRECTIONAL_SEQUENCE_LSTM: operands that are usually constants as model inputs, or the
# reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/sequence_lstm.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.5, -0.5, 0.6875,  -0.5, 0.25, 0.6875,
    0.0625, 0.875, -0.625,  0.0, 0.8125, 0.5,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.5625, 0.125, 0.5,  0.875, 0.375, -0.5,  0.625, 0.25, -1.0,  -0.625, -1.0, -0.125,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.1875, -0.5, -0.75,  -0.8125, 0.4375, -0.6875,
    0.3125, 0.25, -0.625,  -0.0625, -0.875, -0.6875,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.125, -0.625, 0.9375,  0.75, -0.5625, 0.4375,
    0.5625, -0.375, -0.25,  -0.4375, 0.375, 0.25,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, -0.25, 0.3125, 0.25,
    -0.5625, 0.5625, -0.375, -0.75,
    0.5625, -0.375, 0.1875, 0.1875,
    0.9375, -0.9375, -0.9375, -0.4375,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, 0.5625, 1.0, -0.0625,
    0.8125, 0.9375, -0.125, 0.75,
    1.0, 0.875, -1.0, 0.3125,
    0.9375, 0.8125, 0.4375, 0.3125,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.625, 0.8125, -0.3125, 0.5625,
    0.125, -0.4375, -1.0, -0.0625,
    0.125, 0.5, -0.5625, -0.9375,
    0.75, -0.6875, -0.6875, -0.0625,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, -0.625, -0.25, -0.75,
    0.0625, -0.8125, 0.3125, -0.9375,
    0.3125, -0.0625, 0.0625, 0.75,
    -0.625, -0.3125, 0.125, -0.5,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.5, -0.5, -0.0625])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.125, 0.0625, 0.0])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.0, 0.3125, 0.125])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.125, 0.3125, -0.3125])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Parameter("h_in", ("TENSOR_FLOAT32", [2, 4]), [0.6875, -0.0625, -0.0625, 0.5, 0.8125, 0.625, 0.75, 0.3125])
c_in = Parameter("c_in", ("TENSOR_FLOAT32", [2, 4]), [0.5625, 0.6875, 0.5625, 0.3125, 0.5, -0.5, 0.9375, 0.75])
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [5, 2, 4]))
model = Model("time_major_constant_h_in_c_in").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -2.0, 0.625, 1.75,  -0.9375, 1.875, -1.9375,
        0.8125, 1.6875, 0.0625,  -1.75, 0.3125, 0.5625,
        1.625, -0.3125, -0.25,  1.9375, 1.125, -0.8125,
        0.0, -0.6875, 1.9375,  1.1875, 0.125, 1.4375,
        1.5625, -1.6875, -0.125,  0.25, -0.1875, 1.625,
    ],
    y: [
        -0.18076758460426456, 0.11725456502268518, -0.06836093455333131, -0.24030337456525092,
        0.006395421241199603, -0.013154800822695807, 0.4824518357680529, 0.10930480261008607,
        -0.11714287028649971, 0.2298647655223275, 0.18363772854651408, -0.3431454462293712,
        -0.0837296880503144, 0.08246698237182111, -0.014827073821248635, -0.07245291973810035,
        0.006421833312219611, 0.16815449690828793, 0.39587955859448043, -0.05897265516124021,
        0.0012027642301128863, 0.14137237318533927, 0.42988752540554914, -0.08311172066864883,
        -0.5447276340381009, -0.4211832774132096, -0.010829846771584595, -0.22420931086625775,
        -0.45993728588383, -0.2669339007287371, 0.076397008043357, -0.21759185725810423,
        0.1693171901406275, -0.3918356807030239, 0.029388884970129012, -0.015512534491821673,
        -0.6772205618512817, -0.4758621225055918, -0.03252491928691581, -0.3435666962192493,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

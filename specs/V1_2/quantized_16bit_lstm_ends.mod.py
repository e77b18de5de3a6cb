# QUANTIZED_16BIT_LSTM: Inputs at both ends of the codes.
# Expected values: specs/scripts/edges_sequences.py (formulas in double precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Inputs at both ends of the codes.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.00390625, 128), [247, 51, 117, 202, 69, 105, 126, 172, 78, 165, 184, 15])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.00390625, 128), [70, 255, 207, 82, 122, 134, 119, 108, 118, 150, 170, 163])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.00390625, 128), [101, 96, 47, 152, 198, 236, 34, 176, 135, 232, 115, 87])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.00390625, 128), [95, 216, 86, 155, 71, 61, 2, 229, 251, 191, 7, 131])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.00390625, 128), [12, 40, 193, 159, 127, 180, 122, 39, 255, 106, 110, 225, 30, 149, 238, 80])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.00390625, 128), [227, 168, 75, 62, 107, 209, 83, 173, 180, 145, 107, 238, 69, 53, 237, 24])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.00390625, 128), [169, 154, 208, 106, 192, 222, 129, 182, 28, 1, 175, 97, 53, 43, 246, 205])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.00390625, 128), [17, 51, 104, 187, 193, 238, 119, 102, 252, 6, 129, 172, 44, 128, 239, 22])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 3.0517578e-05), [1643, -706, 151, 551])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 3.0517578e-05), [1821, 1558, -1296, 530])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 3.0517578e-05), [741, 1017, -1419, -214])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 3.0517578e-05), [439, -500, -1657, 25])
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128))
model = Model("codes").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [0, 255, 0, 255, 0, 255],
    c_in: [7982, -3530, -156, -4995, 2159, 272, 5086, -2574],
    h_in: [99, 132, 239, 59, 39, 114, 120, 39],
    c_out: [4450, -2115, -208, -2730, 1744, -429, 2627, -1289],
    y: [208, 74, 124, 84, 166, 115, 196, 85],
}, model=model)
Example({
    x: [255, 0, 255, 0, 255, 0],
    c_in: [4450, -2115, -208, -2730, 1744, -429, 2627, -1289],
    h_in: [208, 74, 124, 84, 166, 115, 196, 85],
    c_out: [2595, -984, 308, -964, 651, -85, 1109, -934],
    y: [184, 103, 142, 103, 153, 125, 147, 107],
}, model=model)

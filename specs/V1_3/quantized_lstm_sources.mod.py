# QUANTIZED_LSTM: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/quantized_lstm.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0078125), [109, 88, -39, -73, 32, -79, 81, 54, -72, -121, -34, -7])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0087890625), [47, 60, -125, 13, -6, -30, -19, 39, -46, 73, -10, 63])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.009765625), [-49, -31, -120, -75, -107, 9, -121, -36, 67, -96, 90, 19])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0107421875), [12, 117, 56, -99, 99, -50, -61, -118, -112, 2, -120, 95])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 4], 0.005859375), [-123, 7, 122, -38, -127, 79, 32, -70, -18, -75, -107, 103, 96, 106, 17, 39])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.006591797), [-39, 59, -91, -104, 19, 35, 122, -15, 32, 93, -42, -42, -94, 5, -104, -2])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.0073242188), [-15, -29, -84, 47, 13, -75, -33, 53, 8, 104, 15, 71, -81, 25, -36, -59])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.008056641), [57, -39, 21, 46, -96, -51, -115, 40, 14, -114, 3, -89, 98, 20, -94, -20])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 6.1035156e-05), [-39, -6547, 2784, -679])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [-5868, 1342, -225, 1472])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [2157, -6020, -3276, -5327])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [5163, -4378, -3752, 5541])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Parameter("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125), [-83, 51, -72, 70, -28, 12, -23, -95])
c_in = Parameter("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125), [3263, 3538, 1655, 2971, -450, 703, -1655, 483])
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
model = Model("basic_constant_h_in_c_in").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-37, -58, 102, 52, 34, -107],
    h_out: [21, 42, 18, 87, 16, -21, -67, 3],
    c_out: [716, 1539, 1532, 2242, 589, -704, -2331, 122],
    y: [21, 42, 18, 87, 16, -21, -67, 3],
}, model=model)

# No optional part. Batches, inputs and units all differ; every gate has its own scales.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0078125), [109, 88, -39, -73, 32, -79, 81, 54, -72, -121, -34, -7])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0087890625), [47, 60, -125, 13, -6, -30, -19, 39, -46, 73, -10, 63])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.009765625), [-49, -31, -120, -75, -107, 9, -121, -36, 67, -96, 90, 19])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0107421875), [12, 117, 56, -99, 99, -50, -61, -118, -112, 2, -120, 95])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 4], 0.005859375), [-123, 7, 122, -38, -127, 79, 32, -70, -18, -75, -107, 103, 96, 106, 17, 39])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.006591797), [-39, 59, -91, -104, 19, 35, 122, -15, 32, 93, -42, -42, -94, 5, -104, -2])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.0073242188), [-15, -29, -84, 47, 13, -75, -33, 53, 8, 104, 15, 71, -81, 25, -36, -59])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.008056641), [57, -39, 21, 46, -96, -51, -115, 40, 14, -114, 3, -89, 98, 20, -94, -20])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 6.1035156e-05), [-39, -6547, 2784, -679])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [-5868, 1342, -225, 1472])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [2157, -6020, -3276, -5327])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [5163, -4378, -3752, 5541])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_clip = Parameter("cell_clip", ("FLOAT32", []), None)
projection_clip = Parameter("projection_clip", ("FLOAT32", []), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
model = Model("omitted_clips").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, cell_clip, projection_clip, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-37, -58, 102, 52, 34, -107],
    h_in: [-83, 51, -72, 70, -28, 12, -23, -95],
    c_in: [3263, 3538, 1655, 2971, -450, 703, -1655, 483],
    h_out: [21, 42, 18, 87, 16, -21, -67, 3],
    c_out: [716, 1539, 1532, 2242, 589, -704, -2331, 122],
    y: [21, 42, 18, 87, 16, -21, -67, 3],
}, model=model)
Example({
    x: [36, -83, -52, 88, -29, -108],
    h_in: [21, 42, 18, 87, 16, -21, -67, 3],
    c_in: [716, 1539, 1532, 2242, 589, -704, -2331, 122],
    h_out: [20, 12, 24, -3, 32, -17, -76, -20],
    c_out: [839, 982, 761, -76, 1376, -698, -2807, -555],
    y: [20, 12, 24, -3, 32, -17, -76, -20],
}, model=model)

# QUANTIZED_LSTM: each optional part, alone and together.
# Expected values: specs/scripts/quantized_lstm.py, the operation's equations on the real
# values, in plain loops; checked against LiteRT's reference kernels, but for
# projection_peephole.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

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
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
model = Model("basic").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
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

# As many inputs as units: transposed weights show.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [3, 3], 0.0078125), [-17, -47, -115, -92, 56, 39, 24, -45, -5])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [3, 3], 0.0087890625), [-64, -60, -97, -87, -101, -56, -16, -94, -2])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [3, 3], 0.009765625), [58, 30, 30, 28, -99, -1, -99, 28, -32])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [3, 3], 0.0107421875), [52, -21, 12, -21, -103, -34, 45, 105, 97])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [3, 3], 0.005859375), [-41, -9, -52, 47, 74, 117, 37, 64, 90])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [3, 3], 0.006591797), [72, -72, -97, -99, 90, -100, 103, -102, 106])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [3, 3], 0.0073242188), [46, 59, -75, -100, 126, -64, 19, -41, -68])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [3, 3], 0.008056641), [-51, 37, 108, 73, 26, -126, 70, 58, 37])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [3], 6.1035156e-05), [2734, 7043, 3061])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [3], 6.866455e-05), [-5650, 3237, 4191])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [3], 7.6293945e-05), [697, 2273, 1640])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [3], 8.392334e-05), [-5738, -3985, -308])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [1, 3], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [1, 3], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3], 0.0078125))
model = Model("square").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-92, 50, 25],
    h_in: [38, -87, 44],
    c_in: [2651, -2020, 4019],
    h_out: [13, -28, 65],
    c_out: [782, -2180, 3652],
    y: [13, -28, 65],
}, model=model)
Example({
    x: [48, -69, -110],
    h_in: [13, -28, 65],
    c_in: [782, -2180, 3652],
    h_out: [-8, -29, 23],
    c_out: [-247, -985, 2509],
    y: [-8, -29, 23],
}, model=model)

# A single unit, a single input.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 1], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0078125), [112])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0087890625), [30])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [1, 1], 0.009765625), [16])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0107421875), [-15])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [1, 1], 0.005859375), [72])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [1, 1], 0.006591797), [-34])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0073242188), [30])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [1, 1], 0.008056641), [112])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [1], 6.1035156e-05), [-3216])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [1], 6.866455e-05), [2204])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [1], 7.6293945e-05), [-6184])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [1], 8.392334e-05), [5202])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 1], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [3, 1], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 1], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [3, 1], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 1], 0.0078125))
model = Model("one_unit").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-44, 122, 56],
    h_in: [8, -25, -41],
    c_in: [-1663, -2242, -1429],
    h_out: [-43, -48, -37],
    c_out: [-1217, -1820, -1294],
    y: [-43, -48, -37],
}, model=model)
Example({
    x: [-36, -36, 8],
    h_in: [-43, -48, -37],
    c_in: [-1217, -1820, -1294],
    h_out: [-33, -40, -35],
    c_out: [-1038, -1366, -1146],
    y: [-33, -40, -35],
}, model=model)

# Input, output and hidden state have zero points.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, -40))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0078125), [113, -63, -13, 126, 104, -106, 37, 14, -125, 119, 41, 112])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0087890625), [-88, 50, 83, 10, 47, -37, -79, -77, 74, 55, 22, 126])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.009765625), [69, 86, 66, 69, 122, -32, -19, 115, -120, -2, 58, 48])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0107421875), [-117, 110, 81, -105, 109, -97, -116, 9, -76, -60, -81, -122])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.005859375), [3, 79, 107, 59, -65, -16, -113, -40, 113, -56, -42, -74])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.006591797), [-59, 38, -22, 59, -82, 62, -25, 41, -76, -115, 97, -101])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0073242188), [94, -87, 23, 46, -24, 5, 38, 39, -94, -113, -40, -110])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.008056641), [-114, -67, 9, 24, 70, -92, -35, 3, -36, 16, -31, 115])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 6.1035156e-05), [-3036, 1648, -2620, -837])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [4460, 6353, -2489, -5401])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [-1909, 6476, 5656, -3187])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [1247, 50, -5470, -2796])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [3, 4], 0.0078125), [-47, 15, -8, -69, 80, -8, -106, 22, 17, -126, 26, -102])
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.015625, 25))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.015625, 25))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.015625, 25))
model = Model("zero_points").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, -9, 0.0078125).To(h_out, c_out, y)
Example({
    x: [58, -23, 5, 113, -101, -21],
    h_in: [-22, 38, 74, 33, -31, 63],
    c_in: [-4081, -1248, -916, 1636, 1263, -3339, -1074, -2590],
    h_out: [30, 13, 13, 34, 29, 45],
    c_out: [-2004, 37, -1063, 928, 1538, -1381, -1293, -1795],
    y: [30, 13, 13, 34, 29, 45],
}, model=model)
Example({
    x: [43, -63, 12, -67, 44, 114],
    h_in: [30, 13, 13, 34, 29, 45],
    c_in: [-2004, 37, -1063, 928, 1538, -1381, -1293, -1795],
    h_out: [26, 25, 16, 11, 55, 36],
    c_out: [-422, 709, -678, 496, 1866, -350, -856, -777],
    y: [26, 25, 16, 11, 55, 36],
}, model=model)

# Peephole connections: input and forget gate read the old cell state, the output gate the new
# one.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 2], 0.0078125), [-13, 56, -89, 107, -127, -115, -21, -85])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 2], 0.0087890625), [-104, -80, -82, 65, -39, 58, -106, 63])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 2], 0.009765625), [125, -76, -58, -127, -33, -48, -118, -71])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 2], 0.0107421875), [-1, 53, 77, 49, 98, -18, -108, 121])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 4], 0.005859375), [
    70, 71, -62, -61,  -82, -109, 102, -121,  125, -4, -118, 98,  114, 121, -20, 122,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.006591797), [
    -69, -86, -92, -15,  -106, -102, -69, 100,  -97, -107, 124, -81,  -66, -122, 4, -87,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.0073242188), [-59, -119, 75, 90, 118, 9, -15, 30, -54, -47, -107, 46, 49, -13, -26, 8])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.008056641), [-28, -108, 79, 123, 57, 126, -91, -20, 18, -64, -26, 86, 32, -65, 83, -5])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [4], 0.00012207031), [3851, 1200, 1799, -1631])
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [4], 0.00012207031), [-3238, -1295, 1996, 859])
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [4], 0.00012207031), [3803, -2117, -2870, 4076])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 6.1035156e-05), [6674, 7048, -7486, 4680])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [-1640, -3272, -5119, -297])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [2491, -681, 5615, 4522])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [-4356, 2320, 4427, 2057])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
model = Model("peephole").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [19, -85, -83, 40],
    h_in: [99, 100, -11, -13, 35, -20, -89, 36],
    c_in: [411, 1002, 1132, 2740, 1460, 1753, -154, 3167],
    h_out: [-2, 28, 14, 30, -8, 42, 29, 99],
    c_out: [-242, 621, 408, 1777, -330, 1602, 1073, 3107],
    y: [-2, 28, 14, 30, -8, 42, 29, 99],
}, model=model)
Example({
    x: [-124, -48, 4, 109],
    h_in: [-2, 28, 14, 30, -8, 42, 29, 99],
    c_in: [-242, 621, 408, 1777, -330, 1602, 1073, 3107],
    h_out: [-17, 21, 21, 84, -6, -3, 19, 54],
    c_out: [-862, 1369, 1203, 2438, -138, -65, 497, 1178],
    y: [-17, 21, 21, 84, -6, -3, 19, 54],
}, model=model)

# Coupled input and forget gate.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0087890625), [-124, -102, 122, -52, 42, 28, -78, 99, 102, -113, 12, 13])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.009765625), [-125, -109, 91, -124, -113, 105, -52, -112, 43, 29, -124, 53])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0107421875), [100, 64, 63, 63, 93, -35, -17, -86, 100, 110, 70, -126])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.005859375), None)
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.006591797), [-111, 106, 19, 53, -55, -3, -90, -73, 14, 20, -117, -111, -91, 117, -84, 2])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.0073242188), [65, 86, 117, -2, 82, 92, -113, 92, -51, 75, -127, -57, 114, 124, -54, -52])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.008056641), [56, -17, 62, 48, -43, 19, 76, -88, 70, 90, -127, -18, 111, -74, -36, 68])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [-1625, -1800, 2486, -3453])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [5467, 3706, 6428, -6524])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [-4737, -3073, 5611, -169])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
model = Model("cifg").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [33, -28, -65, 100, -36, -34],
    h_in: [69, -39, -96, -9, -100, 97, 33, -6],
    c_in: [1738, 368, 1001, 658, 3994, -2065, 206, 1789],
    h_out: [-12, 11, 47, 17, 40, -55, 33, 19],
    c_out: [-627, 602, 1167, 333, 2032, -1623, 1056, 707],
    y: [-12, 11, 47, 17, 40, -55, 33, 19],
}, model=model)
Example({
    x: [-4, 29, 23, -39, -109, 73],
    h_in: [-12, 11, 47, 17, 40, -55, 33, 19],
    c_in: [-627, 602, 1167, 333, 2032, -1623, 1056, 707],
    h_out: [8, 11, 21, -17, 34, 6, 63, 11],
    c_out: [250, 348, 671, -652, 2027, 608, 1412, 824],
    y: [8, 11, 21, -17, 34, 6, 63, 11],
}, model=model)

# Coupled gates with peepholes; omitted operands are inputs that carry no value.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3], 0.0078125, 3))
input_to_input = Input("input_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125))
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0087890625), [-81, -7, -33, 87, 26, 13, -64, -41, 55, 3, 93, 54])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.009765625), [64, -99, -19, -83, -89, 73, 38, -127, 13, -23, 113, 60])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0107421875), [-113, 3, -37, -109, 41, -7, -8, -4, -88, 29, -70, -119])
recurrent_to_input = Input("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.005859375))
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.006591797), [
    -125, -63, -87, -69,  83, -10, -55, -59,  -117, -45, 21, -23,  -65, 37, -79, -125,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.0073242188), [-46, -69, -124, 116, -57, 125, 50, 100, 116, -58, 74, 70, 102, 67, 70, 103])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.008056641), [56, -89, 19, 74, 95, 33, -90, -114, -97, -48, 1, 72, -65, -118, -49, -119])
cell_to_input = Input("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031))
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [4], 0.00012207031), [2886, 2614, -3692, -580])
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [4], 0.00012207031), [3753, -2427, -4033, -1356])
input_bias = Input("input_bias", ("TENSOR_INT32", [0], 6.1035156e-05))
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [-4051, -1337, 5940, 6121])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [4819, -4834, 5748, -4142])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [432, -1322, -5922, -2204])
projection = Input("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125))
projection_bias = Input("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [1, 4], 0.00048828125))
input_norm = Input("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05))
forget_norm = Input("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05))
cell_norm = Input("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05))
output_norm = Input("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05))
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [1, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4], 0.0078125))
model = Model("cifg_peephole").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-75, -116, 92],
    input_to_input: [],
    recurrent_to_input: [],
    cell_to_input: [],
    input_bias: [],
    projection: [],
    projection_bias: [],
    h_in: [-11, 24, 20, -5],
    c_in: [-3130, 1295, -3013, -1924],
    input_norm: [],
    forget_norm: [],
    cell_norm: [],
    output_norm: [],
    h_out: [-16, 39, -41, -30],
    c_out: [-476, 1688, -2499, -1605],
    y: [-16, 39, -41, -30],
}, model=model)
Example({
    x: [-32, -51, 20],
    input_to_input: [],
    recurrent_to_input: [],
    cell_to_input: [],
    input_bias: [],
    projection: [],
    projection_bias: [],
    h_in: [-16, 39, -41, -30],
    c_in: [-476, 1688, -2499, -1605],
    input_norm: [],
    forget_norm: [],
    cell_norm: [],
    output_norm: [],
    h_out: [7, 38, -39, -44],
    c_out: [248, 1194, -1830, -1567],
    y: [7, 38, -39, -44],
}, model=model)

# Projection to a smaller output, without a bias.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [5, 3], 0.0078125), [-9, -96, 66, 52, 74, 113, -65, -125, 17, 56, 14, 58, 45, -36, 87])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [5, 3], 0.0087890625), [88, -39, -60, -28, -117, 127, -50, 73, -119, 118, 46, 95, 115, -105, 63])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [5, 3], 0.009765625), [125, -89, -2, -42, -65, -87, 1, 112, 109, -74, 96, 66, -31, 31, 18])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [5, 3], 0.0107421875), [-34, -70, -59, 117, 102, -11, 21, 1, -48, -20, 76, -83, 15, -72, -34])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [5, 2], 0.005859375), [103, -68, 29, -8, 2, -11, -115, -82, 74, -18])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [5, 2], 0.006591797), [64, 94, -17, 106, 82, 7, -111, 32, 65, 89])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [5, 2], 0.0073242188), [-21, 58, -96, 85, 108, -101, 64, 20, -58, -38])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [5, 2], 0.008056641), [-24, 100, 105, -81, 127, -12, 118, 70, 0, 35])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [5], 6.1035156e-05), [6880, -5713, 4845, -1298, -2048])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [5], 6.866455e-05), [2908, -3287, -5876, -1019, -874])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [5], 7.6293945e-05), [495, -3836, 1379, 4170, 6286])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [5], 8.392334e-05), [-149, 4650, -3913, -375, 5601])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [2, 5], 0.0078125), [-50, -99, -7, 126, -9, -49, -60, -117, 93, 1])
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.015625))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 5], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.015625))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 5], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.015625))
model = Model("projection").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-13, 44, 61, 87, -30, -34],
    h_in: [-41, 86, -65, -50],
    c_in: [-3352, 4040, 2795, 560, -3768, -900, 707, -3570, 868, -1540],
    h_out: [15, 13, -8, 3],
    c_out: [-1737, 3388, 281, 1109, -1704, 314, 261, -1553, -665, -135],
    y: [15, 13, -8, 3],
}, model=model)
Example({
    x: [-115, -5, -20, 125, 2, 64],
    h_in: [15, 13, -8, 3],
    c_in: [-1737, 3388, 281, 1109, -1704, 314, 261, -1553, -665, -135],
    h_out: [13, 14, 3, -2],
    c_out: [-1753, 1818, -19, 693, -129, 1289, -789, 120, -697, 280],
    y: [13, 14, 3, -2],
}, model=model)

# Projection to a larger output, with a bias.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0078125), [-7, -104, -11, -94, 98, 104])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0087890625), [90, -8, 102, 10, 19, 103])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [3, 2], 0.009765625), [-124, -48, 42, 26, -12, 6])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0107421875), [-30, -49, -126, 78, 73, -15])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [3, 5], 0.005859375), [-122, -96, -43, -119, 39, -115, -41, -97, 82, -78, -5, 40, 113, 11, 118])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [3, 5], 0.006591797), [87, -91, -104, -99, -124, 56, -87, 112, -6, 113, -36, -68, 89, 107, 127])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [3, 5], 0.0073242188), [-71, -123, -105, 28, -16, -85, -34, 40, -44, -18, -16, -109, 122, 73, 59])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [3, 5], 0.008056641), [-124, 33, -31, 47, -62, -7, 116, 66, 58, -34, 70, 78, -47, 62, -99])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [3], 6.1035156e-05), [-6817, 1947, -8180])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [3], 6.866455e-05), [2993, 3586, -4519])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [3], 7.6293945e-05), [-6200, 5064, 1020])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [3], 8.392334e-05), [1899, 1276, 2771])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [5, 3], 0.0078125), [-120, 16, -70, 64, 49, 9, 35, -80, -4, 32, -105, 55, -106, 60, 127])
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [5], 6.1035156e-05), [-7528, 4404, 1173, 5961, 7933])
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 5], 0.015625))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 5], 0.015625))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 5], 0.015625))
model = Model("projection_bias").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [75, -112, -13, 27],
    h_in: [80, 99, 50, -46, 99, -53, 97, 17, 67, -4],
    c_in: [576, 2509, 3370, 2835, 1315, -2311],
    h_out: [-29, 24, -9, 10, 51, -11, 23, -7, -6, 10],
    c_out: [-449, 2092, 434, 17, 720, -1526],
    y: [-29, 24, -9, 10, 51, -11, 23, -7, -6, 10],
}, model=model)
Example({
    x: [-26, 10, -28, 45],
    h_in: [-29, 24, -9, 10, 51, -11, 23, -7, -6, 10],
    c_in: [-449, 2092, 434, 17, 720, -1526],
    h_out: [-22, 24, -13, 3, 53, -15, 19, -6, 4, 30],
    c_out: [-358, 1437, 414, -336, 665, -887],
    y: [-22, 24, -13, 3, 53, -15, 19, -6, 4, 30],
}, model=model)

# Peepholes have the size of the cell, which is not that of the output.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0078125), [5, -49, 68, 122, 59, 24])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0087890625), [-10, 7, 122, 57, -53, 46])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [3, 2], 0.009765625), [-76, -32, -21, -13, 89, -62])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0107421875), [-29, 0, 10, -73, -31, -73])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [3, 2], 0.005859375), [0, 39, 54, -36, 9, -13])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [3, 2], 0.006591797), [72, -81, -85, 7, -34, 88])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0073242188), [49, 2, -39, 123, 98, -10])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [3, 2], 0.008056641), [93, 13, -65, -14, -21, -126])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [3], 0.00012207031), [-3243, 674, -3828])
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [3], 0.00012207031), [-1592, 2407, -453])
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [3], 0.00012207031), [-2210, 2194, -2926])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [3], 6.1035156e-05), [1956, -314, 1300])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [3], 6.866455e-05), [1029, -1452, -5890])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [3], 7.6293945e-05), [-6042, 3386, 2648])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [3], 8.392334e-05), [-3058, 5748, 3464])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [2, 3], 0.0078125), [-118, -88, 116, 49, 103, 11])
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.015625))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.015625))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.015625))
model = Model("projection_peephole").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-67, -14, -117, -43],
    h_in: [62, 58, 87, -8],
    c_in: [2654, -1438, 3616, 1049, 1375, 921],
    h_out: [-14, 15, -14, 14],
    c_out: [1533, 336, 2034, 1406, 182, 742],
    y: [-14, 15, -14, 14],
}, model=model)
Example({
    x: [66, 82, -56, -108],
    h_in: [-14, 15, -14, 14],
    c_in: [1533, 336, 2034, 1406, 182, 742],
    h_out: [0, 10, -6, 11],
    c_out: [-31, 708, 969, 686, 347, 419],
    y: [0, 10, -6, 11],
}, model=model)

# The cell state is held to a bound before the output gate reads it.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0078125), [122, 15, -87, -113, 122, -32, 75, 61, 25, -39, -64, 95])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0087890625), [45, -104, -114, -3, 106, -28, -22, 46, 42, -32, -47, 50])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.009765625), [-7, -70, -96, 41, -17, -23, -74, -46, -79, 78, 61, 80])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0107421875), [16, 73, -84, 13, 12, 78, 18, 118, -12, -85, 18, 29])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 4], 0.005859375), [
    -126, -30, -51, -3,  -69, 51, 108, -106,  118, -18, 89, -44,  -105, -106, 115, 4,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.006591797), [86, -61, -21, 76, 115, 95, 47, 111, 127, -114, 53, 114, -114, -74, 60, 5])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.0073242188), [-126, -24, 47, 87, -92, 98, 27, 124, -22, -75, -88, -58, 66, -103, 58, 56])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.008056641), [55, 78, 18, -102, -1, 74, 50, 64, -88, 49, -1, -39, 45, 4, 37, 87])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [4], 0.00012207031), [1136, 3299, 3973, 30])
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [4], 0.00012207031), [-2112, -697, -2549, -2072])
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [4], 0.00012207031), [-815, 3494, -362, -151])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 6.1035156e-05), [-6343, 1579, -4966, -1085])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [-414, -5405, 1742, -3389])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [2873, -4242, -2848, -3549])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [4024, 3933, 2677, 3608])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
model = Model("cell_clip").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.75, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [89, -55, 5, 88, 63, 25],
    h_in: [50, -40, -35, -92, -36, 64, -33, -26],
    c_in: [-1114, -2200, 445, 427, -2289, -983, 1707, -3688],
    h_out: [-43, -19, 7, 3, -52, -14, -22, -32],
    c_out: [-1144, -847, 280, 153, -1250, -334, -445, -1536],
    y: [-43, -19, 7, 3, -52, -14, -22, -32],
}, model=model)
Example({
    x: [-37, -35, -20, -89, -71, 65],
    h_in: [-43, -19, 7, 3, -52, -14, -22, -32],
    c_in: [-1144, -847, 280, 153, -1250, -334, -445, -1536],
    h_out: [-2, -14, 11, -27, -7, -23, 0, -53],
    c_out: [-49, -467, 354, -751, -325, -720, 16, -1536],
    y: [-2, -14, 11, -27, -7, -23, 0, -53],
}, model=model)

# The projection is held to a bound, after its bias.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0078125), [126, 119, -61, 87, -61, 69, 31, 21, 100, -54, 11, 86])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0087890625), [-104, -102, 1, -9, -83, 54, -68, 34, -69, -70, 19, -122])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.009765625), [-65, -100, 99, -38, 1, 84, 107, 91, -78, 88, 83, -91])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0107421875), [30, -19, -80, 9, 10, 100, -44, 1, -33, -114, 77, -83])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.005859375), [0, 43, -66, -34, -7, 84, -37, 53, -6, 1, -102, 34])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.006591797), [-99, -67, 67, 45, -85, 70, -82, -35, 19, -55, -105, 25])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0073242188), [-72, -119, 70, 36, 85, 50, 8, 100, 49, 20, 91, -71])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.008056641), [17, 17, 124, 8, -17, 35, 45, -16, -63, -71, -20, 50])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 6.1035156e-05), [2408, 1136, 2705, -332])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [2328, 1644, -674, -4965])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [4922, -5513, -1270, 658])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [-2990, 5624, 1671, 5186])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [3, 4], 0.0078125), [-100, 126, 123, 38, 19, 5, -102, -85, -121, 78, -29, -19])
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [3], 6.1035156e-05), [-4507, 7454, 2749])
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.015625))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.015625))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.015625))
model = Model("projection_clip").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.5, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-102, 63, -125, 117, 58, 14],
    h_in: [-90, -53, -89, 71, -39, -86],
    c_in: [-875, -3308, 2900, 4091, 20, 2278, -2913, 3916],
    h_out: [29, -32, -10, -12, 30, 23],
    c_out: [-378, -1078, 2017, 4180, -1487, 314, -406, 1812],
    y: [29, -32, -10, -12, 30, 23],
}, model=model)
Example({
    x: [72, 69, -61, -18, 76, -63],
    h_in: [29, -32, -10, -12, 30, 23],
    c_in: [-378, -1078, 2017, 4180, -1487, 314, -406, 1812],
    h_out: [12, -17, 5, 17, -5, 24],
    c_out: [-1214, -1262, 1622, 2937, -1534, -210, 553, 1580],
    y: [12, -17, 5, 17, -5, 24],
}, model=model)

# Without a projection its bound does nothing.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0078125), [-3, -1, 16, -22, -85, 77])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0087890625), [-64, 3, 66, -74, 22, -90])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [3, 2], 0.009765625), [-52, 72, -14, -123, 57, 112])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0107421875), [-113, 67, -56, -121, -65, -32])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [3, 3], 0.005859375), [89, 119, -96, 121, -14, 4, 86, -24, 67])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [3, 3], 0.006591797), [19, 68, 97, 4, -96, 94, -88, 28, -89])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [3, 3], 0.0073242188), [23, 87, 9, 80, -12, 11, 120, 10, -54])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [3, 3], 0.008056641), [-97, 28, -28, -49, 23, -12, 78, 66, 123])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [3], 6.1035156e-05), [-5424, -5995, 6836])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [3], 6.866455e-05), [-4921, 5381, -4880])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [3], 7.6293945e-05), [-5600, -5110, -5053])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [3], 8.392334e-05), [-4629, 3790, -718])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125))
model = Model("projection_clip_unused").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.125, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [58, -79, -84, 110],
    h_in: [-60, 85, -4, -84, 96, 48],
    c_in: [1511, 2401, 1573, -3468, 183, -3801],
    h_out: [0, 62, 13, -70, -13, -58],
    c_out: [-6, 1530, 433, -1603, -420, -1886],
    y: [0, 62, 13, -70, -13, -58],
}, model=model)
Example({
    x: [117, 60, 40, -47],
    h_in: [0, 62, 13, -70, -13, -58],
    c_in: [-6, 1530, 433, -1603, -420, -1886],
    h_out: [-4, 5, 17, -23, -21, -25],
    c_out: [-245, 234, 727, -1083, -477, -1809],
    y: [-4, 5, 17, -23, -21, -25],
}, model=model)

# Hidden codes that saturate, at both ends.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0078125), [127, -17, 118, -59, -37, 60, 102, 50, -88, -102, 36, 41])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0087890625), [-41, -106, -95, -82, 42, 43, 33, -8, -18, 48, -107, 86])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.009765625), [-17, 98, 99, -49, -48, -24, 32, -106, -73, -1, -9, 107])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0107421875), [60, -45, -104, 91, -69, 64, 54, 67, 5, 104, -34, -71])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 4], 0.005859375), [-85, 109, -71, 40, 56, 95, 84, 63, -6, -78, -80, -25, 104, -15, 17, -25])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.006591797), [
    -99, -99, -61, 99,  30, -63, 56, 39,  113, -121, -32, -43,  -9, -10, -51, -119,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.0073242188), [65, 120, 105, 47, -12, 105, -87, -99, 7, 29, 79, -59, -110, 52, 43, 35])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.008056641), [-73, -83, -26, 2, -86, 3, -104, -39, 8, -119, -2, -59, -22, 82, 109, 106])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 6.1035156e-05), [-39, -7553, -4765, 6014])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [797, -3553, 998, 5780])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [279, 917, 983, 5978])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [-3592, 3486, 4205, -4529])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 1.5258789e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.001953125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.001953125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.001953125))
model = Model("fine_hidden").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.001953125).To(h_out, c_out, y)
Example({
    x: [-112, -82, 76, 75, -95, 83],
    h_in: [31, 9, 26, 76, 27, 31, -98, -96],
    c_in: [-3966, 3457, -110, 196, -379, 66, 3208, -1005],
    h_out: [-92, 127, -3, 60, -72, 62, 127, -13],
    c_out: [-2321, 2738, -33, 1387, -699, 282, 2230, -115],
    y: [-92, 127, -3, 60, -72, 62, 127, -13],
}, model=model)
Example({
    x: [-69, -98, -62, 116, -33, 57],
    h_in: [-92, 127, -3, 60, -72, 62, 127, -13],
    c_in: [-2321, 2738, -33, 1387, -699, 282, 2230, -115],
    h_out: [-128, 127, 35, 127, 12, -38, 127, 97],
    c_out: [-2405, 1802, 480, 1143, 103, -184, 1581, 601],
    y: [-128, 127, 35, 127, 12, -38, 127, 97],
}, model=model)

# Cell states near their ends that stay, as far as a gate's sum of 8 lets them; some saturate.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 2], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 2], 0.0078125), [10, 95, 105, -66, 114, -94, 97, -47])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 2], 0.0087890625), [-115, -39, -37, 18, 12, 15, -24, 81])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 2], 0.009765625), [-27, -113, -63, -89, 15, 9, 112, -107])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 2], 0.0107421875), [59, 53, -71, 15, -41, -123, 68, -108])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 4], 0.005859375), [63, -94, -35, -69, -58, -66, 70, 89, 60, -117, 123, 108, 21, 48, -4, -14])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.006591797), [70, 16, -96, 13, 51, 82, -107, 23, -14, -84, -32, 66, -65, -48, -48, 39])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.0073242188), [89, -97, -5, 79, -6, 104, -43, 4, 16, -66, -65, 109, -98, 2, -80, 16])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.008056641), [
    -71, -38, -109, 125,  55, 54, -94, -52,  -70, -29, -65, -58,  20, 95, 106, 108,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 6.1035156e-05), [4248, 5772, -3265, 5802])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [442614, 434196, 443104, 434778])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [-1016, 922, -751, -1988])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [-4731, -5925, -4645, -5661])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 4], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [3, 4], 0.001953125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 4], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [3, 4], 0.001953125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 4], 0.0078125))
model = Model("full_cell").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-80, -63, -95, -1, -83, 75],
    h_in: [67, -2, 33, -87, 81, 36, 71, 63, -61, -15, 54, -22],
    c_in: [
        -3152, -4081, 9724, -19238,  -9863, 13005, -925, 16220,
        -1985, 2444, 797, -32499,
    ],
    h_out: [-12, -71, 79, -44, -27, 59, -34, 71, -41, 51, 39, -22],
    c_out: [
        -2994, -3940, 9587, -19430,  -9720, 13130, -950, 15986,
        -2206, 2395, 744, -32665,
    ],
    y: [-12, -71, 79, -44, -27, 59, -34, 71, -41, 51, 39, -22],
}, model=model)
Example({
    x: [-99, -90, -82, 28, -121, -45],
    h_in: [-12, -71, 79, -44, -27, 59, -34, 71, -41, 51, 39, -22],
    c_in: [
        -2994, -3940, 9587, -19430,  -9720, 13130, -950, 15986,
        -2206, 2395, 744, -32665,
    ],
    h_out: [-16, -45, 92, -51, -66, 68, -47, 45, -21, 66, 70, -52],
    c_out: [
        -2798, -3780, 9443, -19552,  -9775, 13273, -927, 15838,
        -2207, 2581, 661, -32768,
    ],
    y: [-16, -45, 92, -51, -66, 68, -47, 45, -21, 66, 70, -52],
}, model=model)

# Large weights: many sums saturate at 8.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0625), [1, 103, 42, -78, -13, -77, 44, 79, -21, -22, 61, 123])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0703125), [-126, -11, -122, 58, -101, 29, 47, 106, -65, 37, 101, 127])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.078125), [-83, 107, -11, -8, -24, -56, -5, -122, 24, -53, -27, 113])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0859375), [103, -107, 50, -80, -121, 92, 63, -105, -56, 23, -47, 64])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 4], 0.046875), [85, 48, 52, -12, -8, -21, 79, -54, 123, -29, -58, -84, 124, -25, -72, 127])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.052734375), [-114, 114, 89, -23, 40, -70, 91, -75, 110, 69, 106, 45, -110, 38, 81, 10])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.05859375), [80, -36, -8, 37, 104, -117, -52, -91, 46, -104, 25, 68, 5, -5, -88, -65])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.064453125), [-73, -28, 58, 28, 52, 17, -14, -65, 96, -2, -3, 31, -70, -90, 95, -80])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 0.00048828125), [696, 155, 386, 307])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 0.0005493164), [638, 76, -704, 559])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 0.00061035156), [574, 257, -66, 576])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 0.0006713867), [348, -453, 724, 260])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125))
model = Model("far_sums").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-98, -24, 93, -120, -7, 98],
    h_in: [1, 72, -59, 30, 93, 99, -27, 63],
    c_in: [-2638, 2823, -241, -1918, 2155, -3752, 3567, -2382],
    h_out: [-1, -13, 0, 0, 0, -18, 8, 0],
    c_out: [-1002, -202, 11, 309, 3716, -297, 1538, 524],
    y: [-1, -13, 0, 0, 0, -18, 8, 0],
}, model=model)
Example({
    x: [-77, 78, 55, 39, 104, -9],
    h_in: [-1, -13, 0, 0, 0, -18, 8, 0],
    c_in: [-1002, -202, 11, 309, 3716, -297, 1538, 524],
    h_out: [0, -53, 0, 38, 1, 0, 0, -10],
    c_out: [1231, -1317, -1460, 2353, 2317, -161, -498, -1280],
    y: [0, -53, 0, 38, 1, 0, 0, -10],
}, model=model)

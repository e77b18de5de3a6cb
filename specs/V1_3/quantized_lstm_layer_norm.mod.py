# QUANTIZED_LSTM with layer normalization.
# Expected values: specs/scripts/quantized_lstm.py, the operation's equations on the real
# values, in plain loops; checked against LiteRT's reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Layer normalization on all four gates.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [6, 3], 0.0078125), [
    -119, 55, 95,  66, -124, -3,  -44, -1, -126,  -51, 84, 106,
    83, 67, -106,  -75, 115, 45,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [6, 3], 0.0087890625), [0, 4, 1, -76, -92, 89, 77, -2, 30, 39, 90, -16, 121, 7, -101, 42, -31, 21])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [6, 3], 0.009765625), [
    -106, -69, -70,  117, 82, -52,  -35, 13, -51,  -34, -6, 44,
    -16, -61, 98,  -81, 22, -2,
])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [6, 3], 0.0107421875), [
    -65, -40, 2,  42, -27, 122,  22, -49, -66,  110, -54, 19,
    -112, -65, 4,  -47, 71, -16,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [6, 6], 0.005859375), [
    -83, -120, 1, 9, -55, -54,  -10, -81, 36, -109, -69, -83,
    -63, 42, 83, -17, -60, -62,  -104, -124, -44, 46, 127, 50,
    -30, -123, 59, -54, -124, 26,  36, -33, -51, 118, 55, -8,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [6, 6], 0.006591797), [
    -3, 27, -79, 53, 79, 106,  34, -43, 31, -44, -102, 116,
    84, -61, -67, -91, 17, 96,  48, -37, 19, 8, -37, 9,
    -52, -34, -22, 34, -43, -91,  76, -121, 116, -117, 97, 51,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [6, 6], 0.0073242188), [
    -122, 22, 61, -41, 103, -109,
    114, -110, 58, -117, 92, 76,
    65, -11, 89, 44, -17, -69,
    53, -76, 7, -106, -93, -93,
    -34, -71, -114, -10, 116, -112,
    -49, 14, 54, 28, 10, -18,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [6, 6], 0.008056641), [
    24, -116, -4, -126, -72, -7,
    76, 5, -46, 115, 67, -25,
    -92, -63, -94, 40, 34, -42,
    -16, -91, 113, -121, -92, 111,
    -85, 65, -5, -86, 57, -90,
    98, 42, 96, -103, -52, -4,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [4273039, 2714389, 6294838, -6641755, 4931135, 117488])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [-2120897, -1692156, -1619263, -1503015, 3457083, 999277])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [-3138923, -1457904, 3229866, -3269938, 7051673, -7581556])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [6687689, -2315851, 2228915, 1649125, -946410, -5231505])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 6], 0.001953125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [21704, 14140, 5984, 8505, 13928, 5421])
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [21975, 15767, 20666, 23541, 16634, 17032])
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [23943, 19074, 24374, 10002, 16529, 14524])
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [16089, 9893, 24385, 10153, 20437, 5203])
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 6], 0.001953125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.0078125))
model = Model("layer_norm").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-9, 92, -94, 106, -97, 11],
    h_in: [-78, 45, 33, -45, -64, 50, -100, -92, -80, 73, -33, -9],
    c_in: [-558, -876, 65, -640, 992, 360, 54, -238, 207, -16, -562, -568],
    h_out: [-19, -7, 31, -65, 46, 17, -6, -44, -19, -9, -13, -20],
    c_out: [-127, -151, 244, -597, 429, 139, -44, -388, -85, -55, -163, -315],
    y: [-19, -7, 31, -65, 46, 17, -6, -44, -19, -9, -13, -20],
}, model=model)
Example({
    x: [92, -100, 120, -30, -17, 55],
    h_in: [-19, -7, 31, -65, 46, 17, -6, -44, -19, -9, -13, -20],
    c_in: [-127, -151, 244, -597, 429, 139, -44, -388, -85, -55, -163, -315],
    h_out: [-25, 19, -5, -14, 33, -6, -43, -58, -17, 9, 19, -23],
    c_out: [-202, 131, -72, -76, 374, -70, -207, -621, -208, 90, 118, -325],
    y: [-25, 19, -5, -14, 33, -6, -43, -58, -17, 9, 19, -23],
}, model=model)

# Layer normalization on three gates, coupled input gate.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [5, 4], 0.0087890625), [
    84, -7, -75, 25,  73, -9, -18, 16,  94, 10, -80, -45,  -72, 97, -123, -17,
    7, 74, -23, 67,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [5, 4], 0.009765625), [
    23, -93, 125, -35,  37, -29, 117, -16,  53, -22, 13, 83,  -1, -12, -28, 10,
    -55, -73, 122, -100,
])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [5, 4], 0.0107421875), [
    -71, -8, 20, 88,  82, -80, -102, -126,  98, -20, 40, -56,  -82, 98, 102, 1,
    -73, -6, 46, -74,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.005859375), None)
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [5, 5], 0.006591797), [
    -36, 49, 107, 25, -110,  103, 117, -100, 66, -31,
    -21, 33, 64, -102, -33,  -31, -106, -9, -61, -36,
    -63, -17, 30, 67, 48,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [5, 5], 0.0073242188), [
    -26, 111, -1, -110, -42,  18, -98, 63, -5, -100,
    43, 65, 70, -114, 22,  32, -117, 111, -12, 119,
    18, 22, 64, -120, 85,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [5, 5], 0.008056641), [
    -63, 93, -20, -98, -42,  -50, 106, -20, -47, -1,
    106, 2, 39, 67, 31,  15, -59, -79, -63, -114,
    85, -59, 71, -98, 55,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [0], 5.9604645e-08), None)
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [5], 5.9604645e-08), [-6576746, -2052511, 2141161, 1691419, 5740923])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [5], 5.9604645e-08), [-280983, 1002040, 4109362, -4893370, -3141433])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [5], 5.9604645e-08), [-3711294, 2894659, -7531601, -4213949, -6022135])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 5], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 5], 0.001953125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 6.1035156e-05), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [5], 6.1035156e-05), [12512, 17176, 22140, 14198, 20156])
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [5], 6.1035156e-05), [13621, 18985, 24528, 6509, 9081])
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [5], 6.1035156e-05), [4429, 14491, 6357, 18816, 24320])
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 5], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 5], 0.001953125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 5], 0.0078125))
model = Model("cifg").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [101, -56, 123, 30, 109, 15, 43, 40],
    h_in: [43, -94, -52, -91, 2, -34, -28, 16, 30, -63],
    c_in: [799, -1013, 789, -293, 103, 104, 2, -210, 413, 689],
    h_out: [35, -26, 52, -52, 0, 10, 31, 0, -16, 4],
    c_out: [452, -663, 618, -356, 1, 96, 252, 2, -112, 282],
    y: [35, -26, 52, -52, 0, 10, 31, 0, -16, 4],
}, model=model)
Example({
    x: [66, -63, 30, -34, 89, 79, -114, -17],
    h_in: [35, -26, 52, -52, 0, 10, 31, 0, -16, 4],
    c_in: [452, -663, 618, -356, 1, 96, 252, 2, -112, 282],
    h_out: [28, -28, 47, -12, 28, -9, -24, 6, -2, -10],
    c_out: [354, -169, 507, -356, 177, -88, -113, 52, -35, -226],
    y: [28, -28, 47, -12, 28, -9, -24, 6, -2, -10],
}, model=model)

# Layer normalization, peepholes, projection with bias, both clips, zero points.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [6, 3], 0.0078125), [
    14, 23, 45,  -8, 100, -39,  110, 115, 16,  -114, 56, 52,
    -3, 78, -126,  -31, 113, 89,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [6, 3], 0.0087890625), [
    96, -8, 15,  33, 52, 28,  61, 16, -107,  78, 30, 22,
    90, 7, -123,  -18, -25, 70,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [6, 3], 0.009765625), [
    -105, 22, -54,  -100, 120, 11,  25, -35, 53,  30, 108, -5,
    88, -10, 41,  84, -123, 94,
])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [6, 3], 0.0107421875), [
    -126, -114, 58,  1, 6, 101,  -51, 48, 58,  16, 96, 7,
    -122, -38, -65,  -54, 123, 72,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [6, 6], 0.005859375), [
    21, 48, -123, 77, 32, -35,  71, -118, 65, -11, -10, -81,
    -71, -69, -9, 17, 41, -75,  -41, 121, -66, 10, 41, -80,
    -11, 54, 122, -111, 58, 100,  -24, 48, 17, 28, -3, 80,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [6, 6], 0.006591797), [
    -73, 53, -16, -58, -117, 67,  114, -36, -84, -12, -73, 94,
    -4, -61, 12, -63, -125, -52,  4, 22, -77, 76, 25, 71,
    75, 54, -106, 43, 65, -13,  -6, 120, -104, 87, -15, -15,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [6, 6], 0.0073242188), [
    112, 89, 31, -90, -92, -110,
    -111, 86, 84, -54, -65, 57,
    -127, -124, -46, 75, -106, -102,
    -95, 74, -14, -54, -58, -71,
    6, 16, 98, -70, 38, 46,
    -3, 12, -76, 46, -40, -25,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [6, 6], 0.008056641), [
    80, 43, 70, 46, -123, -125,  -83, -57, -74, -98, 51, 123,
    33, -109, 75, -67, -108, -77,  70, -61, -99, 96, -125, -97,
    -17, 64, -58, -100, 127, 108,  -50, -19, -56, 77, -14, -82,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [6], 0.00012207031), [-3010, 3925, -145, 400, 1177, 3627])
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [6], 0.00012207031), [-1818, -3756, -3567, -3019, -1030, -1761])
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [6], 0.00012207031), [2516, -2106, -308, 334, -2830, -1010])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [6964084, -5037793, -5717050, 1613919, -1833486, 7545289])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [-2014397, -7210685, 7246820, -1501303, 110607, 1341756])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [210633, 890027, -4602153, -6448201, 6116919, -1826074])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [6665208, 5726061, 4265776, -1726427, 1477620, -2088377])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [6, 6], 0.0078125), [
    -18, 64, 63, -112, -51, -94,  -25, 11, -53, -27, 97, 9,
    92, -17, -78, -99, 84, -29,  124, -51, -8, -116, 38, 63,
    -118, 108, 3, -62, 122, 126,  -69, 115, -65, 126, -1, -34,
])
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [6], 6.1035156e-05), [-7093, -771, 7853, -5530, 5332, -6952])
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.015625))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 6], 0.001953125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [19895, 5423, 5203, 16412, 22576, 10123])
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [7159, 13809, 19861, 11156, 9030, 11038])
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [20064, 10674, 9037, 17598, 20892, 8724])
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [8461, 5425, 12840, 13125, 17009, 23250])
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.015625))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 6], 0.001953125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.015625))
model = Model("all").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 1.0, 0.5, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 5, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-51, 41, -56, 98, 42, -27],
    h_in: [-97, 93, 94, 72, -1, 17, 35, 39, 5, -68, -42, -96],
    c_in: [219, 943, -807, 286, -407, -385, -48, 908, 452, -654, 730, -142],
    h_out: [-3, -10, 32, -32, -28, 11, -10, -8, 32, 0, 10, -32],
    c_out: [70, 263, -512, 218, -175, -485, 207, -4, 267, -96, 422, -137],
    y: [-3, -10, 32, -32, -28, 11, -10, -8, 32, 0, 10, -32],
}, model=model)
Example({
    x: [100, -93, -3, -106, 106, 22],
    h_in: [-3, -10, 32, -32, -28, 11, -10, -8, 32, 0, 10, -32],
    c_in: [70, 263, -512, 218, -175, -485, 207, -4, 267, -96, 422, -137],
    h_out: [-32, 24, 32, -23, 32, -10, 6, -10, 32, -32, -10, -20],
    c_out: [-141, -98, -497, -10, 334, -67, 124, 188, 127, -7, 34, -352],
    y: [-32, 24, 32, -23, 32, -10, 6, -10, 32, -32, -10, -20],
}, model=model)

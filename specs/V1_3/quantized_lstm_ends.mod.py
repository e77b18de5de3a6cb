# QUANTIZED_LSTM: Inputs at both ends of the codes.
# Expected values: specs/scripts/edges_sequences.py (formulas in double precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Inputs at both ends of the codes.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0078125), [100, 17, -15, 56, 119, 111, -28, 105, -34, -43, -82, -72])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0087890625), [6, 33, -63, -73, -22, -60, -117, -123, -100, -101, 63, 31])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [4, 3], 0.009765625), [-97, 27, -111, -109, -20, -21, 13, -57, -102, -118, -43, 99])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [4, 3], 0.0107421875), [94, -90, -6, 84, -46, -120, -123, 66, 51, 54, 99, 46])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [4, 4], 0.005859375), [92, 49, -98, -50, 68, -126, -55, 113, 104, 94, 124, -123, 82, -84, -3, -4])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [4, 4], 0.006591797), [62, 95, 10, 110, 73, 88, 11, -112, 57, -86, -116, -22, -23, -75, 122, -8])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [4, 4], 0.0073242188), [-125, 37, -58, 115, -32, 72, -24, -2, 117, 17, 10, -55, -124, 41, -9, -119])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [4, 4], 0.008056641), [59, -45, 66, 118, 85, -22, -101, -34, -91, 85, 6, -85, 54, 74, 2, 10])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 6.1035156e-05), [1221, 5338, -5758, 3281])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 6.866455e-05), [3847, -5548, 4717, 1813])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 7.6293945e-05), [-6410, 1336, -5066, 4214])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 8.392334e-05), [-2728, -1733, 2498, -4049])
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
model = Model("codes").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [-128, 127, -128, 127, -128, 127],
    h_in: [76, 16, -78, -10, 63, -56, -21, -98],
    c_in: [2101, -185, 2636, 1319, -1737, 2915, 3927, 1900],
    h_out: [10, 32, 91, 14, -73, -10, 20, 26],
    c_out: [2694, 810, 2939, 478, -1927, -239, 2212, 1250],
    y: [10, 32, 91, 14, -73, -10, 20, 26],
}, model=model)
Example({
    x: [127, -128, 127, -128, 127, -128],
    h_in: [10, 32, 91, 14, -73, -10, 20, 26],
    c_in: [2694, 810, 2939, 478, -1927, -239, 2212, 1250],
    h_out: [4, -14, 7, 16, -5, 12, 45, 27],
    c_out: [63, -683, 471, 563, -823, 661, 884, 1478],
    y: [4, -14, 7, 16, -5, 12, 45, 27],
}, model=model)

# QUANTIZED_LSTM_LAYER_NORM: Sums between 4 and 8, which a finer intermediate scale cannot
# represent.
# Expected values: specs/scripts/edges_sequences.py (formulas in double precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Sums between 4 and 8, which a finer intermediate scale cannot represent.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [6, 3], 0.02209708691207961), [
    23, 94, 21,  117, 13, 27,  -36, 65, 105,  63, 104, -12,
    -91, 36, 94,  109, -82, 39,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [6, 3], 0.024859222776089564), [
    -23, 3, 41,  63, 113, -79,  -124, 110, -60,  20, 21, 56,
    4, -89, -1,  -125, 17, -37,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [6, 3], 0.027621358640099514), [
    -39, 117, -122,  -99, 26, 56,  -60, 72, -115,  111, -76, -92,
    -112, -78, -91,  -43, -26, -120,
])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [6, 3], 0.030383494504109466), [
    -75, -115, 124,  24, 33, 96,  13, 121, -45,  -116, 70, 49,
    116, -119, 40,  91, 25, 35,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [6, 6], 0.01657281518405971), [
    -19, 120, 11, -92, 56, -65,  -43, 71, 85, -95, 60, -76,
    105, -104, 22, -84, -100, 30,  -25, -26, -73, 9, 82, 75,
    -73, 13, -116, 46, -99, -121,  30, 93, 72, 60, -104, 44,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [6, 6], 0.018644417082067172), [
    -68, 100, 95, -124, 112, -1,  -95, -57, -93, 43, 73, -74,
    0, 65, 55, -78, 104, 9,  -73, -66, -21, 97, -27, -13,
    -86, -14, 67, -5, 126, 60,  -116, -64, -42, 29, 77, 59,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [6, 6], 0.020716018980074635), [
    -116, -17, 73, -114, 77, 18,  -27, 46, -124, 89, 105, -71,
    -49, 91, -90, 33, -6, 64,  -2, 18, -50, -26, 67, 95,
    106, 73, -72, -47, 125, -60,  -80, 103, -80, -82, -95, 88,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [6, 6], 0.0227876208780821), [
    -77, 33, 72, 124, -82, -43,
    -43, 57, 99, 73, -40, 31,
    92, -95, 117, 95, -72, -44,
    -66, 53, 39, 125, 74, -46,
    -57, -32, -119, -93, -100, 41,
    -54, -62, -100, 74, 21, 37,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [7479013, 2367410, -1571933, -715836, 7300140, 7961060])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [2366346, 4103314, -2403521, -1498498, 2642912, -2253081])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [-6510427, -7584007, -5725370, 4767183, -3907286, 4051428])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [6], 5.9604645e-08), [-1762742, -1172339, -4752568, -3439178, 1525304, -782239])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 6.1035156e-05), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.0078125))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 6], 0.001953125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [15921, 10247, 21858, 10376, 5136, 15286])
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [17678, 23689, 23169, 20002, 6164, 7924])
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [8155, 15644, 20497, 23110, 4780, 5750])
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [6], 6.1035156e-05), [4948, 7846, 18238, 8085, 23507, 24516])
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.0078125))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 6], 0.001953125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.0078125))
model = Model("wide_sums").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [3, 17, -118, -109, -100, -28],
    h_in: [-55, 79, 100, -48, 59, 85, 34, 42, 66, -65, -22, 66],
    c_in: [-88, -610, 997, -144, 345, 231, 925, 737, 753, 920, -337, 733],
    h_out: [4, -61, 74, 21, 7, 15, 58, -20, 16, 20, -22, 8],
    c_out: [43, -553, 815, 146, 119, 243, 509, -172, 257, 174, -143, 631],
    y: [4, -61, 74, 21, 7, 15, 58, -20, 16, 20, -22, 8],
}, model=model)
Example({
    x: [-78, 111, 36, -110, -63, 29],
    h_in: [4, -61, 74, 21, 7, 15, 58, -20, 16, 20, -22, 8],
    c_in: [43, -553, 815, 146, 119, 243, 509, -172, 257, 174, -143, 631],
    h_out: [15, -19, 85, -26, -1, 11, 14, 6, -9, -8, 0, 11],
    c_out: [135, -153, 811, -194, -67, 135, 96, 52, -97, -58, 5, 459],
    y: [15, -19, 85, -26, -1, 11, 14, 6, -9, -8, 0, 11],
}, model=model)

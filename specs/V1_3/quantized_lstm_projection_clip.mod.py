# QUANTIZED_LSTM: the projection clip is a real number, independent of the output's zero point.
# Expected values: by hand. Input, gate biases and cell state are 0, so the hidden state is 0 and the
# projection equals its bias, in units of 2^-7 x 2^-7: 1, 1/4 and -1. Clipped to 1/2 these are 32, 16
# and -32 units of 1/64; the zero point 12 is added.

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [2, 2], 0.0078125), [1, 2, 3, 4])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [2, 2], 0.0078125), [5, 6, 7, 8])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [2, 2], 0.0078125), [4, 3, 2, 1])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [2, 3], 0.0078125), [1, 2, 3, 4, 5, 6])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [2, 3], 0.0078125), [6, 5, 4, 3, 2, 1])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [2, 3], 0.0078125), [1, 3, 5, 2, 4, 6])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [0], 0.00006103515625), None)
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [2], 0.00006103515625), [0, 0])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [2], 0.00006103515625), [0, 0])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [2], 0.00006103515625), [0, 0])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [3, 2], 0.0078125), [9, 8, 7, 6, 5, 4])
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [3], 0.00006103515625), [16384, 4096, -16384])
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3], 0.015625, 12))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [1, 2], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 0.00006103515625), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 0.00006103515625), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 0.00006103515625), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 0.00006103515625), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3], 0.015625, 12))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [1, 2], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3], 0.015625, 12))
model = Model("zero_point").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.5, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 0, 0.0078125).To(h_out, c_out, y)
Example({
    x: [3, 3],
    h_in: [12, 12, 12],
    c_in: [0, 0],
    h_out: [44, 28, -20],
    c_out: [0, 0],
    y: [44, 28, -20],
}, model=model)

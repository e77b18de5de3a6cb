# QUANTIZED_LSTM: a hidden state whose zero point prevents it from reaching 1.
# Expected values: by hand. Forget and output gate have the maximum sum 8 and are therefore 0.99966;
# the cell gate is 0. The cell state 4 is multiplied by the forget gate: 8189 units of 2^-11. Output
# gate x tanh(cell state) is 0.999, which would be 128 units of 1/128. With zero point 20 the largest
# code, 127, represents 107 units. The weight 1/4 gives 26.75 units.

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1], 0.0078125, 3))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0078125), [0])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0078125), [0])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0078125), [0])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_SYMM", [0, 0], 0.0078125), None)
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0078125), [0])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0078125), [0])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0078125), [0])
cell_to_input = Parameter("cell_to_input", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_QUANT16_SYMM", [0], 0.00012207031), None)
input_bias = Parameter("input_bias", ("TENSOR_INT32", [0], 0.00006103515625), None)
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [1], 0.00006103515625), [131072])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [1], 0.00006103515625), [0])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [1], 0.00006103515625), [131072])
projection = Parameter("projection", ("TENSOR_QUANT8_SYMM", [1, 1], 0.0078125), [32])
projection_bias = Parameter("projection_bias", ("TENSOR_INT32", [0], 0.00006103515625), None)
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1], 0.0078125, 0))
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [1, 1], 0.00048828125))
input_norm = Parameter("input_norm", ("TENSOR_QUANT16_SYMM", [0], 0.00006103515625), None)
forget_norm = Parameter("forget_norm", ("TENSOR_QUANT16_SYMM", [0], 0.00006103515625), None)
cell_norm = Parameter("cell_norm", ("TENSOR_QUANT16_SYMM", [0], 0.00006103515625), None)
output_norm = Parameter("output_norm", ("TENSOR_QUANT16_SYMM", [0], 0.00006103515625), None)
h_out = Output("h_out", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1], 0.0078125, 0))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [1, 1], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1], 0.0078125, 0))
model = Model("saturates").IntroducedIn("V1_3")
model.Operation("QUANTIZED_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, input_norm, forget_norm, cell_norm, output_norm, 0.0, 0.0, 0.00024414062, 0.00024414062, 0.00024414062, 0.00024414062, 20, 0.0078125).To(h_out, c_out, y)
Example({
    x: [3],
    h_in: [0],
    c_in: [8192],
    h_out: [27],
    c_out: [8189],
    y: [27],
}, model=model)

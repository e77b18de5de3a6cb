# LSTM: one step that can be verified on paper.
# Expected values: by hand. Input and cell state are 0, the recurrent weights of the cell gate are 1
# and all other weights are 0. So the gates are 1/2, the cell gate is the output state 0.5, the cell
# state becomes 0.25 and the output 0.125.

x = Input("x", ("TENSOR_FLOAT32", [1, 1]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [1, 1]), [0.0])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [1, 1]), [0.0])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [1, 1]), [0.0])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [1, 1]), [0.0])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [1, 1]), [0.0])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [1, 1]), [0.0])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [1, 1]), [1.0])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [1, 1]), [0.0])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [1]), [0.0])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [1]), [0.0])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [1]), [0.0])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [1]), [0.0])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [1, 1]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [1, 1]))
scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [1, 4]))
h_out = Output("h_out", ("TENSOR_FLOAT32", [1, 1]))
c_out = Output("c_out", ("TENSOR_FLOAT32", [1, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1]))
model = Model("linear_zero_input").IntroducedIn("V1_0")
model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 0, 0.0, 0.0).To(scratch, h_out, c_out, y)
example = Example({
    x: [0.0],
    h_in: [0.5],
    c_in: [0.0],
    scratch: [0.0, 0.0, 0.0, 0.0],
    h_out: [0.125],
    c_out: [0.25],
    y: [0.125],
}, model=model)

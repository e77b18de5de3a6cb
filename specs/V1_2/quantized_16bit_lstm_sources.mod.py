# QUANTIZED_16BIT_LSTM: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/quantized_lstm.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.015625, 128), [85, 188, 145, 240, 149, 165, 31, 28, 15, 77, 120, 35])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.015625, 128), [131, 36, 145, 226, 212, 46, 9, 236, 229, 100, 220, 132])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.015625, 128), [194, 255, 198, 252, 242, 234, 117, 63, 20, 146, 90, 141])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.015625, 128), [210, 44, 150, 19, 192, 229, 252, 40, 39, 202, 229, 193])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.015625, 128), [70, 28, 228, 253, 99, 66, 87, 173, 78, 77, 126, 129, 51, 46, 219, 212])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.015625, 128), [72, 47, 23, 136, 51, 141, 129, 39, 64, 125, 138, 246, 246, 204, 246, 166])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.015625, 128), [26, 14, 234, 8, 84, 80, 210, 12, 130, 93, 186, 228, 179, 30, 115, 174])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.015625, 128), [152, 252, 92, 91, 76, 165, 251, 217, 78, 71, 172, 219, 112, 233, 149, 55])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 0.00012207031), [1106, -247, 620, -1704])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 0.00012207031), [928, -164, -494, 1899])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 0.00012207031), [-740, 1915, -508, 520])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 0.00012207031), [-1446, 172, 1382, 710])
c_in = Parameter("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125), [-1276, -1144, 4986, -958, -368, 3031, -830, 5332])
h_in = Parameter("h_in", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128), [192, 13, 11, 97, 119, 173, 25, 150])
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128))
model = Model("basic_constant_c_in_h_in").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [208, 9, 54, 84, 44, 130],
    c_out: [-2616, -700, 4358, 1391, 436, 2113, 780, 1541],
    y: [112, 118, 210, 128, 142, 150, 171, 143],
}, model=model)

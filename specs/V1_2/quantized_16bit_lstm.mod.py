# QUANTIZED_16BIT_LSTM: sizes, zero points, saturation.
# Expected values: specs/scripts/quantized_lstm.py, the operation's equations on the real
# values, in plain loops; checked against LiteRT's reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Batches, inputs and units all differ; units outnumber inputs. As in the public example each
# unit's recurrent weights and then its input weights meet the input and then the previous
# output.
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
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128))
model = Model("basic").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [208, 9, 54, 84, 44, 130],
    c_in: [-1276, -1144, 4986, -958, -368, 3031, -830, 5332],
    h_in: [192, 13, 11, 97, 119, 173, 25, 150],
    c_out: [-2616, -700, 4358, 1391, 436, 2113, 780, 1541],
    y: [112, 118, 210, 128, 142, 150, 171, 143],
}, model=model)
Example({
    x: [245, 76, 182, 215, 4, 169],
    c_in: [-2616, -700, 4358, 1391, 436, 2113, 780, 1541],
    h_in: [112, 118, 210, 128, 142, 150, 171, 143],
    c_out: [924, 497, 2175, 1903, 1907, 2139, 638, 2448],
    y: [136, 147, 153, 184, 137, 176, 153, 160],
}, model=model)

# Inputs outnumber units.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 5], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [2, 5], 0.015625, 100), [166, 120, 3, 221, 237, 135, 78, 100, 47, 249])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [2, 5], 0.015625, 100), [113, 123, 104, 234, 166, 91, 118, 49, 168, 226])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [2, 5], 0.015625, 100), [100, 146, 48, 154, 39, 218, 192, 44, 173, 253])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [2, 5], 0.015625, 100), [79, 175, 106, 234, 122, 7, 123, 114, 158, 1])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.015625, 100), [152, 153, 41, 162])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.015625, 100), [100, 146, 97, 40])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.015625, 100), [195, 148, 149, 108])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.015625, 100), [242, 95, 36, 103])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [2], 0.00012207031), [379, -1872])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [2], 0.00012207031), [385, 1424])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [2], 0.00012207031), [562, 1779])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [2], 0.00012207031), [1650, 670])
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 2], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 2], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.0078125, 128))
model = Model("wide_input").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [96, 248, 250, 118, 3, 187, 143, 162, 222, 66],
    c_in: [3247, -3495, -509, -1072],
    h_in: [17, 201, 125, 78],
    c_out: [1040, 118, 1154, -150],
    y: [132, 128, 184, 123],
}, model=model)
Example({
    x: [72, 145, 133, 145, 237, 252, 43, 138, 142, 103],
    c_in: [1040, 118, 1154, -150],
    h_in: [132, 128, 184, 123],
    c_out: [272, -532, 2253, 72],
    y: [134, 106, 227, 130],
}, model=model)

# As many inputs as units.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.0123, 140), [247, 51, 117, 202, 69, 105, 126, 172, 78])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.0123, 140), [106, 110, 225, 30, 149, 238, 80, 4, 223])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.0123, 140), [170, 163, 227, 168, 75, 62, 107, 209, 83])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.0123, 140), [108, 101, 96, 47, 152, 198, 236, 34, 176])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.0123, 140), [165, 184, 15, 12, 40, 193, 159, 127, 180])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.0123, 140), [10, 9, 70, 255, 207, 82, 122, 134, 119])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.0123, 140), [173, 180, 145, 107, 238, 69, 53, 237, 24])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.0123, 140), [135, 232, 115, 87, 169, 154, 208, 106, 192])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [3], 9.609375e-05), [-1631, -320, -234])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [3], 9.609375e-05), [787, 749, -647])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [3], 9.609375e-05), [1821, 1558, -1296])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [3], 9.609375e-05), [973, -1205, 1555])
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [1, 3], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [1, 3], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [1, 3], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 3], 0.0078125, 128))
model = Model("square").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [120, 39, 127],
    c_in: [6568, -1750, -4274],
    h_in: [99, 132, 239],
    c_out: [6257, -2300, -3791],
    y: [160, 62, 53],
}, model=model)
Example({
    x: [164, 27, 236],
    c_in: [6257, -2300, -3791],
    h_in: [160, 62, 53],
    c_out: [2165, -1255, -3097],
    y: [163, 112, 26],
}, model=model)

# A single unit, a single input.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [3, 1], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [1, 1], 0.015625, 128), [72])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [1, 1], 0.015625, 128), [183])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [1, 1], 0.015625, 128), [174])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [1, 1], 0.015625, 128), [81])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [1, 1], 0.015625, 128), [239])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [1, 1], 0.015625, 128), [157])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [1, 1], 0.015625, 128), [245])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [1, 1], 0.015625, 128), [216])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [1], 0.00012207031), [1804])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [1], 0.00012207031), [-1837])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [1], 0.00012207031), [1703])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [1], 0.00012207031), [-668])
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [3, 1], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [3, 1], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [3, 1], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 1], 0.0078125, 128))
model = Model("one_unit").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [168, 111, 159],
    c_in: [-3794, -6747, 5508],
    h_in: [180, 64, 97],
    c_out: [-1177, -2683, 2950],
    y: [94, 70, 197],
}, model=model)
Example({
    x: [80, 59, 98],
    c_in: [-1177, -2683, 2950],
    h_in: [94, 70, 197],
    c_out: [-950, -1490, 1688],
    y: [106, 98, 155],
}, model=model)

# Zero point 0: every weight is positive.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625), [153, 170, 88, 165, 245, 46])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625), [157, 161, 176, 135, 94, 66])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625), [32, 222, 230, 235, 7, 200])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625), [76, 231, 148, 158, 228, 138])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.00390625), [221, 61, 141, 253, 248, 251, 209, 52, 157])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.00390625), [8, 252, 1, 204, 73, 76, 142, 140, 8])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.00390625), [120, 195, 126, 34, 127, 245, 163, 20, 36])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.00390625), [11, 138, 35, 232, 9, 192, 152, 53, 154])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [3], 3.0517578e-05), [280, -1364, 293])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [3], 3.0517578e-05), [-1633, -272, -993])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [3], 3.0517578e-05), [1153, -796, -392])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [3], 3.0517578e-05), [739, -870, -1150])
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.0078125, 128))
model = Model("weights_from_zero").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [171, 77, 90, 20],
    c_in: [-5300, -5749, -4199, -477, 5263, -3593],
    h_in: [5, 251, 210, 21, 215, 54],
    c_out: [-3245, -3741, -1855, -692, 1715, -1851],
    y: [53, 53, 66, 116, 153, 95],
}, model=model)
Example({
    x: [8, 238, 125, 71],
    c_in: [-3245, -3741, -1855, -692, 1715, -1851],
    h_in: [53, 53, 66, 116, 153, 95],
    c_out: [-1873, -1170, -994, -719, 519, -1063],
    y: [87, 120, 118, 111, 142, 100],
}, model=model)

# Zero point 255: every weight is negative.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625, 255), [234, 102, 202, 146, 77, 16])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625, 255), [175, 222, 9, 150, 86, 242])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625, 255), [114, 138, 157, 43, 208, 97])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625, 255), [61, 99, 60, 211, 224, 67])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.00390625, 255), [13, 133, 172, 169, 24, 113, 180, 186, 140])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.00390625, 255), [126, 175, 138, 137, 236, 3, 80, 206, 233])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.00390625, 255), [95, 211, 204, 94, 153, 208, 191, 54, 13])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [3, 3], 0.00390625, 255), [3, 65, 3, 38, 218, 112, 76, 3, 131])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [3], 3.0517578e-05), [26, 223, -1137])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [3], 3.0517578e-05), [-458, 848, 1181])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [3], 3.0517578e-05), [-810, 628, -1321])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [3], 3.0517578e-05), [-970, -376, 575])
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 3], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.0078125, 128))
model = Model("weights_to_zero").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [142, 211, 72, 228],
    c_in: [-3376, 5173, -4851, -6951, -5309, 2389],
    h_in: [86, 183, 68, 2, 47, 25],
    c_out: [-1683, 2604, -2012, -3543, -3722, 2890],
    y: [92, 176, 86, 25, 30, 204],
}, model=model)
Example({
    x: [22, 39, 142, 132],
    c_in: [-1683, 2604, -2012, -3543, -3722, 2890],
    h_in: [92, 176, 86, 25, 30, 204],
    c_out: [-224, 2804, -214, -1967, -3030, 2280],
    y: [117, 204, 117, 61, 48, 178],
}, model=model)

# Large weights: many sums saturate at 8.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.25, 128), [59, 33, 60, 127, 165, 243, 60, 206, 203, 85, 56, 231])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.25, 128), [202, 179, 74, 50, 197, 54, 84, 106, 152, 250, 70, 227])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.25, 128), [172, 32, 1, 209, 109, 241, 125, 147, 108, 147, 163, 234])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.25, 128), [121, 46, 213, 170, 86, 237, 14, 94, 164, 169, 74, 9])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.25, 128), [151, 64, 122, 225, 183, 153, 193, 26, 97, 164, 78, 162, 243, 98, 20, 71])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.25, 128), [26, 155, 179, 171, 219, 87, 246, 185, 154, 186, 46, 223, 227, 8, 219, 252])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.25, 128), [201, 178, 155, 47, 152, 249, 224, 11, 80, 72, 154, 92, 57, 69, 252, 12])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.25, 128), [3, 162, 127, 124, 170, 129, 112, 127, 87, 132, 43, 76, 162, 172, 162, 214])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 0.001953125), [-194, -1623, 1038, -1119])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 0.001953125), [-1481, 1001, 11, -1119])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 0.001953125), [790, -778, 759, -1682])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 0.001953125), [1297, -1846, 268, 478])
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128))
model = Model("far_sums").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [36, 96, 160, 193, 64, 218],
    c_in: [5060, 2576, 120, -7630, 1773, 193, 918, 3054],
    h_in: [167, 114, 182, 240, 135, 251, 54, 72],
    c_out: [5058, 2049, 2061, -7627, 3818, 194, 1, 3054],
    y: [254, 225, 226, 128, 128, 140, 128, 244],
}, model=model)
Example({
    x: [196, 108, 118, 11, 61, 28],
    c_in: [5058, 2049, 2061, -7627, 3818, 194, 1, 3054],
    h_in: [254, 225, 226, 128, 128, 140, 128, 244],
    c_out: [4831, 2048, 13, -7625, 103, -7, 2048, 2565],
    y: [128, 213, 128, 0, 134, 128, 225, 128],
}, model=model)

# Cell states near their ends: some saturate.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [4, 2], 0.25, 128), [140, 221, 174, 108, 253, 213, 108, 22])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 2], 0.25, 128), [49, 112, 212, 82, 171, 33, 233, 233])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 2], 0.25, 128), [139, 60, 215, 181, 242, 174, 194, 162])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [4, 2], 0.25, 128), [157, 25, 21, 26, 249, 203, 190, 156])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.25, 128), [234, 1, 89, 93, 122, 198, 104, 178, 197, 211, 210, 87, 186, 179, 70, 82])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.25, 128), [24, 226, 11, 170, 97, 147, 45, 243, 103, 216, 205, 134, 247, 121, 223, 124])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.25, 128), [126, 209, 181, 160, 87, 242, 212, 76, 37, 190, 47, 207, 16, 119, 141, 96])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.25, 128), [249, 62, 200, 41, 64, 132, 53, 238, 26, 152, 17, 188, 15, 36, 219, 234])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 0.001953125), [-12400, 11881, -15129, -6877])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 0.001953125), [-13732, 7018, -4620, -17291])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 0.001953125), [3081, 13285, 6697, -13595])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 0.001953125), [-1371, 1004, 2846, 8956])
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [3, 4], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [3, 4], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [3, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 4], 0.0078125, 128))
model = Model("full_cell").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [236, 190, 199, 218, 131, 32],
    c_in: [
        -10611, 4972, -281, -2758,  26990, 31783, -17319, 15119,
        -12098, -24090, 11466, 20325,
    ],
    h_in: [248, 46, 40, 221, 223, 221, 102, 144, 28, 0, 187, 58],
    c_out: [2, 2039, -2047, -2758, 10, 32767, -16880, 382, -2041, -22037, 5, -2040],
    y: [128, 128, 128, 128, 128, 242, 128, 152, 31, 128, 128, 128],
}, model=model)
Example({
    x: [112, 52, 192, 147, 43, 50],
    c_in: [2, 2039, -2047, -2758, 10, 32767, -16880, 382, -2041, -22037, 5, -2040],
    h_in: [128, 128, 128, 128, 128, 242, 128, 152, 31, 128, 128, 128],
    c_out: [-1, 4086, 0, -2, 1, 32767, -5, -1, -184, -23019, 1, -1],
    y: [128, 247, 128, 128, 128, 255, 128, 128, 128, 0, 128, 128],
}, model=model)

# Weights that do almost nothing; the biases decide.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.0078125, 128))
input_to_input = Parameter("input_to_input", ("TENSOR_QUANT8_ASYMM", [4, 2], 6.1035156e-05, 128), [221, 152, 31, 89, 85, 183, 156, 94])
input_to_forget = Parameter("input_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 2], 6.1035156e-05, 128), [212, 39, 150, 147, 140, 142, 136, 161])
input_to_cell = Parameter("input_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 2], 6.1035156e-05, 128), [50, 113, 210, 110, 234, 100, 162, 224])
input_to_output = Parameter("input_to_output", ("TENSOR_QUANT8_ASYMM", [4, 2], 6.1035156e-05, 128), [234, 235, 144, 217, 186, 82, 127, 44])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_QUANT8_ASYMM", [4, 4], 6.1035156e-05, 128), [10, 173, 121, 211, 93, 76, 86, 130, 211, 12, 228, 148, 18, 194, 61, 2])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_QUANT8_ASYMM", [4, 4], 6.1035156e-05, 128), [107, 142, 194, 234, 41, 44, 20, 3, 181, 21, 231, 97, 19, 155, 200, 62])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_QUANT8_ASYMM", [4, 4], 6.1035156e-05, 128), [79, 129, 106, 110, 65, 243, 43, 5, 222, 233, 187, 180, 88, 61, 128, 146])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_QUANT8_ASYMM", [4, 4], 6.1035156e-05, 128), [118, 66, 35, 166, 7, 217, 149, 50, 222, 68, 20, 27, 121, 158, 108, 204])
input_bias = Parameter("input_bias", ("TENSOR_INT32", [4], 4.7683716e-07), [-1888443, 512784, -3897879, 1039955])
forget_bias = Parameter("forget_bias", ("TENSOR_INT32", [4], 4.7683716e-07), [2256263, 394479, -3552846, 171731])
cell_bias = Parameter("cell_bias", ("TENSOR_INT32", [4], 4.7683716e-07), [3651781, -3254595, -3470883, -348710])
output_bias = Parameter("output_bias", ("TENSOR_INT32", [4], 4.7683716e-07), [-3197456, 3349658, -203344, -1369967])
c_in = Input("c_in", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
h_in = Input("h_in", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128))
c_out = Output("c_out", ("TENSOR_QUANT16_SYMM", [2, 4], 0.00048828125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.0078125, 128))
model = Model("bias_only").IntroducedIn("V1_2")
model.Operation("QUANTIZED_16BIT_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, input_bias, forget_bias, cell_bias, output_bias, c_in, h_in).To(c_out, y)
Example({
    x: [63, 211, 195, 59],
    c_in: [-7122, 5629, -5023, -6228, -1140, -2566, 6835, -4852],
    h_in: [73, 233, 154, 202, 55, 192, 150, 217],
    c_out: [-4753, 2026, -1029, -3448, -293, -2455, 804, -2718],
    y: [105, 209, 100, 87, 125, 39, 151, 90],
}, model=model)
Example({
    x: [241, 248, 180, 205],
    c_in: [-4753, 2026, -1029, -3448, -293, -2455, 804, -2718],
    h_in: [105, 209, 100, 87, 125, 39, 151, 90],
    c_out: [-2992, 52, -415, -2006, 336, -2389, -131, -1632],
    y: [108, 131, 116, 95, 132, 40, 124, 99],
}, model=model)

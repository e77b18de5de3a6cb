# UNIDIRECTIONAL_SEQUENCE_LSTM: order of time and batch, each optional part, state outputs.
# Expected values: specs/scripts/sequence_lstm.py, the cell's equations in plain loops; checked
# against LiteRT's reference kernels and PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Time-major, no optional part; all sizes differ.
x = Input("x", ("TENSOR_FLOAT32", [5, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.5, -0.5, 0.6875,  -0.5, 0.25, 0.6875,
    0.0625, 0.875, -0.625,  0.0, 0.8125, 0.5,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.5625, 0.125, 0.5,  0.875, 0.375, -0.5,  0.625, 0.25, -1.0,  -0.625, -1.0, -0.125,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.1875, -0.5, -0.75,  -0.8125, 0.4375, -0.6875,
    0.3125, 0.25, -0.625,  -0.0625, -0.875, -0.6875,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.125, -0.625, 0.9375,  0.75, -0.5625, 0.4375,
    0.5625, -0.375, -0.25,  -0.4375, 0.375, 0.25,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, -0.25, 0.3125, 0.25,
    -0.5625, 0.5625, -0.375, -0.75,
    0.5625, -0.375, 0.1875, 0.1875,
    0.9375, -0.9375, -0.9375, -0.4375,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, 0.5625, 1.0, -0.0625,
    0.8125, 0.9375, -0.125, 0.75,
    1.0, 0.875, -1.0, 0.3125,
    0.9375, 0.8125, 0.4375, 0.3125,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.625, 0.8125, -0.3125, 0.5625,
    0.125, -0.4375, -1.0, -0.0625,
    0.125, 0.5, -0.5625, -0.9375,
    0.75, -0.6875, -0.6875, -0.0625,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, -0.625, -0.25, -0.75,
    0.0625, -0.8125, 0.3125, -0.9375,
    0.3125, -0.0625, 0.0625, 0.75,
    -0.625, -0.3125, 0.125, -0.5,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.5, -0.5, -0.0625])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.125, 0.0625, 0.0])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.0, 0.3125, 0.125])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.125, 0.3125, -0.3125])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [5, 2, 4]))
model = Model("time_major").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -2.0, 0.625, 1.75,  -0.9375, 1.875, -1.9375,
        0.8125, 1.6875, 0.0625,  -1.75, 0.3125, 0.5625,
        1.625, -0.3125, -0.25,  1.9375, 1.125, -0.8125,
        0.0, -0.6875, 1.9375,  1.1875, 0.125, 1.4375,
        1.5625, -1.6875, -0.125,  0.25, -0.1875, 1.625,
    ],
    h_in: [0.6875, -0.0625, -0.0625, 0.5, 0.8125, 0.625, 0.75, 0.3125],
    c_in: [0.5625, 0.6875, 0.5625, 0.3125, 0.5, -0.5, 0.9375, 0.75],
    y: [
        -0.18076758460426456, 0.11725456502268518, -0.06836093455333131, -0.24030337456525092,
        0.006395421241199603, -0.013154800822695807, 0.4824518357680529, 0.10930480261008607,
        -0.11714287028649971, 0.2298647655223275, 0.18363772854651408, -0.3431454462293712,
        -0.0837296880503144, 0.08246698237182111, -0.014827073821248635, -0.07245291973810035,
        0.006421833312219611, 0.16815449690828793, 0.39587955859448043, -0.05897265516124021,
        0.0012027642301128863, 0.14137237318533927, 0.42988752540554914, -0.08311172066864883,
        -0.5447276340381009, -0.4211832774132096, -0.010829846771584595, -0.22420931086625775,
        -0.45993728588383, -0.2669339007287371, 0.076397008043357, -0.21759185725810423,
        0.1693171901406275, -0.3918356807030239, 0.029388884970129012, -0.015512534491821673,
        -0.6772205618512817, -0.4758621225055918, -0.03252491928691581, -0.3435666962192493,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

# Batch first.
x = Input("x", ("TENSOR_FLOAT32", [2, 4, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.8125, 0.8125, 0.375,  0.375, 0.8125, 0.75,
    0.375, -0.0625, -0.5625,  0.375, 0.5, -0.375,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.625, -0.375, 0.5,  0.625, -0.125, 0.0625,
    0.5625, 0.875, -0.5625,  0.9375, 0.1875, -0.375,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.5625, 0.875, 0.75,  -0.625, 0.8125, -0.5,
    -0.0625, 0.0625, -0.25,  -0.25, -0.125, -0.3125,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.625, 0.125, 0.0,  -0.0625, -0.25, -1.0,
    -1.0, -0.8125, 0.5625,  -0.375, -0.0625, 0.9375,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.6875, 0.5625, 0.625, -0.875,
    -1.0, -0.375, -0.625, -0.9375,
    -0.4375, 1.0, -0.0625, 0.625,
    -1.0, -1.0, 0.625, 0.25,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.625, -1.0, 0.375, 0.1875,  -1.0, 0.0625, 0.75, -1.0,
    1.0, 0.0, 0.625, 0.1875,  -0.875, 0.5, -0.25, -0.3125,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, -0.8125, -0.5, 0.3125,
    -0.875, -0.1875, 0.1875, -0.5,
    -0.6875, -0.3125, 0.1875, -0.25,
    -0.3125, 0.0, -0.4375, 0.375,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.75, -0.625, -0.875, 0.875,
    0.9375, -0.0625, 0.5625, -0.3125,
    -0.6875, 0.0625, -0.25, -0.375,
    0.1875, -0.375, 0.4375, 0.75,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.5, 0.1875, -0.125])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.125, -0.1875, -0.375, -0.4375])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, 0.125, -0.25, -0.3125])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.5, 0.3125, 0.5, 0.25])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", False)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [2, 4, 4]))
model = Model("batch_major").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -0.25, 1.1875, -1.0625,  -1.4375, -0.75, 0.875,
        0.3125, -0.875, 0.9375,  -0.1875, -1.25, 2.0,
        -0.625, 1.3125, 1.0625,  0.75, 1.5625, 1.3125,
        -0.875, 1.8125, -0.8125,  -1.9375, 2.0, 1.125,
    ],
    h_in: [-0.625, -0.8125, -0.3125, -0.6875, -0.6875, 0.5, -1.0, -0.8125],
    c_in: [0.8125, -0.875, 0.25, -0.5625, 0.5625, 0.3125, -0.8125, -0.4375],
    y: [
        0.04209016737632851, 0.15715076519392693, 0.19492357221118567, -0.07373373795559375,
        -0.06854366074305861, 0.03552025345639743, -0.08927873016395393, -0.06614618937810018,
        -0.15213748153922274, -0.11741752700387983, -0.19236405115858163, -0.12699718574980706,
        -0.09744562372257581, -0.10557661469752987, -0.1557835073316187, -0.1263319999794593,
        0.08432961448974988, 0.09194934402921977, -0.13231478887619422, -0.16374371645459632,
        0.39465238940139913, 0.13047759059320224, -0.09929201532325627, -0.388588850111095,
        0.11998849294633754, 0.45595528416379744, -0.10332241542323381, -0.11687782615355018,
        0.10237143269434411, 0.16908420736838775, -0.20563992157690916, -0.13165209229390015,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Equal numbers of steps and sequences, of inputs and units: transposition is detected.
x = Input("x", ("TENSOR_FLOAT32", [3, 3, 4]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.1875, -0.125, 0.125, -0.6875,
    -0.6875, 0.75, 0.5, 0.875,
    -0.375, 0.875, 0.1875, 0.9375,
    0.8125, -0.6875, 1.0, 0.0625,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.6875, 0.8125, 0.5, -0.625,
    -0.125, 0.625, -0.5625, -0.625,
    0.6875, -0.5, -0.1875, 0.5,
    -0.6875, -0.875, -0.25, -0.8125,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.0, -0.25, 0.6875, 0.125,
    0.375, -0.4375, -0.625, 0.1875,
    0.125, 0.0625, -0.8125, -0.9375,
    0.4375, 0.9375, 0.9375, 0.375,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, -0.8125, 0.5625, 0.25,  -0.125, 0.75, 0.875, 0.25,
    0.4375, 0.3125, -0.5625, 0.5,  1.0, -0.375, 0.75, 0.0,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, 0.9375, -0.9375, 0.9375,
    0.6875, 0.4375, -0.1875, -1.0,
    -0.8125, -0.875, -0.0625, 0.9375,
    -0.9375, 0.75, 0.375, 0.5,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.8125, -0.9375, 0.1875, 0.1875,
    -0.5625, 0.0, -1.0, 0.9375,
    0.6875, 1.0, -0.1875, -0.625,
    -0.9375, -0.125, 0.4375, -1.0,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.8125, 0.75, -0.375, 0.875,  -0.3125, 1.0, 0.0625, 0.5,
    0.5, -0.125, -0.125, -0.125,  0.875, 0.6875, 0.3125, -0.5,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.75, -0.6875, 0.125, 0.875,
    -0.1875, -0.25, 0.75, -0.0625,
    0.25, -0.125, -0.125, -0.375,
    0.75, 0.125, 0.4375, 0.3125,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.1875, 0.5, 0.3125, -0.4375])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.0625, -0.1875, -0.5])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.125, -0.125, 0.0625, 0.125])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.25, 0.375, 0.1875, 0.0])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [3, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [3, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 3, 4]))
model = Model("square").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        1.5, -0.875, -1.1875, -2.0,
        -1.125, -1.4375, 2.0, 0.5625,
        -1.4375, -0.75, -0.25, -1.625,
        -1.8125, -0.875, -0.1875, 0.8125,
        0.4375, -0.75, -1.3125, 0.5,
        0.0, 0.8125, -1.75, 1.375,
        -1.1875, -0.6875, -1.3125, -0.4375,
        -2.0, 1.1875, -0.0625, -0.75,
        0.875, 0.125, -0.375, 0.5625,
    ],
    h_in: [
        0.0, 0.4375, -0.5625, 0.3125,
        -0.125, 0.5625, -0.875, 0.25,
        0.875, -0.375, -0.0625, 0.625,
    ],
    c_in: [
        0.6875, -0.9375, -0.3125, 0.5,
        0.5625, 0.9375, -0.875, 0.25,
        -0.9375, -0.6875, -0.4375, 1.0,
    ],
    y: [
        0.04136891069452512, -0.04759381853593649, -0.09451542094530578, -0.16788689826981953,
        0.7363537162094193, -0.054348313942145975, -0.12114974205635995, 0.21049195641116605,
        -0.11239632856553518, -0.1903112854113323, 0.034115618291175986, 0.2093833534767907,
        0.13439639008199247, -0.21921768170993405, -0.2049995212971045, -0.047892751713311296,
        0.12395032504620007, 0.05417574317050845, -0.38660676660832033, -0.030639607721132264,
        -0.0766627238967778, 0.007023073855601223, 0.2149120740369556, 0.007423050261763682,
        -0.19693554237233776, -0.05063085610767768, 0.0915682729349973, -0.03907402232370241,
        0.10729908857773503, -0.36975648707669384, 0.1494755164951503, -0.00191758161824631,
        -0.049462388842228575, 0.15733843374041415, 0.06670271314245634, 0.1484908260900147,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The same with batch first.
x = Input("x", ("TENSOR_FLOAT32", [3, 3, 4]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, -0.875, -0.125, 0.1875,
    -0.125, 0.625, 0.6875, -0.125,
    -0.3125, -0.6875, -0.25, 0.0625,
    0.9375, 0.0, -0.625, 0.9375,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, -0.5, 0.4375, -0.0625,  0.3125, 0.1875, 0.75, -0.75,
    0.6875, -0.0625, -0.75, 0.75,  -0.3125, 0.375, 0.625, -0.5,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.25, -0.3125, -0.625, 0.5625,
    0.0, -0.125, -0.875, -0.0625,
    -0.75, 0.25, 0.375, 0.6875,
    -0.375, -0.0625, -0.375, 1.0,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, -0.875, -0.0625, -0.1875,
    0.75, -0.6875, -0.9375, 0.875,
    -0.5, 0.4375, -0.875, -0.5,
    -0.25, -0.4375, -1.0, -0.75,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.0625, 0.125, 1.0, 0.6875,
    -0.3125, -0.3125, -0.4375, -0.5625,
    -0.8125, -0.9375, -0.5625, -0.4375,
    -0.3125, 0.25, 0.5625, -0.3125,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.6875, 0.25, -0.4375, 0.0625,
    -0.3125, -0.375, 0.25, 0.125,
    0.6875, -0.75, -0.8125, -0.8125,
    -0.5625, -0.875, -0.9375, -0.75,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.1875, -0.625, -0.125, -0.75,
    0.4375, 0.375, -0.75, 0.125,
    -0.25, 0.4375, -1.0, 0.8125,
    -0.9375, -0.3125, -0.9375, -0.375,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, 0.1875, 0.5625, -0.875,
    -0.3125, -0.3125, -0.5625, -0.625,
    -0.3125, -0.25, -1.0, 0.0625,
    0.75, 0.125, -0.8125, -0.9375,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, -0.1875, 0.0625, 0.4375])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.4375, 0.0, 0.0, -0.5])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.5, -0.4375, 0.0])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.375, -0.1875, -0.25, 0.0])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [3, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [3, 4]))
time_major = BoolScalar("time_major", False)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 3, 4]))
model = Model("square_batch_major").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -1.9375, 1.5, 0.0625, -1.25,
        -1.5625, 0.0625, 1.6875, 0.4375,
        -0.0625, 0.625, 0.125, -1.3125,
        1.4375, 2.0, -0.875, 2.0,
        2.0, 1.75, 0.25, -1.375,
        -0.6875, 0.4375, 0.5625, -0.875,
        -0.75, -0.75, -0.4375, 1.9375,
        0.125, 0.5625, -1.1875, 0.375,
        -0.9375, 1.25, -0.6875, 1.875,
    ],
    h_in: [
        0.75, -0.375, -0.875, -0.875,
        0.4375, 0.5625, -0.6875, -0.6875,
        0.9375, 0.0, -0.5, -0.125,
    ],
    c_in: [
        0.8125, -0.3125, 0.0, -0.625,
        0.0, 0.125, 0.9375, 0.0625,
        0.1875, 0.6875, -0.5625, -0.625,
    ],
    y: [
        0.04539563687893597, -0.005872354021629296, 0.17489318700310214, -0.4976707519837881,
        -0.02654884743870587, -0.05706364587565571, 0.08938668471301188, -0.07560556290507035,
        -0.08070162705907556, -0.1001438868984556, -0.14116648809793544, -0.29190895905651215,
        0.014054035303727383, 0.34302310197406466, 0.38139730926275983, 0.3242546750223595,
        -0.05544408341721223, -0.016562172890136936, 0.09007520530716602, -0.09534722734003177,
        -0.10641434252635162, -0.05220014411274193, -0.06426909813156435, -0.19712905067456374,
        0.2067105563128674, 0.16032180869961052, 0.012871481038198702, 0.39298087807033255,
        0.03681726301038693, 0.12173144023241342, -0.043587153708031186, 0.20734513940686072,
        0.005932376339055401, -0.0009156358131636416, 0.19347328948941317, 0.17250803074349583,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# A single step; omitted operands are inputs that carry no value.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.75, 0.375, -0.375,  -0.875, 0.4375, 0.625,
    1.0, 0.9375, -0.1875,  -0.1875, -0.5625, -0.8125,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -1.0, 0.5, 0.375,  -0.1875, 0.375, 0.125,
    0.3125, 0.5, 0.75,  -0.3125, -0.125, 1.0,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5, 1.0, -1.0,  -0.25, 0.0, -0.125,
    -0.875, -0.4375, 0.625,  -0.3125, 0.1875, 1.0,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.125, 0.0, -0.75,  -0.3125, 0.6875, 0.8125,
    0.6875, -0.0625, 0.5,  0.1875, 0.625, 0.9375,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.9375, 0.8125, -0.3125, -0.1875,
    -0.5625, -0.8125, 0.75, 0.5,
    0.8125, -1.0, -0.5625, -0.0625,
    -0.625, -0.875, 0.8125, 0.25,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.75, 0.4375, 0.6875, 1.0,
    0.0, -0.5, -0.375, -0.1875,
    0.5625, -0.6875, -0.875, 0.0625,
    -0.125, -0.875, -0.5, -0.625,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5625, 0.3125, -0.9375, -0.25,
    0.25, 0.375, -0.625, 0.1875,
    0.8125, -0.875, 0.375, -0.375,
    0.8125, 0.0, 0.125, -0.3125,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.9375, -0.9375, -0.6875, -0.8125,
    -0.3125, 0.125, -0.6875, -0.5625,
    0.4375, 0.6875, 0.9375, 0.375,
    0.625, -0.4375, -0.5625, 0.5,
])
cell_to_input = Input("cell_to_input", ("TENSOR_FLOAT32", [0]))
cell_to_forget = Input("cell_to_forget", ("TENSOR_FLOAT32", [0]))
cell_to_output = Input("cell_to_output", ("TENSOR_FLOAT32", [0]))
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.375, 0.0625, 0.4375])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.1875, -0.5, -0.4375, -0.25])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.25, 0.5, -0.375, -0.4375])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.375, -0.1875, 0.375, 0.4375])
projection = Input("projection", ("TENSOR_FLOAT32", [0, 0]))
projection_bias = Input("projection_bias", ("TENSOR_FLOAT32", [0]))
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Input("input_norm", ("TENSOR_FLOAT32", [0]))
forget_norm = Input("forget_norm", ("TENSOR_FLOAT32", [0]))
cell_norm = Input("cell_norm", ("TENSOR_FLOAT32", [0]))
output_norm = Input("output_norm", ("TENSOR_FLOAT32", [0]))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 4]))
model = Model("one_step").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [0.6875, -1.5625, -1.0625, -0.125, -0.8125, 1.9375],
    cell_to_input: [],
    cell_to_forget: [],
    cell_to_output: [],
    projection: [],
    projection_bias: [],
    h_in: [-0.6875, 0.9375, 0.9375, 0.1875, 1.0, 0.4375, -0.375, 0.25],
    c_in: [-1.0, 0.5, -0.8125, -1.0, 0.8125, 0.5, 0.4375, 0.25],
    input_norm: [],
    forget_norm: [],
    cell_norm: [],
    output_norm: [],
    y: [
        -0.12095405393855395, 0.0036559110826990386, -0.07665364109313962, -0.04821155299744901,
        0.006376887819531494, 0.28864296525261446, 0.4905444208114986, 0.28917470076576934,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# One sequence, one unit, one input.
x = Input("x", ("TENSOR_FLOAT32", [6, 1, 1]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [1, 1]), [-0.125])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [1, 1]), [0.5625])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [1, 1]), [-0.875])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [1, 1]), [0.6875])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [1, 1]), [-0.375])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [1, 1]), [-0.9375])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [1, 1]), [0.5])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [1, 1]), [0.9375])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [1]), [0.375])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [1]), [-0.375])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [1]), [0.0625])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [1]), [0.5])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [1, 1]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [1, 1]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [6, 1, 1]))
model = Model("one_unit").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [0.4375, 0.125, -0.125, 1.5, -1.0, 2.0],
    h_in: [0.0625],
    c_in: [0.125],
    y: [
        -0.07328853226913401,  -0.05985131786685163,
        0.02714476726962962,  -0.33574154188173866,
        0.09964569826303972,  -0.260097675408444,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Peephole connections.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 2]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 2]), [0.625, 0.875, -0.9375, -1.0, -0.4375, 0.5625, -0.75, 0.9375])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 2]), [0.375, 0.6875, -0.5625, -0.25, -0.6875, -0.375, 0.25, -0.6875])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 2]), [0.75, 0.8125, -0.8125, 0.3125, -0.0625, 0.1875, 0.4375, 1.0])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 2]), [0.375, 0.75, -1.0, 0.9375, -0.8125, 0.0, 0.3125, -0.75])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.0625, 0.8125, 0.875, -0.375,
    -0.9375, 0.1875, 0.5, -0.4375,
    0.5, -0.4375, 0.1875, 0.0,
    0.8125, -0.25, -0.9375, 0.8125,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.6875, -0.625, 0.1875, -0.4375,
    -0.3125, 1.0, 0.4375, 0.625,
    0.8125, -0.75, -0.625, -0.5,
    0.5625, -0.1875, -0.625, 0.3125,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.1875, -0.4375, -0.25, 0.0625,
    0.75, 0.0625, 0.625, -0.75,
    -1.0, -0.375, -0.3125, -0.25,
    0.625, -0.875, 0.75, -0.625,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.125, 0.6875, -0.5, 0.125,
    -0.875, -0.8125, -0.5625, 0.0625,
    -0.875, -0.0625, -0.25, -0.875,
    -0.1875, 0.4375, -0.3125, 0.25,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [4]), [-0.5, 0.75, -0.6875, -0.625])
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [4]), [0.375, 0.375, 0.125, -0.1875])
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [4]), [-0.4375, -0.4375, -0.3125, 0.5])
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.4375, -0.0625, 0.0, 0.125])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, -0.1875, -0.125, -0.1875])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.0625, 0.0, -0.1875, -0.1875])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.375, 0.5, 0.375])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4]))
model = Model("peephole").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        0.125, -0.6875,  1.5, 0.25,  1.9375, -0.1875,  -0.875, -0.875,
        0.125, 0.8125,  -0.125, 1.0,
    ],
    h_in: [0.8125, -0.625, 0.4375, 0.0, 0.0625, 0.375, -0.0625, 0.375],
    c_in: [-0.75, -0.5625, 0.6875, -0.6875, 1.0, -0.0625, -0.9375, 0.125],
    y: [
        -0.061586287394858455, 0.0035382711852104637, 0.05561640032175739, -0.102978329492841,
        0.47003619015234893, -0.017441198652003127, -0.09642762314107876, 0.08750801391002572,
        0.24039584842841727, -0.01283290471124935, -0.01143168811360559, -0.017688184372800793,
        0.036544254709087044, 0.10291568899386976, -0.4182819716400516, -0.2572757096579163,
        0.32014760567925266, 0.006813620124231205, -0.1034895810133931, 0.22897104476887473,
        0.3002928052635763, 0.15946503038718496, -0.15186063501163213, 0.11482689200156414,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Coupled input and forget gate.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5625, -0.8125, 0.25,  -0.9375, 0.875, 0.125,
    0.125, 0.125, 0.125,  0.5, -0.4375, 0.375,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.5625, 0.9375, -0.75,  0.1875, -0.9375, 0.25,
    0.375, -0.875, -0.625,  -0.375, 0.4375, 0.1875,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, -0.0625, 0.5,  -0.625, -0.5625, 0.5625,
    0.25, 0.6875, 0.4375,  0.6875, -0.75, 0.9375,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.8125, -0.375, 0.875, -0.25,
    0.9375, 1.0, 0.375, 0.625,
    0.3125, 0.875, -0.3125, -0.1875,
    0.5625, -0.125, -0.6875, -1.0,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, -0.5, 0.5625, -0.875,  -0.625, -1.0, 0.6875, 0.9375,
    0.3125, 0.6875, 0.6875, -0.5,  -0.125, 0.1875, 0.875, -1.0,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.9375, 0.75, -0.3125, -0.25,
    0.4375, 0.375, -0.0625, -0.9375,
    -0.375, -0.875, 0.125, -1.0,
    1.0, -0.625, 0.375, 0.25,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [0]), None)
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.4375, 0.1875, 0.5, -0.5])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.25, 0.375, 0.0, 0.4375])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.125, -0.1875, 0.3125, 0.0625])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4]))
model = Model("cifg").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        1.75, -0.25, -1.25,  0.5625, 1.1875, -1.25,
        0.8125, 0.75, 0.9375,  -0.8125, 1.25, 1.75,
        -0.1875, -0.3125, -0.5,  -0.6875, -1.8125, -0.875,
    ],
    h_in: [-0.625, 0.625, 0.1875, 1.0, 0.625, 0.375, 0.0625, -0.75],
    c_in: [-0.6875, -0.0625, 0.375, 0.625, -0.9375, 0.75, -0.5, -1.0],
    y: [
        0.06619428165957701, 0.03203013400640122, 0.11237956418400348, -0.2072828431227425,
        0.15738125042147946, 0.09155754616476261, -0.1608074475410714, 0.004534290037040237,
        0.30903327439807293, 0.12072733930718832, 0.17418993865282228, 0.03508038307217889,
        -0.02145675342477618, 0.14900430186262373, -0.3423520256547756, 0.29825961355268243,
        0.26434153845526814, 0.1491841875261875, 0.14548565425534538, 0.1245203073585891,
        -0.09469440604489422, 0.3805181190926117, 0.019048252385216843, -0.092789327961756,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Coupled gates with peepholes, batch first.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, 0.9375, 0.25,  0.875, 0.3125, 0.875,
    -0.0625, 0.6875, 0.5625,  0.1875, 0.875, 0.125,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.8125, 0.25, 0.625,  0.3125, -0.5625, 0.3125,
    0.125, 1.0, -0.375,  -0.5625, -0.8125, 0.5625,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.125, 0.5625, -0.4375,  0.625, -0.3125, -0.9375,
    0.8125, 0.25, -1.0,  0.75, 0.875, -0.5625,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, 0.125, 0.25, 0.125,
    -0.8125, 0.0625, -0.75, 0.9375,
    0.125, -0.0625, -0.75, -0.3125,
    0.8125, -0.625, 0.625, 0.3125,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, -0.0625, 0.3125, -1.0,
    0.4375, -0.9375, -0.3125, 0.5,
    -0.5625, -0.125, -0.625, 0.125,
    0.875, 0.8125, 0.9375, -0.5,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, 0.6875, -0.9375, -0.875,
    -0.625, -0.9375, 0.25, -0.375,
    0.75, -0.75, -0.1875, -0.0625,
    -0.25, -0.6875, 0.6875, -0.5,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [4]), [-0.4375, -0.8125, 0.625, 0.9375])
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [4]), [-0.25, -0.875, 0.8125, 0.3125])
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [0]), None)
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.125, 0.125, 0.0625])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.0, 0.0, -0.5])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.0625, 0.5, -0.4375])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [1, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [1, 4]))
time_major = BoolScalar("time_major", False)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 4]))
model = Model("cifg_peephole_batch_major").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -0.6875, -0.75, -2.0,  0.75, -1.5625, -1.5,
        1.6875, 0.75, -0.5625,  0.125, 0.125, 0.75,
    ],
    h_in: [0.125, -0.125, -0.125, -0.1875],
    c_in: [-0.875, 0.25, 0.375, 0.3125],
    y: [
        -0.4061758224977045, -0.22923637001765523, 0.028716673435507264, -0.09693392299837525,
        -0.12505552161978184, 0.2763156538712302, -0.3932461282230184, -0.25335454380148087,
        0.3323250887133517, 0.09279112081685982, 0.09878931281461999, -0.5359931051587479,
        0.200853269571306, 0.01048586089707209, -0.029805869078660764, -0.02853258527164371,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Projection to a smaller output, without a bias.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    0.6875, 0.625, 0.375,  -0.1875, -0.6875, 0.375,
    -0.125, -0.0625, 0.3125,  0.125, -0.125, -0.8125,
    -0.75, 0.4375, -0.375,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    -0.25, 0.5, 0.25,  0.5, -0.3125, -0.625,  -0.125, -0.8125, 1.0,  -0.25, 0.125, 0.0,
    0.8125, 0.5, -0.3125,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    -0.875, -0.3125, 0.125,  0.4375, -0.1875, 0.4375,
    -0.125, 0.8125, 0.0,  -0.5625, -0.0625, 1.0,
    -0.8125, 0.375, 0.1875,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    0.625, -0.8125, 0.6875,  -0.25, 0.0, -0.3125,
    -0.75, -0.125, -0.25,  0.9375, 0.3125, 0.1875,
    0.25, 0.625, 0.5,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [5, 2]), [0.375, 1.0, -0.875, -0.5, -0.625, -0.125, -0.1875, 0.5625, 0.1875, -0.1875])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [5, 2]), [
    0.375, -0.5625,  -0.8125, 0.125,  -0.8125, 0.0,  -0.9375, 0.875,
    -0.4375, -1.0,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [5, 2]), [
    0.8125, -0.5625,  -0.6875, 0.875,  0.0625, 0.5625,  -0.9375, 0.125,
    0.75, -0.0625,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [5, 2]), [0.75, 0.25, -0.25, 0.5, 0.125, -0.1875, -0.5, -0.375, 0.8125, 0.6875])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [5]), [0.3125, -0.0625, 0.4375, -0.125, -0.125])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [5]), [-0.375, -0.25, 0.375, 0.125, -0.375])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [5]), [0.1875, 0.3125, 0.1875, -0.0625, -0.4375])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [5]), [0.125, -0.3125, 0.0625, 0.0, -0.375])
projection = Parameter("projection", ("TENSOR_FLOAT32", [2, 5]), [0.4375, 0.25, -0.125, 0.0, -0.9375, -0.5625, 1.0, 0.5, -0.625, -0.8125])
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 2]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 5]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2]))
model = Model("projection").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -0.4375, 0.4375, 1.0625,  0.625, 1.5, 0.9375,
        -0.125, 0.6875, 0.25,  -0.0625, -1.8125, 0.0,
        -0.25, -0.9375, 1.0625,  -1.4375, 1.75, -1.9375,
    ],
    h_in: [0.75, 1.0, -0.375, 0.8125],
    c_in: [
        -0.1875, 0.3125, 0.5625, -0.75, -0.375,
        0.9375, -0.375, 0.9375, -0.8125, 0.1875,
    ],
    y: [
        -0.11047556024178161, -0.022859090731038756,
        -0.021535854231847472, 0.4872495660818388,
        -0.017900192811020704, 0.18941286149228434,
        0.12923510543822853, 0.4235321275731266,
        0.20291422083836483, 0.12487405468056663,
        -0.24606838622136046, 0.15489853735637138,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Projection to a larger output, with a bias and peepholes, batch first.
x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [3, 2]), [-0.75, -0.1875, 0.0625, 0.6875, -0.125, 0.375])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [3, 2]), [0.1875, 0.3125, -0.5625, 0.25, 0.125, 0.75])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [3, 2]), [-0.125, 0.1875, 0.25, -0.4375, -0.6875, 0.5625])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [3, 2]), [0.875, -0.625, 0.75, 0.8125, 0.0, 0.6875])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [3, 5]), [
    0.0, 0.875, 0.5, 0.625, -0.4375,
    0.375, -0.625, -0.8125, 0.0, -0.8125,
    0.4375, 0.375, -0.8125, -0.8125, 0.9375,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [3, 5]), [
    -0.75, -0.5625, 0.3125, 0.3125, -0.0625,
    0.0625, 0.125, 0.1875, -0.875, 0.125,
    -0.1875, -0.25, -0.625, -0.75, -0.625,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [3, 5]), [
    -0.8125, 0.875, 0.9375, 0.8125, 0.9375,
    -1.0, 0.5, -0.375, -0.0625, -0.375,
    -0.8125, 0.4375, -0.5, 0.3125, -0.5,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [3, 5]), [
    0.5625, -0.5, -0.125, -0.375, -0.25,
    0.25, 0.875, -0.625, 1.0, 0.1875,
    -0.625, 0.4375, -0.875, 0.5, -0.0625,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [3]), [0.0, -0.6875, -0.75])
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [3]), [-0.875, 0.6875, -0.25])
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [3]), [0.75, 0.625, 0.875])
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [3]), [-0.0625, -0.25, -0.5])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [3]), [-0.25, -0.3125, 0.0625])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [3]), [0.4375, -0.3125, 0.125])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [3]), [0.3125, -0.0625, -0.4375])
projection = Parameter("projection", ("TENSOR_FLOAT32", [5, 3]), [
    -0.875, -0.1875, -0.25,  1.0, 0.3125, 0.3125,
    -0.125, -0.5625, 0.375,  -0.9375, -0.0625, 0.875,
    0.9375, 0.4375, -0.125,
])
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [5]), [0.3125, 0.5, -0.1875, -0.3125, 0.25])
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 5]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 3]))
time_major = BoolScalar("time_major", False)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 5]))
model = Model("projection_bias_batch_major").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -1.25, 1.0,  -0.8125, -0.375,  -1.0625, -1.625,  -1.25, 1.0625,
        1.9375, 1.625,  1.0625, -0.25,
    ],
    h_in: [
        -0.5625, 0.25, -0.625, -0.1875, 0.375,
        0.1875, 0.6875, 0.3125, -0.3125, -0.625,
    ],
    c_in: [-0.6875, 0.0625, -0.75, 1.0, 0.625, -0.3125],
    y: [
        0.2752215972325646, 0.5420206166067016, -0.09606597497961447, -0.16753929416288252,
        0.21166832566835464, 0.11550522378001626, 0.7221176947083473, -0.14196271480292075,
        -0.414273680125369, 0.4067975119943401, 0.04857815669088206, 0.8008472818625102,
        -0.2206195016983724, -0.5956910236442031, 0.5306192006708907, 0.1146453341369992,
        0.7395041015812921, -0.20885645501272015, -0.3470208320479441, 0.42858730352988206,
        0.11789328945720687, 0.7122496428280582, -0.1555738492803972, -0.5267475045396778,
        0.430487261782197, 0.16369437776781762, 0.6685156652402731, -0.26504386644753347,
        -0.6025830365514471, 0.4588758289982283,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The cell state is clipped at each step.
x = Input("x", ("TENSOR_FLOAT32", [4, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.0, -0.9375, -0.1875,  -0.3125, 0.4375, 0.3125,
    0.3125, -0.0625, 0.625,  -0.9375, -0.75, -0.5,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.0625, -0.375, 0.125,  -0.0625, 0.6875, 0.75,
    -0.25, 0.3125, -0.125,  1.0, 0.5625, -0.5,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.25, 0.3125, 0.9375,  0.75, 0.625, 0.6875,
    -0.8125, 0.5, 0.5,  -0.625, -0.4375, -0.1875,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, 0.4375, 0.875,  0.3125, 0.5, 0.875,
    0.375, 1.0, -1.0,  -0.75, -0.5, -0.5,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, 0.0, 0.3125, 0.125,  0.0, -0.5625, 1.0, 0.9375,
    0.0, 0.625, 0.1875, -1.0,  0.125, -0.625, 0.75, 1.0,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, -0.625, 0.4375, 0.9375,
    0.0, -0.375, 0.0, -0.3125,
    -0.125, -0.6875, -0.1875, -0.5625,
    -0.4375, 0.125, 0.4375, 0.125,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.1875, -0.875, -0.125, 0.4375,
    -0.4375, -0.25, 1.0, -0.8125,
    0.9375, -0.6875, -0.4375, 0.0,
    -0.0625, 0.875, -0.375, 0.875,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, 0.4375, -0.75, -0.3125,
    0.0625, -0.75, 1.0, -0.75,
    -0.1875, -0.125, -1.0, 0.625,
    0.25, -0.875, -0.3125, -0.875,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [4]), [-0.625, -0.0625, 0.375, 0.75])
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [4]), [0.875, 0.9375, 0.625, -0.125])
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [4]), [-0.3125, 0.75, 0.9375, 0.4375])
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.375, -0.0625, 0.5, -0.125])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.25, 0.0625, 0.0, 0.3125])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.375, 0.4375, 0.4375])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.125, 0.5, 0.375, -0.3125])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [4, 2, 4]))
model = Model("cell_clip").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.5, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        0.5, 1.5625, 0.0,  1.25, -1.5625, -1.375,
        -0.3125, -0.8125, -0.4375,  0.875, -1.75, 0.5,
        -1.75, 1.4375, 0.0625,  0.8125, 1.0625, -0.8125,
        -1.5625, 1.9375, 0.0,  -0.0625, 0.75, 2.0,
    ],
    h_in: [0.1875, -0.5625, -0.875, 0.6875, 0.9375, 0.1875, 1.0, -0.6875],
    c_in: [-0.1875, -0.125, -1.0, -0.6875, -0.625, -0.25, -1.0, 0.5625],
    y: [
        0.046880804180377614, 0.07881178996936761, -0.20846011428028843, -0.08592938910831797,
        -0.017314377777588638, 0.043468650702874784, -0.08841580226876247, 0.15728640848501868,
        -0.1859413911355802, -0.05611135399542158, -0.008567808648471866, 0.1727156277020359,
        -0.16585131982847065, 0.02122476122129666, -0.06382216750736233, 0.19823644396360313,
        0.07914214424417754, -0.10208197350328344, 0.32092972559405775, 0.2680437066495993,
        -0.17448773943594365, 0.240371364618501, -0.29652892577999107, 0.09506918960161029,
        0.11809760463643834, 0.2171317298476453, 0.4089349019579903, 0.2176322899073486,
        0.21813263771018154, 0.424430907309019, 0.22285133162979526, 0.026696922619398444,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The projection is clipped at each step.
x = Input("x", ("TENSOR_FLOAT32", [4, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.625, 0.3125, -0.4375,  0.6875, 1.0, 0.3125,
    0.5, 1.0, 0.6875,  -0.4375, 1.0, 0.6875,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.1875, 0.875, -0.25,  -0.3125, 0.125, -0.8125,
    0.125, -0.3125, 0.1875,  -0.625, -0.3125, 0.875,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.6875, 0.0, -0.75,  0.1875, 0.0, -0.4375,  -0.875, 0.0, 0.125,  -0.375, 0.375, 0.875,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.5625, -0.625, 0.4375,  0.5625, 0.4375, -0.9375,
    0.9375, 0.25, -0.5625,  0.8125, 0.4375, -0.875,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, 0.6875, 0.75,  1.0, -0.5625, 0.75,
    0.875, 0.75, -1.0,  -0.125, -0.0625, -0.5625,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.4375, 0.5625, -0.1875,  -0.6875, 0.875, -0.125,
    -0.125, -0.875, 0.4375,  0.6875, -1.0, 0.0,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    1.0, 0.8125, 1.0,  0.25, 0.875, -0.6875,
    0.375, 0.3125, -0.1875,  -0.4375, -0.375, 0.3125,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.125, -1.0, -0.0625,  -0.5, 0.8125, -0.5625,
    0.875, 0.5625, -0.25,  -0.6875, -0.9375, 0.1875,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, -0.375, -0.125, 0.25])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.3125, 0.1875, -0.0625])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.1875, -0.3125, -0.375])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.0, 0.0625, 0.5, -0.25])
projection = Parameter("projection", ("TENSOR_FLOAT32", [3, 4]), [
    -1.0, -0.9375, 0.0, 0.375,  -0.625, 0.6875, 0.875, 0.375,
    -0.25, 0.6875, -0.5, -0.25,
])
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [3]), [0.25, 0.4375, -0.0625])
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 3]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [4, 2, 3]))
model = Model("projection_clip").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.25, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        1.375, -0.5625, -1.9375,  1.9375, 1.375, 1.5625,
        1.8125, 1.5625, 1.375,  0.8125, 0.25, -0.8125,
        -0.4375, 1.25, 0.875,  0.875, 1.125, -1.8125,
        1.75, -0.9375, -1.625,  1.5625, 0.125, 1.0,
    ],
    h_in: [0.8125, 0.75, 0.875, -0.375, -0.5625, 0.125],
    c_in: [-0.875, 0.3125, -0.125, 0.25, 0.75, 0.5, -0.5, 0.4375],
    y: [
        -0.25, 0.25, 0.25,
        0.25, -0.004704368089140265, -0.05771065003635509,
        0.25, 0.036244020270041144, 0.130219016012742,
        0.25, -0.23007098907117074, 0.25,
        0.25, 0.25, -0.11789590903050351,
        -0.22162568182698877, -0.2089360239782465, 0.25,
        0.25, 0.12164204097854875, 0.14679122878831916,
        0.25, -0.07822502952121524, 0.21329583919266443,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Without a projection, its clip has no effect.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 2]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [3, 2]), [-0.6875, -0.4375, -0.6875, -0.5, -0.5, 0.1875])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [3, 2]), [0.3125, -0.5625, -0.5625, 0.3125, -0.1875, -0.8125])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [3, 2]), [0.875, 0.1875, -1.0, -0.9375, 0.9375, 0.25])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [3, 2]), [-0.25, -0.75, -0.0625, 0.5, -0.6875, -0.8125])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [3, 3]), [0.625, -0.125, 0.75, 0.0625, 0.6875, -0.0625, -0.375, -0.5625, -0.9375])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [3, 3]), [1.0, 0.1875, -0.875, -0.6875, -0.9375, 0.75, -1.0, 0.625, 0.5])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [3, 3]), [-0.75, -0.625, 0.6875, -0.125, -0.125, 0.1875, -0.375, -0.5, 0.9375])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [3, 3]), [0.875, 0.9375, 0.5, 1.0, -0.25, 1.0, -0.6875, 1.0, 0.75])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [3]), [-0.4375, -0.3125, 0.1875])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [3]), [0.125, 0.1875, 0.0625])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [3]), [-0.375, -0.3125, 0.4375])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [3]), [0.4375, -0.5, 0.0])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 3]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 3]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 3]))
model = Model("projection_clip_unused").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.125, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        0.6875, -0.625,  -0.75, -0.9375,  -0.1875, -1.75,  -1.375, 1.75,
        1.0625, 0.5,  -0.9375, -1.625,
    ],
    h_in: [-0.5, -0.0625, 0.625, 0.5, 0.0, 0.125],
    c_in: [-0.75, -0.6875, 0.0625, 0.75, 0.4375, -0.375],
    y: [
        -0.014146714096025468, -0.152798280925916, 0.2449897048420403,
        -0.10555354754336085, 0.2823622296665435, -0.34272282972215545,
        -0.2983649971805241, 0.07870035514085703, 0.29375925703068034,
        -0.12605467594897127, 0.14402427475390914, -0.24197853211190043,
        0.0034225687116434325, -0.014725658266896438, 0.17391682680184117,
        -0.5961688531857213, 0.11507514181110343, -0.7005338542406432,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# No activation.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.625, -0.0625, 0.375,  0.6875, 0.25, 0.375,
    -0.3125, 0.375, 0.4375,  -0.3125, -0.375, 0.6875,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.25, -0.6875, 0.125,  0.1875, -0.1875, -0.625,
    -0.375, -0.1875, 0.375,  0.4375, 0.4375, 0.1875,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.5, 0.25, 0.375,  0.4375, -0.3125, -0.625,
    -0.5, 0.3125, 0.5,  -0.5625, -0.75, -0.25,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.375, 0.5625, -0.375,  -0.0625, -0.375, -0.375,
    0.5, -0.4375, -0.625,  -0.5625, -0.6875, -0.1875,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.4375, -0.6875, -0.5, -0.5,
    0.6875, 0.6875, 0.6875, -0.5625,
    -0.4375, -0.1875, -0.25, 0.125,
    -0.625, 0.625, 0.0, -0.4375,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.625, 0.6875, 0.375, -0.25,
    0.125, 0.4375, 0.1875, 0.375,
    -0.375, 0.4375, -0.75, 0.5625,
    -0.25, -0.375, -0.0625, -0.3125,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.4375, 0.3125, -0.5625, -0.0625,
    0.625, 0.375, -0.125, 0.3125,
    0.5625, -0.5625, -0.375, 0.625,
    -0.5625, 0.1875, 0.625, -0.4375,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.375, -0.1875, 0.125, 0.0,
    0.5, 0.0625, -0.6875, 0.25,
    -0.75, -0.3125, -0.625, 0.625,
    0.75, 0.75, -0.75, -0.5,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.0625, 0.125, 0.375, 0.375])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.25, 0.4375, 0.0])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.25, 0.1875, 0.3125, 0.25])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.5, -0.25, 0.375])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4]))
model = Model("linear").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 0, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        1.4375, -1.1875, 0.0,  1.9375, 0.5, -0.5,
        0.75, 0.0, 1.625,  0.0625, -1.9375, -1.3125,
        2.0, -0.3125, -0.6875,  0.875, -0.8125, -0.875,
    ],
    h_in: [0.125, -0.8125, 0.375, -0.5625, 0.5625, 0.0, -0.4375, 0.375],
    c_in: [0.125, -0.8125, 0.125, 0.8125, -0.375, -0.0625, 0.125, -0.8125],
    y: [
        0.08954112526289426, 0.10426947713988644, -0.14569313770753367, 0.3790604874499843,
        0.18252433472729224, 0.9644631803648979, 0.028744034747293333, -0.3816697404017094,
        0.2562117117851862, -0.07972055840983841, 0.18983884828592343, -0.06504712800672258,
        0.03670296456524782, 1.8017959961482748, -0.23427287621382348, 1.31184252894653,
        0.34226133810089787, 0.8485387159775162, -0.11009854890887766, -0.10038872745581617,
        0.06482438299000018, 2.89532361173349, -0.4738759948744849, 0.3452541745817917,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# RELU on the cell gate and the cell state.
x = Input("x", ("TENSOR_FLOAT32", [4, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.25, 0.5, -0.6875,  -0.1875, 0.5, 0.25,
    -0.1875, 0.3125, -0.6875,  -0.625, -0.5625, 0.5,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.6875, -0.375, -0.5,  -0.125, -0.0625, -0.6875,
    0.125, 0.5625, -0.6875,  0.5, 0.5, -0.1875,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.1875, 0.5, 0.375,  -0.75, -0.5, -0.625,
    -0.6875, 0.125, -0.75,  0.125, -0.5625, 0.1875,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.0625, -0.1875, 0.125,  0.3125, -0.1875, -0.375,
    -0.75, -0.4375, 0.0,  0.6875, 0.0625, 0.5,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.75, -0.4375, 0.5625, 0.6875,
    0.25, -0.75, -0.4375, 0.5,
    0.4375, 0.5625, -0.3125, 0.5,
    -0.75, 0.0, -0.25, 0.3125,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.375, -0.6875, 0.3125, -0.375,
    0.125, -0.5625, -0.1875, -0.625,
    -0.125, -0.0625, -0.0625, 0.0,
    0.625, -0.75, -0.4375, 0.5625,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.0, -0.0625, -0.4375, 0.25,
    -0.625, 0.625, -0.25, 0.6875,
    -0.625, 0.0, 0.0, 0.5625,
    0.6875, 0.4375, -0.4375, 0.4375,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.0, 0.1875, 0.6875, 0.625,
    0.5, -0.625, 0.75, 0.625,
    0.3125, -0.4375, -0.5625, 0.5625,
    -0.5625, 0.5, 0.3125, 0.75,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.125, 0.5, 0.375])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.5, 0.0625, 0.0625])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.1875, -0.25, 0.375])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.0625, 0.1875, -0.0625, -0.125])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [4, 2, 4]))
model = Model("relu").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 1, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -0.9375, -0.8125, 1.3125,  -1.9375, -0.1875, -1.625,
        -1.5, 1.5, -1.75,  -1.5625, -0.5625, -0.5625,
        0.6875, -0.875, 0.5,  -1.75, 0.0, -0.875,
        -2.0, 0.0625, 0.6875,  -0.0625, 0.1875, 0.8125,
    ],
    h_in: [0.875, 0.4375, 0.125, 0.4375, -0.9375, 0.0625, -0.3125, -0.75],
    c_in: [0.25, -0.3125, -0.3125, 0.0625, -0.3125, 0.625, 0.4375, 0.125],
    y: [
        0.20050669697264953, 0.0, 0.0, 0.7592205897806241,
        0.0, 0.41181748618592207, 1.5830812626981414, 0.0017546351819799951,
        0.4329358442553163, 0.8158460670066522, 1.706868100722236, 0.20987264651088483,
        0.0, 0.9869250548568566, 1.0304557700915777, 0.000833386636189159,
        0.3072798201350365, 0.3276546917429255, 0.15372226718384752, 0.6476244230391238,
        0.0, 0.7648040466391102, 1.3419417403409606, 0.00010384777861878274,
        0.5223424110700502, 0.4603950888854016, 0.679568239453224, 0.32562050192905745,
        0.0, 0.27270370308958236, 0.2077538898930327, 0.0711772570542697,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# RELU6, with a cell state above 6.
x = Input("x", ("TENSOR_FLOAT32", [6, 1, 4]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [3, 4]), [
    0.0625, 0.4375, -1.3125, 1.75,
    -1.5, -1.9375, 1.125, 1.0,
    1.25, 0.5625, 3.0, -1.1875,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [3, 4]), [
    -2.3125, -1.6875, -2.9375, -1.0625,
    0.625, 0.0625, 0.75, 1.125,
    -2.125, 1.875, -0.9375, -1.1875,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [3, 4]), [
    -1.5625, -1.1875, -0.25, -2.0,
    0.0625, -2.8125, -2.1875, 0.75,
    1.875, 2.6875, 1.5625, 1.25,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [3, 4]), [
    -1.5625, -1.375, 1.125, 1.0625,
    0.8125, -2.875, 1.8125, -2.5,
    -0.3125, -0.4375, 2.0, 0.25,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [3, 3]), [1.4375, 0.0, 1.0625, 0.5625, 2.125, -0.9375, 0.125, -1.875, -1.8125])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [3, 3]), [-1.4375, -0.625, 2.8125, -1.75, -1.625, -3.0, -0.875, 1.5, -1.5])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [3, 3]), [-2.125, 3.0, 2.125, 0.0625, -1.5625, -2.8125, -2.8125, 1.125, 2.3125])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [3, 3]), [2.25, 1.3125, -2.5, 2.625, 2.5625, 2.6875, -0.3125, -0.125, 2.3125])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [3]), [0.1875, 0.5, -0.3125])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [3]), [0.25, -0.375, -0.125])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [3]), [0.4375, -0.375, -0.375])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [3]), [-0.0625, -0.375, -0.5])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [1, 3]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [1, 3]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [6, 1, 3]))
model = Model("relu6").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 3, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -1.4375, 0.5, 1.4375, 0.0,
        -1.375, -1.625, 0.3125, -0.1875,
        1.0625, -1.9375, 0.8125, -0.3125,
        -1.5, -1.8125, -0.9375, 1.375,
        0.1875, -0.9375, -1.0, 0.9375,
        0.625, 0.1875, -0.75, -1.4375,
    ],
    h_in: [-0.5625, -0.3125, -0.125],
    c_in: [-0.6875, -0.375, -0.0625],
    y: [
        0.0, 0.0, 1.2472553557103305,
        2.2958006936803637, 0.0, 0.1331805395375536,
        0.05621381593192064, 2.863607218212596, 1.8661655268131283e-05,
        5.77590066323515, 3.245432197985372, 5.685003797548624e-06,
        0.005308202256891551, 0.45405035550109124, 2.4893141881323943e-08,
        0.037626678997112896, 0.02257466371841113, 8.701837463389698e-08,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# SIGMOID on the cell gate and the cell state.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.0, 0.5, 0.3125,  -0.6875, -0.3125, 0.0625,
    -0.625, 0.0, -0.875,  0.0625, -0.625, 0.6875,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.875, -0.6875, 0.0,  0.4375, -0.375, 0.75,
    -0.6875, -0.25, 0.5625,  0.5625, -0.125, 0.25,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.3125, 0.375, -0.625,  -0.5, 0.9375, -0.625,
    -0.3125, -0.5, 0.125,  -0.9375, 0.1875, 0.375,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.6875, 0.3125, -0.6875,  -0.375, 0.25, 0.375,
    -0.5, 0.5, -1.0,  0.1875, 0.8125, -0.5,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.0625, 0.4375, 0.625, -0.625,
    1.0, 0.625, -0.375, -0.375,
    0.25, 0.5625, -0.9375, -0.25,
    0.75, -0.375, -0.875, -0.9375,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -1.0, -0.0625, 0.9375, 0.4375,
    -0.125, 0.5, -0.375, -0.75,
    -0.8125, 0.125, -1.0, 1.0,
    0.9375, -0.5, 0.0, -0.4375,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5625, -0.375, 0.8125, -0.5625,
    -0.125, 0.875, -0.5625, 0.75,
    -0.125, 0.4375, 0.0625, -0.375,
    0.125, -1.0, 0.9375, -0.625,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.3125, -0.25, -0.25, 0.625,  -0.5, -0.375, 0.375, 0.6875,
    0.25, 0.875, -0.625, -0.125,  1.0, 0.875, -0.375, 0.625,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.25, 0.25, 0.25, -0.125])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.4375, 0.3125, 0.1875])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.5, 0.1875, 0.125])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.4375, 0.0, -0.3125, -0.5])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4]))
model = Model("sigmoid").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 6, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -1.625, 0.0625, -0.125,  -1.625, -1.625, 0.375,
        1.875, 0.6875, -0.3125,  -0.75, 2.0, 0.9375,
        1.8125, 2.0, -1.3125,  0.9375, 1.375, -0.875,
    ],
    h_in: [0.1875, 0.9375, -0.4375, 0.3125, 0.25, -0.0625, 0.0625, -0.625],
    c_in: [0.5, 0.6875, -0.875, 0.375, -0.1875, 0.1875, -0.8125, 0.0],
    y: [
        0.2037870412923617, 0.40970089677561955, 0.3982216040769425, 0.3788092087130578,
        0.06900378362531694, 0.25721099276180936, 0.1738295659515731, 0.050166997324047155,
        0.5477437299800265, 0.26150125012163766, 0.19797234021775817, 0.4302516180066652,
        0.28299159321296913, 0.48252996324144776, 0.30984736464372953, 0.4309910656828055,
        0.619967623225677, 0.2047486391567999, 0.410444481855653, 0.519142442527707,
        0.5791099848966704, 0.27353128757416173, 0.4087286944324039, 0.5130319980043266,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Layer normalization on all four gates.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [6, 3]), [
    0.75, -0.25, 0.0625,  0.1875, 0.25, 0.0625,
    -0.375, -1.0, -0.625,  0.4375, -0.9375, -0.1875,
    0.0, -0.9375, -1.0,  0.4375, 0.4375, -0.1875,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [6, 3]), [
    -0.125, -0.625, -0.5625,  0.125, 0.0625, -0.9375,
    -0.3125, -0.9375, 0.0625,  -0.3125, 0.9375, -0.375,
    -0.75, -0.5, -0.6875,  -0.625, 0.5, -1.0,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [6, 3]), [
    -0.25, 0.875, -0.0625,  -0.125, 0.75, 0.375,
    -0.3125, 0.625, -0.25,  0.0, -0.4375, 0.125,
    -0.5625, 0.625, 0.0625,  0.125, -0.0625, 0.375,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [6, 3]), [
    -0.25, -0.25, 0.1875,  0.25, -0.9375, 0.25,
    0.3125, 0.875, -0.75,  -0.125, -0.375, 0.5625,
    0.75, 0.4375, 0.0625,  0.5625, -0.5, -0.6875,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [6, 6]), [
    -0.6875, -0.5625, -0.875, 0.0, 1.0, 0.1875,
    0.8125, -0.375, 0.5625, -0.25, 0.9375, 0.6875,
    0.0625, 0.25, 0.75, 0.0, 0.9375, 0.5625,
    -0.75, -1.0, 0.0625, -0.375, -0.9375, 0.9375,
    0.0, 0.1875, -0.9375, -0.5625, -0.75, 0.3125,
    -0.9375, 0.0625, -0.875, 0.125, -0.9375, 0.4375,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [6, 6]), [
    0.9375, 0.8125, -1.0, 0.0625, 0.6875, -0.8125,
    0.875, -1.0, 0.5, 0.3125, -0.9375, -0.375,
    0.9375, 0.25, -0.9375, -0.375, -0.875, -0.125,
    0.625, 0.0, -0.25, 0.1875, -0.4375, 0.25,
    -0.5, -0.8125, 0.875, 0.75, -0.6875, 0.25,
    -0.875, 0.9375, 0.4375, 0.875, 0.4375, 0.875,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [6, 6]), [
    0.875, -0.6875, -0.1875, -0.25, -0.4375, -0.9375,
    0.1875, 0.3125, 0.3125, -0.1875, -0.75, -0.1875,
    -0.5625, 0.125, -0.0625, -0.8125, -0.375, 0.8125,
    -0.375, -0.25, -0.5625, -0.875, -0.6875, 0.4375,
    -1.0, 0.625, -0.6875, -0.1875, -0.3125, -0.375,
    -1.0, -1.0, -0.4375, 0.0, 0.5, 0.0,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [6, 6]), [
    -0.9375, -0.8125, 0.75, -1.0, 1.0, 0.875,
    -0.625, -0.125, 0.625, 0.75, -0.75, 0.875,
    -0.4375, -0.1875, -0.4375, -0.5625, 0.125, -0.1875,
    -0.8125, 0.125, 0.1875, -0.125, 0.125, 0.8125,
    -0.1875, -0.5, -0.6875, -0.8125, -0.25, -0.0625,
    0.25, 0.3125, 0.625, -0.5, 0.125, -0.125,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [6]), [0.1875, 0.25, -0.375, -0.1875, 0.125, -0.1875])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [6]), [0.25, -0.5, 0.25, -0.1875, -0.375, 0.25])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [6]), [0.3125, 0.0625, -0.25, -0.5, 0.0, -0.5])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [6]), [0.0625, -0.25, 0.3125, -0.0625, 0.3125, 0.5])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 6]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 6]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [6]), [1.4375, 0.625, 1.5, 1.0625, 1.25, 0.5625])
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [6]), [0.9375, 1.125, 0.4375, 0.25, 0.25, 0.9375])
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [6]), [0.875, 1.0, 0.625, 0.4375, 1.125, 1.5])
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [6]), [0.25, 0.6875, 0.4375, 0.8125, 0.75, 0.625])
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 6]))
model = Model("layer_norm").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        0.3125, 1.8125, -0.75,  1.5625, 0.5, 1.4375,
        -0.125, -1.6875, -1.8125,  -0.875, 1.5625, -1.5,
        1.3125, -1.0625, 1.875,  -0.1875, -0.125, -1.9375,
    ],
    h_in: [
        0.9375, 0.1875, -0.6875, -0.875, 0.8125, -0.125,
        0.3125, 0.3125, 0.625, -0.875, 0.875, -0.5,
    ],
    c_in: [
        -0.0625, 0.875, -0.375, 0.875, 0.5, -0.125,
        -0.75, 0.8125, -0.375, 0.9375, 0.75, 0.0625,
    ],
    y: [
        0.2898476806019356, 0.0885196783667519, -0.12503607480406867, 0.12696676394063985,
        0.11296911479225345, -0.32641119066464974, -0.004550910413846239, 0.1341921380620579,
        -0.23436423397694517, 0.10875089325012625, 0.06526159714869584, 0.16158456044293748,
        0.2844102945427016, -0.07682428562598265, -0.2131528137691232, 0.08516699882056648,
        -0.0983395045729482, -0.2410571591551535, 0.10518929787284126, 0.09690534109885054,
        -0.022102005994493593, 0.012303171630392384, 0.3186207203776831, -0.2529283162812962,
        0.23696500191150552, 0.08497380429837643, -0.13474226703826717, 0.06443247416302678,
        -0.19890759554154352, 0.16608181871527797, 0.21495961511364092, -0.05488769657194081,
        0.2068442876708464, -0.036968931812302805, 0.30994521444108764, -0.46724030430152486,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Layer normalization on three gates, batch first.
x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [5, 4]), [
    1.0, 0.375, 0.0625, 0.875,
    -0.5625, 0.6875, 0.5, 0.0625,
    -0.6875, 0.8125, -0.8125, 0.8125,
    0.25, 0.5, 0.125, 0.5,
    -0.625, 0.625, -0.5, -0.0625,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [5, 4]), [
    -0.4375, -0.5, -0.5, 0.0,
    0.75, -0.625, 0.625, -0.3125,
    0.25, 0.4375, -0.125, 0.8125,
    -1.0, -0.375, 0.625, -0.4375,
    -0.625, -0.875, 0.875, -0.3125,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [5, 4]), [
    0.25, 0.9375, -0.25, -0.125,
    0.125, 0.125, -0.875, -0.75,
    0.25, 0.6875, -0.4375, 0.9375,
    0.4375, -0.1875, 0.5, 0.0,
    -0.0625, 0.3125, -0.125, 0.375,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    0.4375, -1.0, 0.3125, -0.1875, -0.375,
    -0.3125, -0.9375, -0.8125, 0.75, -1.0,
    -0.3125, -0.875, 0.5625, 0.5, 0.4375,
    -0.9375, -0.125, -0.75, -0.375, -0.125,
    0.25, 0.75, -0.375, 0.875, 0.1875,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    0.25, -0.75, 0.9375, -0.375, 0.6875,
    0.8125, 0.375, -0.875, -0.0625, -0.6875,
    0.25, 0.9375, -0.25, -0.1875, 0.375,
    -0.625, 0.875, 0.5, -0.8125, 0.5625,
    -0.0625, 0.4375, -0.3125, 0.125, -0.375,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    -0.5, -1.0, -0.25, 0.75, -0.8125,
    0.4375, -0.25, -0.5625, 0.5, 0.1875,
    -0.0625, 0.0625, -0.3125, -0.5, -0.3125,
    1.0, 0.5, -0.4375, 0.3125, 0.9375,
    0.875, -0.9375, -0.5, -0.1875, -0.625,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [0]), None)
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [5]), [-0.25, -0.375, 0.5, -0.0625, 0.3125])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [5]), [-0.375, 0.5, 0.5, -0.5, -0.5])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [5]), [-0.4375, 0.4375, -0.0625, -0.0625, -0.375])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 5]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 5]))
time_major = BoolScalar("time_major", False)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [5]), [1.0, 1.5, 0.25, 1.0625, 0.9375])
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [5]), [0.25, 0.75, 0.25, 0.5625, 1.0625])
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [5]), [0.25, 1.375, 0.625, 0.5, 0.6875])
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 5]))
model = Model("layer_norm_cifg_batch_major").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        1.125, -1.8125, 1.3125, -0.125,
        -1.0, 0.875, 0.9375, -0.375,
        1.5625, -0.125, -0.3125, -0.5625,
        1.0625, 0.125, 0.5, -1.75,
        -1.125, -1.0, 1.5, -2.0,
        1.25, 0.5625, -0.75, 1.125,
    ],
    h_in: [
        -0.5, -0.625, -0.9375, 0.125, -0.6875,
        -0.125, 0.5, -0.625, 0.6875, -0.375,
    ],
    c_in: [0.5625, 0.8125, 0.0, -0.375, -0.0625, -0.25, 0.0625, 1.0, -1.0, 0.625],
    y: [
        0.06400018259551962, 0.23881970347517895, 0.030947511742960024, -0.27681755812544634,
        0.1428528562226598, -0.1677324492353909, 0.0693127694514866, 0.09936351937695774,
        0.004920729672022236, 0.10013318037467839, -0.16805281485847348, 0.6382900362516105,
        0.13431591517448105, -0.14902841208129716, -0.06349837638921826, -0.1955957322361706,
        0.2422847887431109, 0.1649709483841269, -0.3831182833326113, 0.12145872951986154,
        -0.15688865069844768, 0.23921622500726572, 0.10751760333651916, -0.23725655873373544,
        0.1695346696157101, -0.1523649413813593, 0.1489128241196195, 0.3739486947473713,
        -0.20089885165488547, -0.10977711382086225,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Layer normalization, peepholes, projection with bias, both clips.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [6, 3]), [
    -0.625, -0.6875, 0.3125,  0.5625, 0.6875, -1.0,
    0.625, -0.9375, 0.8125,  0.0625, -0.5, -0.125,
    0.6875, -0.5, 0.625,  0.5, -0.25, -0.75,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [6, 3]), [
    -0.625, 0.25, 0.8125,  -0.6875, -0.1875, -0.5625,
    0.6875, 0.4375, 0.5,  0.3125, -0.5, 0.5,
    0.5625, -0.8125, -0.3125,  -0.25, 0.125, 0.8125,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [6, 3]), [
    -0.375, 0.5, 0.5,  1.0, 0.75, -0.5625,
    -0.625, -0.0625, 0.375,  0.0625, -0.5625, 0.0,
    0.8125, 0.125, 0.625,  -0.875, -0.4375, 0.6875,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [6, 3]), [
    -0.5625, -0.75, 0.4375,  -0.4375, 0.625, -0.6875,
    -0.25, -0.625, -0.5625,  -0.6875, -0.8125, 0.8125,
    -0.3125, -0.75, 0.0625,  -0.9375, -0.125, 0.1875,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [6, 4]), [
    -0.0625, 0.8125, 0.6875, 0.5,
    0.8125, -0.1875, -0.375, -0.5,
    -0.125, -0.1875, -0.6875, -0.0625,
    -0.625, 0.5625, 0.125, -0.0625,
    -0.1875, 1.0, 0.875, 0.3125,
    -0.6875, 0.1875, 0.9375, 0.625,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [6, 4]), [
    0.4375, 0.5625, -1.0, 0.0625,
    0.0625, 0.9375, -0.125, -0.375,
    0.5, 0.4375, -0.8125, 0.5,
    0.125, -0.5625, -0.5625, -0.375,
    0.0625, 0.375, -0.5625, -0.5625,
    0.1875, 0.6875, -0.75, 0.0625,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [6, 4]), [
    -0.875, 0.125, -0.0625, 0.5625,
    0.375, -0.9375, 0.75, -0.25,
    -0.875, 0.3125, 0.4375, -0.4375,
    -0.125, -0.375, -0.4375, -0.9375,
    0.1875, -0.25, -0.25, 0.625,
    -0.4375, 0.125, -0.6875, 0.3125,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [6, 4]), [
    -0.625, -0.8125, -0.25, -0.6875,
    -0.25, -0.4375, 0.5, -0.125,
    -1.0, 0.1875, 0.6875, 0.9375,
    0.8125, 0.25, 1.0, -0.625,
    -0.4375, -0.8125, 0.625, -0.25,
    -0.9375, -0.1875, 0.5625, -0.4375,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [6]), [-0.25, -0.9375, 0.3125, -0.125, 0.625, -0.875])
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [6]), [0.5, -0.25, 0.5, 0.5, 0.0, 0.375])
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [6]), [0.625, 0.6875, 1.0, 0.3125, 1.0, 0.8125])
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [6]), [0.375, 0.25, 0.0, -0.0625, -0.1875, 0.375])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [6]), [-0.25, -0.125, -0.25, 0.3125, -0.0625, -0.125])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [6]), [-0.0625, -0.4375, 0.5, 0.5, -0.3125, 0.3125])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [6]), [0.3125, 0.0, 0.125, -0.0625, 0.4375, 0.375])
projection = Parameter("projection", ("TENSOR_FLOAT32", [4, 6]), [
    -0.5, -0.125, -0.1875, 0.75, 0.8125, 1.0,
    -0.625, 0.5, -0.8125, -0.5, -0.6875, 0.0,
    0.1875, -0.0625, -0.125, 0.8125, -0.25, 0.0625,
    -0.3125, -0.75, 0.375, -0.375, 0.9375, 0.625,
])
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, 0.0625, -0.25, -0.25])
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 6]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [6]), [0.4375, 1.0, 0.25, 1.125, 1.5, 0.75])
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [6]), [0.875, 0.75, 1.0, 1.3125, 1.4375, 0.8125])
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [6]), [1.3125, 0.25, 0.875, 0.6875, 0.25, 0.9375])
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [6]), [1.1875, 0.4375, 1.0625, 0.375, 1.0625, 1.0625])
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4]))
model = Model("all").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.25, 0.5, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
example = Example({
    x: [
        -0.8125, 1.9375, 1.1875,  -1.5, -0.5625, -1.8125,
        -1.625, -0.3125, -1.4375,  1.625, 1.6875, 0.25,
        1.375, 2.0, 1.5,  -1.4375, 0.125, 1.625,
    ],
    h_in: [-0.375, -0.25, -0.4375, -0.5, -0.8125, 0.875, -0.75, 0.5],
    c_in: [
        0.125, 0.75, -0.6875, -0.4375, 0.5625, -0.8125,
        -0.75, 0.9375, -0.125, -0.6875, 0.0, 0.125,
    ],
    y: [
        -0.5, -0.028888736507778234, -0.294220114562168, -0.35446255732473264,
        -0.18902831085903923, -0.09795494588456088, -0.18526603980351908, -0.2436258334048973,
        -0.1854681817006765, -0.23391346887445968, -0.145366850943082, -0.08774856337986608,
        -0.4487481813858022, -0.016886435616112083, -0.18239799608873905, -0.4025581134094872,
        -0.46744954390517157, -0.13782131155169347, -0.18214176048859698, -0.2945806796222251,
        -0.25555629259047685, -0.12915845286218908, -0.06783228369115327, -0.3139974841131592,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# States are also outputs, and the second request continues from them.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.8125, -0.5625, -0.75,  1.0, -0.125, -0.125,
    0.25, -0.0625, -0.375,  -0.125, 0.0625, -0.625,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5625, -0.375, -0.125,  -0.5625, -0.4375, -0.6875,
    -0.9375, -0.0625, 0.375,  0.875, 0.875, -0.5625,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -1.0, -0.375, -0.875,  0.0625, 0.375, -0.125,
    0.5625, 0.9375, -0.6875,  0.875, -0.8125, 0.0,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.6875, 0.9375, -0.3125,  0.5625, -0.6875, 0.625,
    -0.375, 0.8125, -0.375,  0.8125, -0.9375, 0.125,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.375, -0.6875, 0.125, -0.9375,
    1.0, -0.75, 0.5625, 0.9375,
    0.375, 0.0625, 0.5, -0.5625,
    -0.9375, -0.25, 0.75, -0.3125,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.875, -0.1875, 0.625, -0.5625,
    -0.9375, -0.875, -0.75, 0.375,
    0.6875, 0.625, -1.0, 0.75,
    -0.125, -0.125, -0.9375, 0.5,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.375, -0.75, 0.125, 0.75,
    0.0, -0.4375, -0.1875, -1.0,
    0.5625, -0.875, -0.9375, 0.125,
    0.1875, -0.3125, -0.3125, -0.8125,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.3125, -0.625, -0.625, 0.5625,
    -0.8125, 0.5625, -0.75, 0.875,
    0.4375, -0.375, 0.3125, -0.625,
    0.25, 0.625, 1.0, -0.5,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.25, 0.375, -0.3125, 0.375])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.3125, -0.1875, -0.0625])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.0, -0.4375, 0.0625])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.1875, -0.3125, -0.25, -0.3125])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4]))
h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 4]))
c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
model = Model("state").IntroducedIn("V1_3")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y, h_out, c_out)
example = Example({
    x: [
        1.1875, 1.9375, 1.0625,  -0.75, -0.3125, 0.0625,
        0.75, -0.9375, -1.6875,  1.0, -0.875, -0.3125,
        0.1875, -0.3125, -0.875,  -1.5625, 0.375, -0.9375,
    ],
    h_in: [0.875, -0.125, 0.75, -0.0625, 0.4375, -0.1875, 0.9375, -0.6875],
    c_in: [0.9375, 0.5625, -0.1875, -0.9375, 0.25, -0.9375, 0.75, -0.5],
    y: [
        -0.325944134515734, 0.07626265579284289, 0.30280263535636615, -0.33532881425089006,
        0.036853748039355136, -0.016118855475648494, -0.22144962270648436,
        0.0010978864715840918, 0.1119871883013556, 0.18506491874168268, -0.060637549153135205,
        0.22511217392163224, -0.27173906029383577, -0.16758770012608287, -0.04595574157767976,
        0.35221369549145465, 0.17362962759963954, 0.07482300237398508, -0.03572034161878505,
        0.16897965361510742, -0.013286179563694463, -0.04321646541141921, -0.15063603031675643,
        -0.039060193378714664,
    ],
    h_out: [
        0.17362962759963954, 0.07482300237398508, -0.03572034161878505, 0.16897965361510742,
        -0.013286179563694463, -0.04321646541141921, -0.15063603031675643,
        -0.039060193378714664,
    ],
    c_out: [
        0.3010592179626019, 0.17596478367791493, -0.09066795908541757, 0.35295341003494585,
        -0.026519199696467932, -0.25553010147641053, -0.22924960321906318, -0.5356397956021356,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example = Example({
    x: [
        1.25, 1.1875, 1.875,  1.875, -0.4375, -1.0625,
        0.25, 1.5, -1.8125,  1.5, -2.0, -1.5625,
        0.8125, -1.25, -0.5,  -1.25, -0.0625, -1.6875,
    ],
    h_in: [
        0.17358398, 0.0748291, -0.035705566, 0.16894531,
        -0.013282776, -0.04321289, -0.15063477, -0.0390625,
    ],
    c_in: [
        0.3010254, 0.17602539, -0.09069824, 0.35302734,
        -0.026519775, -0.25561523, -0.22924805, -0.53564453,
    ],
    y: [
        -0.20099210087766237, 0.063836170590416, 0.006340806480878515, 0.12372259008140916,
        -0.5352749889349111, 0.004159158381518266, 0.12715101831201267, 0.14299434274866646,
        0.2181930123935208, 0.04667458923115554, 0.39281966200155977, -0.0552389265388658,
        0.026681371974972164, -0.36070106812809816, -0.038623780436596394, 0.6770977341537834,
        -0.08271209881702851, -0.04736260602207803, -0.0870430276963378, 0.37715102155641683,
        0.31364407395933486, -0.09595867523334294, -0.061901652049844304, -0.022911209955431857,
    ],
    h_out: [
        -0.08271209881702851, -0.04736260602207803, -0.0870430276963378, 0.37715102155641683,
        0.31364407395933486, -0.09595867523334294, -0.061901652049844304, -0.022911209955431857,
    ],
    c_out: [
        -0.2237120162346274, -0.0864543656706121, -0.3783527046851919, 0.46015769049576416,
        0.57158338678397, -0.6714897302473287, -0.09930711440876094, -0.20862073389139257,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The same with batch first; the output state is the projection's.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 2]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [5, 2]), [-0.625, 0.75, -1.0, -0.1875, 0.4375, -0.125, 0.4375, 1.0, -0.1875, 0.375])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [5, 2]), [
    0.5625, 0.25,  -0.1875, 0.9375,  0.375, -0.4375,  -0.6875, -0.125,
    -0.8125, -0.9375,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [5, 2]), [
    -0.6875, 0.625,  -0.5625, 0.1875,  0.125, -0.625,  -0.6875, -0.625,
    0.8125, 0.5,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [5, 2]), [
    0.3125, -0.0625,  -0.375, -0.625,  -0.125, 0.6875,  0.5, 0.4375,
    0.3125, -0.0625,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [5, 2]), [
    -0.25, 0.5625,  0.375, 0.125,  0.4375, -0.0625,  0.4375, 0.5625,
    0.4375, 0.5625,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [5, 2]), [0.0625, -1.0, 0.5, 0.8125, 0.5625, 0.125, -0.8125, -0.8125, 0.1875, -0.125])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [5, 2]), [-0.625, 1.0, 0.5625, 0.3125, 0.75, 0.0625, 0.3125, 0.75, -0.4375, 0.8125])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [5, 2]), [0.625, -0.125, 0.75, 0.625, 0.9375, -0.9375, -0.5, 0.75, -0.25, -0.375])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [5]), [-0.3125, 0.25, 0.375, -0.625, 0.6875])
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [5]), [0.6875, -0.25, 0.625, 0.625, 0.125])
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [5]), [0.5625, 0.8125, -1.0, -0.75, 0.8125])
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [5]), [-0.1875, 0.4375, -0.4375, 0.5, -0.0625])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [5]), [-0.4375, -0.375, 0.0625, -0.375, -0.375])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [5]), [0.5, -0.25, -0.3125, 0.4375, -0.5])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [5]), [-0.375, 0.1875, -0.375, -0.3125, -0.1875])
projection = Parameter("projection", ("TENSOR_FLOAT32", [2, 5]), [-0.5625, -0.25, 0.0, 0.3125, -1.0, 0.625, -0.75, 0.8125, -0.5, 0.125])
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [3, 2]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [3, 5]))
time_major = BoolScalar("time_major", False)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2]))
h_out = Output("h_out", ("TENSOR_FLOAT32", [3, 2]))
c_out = Output("c_out", ("TENSOR_FLOAT32", [3, 5]))
model = Model("state_projection_batch_major").IntroducedIn("V1_3")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y, h_out, c_out)
example = Example({
    x: [
        -0.9375, -1.5,  0.4375, -1.1875,  0.6875, -0.9375,  -0.875, 0.3125,
        -0.6875, 0.3125,  -0.3125, 1.0625,
    ],
    h_in: [-0.4375, -0.9375, 0.4375, 1.0, 1.0, -0.3125],
    c_in: [
        -0.9375, 0.4375, -1.0, -1.0, -0.5,
        0.375, 0.25, -0.125, -0.875, 0.4375,
        0.5625, 0.5625, 0.375, 0.0625, -0.25,
    ],
    y: [
        0.29150088198220303, 0.015352397861464216,
        0.3335150488079866, 0.059884163931416885,
        -0.11846716390776972, 0.0027183971243380893,
        -0.005228439323505703, -0.0549922397194668,
        -0.08255395977606397, -0.15759712243315938,
        -0.0911646873111571, -0.09875467604716895,
    ],
    h_out: [
        0.3335150488079866, 0.059884163931416885,
        -0.005228439323505703, -0.0549922397194668,
        -0.0911646873111571, -0.09875467604716895,
    ],
    c_out: [
        -0.24925111036081787, -0.359525633763895, 0.07431307312139984, 0.23727129799968016,
        -0.5612455045182945, 0.6101967820964287, 0.15597852851524466, -0.08653145039372802,
        0.7372308402039573, -0.27957009881060585, 0.7565585809905416, 0.47013078241014444,
        -0.16200183200369944, 0.14495124537496257, -0.29052310040473517,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example = Example({
    x: [
        -0.9375, 1.0,  -1.4375, 1.6875,  0.6875, -1.9375,  -0.0625, -0.375,
        -1.125, 1.4375,  -0.375, -1.875,
    ],
    h_in: [
        0.3334961, 0.05987549,  -0.00522995, -0.054992676,
        -0.09118652, -0.09875488,
    ],
    c_in: [
        -0.24926758, -0.35961914, 0.07434082, 0.23730469, -0.56103516,
        0.61035156, 0.15600586, -0.08654785, 0.7373047, -0.27954102,
        0.75634766, 0.47021484, -0.1619873, 0.14489746, -0.29052734,
    ],
    y: [
        0.0034949044299269344, -0.10919499872246495,
        -0.10174029366912099, -0.2770098731269092,
        0.20121694217410308, 0.22151945425760597,
        0.16447606121483468, 0.13568122995257814,
        -0.13861209338458988, -0.24074580896509093,
        0.15850828320501442, 0.2603762815038127,
    ],
    h_out: [
        -0.10174029366912099, -0.2770098731269092,
        0.16447606121483468, 0.13568122995257814,
        0.15850828320501442, 0.2603762815038127,
    ],
    c_out: [
        1.1087410253957168, 0.7197185145560395, -0.22720775198694404, 0.57989999862853,
        -0.6069996401764346, 0.22790154483138458, -0.23220221434116145, 0.24073496185397897,
        0.5728049869418831, -0.4377533752509116, 0.46074515921941805, -0.33104950804068506,
        0.07488266513693528, 0.2820711452071397, -0.6051590563403799,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The same with coupled gates, layer normalization and a bound on the cell state.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.0, -0.375, -0.625,  -0.875, -1.0, 0.5625,
    0.875, 0.1875, 0.625,  0.375, -1.0, -0.4375,
    -0.9375, -0.5, -0.375,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    -0.125, 0.125, -0.4375,  0.875, -1.0, -0.6875,
    0.125, -0.3125, -0.625,  -1.0, -0.4375, 0.125,
    -0.1875, 1.0, -0.0625,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    -0.6875, -0.5625, 0.6875,  -0.5625, -0.75, -0.125,
    0.4375, -0.0625, 0.125,  0.25, -0.75, -0.125,
    0.1875, -0.1875, -0.9375,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    0.75, 0.625, 0.0, -0.5625, 0.8125,
    -0.3125, 0.6875, -1.0, 0.625, -0.6875,
    -0.375, 0.4375, 0.0, 0.5, -0.9375,
    0.125, 0.0625, 0.625, -0.0625, 0.8125,
    0.875, 0.8125, 0.8125, 0.125, -0.1875,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    -0.25, 0.75, 0.0, 1.0, -1.0,
    0.125, -0.5625, -0.3125, -0.8125, 0.1875,
    -0.5, -1.0, 0.0, -0.25, -0.0625,
    0.5625, 0.0, -0.125, -0.875, -0.1875,
    0.625, -0.4375, 0.0, 0.8125, -0.875,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    0.625, -0.5625, -0.6875, 0.9375, -1.0,
    0.9375, -0.3125, 0.125, -0.1875, 0.5625,
    0.875, -0.5625, -0.0625, 0.9375, 0.5625,
    0.0, -0.6875, -0.25, 0.4375, -0.3125,
    -0.75, 0.625, -0.6875, 0.0, -0.4375,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [0]), None)
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [5]), [0.3125, 0.1875, -0.5, 0.5, 0.3125])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [5]), [-0.5, 0.3125, -0.25, -0.5, -0.1875])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [5]), [0.0, 0.4375, 0.25, 0.3125, -0.25])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 5]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 5]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [5]), [0.5, 0.5, 0.9375, 0.75, 1.4375])
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [5]), [1.3125, 0.3125, 1.125, 0.3125, 0.3125])
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [5]), [1.375, 0.8125, 0.4375, 0.5, 0.4375])
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 5]))
h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 5]))
c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 5]))
model = Model("state_cifg_norm_clip").IntroducedIn("V1_3")
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.5, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y, h_out, c_out)
example = Example({
    x: [
        -1.625, -1.9375, 0.1875,  -1.6875, -0.25, 1.8125,
        1.6875, 1.1875, 1.4375,  -1.5, 1.4375, 1.125,
        1.875, -0.9375, 0.9375,  0.1875, -1.8125, -0.1875,
    ],
    h_in: [
        0.3125, 0.375, 0.1875, -0.1875, -0.5,
        -0.3125, -0.8125, -0.6875, -0.9375, -0.5,
    ],
    c_in: [
        -0.8125, -0.5, 0.375, 0.6875, -0.5625,
        -0.75, 0.0, -0.375, 0.125, -0.3125,
    ],
    y: [
        -0.38703162362601745, -0.20067195898409915, -0.1851185081005846, 0.22603790893244616,
        -0.16796325916697583, -0.4217523916775575, 0.013537228668465521, -0.12979504402624836,
        0.0566187082103294, -0.0881666203391455, -0.17676839003940226, -0.0032176291711525995,
        -0.2932661055635783, -0.043118244381269294, 0.041089657251552704, -0.2483300198978307,
        -0.032152269598871075, -0.2188419719955179, -0.06808720386669946, -0.05837010031793731,
        -0.15109682480837597, 0.1045354422823995, -0.18391173577463865, -0.16054039554096275,
        -0.14197983909447712, -0.2127684438594948, 0.1071191828679576, 0.046601362900223174,
        -0.14640635076598177, -0.18979510767546698,
    ],
    h_out: [
        -0.15109682480837597, 0.1045354422823995, -0.18391173577463865, -0.16054039554096275,
        -0.14197983909447712, -0.2127684438594948, 0.1071191828679576, 0.046601362900223174,
        -0.14640635076598177, -0.18979510767546698,
    ],
    c_out: [
        -0.5, 0.31749866226837853, -0.28593276934314954, -0.224135495113336,
        -0.3779676426372795, -0.48465262043532165, 0.159415281669901, 0.12578248217761653,
        -0.20486436036115602, -0.44442471862623645,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example = Example({
    x: [
        -0.75, -1.75, -0.875,  -1.75, 1.0625, 1.8125,
        -1.8125, 1.8125, 1.9375,  0.8125, 1.75, 1.1875,
        -1.375, 0.625, 0.625,  0.4375, 0.8125, 0.875,
    ],
    h_in: [
        -0.15112305, 0.10455322, -0.18395996, -0.16052246, -0.14196777,
        -0.21276855, 0.1071167, 0.04660034, -0.1463623, -0.18981934,
    ],
    c_in: [
        -0.5, 0.3173828, -0.28588867, -0.2241211, -0.3779297,
        -0.48461914, 0.15942383, 0.12573242, -0.20483398, -0.44433594,
    ],
    y: [
        -0.23243873347293637, 0.28638933256101784, 0.03448933820026301, -0.144688295059732,
        -0.2118195992813982, -0.32568500161268343, 0.03504817104821194, -0.16129570719391273,
        -0.08436003653026, -0.1007778342075772, -0.2710618262367335, 0.12445960740491008,
        -0.14968254080747878, -0.10527773118823014, -0.1024087965703689, -0.13315780270711175,
        0.006532071829740397, -0.24662464302070722, -0.20563436260396611, 0.07036928472762934,
        -0.19243937329544145, 0.05589876897864932, -0.2114397427744436, -0.081122711941234,
        -0.0923103799829919, -0.2905926221981015, 0.010422818483274957, -0.29136812293349945,
        -0.23068740599631518, 0.13381709826596597,
    ],
    h_out: [
        -0.19243937329544145, 0.05589876897864932, -0.2114397427744436, -0.081122711941234,
        -0.0923103799829919, -0.2905926221981015, 0.010422818483274957, -0.29136812293349945,
        -0.23068740599631518, 0.13381709826596597,
    ],
    c_out: [
        -0.2123504550415614, 0.08390316979983824, -0.5, -0.17452287448820708,
        -0.22939549915423907, -0.4485021696108842, 0.032264169945413576, -0.4327335524761386,
        -0.4627764313807529, 0.343433707256801,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

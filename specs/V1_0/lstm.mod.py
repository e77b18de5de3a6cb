# LSTM with 23 operands: each optional part, alone and together.
# Expected values: specs/scripts/lstm.py, the operation's equations in plain loops; checked
# against LiteRT's reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# No optional part. Batch size, input size and number of units differ.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
        0.25, 0.6875, 0.875,  1.0, -0.125, -0.25,
        0.625, 0.4375, 0.75,  0.1875, 0.25, -0.0625,
    ])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
        -1.0, 0.0, 0.6875,  -0.3125, -0.4375, 0.4375,
        0.5, -0.25, -0.6875,  -0.3125, 0.3125, 0.6875,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
        0.125, 0.5, -0.375,  0.125, 0.0625, -0.4375,
        -0.1875, -0.9375, 1.0,  -0.3125, -0.4375, 0.25,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
        0.125, 0.4375, 0.25,  0.5, -0.75, 0.3125,
        0.4375, -0.75, -0.75,  -0.75, 0.1875, -0.75,
    ])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
        0.125, 0.4375, 0.4375, 0.6875,
        -0.5, 0.1875, 0.8125, 0.4375,
        -0.25, -0.4375, 0.375, 0.9375,
        0.6875, 0.4375, 0.3125, -0.375,
    ])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
        0.1875, -0.25, 0.5, 0.8125,
        0.6875, 0.6875, 0.0, -1.0,
        -0.1875, 0.1875, 0.9375, 0.25,
        0.125, -0.8125, -0.9375, 0.625,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
        0.1875, 0.1875, -0.8125, -1.0,
        0.6875, 0.4375, 0.6875, 0.25,
        -0.8125, 0.625, -0.1875, -0.5,
        0.875, 0.6875, 0.375, 0.5,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
        0.0625, -0.8125, 0.875, 0.4375,
        1.0, 0.75, -0.5, 0.625,
        -0.0625, -0.0625, -0.375, -0.1875,
        -0.75, -0.25, -0.125, 0.3125,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.5, -0.375, -0.0625, -0.25])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.3125, -0.25, -0.0625])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.4375, 0.4375, 0.0, -0.125])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.1875, -0.4375, 0.125, -0.5])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 16]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 4]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("basic").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [0.8125, -1.3125, 1.4375, 0.125, -0.25, -0.6875],
        h_in: [0.25, 0.1875, -0.25, -0.9375, 0.8125, -0.75, 0.0625, 0.5625],
        c_in: [-1.8125, 1.0625, -1.6875, 1.9375, 1.5, -1.125, -0.5, 1.1875],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.1244603225054262, 0.5253906346846361, -0.0022578775942554575,
            0.03927344224065103, 0.5132318550004757, 0.03248579065051393, -0.4415402310334239,
            0.27361226581041237,
        ],
        c_out: [
            -0.39184301948671246, 0.8000461095554767, -0.003461734500144087, 1.031582249430413,
            0.919189523881433, 0.060020607054142805, -0.7754875914961555, 0.816707593777808,
        ],
        y: [
            -0.1244603225054262, 0.5253906346846361, -0.0022578775942554575,
            0.03927344224065103, 0.5132318550004757, 0.03248579065051393, -0.4415402310334239,
            0.27361226581041237,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [1.3125, -2.0, 1.6875, -1.4375, -1.0625, -1.875],
        h_in: [
            -0.12445068, 0.5253906, -0.0022583008, 0.039276123,
            0.5131836, 0.032470703, -0.4416504, 0.27368164,
        ],
        c_in: [
            -0.3918457, 0.7998047, -0.0034618378, 1.03125,
            0.9194336, 0.060028076, -0.7753906, 0.81689453,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.24159031331308256, 0.4470044241738572, 0.4413778833929594, 0.02538048021496841,
            0.12995123472561146, 0.07587644204825099, -0.36685437819829975, 0.39524226922104155,
        ],
        c_out: [
            -0.7724707614623508, 0.5258599283706338, 0.7257641281744347, 0.7216490217261204,
            0.6266569289511948, 0.1541791037131757, -0.4583714616595047, 0.5237381375798398,
        ],
        y: [
            -0.24159031331308256, 0.4470044241738572, 0.4413778833929594, 0.02538048021496841,
            0.12995123472561146, 0.07587644204825099, -0.36685437819829975, 0.39524226922104155,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Input size equals number of units: transposed weights are detected.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [3, 3]), [0.875, -0.125, 0.75, -0.0625, 0.4375, -0.1875, 0.9375, -0.6875, 0.9375])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [3, 3]), [0.25, -0.25, -0.6875, -0.0625, 0.125, 0.625, 0.875, -0.9375, 0.5])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [3, 3]), [-0.0625, -0.9375, 1.0, -0.25, 1.0, -0.8125, -0.375, -0.5625, 0.4375])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [3, 3]), [-0.25, -1.0, 0.25, 0.5, -0.25, -0.4375, 0.875, -0.6875, -0.375])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [3, 3]), [0.5625, -0.1875, -0.9375, 0.25, -0.9375, 0.75, -0.5, 1.0, -0.6875])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [3, 3]), [0.375, 0.5, 0.8125, 0.625, -0.9375, -0.4375, 0.6875, -0.75, -1.0])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [3, 3]), [0.25, 0.375, 0.75, 0.4375, -0.1875, -0.5, -0.8125, 0.0625, 0.125])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [3, 3]), [0.375, 0.8125, -0.1875, 0.625, -1.0, 0.8125, -0.1875, 0.6875, -0.375])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [3]), [0.0, 0.375, -0.1875])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [3]), [-0.5, 0.375, -0.125])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [3]), [0.0625, 0.1875, -0.375])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [3]), [-0.1875, 0.3125, -0.25])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [1, 3]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [1, 3]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [1, 12]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [1, 3]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [1, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3]))
    model = Model("square").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [-0.25, 1.375, 0.375],
        h_in: [1.0, -0.5625, -0.5],
        c_in: [0.9375, 0.1875, -2.0],
        scratch: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        h_out: [-0.08104731559093194, 0.4495637897347539, -0.10551529195285594],
        c_out: [-0.4331109788258763, 0.9353967223171187, -1.2239080664711164],
        y: [-0.08104731559093194, 0.4495637897347539, -0.10551529195285594],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [0.125, -0.125, -1.375],
        h_in: [-0.08105469, 0.4494629, -0.105529785],
        c_in: [-0.43310547, 0.9355469, -1.2236328],
        scratch: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        h_out: [-0.22520600175776603, 0.353572234201455, -0.3693466910822032],
        c_out: [-0.509919123571883, 0.6706902740186029, -0.5918899626963348],
        y: [-0.22520600175776603, 0.353572234201455, -0.3693466910822032],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A single unit, a single input.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 1]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [1, 1]), [-0.4375])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [1, 1]), [-0.3125])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [1, 1]), [-0.5])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [1, 1]), [0.4375])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [1, 1]), [-0.9375])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [1, 1]), [-0.9375])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [1, 1]), [0.375])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [1, 1]), [0.5625])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [1]), [-0.125])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [1]), [0.4375])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [1]), [-0.3125])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [1]), [0.375])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [3, 1]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [3, 1]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [3, 4]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [3, 1]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [3, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
    model = Model("one_unit").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [0.875, 0.0625, -1.375],
        h_in: [-0.4375, 0.6875, -0.8125],
        c_in: [1.5, -1.75, -0.375],
        scratch: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        h_out: [0.3426963445725306, -0.45773787643592867, -0.08501913243432746],
        c_out: [0.6157050953670835, -0.8029354989176432, -0.2590862611582325],
        y: [0.3426963445725306, -0.45773787643592867, -0.08501913243432746],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-0.8125, 1.5, -0.75],
        h_in: [0.34277344, -0.45776367, -0.08502197],
        c_in: [0.61572266, -0.8027344, -0.2590332],
        scratch: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        h_out: [0.24163420720837056, -0.46514216088597465, -0.07858764924498153],
        c_out: [0.4685673638098385, -0.8285585266151111, -0.15856569360960343],
        y: [0.24163420720837056, -0.46514216088597465, -0.07858764924498153],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Peephole connections: input and forget gate read the old cell state, the output gate the new
# one.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 2]), [0.3125, 0.375, 0.1875, -0.1875, -0.5, -0.3125, -0.8125, -0.6875])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 2]), [0.9375, -0.125, 0.25, -0.0625, -0.625, 0.875, 0.6875, 0.8125])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 2]), [-0.375, -0.0625, 0.125, -0.125, 0.875, -0.9375, -0.625, 0.625])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 2]), [-0.375, 0.8125, 0.9375, -0.3125, 0.0, 0.875, 0.6875, 0.4375])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
        -0.9375, -0.5, -0.8125, -0.5,
        0.375, 0.6875, -0.5625, -0.75,
        0.0, -0.375, 0.125, -0.3125,
        0.875, -0.375, -0.125, 0.25,
    ])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
        0.0, 0.4375, 0.3125, -0.625,
        0.625, 0.5, 0.0, 0.0625,
        0.25, -0.9375, 0.6875, -0.4375,
        -0.375, 0.125, 0.75, -0.1875,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
        -0.9375, 0.4375, -0.0625, 0.5,
        -0.8125, -0.0625, -0.9375, 0.5625,
        -0.1875, -0.5625, -0.125, -0.4375,
        0.8125, -0.625, 0.6875, 0.4375,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
        -0.75, -0.75, -0.0625, 0.0,
        -0.375, 0.25, -0.5625, 0.25,
        0.1875, 0.0, -0.0625, -0.0625,
        -0.8125, -0.3125, 0.875, -0.75,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [4]), [0.9375, 0.3125, 0.25, 0.625])
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [4]), [0.8125, -0.125, 0.9375, 0.4375])
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [4]), [-0.25, 1.0, 0.25, 0.25])
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.25, 0.0, 0.125, -0.375])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.25, 0.0, -0.25, -0.375])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.1875, 0.4375, 0.0, -0.25])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.125, -0.25, 0.3125, 0.0625])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 16]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 4]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("peephole").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [1.8125, 0.0, 1.4375, 0.8125],
        h_in: [0.3125, -0.0625, 1.0, -0.25, 0.4375, -0.9375, 0.6875, -0.5],
        c_in: [0.9375, -1.75, -0.875, 0.0, 1.25, -0.6875, 1.25, 0.125],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.12011380221513439, -0.28785549736704186, 0.0563546289014518, -0.06280932345262046,
            0.2269465693677658, -0.18094613508550877, 0.7452703305720485, 0.17778083617325513,
        ],
        c_out: [
            0.44835267574592297, -1.43333791336326, 0.09643137316451211, -0.07047163943419602,
            0.3850873138473516, -0.589697289688826, 1.5544736573901383, 0.19691379750686797,
        ],
        y: [
            0.12011380221513439, -0.28785549736704186, 0.0563546289014518, -0.06280932345262046,
            0.2269465693677658, -0.18094613508550877, 0.7452703305720485, 0.17778083617325513,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [1.625, 0.1875, -1.625, -1.1875],
        h_in: [
            0.12011719, -0.2878418, 0.056365967, -0.062805176,
            0.22692871, -0.1809082, 0.7451172, 0.17773438,
        ],
        c_in: [
            0.4482422, -1.4335938, 0.09643555, -0.070495605,
            0.38500977, -0.58984375, 1.5546875, 0.19689941,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.020748407700841635, -0.35789158291011247, 0.21613239909072698,
            -0.12398256964449615, 0.07051477469514465, -0.03325290749142323, 0.2893397828646882,
            0.15499180874059595,
        ],
        c_out: [
            -0.04607861700529392, -0.7149776917834746, 0.3499198140405932, -0.15872798998047366,
            0.17275396632690826, -0.37640903327495784, 1.0015607421504087, 0.6674804574264808,
        ],
        y: [
            -0.020748407700841635, -0.35789158291011247, 0.21613239909072698,
            -0.12398256964449615, 0.07051477469514465, -0.03325290749142323, 0.2893397828646882,
            0.15499180874059595,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Coupled input and forget gate.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
        -0.375, 0.4375, 0.6875,  0.5625, -0.5, -0.875,
        0.125, 0.0625, -1.0,  0.0625, -0.75, -0.125,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
        -0.5625, -0.25, -0.75,  0.625, -0.4375, 0.125,
        0.8125, 0.375, 0.1875,  -0.5625, 0.625, 0.0,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
        0.125, 0.9375, 0.5625,  -0.625, 0.375, 0.625,
        0.5625, -0.4375, 0.0,  -0.125, 0.3125, -0.0625,
    ])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
        0.3125, -0.375, 0.125, -0.1875,
        -0.0625, -0.6875, -0.3125, 0.125,
        -0.75, 0.8125, -1.0, 0.0,
        -1.0, -0.5625, 0.1875, -0.375,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
        0.4375, -0.1875, 0.625, 0.3125,
        0.875, -0.8125, 1.0, 0.5625,
        -0.25, -0.75, 0.75, -0.125,
        0.9375, -0.6875, -0.8125, 0.1875,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
        0.6875, 0.8125, 0.4375, 0.375,
        0.625, -0.375, 0.5625, 0.875,
        0.25, 0.6875, 0.5625, -0.5,
        0.5625, -0.5, -0.8125, -0.75,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [0]), None)
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, 0.125, 0.3125, -0.3125])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, -0.125, 0.375, -0.125])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.375, 0.3125, 0.1875, -0.3125])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 12]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 4]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("cifg").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [-0.5, 0.5, -1.3125, 1.0, 0.9375, -0.875],
        h_in: [0.9375, -0.875, 0.75, 0.8125, 1.0, -0.9375, 0.875, 0.5],
        c_in: [-0.75, 1.375, 0.6875, 0.75, -1.5625, -0.5625, -0.8125, -0.1875],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.17228960026690557, 0.7566269987057745, 0.19878962759553054, 0.30375378037429995,
            -0.17049275288179583, -0.19173939844249785, 0.25549314361264863,
            0.21953072506183482,
        ],
        c_out: [
            0.2725132123369685, 1.274834352155552, 0.6699879532613326, 0.8671503383325232,
            -0.2165890299587674, -0.24381474968108616, 0.5066160493459877, 0.514183024786913,
        ],
        y: [
            0.17228960026690557, 0.7566269987057745, 0.19878962759553054, 0.30375378037429995,
            -0.17049275288179583, -0.19173939844249785, 0.25549314361264863,
            0.21953072506183482,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [0.125, 0.4375, 0.3125, 0.125, 0.125, 1.125],
        h_in: [
            0.17224121, 0.75683594, 0.19873047, 0.30371094,
            -0.17053223, -0.19177246, 0.2553711, 0.21948242,
        ],
        c_in: [
            0.27246094, 1.2744141, 0.6699219, 0.8671875,
            -0.21655273, -0.24377441, 0.50683594, 0.51416016,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.11494946252885162, 0.12319658157244853, 0.2829990217520733, -0.03277687116150821,
            -0.30188734685873414, 0.15126120601315102, 0.3185922148028204, 0.015059748638943842,
        ],
        c_out: [
            -0.1327326063610474, 0.180766704847903, 0.4721275952947903, -0.11240581084964552,
            -0.43118456216734696, 0.19554585305938502, 0.7215458418970127, 0.04639053903012402,
        ],
        y: [
            -0.11494946252885162, 0.12319658157244853, 0.2829990217520733, -0.03277687116150821,
            -0.30188734685873414, 0.15126120601315102, 0.3185922148028204, 0.015059748638943842,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Coupled gates with peepholes; omitted operands are inputs that carry no value.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3]))
    input_to_input = Input("input_to_input", ("TENSOR_FLOAT32", [0, 0]))
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
        -0.25, 0.0, 0.5625,  0.3125, -1.0, -0.25,
        0.0625, 0.625, -0.4375,  -0.3125, 0.5625, -0.375,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
        -0.3125, -0.8125, 0.6875,  0.8125, -0.0625, 0.125,
        0.5625, 0.3125, 0.4375,  -0.625, -0.5, 0.4375,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
        0.625, -0.5, -0.375,  0.75, 0.6875, -0.8125,
        -1.0, -0.875, 0.625,  0.0, -0.0625, 0.625,
    ])
    recurrent_to_input = Input("recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]))
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
        0.3125, 0.0, -0.5, 0.125,
        0.1875, 0.375, 0.625, 0.3125,
        -0.75, -0.0625, 0.5625, -0.125,
        -0.8125, -0.9375, -0.625, 0.875,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
        -0.0625, 0.25, 0.375, 0.0625,
        0.0, -0.5625, 0.0, 0.125,
        1.0, 0.5, -0.4375, 0.5,
        -0.0625, 0.0625, -0.5625, 0.625,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
        -0.625, 0.75, -0.1875, -0.25,
        -0.4375, 0.375, 0.8125, -0.625,
        -0.6875, 0.9375, 0.25, 0.375,
        -0.6875, -0.5, -0.5, 0.5625,
    ])
    cell_to_input = Input("cell_to_input", ("TENSOR_FLOAT32", [0]))
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [4]), [0.375, 0.4375, -0.5, 0.5])
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.8125, 0.625, -0.1875])
    input_bias = Input("input_bias", ("TENSOR_FLOAT32", [0]))
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.1875, -0.1875, -0.0625, 0.3125])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.5, -0.1875, 0.5])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.0, -0.1875, 0.25])
    projection = Input("projection", ("TENSOR_FLOAT32", [0, 0]))
    projection_bias = Input("projection_bias", ("TENSOR_FLOAT32", [0]))
    h_in = Input("h_in", ("TENSOR_FLOAT32", [1, 4]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [1, 4]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [1, 12]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [1, 4]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [1, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 4]))
    model = Model("cifg_peephole").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [1.4375, 0.5625, -1.8125],
        input_to_input: [],
        recurrent_to_input: [],
        cell_to_input: [],
        input_bias: [],
        projection: [],
        projection_bias: [],
        h_in: [-0.375, 0.4375, 0.5, -0.25],
        c_in: [0.5625, 0.75, -0.0625, 0.375],
        scratch: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        h_out: [
            -0.49650063543276385, 0.49985741268530187, -0.008075660528830107,
            -0.03439924765397764,
        ],
        c_out: [
            -0.6646859339670957, 0.5583663718980727, -0.1202364100610274, -0.15455439246918007,
        ],
        y: [
            -0.49650063543276385, 0.49985741268530187, -0.008075660528830107,
            -0.03439924765397764,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [1.5, -0.3125, -0.3125],
        input_to_input: [],
        recurrent_to_input: [],
        cell_to_input: [],
        input_bias: [],
        projection: [],
        projection_bias: [],
        h_in: [-0.49658203, 0.49975586, -0.008071899, -0.03439331],
        c_in: [-0.6645508, 0.55859375, -0.12023926, -0.15454102],
        scratch: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        h_out: [
            -0.4459385151482019, 0.41639508630705707, -0.0018234234148738644,
            -0.1473616616446453,
        ],
        c_out: [
            -0.5732531223674335, 0.5135372443146214, -0.0059556825984854594, -0.27447384864014,
        ],
        y: [
            -0.4459385151482019, 0.41639508630705707, -0.0018234234148738644,
            -0.1473616616446453,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Projection to a smaller output, without a bias.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
        0.25, 0.0625, -0.625,  0.625, -0.75, -0.375,
        -0.1875, 0.375, -0.5625,  1.0, 0.375, -0.9375,
        0.5625, 0.875, 0.5625,
    ])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
        -0.1875, -0.4375, 0.5625,  0.0625, 0.5, 0.4375,
        -0.0625, -0.875, 0.0,  -0.75, -0.3125, -0.625,
        0.375, 0.5, 1.0,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
        0.0625, 0.5, 0.1875,  0.9375, 0.4375, 0.3125,
        0.1875, 0.0625, 0.6875,  -0.625, 0.25, 0.875,
        -0.625, 0.625, 0.25,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
        -0.875, 0.25, 0.75,  -0.0625, 1.0, -0.25,
        -0.375, 0.8125, -0.6875,  0.1875, -0.5, -0.75,
        0.0625, 0.6875, -0.8125,
    ])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [5, 2]), [
        -0.0625, 0.5,  -0.8125, -0.625,  -0.875, 0.0,  -0.3125, -0.625,
        -0.375, -0.75,
    ])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [5, 2]), [
        0.375, 0.5,  -0.4375, -0.5625,  0.625, -0.875,  -1.0, 0.125,
        -0.125, -0.4375,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [5, 2]), [
        -0.0625, 1.0,  -0.5, -0.875,  -0.375, 0.1875,  -0.4375, 0.3125,
        -0.875, -1.0,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [5, 2]), [-0.75, 0.5, -0.875, 0.9375, -0.125, 0.375, -1.0, -0.0625, -0.75, 0.125])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [5]), [0.4375, 0.0, 0.5, -0.125, -0.0625])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [5]), [0.375, 0.3125, -0.375, 0.3125, -0.5])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [5]), [0.0, -0.4375, -0.5, -0.5, -0.375])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [5]), [-0.0625, 0.5, -0.25, 0.25, 0.125])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [2, 5]), [
        0.3125, 0.4375, -0.5625, 0.0625, -0.75,
        1.0, -0.75, 0.0, 0.5625, -0.5625,
    ])
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 2]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 5]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 20]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 2]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 5]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("projection").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [-1.0, -0.875, -1.1875, 1.4375, 1.3125, 1.3125],
        h_in: [0.375, -0.375, 0.25, 0.625],
        c_in: [
            -1.375, -1.625, 0.9375, -0.8125, -0.3125,
            -0.375, -0.25, -1.9375, 0.9375, -0.1875,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.22147265015915307, -0.3735097050656992,
            0.28588840293028484, 0.3505484922977995,
        ],
        c_out: [
            -1.2997604464778343, -1.1317403909988948, 0.05792657949552771, -1.0772146140573384,
            -0.09021427524302789, 0.2934780813938958, 0.00790581243595842, 0.057446168481183946,
            0.1818340973459493, -0.822963442896045,
        ],
        y: [
            -0.22147265015915307, -0.3735097050656992,
            0.28588840293028484, 0.3505484922977995,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-0.375, 1.0625, -0.4375, -0.375, 1.75, 1.0],
        h_in: [-0.22143555, -0.37353516, 0.28588867, 0.35058594],
        c_in: [
            -1.2998047, -1.1318359, 0.057922363, -1.0771484, -0.09020996,
            0.29345703, 0.007904053, 0.057434082, 0.18188477, -0.8227539,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.41067581218673477, -0.23831097489295977,
            0.1681851064871418, 0.5247041115507118,
        ],
        c_out: [
            -0.43871318115289415, -0.8220431793734316, -0.515284617381681, -0.9698668361473978,
            0.4785166241293909, 0.6207354255124127, -0.0073921390286332935, 0.1169539247381372,
            0.2505154803326219, -0.17232860697702312,
        ],
        y: [
            -0.41067581218673477, -0.23831097489295977,
            0.1681851064871418, 0.5247041115507118,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Projection to a larger output, with a bias and peepholes.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [3, 2]), [1.0, -0.6875, -0.875, -0.4375, -0.1875, -0.5])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [3, 2]), [-0.8125, -0.5, 0.0, -0.8125, -0.875, 0.4375])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [3, 2]), [1.0, 0.1875, -0.4375, -0.25, -0.1875, 0.25])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [3, 2]), [-1.0, -0.8125, -1.0, -1.0, 0.0625, -0.3125])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [3, 5]), [
        0.0, -0.625, -0.5, -0.5625, -0.0625,
        0.25, 0.6875, -0.5, 1.0, 0.875,
        0.0625, 0.4375, -0.875, 1.0, 1.0,
    ])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [3, 5]), [
        -0.1875, 0.6875, -0.9375, 0.5625, 0.0625,
        -0.75, 0.5625, -0.1875, 0.0, -0.875,
        -0.125, -0.3125, 0.4375, 0.875, 1.0,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [3, 5]), [
        0.0, -0.6875, -0.3125, 0.625, 0.3125,
        -0.0625, -0.8125, 0.875, 1.0, -0.875,
        0.3125, -0.5625, 0.5, -0.0625, 0.4375,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [3, 5]), [
        0.0, -0.25, 0.125, -0.8125, -0.625,
        0.8125, -1.0, -0.25, 0.0, -0.5,
        -0.125, -0.5, 0.4375, 0.5625, -0.1875,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [3]), [-0.625, 0.6875, 0.25])
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [3]), [0.375, 0.625, 0.875])
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [3]), [-0.875, -0.375, 0.1875])
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [3]), [-0.375, -0.25, 0.0])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [3]), [-0.0625, 0.3125, 0.25])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [3]), [0.1875, 0.1875, 0.25])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [3]), [-0.3125, 0.1875, 0.4375])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [5, 3]), [
        -0.375, 0.875, -0.1875,  -0.875, -0.75, 0.375,
        0.125, 0.25, -0.0625,  0.375, 1.0, 0.0,
        0.6875, 0.5, 0.6875,
    ])
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [5]), [0.0, -0.3125, -0.5, -0.3125, 0.3125])
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 5]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 3]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 12]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 5]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 5]))
    model = Model("projection_bias").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [0.5625, 1.8125, -1.4375, 1.625],
        h_in: [
            1.0, 0.9375, -0.0625, -0.4375, 0.625,
            0.9375, -0.5625, -0.5, -0.75, 0.5,
        ],
        c_in: [1.3125, -1.1875, -1.9375, -0.0625, 0.9375, -1.1875],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.01613044345396218, -0.33463572272398645, -0.49936789332959064,
            -0.32583718193380284, 0.2795229314007771, -0.1613761412241268, -0.1340582856109892,
            -0.5589060716141245, -0.5788892684044846, 0.043199713732645584,
        ],
        c_out: [
            0.4934878335807613, -0.2854118438395953, -0.21958864910884607,
            -0.10786276488546678, -0.3190211435285052, -0.5596160450524418,
        ],
        y: [
            -0.01613044345396218, -0.33463572272398645, -0.49936789332959064,
            -0.32583718193380284, 0.2795229314007771, -0.1613761412241268, -0.1340582856109892,
            -0.5589060716141245, -0.5788892684044846, 0.043199713732645584,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-1.125, 0.0, 1.25, 1.25],
        h_in: [
            -0.01612854, -0.3347168, -0.49926758, -0.32592773, 0.27954102,
            -0.16137695, -0.1340332, -0.55908203, -0.57910156, 0.04321289,
        ],
        c_in: [
            0.4934082, -0.2854004, -0.21960449,
            -0.10784912, -0.3190918, -0.5595703,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.19038408471062165, -0.3192373976080516, -0.5190906303009392, -0.3903406603170031,
            0.4001546697993188, -0.02267737376498753, -0.34051125304344615, -0.4982812275040227,
            -0.3176129585391655, 0.3057706394001634,
        ],
        c_out: [
            0.23450281380952387, -0.16264695484851238, 0.13653044932430705,
            0.6107997002146537, -0.16989542787704648, -0.07622949555652045,
        ],
        y: [
            -0.19038408471062165, -0.3192373976080516, -0.5190906303009392, -0.3903406603170031,
            0.4001546697993188, -0.02267737376498753, -0.34051125304344615, -0.4982812275040227,
            -0.3176129585391655, 0.3057706394001634,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The cell state is clipped before the output gate reads it.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
        -0.3125, 0.5625, 0.9375,  0.5, 0.375, -0.4375,
        0.25, 0.5, -0.4375,  -0.0625, -0.375, -0.625,
    ])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
        0.125, 0.875, 0.5625,  -0.5, -0.625, -0.25,
        -0.1875, 0.3125, 0.875,  0.5, 0.25, -1.0,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
        0.6875, -0.875, 0.9375,  -0.875, -0.875, 0.5,
        -0.3125, -0.1875, -0.75,  -0.6875, -0.25, -0.375,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
        0.125, -0.5625, 0.875,  0.375, -0.5, 1.0,
        0.6875, -0.125, 0.5625,  0.5625, 0.5625, 0.5625,
    ])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
        0.75, 0.3125, -0.6875, -0.1875,
        -0.5, -0.4375, 0.9375, 0.8125,
        0.0625, 0.4375, 1.0, 0.5,
        -0.5625, 0.625, -0.4375, -1.0,
    ])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
        0.3125, -0.6875, -0.3125, 1.0,
        -0.875, -0.1875, -0.6875, -0.8125,
        0.875, -0.75, -0.9375, -0.375,
        0.0, -0.1875, -0.75, 0.5625,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
        0.5625, -0.5625, -0.0625, -0.4375,
        -0.9375, -0.0625, -0.75, 0.8125,
        0.4375, 0.0, -0.25, 0.375,
        1.0, 0.125, 0.0, -0.0625,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
        -0.5625, 0.4375, 0.1875, 0.25,
        0.3125, 0.625, -0.625, -1.0,
        0.4375, -0.625, -0.5, -1.0,
        -0.3125, -0.75, 0.5625, 0.1875,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [4]), [-0.0625, 0.9375, -0.4375, 0.4375])
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [4]), [-0.25, 0.0, -0.375, -0.5625])
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [4]), [-0.125, 0.4375, 0.75, -0.0625])
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.375, 0.0, 0.4375, 0.25])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.0625, 0.5, -0.1875, 0.0625])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.125, -0.25, 0.3125])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.125, -0.0625, -0.3125, 0.4375])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 16]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 4]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("cell_clip").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.75, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [-1.875, -1.8125, -0.0625, 1.8125, -1.8125, -1.0],
        h_in: [-0.3125, 0.125, -0.3125, 0.4375, -0.875, 0.9375, -0.4375, 0.5625],
        c_in: [0.3125, 0.75, -0.75, -0.4375, -0.5625, 0.1875, -0.75, -0.75],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.061930362112815864, 0.3404843272156519, -0.007926934448269217,
            0.06600753964026002, 0.002615885534805339, 0.4083369953193911, 0.03903012025697771,
            -0.2180731397785132,
        ],
        c_out: [
            0.08219176243352991, 0.75, -0.0639658423707252, 0.5005447906165618,
            0.0032254521496144217, 0.6695109504725218, 0.11280704738627201, -0.75,
        ],
        y: [
            0.061930362112815864, 0.3404843272156519, -0.007926934448269217,
            0.06600753964026002, 0.002615885534805339, 0.4083369953193911, 0.03903012025697771,
            -0.2180731397785132,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-1.125, -1.125, -0.875, 1.875, 1.1875, -0.0625],
        h_in: [
            0.061920166, 0.34057617, -0.007926941, 0.065979004,
            0.002614975, 0.40844727, 0.039031982, -0.21801758,
        ],
        c_in: [
            0.082214355, 0.75, -0.063964844, 0.5004883,
            0.0032253265, 0.6694336, 0.11279297, -0.75,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.08245801800612113, 0.27067061085131044, 0.07750667940932676, 0.10370412260881931,
            0.08180088302535239, -0.31479613982291627, -0.3138000784253951, -0.548535702607226,
        ],
        c_out: [
            -0.16630631857152922, 0.75, 0.4067011937497361, 0.75,
            0.1898172540280676, -0.6760139199366659, -0.6232235501434469, -0.75,
        ],
        y: [
            -0.08245801800612113, 0.27067061085131044, 0.07750667940932676, 0.10370412260881931,
            0.08180088302535239, -0.31479613982291627, -0.3138000784253951, -0.548535702607226,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The projection is clipped after its bias is added.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
        0.3125, -0.1875, 0.6875,  -0.5625, 0.9375, -0.5625,
        0.4375, -0.625, -0.3125,  0.3125, -0.6875, 0.5625,
    ])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
        0.375, 0.0625, 0.5625,  -0.125, 0.375, 0.4375,
        0.4375, -0.75, 0.875,  0.5, -0.25, 0.875,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
        0.125, -0.75, 0.3125,  -0.25, 0.9375, 0.625,
        0.0625, -0.375, -1.0,  0.5, 0.4375, -0.6875,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
        -0.1875, -0.625, 0.3125,  -0.6875, -0.8125, -0.0625,
        -0.625, -0.625, 0.6875,  -0.625, 0.875, -1.0,
    ])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 3]), [
        0.875, -0.9375, -0.25,  0.75, -0.9375, 0.8125,
        0.625, 0.4375, -0.9375,  -0.25, 0.75, 0.9375,
    ])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
        -0.75, 0.0625, -0.5,  0.8125, 0.375, -0.3125,
        -0.9375, -0.75, -0.625,  -1.0, 0.375, -0.625,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
        -0.5, 0.6875, -0.625,  -0.4375, -0.5625, -0.875,
        0.5625, 0.0625, 0.1875,  -0.125, -0.3125, -0.6875,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 3]), [
        0.6875, 0.125, -0.0625,  -0.375, -0.1875, -0.5,
        -0.875, -0.5625, -0.75,  0.625, 0.1875, -0.8125,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.125, -0.25, -0.0625, -0.1875])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.0, -0.125, 0.5, 0.3125])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.25, -0.125, -0.5])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.25, 0.3125, 0.5])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [3, 4]), [
        0.5, -0.75, 0.875, -0.625,
        0.625, 0.25, -0.6875, 0.5625,
        -0.25, 0.3125, -0.6875, -0.75,
    ])
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [3]), [0.1875, 0.0625, 0.375])
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 3]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 16]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 3]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("projection_clip").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.5).To(scratch, h_out, c_out, y)
    example = Example({
        x: [0.75, -1.875, -0.125, -1.3125, 1.125, 2.0],
        h_in: [0.3125, -0.5, -0.5, -0.5, -0.3125, 0.5],
        c_in: [0.1875, -0.5, -1.5625, 0.9375, 0.5, 0.3125, 0.6875, 0.3125],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.03002203341735346, 0.5, 0.48523755960663195,
            0.32531770774695956, -0.1664702752107766, 0.29435702074611925,
        ],
        c_out: [
            0.7730197546779746, -0.2653730631430872, -0.8664418016306873, 0.437096059051367,
            0.030625589250876106, 0.8707686352371522, 0.47846866332156585, -0.2761334445154401,
        ],
        y: [
            0.03002203341735346, 0.5, 0.48523755960663195,
            0.32531770774695956, -0.1664702752107766, 0.29435702074611925,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [1.625, 1.875, 0.6875, 0.5, -0.25, 0.1875],
        h_in: [0.030029297, 0.5, 0.48535156, 0.32543945, -0.1665039, 0.2944336],
        c_in: [
            0.7729492, -0.26538086, -0.86621094, 0.43701172,
            0.03062439, 0.87060547, 0.47851562, -0.27612305,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.012175602866044521, 0.2516148803453005, 0.24929366026075883,
            0.3911986956069119, -0.15405279043118056, 0.4398928597648101,
        ],
        c_out: [
            0.19871417864465618, 0.18193199329651147, -0.6060588206366249, 0.42119265179257315,
            -0.04313638028861471, 0.12252541966353336, 0.34164277961971207, -0.4948385072977918,
        ],
        y: [
            0.012175602866044521, 0.2516148803453005, 0.24929366026075883,
            0.3911986956069119, -0.15405279043118056, 0.4398928597648101,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Without a projection, its clip has no effect.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [3, 2]), [-1.0, -1.0, 0.4375, 0.3125, -0.5625, -0.5625])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [3, 2]), [-0.3125, 0.8125, 0.4375, 0.375, -0.8125, 0.8125])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [3, 2]), [-0.3125, -0.4375, 0.6875, 0.6875, 0.375, 0.1875])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [3, 2]), [0.5, 0.5625, 1.0, 0.0625, 0.25, 0.25])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [3, 3]), [0.625, 0.4375, -0.125, 0.8125, -1.0, -0.1875, 1.0, -0.25, 0.0625])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [3, 3]), [
        -0.125, -0.8125, -0.3125,  0.3125, 0.3125, 0.3125,
        -0.4375, -0.3125, -0.75,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [3, 3]), [0.5625, -0.5, -0.3125, 0.1875, -0.8125, -0.3125, 0.625, -0.5, 0.25])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [3, 3]), [
        -0.25, 0.5625, -0.625,  -0.1875, -0.1875, -0.5625,
        -0.125, 0.875, -0.875,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [3]), [-0.3125, -0.0625, 0.0625])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [3]), [0.5, 0.375, 0.375])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [3]), [0.5, 0.3125, -0.375])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [3]), [0.1875, -0.5, -0.375])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 3]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 3]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 12]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 3]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("projection_clip_unused").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.125).To(scratch, h_out, c_out, y)
    example = Example({
        x: [1.9375, 0.4375, -1.25, 1.875],
        h_in: [-1.0, 0.625, -0.8125, 0.4375, 0.25, 0.875],
        c_in: [1.125, -1.75, 0.75, 0.0, -2.0, 0.9375],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.4698787656608313, -0.6359095530941713, 0.2646665317581498,
            -0.014608906518925002, -0.08210461813080298, 0.19562350596500527,
        ],
        c_out: [
            0.560029620023275, -0.9131600772992091, 0.32944094931677065,
            -0.02781412405880849, -1.3094667147534358, 0.758047513599564,
        ],
        y: [
            0.4698787656608313, -0.6359095530941713, 0.2646665317581498,
            -0.014608906518925002, -0.08210461813080298, 0.19562350596500527,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [1.5, -0.9375, -1.5625, -1.875],
        h_in: [
            0.4699707, -0.6357422, 0.26464844,
            -0.0146102905, -0.082092285, 0.19567871,
        ],
        c_in: [
            0.5600586, -0.91308594, 0.3293457,
            -0.027816772, -1.3095703, 0.7578125,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.18477890170754482, 0.03013939925238627, 0.09687214539342187,
            0.09990107699484034, -0.04781201707623223, -0.06484844802314475,
        ],
        c_out: [
            0.44456628731754627, 0.04339294515080416, 0.40287290564029354,
            0.8919088535792873, -0.5645646553739209, -0.36370462481503457,
        ],
        y: [
            0.18477890170754482, 0.03013939925238627, 0.09687214539342187,
            0.09990107699484034, -0.04781201707623223, -0.06484844802314475,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# No activation.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
        -0.5625, 0.3125, 0.1875,  0.4375, 0.25, 0.5625,
        0.1875, 0.1875, -0.375,  -0.625, -0.125, 0.375,
    ])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
        -0.5, -0.625, 0.625,  -0.4375, 0.125, 0.3125,
        -0.375, 0.5625, -0.4375,  0.5, 0.25, 0.0,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
        -0.6875, 0.25, -0.3125,  -0.25, 0.625, 0.125,
        0.375, -0.0625, -0.25,  0.625, -0.4375, -0.25,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
        0.75, 0.6875, 0.625,  -0.5625, 0.375, -0.5,
        -0.125, -0.1875, -0.3125,  -0.625, -0.375, 0.75,
    ])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
        0.0, 0.0625, 0.5, 0.25,
        -0.625, 0.6875, -0.3125, 0.3125,
        0.375, -0.5, 0.375, -0.6875,
        -0.3125, 0.4375, 0.1875, -0.125,
    ])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
        -0.1875, -0.6875, 0.75, -0.125,
        -0.3125, 0.0625, 0.625, 0.6875,
        0.4375, 0.4375, 0.3125, 0.0,
        0.5, 0.0, -0.25, -0.6875,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
        -0.375, 0.4375, 0.4375, 0.0625,
        -0.625, -0.625, -0.4375, 0.125,
        0.125, 0.375, -0.0625, 0.25,
        0.4375, 0.6875, -0.25, -0.375,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
        -0.6875, 0.5, -0.6875, 0.4375,
        0.5625, -0.4375, 0.125, 0.0625,
        0.375, 0.1875, 0.6875, 0.5,
        -0.3125, -0.625, 0.75, -0.625,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.0625, 0.125, -0.1875, -0.3125])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.25, 0.1875, -0.25, 0.25])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.25, 0.125, 0.125])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.125, 0.5, -0.375, 0.0625])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 16]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 4]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("linear").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 0, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [-0.8125, -0.4375, -0.1875, -1.6875, 0.25, -0.125],
        h_in: [-0.25, -0.25, 0.9375, -0.75, 0.8125, 0.75, 0.1875, -0.4375],
        c_in: [-0.9375, -0.9375, -0.4375, 1.6875, -0.875, 0.6875, 0.75, 1.375],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.01007697651858644, -0.5317052328141322, -0.2578777275239244, 0.5013267974616833,
            0.0951241902732544, 0.15762010937859808, 0.2635995166360421, 0.4671378332542495,
        ],
        c_out: [
            -0.09058672442484828, -0.7423784105822905, -0.516764759936202, 0.5691740015902642,
            0.6710417666603996, 0.18555060198174766, 0.48298650025780643, 0.7181573294687225,
        ],
        y: [
            -0.01007697651858644, -0.5317052328141322, -0.2578777275239244, 0.5013267974616833,
            0.0951241902732544, 0.15762010937859808, 0.2635995166360421, 0.4671378332542495,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [0.125, -0.4375, 1.1875, 1.0625, 1.0, -1.9375],
        h_in: [
            -0.01007843, -0.5317383, -0.2578125, 0.50146484,
            0.09515381, 0.15759277, 0.26367188, 0.46704102,
        ],
        c_in: [
            -0.09057617, -0.7421875, -0.51660156, 0.56933594,
            0.67089844, 0.18554688, 0.48291016, 0.7182617,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            -0.24790014637746935, -0.19437115590182696, -0.049488286101755624,
            0.0688708733685387, 0.16627127686055723, -0.06481281111150493, 0.6469685097533697,
            0.03849504922879034,
        ],
        c_out: [
            -0.3912334964062447, -0.4096239523213957, -0.15011497383337905, 0.09778874553421099,
            0.30447778174845064, -0.08260364383946715, 1.0849230550062976, 0.58448191422103,
        ],
        y: [
            -0.24790014637746935, -0.19437115590182696, -0.049488286101755624,
            0.0688708733685387, 0.16627127686055723, -0.06481281111150493, 0.6469685097533697,
            0.03849504922879034,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# RELU on the cell gate and the cell state.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
        -0.3125, -0.5625, 0.75,  -0.5625, 0.5, 0.3125,
        0.25, 0.25, 0.125,  0.625, -0.4375, 0.1875,
    ])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
        0.5625, -0.4375, -0.125,  -0.75, 0.1875, 0.25,
        0.1875, -0.125, 0.125,  0.5625, 0.3125, -0.25,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
        0.1875, 0.375, -0.1875,  0.125, 0.5625, 0.125,
        0.25, -0.0625, 0.0625,  -0.4375, -0.3125, 0.1875,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
        0.25, -0.1875, -0.375,  -0.0625, 0.5625, -0.5,
        0.25, -0.1875, 0.3125,  0.625, 0.375, -0.125,
    ])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
        0.3125, 0.1875, 0.0, -0.0625,
        0.375, -0.75, 0.0625, -0.125,
        -0.3125, 0.3125, 0.1875, -0.3125,
        -0.625, -0.25, -0.1875, 0.5625,
    ])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
        -0.5, -0.5625, 0.6875, -0.25,
        -0.25, 0.5625, 0.25, -0.3125,
        0.625, 0.0625, -0.625, -0.5625,
        -0.1875, -0.3125, -0.4375, 0.125,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
        -0.75, 0.125, 0.6875, 0.25,
        -0.375, -0.375, -0.5625, 0.625,
        0.625, -0.75, 0.3125, 0.0625,
        0.1875, -0.6875, 0.25, 0.5,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
        -0.375, -0.6875, -0.125, -0.5625,
        0.5625, 0.3125, -0.0625, 0.4375,
        -0.1875, -0.0625, 0.625, 0.375,
        -0.0625, 0.75, 0.25, 0.625,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [0.3125, 0.1875, -0.0625, -0.3125])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.125, 0.375, -0.1875])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.375, 0.125, 0.3125])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.375, -0.375, -0.1875, -0.4375])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 16]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 4]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("relu").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 1, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [0.9375, 0.0, 1.125, -1.4375, -0.5, -1.3125],
        h_in: [0.375, 1.0, 0.6875, 0.25, -0.6875, 0.75, 0.375, 0.5],
        c_in: [1.375, -1.875, 1.1875, -1.625, 0.4375, 0.8125, -1.4375, 1.0625],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.2881883074239525, 0.0, 0.5556045457189966, 0.0,
            0.30003954044136805, 0.3219314289743539, 0.0, 0.18701450977872103,
        ],
        c_out: [
            0.9741361624082704, -0.9448240697420259, 0.8079992862169935, -0.5781342019596493,
            0.5954273989666351, 0.6038240069976409, -0.4171274571348753, 0.4517794611000063,
        ],
        y: [
            0.2881883074239525, 0.0, 0.5556045457189966, 0.0,
            0.30003954044136805, 0.3219314289743539, 0.0, 0.18701450977872103,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [1.8125, 1.1875, 1.8125, -0.5, -1.6875, -1.1875],
        h_in: [
            0.28808594, 0.0, 0.55566406, 0.0,
            0.30004883, 0.32202148, 0.0, 0.18701172,
        ],
        c_in: [
            0.9741211, -0.9448242, 0.80810547, -0.578125,
            0.59521484, 0.6040039, -0.41723633, 0.45166016,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.44326648943142966, 0.1266475801399138, 0.8696913860309992, 0.0,
            0.1881448849684678, 0.10542830388969804, 0.0, 0.13559274735042826,
        ],
        c_out: [
            1.013405454702851, 0.35723993030091344, 1.222346122357576, -0.35342166747126574,
            0.29426756180794644, 0.25473806495374746, -0.2544050150365991, 0.46734401779116896,
        ],
        y: [
            0.44326648943142966, 0.1266475801399138, 0.8696913860309992, 0.0,
            0.1881448849684678, 0.10542830388969804, 0.0, 0.13559274735042826,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# RELU6, with a cell state above 6.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [3, 4]), [
        -1.8125, 1.1875, -1.6875, 1.0625,
        1.4375, 1.125, 1.875, 0.125,
        1.1875, -1.5, 1.5625, -0.9375,
    ])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [3, 4]), [
        -0.25, 1.9375, 1.125, -0.8125,
        0.0, -0.6875, 1.9375, 1.1875,
        0.125, 1.4375, 1.5625, -1.6875,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [3, 4]), [
        0.3125, 1.625, -0.6875, -1.3125,
        1.4375, 1.9375, 0.25, 0.625,
        1.6875, 1.25, -0.6875, 2.0,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [3, 4]), [
        0.375, 0.0, -1.125, 0.75,
        0.6875, 1.8125, -1.125, -1.125,
        -1.6875, 1.0625, -0.1875, -1.375,
    ])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [3, 3]), [0.5, 1.375, -1.875, -0.4375, -2.0, 0.625, 1.75, -0.9375, 1.875])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [3, 3]), [-0.125, 0.25, -0.1875, 1.625, 1.1875, -0.5625, 0.75, 0.9375, 0.125])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [3, 3]), [1.0, -0.75, 1.0, 1.375, 1.0625, 1.125, 1.75, -0.375, -0.3125])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [3, 3]), [0.5625, -1.5, 0.6875, -0.0625, 2.0, -0.875, 0.0, 1.0625, -0.875])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [3]), [-0.375, 0.3125, 0.0])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [3]), [0.3125, 0.1875, 0.3125])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [3]), [0.5, 0.3125, 0.25])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [3]), [0.0625, 0.125, 0.3125])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [1, 3]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [1, 3]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [1, 12]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [1, 3]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [1, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3]))
    model = Model("relu6").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 3, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [1.75, -0.9375, 0.9375, -0.75],
        h_in: [0.6875, -0.5, 0.75],
        c_in: [-11.875, -4.5625, 10.9375],
        scratch: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        h_out: [0.0, 0.0, 0.1112793870727038],
        c_out: [-4.129377846101631, -1.9325727329923237, 10.738023463232578],
        y: [0.0, 0.0, 0.1112793870727038],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-0.9375, -0.1875, 0.625, -0.375],
        h_in: [0.0, 0.0, 0.11126709],
        c_in: [-4.1289062, -1.9326172, 10.734375],
        scratch: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        h_out: [0.0, 0.0, 5.282505997663226],
        c_out: [-3.1236933322852796, -1.4202111605354089, 8.853482732731411],
        y: [0.0, 0.0, 5.282505997663226],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# SIGMOID on the cell gate and the cell state.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
        -0.3125, -0.125, -0.625,  0.125, -0.375, -0.6875,
        -0.6875, 0.5, 0.3125,  0.75, -0.3125, 0.5625,
    ])
    input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
        -0.9375, 0.4375, 0.3125,  0.0625, 0.3125, -0.25,
        -0.5625, -0.4375, -0.4375,  0.0625, -0.4375, -0.25,
    ])
    input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
        0.625, -0.8125, -0.4375,  0.125, -0.625, -0.75,
        0.0, 0.8125, 0.9375,  -1.0, 0.3125, 0.0625,
    ])
    input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
        -0.875, -0.6875, -0.625,  -0.25, -0.8125, 0.4375,
        -0.25, -0.625, 0.5,  -0.5625, -0.125, 0.5625,
    ])
    recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
        -0.75, 0.8125, -0.4375, -0.875,
        0.5625, 0.6875, -0.625, -0.625,
        0.3125, 0.5625, -0.125, -1.0,
        0.0625, 0.9375, 0.0625, 1.0,
    ])
    recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
        0.5625, -0.0625, 0.125, 0.5625,
        0.9375, 0.875, 1.0, 0.8125,
        0.1875, 0.125, 0.375, -0.875,
        -0.6875, -0.8125, 0.875, 0.0625,
    ])
    recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
        -0.25, -0.0625, 0.875, 0.5,
        -0.75, -1.0, -0.25, 0.25,
        -0.5, 1.0, 0.25, 0.125,
        -0.875, 0.1875, -0.75, 0.6875,
    ])
    recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
        -0.5625, -0.1875, 0.5625, -0.875,
        -0.25, -1.0, 0.8125, 0.4375,
        0.75, 0.375, -0.1875, 0.3125,
        0.5625, -1.0, 0.5, -0.3125,
    ])
    cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
    cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
    cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
    input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.25, -0.3125, 0.1875])
    forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.375, -0.375, -0.0625])
    cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.125, 0.0, 0.0])
    output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, 0.5, -0.4375, 0.1875])
    projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
    projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
    h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
    c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 16]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 4]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("sigmoid").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 6, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [0.25, 0.875, -0.3125, -1.0625, -1.8125, 0.75],
        h_in: [-0.3125, -0.5625, 0.1875, 0.0625, 0.4375, 0.6875, 0.8125, 0.625],
        c_in: [1.875, 0.4375, 0.25, -0.25, -1.125, 1.125, -1.5625, 0.375],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.27772263561324545, 0.36102251616450975, 0.08956227374997289, 0.28260054623432623,
            0.23728352697428012, 0.7081350372707406, 0.26786961427895095, 0.5086145400475696,
        ],
        c_out: [
            1.3042017321675206, 0.40787304682233283, 0.2513777648062323, 0.03516834172354896,
            -0.7039642736196351, 1.1285820531939252, -0.8216242562201524, 0.6692192697248447,
        ],
        y: [
            0.27772263561324545, 0.36102251616450975, 0.08956227374997289, 0.28260054623432623,
            0.23728352697428012, 0.7081350372707406, 0.26786961427895095, 0.5086145400475696,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [1.25, 0.375, -0.8125, 0.25, 0.875, 0.3125],
        h_in: [
            0.27783203, 0.36108398, 0.089538574, 0.28271484,
            0.23730469, 0.7080078, 0.26782227, 0.50878906,
        ],
        c_in: [
            1.3046875, 0.40795898, 0.25146484, 0.03515625,
            -0.70410156, 1.1289062, -0.82177734, 0.6694336,
        ],
        scratch: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ],
        h_out: [
            0.11749578206345568, 0.21887451901032592, 0.14849629653922491, 0.12010195998031609,
            0.052161379803488866, 0.287678723836846, 0.23262997694431534, 0.24704574986442587,
        ],
        c_out: [
            0.7831682462572678, 0.6750073490720891, 0.16959275277134334, 0.18805656664080544,
            -0.41774093577596677, 1.0728673931619404, 0.2368146696013366, 0.6138763459719631,
        ],
        y: [
            0.11749578206345568, 0.21887451901032592, 0.14849629653922491, 0.12010195998031609,
            0.052161379803488866, 0.287678723836846, 0.23262997694431534, 0.24704574986442587,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

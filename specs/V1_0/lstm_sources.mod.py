# LSTM: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/lstm.py with operands from
# another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

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
    h_in = Parameter("h_in", ("TENSOR_FLOAT32", [2, 4]), [0.25, 0.1875, -0.25, -0.9375, 0.8125, -0.75, 0.0625, 0.5625])
    c_in = Parameter("c_in", ("TENSOR_FLOAT32", [2, 4]), [-1.8125, 1.0625, -1.6875, 1.9375, 1.5, -1.125, -0.5, 1.1875])
    scratch = IgnoredOutput("scratch", ("TENSOR_FLOAT32", [2, 16]))
    h_out = Output("h_out", ("TENSOR_FLOAT32", [2, 4]))
    c_out = Output("c_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("basic_constant_h_in_c_in").IntroducedIn(version)
    model.Operation("LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0).To(scratch, h_out, c_out, y)
    example = Example({
        x: [0.8125, -1.3125, 1.4375, 0.125, -0.25, -0.6875],
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

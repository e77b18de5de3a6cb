# RNN: state and output are the same.
# Expected values: specs/scripts/rnn_svdf.py, the operation's equations in plain loops; checked
# against LiteRT's reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Two steps, RELU; batch size, input size and number of units differ.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 3]), [
        0.6875, -0.0625, -0.0625,  0.5, 0.8125, 0.625,
        0.75, 0.3125, 0.5625,  0.6875, 0.5625, 0.3125,
    ])
    recurrent = Parameter("recurrent", ("TENSOR_FLOAT32", [4, 4]), [
        0.5, -0.5, 0.9375, 0.75,
        -0.5, 0.5625, -0.4375, 0.75,
        -0.9375, 0.625, -0.0625, 0.125,
        0.625, -0.25, 0.0625, 0.125,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-0.6875, -0.625, -1.0, -0.8125])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [2, 4]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("sequence").IntroducedIn(version)
    model.Operation("RNN", x, weights, recurrent, bias, state_in, 1).To(state_out, y)
    example = Example({
        x: [0.6875, 2.5, -1.4375, 1.3125, -1.6875, -3.0],
        state_in: [-1.25, -1.0625, 1.75, 0.0, 0.4375, -1.25, 1.75, -0.9375],
        state_out: [1.265625, 0.11328125, 0.0, 0.2109375, 2.2890625, 0.0, 0.0, 0.0],
        y: [1.265625, 0.11328125, 0.0, 0.2109375, 2.2890625, 0.0, 0.0, 0.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-0.75, -2.9375, 1.0, -2.125, 1.0625, -1.9375],
        state_in: [1.265625, 0.11328125, 0.0, 0.2109375, 2.2890625, 0.0, 0.0, 0.0],
        state_out: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        y: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Input size equals number of units: transposed weights are detected; no activation.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3]), [-0.625, -0.8125, -0.3125, -0.6875, -0.6875, 0.5, -1.0, -0.8125, 0.8125])
    recurrent = Parameter("recurrent", ("TENSOR_FLOAT32", [3, 3]), [-0.875, 0.25, -0.5625, 0.5625, 0.3125, -0.8125, -0.4375, 1.0, -0.3125])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.1875, 0.625, 0.4375])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [1, 3]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [1, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3]))
    model = Model("square").IntroducedIn(version)
    model.Operation("RNN", x, weights, recurrent, bias, state_in, 0).To(state_out, y)
    example = Example({
        x: [-0.0625, -1.875, -1.5],
        state_in: [-1.0, 2.0, 1.375],
        state_out: [3.8203125, 0.15234375, 2.8125],
        y: [3.8203125, 0.15234375, 2.8125],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-3.0, -3.0, 1.6875],
        state_in: [3.8203125, 0.15234375, 2.8125],
        state_out: [0.0859375, 5.505127, 4.8481445],
        y: [0.0859375, 5.505127, 4.8481445],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A single unit and a single input.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 1]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 1]), [0.0])
    recurrent = Parameter("recurrent", ("TENSOR_FLOAT32", [1, 1]), [0.4375])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [1]), [-0.5])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [3, 1]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [3, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
    model = Model("one_unit").IntroducedIn(version)
    model.Operation("RNN", x, weights, recurrent, bias, state_in, 0).To(state_out, y)
    example = Example({
        x: [-0.3125, 0.9375, 0.9375],
        state_in: [-0.625, 1.0625, 0.875],
        state_out: [-0.7734375, -0.03515625, -0.1171875],
        y: [-0.7734375, -0.03515625, -0.1171875],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [0.5625, -1.75, -1.375],
        state_in: [-0.7734375, -0.03515625, -0.1171875],
        state_out: [-0.8383789, -0.51538086, -0.55126953],
        y: [-0.8383789, -0.51538086, -0.55126953],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Two steps with RELU1: clamped values are the state of the next step.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 5]), [
        0.75, -0.375, -0.875, -0.875, 0.4375,
        0.5625, -0.6875, -0.6875, 0.9375, 0.0,
        -0.5, -0.125, 0.8125, -0.3125, 0.0,
    ])
    recurrent = Parameter("recurrent", ("TENSOR_FLOAT32", [3, 3]), [-0.625, 0.0, 0.125, 0.9375, 0.0625, 0.1875, 0.6875, -0.5625, -0.625])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-1.0, -0.75, -0.3125])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [2, 3]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("bounded").IntroducedIn(version)
    model.Operation("RNN", x, weights, recurrent, bias, state_in, 2).To(state_out, y)
    example = Example({
        x: [
            0.0625, -0.5, 1.5625, -0.6875, -1.1875,
            2.4375, -0.8125, 1.125, 0.375, 1.4375,
        ],
        state_in: [-0.375, 0.0625, 0.4375, 1.8125, -1.4375, -0.25],
        state_out: [-1.0, -1.0, 0.63671875, -0.71484375, 1.0, 1.0],
        y: [-1.0, -1.0, 0.63671875, -0.71484375, 1.0, 1.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [
            3.0, -2.125, -0.125, -2.0, -3.0,
            1.5, -2.9375, 2.6875, -0.6875, -2.3125,
        ],
        state_in: [-1.0, -1.0, 0.63671875, -0.71484375, 1.0, 1.0],
        state_out: [1.0, -0.27124023, -1.0, -0.9633789, -0.79907227, 0.024169922],
        y: [1.0, -0.27124023, -1.0, -0.9633789, -0.79907227, 0.024169922],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Every fused activation.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [5, 4]), [
        -1.8125, 1.1875, -1.6875, 1.0625,
        1.4375, 1.125, 1.875, 0.125,
        1.1875, -1.5, 1.5625, -0.9375,
        0.5, 1.375, -1.875, -0.4375,
        -2.0, 0.625, 1.75, -0.9375,
    ])
    recurrent = Parameter("recurrent", ("TENSOR_FLOAT32", [5, 5]), [
        -0.9375, 0.625, -0.0625, 0.125, 0.625,
        -0.25, 0.0625, 0.125, 0.9375, -0.125,
        -0.9375, 0.125, 0.8125, 0.625, -0.25,
        -1.0, 0.1875, 0.75, -0.1875, -0.3125,
        0.1875, 0.0625, -0.75, 0.875, -0.1875,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [5]), [-0.5625, -1.25, 0.25, 0.3125, 0.5])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [3, 5]))
    act = Int32Scalar("act", 0)
    state_out = Output("state_out", ("TENSOR_FLOAT32", [3, 5]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 5]))
    model = Model("activation").IntroducedIn(version)
    model.Operation("RNN", x, weights, recurrent, bias, state_in, act).To(state_out, y)
    example = Example({
        x: [
            -2.9375, 1.0, -2.125, 1.0625,
            -1.9375, 1.5, -0.5625, 2.375,
            2.5625, -1.0625, -0.8125, -2.5,
        ],
        state_in: [
            -1.25, -1.0625, 1.75, 0.0, 0.4375,
            -1.25, 1.75, -0.9375, 0.9375, -0.75,
            -0.9375, -0.1875, 0.625, -0.375, 0.75,
        ],
        state_out: [
            11.3359375, -7.7890625, -6.703125, 5.9648438, 0.58984375,
            10.175781, -1.828125, -6.0039062, 2.3554688, 3.640625,
            -6.609375, -0.7421875, 6.9023438, 3.9570312, -5.4921875,
        ],
        y: [
            11.3359375, -7.7890625, -6.703125, 5.9648438, 0.58984375,
            10.175781, -1.828125, -6.0039062, 2.3554688, 3.640625,
            -6.609375, -0.7421875, 6.9023438, 3.9570312, -5.4921875,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example.AddAllActivations(state_out, y, act)

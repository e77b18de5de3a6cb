# SVDF: rank, memory, omitted bias, activations. Between steps the last place of each filter's
# memory is free: 0 in both states.
# Expected values: specs/scripts/rnn_svdf.py, the operation's equations in plain loops; checked
# against LiteRT's reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Rank 1 with a bias; batch size, input size, number of units and memory size differ.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    feature = Parameter("feature", ("TENSOR_FLOAT32", [4, 3]), [
        -0.5625, 0.25, -0.625,  -0.1875, 0.375, 0.1875,
        0.6875, 0.3125, -0.3125,  -0.625, -0.6875, 0.0625,
    ])
    time = Parameter("time", ("TENSOR_FLOAT32", [4, 5]), [
        -0.75, 1.0, 0.625, -0.3125, 0.5625,
        0.375, -0.875, 0.5625, -0.625, 0.0625,
        0.25, 0.5625, -0.4375, 0.125, 0.1875,
        0.875, -1.0, 0.875, -0.6875, 0.5625,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-1.375, -0.1875, 0.0625, -1.5])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [2, 20]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 20]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("rank1").IntroducedIn(version)
    model.Operation("SVDF", x, feature, time, bias, state_in, 1, 0).To(state_out, y)
    example = Example({
        x: [1.4375, 1.0625, 1.125, -0.125, -0.1875, -1.5625],
        state_in: [
            1.75, 1.5625, 1.8125, -1.9375, 0.0, 1.25, -0.375, 0.1875, -1.1875, 0.0, -0.5,
            -1.875, -1.375, -1.125, 0.0, 1.0625, 1.375, 0.125, 0.625, 0.0, 0.0625, -1.6875,
            0.375, -1.75, 0.0, -1.625, 1.75, 0.25, -1.9375, 0.0, -1.125, -1.6875, -1.875,
            -1.0625, 0.0, 1.375, 0.8125, -1.9375, -1.625, 0.0,
        ],
        state_out: [
            1.5625, 1.8125, -1.9375, -1.2460938, 0.0, -0.375, 0.1875, -1.1875, 0.33984375, 0.0,
            -1.875, -1.375, -1.125, 0.96875, 0.0, 1.375, 0.125, 0.625, -1.5585938, 0.0, -1.6875,
            0.375, -1.75, 1.0, 0.0, 1.75, 0.25, -1.9375, -0.33984375, 0.0, -1.6875, -1.875,
            -1.0625, 0.34375, 0.0, 0.8125, -1.9375, -1.625, 0.109375, 0.0,
        ],
        y: [
            -0.087646484, 1.4782715, -0.47460938, -3.142334,
            -1.765625, -0.99780273, -0.41601562, -1.6259766,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-0.4375, 0.9375, 0.75, -1.0625, -1.5625, -1.0],
        state_in: [
            1.5625, 1.8125, -1.9375, -1.2460938, 0.0, -0.375, 0.1875, -1.1875, 0.33984375, 0.0,
            -1.875, -1.375, -1.125, 0.96875, 0.0, 1.375, 0.125, 0.625, -1.5585938, 0.0, -1.6875,
            0.375, -1.75, 1.0, 0.0, 1.75, 0.25, -1.9375, -0.33984375, 0.0, -1.6875, -1.875,
            -1.0625, 0.34375, 0.0, 0.8125, -1.9375, -1.625, 0.109375, 0.0,
        ],
        state_out: [
            1.8125, -1.9375, -1.2460938, 0.01171875, 0.0, 0.1875, -1.1875, 0.33984375,
            0.57421875, 0.0, -1.375, -1.125, 0.96875, -0.2421875, 0.0, 0.125, 0.625, -1.5585938,
            -0.32421875, 0.0, 0.375, -1.75, 1.0, 0.83203125, 0.0, 0.25, -1.9375, -0.33984375,
            -0.57421875, 0.0, -1.875, -1.0625, 0.34375, -0.90625, 0.0, -1.9375, -1.625,
            0.109375, 1.6757812, 0.0,
        ],
        y: [
            -1.5493164, -1.3366699, -0.6118164, 1.0141602,
            -0.6726074, -0.6633301, -1.0761719, 0.59399414,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Rank 1, bias omitted.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    feature = Parameter("feature", ("TENSOR_FLOAT32", [3, 2]), [0.1875, -0.5625, -0.875, 0.6875, 0.9375, 0.1875])
    time = Parameter("time", ("TENSOR_FLOAT32", [3, 4]), [
        1.0, -0.6875, -0.1875, -0.125,
        -1.0, -0.6875, -0.625, -0.25,
        -1.0, 0.5625, 0.0, -0.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [0]), None)
    state_in = Input("state_in", ("TENSOR_FLOAT32", [3, 12]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [3, 12]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 3]))
    model = Model("rank1_no_bias").IntroducedIn(version)
    model.Operation("SVDF", x, feature, time, bias, state_in, 1, 0).To(state_out, y)
    example = Example({
        x: [-0.3125, 0.0625, 0.25, -0.75, -0.1875, -1.9375],
        state_in: [
            2.0, 0.5625, 1.4375, 0.0, -1.25, -0.6875, 1.25, 0.0, 1.3125, 1.625, 1.8125, 0.0,
            1.25, 0.25, -0.5, 0.0, -1.75, 1.4375, -1.9375, 0.0, 0.25, 1.8125, -1.25, 0.0,
            1.6875, -1.5625, 1.875, 0.0, 0.75, 1.875, -0.3125, 0.0, -0.4375, 0.875, -0.5, 0.0,
        ],
        state_out: [
            0.5625, 1.4375, -0.09375, 0.0, -0.6875, 1.25, 0.31640625, 0.0, 1.625, 1.8125,
            -0.28125, 0.0, 0.25, -0.5, 0.46875, 0.0, 1.4375, -1.9375, -0.734375, 0.0, 1.8125,
            -1.25, 0.09375, 0.0, -1.5625, 1.875, 1.0546875, 0.0, 1.875, -0.3125, -1.1679688,
            0.0, 0.875, -0.5, -0.5390625, 0.0,
        ],
        y: [
            1.3554688, 0.8623047, -0.2578125,
            1.1132812, 2.15625, 0.72265625,
            2.2783203, -1.5517578, 1.1992188,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [1.0625, 0.9375, -0.625, 0.0, -0.625, 1.4375],
        state_in: [
            0.5625, 1.4375, -0.09375, 0.0, -0.6875, 1.25, 0.31640625, 0.0, 1.625, 1.8125,
            -0.28125, 0.0, 0.25, -0.5, 0.46875, 0.0, 1.4375, -1.9375, -0.734375, 0.0, 1.8125,
            -1.25, 0.09375, 0.0, -1.5625, 1.875, 1.0546875, 0.0, 1.875, -0.3125, -1.1679688,
            0.0, 0.875, -0.5, -0.5390625, 0.0,
        ],
        state_out: [
            1.4375, -0.09375, -0.328125, 0.0, 1.25, 0.31640625, -0.28515625, 0.0, 1.8125,
            -0.28125, 1.171875, 0.0, -0.5, 0.46875, -0.1171875, 0.0, -1.9375, -0.734375,
            0.546875, 0.0, -1.25, 0.09375, -0.5859375, 0.0, 1.875, 1.0546875, -0.92578125, 0.0,
            -0.3125, -1.1679688, 1.5351562, 0.0, -0.5, -0.5390625, -0.31640625, 0.0,
        ],
        y: [
            -0.3671875, -0.29833984, -1.1914062,
            0.5205078, 0.21679688, -2.2226562,
            -2.9335938, -1.3139648, -0.9980469,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Rank 2: neighbouring filters are summed into a unit.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
    feature = Parameter("feature", ("TENSOR_FLOAT32", [6, 4]), [
        0.8125, 0.75, 0.875, -0.375,
        -0.5625, 0.125, -0.875, 0.3125,
        -0.125, 0.25, 0.75, 0.5,
        -0.5, 0.4375, -0.6875, -0.5625,
        -0.4375, 0.75, 0.8125, 0.0625,
        -0.5, 0.875, -0.125, -0.625,
    ])
    time = Parameter("time", ("TENSOR_FLOAT32", [6, 3]), [
        -0.125, 0.125, -1.0,  0.1875, 0.1875, -0.125,
        -0.1875, 1.0, -0.4375,  -0.6875, 0.0, 0.6875,
        -0.8125, -0.9375, 0.375,  -0.25, -0.125, -0.875,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.0625, -0.5625, 0.1875])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [2, 18]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 18]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("rank2").IntroducedIn(version)
    model.Operation("SVDF", x, feature, time, bias, state_in, 2, 0).To(state_out, y)
    example = Example({
        x: [0.1875, -0.8125, 0.6875, 0.4375, -1.4375, -0.3125, 0.3125, 1.25],
        state_in: [
            -1.6875, -0.375, 0.0, 1.0, -0.625, 0.0, 1.4375, -1.0625, 0.0, -1.6875, 0.4375, 0.0,
            0.0625, 0.3125, 0.0, 1.9375, 0.25, 0.0, -0.5, 1.5625, 0.0, 0.0, -0.0625, 0.0, -0.5,
            -0.75, 0.0, -1.0, -1.375, 0.0, 1.125, -0.3125, 0.0, -0.375, 1.3125, 0.0,
        ],
        state_out: [
            -0.375, -0.01953125, 0.0, -0.625, -0.671875, 0.0, -1.0625, 0.5078125, 0.0, 0.4375,
            -1.1679688, 0.0, 0.3125, -0.10546875, 0.0, 0.25, -1.1640625, 0.0, 1.5625,
            -1.5976562, 0.0, -0.0625, 0.88671875, 0.0, -0.75, 0.9609375, 0.0, -1.375,
            -0.3359375, 0.0, -0.3125, 0.7265625, 0.0, 1.3125, -0.375, 0.0,
        ],
        y: [
            1.4003906, -1.7595215, 0.3071289,
            2.7954102, -1.1826172, 0.09667969,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-1.125, 1.0625, 0.8125, -1.125, 0.25, 0.4375, -0.75, 0.25],
        state_in: [
            -0.375, -0.01953125, 0.0, -0.625, -0.671875, 0.0, -1.0625, 0.5078125, 0.0, 0.4375,
            -1.1679688, 0.0, 0.3125, -0.10546875, 0.0, 0.25, -1.1640625, 0.0, 1.5625,
            -1.5976562, 0.0, -0.0625, 0.88671875, 0.0, -0.75, 0.9609375, 0.0, -1.375,
            -0.3359375, 0.0, -0.3125, 0.7265625, 0.0, 1.3125, -0.375, 0.0,
        ],
        state_out: [
            -0.01953125, 1.015625, 0.0, -0.671875, -0.296875, 0.0, 0.5078125, 0.453125, 0.0,
            -1.1679688, 1.1015625, 0.0, -0.10546875, 1.8789062, 0.0, -1.1640625, 2.09375, 0.0,
            -1.5976562, -0.21875, 0.0, 0.88671875, 0.6484375, 0.0, 0.9609375, -0.359375, 0.0,
            -0.3359375, 0.44140625, 0.0, 0.7265625, -0.375, 0.0, -0.375, 0.1953125, 0.0,
        ],
        y: [
            -0.114746094, 0.40283203, -1.0119629,
            0.9597168, 1.9450684, -0.83251953,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Rank 2, bias omitted, RELU.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3]))
    feature = Parameter("feature", ("TENSOR_FLOAT32", [4, 3]), [
        -0.5, -0.0625, 0.625,  0.5, 0.0, 0.125,
        -0.75, -0.6875, 0.0625,  0.75, 0.4375, -0.375,
    ])
    time = Parameter("time", ("TENSOR_FLOAT32", [4, 6]), [
        -0.5, -0.8125, -0.1875, 0.3125, -1.0, -0.0625,
        0.5, -0.125, 0.5625, 0.125, -0.4375, -0.1875,
        -0.125, 0.25, 0.4375, 0.875, 0.875, -0.6875,
        0.0, 0.25, -0.625, -1.0, 0.25, 0.6875,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [0]), None)
    state_in = Input("state_in", ("TENSOR_FLOAT32", [1, 24]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [1, 24]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2]))
    model = Model("rank2_no_bias").IntroducedIn(version)
    model.Operation("SVDF", x, feature, time, bias, state_in, 2, 1).To(state_out, y)
    example = Example({
        x: [0.4375, -1.4375, 1.3125],
        state_in: [
            -1.4375, -1.375, 0.625, -0.0625, -0.5, 0.0, 0.5625, -0.6875, -0.875, -1.75, -0.625,
            0.0, -0.5625, 1.0, 0.75, 1.8125, 2.0, 0.0, -0.375, 1.125, -0.375, 0.3125, -1.25,
            0.0,
        ],
        state_out: [
            -1.375, 0.625, -0.0625, -0.5, 0.69140625, 0.0, -0.6875, -0.875, -1.75, -0.625,
            0.3828125, 0.0, 1.0, 0.75, 1.8125, 2.0, 0.7421875, 0.0, 1.125, -0.375, 0.3125,
            -1.25, -0.79296875, 0.0,
        ],
        y: [2.013916, 2.81958],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-1.125, 0.9375, 1.6875],
        state_in: [
            -1.375, 0.625, -0.0625, -0.5, 0.69140625, 0.0, -0.6875, -0.875, -1.75, -0.625,
            0.3828125, 0.0, 1.0, 0.75, 1.8125, 2.0, 0.7421875, 0.0, 1.125, -0.375, 0.3125,
            -1.25, -0.79296875, 0.0,
        ],
        state_out: [
            0.625, -0.0625, -0.5, 0.69140625, 1.5585938, 0.0, -0.875, -1.75, -0.625, 0.3828125,
            -0.3515625, 0.0, 0.75, 1.8125, 2.0, 0.7421875, 0.3046875, 0.0, -0.375, 0.3125,
            -1.25, -0.79296875, -1.0664062, 0.0,
        ],
        y: [0.0, 3.0749512],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Rank 3 with a single unit.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2]))
    feature = Parameter("feature", ("TENSOR_FLOAT32", [3, 2]), [0.125, -0.8125, 0.375, -0.5625, 0.5625, 0.0])
    time = Parameter("time", ("TENSOR_FLOAT32", [3, 4]), [
        -0.4375, 0.375, 0.125, -0.8125,
        0.125, 0.8125, -0.375, -0.0625,
        0.125, -0.8125, 0.625, -0.9375,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [1]), [0.8125])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [2, 12]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 12]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1]))
    model = Model("rank3").IntroducedIn(version)
    model.Operation("SVDF", x, feature, time, bias, state_in, 3, 0).To(state_out, y)
    example = Example({
        x: [1.6875, -1.0625, -0.3125, 1.625],
        state_in: [
            -1.1875, 1.75, 0.25, 0.0, 0.625, 1.625, -1.6875, 0.0, 0.4375, 1.9375, 0.5625, 0.0,
            -1.5625, 1.0, 1.75, 0.0, -2.0, 1.9375, -0.1875, 0.0, -0.75, -1.1875, 0.1875, 0.0,
        ],
        state_out: [
            1.75, 0.25, 1.0742188, 0.0, 1.625, -1.6875, 1.2304688, 0.0, 1.9375, 0.5625,
            0.94921875, 0.0, 1.0, 1.75, -1.359375, 0.0, 1.9375, -0.1875, -1.03125, 0.0, -1.1875,
            0.1875, -0.17578125, 0.0,
        ],
        y: [1.0432129, 5.8063965],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-1.0625, 0.5, 1.625, 0.0625],
        state_in: [
            1.75, 0.25, 1.0742188, 0.0, 1.625, -1.6875, 1.2304688, 0.0, 1.9375, 0.5625,
            0.94921875, 0.0, 1.0, 1.75, -1.359375, 0.0, 1.9375, -0.1875, -1.03125, 0.0, -1.1875,
            0.1875, -0.17578125, 0.0,
        ],
        state_out: [
            0.25, 1.0742188, -0.5390625, 0.0, -1.6875, 1.2304688, -0.6796875, 0.0, 0.5625,
            0.94921875, -0.59765625, 0.0, 1.75, -1.359375, 0.15234375, 0.0, -0.1875, -1.03125,
            0.57421875, 0.0, 0.1875, -0.17578125, 0.9140625, 0.0,
        ],
        y: [0.064697266, -0.08935547],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The shortest memory that stores a feature between steps.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2]))
    feature = Parameter("feature", ("TENSOR_FLOAT32", [2, 2]), [0.875, 0.4375, 0.125, 0.4375])
    time = Parameter("time", ("TENSOR_FLOAT32", [2, 2]), [-0.9375, 0.0625, -0.3125, -0.75])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-0.75, -1.375])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [1, 4]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [1, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2]))
    model = Model("memory_two").IntroducedIn(version)
    model.Operation("SVDF", x, feature, time, bias, state_in, 1, 0).To(state_out, y)
    example = Example({
        x: [-0.125, 1.1875],
        state_in: [-0.8125, 0.0, 0.75, 0.0],
        state_out: [0.41015625, 0.0, 0.50390625, 0.0],
        y: [0.037353516, -1.9873047],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-0.3125, -0.0625],
        state_in: [0.41015625, 0.0, 0.50390625, 0.0],
        state_out: [-0.30078125, 0.0, -0.06640625, 0.0],
        y: [-1.1533203, -1.482666],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Every fused activation; the state is not clamped.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
    feature = Parameter("feature", ("TENSOR_FLOAT32", [8, 4]), [
        0.5625, 1.1875, -2.6875, -1.375,
        0.375, -2.0625, -2.5, 1.125,
        -2.5, -0.6875, -1.125, 2.1875,
        0.125, 1.5, 2.1875, -0.3125,
        1.8125, -2.25, -0.875, 1.0625,
        3.0, -0.5625, -2.75, 1.3125,
        0.125, -1.375, -2.125, -0.4375,
        0.25, -1.5625, 0.9375, 2.8125,
    ])
    time = Parameter("time", ("TENSOR_FLOAT32", [8, 3]), [
        0.5625, 0.0625, 0.5,  0.875, 0.6875, 0.125,
        -0.75, -0.9375, 0.5,  -0.8125, -0.75, 0.3125,
        0.8125, 0.625, -0.1875,  -0.1875, -0.6875, 1.0,
        0.1875, 0.5625, -0.5,  0.0, -0.875, 0.0625,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [1.3125, -0.375, 0.125, 0.3125])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [2, 24]))
    act = Int32Scalar("act", 0)
    state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 24]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("activation").IntroducedIn(version)
    model.Operation("SVDF", x, feature, time, bias, state_in, 2, act).To(state_out, y)
    example = Example({
        x: [-0.4375, 1.125, -1.9375, -0.25, -1.75, -1.4375, 0.5, -0.625],
        state_in: [
            -0.625, 1.0625, 0.0, 0.875, 1.25, 0.0, 0.625, -1.875, 0.0, -0.25, 0.6875, 0.0,
            1.4375, 1.4375, 0.0, -1.8125, 1.3125, 0.0, -0.9375, 0.0, 0.0, 0.75, -0.625, 0.0,
            -1.1875, -1.125, 0.0, 1.9375, 0.625, 0.0, -0.1875, -1.875, 0.0, -1.5625, 1.4375,
            0.0, 1.4375, -0.9375, 0.0, -0.0625, 1.25, 0.0, 0.625, 1.4375, 0.0, 1.125, -0.4375,
            0.0,
        ],
        state_out: [
            1.0625, 6.640625, 0.0, 1.25, 2.078125, 0.0, -1.875, 1.953125, 0.0, 0.6875,
            -2.5273438, 0.0, 1.4375, -1.8945312, 0.0, 1.3125, 3.0546875, 0.0, 0.0, 2.625, 0.0,
            -0.625, -4.3867188, 0.0, -1.125, -3.1757812, 0.0, 0.625, 0.35546875, 0.0, -1.875,
            3.4335938, 0.0, 1.4375, -1.0859375, 0.0, -0.9375, -1.0390625, 0.0, 1.25, -6.6367188,
            0.0, 1.4375, 0.96875, 0.0, -0.4375, 0.51953125, 0.0,
        ],
        y: [
            6.232422, 0.7883301, 5.0388184, -0.9030762,
            1.1557617, 3.0922852, -6.5825195, 1.1691895,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example.AddAllActivations(y, act)

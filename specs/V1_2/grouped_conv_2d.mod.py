# GROUPED_CONV_2D: padding schemes and forms, strides, numbers of groups, layouts, every fused
# activation, every data type.
# Expected values: specs/scripts/conv_groups_transpose.py, sums in exact fractions in plain
# loops (rounded half away from zero where quantized); checked against PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# SAME with odd sizes, a non-square filter and different strides; two groups of three channels,
# two filters each; both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 7, 6]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 3, 2, 3]), [
        -1.75, -0.25, 0.0,  1.5, -1.25, -2.0,  1.75, 2.0, -0.25,  -0.25, -1.0, -2.0,
        0.25, 0.25, -1.25,  -0.25, 0.75, 0.0,  0.0, -0.75, 2.0,  0.75, -1.75, 0.25,
        0.5, 1.75, 2.0,  1.25, 1.25, -2.0,  1.25, 1.0, -0.75,  1.25, 0.0, 0.5,
        1.5, -1.0, 1.0,  -1.5, 0.5, 1.5,  0.5, -1.5, 0.75,  -0.5, -1.5, 0.25,
        -1.0, 0.25, -0.5,  -0.25, 0.5, 1.5,  2.0, -1.5, -0.25,  -0.5, 1.25, -1.75,
        -1.5, -0.25, -2.0,  -0.5, -1.0, -0.25,  -1.5, -2.0, -1.25,  -1.0, -1.0, 2.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [3.0, -0.25, 0.0, -0.5])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 4]))
    model = Model("same").IntroducedIn(version)
    model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 2, 1, 2, 0, layout).To(y)
    example = Example({
        x: [
            -4.0, 2.0, -1.0, -4.0, 0.5, -1.5,
            -4.0, 1.5, 3.0, -4.0, 3.0, 2.5,
            4.0, -0.5, 3.5, 3.5, 0.5, -2.5,
            2.5, 4.0, -3.0, -0.5, -2.0, -4.0,
            -2.5, -2.0, -2.0, 3.0, -3.0, -0.5,
            -1.5, 3.0, -0.5, -1.0, 2.0, -3.5,
            -4.0, 0.0, 3.0, 3.5, -2.5, -2.0,
            -1.5, 2.0, -2.5, 3.0, 0.0, 2.0,
            3.5, 2.5, 0.5, -2.0, -2.5, 0.5,
            -1.0, -4.0, -3.0, 3.0, -3.5, 2.5,
            -0.5, 3.5, -1.0, -3.5, -3.5, -0.5,
            0.5, -1.0, -3.0, 3.0, 3.5, -2.5,
            -2.0, 2.0, 3.0, -0.5, 0.0, 1.5,
            0.5, 0.5, 0.0, 3.5, -2.5, 1.0,
            4.0, -1.5, -2.5, -3.5, -1.0, 0.5,
            2.5, 4.0, -4.0, 0.0, 2.5, 2.0,
            1.5, 3.0, 1.0, -2.5, 0.0, 0.5,
            -0.5, 2.0, -1.0, -1.5, -3.5, 2.5,
            -1.5, -2.5, -0.5, 2.5, -0.5, -3.5,
            2.0, 4.0, 1.5, -3.0, 1.5, -3.0,
            0.5, -2.5, 2.0, -3.5, -0.5, -0.5,
            -1.0, 2.5, -1.5, -2.5, -1.5, 0.0,
            2.0, -1.0, 0.0, 2.5, 4.0, -1.5,
            -2.5, 2.0, 3.0, -4.0, -4.0, -2.5,
            1.5, 1.5, 0.5, -1.0, 3.5, -1.5,
            2.0, 1.5, 1.5, -1.0, -3.5, -3.5,
            -3.0, -3.5, 3.5, -3.5, -3.0, -2.5,
            1.0, -1.0, 1.0, 4.0, -2.0, 0.0,
            -0.5, -3.5, -2.5, 2.0, -4.0, -4.0,
            -1.5, -1.0, -4.0, -4.0, -0.5, 2.5,
            2.5, 1.0, 2.5, 1.5, -2.0, 0.0,
            0.5, 0.0, 2.5, -2.0, -0.5, 3.5,
            -1.5, -3.0, 0.0, 3.5, 3.5, 1.5,
            -3.5, -1.0, -1.0, 1.0, 2.0, -2.5,
            1.0, 2.0, 2.0, -3.5, -2.0, -4.0,
        ],
        y: [
            -2.0, -3.25, -9.75, 5.25,
            14.75, 17.875, -5.375, 7.75,
            -0.875, -5.25, 3.75, -8.75,
            -4.5, 4.875, -0.625, -2.625,
            -0.625, 2.125, 18.375, -4.5,
            -8.0, -3.5, 16.125, 21.0,
            -2.875, -23.5, -4.625, 15.875,
            8.875, 3.5, 15.625, 11.0,
            15.25, 7.0, 7.125, 0.75,
            8.0, 0.625, 23.0, 26.375,
            -27.0, -10.5, -3.125, 17.0,
            -3.875, -1.25, 2.875, 14.375,
            9.0, -14.25, -2.625, 12.25,
            -8.0, 10.5, 1.5, 7.0,
            3.625, -22.75, 2.875, 7.375,
            0.5, 8.125, 4.75, 2.125,
            10.5, -8.375, 1.125, 11.0,
            6.875, 6.5, 2.875, 4.5,
            -12.75, -3.25, -8.0, -5.0,
            6.75, 10.5, 6.25, 24.25,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), "float16", DataTypeConverter(name="channel_quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), DataTypeConverter(name="channel_quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Explicit padding, different on all four sides; three groups; both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [6, 3, 4, 1]), [
        -1.0,  -1.75,  -2.0,  -1.0,  -1.5,  1.25,  -1.0,  2.0,
        -1.0,  0.25,  0.0,  1.25,  -2.0,  -1.25,  0.25,  1.5,
        1.75,  1.25,  1.0,  0.25,  -1.75,  0.0,  -1.25,  -2.0,
        -0.25,  -0.25,  2.0,  -1.25,  -1.75,  0.25,  1.0,  -0.5,
        1.75,  -0.75,  -1.5,  -1.5,  0.0,  1.5,  -1.5,  0.75,
        -1.0,  -1.25,  -1.0,  -1.25,  -1.5,  0.0,  -0.5,  1.5,
        -1.5,  1.5,  1.75,  1.75,  -1.25,  -1.0,  -1.75,  1.75,
        -1.25,  0.0,  1.25,  -2.0,  0.0,  1.5,  -1.0,  0.0,
        1.75,  0.75,  0.5,  -1.25,  1.5,  2.0,  1.25,  -2.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [6]), [1.75, 2.0, 0.0, -1.75, 3.0, -2.75])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 6]))
    model = Model("explicit").IntroducedIn(version)
    model.Operation("GROUPED_CONV_2D", x, weights, bias, 2, 0, 1, 2, 1, 1, 3, 0, layout).To(y)
    example = Example({
        x: [
            1.0, 2.5, 3.5,  0.0, 4.0, -1.5,  -2.5, -0.5, 3.0,  2.0, -1.5, 1.0,
            4.0, -1.0, -3.5,  -1.5, 2.5, -1.5,  4.0, 0.5, 2.0,  3.0, 0.5, 0.5,
            -1.0, -2.5, 0.5,  2.5, 3.0, -0.5,  4.0, -1.0, 3.0,  2.0, 3.5, 3.5,
            -3.5, 3.0, -3.0,  -3.0, -2.5, 3.0,  2.0, 4.0, 2.5,  -4.0, -1.5, -0.5,
            -2.5, -3.0, 2.5,  1.5, -1.0, -3.0,  1.0, 3.0, 2.0,  -0.5, 0.5, 1.0,
        ],
        y: [
            5.75, -3.125, -4.0, -9.75, -11.625, -5.0,
            1.375, -8.375, 1.5, -7.75, 8.875, -6.125,
            8.0, 2.625, 3.875, -14.625, -1.875, 3.875,
            4.5, -8.875, -8.375, 2.625, -6.875, 7.375,
            11.75, -7.25, -1.5, 0.125, 9.375, -12.75,
            -0.75, 4.375, -0.125, -5.875, 20.125, 19.625,
            -1.25, 10.875, -8.375, -0.375, -11.125, -7.75,
            1.5, 18.25, -5.75, -1.375, -5.0, 3.5,
            -2.375, 22.125, 8.375, -12.25, -0.875, -9.75,
            -9.75, 15.625, 8.625, -4.375, -0.125, 8.875,
            -10.125, 7.625, 6.875, 0.375, 6.125, -1.125,
            -6.125, -5.5, -28.625, -1.0, -4.125, -2.0,
            -9.25, 1.375, -6.375, 7.625, 19.625, -9.125,
            -5.25, -14.875, 0.625, -0.125, -0.75, 2.875,
            7.625, -22.25, 7.875, -0.375, 10.625, 2.5,
            13.5, 3.0, -3.875, 10.125, 1.0, -8.375,
            12.25, -2.75, 0.75, -1.75, 6.5, -2.25,
            12.25, 8.625, -4.375, -0.25, 1.375, -6.0,
            6.125, 15.0, -4.625, -2.5, 5.75, 4.0,
            0.125, 4.625, 6.375, -7.375, 0.0, -9.25,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), "float16", DataTypeConverter(name="channel_quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), DataTypeConverter(name="channel_quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# VALID with two images and a stride that leaves a row unused.
x = Input("x", ("TENSOR_FLOAT32", [2, 6, 4, 4]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3, 2, 2]), [
    1.75, 1.25,  1.75, -1.5,  0.75, 2.0,  -1.5, 0.75,
    1.5, -0.75,  0.75, -2.0,  -0.75, -0.75,  1.5, -1.5,
    1.0, 0.75,  0.25, -1.0,  1.75, -0.5,  2.0, -1.5,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-2.5, 2.0])
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("valid_batches").IntroducedIn("V1_2")
model.Operation("GROUPED_CONV_2D", x, weights, bias, 2, 1, 2, 2, 0, False).To(y)
example = Example({
    x: [
        1.5, 2.5, -0.5, 3.5,  -1.0, 2.5, 3.0, -3.0,
        2.5, -0.5, 2.5, -0.5,  4.0, 2.5, 2.5, 1.5,
        0.0, -4.0, 1.5, 1.5,  -2.0, 1.5, -1.5, -3.5,
        -3.5, -3.0, -1.0, 2.0,  1.0, 0.0, -3.5, -1.0,
        -2.0, -3.5, 1.5, 2.0,  1.5, 1.5, -0.5, -1.0,
        -3.0, -0.5, -3.0, -2.5,  -1.0, 1.5, -3.0, -3.0,
        4.0, 4.0, 0.5, 0.5,  0.0, -2.5, -0.5, 1.5,
        3.5, -0.5, 1.0, -0.5,  0.5, -2.5, 1.5, -0.5,
        -2.5, 1.0, -4.0, 0.0,  3.0, 2.5, 1.0, -1.5,
        -1.5, -3.5, -2.0, -1.5,  2.5, -1.0, 3.5, 0.5,
        -2.5, -3.5, 1.5, -0.5,  3.0, -4.0, 2.5, -2.0,
        -1.5, 0.0, 2.0, -2.0,  -1.0, -2.5, 4.0, -3.5,
        -2.0, -1.5, -2.5, -3.0,  -3.5, -1.0, 1.0, 1.5,
        -0.5, -3.0, 1.5, 3.5,  -4.0, 4.0, 3.0, -4.0,
        0.0, -1.0, -0.5, -1.5,  -2.0, 3.5, 3.0, 3.5,
        -0.5, 0.0, 2.5, -1.0,  3.5, 4.0, 3.0, -3.5,
        3.0, -2.5, -2.0, 0.5,  0.0, 0.5, 4.0, -2.0,
        2.5, -3.0, -3.0, -0.5,  1.5, -1.5, -1.0, -2.0,
        -2.5, -1.5, -2.0, 4.0,  -2.0, -3.0, 0.0, -2.0,
        -4.0, -4.0, 3.5, 1.0,  2.0, 3.5, -0.5, -3.0,
        -3.0, -4.0, -4.0, 1.0,  -4.0, 0.0, -4.0, 0.0,
        -3.5, -1.0, 0.0, 2.5,  3.0, -2.0, -1.0, 2.5,
        -3.5, -2.5, 3.0, 0.5,  -2.5, 0.0, -2.5, -2.0,
        2.5, -3.0, 0.0, -1.5,  2.5, -4.0, -1.0, -3.5,
    ],
    y: [
        -8.375, 16.625,  8.375, -2.5,  -13.5, -2.875,  -8.125, -3.375,
        -4.625, 4.5,  -9.125, 11.125,  -3.5, 8.25,  7.5, 7.125,
        -12.625, 10.75,  -9.75, -0.375,  -4.125, -15.625,  -6.625, 6.25,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}), "float16")
example.AddUnknownShapes()

# One group is an ordinary convolution.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -1.0, 0.5,  -1.5, 0.75,  1.5, 0.25,  1.0, 1.75,
        -1.5, -0.25,  1.75, 0.25,  1.0, -2.0,  1.0, 0.5,
        0.75, 0.25,  0.25, -0.25,  1.75, -0.5,  2.0, 1.75,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-0.5, 1.5, 1.0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 4, 3, 3]))
    model = Model("one_group").IntroducedIn(version)
    model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 1, 1, 1, 0, False).To(y)
    example = Example({
        x: [
            -2.0, 3.0,  4.0, 2.5,  2.5, 2.0,  -0.5, -1.5,
            2.0, -3.0,  -2.0, 2.5,  -0.5, 2.0,  -4.0, -3.5,
            -2.5, 1.5,  2.5, 2.5,  -1.5, 0.5,  1.0, 1.0,
        ],
        y: [
            -5.5, 14.375, -0.75,  -0.875, 7.0, 10.125,
            -4.375, -9.75, -1.375,  -16.375, -4.875, -14.5,
            -5.875, -2.375, -7.0,  -0.625, -1.625, -5.0,
            8.125, -9.875, 2.0,  7.25, 3.375, -3.0,
            4.5, 3.875, 0.75,  0.875, -5.375, 3.0,
            0.5, 5.625, 0.0,  -1.0, -0.25, 2.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), DataTypeConverter(name="channel_quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# As many groups as channels, two filters each.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 4, 4]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [8, 2, 3, 1]), [
        -1.0,  -1.25,  0.0,  0.25,  0.25,  -1.0,  1.75,  0.0,
        1.75,  -2.0,  0.75,  1.25,  0.25,  -1.75,  0.75,  0.5,
        1.75,  -1.0,  0.75,  -0.75,  0.75,  1.25,  -0.25,  -2.0,
        0.75,  -0.25,  0.75,  -1.75,  -1.0,  2.0,  -1.25,  -0.25,
        -0.25,  -1.0,  1.5,  -2.0,  -1.25,  1.0,  -1.0,  0.75,
        -2.0,  -0.25,  1.0,  0.25,  1.0,  0.75,  1.25,  1.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [8]), [-1.75, -3.0, -1.5, -1.0, -1.25, -0.75, -1.5, 2.5])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 8]))
    model = Model("as_many_groups").IntroducedIn(version)
    model.Operation("GROUPED_CONV_2D", x, weights, bias, 2, 1, 2, 4, 0, False).To(y)
    example = Example({
        x: [
            3.0, 3.0, 0.0, -2.5,  -2.5, -2.0, 1.0, -3.5,
            -2.0, 3.0, 2.0, 1.0,  -1.0, 1.5, 2.0, 0.0,
            -0.5, 2.5, 4.0, 3.5,  3.0, -1.0, 3.5, -3.0,
            -0.5, 0.5, 0.0, 1.0,  0.5, 1.0, 3.0, 3.0,
            0.5, 3.0, 1.5, -1.0,  -1.5, 3.0, -3.5, 2.5,
            1.0, -3.0, 4.0, 1.5,  0.0, 0.5, 2.5, 1.0,
            -0.5, -3.5, 0.0, -1.0,  2.5, 2.5, -4.0, -1.0,
            -3.0, 1.0, 1.0, 0.5,  -3.5, 0.0, -1.0, -1.5,
        ],
        y: [
            -0.5, 1.375, 4.0, 7.375, -10.5, -0.25, 5.5, 0.0,
            3.375, -14.875, -6.75, -7.0, 0.375, -12.5, -1.125, 1.25,
            3.125, -1.25, -6.625, -10.25, 9.75, -10.75, 1.875, 2.125,
            1.875, -17.25, 7.875, 6.75, 1.0, 9.5, -5.5, 4.75,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), DataTypeConverter(name="channel_quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# A 1x1 filter; strides larger than the filter.
x = Input("x", ("TENSOR_FLOAT32", [1, 5, 6, 4]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 1, 1, 2]), [1.0, -2.0, -0.75, 0.0, 1.75, 1.25, 0.25, 1.5])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [0.0, 2.75, 0.25, 2.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 4]))
model = Model("pointwise").IntroducedIn("V1_2")
model.Operation("GROUPED_CONV_2D", x, weights, bias, 0, 0, 0, 0, 4, 2, 2, 0, False).To(y)
example = Example({
    x: [
        3.5, 3.0, 4.0, -3.5,  1.0, -2.5, -2.5, 2.5,
        -2.5, 0.5, 1.5, -0.5,  -1.0, -3.5, 3.5, 3.0,
        -3.0, 0.0, -3.0, 4.0,  -0.5, 2.5, 1.5, 1.5,
        -3.0, 4.0, -2.0, 0.5,  -1.5, 1.0, 4.0, 3.0,
        4.0, -2.5, 3.5, 1.5,  -1.0, -2.5, -1.0, -4.0,
        -3.0, 2.0, 3.0, 3.5,  -3.5, -2.0, 0.5, 3.0,
        1.5, 3.5, -2.0, -1.5,  4.0, -1.5, 2.5, -2.5,
        2.0, 1.0, 1.0, -1.0,  -1.0, -3.0, -4.0, -4.0,
        -1.5, -3.5, 2.0, -3.0,  1.0, 4.0, 0.5, 0.5,
        -2.5, 4.0, 3.5, -2.0,  -1.0, -2.5, 3.0, 1.0,
        -4.0, 2.5, -2.5, 2.0,  1.0, -1.0, -2.5, 1.0,
        3.5, 3.5, 1.5, 0.0,  1.5, 2.5, 0.5, 3.0,
        -2.5, -2.0, -0.5, -4.0,  4.0, -1.0, -3.5, 1.0,
        2.5, -3.0, 4.0, 1.0,  0.5, -1.5, -2.0, 3.0,
        -1.5, 3.0, 0.5, -3.5,  2.5, -4.0, -3.0, -3.5,
    ],
    y: [
        -2.5, 0.125, 2.875, -2.25,  -3.0, 5.0, 0.0, 7.25,
        -5.5, 1.625, -5.125, -0.75,  5.5, 3.875, 0.0, -2.0,
        1.5, 4.625, -5.625, -4.125,  -7.5, 3.875, -3.25, -3.125,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# SAME with a filter larger than the image on both axes.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 4]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 5, 7, 2]), [
        -0.75, 2.0,  -1.75, 0.0,  0.25, 0.75,  0.5, -0.5,
        1.5, -1.75,  0.5, 0.0,  -0.25, -2.0,  -1.5, -1.0,
        -1.75, -0.75,  -1.0, -1.5,  0.5, -0.5,  -0.5, 0.25,
        1.75, -1.25,  -2.0, 1.0,  -1.5, -0.5,  -1.75, -2.0,
        1.75, -1.25,  -1.75, -1.25,  0.75, -0.75,  0.75, -1.25,
        -0.75, -0.5,  0.0, -1.25,  -1.25, 0.75,  -1.5, -1.75,
        2.0, -0.25,  0.5, 1.0,  -1.0, 1.25,  -2.0, 0.5,
        -1.5, 1.75,  -1.5, -1.5,  -2.0, -2.0,  -2.0, 1.0,
        0.5, 1.5,  0.5, 1.5,  0.5, 0.75,  -0.5, 1.25,
        -2.0, 0.75,  0.0, 0.0,  -1.0, 0.25,  1.75, -1.75,
        -1.75, -1.0,  -1.0, 1.0,  -0.25, -0.25,  -1.0, -0.25,
        -1.5, -2.0,  1.75, 0.0,  -0.75, -0.5,  -1.25, 0.0,
        0.5, 0.75,  1.5, -0.5,  1.5, -2.0,  1.25, -1.25,
        -1.0, 1.25,  -1.5, 0.75,  -0.25, -0.75,  -0.25, -1.25,
        -0.25, -1.0,  0.25, -1.25,  -1.0, 1.75,  0.75, -0.5,
        -1.0, -1.25,  -1.25, -1.25,  -2.0, 1.5,  0.25, -0.25,
        -1.5, 1.25,  0.5, 1.0,  1.5, 2.0,  0.5, -0.5,
        -1.5, -1.25,  1.25, 0.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [3.0, -0.5])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    model = Model("filter_beyond_image").IntroducedIn(version)
    model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 1, 1, 2, 0, False).To(y)
    example = Example({
        x: [
            0.0, 3.5, 0.0, 0.0,  -4.0, 1.5, 3.0, 4.0,
            -3.0, -2.0, -3.0, -2.0,  -1.0, -4.0, 1.0, -2.0,
            -1.0, 1.0, -2.0, 0.5,  4.0, 1.5, 4.0, -2.5,
        ],
        y: [
            -7.875, 1.5,  12.75, -2.625,  0.5, 8.625,  7.25, -0.25,
            1.625, 6.5,  -0.5, -23.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# Everything but the channels has size 1.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 4]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 1, 1, 2]), [-0.25, 0.75, 0.0, 1.0])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [0.75, 1.5])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 2]))
model = Model("one_pixel").IntroducedIn("V1_2")
model.Operation("GROUPED_CONV_2D", x, weights, bias, 0, 1, 1, 2, 0, False).To(y)
Example({
    x: [0.5, 3.5, -4.0, 4.0],
    y: [3.25, 5.5],
}, model=model)

# Every fused activation; results spread beyond both bounds of each.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 4]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 2, 2, 2]), [
        1.75, 1.25,  -2.0, -1.75,  -0.25, 2.0,  0.75, 1.0,
        -1.5, -0.75,  0.5, -0.75,  1.25, 0.5,  -0.5, -1.75,
        2.0, 0.0,  2.0, -0.75,  1.75, 0.5,  -0.25, -1.0,
        -1.75, 1.5,  -1.75, 0.75,  0.25, 2.0,  1.25, -1.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-2.25, -1.0, 2.25, 1.5])
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 4]))
    model = Model("activation").IntroducedIn(version)
    model.Operation("GROUPED_CONV_2D", x, weights, bias, 2, 1, 1, 2, act, False).To(y)
    example = Example({
        x: [
            -3.0, 4.0, 0.5, 3.0,  3.0, -3.0, 1.0, -0.5,
            1.0, -2.5, -3.0, -0.5,  2.5, -1.5, 0.5, 0.5,
            2.5, 3.5, -3.5, 2.5,  0.5, 3.5, -4.0, 3.0,
            -2.5, -1.0, -2.5, 3.5,  -4.0, 2.0, -1.5, -1.5,
            1.5, 2.5, 1.0, -3.5,  -4.0, -2.5, 2.0, -3.0,
            1.0, -4.0, -3.5, 0.5,  2.0, 2.5, -4.0, 4.0,
        ],
        y: [
            7.0, 2.75, -1.25, -2.375,
            5.625, 4.5, -9.75, 0.5,
            -8.375, -3.375, -3.875, 12.25,
            -1.5, -0.25, -12.5, 20.875,
            2.5, -4.625, -11.0, 9.375,
            -7.625, -6.125, -13.5, 1.75,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), "float16", DataTypeConverter(name="channel_quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), DataTypeConverter(name="channel_quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddAllActivations(y, act)
    example.DisableLifeTimeVariation()

# Inputs, biases and results that float32 represents and float16 does not.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 4]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 2, 2, 2]), [
    -0.609375, -1.34375,  1.6171875, 1.671875,
    0.34375, -1.765625,  -1.734375, 0.14453125,
    1.9609375, 1.1679688,  -0.26953125, -1.0625,
    -1.7109375, 0.0078125,  -0.12109375, 0.2734375,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [0.20367432, -2.390705])
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
model = Model("fine").IntroducedIn("V1_2")
model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 1, 1, 2, 0, False).To(y)
Example({
    x: [
        -3.59375, 3.9794922, -0.20800781, -3.9541016,
        2.5498047, 2.0761719, 1.4150391, 1.390625,
        3.3017578, 3.5009766, 0.26464844, -1.9003906,
        -2.7695312, 3.9648438, 3.4580078, -3.0986328,
        1.2822266, 3.5927734, -1.1132812, -3.413086,
        -1.0947266, 3.6279297, 1.6552734, -2.3632812,
        0.8964844, -1.8183594, 0.21386719, 1.6855469,
        3.913086, 2.0976562, 1.3955078, -1.8173828,
        3.196289, 1.4482422, -3.3085938, 0.32226562,
        -2.5703125, 0.12109375, -0.90722656, 0.07714844,
        -3.6699219, 3.2421875, 0.70703125, -1.5361328,
        2.1542969, 3.2958984, -1.3105469, 0.5439453,
    ],
    y: [
        1.1610756, -8.244362,  -1.5467377, 1.5405998,
        -7.327774, -2.7497597,  -5.7949524, -1.6306992,
        1.9066544, -0.7010498,  0.14172363, -2.7064362,
        1.689991, 0.6379242,  -10.078369, 0.46966553,
        -7.6443634, -8.339699,  1.0928192, -2.6380386,
        7.0775757, -3.0231247,  -5.537964, -4.3252945,
    ],
}, model=model)

# Results beyond both ends of the output's range.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 4], 0.5, 128))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [2, 3, 2, 2], 0.25, 120), [
    40, 132,  78, 108,  184, 151,  14, 33,  130, 129,  90, 107,  68, 142,  43, 251,
    72, 162,  239, 80,  13, 87,  79, 236,
])
bias = Parameter("bias", ("TENSOR_INT32", [2], 0.125), [-1, -2])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 3, 2, 2], 2.3, 100))
model = Model("saturated").IntroducedIn("V1_2")
model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 2, 1, 2, 0, False).To(y)
Example({
    x: [
        33, 96, 4, 62,  224, 23, 11, 208,  46, 116, 225, 19,  227, 183, 151, 36,
        87, 159, 155, 78,  199, 129, 159, 24,  236, 241, 189, 86,  143, 100, 120, 230,
        131, 243, 3, 63,  71, 84, 35, 143,  47, 196, 249, 38,  224, 197, 77, 105,
    ],
    y: [0, 0, 0, 255, 19, 255, 255, 0, 255, 0, 0, 0],
}, model=model)

# Sums halfway between two codes are rounded away from zero.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 4], 0.5, 128))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [2, 3, 2, 2], 0.5, 120), [
    120, 119,  121, 120,  120, 119,  119, 121,  120, 118,  121, 119,  120, 122,  120, 118,
    120, 119,  119, 118,  120, 118,  119, 120,
])
bias = Parameter("bias", ("TENSOR_INT32", [2], 0.25), [1, 1])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 3, 2, 2], 0.5, 100))
model = Model("ties").IntroducedIn("V1_2")
model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 2, 1, 2, 0, False).To(y)
Example({
    x: [
        127, 126, 130, 128,  127, 131, 127, 129,  128, 129, 127, 126,  127, 128, 130, 129,
        128, 131, 129, 125,  126, 130, 129, 127,  131, 130, 128, 127,  125, 125, 125, 125,
        127, 130, 129, 131,  126, 125, 127, 126,  129, 125, 129, 129,  125, 127, 127, 125,
    ],
    y: [98, 103, 98, 102, 100, 99, 101, 102, 96, 99, 101, 106],
}, model=model)

# Results beyond both ends of the output's range.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 4], 0.5))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 2, 2], 0.25, -8), [
    -90, 48,  86, 126,  110, 6,  69, -128,  64, -79,  30, 104,  -38, -47,  -49, 121,
    -11, 7,  47, -85,  -88, 61,  105, 11,
])
bias = Parameter("bias", ("TENSOR_INT32", [2], 0.125), [0, 1])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 2, 2], 2.3, -28))
model = Model("saturated_signed").IntroducedIn("V1_3")
model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 2, 1, 2, 0, False).To(y)
Example({
    x: [
        32, 36, -97, 41,  92, 111, -67, 40,  10, -16, 84, -106,  0, 66, -12, 87,
        -32, 122, 75, 98,  2, -81, 41, -113,  -68, -63, 123, -31,  -67, -119, -2, -124,
        125, -35, 30, -49,  91, -47, 17, 56,  104, -56, -7, -71,  -113, -24, -39, 94,
    ],
    y: [-128, -128, -128, -128, 127, 127, 127, 127, 127, -128, -128, -128],
}, model=model)

# Sums halfway between two codes are rounded away from zero.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 4], 0.5))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 2, 2], 0.5, -8), [
    -9, -6,  -9, -10,  -9, -8,  -7, -6,  -9, -7,  -8, -7,  -6, -10,  -10, -10,
    -7, -9,  -6, -6,  -8, -8,  -9, -9,
])
bias = Parameter("bias", ("TENSOR_INT32", [2], 0.25), [1, -3])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 2, 2], 0.5, -28))
model = Model("ties_signed").IntroducedIn("V1_3")
model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 2, 1, 2, 0, False).To(y)
Example({
    x: [
        0, 1, -3, -2,  -2, 3, -1, -1,  -2, 0, 3, 3,  2, 0, -1, 3,
        3, -3, 1, 1,  1, 2, -2, 0,  -2, -3, -1, 1,  -3, -3, -3, 3,
        3, -3, 2, -1,  0, 3, 1, 0,  3, 2, 0, 1,  -1, 0, 0, -1,
    ],
    y: [-27, -31, -27, -27, -29, -31, -32, -32, -33, -25, -27, -33],
}, model=model)

# CONV_2D with the operands that HAL 1.2 added: data layout and dilation.
# Expected values: specs/scripts/conv.py, the window sum in exact fractions in plain loops
# (rounded half away from zero where quantized); checked against LiteRT's reference kernels and
# PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Both layouts under SAME; height, width and channels all differ, so that NCHW taken as NHWC
# shows.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3, 2, 3]), [
        1.25, 0.0, 0.5,  2.0, 1.25, -1.5,  1.0, 1.5, 0.5,  -0.25, 0.5, -1.5,
        -1.5, -1.0, -1.75,  1.75, -1.75, -0.25,  -1.0, 2.0, 0.75,  -0.25, -1.5, -2.0,
        2.0, -0.75, 0.5,  0.75, -2.0, -1.5,  -0.75, 1.25, 1.25,  0.25, -0.5, 1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [2.5, 3.0])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
    model = Model("layout_same").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 1, 2, 1, 0, layout).To(y)
    example = Example({
        x: [
            -1.0, 1.0, 0.5,  2.5, 2.5, -1.5,  4.0, -3.5, 1.5,  -2.5, -3.0, 3.5,
            0.5, -1.5, -0.5,  -2.5, -0.5, 0.5,  4.0, 2.0, -1.5,  -2.0, 1.0, -3.5,
            0.5, -2.5, 2.0,  -2.0, 3.0, 0.5,  1.5, 1.5, -3.0,  0.0, 2.5, -4.0,
            2.0, 3.0, 1.0,  4.0, 3.0, 3.0,  -0.5, 2.5, 0.5,  -3.5, 1.5, -1.5,
            1.0, -2.5, 3.0,  -2.5, 1.5, -1.0,  3.5, 2.5, -3.0,  -2.0, 2.5, -0.5,
        ],
        y: [
            13.375, -0.375,  8.75, 15.5,  -0.375, 10.75,  9.25, -7.375,
            -19.125, -6.125,  3.0, -2.75,  33.625, 13.125,  2.625, -2.875,
            5.125, 12.75,  4.0, -1.125,  16.875, -8.25,  3.625, 2.75,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625], hide=True)),
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Both layouts with explicit, uneven padding and two images.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 2, 3, 2]), [
        -0.5, 0.25,  0.25, 0.25,  1.5, 1.75,  1.0, 0.5,
        -1.0, -0.75,  -0.75, -1.0,  0.5, -1.25,  1.0, -1.5,
        1.25, -0.25,  2.0, -0.5,  1.0, 0.75,  -1.0, 1.0,
        -0.25, -1.25,  1.25, -0.5,  2.0, -2.0,  -0.5, 2.0,
        -1.0, -2.0,  0.5, -0.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [2.5, 0.5, 1.5])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 5, 3]))
    model = Model("layout_explicit").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 2, 1, 0, 1, 1, 2, 0, layout).To(y)
    example = Example({
        x: [
            -0.5, 1.5,  -4.0, -2.5,  -2.5, -1.5,  0.5, 3.0,
            1.0, 3.5,  1.0, 2.0,  -4.0, -2.0,  -2.5, 0.5,
            -3.0, 1.5,  -3.0, 3.0,  -1.5, -3.0,  -1.0, 1.0,
            -2.0, 1.0,  0.5, -2.5,  0.5, 1.0,  -1.5, -2.5,
            0.5, 3.0,  -4.0, 3.0,  -1.5, -2.5,  3.5, -2.5,
            3.0, -0.5,  3.0, -4.0,  -3.0, 2.5,  0.0, -4.0,
        ],
        y: [
            0.125, 2.0, -2.875,  -14.0, -2.0, -10.875,
            0.375, 0.125, -6.0,  17.75, -0.25, 8.375,
            1.375, -12.0, 2.625,  0.625, -3.625, -7.5,
            2.875, -9.25, -15.0,  -3.125, -11.5, -1.875,
            3.875, -3.25, -5.875,  2.5, 1.0, 3.875,
            -2.125, 0.25, -5.0,  -4.125, 8.0, -4.75,
            13.125, -0.375, 5.25,  -3.875, -17.25, 23.5,
            -2.875, 1.625, -3.25,  6.125, 4.375, 8.5,
            0.625, 9.0, 19.5,  0.5, 7.25, -3.875,
            -7.125, 1.25, 8.75,  3.625, 1.875, 1.125,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), "float16")
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# The dilation operands present, with their default values.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 2, 3, 2]), [
    -0.25, -1.25,  1.5, -1.5,  0.75, 0.0,  2.0, 0.75,
    -1.25, 0.75,  -1.5, 0.75,  -0.75, 1.0,  0.25, -1.75,
    1.0, 1.0,  0.0, 0.25,  -1.25, -0.5,  1.5, -0.25,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-2.75, 2.0])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
model = Model("dilation_one").IntroducedIn("V1_2")
model.Operation("CONV_2D", x, weights, bias, 1, 1, 1, 0, layout, 1, 1).To(y)
example = Example({
    x: [
        -3.0, -1.0,  1.5, 3.5,  3.5, 0.5,  2.5, -2.5,
        -1.5, 2.0,  3.0, -2.5,  3.0, -3.5,  -4.0, 1.0,
        1.0, 0.5,  0.5, 2.5,  -1.5, 0.0,  -1.0, 4.0,
    ],
    y: [
        -7.625, 14.0,  -15.375, 4.875,  3.375, -4.5,  12.375, 8.5,
        -5.5, -2.75,  11.5, 5.75,  15.625, 1.125,  -5.375, -7.25,
        -1.625, 4.375,  -7.75, -4.0,  -9.0, 6.75,  -9.875, -4.125,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))
example.AddNchw(x, y, layout)

# A different dilation on each axis, VALID.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 7, 6, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3, 2, 2]), [
        -1.75, -1.75,  -2.0, 1.25,  1.5, -0.75,  0.25, -1.75,
        -1.75, 0.25,  -1.0, -0.25,  1.25, -0.25,  -1.5, 0.5,
        -0.75, 2.0,  1.75, -2.0,  -0.75, 1.75,  1.25, -1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.75, 1.75])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    model = Model("dilation_valid").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 2, 1, 1, 0, layout, 3, 2).To(y)
    example = Example({
        x: [
            -2.5, -1.0,  -2.5, -1.5,  -1.5, 0.5,  -1.0, 4.0,
            -2.0, -0.5,  -1.5, 0.5,  3.0, -4.0,  -2.5, 4.0,
            -1.5, -2.5,  2.0, 3.0,  3.5, -1.5,  -3.0, 0.0,
            1.5, -3.0,  1.0, -3.5,  -0.5, 0.5,  1.0, 1.5,
            1.0, -4.0,  3.0, 0.0,  -1.0, -3.5,  3.0, -2.0,
            -2.5, 3.0,  3.5, 2.5,  2.5, 0.5,  -3.0, -3.0,
            -1.5, -2.5,  1.0, -2.5,  -1.0, 4.0,  1.0, -4.0,
            0.0, -1.0,  -1.0, 4.0,  4.0, -3.0,  4.0, -4.0,
            2.0, 1.0,  -1.0, -1.0,  1.0, 3.5,  1.0, -1.0,
            -1.5, 1.5,  -0.5, -4.0,  2.0, 4.0,  4.0, 0.5,
            3.5, 3.0,  -3.5, -2.5,
        ],
        y: [
            15.5, -3.0,  17.875, -0.125,  6.0, 10.375,  -9.125, -8.375,
            -17.375, -24.375,  5.75, 16.375,  6.5, 17.625,  -3.625, -9.375,
            -17.875, -0.25,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625], hide=True)),
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# A dilated filter under SAME: the padding follows the dilated size.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 6, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 2, 3, 2]), [
        1.25, -0.75,  -1.75, -1.25,  1.0, 1.75,  -1.5, 1.75,
        0.75, 0.5,  -1.25, 2.0,  -1.5, -1.5,  -1.5, -2.0,
        0.5, -1.75,  0.5, 0.25,  -2.0, -0.5,  0.25, 0.5,
        0.0, 1.0,  -1.0, 1.75,  0.25, 1.0,  0.0, 0.0,
        -2.0, -0.25,  0.5, 1.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-1.0, 2.25, 1.0])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 6, 3]))
    model = Model("dilation_same").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 1, 1, 1, 0, layout, 2, 3).To(y)
    example = Example({
        x: [
            2.5, -0.5,  2.0, -2.5,  -2.0, -4.0,  0.5, 1.5,
            2.0, -3.0,  2.5, -1.5,  2.5, -0.5,  3.5, -1.0,
            0.5, 3.5,  3.5, 4.0,  -0.5, -2.5,  -0.5, -4.0,
            3.0, -3.0,  -0.5, -4.0,  -3.0, 1.0,  1.5, 1.5,
            0.0, 3.5,  -3.5, -2.0,  4.0, 3.5,  -2.5, 0.0,
            -2.5, -0.5,  2.5, 4.0,  -1.5, -2.0,  4.0, 3.0,
            -3.5, 4.0,  -1.0, -3.0,  0.0, -4.0,  -0.5, 3.0,
            -3.0, 4.0,  -0.5, 2.5,
        ],
        y: [
            5.5, -2.5, -4.25,  -2.25, 6.375, 6.0,
            -5.5, 10.25, 12.0,  -5.0, -4.625, -7.125,
            7.0, -0.75, 0.125,  -4.25, 11.375, 8.5,
            -6.875, -5.125, -17.75,  4.75, 9.5, 8.5,
            3.625, 23.25, -5.625,  9.125, -2.625, 0.25,
            0.5, 16.875, -6.75,  3.75, -8.75, -11.375,
            -6.75, -3.375, 1.25,  9.0, -1.375, 7.625,
            14.375, -1.875, 9.0,  -11.5, -8.625, 3.125,
            -6.25, 5.0, 5.625,  13.125, 0.0, -1.125,
            -3.75, 0.5, -7.0,  9.0, 9.125, -3.625,
            15.125, -1.375, 6.25,  -10.125, 5.5, -4.75,
            -9.875, -1.75, 8.125,  8.375, 7.0, 2.5,
            -15.75, -11.125, 2.0,  12.875, 0.25, 8.125,
            1.375, -1.5, 3.75,  -4.25, -9.0, 9.5,
            1.375, 13.0, -1.5,  -11.625, -19.5, 6.25,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), "float16")
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="channel_quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Dilation with explicit, uneven padding.
x = Input("x", ("TENSOR_FLOAT32", [1, 5, 4, 1]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3, 2, 1]), [-2.0, 0.5, -1.25, 0.25, 0.0, 0.25, 1.0, 1.75, -0.5, 0.75, -0.75, -1.5])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [2.5, -2.0])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("dilation_explicit").IntroducedIn("V1_2")
model.Operation("CONV_2D", x, weights, bias, 1, 3, 0, 2, 1, 1, 0, layout, 3, 2).To(y)
example = Example({
    x: [
        3.0,  -0.5,  -2.0,  1.0,  1.5,  0.0,  -3.0,  3.0,
        2.0,  3.0,  -2.0,  -3.0,  2.5,  -1.0,  -3.0,  2.0,
        -2.0,  -4.0,  -4.0,  -3.5,
    ],
    y: [
        0.0, -1.0,  -7.125, 6.25,  -0.25, -1.0,  9.0, 0.0,
        4.25, 3.125,  0.25, -9.5,  -1.625, 5.0,  3.75, -1.5,
        12.25, -3.5,  -6.0, 0.0,  0.5, -8.5,  -1.375, -6.875,
        1.5, 3.0,  11.5, -2.0,  12.875, -3.25,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}), DataTypeConverter(name="channel_quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125])),
    bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625], hide=True)),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))
example.AddNchw(x, y, layout)

# Dilation and stride together.
x = Input("x", ("TENSOR_FLOAT32", [1, 8, 9, 1]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 2, 3, 1]), [-1.25, 0.25, -1.5, 2.0, -0.75, 1.25, 1.75, 0.25, 1.0, 0.25, 0.25, 0.0])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.0, -1.75])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 2, 2]))
model = Model("dilation_stride").IntroducedIn("V1_2")
model.Operation("CONV_2D", x, weights, bias, 0, 1, 2, 1, 3, 2, 0, layout, 2, 3).To(y)
example = Example({
    x: [
        -0.5,  0.0,  2.5,  -4.0,  -3.5,  0.0,  2.5,  1.0,
        1.5,  0.5,  -2.5,  4.0,  2.5,  -1.5,  -1.5,  -3.0,
        0.0,  1.5,  -2.5,  -2.5,  -4.0,  -0.5,  0.0,  -3.5,
        2.0,  0.0,  0.5,  3.0,  -3.0,  1.5,  -0.5,  -3.0,
        -1.5,  1.5,  -3.5,  3.5,  -3.5,  -3.5,  -2.0,  3.5,
        1.5,  1.0,  1.0,  -0.5,  4.0,  -3.5,  1.0,  -2.0,
        0.5,  -3.0,  -1.0,  4.0,  2.5,  1.0,  -4.0,  0.5,
        -1.0,  -3.5,  -0.5,  3.5,  -1.5,  1.0,  -1.5,  -3.0,
        -1.0,  -3.5,  1.0,  0.5,  -1.0,  -3.5,  0.0,  -3.0,
    ],
    y: [
        -4.875, -0.625,  5.125, -1.5,  6.625, -4.375,  -1.75, -8.25,
        -8.125, -8.5,  3.625, -3.625,  -2.125, -8.5,  -1.625, 4.125,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))
example.AddNchw(x, y, layout)

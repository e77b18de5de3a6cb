# DEPTHWISE_CONV_2D with the operands that HAL 1.2 added: data layout and dilation.
# Expected values: specs/scripts/conv.py, the window sum in exact fractions in plain loops
# (rounded half away from zero where quantized); checked against LiteRT's reference kernels and
# PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Both layouts under SAME; height, width and channels all differ.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 2, 6]), [
        -0.5, 2.0, -2.0, -2.0, 2.0, 1.25,
        -0.5, -0.5, -1.5, 1.75, 0.0, 1.75,
        1.0, 1.0, 0.75, 0.75, -1.75, 1.25,
        -0.25, -1.0, 0.5, 0.75, -0.25, -1.75,
        -1.25, -2.0, -0.5, -0.5, -0.25, 1.5,
        1.25, 0.5, 0.5, 1.25, 0.25, -1.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [6]), [-3.0, 0.0, -0.75, 2.0, -3.0, -1.5])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 5, 6]))
    model = Model("layout_same").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 1, 2, 2, 0, layout).To(y)
    example = Example({
        x: [
            3.5, 1.5, -2.5,  -2.5, -1.0, 3.0,  -2.0, 1.5, -2.0,  -1.0, 0.0, -3.5,
            -2.0, 3.5, 1.5,  -2.0, -4.0, -3.0,  -1.0, -1.0, -0.5,  -3.5, -2.5, 0.5,
            -3.0, 2.0, 0.0,  2.5, 2.0, 2.5,  -2.0, 0.5, 2.5,  1.5, 2.0, 0.5,
            1.5, -0.5, 4.0,  -0.5, -2.0, -4.0,  -3.0, -2.0, -3.0,  2.0, -1.0, 2.5,
            2.5, 2.5, 3.5,  -2.5, -2.5, 4.0,  -3.0, -1.0, 1.0,  0.5, 1.5, 1.0,
        ],
        y: [
            -0.875, 12.0, -5.0, -4.25, -3.125, 1.0,
            -0.875, -3.75, -4.25, 2.375, 4.625, -6.0,
            -6.75, -7.25, -5.375, -3.625, -9.875, 0.5,
            -8.25, -7.0, -3.5, 9.625, -10.375, -10.625,
            4.25, 4.5, -5.25, -2.5, -3.625, -1.0,
            -1.375, -5.25, -4.25, 5.625, -3.25, -0.5,
            -1.375, 7.25, -3.375, -2.875, -9.125, 3.5,
            -5.25, 3.75, 0.875, -3.125, -2.25, -0.25,
            -4.375, -3.0, 6.25, 2.875, -13.0, -12.25,
            -1.0, -5.5, 4.375, 7.125, -10.75, -4.0,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625], hide=True)),
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Both layouts with explicit, uneven padding and two images.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 3, 2]), [0.25, 0.5, 0.75, 0.5, -0.5, 0.0, 1.75, -1.0, -1.0, -1.5, 0.75, -0.25])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.0, 0.75])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 5, 2]))
    model = Model("layout_explicit").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 0, 1, 1, 1, 1, 0, layout).To(y)
    example = Example({
        x: [
            0.0, 2.0,  2.0, -3.5,  2.5, 2.5,  3.5, 3.0,
            -2.5, -3.5,  4.0, -0.5,  -2.0, 3.0,  -1.0, 1.5,
            -2.0, 2.5,  0.5, 0.0,  -4.0, 0.0,  4.0, -3.5,
            -1.5, 1.5,  -2.0, 2.0,  4.0, 2.5,  -1.0, 0.5,
            -2.5, 0.5,  4.0, -1.0,  2.0, -2.0,  2.5, 1.5,
            2.5, 1.0,  0.5, 0.0,  2.0, 3.5,  -3.0, 0.0,
        ],
        y: [
            -2.875, 1.625,  3.5, 7.125,  -10.625, 3.5,  7.875, -4.125,
            -0.25, -1.75,  -1.25, 0.125,  -2.5, -4.75,  -4.625, -3.75,
            6.875, 2.875,  -13.25, 8.25,  0.0, 0.75,  -2.75, 2.0,
            0.875, 2.0,  -5.875, 0.75,  1.0, -1.0,  -2.125, 0.625,
            4.375, 1.0,  -11.75, 4.0,  8.875, 6.625,  0.25, 2.0,
            2.125, 0.5,  -7.0, -0.5,  5.75, -1.375,  -3.125, -6.0,
            7.875, -3.0,  -2.25, 0.75,  0.625, 1.25,  -1.0, 1.25,
            2.125, 2.5,  -2.75, 2.5,
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

# A different dilation on each axis, VALID, multiplier 2.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 7, 6, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 2, 4]), [
        0.5, -0.75, -2.0, 0.25,  -0.5, 1.25, 1.0, -0.25,
        -2.0, 2.0, 1.25, 0.5,  -0.5, 0.0, -1.5, 0.25,
        0.5, 2.0, -2.0, 0.75,  1.5, 1.25, 2.0, -1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-0.5, 1.0, 1.75, 2.25])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 4]))
    model = Model("dilation_valid").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 0, layout, 3, 2).To(y)
    example = Example({
        x: [
            -3.5, 2.0,  -2.0, 0.0,  -2.5, -2.0,  0.0, 0.5,
            -2.5, 2.5,  -0.5, -2.0,  2.0, -2.5,  1.0, -3.5,
            4.0, 3.5,  1.5, 0.5,  0.5, -1.5,  -2.0, 1.0,
            0.0, -3.0,  1.0, -2.5,  1.5, 3.0,  -4.0, -4.0,
            -3.5, 3.5,  2.0, -2.5,  2.0, 1.0,  -3.5, 3.5,
            2.0, 2.0,  -0.5, 2.0,  -2.0, 1.0,  4.0, -2.5,
            2.5, 3.5,  -0.5, 0.5,  0.0, 1.0,  -2.5, -3.5,
            -1.0, -3.0,  -2.5, -2.0,  4.0, -2.0,  2.0, 3.5,
            -4.0, 4.0,  -1.0, 4.0,  3.0, -1.5,  2.0, 0.5,
            2.5, 1.0,  1.5, 0.5,  2.5, 0.0,  2.0, -2.0,
            -1.5, 3.0,  -1.0, 3.5,
        ],
        y: [
            -2.75, 5.5, -13.5, 7.125,
            -2.25, -0.875, -11.125, 5.375,
            -9.25, 2.125, 5.25, 6.375,
            -3.5, 12.125, 17.5, -4.0,
            13.25, 1.625, 0.125, 8.25,
            -2.5, -6.0, -5.0, 5.625,
            2.0, 8.5, 7.375, 6.625,
            1.75, -4.0, 20.375, -3.125,
            0.25, 6.125, 4.5, -0.75,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125])),
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# A dilated filter under SAME.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 6, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 3, 3]), [
        1.0, 1.25, 2.0,  1.5, -1.5, -2.0,  -1.25, -0.25, -1.25,  -2.0, -0.5, -1.5,
        1.5, -1.5, 0.5,  2.0, -1.0, -0.75,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.0, 2.0, -0.25])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 6, 3]))
    model = Model("dilation_same").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 1, 1, 1, 0, layout, 2, 3).To(y)
    example = Example({
        x: [
            -3.0, 2.5, 2.0,  3.5, 1.0, -2.0,  1.5, -1.5, -3.0,  0.0, 3.5, -3.5,
            1.5, -3.0, 2.5,  4.0, 1.5, 0.5,  3.0, -3.0, -3.0,  -2.5, -4.0, -3.0,
            -2.5, -3.5, -0.5,  -3.0, -0.5, 3.5,  -3.0, -4.0, 0.0,  -1.5, 4.0, -4.0,
            -1.5, -0.5, -1.0,  -3.5, -2.0, -1.5,  3.0, 4.0, 3.0,  2.0, 2.5, 3.5,
            -4.0, 2.0, -2.5,  4.0, 1.5, -3.0,  -4.0, 3.5, -4.0,  2.0, -2.5, 0.5,
            -2.5, -1.0, -1.0,  -3.5, -4.0, -2.0,  -3.5, 0.0, -0.5,  -4.0, -1.0, -3.0,
            0.5, 0.5, -1.0,  0.5, 1.5, 1.0,  -1.0, -2.0, -0.5,  -1.0, 3.5, -1.5,
            -4.0, -1.0, 3.0,  -2.5, -3.5, 2.5,
        ],
        y: [
            4.75, -1.25, -3.0,  -0.25, 2.5, -3.625,
            0.5, -5.75, 4.625,  19.0, -2.25, 6.0,
            -11.0, -3.0, -6.0,  3.0, -1.5, -7.0,
            -16.375, -5.625, -1.75,  2.25, 7.375, 9.875,
            -4.375, 7.875, 12.5,  -17.75, 5.875, 2.625,
            4.5, 5.125, -10.0,  8.0, 7.625, -6.75,
            7.375, 8.625, 6.25,  -0.25, 2.375, 3.0,
            -6.5, 8.25, -6.25,  -11.625, -5.75, -12.375,
            -10.0, 6.125, 1.0,  -6.0, -1.125, 18.25,
            -5.0, 1.75, -2.0,  -6.75, 4.375, -1.625,
            9.0, -5.125, -5.125,  -4.5, -4.625, -6.5,
            -2.0, 4.0, 10.75,  9.0, 2.875, 12.75,
            -1.875, -3.0, 9.0,  8.375, 6.75, 1.25,
            -2.375, 7.875, -5.625,  2.75, 5.125, 8.5,
            -6.75, 0.75, -1.25,  -8.5, -1.5, 1.75,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Dilation, stride and explicit, uneven padding together.
x = Input("x", ("TENSOR_FLOAT32", [1, 6, 7, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 2, 4]), [
    -0.25, -2.0, 0.5, -1.0,  -0.75, 1.0, -1.25, -1.25,
    -0.5, 1.0, 2.0, 2.0,  -2.0, -0.25, 1.25, 0.0,
    0.75, 1.0, 0.75, 0.5,  -0.25, 0.5, -2.0, -0.5,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-3.0, 3.0, -2.0, -2.25])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 4, 4]))
model = Model("dilation_explicit").IntroducedIn("V1_2")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 3, 0, 2, 2, 3, 2, 0, layout, 3, 2).To(y)
example = Example({
    x: [
        2.0, 2.5,  -2.0, 2.5,  -4.0, 2.0,  -2.0, 0.0,
        1.0, 1.5,  3.0, 3.5,  1.5, -3.5,  0.0, -1.0,
        3.0, -2.0,  0.5, -2.0,  -2.5, 1.0,  -1.5, 1.5,
        -1.0, 0.0,  2.0, -3.5,  1.5, 3.5,  -2.0, -4.0,
        3.5, 1.5,  1.5, 3.0,  -1.0, 2.5,  1.5, -1.5,
        -2.5, 3.5,  -2.0, -2.5,  -0.5, -0.5,  -3.5, 1.0,
        -2.0, 0.0,  -0.5, -1.0,  2.5, -2.5,  2.5, 2.0,
        1.0, -1.5,  2.0, -1.0,  -4.0, 0.5,  4.0, -2.0,
        -3.5, 0.5,  3.0, -3.5,  0.0, -1.5,  -4.0, 1.5,
        3.0, -4.0,  -3.5, -4.0,  0.5, 1.5,  0.5, -1.5,
        -4.0, 0.0,  3.5, 2.5,
    ],
    y: [
        -6.0, -3.875, -3.625, -5.0,  2.125, 6.5, -9.25, -15.375,
        3.625, 14.625, 14.25, 7.875,  -2.25, 1.5, -5.875, -10.5,
        6.625, 0.375, -8.25, -3.5,  -5.0, 6.375, -10.875, -8.5,
        -11.625, 9.125, 1.625, -1.75,  -1.625, -6.0, -3.25, 0.25,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}), DataTypeConverter(name="channel_quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125])),
    bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))
example.AddNchw(x, y, layout)

# DEPTHWISE_CONV_2D: geometry (padding schemes and forms, strides, filter and image sizes),
# every fused activation, every data type.
# Expected values: specs/scripts/conv.py, the window sum in exact fractions in plain loops
# (rounded half away from zero where quantized); checked against LiteRT's reference kernels and
# PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# SAME, depth multiplier 2, odd and non-square sizes, different strides.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 7, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 2, 6]), [
        -0.75, 1.5, 2.0, -0.5, 0.0, 2.0,
        1.5, 0.5, -0.25, -0.5, 0.5, -1.0,
        1.25, -2.0, -1.0, -1.25, 1.25, 1.75,
        0.0, 0.75, 0.75, -1.0, 1.75, -1.75,
        1.75, -1.25, 0.25, -0.5, -2.0, 1.75,
        -1.5, 2.0, 1.0, 0.75, 1.25, 0.75,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [6]), [0.0, -0.75, 1.25, -1.5, 2.0, 0.25])
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 6]))
    model = Model("same").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 2, 2, 2, 0).To(y)
    example = Example({
        x: [
            3.5, 1.5, 3.0,  4.0, 1.0, 3.0,  1.0, 3.0, 0.0,  -2.0, 0.5, 4.0,
            1.5, 3.0, -3.5,  -4.0, 2.0, -3.5,  -2.5, -1.5, 3.5,  1.5, 1.5, 3.0,
            3.0, 1.5, -1.0,  -4.0, 0.0, 3.5,  2.0, -3.0, 2.0,  -1.0, 4.0, -1.5,
            -0.5, 1.0, 0.5,  1.5, 0.5, -2.5,  -4.0, -2.0, -1.0,  -2.5, 0.0, -4.0,
            0.0, -4.0, 3.0,  -0.5, 2.0, -0.5,  2.0, -3.5, -3.0,  -0.5, -4.0, -1.5,
            0.5, -4.0, -4.0,  -2.0, 1.0, 4.0,  0.5, 3.0, 3.5,  -0.5, 2.5, -4.0,
            3.5, 2.0, -1.0,  -2.0, -3.5, 3.0,  3.0, -3.5, -1.0,  0.5, 0.0, -4.0,
            -1.0, -2.5, 2.5,  -2.0, 2.0, -4.0,  3.0, -2.5, 4.0,  -1.0, 4.0, -2.0,
            0.5, -3.0, -2.0,  -1.5, -4.0, 3.5,  -1.0, -0.5, 4.0,
        ],
        y: [
            2.5, -0.625, 2.375, -4.0, 3.75, 4.75,
            -8.75, 4.75, -4.375, -8.0, 4.5, 0.875,
            0.875, -6.5, 1.75, -8.5, -4.875, -2.0,
            -0.5, 2.375, 2.875, 0.125, 11.375, 2.0,
            -5.875, 12.625, 9.125, 1.25, -10.375, 22.125,
            -0.125, 1.5, 10.125, 3.25, 12.625, 3.625,
            -5.5, 1.625, 5.125, 3.5, -11.375, -1.375,
            0.375, -0.125, 6.25, 3.25, 5.0, -18.75,
            1.0, -3.0, 6.5, -2.375, -0.125, 16.125,
            9.375, -6.5, 11.25, -4.625, 3.0, 3.75,
            6.625, -4.375, -4.875, 9.75, 5.125, -2.375,
            -1.625, 2.0, 1.75, -0.875, 7.0, -0.75,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", DataTypeConverter(name="channel_quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), includeDefault=False)
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

# SAME where all padding goes to the end.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 3, 2]), [
    1.0, 1.25,  0.5, -0.5,  1.5, 0.0,  0.25, 1.75,
    1.0, -0.25,  0.0, 0.5,  1.5, -1.5,  0.75, 2.0,
    -1.5, -1.0,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.75, -0.25])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
model = Model("same_end").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 2, 2, 1, 0).To(y)
example = Example({
    x: [
        4.0, 1.5,  -1.0, -1.0,  -4.0, -1.5,  -2.5, -3.5,
        -0.5, 4.0,  -4.0, 2.5,  1.0, -2.0,  2.5, -1.0,
        -0.5, 2.0,  -1.5, 3.5,  -0.5, 0.5,  4.0, -1.0,
        -4.0, 1.5,  1.5, 4.0,  -2.0, 4.0,  3.0, -3.5,
        1.0, 2.0,  2.0, -3.5,  -4.0, -0.5,  3.0, 3.5,
        -3.5, 2.5,  -0.5, 0.0,  3.5, -1.5,  -1.5, 2.0,
    ],
    y: [
        -3.375, 1.625,  -11.625, -12.5,  2.625, -5.375,  -6.0, -0.875,
        -2.125, 10.125,  -0.375, 0.875,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# VALID, multiplier 1, two images, different strides.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 6, 4, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 2, 3]), [
        -1.75, -1.25, 1.0,  0.0, -0.25, 0.0,  0.5, 0.0, -0.5,  1.25, -2.0, -1.25,
        1.75, 0.75, -1.75,  -1.5, -2.0, 0.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-3.0, 2.75, -0.25])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 3]))
    model = Model("valid_batches").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 2, 1, 0).To(y)
    example = Example({
        x: [
            0.5, 2.0, 3.5,  -1.5, -0.5, -2.0,  -1.0, 2.5, -1.0,  2.0, 0.0, 1.0,
            1.0, -2.5, 4.0,  2.5, 1.5, -1.0,  0.0, -4.0, -4.0,  3.5, 2.0, 3.5,
            2.0, -3.5, 0.0,  3.5, -4.0, -4.0,  4.0, 1.0, -4.0,  -3.5, 4.0, 3.5,
            -4.0, 3.0, -3.0,  -3.0, -4.0, -1.0,  3.0, 2.0, 0.0,  -4.0, -3.0, 0.0,
            4.0, -3.0, -1.0,  2.5, -4.0, -4.0,  -1.0, 2.5, -1.0,  -4.0, -4.0, -0.5,
            1.5, -1.5, -1.5,  -3.0, -2.5, 0.5,  0.5, -0.5, 0.5,  3.0, -4.0, -2.5,
            -4.0, 1.0, 2.5,  2.0, 2.5, -3.5,  -3.0, -3.0, -3.5,  1.5, -4.0, 3.5,
            -2.5, 3.5, 3.0,  4.0, 1.5, 4.0,  2.5, 4.0, 3.0,  -3.0, -3.0, 1.0,
            -2.5, 0.5, 3.5,  -2.0, 1.0, -2.5,  -4.0, -0.5, -4.0,  1.0, 3.0, 1.0,
            0.5, 2.5, -0.5,  -3.5, 1.5, 2.0,  -3.0, 3.5, 2.5,  0.0, -2.5, 0.5,
            -3.5, -3.5, 4.0,  2.5, -3.5, -2.5,  -2.0, 2.0, 0.5,  0.0, 1.5, -3.5,
            -3.0, -3.0, -1.0,  1.0, 3.0, 0.5,  1.0, -0.5, -4.0,  -4.0, 0.5, -2.5,
        ],
        y: [
            -2.0, 2.75, 2.5,  1.0, 5.75, 10.25,
            15.375, -11.625, 3.375,  -9.0, 21.875, 4.25,
            -1.0, -4.5, 3.25,  -9.25, 16.375, -2.5,
            6.375, -3.75, -10.375,  1.125, -5.875, -5.125,
            -8.75, 7.125, 0.5,  -12.625, 3.25, -6.0,
            2.375, -12.0, -2.5,  -1.0, 6.125, -7.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Explicit padding, different on all four sides; multiplier 3.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 4, 3, 6]), [
        -2.0, 2.0, -1.0, 2.0, -2.0, -1.25,
        2.0, -1.25, -1.25, 2.0, 0.5, -1.5,
        -1.5, -1.75, -1.5, 0.5, 2.0, 0.5,
        -2.0, -1.0, 2.0, -0.25, 1.75, 1.5,
        -1.0, -0.25, -1.0, -2.0, 0.75, 0.25,
        0.75, 1.25, 1.25, 0.25, -1.75, -1.25,
        -1.25, 0.5, 1.25, -1.5, -1.25, 1.25,
        2.0, -0.75, 0.5, 0.25, 0.75, -1.75,
        -0.5, 1.75, 1.0, -0.5, -0.75, 2.0,
        0.25, 0.25, 0.0, 0.25, 1.75, 1.0,
        1.75, -0.5, 1.5, 1.75, 1.5, -0.75,
        -1.5, 0.75, -0.25, 1.5, 1.5, 0.75,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [6]), [-1.25, -0.5, 1.5, 0.5, -1.75, 2.0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 6]))
    model = Model("explicit").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 0, 1, 3, 1, 1, 3, 0).To(y)
    example = Example({
        x: [
            1.0, 2.0,  -0.5, 2.0,  3.0, 2.5,  -4.0, 0.0,
            -1.5, -0.5,  4.0, 4.0,  1.0, -3.0,  -3.0, -3.0,
            -1.0, 0.5,  1.0, -3.0,  -4.0, 2.5,  -4.0, -0.5,
            3.5, -3.5,  2.5, 3.0,  -2.5, -3.5,  1.0, 1.0,
            3.5, -0.5,  2.0, 2.0,  -3.5, 1.5,  -0.5, -1.0,
        ],
        y: [
            3.5, 4.75, 7.75, 2.75, -4.5, 9.375,
            3.875, -3.625, -2.125, 3.125, 4.5, -15.25,
            -15.25, 2.0, 3.375, -14.125, -7.75, 6.875,
            -11.625, -5.625, -4.125, -3.25, 3.125, 12.5,
            5.875, -5.625, 10.75, 5.0, 3.0, -12.625,
            0.75, -3.5, 0.75, 2.75, -5.125, 3.75,
            -11.25, -2.5, -7.125, -1.375, 14.5, -1.75,
            -21.375, -4.0, 1.125, 14.25, 13.375, 6.625,
            32.375, -2.75, 11.125, 20.375, -12.75, 0.5,
            -8.25, 15.0, 0.0, 13.625, 6.125, -18.5,
            -10.75, -10.75, -8.5, 2.625, 1.125, 2.875,
            6.5, -5.875, -2.0, 2.375, -1.875, -7.0,
            16.625, 22.25, 6.125, -2.125, -10.25, 14.125,
            0.0, 7.375, -0.75, -2.875, -4.0, 4.0,
            -19.375, -11.5, 5.875, -14.125, 0.125, 1.25,
            5.5, 7.75, 8.75, 2.0, 1.5, 2.0,
            -1.625, 15.625, 15.875, 3.125, 0.125, -1.125,
            -10.5, -9.0, 6.25, 4.0, -16.125, -3.25,
            -1.625, -25.625, -2.0, -9.5, 1.5, 7.25,
            -0.375, 6.0, 5.5, -6.0, 6.125, 4.75,
            -2.75, -2.25, 0.0, 1.0, 0.25, 2.5,
            -4.5, -7.875, -5.0, 2.25, -2.25, 0.25,
            0.75, -6.375, -6.875, 2.5, 0.0, 2.5,
            1.0, 10.125, 0.75, 4.25, 3.25, 0.375,
            -11.5, 8.75, 4.625, 7.0, -7.0, -3.25,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", DataTypeConverter(name="channel_quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), includeDefault=False)
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

# Explicit padding with strides 3 and 2.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 6, 4]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 3, 4]), [
        -0.25, 2.0, -2.0, 0.0,  -1.75, 1.25, -1.25, -2.0,
        -1.75, 0.0, 0.5, -1.5,  1.75, -1.0, 1.5, -1.75,
        0.75, 1.5, 0.25, 0.25,  -0.75, -0.75, 1.75, -1.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [2.0, -1.0, -1.5, -1.75])
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 4]))
    model = Model("explicit_stride").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 0, 2, 1, 0, 3, 2, 1, 0).To(y)
    example = Example({
        x: [
            -2.5, 2.5, 3.5, 1.0,  -2.0, 2.0, 1.0, 2.0,
            3.0, -3.0, -0.5, 2.5,  -3.5, 0.5, 3.5, 0.5,
            1.0, -2.5, 2.5, -2.5,  1.0, 1.5, -2.0, 4.0,
            -3.0, -4.0, 1.0, -2.0,  4.0, -3.5, 2.0, 1.0,
            -1.5, 2.5, 4.0, 0.5,  1.5, -4.0, 2.0, -4.0,
            0.0, -3.5, 1.5, -2.5,  1.0, 3.5, 2.5, 3.5,
            4.0, 2.0, -1.0, -3.5,  -1.5, 1.0, 4.0, -0.5,
            -3.0, -3.0, 0.0, -3.5,  -2.0, 0.5, -4.0, -4.0,
            -2.0, 2.0, -4.0, 0.5,  -2.0, -1.5, -1.5, 2.5,
            -3.5, -4.0, 2.5, 1.5,  -3.5, 2.0, 4.0, -3.0,
            -1.5, -1.0, 0.0, 2.0,  -4.0, -3.0, 0.0, 1.5,
            1.0, 3.5, 2.0, 2.5,  -2.5, 3.0, -1.0, 4.0,
            -1.5, 0.5, 0.0, -2.5,  1.5, -4.0, 1.5, 3.0,
            1.0, -0.5, -0.5, 2.0,  -2.0, 0.0, -1.5, 2.5,
            2.0, -3.5, 3.0, -2.0,  3.0, 2.5, -1.0, -1.5,
        ],
        y: [
            -6.125, 1.75, 3.125, -5.5,  -4.125, -6.375, 0.875, -7.25,
            6.5, -11.625, -4.5, 5.0,  -3.625, -9.75, -15.75, 2.625,
            9.375, -12.625, -12.0, 4.375,  1.375, -9.75, -7.75, -16.125,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_2":
        example.AddVariations(DataTypeConverter(name="channel_quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), includeDefault=False)

# One input channel feeding four output channels.
for version in ("V1_0", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 2, 4]), [
        -2.0, 0.0, -1.75, 2.0,  -0.75, -0.75, 0.0, -0.75,
        -1.5, -2.0, -2.0, 0.0,  1.25, -0.25, -0.5, -1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [1.0, 1.75, -0.75, 2.25])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 4]))
    model = Model("one_channel").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 4, 0).To(y)
    example = Example({
        x: [2.5, -2.0, -0.5, -4.0, 1.5, -2.5, -2.0, -0.5, 2.5, 3.0, 3.5, 1.0],
        y: [
            -7.875, 0.875, -6.875, 11.875,
            6.625, 7.625, 8.75, 1.125,
            7.375, 8.875, 4.375, 4.875,
            -0.125, -2.125, -9.875, 3.375,
            7.375, -3.625, -4.125, -5.625,
            1.375, -5.125, -4.75, -2.625,
        ],
    }, model=model)
    if version == "V1_0":
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

# A 1x1 filter scales each channel; strides larger than the filter.
for version in ("V1_0", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 3, 5, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 1, 1, 4]), [0.75, 0.25, 0.5, 0.5])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-1.75, -0.75, -2.0, -1.75])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2, 4]))
    model = Model("pointwise").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 3, 2, 2, 0).To(y)
    example = Example({
        x: [
            3.0, -1.5,  4.0, -0.5,  -3.5, -3.0,  -1.0, -3.0,
            2.0, -4.0,  3.5, 4.0,  -4.0, -0.5,  2.5, -1.5,
            -4.0, -4.0,  1.0, 3.5,  2.0, 3.5,  -1.5, 0.5,
            4.0, -0.5,  2.0, -3.0,  -0.5, -2.5,  0.0, -3.5,
            1.0, 0.5,  3.5, -2.5,  -1.5, -2.5,  3.0, 0.0,
            -4.0, -2.0,  4.0, 1.0,  2.0, 2.0,  -0.5, -1.5,
            -0.5, 3.5,  3.5, 3.5,  -3.5, -2.0,  -4.0, -3.0,
            -1.0, 2.0,  -4.0, -2.5,  2.5, 3.0,  -1.5, 3.5,
            -1.5, 3.0,  -4.0, 1.5,  3.5, -2.0,  0.5, 4.0,
            -2.5, -0.5,  -2.5, 1.0,  3.0, -0.5,  -2.0, 1.0,
            -4.0, 0.5,  -4.0, 1.0,  3.0, 3.5,  -3.5, 3.0,
            -4.0, -1.5,
        ],
        y: [
            0.5, 0.0, -2.75, -2.5,  -2.5, -1.0, -3.5, -3.25,
            -0.25, -0.25, -0.25, 0.0,  -0.25, -0.25, -3.5, -3.25,
            -1.75, -0.75, -3.75, -3.5,  -2.875, -1.125, -3.25, -3.0,
            0.875, 0.125, -0.25, 0.0,  -2.5, -1.0, -1.0, -0.75,
            0.125, -0.125, -0.5, -0.25,  -4.75, -1.75, -1.25, -1.0,
            -4.75, -1.75, -1.75, -1.5,  -4.375, -1.625, -0.5, -0.25,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="channel_quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# SAME with a filter larger than the image on both axes.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 5, 7, 2]), [
    -2.0, 1.5,  2.0, 1.0,  -1.0, 0.75,  1.25, -2.0,
    1.0, 1.25,  -1.75, -1.75,  -1.25, 1.5,  0.0, -1.75,
    0.75, -1.25,  0.5, 0.5,  -2.0, -0.25,  0.75, -2.0,
    -0.5, -2.0,  -1.5, 0.75,  2.0, 1.5,  -0.5, 1.5,
    -0.75, -0.25,  -1.0, -2.0,  0.75, 0.75,  -1.5, 1.5,
    -1.0, -0.75,  1.25, 2.0,  -2.0, -0.75,  0.25, -2.0,
    -1.75, -2.0,  -0.5, -1.75,  -0.5, -1.25,  1.0, -1.25,
    0.0, 2.0,  -1.25, 0.25,  2.0, 1.75,  1.75, -2.0,
    0.75, 0.25,  1.75, 0.75,  -1.5, -1.5,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-0.75, 1.5])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
model = Model("filter_beyond_image").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 1, 1, 1, 0).To(y)
example = Example({
    x: [-0.5, -1.5, 0.0, -1.5, 0.0, 1.5, -4.0, -1.0, 2.0, 2.0, -1.0, 2.5],
    y: [
        6.25, 1.0,  -4.375, -0.375,  9.75, -11.625,  7.25, 9.125,
        -0.75, -3.75,  0.375, -4.75,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# Height 1, filter height 1.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 9, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 1, 4, 2]), [2.0, -1.5, -0.75, -1.5, -0.5, 0.5, 1.5, 1.25])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-2.75, -3.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 5, 2]))
model = Model("single_row").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 2, 1, 1, 0).To(y)
example = Example({
    x: [
        0.0, -1.5,  -4.0, 2.5,  3.5, 1.0,  1.5, -3.5,
        -2.5, -0.5,  3.0, 1.0,  0.0, 2.5,  2.0, -3.5,
        4.0, 2.5,
    ],
    y: [4.5, 1.75, -17.875, -10.625, 0.625, 6.625, 8.25, -6.875, -1.75, -1.5],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# Everything has size 1.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 1, 1, 1]), [-0.5])
bias = Parameter("bias", ("TENSOR_FLOAT32", [1]), [-0.25])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
model = Model("one_pixel").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 1, 0).To(y)
example = Example({
    x: [-3.5],
    y: [1.5],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# More channels than a vector register holds: 19 in, 38 out.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 19]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 2, 38]), [
        -0.75, 1.25, -0.5, 0.75, 2.0, -0.5, 0.0, -0.75, -1.75, 1.5, 1.5, -0.75, 1.5, -1.25,
        0.25, -1.5, 1.25, -1.75, -2.0, 0.0, -1.25, -0.75, -0.5, 2.0, 0.0, 0.0, -1.75, 1.25,
        -0.5, -0.5, 0.5, -1.0, -0.5, 1.0, -1.5, 0.0, -0.25, 2.0, -2.0, 1.25, 0.0, -1.75, 1.75,
        -1.25, 0.0, -0.25, 0.75, 1.25, 0.0, 1.5, 0.5, 2.0, 2.0, -2.0, 0.0, -0.5, 0.5, -1.0,
        1.25, 0.0, -1.5, 1.25, 1.75, -2.0, 1.0, 0.75, -1.75, -0.25, 1.0, 1.5, 0.5, 1.75, 1.5,
        1.5, -1.25, -0.5, 0.75, -0.5, -0.25, 1.75, 0.5, 1.25, -0.75, 2.0, 0.0, -0.75, -1.75,
        -1.25, -1.0, 0.25, -2.0, -1.25, 1.25, 0.5, -1.25, 0.0, 0.25, 1.25, -0.75, 1.5, -0.75,
        -0.5, -1.75, 0.75, -1.0, 0.0, 2.0, -2.0, 0.75, -0.5, -0.5, 2.0, -0.75, -0.75, 1.75,
        -1.5, 1.25, -1.5, -1.25, -2.0, -0.5, -0.25, 0.25, 1.75, -0.75, 2.0, -1.25, 1.25, 0.5,
        1.0, 0.5, 1.0, -0.75, -0.75, -1.75, -1.5, -0.5, -0.25, -0.25, -1.5, 1.75, 1.5, 1.0,
        -2.0, 1.0, 0.5, 1.0, -0.75, 2.0, -0.25, 1.75, 0.75,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [38]), [
        1.0, 0.0, 0.5, 2.0, -1.25, 1.75, -1.0, 0.75, 2.5, 2.25, -0.75, 3.0, -0.5, -2.75, 0.25,
        -2.75, 2.25, 1.25, 2.75, -1.25, -2.75, 0.25, -0.25, -2.75, -1.75, 2.75, 0.75, -0.5,
        -2.25, 0.75, -1.75, -1.75, -2.75, 2.0, 2.0, 2.5, 0.0, -3.0,
    ])
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 38]))
    model = Model("many_channels").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 0).To(y)
    example = Example({
        x: [
            1.5, -1.0, -4.0, -3.5, -2.0, -3.5, -0.5, -4.0, -3.5, 3.0, 2.5, 2.5, -0.5, -3.5, 1.0,
            3.0, 3.0, 1.0, 2.5, -1.5, -0.5, 3.5, -0.5, 1.5, -2.0, -2.5, -0.5, 3.5, -1.0, -1.0,
            -4.0, -3.5, 2.0, 0.0, 3.0, 3.5, -4.0, 0.5, 0.0, -1.5, -0.5, -3.0, -3.5, 0.5, 0.0,
            4.0, -3.0, -3.0, 3.5, 1.0, 3.5, 0.5, 1.5, -0.5, -2.5, 0.0, -1.0, 0.0, -3.5, 4.0,
            0.0, 4.0, -2.0, -3.0, -4.0, 1.0, 4.0, -1.0, -2.0, 1.5, -3.0, 2.0, 2.5, -2.5, -4.0,
            4.0,
        ],
        y: [
            2.875, 0.0, -3.0, 4.75, -8.375, -9.25, 1.25, -2.5, 8.125, 10.75, -5.375, -2.0, 1.25,
            -10.875, -11.75, -4.75, -5.375, 5.125, -3.0, -3.25, -4.5, 4.25, 4.75, -0.75,
            -10.875, 5.75, 2.75, -7.5, -2.25, -3.75, 4.25, 2.0, -6.875, 14.25, -13.5, -2.5, 6.5,
            5.5,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_2":
        example.AddVariations(DataTypeConverter(name="channel_quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), includeDefault=False)

# Every fused activation.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 2, 4]), [
        1.75, -1.25, 1.0, 1.5,  -1.75, -0.5, -1.75, -1.75,
        0.5, 1.75, -1.75, 1.0,  -1.75, -0.5, 1.25, -2.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.0, -2.75, -1.75])
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 4]))
    model = Model("activation").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, act).To(y)
    example = Example({
        x: [
            2.0, -0.5,  0.5, 0.0,  1.5, 0.5,  -4.0, 2.0,
            -3.5, 0.5,  -2.0, 1.0,  -0.5, -4.0,  3.0, -2.0,
            0.5, -2.0,  3.5, -0.5,  -0.5, 2.0,  2.0, -2.5,
        ],
        y: [
            4.875, -7.875, -2.875, -4.0,
            -1.375, -4.625, -10.375, 6.375,
            4.625, -2.25, -1.25, -4.5,
            -8.0, 4.5, -1.125, -3.75,
            0.5, 9.125, 8.625, 2.25,
            -9.375, -2.75, -9.875, 2.75,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", DataTypeConverter(name="channel_quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=3, scales=[0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), includeDefault=False)
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
    example.AddAllActivations(y, act)
    example.DisableLifeTimeVariation()

# Inputs, biases and results that float32 represents and float16 does not.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 2, 4]), [
    -0.79296875, -0.203125, -0.6015625, -1.03125,
    -0.90234375, 1.8242188, -1.6015625, -0.64453125,
    -0.86328125, 0.6328125, 1.4648438, -0.8828125,
    0.48046875, -1.0039062, -0.96875, -1.0859375,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-0.71463776, 2.674389, -0.02619934, -2.3152084])
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 4]))
model = Model("fine").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 1, 1, 2, 0).To(y)
Example({
    x: [
        2.2060547, 0.51171875,  0.40527344, 3.1357422,
        -1.1904297, 2.1542969,  -2.352539, -2.0048828,
        0.99121094, -0.99609375,  -0.16894531, 3.2919922,
        0.6142578, 1.0625,  -1.3193359, 1.4082031,
        3.3535156, -1.5175781,  -2.006836, 2.8173828,
        -1.2871094, 1.4267578,  -2.7246094, -2.125,
    ],
    y: [
        -3.766533, 3.7624474, -10.004356, -7.559536,
        0.47914886, -0.3031044, -1.569828, -10.997475,
        1.1879578, 0.33784866, 2.0810013, -5.7118263,
        2.2898102, 2.317356, 3.2426605, -1.4908524,
        -5.2074394, 6.3016777, -9.651672, -5.1295433,
        -0.020893097, 3.8514328, -0.9633446, -10.43148,
        -0.20918274, 2.063614, 1.2278862, -3.270485,
        2.6836586, 1.2182121, -3.9861145, -1.8914413,
        -1.563015, -1.6677017, -3.625496, -2.5660973,
        2.0381355, 0.7340584, -4.006073, -6.1402245,
        2.764534, -2.0344505, 2.518837, -2.4169235,
        1.4458923, 3.2278252, 1.252121, -0.123802185,
    ],
}, model=model)

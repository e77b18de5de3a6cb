# CONV_2D: geometry (padding schemes and forms, strides, filter and image sizes), every fused
# activation, every data type.
# Expected values: specs/scripts/conv.py, the window sum in exact fractions in plain loops
# (rounded half away from zero where quantized); checked against LiteRT's reference kernels and
# PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# SAME with an odd, non-square image, a non-square filter and different strides: swapped widths
# and heights, and padding on the wrong side, show.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 7, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 3, 2, 3]), [
        2.0, 0.5, -1.0,  1.75, -1.0, -0.75,  1.0, -0.5, -0.75,  -0.75, -1.5, 1.25,
        -2.0, 0.5, -0.75,  2.0, -1.5, -1.75,  1.75, 0.5, 1.5,  -0.5, -1.25, 0.5,
        -0.25, 0.75, 1.0,  -2.0, -1.75, -1.5,  -1.0, -0.75, -1.25,  0.5, -0.75, 0.5,
        -0.5, -1.5, -1.0,  -0.75, 0.25, -1.25,  1.75, -0.5, -0.25,  -1.25, 0.25, -1.5,
        -0.75, 1.0, 1.0,  -1.5, 1.75, 1.0,  -0.5, 1.25, -0.25,  0.25, 0.0, 1.75,
        0.75, 1.0, 1.5,  0.75, -1.25, -1.0,  -1.0, -1.75, 0.25,  1.25, 1.5, 0.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [0.5, -0.75, -2.5, -0.25])
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 4]))
    model = Model("same").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 1, 2, 1, 0).To(y)
    example = Example({
        x: [
            3.0, -3.5, 1.5,  -3.0, 4.0, -1.5,  -2.0, -1.5, 3.0,  1.0, -2.5, -2.0,
            3.5, -1.5, 3.0,  -1.0, -2.5, 0.0,  -2.5, 1.5, -2.5,  -1.5, 1.0, -1.0,
            2.5, -2.5, 1.0,  -0.5, -3.0, 2.0,  -3.0, 2.5, 0.5,  1.5, -4.0, -2.0,
            -4.0, -4.0, -3.0,  -2.5, -3.0, 4.0,  3.0, 2.5, -2.0,  0.5, 3.0, 0.5,
            -1.5, -0.5, 2.5,  -1.0, -2.5, 3.0,  -3.5, 0.0, 1.0,  -3.0, 1.0, 1.0,
            0.0, 0.5, 1.5,  2.0, 4.0, -1.5,  3.5, -1.5, 3.0,  4.0, 3.5, 2.5,
            -1.0, -2.0, 2.5,  0.0, 1.0, -0.5,  1.5, 2.5, 0.0,  -1.5, 2.0, 0.0,
            1.0, 3.5, -0.5,  0.5, -1.5, -2.0,  3.0, -1.5, 1.0,  -3.0, 2.0, 2.5,
            -3.0, 2.5, 1.5,  -2.5, 0.0, -0.5,  2.5, -0.5, -1.5,
        ],
        y: [
            9.75, 4.25, 5.125, -5.625,
            -15.125, 4.125, 3.875, 13.625,
            6.75, 10.125, -6.875, 0.25,
            -0.375, -1.75, -4.125, 4.375,
            -10.625, -5.375, 0.0, -10.0,
            -5.5, 3.5, 5.875, -11.875,
            11.75, 27.375, 19.625, -3.75,
            -6.125, -8.0, -2.875, 4.125,
            7.25, -8.625, -6.0, -3.5,
            -18.5, -4.625, -0.875, -15.125,
            0.625, 5.75, 9.25, -13.625,
            -7.375, 1.25, 1.75, -3.0,
            18.625, -11.5, -16.5, -2.25,
            -20.375, 6.25, 2.25, 14.125,
            -17.5, -14.0, 7.375, -3.875,
            -7.375, 3.375, -12.25, -1.125,
            12.375, 10.625, -12.625, 18.0,
            11.5, 13.875, -8.875, 0.625,
            -2.5, 5.0, -7.0, 2.625,
            2.375, -4.875, 0.25, 2.125,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25, 0.125])),
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# SAME with even filter sizes: the odd padding goes to the end.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 2, 4, 2]), [
    0.25, 1.25,  0.25, 1.25,  -0.75, 1.75,  1.5, -0.75,
    -1.0, -1.5,  0.5, -0.25,  1.25, 0.75,  -1.0, 1.75,
    2.0, 0.5,  0.5, 1.5,  -0.25, 0.75,  0.25, 1.5,
    0.75, -1.25,  0.0, 0.0,  0.0, -2.0,  1.5, 1.25,
    0.5, -0.5,  1.0, 2.0,  -2.0, 0.25,  -1.0, -1.5,
    -2.0, -1.0,  1.25, 1.0,  0.25, -2.0,  -1.5, 1.0,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-3.0, 2.0, -2.25])
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 6, 3]))
model = Model("same_even_filter").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, weights, bias, 1, 1, 1, 0).To(y)
example = Example({
    x: [
        -0.5, -3.5,  -2.5, -4.0,  -1.0, 2.5,  -0.5, -4.0,
        3.0, -1.5,  1.5, 1.0,  3.5, -2.0,  0.5, 2.0,
        3.5, 1.5,  3.5, 2.5,  2.0, -2.5,  -1.0, 3.5,
        4.0, 1.0,  4.0, -1.0,  -1.5, 2.5,  -2.0, 2.5,
        4.0, -4.0,  2.5, -3.5,  -3.5, -1.0,  -0.5, -0.5,
        -3.0, 0.5,  -2.0, -4.0,  3.0, -2.0,  1.5, -2.0,
    ],
    y: [
        -12.5, 0.75, -13.75,  -0.125, -1.5, -9.375,
        -9.0, -13.375, -5.0,  -5.5, 3.625, -13.0,
        -12.875, -8.875, -20.0,  -2.125, 14.125, 4.25,
        14.5, 8.125, 4.75,  4.5, 13.0, -13.75,
        -6.5, 6.0, -23.0,  -16.75, 21.0, 0.625,
        7.0, 12.75, 8.25,  2.625, 17.5, 1.625,
        -8.25, 4.25, -6.25,  -3.875, 6.125, 7.25,
        2.0, 20.125, 9.625,  -1.75, -4.75, -8.0,
        -2.0, -0.5, -0.25,  -9.5, 8.75, -6.875,
        -10.5, -1.5, -4.625,  -2.75, -11.875, 9.125,
        -3.375, -4.75, -1.25,  -10.625, -15.625, -19.0,
        -14.875, -7.375, -5.75,  -6.875, 4.75, -2.25,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# SAME with stride 2 on even sizes: all padding goes to the end.
for version in ("V1_0", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 6, 8, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3, 3, 2]), [
        -1.0, 1.0,  -0.75, -1.5,  -1.5, 1.25,  -0.25, -0.5,
        1.75, 1.25,  -1.25, -0.5,  0.5, 2.0,  1.25, 2.0,
        -0.25, 0.5,  -1.75, 0.0,  1.5, 1.25,  1.25, -1.75,
        -0.5, -2.0,  -1.5, -1.25,  0.25, -0.25,  -0.75, -2.0,
        0.25, -0.25,  -1.75, 1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [0.5, -2.75])
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    model = Model("same_even_image").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 1, 2, 2, 0).To(y)
    example = Example({
        x: [
            0.0, -3.0,  1.5, -0.5,  2.5, 2.5,  -3.5, -2.0,
            2.5, 0.0,  -3.0, -0.5,  3.5, 1.5,  2.0, -3.0,
            -3.0, -1.5,  -3.5, -1.0,  -1.5, 1.0,  1.5, -0.5,
            -2.5, 0.5,  2.0, -1.5,  -3.5, 3.0,  3.5, 2.5,
            -1.0, 3.5,  -4.0, -1.0,  1.5, -2.5,  2.0, 1.5,
            1.0, -3.0,  -3.0, -2.0,  3.0, 3.5,  0.0, 4.0,
            2.5, 1.0,  -1.5, 2.0,  0.0, -0.5,  -3.0, -3.0,
            3.0, 2.0,  -3.0, -2.0,  -3.5, -1.5,  -1.0, -3.5,
            -4.0, 3.5,  3.5, -0.5,  0.5, 3.5,  -3.0, -1.0,
            -0.5, 1.0,  -2.5, 4.0,  -1.0, -3.0,  4.0, 2.5,
            -2.5, 4.0,  -2.0, -1.0,  -0.5, -3.0,  -3.5, -2.0,
            2.0, -2.0,  2.5, -3.0,  -4.0, 3.5,  4.0, -3.0,
        ],
        y: [
            -10.125, -4.75,  6.625, -16.875,  -9.75, -8.875,  26.625, -32.5,
            13.125, -4.875,  -23.875, 9.75,  2.625, -18.125,  -6.0, 14.75,
            5.75, 1.5,  0.75, 3.25,  0.0, 4.5,  -5.75, 0.875,
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

# VALID with two images and a stride that leaves a row unused.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 6, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3, 2, 2]), [
        -1.75, 1.0,  -0.5, 0.5,  1.75, 2.0,  1.25, 1.75,
        -1.25, 1.75,  -0.25, 0.0,  0.0, -1.75,  -1.0, 0.25,
        -1.0, 1.25,  -0.25, 1.75,  -0.5, 1.0,  1.5, 0.0,
        -1.0, 0.75,  0.5, -1.75,  0.25, 0.75,  -1.75, -0.5,
        0.25, -1.25,  0.5, -0.75,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.5, -1.75, 1.0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 3]))
    model = Model("valid_batches").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 2, 1, 2, 0).To(y)
    example = Example({
        x: [
            -3.5, -3.0,  -2.5, -1.5,  -2.5, -2.0,  1.5, 4.0,
            -2.0, -2.5,  1.0, -2.0,  -1.0, 1.0,  0.0, 0.0,
            3.0, 4.0,  -2.5, 0.0,  3.0, -0.5,  -1.0, 4.0,
            3.0, 0.5,  0.5, -2.0,  3.0, 3.0,  -4.0, -2.0,
            -2.0, -2.0,  -2.5, -2.5,  2.0, 1.0,  -3.5, -1.5,
            1.0, 2.0,  0.5, 0.0,  -0.5, -3.5,  -1.5, 1.5,
            0.5, -1.0,  0.5, -3.0,  1.5, 0.0,  3.5, -4.0,
            0.0, -1.5,  1.0, -3.5,  -1.0, 0.0,  -4.0, 2.5,
            -3.5, 2.0,  1.0, 4.0,  -3.0, 1.5,  2.5, 4.0,
            2.5, 0.5,  3.5, -0.5,  -2.5, -2.0,  -3.0, 3.0,
            -1.5, 0.5,  -2.5, 2.5,  3.0, -2.0,  3.5, -1.5,
            4.0, -2.5,  -2.0, 0.0,  3.5, 2.0,  -1.5, -3.5,
        ],
        y: [
            -1.75, -0.5, -5.0,  5.25, 7.125, 5.875,
            1.0, 0.0, -5.875,  4.5, -17.0, 3.625,
            8.25, -1.625, 0.5,  1.125, -5.875, -0.25,
            -2.375, -4.25, -1.75,  -3.125, -4.125, -9.0,
            -1.5, 6.875, 9.375,  23.375, -11.375, -9.5,
            11.25, -4.125, 4.0,  -6.0, 1.875, 7.125,
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

# Explicit padding, different on all four sides.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 4, 3, 2]), [
        -1.5, 1.5,  2.0, 0.75,  -2.0, 1.25,  -1.5, -0.5,
        1.25, 1.0,  -1.0, 0.25,  1.25, -2.0,  1.0, 1.5,
        0.5, -0.75,  0.75, -0.5,  0.75, 0.5,  0.5, 2.0,
        -1.75, -1.75,  -0.5, -2.0,  0.75, -0.5,  -0.25, 0.25,
        0.25, -2.0,  0.5, 1.75,  -1.75, 1.5,  1.25, 1.5,
        -0.25, -1.5,  -1.25, -1.25,  -1.0, 1.75,  1.0, 2.0,
        0.75, -1.25,  -1.0, 1.75,  1.5, 0.5,  -1.25, 0.0,
        -0.25, -1.25,  2.0, -1.75,  -1.25, 0.5,  0.5, -0.5,
        2.0, 0.5,  1.0, 0.25,  -0.75, 1.0,  0.75, 0.75,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [0.25, 0.0, 1.25])
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 3]))
    model = Model("explicit").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 2, 0, 1, 3, 1, 1, 0).To(y)
    example = Example({
        x: [
            -3.0, -2.5,  2.0, 2.0,  1.0, -2.5,  3.0, 1.5,
            -2.5, 3.5,  -3.5, -3.5,  -1.0, 0.0,  1.5, 3.5,
            -3.5, -3.0,  -1.0, 1.0,  3.5, -1.5,  1.5, 0.0,
            -4.0, 4.0,  3.0, -2.5,  0.5, 3.5,  1.5, -2.0,
            1.5, 1.5,  4.0, -4.0,  2.0, -0.5,  -1.0, 0.5,
        ],
        y: [
            2.25, 0.75, -7.625,  -14.125, -5.25, 0.625,
            19.125, -13.25, 17.25,  -5.0, 30.75, 5.625,
            -2.5, -5.625, -20.375,  5.375, -10.0, 0.5,
            -10.125, 13.875, 11.75,  8.375, -0.5, -3.625,
            14.5, -26.75, -10.25,  -8.0, 6.125, 14.875,
            1.25, 0.875, 5.875,  -7.875, 8.875, 6.625,
            16.625, 19.75, -8.625,  2.0, -20.5, 9.5,
            16.25, 0.125, -10.0,  -10.625, 0.625, 12.25,
            1.875, 10.125, -0.125,  5.875, -17.75, 11.125,
            -20.25, 4.0, 23.625,  18.875, 2.0, -19.375,
            -5.25, 2.125, 2.5,  0.625, 3.625, -0.75,
            -13.875, 2.125, 10.0,  0.625, 2.5, -7.75,
            -5.5, -1.0, 5.125,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125], hide=True)),
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# Explicit padding on the right and at the top, strides 2 and 3.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 6, 4, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3, 2, 3]), [
        -0.75, 0.0, -0.75,  -0.5, 2.0, 2.0,  2.0, 1.5, 0.25,  1.0, 1.0, 0.5,
        -1.25, 0.25, 0.0,  -1.75, -0.5, -1.5,  -1.25, -0.75, -0.75,  0.0, 0.25, -0.5,
        -1.25, -1.5, 2.0,  0.25, -2.0, 1.25,  -0.25, 1.5, 1.25,  1.0, -2.0, 0.75,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.5, 3.0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
    model = Model("explicit_stride").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 0, 1, 2, 0, 2, 3, 0).To(y)
    example = Example({
        x: [
            2.0, -2.5, -2.0,  -3.0, -4.0, 2.0,  -0.5, 3.0, -2.5,  1.0, -4.0, -0.5,
            -1.5, 3.5, 3.0,  -1.5, 2.0, 2.5,  0.0, 2.0, 0.0,  2.0, -0.5, 0.5,
            -2.0, 4.0, 1.5,  -3.0, 2.5, 4.0,  2.5, -2.0, 0.5,  -4.0, -2.5, 3.0,
            -1.5, 2.5, 1.5,  2.5, -3.5, -0.5,  -1.0, 3.5, 0.5,  3.5, 3.5, -3.5,
            -4.0, 0.5, -4.0,  0.0, 4.0, -3.5,  0.5, 1.5, -2.0,  3.5, -3.0, -2.5,
            -0.5, 2.5, -2.0,  -3.0, -3.0, -1.0,  -3.5, 1.0, 2.5,  -3.5, -3.5, -3.0,
        ],
        y: [-0.375, 2.75, 0.875, 13.125, 11.625, 13.125, -5.875, 9.75],
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }), includeDefault=False)

# A 1x1 filter mixes channels only; three images.
for version in ("V1_0", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3, 5]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 1, 1, 5]), [-1.25, 0.75, -1.25, -0.5, -0.5, -0.75, -2.0, -1.5, 0.25, 2.0])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-2.0, -1.25])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 3, 2]))
    model = Model("pointwise").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 2, 1, 1, 0).To(y)
    example = Example({
        x: [
            2.5, -2.0, 2.5, -3.5, -0.5,  1.5, -3.5, 1.0, -3.0, -1.5,
            0.5, -2.0, -1.5, 3.0, 0.5,  1.5, -0.5, 3.5, -2.5, 2.5,
            -4.0, 0.5, 2.0, -3.5, 3.5,  -1.0, 4.0, -3.5, 0.5, -4.0,
            3.5, 2.5, 4.0, -1.0, 4.0,  1.5, -1.0, 1.0, -0.5, 4.0,
            -3.5, -4.0, -2.0, -3.0, -3.0,  1.0, 2.0, 3.0, -2.0, -1.5,
            -2.0, 3.0, -3.5, 1.0, -1.5,  0.0, 3.0, 0.0, -2.5, -4.0,
            2.0, 3.5, -1.0, 3.0, -2.5,  -2.5, -1.0, -3.0, -1.0, 2.5,
            2.0, 1.5, 1.0, -0.5, -3.5,  -1.0, 3.0, 0.5, -3.5, -1.5,
            -3.0, -2.0, 2.0, -3.5, 1.0,  1.0, -1.5, -3.0, 1.0, 1.0,
        ],
        y: [
            -7.75, -4.75,  -5.5, -0.625,  -4.0, 6.375,  -8.625, -2.25,
            0.875, 3.875,  8.375, -11.125,  -11.0, -7.125,  -7.625, 6.0,
            4.875, 5.625,  -3.75, -14.0,  7.375, -3.25,  3.5, -15.875,
            -0.875, -12.5,  3.375, 11.875,  -2.625, -14.375,  3.375, -11.125,
            -1.0, 3.125,  -1.625, 7.75,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# A 1x1 filter under SAME with strides larger than itself.
x = Input("x", ("TENSOR_FLOAT32", [1, 5, 6, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 1, 1, 2]), [-2.0, -1.75, -2.0, -2.0, -1.25, 0.0])
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [0.25, 1.75, 2.5])
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 3]))
model = Model("pointwise_stride").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, weights, bias, 1, 4, 2, 0).To(y)
example = Example({
    x: [
        -1.0, -2.0,  -2.0, 0.0,  3.5, -3.0,  2.0, -1.5,
        1.0, -4.0,  -4.0, -3.5,  2.5, 2.5,  2.5, 1.0,
        1.5, 0.5,  -1.0, 3.5,  1.0, -0.5,  -4.0, 1.0,
        -3.0, -1.5,  2.5, -4.0,  -2.0, -4.0,  0.5, 2.0,
        -1.0, 2.0,  -2.5, -0.5,  -0.5, 4.0,  2.0, -2.5,
        0.5, 1.0,  1.5, -1.0,  2.0, -1.5,  0.5, 0.5,
        0.0, 1.5,  -4.0, -2.0,  -2.0, 2.0,  1.0, -1.0,
        0.0, -4.0,  1.5, 3.0,
    ],
    y: [
        5.75, 7.75, 3.75,  5.25, 7.75, 1.25,  8.875, 10.75, 6.25,  -1.25, -0.25, 3.75,
        -2.375, -1.25, 2.5,  7.25, 9.75, 2.5,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# Strides larger than the filter skip pixels.
x = Input("x", ("TENSOR_FLOAT32", [1, 7, 9, 1]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 1, 2, 1]), [1.0, 1.25, 1.25, 1.5])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.25, -1.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
model = Model("stride_beyond_filter").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, weights, bias, 2, 4, 3, 0).To(y)
example = Example({
    x: [
        4.0,  -1.5,  2.5,  -1.0,  -1.5,  -3.0,  3.0,  0.0,
        1.0,  2.0,  0.0,  3.5,  2.5,  -2.5,  0.0,  4.0,
        -1.0,  -2.0,  0.0,  0.0,  1.0,  2.5,  2.5,  -3.0,
        -1.5,  2.5,  0.5,  0.0,  0.0,  -3.5,  1.5,  2.0,
        -1.5,  -3.5,  3.5,  -2.0,  -4.0,  2.5,  -4.0,  -0.5,
        0.5,  2.0,  -3.5,  1.0,  -2.0,  0.0,  -1.0,  -2.0,
        2.0,  0.0,  2.5,  -2.5,  -1.0,  -2.0,  -1.0,  -2.5,
        1.0,  -3.5,  -2.5,  -3.0,  -1.5,  -2.5,  1.0,
    ],
    y: [
        0.875, 1.75,  -6.5, -7.375,  -1.25, -1.0,  -1.125, -0.75,
        -5.375, -6.0,  -7.5, -8.625,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# SAME with a filter larger than the image on both axes.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 5, 7, 2]), [
        1.0, -1.5,  0.75, -0.5,  0.5, -0.5,  0.75, 0.5,
        -1.25, 0.75,  -1.75, 0.75,  2.0, 1.0,  1.75, -0.25,
        -1.25, -1.5,  -0.75, -1.0,  1.0, 2.0,  -1.5, -1.75,
        -1.75, -1.5,  -0.75, 0.5,  -2.0, -0.75,  0.0, 1.5,
        1.5, -1.5,  -1.25, 2.0,  0.0, 1.25,  0.25, 0.5,
        0.25, -0.75,  -1.25, -2.0,  -1.0, 0.5,  -1.25, 2.0,
        0.5, -0.5,  -1.0, 1.75,  1.5, 0.75,  0.25, 1.25,
        -1.5, 0.0,  0.5, 1.75,  0.0, -1.0,  1.0, 1.0,
        2.0, -0.75,  -1.75, -0.5,  2.0, 0.25,  -1.25, -0.75,
        1.5, 2.0,  -1.0, 0.0,  -1.0, 0.0,  -1.75, 1.75,
        0.25, 2.0,  2.0, -1.75,  2.0, 0.25,  -1.0, -0.5,
        1.0, 1.75,  -1.25, 1.25,  2.0, 1.5,  0.75, 2.0,
        -1.75, 1.25,  0.0, -1.0,  1.75, 0.75,  0.5, -0.25,
        -2.0, 2.0,  -0.5, 1.75,  1.5, -1.5,  1.25, 1.25,
        -2.0, 1.25,  -0.25, -0.75,  0.0, 1.25,  -0.25, -2.0,
        -1.75, 0.0,  1.5, 0.5,  1.5, -0.75,  1.75, -1.25,
        0.0, -0.25,  1.5, 0.25,  1.0, -0.75,  -0.25, 0.5,
        -1.25, 2.0,  2.0, 0.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-2.25, 0.25])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    model = Model("filter_beyond_image").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 1, 1, 1, 0).To(y)
    example = Example({
        x: [-4.0, -1.5, -1.5, 2.5, 2.0, 1.0, 0.0, -2.0, 0.5, -0.5, 4.0, -2.0],
        y: [
            8.0, 20.0,  -8.875, -1.25,  -10.625, -7.375,  -21.0, 11.5,
            -0.125, -2.875,  -2.875, -6.5,
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
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# A filter that only fits with explicit padding.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 2, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3, 4, 2]), [
    -1.5, 0.25,  -1.75, 2.0,  0.0, -1.25,  -0.25, -1.75,
    1.0, -1.75,  -0.25, 1.25,  -0.75, -2.0,  1.5, 1.0,
    1.0, 0.25,  1.5, -1.25,  -1.25, 0.75,  0.75, -0.5,
    2.0, -1.5,  -0.25, -1.0,  -1.5, -0.5,  1.75, 1.75,
    0.5, 2.0,  0.75, -0.75,  -2.0, 1.75,  -0.5, -1.75,
    -0.25, -0.75,  -2.0, 0.75,  1.0, 0.5,  1.25, -2.0,
    1.0, 1.5,  2.0, 1.5,  1.5, -1.25,  1.0, 1.25,
    -0.25, 0.0,  -0.5, -1.75,  1.5, 2.0,  -0.75, -0.75,
    1.0, -1.25,  -1.0, -0.25,  -1.0, 1.0,  -0.25, -1.25,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-0.75, 2.75, -3.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
model = Model("filter_beyond_image_explicit").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, weights, bias, 1, 2, 2, 1, 1, 1, 0).To(y)
example = Example({
    x: [1.0, -1.0, 3.0, 1.5],
    y: [
        -0.625, 3.75, -5.25,  2.625, -1.625, -4.125,
        -7.5, 0.875, 5.75,  3.125, 2.375, -7.375,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# An image of height 1 with one channel.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 9, 1]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 1, 3, 1]), [-0.5, -0.5, 1.75, 1.0, 0.0, 0.5])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [2.5, -1.5])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 5, 2]))
model = Model("single_row").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, weights, bias, 1, 2, 1, 0).To(y)
example = Example({
    x: [1.5, -1.0, 3.5, -3.5, 0.5, -3.5, -2.0, -3.0, 4.0],
    y: [0.0, -2.0, -4.875, -4.25, -2.125, -6.75, 0.0, -6.5, 2.0, -4.5],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# An image of width 1; the filter is higher than wide.
x = Input("x", ("TENSOR_FLOAT32", [1, 9, 1, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 1, 2]), [0.75, 2.0, -0.75, 1.25, 1.75, -1.0])
bias = Parameter("bias", ("TENSOR_FLOAT32", [1]), [1.25])
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 1, 1]))
model = Model("single_column").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, weights, bias, 2, 1, 2, 0).To(y)
example = Example({
    x: [
        -2.0, -1.0,  -1.0, 0.5,  4.0, -4.0,  3.5, 3.5,
        4.0, -3.5,  3.0, -2.0,  -2.5, -0.5,  -1.5, 0.5,
        -2.0, 3.0,
    ],
    y: [10.125, 8.5, -11.375, -6.375],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# Everything has size 1.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 1, 1, 1]), [-0.25])
bias = Parameter("bias", ("TENSOR_FLOAT32", [1]), [2.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
model = Model("one_pixel").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, weights, bias, 1, 1, 1, 0).To(y)
example = Example({
    x: [3.0],
    y: [1.25],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# Every fused activation; results spread beyond both bounds of each.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 2, 2, 2]), [
        -0.25, 0.0,  1.75, -1.75,  -0.25, -0.75,  1.75, 1.0,
        1.0, 1.25,  1.5, 0.75,  -0.5, -0.75,  -0.75, -1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [2.25, 1.75])
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    model = Model("activation").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 2, 1, 1, act).To(y)
    example = Example({
        x: [
            3.5, -0.5,  -0.5, 3.0,  2.5, 4.0,  -3.0, 2.5,
            3.0, 0.0,  2.5, 3.5,  -3.0, 2.5,  2.0, -1.5,
            -2.5, 1.0,  4.0, 1.0,  -0.5, -4.0,  0.0, -1.0,
        ],
        y: [
            2.375, -1.625,  -6.25, 7.0,  -7.125, 6.625,  7.625, 7.375,
            -14.625, 8.625,  11.25, 8.25,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625], hide=True)),
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddAllActivations(y, act)
    example.DisableLifeTimeVariation()

# Inputs, biases and results that float32 represents and float16 does not.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 2, 2, 2]), [
    1.8320312, -0.11328125,  -1.84375, 0.40234375,
    -0.33984375, 1.515625,  -1.9375, -0.20703125,
    1.7851562, -0.76171875,  -0.42578125, -1.0664062,
    -1.1757812, 1.578125,  1.3203125, 0.74609375,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [2.706028, 0.25509644])
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
model = Model("fine").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, weights, bias, 1, 1, 1, 0).To(y)
Example({
    x: [
        -1.9072266, 0.38867188,  2.227539, -1.6640625,
        -1.2333984, -0.49804688,  3.515625, 3.4921875,
        0.7578125, -1.9667969,  -3.2216797, -0.64453125,
        -2.6777344, 3.3798828,  1.1699219, 3.046875,
        -1.1992188, -0.30859375,  -0.6279297, 2.5263672,
        -1.8154297, 3.0761719,  -2.4863281, 0.86621094,
    ],
    y: [
        -2.471672, -11.348915,  13.655518, 8.3125305,
        -1.4389267, 5.5119057,  12.971493, 7.303749,
        10.631226, 7.143982,  10.096725, -2.8459435,
        6.4035187, -6.494259,  6.6620216, 4.313095,
        2.718193, -4.077408,  5.854328, -5.2977104,
        3.9643135, -5.194008,  -1.9471283, -4.843197,
    ],
}, model=model)

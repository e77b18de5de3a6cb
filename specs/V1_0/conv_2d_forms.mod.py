# CONV_2D: the padding scheme NONE, VALID in both layouts, dilation with explicit padding.
# Expected values: specs/scripts/window_forms.py (the formulas of specs/scripts/conv.py).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# The padding scheme NONE pads nothing.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 2, 3, 2]), [
        1.0, 0.25,  -0.75, -1.0,  1.0, 0.5,  -1.5, 0.0,
        0.25, 0.75,  1.25, -1.75,  1.0, 1.25,  -1.75, 0.0,
        -1.5, 0.25,  2.0, -2.0,  1.75, -0.75,  0.75, -0.25,
        -1.0, 0.5,  0.75, -0.25,  -2.0, 1.0,  -0.75, -1.5,
        0.5, 1.0,  1.75, 1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.5, -2.5, 0.25])
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 3]))
    model = Model("none_valid").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 0, 2, 1, 0).To(y)
    example = Example({
        x: [
            -3.0, -1.0,  -3.0, 0.0,  -3.5, 3.0,  2.5, 1.0,
            -1.0, 4.0,  0.0, 2.5,  -4.0, 0.5,  4.0, 0.0,
            3.5, 3.5,  -0.5, 2.0,  -3.5, 0.0,  0.0, 1.5,
            -3.5, 2.5,  3.0, -2.0,  1.5, -3.5,  -4.0, 0.0,
            2.5, 0.5,  -1.0, 3.5,  -3.5, 4.0,  -3.5, -2.5,
        ],
        y: [
            2.875, -4.875, 12.25,  -9.75, 6.5, 16.75,
            6.25, -9.75, -8.5,  12.375, -6.625, -2.375,
            -6.125, -5.75, 20.25,  1.75, -31.375, -10.25,
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

# VALID in both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 2, 3, 2]), [
        1.0, 0.25,  -0.75, -1.0,  1.0, 0.5,  -1.5, 0.0,
        0.25, 0.75,  1.25, -1.75,  1.0, 1.25,  -1.75, 0.0,
        -1.5, 0.25,  2.0, -2.0,  1.75, -0.75,  0.75, -0.25,
        -1.0, 0.5,  0.75, -0.25,  -2.0, 1.0,  -0.75, -1.5,
        0.5, 1.0,  1.75, 1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.5, -2.5, 0.25])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 3]))
    model = Model("valid_layout").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 2, 2, 1, 0, layout).To(y)
    example = Example({
        x: [
            -3.0, -1.0,  -3.0, 0.0,  -3.5, 3.0,  2.5, 1.0,
            -1.0, 4.0,  0.0, 2.5,  -4.0, 0.5,  4.0, 0.0,
            3.5, 3.5,  -0.5, 2.0,  -3.5, 0.0,  0.0, 1.5,
            -3.5, 2.5,  3.0, -2.0,  1.5, -3.5,  -4.0, 0.0,
            2.5, 0.5,  -1.0, 3.5,  -3.5, 4.0,  -3.5, -2.5,
        ],
        y: [
            2.875, -4.875, 12.25,  -9.75, 6.5, 16.75,
            6.25, -9.75, -8.5,  12.375, -6.625, -2.375,
            -6.125, -5.75, 20.25,  1.75, -31.375, -10.25,
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
        }), DataTypeConverter(name="channel_quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# The padding scheme NONE pads nothing.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 2, 3, 2]), [
        1.0, 0.25,  -0.75, -1.0,  1.0, 0.5,  -1.5, 0.0,
        0.25, 0.75,  1.25, -1.75,  1.0, 1.25,  -1.75, 0.0,
        -1.5, 0.25,  2.0, -2.0,  1.75, -0.75,  0.75, -0.25,
        -1.0, 0.5,  0.75, -0.25,  -2.0, 1.0,  -0.75, -1.5,
        0.5, 1.0,  1.75, 1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.5, -2.5, 0.25])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 3]))
    model = Model("none_valid_layout").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 0, 2, 1, 0, layout).To(y)
    example = Example({
        x: [
            -3.0, -1.0,  -3.0, 0.0,  -3.5, 3.0,  2.5, 1.0,
            -1.0, 4.0,  0.0, 2.5,  -4.0, 0.5,  4.0, 0.0,
            3.5, 3.5,  -0.5, 2.0,  -3.5, 0.0,  0.0, 1.5,
            -3.5, 2.5,  3.0, -2.0,  1.5, -3.5,  -4.0, 0.0,
            2.5, 0.5,  -1.0, 3.5,  -3.5, 4.0,  -3.5, -2.5,
        ],
        y: [
            2.875, -4.875, 12.25,  -9.75, 6.5, 16.75,
            6.25, -9.75, -8.5,  12.375, -6.625, -2.375,
            -6.125, -5.75, 20.25,  1.75, -31.375, -10.25,
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
        }), DataTypeConverter(name="channel_quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Dilation with explicit, uneven padding, all types.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3, 2, 2]), [
        -1.0, -1.5,  1.0, 2.0,  -1.0, -0.75,  2.0, -1.25,
        -0.75, 0.0,  0.25, 0.0,  1.75, 1.5,  1.75, -0.5,
        1.25, -1.5,  -2.0, 1.5,  -1.25, -0.25,  1.25, 0.5,
        -0.75, -0.25,  -0.5, -2.0,  -1.75, -0.25,  2.0, 1.0,
        -0.5, 0.75,  0.5, -1.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-1.5, 0.0, 1.0])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 3]))
    model = Model("dilation_explicit").IntroducedIn(version)
    model.Operation("CONV_2D", x, weights, bias, 1, 3, 0, 2, 1, 1, 0, layout, 3, 2).To(y)
    example = Example({
        x: [
            2.0, -0.5,  1.5, 3.5,  0.0, -1.5,  4.0, 2.5,
            3.0, 1.5,  4.0, -3.0,  -4.0, 0.0,  -3.0, 3.0,
            -3.0, -4.0,  0.5, 3.0,  1.5, 3.5,  2.5, -2.0,
            -2.0, 2.5,  -3.0, -2.5,  3.5, -3.0,  -3.0, 4.0,
            1.5, 3.5,  1.0, 2.0,  1.5, -1.5,  3.0, -1.0,
        ],
        y: [
            -5.5, 4.125, 12.75,  19.375, 3.25, 6.25,
            -11.75, 2.25, -1.625,  -4.5, -7.125, -4.0,
            -12.5, 13.375, -8.75,  5.25, -18.5, 7.0,
            -14.625, 6.5, -5.25,  3.875, 2.5, 4.625,
            1.25, 1.875, -1.375,  -3.0, -10.5, 6.75,
            11.875, -4.375, -5.25,  9.125, -16.75, 8.5,
            -9.0, 3.625, -2.375,  -8.625, 12.0, -3.25,
            -3.25, 6.625, -5.375,
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
        }), DataTypeConverter(name="channel_quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

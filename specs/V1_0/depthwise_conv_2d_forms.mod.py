# DEPTHWISE_CONV_2D: the padding scheme NONE, VALID in both layouts, dilation with explicit
# padding.
# Expected values: specs/scripts/window_forms.py (the formulas of specs/scripts/conv.py).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# The padding scheme NONE pads nothing.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 3, 4]), [
        1.0, 0.25, -0.75, -1.0,  1.0, 0.5, -1.5, 0.0,
        0.25, 0.75, 1.25, -1.75,  1.0, 1.25, -1.75, 0.0,
        -1.5, 0.25, 2.0, -2.0,  1.75, -0.75, 0.75, -0.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [1.75, -2.25, -0.5, -1.75])
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 4]))
    model = Model("none_valid").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 0, 2, 1, 2, 0).To(y)
    example = Example({
        x: [
            -3.0, -1.0,  -3.0, 0.0,  -3.5, 3.0,  2.5, 1.0,
            -1.0, 4.0,  0.0, 2.5,  -4.0, 0.5,  4.0, 0.0,
            3.5, 3.5,  -0.5, 2.0,  -3.5, 0.0,  0.0, 1.5,
            -3.5, 2.5,  3.0, -2.0,  1.5, -3.5,  -4.0, 0.0,
            2.5, 0.5,  -1.0, 3.5,  -3.5, 4.0,  -3.5, -2.5,
        ],
        y: [
            7.875, -11.125, 0.625, -7.0,  -1.625, 3.625, 9.25, -19.25,
            -10.875, -3.0, 1.75, -7.875,  3.75, -4.625, -14.25, -0.375,
            -12.125, -9.375, 4.0, -8.0,  -0.25, 0.0, -3.75, -5.5,
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

# VALID in both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 3, 4]), [
        1.0, 0.25, -0.75, -1.0,  1.0, 0.5, -1.5, 0.0,
        0.25, 0.75, 1.25, -1.75,  1.0, 1.25, -1.75, 0.0,
        -1.5, 0.25, 2.0, -2.0,  1.75, -0.75, 0.75, -0.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [1.75, -2.25, -0.5, -1.75])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 4]))
    model = Model("valid_layout").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 2, 1, 2, 0, layout).To(y)
    example = Example({
        x: [
            -3.0, -1.0,  -3.0, 0.0,  -3.5, 3.0,  2.5, 1.0,
            -1.0, 4.0,  0.0, 2.5,  -4.0, 0.5,  4.0, 0.0,
            3.5, 3.5,  -0.5, 2.0,  -3.5, 0.0,  0.0, 1.5,
            -3.5, 2.5,  3.0, -2.0,  1.5, -3.5,  -4.0, 0.0,
            2.5, 0.5,  -1.0, 3.5,  -3.5, 4.0,  -3.5, -2.5,
        ],
        y: [
            7.875, -11.125, 0.625, -7.0,  -1.625, 3.625, 9.25, -19.25,
            -10.875, -3.0, 1.75, -7.875,  3.75, -4.625, -14.25, -0.375,
            -12.125, -9.375, 4.0, -8.0,  -0.25, 0.0, -3.75, -5.5,
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

# The padding scheme NONE pads nothing.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 2, 3, 4]), [
        1.0, 0.25, -0.75, -1.0,  1.0, 0.5, -1.5, 0.0,
        0.25, 0.75, 1.25, -1.75,  1.0, 1.25, -1.75, 0.0,
        -1.5, 0.25, 2.0, -2.0,  1.75, -0.75, 0.75, -0.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [1.75, -2.25, -0.5, -1.75])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 4]))
    model = Model("none_valid_layout").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 0, 2, 1, 2, 0, layout).To(y)
    example = Example({
        x: [
            -3.0, -1.0,  -3.0, 0.0,  -3.5, 3.0,  2.5, 1.0,
            -1.0, 4.0,  0.0, 2.5,  -4.0, 0.5,  4.0, 0.0,
            3.5, 3.5,  -0.5, 2.0,  -3.5, 0.0,  0.0, 1.5,
            -3.5, 2.5,  3.0, -2.0,  1.5, -3.5,  -4.0, 0.0,
            2.5, 0.5,  -1.0, 3.5,  -3.5, 4.0,  -3.5, -2.5,
        ],
        y: [
            7.875, -11.125, 0.625, -7.0,  -1.625, 3.625, 9.25, -19.25,
            -10.875, -3.0, 1.75, -7.875,  3.75, -4.625, -14.25, -0.375,
            -12.125, -9.375, 4.0, -8.0,  -0.25, 0.0, -3.75, -5.5,
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

# Dilation with explicit, uneven padding, all types.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 2, 4]), [
        -1.0, -1.5, 1.0, 2.0,  -1.0, -0.75, 2.0, -1.25,
        -0.75, 0.0, 0.25, 0.0,  1.75, 1.5, 1.75, -0.5,
        1.25, -1.5, -2.0, 1.5,  -1.25, -0.25, 1.25, 0.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-1.0, 2.25, -1.5, 1.75])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 4]))
    model = Model("dilation_explicit").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 3, 0, 2, 1, 1, 2, 0, layout, 3, 2).To(y)
    example = Example({
        x: [
            2.0, -0.5,  1.5, 3.5,  0.0, -1.5,  4.0, 2.5,
            3.0, 1.5,  4.0, -3.0,  -4.0, 0.0,  -3.0, 3.0,
            -3.0, -4.0,  0.5, 3.0,  1.5, 3.5,  2.5, -2.0,
            -2.0, 2.5,  -3.0, -2.5,  3.5, -3.0,  -3.0, 4.0,
            1.5, 3.5,  1.0, 2.0,  1.5, -1.5,  3.0, -1.0,
        ],
        y: [
            -0.25, 4.125, -0.25, 1.125,  -2.25, -3.0, -9.75, 3.375,
            -1.625, -1.5, -1.25, 11.75,  -0.25, 0.0, 0.875, -3.5,
            -3.125, -8.25, 2.5, 5.25,  9.125, 10.5, -6.75, 3.25,
            -4.75, -4.5, 13.625, -1.0,  -2.75, -3.75, -5.125, -4.25,
            0.375, 8.25, -2.25, 1.75,  4.25, 6.75, 2.5, 7.75,
            0.125, 3.375, 2.875, -1.875,  3.625, 9.375, -10.375, -3.25,
            -2.25, 1.5, 2.0, 7.75,  -3.625, 0.0, 1.625, 8.75,
            -5.75, -1.5, -3.75, -2.25,
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

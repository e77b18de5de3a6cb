# GROUPED_CONV_2D: the padding scheme NONE, VALID in both layouts.
# Expected values: specs/scripts/window_forms.py (the formulas of
# specs/scripts/conv_groups_transpose.py).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# VALID in both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 4]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 2, 3, 2]), [
        0.75, -1.25,  -1.5, -2.0,  -1.25, 1.75,  0.0, 1.5,
        -0.75, 1.25,  -1.5, 1.75,  1.25, 0.25,  2.0, 0.25,
        -0.75, -0.5,  0.75, 0.5,  0.25, 2.0,  -0.75, -0.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.5, -2.0])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    model = Model("valid_layout").IntroducedIn(version)
    model.Operation("GROUPED_CONV_2D", x, weights, bias, 2, 2, 1, 2, 0, layout).To(y)
    example = Example({
        x: [
            -1.5, -0.5, -2.5, 3.0,  3.5, -2.0, 1.0, 0.0,
            2.5, -1.0, -0.5, 4.0,  -4.0, 3.5, 3.0, -2.0,
            3.0, 1.5, 2.0, 4.0,  -2.5, 2.5, 0.5, 2.5,
            0.0, -2.5, 4.0, -3.0,  1.0, -2.5, -2.0, 4.0,
            -3.5, -2.0, -1.0, 0.5,  2.0, -3.0, -3.0, 1.0,
            -2.5, -2.0, -3.0, -3.0,  3.0, -4.0, 2.5, 3.5,
            0.5, -2.0, 2.0, -0.5,  -4.0, -1.0, 2.0, -2.5,
            -1.0, 1.5, 0.0, -3.0,  0.0, 1.0, -1.0, -1.5,
            -1.5, 2.5, -3.0, 0.5,  1.5, 1.5, 1.0, -2.0,
            1.5, -3.5, -1.5, -2.5,  -2.5, 1.0, -1.5, -1.5,
        ],
        y: [
            -13.375, -6.875,  -12.375, 3.625,  -21.625, 8.5,  6.75, -6.125,
            4.625, -3.375,  15.5, 1.125,
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

# The padding scheme NONE pads nothing.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 4]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 2, 3, 2]), [
        0.75, -1.25,  -1.5, -2.0,  -1.25, 1.75,  0.0, 1.5,
        -0.75, 1.25,  -1.5, 1.75,  1.25, 0.25,  2.0, 0.25,
        -0.75, -0.5,  0.75, 0.5,  0.25, 2.0,  -0.75, -0.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.5, -2.0])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    model = Model("none_valid_layout").IntroducedIn(version)
    model.Operation("GROUPED_CONV_2D", x, weights, bias, 0, 2, 1, 2, 0, layout).To(y)
    example = Example({
        x: [
            -1.5, -0.5, -2.5, 3.0,  3.5, -2.0, 1.0, 0.0,
            2.5, -1.0, -0.5, 4.0,  -4.0, 3.5, 3.0, -2.0,
            3.0, 1.5, 2.0, 4.0,  -2.5, 2.5, 0.5, 2.5,
            0.0, -2.5, 4.0, -3.0,  1.0, -2.5, -2.0, 4.0,
            -3.5, -2.0, -1.0, 0.5,  2.0, -3.0, -3.0, 1.0,
            -2.5, -2.0, -3.0, -3.0,  3.0, -4.0, 2.5, 3.5,
            0.5, -2.0, 2.0, -0.5,  -4.0, -1.0, 2.0, -2.5,
            -1.0, 1.5, 0.0, -3.0,  0.0, 1.0, -1.0, -1.5,
            -1.5, 2.5, -3.0, 0.5,  1.5, 1.5, 1.0, -2.0,
            1.5, -3.5, -1.5, -2.5,  -2.5, 1.0, -1.5, -1.5,
        ],
        y: [
            -13.375, -6.875,  -12.375, 3.625,  -21.625, 8.5,  6.75, -6.125,
            4.625, -3.375,  15.5, 1.125,
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

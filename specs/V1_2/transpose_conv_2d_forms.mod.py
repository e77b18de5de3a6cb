# TRANSPOSE_CONV_2D: the padding scheme NONE, VALID in both layouts.
# Expected values: specs/scripts/window_forms.py (the formulas of
# specs/scripts/conv_groups_transpose.py).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# VALID in both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3, 2, 2]), [
        -0.25, 1.5,  -2.0, 0.75,  -1.75, -0.5,  1.5, -1.75,
        -1.0, 0.5,  1.5, -0.75,  -1.5, -1.25,  1.0, -1.75,
        -0.5, -1.25,  1.75, 2.0,  0.0, -1.5,  0.5, -0.5,
        1.0, 0.0,  -0.25, -0.75,  -1.25, 1.5,  -2.0, -0.5,
        -0.25, -1.5,  0.5, 0.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-2.5, 1.0, 2.0])
    shape = Int32Vector("shape", [1, 4, 6, 3])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 4, 6, 3]))
    model = Model("valid_layout").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 2, 2, 1, 0, layout).To(y)
    example = Example({
        x: [-1.0, 0.0, 1.5, -2.0, -1.5, 2.5, -2.5, -2.0, 2.0, -3.5, 3.5, 2.5],
        y: [
            -2.25, 2.5, 1.0,  -0.5, 0.0, 2.25,
            -5.875, 1.25, 3.5,  -7.0, 6.0, 3.125,
            1.625, 0.125, 0.5,  2.375, -4.875, 0.5,
            -3.125, 7.75, 0.75,  -0.5, 0.25, 6.125,
            -9.875, 4.125, -0.875,  -3.375, 7.75, 2.125,
            1.75, -9.75, 11.125,  -14.25, 2.5, 1.0,
            3.875, 4.75, 2.375,  -4.25, -7.875, 7.5,
            -6.75, 7.375, -3.125,  10.375, -0.75, -0.5,
            -7.125, -7.625, -2.0,  -5.75, 10.125, -5.75,
            -1.0, 4.0, 5.625,  -4.75, 0.75, -0.25,
            -6.25, 6.25, 6.75,  3.125, 3.75, 1.25,
            -4.75, -2.75, -2.625,  0.875, 1.5, 5.0,
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
    example.AddNchw(x, y, shape, layout)

# The padding scheme NONE pads nothing.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3, 2, 2]), [
        -0.25, 1.5,  -2.0, 0.75,  -1.75, -0.5,  1.5, -1.75,
        -1.0, 0.5,  1.5, -0.75,  -1.5, -1.25,  1.0, -1.75,
        -0.5, -1.25,  1.75, 2.0,  0.0, -1.5,  0.5, -0.5,
        1.0, 0.0,  -0.25, -0.75,  -1.25, 1.5,  -2.0, -0.5,
        -0.25, -1.5,  0.5, 0.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-2.5, 1.0, 2.0])
    shape = Int32Vector("shape", [1, 4, 6, 3])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 4, 6, 3]))
    model = Model("none_valid_layout").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 0, 2, 1, 0, layout).To(y)
    example = Example({
        x: [-1.0, 0.0, 1.5, -2.0, -1.5, 2.5, -2.5, -2.0, 2.0, -3.5, 3.5, 2.5],
        y: [
            -2.25, 2.5, 1.0,  -0.5, 0.0, 2.25,
            -5.875, 1.25, 3.5,  -7.0, 6.0, 3.125,
            1.625, 0.125, 0.5,  2.375, -4.875, 0.5,
            -3.125, 7.75, 0.75,  -0.5, 0.25, 6.125,
            -9.875, 4.125, -0.875,  -3.375, 7.75, 2.125,
            1.75, -9.75, 11.125,  -14.25, 2.5, 1.0,
            3.875, 4.75, 2.375,  -4.25, -7.875, 7.5,
            -6.75, 7.375, -3.125,  10.375, -0.75, -0.5,
            -7.125, -7.625, -2.0,  -5.75, 10.125, -5.75,
            -1.0, 4.0, 5.625,  -4.75, 0.75, -0.25,
            -6.25, 6.25, 6.75,  3.125, 3.75, 1.25,
            -4.75, -2.75, -2.625,  0.875, 1.5, 5.0,
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
    example.AddNchw(x, y, shape, layout)

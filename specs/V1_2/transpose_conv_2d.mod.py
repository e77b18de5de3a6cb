# TRANSPOSE_CONV_2D: padding schemes and forms, output sizes, strides, layouts, every fused
# activation, every data type.
# Expected values: specs/scripts/conv_groups_transpose.py, sums in exact fractions in plain
# loops (rounded half away from zero where quantized); checked against PyTorch and LiteRT's
# reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Explicit padding, different on all four sides, removed from the output; strides 2 and 1; both
# layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3, 4, 2]), [
        -0.25, -1.0,  -0.5, 0.75,  1.5, -1.0,  -0.5, -0.75,
        -2.0, 0.75,  1.75, -0.5,  1.0, -1.0,  -0.75, 0.75,
        1.75, -1.5,  -0.25, 1.0,  -2.0, -0.5,  -0.75, 0.0,
        1.25, 0.25,  0.25, -2.0,  -1.0, 0.5,  -1.25, -0.75,
        -1.5, 2.0,  -1.0, 0.75,  -1.0, 1.75,  -0.5, -0.75,
        1.75, -0.75,  -0.5, 1.75,  -0.25, -0.75,  -1.75, -1.75,
        -2.0, 1.0,  -1.5, 1.25,  0.0, 0.75,  -1.5, 1.0,
        -1.5, -1.75,  0.5, 0.5,  -0.5, -1.25,  -0.75, 0.75,
        -1.75, -0.25,  1.0, -0.5,  -1.25, 1.5,  -0.5, -1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-2.0, -0.75, 1.0])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 4, 7, 3]))
    model = Model("explicit").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 1, 2, 0, 1, 2, 1, 0, layout).To(y)
    example = Example({
        x: [
            0.5, 2.5,  -2.0, -2.0,  -1.5, 3.0,  2.0, 0.0,
            1.5, -3.0,  2.5, 3.5,  1.0, -0.5,  0.0, 2.0,
            3.0, -2.0,  -4.0, -4.0,  -2.0, -1.0,  3.0, 2.0,
        ],
        y: [
            -0.375, -5.625, 3.375,  -1.25, -3.0, 4.875,
            -4.625, 0.25, 3.25,  -5.625, -0.875, 5.5,
            3.5, -3.125, 8.0,  -7.75, 4.75, -0.75,
            -4.5, -0.625, 3.25,  -5.375, 7.0, -3.5,
            -0.375, 3.125, 0.375,  -0.125, -8.375, -4.125,
            3.75, 6.375, 1.625,  -10.875, 1.0, -0.625,
            -10.5, 2.25, -3.375,  6.25, -9.125, 5.875,
            1.5, 4.375, -7.5,  8.875, -18.25, 3.75,
            -5.625, -2.125, -9.25,  -8.0, -3.25, -3.875,
            10.875, 16.5, 6.25,  1.25, 8.75, -4.25,
            -1.75, -3.0, -0.125,  0.875, -11.25, 4.5,
            5.625, -5.625, 3.375,  -9.0, 7.75, -3.0,
            -3.0, -3.875, 13.25,  -7.625, -6.375, -4.875,
            -12.25, -2.375, -7.25,  4.25, 2.125, 3.375,
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
        example.AddUnknownShapes()
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

# SAME, both layouts; the odd element is removed at the end.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 4, 3, 2]), [
        0.75, -1.25,  -1.5, 0.25,  0.25, -1.0,  0.0, 1.25,
        -0.25, 0.25,  0.75, -1.25,  -0.75, 0.75,  0.5, 1.75,
        1.75, -1.0,  1.5, 2.0,  0.5, -1.75,  -1.5, -1.25,
        -2.0, 1.75,  1.25, -0.25,  -0.5, 0.75,  2.0, -1.5,
        1.25, 0.25,  1.0, 0.0,  0.0, -2.0,  2.0, -2.0,
        2.0, 0.5,  -1.75, -0.25,  0.25, 0.25,  0.75, 0.75,
        1.25, -1.25,  1.5, -1.0,  -0.5, -1.25,  -0.75, 1.0,
        -1.0, 0.5,  0.25, -2.0,  1.25, 1.25,  -1.5, -0.75,
        -0.75, -0.5,  1.0, 1.25,  -1.75, 1.0,  1.0, -1.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-0.75, 0.25, 0.5])
    shape = Int32Vector("shape", [1, 6, 8, 3])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 6, 8, 3]))
    model = Model("same").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 1, 2, 2, 0, layout).To(y)
    example = Example({
        x: [
            -3.0, 2.5,  2.5, 1.5,  2.0, -1.5,  -1.5, -2.5,
            1.0, 3.0,  -2.0, 2.0,  -3.5, -1.0,  1.5, -3.0,
            -3.5, -1.0,  -2.5, -3.0,  -2.0, -2.5,  1.0, -1.5,
        ],
        y: [
            2.375, -9.5, 5.25,  0.625, -2.875, 4.75,
            -4.25, 0.0, -5.625,  -1.0, 3.75, -1.25,
            -2.625, 9.0, -4.875,  -1.625, 2.375, -2.25,
            -0.5, 3.0, 2.625,  -1.0, -2.25, 0.75,
            0.375, -1.5, -2.625,  1.375, -10.25, 1.625,
            -16.0, 1.75, -2.75,  6.625, -0.75, -9.375,
            -4.375, 16.75, -6.125,  2.625, 3.125, -5.625,
            8.5, 1.25, 3.375,  -8.875, 4.875, 9.875,
            3.5, 2.375, 2.875,  -6.125, 2.125, 8.75,
            6.875, -10.875, -4.125,  -1.125, -0.75, 0.625,
            -11.625, -7.375, -2.0,  3.5, -4.25, -1.5,
            -14.25, 7.875, -2.875,  1.75, 0.375, -2.375,
            -0.625, -0.5, 2.375,  10.0, -7.875, -7.5,
            3.0, 0.5, 1.875,  4.75, -10.125, 1.25,
            -0.375, -2.125, 1.0,  -1.875, -6.625, 6.0,
            -4.625, -6.75, 9.0,  -7.125, 10.875, 3.5,
            5.5, -7.75, 6.875,  -4.875, -3.375, 4.75,
            -10.125, 2.25, -2.5,  -5.375, -3.625, 7.0,
            -8.75, 3.875, -4.875,  -0.875, -4.0, 6.375,
            1.75, -2.75, -1.5,  4.625, 0.75, -6.875,
            1.125, 2.25, -5.125,  -4.25, -4.75, 6.5,
            -6.25, -1.25, -3.25,  -7.25, 1.25, 6.5,
            -2.5, -1.25, -1.75,  -6.125, 1.25, 5.375,
            -3.625, -2.0, 2.625,  -2.875, 5.25, 0.125,
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
        example.AddUnknownShapes()
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

# SAME with odd output sizes, one less on each axis, which have the same input size.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 4, 3, 2]), [
        -0.75, 0.75,  0.0, 0.0,  -0.75, -0.75,  0.5, 1.25,
        -0.75, 2.0,  1.75, -2.0,  -0.5, 0.0,  1.75, -1.75,
        -0.5, 1.5,  1.0, -1.25,  -1.5, -1.0,  2.0, 1.75,
        -1.0, 1.0,  0.25, 1.5,  0.25, -1.25,  1.25, 2.0,
        -0.5, 0.5,  -1.0, 1.25,  1.25, -1.25,  0.5, -1.25,
        -2.0, -0.25,  1.5, -2.0,  -1.5, -1.0,  -0.75, -1.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-2.0, -2.0])
    shape = Int32Vector("shape", [1, 5, 7, 2])
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 7, 2]))
    model = Model("same_odd").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 1, 2, 2, 0, False).To(y)
    example = Example({
        x: [
            -2.5, 2.5,  -1.5, 0.5,  -3.0, -2.0,  0.0, 3.5,
            1.0, 0.5,  -2.5, -3.5,  -4.0, -1.5,  -0.5, 0.0,
            2.5, -4.0,  3.0, -2.0,  3.0, -3.5,  3.5, 3.0,
        ],
        y: [
            4.875, 0.5,  -11.5, 2.75,  0.125, -1.0,  -9.625, -7.625,
            -3.75, -1.5,  1.125, 5.5,  5.0, -0.25,  -10.75, -5.375,
            1.875, -1.5,  -5.5, -9.25,  7.375, 5.875,  -3.75, -4.25,
            1.0, 1.5,  -8.125, -6.5,  -0.5, -1.0,  -9.625, -16.375,
            -5.375, -0.75,  -5.875, -11.75,  4.5, 5.75,  -20.125, -3.25,
            -5.125, -5.25,  -1.125, -7.5,  -3.125, -2.25,  -0.25, -1.125,
            -9.625, -2.5,  -6.375, -6.625,  -2.0, 10.375,  -2.875, 3.125,
            -13.875, -7.25,  14.125, -7.75,  -1.0, 2.75,  -8.875, -8.375,
            -3.75, 2.25,  4.625, 4.75,  2.125, -1.5,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# SAME with strides larger than the filter: what no filter reaches holds the bias, at the end
# too.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 1, 2, 2]), [-2.0, 1.0, 0.5, 1.75, 0.0, -1.25, -2.0, 1.5])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [2.25, -1.75])
    shape = Int32Vector("shape", [1, 8, 9, 2])
    y = Output("y", ("TENSOR_FLOAT32", [1, 8, 9, 2]))
    model = Model("same_stride_beyond_filter").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 1, 3, 4, 0, False).To(y)
    example = Example({
        x: [2.5, 3.0, 3.0, 4.0, 0.5, 2.5, -3.5, -3.0, 0.5, -2.0, 1.5, 3.5],
        y: [
            0.25, -5.5,  8.75, -2.25,  2.25, -1.75,  0.25, -6.75,
            10.75, -1.75,  2.25, -1.75,  3.75, -4.875,  6.875, 1.0,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            6.25, 2.0,  -4.75, 0.75,  2.25, -1.75,  -0.75, 0.75,
            -1.0, -5.75,  2.25, -1.75,  2.75, -6.125,  9.125, 0.5,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
            2.25, -1.75,  2.25, -1.75,  2.25, -1.75,  2.25, -1.75,
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
        }), includeDefault=False)

# VALID with two images: the whole output.
x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 2, 3, 2]), [
    1.0, 0.25,  -1.75, -0.5,  -1.0, -0.25,  -0.5, -0.75,
    -1.5, 0.75,  1.5, -1.75,  -2.0, 0.75,  2.0, 0.25,
    -0.75, 2.0,  0.25, 0.75,  -0.75, -1.75,  0.5, -0.75,
    1.0, 1.5,  0.25, -1.5,  1.5, 1.25,  1.5, 0.75,
    -1.5, 1.0,  1.25, -0.25,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-3.0, -2.5, -3.0])
shape = Int32Vector("shape", [2, 4, 5, 3])
y = Output("y", ("TENSOR_FLOAT32", [2, 4, 5, 3]))
model = Model("valid_batches").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 2, 1, 2, 0, False).To(y)
example = Example({
    x: [
        3.0, 3.0,  -1.5, -1.0,  4.0, 2.0,  2.0, 3.0,
        -4.0, 4.0,  -3.0, 2.0,  -4.0, 1.5,  -1.5, -1.5,
        1.5, 3.0,  -2.5, 3.5,  4.0, -1.5,  4.0, 3.5,
    ],
    y: [
        0.75, -6.25, 4.5,  -11.5, 6.5, -9.75,
        0.875, -8.5, 13.375,  -9.25, 5.125, -8.5,
        -7.5, -1.5, 5.5,  -6.75, 0.5, 3.75,
        -3.75, -11.125, -7.5,  -5.75, 2.125, 8.75,
        -8.0, -9.0, -8.625,  -0.5, -2.0, 1.5,
        -0.25, -4.25, 3.5,  -11.0, 13.25, -5.0,
        -3.25, 2.5, -3.25,  4.25, 3.0, -7.75,
        -0.5, 3.75, -5.0,  -6.25, 0.25, 2.25,
        -4.75, -7.25, -6.0,  3.75, -7.0, 5.75,
        -10.0, -8.75, -2.5,  -11.0, -5.5, -7.25,
        -6.625, 6.625, -4.75,  1.375, -8.25, -10.0,
        6.25, -0.625, 0.75,  -5.25, -0.625, -11.25,
        -5.25, 2.375, 3.0,  -2.125, -2.375, -7.875,
        6.0, -3.625, 1.125,  -13.5, 0.75, -3.125,
        -2.625, -8.5, -3.75,  -6.0, -4.0, -1.875,
        -4.625, 5.125, -0.25,  3.25, -15.75, -7.125,
        -2.75, 8.625, 10.125,  -15.375, 0.375, -3.125,
        -7.875, 1.5, 7.375,  -4.375, -0.5, -4.125,
        2.5, -6.875, 9.125,  -24.625, -3.125, -5.875,
        2.25, -8.5, -0.125,  -3.125, -3.125, 1.125,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}), "float16")

# The padding scheme NONE removes nothing.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3, 2, 1]), [-0.25, -1.25, 1.75, -2.0, 2.0, 0.75, 0.5, 0.25, -2.0, 0.5, 0.0, 0.75])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.0, 1.0])
shape = Int32Vector("shape", [1, 5, 4, 2])
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 2]))
model = Model("none").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 0, 2, 2, 0, False).To(y)
Example({
    x: [-0.5, 3.5, 3.0, -1.5],
    y: [
        -0.875, 0.75,  -0.375, 0.875,  -1.875, 2.75,  -5.375, 1.875,
        -1.875, 2.0,  0.0, 0.75,  5.125, -6.0,  -8.0, 2.75,
        -2.75, 2.5,  -5.125, 1.375,  6.375, 0.25,  3.5, 3.25,
        4.25, -5.0,  -7.0, 2.5,  -3.625, 4.0,  2.0, 0.25,
        5.0, 1.0,  1.25, 3.25,  -4.0, 1.0,  -2.125, -0.125,
    ],
}, model=model)

# Explicit zero padding and strides larger than the filter.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 2, 1]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 1, 2, 1]), [0.0, 1.25, 2.0, 1.5])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.5, 2.0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 2]))
    model = Model("stride_beyond_filter").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 0, 0, 0, 0, 3, 2, 0, False).To(y)
    example = Example({
        x: [-4.0, 3.5, -1.0, 2.0, 3.0, -3.0],
        y: [
            -1.5, -6.0,  -6.5, -4.0,  -1.5, 2.0,  -1.5, 9.0,
            2.875, 7.25,  -1.5, 2.0,  -1.5, 2.0,  -1.5, 2.0,
            -1.5, 2.0,  -1.5, 2.0,  -1.5, 0.0,  -2.75, 0.5,
            -1.5, 2.0,  -1.5, 6.0,  1.0, 5.0,  -1.5, 2.0,
            -1.5, 2.0,  -1.5, 2.0,  -1.5, 2.0,  -1.5, 2.0,
            -1.5, 8.0,  2.25, 6.5,  -1.5, 2.0,  -1.5, -4.0,
            -5.25, -2.5,
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

# A 1x1 filter mixes channels only.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 5]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 1, 1, 5]), [
        -1.25, 1.25, 1.5, 1.0, 0.5,
        0.25, 0.75, -1.25, 1.75, 0.75,
        -0.75, -1.0, -1.0, -0.75, -2.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [0.75, 0.0, -1.5])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("pointwise").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 0, 0, 0, 0, 1, 1, 0, False).To(y)
    example = Example({
        x: [
            -3.5, 4.0, 3.5, 1.0, -2.0,  1.5, -3.0, 0.0, 3.5, 0.5,
            0.5, 2.0, -0.5, 4.0, -0.5,  -0.5, -1.5, -1.5, -3.0, -2.0,
            -3.0, -0.5, -2.0, 0.0, 2.5,  -0.5, 4.0, 2.0, 4.0, 0.5,
        ],
        y: [
            15.375, -2.0, -3.125,  -1.125, 4.625, -3.25,
            5.625, 8.875, -5.375,  -6.75, -6.125, 8.125,
            2.125, 3.25, -1.75,  13.625, 7.75, -11.125,
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
            weights: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.125, 0.25])),
            bias: ("TENSOR_INT32", 0.0, 0, SymmPerChannelQuantParams(channelDim=0, scales=[0.125, 0.0625, 0.125], hide=True)),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.375, -8),
        }), includeDefault=False)

# A single pixel gives one filter, of which padding leaves the middle.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 5, 2]), [
    -0.25, -2.0,  0.75, 0.5,  -1.0, 0.75,  -0.5, -1.0,
    0.25, 0.25,  -0.25, 1.75,  -1.5, 1.5,  -2.0, -0.25,
    -0.75, 1.5,  0.75, -0.75,  -2.0, 0.25,  -0.25, -0.5,
    -0.75, 0.75,  1.0, 0.25,  1.5, 1.25,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [1]), [1.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2, 1]))
model = Model("one_pixel").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 1, 2, 1, 1, 2, 2, 0, False).To(y)
example = Example({
    x: [1.5, 4.0],
    y: [4.75, -3.0],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
    weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
    bias: ("TENSOR_INT32", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.375, 120),
}))

# A filter of size 5 with stride 1: up to 25 filters overlap.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 5, 1]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 5, 5, 1]), [
        1.25,  -1.75,  0.5,  -0.25,  0.5,  2.0,  1.0,  -1.5,
        -2.0,  0.25,  -1.25,  -0.75,  -0.5,  2.0,  -1.75,  -1.0,
        -0.25,  -1.75,  -1.0,  -1.5,  0.0,  0.75,  -0.25,  -0.25,
        -0.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [1]), [-1.25])
    shape = Int32Vector("shape", [1, 5, 5, 1])
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 1]))
    model = Model("overlaps").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 1, 1, 1, 0, False).To(y)
    example = Example({
        x: [
            2.0,  -4.0,  3.5,  3.5,  -3.5,  -3.5,  3.5,  -1.0,
            -1.0,  4.0,  -4.0,  3.5,  -0.5,  -1.5,  -1.5,  -2.0,
            -2.0,  -3.5,  0.0,  4.0,  2.0,  -2.5,  -1.5,  -3.5,
            1.5,
        ],
        y: [
            -5.625,  -1.75,  -14.5,  25.75,  -3.5,  -0.25,  -2.5,  -3.375,
            -19.125,  -0.75,  -1.0,  -7.0,  43.125,  -7.125,  -14.875,  7.25,
            -11.625,  7.875,  1.375,  11.875,  12.625,  15.625,  -1.0,  3.875,
            -7.125,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 121),
            weights: ("TENSOR_QUANT8_ASYMM", 0.25, 131),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 1.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -7),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 3),
            bias: ("TENSOR_INT32", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.125, -8),
        }), includeDefault=False)

# Every fused activation; results spread beyond both bounds of each.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        1.75, -1.25,  0.25, 0.5,  2.0, 1.25,  0.5, -2.0,
        -1.0, 0.25,  -1.75, 0.5,  1.5, 1.25,  -0.25, 0.25,
        -1.25, 0.75,  0.5, -1.0,  -2.0, -0.5,  1.25, -2.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.75, 0.0, -1.0])
    shape = Int32Vector("shape", [1, 3, 4, 3])
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    model = Model("activation").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 2, 1, 1, act, False).To(y)
    example = Example({
        x: [-1.5, -4.0, -0.5, -1.5, 0.0, -3.5, 0.5, -3.0, -1.5, 1.5, 0.0, 2.0],
        y: [
            4.125, 0.5, -2.125,  0.375, 0.75, 1.75,
            5.25, -0.75, -2.375,  0.0, -1.75, 2.5,
            -1.625, -8.5, 1.125,  0.25, -3.75, 13.125,
            -2.0, -0.75, 2.375,  9.75, 0.125, 4.0,
            -1.0, -3.0, -0.5,  6.875, -1.25, 7.875,
            0.5, 3.25, -6.875,  -2.25, 0.5, -5.0,
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
    example.AddAllActivations(y, act)
    example.DisableLifeTimeVariation()

# Inputs, biases and results that float32 represents and float16 does not.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 2, 2, 2]), [
    -1.9609375, 0.8125,  0.9140625, -0.52734375,
    0.7734375, -0.515625,  0.20703125, 0.90625,
    -1.96875, -1.5703125,  -1.8085938, -0.15625,
    -0.54296875, 0.55859375,  -1.5234375, 0.23046875,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-0.101566315, -1.3068085])
shape = Int32Vector("shape", [1, 4, 6, 2])
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
model = Model("fine").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 2, 2, 2, 0, False).To(y)
Example({
    x: [
        -0.038085938, 3.6269531,  1.1181641, -0.23730469,
        -2.15625, -3.2626953,  -1.640625, -0.8046875,
        -0.030273438, -2.1816406,  -2.6728516, 0.875,
    ],
    y: [
        2.9200172, -6.9272766,  -2.0490303, -1.8046379,
        -2.4870262, -3.1355515,  1.0456467, -3.2920341,
        1.4757652, 8.06176,  -0.3519516, 3.102768,
        -2.001171, 0.73986435,  3.177475, -0.41288757,
        0.88562393, -2.0464935,  -0.085128784, -3.0649529,
        -0.08696365, -1.9585533,  -3.504795, 1.2261543,
        2.4617882, 3.1867828,  -1.1768532, 1.7861481,
        -1.814785, 2.17865,  1.0212364, -0.9111748,
        5.850666, 2.5813446,  -3.0061455, 3.3905754,
        -0.9555702, -0.8654938,  -1.170475, 1.0071259,
        0.9999275, -2.5090218,  -2.0849457, -1.7634888,
        -2.6200218, 0.63323593,  0.13803864, 2.966774,
    ],
}, model=model)

# Results beyond both ends of the output's range.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 4], 0.5, 128))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [2, 3, 2, 4], 0.25, 120), [
    240, 65, 124, 230,  68, 130, 45, 41,  51, 23, 99, 249,  84, 33, 107, 127,
    165, 66, 134, 180,  57, 85, 162, 122,  120, 120, 16, 31,  15, 216, 79, 33,
    29, 110, 209, 172,  77, 68, 105, 40,  195, 227, 186, 165,  235, 116, 8, 47,
])
bias = Parameter("bias", ("TENSOR_INT32", [2], 0.125), [3, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 5, 8, 2], 2.3, 100))
model = Model("saturated").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 0, 0, 0, 0, 2, 1, 0, False).To(y)
Example({
    x: [
        127, 234, 32, 100,  48, 83, 172, 64,  239, 27, 161, 39,  30, 171, 186, 131,
        59, 44, 120, 212,  22, 100, 176, 184,  2, 138, 170, 218,  74, 246, 244, 98,
        192, 25, 197, 208,  161, 252, 180, 16,  158, 146, 43, 7,  69, 75, 25, 179,
    ],
    y: [
        0, 255,  255, 255,  0, 161,  255, 255,  255, 255,  0, 0,  0, 0,  151, 255,
        0, 0,  0, 0,  0, 10,  255, 255,  0, 0,  107, 255,  0, 255,  0, 255,
        255, 108,  0, 0,  0, 255,  255, 255,  255, 255,  255, 255,  0, 255,  255, 0,
        255, 0,  255, 0,  0, 0,  0, 0,  0, 0,  255, 0,  255, 255,  255, 0,
        255, 205,  243, 0,  0, 255,  0, 255,  0, 0,  0, 255,  199, 0,  173, 167,
    ],
}, model=model)

# Sums halfway between two codes are rounded away from zero.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 4], 0.5, 128))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [2, 3, 2, 4], 0.5, 120), [
    119, 120, 118, 120,  119, 121, 118, 121,  118, 122, 122, 121,  121, 118, 121, 122,
    120, 122, 122, 119,  118, 119, 119, 122,  120, 120, 121, 122,  119, 122, 118, 119,
    119, 118, 121, 118,  122, 122, 121, 118,  120, 118, 118, 120,  121, 121, 121, 121,
])
bias = Parameter("bias", ("TENSOR_INT32", [2], 0.25), [-1, 3])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 5, 8, 2], 0.5, 100))
model = Model("ties").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 0, 0, 0, 0, 2, 1, 0, False).To(y)
Example({
    x: [
        131, 128, 129, 127,  131, 130, 129, 125,  131, 126, 129, 131,  130, 125, 125, 131,
        125, 127, 128, 125,  127, 131, 129, 125,  130, 127, 128, 130,  129, 131, 126, 125,
        128, 129, 131, 125,  131, 126, 130, 128,  129, 125, 125, 129,  131, 127, 130, 126,
    ],
    y: [
        97, 101,  96, 99,  97, 99,  96, 103,  97, 105,  97, 95,  102, 103,  102, 99,
        98, 98,  100, 108,  97, 99,  96, 114,  96, 102,  106, 97,  94, 95,  107, 102,
        98, 105,  87, 102,  104, 101,  81, 103,  97, 100,  106, 102,  87, 105,  92, 104,
        103, 106,  97, 104,  102, 99,  100, 104,  91, 103,  103, 98,  99, 103,  96, 106,
        105, 97,  94, 102,  99, 102,  96, 103,  93, 108,  103, 99,  102, 101,  94, 103,
    ],
}, model=model)

# Results beyond both ends of the output's range.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 4], 0.5))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 2, 4], 0.25, -8), [
    110, -19, -124, -8,  -5, -14, 100, -120,
    -15, 72, 39, -10,  -22, 100, 15, -3,
    82, -89, -58, 14,  -43, 59, -68, -103,
    93, -117, -126, 47,  -86, 106, 111, 10,
    -103, -122, 116, -112,  68, -20, -123, 90,
    -48, 31, 120, 73,  17, 17, -32, 53,
])
bias = Parameter("bias", ("TENSOR_INT32", [2], 0.125), [-2, -3])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 5, 8, 2], 2.3, -28))
model = Model("saturated_signed").IntroducedIn("V1_3")
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 0, 0, 0, 0, 2, 1, 0, False).To(y)
Example({
    x: [
        126, -83, -68, 78,  -84, -85, 94, -105,  -53, -104, 20, -86,  58, 54, 24, -74,
        -60, 8, 39, -23,  81, -111, 57, 46,  -47, 91, 104, 101,  120, 28, 123, 1,
        -69, 3, -31, 95,  -75, 121, -93, -71,  -41, -106, 43, -103,  -12, 111, -91, -88,
    ],
    y: [
        127, 127,  -128, -128,  -128, -128,  127, 127,
        -128, -88,  127, -128,  127, -128,  127, 127,
        -128, -128,  -128, 127,  112, 127,  -128, -128,
        -128, 127,  -128, 127,  127, -128,  127, 93,
        127, 127,  -128, -38,  -128, -128,  -128, -36,
        127, -128,  127, -128,  127, -128,  127, -128,
        -128, -119,  127, 127,  127, -128,  -128, -128,
        -128, 127,  -128, -128,  127, -111,  -38, -6,
        -128, 127,  -128, 127,  -128, -128,  127, -80,
        -2, -128,  55, -128,  -128, -128,  127, -67,
    ],
}, model=model)

# Sums halfway between two codes are rounded away from zero.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 4], 0.5))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 2, 4], 0.5, -8), [
    -6, -8, -7, -7,  -10, -9, -9, -6,  -8, -10, -7, -9,  -7, -8, -7, -9,
    -8, -6, -6, -10,  -7, -7, -9, -8,  -8, -6, -9, -8,  -7, -9, -8, -10,
    -8, -8, -10, -8,  -8, -6, -10, -8,  -6, -7, -9, -6,  -7, -10, -6, -8,
])
bias = Parameter("bias", ("TENSOR_INT32", [2], 0.25), [-1, 3])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 5, 8, 2], 0.5, -28))
model = Model("ties_signed").IntroducedIn("V1_3")
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 0, 0, 0, 0, 2, 1, 0, False).To(y)
Example({
    x: [
        -2, -3, -1, 1,  1, 3, 1, 2,  -3, 0, -3, 1,  2, 2, -2, 0,
        -1, -3, -2, 2,  -2, 3, 1, -3,  0, -1, -2, 1,  1, -2, -2, 3,
        -2, -3, 2, 2,  -2, -1, 3, 0,  -1, 2, 0, -2,  2, -2, -2, -3,
    ],
    y: [
        -31, -29,  -23, -27,  -26, -24,  -30, -30,  -33, -25,  -23, -29,  -27, -23,  -31, -26,
        -27, -27,  -25, -30,  -35, -25,  -32, -24,  -31, -23,  -30, -24,  -30, -25,  -24, -24,
        -33, -31,  -29, -28,  -28, -26,  -25, -26,  -35, -23,  -32, -30,  -30, -21,  -31, -24,
        -33, -28,  -31, -31,  -19, -34,  -28, -34,  -34, -25,  -27, -25,  -33, -20,  -26, -26,
        -32, -29,  -32, -22,  -26, -31,  -32, -23,  -24, -29,  -28, -29,  -30, -27,  -27, -25,
    ],
}, model=model)

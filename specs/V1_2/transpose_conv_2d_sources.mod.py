# TRANSPOSE_CONV_2D: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/conv_groups_transpose.py
# with operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

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
    shape = Input("shape", ("TENSOR_INT32", [4]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 7, 2]))
    model = Model("same_odd_fed").IntroducedIn(version)
    model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 1, 2, 2, 0, False).To(y)
    example = Example({
        x: [
            -2.5, 2.5,  -1.5, 0.5,  -3.0, -2.0,  0.0, 3.5,
            1.0, 0.5,  -2.5, -3.5,  -4.0, -1.5,  -0.5, 0.0,
            2.5, -4.0,  3.0, -2.0,  3.0, -3.5,  3.5, 3.0,
        ],
        shape: [1, 5, 7, 2],
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

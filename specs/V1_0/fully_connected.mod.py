# FULLY_CONNECTED: ranks 2 to 4, how the input is cut into rows, every fused activation, every
# data type.
# Expected values: specs/scripts/fully_connected.py, sums in exact fractions in plain loops
# (rounded half away from zero where quantized); checked against LiteRT's reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Two rows of five, three units.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 5]), [
        -1.25, -1.25, -1.5, -0.375, 0.0,
        0.375, 1.0, -0.625, 0.375, -1.25,
        -0.625, -1.375, -0.25, 0.875, -1.125,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-0.5, 0.125, 0.25])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("batches").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
    example = Example({
        x: [-1.75, -0.75, 0.0, -2.0, -0.75, -1.75, -0.25, -1.25, 0.75, -1.75],
        y: [3.375, -1.09375, 1.46875, 3.59375, 2.46875, 4.625],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 119),
            weights: ("TENSOR_QUANT8_ASYMM", 0.125, 134),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.15625, 126),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -9),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 6),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.15625, -2),
        }), includeDefault=False)

# As many units as inputs: transposed weights show.
x = Input("x", ("TENSOR_FLOAT32", [1, 4]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 4]), [
    1.5, -1.125, -1.125, 0.375,  -1.25, 0.75, 1.25, 1.5,
    -1.0, -0.125, -1.0, -0.375,  0.125, -0.125, 1.0, 1.25,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [0.125, -0.25, -0.625, 1.125])
y = Output("y", ("TENSOR_FLOAT32", [1, 4]))
model = Model("square").IntroducedIn("V1_0")
model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
example = Example({
    x: [0.75, -0.5, -2.0, 1.75],
    y: [4.71875, -1.4375, 0.03125, 1.46875],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.25, 119),
    weights: ("TENSOR_QUANT8_ASYMM", 0.125, 134),
    bias: ("TENSOR_INT32", 0.03125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.15625, 126),
}))
example.AddUnknownShapes()

# A single row and many units.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [17, 3]), [
        -1.0, -1.125, -1.5,  -0.875, 0.25, -0.375,
        0.125, 0.625, 1.125,  -0.375, 0.125, 1.0,
        -1.0, -1.0, 0.0,  -1.375, 0.375, -0.125,
        -1.375, -0.75, -0.75,  1.125, -0.5, 0.125,
        1.0, 1.5, 0.25,  0.25, 1.125, -0.375,
        -0.875, 0.75, -0.125,  1.375, 0.75, -0.375,
        -0.25, -0.375, 1.0,  -0.75, -1.5, 0.0,
        -0.875, 0.875, 0.25,  -0.5, 1.125, 1.125,
        -1.5, -0.25, 0.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [17]), [
        -1.75, 0.125, -1.5, -0.25, -1.375, 0.375, -0.625, -0.375, -1.125, -0.625, -0.125, 2.0,
        0.75, 0.5, 1.375, -2.0, -0.5,
    ])
    y = Output("y", ("TENSOR_FLOAT32", [1, 17]))
    model = Model("one_row").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
    example = Example({
        x: [1.0, -0.5, 0.25],
        y: [
            -2.5625, -0.96875, -1.40625, -0.4375, -1.875, -1.21875, -1.8125, 1.03125, -0.8125,
            -1.03125, -1.40625, 2.90625, 0.9375, 0.5, 0.125, -2.78125, -1.75,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 119),
            weights: ("TENSOR_QUANT8_ASYMM", 0.125, 134),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.15625, 126),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A single unit.
for version in ("V1_0", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 7]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 7]), [0.375, -1.125, 0.0, 0.5, 1.125, -0.5, -0.625])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [1]), [1.5])
    y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
    model = Model("one_unit").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
    example = Example({
        x: [
            -0.75, -0.5, -2.0, -1.25, 0.25, -2.0, 1.5,
            1.5, -1.75, 0.75, -0.5, 2.0, -1.75, 1.25,
            1.75, -1.5, 0.75, -0.25, 0.5, 0.0, -0.75,
        ],
        y: [1.5, 6.125, 4.75],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 119),
            weights: ("TENSOR_QUANT8_ASYMM", 0.125, 134),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.15625, 126),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -9),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 6),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.15625, -2),
        }), includeDefault=False)

# Rows of one element.
x = Input("x", ("TENSOR_FLOAT32", [4, 1]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 1]), [-0.125, 0.875, -0.375])
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [0.5, -2.0, 1.0])
y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
model = Model("one_input").IntroducedIn("V1_0")
model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
example = Example({
    x: [-0.5, -0.25, 0.25, 0.75],
    y: [
        0.5625, -2.4375, 1.1875,  0.53125, -2.21875, 1.09375,
        0.46875, -1.78125, 0.90625,  0.40625, -1.34375, 0.71875,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.25, 119),
    weights: ("TENSOR_QUANT8_ASYMM", 0.125, 134),
    bias: ("TENSOR_INT32", 0.03125, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.15625, 126),
}))

# A rank 3 input whose last dimension is not the row length: it is flattened and cut into rows
# of 8.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 8]), [
        -0.375, -1.5, -1.375, -0.75, -0.75, -0.125, -1.125, 0.625,
        -0.375, 0.75, 1.0, 1.25, 1.375, 1.0, 0.625, -1.0,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [1.875, 0.125])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("rank3").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
    example = Example({
        x: [
            2.0, -0.25, -1.75, -1.75,  -0.5, 0.0, 0.5, 1.0,
            0.25, -1.75, -0.75, 0.5,  0.25, 0.75, 1.5, -0.25,
            0.5, -1.0, 1.75, 0.75,  1.75, 0.0, -1.25, 0.75,
        ],
        y: [5.65625, -6.125, 2.9375, 0.875, 0.78125, 2.75],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 119),
            weights: ("TENSOR_QUANT8_ASYMM", 0.125, 134),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.15625, 126),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -9),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 6),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.15625, -2),
        }), includeDefault=False)

# A rank 4 input, each batch flattened to a row.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 6]), [
        -0.875, 1.5, 0.0, -0.875, 1.5, 1.125,
        -1.375, -0.125, 0.75, -1.0, 1.375, -1.125,
        -1.0, 0.375, 1.0, 0.75, -0.625, -1.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [0.75, -1.0, 0.375])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("rank4").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
    example = Example({
        x: [0.25, 0.0, 0.5, 2.0, 1.25, -0.25, -1.0, 0.0, 0.0, 1.25, 1.5, -0.25],
        y: [0.375, -0.96875, 1.65625, 2.5, 1.46875, 1.6875],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 119),
            weights: ("TENSOR_QUANT8_ASYMM", 0.125, 134),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.15625, 126),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -9),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 6),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.15625, -2),
        }), includeDefault=False)

# A rank 4 input whose last dimension is the row.
for version in ("V1_0", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3]), [-0.25, -1.375, -1.25, -1.5, 0.375, 1.375])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-0.125, -1.75])
    y = Output("y", ("TENSOR_FLOAT32", [4, 2]))
    model = Model("rank4_rows").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
    example = Example({
        x: [
            0.5, 0.0, -1.5,  -0.5, -1.25, 1.75,  1.5, 0.75, -0.25,  0.0, -0.75, 1.25,
        ],
        y: [
            1.625, -4.5625,  -0.46875, 0.9375,  -1.21875, -4.0625,  -0.65625, -0.3125,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 119),
            weights: ("TENSOR_QUANT8_ASYMM", 0.125, 134),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.15625, 126),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -9),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 6),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.15625, -2),
        }), includeDefault=False)

# Every fused activation; results spread beyond all bounds.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 4]), [
        0.625, -1.125, 0.875, 0.875,  -0.5, 1.5, 0.25, 1.5,
        1.0, -1.0, 0.875, 0.375,  1.25, 0.625, 0.125, 0.625,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-0.625, -0.25, 1.75, 0.125])
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("activation").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, act).To(y)
    example = Example({
        x: [
            -3.75, -4.25, -2.5, 5.5,  -0.25, 5.25, 2.0, -0.75,
            -4.5, -5.0, -3.5, 0.5,
        ],
        y: [
            4.4375, 2.875, 2.125, -4.09375,
            -5.59375, 7.125, -2.28125, 2.875,
            -0.4375, -5.625, -0.625, -8.75,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 119),
            weights: ("TENSOR_QUANT8_ASYMM", 0.125, 134),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.15625, 126),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -9),
            weights: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 6),
            bias: ("TENSOR_INT32", 0.03125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.15625, -2),
        }), includeDefault=False)
    example.AddAllActivations(y, act)
    example.DisableLifeTimeVariation()

# Inputs, biases and results that float32 represents and float16 does not.
x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 5]), [
    -0.15234375, -0.16796875, 1.46875, -1.3125, -0.9296875,
    -0.52734375, -1.1796875, 1.1054688, 0.90234375, 1.2539062,
    -0.76953125, 0.65234375, 1.2148438, 0.47265625, -0.0859375,
    1.0078125, -0.27734375, -1.5, -0.296875, -0.14453125,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [0.26611328, 0.059841156, 1.1169853, -0.6408577])
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("fine").IntroducedIn("V1_0")
model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
Example({
    x: [
        2.7861328, -2.2871094, 1.2539062, 1.4658203, 2.203125,
        -3.1386719, 0.6269531, -3.665039, 3.8964844, 0.0,
    ],
    y: [
        -1.9046059, 6.760006, -0.4922142, 0.16691208,
        -9.8582, 0.43977356, 1.3305283, 0.36285782,
    ],
}, model=model)

# L2_NORMALIZATION: ranks and axis (1.2), exact norms, a depth of 1, zeros (1.3), both quantized
# types.
# Expected values: specs/scripts/normalization.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("L2_NORMALIZATION", x).To(y)
    example = Example({
        x: [
            1.125, -4.0, 1.875,  -3.125, -3.875, -2.875,
            0.0, 3.625, 0.875,  1.0, -3.75, 0.75,
        ],
        y: [
            0.24678382, -0.87745357, 0.41130638,
            -0.5436067, -0.6740723, -0.5001182,
            0.0, 0.9720822, 0.23464054,
            0.2529822, -0.9486833, 0.18973666,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.0078125, 128),
        }), includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, 0),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    model = Model("depth_1").IntroducedIn(version)
    model.Operation("L2_NORMALIZATION", x).To(y)
    example = Example({
        x: [0.5, -3.0, 8.0, -0.125],
        y: [1.0, -1.0, 1.0, -1.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.0078125, 128),
        }), includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, 0),
        }), includeDefault=False)

# Norms that are whole numbers: 5, 13 and 17.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 3, 2]))
    model = Model("pythagorean").IntroducedIn(version)
    model.Operation("L2_NORMALIZATION", x).To(y)
    example = Example({
        x: [3.0, 4.0, -5.0, 12.0, 8.0, -15.0],
        y: [0.6, 0.8, -0.3846154, 0.9230769, 0.47058824, -0.88235295],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.0078125, 128),
        }), includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, 0),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    y = Output("y", ("TENSOR_FLOAT32", [4]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("L2_NORMALIZATION", x).To(y)
    example = Example({
        x: [1.0, -2.0, 4.0, -10.0],
        y: [0.09090909, -0.18181819, 0.36363637, -0.90909094],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.0078125, 128),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, 0),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("rank_2").IntroducedIn(version)
    model.Operation("L2_NORMALIZATION", x).To(y)
    example = Example({
        x: [0.0, 0.0, -7.0, 1.0, 2.0, 2.0],
        y: [0.0, 0.0, -1.0, 0.33333334, 0.6666667, 0.6666667],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.0078125, 128),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, 0),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 4]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("L2_NORMALIZATION", x).To(y)
    example = Example({
        x: [1.625, 2.125, 1.0, -2.0, 0.5, 0.375, 1.875, 1.125],
        y: [
            0.4660726, 0.60947955, 0.28681388, -0.57362777,
            0.21985988, 0.16489491, 0.8244746, 0.49468473,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.0078125, 128),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, 0),
        }), includeDefault=False)

# Every rank with every axis, counted from both ends.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 4]))
    axis = Int32Scalar("axis", -1)
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 2, 4]))
    model = Model("axis").IntroducedIn(version)
    model.Operation("L2_NORMALIZATION", x, axis).To(y)
    example = Example({
        x: [
            2.375, 0.25, 0.25, -0.875,  -3.375, 3.625, -4.0, -1.5,
            1.75, -2.75, 2.5, 3.5,  -1.25, 1.625, 0.875, 3.625,
            -1.0, 0.125, 2.625, -3.875,  -2.875, -2.5, -2.875, 0.625,
            1.625, 3.125, 0.75, 2.125,  -1.375, 3.75, -2.0, -2.375,
            -0.25, 1.5, -3.25, 0.375,  -2.25, 2.125, 1.375, 2.75,
            -1.5, 3.375, -2.0, -0.5,  -1.75, -3.875, 0.125, 0.875,
        ],
        y: [
            0.9293204, 0.097823195, 0.097823195, -0.34238118,
            -0.5159968, 0.5542188, -0.6115518, -0.22933193,
            0.32426873, -0.5095652, 0.46324104, 0.64853746,
            -0.29373676, 0.38185778, 0.20561573, 0.85183656,
            -0.20886946, 0.026108682, 0.5482823, -0.80936915,
            -0.59725153, -0.51934916, -0.59725153, 0.12983729,
            0.38862282, 0.7473516, 0.17936438, 0.5081991,
            -0.27179143, 0.7412493, -0.39533296, -0.4694579,
            -0.06929589, 0.41577536, -0.9008466, 0.10394384,
            -0.51576144, 0.48710802, 0.31518754, 0.6303751,
            -0.35463247, 0.7979231, -0.4728433, -0.11821082,
            -0.40297157, -0.89229417, 0.028783683, 0.20148578,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.0078125, 128),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, 0),
        }), includeDefault=False)
    example.AddAllDimsAndAxis(x, y, axis)

# A slice of zeros gives zeros; before 1.3 the result is undefined.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 3, 2]))
model = Model("zero_slice").IntroducedIn("V1_3")
model.Operation("L2_NORMALIZATION", x).To(y)
example = Example({
    x: [0.0, 0.0, 6.0, -8.0, 0.0, 0.0],
    y: [0.0, 0.0, 0.6, -0.8, 0.0, 0.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
    y: ("TENSOR_QUANT8_ASYMM", 0.0078125, 128),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, 0),
}))

# PRELU: broadcasting both ways, slopes of both signs, all types, unrelated quantizations.
# Expected values: specs/scripts/binary_elementwise.py (exact arithmetic on every pair; POW in
# float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [2]))
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [-4.0, -1.5],
        alpha: [-1.0, 1.5],
        y: [4.0, -2.25],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("rank_2").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [-1.0, 3.0, -4.5, 0.0, -2.5, -2.5],
        alpha: [-0.5, 1.25, -2.0, 1.5, 0.0, -1.75],
        y: [0.5, 3.0, 9.0, 0.0, -0.0, 4.375],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 2]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [1, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [1.0, -3.5, 0.0, 6.0, -0.5, -4.0],
        alpha: [-2.0, 2.0, 2.0, 0.25, 2.0, -0.25],
        y: [1.0, -7.0, 0.0, 6.0, -1.0, 1.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [4.0, 1.0, 4.5, -2.0, 1.5, -5.0, 4.0, 0.5, -4.0, 3.5, 5.5, -2.5],
        alpha: [0.25, 1.75, 1.5, 1.75, 2.0, -2.0, 0.0, -1.0, 0.25, 1.75, 1.5, -1.5],
        y: [4.0, 1.0, 4.5, -3.5, 1.5, 10.0, 4.0, 0.5, -1.0, 3.5, 5.5, 3.75],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("broadcast_2x3_3").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [4.5, 2.0, -1.0, 3.0, -5.0, -2.5],
        alpha: [-1.0, -1.5, -0.5],
        y: [4.5, 2.0, 0.5, 3.0, 7.5, 1.25],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("broadcast_3_2x3").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [-6.0, -6.0, 3.0],
        alpha: [-1.75, 1.5, 0.25, -0.25, 1.5, 1.5],
        y: [10.5, -9.0, 3.0, 1.5, -9.0, 3.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
    model = Model("broadcast_2x2x3_2x1").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [-3.0, -1.0, -5.0, 1.0, -1.0, -5.0, -2.5, 1.0, -5.0, -1.5, 2.0, 3.0],
        alpha: [-1.25, 0.25],
        y: [
            3.75, 1.25, 6.25,  1.0, -0.25, -1.25,  3.125, 1.0, 6.25,  -0.375, 2.0, 3.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
    model = Model("broadcast_2x1x3_2x1").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [-1.0, 3.5, -0.5, 5.5, 1.5, -6.0],
        alpha: [0.75, 1.25],
        y: [
            -0.75, 3.5, -0.375,  -1.25, 3.5, -0.625,  5.5, 1.5, -4.5,  5.5, 1.5, -7.5,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
    model = Model("broadcast_1_2x2x1x2").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [2.0],
        alpha: [1.0, 0.75, 1.25, -1.5, 0.0, -1.0, 0.0, 1.0],
        y: [2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [3, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    model = Model("broadcast_2x1x1x2_3x1").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [4.0, 0.5, -4.5, 3.0],
        alpha: [0.25, 0.0, -0.25],
        y: [4.0, 0.5, 4.0, 0.5, 4.0, 0.5, -1.125, 3.0, -0.0, 3.0, 1.125, 3.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 3]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [2, 1, 2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 3]))
    model = Model("broadcast_1x2x1x3_2x1x2x1").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [-5.5, -6.0, 0.0, -5.0, -5.0, 2.0],
        alpha: [-1.75, -0.5, -1.5, 1.25],
        y: [
            9.625, 10.5, 0.0,  2.75, 3.0, 0.0,  8.75, 8.75, 2.0,  2.5, 2.5, 2.0,
            8.25, 9.0, 0.0,  -6.875, -7.5, 0.0,  7.5, 7.5, 2.0,  -6.25, -6.25, 2.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    alpha = Input("alpha", ("TENSOR_FLOAT32", [1]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    model = Model("broadcast_1x1x1x1_1").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [-3.5],
        alpha: [-1.0],
        y: [3.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2, 1, 2])).ShouldNeverBeInternal()
    alpha = Input("alpha", ("TENSOR_FLOAT32", [3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 3, 2]))
    model = Model("broadcast_2x1x2x1x2_3x2").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [-1.5, 3.5, -3.5, 5.5, -1.0, -0.5, 3.5, 1.0],
        alpha: [-1.75, 0.75, -1.25, -1.5, 0.25, -1.5],
        y: [
            2.625, 3.5,  1.875, 3.5,  -0.375, 3.5,  6.125, 5.5,
            4.375, 5.5,  -0.875, 5.5,  1.75, -0.375,  1.25, 0.75,
            -0.25, 0.75,  3.5, 1.0,  3.5, 1.0,  3.5, 1.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 1, 1, 2])).ShouldNeverBeInternal()
    alpha = Input("alpha", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 2, 1, 2]))
    model = Model("broadcast_2x1x1x1x1x2_1x2x1x2x1x1").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [1.5, -4.5, 1.0, -1.5],
        alpha: [-1.25, -0.5, -0.25, -2.0],
        y: [
            1.5, 5.625,  1.5, 2.25,  1.5, 1.125,  1.5, 9.0,
            1.0, 1.875,  1.0, 0.75,  1.0, 0.375,  1.0, 3.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

# Numbers that float16 does not represent or does not distinguish.
x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
alpha = Input("alpha", ("TENSOR_FLOAT32", [2, 4]))
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("PRELU", x, alpha).To(y)
Example({
    x: [
        123456.79, -0.1, -0.3, -1.0001,
        -1.2345678, -3e+30, -70000.0, -2.7182817,
    ],
    alpha: [0.1, 0.1, 0.1, 7.7, 0.0123, -1.1, 1e-04, 3.3],
    y: [
        123456.79, -0.010000001, -0.030000001, -7.70077,
        -0.015185183, 3.3e+30, -7.0, -8.970329,
    ],
}, model=model)

# Different scales and zero points, all codes.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.151, 113))
alpha = Input("alpha", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.0137, 90))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.1213, 131))
model = Model("mixed_scales").IntroducedIn("V1_2")
model.Operation("PRELU", x, alpha).To(y)
Example({
    x: [
        0, 255, 255, 113, 113, 0, 245, 173, 223, 22, 189, 110, 199, 81, 87, 73,
        157, 68, 218, 115, 219, 232, 236, 39, 66, 237, 85, 174, 86, 183, 47, 66,
    ],
    alpha: [
        0, 255, 0, 64, 255, 64, 203, 36, 226, 218, 18, 160, 229, 191, 77, 97,
        44, 250, 202, 77, 56, 82, 204, 59, 0, 132, 11, 238, 148, 152, 120, 236,
    ],
    y: [
        255, 255, 255, 131, 131, 181, 255, 206, 255, 0, 226, 127, 238, 76, 137, 126,
        186, 8, 255, 133, 255, 255, 255, 170, 203, 255, 169, 207, 104, 218, 97, 14,
    ],
}, model=model)

# Different scales and zero points, all codes.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.151, -15))
alpha = Input("alpha", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.0137, -38))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.1213, 3))
model = Model("mixed_scales_signed").IntroducedIn("V1_3")
model.Operation("PRELU", x, alpha).To(y)
Example({
    x: [
        -128, 127, 127, -15, -15, -128, 117, 45, 95, -106, 61, -18, 71, -47, -41, -55,
        29, -60, 90, -13, 91, 104, 108, -89, -62, 109, -43, 46, -42, 55, -81, -62,
    ],
    alpha: [
        -128, 127, -128, -64, 127, -64, 75, -92, 98, 90, -110, 32, 101, 63, -51, -31,
        -84, 122, 74, -51, -72, -46, 76, -69, -128, 4, -117, 110, 20, 24, -8, 108,
    ],
    y: [
        127, 127, 127, 3, 3, 53, 127, 78, 127, -128, 98, -1, 110, -52, 9, -2,
        58, -120, 127, 5, 127, 127, 127, 42, 75, 127, 41, 79, -24, 90, -31, -114,
    ],
}, model=model)

# MUL: products with broadcasting, fused activations, all tensor types, saturation. The output
# scale is above the product of the input scales, as every version demands.
# Expected values: specs/scripts/arithmetic.py (exact rational arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("same_shape").IntroducedIn(version)
    model.Operation("MUL", a, b, act).To(y)
    example = Example({
        a: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
        b: [2.0, 2.0, 4.0, 2.0, -2.0, 1.0],
        y: [-11.0, 6.0, -8.0, -3.0, 4.0, -4.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)
    example.AddAllActivations(y, act)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2]))
    b = Input("b", ("TENSOR_FLOAT32", [2]))
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [6.0, 0.5],
        b: [-1.0, -2.0],
        y: [-6.0, -1.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [1, 3, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [1, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [-1.5, -3.0, -0.5, -4.0, -2.5, 4.5],
        b: [-3.0, 4.0, -1.0, -4.0, -2.0, 3.0],
        y: [4.5, -12.0, 0.5, 16.0, 5.0, 13.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [0.5, 2.0, 4.0, 1.5, -0.5, 2.5, 5.5, 2.0, -5.0, 1.5, 5.0, 4.5],
        b: [0.0, 2.0, 3.0, -3.0, 3.0, 3.0, -1.0, 4.0, -4.0, -3.0, 4.0, 1.0],
        y: [0.0, 4.0, 12.0, -4.5, -1.5, 7.5, -5.5, 8.0, 20.0, -4.5, 20.0, 4.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("broadcast_2x3_3").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [2.0, 4.0, -0.5, 5.5, 5.5, 6.0],
        b: [3.0, -2.0, -2.0],
        y: [6.0, -8.0, 1.0, 16.5, -11.0, -12.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("broadcast_3_2x3").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [4.0, -4.0, 3.5],
        b: [3.0, -3.0, -1.0, 0.0, 4.0, 3.0],
        y: [12.0, 12.0, -3.5, 0.0, -16.0, 10.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 2, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
    model = Model("broadcast_2x2x3_2x1").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [-5.5, 0.5, -4.5, 3.5, -3.0, 3.5, -1.0, 2.0, -6.0, -4.0, 1.5, -2.5],
        b: [-3.0, -3.0],
        y: [
            16.5, -1.5, 13.5,  -10.5, 9.0, -10.5,  3.0, -6.0, 18.0,  12.0, -4.5, 7.5,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
    model = Model("broadcast_2x1x3_2x1").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [-3.5, 5.5, 0.0, -3.5, -2.0, 1.5],
        b: [4.0, 3.0],
        y: [
            -14.0, 22.0, 0.0,  -10.5, 16.5, 0.0,  -14.0, -8.0, 6.0,  -10.5, -6.0, 4.5,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [1]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
    model = Model("broadcast_1_2x2x1x2").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [-0.5],
        b: [-4.0, -3.0, 4.0, -1.0, -2.0, 0.0, 0.0, 0.0],
        y: [2.0, 1.5, -2.0, 0.5, 1.0, 0.0, 0.0, 0.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [3, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    model = Model("broadcast_2x1x1x2_3x1").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [1.5, 2.5, -3.5, 5.5],
        b: [-4.0, 3.0, -3.0],
        y: [
            -6.0, -10.0,  4.5, 7.5,  -4.5, -7.5,  14.0, -22.0,
            -10.5, 16.5,  10.5, -16.5,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [1, 2, 1, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1, 2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 3]))
    model = Model("broadcast_1x2x1x3_2x1x2x1").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [3.5, -5.5, 0.5, -1.5, 4.0, -3.0],
        b: [-4.0, -1.0, -1.0, -1.0],
        y: [
            -14.0, 22.0, -2.0,  -3.5, 5.5, -0.5,  6.0, -16.0, 12.0,  1.5, -4.0, 3.0,
            -3.5, 5.5, -0.5,  -3.5, 5.5, -0.5,  1.5, -4.0, 3.0,  1.5, -4.0, 3.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    b = Input("b", ("TENSOR_FLOAT32", [1]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    model = Model("broadcast_1x1x1x1_1").IntroducedIn(version)
    model.Operation("MUL", a, b, 0).To(y)
    example = Example({
        a: [-6.0],
        b: [4.0],
        y: [-24.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)

# Magnitudes beyond the range of float16, and cancellation.
a = Input("a", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
b = Input("b", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
model = Model("wide_range").IntroducedIn("V1_0")
model.Operation("MUL", a, b, 0).To(y)
Example({
    a: [1e+20, -1e+20, 0.003, 1.6777216e+07, 123456.79, 1.0, 0.0, 65536.0],
    b: [10000.0, 300000.0, 0.0007, 1.0, -123456.7, 3.0, -8.0, -65535.0],
    y: [
        1e+24, -3e+25,  2.0999998e-06, 1.6777216e+07,
        -1.5241568e+10, 3.0,  0.0, -4.2949018e+09,
    ],
}, model=model)

# Different scales and zero points, all codes, results that saturate.
a = Input("a", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.15, 113))
b = Input("b", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.4, 64))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.29, 131))
model = Model("mixed_scales").IntroducedIn("V1_0")
model.Operation("MUL", a, b, act).To(y)
example = Example({
    a: [
        0, 255, 255, 113, 168, 167, 192, 118, 75, 113, 249, 50, 219, 133, 184, 241,
        99, 52, 190, 230, 72, 198, 126, 180, 162, 173, 234, 69, 200, 141, 251, 141,
    ],
    b: [
        0, 255, 0, 64, 13, 72, 121, 253, 11, 35, 222, 68, 120, 130, 18, 4,
        84, 11, 103, 166, 100, 67, 7, 58, 108, 235, 39, 146, 106, 11, 185, 56,
    ],
    y: [
        255, 255, 0, 131, 0, 220, 255, 255, 255, 131, 255, 79, 255, 255, 0, 0,
        73, 255, 255, 255, 0, 184, 0, 48, 255, 255, 0, 0, 255, 0, 255, 85,
    ],
}, model=model)
example.AddAllActivations(y, act)

# Different scales and zero points, all codes, results that saturate.
a = Input("a", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.15, -15))
b = Input("b", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.4, -64))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.29, 3))
model = Model("mixed_scales_signed").IntroducedIn("V1_3")
model.Operation("MUL", a, b, act).To(y)
example = Example({
    a: [
        -128, 127, 127, -15, 40, 39, 64, -10, -53, -15, 121, -78, 91, 5, 56, 113,
        -29, -76, 62, 102, -56, 70, -2, 52, 34, 45, 106, -59, 72, 13, 123, 13,
    ],
    b: [
        -128, 127, -128, -64, -115, -56, -7, 125, -117, -93, 94, -60, -8, 2, -110, -124,
        -44, -117, -25, 38, -28, -61, -121, -70, -20, 107, -89, 18, -22, -117, 57, -72,
    ],
    y: [
        127, 127, -128, 3, -128, 92, 127, 127, 127, 3, 127, -49, 127, 127, -128, -128,
        -55, 127, 127, 127, -128, 56, -128, -80, 127, 127, -128, -128, 127, -128, 127, -43,
    ],
}, model=model)
example.AddAllActivations(y, act)

a = Input("a", ("TENSOR_INT32", [2, 7]))
b = Input("b", ("TENSOR_INT32", [2, 7]))
y = Output("y", ("TENSOR_INT32", [2, 7]))
model = Model("int32").IntroducedIn("V1_3")
model.Operation("MUL", a, b, 0).To(y)
Example({
    a: [7, -7, 7, -7, 6, -6, 0, 1, -1, 1000003, -1000003, 2147483, -8, 8],
    b: [2, 2, -2, -2, 3, 3, 5, -1, 7, 997, 997, -1000, 8, -9],
    y: [
        14, -14, -14, 14, 18, -18, 0,
        -1, -7, 997002991, -997002991, -2147483000, -64, -72,
    ],
}, model=model)

a = Input("a", ("TENSOR_INT32", [3, 1]))
b = Input("b", ("TENSOR_INT32", [1, 4]))
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("int32_broadcast").IntroducedIn("V1_3")
model.Operation("MUL", a, b, 0).To(y)
Example({
    a: [9, -10, 24],
    b: [1, -2, 3, -5],
    y: [9, -18, 27, -45, -10, 20, -30, 50, 24, -48, 72, -120],
}, model=model)

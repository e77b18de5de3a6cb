# GREATER: broadcasting, equal and nearly equal numbers, all types, quantized operands compared
# by real value.
# Expected values: specs/scripts/binary_elementwise.py (exact arithmetic on every pair; POW in
# float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2]))
    b = Input("b", ("TENSOR_FLOAT32", [2]))
    y = Output("y", ("TENSOR_BOOL8", [2]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [-1.0, 1.5],
        b: [0.5, 1.0],
        y: [False, True],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [3, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
    y = Output("y", ("TENSOR_BOOL8", [3, 2]))
    model = Model("rank_2").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
        b: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
        y: [True, False, False, False, True, False],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [1, 3, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [1, 3, 2]))
    y = Output("y", ("TENSOR_BOOL8", [1, 3, 2]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [1.5, -0.5, 0.0, -0.5, 1.5, -0.5],
        b: [-1.0, -1.0, 1.5, 0.5, -1.5, 0.0],
        y: [True, True, False, False, True, False],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    y = Output("y", ("TENSOR_BOOL8", [2, 1, 3, 2]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [0.5, 0.5, 0.0, -1.0, -1.5, 1.5, -1.5, -1.0, 0.0, 0.0, 0.0, -1.5],
        b: [0.5, -1.0, 0.0, 1.0, -1.5, 0.5, 0.0, 0.0, 0.5, -0.5, 1.5, -1.0],
        y: [
            False, True,  False, False,  False, True,  False, False,
            False, True,  False, False,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_BOOL8", [2, 3]))
    model = Model("broadcast_2x3_3").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [1.5, -0.5, -0.5, -1.0, 0.5, -0.5],
        b: [1.0, 1.5, 0.5],
        y: [True, False, False, False, False, False],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_BOOL8", [2, 3]))
    model = Model("broadcast_3_2x3").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [1.5, 0.5, -1.0],
        b: [-1.0, 1.0, 1.5, 1.0, 1.0, -1.0],
        y: [True, False, False, True, False, False],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 2, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1]))
    y = Output("y", ("TENSOR_BOOL8", [2, 2, 3]))
    model = Model("broadcast_2x2x3_2x1").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [0.5, -1.5, -1.0, 1.0, 1.5, 1.5, -0.5, -0.5, 0.0, 0.0, 0.5, 1.0],
        b: [0.5, -1.0],
        y: [
            False, False, False,  True, True, True,
            False, False, False,  True, True, True,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1]))
    y = Output("y", ("TENSOR_BOOL8", [2, 2, 3]))
    model = Model("broadcast_2x1x3_2x1").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [0.5, -0.5, -1.0, 0.5, -1.0, 0.0],
        b: [-1.5, -0.5],
        y: [
            True, True, True,  True, False, False,  True, True, True,  True, False, True,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [1]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
    y = Output("y", ("TENSOR_BOOL8", [2, 2, 1, 2]))
    model = Model("broadcast_1_2x2x1x2").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [-0.5],
        b: [1.0, -1.0, 0.0, -0.5, -0.5, 0.5, -1.0, -1.0],
        y: [False, True, False, False, False, False, True, True],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [3, 1]))
    y = Output("y", ("TENSOR_BOOL8", [2, 1, 3, 2]))
    model = Model("broadcast_2x1x1x2_3x1").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [-0.5, -1.5, -1.5, -1.5],
        b: [0.0, -1.5, 0.5],
        y: [
            False, False,  True, False,  False, False,  False, False,
            False, False,  False, False,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [1, 2, 1, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1, 2, 1]))
    y = Output("y", ("TENSOR_BOOL8", [2, 2, 2, 3]))
    model = Model("broadcast_1x2x1x3_2x1x2x1").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [-1.5, -1.0, -1.5, 1.5, 0.5, 1.5],
        b: [-0.5, 0.5, -1.5, 1.5],
        y: [
            False, False, False,  False, False, False,
            True, True, True,  True, False, True,
            False, True, False,  False, False, False,
            True, True, True,  False, False, False,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    b = Input("b", ("TENSOR_FLOAT32", [1]))
    y = Output("y", ("TENSOR_BOOL8", [1, 1, 1, 1]))
    model = Model("broadcast_1x1x1x1_1").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [-1.5],
        b: [0.0],
        y: [False],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 2, 1, 2])).ShouldNeverBeInternal()
    b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
    y = Output("y", ("TENSOR_BOOL8", [2, 1, 2, 3, 2]))
    model = Model("broadcast_2x1x2x1x2_3x2").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [-1.5, 1.5, -1.5, 0.0, 1.5, 0.0, 1.5, -1.0],
        b: [1.0, -0.5, 0.5, -0.5, 0.5, 0.5],
        y: [
            False, True,  False, True,  False, True,  False, True,
            False, True,  False, False,  True, True,  True, True,
            True, False,  True, False,  True, False,  True, False,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 1, 1, 1, 2])).ShouldNeverBeInternal()
    b = Input("b", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_BOOL8", [2, 2, 1, 2, 1, 2]))
    model = Model("broadcast_2x1x1x1x1x2_1x2x1x2x1x1").IntroducedIn(version)
    model.Operation("GREATER", a, b).To(y)
    example = Example({
        a: [1.0, -1.0, -1.5, -1.5],
        b: [-1.5, -1.5, 0.0, -1.5],
        y: [
            True, True,  True, True,  True, False,  True, True,
            False, False,  False, False,  False, False,  False, False,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

# Numbers that float16 does not represent or does not distinguish.
a = Input("a", ("TENSOR_FLOAT32", [2, 4]))
b = Input("b", ("TENSOR_FLOAT32", [2, 4]))
y = Output("y", ("TENSOR_BOOL8", [2, 4]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("GREATER", a, b).To(y)
Example({
    a: [123456.79, 0.1, -0.3, 1.0001, -1.2345678, 3e+30, -70000.0, 2.7182817],
    b: [
        123456.8, 0.10001, -0.30001, 1.0,
        -1.2345679, 1e+30, -70001.0, 2.7182815,
    ],
    y: [False, False, True, True, True, True, True, True],
}, model=model)

a = Input("a", ("TENSOR_INT32", [2, 5]))
b = Input("b", ("TENSOR_INT32", [2, 5]))
y = Output("y", ("TENSOR_BOOL8", [2, 5]))
model = Model("int32").IntroducedIn("V1_2")
model.Operation("GREATER", a, b).To(y)
Example({
    a: [
        0, -1, 5, 2147483647, -2147483648,
        16777217, -16777217, 2147483647, 7, 1,
    ],
    b: [
        0, 1, -5, -2147483648, 2147483647,
        16777216, -16777216, 2147483646, 7, 2,
    ],
    y: [False, False, True, True, False, True, False, True, False, False],
}, model=model)

a = Input("a", ("TENSOR_INT32", [3, 1]))
b = Input("b", ("TENSOR_INT32", [2, 1, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("int32_broadcast").IntroducedIn("V1_2")
model.Operation("GREATER", a, b).To(y)
example = Example({
    a: [1, 0, -7],
    b: [0, 1, -7, 9],
    y: [
        True, False,  False, False,  False, False,  True, False,
        True, False,  False, False,
    ],
}, model=model)
example.AddUnknownShapes()

# Different scales and zero points, all codes.
a = Input("a", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.151, 113))
b = Input("b", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.397, 64))
y = Output("y", ("TENSOR_BOOL8", [2, 16]))
model = Model("mixed_scales").IntroducedIn("V1_2")
model.Operation("GREATER", a, b).To(y)
Example({
    a: [
        0, 255, 255, 113, 113, 0, 245, 173, 223, 22, 189, 110, 199, 81, 87, 73,
        157, 68, 218, 115, 219, 232, 236, 39, 66, 237, 85, 174, 86, 183, 47, 66,
    ],
    b: [
        0, 255, 0, 64, 255, 64, 203, 36, 226, 218, 18, 160, 229, 191, 77, 97,
        44, 250, 202, 77, 56, 82, 204, 59, 0, 132, 11, 238, 148, 152, 120, 236,
    ],
    y: [
        True, False, True, False, False, False, False, True, False, False, True, False, False,
        False, False, False, True, False, False, False, True, True, False, False, True, False,
        True, False, False, False, False, False,
    ],
}, model=model)

# Equal real values with different codes, different values with equal codes.
a = Input("a", ("TENSOR_QUANT8_ASYMM", [2, 5], 0.125, 128))
b = Input("b", ("TENSOR_QUANT8_ASYMM", [2, 5], 0.5, 100))
y = Output("y", ("TENSOR_BOOL8", [2, 5]))
model = Model("values_not_codes").IntroducedIn("V1_2")
model.Operation("GREATER", a, b).To(y)
Example({
    a: [128, 132, 124, 136, 100, 130, 16, 240, 131, 125],
    b: [100, 101, 99, 103, 100, 130, 72, 128, 101, 99],
    y: [False, False, False, False, False, False, False, False, False, True],
}, model=model)

# Different scales and zero points, all codes.
a = Input("a", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.151, -15))
b = Input("b", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.397, -64))
y = Output("y", ("TENSOR_BOOL8", [2, 16]))
model = Model("mixed_scales_signed").IntroducedIn("V1_3")
model.Operation("GREATER", a, b).To(y)
Example({
    a: [
        -128, 127, 127, -15, -15, -128, 117, 45, 95, -106, 61, -18, 71, -47, -41, -55,
        29, -60, 90, -13, 91, 104, 108, -89, -62, 109, -43, 46, -42, 55, -81, -62,
    ],
    b: [
        -128, 127, -128, -64, 127, -64, 75, -92, 98, 90, -110, 32, 101, 63, -51, -31,
        -84, 122, 74, -51, -72, -46, 76, -69, -128, 4, -117, 110, 20, 24, -8, 108,
    ],
    y: [
        True, False, True, False, False, False, False, True, False, False, True, False, False,
        False, False, False, True, False, False, False, True, True, False, False, True, False,
        True, False, False, False, False, False,
    ],
}, model=model)

# Equal real values with different codes, different values with equal codes.
a = Input("a", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 5], 0.125))
b = Input("b", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 5], 0.5, -28))
y = Output("y", ("TENSOR_BOOL8", [2, 5]))
model = Model("values_not_codes_signed").IntroducedIn("V1_3")
model.Operation("GREATER", a, b).To(y)
Example({
    a: [0, 4, -4, 8, -28, 2, -112, 112, 3, -3],
    b: [-28, -27, -29, -25, -28, 2, -56, 0, -27, -29],
    y: [False, False, False, False, False, False, False, False, False, True],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 1]))
b = Input("b", ("TENSOR_BOOL8", [2]))
y = Output("y", ("TENSOR_BOOL8", [2, 2]))
model = Model("bool8").IntroducedIn("V1_2")
model.Operation("GREATER", a, b).To(y)
Example({
    a: [False, True],
    b: [False, True],
    y: [False, False, True, False],
}, model=model)

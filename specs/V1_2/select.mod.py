# SELECT: every rank up to 5, all types, different quantizations.
# Expected values: specs/scripts/conversions.py (exact arithmetic in plain Python).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    mask = Input("mask", ("TENSOR_BOOL8", [5]))
    a = Input("a", ("TENSOR_FLOAT32", [5]))
    b = Input("b", ("TENSOR_FLOAT32", [5]))
    y = Output("y", ("TENSOR_FLOAT32", [5]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("SELECT", mask, a, b).To(y)
    example = Example({
        mask: [False, False, True, True, True],
        a: [-5.0, -2.5, 2.0, -3.5, 6.0],
        b: [-4.5, 2.0, -4.5, -0.5, 4.5],
        y: [-4.5, 2.0, 2.0, -3.5, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }), DataTypeConverter(name="quant8_mixed").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), DataTypeConverter(name="quant8_mixed_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    mask = Input("mask", ("TENSOR_BOOL8", [3, 4]))
    a = Input("a", ("TENSOR_FLOAT32", [3, 4]))
    b = Input("b", ("TENSOR_FLOAT32", [3, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("rank_2").IntroducedIn(version)
    model.Operation("SELECT", mask, a, b).To(y)
    example = Example({
        mask: [
            False, False, False, True,  True, True, True, False,
            True, False, True, True,
        ],
        a: [-3.0, 2.0, -6.0, 1.0, -4.5, -5.5, 3.0, -5.0, 3.5, 2.0, -3.5, -4.0],
        b: [5.5, -3.0, 4.5, -2.0, 5.0, -1.0, 0.5, -1.5, -0.5, -1.5, -6.0, 3.0],
        y: [5.5, -3.0, 4.5, 1.0, -4.5, -5.5, 3.0, -1.5, 3.5, -1.5, -3.5, -4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }), DataTypeConverter(name="quant8_mixed").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), DataTypeConverter(name="quant8_mixed_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    mask = Input("mask", ("TENSOR_BOOL8", [2, 1, 5]))
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 5]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1, 5]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("SELECT", mask, a, b).To(y)
    example = Example({
        mask: [True, True, False, True, True, True, False, True, False, False],
        a: [0.0, -5.5, -1.5, 5.5, -3.5, 5.0, 4.5, -4.5, -5.5, -0.5],
        b: [-5.0, -5.5, -4.5, -1.0, -0.5, -4.5, 1.5, 0.5, 3.0, -5.0],
        y: [0.0, -5.5, -4.5, 5.5, -3.5, 5.0, 1.5, -4.5, 3.0, -5.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }), DataTypeConverter(name="quant8_mixed").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), DataTypeConverter(name="quant8_mixed_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    mask = Input("mask", ("TENSOR_BOOL8", [2, 3, 1, 3]))
    a = Input("a", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("SELECT", mask, a, b).To(y)
    example = Example({
        mask: [
            False, True, True,  False, True, True,  True, False, False,  True, True, True,
            False, True, False,  False, True, True,
        ],
        a: [
            2.0, -1.0, 3.0,  -1.5, -1.5, 4.5,  5.0, -4.5, -3.0,  -3.0, 5.0, 5.5,
            -2.0, -0.5, -4.5,  5.5, -2.0, 1.5,
        ],
        b: [
            -6.0, 4.0, 0.5,  -1.5, 3.5, -3.0,  0.5, -5.5, 5.5,  -3.5, -3.0, -5.0,
            0.5, 0.0, -4.5,  1.0, -5.0, 5.5,
        ],
        y: [
            -6.0, -1.0, 3.0,  -1.5, -1.5, 4.5,  5.0, -5.5, 5.5,  -3.0, 5.0, 5.5,
            0.5, -0.5, -4.5,  1.0, -2.0, 1.5,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }), DataTypeConverter(name="quant8_mixed").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), DataTypeConverter(name="quant8_mixed_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    mask = Input("mask", ("TENSOR_BOOL8", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
    a = Input("a", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
    b = Input("b", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3]))
    model = Model("rank_5").IntroducedIn(version)
    model.Operation("SELECT", mask, a, b).To(y)
    example = Example({
        mask: [
            False, False, False,  True, True, True,
            True, False, True,  False, True, True,
        ],
        a: [4.0, 4.0, -5.5, 3.0, 0.5, 2.5, 6.0, -5.0, 1.0, -4.5, 2.5, 3.0],
        b: [1.5, 0.5, 3.0, 2.5, 5.5, 3.0, -3.0, 1.0, -5.0, 5.5, 2.5, -1.0],
        y: [1.5, 0.5, 3.0, 3.0, 0.5, 2.5, 6.0, 1.0, 1.0, 5.5, 2.5, 3.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }), DataTypeConverter(name="quant8_mixed").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), DataTypeConverter(name="quant8_mixed_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

mask = Input("mask", ("TENSOR_BOOL8", [2, 3]))
a = Input("a", ("TENSOR_FLOAT32", [2, 3]))
b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("SELECT", mask, a, b).To(y)
Example({
    mask: [False, True, True, False, True, True],
    a: [1e+20, -3e-30, 123456.79, 0.1, -0.3, 1.0001],
    b: [-1.7e+20, 5.1e-30, -209876.55, -0.17, 0.51, -1.70017],
    y: [-1.7e+20, -3e-30, 123456.79, -0.17, -0.3, 1.0001],
}, model=model)

mask = Input("mask", ("TENSOR_BOOL8", [6]))
a = Input("a", ("TENSOR_INT32", [6]))
b = Input("b", ("TENSOR_INT32", [6]))
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("int32").IntroducedIn("V1_2")
model.Operation("SELECT", mask, a, b).To(y)
Example({
    mask: [False, True, True, False, True, True],
    a: [2147483647, -2147483648, 16777217, -16777219, 5, 0],
    b: [7, 8, 9, 10, -2147483648, 2147483647],
    y: [7, -2147483648, 16777217, 10, 5, 0],
}, model=model)

mask = Input("mask", ("TENSOR_BOOL8", [2, 16]))
a = Input("a", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.151, 113))
b = Input("b", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.397, 64))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 16], 0.1213, 131))
model = Model("mixed_scales").IntroducedIn("V1_2")
model.Operation("SELECT", mask, a, b).To(y)
Example({
    mask: [
        True, True, False, False, False, True, True, False, True, True, True, False, False,
        False, False, True, True, False, True, False, False, True, False, True, False, False,
        True, False, True, True, False, False,
    ],
    a: [
        0, 255, 201, 6, 230, 72, 117, 171, 3, 211, 109, 164, 28, 54, 225, 18,
        42, 155, 170, 151, 152, 197, 18, 110, 230, 8, 115, 212, 61, 170, 79, 107,
    ],
    b: [
        109, 20, 0, 255, 104, 215, 229, 68, 50, 161, 226, 135, 209, 190, 206, 247,
        193, 251, 109, 164, 148, 177, 226, 41, 15, 149, 181, 41, 20, 182, 242, 51,
    ],
    y: [
        0, 255, 0, 255, 255, 80, 136, 144, 0, 253, 126, 255, 255, 255, 255, 13,
        43, 255, 202, 255, 255, 236, 255, 127, 0, 255, 133, 56, 66, 202, 255, 88,
    ],
}, model=model)

mask = Input("mask", ("TENSOR_BOOL8", [2, 16]))
a = Input("a", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.151, -15))
b = Input("b", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.397, -64))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 16], 0.1213, 3))
model = Model("mixed_scales_signed").IntroducedIn("V1_3")
model.Operation("SELECT", mask, a, b).To(y)
Example({
    mask: [
        True, True, False, False, False, True, True, False, True, True, True, False, False,
        False, False, True, True, False, True, False, False, True, False, True, False, False,
        True, False, True, True, False, False,
    ],
    a: [
        -128, 127, 73, -122, 102, -56, -11, 43, -125, 83, -19, 36, -100, -74, 97, -110,
        -86, 27, 42, 23, 24, 69, -110, -18, 102, -120, -13, 84, -67, 42, -49, -21,
    ],
    b: [
        -19, -108, -128, 127, -24, 87, 101, -60, -78, 33, 98, 7, 81, 62, 78, 119,
        65, 123, -19, 36, 20, 49, 98, -87, -113, 21, 53, -87, -108, 54, 114, -77,
    ],
    y: [
        -128, 127, -128, 127, 127, -48, 8, 16, -128, 125, -2, 127, 127, 127, 127, -115,
        -85, 127, 74, 127, 127, 108, 127, -1, -128, 127, 5, -72, -62, 74, 127, -40,
    ],
}, model=model)

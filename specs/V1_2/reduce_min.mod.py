# REDUCE_MIN: one, several and all axes, negative, repeated and unsorted ones, kept and removed
# dimensions, all types and the whole code range.
# Expected values: specs/scripts/reductions.py (plain loops, exact or in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    axes = Int32Vector("axes", [0])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [-2.0, 4.0, 1.0, -4.5],
        y: [-4.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    axes = Int32Vector("axes", [-1])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_1_keep").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, True).To(y)
    example = Example({
        x: [3.0, -2.5, -1.5, 4.0],
        y: [-2.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    axes = Int32Vector("axes", [0])
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("rank_2_rows").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
        y: [-7.5, -5.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    axes = Int32Vector("axes", [1])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("rank_2_columns").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [-1.5, 1.5, -5.5, 2.5, -5.5, 8.0],
        y: [-1.5, -5.5, -5.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
    axes = Int32Vector("axes", [-1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 1]))
    model = Model("rank_2_columns_keep").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, True).To(y)
    example = Example({
        x: [3.5, -4.5, -7.5, -6.0, -1.0, 7.5, 2.0, 6.0, -2.5, -0.5],
        y: [-7.5, -2.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    axes = Int32Vector("axes", [0, 1])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_2_all").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [-7.0, 5.5, 6.5, 1.0, 3.5, 7.5],
        y: [-7.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    axes = Int32Vector("axes", [1, 0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 1]))
    model = Model("rank_2_all_keep").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, True).To(y)
    example = Example({
        x: [-2.0, -0.5, 4.5, -7.5, 8.0, 6.5],
        y: [-7.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    axes = Int32Vector("axes", [1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("rank_3_middle").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [4.0, -7.0, 2.5, 0.0, -4.0, 7.0, 6.5, -2.0, 0.5, -5.5, -1.0, -5.5],
        y: [-4.0, -7.0, -1.0, -5.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    axes = Int32Vector("axes", [0, 2])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("rank_3_outer").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [-7.5, 3.5, 0.5, 8.0, 1.5, 6.0, 8.0, 6.5, 1.0, -1.5, -3.5, 4.0],
        y: [-7.5, -1.5, -3.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    axes = Int32Vector("axes", [-2, -3])
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2]))
    model = Model("rank_3_negative").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, True).To(y)
    example = Example({
        x: [-1.5, -3.0, -1.5, -0.5, 6.0, 6.0, -6.0, -1.0, 2.0, 2.5, -6.0, -2.0],
        y: [-6.0, -3.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
    axes = Int32Vector("axes", [1, 1, -2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("rank_3_repeated").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [4.5, 7.5, -4.0, 6.5, -6.0, 5.5, -5.0, 6.5, 3.5, 6.5, 8.0, 7.5],
        y: [4.5, -6.0, -4.0, -5.0, 6.5, 3.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 2]))
    axes = Int32Vector("axes", [1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("rank_4_spatial").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [
            -7.0, 1.0,  -6.0, -2.0,  -1.5, 5.5,  -3.5, -1.5,
            4.0, -6.0,  4.5, 0.5,  7.0, -8.0,  0.0, 7.0,
            1.0, -0.5,  2.0, 5.5,  1.5, 3.5,  3.5, 3.0,
        ],
        y: [-7.0, -6.0, 0.0, -8.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 2]))
    axes = Int32Vector("axes", [2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    model = Model("rank_4_spatial_keep").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, True).To(y)
    example = Example({
        x: [
            -1.0, -5.0,  -8.0, 5.0,  3.0, 4.5,  -2.0, 7.0,
            4.5, -2.0,  2.0, -6.5,  8.0, -1.5,  4.0, -2.0,
            -2.5, -8.0,  1.0, 4.0,  -7.0, -2.0,  2.0, 6.5,
        ],
        y: [-8.0, -6.5, -7.0, -8.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    axes = Int32Vector("axes", [0, 1, 2, 3])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_4_all").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [4.0, 5.0, 6.5, -3.0, 7.5, 5.0, 0.0, -1.5, 5.5, 2.0, -0.5, 4.0],
        y: [-3.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    axes = Int32Vector("axes", [-4, -1, -3, -2])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_4_all_negative").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [-6.5, -1.0, 4.5, 5.0, -4.5, 4.0, 1.5, 7.0, 7.0, 5.0, -3.0, -3.0],
        y: [-6.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 1]))
    axes = Int32Vector("axes", [1, -1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("size_1_axis").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [-0.5, -7.5, 2.0, -4.5, 0.0, 4.0],
        y: [-0.5, -7.5, 2.0, -4.5, 0.0, 4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [6, 4]))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("REDUCE_MIN", x, axes, False).To(y)
Example({
    x: [
        0.1, 0.2, 0.3, 1.0001,
        12345.678, -0.001, 7.7, 33.33,
        -15000.5, 16001.7, 0.5, 0.1,
        -0.12345, -0.1234, -0.12346, -0.9,
        3.3, 123.4567, 0.777, 9.07,
        -6.543, -1.111, -0.3217, -2.7,
    ],
    y: [0.1, -0.001, -15000.5, -0.9, 0.777, -6.543],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [4, 16, 4], 0.07, 131))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [4, 4], 0.07, 131))
model = Model("codes").IntroducedIn("V1_2")
model.Operation("REDUCE_MIN", x, axes, False).To(y)
Example({
    x: [
        0, 113, 172, 154,  195, 233, 175, 255,  247, 144, 183, 87,  110, 242, 122, 9,
        185, 76, 124, 170,  235, 169, 81, 243,  200, 80, 66, 93,  45, 202, 44, 210,
        191, 212, 52, 30,  85, 96, 223, 232,  21, 101, 116, 41,  208, 177, 3, 75,
        188, 141, 164, 103,  232, 169, 59, 156,  17, 203, 153, 90,  190, 36, 17, 219,
        25, 30, 62, 222,  192, 25, 253, 157,  35, 228, 152, 51,  189, 53, 44, 120,
        32, 123, 31, 167,  4, 60, 172, 66,  5, 183, 181, 155,  221, 237, 244, 52,
        189, 213, 159, 104,  11, 5, 165, 192,  82, 57, 14, 51,  248, 98, 180, 125,
        252, 224, 224, 98,  88, 30, 32, 50,  15, 33, 93, 11,  73, 233, 168, 152,
        178, 213, 225, 90,  229, 170, 214, 41,  149, 198, 121, 106,  143, 2, 36, 216,
        215, 199, 148, 231,  63, 238, 200, 47,  129, 133, 32, 51,  64, 97, 34, 16,
        29, 192, 112, 146,  246, 96, 174, 192,  4, 52, 122, 106,  85, 167, 167, 188,
        39, 38, 15, 84,  225, 169, 126, 69,  50, 27, 227, 73,  37, 66, 149, 97,
        6, 236, 65, 235,  175, 10, 161, 129,  187, 253, 120, 117,  206, 254, 93, 181,
        84, 13, 47, 140,  77, 170, 64, 1,  156, 163, 227, 202,  183, 182, 12, 235,
        149, 206, 248, 109,  157, 86, 54, 0,  60, 122, 235, 71,  160, 183, 63, 207,
        57, 82, 77, 169,  2, 35, 41, 65,  129, 179, 69, 139,  194, 69, 124, 13,
    ],
    y: [0, 36, 3, 9, 4, 5, 14, 11, 4, 2, 15, 16, 2, 10, 12, 0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 16, 4], 0.07, 3))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 4], 0.07, 3))
model = Model("codes_signed").IntroducedIn("V1_3")
model.Operation("REDUCE_MIN", x, axes, False).To(y)
Example({
    x: [
        -128, -15, 44, 26,  67, 105, 47, 127,
        119, 16, 55, -41,  -18, 114, -6, -119,
        57, -52, -4, 42,  107, 41, -47, 115,
        72, -48, -62, -35,  -83, 74, -84, 82,
        63, 84, -76, -98,  -43, -32, 95, 104,
        -107, -27, -12, -87,  80, 49, -125, -53,
        60, 13, 36, -25,  104, 41, -69, 28,
        -111, 75, 25, -38,  62, -92, -111, 91,
        -103, -98, -66, 94,  64, -103, 125, 29,
        -93, 100, 24, -77,  61, -75, -84, -8,
        -96, -5, -97, 39,  -124, -68, 44, -62,
        -123, 55, 53, 27,  93, 109, 116, -76,
        61, 85, 31, -24,  -117, -123, 37, 64,
        -46, -71, -114, -77,  120, -30, 52, -3,
        124, 96, 96, -30,  -40, -98, -96, -78,
        -113, -95, -35, -117,  -55, 105, 40, 24,
        50, 85, 97, -38,  101, 42, 86, -87,
        21, 70, -7, -22,  15, -126, -92, 88,
        87, 71, 20, 103,  -65, 110, 72, -81,
        1, 5, -96, -77,  -64, -31, -94, -112,
        -99, 64, -16, 18,  118, -32, 46, 64,
        -124, -76, -6, -22,  -43, 39, 39, 60,
        -89, -90, -113, -44,  97, 41, -2, -59,
        -78, -101, 99, -55,  -91, -62, 21, -31,
        -122, 108, -63, 107,  47, -118, 33, 1,
        59, 125, -8, -11,  78, 126, -35, 53,
        -44, -115, -81, 12,  -51, 42, -64, -127,
        28, 35, 99, 74,  55, 54, -116, 107,
        21, 78, 120, -19,  29, -42, -74, -128,
        -68, -6, 107, -57,  32, 55, -65, 79,
        -71, -46, -51, 41,  -126, -93, -87, -63,
        1, 51, -59, 11,  66, -59, -4, -115,
    ],
    y: [
        -128, -92, -125, -119,  -124, -123, -114, -117,
        -124, -126, -113, -112,  -126, -118, -116, -128,
    ],
}, model=model)

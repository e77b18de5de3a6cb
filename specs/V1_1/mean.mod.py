# MEAN: one, several and all axes, negative, repeated and unsorted ones, kept and removed
# dimensions, all types.
# Expected values: specs/scripts/mean.py (exact rational arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    axes = Int32Vector("axes", [0])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0],
        y: [1.375],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    axes = Int32Vector("axes", [0])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_1_keep").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 1).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0],
        y: [1.375],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    axes = Int32Vector("axes", [0])
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("rank_2_rows").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0],
        y: [0.6666667, -2.6666667],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    axes = Int32Vector("axes", [1])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("rank_2_columns").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [8.0, 2.0, -2.5, 2.5, -7.5, 6.5],
        y: [5.0, 0.0, -0.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
    axes = Int32Vector("axes", [-1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 1]))
    model = Model("rank_2_columns_keep").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 1).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0, 5.0, 7.5, -7.0, -0.5],
        y: [-0.4, 0.2],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    axes = Int32Vector("axes", [0, 1])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_2_all").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0],
        y: [-1.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    axes = Int32Vector("axes", [0, 1])
    y = Output("y", ("TENSOR_FLOAT32", [1, 1]))
    model = Model("rank_2_all_keep").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 1).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0],
        y: [-1.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    axes = Int32Vector("axes", [1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("rank_3_middle").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0, 5.0, 7.5, -7.0, -0.5, 2.0, 4.5],
        y: [0.6666667, -2.6666667, 0.0, 3.8333333],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    axes = Int32Vector("axes", [0, 2])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("rank_3_outer").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [-4.5, -6.0, 0.5, 4.0, -3.0, -5.0, 7.0, -0.5, -6.5, 3.5, -0.5, -1.5],
        y: [-1.0, 0.375, -2.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    axes = Int32Vector("axes", [-2, -3])
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2]))
    model = Model("rank_3_negative").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 1).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0, 5.0, 7.5, -7.0, -0.5, 2.0, 4.5],
        y: [0.33333334, 0.5833333],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
    axes = Int32Vector("axes", [2, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("rank_3_unsorted").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0, 5.0, 7.5, -7.0, -0.5, 2.0, 4.5],
        y: [2.5, -1.5833334],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
    axes = Int32Vector("axes", [1, 1, -2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("rank_3_repeated").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [-1.5, -8.0, 7.5, -2.5, 7.0, 0.5, -2.5, -2.0, 2.5, 2.5, -2.0, 1.5],
        y: [-2.0, -0.5, 4.0, 0.0, -2.0, 2.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 2]))
    axes = Int32Vector("axes", [1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("rank_4_spatial").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [
            7.0, 0.0,  2.5, -4.0,  -7.5, -4.0,  5.0, 7.5,
            -7.0, -0.5,  2.0, 4.5,  -7.0, 2.0,  5.5, -8.0,
            -3.5, -6.5,  0.0, 5.0,  -7.5, -2.5,  -5.5, 0.5,
        ],
        y: [0.33333334, 0.5833333, -3.0, -1.5833334],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 2]))
    axes = Int32Vector("axes", [1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    model = Model("rank_4_spatial_keep").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 1).To(y)
    example = Example({
        x: [
            7.0, 0.0,  2.5, -4.0,  -7.5, -4.0,  5.0, 7.5,
            -7.0, -0.5,  2.0, 4.5,  -7.0, 2.0,  5.5, -8.0,
            -3.5, -6.5,  0.0, 5.0,  -7.5, -2.5,  -5.5, 0.5,
        ],
        y: [0.33333334, 0.5833333, -3.0, -1.5833334],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    axes = Int32Vector("axes", [0, 1, 2, 3])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_4_all").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0, 5.0, 7.5, -7.0, -0.5, 2.0, 4.5],
        y: [0.45833334],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 1]))
    axes = Int32Vector("axes", [1, -1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("size_1_axis").IntroducedIn(version)
    model.Operation("MEAN", x, axes, 0).To(y)
    example = Example({
        x: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0],
        y: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

# Sums that need far more than 8 bits.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 5, 6, 3], 0.8, 133))
axes = Int32Vector("axes", [1, 2])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.8, 133))
model = Model("codes").IntroducedIn("V1_1")
model.Operation("MEAN", x, axes, 0).To(y)
Example({
    x: [
        255, 101, 207,  224, 145, 46,  255, 80, 65,  211, 147, 50,
        255, 114, 103,  19, 253, 77,  255, 8, 123,  145, 154, 126,
        255, 224, 157,  47, 77, 241,  255, 101, 22,  149, 26, 34,
        255, 177, 140,  238, 37, 80,  255, 156, 237,  67, 183, 39,
        255, 79, 139,  27, 246, 175,  255, 181, 235,  237, 91, 147,
        255, 167, 27,  13, 76, 75,  255, 173, 246,  184, 141, 142,
        255, 213, 47,  19, 22, 4,  255, 27, 191,  126, 150, 116,
        255, 1, 3,  226, 11, 227,  255, 245, 91,  250, 241, 30,
        255, 132, 217,  242, 190, 6,  255, 211, 215,  110, 206, 26,
        255, 115, 235,  120, 12, 201,  255, 253, 254,  148, 201, 231,
        255, 244, 141,  72, 204, 58,  255, 189, 70,  208, 39, 41,
        255, 7, 40,  186, 241, 38,  255, 55, 208,  15, 93, 160,
        255, 30, 84,  161, 218, 85,  255, 72, 62,  209, 139, 82,
        255, 191, 92,  188, 115, 72,  255, 238, 98,  89, 163, 73,
        255, 42, 107,  174, 48, 193,  255, 158, 108,  161, 212, 52,
    ],
    y: [192, 119, 117, 205, 150, 112],
}, model=model)

# Sums that need far more than 8 bits.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 5, 6, 3], 0.8, 5))
axes = Int32Vector("axes", [1, 2])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.8, 5))
model = Model("codes_signed").IntroducedIn("V1_3")
model.Operation("MEAN", x, axes, 0).To(y)
Example({
    x: [
        127, -27, 79,  96, 17, -82,  127, -48, -63,  83, 19, -78,
        127, -14, -25,  -109, 125, -51,  127, -120, -5,  17, 26, -2,
        127, 96, 29,  -81, -51, 113,  127, -27, -106,  21, -102, -94,
        127, 49, 12,  110, -91, -48,  127, 28, 109,  -61, 55, -89,
        127, -49, 11,  -101, 118, 47,  127, 53, 107,  109, -37, 19,
        127, 39, -101,  -115, -52, -53,  127, 45, 118,  56, 13, 14,
        127, 85, -81,  -109, -106, -124,  127, -101, 63,  -2, 22, -12,
        127, -127, -125,  98, -117, 99,  127, 117, -37,  122, 113, -98,
        127, 4, 89,  114, 62, -122,  127, 83, 87,  -18, 78, -102,
        127, -13, 107,  -8, -116, 73,  127, 125, 126,  20, 73, 103,
        127, 116, 13,  -56, 76, -70,  127, 61, -58,  80, -89, -87,
        127, -121, -88,  58, 113, -90,  127, -73, 80,  -113, -35, 32,
        127, -98, -44,  33, 90, -43,  127, -56, -66,  81, 11, -46,
        127, 63, -36,  60, -13, -56,  127, 110, -30,  -39, 35, -55,
        127, -86, -21,  46, -80, 65,  127, 30, -20,  33, 84, -76,
    ],
    y: [64, -9, -11, 77, 22, -16],
}, model=model)

# ARGMIN: every axis of up to five dimensions, ties, all types. Indices lie far apart, because a
# comparison lets INT32 be one off.
# Expected values: specs/scripts/reductions.py (plain loops, exact or in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [9]))
    y = Output("y", ("TENSOR_INT32", [1]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("ARGMIN", x, 0).To(y)
    example = Example({
        x: [0.0, -0.5, -2.0, 2.0, 1.0, -1.0, 1.5, -1.5, 0.5],
        y: [2],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [7, 3]))
    y = Output("y", ("TENSOR_INT32", [3]))
    model = Model("rank_2_rows").IntroducedIn(version)
    model.Operation("ARGMIN", x, 0).To(y)
    example = Example({
        x: [
            4.0, 0.5, 5.0,  2.0, -3.5, -1.0,  4.5, -4.5, -4.0,  -1.5, 1.0, -3.0,
            -0.5, -2.0, 3.5,  -5.0, 0.0, 2.5,  1.5, 3.0, -2.5,
        ],
        y: [5, 2, 2],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 8]))
    y = Output("y", ("TENSOR_INT32", [3]))
    model = Model("rank_2_columns").IntroducedIn(version)
    model.Operation("ARGMIN", x, -1).To(y)
    example = Example({
        x: [
            -3.0, -0.5, -4.0, 5.5, 0.0, 3.5, 3.0, -6.0,
            -5.0, 2.0, -2.0, -2.5, -4.5, 4.0, 5.0, 1.5,
            -5.5, 0.5, -3.5, 1.0, 2.5, -1.0, -1.5, 4.5,
        ],
        y: [7, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6, 2, 3]))
    y = Output("y", ("TENSOR_INT32", [2, 3]))
    model = Model("rank_3_first").IntroducedIn(version)
    model.Operation("ARGMIN", x, -3).To(y)
    example = Example({
        x: [
            1.0, -3.0, -7.0,  8.0, 5.5, 1.5,  -7.5, -1.5, 3.5,  3.0, -3.5, 5.0,
            -9.0, -6.5, 8.5,  2.5, 6.5, -5.0,  -8.0, -2.0, -4.0,  -8.5, 0.5, 4.5,
            -6.0, -4.5, 4.0,  7.5, -0.5, -2.5,  -1.0, 7.0, 2.0,  0.0, -5.5, 6.0,
        ],
        y: [2, 2, 0, 3, 5, 2],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 7, 2]))
    y = Output("y", ("TENSOR_INT32", [2, 2]))
    model = Model("rank_3_middle").IntroducedIn(version)
    model.Operation("ARGMIN", x, 1).To(y)
    example = Example({
        x: [
            -6.5, 0.5,  3.5, -5.0,  -6.0, -0.5,  -7.0, 4.5,
            -3.5, -4.0,  4.0, -3.0,  -1.5, 2.5,  6.5, 3.0,
            -1.0, 6.0,  1.5, -4.5,  1.0, -2.5,  -2.0, 5.0,
            5.5, 0.0,  2.0, -5.5,
        ],
        y: [3, 1, 4, 6],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 6]))
    y = Output("y", ("TENSOR_INT32", [2, 2]))
    model = Model("rank_3_last").IntroducedIn(version)
    model.Operation("ARGMIN", x, 2).To(y)
    example = Example({
        x: [
            -4.5, -4.0, 3.5, -6.0, -2.0, 5.5,
            2.5, -5.0, -1.0, -3.5, -5.5, -2.5,
            -0.5, 1.5, 5.0, 4.5, 0.0, 1.0,
            3.0, -3.0, 0.5, 4.0, -1.5, 2.0,
        ],
        y: [3, 4, 0, 1],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 5, 2, 2]))
    y = Output("y", ("TENSOR_INT32", [2, 2, 2]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("ARGMIN", x, -3).To(y)
    example = Example({
        x: [
            7.5, -0.5,  3.5, 6.5,  8.0, -4.5,  -10.0, 3.0,
            6.0, -6.5,  -7.0, 2.0,  -1.5, 0.5,  -3.5, 5.5,
            8.5, -7.5,  -3.0, -8.0,  -1.0, -5.5,  -9.5, -2.0,
            -5.0, 0.0,  9.0, 1.0,  -8.5, 4.5,  1.5, -4.0,
            -2.5, 7.0,  4.0, -9.0,  5.0, 9.5,  -6.0, 2.5,
        ],
        y: [3, 4, 1, 4, 2, 0, 0, 3],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 6, 1, 2])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_INT32", [1, 2, 1, 2]))
    model = Model("rank_5").IntroducedIn(version)
    model.Operation("ARGMIN", x, 2).To(y)
    example = Example({
        x: [
            -6.0, 5.5,  -1.0, -5.5,  3.0, 1.5,  5.0, 0.0,
            -3.0, -2.0,  3.5, 0.5,  -1.5, -3.5,  -4.0, 4.0,
            4.5, -2.5,  1.0, -4.5,  2.0, -0.5,  2.5, -5.0,
        ],
        y: [0, 1, 1, 5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

# The first of equal elements.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4, 5]))
    y = Output("y", ("TENSOR_INT32", [4]))
    model = Model("ties").IntroducedIn(version)
    model.Operation("ARGMIN", x, 1).To(y)
    example = Example({
        x: [
            -3.0, -1.0, -3.0, -0.0, -3.0,  -0.0, -2.0, -1.0, -1.0, -2.0,
            1.0, 1.0, 1.0, 1.0, 1.0,  5.0, 9.0, 9.0, 5.0, 5.0,
        ],
        y: [0, 1, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

x = Input("x", ("TENSOR_INT32", [8]))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("int32").IntroducedIn("V1_2")
model.Operation("ARGMIN", x, 0).To(y)
Example({
    x: [
        5, -2147483648, 2147483647, 0, 16777216, 16777217, -16777216, -16777217,
    ],
    y: [1],
}, model=model)

# Neighbouring integers that float32 does not distinguish.
x = Input("x", ("TENSOR_INT32", [8]))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("int32_neighbours").IntroducedIn("V1_2")
model.Operation("ARGMIN", x, 0).To(y)
Example({
    x: [16777217, 16777216, 16777216, 16777218, -7, 16777219, -8, -8],
    y: [6],
}, model=model)

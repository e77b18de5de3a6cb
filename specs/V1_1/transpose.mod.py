# TRANSPOSE: all permutations of three dimensions, some of four, an omitted permutation, all
# types.
# Expected values: specs/scripts/slices.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    perm = Int32Vector("perm", [0])
    y = Output("y", ("TENSOR_FLOAT32", [4]))
    model = Model("perm_0").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [0.5, 1.0, 1.5, 2.0],
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
    perm = Int32Vector("perm", [0, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("perm_01").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        y: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
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
    perm = Int32Vector("perm", [1, 0])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("perm_10").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        y: [0.5, 2.0, 1.0, 2.5, 1.5, 3.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
    perm = Int32Vector("perm", [0, 1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 4]))
    model = Model("perm_012").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5, 2.0,  2.5, 3.0, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0,  6.5, 7.0, 7.5, 8.0,
            8.5, 9.0, 9.5, 10.0,  10.5, 11.0, 11.5, 12.0,
        ],
        y: [
            0.5, 1.0, 1.5, 2.0,  2.5, 3.0, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0,  6.5, 7.0, 7.5, 8.0,
            8.5, 9.0, 9.5, 10.0,  10.5, 11.0, 11.5, 12.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
    perm = Int32Vector("perm", [0, 2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 4, 3]))
    model = Model("perm_021").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5, 2.0,  2.5, 3.0, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0,  6.5, 7.0, 7.5, 8.0,
            8.5, 9.0, 9.5, 10.0,  10.5, 11.0, 11.5, 12.0,
        ],
        y: [
            0.5, 2.5, 4.5,  1.0, 3.0, 5.0,  1.5, 3.5, 5.5,  2.0, 4.0, 6.0,
            6.5, 8.5, 10.5,  7.0, 9.0, 11.0,  7.5, 9.5, 11.5,  8.0, 10.0, 12.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
    perm = Int32Vector("perm", [1, 0, 2])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4]))
    model = Model("perm_102").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5, 2.0,  2.5, 3.0, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0,  6.5, 7.0, 7.5, 8.0,
            8.5, 9.0, 9.5, 10.0,  10.5, 11.0, 11.5, 12.0,
        ],
        y: [
            0.5, 1.0, 1.5, 2.0,  6.5, 7.0, 7.5, 8.0,
            2.5, 3.0, 3.5, 4.0,  8.5, 9.0, 9.5, 10.0,
            4.5, 5.0, 5.5, 6.0,  10.5, 11.0, 11.5, 12.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
    perm = Int32Vector("perm", [1, 2, 0])
    y = Output("y", ("TENSOR_FLOAT32", [3, 4, 2]))
    model = Model("perm_120").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5, 2.0,  2.5, 3.0, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0,  6.5, 7.0, 7.5, 8.0,
            8.5, 9.0, 9.5, 10.0,  10.5, 11.0, 11.5, 12.0,
        ],
        y: [
            0.5, 6.5,  1.0, 7.0,  1.5, 7.5,  2.0, 8.0,
            2.5, 8.5,  3.0, 9.0,  3.5, 9.5,  4.0, 10.0,
            4.5, 10.5,  5.0, 11.0,  5.5, 11.5,  6.0, 12.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
    perm = Int32Vector("perm", [2, 0, 1])
    y = Output("y", ("TENSOR_FLOAT32", [4, 2, 3]))
    model = Model("perm_201").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5, 2.0,  2.5, 3.0, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0,  6.5, 7.0, 7.5, 8.0,
            8.5, 9.0, 9.5, 10.0,  10.5, 11.0, 11.5, 12.0,
        ],
        y: [
            0.5, 2.5, 4.5,  6.5, 8.5, 10.5,  1.0, 3.0, 5.0,  7.0, 9.0, 11.0,
            1.5, 3.5, 5.5,  7.5, 9.5, 11.5,  2.0, 4.0, 6.0,  8.0, 10.0, 12.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
    perm = Int32Vector("perm", [2, 1, 0])
    y = Output("y", ("TENSOR_FLOAT32", [4, 3, 2]))
    model = Model("perm_210").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5, 2.0,  2.5, 3.0, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0,  6.5, 7.0, 7.5, 8.0,
            8.5, 9.0, 9.5, 10.0,  10.5, 11.0, 11.5, 12.0,
        ],
        y: [
            0.5, 6.5,  2.5, 8.5,  4.5, 10.5,  1.0, 7.0,
            3.0, 9.0,  5.0, 11.0,  1.5, 7.5,  3.5, 9.5,
            5.5, 11.5,  2.0, 8.0,  4.0, 10.0,  6.0, 12.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    perm = Int32Vector("perm", [0, 3, 1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
    model = Model("perm_0312").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [0.5, 1.5, 2.5, 1.0, 2.0, 3.0, 3.5, 4.5, 5.5, 4.0, 5.0, 6.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    perm = Int32Vector("perm", [0, 2, 3, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 2, 1]))
    model = Model("perm_0231").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    perm = Int32Vector("perm", [3, 2, 1, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 2]))
    model = Model("perm_3210").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [0.5, 3.5, 1.5, 4.5, 2.5, 5.5, 1.0, 4.0, 2.0, 5.0, 3.0, 6.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    perm = Int32Vector("perm", [1, 0, 3, 2])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    model = Model("perm_1032").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [0.5, 1.5, 2.5, 1.0, 2.0, 3.0, 3.5, 4.5, 5.5, 4.0, 5.0, 6.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    perm = Int32Vector("perm", [2, 3, 0, 1])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2, 1]))
    model = Model("perm_2301").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [0.5, 3.5, 1.0, 4.0, 1.5, 4.5, 2.0, 5.0, 2.5, 5.5, 3.0, 6.0],
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

# Without a permutation the dimensions are reversed.
for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    perm = Parameter("perm", ("TENSOR_INT32", [0]), None)
    y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
    model = Model("omitted_perm").IntroducedIn(version)
    model.Operation("TRANSPOSE", x, perm).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [0.5, 2.5, 4.5, 1.0, 3.0, 5.0, 1.5, 3.5, 5.5, 2.0, 4.0, 6.0],
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

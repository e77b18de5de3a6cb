# BATCH_TO_SPACE_ND: square, flat and tall blocks, all types, both layouts (1.2).
# Expected values: specs/scripts/blocks.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4, 1, 1, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    model = Model("block_2x2_0").IntroducedIn(version)
    model.Operation("BATCH_TO_SPACE_ND", x, [2, 2]).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [0.5, 1.0, 1.5, 2.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [8, 1, 2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 4, 3]))
    model = Model("block_2x2_1").IntroducedIn(version)
    model.Operation("BATCH_TO_SPACE_ND", x, [2, 2]).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5,  2.0, 2.5, 3.0,  3.5, 4.0, 4.5,  5.0, 5.5, 6.0,
            6.5, 7.0, 7.5,  8.0, 8.5, 9.0,  9.5, 10.0, 10.5,  11.0, 11.5, 12.0,
            12.5, 13.0, 13.5,  14.0, 14.5, 15.0,  15.5, 16.0, 16.5,  17.0, 17.5, 18.0,
            18.5, 19.0, 19.5,  20.0, 20.5, 21.0,  21.5, 22.0, 22.5,  23.0, 23.5, 24.0,
        ],
        y: [
            0.5, 1.0, 1.5,  6.5, 7.0, 7.5,  2.0, 2.5, 3.0,  8.0, 8.5, 9.0,
            12.5, 13.0, 13.5,  18.5, 19.0, 19.5,  14.0, 14.5, 15.0,  20.0, 20.5, 21.0,
            3.5, 4.0, 4.5,  9.5, 10.0, 10.5,  5.0, 5.5, 6.0,  11.0, 11.5, 12.0,
            15.5, 16.0, 16.5,  21.5, 22.0, 22.5,  17.0, 17.5, 18.0,  23.0, 23.5, 24.0,
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
    x = Input("x", ("TENSOR_FLOAT32", [6, 2, 1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 6, 2, 2]))
    model = Model("block_3x2_2").IntroducedIn(version)
    model.Operation("BATCH_TO_SPACE_ND", x, [3, 2]).To(y)
    example = Example({
        x: [
            0.5, 1.0,  1.5, 2.0,  2.5, 3.0,  3.5, 4.0,
            4.5, 5.0,  5.5, 6.0,  6.5, 7.0,  7.5, 8.0,
            8.5, 9.0,  9.5, 10.0,  10.5, 11.0,  11.5, 12.0,
        ],
        y: [
            0.5, 1.0,  2.5, 3.0,  4.5, 5.0,  6.5, 7.0,
            8.5, 9.0,  10.5, 11.0,  1.5, 2.0,  3.5, 4.0,
            5.5, 6.0,  7.5, 8.0,  9.5, 10.0,  11.5, 12.0,
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
    x = Input("x", ("TENSOR_FLOAT32", [3, 2, 2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 6, 1]))
    model = Model("block_1x3_3").IntroducedIn(version)
    model.Operation("BATCH_TO_SPACE_ND", x, [1, 3]).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [0.5, 2.5, 4.5, 1.0, 3.0, 5.0, 1.5, 3.5, 5.5, 2.0, 4.0, 6.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [4, 1, 3, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 1]))
    model = Model("block_2x1_4").IntroducedIn(version)
    model.Operation("BATCH_TO_SPACE_ND", x, [2, 1]).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [0.5, 1.0, 1.5, 3.5, 4.0, 4.5, 2.0, 2.5, 3.0, 5.0, 5.5, 6.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
    model = Model("block_1x1_5").IntroducedIn(version)
    model.Operation("BATCH_TO_SPACE_ND", x, [1, 1]).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0],
        y: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0],
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

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [8, 1, 2, 2]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 4, 2]))
    model = Model("layout").IntroducedIn(version)
    model.Operation("BATCH_TO_SPACE_ND", x, [2, 2], layout).To(y)
    example = Example({
        x: [
            0.5, 1.0,  1.5, 2.0,  2.5, 3.0,  3.5, 4.0,
            4.5, 5.0,  5.5, 6.0,  6.5, 7.0,  7.5, 8.0,
            8.5, 9.0,  9.5, 10.0,  10.5, 11.0,  11.5, 12.0,
            12.5, 13.0,  13.5, 14.0,  14.5, 15.0,  15.5, 16.0,
        ],
        y: [
            0.5, 1.0,  4.5, 5.0,  1.5, 2.0,  5.5, 6.0,
            8.5, 9.0,  12.5, 13.0,  9.5, 10.0,  13.5, 14.0,
            2.5, 3.0,  6.5, 7.0,  3.5, 4.0,  7.5, 8.0,
            10.5, 11.0,  14.5, 15.0,  11.5, 12.0,  15.5, 16.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 9),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 9),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -119),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -119),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

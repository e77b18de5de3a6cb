# CHANNEL_SHUFFLE: one to as many groups as channels, axes from both ends, ranks 1 to 4, all
# types.
# Expected values: specs/scripts/indexing.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    y = Output("y", ("TENSOR_FLOAT32", [6]))
    model = Model("rank_1_groups_2_0").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 2, 0).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 4.0, 2.0, 5.0, 3.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    y = Output("y", ("TENSOR_FLOAT32", [6]))
    model = Model("rank_1_groups_3_1").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 3, -1).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 3.0, 5.0, 2.0, 4.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    y = Output("y", ("TENSOR_FLOAT32", [4]))
    model = Model("rank_1_groups_4_2").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 4, 0).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [1.0, 2.0, 3.0, 4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    y = Output("y", ("TENSOR_FLOAT32", [4]))
    model = Model("rank_1_groups_1_3").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 1, 0).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [1.0, 2.0, 3.0, 4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 6]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 6]))
    model = Model("rank_2_groups_3_4").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 3, 1).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [1.0, 3.0, 5.0, 2.0, 4.0, 6.0, 7.0, 9.0, 11.0, 8.0, 10.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [4, 2]))
    model = Model("rank_2_groups_2_5").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 2, -2).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        y: [1.0, 2.0, 5.0, 6.0, 3.0, 4.0, 7.0, 8.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 4, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4, 3]))
    model = Model("rank_3_groups_2_6").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 2, 1).To(y)
    example = Example({
        x: [
            1.0, 2.0, 3.0,  4.0, 5.0, 6.0,  7.0, 8.0, 9.0,  10.0, 11.0, 12.0,
            13.0, 14.0, 15.0,  16.0, 17.0, 18.0,  19.0, 20.0, 21.0,  22.0, 23.0, 24.0,
        ],
        y: [
            1.0, 2.0, 3.0,  7.0, 8.0, 9.0,  4.0, 5.0, 6.0,  10.0, 11.0, 12.0,
            13.0, 14.0, 15.0,  19.0, 20.0, 21.0,  16.0, 17.0, 18.0,  22.0, 23.0, 24.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 8]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 8]))
    model = Model("rank_4_groups_4_7").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 4, 3).To(y)
    example = Example({
        x: [
            1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0,
            9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0,
            17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0,
            25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0,
        ],
        y: [
            1.0, 3.0, 5.0, 7.0, 2.0, 4.0, 6.0, 8.0,
            9.0, 11.0, 13.0, 15.0, 10.0, 12.0, 14.0, 16.0,
            17.0, 19.0, 21.0, 23.0, 18.0, 20.0, 22.0, 24.0,
            25.0, 27.0, 29.0, 31.0, 26.0, 28.0, 30.0, 32.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 8]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 8]))
    model = Model("rank_4_groups_2_8").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 2, -1).To(y)
    example = Example({
        x: [
            1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0,
            9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0,
            17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0,
            25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0,
        ],
        y: [
            1.0, 5.0, 2.0, 6.0, 3.0, 7.0, 4.0, 8.0,
            9.0, 13.0, 10.0, 14.0, 11.0, 15.0, 12.0, 16.0,
            17.0, 21.0, 18.0, 22.0, 19.0, 23.0, 20.0, 24.0,
            25.0, 29.0, 26.0, 30.0, 27.0, 31.0, 28.0, 32.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 6, 2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 6, 2, 2]))
    model = Model("rank_4_groups_3_9").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 3, 1).To(y)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
            17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
        ],
        y: [
            1.0, 2.0,  3.0, 4.0,  9.0, 10.0,  11.0, 12.0,
            17.0, 18.0,  19.0, 20.0,  5.0, 6.0,  7.0, 8.0,
            13.0, 14.0,  15.0, 16.0,  21.0, 22.0,  23.0, 24.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 6, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 6, 2]))
    model = Model("rank_4_groups_2_10").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 2, -2).To(y)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
            17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
        ],
        y: [
            1.0, 2.0,  7.0, 8.0,  3.0, 4.0,  9.0, 10.0,
            5.0, 6.0,  11.0, 12.0,  13.0, 14.0,  19.0, 20.0,
            15.0, 16.0,  21.0, 22.0,  17.0, 18.0,  23.0, 24.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4, 1, 2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [4, 1, 2, 2]))
    model = Model("rank_4_groups_2_11").IntroducedIn(version)
    model.Operation("CHANNEL_SHUFFLE", x, 2, -4).To(y)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        ],
        y: [
            1.0, 2.0,  3.0, 4.0,  9.0, 10.0,  11.0, 12.0,
            5.0, 6.0,  7.0, 8.0,  13.0, 14.0,  15.0, 16.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

# SPLIT: 1 to 4 parts, axes from both ends, ranks 1 to 5, all types.
# Expected values: specs/scripts/indexing.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [2]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [2]))
    part2 = Output("part2", ("TENSOR_FLOAT32", [2]))
    model = Model("vector").IntroducedIn(version)
    model.Operation("SPLIT", x, 0, 3).To(part0, part1, part2)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        part0: [1.0, 2.0],
        part1: [3.0, 4.0],
        part2: [5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part2: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
            part2: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part2: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [1]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [1]))
    part2 = Output("part2", ("TENSOR_FLOAT32", [1]))
    part3 = Output("part3", ("TENSOR_FLOAT32", [1]))
    model = Model("vector_of_one_each").IntroducedIn(version)
    model.Operation("SPLIT", x, -1, 4).To(part0, part1, part2, part3)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        part0: [1.0],
        part1: [2.0],
        part2: [3.0],
        part3: [4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part2: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part3: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
            part2: ("TENSOR_INT32",),
            part3: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part2: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part3: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("one_part").IntroducedIn(version)
    model.Operation("SPLIT", x, 0, 1).To(part0)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        part0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4, 3]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [2, 3]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("rows").IntroducedIn(version)
    model.Operation("SPLIT", x, 0, 2).To(part0, part1)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        part0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        part1: [7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 6]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [2, 2]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [2, 2]))
    part2 = Output("part2", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("columns").IntroducedIn(version)
    model.Operation("SPLIT", x, 1, 3).To(part0, part1, part2)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        part0: [1.0, 2.0, 7.0, 8.0],
        part1: [3.0, 4.0, 9.0, 10.0],
        part2: [5.0, 6.0, 11.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part2: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
            part2: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part2: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [2, 2]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("columns_from_the_end").IntroducedIn(version)
    model.Operation("SPLIT", x, -1, 2).To(part0, part1)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        part0: [1.0, 2.0, 5.0, 6.0],
        part1: [3.0, 4.0, 7.0, 8.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [1, 2]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [1, 2]))
    part2 = Output("part2", ("TENSOR_FLOAT32", [1, 2]))
    model = Model("rows_from_the_end").IntroducedIn(version)
    model.Operation("SPLIT", x, -2, 3).To(part0, part1, part2)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        part0: [1.0, 2.0],
        part1: [3.0, 4.0],
        part2: [5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part2: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
            part2: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part2: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 4, 3]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [2, 2, 3]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [2, 2, 3]))
    model = Model("rank_3_middle").IntroducedIn(version)
    model.Operation("SPLIT", x, 1, 2).To(part0, part1)
    example = Example({
        x: [
            1.0, 2.0, 3.0,  4.0, 5.0, 6.0,  7.0, 8.0, 9.0,  10.0, 11.0, 12.0,
            13.0, 14.0, 15.0,  16.0, 17.0, 18.0,  19.0, 20.0, 21.0,  22.0, 23.0, 24.0,
        ],
        part0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0],
        part1: [
            7.0, 8.0, 9.0,  10.0, 11.0, 12.0,  19.0, 20.0, 21.0,  22.0, 23.0, 24.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [1, 2, 3]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [1, 2, 3]))
    model = Model("rank_3_first").IntroducedIn(version)
    model.Operation("SPLIT", x, -3, 2).To(part0, part1)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        part0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        part1: [7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 4]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
    part2 = Output("part2", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
    part3 = Output("part3", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
    model = Model("rank_4_channels").IntroducedIn(version)
    model.Operation("SPLIT", x, 3, 4).To(part0, part1, part2, part3)
    example = Example({
        x: [
            1.0, 2.0, 3.0, 4.0,  5.0, 6.0, 7.0, 8.0,
            9.0, 10.0, 11.0, 12.0,  13.0, 14.0, 15.0, 16.0,
            17.0, 18.0, 19.0, 20.0,  21.0, 22.0, 23.0, 24.0,
        ],
        part0: [1.0, 5.0, 9.0, 13.0, 17.0, 21.0],
        part1: [2.0, 6.0, 10.0, 14.0, 18.0, 22.0],
        part2: [3.0, 7.0, 11.0, 15.0, 19.0, 23.0],
        part3: [4.0, 8.0, 12.0, 16.0, 20.0, 24.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part2: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part3: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
            part2: ("TENSOR_INT32",),
            part3: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part2: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part3: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 4, 2]))
    part0 = Output("part0", ("TENSOR_FLOAT32", [2, 1, 2, 2]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [2, 1, 2, 2]))
    model = Model("rank_4_middle").IntroducedIn(version)
    model.Operation("SPLIT", x, -2, 2).To(part0, part1)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        ],
        part0: [1.0, 2.0, 3.0, 4.0, 9.0, 10.0, 11.0, 12.0],
        part1: [5.0, 6.0, 7.0, 8.0, 13.0, 14.0, 15.0, 16.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 4, 2])).ShouldNeverBeInternal()
    part0 = Output("part0", ("TENSOR_FLOAT32", [1, 2, 1, 2, 2]))
    part1 = Output("part1", ("TENSOR_FLOAT32", [1, 2, 1, 2, 2]))
    model = Model("rank_5").IntroducedIn(version)
    model.Operation("SPLIT", x, 3, 2).To(part0, part1)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        ],
        part0: [1.0, 2.0, 3.0, 4.0, 9.0, 10.0, 11.0, 12.0],
        part1: [5.0, 6.0, 7.0, 8.0, 13.0, 14.0, 15.0, 16.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            part1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            part0: ("TENSOR_INT32",),
            part1: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            part1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

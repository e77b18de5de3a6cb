# EXPAND_DIMS: axes from both ends, ranks 1 to 5, all types.
# Expected values: specs/scripts/indexing.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3]))
    model = Model("rank_1_axis_minus_2").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -2).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0],
        y: [1.0, 2.0, 3.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
    model = Model("rank_1_axis_minus_1").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -1).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0],
        y: [1.0, 2.0, 3.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3]))
    model = Model("rank_1_axis_0").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 0).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0],
        y: [1.0, 2.0, 3.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
    model = Model("rank_1_axis_1").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 1).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0],
        y: [1.0, 2.0, 3.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3]))
    model = Model("rank_2_axis_minus_3").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -3).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3]))
    model = Model("rank_2_axis_minus_2").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -2).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1]))
    model = Model("rank_2_axis_minus_1").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -1).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3]))
    model = Model("rank_2_axis_0").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 0).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3]))
    model = Model("rank_2_axis_1").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 1).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1]))
    model = Model("rank_2_axis_2").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 2).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2]))
    model = Model("rank_3_axis_minus_4").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -4).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [1.0, 2.0, 3.0, 4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    model = Model("rank_3_axis_minus_2").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -2).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [1.0, 2.0, 3.0, 4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    model = Model("rank_3_axis_1").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 1).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [1.0, 2.0, 3.0, 4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 1]))
    model = Model("rank_3_axis_3").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 3).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [1.0, 2.0, 3.0, 4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2, 3, 2]))
    model = Model("rank_4_axis_minus_5").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -5).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 1, 2]))
    model = Model("rank_4_axis_minus_2").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -2).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2, 3, 2]))
    model = Model("rank_4_axis_1").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 1).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 2, 1]))
    model = Model("rank_4_axis_4").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 4).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 2, 2])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 1, 2, 2]))
    model = Model("rank_5_axis_minus_6").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -6).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 2, 2])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2, 1, 2]))
    model = Model("rank_5_axis_minus_2").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, -2).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 2, 2])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 1, 2, 2]))
    model = Model("rank_5_axis_1").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 1).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 2, 2])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2, 2, 1]))
    model = Model("rank_5_axis_5").IntroducedIn(version)
    model.Operation("EXPAND_DIMS", x, 5).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

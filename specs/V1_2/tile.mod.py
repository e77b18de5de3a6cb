# TILE: ranks 1 to 5, one and several dimensions repeated, all types.
# Expected values: specs/scripts/indexing.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    multiples = Parameter("multiples", ("TENSOR_INT32", [1]), [1])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("rank_1_0").IntroducedIn(version)
    model.Operation("TILE", x, multiples).To(y)
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
    x = Input("x", ("TENSOR_FLOAT32", [2]))
    multiples = Parameter("multiples", ("TENSOR_INT32", [1]), [4])
    y = Output("y", ("TENSOR_FLOAT32", [8]))
    model = Model("rank_1_1").IntroducedIn(version)
    model.Operation("TILE", x, multiples).To(y)
    example = Example({
        x: [1.0, 2.0],
        y: [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    multiples = Parameter("multiples", ("TENSOR_INT32", [2]), [1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 6]))
    model = Model("rank_2_2").IntroducedIn(version)
    model.Operation("TILE", x, multiples).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 4.0, 5.0, 6.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    multiples = Parameter("multiples", ("TENSOR_INT32", [2]), [3, 1])
    y = Output("y", ("TENSOR_FLOAT32", [6, 3]))
    model = Model("rank_2_3").IntroducedIn(version)
    model.Operation("TILE", x, multiples).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [
            1.0, 2.0, 3.0,  4.0, 5.0, 6.0,  1.0, 2.0, 3.0,  4.0, 5.0, 6.0,
            1.0, 2.0, 3.0,  4.0, 5.0, 6.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 2]))
    multiples = Parameter("multiples", ("TENSOR_INT32", [2]), [2, 3])
    y = Output("y", ("TENSOR_FLOAT32", [4, 6]))
    model = Model("rank_2_4").IntroducedIn(version)
    model.Operation("TILE", x, multiples).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [
            1.0, 2.0, 1.0, 2.0, 1.0, 2.0,  3.0, 4.0, 3.0, 4.0, 3.0, 4.0,
            1.0, 2.0, 1.0, 2.0, 1.0, 2.0,  3.0, 4.0, 3.0, 4.0, 3.0, 4.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3]))
    multiples = Parameter("multiples", ("TENSOR_INT32", [3]), [2, 1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 6]))
    model = Model("rank_3_5").IntroducedIn(version)
    model.Operation("TILE", x, multiples).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [
            1.0, 2.0, 3.0, 1.0, 2.0, 3.0,  4.0, 5.0, 6.0, 4.0, 5.0, 6.0,
            1.0, 2.0, 3.0, 1.0, 2.0, 3.0,  4.0, 5.0, 6.0, 4.0, 5.0, 6.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2, 2]))
    multiples = Parameter("multiples", ("TENSOR_INT32", [4]), [1, 3, 2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 4, 2]))
    model = Model("rank_4_6").IntroducedIn(version)
    model.Operation("TILE", x, multiples).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        y: [
            1.0, 2.0,  3.0, 4.0,  1.0, 2.0,  3.0, 4.0,
            1.0, 2.0,  3.0, 4.0,  1.0, 2.0,  3.0, 4.0,
            1.0, 2.0,  3.0, 4.0,  1.0, 2.0,  3.0, 4.0,
            5.0, 6.0,  7.0, 8.0,  5.0, 6.0,  7.0, 8.0,
            5.0, 6.0,  7.0, 8.0,  5.0, 6.0,  7.0, 8.0,
            5.0, 6.0,  7.0, 8.0,  5.0, 6.0,  7.0, 8.0,
        ],
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
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 1, 3])).ShouldNeverBeInternal()
    multiples = Parameter("multiples", ("TENSOR_INT32", [5]), [2, 1, 2, 1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 1, 6]))
    model = Model("rank_5_7").IntroducedIn(version)
    model.Operation("TILE", x, multiples).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [
            1.0, 2.0, 3.0, 1.0, 2.0, 3.0,  1.0, 2.0, 3.0, 1.0, 2.0, 3.0,
            4.0, 5.0, 6.0, 4.0, 5.0, 6.0,  4.0, 5.0, 6.0, 4.0, 5.0, 6.0,
            1.0, 2.0, 3.0, 1.0, 2.0, 3.0,  1.0, 2.0, 3.0, 1.0, 2.0, 3.0,
            4.0, 5.0, 6.0, 4.0, 5.0, 6.0,  4.0, 5.0, 6.0, 4.0, 5.0, 6.0,
        ],
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

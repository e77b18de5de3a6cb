# GATHER: axes from both ends, repeated and single indices, indices of rank 1 to 3, all types.
# Expected values: specs/scripts/indexing.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    indices = Parameter("indices", ("TENSOR_INT32", [2]), [3, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("vector").IntroducedIn(version)
    model.Operation("GATHER", x, 0, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [4.0, 2.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    indices = Parameter("indices", ("TENSOR_INT32", [1]), [4])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("single").IntroducedIn(version)
    model.Operation("GATHER", x, 0, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0],
        y: [5.0],
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
    indices = Parameter("indices", ("TENSOR_INT32", [6]), [2, 2, 0, 1, 0, 2])
    y = Output("y", ("TENSOR_FLOAT32", [6]))
    model = Model("repeated").IntroducedIn(version)
    model.Operation("GATHER", x, -1, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0],
        y: [3.0, 3.0, 1.0, 2.0, 1.0, 3.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    indices = Parameter("indices", ("TENSOR_INT32", [2]), [2, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("rows").IntroducedIn(version)
    model.Operation("GATHER", x, 0, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [5.0, 6.0, 1.0, 2.0],
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
    indices = Parameter("indices", ("TENSOR_INT32", [4]), [0, 2, 2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("columns").IntroducedIn(version)
    model.Operation("GATHER", x, 1, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 3.0, 3.0, 2.0, 4.0, 6.0, 6.0, 5.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
    indices = Parameter("indices", ("TENSOR_INT32", [2]), [3, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("columns_from_the_end").IntroducedIn(version)
    model.Operation("GATHER", x, -1, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        y: [4.0, 1.0, 8.0, 5.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [4, 2]))
    indices = Parameter("indices", ("TENSOR_INT32", [3]), [1, 3, 1])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("rows_from_the_end").IntroducedIn(version)
    model.Operation("GATHER", x, -2, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        y: [3.0, 4.0, 7.0, 8.0, 3.0, 4.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    indices = Parameter("indices", ("TENSOR_INT32", [2, 3]), [3, 0, 1, 1, 2, 3])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("matrix_of_indices").IntroducedIn(version)
    model.Operation("GATHER", x, 0, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [4.0, 1.0, 2.0, 2.0, 3.0, 4.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    indices = Parameter("indices", ("TENSOR_INT32", [2, 2]), [1, 0, 2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2]))
    model = Model("matrix_of_indices_rows").IntroducedIn(version)
    model.Operation("GATHER", x, 0, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [3.0, 4.0, 1.0, 2.0, 5.0, 6.0, 3.0, 4.0],
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
    indices = Parameter("indices", ("TENSOR_INT32", [2, 2]), [1, 0, 2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2]))
    model = Model("matrix_of_indices_columns").IntroducedIn(version)
    model.Operation("GATHER", x, -1, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [2.0, 1.0, 3.0, 2.0, 5.0, 4.0, 6.0, 5.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    indices = Parameter("indices", ("TENSOR_INT32", [2]), [2, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2]))
    model = Model("middle").IntroducedIn(version)
    model.Operation("GATHER", x, 1, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [5.0, 6.0, 1.0, 2.0, 11.0, 12.0, 7.0, 8.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    indices = Parameter("indices", ("TENSOR_INT32", [1, 2]), [2, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 2]))
    model = Model("middle_matrix").IntroducedIn(version)
    model.Operation("GATHER", x, 1, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [5.0, 6.0, 5.0, 6.0, 11.0, 12.0, 11.0, 12.0],
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
    indices = Parameter("indices", ("TENSOR_INT32", [2]), [2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("GATHER", x, 2, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [5.0, 6.0, 3.0, 4.0, 11.0, 12.0, 9.0, 10.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [3, 1, 2, 2]))
    indices = Parameter("indices", ("TENSOR_INT32", [4]), [2, 0, 1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [4, 1, 2, 2]))
    model = Model("rank_4_first").IntroducedIn(version)
    model.Operation("GATHER", x, -4, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [
            9.0, 10.0,  11.0, 12.0,  1.0, 2.0,  3.0, 4.0,
            5.0, 6.0,  7.0, 8.0,  9.0, 10.0,  11.0, 12.0,
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
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    indices = Parameter("indices", ("TENSOR_INT32", [2, 1, 2]), [0, 2, 1, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2]))
    model = Model("rank_3_indices").IntroducedIn(version)
    model.Operation("GATHER", x, 0, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0],
        y: [1.0, 3.0, 2.0, 1.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
    indices = Parameter("indices", ("TENSOR_INT32", [1, 3, 1]), [2, 0, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3, 1]))
    model = Model("to_rank_5").IntroducedIn(version)
    model.Operation("GATHER", x, 2, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [3.0, 1.0, 2.0, 6.0, 4.0, 5.0, 9.0, 7.0, 8.0, 12.0, 10.0, 11.0],
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
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 3, 2])).ShouldNeverBeInternal()
    indices = Parameter("indices", ("TENSOR_INT32", [2]), [0, 2])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2, 2]))
    model = Model("rank_5").IntroducedIn(version)
    model.Operation("GATHER", x, 3, indices).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [1.0, 2.0, 5.0, 6.0, 7.0, 8.0, 11.0, 12.0],
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

# REDUCE_MIN: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/reductions.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    axes = Input("axes", ("TENSOR_INT32", [1]))
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_1_fed").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [-2.0, 4.0, 1.0, -4.5],
        axes: [0],
        y: [-4.5],
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
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    axes = Input("axes", ("TENSOR_INT32", [1]))
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("rank_1_keep_fed").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, True).To(y)
    example = Example({
        x: [3.0, -2.5, -1.5, 4.0],
        axes: [-1],
        y: [-2.5],
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
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    axes = Input("axes", ("TENSOR_INT32", [1]))
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("rank_2_rows_fed").IntroducedIn(version)
    model.Operation("REDUCE_MIN", x, axes, False).To(y)
    example = Example({
        x: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
        axes: [0],
        y: [-7.5, -5.5],
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

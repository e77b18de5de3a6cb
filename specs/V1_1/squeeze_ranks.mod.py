# SQUEEZE: a vector; axes as model inputs.
# Expected values: specs/scripts/ranks.py (a copy of the input).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    axes = Parameter("axes", ("TENSOR_INT32", [0]), None)
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("vector").IntroducedIn(version)
    model.Operation("SQUEEZE", x, axes).To(y)
    example = Example({
        x: [1.25, -2.5, 0.0],
        y: [1.25, -2.5, 0.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 1]))
    axes = Input("axes", ("TENSOR_INT32", [2]))
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("fed").IntroducedIn(version)
    model.Operation("SQUEEZE", x, axes).To(y)
    example = Example({
        x: [1.25, -2.5, 0.0],
        axes: [0, -1],
        y: [1.25, -2.5, 0.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 1]))
    axes = Input("axes", ("TENSOR_INT32", [1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1]))
    model = Model("fed_rank_4").IntroducedIn(version)
    model.Operation("SQUEEZE", x, axes).To(y)
    example = Example({
        x: [1.25, -2.5, 0.0, 9.75, 3.5, 7.0],
        axes: [1],
        y: [1.25, -2.5, 0.0, 9.75, 3.5, 7.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
        }), includeDefault=False)

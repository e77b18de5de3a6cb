# MAX_POOL_2D: the padding scheme NONE, VALID in both layouts.
# Expected values: specs/scripts/window_forms.py (the formulas of specs/scripts/pool.py).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# The padding scheme NONE pads nothing.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    model = Model("none_valid").IntroducedIn(version)
    model.Operation("MAX_POOL_2D", x, 0, 2, 1, 3, 2, 0).To(y)
    example = Example({
        x: [
            2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
            -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
            4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
            2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
            3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
        ],
        y: [2.0, 2.0, 4.0, 2.5, 3.0, 2.0, 4.0, 2.5, 3.0, 2.0, 2.5, 2.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
        }), includeDefault=False)

# VALID in both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    model = Model("valid_layout").IntroducedIn(version)
    model.Operation("MAX_POOL_2D", x, 2, 2, 1, 3, 2, 0, layout).To(y)
    example = Example({
        x: [
            2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
            -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
            4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
            2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
            3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
        ],
        y: [2.0, 2.0, 4.0, 2.5, 3.0, 2.0, 4.0, 2.5, 3.0, 2.0, 2.5, 2.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }), "float16")
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# The padding scheme NONE pads nothing.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    model = Model("none_valid_layout").IntroducedIn(version)
    model.Operation("MAX_POOL_2D", x, 0, 2, 1, 3, 2, 0, layout).To(y)
    example = Example({
        x: [
            2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
            -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
            4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
            2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
            3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
        ],
        y: [2.0, 2.0, 4.0, 2.5, 3.0, 2.0, 4.0, 2.5, 3.0, 2.0, 2.5, 2.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }), "float16")
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

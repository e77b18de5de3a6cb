# PAD: ranks 1 to 4, padding on one side, both sides or none, all types, zero points (1.2).
# Expected values: specs/scripts/slices.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [6]))
    model = Model("rank_1_0").IntroducedIn(version)
    model.Operation("PAD", x, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5],
        y: [0.0, 0.0, 0.5, 1.0, 1.5, 0.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
        }), includeDefault=False)

# Padding has the real value 0, which since 1.2 is the zero point.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [6]))
    model = Model("rank_1_0_zero_point").IntroducedIn(version)
    model.Operation("PAD", x, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5],
        y: [0.0, 0.0, 0.5, 1.0, 1.5, 0.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 77),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 77),
        }), includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -51),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -51),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 6]))
    model = Model("rank_2_1").IntroducedIn(version)
    model.Operation("PAD", x, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        y: [0.0, 0.5, 1.0, 1.5, 0.0, 0.0, 0.0, 2.0, 2.5, 3.0, 0.0, 0.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2]))
    paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [1, 0, 0, 1, 2, 0])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4]))
    model = Model("rank_3_2").IntroducedIn(version)
    model.Operation("PAD", x, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [
            0.0, 0.0, 0.0, 0.0,  0.0, 0.0, 0.0, 0.0,  0.0, 0.0, 0.5, 1.0,  0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 1.5, 2.0,  0.0, 0.0, 0.0, 0.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
    paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 0, 2, 2, 1, 1, 0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 6, 5, 1]))
    model = Model("rank_4_3").IntroducedIn(version)
    model.Operation("PAD", x, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        y: [
            0.0,  0.0,  0.0,  0.0,  0.0,  0.0,  0.0,  0.0,
            0.0,  0.0,  0.0,  0.5,  1.0,  1.5,  0.0,  0.0,
            2.0,  2.5,  3.0,  0.0,  0.0,  0.0,  0.0,  0.0,
            0.0,  0.0,  0.0,  0.0,  0.0,  0.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
        }), includeDefault=False)

# Padding has the real value 0, which since 1.2 is the zero point.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
    paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 0, 2, 2, 1, 1, 0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 6, 5, 1]))
    model = Model("rank_4_3_zero_point").IntroducedIn(version)
    model.Operation("PAD", x, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        y: [
            0.0,  0.0,  0.0,  0.0,  0.0,  0.0,  0.0,  0.0,
            0.0,  0.0,  0.0,  0.5,  1.0,  1.5,  0.0,  0.0,
            2.0,  2.5,  3.0,  0.0,  0.0,  0.0,  0.0,  0.0,
            0.0,  0.0,  0.0,  0.0,  0.0,  0.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 77),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 77),
        }), includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -51),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -51),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 2, 2]))
    paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [1, 0, 0, 1, 0, 1, 1, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 3]))
    model = Model("rank_4_4").IntroducedIn(version)
    model.Operation("PAD", x, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [
            0.0, 0.0, 0.0,  0.0, 0.0, 0.0,  0.0, 0.0, 0.0,  0.0, 0.0, 0.0,
            0.0, 0.0, 0.0,  0.0, 0.0, 0.0,  0.0, 0.5, 1.0,  0.0, 1.5, 2.0,
            0.0, 0.0, 0.0,  0.0, 0.0, 0.0,  0.0, 0.0, 0.0,  0.0, 0.0, 0.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2]))
    paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("rank_2_5").IntroducedIn(version)
    model.Operation("PAD", x, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [0.5, 1.0, 1.5, 2.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 1, 1, 0, 0, 1, 1, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 2]))
    model = Model("rank_4_6").IntroducedIn(version)
    model.Operation("PAD", x, paddings).To(y)
    example = Example({
        x: [0.5],
        y: [
            0.0, 0.0,  0.0, 0.0,  0.0, 0.5,  0.0, 0.0,
            0.0, 0.0,  0.0, 0.0,  0.0, 0.0,  0.0, 0.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -128),
        }), includeDefault=False)

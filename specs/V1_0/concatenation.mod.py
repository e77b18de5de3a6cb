# CONCATENATION: every axis of every rank, one to four inputs, all types, inputs with their own
# quantization (1.2).
# Expected values: specs/scripts/concatenation.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [5]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 0).To(y)
    example = Example({
        x0: [-3.0, -2.5],
        x1: [7.0, 7.5, 8.0],
        y: [-3.0, -2.5, 7.0, 7.5, 8.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x1: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("one_input").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, 1).To(y)
    example = Example({
        x0: [-3.0, -2.5, -2.0, -1.5],
        y: [-3.0, -2.5, -2.0, -1.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [1, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
    model = Model("rank_2_axis_0").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, x2, 0).To(y)
    example = Example({
        x0: [-3.0, -2.5, -2.0],
        x1: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5],
        x2: [17.0, 17.5, 18.0],
        y: [-3.0, -2.5, -2.0, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 17.0, 17.5, 18.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x1: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x2: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x2: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("rank_2_axis_1").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 1).To(y)
    example = Example({
        x0: [-3.0, -2.5],
        x1: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5],
        y: [-3.0, 7.0, 7.5, 8.0, -2.5, 8.5, 9.0, 9.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x1: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 2]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 2]))
    model = Model("rank_3_axis_1").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 1).To(y)
    example = Example({
        x0: [-3.0, -2.5, -2.0, -1.5],
        x1: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5],
        y: [-3.0, -2.5, 7.0, 7.5, 8.0, 8.5, -2.0, -1.5, 9.0, 9.5, 10.0, 10.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x1: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 2, 1]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 2, 1]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [2, 2, 2]))
    x3 = Input("x3", ("TENSOR_FLOAT32", [2, 2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 5]))
    model = Model("rank_3_axis_2").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, x2, x3, 2).To(y)
    example = Example({
        x0: [-3.0, -2.5, -2.0, -1.5],
        x1: [7.0, 7.5, 8.0, 8.5],
        x2: [17.0, 17.5, 18.0, 18.5, 19.0, 19.5, 20.0, 20.5],
        x3: [27.0, 27.5, 28.0, 28.5],
        y: [
            -3.0, 7.0, 17.0, 17.5, 27.0,  -2.5, 7.5, 18.0, 18.5, 27.5,
            -2.0, 8.0, 19.0, 19.5, 28.0,  -1.5, 8.5, 20.0, 20.5, 28.5,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x1: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x2: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x3: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x2: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x3: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 1, 2, 2]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 1, 2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 1, 2, 2]))
    model = Model("rank_4_axis_0").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 0).To(y)
    example = Example({
        x0: [-3.0, -2.5, -2.0, -1.5],
        x1: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5],
        y: [-3.0, -2.5, -2.0, -1.5, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x1: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 1, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [1, 1, 1, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 1, 3]))
    model = Model("rank_4_axis_1").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 1).To(y)
    example = Example({
        x0: [-3.0, -2.5, -2.0, -1.5, -1.0, -0.5],
        x1: [7.0, 7.5, 8.0],
        y: [-3.0, -2.5, -2.0, -1.5, -1.0, -0.5, 7.0, 7.5, 8.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x1: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 1, 2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    model = Model("rank_4_axis_2").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 2).To(y)
    example = Example({
        x0: [-3.0, -2.5, -2.0, -1.5],
        x1: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5],
        y: [-3.0, -2.5, 7.0, 7.5, 8.0, 8.5, -2.0, -1.5, 9.0, 9.5, 10.0, 10.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x1: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    model = Model("rank_4_axis_3").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 3).To(y)
    example = Example({
        x0: [-3.0, -2.5, -2.0, -1.5],
        x1: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5],
        y: [-3.0, 7.0, 7.5, -2.5, 8.0, 8.5, -2.0, 9.0, 9.5, -1.5, 10.0, 10.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x0: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            x1: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

# Each input has its own scale; the first has the output's. Includes exact ties and values
# beyond the output's range.
x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.5, 128))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.25, 3))
x2 = Input("x2", ("TENSOR_QUANT8_ASYMM", [2, 3], 1.7, 200))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 9], 0.5, 128))
model = Model("mixed_quantization").IntroducedIn("V1_2")
model.Operation("CONCATENATION", x0, x1, x2, 1).To(y)
Example({
    x0: [0, 1, 127, 128, 200, 255],
    x1: [0, 3, 7, 100, 253, 255],
    x2: [0, 150, 199, 201, 230, 255],
    y: [
        0, 1, 127, 126, 128, 130, 0, 0, 125,
        128, 200, 255, 177, 253, 254, 131, 230, 255,
    ],
}, model=model)

# Each input has its own scale; the first has the output's. Includes exact ties and values
# beyond the output's range.
x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.5))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.25, -125))
x2 = Input("x2", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 1.7, 72))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 9], 0.5))
model = Model("mixed_quantization_signed").IntroducedIn("V1_3")
model.Operation("CONCATENATION", x0, x1, x2, 1).To(y)
Example({
    x0: [-128, -127, -1, 0, 72, 127],
    x1: [-128, -125, -121, -28, 125, 127],
    x2: [-128, 22, 71, 73, 102, 127],
    y: [
        -128, -127, -1, -2, 0, 2, -128, -128, -3,
        0, 72, 127, 49, 125, 126, 3, 102, 127,
    ],
}, model=model)

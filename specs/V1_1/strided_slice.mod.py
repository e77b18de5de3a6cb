# STRIDED_SLICE: negative positions, positions beyond the ends, negative and large steps, the
# three masks, ranks 1 to 4, all types.
# Expected values: specs/scripts/slices.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    begin = Int32Vector("begin", [1])
    end = Int32Vector("end", [4])
    strides = Int32Vector("strides", [1])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("plain").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        y: [1.0, 1.5, 2.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    begin = Int32Vector("begin", [-5])
    end = Int32Vector("end", [-2])
    strides = Int32Vector("strides", [1])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("negative_ends").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        y: [1.0, 1.5, 2.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    begin = Int32Vector("begin", [2])
    end = Int32Vector("end", [9])
    strides = Int32Vector("strides", [1])
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("end_beyond").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [1.5, 2.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    begin = Int32Vector("begin", [-9])
    end = Int32Vector("end", [2])
    strides = Int32Vector("strides", [1])
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("begin_before").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [0.5, 1.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    begin = Int32Vector("begin", [3])
    end = Int32Vector("end", [4])
    strides = Int32Vector("strides", [1])
    y = Output("y", ("TENSOR_FLOAT32", [4]))
    model = Model("begin_mask").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 1, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5],
        y: [0.5, 1.0, 1.5, 2.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    begin = Int32Vector("begin", [2])
    end = Int32Vector("end", [3])
    strides = Int32Vector("strides", [1])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("end_mask").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 1, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5],
        y: [1.5, 2.0, 2.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [7]))
    begin = Int32Vector("begin", [1])
    end = Int32Vector("end", [7])
    strides = Int32Vector("strides", [2])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("step_2").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5],
        y: [1.0, 2.0, 3.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    begin = Int32Vector("begin", [0])
    end = Int32Vector("end", [5])
    strides = Int32Vector("strides", [2])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("step_2_odd").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        y: [0.5, 1.5, 2.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    begin = Int32Vector("begin", [1])
    end = Int32Vector("end", [4])
    strides = Int32Vector("strides", [10])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("step_beyond").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [1.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    begin = Int32Vector("begin", [3])
    end = Int32Vector("end", [0])
    strides = Int32Vector("strides", [-1])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("backwards").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5],
        y: [2.0, 1.5, 1.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    begin = Int32Vector("begin", [0])
    end = Int32Vector("end", [0])
    strides = Int32Vector("strides", [-1])
    y = Output("y", ("TENSOR_FLOAT32", [5]))
    model = Model("backwards_whole").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 1, 1, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5],
        y: [2.5, 2.0, 1.5, 1.0, 0.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    begin = Int32Vector("begin", [-1])
    end = Int32Vector("end", [-6])
    strides = Int32Vector("strides", [-1])
    y = Output("y", ("TENSOR_FLOAT32", [5]))
    model = Model("backwards_to_start").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5],
        y: [2.5, 2.0, 1.5, 1.0, 0.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    begin = Int32Vector("begin", [5])
    end = Int32Vector("end", [0])
    strides = Int32Vector("strides", [-2])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("backwards_step_2").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        y: [3.0, 2.0, 1.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    begin = Int32Vector("begin", [2])
    end = Int32Vector("end", [3])
    strides = Int32Vector("strides", [1])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("shrink_to_one").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [1.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    begin = Int32Vector("begin", [-1])
    end = Int32Vector("end", [4])
    strides = Int32Vector("strides", [1])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("shrink_negative").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        y: [2.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Int32Vector("begin", [1, 0])
    end = Int32Vector("end", [3, 4])
    strides = Int32Vector("strides", [1, 3])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("matrix").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [2.5, 4.0, 4.5, 6.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Int32Vector("begin", [1, 2])
    end = Int32Vector("end", [2, 3])
    strides = Int32Vector("strides", [1, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("matrix_masks").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 2, 1, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [2.5, 3.0, 3.5, 4.5, 5.0, 5.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Int32Vector("begin", [0, 0])
    end = Int32Vector("end", [0, 0])
    strides = Int32Vector("strides", [-1, -1])
    y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("matrix_turned").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 3, 3, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [6.0, 5.5, 5.0, 4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Int32Vector("begin", [1, 1])
    end = Int32Vector("end", [2, 4])
    strides = Int32Vector("strides", [1, 1])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("matrix_shrink_rows").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [3.0, 3.5, 4.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Int32Vector("begin", [0, 2])
    end = Int32Vector("end", [3, 3])
    strides = Int32Vector("strides", [2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("matrix_shrink_columns").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 2).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [1.5, 5.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Int32Vector("begin", [2, 3])
    end = Int32Vector("end", [3, 4])
    strides = Int32Vector("strides", [1, 1])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("matrix_shrink_both").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 3).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [6.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    begin = Int32Vector("begin", [0, 1, 1])
    end = Int32Vector("end", [2, 3, 2])
    strides = Int32Vector("strides", [1, 1, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [2.0, 3.0, 5.0, 6.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
    begin = Int32Vector("begin", [1, -1, 0])
    end = Int32Vector("end", [2, -4, 4])
    strides = Int32Vector("strides", [1, -1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("rank_3_mixed").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5, 2.0,  2.5, 3.0, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0,  6.5, 7.0, 7.5, 8.0,
            8.5, 9.0, 9.5, 10.0,  10.5, 11.0, 11.5, 12.0,
        ],
        y: [10.5, 11.5, 8.5, 9.5, 6.5, 7.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 3]))
    begin = Int32Vector("begin", [1, 0, 0, 2])
    end = Int32Vector("end", [2, 2, 3, 0])
    strides = Int32Vector("strides", [1, 1, 2, -1])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5,  2.0, 2.5, 3.0,  3.5, 4.0, 4.5,  5.0, 5.5, 6.0,
            6.5, 7.0, 7.5,  8.0, 8.5, 9.0,  9.5, 10.0, 10.5,  11.0, 11.5, 12.0,
            12.5, 13.0, 13.5,  14.0, 14.5, 15.0,  15.5, 16.0, 16.5,  17.0, 17.5, 18.0,
        ],
        y: [10.5, 10.0, 13.5, 13.0, 15.0, 14.5, 18.0, 17.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 3]))
    begin = Int32Vector("begin", [1, 1, 1, 1])
    end = Int32Vector("end", [2, 2, 2, 2])
    strides = Int32Vector("strides", [1, 1, 1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    model = Model("rank_4_masks").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 10, 5, 0).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5,  2.0, 2.5, 3.0,  3.5, 4.0, 4.5,  5.0, 5.5, 6.0,
            6.5, 7.0, 7.5,  8.0, 8.5, 9.0,  9.5, 10.0, 10.5,  11.0, 11.5, 12.0,
            12.5, 13.0, 13.5,  14.0, 14.5, 15.0,  15.5, 16.0, 16.5,  17.0, 17.5, 18.0,
        ],
        y: [11.0, 12.5, 15.5, 17.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    begin = Int32Vector("begin", [0, 1, 0, 0])
    end = Int32Vector("end", [1, 2, 3, 2])
    strides = Int32Vector("strides", [1, 1, 2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("rank_4_shrink").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 3).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        y: [3.5, 4.0, 5.5, 6.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), includeDefault=False)

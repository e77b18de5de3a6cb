# STRIDED_SLICE: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/slices.py with operands from
# another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    begin = Input("begin", ("TENSOR_INT32", [1]))
    end = Input("end", ("TENSOR_INT32", [1]))
    strides = Input("strides", ("TENSOR_INT32", [1]))
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("plain_fed").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
        begin: [1],
        end: [4],
        strides: [1],
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
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Input("begin", ("TENSOR_INT32", [2]))
    end = Input("end", ("TENSOR_INT32", [2]))
    strides = Input("strides", ("TENSOR_INT32", [2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("matrix_masks_fed").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 2, 1, 0).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
        begin: [1, 2],
        end: [2, 3],
        strides: [1, 1],
        y: [2.5, 3.0, 3.5, 4.5, 5.0, 5.5],
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
    begin = Input("begin", ("TENSOR_INT32", [3]))
    end = Input("end", ("TENSOR_INT32", [3]))
    strides = Input("strides", ("TENSOR_INT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("rank_3_mixed_fed").IntroducedIn(version)
    model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5, 2.0,  2.5, 3.0, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0,  6.5, 7.0, 7.5, 8.0,
            8.5, 9.0, 9.5, 10.0,  10.5, 11.0, 11.5, 12.0,
        ],
        begin: [1, -1, 0],
        end: [2, -4, 4],
        strides: [1, -1, 2],
        y: [10.5, 11.5, 8.5, 9.5, 6.5, 7.5],
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

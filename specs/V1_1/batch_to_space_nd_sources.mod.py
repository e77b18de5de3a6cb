# BATCH_TO_SPACE_ND: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/blocks.py with operands from
# another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4, 1, 1, 1]))
    argument1 = Input("argument1", ("TENSOR_INT32", [2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    model = Model("block_2x2_0_fed").IntroducedIn(version)
    model.Operation("BATCH_TO_SPACE_ND", x, argument1).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        argument1: [2, 2],
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
    x = Input("x", ("TENSOR_FLOAT32", [8, 1, 2, 3]))
    argument1 = Input("argument1", ("TENSOR_INT32", [2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 4, 3]))
    model = Model("block_2x2_1_fed").IntroducedIn(version)
    model.Operation("BATCH_TO_SPACE_ND", x, argument1).To(y)
    example = Example({
        x: [
            0.5, 1.0, 1.5,  2.0, 2.5, 3.0,  3.5, 4.0, 4.5,  5.0, 5.5, 6.0,
            6.5, 7.0, 7.5,  8.0, 8.5, 9.0,  9.5, 10.0, 10.5,  11.0, 11.5, 12.0,
            12.5, 13.0, 13.5,  14.0, 14.5, 15.0,  15.5, 16.0, 16.5,  17.0, 17.5, 18.0,
            18.5, 19.0, 19.5,  20.0, 20.5, 21.0,  21.5, 22.0, 22.5,  23.0, 23.5, 24.0,
        ],
        argument1: [2, 2],
        y: [
            0.5, 1.0, 1.5,  6.5, 7.0, 7.5,  2.0, 2.5, 3.0,  8.0, 8.5, 9.0,
            12.5, 13.0, 13.5,  18.5, 19.0, 19.5,  14.0, 14.5, 15.0,  20.0, 20.5, 21.0,
            3.5, 4.0, 4.5,  9.5, 10.0, 10.5,  5.0, 5.5, 6.0,  11.0, 11.5, 12.0,
            15.5, 16.0, 16.5,  21.5, 22.0, 22.5,  17.0, 17.5, 18.0,  23.0, 23.5, 24.0,
        ],
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

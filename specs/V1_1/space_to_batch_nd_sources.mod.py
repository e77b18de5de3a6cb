# SPACE_TO_BATCH_ND: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/blocks.py with operands from
# another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 2, 1]))
    argument1 = Input("argument1", ("TENSOR_INT32", [2]))
    paddings = Input("paddings", ("TENSOR_INT32", [2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [6, 2, 2, 1]))
    model = Model("block_3x2_4_fed").IntroducedIn(version)
    model.Operation("SPACE_TO_BATCH_ND", x, argument1, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0],
        argument1: [3, 2],
        paddings: [1, 0, 2, 0],
        y: [
            0.0,  0.0,  0.0,  2.5,  0.0,  0.0,  0.0,  3.0,
            0.0,  0.5,  0.0,  3.5,  0.0,  1.0,  0.0,  4.0,
            0.0,  1.5,  0.0,  4.5,  0.0,  2.0,  0.0,  5.0,
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
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    argument1 = Input("argument1", ("TENSOR_INT32", [2]))
    paddings = Input("paddings", ("TENSOR_INT32", [2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [12, 2, 1, 2]))
    model = Model("block_2x3_5_fed").IntroducedIn(version)
    model.Operation("SPACE_TO_BATCH_ND", x, argument1, paddings).To(y)
    example = Example({
        x: [0.5, 1.0, 1.5, 2.0],
        argument1: [2, 3],
        paddings: [0, 3, 1, 1],
        y: [
            0.0, 0.0,  0.0, 0.0,  0.0, 0.0,  0.0, 0.0,
            0.5, 1.0,  0.0, 0.0,  1.5, 2.0,  0.0, 0.0,
            0.0, 0.0,  0.0, 0.0,  0.0, 0.0,  0.0, 0.0,
            0.0, 0.0,  0.0, 0.0,  0.0, 0.0,  0.0, 0.0,
            0.0, 0.0,  0.0, 0.0,  0.0, 0.0,  0.0, 0.0,
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

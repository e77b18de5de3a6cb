# PRELU: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/binary_elementwise.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
    alpha = Parameter("alpha", ("TENSOR_FLOAT32", [3, 2]), [-0.5, 1.25, -2.0, 1.5, 0.0, -1.75])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("rank_2_constant_alpha").IntroducedIn(version)
    model.Operation("PRELU", x, alpha).To(y)
    example = Example({
        x: [-1.0, 3.0, -4.5, 0.0, -2.5, -2.5],
        y: [0.5, 3.0, 9.0, 0.0, -0.0, 4.375],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            alpha: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            alpha: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

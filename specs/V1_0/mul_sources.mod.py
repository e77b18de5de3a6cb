# MUL: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/arithmetic.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 3]))
    b = Parameter("b", ("TENSOR_FLOAT32", [2, 3]), [2.0, 2.0, 4.0, 2.0, -2.0, 1.0])
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("same_shape_constant_b").IntroducedIn(version)
    model.Operation("MUL", a, b, act).To(y)
    example = Example({
        a: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
        y: [-11.0, 6.0, -8.0, -3.0, 4.0, -4.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -8),
        }), includeDefault=False)
    example.AddAllActivations(y, act)

a = Input("a", ("TENSOR_INT32", [3, 1]))
b = Parameter("b", ("TENSOR_INT32", [1, 4]), [1, -2, 3, -5])
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("int32_broadcast_constant_b").IntroducedIn("V1_3")
model.Operation("MUL", a, b, 0).To(y)
Example({
    a: [9, -10, 24],
    y: [9, -18, 27, -45, -10, 20, -30, 50, 24, -48, 72, -120],
}, model=model)

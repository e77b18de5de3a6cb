# SUB: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/arithmetic.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 3]))
    b = Parameter("b", ("TENSOR_FLOAT32", [2, 3]), [-2.0, -1.5, 3.0, 1.0, -2.5, -2.0])
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("same_shape_constant_b").IntroducedIn(version)
    model.Operation("SUB", a, b, act).To(y)
    example = Example({
        a: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
        y: [-3.5, 4.5, -5.0, -2.5, 0.5, -2.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 120),
        }), includeDefault=False)
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
model.Operation("SUB", a, b, 0).To(y)
Example({
    a: [9, -10, 24],
    y: [8, 11, 6, 14, -11, -8, -13, -5, 23, 26, 21, 29],
}, model=model)

# LESS_EQUAL: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/binary_elementwise.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    a = Input("a", ("TENSOR_FLOAT32", [3, 2]))
    b = Parameter("b", ("TENSOR_FLOAT32", [3, 2]), [0.0, 0.5, 0.5, 1.0, 0.5, 0.5])
    y = Output("y", ("TENSOR_BOOL8", [3, 2]))
    model = Model("rank_2_constant_b").IntroducedIn(version)
    model.Operation("LESS_EQUAL", a, b).To(y)
    example = Example({
        a: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
        y: [False, True, True, True, False, True],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
        }), includeDefault=False)

a = Input("a", ("TENSOR_INT32", [2, 5]))
b = Parameter("b", ("TENSOR_INT32", [2, 5]), [0, 1, -5, -2147483648, 2147483647, 16777216, -16777216, 2147483646, 7, 2])
y = Output("y", ("TENSOR_BOOL8", [2, 5]))
model = Model("int32_constant_b").IntroducedIn("V1_2")
model.Operation("LESS_EQUAL", a, b).To(y)
Example({
    a: [
        0, -1, 5, 2147483647, -2147483648,
        16777217, -16777217, 2147483647, 7, 1,
    ],
    y: [True, True, False, False, True, False, True, False, True, True],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 1]))
b = Parameter("b", ("TENSOR_BOOL8", [2]), [False, True])
y = Output("y", ("TENSOR_BOOL8", [2, 2]))
model = Model("bool8_constant_b").IntroducedIn("V1_2")
model.Operation("LESS_EQUAL", a, b).To(y)
Example({
    a: [False, True],
    y: [True, True, False, True],
}, model=model)

# DIV: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/arithmetic.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 3]))
    b = Parameter("b", ("TENSOR_FLOAT32", [2, 3]), [0.5, -6.0, 3.0, -6.0, 3.0, -4.0])
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("same_shape_constant_b").IntroducedIn(version)
    model.Operation("DIV", a, b, act).To(y)
    example = Example({
        a: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
        y: [-11.0, -0.5, -0.6666667, 0.25, -0.6666667, 1.125],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example.AddAllActivations(y, act)

a = Input("a", ("TENSOR_INT32", [3, 1]))
b = Parameter("b", ("TENSOR_INT32", [1, 4]), [1, -2, 3, -5])
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("int32_broadcast_constant_b").IntroducedIn("V1_3")
model.Operation("DIV", a, b, 0).To(y)
Example({
    a: [9, -10, 24],
    y: [9, -5, 3, -2, -10, 5, -4, 2, 24, -12, 8, -5],
}, model=model)

# POW: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/binary_elementwise.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

base = Input("base", ("TENSOR_FLOAT32", [3, 2]))
exponent = Parameter("exponent", ("TENSOR_FLOAT32", [3, 2]), [1.0, 1.0, 0.0, 0.5, -1.0, 0.0])
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("rank_2_constant_exponent").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [1.75, 3.75, 2.5, 2.25, 2.25, 3.5],
    y: [1.75, 3.75, 1.0, 1.5, 0.44444445, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16")

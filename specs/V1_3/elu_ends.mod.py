# ELU: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [6, 1]))
a = Float32Scalar("a", 0.75)
y = Output("y", ("TENSOR_FLOAT32", [6, 1]))
model = Model("float32").IntroducedIn("V1_3")
model.Operation("ELU", x, a).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [1.5, -0.6709505815786018, 0.125, 3.0, -0.29510200521552493, 6.0],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [6, 1]))
a = Float16Scalar("a", 0.75)
y = Output("y", ("TENSOR_FLOAT16", [6, 1]))
model = Model("float16").IntroducedIn("V1_3")
model.Operation("ELU", x, a).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [1.5, -0.6709505815786018, 0.125, 3.0, -0.29510200521552493, 6.0],
}, model=model)

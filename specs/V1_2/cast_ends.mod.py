# CAST: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 3, 1]))
y = Output("y", ("TENSOR_INT32", [1, 3, 1]))
model = Model("float32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [1.75, 200.5, 0.0],
    y: [1, 200, 0],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 3, 1]))
y = Output("y", ("TENSOR_INT32", [1, 3, 1]))
model = Model("float16").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [1.75, 200.5, 0.0],
    y: [1, 200, 0],
}, model=model)

x = Input("x", ("TENSOR_INT32", [1, 3, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 1]))
model = Model("int32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [1, 200, 0],
    y: [1.0, 200.0, 0.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 1], 0.5, 100))
y = Output("y", ("TENSOR_INT32", [1, 3, 1]))
model = Model("quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [1, 200, 0],
    y: [1, 200, 0],
}, model=model)

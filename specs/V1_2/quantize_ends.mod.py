# QUANTIZE: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [3, 1]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 1], 0.5, 100))
model = Model("float32").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [1.5, -200.0, 63.5],
    y: [103, 0, 227],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [3, 1]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 1], 0.5, 100))
model = Model("float16").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [1.5, -200.0, 63.5],
    y: [103, 0, 227],
}, model=model)

# SOFTMAX: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.5, 100))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625))
model = Model("quant8").IntroducedIn("V1_0")
model.Operation("SOFTMAX", x, 0.0625).To(y)
Example({
    x: [255, 250, 0, 30, 100, 110],
    y: [138, 118, 72, 184, 108, 148],
}, model=model)

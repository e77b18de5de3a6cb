# REDUCE_MAX: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.5, 100))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2], 0.5, 100))
model = Model("quant8").IntroducedIn("V1_2")
model.Operation("REDUCE_MAX", x, axes, False).To(y)
Example({
    x: [0, 0, 0, 255, 255, 255],
    y: [0, 255],
}, model=model)

# L2_NORMALIZATION: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.5, 100))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.0078125, 128))
model = Model("quant8").IntroducedIn("V1_2")
model.Operation("L2_NORMALIZATION", x).To(y)
Example({
    x: [255, 0, 254, 1, 37, 130],
    y: [236, 59, 236, 59, 12, 183],
}, model=model)

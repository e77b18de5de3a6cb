# GATHER: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM", [6], 0.5, 100))
at = Int32Vector("at", [1, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2], 0.5, 100))
model = Model("quant8").IntroducedIn("V1_2")
model.Operation("GATHER", x, 0, at).To(y)
Example({
    x: [255, 0, 254, 1, 37, 130],
    y: [0, 255],
}, model=model)

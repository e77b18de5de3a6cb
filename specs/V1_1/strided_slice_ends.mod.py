# STRIDED_SLICE: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM", [6], 0.5, 100))
b = Int32Vector("b", [1])
e = Int32Vector("e", [6])
s = Int32Vector("s", [2])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3], 0.5, 100))
model = Model("quant8").IntroducedIn("V1_1")
model.Operation("STRIDED_SLICE", x, b, e, s, 0, 0, 0).To(y)
Example({
    x: [1, 255, 2, 0, 3, 254],
    y: [255, 0, 254],
}, model=model)

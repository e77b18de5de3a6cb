# MEAN: extreme codes, tensors that end on one element, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions, or in double
# precision).

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.5, 100))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2], 0.5, 100))
model = Model("quant8").IntroducedIn("V1_1")
model.Operation("MEAN", x, axes, 0).To(y)
Example({
    x: [0, 0, 4, 255, 255, 251],
    y: [1, 254],
}, model=model)

# SOFTMAX: extreme codes, tensors that end on one element, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions, or in double
# precision).

x = Input("x", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.5, 100))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.00390625))
model = Model("quant8").IntroducedIn("V1_0")
model.Operation("SOFTMAX", x, 0.0625).To(y)
Example({
    x: [255, 250, 0, 30, 100, 110],
    y: [138, 118, 72, 184, 108, 148],
}, model=model)

# CONV_2D: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 6, 1]))
w = Parameter("w", ("TENSOR_FLOAT32", [1, 1, 1, 1]), [3.0])
b = Parameter("b", ("TENSOR_FLOAT32", [1]), [2.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 6, 1]))
model = Model("float32").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, w, b, 0, 0, 0, 0, 1, 1, 0).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [6.5, -4.75, 2.375, 11.0, 0.5, 20.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 1, 6, 1], 0.5, 100))
w = Parameter("w", ("TENSOR_QUANT8_ASYMM", [1, 1, 1, 1], 0.25, 120), [132])
b = Parameter("b", ("TENSOR_INT32", [1], 0.125), [16])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 1, 6, 1], 1.9, 120))
model = Model("quant8").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, w, b, 0, 0, 0, 0, 1, 1, 0).To(y)
Example({
    x: [255, 0, 254, 1, 37, 130],
    y: [243, 42, 243, 43, 71, 145],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 1, 6, 1]))
w = Parameter("w", ("TENSOR_FLOAT16", [1, 1, 1, 1]), [3.0])
b = Parameter("b", ("TENSOR_FLOAT16", [1]), [2.0])
y = Output("y", ("TENSOR_FLOAT16", [1, 1, 6, 1]))
model = Model("float16").IntroducedIn("V1_2")
model.Operation("CONV_2D", x, w, b, 0, 0, 0, 0, 1, 1, 0).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [6.5, -4.75, 2.375, 11.0, 0.5, 20.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 6, 1], 0.5, -28))
w = Parameter("w", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 1, 1], 0.25, -8), [4])
b = Parameter("b", ("TENSOR_INT32", [1], 0.125), [16])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 6, 1], 1.9, -8))
model = Model("quant8_signed").IntroducedIn("V1_3")
model.Operation("CONV_2D", x, w, b, 0, 0, 0, 0, 1, 1, 0).To(y)
Example({
    x: [127, -128, 126, -127, -91, 2],
    y: [115, -86, 115, -85, -57, 17],
}, model=model)

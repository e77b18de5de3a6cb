# TRANSPOSE_CONV_2D: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
w = Parameter("w", ("TENSOR_FLOAT32", [1, 2, 1, 1]), [2.0, -1.0])
b = Parameter("b", ("TENSOR_FLOAT32", [1]), [1.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
model = Model("float32_cropped_at_the_top").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, w, b, 0, 0, 1, 0, 1, 1, 0, False).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [5.5, 2.25, 12.875, -2.0, 1.5, -5.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 2, 3, 1], 0.5, 100))
w = Parameter("w", ("TENSOR_QUANT8_ASYMM", [1, 2, 1, 1], 0.25, 120), [128, 116])
b = Parameter("b", ("TENSOR_INT32", [1], 0.125), [8])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 2, 3, 1], 2.3, 120))
model = Model("quant8_cropped_at_the_top").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, w, b, 0, 0, 1, 0, 1, 1, 0, False).To(y)
Example({
    x: [255, 0, 254, 1, 37, 130],
    y: [44, 115, 100, 142, 134, 114],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 2, 3, 1]))
w = Parameter("w", ("TENSOR_FLOAT16", [1, 2, 1, 1]), [2.0, -1.0])
b = Parameter("b", ("TENSOR_FLOAT16", [1]), [1.0])
y = Output("y", ("TENSOR_FLOAT16", [1, 2, 3, 1]))
model = Model("float16_cropped_at_the_top").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, w, b, 0, 0, 1, 0, 1, 1, 0, False).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [5.5, 2.25, 12.875, -2.0, 1.5, -5.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 3, 1], 0.5, -28))
w = Parameter("w", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 1, 1], 0.25, -8), [0, -12])
b = Parameter("b", ("TENSOR_INT32", [1], 0.125), [8])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 3, 1], 2.3, -8))
model = Model("quant8_signed_cropped_at_the_top").IntroducedIn("V1_3")
model.Operation("TRANSPOSE_CONV_2D", x, w, b, 0, 0, 1, 0, 1, 1, 0, False).To(y)
Example({
    x: [127, -128, 126, -127, -91, 2],
    y: [-84, -13, -28, 14, 6, -14],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
w = Parameter("w", ("TENSOR_FLOAT32", [1, 2, 1, 1]), [2.0, -1.0])
b = Parameter("b", ("TENSOR_FLOAT32", [1]), [1.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 3, 1]))
model = Model("stride_2_relu").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, w, b, 0, 0, 0, 0, 1, 2, 1, False).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [4.0, 0.0, 1.25, 0.0, 3.25, 0.875, 7.0, 0.0, 13.0, 0.0, 1.5, 0.0],
}, model=model)

# TRANSPOSE_CONV_2D: NCHW with padding, strides and an activation, all types.
# Expected values: specs/scripts/edges_nchw.py (sums and means over the windows in exact
# fractions).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 2, 3]))
w = Parameter("w", ("TENSOR_FLOAT32", [1, 2, 1, 1]), [2.0, -1.0])
b = Parameter("b", ("TENSOR_FLOAT32", [1]), [1.0])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2, 3]))
model = Model("float32").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, w, b, 0, 0, 1, 0, 1, 1, 1, True).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [5.5, 2.25, 12.875, 0.0, 1.5, 0.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 1, 2, 3], 0.5, 100))
w = Parameter("w", ("TENSOR_QUANT8_ASYMM", [1, 2, 1, 1], 0.25, 120), [128, 116])
b = Parameter("b", ("TENSOR_INT32", [1], 0.125), [8])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 1, 2, 3], 2.3, 60))
model = Model("quant8").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, w, b, 0, 0, 1, 0, 1, 1, 1, True).To(y)
Example({
    x: [255, 0, 254, 1, 37, 130],
    y: [60, 60, 60, 82, 74, 60],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 1, 2, 3]))
w = Parameter("w", ("TENSOR_FLOAT16", [1, 2, 1, 1]), [2.0, -1.0])
b = Parameter("b", ("TENSOR_FLOAT16", [1]), [1.0])
y = Output("y", ("TENSOR_FLOAT16", [1, 1, 2, 3]))
model = Model("float16").IntroducedIn("V1_2")
model.Operation("TRANSPOSE_CONV_2D", x, w, b, 0, 0, 1, 0, 1, 1, 1, True).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [5.5, 2.25, 12.875, 0.0, 1.5, 0.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 2, 3], 0.5, -28))
w = Parameter("w", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 1, 1], 0.25, -8), [0, -12])
b = Parameter("b", ("TENSOR_INT32", [1], 0.125), [8])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 2, 3], 2.3, -68))
model = Model("quant8_signed").IntroducedIn("V1_3")
model.Operation("TRANSPOSE_CONV_2D", x, w, b, 0, 0, 1, 0, 1, 1, 1, True).To(y)
Example({
    x: [127, -128, 126, -127, -91, 2],
    y: [-68, -68, -68, -46, -54, -68],
}, model=model)

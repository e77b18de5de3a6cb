# MAX_POOL_2D: NCHW with padding, strides and an activation, all types.
# Expected values: specs/scripts/edges_nchw.py (sums and means over the windows in exact
# fractions).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 3, 3]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2, 3]))
model = Model("float32").IntroducedIn("V1_2")
model.Operation("MAX_POOL_2D", x, 0, 1, 1, 0, 1, 2, 2, 2, 1, True).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0, -4.0, 2.0, -1.0],
    y: [1.5, 0.125, 0.125, 3.0, 6.0, 6.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 1, 3, 3], 0.5, 100))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 1, 2, 3], 0.5, 100))
model = Model("quant8").IntroducedIn("V1_2")
model.Operation("MAX_POOL_2D", x, 0, 1, 1, 0, 1, 2, 2, 2, 1, True).To(y)
Example({
    x: [252, 0, 132, 96, 104, 92, 8, 12, 248],
    y: [252, 132, 132, 104, 248, 248],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 1, 3, 3]))
y = Output("y", ("TENSOR_FLOAT16", [1, 1, 2, 3]))
model = Model("float16").IntroducedIn("V1_2")
model.Operation("MAX_POOL_2D", x, 0, 1, 1, 0, 1, 2, 2, 2, 1, True).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0, -4.0, 2.0, -1.0],
    y: [1.5, 0.125, 0.125, 3.0, 6.0, 6.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 3, 3], 0.5, -28))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 2, 3], 0.5, -28))
model = Model("quant8_signed").IntroducedIn("V1_3")
model.Operation("MAX_POOL_2D", x, 0, 1, 1, 0, 1, 2, 2, 2, 1, True).To(y)
Example({
    x: [124, -128, 4, -32, -24, -36, -120, -116, 120],
    y: [124, 4, 4, -24, 120, 120],
}, model=model)

# L2_POOL_2D: NCHW with padding, strides and an activation, all types.
# Expected values: specs/scripts/edges_nchw.py (sums and means over the windows in exact
# fractions).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 3, 3]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2, 3]))
model = Model("float32").IntroducedIn("V1_2")
model.Operation("L2_POOL_2D", x, 0, 1, 1, 0, 1, 2, 2, 2, 1, True).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0, -4.0, 2.0, -1.0],
    y: [
        1.9121323175972944, 1.5934435979977453, 0.125,
        2.704163456597992, 3.2113081446662823, 4.301162633521313,
    ],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 1, 3, 3]))
y = Output("y", ("TENSOR_FLOAT16", [1, 1, 2, 3]))
model = Model("float16").IntroducedIn("V1_2")
model.Operation("L2_POOL_2D", x, 0, 1, 1, 0, 1, 2, 2, 2, 1, True).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0, -4.0, 2.0, -1.0],
    y: [
        1.9121323175972944, 1.5934435979977453, 0.125,
        2.704163456597992, 3.2113081446662823, 4.301162633521313,
    ],
}, model=model)

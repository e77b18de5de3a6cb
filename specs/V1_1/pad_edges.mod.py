# PAD: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT32", [3, 5, 1]))
model = Model("float32_12").IntroducedIn("V1_1")
model.Operation("PAD", x0, paddings).To(y0)
Example({
    x0: [2.5686934, -23.268385, 18.13698, 9.067845, -3.8387744, 3.527012],
    y0: [
        0,  0,  2.5686934,  -23.268385,
        18.13698,  0,  0,  9.067845,
        -3.8387744,  3.527012,  0,  0,
        0,  0,  0,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT16", [3, 5, 1]))
model = Model("float16_12").IntroducedIn("V1_2")
model.Operation("PAD", x0, paddings).To(y0)
Example({
    x0: [2.7363281, -22.609375, 18.140625, 11.7890625, -3.2402344, 3.2832031],
    y0: [
        0,  0,  2.7363281,  -22.609375,
        18.140625,  0,  0,  11.7890625,
        -3.2402344,  3.2832031,  0,  0,
        0,  0,  0,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 4, 1], 0.5, 100))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 0, 1, 0, 0])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [3, 5, 1], 0.5, 100))
model = Model("quant8_13").IntroducedIn("V1_2")
model.Operation("PAD", x0, paddings).To(y0)
Example({
    x0: [255, 0, 254, 1, 96, 19, 70, 204],
    y0: [255, 0, 254, 1, 100, 96, 19, 70, 204, 100, 100, 100, 100, 100, 100],
}, model=model)

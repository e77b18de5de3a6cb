# TILE: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
multiples = Int32Vector("multiples", [1, 2, 1])
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 6, 1]))
model = Model("float32_36").IntroducedIn("V1_2")
model.Operation("TILE", x0, multiples).To(y0)
Example({
    x0: [27.416151, -3.03486, 2.160838, 3.7550404, -11.701419, 21.322466],
    y0: [
        27.416151,  -3.03486,  2.160838,  27.416151,
        -3.03486,  2.160838,  3.7550404,  -11.701419,
        21.322466,  3.7550404,  -11.701419,  21.322466,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
multiples = Int32Vector("multiples", [1, 2, 1])
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 6, 1]))
model = Model("float16_36").IntroducedIn("V1_2")
model.Operation("TILE", x0, multiples).To(y0)
Example({
    x0: [17.109375, -3.5722656, 3.5839844, 3.2910156, -10.0234375, 17.640625],
    y0: [
        17.109375,  -3.5722656,  3.5839844,  17.109375,
        -3.5722656,  3.5839844,  3.2910156,  -10.0234375,
        17.640625,  3.2910156,  -10.0234375,  17.640625,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
multiples = Int32Vector("multiples", [1, 2, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 6, 1], 0.5, 100))
model = Model("quant8_36").IntroducedIn("V1_2")
model.Operation("TILE", x0, multiples).To(y0)
Example({
    x0: [255, 0, 254, 1, 35, 103],
    y0: [255, 0, 254, 255, 0, 254, 1, 35, 103, 1, 35, 103],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
multiples = Int32Vector("multiples", [1, 2, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6, 1], 0.5, -28))
model = Model("quant8_signed_36").IntroducedIn("V1_3")
model.Operation("TILE", x0, multiples).To(y0)
Example({
    x0: [127, -128, 126, -127, -93, -25],
    y0: [127, -128, 126, 127, -128, 126, -127, -93, -25, -127, -93, -25],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
multiples = Int32Vector("multiples", [1, 2, 1])
y0 = Output("y0", ("TENSOR_INT32", [2, 6, 1]))
model = Model("int32_36").IntroducedIn("V1_2")
model.Operation("TILE", x0, multiples).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -315774429,  -998193049,
    ],
    y0: [
        2147483647,  -2147483648,  2147483646,  2147483647,
        -2147483648,  2147483646,  -2147483647,  -315774429,
        -998193049,  -2147483647,  -315774429,  -998193049,
    ],
}, model=model)

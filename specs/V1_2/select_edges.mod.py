# SELECT: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

mask = Parameter("mask", ("TENSOR_BOOL8", [1, 2]), [False, True])
x0 = Input("x0", ("TENSOR_INT32", [1, 2]))
x1 = Input("x1", ("TENSOR_INT32", [1, 2]))
y0 = Output("y0", ("TENSOR_INT32", [1, 2]))
model = Model("int32_21").IntroducedIn("V1_2")
model.Operation("SELECT", mask, x0, x1).To(y0)
Example({
    x0: [2147483647, -2147483648],
    x1: [2147483647, -2147483648],
    y0: [2147483647, -2147483648],
}, model=model)

mask = Parameter("mask", ("TENSOR_BOOL8", [2, 3, 1]), [True, False, False, True, True, False])
x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_33").IntroducedIn("V1_2")
model.Operation("SELECT", mask, x0, x1).To(y0)
Example({
    x0: [6.6394563, -6.0381417, 25.392988, 15.276122, -2.789532, 6.546043],
    x1: [5.626838, -8.903161, 6.754825, 9.141936, -2.6966512, 31.447966],
    y0: [6.6394563, -8.903161, 6.754825, 15.276122, -2.789532, 31.447966],
}, model=model)

mask = Parameter("mask", ("TENSOR_BOOL8", [2, 3, 1]), [True, False, False, True, True, False])
x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT16", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_33").IntroducedIn("V1_2")
model.Operation("SELECT", mask, x0, x1).To(y0)
Example({
    x0: [6.4257812, -4.4570312, 19.359375, 13.9921875, -3.8457031, 5.1835938],
    x1: [7.0585938, -14.6953125, 7.5273438, 10.7421875, -2.9667969, 21.734375],
    y0: [6.4257812, -14.6953125, 7.5273438, 13.9921875, -3.8457031, 21.734375],
}, model=model)

mask = Parameter("mask", ("TENSOR_BOOL8", [2, 3, 1]), [True, False, False, True, True, False])
x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
model = Model("quant8_33").IntroducedIn("V1_2")
model.Operation("SELECT", mask, x0, x1).To(y0)
Example({
    x0: [255, 0, 254, 1, 54, 181],
    x1: [255, 0, 254, 1, 135, 113],
    y0: [255, 0, 254, 1, 54, 113],
}, model=model)

mask = Parameter("mask", ("TENSOR_BOOL8", [2, 3, 1]), [True, False, False, True, True, False])
x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
model = Model("quant8_signed_33").IntroducedIn("V1_3")
model.Operation("SELECT", mask, x0, x1).To(y0)
Example({
    x0: [127, -128, 126, -127, -74, 53],
    x1: [127, -128, 126, -127, 7, -15],
    y0: [127, -128, 126, -127, -74, -15],
}, model=model)

mask = Parameter("mask", ("TENSOR_BOOL8", [2, 3, 1]), [True, False, False, True, True, False])
x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_INT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_INT32", [2, 3, 1]))
model = Model("int32_33").IntroducedIn("V1_2")
model.Operation("SELECT", mask, x0, x1).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -987088074,  -806683467,
    ],
    x1: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -111540345,  -714264207,
    ],
    y0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -987088074,  -714264207,
    ],
}, model=model)

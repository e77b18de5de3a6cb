# MIRROR_PAD: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT32", [3, 5, 1]))
model = Model("float32_38").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 0).To(y0)
Example({
    x0: [8.6608515, -9.514876, 22.549181, 24.36571, -2.3492362, 18.081331],
    y0: [
        22.549181,  -9.514876,  8.6608515,  -9.514876,
        22.549181,  18.081331,  -2.3492362,  24.36571,
        -2.3492362,  18.081331,  22.549181,  -9.514876,
        8.6608515,  -9.514876,  22.549181,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT16", [3, 5, 1]))
model = Model("float16_38").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 0).To(y0)
Example({
    x0: [13.6953125, -9.8671875, 18.890625, 19.890625, -2.9433594, 26.265625],
    y0: [
        18.890625,  -9.8671875,  13.6953125,  -9.8671875,
        18.890625,  26.265625,  -2.9433594,  19.890625,
        -2.9433594,  26.265625,  18.890625,  -9.8671875,
        13.6953125,  -9.8671875,  18.890625,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [3, 5, 1], 0.5, 100))
model = Model("quant8_38").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 0).To(y0)
Example({
    x0: [255, 0, 254, 1, 108, 222],
    y0: [254, 0, 255, 0, 254, 222, 108, 1, 108, 222, 254, 0, 255, 0, 254],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 5, 1], 0.5, -28))
model = Model("quant8_signed_38").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 0).To(y0)
Example({
    x0: [127, -128, 126, -127, -20, 94],
    y0: [
        126,  -128,  127,  -128,  126,  94,  -20,  -127,
        -20,  94,  126,  -128,  127,  -128,  126,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_INT32", [3, 5, 1]))
model = Model("int32_38").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 0).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -1299887764,  -1841693986,
    ],
    y0: [
        2147483646,  -2147483648,  2147483647,  -2147483648,
        2147483646,  -1841693986,  -1299887764,  -2147483647,
        -1299887764,  -1841693986,  2147483646,  -2147483648,
        2147483647,  -2147483648,  2147483646,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT32", [3, 5, 1]))
model = Model("float32_39").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 1).To(y0)
Example({
    x0: [7.0686193, -12.202596, 12.590209, 29.528402, -24.489416, 4.115191],
    y0: [
        -12.202596,  7.0686193,  7.0686193,  -12.202596,
        12.590209,  -24.489416,  29.528402,  29.528402,
        -24.489416,  4.115191,  -24.489416,  29.528402,
        29.528402,  -24.489416,  4.115191,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT16", [3, 5, 1]))
model = Model("float16_39").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 1).To(y0)
Example({
    x0: [6.1289062, -11.6640625, 10.9921875, 24.671875, -25.296875, 7.6445312],
    y0: [
        -11.6640625,  6.1289062,  6.1289062,  -11.6640625,
        10.9921875,  -25.296875,  24.671875,  24.671875,
        -25.296875,  7.6445312,  -25.296875,  24.671875,
        24.671875,  -25.296875,  7.6445312,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [3, 5, 1], 0.5, 100))
model = Model("quant8_39").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 1).To(y0)
Example({
    x0: [255, 0, 254, 1, 16, 25],
    y0: [0, 255, 255, 0, 254, 16, 1, 1, 16, 25, 16, 1, 1, 16, 25],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 5, 1], 0.5, -28))
model = Model("quant8_signed_39").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 1).To(y0)
Example({
    x0: [127, -128, 126, -127, -112, -103],
    y0: [
        -128,  127,  127,  -128,  126,  -112,  -127,  -127,
        -112,  -103,  -112,  -127,  -127,  -112,  -103,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_INT32", [3, 5, 1]))
model = Model("int32_39").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x0, paddings, 1).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -1791944432,  -1189702631,
    ],
    y0: [
        -2147483648,  2147483647,  2147483647,  -2147483648,
        2147483646,  -1791944432,  -2147483647,  -2147483647,
        -1791944432,  -1189702631,  -1791944432,  -2147483647,
        -2147483647,  -1791944432,  -1189702631,
    ],
}, model=model)

# EMBEDDING_LOOKUP: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

places = Int32Vector("places", [3, 0, 2])
x0 = Input("x0", ("TENSOR_FLOAT32", [4, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [3, 3, 1]))
model = Model("float32_4").IntroducedIn("V1_0")
model.Operation("EMBEDDING_LOOKUP", places, x0).To(y0)
Example({
    x0: [
        14.463672,  -3.5331113,  7.271767,  12.417075,
        -17.145983,  25.18064,  4.846333,  -3.0680435,
        14.49211,  14.93979,  -15.483182,  24.090628,
    ],
    y0: [
        14.93979,  -15.483182,  24.090628,  14.463672,
        -3.5331113,  7.271767,  4.846333,  -3.0680435,
        14.49211,
    ],
}, model=model)

places = Int32Vector("places", [3, 0, 2])
x0 = Input("x0", ("TENSOR_FLOAT16", [4, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [3, 3, 1]))
model = Model("float16_4").IntroducedIn("V1_3")
model.Operation("EMBEDDING_LOOKUP", places, x0).To(y0)
Example({
    x0: [
        14.3984375,  -3.2480469,  6.3164062,  8.6796875,
        -27.890625,  23.796875,  5.1601562,  -3.4121094,
        15.3671875,  10.7578125,  -14.2265625,  22.421875,
    ],
    y0: [
        10.7578125,  -14.2265625,  22.421875,  14.3984375,
        -3.2480469,  6.3164062,  5.1601562,  -3.4121094,
        15.3671875,
    ],
}, model=model)

places = Int32Vector("places", [3, 0, 2])
x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [4, 3, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [3, 3, 1], 0.5, 100))
model = Model("quant8_4").IntroducedIn("V1_2")
model.Operation("EMBEDDING_LOOKUP", places, x0).To(y0)
Example({
    x0: [255, 0, 254, 1, 153, 254, 63, 0, 40, 85, 43, 222],
    y0: [85, 43, 222, 255, 0, 254, 63, 0, 40],
}, model=model)

places = Int32Vector("places", [3, 0, 2])
x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 3, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 3, 1], 0.5, -28))
model = Model("quant8_signed_4").IntroducedIn("V1_3")
model.Operation("EMBEDDING_LOOKUP", places, x0).To(y0)
Example({
    x0: [127, -128, 126, -127, 25, 126, -65, -128, -88, -43, -85, 94],
    y0: [-43, -85, 94, 127, -128, 126, -65, -128, -88],
}, model=model)

places = Int32Vector("places", [3, 0, 2])
x0 = Input("x0", ("TENSOR_INT32", [4, 3, 1]))
y0 = Output("y0", ("TENSOR_INT32", [3, 3, 1]))
model = Model("int32_4").IntroducedIn("V1_2")
model.Operation("EMBEDDING_LOOKUP", places, x0).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -1749830247,  -387079938,  -2018439361,  -1906091776,
        -1242277592,  -2127910059,  -1864149461,  -1598124322,
    ],
    y0: [
        -2127910059,  -1864149461,  -1598124322,  2147483647,
        -2147483648,  2147483646,  -2018439361,  -1906091776,
        -1242277592,
    ],
}, model=model)

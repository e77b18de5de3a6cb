# SLICE: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4, 1]))
begin = Int32Vector("begin", [0, 0, 0])
size = Int32Vector("size", [2, 3, 1])
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_34").IntroducedIn("V1_2")
model.Operation("SLICE", x0, begin, size).To(y0)
Example({
    x0: [
        5.3776507,  -14.764003,  14.012113,  9.857469,
        -3.5014727,  24.563604,  26.277472,  -3.7155297,
        16.549913,  5.1121345,  -20.276525,  27.732615,
    ],
    y0: [5.3776507, -14.764003, 14.012113, -3.5014727, 24.563604, 26.277472],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [3, 4, 1]))
begin = Int32Vector("begin", [0, 0, 0])
size = Int32Vector("size", [2, 3, 1])
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_34").IntroducedIn("V1_2")
model.Operation("SLICE", x0, begin, size).To(y0)
Example({
    x0: [
        5.7148438,  -10.7109375,  11.2265625,  8.3828125,
        -2.0644531,  25.046875,  17.046875,  -3.6191406,
        24.890625,  6.6054688,  -25.296875,  17.578125,
    ],
    y0: [5.7148438, -10.7109375, 11.2265625, -2.0644531, 25.046875, 17.046875],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [3, 4, 1], 0.5, 100))
begin = Int32Vector("begin", [0, 0, 0])
size = Int32Vector("size", [2, 3, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
model = Model("quant8_34").IntroducedIn("V1_2")
model.Operation("SLICE", x0, begin, size).To(y0)
Example({
    x0: [255, 0, 254, 1, 219, 241, 173, 82, 206, 110, 24, 78],
    y0: [255, 0, 254, 219, 241, 173],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 4, 1], 0.5, -28))
begin = Int32Vector("begin", [0, 0, 0])
size = Int32Vector("size", [2, 3, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
model = Model("quant8_signed_34").IntroducedIn("V1_3")
model.Operation("SLICE", x0, begin, size).To(y0)
Example({
    x0: [127, -128, 126, -127, 91, 113, 45, -46, 78, -18, -104, -50],
    y0: [127, -128, 126, 91, 113, 45],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [3, 4, 1]))
begin = Int32Vector("begin", [0, 0, 0])
size = Int32Vector("size", [2, 3, 1])
y0 = Output("y0", ("TENSOR_INT32", [2, 3, 1]))
model = Model("int32_34").IntroducedIn("V1_2")
model.Operation("SLICE", x0, begin, size).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -1479144741,  -154692111,  -2143937363,  -905669550,
        -1339025202,  -1107785874,  -1177625576,  -2032638386,
    ],
    y0: [
        2147483647,  -2147483648,  2147483646,  -1479144741,
        -154692111,  -2143937363,
    ],
}, model=model)

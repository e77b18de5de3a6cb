# EXPAND_DIMS: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 1, 3, 1]))
model = Model("float32_23").IntroducedIn("V1_2")
model.Operation("EXPAND_DIMS", x0, 1).To(y0)
Example({
    x0: [3.6287591, -4.599549, 15.540301, 3.3656642, -14.680495, 26.389849],
    y0: [3.6287591, -4.599549, 15.540301, 3.3656642, -14.680495, 26.389849],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 1, 3, 1]))
model = Model("float16_23").IntroducedIn("V1_2")
model.Operation("EXPAND_DIMS", x0, 1).To(y0)
Example({
    x0: [2.7949219, -7.5039062, 10.1484375, 3.5214844, -14.6171875, 25.640625],
    y0: [2.7949219, -7.5039062, 10.1484375, 3.5214844, -14.6171875, 25.640625],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 1, 3, 1], 0.5, 100))
model = Model("quant8_23").IntroducedIn("V1_2")
model.Operation("EXPAND_DIMS", x0, 1).To(y0)
Example({
    x0: [255, 0, 254, 1, 203, 100],
    y0: [255, 0, 254, 1, 203, 100],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1, 3, 1], 0.5, -28))
model = Model("quant8_signed_23").IntroducedIn("V1_3")
model.Operation("EXPAND_DIMS", x0, 1).To(y0)
Example({
    x0: [127, -128, 126, -127, 75, -28],
    y0: [127, -128, 126, -127, 75, -28],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_INT32", [2, 1, 3, 1]))
model = Model("int32_23").IntroducedIn("V1_2")
model.Operation("EXPAND_DIMS", x0, 1).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -361488693,  -884146076,
    ],
    y0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -361488693,  -884146076,
    ],
}, model=model)

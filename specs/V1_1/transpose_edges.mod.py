# TRANSPOSE: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
perm = Int32Vector("perm", [1, 0, 2])
y0 = Output("y0", ("TENSOR_FLOAT32", [3, 2, 1]))
model = Model("float32_16").IntroducedIn("V1_1")
model.Operation("TRANSPOSE", x0, perm).To(y0)
Example({
    x0: [4.090162, -28.770136, 3.5827415, 2.8483078, -2.686538, 2.716728],
    y0: [4.090162, 2.8483078, -28.770136, -2.686538, 3.5827415, 2.716728],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
perm = Int32Vector("perm", [1, 0, 2])
y0 = Output("y0", ("TENSOR_FLOAT16", [3, 2, 1]))
model = Model("float16_16").IntroducedIn("V1_2")
model.Operation("TRANSPOSE", x0, perm).To(y0)
Example({
    x0: [6.6054688, -20.953125, 3.8183594, 3.3378906, -2.1191406, 3.4355469],
    y0: [6.6054688, 3.3378906, -20.953125, -2.1191406, 3.8183594, 3.4355469],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
perm = Int32Vector("perm", [1, 0, 2])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [3, 2, 1], 0.5, 100))
model = Model("quant8_16").IntroducedIn("V1_1")
model.Operation("TRANSPOSE", x0, perm).To(y0)
Example({
    x0: [255, 0, 254, 1, 77, 197],
    y0: [255, 1, 0, 77, 254, 197],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
perm = Int32Vector("perm", [1, 0, 2])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 2, 1], 0.5, -28))
model = Model("quant8_signed_16").IntroducedIn("V1_3")
model.Operation("TRANSPOSE", x0, perm).To(y0)
Example({
    x0: [127, -128, 126, -127, -51, 69],
    y0: [127, -127, -128, -51, 126, 69],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 2, 1]))
perm = Int32Vector("perm", [0, 2, 1, 3])
y0 = Output("y0", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
model = Model("float32_18").IntroducedIn("V1_1")
model.Operation("TRANSPOSE", x0, perm).To(y0)
Example({
    x0: [2.783275, -2.9401262, 8.962205, 8.555924, -8.441678, 4.6231723],
    y0: [2.783275, 8.962205, -8.441678, -2.9401262, 8.555924, 4.6231723],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [1, 3, 2, 1]))
perm = Int32Vector("perm", [0, 2, 1, 3])
y0 = Output("y0", ("TENSOR_FLOAT16", [1, 2, 3, 1]))
model = Model("float16_18").IntroducedIn("V1_2")
model.Operation("TRANSPOSE", x0, perm).To(y0)
Example({
    x0: [2.5878906, -3.5136719, 10.3828125, 10.1328125, -10.2265625, 5.0273438],
    y0: [2.5878906, 10.3828125, -10.2265625, -3.5136719, 10.1328125, 5.0273438],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [1, 3, 2, 1], 0.5, 100))
perm = Int32Vector("perm", [0, 2, 1, 3])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [1, 2, 3, 1], 0.5, 100))
model = Model("quant8_18").IntroducedIn("V1_1")
model.Operation("TRANSPOSE", x0, perm).To(y0)
Example({
    x0: [255, 0, 254, 1, 150, 60],
    y0: [255, 254, 150, 0, 1, 60],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 2, 1], 0.5, -28))
perm = Int32Vector("perm", [0, 2, 1, 3])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 3, 1], 0.5, -28))
model = Model("quant8_signed_18").IntroducedIn("V1_3")
model.Operation("TRANSPOSE", x0, perm).To(y0)
Example({
    x0: [127, -128, 126, -127, 22, -68],
    y0: [127, 126, 22, -128, -127, -68],
}, model=model)

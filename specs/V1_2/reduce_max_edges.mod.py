# REDUCE_MAX: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 1]))
model = Model("float32_30").IntroducedIn("V1_2")
model.Operation("REDUCE_MAX", x0, axes, False).To(y0)
Example({
    x0: [25.6995, -24.026255, 4.3748183, 3.8830206, -21.229677, 15.522937],
    y0: [25.6995, 15.522937],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 1]))
model = Model("float16_30").IntroducedIn("V1_2")
model.Operation("REDUCE_MAX", x0, axes, False).To(y0)
Example({
    x0: [18.296875, -23.078125, 6.5117188, 3.7050781, -25.515625, 11.8984375],
    y0: [18.296875, 11.8984375],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 1], 0.5, 100))
model = Model("quant8_30").IntroducedIn("V1_2")
model.Operation("REDUCE_MAX", x0, axes, False).To(y0)
Example({
    x0: [255, 0, 254, 1, 73, 3],
    y0: [255, 73],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1], 0.5, -28))
model = Model("quant8_signed_30").IntroducedIn("V1_3")
model.Operation("REDUCE_MAX", x0, axes, False).To(y0)
Example({
    x0: [127, -128, 126, -127, -55, -125],
    y0: [127, -55],
}, model=model)

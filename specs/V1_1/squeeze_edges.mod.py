# SQUEEZE: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 3, 1]))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_14").IntroducedIn("V1_1")
model.Operation("SQUEEZE", x0, axes).To(y0)
Example({
    x0: [26.4551, -4.5048156, 5.8498635, 7.115269, -13.050624, 3.1218703],
    y0: [26.4551, -4.5048156, 5.8498635, 7.115269, -13.050624, 3.1218703],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 1, 3, 1]))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_14").IntroducedIn("V1_2")
model.Operation("SQUEEZE", x0, axes).To(y0)
Example({
    x0: [16.171875, -7.4492188, 6.0820312, 4.2851562, -14.7109375, 2.3613281],
    y0: [16.171875, -7.4492188, 6.0820312, 4.2851562, -14.7109375, 2.3613281],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 1, 3, 1], 0.5, 100))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
model = Model("quant8_14").IntroducedIn("V1_1")
model.Operation("SQUEEZE", x0, axes).To(y0)
Example({
    x0: [255, 0, 254, 1, 5, 79],
    y0: [255, 0, 254, 1, 5, 79],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1, 3, 1], 0.5, -28))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
model = Model("quant8_signed_14").IntroducedIn("V1_3")
model.Operation("SQUEEZE", x0, axes).To(y0)
Example({
    x0: [127, -128, 126, -127, -123, -49],
    y0: [127, -128, 126, -127, -123, -49],
}, model=model)

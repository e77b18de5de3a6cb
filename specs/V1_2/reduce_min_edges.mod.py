# REDUCE_MIN: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 1]))
model = Model("float32_31").IntroducedIn("V1_2")
model.Operation("REDUCE_MIN", x0, axes, False).To(y0)
Example({
    x0: [20.652277, -3.6752117, 2.5163138, 20.226858, -13.462602, 3.6781633],
    y0: [-3.6752117, -13.462602],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 1]))
model = Model("float16_31").IntroducedIn("V1_2")
model.Operation("REDUCE_MIN", x0, axes, False).To(y0)
Example({
    x0: [31.453125, -3.3339844, 3.6425781, 18.421875, -13.6328125, 3.5136719],
    y0: [-3.3339844, -13.6328125],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 1], 0.5, 100))
model = Model("quant8_31").IntroducedIn("V1_2")
model.Operation("REDUCE_MIN", x0, axes, False).To(y0)
Example({
    x0: [255, 0, 254, 1, 238, 63],
    y0: [0, 1],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
axes = Int32Vector("axes", [1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1], 0.5, -28))
model = Model("quant8_signed_31").IntroducedIn("V1_3")
model.Operation("REDUCE_MIN", x0, axes, False).To(y0)
Example({
    x0: [127, -128, 126, -127, 110, -65],
    y0: [-128, -127],
}, model=model)

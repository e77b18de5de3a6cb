# REVERSE: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
axis = Int32Vector("axis", [1])
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_40").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x0, axis).To(y0)
Example({
    x0: [2.9034064, -29.780626, 6.9529147, 9.345548, -15.092471, 30.840197],
    y0: [6.9529147, -29.780626, 2.9034064, 30.840197, -15.092471, 9.345548],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
axis = Int32Vector("axis", [1])
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_40").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x0, axis).To(y0)
Example({
    x0: [2.7050781, -26.890625, 6.2773438, 14.7265625, -13.5234375, 18.890625],
    y0: [6.2773438, -26.890625, 2.7050781, 18.890625, -13.5234375, 14.7265625],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
axis = Int32Vector("axis", [1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
model = Model("quant8_40").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x0, axis).To(y0)
Example({
    x0: [255, 0, 254, 1, 180, 84],
    y0: [254, 0, 255, 84, 180, 1],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
axis = Int32Vector("axis", [1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
model = Model("quant8_signed_40").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x0, axis).To(y0)
Example({
    x0: [127, -128, 126, -127, 52, -44],
    y0: [126, -128, 127, -44, 52, -127],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
axis = Int32Vector("axis", [1])
y0 = Output("y0", ("TENSOR_INT32", [2, 3, 1]))
model = Model("int32_40").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x0, axis).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -136517452,  -537711276,
    ],
    y0: [
        2147483646,  -2147483648,  2147483647,  -537711276,
        -136517452,  -2147483647,
    ],
}, model=model)

# MAXIMUM: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_INT32", [1, 3]))
x1 = Input("x1", ("TENSOR_INT32", [1, 3]))
y0 = Output("y0", ("TENSOR_INT32", [1, 3]))
model = Model("int32_19").IntroducedIn("V1_2")
model.Operation("MAXIMUM", x0, x1).To(y0)
Example({
    x0: [2147483647, -2147483648, 2147483646],
    x1: [2147483647, -2147483648, 2147483646],
    y0: [2147483647, -2147483648, 2147483646],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_26").IntroducedIn("V1_2")
model.Operation("MAXIMUM", x0, x1).To(y0)
Example({
    x0: [14.9442, -18.524508, 2.8717897, 13.2066965, -30.447569, 10.764073],
    x1: [12.918963, -3.5222828, 12.300315, 15.072511, -29.704523, 3.3489926],
    y0: [14.9442, -3.5222828, 12.300315, 15.072511, -29.704523, 10.764073],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT16", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_26").IntroducedIn("V1_2")
model.Operation("MAXIMUM", x0, x1).To(y0)
Example({
    x0: [14.8828125, -24.765625, 3.7011719, 13.2578125, -18.484375, 11.2890625],
    x1: [8.1484375, -2.5410156, 12.1796875, 10.0078125, -27.453125, 2.9472656],
    y0: [14.8828125, -2.5410156, 12.1796875, 13.2578125, -18.484375, 11.2890625],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
model = Model("quant8_26").IntroducedIn("V1_2")
model.Operation("MAXIMUM", x0, x1).To(y0)
Example({
    x0: [255, 0, 254, 1, 184, 22],
    x1: [255, 0, 254, 1, 9, 210],
    y0: [255, 0, 254, 1, 184, 210],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
model = Model("quant8_signed_26").IntroducedIn("V1_3")
model.Operation("MAXIMUM", x0, x1).To(y0)
Example({
    x0: [127, -128, 126, -127, 56, -106],
    x1: [127, -128, 126, -127, -119, 82],
    y0: [127, -128, 126, -127, 56, 82],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_INT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_INT32", [2, 3, 1]))
model = Model("int32_26").IntroducedIn("V1_2")
model.Operation("MAXIMUM", x0, x1).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -1837658696,  -1075655658,
    ],
    x1: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -962110967,  -983236398,
    ],
    y0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -962110967,  -983236398,
    ],
}, model=model)

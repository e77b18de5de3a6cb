# CONCATENATION: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 6, 1]))
model = Model("float32_0").IntroducedIn("V1_0")
model.Operation("CONCATENATION", x0, x1, 1).To(y0)
Example({
    x0: [4.279061, -5.690785, 2.3202646, 2.5229223, -26.363874, 15.831456],
    x1: [3.6332214, -8.208447, 10.094214, 5.9787507, -25.620829, 2.6158383],
    y0: [
        4.279061,  -5.690785,  2.3202646,  3.6332214,
        -8.208447,  10.094214,  2.5229223,  -26.363874,
        15.831456,  5.9787507,  -25.620829,  2.6158383,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT16", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 6, 1]))
model = Model("float16_0").IntroducedIn("V1_2")
model.Operation("CONCATENATION", x0, x1, 1).To(y0)
Example({
    x0: [6.0664062, -6.9101562, 3.6074219, 3.7792969, -20.859375, 11.2890625],
    x1: [3.3496094, -11.6015625, 11.8046875, 5.9257812, -29.828125, 2.9472656],
    y0: [
        6.0664062,  -6.9101562,  3.6074219,  3.3496094,
        -11.6015625,  11.8046875,  3.7792969,  -20.859375,
        11.2890625,  5.9257812,  -29.828125,  2.9472656,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 6, 1], 0.5, 100))
model = Model("quant8_0").IntroducedIn("V1_0")
model.Operation("CONCATENATION", x0, x1, 1).To(y0)
Example({
    x0: [255, 0, 254, 1, 8, 17],
    x1: [255, 0, 254, 1, 89, 204],
    y0: [255, 0, 254, 255, 0, 254, 1, 8, 17, 1, 89, 204],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6, 1], 0.5, -28))
model = Model("quant8_signed_0").IntroducedIn("V1_3")
model.Operation("CONCATENATION", x0, x1, 1).To(y0)
Example({
    x0: [127, -128, 126, -127, -120, -111],
    x1: [127, -128, 126, -127, -39, 76],
    y0: [127, -128, 126, 127, -128, 126, -127, -120, -111, -127, -39, 76],
}, model=model)

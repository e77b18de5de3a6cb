# PACK: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 2, 3, 1]))
model = Model("float32_37").IntroducedIn("AIDL_V2")
model.Operation("PACK", 1, x0, x1).To(y0)
Example({
    x0: [11.184464, -7.4135795, 2.4897425, 2.400377, -7.274591, 4.9254746],
    x1: [9.159228, -11.654035, 10.772126, 2.8668306, -7.0888295, 24.965693],
    y0: [
        11.184464,  -7.4135795,  2.4897425,  9.159228,
        -11.654035,  10.772126,  2.400377,  -7.274591,
        4.9254746,  2.8668306,  -7.0888295,  24.965693,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT16", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 2, 3, 1]))
model = Model("float16_37").IntroducedIn("AIDL_V2")
model.Operation("PACK", 1, x0, x1).To(y0)
Example({
    x0: [15.1328125, -4.0429688, 3.9707031, 3.8886719, -5.4492188, 5.4882812],
    x1: [8.3984375, -13.8515625, 13.2578125, 3.0761719, -7.6914062, 22.953125],
    y0: [
        15.1328125,  -4.0429688,  3.9707031,  8.3984375,
        -13.8515625,  13.2578125,  3.8886719,  -5.4492188,
        5.4882812,  3.0761719,  -7.6914062,  22.953125,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 2, 3, 1], 0.5, 100))
model = Model("quant8_37").IntroducedIn("AIDL_V2")
model.Operation("PACK", 1, x0, x1).To(y0)
Example({
    x0: [255, 0, 254, 1, 200, 162],
    x1: [255, 0, 254, 1, 25, 94],
    y0: [255, 0, 254, 255, 0, 254, 1, 200, 162, 1, 25, 94],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 3, 1], 0.5, -28))
model = Model("quant8_signed_37").IntroducedIn("AIDL_V2")
model.Operation("PACK", 1, x0, x1).To(y0)
Example({
    x0: [127, -128, 126, -127, 72, 34],
    x1: [127, -128, 126, -127, -103, -34],
    y0: [127, -128, 126, 127, -128, 126, -127, 72, 34, -127, -103, -34],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_INT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_INT32", [2, 2, 3, 1]))
model = Model("int32_37").IntroducedIn("AIDL_V2")
model.Operation("PACK", 1, x0, x1).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -807831096,  -346201694,
    ],
    x1: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -2079767015,  -253782434,
    ],
    y0: [
        2147483647,  -2147483648,  2147483646,  2147483647,
        -2147483648,  2147483646,  -2147483647,  -807831096,
        -346201694,  -2147483647,  -2079767015,  -253782434,
    ],
}, model=model)

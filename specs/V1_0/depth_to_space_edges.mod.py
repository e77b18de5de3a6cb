# DEPTH_TO_SPACE: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 1, 4]))
y0 = Output("y0", ("TENSOR_FLOAT32", [1, 4, 2, 1]))
model = Model("float32_1").IntroducedIn("V1_0")
model.Operation("DEPTH_TO_SPACE", x0, 2).To(y0)
Example({
    x0: [
        3.5086277, -14.069289, 21.193354, 3.168259,
        -8.0297, 3.7552931, 26.69612, -7.20659,
    ],
    y0: [
        3.5086277,  -14.069289,  21.193354,  3.168259,
        -8.0297,  3.7552931,  26.69612,  -7.20659,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [1, 2, 1, 4]))
y0 = Output("y0", ("TENSOR_FLOAT16", [1, 4, 2, 1]))
model = Model("float16_1").IntroducedIn("V1_2")
model.Operation("DEPTH_TO_SPACE", x0, 2).To(y0)
Example({
    x0: [
        2.6777344, -15.6171875, 31.953125, 2.3769531,
        -11.3046875, 3.3613281, 22.609375, -4.3867188,
    ],
    y0: [
        2.6777344,  -15.6171875,  31.953125,  2.3769531,
        -11.3046875,  3.3613281,  22.609375,  -4.3867188,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [1, 2, 1, 4], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [1, 4, 2, 1], 0.5, 100))
model = Model("quant8_1").IntroducedIn("V1_0")
model.Operation("DEPTH_TO_SPACE", x0, 2).To(y0)
Example({
    x0: [255, 0, 254, 1, 173, 76, 231, 18],
    y0: [255, 0, 254, 1, 173, 76, 231, 18],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 1, 4], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4, 2, 1], 0.5, -28))
model = Model("quant8_signed_1").IntroducedIn("V1_3")
model.Operation("DEPTH_TO_SPACE", x0, 2).To(y0)
Example({
    x0: [127, -128, 126, -127, 45, -52, 103, -110],
    y0: [127, -128, 126, -127, 45, -52, 103, -110],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [1, 1, 6, 2]))
model = Model("float32_2").IntroducedIn("V1_2")
model.Operation("DEPTH_TO_SPACE", x0, 2, True).To(y0)
Example({
    x0: [
        23.021795,  -8.757007,  11.912297,  30.508764,
        -5.4387326,  28.421778,  12.129594,  -2.7582114,
        7.7199597,  12.054158,  -2.4932106,  2.4476454,
    ],
    y0: [
        23.021795, 30.508764,  12.129594, 12.054158,
        -8.757007, -5.4387326,  -2.7582114, -2.4932106,
        11.912297, 28.421778,  7.7199597, 2.4476454,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [1, 4, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [1, 1, 6, 2]))
model = Model("float16_2").IntroducedIn("V1_2")
model.Operation("DEPTH_TO_SPACE", x0, 2, True).To(y0)
Example({
    x0: [
        18.546875,  -9.3984375,  9.5390625,  23.796875,
        -6.0976562,  31.203125,  13.6328125,  -3.2675781,
        5.9101562,  11.6640625,  -2.3808594,  3.1113281,
    ],
    y0: [
        18.546875, 23.796875,  13.6328125, 11.6640625,
        -9.3984375, -6.0976562,  -3.2675781, -2.3808594,
        9.5390625, 31.203125,  5.9101562, 3.1113281,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [1, 4, 3, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [1, 1, 6, 2], 0.5, 100))
model = Model("quant8_2").IntroducedIn("V1_2")
model.Operation("DEPTH_TO_SPACE", x0, 2, True).To(y0)
Example({
    x0: [255, 0, 254, 1, 81, 135, 89, 182, 98, 134, 249, 95],
    y0: [255, 1, 89, 134, 0, 81, 182, 249, 254, 135, 98, 95],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4, 3, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 6, 2], 0.5, -28))
model = Model("quant8_signed_2").IntroducedIn("V1_3")
model.Operation("DEPTH_TO_SPACE", x0, 2, True).To(y0)
Example({
    x0: [127, -128, 126, -127, -47, 7, -39, 54, -30, 6, 121, -33],
    y0: [127, -127, -39, 6, -128, -47, 54, 121, 126, 7, -30, -33],
}, model=model)

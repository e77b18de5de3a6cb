# SPACE_TO_DEPTH: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 2, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [1, 2, 1, 4]))
model = Model("float32_3").IntroducedIn("V1_0")
model.Operation("SPACE_TO_DEPTH", x0, 2).To(y0)
Example({
    x0: [
        8.987285,  -22.889452,  6.613958,  19.671457,
        -3.431307,  6.7003016,  10.91113,  -3.9131272,
    ],
    y0: [
        8.987285, -22.889452, 6.613958, 19.671457,
        -3.431307, 6.7003016, 10.91113, -3.9131272,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [1, 4, 2, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [1, 2, 1, 4]))
model = Model("float16_3").IntroducedIn("V1_2")
model.Operation("SPACE_TO_DEPTH", x0, 2).To(y0)
Example({
    x0: [
        15.8359375,  -22.390625,  5.5429688,  28.578125,
        -3.2675781,  4.8710938,  15.9765625,  -2.3378906,
    ],
    y0: [
        15.8359375, -22.390625, 5.5429688, 28.578125,
        -3.2675781, 4.8710938, 15.9765625, -2.3378906,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [1, 4, 2, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [1, 2, 1, 4], 0.5, 100))
model = Model("quant8_3").IntroducedIn("V1_0")
model.Operation("SPACE_TO_DEPTH", x0, 2).To(y0)
Example({
    x0: [255, 0, 254, 1, 245, 194, 204, 91],
    y0: [255, 0, 254, 1, 245, 194, 204, 91],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4, 2, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 1, 4], 0.5, -28))
model = Model("quant8_signed_3").IntroducedIn("V1_3")
model.Operation("SPACE_TO_DEPTH", x0, 2).To(y0)
Example({
    x0: [127, -128, 126, -127, 117, 66, 76, -37],
    y0: [127, -128, 126, -127, 117, 66, 76, -37],
}, model=model)

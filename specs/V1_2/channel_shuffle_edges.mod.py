# CHANNEL_SHUFFLE: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 6, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 6, 1]))
model = Model("float32_22").IntroducedIn("V1_2")
model.Operation("CHANNEL_SHUFFLE", x0, 3, 1).To(y0)
Example({
    x0: [
        4.519325,  -3.627845,  28.449366,  2.7203276,
        -23.66546,  7.002604,  2.940077,  -3.8565352,
        27.923635,  17.820955,  -2.2690575,  4.1689553,
    ],
    y0: [
        4.519325,  28.449366,  -23.66546,  -3.627845,
        2.7203276,  7.002604,  2.940077,  27.923635,
        -2.2690575,  -3.8565352,  17.820955,  4.1689553,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 6, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 6, 1]))
model = Model("float16_22").IntroducedIn("V1_2")
model.Operation("CHANNEL_SHUFFLE", x0, 3, 1).To(y0)
Example({
    x0: [
        6.3085938,  -3.3066406,  17.203125,  2.9238281,
        -27.453125,  5.3320312,  3.1113281,  -2.7363281,
        30.421875,  21.265625,  -2.1191406,  4.0820312,
    ],
    y0: [
        6.3085938,  17.203125,  -27.453125,  -3.3066406,
        2.9238281,  5.3320312,  3.1113281,  30.421875,
        -2.1191406,  -2.7363281,  21.265625,  4.0820312,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 6, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 6, 1], 0.5, 100))
model = Model("quant8_22").IntroducedIn("V1_2")
model.Operation("CHANNEL_SHUFFLE", x0, 3, 1).To(y0)
Example({
    x0: [255, 0, 254, 1, 39, 41, 78, 152, 38, 151, 236, 84],
    y0: [255, 254, 39, 0, 1, 41, 78, 38, 236, 152, 151, 84],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6, 1], 0.5, -28))
model = Model("quant8_signed_22").IntroducedIn("V1_3")
model.Operation("CHANNEL_SHUFFLE", x0, 3, 1).To(y0)
Example({
    x0: [127, -128, 126, -127, -89, -87, -50, 24, -90, 23, 108, -44],
    y0: [127, 126, -89, -128, -127, -87, -50, -90, 108, 24, 23, -44],
}, model=model)

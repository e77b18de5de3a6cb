# STRIDED_SLICE: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4, 1]))
begin = Int32Vector("begin", [0, 3, 0])
end = Int32Vector("end", [3, 0, 1])
strides = Int32Vector("strides", [1, -1, 1])
y0 = Output("y0", ("TENSOR_FLOAT32", [3, 3, 1]))
model = Model("float32_15").IntroducedIn("V1_1")
model.Operation("STRIDED_SLICE", x0, begin, end, strides, 0, 0, 0).To(y0)
Example({
    x0: [
        10.703937,  -11.697349,  3.2538369,  2.2029712,
        -7.9491935,  11.677197,  6.1447797,  -30.176973,
        9.279153,  2.7026913,  -2.447511,  4.2231727,
    ],
    y0: [
        2.2029712,  3.2538369,  -11.697349,  -30.176973,
        6.1447797,  11.677197,  4.2231727,  -2.447511,
        2.7026913,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [3, 4, 1]))
begin = Int32Vector("begin", [0, 3, 0])
end = Int32Vector("end", [3, 0, 1])
strides = Int32Vector("strides", [1, -1, 1])
y0 = Output("y0", ("TENSOR_FLOAT16", [3, 3, 1]))
model = Model("float16_15").IntroducedIn("V1_2")
model.Operation("STRIDED_SLICE", x0, begin, end, strides, 0, 0, 0).To(y0)
Example({
    x0: [
        14.6484375,  -8.6796875,  3.4316406,  2.7402344,
        -7.7929688,  11.6015625,  6.0351562,  -25.765625,
        14.8203125,  2.4472656,  -2.0097656,  4.2304688,
    ],
    y0: [
        2.7402344,  3.4316406,  -8.6796875,  -25.765625,
        6.0351562,  11.6015625,  4.2304688,  -2.0097656,
        2.4472656,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [3, 4, 1], 0.5, 100))
begin = Int32Vector("begin", [0, 3, 0])
end = Int32Vector("end", [3, 0, 1])
strides = Int32Vector("strides", [1, -1, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [3, 3, 1], 0.5, 100))
model = Model("quant8_15").IntroducedIn("V1_1")
model.Operation("STRIDED_SLICE", x0, begin, end, strides, 0, 0, 0).To(y0)
Example({
    x0: [255, 0, 254, 1, 169, 138, 43, 22, 110, 196, 189, 152],
    y0: [1, 254, 0, 22, 43, 138, 152, 189, 196],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 4, 1], 0.5, -28))
begin = Int32Vector("begin", [0, 3, 0])
end = Int32Vector("end", [3, 0, 1])
strides = Int32Vector("strides", [1, -1, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 3, 1], 0.5, -28))
model = Model("quant8_signed_15").IntroducedIn("V1_3")
model.Operation("STRIDED_SLICE", x0, begin, end, strides, 0, 0, 0).To(y0)
Example({
    x0: [127, -128, 126, -127, 41, 10, -85, -106, -18, 68, 61, 24],
    y0: [-127, 126, -128, -106, -85, 10, 24, 61, 68],
}, model=model)

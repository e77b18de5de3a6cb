# RESHAPE: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
shape = Int32Vector("shape", [3, 2, 1])
y0 = Output("y0", ("TENSOR_FLOAT32", [3, 2, 1]))
model = Model("float32_9").IntroducedIn("V1_0")
model.Operation("RESHAPE", x0, shape).To(y0)
Example({
    x0: [9.845611, -2.8927596, 6.5608153, 18.647615, -29.623617, 4.2694497],
    y0: [9.845611, -2.8927596, 6.5608153, 18.647615, -29.623617, 4.2694497],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
shape = Int32Vector("shape", [3, 2, 1])
y0 = Output("y0", ("TENSOR_FLOAT16", [3, 2, 1]))
model = Model("float16_9").IntroducedIn("V1_2")
model.Operation("RESHAPE", x0, shape).To(y0)
Example({
    x0: [15.2421875, -3.4863281, 6.1992188, 25.265625, -20.671875, 7.3320312],
    y0: [15.2421875, -3.4863281, 6.1992188, 25.265625, -20.671875, 7.3320312],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
shape = Int32Vector("shape", [3, 2, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [3, 2, 1], 0.5, 100))
model = Model("quant8_9").IntroducedIn("V1_0")
model.Operation("RESHAPE", x0, shape).To(y0)
Example({
    x0: [255, 0, 254, 1, 207, 38],
    y0: [255, 0, 254, 1, 207, 38],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
shape = Int32Vector("shape", [3, 2, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 2, 1], 0.5, -28))
model = Model("quant8_signed_9").IntroducedIn("V1_3")
model.Operation("RESHAPE", x0, shape).To(y0)
Example({
    x0: [127, -128, 126, -127, 79, -90],
    y0: [127, -128, 126, -127, 79, -90],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
shape = Int32Vector("shape", [3, 2, 1])
y0 = Output("y0", ("TENSOR_INT32", [3, 2, 1]))
model = Model("int32_9").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x0, shape).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -2062629937,  -1422090458,
    ],
    y0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -2062629937,  -1422090458,
    ],
}, model=model)

# GATHER: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 4, 1]))
places = Int32Vector("places", [3, 0, 2])
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_24").IntroducedIn("V1_2")
model.Operation("GATHER", x0, 1, places).To(y0)
Example({
    x0: [
        2.9978564,  -5.9434085,  8.85592,  16.088007,
        -4.764129,  6.1923203,  9.323379,  -2.1663678,
    ],
    y0: [16.088007, 2.9978564, 8.85592, -2.1663678, -4.764129, 9.323379],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 4, 1]))
places = Int32Vector("places", [3, 0, 2])
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_24").IntroducedIn("V1_2")
model.Operation("GATHER", x0, 1, places).To(y0)
Example({
    x0: [
        2.4394531,  -4.4023438,  11.6953125,  16.953125,
        -7.7460938,  7.4882812,  9.1171875,  -2.8847656,
    ],
    y0: [16.953125, 2.4394531, 11.6953125, -2.8847656, -7.7460938, 9.1171875],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 4, 1], 0.5, 100))
places = Int32Vector("places", [3, 0, 2])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
model = Model("quant8_24").IntroducedIn("V1_2")
model.Operation("GATHER", x0, 1, places).To(y0)
Example({
    x0: [255, 0, 254, 1, 112, 160, 51, 225],
    y0: [1, 255, 254, 225, 112, 51],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4, 1], 0.5, -28))
places = Int32Vector("places", [3, 0, 2])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
model = Model("quant8_signed_24").IntroducedIn("V1_3")
model.Operation("GATHER", x0, 1, places).To(y0)
Example({
    x0: [127, -128, 126, -127, -16, 32, -77, 97],
    y0: [-127, 127, 126, 97, -16, -77],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 4, 1]))
places = Int32Vector("places", [3, 0, 2])
y0 = Output("y0", ("TENSOR_INT32", [2, 3, 1]))
model = Model("int32_24").IntroducedIn("V1_2")
model.Operation("GATHER", x0, 1, places).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -853545360,  -232154720,  -1386276813,  -523315743,
    ],
    y0: [
        -2147483647,  2147483647,  2147483646,  -523315743,
        -853545360,  -1386276813,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT32", [3, 3, 3]))
some = Int32Vector("some", [2, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT32", [3, 3, 3]))
model = Model("float32_25").IntroducedIn("V1_2")
model.Operation("GATHER", x0, 1, some).To(y0)
Example({
    x0: [
        18.935625, -14.574534, 5.08577,
        21.2507, -3.0940053, 23.148714,
        8.104915, -26.570272, 6.2700515,
        9.238925, -13.341739, 23.44002,
        11.033454, -3.0657952, 3.2386825,
        23.295244, -10.972463, 11.064149,
        3.667617, -30.812353, 5.7694306,
        22.8366, -26.168856, 15.421849,
        2.6390488, -4.116161, 4.5954022,
    ],
    y0: [
        8.104915, -26.570272, 6.2700515,
        18.935625, -14.574534, 5.08577,
        18.935625, -14.574534, 5.08577,
        23.295244, -10.972463, 11.064149,
        9.238925, -13.341739, 23.44002,
        9.238925, -13.341739, 23.44002,
        2.6390488, -4.116161, 4.5954022,
        3.667617, -30.812353, 5.7694306,
        3.667617, -30.812353, 5.7694306,
    ],
}, model=model)

# DEQUANTIZE: (code - zeroPoint) * scale for every quantized type, both ends of the code range, every
# rank, both output types, results that float32 represents and float16 does not.
# Expected values: by hand; the scales are powers of 2 or decimal, so that the products are short.

def dequantize(name, version, type, dims, codes, real, params=None):
    # float32 since the version of the input type, float16 since 1.2
    for since in (version, max(version, "V1_2")):
        x = Input("x", (type[0], dims) + type[1:], extraParams=params)
        y = Output("y", ("TENSOR_FLOAT32", dims))
        model = Model(name).IntroducedIn(since).Operation("DEQUANTIZE", x).To(y)
        example = Example({x: codes, y: real}, model=model)
        to_float16 = DataTypeConverter(name="to_float16").Identify({y: ("TENSOR_FLOAT16",)})
        if version == since == "V1_0":
            example.AddVariations("relaxed")
        elif version == "V1_0":
            example.AddVariations(to_float16, includeDefault=False)
        else:
            example.AddVariations("relaxed", to_float16)
            break

dequantize("rank_1", "V1_0", ("TENSOR_QUANT8_ASYMM", 0.5, 0), [4],
    [0, 1, 128, 255], [0.0, 0.5, 64.0, 127.5])
dequantize("rank_2_zero_point", "V1_0", ("TENSOR_QUANT8_ASYMM", 0.25, 128), [2, 3],
    [0, 127, 128, 129, 200, 255], [-32.0, -0.25, 0.0, 0.25, 18.0, 31.75])
dequantize("rank_3_zero_point_255", "V1_0", ("TENSOR_QUANT8_ASYMM", 2.0, 255), [2, 1, 2],
    [0, 100, 254, 255], [-510.0, -310.0, -2.0, 0.0])
dequantize("rank_4_decimal_scale", "V1_0", ("TENSOR_QUANT8_ASYMM", 0.1, 10), [1, 2, 2, 1],
    [0, 10, 20, 35], [-1.0, 0.0, 1.0, 2.5])
# multiples of 3.3, of which float16 represents only the first four digits
dequantize("fine", "V1_0", ("TENSOR_QUANT8_ASYMM", 3.3, 20), [2, 4],
    [0, 20, 21, 33, 37, 99, 198, 255], [-66.0, 0.0, 3.3, 42.9, 56.1, 260.7, 587.4, 775.5])
dequantize("one_element", "V1_0", ("TENSOR_QUANT8_ASYMM", 1.0, 7), [1, 1, 1, 1], [3], [-4.0])

dequantize("symmetric", "V1_2", ("TENSOR_QUANT8_SYMM", 0.125), [2, 3],
    [-128, -127, -1, 0, 1, 127], [-16.0, -15.875, -0.125, 0.0, 0.125, 15.875])

dequantize("signed", "V1_3", ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -10), [2, 3],
    [-128, -11, -10, -9, 0, 127], [-59.0, -0.5, 0.0, 0.5, 5.0, 68.5])
dequantize("signed_zero_point_127", "V1_3", ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, 127), [1, 2, 2],
    [-128, 0, 126, 127], [-63.75, -31.75, -0.25, 0.0])

# One scale for each index of a dimension: the first, an inner and the last dimension.
for channel, dims, scales, codes, real in [
    (0, [2, 3], [0.5, 2.0],
        [-127, 1, 3, -2, 0, 127], [-63.5, 0.5, 1.5, -4.0, 0.0, 254.0]),
    (1, [2, 2, 2], [0.25, 1.0],
        [4, -4, 4, -4, 127, 1, 127, 1], [1.0, -1.0, 4.0, -4.0, 31.75, 0.25, 127.0, 1.0]),
    (2, [3, 1, 2], [0.7, 1.1],
        [-127, 101, 3, -7, 64, 127], [-88.9, 111.1, 2.1, -7.7, 44.8, 139.7]),
    (3, [1, 2, 1, 3], [0.5, 0.125, 4.0],
        [10, 10, 10, -6, -6, -6], [5.0, 1.25, 40.0, -3.0, -0.75, -24.0]),
]:
    params = SymmPerChannelQuantParams(channelDim=channel, scales=scales)
    type = ("TENSOR_QUANT8_SYMM_PER_CHANNEL",)
    dequantize("per_channel_%d" % channel, "V1_2", type, dims, codes, real, params)

# DEPTHWISE_CONV_2D on codes: saturation, zero points, activations, the rule on the output's
# scale, and wide sums.
# Expected values: specs/scripts/conv_quant8.py, the window sum of the dequantized codes in
# exact fractions in plain loops, rounded half away from zero; checked against LiteRT's
# reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Every sum is three times as large as 16 bits can represent, and no result saturates.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 4, 5, 2], 0.0078, 3))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [1, 3, 3, 4], 0.011, 128), [
    1, 249, 7, 255,  9, 250, 5, 246,  9, 250, 0, 252,  3, 247, 1, 249,
    7, 251, 8, 249,  0, 254, 0, 251,  8, 253, 1, 247,  5, 246, 5, 255,
    0, 255, 7, 254,
])
bias = Parameter("bias", ("TENSOR_INT32", [4], 8.58e-05), [2938, -3123, -7993, 6544])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 2, 3, 4], 0.22, 127))
model = Model("wide_sum").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 0).To(y)
Example({
    x: [
        198, 236,  234, 251,  247, 213,  253, 241,  219, 210,  199, 209,  232, 249,  195, 239,
        220, 219,  232, 246,  223, 212,  206, 231,  252, 205,  232, 210,  230, 205,  233, 202,
        229, 208,  199, 249,  217, 234,  225, 228,
    ],
    y: [
        34, 220, 26, 226,  30, 223, 25, 227,  29, 224, 29, 223,  35, 219, 28, 224,
        34, 219, 26, 226,  33, 220, 27, 226,
    ],
}, model=model)

# Results beyond both ends of the output's range saturate.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 2], 0.125, 100))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 4], 0.0625, 140), [73, 152, 172, 38, 185, 37, 49, 44, 218, 134, 55, 176, 243, 246, 198, 101])
bias = Parameter("bias", ("TENSOR_INT32", [4], 0.0078125), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 2, 3, 4], 0.3, 90))
model = Model("saturation").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 0).To(y)
Example({
    x: [
        76, 217,  88, 82,  38, 24,  54, 83,  192, 21,  58, 71,  195, 159,  94, 235,
        150, 46,  219, 232,  234, 143,  204, 163,
    ],
    y: [
        37, 0, 255, 0,  53, 255, 255, 157,  166, 126, 60, 168,  146, 255, 255, 103,
        255, 137, 0, 15,  255, 255, 0, 0,
    ],
}, model=model)

# Padding has the real value 0, which is the input's zero point.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 2], 0.0078, 100))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 4], 0.011, 140), [73, 152, 172, 38, 185, 37, 49, 44, 218, 134, 55, 176, 243, 246, 198, 101])
bias = Parameter("bias", ("TENSOR_INT32", [4], 8.58e-05), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 4, 3, 4], 0.013, 90))
model = Model("zero_point_padding").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 1, 1, 1, 2, 1, 2, 0).To(y)
Example({
    x: [
        76, 217,  88, 82,  38, 24,  54, 83,  192, 21,  58, 71,  195, 159,  94, 235,
        150, 46,  219, 232,  234, 143,  204, 163,
    ],
    y: [
        34, 64, 114, 39,  2, 38, 51, 84,  27, 83, 79, 65,  106, 161, 0, 15,
        81, 190, 150, 107,  68, 77, 0, 112,  112, 53, 96, 133,  250, 102, 0, 71,
        107, 76, 63, 0,  66, 47, 102, 103,  38, 0, 72, 0,  5, 89, 83, 26,
    ],
}, model=model)

# RELU6 on codes: below the zero point, and above 6.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 2], 0.0078, 100))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 4], 0.055, 140), [73, 152, 172, 38, 185, 37, 49, 44, 218, 134, 55, 176, 243, 246, 198, 101])
bias = Parameter("bias", ("TENSOR_INT32", [4], 0.00042899998), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 4], 0.037, 90))
model = Model("relu6").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 1, 1, 2, 3).To(y)
Example({
    x: [
        76, 217,  88, 82,  38, 24,  54, 83,  192, 21,  58, 71,  195, 159,  94, 235,
        150, 46,  219, 232,  234, 143,  204, 163,
    ],
    y: [
        90, 90, 175, 90,  90, 252, 196, 120,  124, 106, 90, 125,  90, 90, 90, 129,
        115, 252, 197, 96,  252, 111, 90, 90,  189, 213, 90, 90,  120, 90, 90, 90,
        90, 90, 90, 90,  90, 90, 90, 90,  90, 90, 90, 90,  90, 90, 90, 90,
    ],
}, model=model)

# RELU1 on codes.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 2], 0.0078, 100))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 4], 0.011, 140), [73, 152, 172, 38, 185, 37, 49, 44, 218, 134, 55, 176, 243, 246, 198, 101])
bias = Parameter("bias", ("TENSOR_INT32", [4], 8.58e-05), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 2, 3, 4], 0.0234, 90))
model = Model("relu1").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 2).To(y)
Example({
    x: [
        76, 217,  88, 82,  38, 24,  54, 83,  192, 21,  58, 71,  195, 159,  94, 235,
        150, 46,  219, 232,  234, 143,  204, 163,
    ],
    y: [
        83, 70, 117, 47,  85, 133, 124, 99,  101, 95, 86, 101,  98, 133, 124, 92,
        133, 97, 47, 80,  121, 129, 47, 47,
    ],
}, model=model)

# Zero points at the ends of the range.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 2], 0.004))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 4], 0.006, 255), [73, 152, 172, 38, 185, 37, 49, 44, 218, 134, 55, 176, 243, 246, 198, 101])
bias = Parameter("bias", ("TENSOR_INT32", [4], 2.4e-05), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 4], 0.0047))
model = Model("extreme_zero_points").IntroducedIn("V1_0")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 2, 1, 2, 0).To(y)
Example({
    x: [
        76, 217,  88, 82,  38, 24,  54, 83,  192, 21,  58, 71,  195, 159,  94, 235,
        150, 46,  219, 232,  234, 143,  204, 163,
    ],
    y: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
}, model=model)

# The output's scale equals the product of the other two: legal only since HAL 1.2.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 2], 0.125, 100))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 4], 0.0625, 140), [73, 152, 172, 38, 185, 37, 49, 44, 218, 134, 55, 176, 243, 246, 198, 101])
bias = Parameter("bias", ("TENSOR_INT32", [4], 0.0078125), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 2, 3, 4], 0.0078125, 90))
model = Model("scale_equal").IntroducedIn("V1_2")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 0).To(y)
Example({
    x: [
        76, 217,  88, 82,  38, 24,  54, 83,  192, 21,  58, 71,  195, 159,  94, 235,
        150, 46,  219, 232,  234, 143,  204, 163,
    ],
    y: [
        0, 0, 255, 0,  0, 255, 255, 255,  255, 255, 0, 255,  255, 255, 255, 255,
        255, 255, 0, 0,  255, 255, 0, 0,
    ],
}, model=model)

# The output's scale is below the product of the other two, so sums are multiplied by more than
# 1.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3, 4, 2], 0.125, 100))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 4], 0.0625, 140), [73, 152, 172, 38, 185, 37, 49, 44, 218, 134, 55, 176, 243, 246, 198, 101])
bias = Parameter("bias", ("TENSOR_INT32", [4], 0.0078125), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 2, 3, 4], 0.0033, 90))
model = Model("scale_below").IntroducedIn("V1_2")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 0).To(y)
Example({
    x: [
        76, 217,  88, 82,  38, 24,  54, 83,  192, 21,  58, 71,  195, 159,  94, 235,
        150, 46,  219, 232,  234, 143,  204, 163,
    ],
    y: [
        0, 0, 255, 0,  0, 255, 255, 255,  255, 255, 0, 255,  255, 255, 255, 255,
        255, 255, 0, 0,  255, 255, 0, 0,
    ],
}, model=model)

# Every sum is three times as large as 16 bits can represent, and no result saturates.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4, 5, 2], 0.0078, -125))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 3, 4], 0.011), [
    -127, 121, -121, 127,  -119, 122, -123, 118,  -119, 122, -128, 124,  -125, 119, -127, 121,
    -121, 123, -120, 121,  -128, 126, -128, 123,  -120, 125, -127, 119,  -123, 118, -123, 127,
    -128, 127, -121, 126,
])
bias = Parameter("bias", ("TENSOR_INT32", [4], 8.58e-05), [2938, -3123, -7993, 6544])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 3, 4], 0.22, -1))
model = Model("wide_sum_signed").IntroducedIn("V1_3")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 0).To(y)
Example({
    x: [
        70, 108,  106, 123,  119, 85,  125, 113,  91, 82,  71, 81,  104, 121,  67, 111,
        92, 91,  104, 118,  95, 84,  78, 103,  124, 77,  104, 82,  102, 77,  105, 74,
        101, 80,  71, 121,  89, 106,  97, 100,
    ],
    y: [
        -94, 92, -102, 98,  -98, 95, -103, 99,  -99, 96, -99, 95,  -93, 91, -100, 96,
        -94, 91, -102, 98,  -95, 92, -101, 98,
    ],
}, model=model)

# Results beyond both ends of the output's range saturate.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 2], 0.125, -28))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 4], 0.0625, 12), [-55, 24, 44, -90, 57, -91, -79, -84, 90, 6, -73, 48, 115, 118, 70, -27])
bias = Parameter("bias", ("TENSOR_INT32", [4], 0.0078125), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 3, 4], 0.3, -38))
model = Model("saturation_signed").IntroducedIn("V1_3")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 0).To(y)
Example({
    x: [
        -52, 89,  -40, -46,  -90, -104,  -74, -45,
        64, -107,  -70, -57,  67, 31,  -34, 107,
        22, -82,  91, 104,  106, 15,  76, 35,
    ],
    y: [
        -91, -128, 127, -128,  -75, 127, 127, 29,
        38, -2, -68, 40,  18, 127, 127, -25,
        127, 9, -128, -113,  127, 127, -128, -128,
    ],
}, model=model)

# Padding has the real value 0, which is the input's zero point.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 2], 0.0078, -28))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 4], 0.011, 12), [-55, 24, 44, -90, 57, -91, -79, -84, 90, 6, -73, 48, 115, 118, 70, -27])
bias = Parameter("bias", ("TENSOR_INT32", [4], 8.58e-05), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4, 3, 4], 0.013, -38))
model = Model("zero_point_padding_signed").IntroducedIn("V1_3")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 1, 1, 1, 2, 1, 2, 0).To(y)
Example({
    x: [
        -52, 89,  -40, -46,  -90, -104,  -74, -45,
        64, -107,  -70, -57,  67, 31,  -34, 107,
        22, -82,  91, 104,  106, 15,  76, 35,
    ],
    y: [
        -94, -64, -14, -89,  -126, -90, -77, -44,
        -101, -45, -49, -63,  -22, 33, -128, -113,
        -47, 62, 22, -21,  -60, -51, -128, -16,
        -16, -75, -32, 5,  122, -26, -128, -57,
        -21, -52, -65, -128,  -62, -81, -26, -25,
        -90, -128, -56, -128,  -123, -39, -45, -102,
    ],
}, model=model)

# RELU6 on codes: below the zero point, and above 6.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 2], 0.0078, -28))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 4], 0.055, 12), [-55, 24, 44, -90, 57, -91, -79, -84, 90, 6, -73, 48, 115, 118, 70, -27])
bias = Parameter("bias", ("TENSOR_INT32", [4], 0.00042899998), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 4], 0.037, -38))
model = Model("relu6_signed").IntroducedIn("V1_3")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 1, 1, 2, 3).To(y)
Example({
    x: [
        -52, 89,  -40, -46,  -90, -104,  -74, -45,
        64, -107,  -70, -57,  67, 31,  -34, 107,
        22, -82,  91, 104,  106, 15,  76, 35,
    ],
    y: [
        -38, -38, 47, -38,  -38, 124, 68, -8,  -4, -22, -38, -3,  -38, -38, -38, 1,
        -13, 124, 69, -32,  124, -17, -38, -38,  61, 85, -38, -38,  -8, -38, -38, -38,
        -38, -38, -38, -38,  -38, -38, -38, -38,  -38, -38, -38, -38,  -38, -38, -38, -38,
    ],
}, model=model)

# RELU1 on codes.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 2], 0.0078, -28))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 4], 0.011, 12), [-55, 24, 44, -90, 57, -91, -79, -84, 90, 6, -73, 48, 115, 118, 70, -27])
bias = Parameter("bias", ("TENSOR_INT32", [4], 8.58e-05), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 3, 4], 0.0234, -38))
model = Model("relu1_signed").IntroducedIn("V1_3")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 1, 1, 2, 2).To(y)
Example({
    x: [
        -52, 89,  -40, -46,  -90, -104,  -74, -45,
        64, -107,  -70, -57,  67, 31,  -34, 107,
        22, -82,  91, 104,  106, 15,  76, 35,
    ],
    y: [
        -45, -58, -11, -81,  -43, 5, -4, -29,  -27, -33, -42, -27,  -30, 5, -4, -36,
        5, -31, -81, -48,  -7, 1, -81, -81,
    ],
}, model=model)

# Zero points at the ends of the range.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 4, 2], 0.004, -128))
weights = Parameter("weights", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 4], 0.006, 127), [-55, 24, 44, -90, 57, -91, -79, -84, 90, 6, -73, 48, 115, 118, 70, -27])
bias = Parameter("bias", ("TENSOR_INT32", [4], 2.4e-05), [-5959, -1391, -3089, -3232])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 4], 0.0047, -128))
model = Model("extreme_zero_points_signed").IntroducedIn("V1_3")
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 2, 2, 1, 2, 0).To(y)
Example({
    x: [
        -52, 89,  -40, -46,  -90, -104,  -74, -45,
        64, -107,  -70, -57,  67, 31,  -34, 107,
        22, -82,  91, 104,  106, 15,  76, 35,
    ],
    y: [
        -128, -128, -128, -128,  -128, -128, -128, -128,
        -128, -128, -128, -128,  -128, -128, -128, -128,
    ],
}, model=model)

# Windows, regions, detections, cells on operands of unknown rank: shapes are known only with
# the request.
# Expected values: specs/scripts/unknown_shapes.py (the cases of the other scripts).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [72])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 4]))
model = Model("conv_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("CONV_2D", x, weights, bias, 1, 2, 1, 0).To(y)
Example({
    x_flat: [
        3.0, -3.5, 1.5, -3.0, 4.0, -1.5, -2.0, -1.5, 3.0, 1.0, -2.5, -2.0, 3.5, -1.5, 3.0, -1.0,
        -2.5, 0.0, -2.5, 1.5, -2.5, -1.5, 1.0, -1.0, 2.5, -2.5, 1.0, -0.5, -3.0, 2.0, -3.0, 2.5,
        0.5, 1.5, -4.0, -2.0, -4.0, -4.0, -3.0, -2.5, -3.0, 4.0, 3.0, 2.5, -2.0, 0.5, 3.0, 0.5,
        -1.5, -0.5, 2.5, -1.0, -2.5, 3.0, -3.5, 0.0, 1.0, -3.0, 1.0, 1.0, 0.0, 0.5, 1.5, 2.0,
        4.0, -1.5, 3.5, -1.5, 3.0, 4.0, 3.5, 2.5, -1.0, -2.0, 2.5, 0.0, 1.0, -0.5, 1.5, 2.5,
        0.0, -1.5, 2.0, 0.0, 1.0, 3.5, -0.5, 0.5, -1.5, -2.0, 3.0, -1.5, 1.0, -3.0, 2.0, 2.5,
        -3.0, 2.5, 1.5, -2.5, 0.0, -0.5, 2.5, -0.5, -1.5,
    ],
    x_shape: [1, 5, 7, 3],
    weights_flat: [
        2.0, 0.5, -1.0, 1.75, -1.0, -0.75, 1.0, -0.5, -0.75, -0.75, -1.5, 1.25, -2.0, 0.5,
        -0.75, 2.0, -1.5, -1.75, 1.75, 0.5, 1.5, -0.5, -1.25, 0.5, -0.25, 0.75, 1.0, -2.0,
        -1.75, -1.5, -1.0, -0.75, -1.25, 0.5, -0.75, 0.5, -0.5, -1.5, -1.0, -0.75, 0.25, -1.25,
        1.75, -0.5, -0.25, -1.25, 0.25, -1.5, -0.75, 1.0, 1.0, -1.5, 1.75, 1.0, -0.5, 1.25,
        -0.25, 0.25, 0.0, 1.75, 0.75, 1.0, 1.5, 0.75, -1.25, -1.0, -1.0, -1.75, 0.25, 1.25, 1.5,
        0.5,
    ],
    weights_shape: [4, 3, 2, 3],
    bias_flat: [0.5, -0.75, -2.5, -0.25],
    bias_shape: [4],
    y: [
        9.75, 4.25, 5.125, -5.625,
        -15.125, 4.125, 3.875, 13.625,
        6.75, 10.125, -6.875, 0.25,
        -0.375, -1.75, -4.125, 4.375,
        -10.625, -5.375, 0.0, -10.0,
        -5.5, 3.5, 5.875, -11.875,
        11.75, 27.375, 19.625, -3.75,
        -6.125, -8.0, -2.875, 4.125,
        7.25, -8.625, -6.0, -3.5,
        -18.5, -4.625, -0.875, -15.125,
        0.625, 5.75, 9.25, -13.625,
        -7.375, 1.25, 1.75, -3.0,
        18.625, -11.5, -16.5, -2.25,
        -20.375, 6.25, 2.25, 14.125,
        -17.5, -14.0, 7.375, -3.875,
        -7.375, 3.375, -12.25, -1.125,
        12.375, 10.625, -12.625, 18.0,
        11.5, 13.875, -8.875, 0.625,
        -2.5, 5.0, -7.0, 2.625,
        2.375, -4.875, 0.25, 2.125,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [40])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [72])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 3]))
model = Model("conv_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("CONV_2D", x, weights, bias, 2, 0, 1, 3, 1, 1, 0).To(y)
Example({
    x_flat: [
        -3.0, -2.5, 2.0, 2.0, 1.0, -2.5, 3.0, 1.5, -2.5, 3.5, -3.5, -3.5, -1.0, 0.0, 1.5, 3.5,
        -3.5, -3.0, -1.0, 1.0, 3.5, -1.5, 1.5, 0.0, -4.0, 4.0, 3.0, -2.5, 0.5, 3.5, 1.5, -2.0,
        1.5, 1.5, 4.0, -4.0, 2.0, -0.5, -1.0, 0.5,
    ],
    x_shape: [1, 4, 5, 2],
    weights_flat: [
        -1.5, 1.5, 2.0, 0.75, -2.0, 1.25, -1.5, -0.5, 1.25, 1.0, -1.0, 0.25, 1.25, -2.0, 1.0,
        1.5, 0.5, -0.75, 0.75, -0.5, 0.75, 0.5, 0.5, 2.0, -1.75, -1.75, -0.5, -2.0, 0.75, -0.5,
        -0.25, 0.25, 0.25, -2.0, 0.5, 1.75, -1.75, 1.5, 1.25, 1.5, -0.25, -1.5, -1.25, -1.25,
        -1.0, 1.75, 1.0, 2.0, 0.75, -1.25, -1.0, 1.75, 1.5, 0.5, -1.25, 0.0, -0.25, -1.25, 2.0,
        -1.75, -1.25, 0.5, 0.5, -0.5, 2.0, 0.5, 1.0, 0.25, -0.75, 1.0, 0.75, 0.75,
    ],
    weights_shape: [3, 4, 3, 2],
    bias_flat: [0.25, 0.0, 1.25],
    bias_shape: [3],
    y: [
        2.25, 0.75, -7.625,  -14.125, -5.25, 0.625,
        19.125, -13.25, 17.25,  -5.0, 30.75, 5.625,
        -2.5, -5.625, -20.375,  5.375, -10.0, 0.5,
        -10.125, 13.875, 11.75,  8.375, -0.5, -3.625,
        14.5, -26.75, -10.25,  -8.0, 6.125, 14.875,
        1.25, 0.875, 5.875,  -7.875, 8.875, 6.625,
        16.625, 19.75, -8.625,  2.0, -20.5, 9.5,
        16.25, 0.125, -10.0,  -10.625, 0.625, 12.25,
        1.875, 10.125, -0.125,  5.875, -17.75, 11.125,
        -20.25, 4.0, 23.625,  18.875, 2.0, -19.375,
        -5.25, 2.125, 2.5,  0.625, 3.625, -0.75,
        -13.875, 2.125, 10.0,  0.625, 2.5, -7.75,
        -5.5, -1.0, 5.125,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [84])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
model = Model("conv_2d_dilation_valid").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("CONV_2D", x, weights, bias, 2, 1, 1, 0, layout, 3, 2).To(y)
Example({
    x_flat: [
        -2.5, -1.0, -2.5, -1.5, -1.5, 0.5, -1.0, 4.0, -2.0, -0.5, -1.5, 0.5, 3.0, -4.0, -2.5,
        4.0, -1.5, -2.5, 2.0, 3.0, 3.5, -1.5, -3.0, 0.0, 1.5, -3.0, 1.0, -3.5, -0.5, 0.5, 1.0,
        1.5, 1.0, -4.0, 3.0, 0.0, -1.0, -3.5, 3.0, -2.0, -2.5, 3.0, 3.5, 2.5, 2.5, 0.5, -3.0,
        -3.0, -1.5, -2.5, 1.0, -2.5, -1.0, 4.0, 1.0, -4.0, 0.0, -1.0, -1.0, 4.0, 4.0, -3.0, 4.0,
        -4.0, 2.0, 1.0, -1.0, -1.0, 1.0, 3.5, 1.0, -1.0, -1.5, 1.5, -0.5, -4.0, 2.0, 4.0, 4.0,
        0.5, 3.5, 3.0, -3.5, -2.5,
    ],
    x_shape: [1, 7, 6, 2],
    weights_flat: [
        -1.75, -1.75, -2.0, 1.25, 1.5, -0.75, 0.25, -1.75, -1.75, 0.25, -1.0, -0.25, 1.25,
        -0.25, -1.5, 0.5, -0.75, 2.0, 1.75, -2.0, -0.75, 1.75, 1.25, -1.25,
    ],
    weights_shape: [2, 3, 2, 2],
    bias_flat: [-1.75, 1.75],
    bias_shape: [2],
    y: [
        15.5, -3.0,  17.875, -0.125,  6.0, 10.375,  -9.125, -8.375,
        -17.375, -24.375,  5.75, 16.375,  6.5, 17.625,  -3.625, -9.375,
        -17.875, -0.25,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [36])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 6]))
model = Model("depthwise_conv_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 2, 2, 2, 0).To(y)
Example({
    x_flat: [
        3.5, 1.5, 3.0, 4.0, 1.0, 3.0, 1.0, 3.0, 0.0, -2.0, 0.5, 4.0, 1.5, 3.0, -3.5, -4.0, 2.0,
        -3.5, -2.5, -1.5, 3.5, 1.5, 1.5, 3.0, 3.0, 1.5, -1.0, -4.0, 0.0, 3.5, 2.0, -3.0, 2.0,
        -1.0, 4.0, -1.5, -0.5, 1.0, 0.5, 1.5, 0.5, -2.5, -4.0, -2.0, -1.0, -2.5, 0.0, -4.0, 0.0,
        -4.0, 3.0, -0.5, 2.0, -0.5, 2.0, -3.5, -3.0, -0.5, -4.0, -1.5, 0.5, -4.0, -4.0, -2.0,
        1.0, 4.0, 0.5, 3.0, 3.5, -0.5, 2.5, -4.0, 3.5, 2.0, -1.0, -2.0, -3.5, 3.0, 3.0, -3.5,
        -1.0, 0.5, 0.0, -4.0, -1.0, -2.5, 2.5, -2.0, 2.0, -4.0, 3.0, -2.5, 4.0, -1.0, 4.0, -2.0,
        0.5, -3.0, -2.0, -1.5, -4.0, 3.5, -1.0, -0.5, 4.0,
    ],
    x_shape: [1, 5, 7, 3],
    weights_flat: [
        -0.75, 1.5, 2.0, -0.5, 0.0, 2.0, 1.5, 0.5, -0.25, -0.5, 0.5, -1.0, 1.25, -2.0, -1.0,
        -1.25, 1.25, 1.75, 0.0, 0.75, 0.75, -1.0, 1.75, -1.75, 1.75, -1.25, 0.25, -0.5, -2.0,
        1.75, -1.5, 2.0, 1.0, 0.75, 1.25, 0.75,
    ],
    weights_shape: [1, 3, 2, 6],
    bias_flat: [0.0, -0.75, 1.25, -1.5, 2.0, 0.25],
    bias_shape: [6],
    y: [
        2.5, -0.625, 2.375, -4.0, 3.75, 4.75,
        -8.75, 4.75, -4.375, -8.0, 4.5, 0.875,
        0.875, -6.5, 1.75, -8.5, -4.875, -2.0,
        -0.5, 2.375, 2.875, 0.125, 11.375, 2.0,
        -5.875, 12.625, 9.125, 1.25, -10.375, 22.125,
        -0.125, 1.5, 10.125, 3.25, 12.625, 3.625,
        -5.5, 1.625, 5.125, 3.5, -11.375, -1.375,
        0.375, -0.125, 6.25, 3.25, 5.0, -18.75,
        1.0, -3.0, 6.5, -2.375, -0.125, 16.125,
        9.375, -6.5, 11.25, -4.625, 3.0, 3.75,
        6.625, -4.375, -4.875, 9.75, 5.125, -2.375,
        -1.625, 2.0, 1.75, -0.875, 7.0, -0.75,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [210])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [72])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 4]))
model = Model("grouped_conv_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 2, 1, 2, 0, layout).To(y)
Example({
    x_flat: [
        -4.0, 2.0, -1.0, -4.0, 0.5, -1.5, -4.0, 1.5, 3.0, -4.0, 3.0, 2.5, 4.0, -0.5, 3.5, 3.5,
        0.5, -2.5, 2.5, 4.0, -3.0, -0.5, -2.0, -4.0, -2.5, -2.0, -2.0, 3.0, -3.0, -0.5, -1.5,
        3.0, -0.5, -1.0, 2.0, -3.5, -4.0, 0.0, 3.0, 3.5, -2.5, -2.0, -1.5, 2.0, -2.5, 3.0, 0.0,
        2.0, 3.5, 2.5, 0.5, -2.0, -2.5, 0.5, -1.0, -4.0, -3.0, 3.0, -3.5, 2.5, -0.5, 3.5, -1.0,
        -3.5, -3.5, -0.5, 0.5, -1.0, -3.0, 3.0, 3.5, -2.5, -2.0, 2.0, 3.0, -0.5, 0.0, 1.5, 0.5,
        0.5, 0.0, 3.5, -2.5, 1.0, 4.0, -1.5, -2.5, -3.5, -1.0, 0.5, 2.5, 4.0, -4.0, 0.0, 2.5,
        2.0, 1.5, 3.0, 1.0, -2.5, 0.0, 0.5, -0.5, 2.0, -1.0, -1.5, -3.5, 2.5, -1.5, -2.5, -0.5,
        2.5, -0.5, -3.5, 2.0, 4.0, 1.5, -3.0, 1.5, -3.0, 0.5, -2.5, 2.0, -3.5, -0.5, -0.5, -1.0,
        2.5, -1.5, -2.5, -1.5, 0.0, 2.0, -1.0, 0.0, 2.5, 4.0, -1.5, -2.5, 2.0, 3.0, -4.0, -4.0,
        -2.5, 1.5, 1.5, 0.5, -1.0, 3.5, -1.5, 2.0, 1.5, 1.5, -1.0, -3.5, -3.5, -3.0, -3.5, 3.5,
        -3.5, -3.0, -2.5, 1.0, -1.0, 1.0, 4.0, -2.0, 0.0, -0.5, -3.5, -2.5, 2.0, -4.0, -4.0,
        -1.5, -1.0, -4.0, -4.0, -0.5, 2.5, 2.5, 1.0, 2.5, 1.5, -2.0, 0.0, 0.5, 0.0, 2.5, -2.0,
        -0.5, 3.5, -1.5, -3.0, 0.0, 3.5, 3.5, 1.5, -3.5, -1.0, -1.0, 1.0, 2.0, -2.5, 1.0, 2.0,
        2.0, -3.5, -2.0, -4.0,
    ],
    x_shape: [1, 5, 7, 6],
    weights_flat: [
        -1.75, -0.25, 0.0, 1.5, -1.25, -2.0, 1.75, 2.0, -0.25, -0.25, -1.0, -2.0, 0.25, 0.25,
        -1.25, -0.25, 0.75, 0.0, 0.0, -0.75, 2.0, 0.75, -1.75, 0.25, 0.5, 1.75, 2.0, 1.25, 1.25,
        -2.0, 1.25, 1.0, -0.75, 1.25, 0.0, 0.5, 1.5, -1.0, 1.0, -1.5, 0.5, 1.5, 0.5, -1.5, 0.75,
        -0.5, -1.5, 0.25, -1.0, 0.25, -0.5, -0.25, 0.5, 1.5, 2.0, -1.5, -0.25, -0.5, 1.25,
        -1.75, -1.5, -0.25, -2.0, -0.5, -1.0, -0.25, -1.5, -2.0, -1.25, -1.0, -1.0, 2.0,
    ],
    weights_shape: [4, 3, 2, 3],
    bias_flat: [3.0, -0.25, 0.0, -0.5],
    bias_shape: [4],
    y: [
        -2.0, -3.25, -9.75, 5.25,
        14.75, 17.875, -5.375, 7.75,
        -0.875, -5.25, 3.75, -8.75,
        -4.5, 4.875, -0.625, -2.625,
        -0.625, 2.125, 18.375, -4.5,
        -8.0, -3.5, 16.125, 21.0,
        -2.875, -23.5, -4.625, 15.875,
        8.875, 3.5, 15.625, 11.0,
        15.25, 7.0, 7.125, 0.75,
        8.0, 0.625, 23.0, 26.375,
        -27.0, -10.5, -3.125, 17.0,
        -3.875, -1.25, 2.875, 14.375,
        9.0, -14.25, -2.625, 12.25,
        -8.0, 10.5, 1.5, 7.0,
        3.625, -22.75, 2.875, 7.375,
        0.5, 8.125, 4.75, 2.125,
        10.5, -8.375, 1.125, 11.0,
        6.875, 6.5, 2.875, 4.5,
        -12.75, -3.25, -8.0, -5.0,
        6.75, 10.5, 6.25, 24.25,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [60])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [72])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 6]))
model = Model("grouped_conv_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("GROUPED_CONV_2D", x, weights, bias, 2, 0, 1, 2, 1, 1, 3, 0, layout).To(y)
Example({
    x_flat: [
        1.0, 2.5, 3.5, 0.0, 4.0, -1.5, -2.5, -0.5, 3.0, 2.0, -1.5, 1.0, 4.0, -1.0, -3.5, -1.5,
        2.5, -1.5, 4.0, 0.5, 2.0, 3.0, 0.5, 0.5, -1.0, -2.5, 0.5, 2.5, 3.0, -0.5, 4.0, -1.0,
        3.0, 2.0, 3.5, 3.5, -3.5, 3.0, -3.0, -3.0, -2.5, 3.0, 2.0, 4.0, 2.5, -4.0, -1.5, -0.5,
        -2.5, -3.0, 2.5, 1.5, -1.0, -3.0, 1.0, 3.0, 2.0, -0.5, 0.5, 1.0,
    ],
    x_shape: [1, 4, 5, 3],
    weights_flat: [
        -1.0, -1.75, -2.0, -1.0, -1.5, 1.25, -1.0, 2.0, -1.0, 0.25, 0.0, 1.25, -2.0, -1.25,
        0.25, 1.5, 1.75, 1.25, 1.0, 0.25, -1.75, 0.0, -1.25, -2.0, -0.25, -0.25, 2.0, -1.25,
        -1.75, 0.25, 1.0, -0.5, 1.75, -0.75, -1.5, -1.5, 0.0, 1.5, -1.5, 0.75, -1.0, -1.25,
        -1.0, -1.25, -1.5, 0.0, -0.5, 1.5, -1.5, 1.5, 1.75, 1.75, -1.25, -1.0, -1.75, 1.75,
        -1.25, 0.0, 1.25, -2.0, 0.0, 1.5, -1.0, 0.0, 1.75, 0.75, 0.5, -1.25, 1.5, 2.0, 1.25,
        -2.0,
    ],
    weights_shape: [6, 3, 4, 1],
    bias_flat: [1.75, 2.0, 0.0, -1.75, 3.0, -2.75],
    bias_shape: [6],
    y: [
        5.75, -3.125, -4.0, -9.75, -11.625, -5.0,
        1.375, -8.375, 1.5, -7.75, 8.875, -6.125,
        8.0, 2.625, 3.875, -14.625, -1.875, 3.875,
        4.5, -8.875, -8.375, 2.625, -6.875, 7.375,
        11.75, -7.25, -1.5, 0.125, 9.375, -12.75,
        -0.75, 4.375, -0.125, -5.875, 20.125, 19.625,
        -1.25, 10.875, -8.375, -0.375, -11.125, -7.75,
        1.5, 18.25, -5.75, -1.375, -5.0, 3.5,
        -2.375, 22.125, 8.375, -12.25, -0.875, -9.75,
        -9.75, 15.625, 8.625, -4.375, -0.125, 8.875,
        -10.125, 7.625, 6.875, 0.375, 6.125, -1.125,
        -6.125, -5.5, -28.625, -1.0, -4.125, -2.0,
        -9.25, 1.375, -6.375, 7.625, 19.625, -9.125,
        -5.25, -14.875, 0.625, -0.125, -0.75, 2.875,
        7.625, -22.25, 7.875, -0.375, 10.625, 2.5,
        13.5, 3.0, -3.875, 10.125, 1.0, -8.375,
        12.25, -2.75, 0.75, -1.75, 6.5, -2.25,
        12.25, 8.625, -4.375, -0.25, 1.375, -6.0,
        6.125, 15.0, -4.625, -2.5, 5.75, 4.0,
        0.125, 4.625, 6.375, -7.375, 0.0, -9.25,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [192])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("grouped_conv_2d_valid_batches").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("GROUPED_CONV_2D", x, weights, bias, 2, 1, 2, 2, 0, False).To(y)
Example({
    x_flat: [
        1.5, 2.5, -0.5, 3.5, -1.0, 2.5, 3.0, -3.0, 2.5, -0.5, 2.5, -0.5, 4.0, 2.5, 2.5, 1.5,
        0.0, -4.0, 1.5, 1.5, -2.0, 1.5, -1.5, -3.5, -3.5, -3.0, -1.0, 2.0, 1.0, 0.0, -3.5, -1.0,
        -2.0, -3.5, 1.5, 2.0, 1.5, 1.5, -0.5, -1.0, -3.0, -0.5, -3.0, -2.5, -1.0, 1.5, -3.0,
        -3.0, 4.0, 4.0, 0.5, 0.5, 0.0, -2.5, -0.5, 1.5, 3.5, -0.5, 1.0, -0.5, 0.5, -2.5, 1.5,
        -0.5, -2.5, 1.0, -4.0, 0.0, 3.0, 2.5, 1.0, -1.5, -1.5, -3.5, -2.0, -1.5, 2.5, -1.0, 3.5,
        0.5, -2.5, -3.5, 1.5, -0.5, 3.0, -4.0, 2.5, -2.0, -1.5, 0.0, 2.0, -2.0, -1.0, -2.5, 4.0,
        -3.5, -2.0, -1.5, -2.5, -3.0, -3.5, -1.0, 1.0, 1.5, -0.5, -3.0, 1.5, 3.5, -4.0, 4.0,
        3.0, -4.0, 0.0, -1.0, -0.5, -1.5, -2.0, 3.5, 3.0, 3.5, -0.5, 0.0, 2.5, -1.0, 3.5, 4.0,
        3.0, -3.5, 3.0, -2.5, -2.0, 0.5, 0.0, 0.5, 4.0, -2.0, 2.5, -3.0, -3.0, -0.5, 1.5, -1.5,
        -1.0, -2.0, -2.5, -1.5, -2.0, 4.0, -2.0, -3.0, 0.0, -2.0, -4.0, -4.0, 3.5, 1.0, 2.0,
        3.5, -0.5, -3.0, -3.0, -4.0, -4.0, 1.0, -4.0, 0.0, -4.0, 0.0, -3.5, -1.0, 0.0, 2.5, 3.0,
        -2.0, -1.0, 2.5, -3.5, -2.5, 3.0, 0.5, -2.5, 0.0, -2.5, -2.0, 2.5, -3.0, 0.0, -1.5, 2.5,
        -4.0, -1.0, -3.5,
    ],
    x_shape: [2, 6, 4, 4],
    weights_flat: [
        1.75, 1.25, 1.75, -1.5, 0.75, 2.0, -1.5, 0.75, 1.5, -0.75, 0.75, -2.0, -0.75, -0.75,
        1.5, -1.5, 1.0, 0.75, 0.25, -1.0, 1.75, -0.5, 2.0, -1.5,
    ],
    weights_shape: [2, 3, 2, 2],
    bias_flat: [-2.5, 2.0],
    bias_shape: [2],
    y: [
        -8.375, 16.625,  8.375, -2.5,  -13.5, -2.875,  -8.125, -3.375,
        -4.625, 4.5,  -9.125, 11.125,  -3.5, 8.25,  7.5, 7.125,
        -12.625, 10.75,  -9.75, -0.375,  -4.125, -15.625,  -6.625, 6.25,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [72])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 7, 3]))
model = Model("transpose_conv_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 1, 2, 0, 1, 2, 1, 0, layout).To(y)
Example({
    x_flat: [
        0.5, 2.5, -2.0, -2.0, -1.5, 3.0, 2.0, 0.0, 1.5, -3.0, 2.5, 3.5, 1.0, -0.5, 0.0, 2.0,
        3.0, -2.0, -4.0, -4.0, -2.0, -1.0, 3.0, 2.0,
    ],
    x_shape: [1, 3, 4, 2],
    weights_flat: [
        -0.25, -1.0, -0.5, 0.75, 1.5, -1.0, -0.5, -0.75, -2.0, 0.75, 1.75, -0.5, 1.0, -1.0,
        -0.75, 0.75, 1.75, -1.5, -0.25, 1.0, -2.0, -0.5, -0.75, 0.0, 1.25, 0.25, 0.25, -2.0,
        -1.0, 0.5, -1.25, -0.75, -1.5, 2.0, -1.0, 0.75, -1.0, 1.75, -0.5, -0.75, 1.75, -0.75,
        -0.5, 1.75, -0.25, -0.75, -1.75, -1.75, -2.0, 1.0, -1.5, 1.25, 0.0, 0.75, -1.5, 1.0,
        -1.5, -1.75, 0.5, 0.5, -0.5, -1.25, -0.75, 0.75, -1.75, -0.25, 1.0, -0.5, -1.25, 1.5,
        -0.5, -1.25,
    ],
    weights_shape: [3, 3, 4, 2],
    bias_flat: [-2.0, -0.75, 1.0],
    bias_shape: [3],
    y: [
        -0.375, -5.625, 3.375,  -1.25, -3.0, 4.875,
        -4.625, 0.25, 3.25,  -5.625, -0.875, 5.5,
        3.5, -3.125, 8.0,  -7.75, 4.75, -0.75,
        -4.5, -0.625, 3.25,  -5.375, 7.0, -3.5,
        -0.375, 3.125, 0.375,  -0.125, -8.375, -4.125,
        3.75, 6.375, 1.625,  -10.875, 1.0, -0.625,
        -10.5, 2.25, -3.375,  6.25, -9.125, 5.875,
        1.5, 4.375, -7.5,  8.875, -18.25, 3.75,
        -5.625, -2.125, -9.25,  -8.0, -3.25, -3.875,
        10.875, 16.5, 6.25,  1.25, 8.75, -4.25,
        -1.75, -3.0, -0.125,  0.875, -11.25, 4.5,
        5.625, -5.625, 3.375,  -9.0, 7.75, -3.0,
        -3.0, -3.875, 13.25,  -7.625, -6.375, -4.875,
        -12.25, -2.375, -7.25,  4.25, 2.125, 3.375,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [72])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
shape_flat = Input("shape_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
shape_shape = Input("shape_shape", ("TENSOR_INT32", [1]))
shape_real = Internal("shape_real", ("TENSOR_FLOAT32", []))
shape = Internal("shape", ("TENSOR_INT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 6, 8, 3]))
model = Model("transpose_conv_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("RESHAPE", shape_flat, shape_shape).To(shape_real)
model.Operation("CAST", shape_real).To(shape)
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 1, 2, 2, 0, layout).To(y)
Example({
    x_flat: [
        -3.0, 2.5, 2.5, 1.5, 2.0, -1.5, -1.5, -2.5, 1.0, 3.0, -2.0, 2.0, -3.5, -1.0, 1.5, -3.0,
        -3.5, -1.0, -2.5, -3.0, -2.0, -2.5, 1.0, -1.5,
    ],
    x_shape: [1, 3, 4, 2],
    weights_flat: [
        0.75, -1.25, -1.5, 0.25, 0.25, -1.0, 0.0, 1.25, -0.25, 0.25, 0.75, -1.25, -0.75, 0.75,
        0.5, 1.75, 1.75, -1.0, 1.5, 2.0, 0.5, -1.75, -1.5, -1.25, -2.0, 1.75, 1.25, -0.25, -0.5,
        0.75, 2.0, -1.5, 1.25, 0.25, 1.0, 0.0, 0.0, -2.0, 2.0, -2.0, 2.0, 0.5, -1.75, -0.25,
        0.25, 0.25, 0.75, 0.75, 1.25, -1.25, 1.5, -1.0, -0.5, -1.25, -0.75, 1.0, -1.0, 0.5,
        0.25, -2.0, 1.25, 1.25, -1.5, -0.75, -0.75, -0.5, 1.0, 1.25, -1.75, 1.0, 1.0, -1.5,
    ],
    weights_shape: [3, 4, 3, 2],
    bias_flat: [-0.75, 0.25, 0.5],
    bias_shape: [3],
    shape_flat: [1.0, 6.0, 8.0, 3.0],
    shape_shape: [4],
    y: [
        2.375, -9.5, 5.25,  0.625, -2.875, 4.75,
        -4.25, 0.0, -5.625,  -1.0, 3.75, -1.25,
        -2.625, 9.0, -4.875,  -1.625, 2.375, -2.25,
        -0.5, 3.0, 2.625,  -1.0, -2.25, 0.75,
        0.375, -1.5, -2.625,  1.375, -10.25, 1.625,
        -16.0, 1.75, -2.75,  6.625, -0.75, -9.375,
        -4.375, 16.75, -6.125,  2.625, 3.125, -5.625,
        8.5, 1.25, 3.375,  -8.875, 4.875, 9.875,
        3.5, 2.375, 2.875,  -6.125, 2.125, 8.75,
        6.875, -10.875, -4.125,  -1.125, -0.75, 0.625,
        -11.625, -7.375, -2.0,  3.5, -4.25, -1.5,
        -14.25, 7.875, -2.875,  1.75, 0.375, -2.375,
        -0.625, -0.5, 2.375,  10.0, -7.875, -7.5,
        3.0, 0.5, 1.875,  4.75, -10.125, 1.25,
        -0.375, -2.125, 1.0,  -1.875, -6.625, 6.0,
        -4.625, -6.75, 9.0,  -7.125, 10.875, 3.5,
        5.5, -7.75, 6.875,  -4.875, -3.375, 4.75,
        -10.125, 2.25, -2.5,  -5.375, -3.625, 7.0,
        -8.75, 3.875, -4.875,  -0.875, -4.0, 6.375,
        1.75, -2.75, -1.5,  4.625, 0.75, -6.875,
        1.125, 2.25, -5.125,  -4.25, -4.75, 6.5,
        -6.25, -1.25, -3.25,  -7.25, 1.25, 6.5,
        -2.5, -1.25, -1.75,  -6.125, 1.25, 5.375,
        -3.625, -2.0, 2.625,  -2.875, 5.25, 0.125,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [48])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [4]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
shape_flat = Input("shape_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
shape_shape = Input("shape_shape", ("TENSOR_INT32", [1]))
shape_real = Internal("shape_real", ("TENSOR_FLOAT32", []))
shape = Internal("shape", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 7, 2]))
model = Model("transpose_conv_2d_same_odd").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("RESHAPE", shape_flat, shape_shape).To(shape_real)
model.Operation("CAST", shape_real).To(shape)
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 1, 2, 2, 0, False).To(y)
Example({
    x_flat: [
        -2.5, 2.5, -1.5, 0.5, -3.0, -2.0, 0.0, 3.5, 1.0, 0.5, -2.5, -3.5, -4.0, -1.5, -0.5, 0.0,
        2.5, -4.0, 3.0, -2.0, 3.0, -3.5, 3.5, 3.0,
    ],
    x_shape: [1, 3, 4, 2],
    weights_flat: [
        -0.75, 0.75, 0.0, 0.0, -0.75, -0.75, 0.5, 1.25, -0.75, 2.0, 1.75, -2.0, -0.5, 0.0, 1.75,
        -1.75, -0.5, 1.5, 1.0, -1.25, -1.5, -1.0, 2.0, 1.75, -1.0, 1.0, 0.25, 1.5, 0.25, -1.25,
        1.25, 2.0, -0.5, 0.5, -1.0, 1.25, 1.25, -1.25, 0.5, -1.25, -2.0, -0.25, 1.5, -2.0, -1.5,
        -1.0, -0.75, -1.0,
    ],
    weights_shape: [2, 4, 3, 2],
    bias_flat: [-2.0, -2.0],
    bias_shape: [2],
    shape_flat: [1.0, 5.0, 7.0, 2.0],
    shape_shape: [4],
    y: [
        4.875, 0.5,  -11.5, 2.75,  0.125, -1.0,  -9.625, -7.625,
        -3.75, -1.5,  1.125, 5.5,  5.0, -0.25,  -10.75, -5.375,
        1.875, -1.5,  -5.5, -9.25,  7.375, 5.875,  -3.75, -4.25,
        1.0, 1.5,  -8.125, -6.5,  -0.5, -1.0,  -9.625, -16.375,
        -5.375, -0.75,  -5.875, -11.75,  4.5, 5.75,  -20.125, -3.25,
        -5.125, -5.25,  -1.125, -7.5,  -3.125, -2.25,  -0.25, -1.125,
        -9.625, -2.5,  -6.375, -6.625,  -2.0, 10.375,  -2.875, 3.125,
        -13.875, -7.25,  14.125, -7.75,  -1.0, 2.75,  -8.875, -8.375,
        -3.75, 2.25,  4.625, 4.75,  2.125, -1.5,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
model = Model("average_pool_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("AVERAGE_POOL_2D", x, 1, 3, 2, 2, 3, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0, 2.5, -2.0, 1.0, 0.0, 2.0, -3.0, 3.0, 3.0,
        3.5, 4.0, -2.0, -3.5, 4.0, -0.5, -2.5, -2.0, 1.0, 1.5, -4.0, 1.0, -2.5, 3.0, 1.5, 2.0,
        -3.0, -2.0, 0.0, -0.5, -3.0, -3.0, 2.5, 2.0, 0.5, -3.0, 0.5, -2.0, 1.0, -2.5, -0.5,
        -2.0, -3.0, -3.0, -2.0, 1.0, 2.0, 0.0, 0.0, -2.5, -3.0, 0.5, -3.5, -3.0, 1.5, 2.0, -0.5,
        -1.0, 1.5, -4.0, -3.0, 0.0, 1.0, -3.0, 1.5, 0.0, 0.0,
    ],
    x_shape: [1, 5, 7, 3],
    y: [
        0.5, -1.125, 0.75,
        -1.0, -1.375, 2.0,
        -2.25, 0.75, 0.0,
        0.25, -0.16666667, 0.33333334,
        -1.3333334, -0.75, 0.5833333,
        -3.1666667, 1.1666666, 0.16666667,
        0.375, -1.625, -1.125,
        0.5, -1.625, -1.5,
        -0.75, -1.0, 0.5,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [40])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 2]))
model = Model("average_pool_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("AVERAGE_POOL_2D", x, 2, 0, 1, 3, 1, 1, 3, 4, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0,
    ],
    x_shape: [1, 4, 5, 2],
    y: [
        1.1666666, -0.33333334,  0.5833333, -0.41666666,
        0.5555556, -0.3888889,  0.5, -0.44444445,
        -0.11111111, -0.44444445,  1.25, -0.625,
        1.0, -0.75,  0.5416667, -0.41666666,
        0.041666668, -0.45833334,  -0.45833334, -0.625,
        1.0, -0.5,  0.9166667, -0.5833333,
        0.7777778, -0.33333334,  0.6111111, -0.11111111,
        0.33333334, -0.5,  1.75, -1.25,
        2.375, -1.0,  1.5, -0.9166667,
        0.5, -0.8333333,  -0.41666666, -1.3333334,
        1.5, -1.5,  2.25, -1.75,
        0.5, -0.5,  -1.3333334, -0.5,
        -1.5, -1.1666666,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
model = Model("max_pool_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MAX_POOL_2D", x, 1, 3, 2, 2, 3, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0, 2.5, -2.0, 1.0, 0.0, 2.0, -3.0, 3.0, 3.0,
        3.5, 4.0, -2.0, -3.5, 4.0, -0.5, -2.5, -2.0, 1.0, 1.5, -4.0, 1.0, -2.5, 3.0, 1.5, 2.0,
        -3.0, -2.0, 0.0, -0.5, -3.0, -3.0, 2.5, 2.0, 0.5, -3.0, 0.5, -2.0, 1.0, -2.5, -0.5,
        -2.0, -3.0, -3.0, -2.0, 1.0, 2.0, 0.0, 0.0, -2.5, -3.0, 0.5, -3.5, -3.0, 1.5, 2.0, -0.5,
        -1.0, 1.5, -4.0, -3.0, 0.0, 1.0, -3.0, 1.5, 0.0, 0.0,
    ],
    x_shape: [1, 5, 7, 3],
    y: [
        2.5, 3.0, 1.5,  1.5, -0.5, 3.0,  -0.5, 2.5, 2.0,  2.5, 3.0, 3.0,
        1.5, 4.0, 3.0,  -2.5, 3.0, 1.5,  2.0, 0.0, 0.5,  2.0, 1.0, 0.5,
        1.5, 0.0, 1.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [40])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 2]))
model = Model("max_pool_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MAX_POOL_2D", x, 2, 0, 1, 3, 1, 1, 3, 4, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0,
    ],
    x_shape: [1, 4, 5, 2],
    y: [
        2.0, 1.0,  3.0, 1.0,  3.0, 2.0,  4.0, 2.5,
        4.0, 2.5,  2.0, 1.0,  3.0, 1.0,  3.0, 2.0,
        4.0, 2.5,  4.0, 2.5,  2.0, 1.0,  3.0, 1.0,
        3.0, 2.0,  4.0, 2.5,  4.0, 2.5,  2.0, -1.0,
        3.0, 0.5,  3.0, 2.0,  3.0, 2.0,  2.5, 2.0,
        1.5, -1.5,  3.0, -1.5,  3.0, 2.0,  3.0, 2.0,
        2.5, 2.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
model = Model("l2_pool_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("L2_POOL_2D", x, 1, 3, 2, 2, 3, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0, 2.5, -2.0, 1.0, 0.0, 2.0, -3.0, 3.0, 3.0,
        3.5, 4.0, -2.0, -3.5, 4.0, -0.5, -2.5, -2.0, 1.0, 1.5, -4.0, 1.0, -2.5, 3.0, 1.5, 2.0,
        -3.0, -2.0, 0.0, -0.5, -3.0, -3.0, 2.5, 2.0, 0.5, -3.0, 0.5, -2.0, 1.0, -2.5, -0.5,
        -2.0, -3.0, -3.0, -2.0, 1.0, 2.0, 0.0, 0.0, -2.5, -3.0, 0.5, -3.5, -3.0, 1.5, 2.0, -0.5,
        -1.0, 1.5, -4.0, -3.0, 0.0, 1.0, -3.0, 1.5, 0.0, 0.0,
    ],
    x_shape: [1, 5, 7, 3],
    y: [
        1.8371173, 2.795085, 0.8660254,
        2.1505814, 1.7139137, 2.1213202,
        2.8504386, 1.9039433, 2.0,
        1.8819317, 2.5658007, 2.1794496,
        2.1984844, 2.6220222, 1.8596594,
        3.2274861, 2.533114, 1.5545632,
        1.8874586, 2.1360009, 1.8200275,
        1.6201851, 2.5617378, 2.0310097,
        2.3717082, 1.4142135, 0.70710677,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [40])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 2]))
model = Model("l2_pool_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("L2_POOL_2D", x, 2, 0, 1, 3, 1, 1, 3, 4, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0,
    ],
    x_shape: [1, 4, 5, 2],
    y: [
        1.6583124, 1.0,  2.2267315, 0.978945,
        2.3333333, 1.5723302,  2.6925824, 2.0548046,
        2.5166116, 2.013841,  1.6201851, 1.145644,
        2.2638464, 1.2247449,  2.4022558, 1.6457015,
        2.8759058, 2.0052016,  2.7118566, 2.212653,
        1.4719602, 1.1902381,  2.4748738, 1.2076148,
        2.4944382, 1.7950549,  3.0505009, 1.9293061,
        2.6666667, 2.2669117,  1.767767, 1.2747549,
        2.4622145, 1.3693064,  2.5658007, 1.9895561,
        2.9297326, 1.95789,  2.7003086, 2.4152296,
        1.5, 1.5,  2.3717082, 1.767767,
        2.598076, 1.8484228,  3.3665016, 1.8484228,
        3.2274861, 2.7233558,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("resize_bilinear_up").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESIZE_BILINEAR", x, 5, 3).To(y)
Example({
    x_flat: [-4.5, 4.5, 4.0, -1.5, 4.0, -3.5, -5.0, 1.0, 4.5, 5.5, -5.0, -5.0],
    x_shape: [1, 2, 3, 2],
    y: [
        -4.5, 4.5,  0.6, 0.9,
        4.0, -1.9,  4.0, -3.1,
        4.0, -3.5,  -4.8333335, 2.1666667,
        0.6666667, 2.7666667,  3.0666666, 1.6333333,
        -0.73333335, -2.9666667,  -2.0, -4.5,
        -5.0, 1.0,  0.7, 3.7,
        2.6, 3.4,  -3.1, -2.9,
        -5.0, -5.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [30])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
width_factor = Float32Scalar("width_factor", 1.5)
height_factor = Float32Scalar("height_factor", 0.75)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
model = Model("resize_bilinear_factors").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor).To(y)
Example({
    x_flat: [
        -4.5, 4.5, 4.0, -1.5, 4.0, -3.5, -5.0, 1.0, 4.5, 5.5, -5.0, -5.0, -6.0, -1.5, 0.0, 1.5,
        4.0, -2.5, 1.5, -5.0, -2.5, -5.5, -1.0, 3.5, -4.5, -4.0, 5.0, 4.5, 3.0, -2.5,
    ],
    x_shape: [1, 5, 3, 2],
    y: [
        -4.5, 4.5,  1.875, 0.0,
        4.0, -2.5,  4.0, -3.5,
        -5.6666665, -0.6666667,  -0.29166666, 1.9583334,
        1.25, -0.25,  1.0, -3.3333333,
        -0.5, -4.6666665,  -0.125, -2.7916667,
        0.16666667, -0.33333334,  0.33333334, 1.5,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("resize_nearest_neighbor_up").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 5, 3, layout).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    x_shape: [1, 2, 3, 2],
    y: [
        1.0, 2.0,  1.0, 2.0,  3.0, 4.0,  3.0, 4.0,
        5.0, 6.0,  1.0, 2.0,  1.0, 2.0,  3.0, 4.0,
        3.0, 4.0,  5.0, 6.0,  7.0, 8.0,  7.0, 8.0,
        9.0, 10.0,  9.0, 10.0,  11.0, 12.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [80])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
rois_flat = Input("rois_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
rois_shape = Input("rois_shape", ("TENSOR_INT32", [2]))
rois = Internal("rois", ("TENSOR_FLOAT32", []))
images_flat = Input("images_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
images_shape = Input("images_shape", ("TENSOR_INT32", [1]))
images_real = Internal("images_real", ("TENSOR_FLOAT32", []))
images = Internal("images", ("TENSOR_INT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 3, 2]))
model = Model("roi_align_two_points").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", rois_flat, rois_shape).To(rois)
model.Operation("RESHAPE", images_flat, images_shape).To(images_real)
model.Operation("CAST", images_real).To(images)
model.Operation("ROI_ALIGN", x, rois, images, 2, 3, 2.0, 4.0, 2, 2, layout).To(y)
Example({
    x_flat: [
        6.25, 5.0, 4.75, -4.25, -16.0, 13.25, -10.25, 11.25, -8.25, 11.0, -11.5, -14.5, -9.25,
        -15.75, 5.75, 12.0, -2.75, -15.75, 12.25, 5.0, -14.0, 2.25, -13.75, 14.75, 9.25, -2.5,
        3.75, -1.75, 9.75, -1.0, -6.0, -15.5, 0.25, -2.0, -0.25, 10.5, -12.5, 4.5, 2.25, -15.25,
        -13.25, -7.0, -5.5, -7.75, 5.25, 12.25, 13.5, 0.0, 7.5, 11.75, -1.75, -11.0, -4.0, 7.25,
        -14.25, -4.5, 14.5, 0.0, -13.0, 4.75, -0.25, 4.5, -2.25, -0.75, 11.75, 5.0, -14.5,
        -13.75, -11.0, 5.25, 8.5, -6.75, -0.5, -12.5, 10.0, 3.25, 7.75, -16.0, -14.5, -11.25,
    ],
    x_shape: [2, 4, 5, 2],
    rois_flat: [0, 0, 6, 5, 4.5, 1, 18.5, 7.5, 2, 2, 10, 6],
    rois_shape: [3, 4],
    images_flat: [0.0, 0.0, 1.0],
    images_shape: [3],
    y: [
        -4.6328125, -8.25,  -4.2109375, -10.375,
        -3.6015625, -5.4609375,  -12.390625, -0.6816406,
        -11.765625, 4.111328,  -6.6914062, 5.3535156,
        1.2635092, 3.6108398,  1.5711263, -5.0089517,
        8.996094, 1.5527344,  0.5159505, 5.840983,
        -5.4106445, 2.7101238,  2.4204102, -10.041992,
        -2.7708333, 2.1666667,  -2.1875, 1.75,
        -1.0416666, -0.9375,  -0.45833334, -5.7083335,
        4.75, -1.25,  8.5, 0.9583333,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [80])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
rois_flat = Input("rois_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
rois_shape = Input("rois_shape", ("TENSOR_INT32", [2]))
rois = Internal("rois", ("TENSOR_FLOAT32", []))
images_flat = Input("images_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
images_shape = Input("images_shape", ("TENSOR_INT32", [1]))
images_real = Internal("images_real", ("TENSOR_FLOAT32", []))
images = Internal("images", ("TENSOR_INT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 3, 2]))
model = Model("roi_pooling_two_images").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", rois_flat, rois_shape).To(rois)
model.Operation("RESHAPE", images_flat, images_shape).To(images_real)
model.Operation("CAST", images_real).To(images)
model.Operation("ROI_POOLING", x, rois, images, 2, 3, 2.0, 4.0, layout).To(y)
Example({
    x_flat: [
        -11.25, 14.5, -7.25, -12.25, -14.75, -2.75, -7.5, 8.0, 8.0, 9.0, 2.5, 13.0, -1.5, 1.0,
        10.25, -3.25, 10.0, -7.5, -9.0, -0.25, -10.75, -13.25, 13.75, 15.75, 5.0, -11.0, -14.75,
        -1.75, -15.5, 8.5, -7.0, 2.0, 11.5, 1.0, 0.25, 14.75, -14.75, -2.25, 1.5, 6.25, 6.5,
        14.0, 5.25, -13.25, -0.25, -12.75, 7.5, 1.5, 5.75, -0.5, -5.75, -15.0, -9.25, 5.75,
        6.25, -15.0, -13.0, -6.25, -7.0, 12.0, 14.0, -10.25, 10.5, 9.25, 3.0, 13.0, -6.75,
        10.25, 12.0, 9.75, -10.25, -2.5, 4.5, 10.5, 0.0, -3.5, 13.25, -5.0, -13.75, -11.0,
    ],
    x_shape: [2, 4, 5, 2],
    rois_flat: [0, 0, 6, 5, 4.5, 1, 17.5, 6.5, 2, 2, 10, 6],
    rois_shape: [3, 4],
    images_flat: [0.0, 0.0, 1.0],
    images_shape: [3],
    y: [
        2.5, 14.5,  -1.5, 1.0,  10.25, -2.75,  -7.0, 2.0,
        13.75, 15.75,  5.0, 14.75,  13.75, 15.75,  10.25, -1.75,
        10.0, 8.5,  13.75, 15.75,  5.0, 14.75,  1.5, 8.5,
        10.5, 9.25,  6.25, 13.0,  -6.75, 10.25,  10.5, 10.5,
        3.0, 13.0,  13.25, 10.25,
    ],
}, model=model)

scores_flat = Input("scores_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
scores_shape = Input("scores_shape", ("TENSOR_INT32", [2]))
scores = Internal("scores", ("TENSOR_FLOAT32", []))
boxes_flat = Input("boxes_flat", ("TENSOR_FLOAT32", [32])).ShouldNeverBeInternal()
boxes_shape = Input("boxes_shape", ("TENSOR_INT32", [2]))
boxes = Internal("boxes", ("TENSOR_FLOAT32", []))
images_flat = Input("images_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
images_shape = Input("images_shape", ("TENSOR_INT32", [1]))
images_real = Internal("images_real", ("TENSOR_FLOAT32", []))
images = Internal("images", ("TENSOR_INT32", []))
kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [2]))
kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [2, 4]))
kept_classes = Output("kept_classes", ("TENSOR_INT32", [2]))
kept_images = Output("kept_images", ("TENSOR_INT32", [2]))
model = Model("box_with_nms_limit_hard_one_class").IntroducedIn("V1_2")
model.Operation("RESHAPE", scores_flat, scores_shape).To(scores)
model.Operation("RESHAPE", boxes_flat, boxes_shape).To(boxes)
model.Operation("RESHAPE", images_flat, images_shape).To(images_real)
model.Operation("CAST", images_real).To(images)
model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 0, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
Example({
    scores_flat: [
        0.9375, 0.75, 0.0234375, 0.703125, 0.0078125, 0.5625, 0.015625, 0.46875,
    ],
    scores_shape: [4, 2],
    boxes_flat: [
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0, 0.0,
        0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0, 0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
    ],
    boxes_shape: [4, 8],
    images_flat: [0.0, 0.0, 0.0, 0.0],
    images_shape: [4],
    kept_scores: [0.75, 0.46875],
    kept_boxes: [0.0, 0.0, 10.0, 10.0, 20.0, 20.0, 30.0, 24.5],
    kept_classes: [1, 1],
    kept_images: [0, 0],
}, model=model)

rois_flat = Input("rois_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
rois_shape = Input("rois_shape", ("TENSOR_INT32", [2]))
rois = Internal("rois", ("TENSOR_FLOAT32", []))
deltas_flat = Input("deltas_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
deltas_shape = Input("deltas_shape", ("TENSOR_INT32", [2]))
deltas = Internal("deltas", ("TENSOR_FLOAT32", []))
images_flat = Input("images_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
images_shape = Input("images_shape", ("TENSOR_INT32", [1]))
images_real = Internal("images_real", ("TENSOR_FLOAT32", []))
images = Internal("images", ("TENSOR_INT32", []))
sizes_flat = Input("sizes_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
sizes_shape = Input("sizes_shape", ("TENSOR_INT32", [2]))
sizes = Internal("sizes", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3, 8]))
model = Model("axis_aligned_bbox_transform_two_classes").IntroducedIn("V1_2")
model.Operation("RESHAPE", rois_flat, rois_shape).To(rois)
model.Operation("RESHAPE", deltas_flat, deltas_shape).To(deltas)
model.Operation("RESHAPE", images_flat, images_shape).To(images_real)
model.Operation("CAST", images_real).To(images)
model.Operation("RESHAPE", sizes_flat, sizes_shape).To(sizes)
model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", rois, deltas, images, sizes).To(y)
Example({
    rois_flat: [10.0, 12.5, 30.0, 20.0, 4.125, 3.0, 9.0, 40.5, 0.0, 0.0, 50.0, 45.0],
    rois_shape: [3, 4],
    deltas_flat: [
        -0.21875, 0.21875, -0.125, -0.40625, -0.40625, -0.5, -0.28125, -0.59375, -0.5625,
        0.28125, 0.0, 0.75, 0.75, -0.0625, -0.0625, 0.40625, 0.65625, -0.375, 0.1875, 0.15625,
        0.6875, 0.4375, 0.15625, -0.25,
    ],
    deltas_shape: [3, 8],
    images_flat: [0.0, 0.0, 1.0],
    images_shape: [3],
    sizes_flat: [60, 80, 44, 52.5],
    sizes_shape: [2, 2],
    y: [
        6.800030974154046, 15.39258645986192, 24.449969025845952, 20.38866354013808,
        4.326603980109926, 10.429053311888673, 19.423396019890074, 14.570946688111327,
        1.3828125, 0.0, 6.2578125, 60.0, 7.928930659392153, 0.0, 12.508569340607847,
        47.5533337500023, 27.656743764475483, 0.0, 52.5, 31.930165038813847, 30.147038845762392,
        24.66448238089339, 52.5, 44.0,
    ],
}, model=model)

scores_flat = Input("scores_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
scores_shape = Input("scores_shape", ("TENSOR_INT32", [4]))
scores = Internal("scores", ("TENSOR_FLOAT32", []))
deltas_flat = Input("deltas_flat", ("TENSOR_FLOAT32", [96])).ShouldNeverBeInternal()
deltas_shape = Input("deltas_shape", ("TENSOR_INT32", [4]))
deltas = Internal("deltas", ("TENSOR_FLOAT32", []))
anchors_flat = Input("anchors_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
anchors_shape = Input("anchors_shape", ("TENSOR_INT32", [2]))
anchors = Internal("anchors", ("TENSOR_FLOAT32", []))
sizes_flat = Input("sizes_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
sizes_shape = Input("sizes_shape", ("TENSOR_INT32", [2]))
sizes = Internal("sizes", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [19]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [19, 4]))
best_images = Output("best_images", ("TENSOR_INT32", [19]))
model = Model("generate_proposals_all_boxes").IntroducedIn("V1_2")
model.Operation("RESHAPE", scores_flat, scores_shape).To(scores)
model.Operation("RESHAPE", deltas_flat, deltas_shape).To(deltas)
model.Operation("RESHAPE", anchors_flat, anchors_shape).To(anchors)
model.Operation("RESHAPE", sizes_flat, sizes_shape).To(sizes)
model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 16.0, 20.0, -1, -1, 0.5, 1.0, layout).To(best_scores, best_boxes, best_images)
Example({
    scores_flat: [
        0.234375, 0.15625, 0.0, 0.703125, 0.625, 1.5625, 1.71875, 1.796875, 1.171875, 1.25,
        0.3125, 1.09375, 0.9375, 0.859375, 0.78125, 1.484375, 0.46875, 0.546875, 0.390625,
        1.015625, 1.640625, 1.328125, 1.40625, 0.078125,
    ],
    scores_shape: [2, 2, 3, 2],
    deltas_flat: [
        0.0625, 0.25, 0.5625, 0.34375, -0.28125, -0.125, 0.625, -0.375, -0.1875, 0.5, 0.5,
        0.4375, -0.46875, -0.65625, -0.21875, 0.21875, 0.65625, 0.21875, -0.4375, -0.09375,
        0.125, 0.34375, 0.59375, -0.1875, -0.4375, 0.3125, -0.4375, -0.375, -0.4375, 0.65625,
        -0.625, -0.40625, -0.6875, -0.34375, 0.125, -0.5, 0.0625, -0.28125, -0.03125, -0.59375,
        0.03125, -0.65625, 0.3125, -0.59375, 0.65625, 0.03125, 0.53125, -0.1875, 0.34375,
        0.6875, 0.75, 0.1875, 0.46875, -0.0625, -0.4375, 0.53125, 0.1875, -0.65625, 0.59375,
        0.6875, -0.5, -0.375, -0.125, 0.71875, 0.34375, 0.4375, -0.4375, -0.5625, 0.21875,
        -0.0625, 0.28125, -0.25, -0.40625, 0.25, -0.4375, 0.71875, -0.4375, 0.0, 0.0625,
        0.46875, 0.28125, -0.53125, -0.1875, 0.5, 0.5, -0.4375, -0.59375, -0.4375, -0.03125,
        -0.34375, 0.5, 0.65625, -0.65625, 0.375, 0.125, -0.03125,
    ],
    deltas_shape: [2, 2, 3, 8],
    anchors_flat: [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5],
    anchors_shape: [2, 4],
    sizes_flat: [40.0, 50.0, 32.5, 61.0],
    sizes_shape: [2, 2],
    best_scores: [
        1.5625, 1.25, 1.171875, 1.09375, 0.625, 0.3125, 0.15625, 0.0, 1.640625, 1.484375,
        1.40625, 1.328125, 1.015625, 0.9375, 0.859375, 0.78125, 0.546875, 0.46875, 0.078125,
    ],
    best_boxes: [
        29.513871423044904, 0.0, 50.0, 19.860539934070705,
        15.246134124189247, 0.0, 30.753865875810753, 14.10397241482304,
        0.0, 5.647754722298933, 18.06518762453461, 15.352245277701067,
        38.89154158521279, 3.3269600659292955, 50.0, 26.954289934070705,
        45.334811788576864, 0.0, 50.0, 10.784082891040274,
        29.56529647060963, 1.081980398695837, 50.0, 9.918019601304163,
        0.0, 0.0, 12.445967659457779, 4.481372222771354,
        3.8102298343989744, 0.0, 30.189770165601026, 20.390642389073065,
        17.867767054556797, 0.0, 31.132232945443203, 20.689770165601026,
        6.940024779323236, 0.0, 21.059975220676762, 16.80160152220367,
        26.310229834398974, 0.0, 52.689770165601026, 25.920403601340357,
        25.581980398695837, 0.0, 34.41801960130417, 10.981741501597462,
        0.0, 0.0, 3.5159556713428746, 32.5,
        0.0, 1.3501580046321546, 22.4360001329014, 20.649841995367844,
        4.334811788576864, 0.0, 14.665188211423136, 20.708816551339712,
        8.513871423044902, 0.0, 37.486128576955096, 5.409899756658335,
        34.901721930169074, 0.0, 56.098278069830926, 7.56666115876752,
        40.334811788576864, 2.441737402152616, 50.665188211423136, 11.558262597847385,
        22.43481237546539, 11.125926408712097, 40.56518762453461, 32.5,
    ],
    best_images: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
}, model=model)

scores_flat = Input("scores_flat", ("TENSOR_FLOAT32", [18])).ShouldNeverBeInternal()
scores_shape = Input("scores_shape", ("TENSOR_INT32", [3]))
scores = Internal("scores", ("TENSOR_FLOAT32", []))
deltas_flat = Input("deltas_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
deltas_shape = Input("deltas_shape", ("TENSOR_INT32", [3]))
deltas = Internal("deltas", ("TENSOR_FLOAT32", []))
anchors_flat = Input("anchors_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
anchors_shape = Input("anchors_shape", ("TENSOR_INT32", [2]))
anchors = Internal("anchors", ("TENSOR_FLOAT32", []))
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 9]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 9, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 9]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("detection_postprocessing_fast").IntroducedIn("V1_2")
model.Operation("RESHAPE", scores_flat, scores_shape).To(scores)
model.Operation("RESHAPE", deltas_flat, deltas_shape).To(deltas)
model.Operation("RESHAPE", anchors_flat, anchors_shape).To(anchors)
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 9, 1, 1, 0.1, 0.25, False).To(best_scores, best_boxes, labels, counts)
Example({
    scores_flat: [
        0.625, 0.41796875, 0.31640625, 0.78125, 0.16015625, 0.73046875, 0.109375, 0.05859375,
        0.265625, 0.0078125, 0.5234375, 0.83203125, 0.57421875, 0.47265625, 0.8828125,
        0.3671875, 0.67578125, 0.2109375,
    ],
    scores_shape: [1, 6, 3],
    deltas_flat: [
        1.0, 0.0, 1.25, 0.25, -0.75, -1.75, -1.5, -2.0, 0.25, -0.25, -0.25, -1.5, 1.75, -1.75,
        -1.75, 0.0, -0.75, 1.25, 0.75, -0.75, 0.25, -0.25, -1.25, -0.5,
    ],
    deltas_shape: [1, 6, 4],
    anchors_flat: [
        0.5, 0.5, 1.0, 1.0, 0.5, 0.625, 1.0, 1.0, 0.5, 2.5, 1.0, 1.5, 2.0, 0.5, 0.75, 0.5, 2.0,
        2.5, 1.0, 1.0, 2.125, 2.25, 1.0, 1.0,
    ],
    anchors_shape: [6, 4],
    best_scores: [
        0.8828125, 0.83203125, 0.73046875, 0.67578125, 0.265625, 0.0, 0.0, 0.0, 0.0,
    ],
    best_boxes: [
        1.3440828786358585, 2.2417354409097996, 2.5059171213641416, 3.0707645590902004,
        1.8669919663554826, 0.140625, 2.395508033644518, 0.640625,
        0.05459088965914105, 0.10298467014368329, 0.7954091103408589, 0.7095153298563167,
        1.7605996084642974, 1.7775015487077024, 2.539400391535702, 2.6599984512922976,
        0.049385287749643014, 1.9376580409067707, 1.000614712250357, 2.9685919590932293,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    labels: [1, 1, 1, 0, 1, 0, 0, 0, 0],
    counts: [5],
}, model=model)

heatmaps_flat = Input("heatmaps_flat", ("TENSOR_FLOAT32", [64])).ShouldNeverBeInternal()
heatmaps_shape = Input("heatmaps_shape", ("TENSOR_INT32", [4]))
heatmaps = Internal("heatmaps", ("TENSOR_FLOAT32", []))
boxes_flat = Input("boxes_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
boxes_shape = Input("boxes_shape", ("TENSOR_INT32", [2]))
boxes = Internal("boxes", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
scores = Output("scores", ("TENSOR_FLOAT32", [2, 2]))
points = Output("points", ("TENSOR_FLOAT32", [2, 2, 2]))
model = Model("heatmap_max_keypoint_inside").IntroducedIn("V1_2")
model.Operation("RESHAPE", heatmaps_flat, heatmaps_shape).To(heatmaps)
model.Operation("RESHAPE", boxes_flat, boxes_shape).To(boxes)
model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, layout).To(scores, points)
Example({
    heatmaps_flat: [
        0.0625, 0.0, 0.1875, 0.125, 0.125, 0.5625, 0.0, 0.125, 0.25, 0.0625, 0.5625, 0.1875,
        0.6875, 0.625, 0.1875, 0.1875, 0.125, 0.0, 0.5, 0.1875, 0.875, 0.8125, 0.3125, 0.25,
        0.0, 0.0625, 0.1875, 0.125, 0.375, 0.5, 0.0625, 0.125, 0.0, 0.0, 0.125, 0.1875, 0.1875,
        0.375, 0.0625, 0.0625, 0.1875, 0.125, 0.6875, 0.5, 0.5625, 0.875, 0.25, 0.3125, 0.3125,
        0.25, 0.875, 0.5625, 0.5, 0.6875, 0.125, 0.1875, 0.0625, 0.0625, 0.375, 0.1875, 0.1875,
        0.125, 0.0, 0.0,
    ],
    heatmaps_shape: [2, 4, 4, 2],
    boxes_flat: [3.0, 5.0, 17.0, 12.5, 0.0, 0.0, 9.5, 40.0],
    boxes_shape: [2, 4],
    scores: [0.89900917, 0.81681746, 0.89900917, 0.89900917],
    points: [
        11.344512, 9.241616,  11.842105, 9.453125,
        3.8376524, 22.621952,  5.662348, 17.378048,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [2]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
recurrent_flat = Input("recurrent_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
recurrent_shape = Input("recurrent_shape", ("TENSOR_INT32", [2]))
recurrent = Internal("recurrent", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
state_in_flat = Input("state_in_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
state_in_shape = Input("state_in_shape", ("TENSOR_INT32", [2]))
state_in = Internal("state_in", ("TENSOR_FLOAT32", []))
state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 4]))
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("rnn_sequence").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", recurrent_flat, recurrent_shape).To(recurrent)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("RESHAPE", state_in_flat, state_in_shape).To(state_in)
model.Operation("RNN", x, weights, recurrent, bias, state_in, 1).To(state_out, y)
Example({
    x_flat: [0.6875, 2.5, -1.4375, 1.3125, -1.6875, -3.0],
    x_shape: [2, 3],
    weights_flat: [
        0.6875, -0.0625, -0.0625, 0.5, 0.8125, 0.625, 0.75, 0.3125, 0.5625, 0.6875, 0.5625,
        0.3125,
    ],
    weights_shape: [4, 3],
    recurrent_flat: [
        0.5, -0.5, 0.9375, 0.75, -0.5, 0.5625, -0.4375, 0.75, -0.9375, 0.625, -0.0625, 0.125,
        0.625, -0.25, 0.0625, 0.125,
    ],
    recurrent_shape: [4, 4],
    bias_flat: [-0.6875, -0.625, -1.0, -0.8125],
    bias_shape: [4],
    state_in_flat: [-1.25, -1.0625, 1.75, 0.0, 0.4375, -1.25, 1.75, -0.9375],
    state_in_shape: [2, 4],
    state_out: [1.265625, 0.11328125, 0.0, 0.2109375, 2.2890625, 0.0, 0.0, 0.0],
    y: [1.265625, 0.11328125, 0.0, 0.2109375, 2.2890625, 0.0, 0.0, 0.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
feature_flat = Input("feature_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
feature_shape = Input("feature_shape", ("TENSOR_INT32", [2]))
feature = Internal("feature", ("TENSOR_FLOAT32", []))
time_flat = Input("time_flat", ("TENSOR_FLOAT32", [20])).ShouldNeverBeInternal()
time_shape = Input("time_shape", ("TENSOR_INT32", [2]))
time = Internal("time", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
state_in_flat = Input("state_in_flat", ("TENSOR_FLOAT32", [40])).ShouldNeverBeInternal()
state_in_shape = Input("state_in_shape", ("TENSOR_INT32", [2]))
state_in = Internal("state_in", ("TENSOR_FLOAT32", []))
state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 20]))
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("svdf_rank1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", feature_flat, feature_shape).To(feature)
model.Operation("RESHAPE", time_flat, time_shape).To(time)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("RESHAPE", state_in_flat, state_in_shape).To(state_in)
model.Operation("SVDF", x, feature, time, bias, state_in, 1, 0).To(state_out, y)
Example({
    x_flat: [1.4375, 1.0625, 1.125, -0.125, -0.1875, -1.5625],
    x_shape: [2, 3],
    feature_flat: [
        -0.5625, 0.25, -0.625, -0.1875, 0.375, 0.1875, 0.6875, 0.3125, -0.3125, -0.625, -0.6875,
        0.0625,
    ],
    feature_shape: [4, 3],
    time_flat: [
        -0.75, 1.0, 0.625, -0.3125, 0.5625, 0.375, -0.875, 0.5625, -0.625, 0.0625, 0.25, 0.5625,
        -0.4375, 0.125, 0.1875, 0.875, -1.0, 0.875, -0.6875, 0.5625,
    ],
    time_shape: [4, 5],
    bias_flat: [-1.375, -0.1875, 0.0625, -1.5],
    bias_shape: [4],
    state_in_flat: [
        1.75, 1.5625, 1.8125, -1.9375, 0.0, 1.25, -0.375, 0.1875, -1.1875, 0.0, -0.5, -1.875,
        -1.375, -1.125, 0.0, 1.0625, 1.375, 0.125, 0.625, 0.0, 0.0625, -1.6875, 0.375, -1.75,
        0.0, -1.625, 1.75, 0.25, -1.9375, 0.0, -1.125, -1.6875, -1.875, -1.0625, 0.0, 1.375,
        0.8125, -1.9375, -1.625, 0.0,
    ],
    state_in_shape: [2, 20],
    state_out: [
        1.5625, 1.8125, -1.9375, -1.2460938, 0.0, -0.375, 0.1875, -1.1875, 0.33984375, 0.0,
        -1.875, -1.375, -1.125, 0.96875, 0.0, 1.375, 0.125, 0.625, -1.5585938, 0.0, -1.6875,
        0.375, -1.75, 1.0, 0.0, 1.75, 0.25, -1.9375, -0.33984375, 0.0, -1.6875, -1.875, -1.0625,
        0.34375, 0.0, 0.8125, -1.9375, -1.625, 0.109375, 0.0,
    ],
    y: [
        -0.087646484, 1.4782715, -0.47460938, -3.142334,
        -1.765625, -0.99780273, -0.41601562, -1.6259766,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [30])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
input_to_input_flat = Input("input_to_input_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
input_to_input_shape = Input("input_to_input_shape", ("TENSOR_INT32", [2]))
input_to_input = Internal("input_to_input", ("TENSOR_FLOAT32", []))
input_to_forget_flat = Input("input_to_forget_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
input_to_forget_shape = Input("input_to_forget_shape", ("TENSOR_INT32", [2]))
input_to_forget = Internal("input_to_forget", ("TENSOR_FLOAT32", []))
input_to_cell_flat = Input("input_to_cell_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
input_to_cell_shape = Input("input_to_cell_shape", ("TENSOR_INT32", [2]))
input_to_cell = Internal("input_to_cell", ("TENSOR_FLOAT32", []))
input_to_output_flat = Input("input_to_output_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
input_to_output_shape = Input("input_to_output_shape", ("TENSOR_INT32", [2]))
input_to_output = Internal("input_to_output", ("TENSOR_FLOAT32", []))
recurrent_to_input_flat = Input("recurrent_to_input_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
recurrent_to_input_shape = Input("recurrent_to_input_shape", ("TENSOR_INT32", [2]))
recurrent_to_input = Internal("recurrent_to_input", ("TENSOR_FLOAT32", []))
recurrent_to_forget_flat = Input("recurrent_to_forget_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
recurrent_to_forget_shape = Input("recurrent_to_forget_shape", ("TENSOR_INT32", [2]))
recurrent_to_forget = Internal("recurrent_to_forget", ("TENSOR_FLOAT32", []))
recurrent_to_cell_flat = Input("recurrent_to_cell_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
recurrent_to_cell_shape = Input("recurrent_to_cell_shape", ("TENSOR_INT32", [2]))
recurrent_to_cell = Internal("recurrent_to_cell", ("TENSOR_FLOAT32", []))
recurrent_to_output_flat = Input("recurrent_to_output_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
recurrent_to_output_shape = Input("recurrent_to_output_shape", ("TENSOR_INT32", [2]))
recurrent_to_output = Internal("recurrent_to_output", ("TENSOR_FLOAT32", []))
input_bias_flat = Input("input_bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
input_bias_shape = Input("input_bias_shape", ("TENSOR_INT32", [1]))
input_bias = Internal("input_bias", ("TENSOR_FLOAT32", []))
forget_bias_flat = Input("forget_bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
forget_bias_shape = Input("forget_bias_shape", ("TENSOR_INT32", [1]))
forget_bias = Internal("forget_bias", ("TENSOR_FLOAT32", []))
cell_bias_flat = Input("cell_bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
cell_bias_shape = Input("cell_bias_shape", ("TENSOR_INT32", [1]))
cell_bias = Internal("cell_bias", ("TENSOR_FLOAT32", []))
output_bias_flat = Input("output_bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
output_bias_shape = Input("output_bias_shape", ("TENSOR_INT32", [1]))
output_bias = Internal("output_bias", ("TENSOR_FLOAT32", []))
h_in_flat = Input("h_in_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
h_in_shape = Input("h_in_shape", ("TENSOR_INT32", [2]))
h_in = Internal("h_in", ("TENSOR_FLOAT32", []))
c_in_flat = Input("c_in_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
c_in_shape = Input("c_in_shape", ("TENSOR_INT32", [2]))
c_in = Internal("c_in", ("TENSOR_FLOAT32", []))
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [5, 2, 4]))
model = Model("unidirectional_sequence_lstm_time_major").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", input_to_input_flat, input_to_input_shape).To(input_to_input)
model.Operation("RESHAPE", input_to_forget_flat, input_to_forget_shape).To(input_to_forget)
model.Operation("RESHAPE", input_to_cell_flat, input_to_cell_shape).To(input_to_cell)
model.Operation("RESHAPE", input_to_output_flat, input_to_output_shape).To(input_to_output)
model.Operation("RESHAPE", recurrent_to_input_flat, recurrent_to_input_shape).To(recurrent_to_input)
model.Operation("RESHAPE", recurrent_to_forget_flat, recurrent_to_forget_shape).To(recurrent_to_forget)
model.Operation("RESHAPE", recurrent_to_cell_flat, recurrent_to_cell_shape).To(recurrent_to_cell)
model.Operation("RESHAPE", recurrent_to_output_flat, recurrent_to_output_shape).To(recurrent_to_output)
model.Operation("RESHAPE", input_bias_flat, input_bias_shape).To(input_bias)
model.Operation("RESHAPE", forget_bias_flat, forget_bias_shape).To(forget_bias)
model.Operation("RESHAPE", cell_bias_flat, cell_bias_shape).To(cell_bias)
model.Operation("RESHAPE", output_bias_flat, output_bias_shape).To(output_bias)
model.Operation("RESHAPE", h_in_flat, h_in_shape).To(h_in)
model.Operation("RESHAPE", c_in_flat, c_in_shape).To(c_in)
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
Example({
    x_flat: [
        -2.0, 0.625, 1.75, -0.9375, 1.875, -1.9375, 0.8125, 1.6875, 0.0625, -1.75, 0.3125,
        0.5625, 1.625, -0.3125, -0.25, 1.9375, 1.125, -0.8125, 0.0, -0.6875, 1.9375, 1.1875,
        0.125, 1.4375, 1.5625, -1.6875, -0.125, 0.25, -0.1875, 1.625,
    ],
    x_shape: [5, 2, 3],
    input_to_input_flat: [
        0.5, -0.5, 0.6875, -0.5, 0.25, 0.6875, 0.0625, 0.875, -0.625, 0.0, 0.8125, 0.5,
    ],
    input_to_input_shape: [4, 3],
    input_to_forget_flat: [
        0.5625, 0.125, 0.5, 0.875, 0.375, -0.5, 0.625, 0.25, -1.0, -0.625, -1.0, -0.125,
    ],
    input_to_forget_shape: [4, 3],
    input_to_cell_flat: [
        0.1875, -0.5, -0.75, -0.8125, 0.4375, -0.6875, 0.3125, 0.25, -0.625, -0.0625, -0.875,
        -0.6875,
    ],
    input_to_cell_shape: [4, 3],
    input_to_output_flat: [
        0.125, -0.625, 0.9375, 0.75, -0.5625, 0.4375, 0.5625, -0.375, -0.25, -0.4375, 0.375,
        0.25,
    ],
    input_to_output_shape: [4, 3],
    recurrent_to_input_flat: [
        0.5625, -0.25, 0.3125, 0.25, -0.5625, 0.5625, -0.375, -0.75, 0.5625, -0.375, 0.1875,
        0.1875, 0.9375, -0.9375, -0.9375, -0.4375,
    ],
    recurrent_to_input_shape: [4, 4],
    recurrent_to_forget_flat: [
        0.5625, 0.5625, 1.0, -0.0625, 0.8125, 0.9375, -0.125, 0.75, 1.0, 0.875, -1.0, 0.3125,
        0.9375, 0.8125, 0.4375, 0.3125,
    ],
    recurrent_to_forget_shape: [4, 4],
    recurrent_to_cell_flat: [
        -0.625, 0.8125, -0.3125, 0.5625, 0.125, -0.4375, -1.0, -0.0625, 0.125, 0.5, -0.5625,
        -0.9375, 0.75, -0.6875, -0.6875, -0.0625,
    ],
    recurrent_to_cell_shape: [4, 4],
    recurrent_to_output_flat: [
        0.125, -0.625, -0.25, -0.75, 0.0625, -0.8125, 0.3125, -0.9375, 0.3125, -0.0625, 0.0625,
        0.75, -0.625, -0.3125, 0.125, -0.5,
    ],
    recurrent_to_output_shape: [4, 4],
    input_bias_flat: [-0.25, -0.5, -0.5, -0.0625],
    input_bias_shape: [4],
    forget_bias_flat: [-0.1875, 0.125, 0.0625, 0.0],
    forget_bias_shape: [4],
    cell_bias_flat: [-0.1875, 0.0, 0.3125, 0.125],
    cell_bias_shape: [4],
    output_bias_flat: [0.125, 0.125, 0.3125, -0.3125],
    output_bias_shape: [4],
    h_in_flat: [0.6875, -0.0625, -0.0625, 0.5, 0.8125, 0.625, 0.75, 0.3125],
    h_in_shape: [2, 4],
    c_in_flat: [0.5625, 0.6875, 0.5625, 0.3125, 0.5, -0.5, 0.9375, 0.75],
    c_in_shape: [2, 4],
    y: [
        -0.18076758460426456, 0.11725456502268518, -0.06836093455333131, -0.24030337456525092,
        0.006395421241199603, -0.013154800822695807, 0.4824518357680529, 0.10930480261008607,
        -0.11714287028649971, 0.2298647655223275, 0.18363772854651408, -0.3431454462293712,
        -0.0837296880503144, 0.08246698237182111, -0.014827073821248635, -0.07245291973810035,
        0.006421833312219611, 0.16815449690828793, 0.39587955859448043, -0.05897265516124021,
        0.0012027642301128863, 0.14137237318533927, 0.42988752540554914, -0.08311172066864883,
        -0.5447276340381009, -0.4211832774132096, -0.010829846771584595, -0.22420931086625775,
        -0.45993728588383, -0.2669339007287371, 0.076397008043357, -0.21759185725810423,
        0.1693171901406275, -0.3918356807030239, 0.029388884970129012, -0.015512534491821673,
        -0.6772205618512817, -0.4758621225055918, -0.03252491928691581, -0.3435666962192493,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [18])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
fw_input_to_input_flat = Input("fw_input_to_input_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
fw_input_to_input_shape = Input("fw_input_to_input_shape", ("TENSOR_INT32", [2]))
fw_input_to_input = Internal("fw_input_to_input", ("TENSOR_FLOAT32", []))
fw_input_to_forget_flat = Input("fw_input_to_forget_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
fw_input_to_forget_shape = Input("fw_input_to_forget_shape", ("TENSOR_INT32", [2]))
fw_input_to_forget = Internal("fw_input_to_forget", ("TENSOR_FLOAT32", []))
fw_input_to_cell_flat = Input("fw_input_to_cell_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
fw_input_to_cell_shape = Input("fw_input_to_cell_shape", ("TENSOR_INT32", [2]))
fw_input_to_cell = Internal("fw_input_to_cell", ("TENSOR_FLOAT32", []))
fw_input_to_output_flat = Input("fw_input_to_output_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
fw_input_to_output_shape = Input("fw_input_to_output_shape", ("TENSOR_INT32", [2]))
fw_input_to_output = Internal("fw_input_to_output", ("TENSOR_FLOAT32", []))
fw_recurrent_to_input_flat = Input("fw_recurrent_to_input_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
fw_recurrent_to_input_shape = Input("fw_recurrent_to_input_shape", ("TENSOR_INT32", [2]))
fw_recurrent_to_input = Internal("fw_recurrent_to_input", ("TENSOR_FLOAT32", []))
fw_recurrent_to_forget_flat = Input("fw_recurrent_to_forget_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
fw_recurrent_to_forget_shape = Input("fw_recurrent_to_forget_shape", ("TENSOR_INT32", [2]))
fw_recurrent_to_forget = Internal("fw_recurrent_to_forget", ("TENSOR_FLOAT32", []))
fw_recurrent_to_cell_flat = Input("fw_recurrent_to_cell_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
fw_recurrent_to_cell_shape = Input("fw_recurrent_to_cell_shape", ("TENSOR_INT32", [2]))
fw_recurrent_to_cell = Internal("fw_recurrent_to_cell", ("TENSOR_FLOAT32", []))
fw_recurrent_to_output_flat = Input("fw_recurrent_to_output_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
fw_recurrent_to_output_shape = Input("fw_recurrent_to_output_shape", ("TENSOR_INT32", [2]))
fw_recurrent_to_output = Internal("fw_recurrent_to_output", ("TENSOR_FLOAT32", []))
fw_input_bias_flat = Input("fw_input_bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
fw_input_bias_shape = Input("fw_input_bias_shape", ("TENSOR_INT32", [1]))
fw_input_bias = Internal("fw_input_bias", ("TENSOR_FLOAT32", []))
fw_forget_bias_flat = Input("fw_forget_bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
fw_forget_bias_shape = Input("fw_forget_bias_shape", ("TENSOR_INT32", [1]))
fw_forget_bias = Internal("fw_forget_bias", ("TENSOR_FLOAT32", []))
fw_cell_bias_flat = Input("fw_cell_bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
fw_cell_bias_shape = Input("fw_cell_bias_shape", ("TENSOR_INT32", [1]))
fw_cell_bias = Internal("fw_cell_bias", ("TENSOR_FLOAT32", []))
fw_output_bias_flat = Input("fw_output_bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
fw_output_bias_shape = Input("fw_output_bias_shape", ("TENSOR_INT32", [1]))
fw_output_bias = Internal("fw_output_bias", ("TENSOR_FLOAT32", []))
bw_input_to_input_flat = Input("bw_input_to_input_flat", ("TENSOR_FLOAT32", [15])).ShouldNeverBeInternal()
bw_input_to_input_shape = Input("bw_input_to_input_shape", ("TENSOR_INT32", [2]))
bw_input_to_input = Internal("bw_input_to_input", ("TENSOR_FLOAT32", []))
bw_input_to_forget_flat = Input("bw_input_to_forget_flat", ("TENSOR_FLOAT32", [15])).ShouldNeverBeInternal()
bw_input_to_forget_shape = Input("bw_input_to_forget_shape", ("TENSOR_INT32", [2]))
bw_input_to_forget = Internal("bw_input_to_forget", ("TENSOR_FLOAT32", []))
bw_input_to_cell_flat = Input("bw_input_to_cell_flat", ("TENSOR_FLOAT32", [15])).ShouldNeverBeInternal()
bw_input_to_cell_shape = Input("bw_input_to_cell_shape", ("TENSOR_INT32", [2]))
bw_input_to_cell = Internal("bw_input_to_cell", ("TENSOR_FLOAT32", []))
bw_input_to_output_flat = Input("bw_input_to_output_flat", ("TENSOR_FLOAT32", [15])).ShouldNeverBeInternal()
bw_input_to_output_shape = Input("bw_input_to_output_shape", ("TENSOR_INT32", [2]))
bw_input_to_output = Internal("bw_input_to_output", ("TENSOR_FLOAT32", []))
bw_recurrent_to_input_flat = Input("bw_recurrent_to_input_flat", ("TENSOR_FLOAT32", [25])).ShouldNeverBeInternal()
bw_recurrent_to_input_shape = Input("bw_recurrent_to_input_shape", ("TENSOR_INT32", [2]))
bw_recurrent_to_input = Internal("bw_recurrent_to_input", ("TENSOR_FLOAT32", []))
bw_recurrent_to_forget_flat = Input("bw_recurrent_to_forget_flat", ("TENSOR_FLOAT32", [25])).ShouldNeverBeInternal()
bw_recurrent_to_forget_shape = Input("bw_recurrent_to_forget_shape", ("TENSOR_INT32", [2]))
bw_recurrent_to_forget = Internal("bw_recurrent_to_forget", ("TENSOR_FLOAT32", []))
bw_recurrent_to_cell_flat = Input("bw_recurrent_to_cell_flat", ("TENSOR_FLOAT32", [25])).ShouldNeverBeInternal()
bw_recurrent_to_cell_shape = Input("bw_recurrent_to_cell_shape", ("TENSOR_INT32", [2]))
bw_recurrent_to_cell = Internal("bw_recurrent_to_cell", ("TENSOR_FLOAT32", []))
bw_recurrent_to_output_flat = Input("bw_recurrent_to_output_flat", ("TENSOR_FLOAT32", [25])).ShouldNeverBeInternal()
bw_recurrent_to_output_shape = Input("bw_recurrent_to_output_shape", ("TENSOR_INT32", [2]))
bw_recurrent_to_output = Internal("bw_recurrent_to_output", ("TENSOR_FLOAT32", []))
bw_input_bias_flat = Input("bw_input_bias_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
bw_input_bias_shape = Input("bw_input_bias_shape", ("TENSOR_INT32", [1]))
bw_input_bias = Internal("bw_input_bias", ("TENSOR_FLOAT32", []))
bw_forget_bias_flat = Input("bw_forget_bias_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
bw_forget_bias_shape = Input("bw_forget_bias_shape", ("TENSOR_INT32", [1]))
bw_forget_bias = Internal("bw_forget_bias", ("TENSOR_FLOAT32", []))
bw_cell_bias_flat = Input("bw_cell_bias_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
bw_cell_bias_shape = Input("bw_cell_bias_shape", ("TENSOR_INT32", [1]))
bw_cell_bias = Internal("bw_cell_bias", ("TENSOR_FLOAT32", []))
bw_output_bias_flat = Input("bw_output_bias_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
bw_output_bias_shape = Input("bw_output_bias_shape", ("TENSOR_INT32", [1]))
bw_output_bias = Internal("bw_output_bias", ("TENSOR_FLOAT32", []))
fw_h_in_flat = Input("fw_h_in_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
fw_h_in_shape = Input("fw_h_in_shape", ("TENSOR_INT32", [2]))
fw_h_in = Internal("fw_h_in", ("TENSOR_FLOAT32", []))
fw_c_in_flat = Input("fw_c_in_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
fw_c_in_shape = Input("fw_c_in_shape", ("TENSOR_INT32", [2]))
fw_c_in = Internal("fw_c_in", ("TENSOR_FLOAT32", []))
bw_h_in_flat = Input("bw_h_in_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
bw_h_in_shape = Input("bw_h_in_shape", ("TENSOR_INT32", [2]))
bw_h_in = Internal("bw_h_in", ("TENSOR_FLOAT32", []))
bw_c_in_flat = Input("bw_c_in_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
bw_c_in_shape = Input("bw_c_in_shape", ("TENSOR_INT32", [2]))
bw_c_in = Internal("bw_c_in", ("TENSOR_FLOAT32", []))
aux_flat = Input("aux_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
aux_shape = Input("aux_shape", ("TENSOR_INT32", [3]))
aux = Internal("aux", ("TENSOR_FLOAT32", []))
fw_aux_to_input_flat = Input("fw_aux_to_input_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
fw_aux_to_input_shape = Input("fw_aux_to_input_shape", ("TENSOR_INT32", [2]))
fw_aux_to_input = Internal("fw_aux_to_input", ("TENSOR_FLOAT32", []))
fw_aux_to_forget_flat = Input("fw_aux_to_forget_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
fw_aux_to_forget_shape = Input("fw_aux_to_forget_shape", ("TENSOR_INT32", [2]))
fw_aux_to_forget = Internal("fw_aux_to_forget", ("TENSOR_FLOAT32", []))
fw_aux_to_cell_flat = Input("fw_aux_to_cell_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
fw_aux_to_cell_shape = Input("fw_aux_to_cell_shape", ("TENSOR_INT32", [2]))
fw_aux_to_cell = Internal("fw_aux_to_cell", ("TENSOR_FLOAT32", []))
fw_aux_to_output_flat = Input("fw_aux_to_output_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
fw_aux_to_output_shape = Input("fw_aux_to_output_shape", ("TENSOR_INT32", [2]))
fw_aux_to_output = Internal("fw_aux_to_output", ("TENSOR_FLOAT32", []))
bw_aux_to_input_flat = Input("bw_aux_to_input_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
bw_aux_to_input_shape = Input("bw_aux_to_input_shape", ("TENSOR_INT32", [2]))
bw_aux_to_input = Internal("bw_aux_to_input", ("TENSOR_FLOAT32", []))
bw_aux_to_forget_flat = Input("bw_aux_to_forget_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
bw_aux_to_forget_shape = Input("bw_aux_to_forget_shape", ("TENSOR_INT32", [2]))
bw_aux_to_forget = Internal("bw_aux_to_forget", ("TENSOR_FLOAT32", []))
bw_aux_to_cell_flat = Input("bw_aux_to_cell_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
bw_aux_to_cell_shape = Input("bw_aux_to_cell_shape", ("TENSOR_INT32", [2]))
bw_aux_to_cell = Internal("bw_aux_to_cell", ("TENSOR_FLOAT32", []))
bw_aux_to_output_flat = Input("bw_aux_to_output_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
bw_aux_to_output_shape = Input("bw_aux_to_output_shape", ("TENSOR_INT32", [2]))
bw_aux_to_output = Internal("bw_aux_to_output", ("TENSOR_FLOAT32", []))
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
model = Model("bidirectional_sequence_lstm_cross").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", fw_input_to_input_flat, fw_input_to_input_shape).To(fw_input_to_input)
model.Operation("RESHAPE", fw_input_to_forget_flat, fw_input_to_forget_shape).To(fw_input_to_forget)
model.Operation("RESHAPE", fw_input_to_cell_flat, fw_input_to_cell_shape).To(fw_input_to_cell)
model.Operation("RESHAPE", fw_input_to_output_flat, fw_input_to_output_shape).To(fw_input_to_output)
model.Operation("RESHAPE", fw_recurrent_to_input_flat, fw_recurrent_to_input_shape).To(fw_recurrent_to_input)
model.Operation("RESHAPE", fw_recurrent_to_forget_flat, fw_recurrent_to_forget_shape).To(fw_recurrent_to_forget)
model.Operation("RESHAPE", fw_recurrent_to_cell_flat, fw_recurrent_to_cell_shape).To(fw_recurrent_to_cell)
model.Operation("RESHAPE", fw_recurrent_to_output_flat, fw_recurrent_to_output_shape).To(fw_recurrent_to_output)
model.Operation("RESHAPE", fw_input_bias_flat, fw_input_bias_shape).To(fw_input_bias)
model.Operation("RESHAPE", fw_forget_bias_flat, fw_forget_bias_shape).To(fw_forget_bias)
model.Operation("RESHAPE", fw_cell_bias_flat, fw_cell_bias_shape).To(fw_cell_bias)
model.Operation("RESHAPE", fw_output_bias_flat, fw_output_bias_shape).To(fw_output_bias)
model.Operation("RESHAPE", bw_input_to_input_flat, bw_input_to_input_shape).To(bw_input_to_input)
model.Operation("RESHAPE", bw_input_to_forget_flat, bw_input_to_forget_shape).To(bw_input_to_forget)
model.Operation("RESHAPE", bw_input_to_cell_flat, bw_input_to_cell_shape).To(bw_input_to_cell)
model.Operation("RESHAPE", bw_input_to_output_flat, bw_input_to_output_shape).To(bw_input_to_output)
model.Operation("RESHAPE", bw_recurrent_to_input_flat, bw_recurrent_to_input_shape).To(bw_recurrent_to_input)
model.Operation("RESHAPE", bw_recurrent_to_forget_flat, bw_recurrent_to_forget_shape).To(bw_recurrent_to_forget)
model.Operation("RESHAPE", bw_recurrent_to_cell_flat, bw_recurrent_to_cell_shape).To(bw_recurrent_to_cell)
model.Operation("RESHAPE", bw_recurrent_to_output_flat, bw_recurrent_to_output_shape).To(bw_recurrent_to_output)
model.Operation("RESHAPE", bw_input_bias_flat, bw_input_bias_shape).To(bw_input_bias)
model.Operation("RESHAPE", bw_forget_bias_flat, bw_forget_bias_shape).To(bw_forget_bias)
model.Operation("RESHAPE", bw_cell_bias_flat, bw_cell_bias_shape).To(bw_cell_bias)
model.Operation("RESHAPE", bw_output_bias_flat, bw_output_bias_shape).To(bw_output_bias)
model.Operation("RESHAPE", fw_h_in_flat, fw_h_in_shape).To(fw_h_in)
model.Operation("RESHAPE", fw_c_in_flat, fw_c_in_shape).To(fw_c_in)
model.Operation("RESHAPE", bw_h_in_flat, bw_h_in_shape).To(bw_h_in)
model.Operation("RESHAPE", bw_c_in_flat, bw_c_in_shape).To(bw_c_in)
model.Operation("RESHAPE", aux_flat, aux_shape).To(aux)
model.Operation("RESHAPE", fw_aux_to_input_flat, fw_aux_to_input_shape).To(fw_aux_to_input)
model.Operation("RESHAPE", fw_aux_to_forget_flat, fw_aux_to_forget_shape).To(fw_aux_to_forget)
model.Operation("RESHAPE", fw_aux_to_cell_flat, fw_aux_to_cell_shape).To(fw_aux_to_cell)
model.Operation("RESHAPE", fw_aux_to_output_flat, fw_aux_to_output_shape).To(fw_aux_to_output)
model.Operation("RESHAPE", bw_aux_to_input_flat, bw_aux_to_input_shape).To(bw_aux_to_input)
model.Operation("RESHAPE", bw_aux_to_forget_flat, bw_aux_to_forget_shape).To(bw_aux_to_forget)
model.Operation("RESHAPE", bw_aux_to_cell_flat, bw_aux_to_cell_shape).To(bw_aux_to_cell)
model.Operation("RESHAPE", bw_aux_to_output_flat, bw_aux_to_output_shape).To(bw_aux_to_output)
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
Example({
    x_flat: [
        -1.125, -0.5625, 0.25, -1.125, -1.8125, 0.6875, -0.25, 1.4375, 0.9375, 1.6875, -0.6875,
        1.0625, -0.125, -1.3125, -1.625, -1.3125, -0.875, 1.3125,
    ],
    x_shape: [3, 2, 3],
    fw_input_to_input_flat: [
        0.375, -0.375, 0.8125, 0.9375, -0.8125, 0.125, -0.1875, 0.1875, 0.4375, 0.3125, -0.0625,
        0.0625,
    ],
    fw_input_to_input_shape: [4, 3],
    fw_input_to_forget_flat: [
        0.0, 0.4375, 1.0, -1.0, -0.875, 0.3125, -0.75, -0.5625, -0.125, 0.6875, 0.0, 0.6875,
    ],
    fw_input_to_forget_shape: [4, 3],
    fw_input_to_cell_flat: [
        -0.9375, 0.625, -0.0625, -0.4375, 0.4375, 0.25, -0.75, 0.75, 0.5, 0.625, 0.3125,
        -0.6875,
    ],
    fw_input_to_cell_shape: [4, 3],
    fw_input_to_output_flat: [
        1.0, -0.6875, -0.625, -0.125, -0.5, 1.0, -0.8125, 0.125, -0.5625, 0.0, 0.5625, -1.0,
    ],
    fw_input_to_output_shape: [4, 3],
    fw_recurrent_to_input_flat: [
        -0.75, -0.875, -0.25, 0.875, -0.25, 0.5625, -0.5625, -0.75, 0.6875, 0.125, 0.75, 0.25,
        -0.3125, 0.0, -1.0, 0.0,
    ],
    fw_recurrent_to_input_shape: [4, 4],
    fw_recurrent_to_forget_flat: [
        0.5, 0.9375, -0.125, -0.25, 0.125, 0.5625, -0.6875, -0.625, 0.875, 0.875, -0.875, -0.25,
        -0.4375, 0.5, 0.0625, -0.3125,
    ],
    fw_recurrent_to_forget_shape: [4, 4],
    fw_recurrent_to_cell_flat: [
        0.0625, -0.125, -1.0, -0.875, -0.4375, -0.625, -0.1875, 0.4375, 0.5, -0.375, -0.6875,
        -0.1875, 0.625, 0.75, -0.6875, -0.6875,
    ],
    fw_recurrent_to_cell_shape: [4, 4],
    fw_recurrent_to_output_flat: [
        -0.4375, 0.25, -0.3125, 0.25, 0.3125, -0.5, 0.0, 0.625, -0.375, 0.5625, 0.6875, 0.0625,
        0.4375, 1.0, -0.5625, 0.25,
    ],
    fw_recurrent_to_output_shape: [4, 4],
    fw_input_bias_flat: [0.3125, 0.0625, 0.375, -0.1875],
    fw_input_bias_shape: [4],
    fw_forget_bias_flat: [0.5, 0.1875, -0.5, -0.5],
    fw_forget_bias_shape: [4],
    fw_cell_bias_flat: [-0.25, -0.1875, 0.0, 0.3125],
    fw_cell_bias_shape: [4],
    fw_output_bias_flat: [-0.4375, 0.375, -0.5, 0.125],
    fw_output_bias_shape: [4],
    bw_input_to_input_flat: [
        0.125, -0.9375, -0.5625, -0.9375, 0.5625, 0.6875, 0.0625, 0.375, 0.5625, -0.125,
        -0.1875, 0.0, 0.8125, 0.1875, -0.0625,
    ],
    bw_input_to_input_shape: [5, 3],
    bw_input_to_forget_flat: [
        -0.1875, 0.75, -0.375, -0.1875, 0.375, 0.625, -0.8125, 0.625, 0.6875, 0.125, 0.375,
        0.1875, -0.8125, 0.5625, 0.6875,
    ],
    bw_input_to_forget_shape: [5, 3],
    bw_input_to_cell_flat: [
        0.75, -0.5, -0.375, -0.125, 0.1875, 0.6875, -0.9375, -0.5625, 0.375, 0.375, 0.1875,
        -0.125, -0.875, 0.875, -0.4375,
    ],
    bw_input_to_cell_shape: [5, 3],
    bw_input_to_output_flat: [
        0.75, 0.875, -0.875, 0.5625, -0.4375, 0.75, 0.75, -0.5, 0.125, -0.5, 0.5625, -0.3125,
        -0.4375, 0.4375, 1.0,
    ],
    bw_input_to_output_shape: [5, 3],
    bw_recurrent_to_input_flat: [
        -0.125, 0.5, 0.75, -0.375, -0.0625, -0.4375, 0.125, -0.5625, 0.3125, -0.3125, -0.0625,
        0.125, -0.0625, 0.1875, -0.125, -0.5625, -0.6875, 0.25, 0.6875, 0.75, 0.9375, -0.1875,
        -0.0625, 0.5625, 0.0625,
    ],
    bw_recurrent_to_input_shape: [5, 5],
    bw_recurrent_to_forget_flat: [
        0.125, -0.125, -0.5, 0.5625, 0.875, -0.1875, -0.75, -0.5, -0.0625, 0.9375, 0.9375, -1.0,
        1.0, 0.375, -0.875, -0.1875, 0.4375, -1.0, 1.0, 0.625, 0.5625, -1.0, -0.125, -0.6875,
        -0.125,
    ],
    bw_recurrent_to_forget_shape: [5, 5],
    bw_recurrent_to_cell_flat: [
        0.0625, 0.4375, 0.625, 0.5625, 0.9375, -0.125, -0.9375, 1.0, 0.9375, 0.875, 0.8125,
        -0.625, -0.875, 0.9375, 0.4375, 1.0, -0.8125, -0.375, -1.0, -0.75, 1.0, -0.3125, 1.0,
        0.125, 1.0,
    ],
    bw_recurrent_to_cell_shape: [5, 5],
    bw_recurrent_to_output_flat: [
        0.4375, -0.875, 0.4375, -0.6875, -0.125, 0.8125, -0.625, 0.6875, 0.8125, -0.875, -0.25,
        -0.75, 0.375, -0.6875, 0.6875, 0.5625, 0.4375, -1.0, -0.25, -0.5625, 0.375, -0.6875,
        0.25, -1.0, 0.5,
    ],
    bw_recurrent_to_output_shape: [5, 5],
    bw_input_bias_flat: [-0.4375, -0.125, -0.1875, -0.25, -0.0625],
    bw_input_bias_shape: [5],
    bw_forget_bias_flat: [0.5, 0.5, 0.25, 0.0, 0.1875],
    bw_forget_bias_shape: [5],
    bw_cell_bias_flat: [-0.375, -0.4375, 0.125, 0.5, -0.25],
    bw_cell_bias_shape: [5],
    bw_output_bias_flat: [-0.4375, -0.25, 0.4375, -0.25, -0.25],
    bw_output_bias_shape: [5],
    fw_h_in_flat: [0.5625, 0.0, 0.0625, 0.125, 0.9375, 0.875, -0.125, -0.4375],
    fw_h_in_shape: [2, 4],
    fw_c_in_flat: [-0.3125, 0.8125, -0.375, -0.1875, 0.3125, 0.5, 0.5, 0.8125],
    fw_c_in_shape: [2, 4],
    bw_h_in_flat: [
        0.0, 0.0625, 0.375, 0.625, -0.25, 0.0625, -0.375, 0.875, -0.5625, -0.8125,
    ],
    bw_h_in_shape: [2, 5],
    bw_c_in_flat: [
        0.375, -0.1875, -0.5, 0.375, -0.25, 0.3125, 0.0, -0.4375, 0.1875, 0.0625,
    ],
    bw_c_in_shape: [2, 5],
    aux_flat: [
        -0.5625, -1.875, 2.0, -1.5, -0.375, -1.1875, -1.125, 0.6875, 0.875, 0.75, -1.375, 0.375,
    ],
    aux_shape: [3, 2, 2],
    fw_aux_to_input_flat: [-0.875, 0.375, 0.5, 0.125, 0.75, -0.125, 0.4375, -0.75],
    fw_aux_to_input_shape: [4, 2],
    fw_aux_to_forget_flat: [-0.0625, -0.0625, 0.875, -0.9375, 0.125, 0.875, 0.0, 1.0],
    fw_aux_to_forget_shape: [4, 2],
    fw_aux_to_cell_flat: [-0.1875, 0.8125, 0.8125, -0.5625, -0.0625, -0.625, -0.5625, -0.75],
    fw_aux_to_cell_shape: [4, 2],
    fw_aux_to_output_flat: [-0.1875, 0.0, -0.375, 0.6875, 0.4375, 1.0, -0.625, -0.875],
    fw_aux_to_output_shape: [4, 2],
    bw_aux_to_input_flat: [
        0.1875, -0.1875, -0.75, -0.5, 1.0, -0.9375, 0.375, -0.0625, 0.9375, 0.1875,
    ],
    bw_aux_to_input_shape: [5, 2],
    bw_aux_to_forget_flat: [
        0.4375, 0.875, 0.0625, -0.0625, 0.3125, 0.5, -0.375, 0.125, 0.625, 0.9375,
    ],
    bw_aux_to_forget_shape: [5, 2],
    bw_aux_to_cell_flat: [
        -0.8125, -0.75, 0.9375, -0.9375, -0.9375, -0.875, -0.75, 0.3125, -1.0, -1.0,
    ],
    bw_aux_to_cell_shape: [5, 2],
    bw_aux_to_output_flat: [
        0.5625, -0.4375, -0.25, 0.1875, -0.625, -0.3125, 0.875, 0.5, 0.5625, -0.8125,
    ],
    bw_aux_to_output_shape: [5, 2],
    fw_y: [
        -0.09820023200713375, 0.39232969284728475, 0.055743148218962375, 0.3962711563323182,
        0.0442776965371278, 0.3956293054984388, 0.252809736035336, 0.10355387942724344,
        -0.08253918174841282, 0.2679308261467892, 0.10331890212080515, 0.4398835061273181,
        -0.48690443906843833, -0.5719036993003526, -0.011711557685223285, 0.10515029311441941,
        -0.2629533712339717, -0.030809211131494266, 0.06509414448827096, 0.02245403446558113,
        0.03300625440540115, -0.49753318150129067, 0.0714001811444557, -0.007090553124401273,
    ],
    bw_y: [
        0.07107941883169216, 0.2972728441421704, 0.47887004126430244, -0.02175097834672832,
        0.06416739669081785, -0.13469611996782954, -0.09822374904332999, 0.38000161630723606,
        -0.283506665439079, -0.690998548828545, 0.0273178699642752, 0.20409187580865065,
        0.22859881623520223, 0.020478260611466053, -0.15759157097434973, 0.012064596301212064,
        -0.6078159124300835, -0.04037561985096117, 0.03856985621691794, -0.12052186228977385,
        0.07981255961031378, -0.03652268798462436, -0.14144915017622825, -0.14796860147693477,
        -0.02513943829284846, -0.015882427042098694, -0.539603455307684, -0.20506485188075443,
        0.03537201509248056, 0.060886202725231924,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
w_flat = Input("w_flat", ("TENSOR_FLOAT32", [15])).ShouldNeverBeInternal()
w_shape = Input("w_shape", ("TENSOR_INT32", [2]))
w = Internal("w", ("TENSOR_FLOAT32", []))
r_flat = Input("r_flat", ("TENSOR_FLOAT32", [25])).ShouldNeverBeInternal()
r_shape = Input("r_shape", ("TENSOR_INT32", [2]))
r = Internal("r", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [1]))
b = Internal("b", ("TENSOR_FLOAT32", []))
h_in_flat = Input("h_in_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
h_in_shape = Input("h_in_shape", ("TENSOR_INT32", [2]))
h_in = Internal("h_in", ("TENSOR_FLOAT32", []))
time_major = Int32Scalar("time_major", 1)
y = Output("y", ("TENSOR_FLOAT32", [4, 2, 5]))
model = Model("unidirectional_sequence_rnn_time_major").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", w_flat, w_shape).To(w)
model.Operation("RESHAPE", r_flat, r_shape).To(r)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("RESHAPE", h_in_flat, h_in_shape).To(h_in)
model.Operation("UNIDIRECTIONAL_SEQUENCE_RNN", x, w, r, b, h_in, 1, time_major).To(y)
Example({
    x_flat: [
        1.5625, -0.9375, 0.5, 1.375, -1.875, -0.4375, -2.0, 0.625, 1.75, -0.9375, 1.875,
        -1.9375, 0.8125, 1.6875, 0.0625, -1.75, 0.3125, 0.5625, 1.625, -0.3125, -0.25, 1.9375,
        1.125, -0.8125,
    ],
    x_shape: [4, 2, 3],
    w_flat: [
        -0.0625, -0.6875, 0.5, -0.25, -0.0625, -0.3125, -0.4375, 0.3125, -0.75, 0.6875, 0.5625,
        0.6875, 0.5625, 0.25, 0.75,
    ],
    w_shape: [5, 3],
    r_flat: [
        0.25, -0.5625, 0.5625, -0.375, -0.75, 0.5625, -0.375, 0.1875, 0.1875, 0.9375, -0.9375,
        -0.9375, -0.4375, -0.125, -0.25, -0.125, 0.0, 0.5, 0.9375, 0.625, 1.0, 0.8125, 0.5,
        -0.8125, -0.1875,
    ],
    r_shape: [5, 5],
    b_flat: [1.0, -0.25, -1.3125, 1.3125, -0.125],
    b_shape: [5],
    h_in_flat: [
        0.6875, -0.0625, -0.0625, 0.5, 0.8125, 0.625, 0.75, 0.3125, 0.5625, 0.6875,
    ],
    h_in_shape: [2, 5],
    y: [
        1.171875, 0.515625, 0.0, 3.0625, 0.94140625,
        1.1679688, 0.5390625, 0.0, 1.9375, 0.65625,
        0.0, 1.5866699, 0.0, 4.805176, 0.0,
        0.0, 1.9060059, 0.0, 2.4711914, 0.0,
        0.0, 0.0, 0.0, 7.3681335, 0.0,
        0.0, 0.0, 0.0, 2.988617, 0.0,
        0.0, 0.8229313, 0.0, 8.989656, 0.0,
        0.0, 0.009584427, 0.0, 5.5205784, 0.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
fw_w_flat = Input("fw_w_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
fw_w_shape = Input("fw_w_shape", ("TENSOR_INT32", [2]))
fw_w = Internal("fw_w", ("TENSOR_FLOAT32", []))
fw_r_flat = Input("fw_r_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
fw_r_shape = Input("fw_r_shape", ("TENSOR_INT32", [2]))
fw_r = Internal("fw_r", ("TENSOR_FLOAT32", []))
fw_b_flat = Input("fw_b_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
fw_b_shape = Input("fw_b_shape", ("TENSOR_INT32", [1]))
fw_b = Internal("fw_b", ("TENSOR_FLOAT32", []))
fw_h_in_flat = Input("fw_h_in_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
fw_h_in_shape = Input("fw_h_in_shape", ("TENSOR_INT32", [2]))
fw_h_in = Internal("fw_h_in", ("TENSOR_FLOAT32", []))
bw_w_flat = Input("bw_w_flat", ("TENSOR_FLOAT32", [15])).ShouldNeverBeInternal()
bw_w_shape = Input("bw_w_shape", ("TENSOR_INT32", [2]))
bw_w = Internal("bw_w", ("TENSOR_FLOAT32", []))
bw_r_flat = Input("bw_r_flat", ("TENSOR_FLOAT32", [25])).ShouldNeverBeInternal()
bw_r_shape = Input("bw_r_shape", ("TENSOR_INT32", [2]))
bw_r = Internal("bw_r", ("TENSOR_FLOAT32", []))
bw_b_flat = Input("bw_b_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
bw_b_shape = Input("bw_b_shape", ("TENSOR_INT32", [1]))
bw_b = Internal("bw_b", ("TENSOR_FLOAT32", []))
bw_h_in_flat = Input("bw_h_in_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
bw_h_in_shape = Input("bw_h_in_shape", ("TENSOR_INT32", [2]))
bw_h_in = Internal("bw_h_in", ("TENSOR_FLOAT32", []))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_w = Parameter("fw_aux_w", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_w = Parameter("bw_aux_w", ("TENSOR_FLOAT32", [0, 0]), None)
time_major = BoolScalar("time_major", True)
merge = BoolScalar("merge", True)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [4, 2, 9]))
model = Model("bidirectional_sequence_rnn_merged").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", fw_w_flat, fw_w_shape).To(fw_w)
model.Operation("RESHAPE", fw_r_flat, fw_r_shape).To(fw_r)
model.Operation("RESHAPE", fw_b_flat, fw_b_shape).To(fw_b)
model.Operation("RESHAPE", fw_h_in_flat, fw_h_in_shape).To(fw_h_in)
model.Operation("RESHAPE", bw_w_flat, bw_w_shape).To(bw_w)
model.Operation("RESHAPE", bw_r_flat, bw_r_shape).To(bw_r)
model.Operation("RESHAPE", bw_b_flat, bw_b_shape).To(bw_b)
model.Operation("RESHAPE", bw_h_in_flat, bw_h_in_shape).To(bw_h_in)
model.Operation("BIDIRECTIONAL_SEQUENCE_RNN", x, fw_w, fw_r, fw_b, fw_h_in, bw_w, bw_r, bw_b, bw_h_in, aux, fw_aux_w, bw_aux_w, 1, time_major, merge).To(fw_y)
Example({
    x_flat: [
        -1.625, -0.5625, -0.9375, -0.9375, -1.5, 0.6875, -0.9375, -0.6875, 0.3125, 0.4375,
        -1.1875, -0.875, 0.3125, -0.3125, 1.0625, -0.9375, 1.0, 0.6875, -1.9375, -1.125, 1.4375,
        -1.4375, 1.6875, -0.0625,
    ],
    x_shape: [4, 2, 3],
    fw_w_flat: [
        0.3125, 0.0, 0.0625, -0.5, 0.6875, 0.5625, 0.75, 0.375, 0.6875, 0.5, 0.5625, 0.5,
    ],
    fw_w_shape: [4, 3],
    fw_r_flat: [
        0.375, 0.125, 0.4375, -0.0625, 0.4375, 0.5625, 0.4375, 0.5625, -0.6875, -0.625, 0.1875,
        -0.125, -0.8125, -0.3125, 0.25, 0.375,
    ],
    fw_r_shape: [4, 4],
    fw_b_flat: [-0.5, 0.9375, -0.0625, 1.0625],
    fw_b_shape: [4],
    fw_h_in_flat: [-0.4375, -0.9375, 0.4375, 1.0, 1.0, -0.3125, -0.9375, 0.4375],
    fw_h_in_shape: [2, 4],
    bw_w_flat: [
        0.75, 0.4375, 0.0625, -0.5625, 0.125, 0.5625, -0.625, 0.625, -0.5625, 0.5, 0.1875,
        0.125, -0.25, -0.5, 0.6875,
    ],
    bw_w_shape: [5, 3],
    bw_r_flat: [
        -0.5, 0.375, 0.5, 0.375, -0.8125, 0.875, 0.4375, 0.4375, -0.0625, -0.5, -1.0, -0.75,
        -0.1875, 0.375, 0.5625, -0.125, -0.9375, 0.0, -0.75, -1.0, 0.5, 1.0, -0.4375, 0.25,
        0.3125,
    ],
    bw_r_shape: [5, 5],
    bw_b_flat: [-0.375, -0.4375, 1.5, 0.125, -0.125],
    bw_b_shape: [5],
    bw_h_in_flat: [-1.0, -1.0, -0.5, 0.375, 0.25, -0.125, -0.875, 0.4375, 0.5625, 0.5625],
    bw_h_in_shape: [2, 5],
    fw_y: [
        0.0, 0.87109375, 0.0, 0.59765625, 0.0, 0.0, 2.671791, 0.0, 1.983326,
        0.0, 0.859375, 0.0, 0.0, 0.0, 0.023994446, 0.53797436, 0.0, 4.2874136,
        0.0, 1.9355469, 0.0, 0.31518555, 0.0, 1.4655914, 0.0, 0.0, 1.9192505,
        0.0, 0.0, 0.0, 0.0, 0.2182312, 2.0112915, 0.0, 0.0, 2.6719208,
        0.0, 2.4300995, 0.0, 1.0875549, 0.8005371, 0.9992676, 0.3388672, 0.0, 0.0,
        0.0, 2.4804688, 0.08203125, 1.5, 1.7597656, 2.6643066, 1.4401855, 0.0, 0.0,
        0.0, 3.9200869, 0.0, 0.0, 0.0, 0.0, 3.3242188, 0.0, 0.80078125,
        0.0, 5.0561523, 0.0, 1.0695801, 0.0, 0.0, 4.7148438, 0.0, 0.0,
    ],
}, model=model)

# RESIZE_BILINEAR as HAL 1.3 extended it: align_corners, half_pixel_centers.
# Expected values: specs/scripts/resize_bilinear.py, interpolation in exact fractions in plain
# loops; checked against LiteRT's reference kernels and, where it has the mode, PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Aligned corners, enlarging, in both layouts.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 6, 2]))
model = Model("align_corners_up").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, 6, 5, layout, True).To(y)
example = Example({
    x: [
        -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
        4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
        4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
    ],
    y: [
        -4.5, 4.5,  0.6, 0.9,  4.0, -1.9,  4.0, -3.1,
        0.4, -1.7,  -5.0, 1.0,  0.0, 5.0,  -0.3, 0.05,
        -0.6, -3.1,  -0.9, -2.65,  -1.6, -1.0,  -2.5, 1.25,
        4.5, 5.5,  -1.2, -0.8,  -5.2, -4.3,  -5.8, -2.2,
        -3.6, -0.3,  0.0, 1.5,  4.25, 1.5,  0.65, -2.4,
        -2.25, -4.7,  -3.75, -3.8,  -2.75, -1.1,  -0.5, 2.5,
        4.0, -2.5,  2.5, -4.0,  0.7, -5.1,  -1.7, -5.4,
        -1.9, -1.9,  -1.0, 3.5,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
}))
example.AddNchw(x, y, layout)

# Aligned corners, shrinking.
x = Input("x", ("TENSOR_FLOAT32", [1, 7, 6, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
model = Model("align_corners_down").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, 4, 3, layout, True).To(y)
example = Example({
    x: [
        -4.5,  4.5,  4.0,  -1.5,  4.0,  -3.5,  -5.0,  1.0,
        4.5,  5.5,  -5.0,  -5.0,  -6.0,  -1.5,  0.0,  1.5,
        4.0,  -2.5,  1.5,  -5.0,  -2.5,  -5.5,  -1.0,  3.5,
        -4.5,  -4.0,  5.0,  4.5,  3.0,  -2.5,  0.5,  -2.0,
        -6.0,  3.5,  -2.5,  -0.5,  -2.0,  2.0,  1.0,  -3.5,
        5.0,  -1.0,
    ],
    y: [
        -4.5,  4.1666665,  0.33333334,  -3.5,
        1.5,  -3.3333333,  -4.0,  3.5,
        -2.0,  1.3333334,  -0.6666667,  -1.0,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
}))
example.AddNchw(x, y, layout)

# Aligned corners with an output of width 1.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 1, 1]))
model = Model("align_corners_one").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, 1, 5, layout, True, False).To(y)
example = Example({
    x: [-4.5, 4.5, 4.0, -1.5, 4.0, -3.5, -5.0, 1.0, 4.5, 5.5, -5.0, -5.0],
    y: [-4.5, -0.25, 4.0, 4.25, 4.5],
}, model=model)
example.AddNchw(x, y, layout)

# Half pixel centres, enlarging, in both layouts: the edges repeat.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 7, 5, 2]))
model = Model("half_pixel_up").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, 5, 7, layout, False, True).To(y)
example = Example({
    x: [-4.5, 4.5, 4.0, -1.5, 4.0, -3.5, -5.0, 1.0, 4.5, 5.5, -5.0, -5.0],
    y: [
        -4.5, 4.5,  -3.65, 3.9,
        -0.25, 1.5,  3.15, -0.9,
        4.0, -1.5,  -3.2857144, 3.357143,
        -2.6857142, 2.9071429,  -0.2857143, 1.1071428,
        2.1142857, -0.69285715,  2.7142856, -1.1428572,
        0.35714287, -0.071428575,  0.20714286, -0.071428575,
        -0.39285713, -0.071428575,  -0.99285716, -0.071428575,
        -1.1428572, -0.071428575,  4.0, -3.5,
        3.1, -3.05,  -0.5, -1.25,
        -4.1, 0.55,  -5.0, 1.0,
        4.214286, 0.35714287,  3.2928572, 0.16428572,
        -0.39285713, -0.60714287,  -4.0785713, -1.3785714,
        -5.0, -1.5714285,  4.428571, 4.214286,
        3.4857142, 3.3785715,  -0.2857143, 0.035714287,
        -4.0571427, -3.307143,  -5.0, -4.142857,
        4.5, 5.5,  3.55, 4.45,
        -0.25, 0.25,  -4.05, -3.95,
        -5.0, -5.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
}))
example.AddNchw(x, y, layout)

# Half pixel centres, shrinking.
x = Input("x", ("TENSOR_FLOAT32", [1, 7, 6, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
model = Model("half_pixel_down").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, 4, 3, layout, False, True).To(y)
example = Example({
    x: [
        -4.5,  4.5,  4.0,  -1.5,  4.0,  -3.5,  -5.0,  1.0,
        4.5,  5.5,  -5.0,  -5.0,  -6.0,  -1.5,  0.0,  1.5,
        4.0,  -2.5,  1.5,  -5.0,  -2.5,  -5.5,  -1.0,  3.5,
        -4.5,  -4.0,  5.0,  4.5,  3.0,  -2.5,  0.5,  -2.0,
        -6.0,  3.5,  -2.5,  -0.5,  -2.0,  2.0,  1.0,  -3.5,
        5.0,  -1.0,
    ],
    y: [
        -3.0833333,  3.7916667,  1.875,  -3.875,
        -0.125,  -3.125,  -4.375,  2.375,
        -0.41666666,  -2.9166667,  0.875,  -0.5,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
}))
example.AddNchw(x, y, layout)

# Half pixel centres, by factors.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
width_factor = Float32Scalar("width_factor", 1.75)
height_factor = Float32Scalar("height_factor", 0.75)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("half_pixel_factors").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor, layout, False, True).To(y)
example = Example({
    x: [
        -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
        4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
        4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
    ],
    y: [
        -4.5833335, 3.9166667,  -1.1166667, 2.2166667,
        4.0833335, -0.33333334,  3.1333334, -2.3833334,
        2.5, -3.75,  -5.5, -0.25,
        -2.4, 1.25,  2.25, 3.5,
        0.6, -0.85,  -0.5, -3.75,
        0.25, -4.4166665,  -0.68333334, -4.383333,
        -2.0833333, -4.3333335,  -0.93333334, -0.23333333,
        -0.16666667, 2.5,
    ],
}, model=model)
example.AddVariations("float16")
example.AddNchw(x, y, layout)

# Aligned corners, by factors.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
width_factor = Float32Scalar("width_factor", 1.75)
height_factor = Float32Scalar("height_factor", 0.75)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("align_corners_factors").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor, layout, True, False).To(y)
example = Example({
    x: [
        -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
        4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
        4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
    ],
    y: [
        -4.5, 4.5,  -0.25, 1.5,  4.0, -1.5,  4.0, -2.5,
        4.0, -3.5,  -5.5, -0.25,  -1.625, 1.625,  2.25, 3.5,
        0.875, -0.125,  -0.5, -3.75,  1.5, -5.0,  -0.5, -5.25,
        -2.5, -5.5,  -1.75, -1.0,  -1.0, 3.5,
    ],
}, model=model)
example.AddNchw(x, y, layout)

# Both flags given and off.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 3, 1]))
model = Model("both_off").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, 3, 5, layout, False, False).To(y)
example = Example({
    x: [-4.5, 4.5, 4.0, -1.5, 4.0, -3.5, -5.0, 1.0, 4.5, 5.5, -5.0, -5.0],
    y: [
        -4.5,  4.3333335,  0.33333334,  0.6,
        -0.6666667,  -0.46666667,  4.1,  -2.8,
        -1.8,  4.4,  0.8,  -4.2,
        4.5,  2.0,  -5.0,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
}))
example.AddNchw(x, y, layout)

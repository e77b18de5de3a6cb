# AVERAGE_POOL_2D: padding schemes and forms, strides, windows and image sizes, every fused
# activation, every data type, both layouts.
# Expected values: specs/scripts/pool.py, the mean, largest element or root mean square of the
# window's elements inside the image, in plain loops; checked against LiteRT's reference kernels
# and PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# SAME on odd, non-square sizes; window, strides and sizes differ on both axes, so that swapped
# ones show, and padding is excluded from a mean.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 7, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    model = Model("same").IntroducedIn(version)
    model.Operation("AVERAGE_POOL_2D", x, 1, 3, 2, 2, 3, 0).To(y)
    example = Example({
        x: [
            2.0, -1.0, 0.5,  -1.5, -3.0, 0.5,  -2.5, -3.5, -3.0,  0.0, -0.5, 1.0,
            -3.5, -0.5, 2.0,  2.0, 4.0, 2.5,  -0.5, -1.0, 2.0,  -1.0, 3.0, 0.5,
            2.5, -3.5, 1.5,  -0.5, -2.0, -0.5,  1.5, -1.5, 3.0,  -2.0, -3.0, 2.0,
            -4.0, -1.5, 2.5,  -4.0, 2.5, -2.0,  1.0, 0.0, 2.0,  -3.0, 3.0, 3.0,
            3.5, 4.0, -2.0,  -3.5, 4.0, -0.5,  -2.5, -2.0, 1.0,  1.5, -4.0, 1.0,
            -2.5, 3.0, 1.5,  2.0, -3.0, -2.0,  0.0, -0.5, -3.0,  -3.0, 2.5, 2.0,
            0.5, -3.0, 0.5,  -2.0, 1.0, -2.5,  -0.5, -2.0, -3.0,  -3.0, -2.0, 1.0,
            2.0, 0.0, 0.0,  -2.5, -3.0, 0.5,  -3.5, -3.0, 1.5,  2.0, -0.5, -1.0,
            1.5, -4.0, -3.0,  0.0, 1.0, -3.0,  1.5, 0.0, 0.0,
        ],
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
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
        }), includeDefault=False)

# SAME where the odd padding goes to the end.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
model = Model("same_end").IntroducedIn("V1_0")
model.Operation("AVERAGE_POOL_2D", x, 1, 1, 1, 4, 2, 0).To(y)
example = Example({
    x: [
        2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
        -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
        4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
        2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
        3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
        2.5, -2.0,  1.0, 0.0,  2.0, -3.0,  3.0, 3.0,
    ],
    y: [
        0.33333334, 0.33333334,  -0.125, -0.3125,
        -0.0625, -0.25,  -0.0625, -0.125,
        -0.25, -0.6666667,  0.375, 0.125,
        0.75, -0.083333336,  0.6875, -0.375,
        1.4375, -0.25,  1.0, -0.125,
        1.0, -0.5,  1.25, -0.125,
        0.5, -2.0,  0.6875, -1.6875,
        1.5, -1.6875,  1.0, -0.5,
        1.25, -0.25,  1.25, 0.0,
        0.33333334, -2.5,  0.5, -1.875,
        2.0, -2.25,  2.125, -0.5,
        2.0, 0.0,  2.5, 0.0,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
}))

# Overlapping windows, stride 2, all padding at the end.
x = Input("x", ("TENSOR_FLOAT32", [1, 6, 8, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
model = Model("same_overlap").IntroducedIn("V1_0")
model.Operation("AVERAGE_POOL_2D", x, 1, 2, 2, 3, 3, 0).To(y)
example = Example({
    x: [
        2.0,  -1.0,  0.5,  -1.5,  -3.0,  0.5,  -2.5,  -3.5,
        -3.0,  0.0,  -0.5,  1.0,  -3.5,  -0.5,  2.0,  2.0,
        4.0,  2.5,  -0.5,  -1.0,  2.0,  -1.0,  3.0,  0.5,
        2.5,  -3.5,  1.5,  -0.5,  -2.0,  -0.5,  1.5,  -1.5,
        3.0,  -2.0,  -3.0,  2.0,  -4.0,  -1.5,  2.5,  -4.0,
        2.5,  -2.0,  1.0,  0.0,  2.0,  -3.0,  3.0,  3.0,
    ],
    y: [
        0.44444445,  -0.7222222,  -0.33333334,  0.25,
        0.5,  -0.6111111,  0.0,  0.33333334,
        -0.083333336,  -0.33333334,  -0.16666667,  1.125,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
}))

# VALID; two images; a row and a column stay unused.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 6, 5, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 2]))
    model = Model("valid_batches").IntroducedIn(version)
    model.Operation("AVERAGE_POOL_2D", x, 2, 3, 2, 2, 3, 0).To(y)
    example = Example({
        x: [
            2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
            -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
            4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
            2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
            3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
            2.5, -2.0,  1.0, 0.0,  2.0, -3.0,  3.0, 3.0,
            3.5, 4.0,  -2.0, -3.5,  4.0, -0.5,  -2.5, -2.0,
            1.0, 1.5,  -4.0, 1.0,  -2.5, 3.0,  1.5, 2.0,
            -3.0, -2.0,  0.0, -0.5,  -3.0, -3.0,  2.5, 2.0,
            0.5, -3.0,  0.5, -2.0,  1.0, -2.5,  -0.5, -2.0,
            -3.0, -3.0,  -2.0, 1.0,  2.0, 0.0,  0.0, -2.5,
            -3.0, 0.5,  -3.5, -3.0,  1.5, 2.0,  -0.5, -1.0,
            1.5, -4.0,  -3.0, 0.0,  1.0, -3.0,  1.5, 0.0,
            0.0, -2.5,  -1.0, 1.0,  1.5, 2.0,  1.0, -1.5,
            1.5, -3.5,  -0.5, 2.0,  -3.5, -4.0,  3.5, 1.0,
        ],
        y: [
            0.5833333, -0.41666666,  -0.41666666, -0.5,
            2.1666667, -1.0,  0.75, 0.083333336,
            -0.5, 0.33333334,  -0.9166667, -1.6666666,
            -0.75, -1.0,  -0.6666667, -0.5,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Explicit padding, different on all four sides.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 2]))
    model = Model("explicit").IntroducedIn(version)
    model.Operation("AVERAGE_POOL_2D", x, 2, 0, 1, 3, 1, 1, 3, 4, 0).To(y)
    example = Example({
        x: [
            2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
            -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
            4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
            2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
            3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
        ],
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
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
        }), includeDefault=False)

# Explicit padding on the right and at the top only.
for version in ("V1_0", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 4, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    model = Model("explicit_stride").IntroducedIn(version)
    model.Operation("AVERAGE_POOL_2D", x, 0, 2, 1, 0, 2, 3, 3, 2, 0).To(y)
    example = Example({
        x: [
            2.0, -1.0, 0.5,  -1.5, -3.0, 0.5,  -2.5, -3.5, -3.0,  0.0, -0.5, 1.0,
            -3.5, -0.5, 2.0,  2.0, 4.0, 2.5,  -0.5, -1.0, 2.0,  -1.0, 3.0, 0.5,
            2.5, -3.5, 1.5,  -0.5, -2.0, -0.5,  1.5, -1.5, 3.0,  -2.0, -3.0, 2.0,
            -4.0, -1.5, 2.5,  -4.0, 2.5, -2.0,  1.0, 0.0, 2.0,  -3.0, 3.0, 3.0,
            3.5, 4.0, -2.0,  -3.5, 4.0, -0.5,  -2.5, -2.0, 1.0,  1.5, -4.0, 1.0,
        ],
        y: [
            -0.6666667, -2.5, -0.6666667,  -1.25, -2.0, -1.0,
            -0.5833333, -1.0, 1.0833334,  -0.625, -0.375, 2.5,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
        }), includeDefault=False)

# The window is the image: global pooling.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 4, 3, 5]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 5]))
    model = Model("whole_image").IntroducedIn(version)
    model.Operation("AVERAGE_POOL_2D", x, 2, 1, 1, 3, 4, 0).To(y)
    example = Example({
        x: [
            2.0, -1.0, 0.5, -1.5, -3.0,  0.5, -2.5, -3.5, -3.0, 0.0,
            -0.5, 1.0, -3.5, -0.5, 2.0,  2.0, 4.0, 2.5, -0.5, -1.0,
            2.0, -1.0, 3.0, 0.5, 2.5,  -3.5, 1.5, -0.5, -2.0, -0.5,
            1.5, -1.5, 3.0, -2.0, -3.0,  2.0, -4.0, -1.5, 2.5, -4.0,
            2.5, -2.0, 1.0, 0.0, 2.0,  -3.0, 3.0, 3.0, 3.5, 4.0,
            -2.0, -3.5, 4.0, -0.5, -2.5,  -2.0, 1.0, 1.5, -4.0, 1.0,
            -2.5, 3.0, 1.5, 2.0, -3.0,  -2.0, 0.0, -0.5, -3.0, -3.0,
            2.5, 2.0, 0.5, -3.0, 0.5,  -2.0, 1.0, -2.5, -0.5, -2.0,
            -3.0, -3.0, -2.0, 1.0, 2.0,  0.0, 0.0, -2.5, -3.0, 0.5,
            -3.5, -3.0, 1.5, 2.0, -0.5,  -1.0, 1.5, -4.0, -3.0, 0.0,
            1.0, -3.0, 1.5, 0.0, 0.0,  -2.5, -1.0, 1.0, 1.5, 2.0,
            1.0, -1.5, 1.5, -3.5, -0.5,  2.0, -3.5, -4.0, 3.5, 1.0,
        ],
        y: [
            0.125, -0.41666666, 0.7916667, -0.625, -0.20833333,
            -0.8333333, -0.625, -0.6666667, -0.5, -0.25,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# SAME with a window larger than the image.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
model = Model("window_beyond_image").IntroducedIn("V1_0")
model.Operation("AVERAGE_POOL_2D", x, 1, 1, 1, 7, 5, 0).To(y)
example = Example({
    x: [2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0],
    y: [
        -1.0833334, -0.75,  -1.0833334, -0.75,  -1.0833334, -0.75,  -1.0833334, -0.75,
        -1.0833334, -0.75,  -1.0833334, -0.75,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
}))

# A window that only fits with explicit padding.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 2, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
model = Model("window_beyond_image_explicit").IntroducedIn("V1_0")
model.Operation("AVERAGE_POOL_2D", x, 1, 2, 2, 1, 1, 1, 4, 3, 0).To(y)
example = Example({
    x: [2.0, -1.0, 0.5, -1.5],
    y: [1.25, -1.25, 1.25, -1.25, 1.25, -1.25, 1.25, -1.25],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
}))

# Strides larger than the window skip elements.
x = Input("x", ("TENSOR_FLOAT32", [1, 7, 9, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 1]))
model = Model("stride_beyond_window").IntroducedIn("V1_0")
model.Operation("AVERAGE_POOL_2D", x, 2, 4, 3, 2, 1, 0).To(y)
example = Example({
    x: [
        2.0,  -1.0,  0.5,  -1.5,  -3.0,  0.5,  -2.5,  -3.5,
        -3.0,  0.0,  -0.5,  1.0,  -3.5,  -0.5,  2.0,  2.0,
        4.0,  2.5,  -0.5,  -1.0,  2.0,  -1.0,  3.0,  0.5,
        2.5,  -3.5,  1.5,  -0.5,  -2.0,  -0.5,  1.5,  -1.5,
        3.0,  -2.0,  -3.0,  2.0,  -4.0,  -1.5,  2.5,  -4.0,
        2.5,  -2.0,  1.0,  0.0,  2.0,  -3.0,  3.0,  3.0,
        3.5,  4.0,  -2.0,  -3.5,  4.0,  -0.5,  -2.5,  -2.0,
        1.0,  1.5,  -4.0,  1.0,  -2.5,  3.0,  1.5,
    ],
    y: [0.5, -1.25, -1.25, 0.75, -2.25, -1.5],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
}))

# A 1x1 window copies.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 2, 4]))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 4]))
model = Model("unit_window").IntroducedIn("V1_0")
model.Operation("AVERAGE_POOL_2D", x, 1, 1, 1, 1, 1, 0).To(y)
example = Example({
    x: [
        2.0, -1.0, 0.5, -1.5,  -3.0, 0.5, -2.5, -3.5,
        -3.0, 0.0, -0.5, 1.0,  -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0,  2.0, -1.0, 3.0, 0.5,
    ],
    y: [
        2.0, -1.0, 0.5, -1.5,  -3.0, 0.5, -2.5, -3.5,
        -3.0, 0.0, -0.5, 1.0,  -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0,  2.0, -1.0, 3.0, 0.5,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
}))

# Height 1.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 9, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 5, 2]))
model = Model("single_row").IntroducedIn("V1_0")
model.Operation("AVERAGE_POOL_2D", x, 1, 2, 1, 3, 1, 0).To(y)
example = Example({
    x: [
        2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
        -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
        4.0, 2.5,
    ],
    y: [
        1.25, -1.25,  -1.6666666, -1.5,
        -2.0, -0.8333333,  -0.6666667, 0.8333333,
        3.0, 2.25,
    ],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
}))

# Width 1.
x = Input("x", ("TENSOR_FLOAT32", [1, 9, 1, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 1, 1]))
model = Model("single_column").IntroducedIn("V1_0")
model.Operation("AVERAGE_POOL_2D", x, 2, 1, 2, 1, 4, 0).To(y)
example = Example({
    x: [2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0],
    y: [0.0, -0.875, -2.125],
}, model=model)
example.AddVariations(DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
}))

# Every fused activation; results spread beyond the bounds.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 5, 3]))
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    model = Model("activation").IntroducedIn(version)
    model.Operation("AVERAGE_POOL_2D", x, 2, 1, 1, 2, 1, act).To(y)
    example = Example({
        x: [
            12.0, -9.0, -4.0,  6.0, 3.5, -8.5,  9.0, 6.0, 0.5,  -9.5, 9.0, 11.5,
            7.0, -11.5, 0.5,  5.0, -8.0, 7.0,  -9.5, -3.0, -6.5,  6.0, 7.5, -11.0,
            -5.0, 10.0, 4.5,  4.0, 10.0, 10.0,  9.0, -10.5, 10.0,  -9.5, -4.5, -5.0,
            0.5, -3.0, -4.0,  4.0, 7.5, 5.5,  5.5, 0.0, 2.0,
        ],
        y: [
            9.0, -2.75, -6.25,  7.5, 4.75, -4.0,  -0.25, 7.5, 6.0,  -1.25, -1.25, 6.0,
            -2.25, -5.5, 0.25,  -1.75, 2.25, -8.75,  0.5, 8.75, -3.25,  -0.5, 10.0, 7.25,
            -0.25, -7.5, 2.5,  -4.5, -3.75, -4.5,  2.25, 2.25, 0.75,  4.75, 3.75, 3.75,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 119),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -9),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -9),
        }), includeDefault=False)
    example.AddAllActivations(y, act)
    example.DisableLifeTimeVariation()

# Both layouts under SAME; height, width and channels all differ.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 3]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 4, 3, 3]))
    model = Model("layout_same").IntroducedIn(version)
    model.Operation("AVERAGE_POOL_2D", x, 1, 2, 1, 3, 2, 0, layout).To(y)
    example = Example({
        x: [
            2.0, -1.0, 0.5,  -1.5, -3.0, 0.5,  -2.5, -3.5, -3.0,  0.0, -0.5, 1.0,
            -3.5, -0.5, 2.0,  2.0, 4.0, 2.5,  -0.5, -1.0, 2.0,  -1.0, 3.0, 0.5,
            2.5, -3.5, 1.5,  -0.5, -2.0, -0.5,  1.5, -1.5, 3.0,  -2.0, -3.0, 2.0,
            -4.0, -1.5, 2.5,  -4.0, 2.5, -2.0,  1.0, 0.0, 2.0,  -3.0, 3.0, 3.0,
            3.5, 4.0, -2.0,  -3.5, 4.0, -0.5,  -2.5, -2.0, 1.0,  1.5, -4.0, 1.0,
        ],
        y: [
            0.5, -0.25, 1.375,
            -0.5, -1.4166666, 0.41666666,
            -0.375, -1.625, 1.0,
            0.25, -0.375, 2.375,
            -1.5, -0.5833333, 1.0833334,
            -0.25, -0.75, 0.25,
            0.0, 0.625, 1.5,
            -2.0833333, 0.6666667, 0.16666667,
            -1.0, -0.875, 0.5,
            0.25, 3.5, 0.5,
            -0.8333333, 2.0, -0.5,
            -0.5, -3.0, 1.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }), "float16")
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Both layouts with explicit, uneven padding and two images.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4, 2]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 5, 2]))
    model = Model("layout_explicit").IntroducedIn(version)
    model.Operation("AVERAGE_POOL_2D", x, 2, 1, 0, 1, 1, 2, 3, 2, 0, layout).To(y)
    example = Example({
        x: [
            2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
            -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
            4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
            2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
            3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
            2.5, -2.0,  1.0, 0.0,  2.0, -3.0,  3.0, 3.0,
        ],
        y: [
            -0.5, -0.5,  -0.25, -0.375,
            -1.25, -0.25,  -1.1666666, -0.33333334,
            -1.75, -0.375,  4.0, 2.5,
            1.75, 0.75,  1.8333334, 0.16666667,
            1.5, -0.5,  2.5, -0.25,
            2.75, -2.75,  1.0, -1.0,
            -0.33333334, -1.0,  -0.5833333, -1.0,
            -0.5, -1.875,  2.5, -2.0,
            1.75, -1.0,  1.8333334, -1.6666666,
            2.0, 0.0,  2.5, 0.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 119),
        }), "float16")
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -9),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

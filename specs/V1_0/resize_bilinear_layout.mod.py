# RESIZE_BILINEAR as HAL 1.2 extended it: layout flag, sizes by factors.
# Expected values: specs/scripts/resize_bilinear.py, interpolation in exact fractions in plain
# loops; checked against LiteRT's reference kernels and, where it has the mode, PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Both layouts, by size; height, width and channels all differ.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 5, 3]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 7, 3, 3]))
    model = Model("layout").IntroducedIn(version)
    model.Operation("RESIZE_BILINEAR", x, 3, 7, layout).To(y)
    example = Example({
        x: [
            -4.5, 4.5, 4.0,  -1.5, 4.0, -3.5,  -5.0, 1.0, 4.5,  5.5, -5.0, -5.0,
            -6.0, -1.5, 0.0,  1.5, 4.0, -2.5,  1.5, -5.0, -2.5,  -5.5, -1.0, 3.5,
            -4.5, -4.0, 5.0,  4.5, 3.0, -2.5,
        ],
        y: [
            -4.5, 4.5, 4.0,
            -3.8333333, 2.0, 1.8333334,
            1.6666666, -3.8333333, -3.3333333,
            -2.7857144, 4.357143, 2.142857,
            -3.642857, 0.7619048, 1.7380953,
            0.7619048, -3.2142856, -1.6666666,
            -1.0714285, 4.214286, 0.2857143,
            -3.452381, -0.47619048, 1.6428572,
            -0.14285715, -2.5952382, 0.0,
            0.64285713, 4.071429, -1.5714285,
            -3.2619047, -1.7142857, 1.5476191,
            -1.0476191, -1.9761904, 1.6666666,
            1.5, 4.0, -2.5,
            -3.1666667, -2.3333333, 1.5,
            -1.5, -1.6666666, 2.5,
            1.5, 4.0, -2.5,
            -3.1666667, -2.3333333, 1.5,
            -1.5, -1.6666666, 2.5,
            1.5, 4.0, -2.5,
            -3.1666667, -2.3333333, 1.5,
            -1.5, -1.6666666, 2.5,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# By factors: the size is rounded down, and the sampling follows the ratio of the sizes and not
# the factor.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 3, 2]))
    width_factor = Float32Scalar("width_factor", 1.5)
    height_factor = Float32Scalar("height_factor", 0.75)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    model = Model("factors").IntroducedIn(version)
    model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor).To(y)
    example = Example({
        x: [
            -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
            4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
            4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
            -4.5, -4.0,  5.0, 4.5,  3.0, -2.5,
        ],
        y: [
            -4.5, 4.5,  1.875, 0.0,
            4.0, -2.5,  4.0, -3.5,
            -5.6666665, -0.6666667,  -0.29166666, 1.9583334,
            1.25, -0.25,  1.0, -3.3333333,
            -0.5, -4.6666665,  -0.125, -2.7916667,
            0.16666667, -0.33333334,  0.33333334, 1.5,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
        }), includeDefault=False)

# By factors, in both layouts.
x = Input("x", ("TENSOR_FLOAT32", [2, 3, 5, 2]))
width_factor = Float32Scalar("width_factor", 0.5)
height_factor = Float32Scalar("height_factor", 2.25)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 6, 2, 2]))
model = Model("factors_layout").IntroducedIn("V1_2")
model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor, layout).To(y)
example = Example({
    x: [
        -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
        4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
        4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
        -4.5, -4.0,  5.0, 4.5,  3.0, -2.5,  0.5, -2.0,
        -6.0, 3.5,  -2.5, -0.5,  -2.0, 2.0,  1.0, -3.5,
        5.0, -1.0,  -3.5, -0.5,  -1.5, -2.0,  -5.5, 0.5,
        3.5, 5.0,  3.5, -0.5,  3.5, -0.5,  -6.0, 3.0,
        -3.5, -2.5,  -3.5, -4.5,
    ],
    y: [
        -4.5, 4.5,  -0.5, -1.25,  -4.75, -0.25,  0.75, -0.875,
        -5.0, -5.0,  2.0, -0.5,  -3.75, -5.25,  1.125, -0.125,
        -2.5, -5.5,  0.25, 0.25,  -2.5, -5.5,  0.25, 0.25,
        0.5, -2.0,  -2.25, 0.75,  2.75, -1.5,  -2.875, 0.0,
        5.0, -1.0,  -3.5, -0.75,  4.25, -0.75,  -4.125, -0.25,
        3.5, -0.5,  -4.75, 0.25,  3.5, -0.5,  -4.75, 0.25,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
}))
example.AddNchw(x, y, layout)

# Factors of 1 copy.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
width_factor = Float32Scalar("width_factor", 1.0)
height_factor = Float32Scalar("height_factor", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
model = Model("factors_one").IntroducedIn("V1_2")
model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor).To(y)
Example({
    x: [-4.5, 4.5, 4.0, -1.5, 4.0, -3.5],
    y: [-4.5, 4.5, 4.0, -1.5, 4.0, -3.5],
}, model=model)

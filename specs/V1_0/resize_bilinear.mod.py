# RESIZE_BILINEAR by size, with three operands, every data type.
# Expected values: specs/scripts/resize_bilinear.py, interpolation in exact fractions in plain
# loops; checked against LiteRT's reference kernels and, where it has the mode, PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Enlarging by different factors on the axes: width and height swapped show.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
    model = Model("up").IntroducedIn(version)
    model.Operation("RESIZE_BILINEAR", x, 5, 3).To(y)
    example = Example({
        x: [-4.5, 4.5, 4.0, -1.5, 4.0, -3.5, -5.0, 1.0, 4.5, 5.5, -5.0, -5.0],
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
    if version == "V1_0":
        example.AddVariations("relaxed")
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
        }), includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
        }), includeDefault=False)

# Enlarging by integer factors; beyond the last sample the edge repeats.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 6, 1]))
model = Model("up_integer").IntroducedIn("V1_0")
model.Operation("RESIZE_BILINEAR", x, 6, 4).To(y)
Example({
    x: [-4.5, 4.5, 4.0, -1.5],
    y: [
        -4.5,  -1.5,  1.5,  4.5,
        4.5,  4.5,  -0.25,  0.33333334,
        0.9166667,  1.5,  1.5,  1.5,
        4.0,  2.1666667,  0.33333334,  -1.5,
        -1.5,  -1.5,  4.0,  2.1666667,
        0.33333334,  -1.5,  -1.5,  -1.5,
    ],
}, model=model)

# Shrinking; only the samples next to each position count.
for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 7, 5, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    model = Model("down").IntroducedIn(version)
    model.Operation("RESIZE_BILINEAR", x, 2, 3).To(y)
    example = Example({
        x: [
            -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
            4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
            4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
            -4.5, -4.0,  5.0, 4.5,  3.0, -2.5,  0.5, -2.0,
            -6.0, 3.5,  -2.5, -0.5,  -2.0, 2.0,  1.0, -3.5,
            5.0, -1.0,  -3.5, -0.5,  -1.5, -2.0,  -5.5, 0.5,
            3.5, 5.0,  3.5, -0.5,  3.5, -0.5,  -6.0, 3.0,
            -3.5, -2.5,  -3.5, -4.5,  0.0, 5.5,  2.0, -5.5,
            -3.5, -2.0,  -3.0, 5.0,  -4.0, 2.5,
        ],
        y: [
            -4.5, 4.5,  -0.5, -1.25,
            -1.5, -4.3333335,  -0.5833333, 0.41666666,
            4.0, -0.6666667,  -4.3333335, -0.083333336,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
        }), includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
        }), includeDefault=False)

# Wider and lower, two images.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 6, 3, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4, 5, 1]))
    model = Model("mixed").IntroducedIn(version)
    model.Operation("RESIZE_BILINEAR", x, 5, 4).To(y)
    example = Example({
        x: [
            -4.5,  4.5,  4.0,  -1.5,  4.0,  -3.5,  -5.0,  1.0,
            4.5,  5.5,  -5.0,  -5.0,  -6.0,  -1.5,  0.0,  1.5,
            4.0,  -2.5,  1.5,  -5.0,  -2.5,  -5.5,  -1.0,  3.5,
            -4.5,  -4.0,  5.0,  4.5,  3.0,  -2.5,  0.5,  -2.0,
            -6.0,  3.5,  -2.5,  -0.5,
        ],
        y: [
            -4.5,  0.9,  4.4,  4.1,  4.0,  -3.25,  0.2,  2.1,
            0.9,  0.5,  5.5,  -0.8,  -5.0,  -5.0,  -5.0,  -2.25,
            -0.15,  0.75,  -0.75,  -1.25,  1.5,  -2.4,  -4.5,  -3.0,
            -2.5,  -5.0,  -3.5,  -1.15,  2.9,  4.25,  4.5,  3.6,
            1.9,  -1.4,  -2.5,  2.0,  -0.55,  -2.45,  -3.05,  -3.25,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The same size copies.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    model = Model("same_size").IntroducedIn(version)
    model.Operation("RESIZE_BILINEAR", x, 4, 3).To(y)
    example = Example({
        x: [
            -4.5, 4.5, 4.0,  -1.5, 4.0, -3.5,  -5.0, 1.0, 4.5,  5.5, -5.0, -5.0,
            -6.0, -1.5, 0.0,  1.5, 4.0, -2.5,  1.5, -5.0, -2.5,  -5.5, -1.0, 3.5,
            -4.5, -4.0, 5.0,  4.5, 3.0, -2.5,  0.5, -2.0, -6.0,  3.5, -2.5, -0.5,
        ],
        y: [
            -4.5, 4.5, 4.0,  -1.5, 4.0, -3.5,  -5.0, 1.0, 4.5,  5.5, -5.0, -5.0,
            -6.0, -1.5, 0.0,  1.5, 4.0, -2.5,  1.5, -5.0, -2.5,  -5.5, -1.0, 3.5,
            -4.5, -4.0, 5.0,  4.5, 3.0, -2.5,  0.5, -2.0, -6.0,  3.5, -2.5, -0.5,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations(DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
        }), includeDefault=False)

# To a single pixel: the first one.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 2]))
model = Model("to_one_pixel").IntroducedIn("V1_0")
model.Operation("RESIZE_BILINEAR", x, 1, 1).To(y)
Example({
    x: [
        -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
        4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
        4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
    ],
    y: [-4.5, 4.5],
}, model=model)

# From a single pixel.
for version in ("V1_0", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("from_one_pixel").IntroducedIn(version)
    model.Operation("RESIZE_BILINEAR", x, 3, 2).To(y)
    example = Example({
        x: [-4.5, 4.5, 4.0],
        y: [
            -4.5, 4.5, 4.0,  -4.5, 4.5, 4.0,  -4.5, 4.5, 4.0,  -4.5, 4.5, 4.0,
            -4.5, 4.5, 4.0,  -4.5, 4.5, 4.0,
        ],
    }, model=model)
    if version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
        }), includeDefault=False)

# Height 1 stays 1.
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 5, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 7, 1]))
model = Model("single_row").IntroducedIn("V1_0")
model.Operation("RESIZE_BILINEAR", x, 7, 1).To(y)
Example({
    x: [-4.5, 4.5, 4.0, -1.5, 4.0],
    y: [-4.5, 1.9285715, 4.285714, 3.2142856, -0.71428573, 1.6428572, 4.0],
}, model=model)

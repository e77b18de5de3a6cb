# RESIZE_NEAREST_NEIGHBOR: by size and by factors, both layouts, every data type.
# Expected values: specs/scripts/resize_nearest_neighbor.py, positions in exact fractions;
# checked against LiteRT's reference kernels and, where it has the mode, PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Enlarging by different factors on the axes: width and height swapped show.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
    model = Model("up").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 5, 3, layout).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [
            1.0, 2.0,  1.0, 2.0,  3.0, 4.0,  3.0, 4.0,
            5.0, 6.0,  1.0, 2.0,  1.0, 2.0,  3.0, 4.0,
            3.0, 4.0,  5.0, 6.0,  7.0, 8.0,  7.0, 8.0,
            9.0, 10.0,  9.0, 10.0,  11.0, 12.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Enlarging by integer factors: every pixel is repeated equally often.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 4, 6, 1]))
    model = Model("up_integer").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 6, 4, layout).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [
            1.0,  1.0,  1.0,  2.0,  2.0,  2.0,  1.0,  1.0,
            1.0,  2.0,  2.0,  2.0,  3.0,  3.0,  3.0,  4.0,
            4.0,  4.0,  3.0,  3.0,  3.0,  4.0,  4.0,  4.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Shrinking: pixels are omitted.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 7, 5, 2]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    model = Model("down").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 2, 3, layout).To(y)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
            17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
            25.0, 26.0,  27.0, 28.0,  29.0, 30.0,  31.0, 32.0,
            33.0, 34.0,  35.0, 36.0,  37.0, 38.0,  39.0, 40.0,
            41.0, 42.0,  43.0, 44.0,  45.0, 46.0,  47.0, 48.0,
            49.0, 50.0,  51.0, 52.0,  53.0, 54.0,  55.0, 56.0,
            57.0, 58.0,  59.0, 60.0,  61.0, 62.0,  63.0, 64.0,
            65.0, 66.0,  67.0, 68.0,  69.0, 70.0,
        ],
        y: [1.0, 2.0, 5.0, 6.0, 21.0, 22.0, 25.0, 26.0, 41.0, 42.0, 45.0, 46.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Wider and lower, two images.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 6, 3, 1]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [2, 4, 5, 1]))
    model = Model("mixed").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 5, 4, layout).To(y)
    example = Example({
        x: [
            1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,  8.0,
            9.0,  10.0,  11.0,  12.0,  13.0,  14.0,  15.0,  16.0,
            17.0,  18.0,  19.0,  20.0,  21.0,  22.0,  23.0,  24.0,
            25.0,  26.0,  27.0,  28.0,  29.0,  30.0,  31.0,  32.0,
            33.0,  34.0,  35.0,  36.0,
        ],
        y: [
            1.0,  1.0,  2.0,  2.0,  3.0,  4.0,  4.0,  5.0,
            5.0,  6.0,  10.0,  10.0,  11.0,  11.0,  12.0,  13.0,
            13.0,  14.0,  14.0,  15.0,  19.0,  19.0,  20.0,  20.0,
            21.0,  22.0,  22.0,  23.0,  23.0,  24.0,  28.0,  28.0,
            29.0,  29.0,  30.0,  31.0,  31.0,  32.0,  32.0,  33.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# The same size copies.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    model = Model("same_size").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 4, 3, layout).To(y)
    example = Example({
        x: [
            1.0, 2.0, 3.0,  4.0, 5.0, 6.0,  7.0, 8.0, 9.0,  10.0, 11.0, 12.0,
            13.0, 14.0, 15.0,  16.0, 17.0, 18.0,  19.0, 20.0, 21.0,  22.0, 23.0, 24.0,
            25.0, 26.0, 27.0,  28.0, 29.0, 30.0,  31.0, 32.0, 33.0,  34.0, 35.0, 36.0,
        ],
        y: [
            1.0, 2.0, 3.0,  4.0, 5.0, 6.0,  7.0, 8.0, 9.0,  10.0, 11.0, 12.0,
            13.0, 14.0, 15.0,  16.0, 17.0, 18.0,  19.0, 20.0, 21.0,  22.0, 23.0, 24.0,
            25.0, 26.0, 27.0,  28.0, 29.0, 30.0,  31.0, 32.0, 33.0,  34.0, 35.0, 36.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# To a single pixel: the first one.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 2]))
    model = Model("to_one_pixel").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 1, 1, layout).To(y)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
            17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
        ],
        y: [1.0, 2.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# From a single pixel.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 3]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("from_one_pixel").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 3, 2, layout).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0],
        y: [
            1.0, 2.0, 3.0,  1.0, 2.0, 3.0,  1.0, 2.0, 3.0,  1.0, 2.0, 3.0,
            1.0, 2.0, 3.0,  1.0, 2.0, 3.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Height 1 stays 1.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 5, 1]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 7, 1]))
    model = Model("single_row").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 7, 1, layout).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0],
        y: [1.0, 1.0, 2.0, 3.0, 3.0, 4.0, 5.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# By factors: the size is rounded down, and the sampling follows the ratio of the sizes and not
# the factor.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 3, 2]))
    width_factor = Float32Scalar("width_factor", 1.5)
    height_factor = Float32Scalar("height_factor", 0.75)
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    model = Model("factors").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, width_factor, height_factor, layout).To(y)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
            17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
            25.0, 26.0,  27.0, 28.0,  29.0, 30.0,
        ],
        y: [
            1.0, 2.0,  1.0, 2.0,  3.0, 4.0,  5.0, 6.0,
            7.0, 8.0,  7.0, 8.0,  9.0, 10.0,  11.0, 12.0,
            19.0, 20.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# By factors, two images.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 5, 2]))
    width_factor = Float32Scalar("width_factor", 0.5)
    height_factor = Float32Scalar("height_factor", 2.25)
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [2, 6, 2, 2]))
    model = Model("factors_two_images").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, width_factor, height_factor, layout).To(y)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
            17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
            25.0, 26.0,  27.0, 28.0,  29.0, 30.0,  31.0, 32.0,
            33.0, 34.0,  35.0, 36.0,  37.0, 38.0,  39.0, 40.0,
            41.0, 42.0,  43.0, 44.0,  45.0, 46.0,  47.0, 48.0,
            49.0, 50.0,  51.0, 52.0,  53.0, 54.0,  55.0, 56.0,
            57.0, 58.0,  59.0, 60.0,
        ],
        y: [
            1.0, 2.0,  5.0, 6.0,  1.0, 2.0,  5.0, 6.0,
            11.0, 12.0,  15.0, 16.0,  11.0, 12.0,  15.0, 16.0,
            21.0, 22.0,  25.0, 26.0,  21.0, 22.0,  25.0, 26.0,
            31.0, 32.0,  35.0, 36.0,  31.0, 32.0,  35.0, 36.0,
            41.0, 42.0,  45.0, 46.0,  41.0, 42.0,  45.0, 46.0,
            51.0, 52.0,  55.0, 56.0,  51.0, 52.0,  55.0, 56.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Factors of 1 copy.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
    width_factor = Float32Scalar("width_factor", 1.0)
    height_factor = Float32Scalar("height_factor", 1.0)
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
    model = Model("factors_one").IntroducedIn(version)
    model.Operation("RESIZE_NEAREST_NEIGHBOR", x, width_factor, height_factor, layout).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

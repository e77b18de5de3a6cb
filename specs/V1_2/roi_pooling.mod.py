# ROI_POOLING: bins that share positions, rounded corners, ratios, regions at the edge, several
# images, layouts, every data type.
# Expected values: specs/scripts/regions.py, maxima over bins in exact fractions in plain loops
# (rounded half away from zero where quantized); checked against PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Ratios 2 and 4, two images; both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 4, 5, 2]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [3, 4]), [0, 0, 6, 5, 4.5, 1, 17.5, 6.5, 2, 2, 10, 6])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 1])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 3, 2]))
    model = Model("two_images").IntroducedIn(version)
    model.Operation("ROI_POOLING", x, rois, images, 2, 3, 2.0, 4.0, layout).To(y)
    example = Example({
        x: [
            -11.25, 14.5,  -7.25, -12.25,  -14.75, -2.75,  -7.5, 8.0,
            8.0, 9.0,  2.5, 13.0,  -1.5, 1.0,  10.25, -3.25,
            10.0, -7.5,  -9.0, -0.25,  -10.75, -13.25,  13.75, 15.75,
            5.0, -11.0,  -14.75, -1.75,  -15.5, 8.5,  -7.0, 2.0,
            11.5, 1.0,  0.25, 14.75,  -14.75, -2.25,  1.5, 6.25,
            6.5, 14.0,  5.25, -13.25,  -0.25, -12.75,  7.5, 1.5,
            5.75, -0.5,  -5.75, -15.0,  -9.25, 5.75,  6.25, -15.0,
            -13.0, -6.25,  -7.0, 12.0,  14.0, -10.25,  10.5, 9.25,
            3.0, 13.0,  -6.75, 10.25,  12.0, 9.75,  -10.25, -2.5,
            4.5, 10.5,  0.0, -3.5,  13.25, -5.0,  -13.75, -11.0,
        ],
        y: [
            2.5, 14.5,  -1.5, 1.0,  10.25, -2.75,  -7.0, 2.0,
            13.75, 15.75,  5.0, 14.75,  13.75, 15.75,  10.25, -1.75,
            10.0, 8.5,  13.75, 15.75,  5.0, 14.75,  1.5, 8.5,
            10.5, 9.25,  6.25, 13.0,  -6.75, 10.25,  10.5, 10.5,
            3.0, 13.0,  13.25, 10.25,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Bins that share positions, because 7 x 5 positions are no multiple of 3 x 2; both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 6, 8, 1]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [1, 4]), [0, 0, 6, 4])
    images = Parameter("images", ("TENSOR_INT32", [1]), [0])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
    model = Model("shared_positions").IntroducedIn(version)
    model.Operation("ROI_POOLING", x, rois, images, 2, 3, 1.0, 1.0, layout).To(y)
    example = Example({
        x: [
            11.25,  -5.75,  -14.25,  -13.5,  -3.5,  -4.25,  8.75,  -12.5,
            8.5,  4.25,  13.25,  15.5,  -5.5,  -6.25,  -3.0,  -2.75,
            -7.5,  -6.75,  5.5,  7.25,  12.25,  -1.25,  7.5,  10.75,
            7.0,  10.25,  2.75,  7.75,  9.25,  15.5,  -16.0,  -15.5,
            12.75,  7.25,  9.0,  8.75,  13.5,  -14.5,  -1.5,  1.0,
            0.75,  3.75,  14.25,  -15.0,  2.5,  3.0,  -15.25,  12.75,
        ],
        y: [13.25, 15.5, 12.25, 12.75, 13.5, 15.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Corners are rounded to positions, halves up, and both belong to the region.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 6, 6, 1]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [3, 4]), [0.5, 1.5, 2.5, 3.5, 0.375, 1.25, 2.375, 3.375, 2, 2, 2, 2])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2, 1]))
    model = Model("rounded").IntroducedIn(version)
    model.Operation("ROI_POOLING", x, rois, images, 2, 2, 1.0, 1.0, False).To(y)
    example = Example({
        x: [
            -0.5,  6.0,  11.0,  15.5,  7.75,  -5.75,  -9.25,  -2.5,
            8.75,  -0.5,  -8.25,  -12.25,  -11.75,  -11.25,  14.25,  -2.0,
            5.25,  -4.0,  -12.0,  -15.25,  1.25,  8.5,  3.25,  5.75,
            7.0,  -2.5,  -9.75,  -15.0,  3.75,  -9.75,  9.25,  -0.75,
            12.0,  13.5,  -14.5,  2.75,
        ],
        y: [
            14.25,  14.25,  1.25,  8.5,  -2.5,  14.25,  -11.25,  14.25,
            14.25,  14.25,  14.25,  14.25,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Regions up to the corner of the map.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [3, 4]), [3, 2, 4, 3, 0, 0, 4.375, 3.25, 4, 3, 4, 3])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 1, 2]))
    model = Model("edge").IntroducedIn(version)
    model.Operation("ROI_POOLING", x, rois, images, 2, 1, 1.0, 1.0, False).To(y)
    example = Example({
        x: [
            -10.25, -14.25,  3.75, 14.25,  -13.0, -9.0,  4.75, 9.25,
            11.0, -5.25,  2.5, -9.75,  -15.75, 16.0,  1.0, -1.25,
            -12.5, -1.0,  4.75, -5.5,  -8.0, -13.75,  -3.0, 0.75,
            9.25, -13.5,  8.0, -5.5,  -2.0, -3.0,  0.25, 15.75,
            13.25, -12.5,  -4.0, -3.25,  7.5, -8.75,  -9.25, -9.0,
        ],
        y: [
            8.0, -3.0,  7.5, -8.75,  11.0, 16.0,  13.25, 15.75,
            -9.25, -9.0,  -9.25, -9.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# An output larger than the region.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 3, 1]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [2, 4]), [0, 0, 1, 1, 1, 1, 1, 1])
    images = Parameter("images", ("TENSOR_INT32", [2]), [0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 5, 1]))
    model = Model("more_bins_than_positions").IntroducedIn(version)
    model.Operation("ROI_POOLING", x, rois, images, 3, 5, 1.0, 1.0, False).To(y)
    example = Example({
        x: [12.25, -2.5, -3.25, 11.25, 0.25, -10.5, -11.25, -11.25, 11.5],
        y: [
            12.25,  12.25,  12.25,  -2.5,  -2.5,  12.25,  12.25,  12.25,
            0.25,  0.25,  11.25,  11.25,  11.25,  0.25,  0.25,  0.25,
            0.25,  0.25,  0.25,  0.25,  0.25,  0.25,  0.25,  0.25,
            0.25,  0.25,  0.25,  0.25,  0.25,  0.25,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A map of one position.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 3]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [1, 4]), [0, 0, 0, 0])
    images = Parameter("images", ("TENSOR_INT32", [1]), [0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 3]))
    model = Model("one_pixel").IntroducedIn(version)
    model.Operation("ROI_POOLING", x, rois, images, 2, 1, 1.0, 1.0, False).To(y)
    example = Example({
        x: [0.5, 9.25, -10.25],
        y: [0.5, 9.25, -10.25, 0.5, 9.25, -10.25],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A map that is larger than the image.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 6, 1]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [2, 4]), [0, 0, 2.5, 0.75, 0.5, 0.25, 2, 0.5])
    images = Parameter("images", ("TENSOR_INT32", [2]), [0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 1]))
    model = Model("ratio_below_one").IntroducedIn(version)
    model.Operation("ROI_POOLING", x, rois, images, 2, 2, 0.25, 0.5, False).To(y)
    example = Example({
        x: [
            -9.25,  -11.0,  15.0,  8.75,  -9.5,  -15.25,  -15.25,  10.5,
            12.0,  10.75,  0.5,  -0.25,  4.25,  -1.0,  -10.25,  0.5,
            -4.5,  3.25,  -15.75,  -10.5,  -5.0,  -14.25,  14.5,  -14.0,
        ],
        y: [15.0, 10.75, 4.25, 14.5, 12.0, 10.75, -1.0, 0.5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Images in any order and not all of them; regions come with the request.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 3, 3, 2]))
    rois = Input("rois", ("TENSOR_FLOAT32", [3, 4]))
    images = Input("images", ("TENSOR_INT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2, 2]))
    model = Model("later_images").IntroducedIn(version)
    model.Operation("ROI_POOLING", x, rois, images, 2, 2, 1.0, 1.0, False).To(y)
    example = Example({
        x: [
            11.25, 0.75,  7.75, 5.5,  1.75, 13.5,  -1.0, -10.0,
            14.25, 6.0,  11.25, 2.25,  -1.75, -8.0,  6.75, 1.25,
            8.25, 6.25,  -1.25, -1.0,  -14.25, -2.5,  10.25, 13.25,
            15.5, 3.5,  -14.25, 2.25,  6.0, -7.5,  0.5, 12.0,
            14.25, 12.75,  2.75, 2.75,  -6.75, 2.75,  11.0, 0.75,
            -10.25, -3.5,  -0.25, 4.5,  -2.0, -3.75,  7.25, 16.0,
            -6.25, -15.5,  -5.25, -7.0,  9.0, -15.75,
        ],
        rois: [0, 0, 2, 2, 1, 0, 2, 1, 0, 1, 2, 2],
        images: [2, 0, 0],
        y: [
            11.0, 4.5,  11.0, 16.0,  -0.25, 4.5,  9.0, 16.0,
            7.75, 5.5,  1.75, 13.5,  14.25, 6.0,  11.25, 2.25,
            14.25, 6.0,  14.25, 6.0,  6.75, 1.25,  8.25, 6.25,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Maps and results that float32 holds and float16 does not.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 4, 1]))
rois = Parameter("rois", ("TENSOR_FLOAT32", [1, 4]), [0, 0, 3, 3])
images = Parameter("images", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
model = Model("fine").IntroducedIn("V1_2")
model.Operation("ROI_POOLING", x, rois, images, 2, 2, 1.0, 1.0, False).To(y)
example = Example({
    x: [
        -0.80651855,  -0.6330414,  0.8750305,  2.8118896,
        -1.111145,  1.3234253,  1.8356323,  -0.6372528,
        1.7746124,  -0.42604065,  -2.7481384,  -0.25549316,
        -0.2649536,  -1.2381592,  2.8057404,  -0.4744568,
    ],
    y: [1.3234253, 2.8118896, 1.7746124, 2.8057404],
}, model=model)
example.AddVariations("relaxed", "float16")

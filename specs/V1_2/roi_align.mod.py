# ROI_ALIGN: numbers of points, ratios, regions at the edge and below one position, several
# images, none at all, layouts, every data type.
# Expected values: specs/scripts/regions.py, averages of interpolated points in exact fractions
# in plain loops (rounded half away from zero where quantized); checked against PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Two points each way in a bin, ratios 2 and 4, two images; both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 4, 5, 2]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [3, 4]), [0, 0, 6, 5, 4.5, 1, 18.5, 7.5, 2, 2, 10, 6])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 1])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 3, 2]))
    model = Model("two_points").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 2, 3, 2.0, 4.0, 2, 2, layout).To(y)
    example = Example({
        x: [
            6.25, 5.0,  4.75, -4.25,  -16.0, 13.25,  -10.25, 11.25,
            -8.25, 11.0,  -11.5, -14.5,  -9.25, -15.75,  5.75, 12.0,
            -2.75, -15.75,  12.25, 5.0,  -14.0, 2.25,  -13.75, 14.75,
            9.25, -2.5,  3.75, -1.75,  9.75, -1.0,  -6.0, -15.5,
            0.25, -2.0,  -0.25, 10.5,  -12.5, 4.5,  2.25, -15.25,
            -13.25, -7.0,  -5.5, -7.75,  5.25, 12.25,  13.5, 0.0,
            7.5, 11.75,  -1.75, -11.0,  -4.0, 7.25,  -14.25, -4.5,
            14.5, 0.0,  -13.0, 4.75,  -0.25, 4.5,  -2.25, -0.75,
            11.75, 5.0,  -14.5, -13.75,  -11.0, 5.25,  8.5, -6.75,
            -0.5, -12.5,  10.0, 3.25,  7.75, -16.0,  -14.5, -11.25,
        ],
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
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.19, 130),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.19, 2),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# As many points as positions in a bin, rounded up, which differs by region and axis; both
# layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 6, 7, 1]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [3, 4]), [0, 0, 7, 6, 1.25, 0.5, 3.5, 5.75, 0.5, 1, 5.375, 2.125])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 0])
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2, 1]))
    model = Model("as_many_as_needed").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 2, 2, 1.0, 1.0, 0, 0, layout).To(y)
    example = Example({
        x: [
            -3.5,  -15.5,  -2.25,  -5.5,  -4.75,  12.0,  4.0,  -9.25,
            -8.0,  6.25,  -0.75,  -12.0,  -13.25,  11.5,  -7.5,  12.75,
            12.0,  -13.0,  -5.25,  14.75,  9.0,  12.25,  14.25,  9.75,
            9.25,  -13.5,  -9.0,  7.75,  4.0,  6.0,  -13.0,  -0.75,
            1.5,  4.25,  8.5,  4.25,  15.75,  -7.75,  -0.75,  12.0,
            13.0,  13.0,
        ],
        y: [
            0.61848956,  1.4557291,  2.6914062,  7.4967446,
            7.4506836,  -1.7692871,  -2.3346355,  -0.2475586,
            1.2408854,  -7.0371094,  5.9518228,  -1.0957031,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.19, 130),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.19, 2),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# A number of points for rows, as many as needed for columns.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [2, 4]), [0, 0.5, 5.5, 3, 0.25, 0.25, 2.25, 4])
    images = Parameter("images", ("TENSOR_INT32", [2]), [0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 2]))
    model = Model("one_axis_as_needed").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 1, 2, 1.0, 1.0, 3, 0, False).To(y)
    example = Example({
        x: [
            -13.25, -3.5,  -9.25, -6.75,  6.5, 8.5,  -14.25, 2.5,
            -7.75, 1.5,  10.0, -9.5,  15.0, 4.5,  9.5, 13.25,
            -7.5, -12.25,  9.25, -8.0,  0.0, -8.25,  10.0, 4.75,
            11.5, 5.75,  8.75, -15.0,  -1.5, 12.75,  10.25, 15.75,
            2.75, 10.75,  -13.0, -1.75,  11.75, 10.25,  -3.5, 6.75,
            5.25, 0.75,  12.5, -11.25,  14.75, 9.25,  0.25, -9.75,
        ],
        y: [
            4.536169, 1.5177469,  3.5671296, 0.8796296,
            5.6145835, 2.9765625,  0.6171875, 1.0208334,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.19, 130),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.19, 2),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# As many as needed for rows, a number for columns.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 6, 4, 2]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [1, 4]), [0.5, 0, 3, 5.5])
    images = Parameter("images", ("TENSOR_INT32", [1]), [0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2]))
    model = Model("other_axis_as_needed").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 2, 1, 1.0, 1.0, 0, 3, False).To(y)
    example = Example({
        x: [
            7.25, 8.25,  16.0, -10.0,  -14.5, 7.0,  0.0, 12.5,
            -5.25, -3.25,  -13.5, -5.25,  11.0, -0.5,  -3.5, 14.0,
            7.25, -9.25,  -8.25, 1.75,  -9.25, 1.75,  3.75, -0.25,
            13.5, -5.0,  -4.0, -5.5,  -7.0, -12.5,  3.25, -1.75,
            2.0, -15.25,  -4.25, -7.75,  9.75, -2.0,  -6.5, 1.75,
            -2.75, -9.5,  -10.75, -13.0,  -13.0, -7.25,  9.75, 1.5,
        ],
        y: [-2.9473379, 0.066550925, -3.3083527, -6.315683],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.19, 130),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.19, 2),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Regions below one position are one position long, from their first corner.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 4, 1]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [3, 4]), [1, 1, 1, 1, 2.25, 1.5, 2.5, 1.625, 0.5, 1, 0.75, 3])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2, 1]))
    model = Model("small").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 2, 2, 1.0, 1.0, 1, 1, False).To(y)
    example = Example({
        x: [
            -2.5,  -12.0,  8.75,  -11.25,  -3.25,  3.75,  -16.0,  -8.0,
            -5.0,  -8.0,  -2.75,  -2.75,  4.75,  -5.5,  13.5,  14.5,
        ],
        y: [
            -2.5625,  -9.3125,  -5.3125,  -5.8125,
            -5.0625,  -4.0625,  1.4375,  1.5625,
            -2.625,  -3.9375,  -5.09375,  -3.71875,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.19, 130),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.19, 2),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Points beyond the last position take the edge; a region up to the corner.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [3, 4]), [2, 1, 4, 3, 4, 3, 4, 3, 3, 0, 4, 3])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2, 1]))
    model = Model("edge").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 2, 2, 1.0, 1.0, 2, 2, False).To(y)
    example = Example({
        x: [
            -14.25,  -0.25,  1.75,  -14.5,  8.0,  2.25,  -2.0,  1.75,
            -4.75,  -12.75,  8.0,  -0.25,
        ],
        y: [
            1.875,  0.75,  3.875,  -0.25,
            -0.25,  -0.25,  -0.25,  -0.25,
            -3.453125,  -3.453125,  -0.125,  -0.125,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.19, 130),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.19, 2),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# An output larger than the map.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [1, 4]), [0, 0, 2, 2])
    images = Parameter("images", ("TENSOR_INT32", [1]), [0])
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 1]))
    model = Model("more_bins_than_positions").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 3, 5, 1.0, 1.0, 1, 1, False).To(y)
    example = Example({
        x: [8.25, 11.5, -5.25, -15.5],
        y: [
            3.5,  3.0,  2.5,  2.5,  2.5,  -7.3,  -11.4,  -15.5,
            -15.5,  -15.5,  -7.3,  -11.4,  -15.5,  -15.5,  -15.5,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.21, 131),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.21, 3),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A map of one position.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 3]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [2, 4]), [0, 0, 1, 1, 0.5, 0, 1, 0.5])
    images = Parameter("images", ("TENSOR_INT32", [2]), [0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
    model = Model("one_pixel").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 2, 1, 1.0, 1.0, 2, 2, False).To(y)
    example = Example({
        x: [-1.5, -8.75, -12.25],
        y: [
            -1.5, -8.75, -12.25,  -1.5, -8.75, -12.25,
            -1.5, -8.75, -12.25,  -1.5, -8.75, -12.25,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.19, 130),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.19, 2),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A map that is larger than the image.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 6, 1]))
    rois = Parameter("rois", ("TENSOR_FLOAT32", [2, 4]), [0, 0, 3, 1, 1, 0.5, 2.5, 1])
    images = Parameter("images", ("TENSOR_INT32", [2]), [0, 0])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 1]))
    model = Model("ratio_below_one").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 2, 2, 0.25, 0.5, 0, 0, False).To(y)
    example = Example({
        x: [
            -13.25,  3.0,  13.0,  12.25,  11.5,  -6.0,  10.25,  3.0,
            -1.75,  3.25,  6.0,  9.25,  -13.5,  4.75,  -11.0,  -13.0,
            10.25,  0.75,  2.5,  16.0,  7.75,  -9.25,  10.5,  7.0,
        ],
        y: [1.0, 4.7083335, 3.46875, 4.5, -6.8125, 7.0, -2.703125, 8.171875],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.19, 130),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.19, 2),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Images in any order and not all of them; regions come with the request.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 3, 3, 2]))
    rois = Input("rois", ("TENSOR_FLOAT32", [3, 4]))
    images = Input("images", ("TENSOR_INT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 2, 2, 2]))
    model = Model("later_images").IntroducedIn(version)
    model.Operation("ROI_ALIGN", x, rois, images, 2, 2, 1.0, 1.0, 2, 2, False).To(y)
    example = Example({
        x: [
            9.25, 15.0,  5.75, 11.0,  -9.5, -7.5,  -7.75, 14.75,
            -1.5, -1.5,  -15.25, 11.75,  14.75, -2.5,  6.0, -12.5,
            -9.25, 1.5,  -13.0, -6.5,  -3.25, 0.75,  6.25, 2.0,
            -10.25, -10.0,  9.0, -11.25,  -12.5, -3.25,  -14.5, -6.25,
            5.5, -7.75,  -10.75, -13.75,  -10.5, 15.5,  6.0, 1.5,
            -11.75, 15.75,  7.0, 8.5,  13.0, -14.0,  0.0, 6.5,
            -8.5, 2.5,  7.25, -9.0,  1.0, 0.25,
        ],
        rois: [0, 0, 3, 3, 1, 0, 2.5, 2, 0.5, 1.5, 3, 3],
        images: [2, 0, 0],
        y: [
            6.4833984, -1.7421875,  -2.7304688, 7.8847656,
            2.4609375, -4.881836,  1.3544922, 0.018554688,
            -3.3125, 3.765625,  -11.921875, 2.2070312,
            -3.1875, -1.890625,  -11.796875, 6.1992188,
            2.144043, -6.715332,  -10.1875, 3.1015625,
            3.484375, -8.5,  -9.25, 1.5,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.19, 130),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.19, 2),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Maps and results that float32 holds and float16 does not.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 4, 1]))
rois = Parameter("rois", ("TENSOR_FLOAT32", [1, 4]), [0, 0, 3, 3])
images = Parameter("images", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
model = Model("fine").IntroducedIn("V1_2")
model.Operation("ROI_ALIGN", x, rois, images, 2, 2, 1.0, 1.0, 2, 2, False).To(y)
example = Example({
    x: [
        -1.1442871,  -2.3595734,  1.7771912,  0.3748932,
        -0.21282959,  -1.818161,  -2.777359,  1.9277802,
        -2.681717,  0.1537323,  2.2645416,  -2.5811768,
        -2.0340881,  0.009933472,  -2.8115845,  -0.26113892,
    ],
    y: [-1.4356945, -0.40312976, -0.71290535, -0.2659306],
}, model=model)
example.AddVariations("relaxed", "float16")

# No region at all, because the operation before keeps no box.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [2, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [2, 8]), [
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0,
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0,
    ])
    owner = Parameter("owner", ("TENSOR_INT32", [2]), [0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [0]))
    kept_boxes = Internal("kept_boxes", ("TENSOR_FLOAT32", [0, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [0]))
    kept_images = Internal("kept_images", ("TENSOR_INT32", [0]))
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 2]))
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [0, 3, 2, 2]))
    model = Model("no_region").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, owner, 0.5, -1, 0, 0.5, 1.0, 0.25).To(kept_scores, kept_boxes, kept_classes, kept_images)
    model.Operation("ROI_ALIGN", x, kept_boxes, kept_images, 3, 2, 1.0, 1.0, 2, 2, layout).To(y)
    example = Example({
        scores: [0.0, 0.25, 0.125, 0.375],
        kept_scores: [],
        kept_classes: [],
        x: [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5],
        y: [],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.125, 3),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.125, 3),
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.3, 7),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -125),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -125),
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.3, -121),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# Averages halfway between two codes are rounded away from zero.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 1, 9, 1], 0.5, 100))
rois = Parameter("rois", ("TENSOR_QUANT16_ASYMM", [6, 4], 0.125), [
    0, 0, 8, 0,  8, 0, 16, 0,  16, 0, 24, 0,  40, 0, 48, 0,
    24, 0, 32, 0,  56, 0, 64, 0,
])
images = Parameter("images", ("TENSOR_INT32", [6]), [0, 0, 0, 0, 0, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [6, 1, 1, 1], 0.5, 100))
model = Model("ties").IntroducedIn("V1_2")
model.Operation("ROI_ALIGN", x, rois, images, 1, 1, 1.0, 1.0, 1, 1, False).To(y)
Example({
    x: [100, 101, 100, 99, 101, 101, 99, 99, 100],
    y: [101, 101, 99, 100, 100, 99],
}, model=model)

# Averages halfway between two codes are rounded away from zero.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 9, 1], 0.5, -28))
rois = Parameter("rois", ("TENSOR_QUANT16_ASYMM", [6, 4], 0.125), [
    0, 0, 8, 0,  8, 0, 16, 0,  16, 0, 24, 0,  40, 0, 48, 0,
    24, 0, 32, 0,  56, 0, 64, 0,
])
images = Parameter("images", ("TENSOR_INT32", [6]), [0, 0, 0, 0, 0, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [6, 1, 1, 1], 0.5, -28))
model = Model("ties_signed").IntroducedIn("V1_3")
model.Operation("ROI_ALIGN", x, rois, images, 1, 1, 1.0, 1.0, 1, 1, False).To(y)
Example({
    x: [-28, -27, -28, -29, -27, -27, -29, -29, -28],
    y: [-27, -27, -29, -28, -28, -29],
}, model=model)

# Another output scale and zero point; results beyond both ends of the range.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 2, 4, 1], 0.5, 128))
rois = Parameter("rois", ("TENSOR_QUANT16_ASYMM", [1, 4], 0.125), [0, 0, 32, 16])
images = Parameter("images", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 2, 4, 1], 0.13, 90))
model = Model("saturated").IntroducedIn("V1_2")
model.Operation("ROI_ALIGN", x, rois, images, 2, 4, 1.0, 1.0, 1, 1, False).To(y)
Example({
    x: [0, 0, 255, 255, 0, 0, 255, 255],
    y: [0, 88, 255, 255, 0, 88, 255, 255],
}, model=model)

# Another output scale and zero point; results beyond both ends of the range.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 4, 1], 0.5))
rois = Parameter("rois", ("TENSOR_QUANT16_ASYMM", [1, 4], 0.125), [0, 0, 32, 16])
images = Parameter("images", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 4, 1], 0.13, -38))
model = Model("saturated_signed").IntroducedIn("V1_3")
model.Operation("ROI_ALIGN", x, rois, images, 2, 4, 1.0, 1.0, 1, 1, False).To(y)
Example({
    x: [-128, -128, 127, 127, -128, -128, 127, 127],
    y: [-128, -40, 127, 127, -128, -40, 127, 127],
}, model=model)

# GENERATE_PROPOSALS: limits, thresholds, images, layouts, every data type. Boxes are ordered by
# image and descending score.
# Expected values: specs/scripts/detections.py, the steps of the contract's text in plain
# Python.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# No limits; two images of different sizes.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [2, 2, 3, 8]))
    anchors = Parameter("anchors", ("TENSOR_FLOAT32", [2, 4]), [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [2, 2]), [40.0, 50.0, 32.5, 61.0])
    layout = BoolScalar("layout", False)
    best_scores = Output("best_scores", ("TENSOR_FLOAT32", [19]))
    best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [19, 4]))
    best_images = Output("best_images", ("TENSOR_INT32", [19]))
    model = Model("all_boxes").IntroducedIn(version)
    model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 16.0, 20.0, -1, -1, 0.5, 1.0, layout).To(best_scores, best_boxes, best_images)
    example = Example({
        scores: [
            0.234375, 0.15625,  0.0, 0.703125,  0.625, 1.5625,  1.71875, 1.796875,
            1.171875, 1.25,  0.3125, 1.09375,  0.9375, 0.859375,  0.78125, 1.484375,
            0.46875, 0.546875,  0.390625, 1.015625,  1.640625, 1.328125,  1.40625, 0.078125,
        ],
        deltas: [
            0.0625, 0.25, 0.5625, 0.34375, -0.28125, -0.125, 0.625, -0.375,
            -0.1875, 0.5, 0.5, 0.4375, -0.46875, -0.65625, -0.21875, 0.21875,
            0.65625, 0.21875, -0.4375, -0.09375, 0.125, 0.34375, 0.59375, -0.1875,
            -0.4375, 0.3125, -0.4375, -0.375, -0.4375, 0.65625, -0.625, -0.40625,
            -0.6875, -0.34375, 0.125, -0.5, 0.0625, -0.28125, -0.03125, -0.59375,
            0.03125, -0.65625, 0.3125, -0.59375, 0.65625, 0.03125, 0.53125, -0.1875,
            0.34375, 0.6875, 0.75, 0.1875, 0.46875, -0.0625, -0.4375, 0.53125,
            0.1875, -0.65625, 0.59375, 0.6875, -0.5, -0.375, -0.125, 0.71875,
            0.34375, 0.4375, -0.4375, -0.5625, 0.21875, -0.0625, 0.28125, -0.25,
            -0.40625, 0.25, -0.4375, 0.71875, -0.4375, 0.0, 0.0625, 0.46875,
            0.28125, -0.53125, -0.1875, 0.5, 0.5, -0.4375, -0.59375, -0.4375,
            -0.03125, -0.34375, 0.5, 0.65625, -0.65625, 0.375, 0.125, -0.03125,
        ],
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
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            best_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            best_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(scores, deltas, layout)

# Only the best seven boxes are candidates.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [1, 2, 4, 2]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 2, 4, 8]))
    anchors = Parameter("anchors", ("TENSOR_FLOAT32", [2, 4]), [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [40.0, 70.0])
    layout = BoolScalar("layout", False)
    best_scores = Output("best_scores", ("TENSOR_FLOAT32", [7]))
    best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [7, 4]))
    best_images = Output("best_images", ("TENSOR_INT32", [7]))
    model = Model("best_before").IntroducedIn(version)
    model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 16.0, 16.0, 7, -1, 0.5, 1.0, layout).To(best_scores, best_boxes, best_images)
    example = Example({
        scores: [
            0.5859375, 1.40625,  0.9375, 0.8203125,
            0.234375, 1.5234375,  1.640625, 1.0546875,
            1.171875, 0.703125,  1.2890625, 1.7578125,
            0.46875, 0.3515625,  0.1171875, 0.0,
        ],
        deltas: [
            -0.3125, 0.25, 0.15625, 0.40625, 0.125, -0.21875, 0.71875, 0.40625,
            0.3125, 0.03125, 0.75, -0.34375, -0.3125, 0.3125, 0.75, -0.03125,
            -0.125, -0.625, -0.71875, 0.375, -0.40625, -0.21875, 0.0, -0.09375,
            0.65625, 0.75, 0.21875, -0.75, -0.75, -0.40625, -0.5625, 0.4375,
            0.4375, 0.0, 0.46875, 0.375, 0.125, 0.28125, -0.71875, -0.46875,
            -0.3125, 0.0625, -0.65625, 0.625, -0.0625, 0.09375, -0.71875, -0.3125,
            0.71875, -0.34375, 0.1875, -0.15625, 0.53125, 0.625, -0.625, 0.25,
            -0.75, -0.59375, 0.34375, 0.3125, -0.125, -0.09375, 0.375, -0.0625,
        ],
        best_scores: [
            1.7578125, 1.640625, 1.5234375, 1.40625, 1.2890625, 1.171875, 1.0546875,
        ],
        best_boxes: [
            13.101111386291047, 6.496352287510355, 20.89888861370895, 27.347397712489645,
            48.54383913787124, 8.221067578071882, 68.45616086212877, 15.778932421928118,
            19.5, 0.0, 35.5, 4.990397649665487,
            0.0, 0.0, 20.414934187903814, 13.407408650001749,
            6.849654674768885, 2.0540323405422214, 15.150345325231115, 31.94596765945778,
            0.0, 4.36006868305439, 19.783963599605066, 27.63993131694561,
            33.44173740215262, 0.0, 42.55826259784738, 8.742706755536396,
        ],
        best_images: [0, 0, 0, 0, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            best_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            best_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(scores, deltas, layout)

# Only the best three of each image are returned.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [2, 2, 2, 2]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [2, 2, 2, 8]))
    anchors = Parameter("anchors", ("TENSOR_FLOAT32", [2, 4]), [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [2, 2]), [40.0, 40.0, 48.0, 36.0])
    layout = BoolScalar("layout", False)
    best_scores = Output("best_scores", ("TENSOR_FLOAT32", [6]))
    best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [6, 4]))
    best_images = Output("best_images", ("TENSOR_INT32", [6]))
    model = Model("best_after").IntroducedIn(version)
    model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 20.0, 16.0, -1, 3, 0.5, 1.0, layout).To(best_scores, best_boxes, best_images)
    example = Example({
        scores: [
            0.703125, 1.40625,  0.9375, 0.5859375,
            0.234375, 1.5234375,  1.0546875, 0.8203125,
            1.171875, 0.46875,  0.0, 0.3515625,
            1.640625, 0.1171875,  1.7578125, 1.2890625,
        ],
        deltas: [
            -0.3125, 0.75, 0.125, 0.375, 0.59375, 0.5625, 0.21875, -0.46875,
            -0.28125, 0.03125, -0.4375, -0.65625, -0.03125, -0.125, -0.21875, -0.34375,
            -0.125, 0.625, -0.34375, -0.125, 0.5, 0.3125, 0.03125, 0.59375,
            0.5, -0.09375, -0.0625, -0.1875, -0.34375, 0.03125, -0.75, 0.375,
            0.5625, -0.6875, 0.4375, -0.09375, 0.375, 0.1875, 0.53125, -0.28125,
            0.5, 0.75, -0.53125, 0.125, -0.40625, -0.21875, 0.4375, 0.0625,
            0.15625, -0.125, 0.28125, -0.4375, 0.65625, -0.25, 0.03125, 0.09375,
            -0.46875, -0.40625, 0.03125, -0.1875, 0.21875, 0.125, -0.3125, -0.0625,
        ],
        best_scores: [1.5234375, 1.40625, 1.0546875, 1.7578125, 1.640625, 1.2890625],
        best_boxes: [
            1.746052740007178, 1.3528334722987303, 18.25394725999282, 40.0,
            1.5438391378712382, 5.363827863134576, 21.456160862128762, 23.198672136865426,
            16.484695497492194, 11.867767054556797, 31.515304502507806, 25.132232945443203,
            0.24605274000717792, 6.867767054556797, 16.75394725999282, 20.132232945443203,
            0.0, 12.834811788576864, 13.098278069830924, 23.165188211423136,
            15.647074968426866, 8.42586385490797, 27.352925031573136, 35.19913614509203,
        ],
        best_images: [0, 0, 0, 1, 1, 1],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            best_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            best_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(scores, deltas, layout)

# Both limits.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 3, 3, 8]))
    anchors = Parameter("anchors", ("TENSOR_FLOAT32", [2, 4]), [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [60.0, 60.0])
    layout = BoolScalar("layout", False)
    best_scores = Output("best_scores", ("TENSOR_FLOAT32", [4]))
    best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [4, 4]))
    best_images = Output("best_images", ("TENSOR_INT32", [4]))
    model = Model("both_limits").IntroducedIn(version)
    model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 20.0, 20.0, 12, 4, 0.3, 1.0, layout).To(best_scores, best_boxes, best_images)
    example = Example({
        scores: [
            1.6640625, 0.0,  0.9375, 1.453125,
            0.625, 0.203125,  0.828125, 1.0390625,
            1.25, 1.765625,  0.4140625, 0.1015625,
            0.3125, 1.140625,  0.7265625, 0.515625,
            1.3515625, 1.5625,
        ],
        deltas: [
            0.21875, 0.28125, 0.40625, 0.4375, -0.40625, 0.40625, 0.46875, 0.125,
            -0.40625, 0.5625, 0.09375, -0.5, 0.4375, -0.28125, 0.25, -0.65625,
            -0.59375, -0.4375, 0.5, 0.09375, -0.15625, -0.75, -0.6875, 0.34375,
            0.71875, 0.75, 0.0625, 0.25, -0.625, 0.5, 0.28125, -0.65625,
            -0.625, 0.6875, 0.3125, 0.65625, 0.65625, 0.65625, 0.71875, -0.5,
            -0.21875, -0.125, -0.6875, -0.40625, -0.3125, 0.75, -0.59375, -0.59375,
            0.03125, 0.09375, -0.25, -0.71875, -0.625, 0.09375, 0.21875, 0.0625,
            -0.21875, 0.03125, -0.0625, -0.65625, 0.375, 0.6875, -0.4375, 0.5625,
            -0.375, 0.625, 0.65625, -0.15625, 0.59375, 0.3125, 0.59375, 0.40625,
        ],
        best_scores: [1.765625, 1.6640625, 1.5625, 1.3515625],
        best_boxes: [
            16.085065812096186, 28.310063099094975, 48.91493418790381, 45.596186900905025,
            0.0, 0.0, 15.509422400000982, 16.890642389073065,
            37.013871423044904, 25.76446634999825, 60.0, 60.0,
            18.579596398659643, 43.15723738154062, 49.420403601340354, 56.84276261845938,
        ],
        best_images: [0, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            best_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            best_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(scores, deltas, layout)

# Narrow and low boxes are dropped.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 3, 3, 8]))
    anchors = Parameter("anchors", ("TENSOR_FLOAT32", [2, 4]), [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [60.0, 60.0])
    layout = BoolScalar("layout", False)
    best_scores = Output("best_scores", ("TENSOR_FLOAT32", [6]))
    best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [6, 4]))
    best_images = Output("best_images", ("TENSOR_INT32", [6]))
    model = Model("large_only").IntroducedIn(version)
    model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 20.0, 20.0, -1, -1, 0.5, 14.0, layout).To(best_scores, best_boxes, best_images)
    example = Example({
        scores: [
            0.7265625, 0.1015625,  1.140625, 0.203125,
            1.765625, 0.4140625,  0.828125, 0.0,
            0.9375, 1.25,  0.625, 1.453125,
            1.6640625, 0.515625,  1.5625, 1.3515625,
            0.3125, 1.0390625,
        ],
        deltas: [
            0.375, -0.59375, 0.40625, 0.5625, 0.0625, -0.34375, -0.03125, -0.59375,
            0.375, 0.53125, 0.40625, 0.5625, -0.625, -0.75, -0.6875, 0.59375,
            -0.59375, -0.5625, -0.65625, -0.40625, -0.625, -0.03125, -0.5, -0.65625,
            0.6875, -0.25, -0.40625, -0.5625, -0.25, -0.5625, -0.0625, -0.71875,
            -0.5, 0.0, 0.28125, 0.03125, -0.625, 0.5625, 0.40625, -0.5,
            0.75, 0.5625, -0.5625, 0.59375, -0.65625, 0.4375, 0.53125, -0.1875,
            -0.53125, 0.3125, 0.03125, 0.40625, -0.5, 0.75, -0.625, -0.0625,
            0.1875, 0.375, -0.25, 0.375, 0.71875, -0.46875, 0.4375, 0.5625,
            0.46875, -0.28125, 0.03125, -0.03125, -0.4375, -0.5, -0.3125, 0.28125,
        ],
        best_scores: [1.453125, 1.3515625, 1.25, 1.140625, 0.9375, 0.3125],
        best_boxes: [
            17.891541585212792, 18.905085065929295, 45.10845841478721, 42.5324149340707,
            21.109357610926935, 0.0, 45.890642389073065, 49.90015386168425,
            0.0, 25.638188099094975, 24.009422400000982, 42.924311900905025,
            13.990577599999018, 0.0, 38.009422400000986, 22.540437255682388,
            1.4017219301690762, 11.746052740007178, 22.598278069830926, 28.25394725999282,
            39.24605274000718, 27.746134124189247, 55.75394725999282, 43.25386587581075,
        ],
        best_images: [0, 0, 0, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            best_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            best_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(scores, deltas, layout)

# The image of each box, compared exactly.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [3, 1, 2, 2]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [3, 1, 2, 8]))
    anchors = Parameter("anchors", ("TENSOR_FLOAT32", [2, 4]), [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [3, 2]), [40.0, 50.0, 40.0, 50.0, 40.0, 50.0])
    layout = BoolScalar("layout", False)
    best_scores = Output("best_scores", ("TENSOR_FLOAT32", [8]))
    best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [8, 4]))
    best_images = Internal("best_images", ("TENSOR_INT32", [8]))
    best_images_as_floats = Output("best_images_as_floats", ("TENSOR_FLOAT32", [8]))
    model = Model("images").IntroducedIn(version)
    model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 16.0, 20.0, -1, -1, 0.5, 1.0, layout).To(best_scores, best_boxes, best_images)
    model.Operation("CAST", best_images).To(best_images_as_floats)
    example = Example({
        scores: [
            0.625, 0.46875,  0.78125, 1.71875,  0.15625, 1.5625,  1.40625, 0.0,
            0.9375, 0.3125,  1.09375, 1.25,
        ],
        deltas: [
            0.5625, -0.0625, 0.375, 0.625, 0.25, -0.5625, -0.71875, 0.5625,
            -0.59375, 0.40625, 0.28125, 0.6875, 0.59375, -0.65625, 0.53125, -0.59375,
            -0.125, 0.0625, 0.65625, -0.75, 0.1875, -0.59375, -0.21875, 0.5625,
            0.15625, 0.6875, -0.21875, 0.59375, -0.03125, -0.28125, 0.6875, 0.34375,
            -0.46875, 0.1875, 0.59375, 0.75, 0.03125, -0.09375, -0.65625, -0.25,
            -0.1875, 0.09375, 0.09375, 0.125, -0.40625, -0.53125, 0.71875, -0.21875,
        ],
        best_scores: [0.78125, 0.46875, 1.5625, 1.40625, 0.0, 1.09375, 0.9375, 0.3125],
        best_boxes: [
            0.0, 0.0, 21.098278069830926, 22.409899756658334,
            2.101111386291047, 0.0, 9.898888613708953, 7.228278861684252,
            0.0, 0.0, 11.428180589512486, 6.337653861684252,
            16.071819410487514, 0.0, 28.928180589512486, 25.486128576955096,
            5.590100243341665, 0.0, 37.409899756658334, 10.330095997691377,
            8.213718877537394, 0.0, 25.786281122462604, 10.56518762453461,
            0.0, 0.0, 6.986128576955098, 19.9360001329014,
            0.0, 0.0, 6.650345325231115, 6.67603615876752,
        ],
        best_images_as_floats: [0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            best_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            best_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(scores, deltas, layout)

# All boxes are too small.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [1, 1, 2, 2]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 1, 2, 8]))
    anchors = Parameter("anchors", ("TENSOR_FLOAT32", [2, 4]), [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [60.0, 60.0])
    best_scores = Output("best_scores", ("TENSOR_FLOAT32", [0]))
    best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [0, 4]))
    best_images = Output("best_images", ("TENSOR_INT32", [0]))
    model = Model("none").IntroducedIn(version)
    model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 20.0, 20.0, -1, -1, 0.5, 100.0, False).To(best_scores, best_boxes, best_images)
    example = Example({
        scores: [0.46875, 1.40625, 0.9375, 0.0],
        deltas: [
            0.375, -0.0625, 0.375, 0.53125, 0.53125, 0.3125, -0.5625, 0.03125,
            -0.21875, 0.5, 0.71875, 0.25, -0.3125, 0.5, 0.03125, 0.28125,
        ],
        best_scores: [],
        best_boxes: [],
        best_images: [],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            best_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            best_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }), includeDefault=False)

# One anchor at one position.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 1, 1, 4]))
    anchors = Parameter("anchors", ("TENSOR_FLOAT32", [1, 4]), [-6.0, -16.0, 10.0, 12.5])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [60.0, 60.0])
    best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1]))
    best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 4]))
    best_images = Output("best_images", ("TENSOR_INT32", [1]))
    model = Model("one_anchor").IntroducedIn(version)
    model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 20.0, 20.0, -1, -1, 0.5, 1.0, False).To(best_scores, best_boxes, best_images)
    example = Example({
        scores: [0.0],
        deltas: [0.5625, 0.4375, 0.375, 0.5],
        best_scores: [0.0],
        best_boxes: [0.0, 0.0, 22.63993131694561, 34.21302810747683],
        best_images: [0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            best_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            best_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }), includeDefault=False)

# A limit of zero means no limit; anchors and image sizes are model inputs.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 2, 2, 8]))
    anchors = Input("anchors", ("TENSOR_FLOAT32", [2, 4]))
    sizes = Input("sizes", ("TENSOR_FLOAT32", [1, 2]))
    layout = BoolScalar("layout", False)
    best_scores = Output("best_scores", ("TENSOR_FLOAT32", [7]))
    best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [7, 4]))
    best_images = Output("best_images", ("TENSOR_INT32", [7]))
    model = Model("zero_limits").IntroducedIn(version)
    model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 20.0, 20.0, 0, 0, 0.5, 1.0, layout).To(best_scores, best_boxes, best_images)
    example = Example({
        scores: [
            0.703125, 0.234375,  0.46875, 0.9375,  1.171875, 1.640625,  1.40625, 0.0,
        ],
        deltas: [
            0.5625, -0.5625, 0.375, 0.65625, -0.21875, 0.1875, -0.21875, -0.0625,
            0.15625, 0.4375, -0.1875, -0.53125, 0.28125, -0.375, -0.21875, -0.3125,
            -0.28125, 0.3125, 0.28125, -0.25, 0.625, 0.40625, -0.25, -0.125,
            0.3125, 0.0, 0.09375, -0.125, -0.4375, -0.71875, -0.6875, 0.5625,
        ],
        anchors: [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5],
        sizes: [40.0, 40.0],
        best_scores: [1.640625, 1.40625, 1.171875, 0.703125, 0.46875, 0.234375, 0.0],
        best_boxes: [
            5.769593735428761, 17.252544138169515, 18.23040626457124, 40.0,
            16.213718877537396, 12.940024779323236, 33.786281122462604, 27.059975220676762,
            0.0, 18.76959373542876, 6.098278069830924, 31.23040626457124,
            0.0, 0.0, 20.63993131694561, 6.420403601340357,
            15.867767054556797, 2.297042615021228, 29.132232945443203, 11.702957384978772,
            0.0, 0.0, 4.928180589512486, 16.98038614509203,
            10.977347376232473, 0.0, 19.022652623767527, 22.775153861684252,
        ],
        best_images: [0, 0, 0, 0, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            best_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            best_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            best_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            anchors: ("TENSOR_QUANT16_SYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(scores, deltas, layout)

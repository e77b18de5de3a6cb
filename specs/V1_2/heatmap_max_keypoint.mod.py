# HEATMAP_MAX_KEYPOINT: peaks inside, at edges and in corners, flat maps, distant peaks,
# layouts, every data type.
# Expected values: specs/scripts/detections.py, the quadratic approximation in exact fractions
# in plain Python; checked against NumPy's linear solver.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Peaks inside the map; two boxes with two keypoints; both layouts.
for version in ("V1_2", "V1_3"):
    heatmaps = Input("heatmaps", ("TENSOR_FLOAT32", [2, 4, 4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [2, 4]), [3.0, 5.0, 17.0, 12.5, 0.0, 0.0, 9.5, 40.0])
    layout = BoolScalar("layout", False)
    scores = Output("scores", ("TENSOR_FLOAT32", [2, 2]))
    points = Output("points", ("TENSOR_FLOAT32", [2, 2, 2]))
    model = Model("inside").IntroducedIn(version)
    model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, layout).To(scores, points)
    example = Example({
        heatmaps: [
            0.0625, 0.0,  0.1875, 0.125,  0.125, 0.5625,  0.0, 0.125,
            0.25, 0.0625,  0.5625, 0.1875,  0.6875, 0.625,  0.1875, 0.1875,
            0.125, 0.0,  0.5, 0.1875,  0.875, 0.8125,  0.3125, 0.25,
            0.0, 0.0625,  0.1875, 0.125,  0.375, 0.5,  0.0625, 0.125,
            0.0, 0.0,  0.125, 0.1875,  0.1875, 0.375,  0.0625, 0.0625,
            0.1875, 0.125,  0.6875, 0.5,  0.5625, 0.875,  0.25, 0.3125,
            0.3125, 0.25,  0.875, 0.5625,  0.5, 0.6875,  0.125, 0.1875,
            0.0625, 0.0625,  0.375, 0.1875,  0.1875, 0.125,  0.0, 0.0,
        ],
        scores: [0.89900917, 0.81681746, 0.89900917, 0.89900917],
        points: [
            11.344512, 9.241616,  11.842105, 9.453125,
            3.8376524, 22.621952,  5.662348, 17.378048,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM", 0.0625, 40),
            scores: ("TENSOR_QUANT8_ASYMM", 0.011, 20),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -88),
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.011, -108),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(heatmaps, layout)

# Peaks in the four corners: the neighbourhood is mirrored.
for version in ("V1_2", "V1_3"):
    heatmaps = Input("heatmaps", ("TENSOR_FLOAT32", [1, 4, 4, 4]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [1, 4]), [3.0, 5.0, 16.625, 12.875])
    scores = Output("scores", ("TENSOR_FLOAT32", [1, 4]))
    points = Output("points", ("TENSOR_FLOAT32", [1, 4, 2]))
    model = Model("corner").IntroducedIn(version)
    model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, False).To(scores, points)
    example = Example({
        heatmaps: [
            0.0, 0.1875, 0.1875, 1.125,  0.0625, 0.375, 0.125, 0.6875,
            0.125, 0.6875, 0.0625, 0.375,  0.1875, 1.125, 0.0, 0.1875,
            0.0625, 0.125, 0.375, 0.6875,  0.125, 0.25, 0.25, 0.4375,
            0.25, 0.4375, 0.125, 0.25,  0.375, 0.6875, 0.0625, 0.125,
            0.125, 0.0625, 0.6875, 0.375,  0.25, 0.125, 0.4375, 0.25,
            0.4375, 0.25, 0.25, 0.125,  0.6875, 0.375, 0.125, 0.0625,
            0.1875, 0.0, 1.125, 0.1875,  0.375, 0.0625, 0.6875, 0.125,
            0.6875, 0.125, 0.375, 0.0625,  1.125, 0.1875, 0.1875, 0.0,
        ],
        scores: [1.125, 1.125, 1.125, 1.125],
        points: [
            14.921875, 11.890625,  14.921875, 5.984375,
            4.703125, 11.890625,  4.703125, 5.984375,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM", 0.0625, 40),
            scores: ("TENSOR_QUANT8_ASYMM", 0.011, 20),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -88),
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.011, -108),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Peaks at the edges of the map, not in a corner.
for version in ("V1_2", "V1_3"):
    heatmaps = Input("heatmaps", ("TENSOR_FLOAT32", [1, 4, 4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [1, 4]), [3.0, 5.0, 16.625, 12.875])
    layout = BoolScalar("layout", False)
    scores = Output("scores", ("TENSOR_FLOAT32", [1, 2]))
    points = Output("points", ("TENSOR_FLOAT32", [1, 2, 2]))
    model = Model("edge").IntroducedIn(version)
    model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, layout).To(scores, points)
    example = Example({
        heatmaps: [
            0.0, 0.0,  0.25, 0.125,  0.1875, 0.3125,  0.0625, 0.375,
            0.125, 0.25,  0.5625, 0.5625,  0.4375, 0.9375,  0.125, 1.125,
            0.3125, 0.1875,  0.9375, 0.4375,  0.625, 0.625,  0.1875, 0.75,
            0.375, 0.0625,  1.125, 0.125,  0.75, 0.1875,  0.25, 0.25,
        ],
        scores: [1.140625, 1.140625],
        points: [8.677083, 11.890625, 14.921875, 8.28125],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM", 0.0625, 40),
            scores: ("TENSOR_QUANT8_ASYMM", 0.011, 20),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -88),
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.011, -108),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)
    example.AddNchw(heatmaps, layout)

# A flat map: the peak is its first cell, without refinement.
for version in ("V1_2", "V1_3"):
    heatmaps = Input("heatmaps", ("TENSOR_FLOAT32", [1, 3, 3, 1]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [1, 4]), [3.0, 5.0, 17.0, 12.5])
    scores = Output("scores", ("TENSOR_FLOAT32", [1, 1]))
    points = Output("points", ("TENSOR_FLOAT32", [1, 1, 2]))
    model = Model("flat").IntroducedIn(version)
    model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, False).To(scores, points)
    example = Example({
        heatmaps: [
            0.3125,  0.3125,  0.3125,  0.3125,  0.3125,  0.3125,  0.3125,  0.3125,
            0.3125,
        ],
        scores: [0.3125],
        points: [5.3333335, 6.25],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM", 0.0625, 40),
            scores: ("TENSOR_QUANT8_ASYMM", 0.011, 20),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -88),
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.011, -108),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Of equal cells the first is the peak.
for version in ("V1_2", "V1_3"):
    heatmaps = Input("heatmaps", ("TENSOR_FLOAT32", [1, 4, 4, 1]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [1, 4]), [3.0, 5.0, 17.0, 12.5])
    scores = Output("scores", ("TENSOR_FLOAT32", [1, 1]))
    points = Output("points", ("TENSOR_FLOAT32", [1, 1, 2]))
    model = Model("first_of_equals").IntroducedIn(version)
    model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, False).To(scores, points)
    example = Example({
        heatmaps: [
            0.0,  0.0625,  0.0,  0.0,  0.0625,  0.75,  0.125,  0.0625,
            0.0,  0.0625,  0.75,  0.1875,  0.0,  0.0,  0.125,  0.0,
        ],
        scores: [0.75037944],
        points: [8.334989, 7.8187084],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM", 0.0625, 40),
            scores: ("TENSOR_QUANT8_ASYMM", 0.011, 20),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -88),
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.011, -108),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A peak more than 1.5 cells away is moved closer; both coordinates are scaled alike.
for version in ("V1_2", "V1_3"):
    heatmaps = Input("heatmaps", ("TENSOR_FLOAT32", [1, 3, 3, 1]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [1, 4]), [3.0, 5.0, 17.0, 12.5])
    scores = Output("scores", ("TENSOR_FLOAT32", [1, 1]))
    points = Output("points", ("TENSOR_FLOAT32", [1, 1, 2]))
    model = Model("far").IntroducedIn(version)
    model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, False).To(scores, points)
    example = Example({
        heatmaps: [0.5625, 0.125, -1.0, 0.1875, 0.6875, 0.4375, -1.0, 0.4375, 0.625],
        scores: [0.31030264],
        points: [3.0, 5.1538877],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM", 0.0625, 40),
            scores: ("TENSOR_QUANT8_ASYMM", 0.011, 20),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -88),
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.011, -108),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A map of 2 x 2 cells.
for version in ("V1_2", "V1_3"):
    heatmaps = Input("heatmaps", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [1, 4]), [3.0, 5.0, 17.0, 12.5])
    scores = Output("scores", ("TENSOR_FLOAT32", [1, 1]))
    points = Output("points", ("TENSOR_FLOAT32", [1, 1, 2]))
    model = Model("smallest").IntroducedIn(version)
    model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, False).To(scores, points)
    example = Example({
        heatmaps: [0.1875, 0.3125, 0.5625, 0.25],
        scores: [0.5625],
        points: [6.5, 10.625],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM", 0.0625, 40),
            scores: ("TENSOR_QUANT8_ASYMM", 0.011, 20),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -88),
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.011, -108),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A box without size: every keypoint is its corner.
for version in ("V1_2", "V1_3"):
    heatmaps = Input("heatmaps", ("TENSOR_FLOAT32", [1, 4, 4, 1]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [1, 4]), [4.0, 6.125, 4.0, 6.125])
    scores = Output("scores", ("TENSOR_FLOAT32", [1, 1]))
    points = Output("points", ("TENSOR_FLOAT32", [1, 1, 2]))
    model = Model("no_size").IntroducedIn(version)
    model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, False).To(scores, points)
    example = Example({
        heatmaps: [
            0.0625,  0.1875,  0.125,  0.0,  0.25,  0.5625,  0.6875,  0.1875,
            0.125,  0.5,  0.875,  0.3125,  0.0,  0.1875,  0.375,  0.0625,
        ],
        scores: [0.89900917],
        points: [4.0, 6.125],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM", 0.0625, 40),
            scores: ("TENSOR_QUANT8_ASYMM", 0.011, 20),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            heatmaps: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -88),
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.011, -108),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            points: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

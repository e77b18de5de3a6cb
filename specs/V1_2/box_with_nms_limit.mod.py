# BOX_WITH_NMS_LIMIT: kernels, thresholds, limits, classes, images, no box at all, every data
# type. Boxes are ordered by image, class and descending score.
# Expected values: specs/scripts/boxes.py, the selection word by word in plain Python; checked
# against LiteRT's reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# The hard kernel, one class, one image.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0,
        0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0,
        0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0,
        0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
    ])
    images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [2]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [2, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [2]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [2]))
    model = Model("hard_one_class").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 0, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.9375, 0.75,  0.0234375, 0.703125,
            0.0078125, 0.5625,  0.015625, 0.46875,
        ],
        kept_scores: [0.75, 0.46875],
        kept_boxes: [0.0, 0.0, 10.0, 10.0, 20.0, 20.0, 30.0, 24.5],
        kept_classes: [1, 1],
        kept_images: [0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# The linear kernel, one class, one image.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0,
        0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0,
        0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0,
        0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
    ])
    images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [4]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [4, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [4]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [4]))
    model = Model("linear_one_class").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 1, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.9375, 0.75,  0.0234375, 0.703125,
            0.0078125, 0.5625,  0.015625, 0.46875,
        ],
        kept_scores: [0.75, 0.46875, 0.2625, 0.107624665],
        kept_boxes: [
            0.0, 0.0, 10.0, 10.0,  20.0, 20.0, 30.0, 24.5,
            2.0, 0.0, 12.5, 8.0,  1.0, 1.0, 11.0, 11.0,
        ],
        kept_classes: [1, 1, 1, 1],
        kept_images: [0, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# The gaussian kernel, one class, one image.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0,
        0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0,
        0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0,
        0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
    ])
    images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [4]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [4, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [4]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [4]))
    model = Model("gaussian_one_class").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 2, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.9375, 0.75,  0.0234375, 0.703125,
            0.0078125, 0.5625,  0.015625, 0.46875,
        ],
        kept_scores: [0.75, 0.46875, 0.31846170910342364, 0.1618595735216199],
        kept_boxes: [
            0.0, 0.0, 10.0, 10.0,  20.0, 20.0, 30.0, 24.5,
            2.0, 0.0, 12.5, 8.0,  1.0, 1.0, 11.0, 11.0,
        ],
        kept_classes: [1, 1, 1, 1],
        kept_images: [0, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# The hard kernel, two classes, two images not in order.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [5, 3]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [5, 12]), [
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 10.0, 3.5, 3.5, 13.5, 13.5,
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 4.0, 3.5, 3.5, 13.5, 7.5,
        5.0, 5.0, 5.0, 5.0, 1.0, 1.0, 11.0, 11.0, 4.5, 4.5, 14.5, 14.5,
        5.0, 5.0, 5.0, 5.0, 2.0, 0.0, 12.5, 8.0, 5.5, 3.5, 16.0, 11.5,
        5.0, 5.0, 5.0, 5.0, 20.0, 20.0, 30.0, 24.5, 23.5, 23.5, 33.5, 28.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [5]), [2, 2, 2, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [7]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [7, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [7]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [7]))
    model = Model("hard_two_images").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.23, -1, 0, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.0, 0.5, 0.3203125,
            0.0703125, 0.390625, 0.6484375,
            0.0, 0.8125, 0.15625,
            0.0390625, 0.09375, 0.7109375,
            0.0, 0.6015625, 0.3671875,
        ],
        kept_scores: [
            0.8125, 0.390625, 0.6484375, 0.3203125, 0.6015625, 0.7109375, 0.3671875,
        ],
        kept_boxes: [
            1.0, 1.0, 11.0, 11.0,  0.0, 0.0, 10.0, 4.0,
            3.5, 3.5, 13.5, 7.5,  3.5, 3.5, 13.5, 13.5,
            20.0, 20.0, 30.0, 24.5,  5.5, 3.5, 16.0, 11.5,
            23.5, 23.5, 33.5, 28.0,
        ],
        kept_classes: [1, 1, 2, 2, 1, 2, 2],
        kept_images: [2, 2, 2, 2, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# The linear kernel, two classes, two images not in order.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [5, 3]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [5, 12]), [
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 10.0, 3.5, 3.5, 13.5, 13.5,
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 4.0, 3.5, 3.5, 13.5, 7.5,
        5.0, 5.0, 5.0, 5.0, 1.0, 1.0, 11.0, 11.0, 4.5, 4.5, 14.5, 14.5,
        5.0, 5.0, 5.0, 5.0, 2.0, 0.0, 12.5, 8.0, 5.5, 3.5, 16.0, 11.5,
        5.0, 5.0, 5.0, 5.0, 20.0, 20.0, 30.0, 24.5, 23.5, 23.5, 33.5, 28.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [5]), [2, 2, 2, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [8]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [8, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [8]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [8]))
    model = Model("linear_two_images").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.23, -1, 1, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.0, 0.5, 0.3203125,
            0.0703125, 0.390625, 0.6484375,
            0.0, 0.8125, 0.15625,
            0.0390625, 0.09375, 0.7109375,
            0.0, 0.6015625, 0.3671875,
        ],
        kept_scores: [
            0.8125, 0.390625, 0.15966387, 0.6484375, 0.3203125, 0.6015625, 0.7109375, 0.3671875,
        ],
        kept_boxes: [
            1.0, 1.0, 11.0, 11.0,  0.0, 0.0, 10.0, 4.0,
            0.0, 0.0, 10.0, 10.0,  3.5, 3.5, 13.5, 7.5,
            3.5, 3.5, 13.5, 13.5,  20.0, 20.0, 30.0, 24.5,
            5.5, 3.5, 16.0, 11.5,  23.5, 23.5, 33.5, 28.0,
        ],
        kept_classes: [1, 1, 1, 2, 2, 1, 2, 2],
        kept_images: [2, 2, 2, 2, 2, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# The gaussian kernel, two classes, two images not in order.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [5, 3]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [5, 12]), [
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 10.0, 3.5, 3.5, 13.5, 13.5,
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 4.0, 3.5, 3.5, 13.5, 7.5,
        5.0, 5.0, 5.0, 5.0, 1.0, 1.0, 11.0, 11.0, 4.5, 4.5, 14.5, 14.5,
        5.0, 5.0, 5.0, 5.0, 2.0, 0.0, 12.5, 8.0, 5.5, 3.5, 16.0, 11.5,
        5.0, 5.0, 5.0, 5.0, 20.0, 20.0, 30.0, 24.5, 23.5, 23.5, 33.5, 28.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [5]), [2, 2, 2, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [8]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [8, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [8]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [8]))
    model = Model("gaussian_two_images").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.23, -1, 2, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.0, 0.5, 0.3203125,
            0.0703125, 0.390625, 0.6484375,
            0.0, 0.8125, 0.15625,
            0.0390625, 0.09375, 0.7109375,
            0.0, 0.6015625, 0.3671875,
        ],
        kept_scores: [
            0.8125, 0.3484745617716421, 0.14373604879441043, 0.6484375, 0.2325946134376666,
            0.6015625, 0.7109375, 0.3671875,
        ],
        kept_boxes: [
            1.0, 1.0, 11.0, 11.0,  0.0, 0.0, 10.0, 4.0,
            0.0, 0.0, 10.0, 10.0,  3.5, 3.5, 13.5, 7.5,
            3.5, 3.5, 13.5, 13.5,  20.0, 20.0, 30.0, 24.5,
            5.5, 3.5, 16.0, 11.5,  23.5, 23.5, 33.5, 28.0,
        ],
        kept_classes: [1, 1, 1, 2, 2, 1, 2, 2],
        kept_images: [2, 2, 2, 2, 2, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# The hard kernel, limited to the best two boxes of each image over all classes.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [5, 3]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [5, 12]), [
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 10.0, 3.5, 3.5, 13.5, 13.5,
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 4.0, 3.5, 3.5, 13.5, 7.5,
        5.0, 5.0, 5.0, 5.0, 1.0, 1.0, 11.0, 11.0, 4.5, 4.5, 14.5, 14.5,
        5.0, 5.0, 5.0, 5.0, 2.0, 0.0, 12.5, 8.0, 5.5, 3.5, 16.0, 11.5,
        5.0, 5.0, 5.0, 5.0, 20.0, 20.0, 30.0, 24.5, 23.5, 23.5, 33.5, 28.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [5]), [2, 2, 2, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [4]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [4, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [4]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [4]))
    model = Model("hard_limited").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.23, 2, 0, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.0, 0.5, 0.3203125,
            0.0703125, 0.390625, 0.6484375,
            0.0, 0.8125, 0.15625,
            0.0390625, 0.09375, 0.7109375,
            0.0, 0.6015625, 0.3671875,
        ],
        kept_scores: [0.8125, 0.6484375, 0.6015625, 0.7109375],
        kept_boxes: [
            1.0, 1.0, 11.0, 11.0,  3.5, 3.5, 13.5, 7.5,
            20.0, 20.0, 30.0, 24.5,  5.5, 3.5, 16.0, 11.5,
        ],
        kept_classes: [1, 2, 1, 2],
        kept_images: [2, 2, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# The linear kernel, limited to the best two boxes of each image over all classes.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [5, 3]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [5, 12]), [
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 10.0, 3.5, 3.5, 13.5, 13.5,
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 4.0, 3.5, 3.5, 13.5, 7.5,
        5.0, 5.0, 5.0, 5.0, 1.0, 1.0, 11.0, 11.0, 4.5, 4.5, 14.5, 14.5,
        5.0, 5.0, 5.0, 5.0, 2.0, 0.0, 12.5, 8.0, 5.5, 3.5, 16.0, 11.5,
        5.0, 5.0, 5.0, 5.0, 20.0, 20.0, 30.0, 24.5, 23.5, 23.5, 33.5, 28.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [5]), [2, 2, 2, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [4]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [4, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [4]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [4]))
    model = Model("linear_limited").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.23, 2, 1, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.0, 0.5, 0.3203125,
            0.0703125, 0.390625, 0.6484375,
            0.0, 0.8125, 0.15625,
            0.0390625, 0.09375, 0.7109375,
            0.0, 0.6015625, 0.3671875,
        ],
        kept_scores: [0.8125, 0.6484375, 0.6015625, 0.7109375],
        kept_boxes: [
            1.0, 1.0, 11.0, 11.0,  3.5, 3.5, 13.5, 7.5,
            20.0, 20.0, 30.0, 24.5,  5.5, 3.5, 16.0, 11.5,
        ],
        kept_classes: [1, 2, 1, 2],
        kept_images: [2, 2, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# The gaussian kernel, limited to the best two boxes of each image over all classes.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [5, 3]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [5, 12]), [
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 10.0, 3.5, 3.5, 13.5, 13.5,
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 4.0, 3.5, 3.5, 13.5, 7.5,
        5.0, 5.0, 5.0, 5.0, 1.0, 1.0, 11.0, 11.0, 4.5, 4.5, 14.5, 14.5,
        5.0, 5.0, 5.0, 5.0, 2.0, 0.0, 12.5, 8.0, 5.5, 3.5, 16.0, 11.5,
        5.0, 5.0, 5.0, 5.0, 20.0, 20.0, 30.0, 24.5, 23.5, 23.5, 33.5, 28.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [5]), [2, 2, 2, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [4]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [4, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [4]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [4]))
    model = Model("gaussian_limited").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.23, 2, 2, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.0, 0.5, 0.3203125,
            0.0703125, 0.390625, 0.6484375,
            0.0, 0.8125, 0.15625,
            0.0390625, 0.09375, 0.7109375,
            0.0, 0.6015625, 0.3671875,
        ],
        kept_scores: [0.8125, 0.6484375, 0.6015625, 0.7109375],
        kept_boxes: [
            1.0, 1.0, 11.0, 11.0,  3.5, 3.5, 13.5, 7.5,
            20.0, 20.0, 30.0, 24.5,  5.5, 3.5, 16.0, 11.5,
        ],
        kept_classes: [1, 2, 1, 2],
        kept_images: [2, 2, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A limit larger than the number of boxes.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0,
        0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0,
        0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0,
        0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
    ])
    images = Parameter("images", ("TENSOR_INT32", [4]), [7, 7, 7, 7])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [2]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [2, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [2]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [2]))
    model = Model("limit_not_reached").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, 50, 0, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.9375, 0.75,  0.0234375, 0.703125,
            0.0078125, 0.5625,  0.015625, 0.46875,
        ],
        kept_scores: [0.75, 0.46875],
        kept_boxes: [0.0, 0.0, 10.0, 10.0, 20.0, 20.0, 30.0, 24.5],
        kept_classes: [1, 1],
        kept_images: [7, 7],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Scores that fall below the second threshold are dropped.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0,
        0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0,
        0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0,
        0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
    ])
    images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [2]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [2, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [2]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [2]))
    model = Model("linear_dropped").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 1, 0.45, 0.5, 0.4).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.9375, 0.75,  0.0234375, 0.703125,
            0.0078125, 0.5625,  0.015625, 0.46875,
        ],
        kept_scores: [0.75, 0.46875],
        kept_boxes: [0.0, 0.0, 10.0, 10.0, 20.0, 20.0, 30.0, 24.5],
        kept_classes: [1, 1],
        kept_images: [0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A larger sigma reduces scores less.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0,
        0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0,
        0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0,
        0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
    ])
    images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [4]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [4, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [4]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [4]))
    model = Model("gaussian_wide").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 2, 0.9, 2.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.9375, 0.75,  0.0234375, 0.703125,
            0.0078125, 0.5625,  0.015625, 0.46875,
        ],
        kept_scores: [0.75, 0.584179787248892, 0.46875, 0.45041894570947855],
        kept_boxes: [
            0.0, 0.0, 10.0, 10.0,  1.0, 1.0, 11.0, 11.0,
            20.0, 20.0, 30.0, 24.5,  2.0, 0.0, 12.5, 8.0,
        ],
        kept_classes: [1, 1, 1, 1],
        kept_images: [0, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A box whose score is reduced twice.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [3, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [3, 8]), [
        20.0, 20.0, 30.0, 24.5, 0.0, 0.0, 10.0, 10.0,
        20.0, 20.0, 30.0, 24.5, 1.0, 1.0, 11.0, 11.0,
        20.0, 20.0, 30.0, 24.5, 2.0, 2.0, 12.0, 12.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [3]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [3, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [3]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [3]))
    model = Model("gaussian_chain").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 2, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [0.0, 0.9375, 0.0, 0.859375, 0.0, 0.78125],
        kept_scores: [0.9375, 0.5016931243318673, 0.1346860386374803],
        kept_boxes: [0.0, 0.0, 10.0, 10.0, 2.0, 2.0, 12.0, 12.0, 1.0, 1.0, 11.0, 11.0],
        kept_classes: [1, 1, 1],
        kept_images: [0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A box that overlaps only a suppressed box is kept.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [3, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [3, 8]), [
        20.0, 20.0, 30.0, 24.5, 0.0, 0.0, 10.0, 4.0,
        20.0, 20.0, 30.0, 24.5, 4.0, 0.0, 14.0, 4.0,
        20.0, 20.0, 30.0, 24.5, 8.0, 0.0, 18.0, 4.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [2]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [2, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [2]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [2]))
    model = Model("hard_chain").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 0, 0.3, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [0.0, 0.9375, 0.0, 0.859375, 0.0, 0.78125],
        kept_scores: [0.9375, 0.78125],
        kept_boxes: [0.0, 0.0, 10.0, 4.0, 8.0, 0.0, 18.0, 4.0],
        kept_classes: [1, 1],
        kept_images: [0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Boxes that only touch, and a box without area inside another, do not overlap.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
        20.0, 20.0, 30.0, 24.5, 0.0, 0.0, 4.0, 4.0,
        20.0, 20.0, 30.0, 24.5, 4.0, 0.0, 8.0, 4.0,
        20.0, 20.0, 30.0, 24.5, 4.0, 4.0, 8.0, 8.0,
        20.0, 20.0, 30.0, 24.5, 1.0, 1.0, 1.0, 3.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [4]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [4, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [4]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [4]))
    model = Model("touching").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 0, 0.05, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [0.0, 0.9375, 0.0, 0.859375, 0.0, 0.78125, 0.0, 0.703125],
        kept_scores: [0.9375, 0.859375, 0.78125, 0.703125],
        kept_boxes: [
            0.0, 0.0, 4.0, 4.0,  4.0, 0.0, 8.0, 4.0,  4.0, 4.0, 8.0, 8.0,  1.0, 1.0, 1.0, 3.0,
        ],
        kept_classes: [1, 1, 1, 1],
        kept_images: [0, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# A box inside another overlaps by the ratio of their areas.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [3, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [3, 8]), [
        20.0, 20.0, 30.0, 24.5, 0.0, 0.0, 8.0, 8.0,
        20.0, 20.0, 30.0, 24.5, 0.0, 1.0, 8.0, 7.0,
        20.0, 20.0, 30.0, 24.5, 2.0, 2.0, 6.0, 6.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [2]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [2, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [2]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [2]))
    model = Model("inside").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 0, 0.5, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [0.0, 0.9375, 0.0, 0.859375, 0.0, 0.78125],
        kept_scores: [0.9375, 0.78125],
        kept_boxes: [0.0, 0.0, 8.0, 8.0, 2.0, 2.0, 6.0, 6.0],
        kept_classes: [1, 1],
        kept_images: [0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Boxes above and beside each other do not overlap, even if the product of the differences is
# positive.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
        20.0, 20.0, 30.0, 24.5, 0.0, 0.0, 8.0, 4.0,
        20.0, 20.0, 30.0, 24.5, 1.0, 9.0, 7.0, 20.0,
        20.0, 20.0, 30.0, 24.5, 14.0, 1.0, 40.0, 3.0,
        20.0, 20.0, 30.0, 24.5, 30.0, 30.0, 31.0, 31.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [4]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [4, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [4]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [4]))
    model = Model("gaussian_apart").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 2, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [0.0, 0.9375, 0.0, 0.859375, 0.0, 0.78125, 0.0, 0.703125],
        kept_scores: [0.9375, 0.859375, 0.78125, 0.703125],
        kept_boxes: [
            0.0, 0.0, 8.0, 4.0,  1.0, 9.0, 7.0, 20.0,
            14.0, 1.0, 40.0, 3.0,  30.0, 30.0, 31.0, 31.0,
        ],
        kept_classes: [1, 1, 1, 1],
        kept_images: [0, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Classes and images of the selected boxes, compared exactly.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [5, 3]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [5, 12]), [
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 10.0, 3.5, 3.5, 13.5, 13.5,
        5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 4.0, 3.5, 3.5, 13.5, 7.5,
        5.0, 5.0, 5.0, 5.0, 1.0, 1.0, 11.0, 11.0, 4.5, 4.5, 14.5, 14.5,
        5.0, 5.0, 5.0, 5.0, 2.0, 0.0, 12.5, 8.0, 5.5, 3.5, 16.0, 11.5,
        5.0, 5.0, 5.0, 5.0, 20.0, 20.0, 30.0, 24.5, 23.5, 23.5, 33.5, 28.0,
    ])
    images = Parameter("images", ("TENSOR_INT32", [5]), [2, 2, 2, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [7]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [7, 4]))
    kept_classes = Internal("kept_classes", ("TENSOR_INT32", [7]))
    kept_images = Internal("kept_images", ("TENSOR_INT32", [7]))
    kept_classes_as_floats = Output("kept_classes_as_floats", ("TENSOR_FLOAT32", [7]))
    kept_images_as_floats = Output("kept_images_as_floats", ("TENSOR_FLOAT32", [7]))
    model = Model("classes_and_images").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.23, -1, 0, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    model.Operation("CAST", kept_classes).To(kept_classes_as_floats)
    model.Operation("CAST", kept_images).To(kept_images_as_floats)
    example = Example({
        scores: [
            0.0, 0.5, 0.3203125,
            0.0703125, 0.390625, 0.6484375,
            0.0, 0.8125, 0.15625,
            0.0390625, 0.09375, 0.7109375,
            0.0, 0.6015625, 0.3671875,
        ],
        kept_scores: [
            0.8125, 0.390625, 0.6484375, 0.3203125, 0.6015625, 0.7109375, 0.3671875,
        ],
        kept_boxes: [
            1.0, 1.0, 11.0, 11.0,  0.0, 0.0, 10.0, 4.0,
            3.5, 3.5, 13.5, 7.5,  3.5, 3.5, 13.5, 13.5,
            20.0, 20.0, 30.0, 24.5,  5.5, 3.5, 16.0, 11.5,
            23.5, 23.5, 33.5, 28.0,
        ],
        kept_classes_as_floats: [1.0, 1.0, 2.0, 2.0, 1.0, 2.0, 2.0],
        kept_images_as_floats: [2.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# One box.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [1, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [1, 8]), [0.0, 0.0, 10.0, 10.0, 20.0, 20.0, 30.0, 24.5])
    images = Parameter("images", ("TENSOR_INT32", [1]), [4])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [1]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [1, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [1]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [1]))
    model = Model("single").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 1, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [0.0, 0.78125],
        kept_scores: [0.78125],
        kept_boxes: [20.0, 20.0, 30.0, 24.5],
        kept_classes: [1],
        kept_images: [4],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Boxes and image indexes are model inputs.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [5, 3]))
    boxes = Input("boxes", ("TENSOR_FLOAT32", [5, 12]))
    images = Input("images", ("TENSOR_INT32", [5]))
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [7]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [7, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [7]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [7]))
    model = Model("fed").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.23, -1, 0, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.0, 0.5, 0.3203125,
            0.0703125, 0.390625, 0.6484375,
            0.0, 0.8125, 0.15625,
            0.0390625, 0.09375, 0.7109375,
            0.0, 0.6015625, 0.3671875,
        ],
        boxes: [
            5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 10.0, 3.5, 3.5, 13.5, 13.5,
            5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 10.0, 4.0, 3.5, 3.5, 13.5, 7.5,
            5.0, 5.0, 5.0, 5.0, 1.0, 1.0, 11.0, 11.0, 4.5, 4.5, 14.5, 14.5,
            5.0, 5.0, 5.0, 5.0, 2.0, 0.0, 12.5, 8.0, 5.5, 3.5, 16.0, 11.5,
            5.0, 5.0, 5.0, 5.0, 20.0, 20.0, 30.0, 24.5, 23.5, 23.5, 33.5, 28.0,
        ],
        images: [2, 2, 2, 0, 0],
        kept_scores: [
            0.8125, 0.390625, 0.6484375, 0.3203125, 0.6015625, 0.7109375, 0.3671875,
        ],
        kept_boxes: [
            1.0, 1.0, 11.0, 11.0,  0.0, 0.0, 10.0, 4.0,
            3.5, 3.5, 13.5, 7.5,  3.5, 3.5, 13.5, 13.5,
            20.0, 20.0, 30.0, 24.5,  5.5, 3.5, 16.0, 11.5,
            23.5, 23.5, 33.5, 28.0,
        ],
        kept_classes: [1, 1, 2, 2, 1, 2, 2],
        kept_images: [2, 2, 2, 2, 0, 0, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# No score reaches the threshold.
for version in ("V1_2", "V1_3"):
    scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0,
        0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0,
        0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0,
        0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
    ])
    images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [0]))
    kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [0, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [0]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [0]))
    model = Model("empty").IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.9, -1, 0, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
    example = Example({
        scores: [
            0.9375, 0.75,  0.0234375, 0.703125,
            0.0078125, 0.5625,  0.015625, 0.46875,
        ],
        kept_scores: [],
        kept_boxes: [],
        kept_classes: [],
        kept_images: [],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            kept_scores: ("TENSOR_QUANT8_ASYMM", 0.0078125, 10),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            kept_scores: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0078125, -118),
            boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            kept_boxes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Scores that float32 represents and float16 does not.
scores = Input("scores", ("TENSOR_FLOAT32", [4, 2]))
boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
    0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0,
    0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0,
    0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0,
    0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
])
images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [4]))
kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [4, 4]))
kept_classes = Output("kept_classes", ("TENSOR_INT32", [4]))
kept_images = Output("kept_images", ("TENSOR_INT32", [4]))
model = Model("fine").IntroducedIn("V1_2")
model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 1, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
example = Example({
    scores: [
        0.93756485, 0.75006485,  0.02350235, 0.70318985,
        0.00787735, 0.56256485,  0.01568985, 0.46881485,
    ],
    kept_scores: [0.75006485, 0.46881485, 0.26253027, 0.10763459],
    kept_boxes: [
        0.0, 0.0, 10.0, 10.0,  20.0, 20.0, 30.0, 24.5,
        2.0, 0.0, 12.5, 8.0,  1.0, 1.0, 11.0, 11.0,
    ],
    kept_classes: [1, 1, 1, 1],
    kept_images: [0, 0, 0, 0],
}, model=model)
example.AddVariations("relaxed", "float16")

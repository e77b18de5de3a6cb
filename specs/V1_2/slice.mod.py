# SLICE: blocks, size -1 and whole tensors of ranks 1 to 5, an empty slice of an empty tensor,
# all types.
# Expected values: specs/scripts/indexing.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    begin = Parameter("begin", ("TENSOR_INT32", [1]), [1])
    size = Parameter("size", ("TENSOR_INT32", [1]), [3])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("vector").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0],
        y: [2.0, 3.0, 4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    begin = Parameter("begin", ("TENSOR_INT32", [1]), [2])
    size = Parameter("size", ("TENSOR_INT32", [1]), [-1])
    y = Output("y", ("TENSOR_FLOAT32", [3]))
    model = Model("vector_rest").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0],
        y: [3.0, 4.0, 5.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    begin = Parameter("begin", ("TENSOR_INT32", [1]), [0])
    size = Parameter("size", ("TENSOR_INT32", [1]), [4])
    y = Output("y", ("TENSOR_FLOAT32", [4]))
    model = Model("vector_whole").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [1.0, 2.0, 3.0, 4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [4]))
    begin = Parameter("begin", ("TENSOR_INT32", [1]), [3])
    size = Parameter("size", ("TENSOR_INT32", [1]), [1])
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    model = Model("vector_last").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0],
        y: [4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Parameter("begin", ("TENSOR_INT32", [2]), [1, 2])
    size = Parameter("size", ("TENSOR_INT32", [2]), [2, 1])
    y = Output("y", ("TENSOR_FLOAT32", [2, 1]))
    model = Model("matrix").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [7.0, 11.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Parameter("begin", ("TENSOR_INT32", [2]), [1, 1])
    size = Parameter("size", ("TENSOR_INT32", [2]), [-1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("matrix_rest_of_rows").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [6.0, 7.0, 10.0, 11.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    begin = Parameter("begin", ("TENSOR_INT32", [2]), [0, 3])
    size = Parameter("size", ("TENSOR_INT32", [2]), [-1, -1])
    y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
    model = Model("matrix_rest_of_both").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [4.0, 8.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
    begin = Parameter("begin", ("TENSOR_INT32", [3]), [1, 0, 1])
    size = Parameter("size", ("TENSOR_INT32", [3]), [1, 3, 1])
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 1]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [8.0, 10.0, 12.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 2, 4]))
    begin = Parameter("begin", ("TENSOR_INT32", [3]), [0, 1, 1])
    size = Parameter("size", ("TENSOR_INT32", [3]), [2, -1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2]))
    model = Model("rank_3_mixed").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [
            1.0, 2.0, 3.0, 4.0,  5.0, 6.0, 7.0, 8.0,
            9.0, 10.0, 11.0, 12.0,  13.0, 14.0, 15.0, 16.0,
            17.0, 18.0, 19.0, 20.0,  21.0, 22.0, 23.0, 24.0,
        ],
        y: [6.0, 7.0, 14.0, 15.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 2, 3]))
    begin = Parameter("begin", ("TENSOR_INT32", [4]), [0, 1, 0, 1])
    size = Parameter("size", ("TENSOR_INT32", [4]), [1, 2, 1, 2])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [
            1.0, 2.0, 3.0,  4.0, 5.0, 6.0,  7.0, 8.0, 9.0,  10.0, 11.0, 12.0,
            13.0, 14.0, 15.0,  16.0, 17.0, 18.0,
        ],
        y: [8.0, 9.0, 14.0, 15.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
    begin = Parameter("begin", ("TENSOR_INT32", [4]), [1, 0, 2, 0])
    size = Parameter("size", ("TENSOR_INT32", [4]), [-1, -1, -1, -1])
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2]))
    model = Model("rank_4_rest").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [
            1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
            9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
            17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
        ],
        y: [17.0, 18.0, 23.0, 24.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 3, 2])).ShouldNeverBeInternal()
    begin = Parameter("begin", ("TENSOR_INT32", [5]), [0, 1, 0, 0, 1])
    size = Parameter("size", ("TENSOR_INT32", [5]), [1, 1, 1, 2, -1])
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 2, 1]))
    model = Model("rank_5").IntroducedIn(version)
    model.Operation("SLICE", x, begin, size).To(y)
    example = Example({
        x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        y: [8.0, 10.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
        }), includeDefault=False)

# Nothing to take from: a tensor whose first size is 0 comes from BOX_WITH_NMS_LIMIT, which drops
# every box because no score reaches the threshold.
scores = Input("scores", ("TENSOR_FLOAT32", [2, 2]))
boxes = Parameter("boxes", ("TENSOR_FLOAT32", [2, 8]), [
    0.0, 0.0, 4.0, 4.0,  1.0, 1.0, 5.0, 5.0,
    0.0, 2.0, 3.0, 6.0,  1.0, 0.0, 2.0, 5.0,
])
image_of_box = Parameter("image_of_box", ("TENSOR_INT32", [2]), [0, 0])
kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [0]))
kept_boxes = Internal("kept_boxes", ("TENSOR_FLOAT32", [0, 4]))
kept_classes = Output("kept_classes", ("TENSOR_INT32", [0]))
kept_images = Output("kept_images", ("TENSOR_INT32", [0]))
y = Output("y", ("TENSOR_FLOAT32", [0, 2]))
model = Model("empty").IntroducedIn("V1_2")
model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, image_of_box, 0.5, -1, 0, 0.4, 1.0, 0.3).To(
    kept_scores, kept_boxes, kept_classes, kept_images)
model.Operation("SLICE", kept_boxes, [0, 1], [-1, 2]).To(y)
Example({
    scores: [0.1, 0.2, 0.3, 0.25],
    kept_scores: [],
    kept_classes: [],
    kept_images: [],
    y: [],
}, model=model).AddVariations("relaxed", "float16")

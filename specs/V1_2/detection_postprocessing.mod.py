# DETECTION_POSTPROCESSING: both algorithms, limits, thresholds, labels, images, every data
# type. Detections are ordered by descending score (fast NMS: of the boxes).
# Expected values: specs/scripts/detections.py, the steps of the contract's text in plain
# Python.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Fast NMS over all classes; the best class of each box.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 3]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 9]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 9, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 9]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("fast").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 9, 1, 1, 0.1, 0.25, False).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.625, 0.41796875, 0.31640625,
        0.78125, 0.16015625, 0.73046875,
        0.109375, 0.05859375, 0.265625,
        0.0078125, 0.5234375, 0.83203125,
        0.57421875, 0.47265625, 0.8828125,
        0.3671875, 0.67578125, 0.2109375,
    ],
    deltas: [
        1.0, 0.0, 1.25, 0.25,  -0.75, -1.75, -1.5, -2.0,
        0.25, -0.25, -0.25, -1.5,  1.75, -1.75, -1.75, 0.0,
        -0.75, 1.25, 0.75, -0.75,  0.25, -0.25, -1.25, -0.5,
    ],
    best_scores: [
        0.8828125, 0.83203125, 0.73046875, 0.67578125, 0.265625, 0.0, 0.0, 0.0, 0.0,
    ],
    best_boxes: [
        1.3440828786358585, 2.2417354409097996, 2.5059171213641416, 3.0707645590902004,
        1.8669919663554826, 0.140625, 2.395508033644518, 0.640625,
        0.05459088965914105, 0.10298467014368329, 0.7954091103408589, 0.7095153298563167,
        1.7605996084642974, 1.7775015487077024, 2.539400391535702, 2.6599984512922976,
        0.049385287749643014, 1.9376580409067707, 1.000614712250357, 2.9685919590932293,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    labels: [1, 1, 1, 0, 1, 0, 0, 0, 0],
    counts: [5],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

# Fast NMS; the two best classes of each box; two images.
scores = Input("scores", ("TENSOR_FLOAT32", [2, 6, 4]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [2, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [2, 6]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [2, 6, 4]))
labels = Output("labels", ("TENSOR_INT32", [2, 6]))
counts = Output("counts", ("TENSOR_INT32", [2]))
model = Model("fast_two_classes").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 3, 2, 1, 0.3, 0.5, True).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.64453125, 0.72265625, 0.546875, 0.31640625,
        0.87890625, 0.78125, 0.68359375, 0.4140625,
        0.39453125, 0.27734375, 0.0078125, 0.1015625,
        0.60546875, 0.80078125, 0.91796875, 0.703125,
        0.5859375, 0.16015625, 0.83984375, 0.6640625,
        0.2578125, 0.296875, 0.3359375, 0.0234375,
        0.48828125, 0.8203125, 0.625, 0.56640625,
        0.12109375, 0.7421875, 0.47265625, 0.43359375,
        0.859375, 0.23828125, 0.76171875, 0.8984375,
        0.08203125, 0.04296875, 0.453125, 0.19921875,
        0.21875, 0.375, 0.0625, 0.35546875,
        0.52734375, 0.1796875, 0.5078125, 0.140625,
    ],
    deltas: [
        1.25, 0.0, -0.75, -0.25,  1.0, -1.75, -0.75, -1.25,
        0.0, 0.5, 1.75, 2.0,  1.75, -2.0, -1.0, 1.75,
        -2.0, 1.75, -0.5, -0.25,  0.5, -0.75, 0.0, 1.75,
        2.0, 1.75, 1.75, 1.75,  -1.0, 1.75, -1.0, 0.5,
        2.0, 0.0, 1.5, 0.25,  -0.75, -1.75, 1.0, 0.0,
        0.75, -1.5, -1.0, -1.5,  -0.5, -1.5, -0.25, -1.25,
    ],
    best_scores: [
        0.91796875, 0.80078125, 0.83984375, 0.6640625, 0.78125, 0.68359375,
        0.8984375, 0.76171875, 0.8203125, 0.625, 0.7421875, 0.47265625,
    ],
    best_boxes: [
        1.8242259675957568, -0.012207574658533282, 2.438274032404243, 0.7622075746585333,
        1.8242259675957568, -0.012207574658533282, 2.438274032404243, 0.7622075746585333,
        1.3475812909820202, 2.2490434685932623, 2.25241870901798, 3.1884565314067377,
        1.3475812909820202, 2.2490434685932623, 2.25241870901798, 3.1884565314067377,
        0.16964601178747107, 0.04044218552667911, 1.030353988212529, 0.7720578144733209,
        0.16964601178747107, 0.04044218552667911, 1.030353988212529, 0.7720578144733209,
        0.025070596211998364, 1.7016291558116055, 1.3749294037880015, 3.2983708441883945,
        0.025070596211998364, 1.7016291558116055, 1.3749294037880015, 3.2983708441883945,
        -0.009533774296628605, -0.055665149317066565, 1.4095337742966285, 1.4931651493170666,
        -0.009533774296628605, -0.055665149317066565, 1.4095337742966285, 1.4931651493170666,
        -0.009365376538990888, 0.27717577346658684, 0.809365376538991, 1.410324226533413,
        -0.009365376538990888, 0.27717577346658684, 0.809365376538991, 1.410324226533413,
    ],
    labels: [2, 1, 2, 3, 1, 2, 3, 2, 1, 2, 1, 2],
    counts: [6, 6],
}, model=model)
example.AddVariations("relaxed", "float16")

# More classes are requested than exist: the remaining output elements are 0.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 3]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 12]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 12, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 12]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("fast_more_classes_than_there_are").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 3, 4, 1, 0.3, 0.5, False).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.625, 0.47265625, 0.57421875,
        0.265625, 0.41796875, 0.8828125,
        0.05859375, 0.2109375, 0.73046875,
        0.109375, 0.5234375, 0.16015625,
        0.83203125, 0.67578125, 0.0078125,
        0.78125, 0.3671875, 0.31640625,
    ],
    deltas: [
        -0.5, 0.25, 1.5, 1.5,  -1.5, 0.25, 2.0, 1.75,
        -0.25, -0.75, -0.25, -0.75,  -0.5, 2.0, 2.0, 1.25,
        -1.0, 0.5, 0.0, 0.25,  -1.5, -1.5, -1.0, -0.25,
    ],
    best_scores: [
        0.8828125, 0.41796875, 0.73046875, 0.2109375, 0.67578125, 0.0078125, 0.0, 0.0, 0.0, 0.0,
        0.0, 0.0,
    ],
    best_boxes: [
        -0.3959123488206352, -0.11816514931706656, 1.0959123488206353, 1.4306651493170666,
        -0.3959123488206352, -0.11816514931706656, 1.0959123488206353, 1.4306651493170666,
        -0.0006147122503570301, 1.7376031613646998, 0.950614712250357, 2.9811468386353,
        -0.0006147122503570301, 1.7376031613646998, 0.950614712250357, 2.9811468386353,
        1.4, 2.0302527705410705, 2.4, 3.0947472294589295,
        1.4, 2.0302527705410705, 2.4, 3.0947472294589295,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    labels: [1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    counts: [6],
}, model=model)
example.AddVariations("relaxed", "float16")

# Regular NMS within each class.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 3]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 12]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 12, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 12]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("regular").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, True, 12, 1, 9, 0.1, 0.25, False).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.05859375, 0.57421875, 0.67578125,
        0.109375, 0.16015625, 0.8828125,
        0.73046875, 0.5234375, 0.265625,
        0.625, 0.41796875, 0.78125,
        0.3671875, 0.0078125, 0.47265625,
        0.31640625, 0.83203125, 0.2109375,
    ],
    deltas: [
        2.0, 0.25, -0.5, -1.0,  -1.75, 0.0, 0.25, 0.75,
        -0.25, -2.0, 1.75, -1.5,  -0.5, -0.5, -1.25, -1.25,
        2.0, -1.0, 0.75, -1.5,  1.0, -2.0, 0.0, 2.0,
    ],
    best_scores: [
        0.8828125, 0.83203125, 0.78125, 0.57421875, 0.5234375, 0.47265625, 0.41796875, 0.265625,
        0.0, 0.0, 0.0, 0.0,
    ],
    best_boxes: [
        -0.20063554818801205, 0.021884875289509664, 0.8506355481880121, 1.2281151247104902,
        1.725, 1.175639364649936, 2.725, 2.824360635350064,
        1.670449706348223, 0.28584609276333955, 2.2545502936517767, 0.6516539072366605,
        0.2475812909820202, 0.14184960846429756, 1.1524187090179798, 0.9206503915357025,
        -0.23453377429662858, 1.6095330409067707, 1.1845337742966286, 2.6404669590932293,
        1.6190828786358586, 2.031355360604514, 2.7809171213641415, 2.718644639395486,
        1.670449706348223, 0.28584609276333955, 2.2545502936517767, 0.6516539072366605,
        -0.23453377429662858, 1.6095330409067707, 1.1845337742966286, 2.6404669590932293,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    labels: [1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0],
    counts: [8],
}, model=model)
example.AddVariations("relaxed", "float16")

# One detection for each class at most; two images.
scores = Input("scores", ("TENSOR_FLOAT32", [2, 6, 4]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [2, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [2, 5]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [2, 5, 4]))
labels = Output("labels", ("TENSOR_INT32", [2, 5]))
counts = Output("counts", ("TENSOR_INT32", [2]))
model = Model("regular_per_class").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, True, 5, 1, 1, 0.3, 0.5, True).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.23828125, 0.43359375, 0.21875, 0.12109375,
        0.16015625, 0.27734375, 0.31640625, 0.39453125,
        0.546875, 0.08203125, 0.375, 0.5078125,
        0.83984375, 0.1015625, 0.1796875, 0.0078125,
        0.56640625, 0.91796875, 0.68359375, 0.0234375,
        0.78125, 0.52734375, 0.76171875, 0.19921875,
        0.625, 0.80078125, 0.72265625, 0.2578125,
        0.6640625, 0.04296875, 0.5859375, 0.8984375,
        0.703125, 0.35546875, 0.0625, 0.859375,
        0.140625, 0.48828125, 0.47265625, 0.7421875,
        0.453125, 0.60546875, 0.3359375, 0.4140625,
        0.64453125, 0.296875, 0.87890625, 0.8203125,
    ],
    deltas: [
        -1.75, 0.75, -1.75, 0.25,  -1.5, 0.0, 0.0, -0.25,
        2.0, 1.75, 1.0, 1.0,  -1.75, 1.5, -1.5, 0.75,
        1.0, 0.0, -1.0, 1.5,  2.0, 1.25, 1.5, 2.0,
        0.25, 1.25, -1.75, 1.25,  1.75, 0.75, -1.5, 2.0,
        -0.75, 1.0, -2.0, -2.0,  -0.5, 0.75, 0.0, 0.5,
        -2.0, 0.75, 0.75, -0.75,  -1.5, 1.25, -2.0, 1.5,
    ],
    best_scores: [
        0.91796875, 0.76171875, 0.5078125, 0.0, 0.0,
        0.8984375, 0.87890625, 0.80078125, 0.0, 0.0,
    ],
    best_boxes: [
        1.6906346234610092, 1.7725042926908994, 2.509365376538991, 3.2274957073091004,
        1.6500705962119986, 1.581889364649936, 2.999929403788002, 3.230610635350064,
        0.08929862091991503, 1.865105937484194, 1.310701379080085, 3.791144062515806,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.3045908896591411, -0.1056106353500641, 1.045409110340859, 1.543110635350064,
        1.6398399769821803, 1.6787542926908994, 2.31016002301782, 3.1337457073091004,
        0.1726559551406433, -0.027168970586898156, 0.8773440448593568, 1.339668970586898,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    labels: [1, 2, 3, 0, 0, 3, 2, 1, 0, 0],
    counts: [3, 3],
}, model=model)
example.AddVariations("relaxed", "float16")

# The best two over all classes.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 4]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 2]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 2, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 2]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("regular_limited").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, True, 2, 1, 3, 0.3, 0.5, False).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.19921875, 0.625, 0.31640625, 0.8984375,
        0.04296875, 0.0078125, 0.47265625, 0.35546875,
        0.546875, 0.5078125, 0.43359375, 0.6640625,
        0.703125, 0.16015625, 0.7421875, 0.39453125,
        0.859375, 0.08203125, 0.12109375, 0.5859375,
        0.23828125, 0.27734375, 0.8203125, 0.78125,
    ],
    deltas: [
        0.5, 0.5, -0.5, 0.5,  1.75, 2.0, -0.75, 0.25,
        1.5, -0.25, -0.75, 1.25,  -0.75, -1.0, -1.75, 2.0,
        1.75, -2.0, 2.0, -0.75,  1.5, -1.0, 0.25, 0.5,
    ],
    best_scores: [0.8984375, 0.8203125],
    best_boxes: [
        0.09758129098202029, -0.004074226533413161, 1.00241870901798, 1.129074226533413,
        1.7493644518119877, 1.558425773466587, 2.800635548188012, 2.691574226533413,
    ],
    labels: [2, 1],
    counts: [2],
}, model=model)
example.AddVariations("relaxed", "float16")

# Labels and counts (fast), compared exactly; labels start at 0.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 4]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 12]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 12, 4]))
labels = Internal("labels", ("TENSOR_INT32", [1, 12]))
counts = Internal("counts", ("TENSOR_INT32", [1]))
labels_as_floats = Output("labels_as_floats", ("TENSOR_FLOAT32", [1, 12]))
counts_as_floats = Output("counts_as_floats", ("TENSOR_FLOAT32", [1]))
model = Model("fast_labels").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 6, 2, 3, 0.3, 0.25, False).To(best_scores, best_boxes, labels, counts)
model.Operation("CAST", labels).To(labels_as_floats)
model.Operation("CAST", counts).To(counts_as_floats)
example = Example({
    scores: [
        0.546875, 0.39453125, 0.5859375, 0.23828125,
        0.859375, 0.8203125, 0.5078125, 0.6640625,
        0.08203125, 0.8984375, 0.703125, 0.35546875,
        0.19921875, 0.12109375, 0.78125, 0.16015625,
        0.43359375, 0.7421875, 0.625, 0.27734375,
        0.04296875, 0.0078125, 0.47265625, 0.31640625,
    ],
    deltas: [
        1.25, -0.75, -2.0, -1.0,  0.75, -1.0, 0.25, 0.0,
        0.25, -1.0, -1.75, 1.25,  -1.5, -1.75, 2.0, 2.0,
        -0.75, 1.75, -0.25, -1.0,  -0.75, 0.5, -1.75, -0.5,
    ],
    best_scores: [
        0.8984375, 0.703125, 0.8203125, 0.6640625, 0.78125, 0.16015625, 0.7421875, 0.625, 0.0,
        0.0, 0.0, 0.0,
    ],
    best_boxes: [
        0.1726559551406433, 1.2873715441196527, 0.8773440448593568, 3.3376284558803473,
        0.1726559551406433, 1.2873715441196527, 0.8773440448593568, 3.3376284558803473,
        0.0493644518119879, 0.0, 1.100635548188012, 1.0,
        0.0493644518119879, 0.0, 1.100635548188012, 1.0,
        1.3280657383845236, -0.02155531767503205, 2.4469342616154766, 0.802805317675032,
        1.3280657383845236, -0.02155531767503205, 2.4469342616154766, 0.802805317675032,
        1.4493852877496431, 2.3293496084642977, 2.400614712250357, 3.1081503915357023,
        1.4493852877496431, 2.3293496084642977, 2.400614712250357, 3.1081503915357023,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    labels_as_floats: [0.0, 1.0, 0.0, 2.0, 1.0, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    counts_as_floats: [8.0],
}, model=model)
example.AddVariations("relaxed", "float16")

# Labels and counts (fast), compared exactly; labels start at 1.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 4]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 12]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 12, 4]))
labels = Internal("labels", ("TENSOR_INT32", [1, 12]))
counts = Internal("counts", ("TENSOR_INT32", [1]))
labels_as_floats = Output("labels_as_floats", ("TENSOR_FLOAT32", [1, 12]))
counts_as_floats = Output("counts_as_floats", ("TENSOR_FLOAT32", [1]))
model = Model("fast_labels_with_background").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 6, 2, 3, 0.3, 0.25, True).To(best_scores, best_boxes, labels, counts)
model.Operation("CAST", labels).To(labels_as_floats)
model.Operation("CAST", counts).To(counts_as_floats)
example = Example({
    scores: [
        0.546875, 0.39453125, 0.5859375, 0.23828125,
        0.859375, 0.8203125, 0.5078125, 0.6640625,
        0.08203125, 0.8984375, 0.703125, 0.35546875,
        0.19921875, 0.12109375, 0.78125, 0.16015625,
        0.43359375, 0.7421875, 0.625, 0.27734375,
        0.04296875, 0.0078125, 0.47265625, 0.31640625,
    ],
    deltas: [
        1.25, -0.75, -2.0, -1.0,  0.75, -1.0, 0.25, 0.0,
        0.25, -1.0, -1.75, 1.25,  -1.5, -1.75, 2.0, 2.0,
        -0.75, 1.75, -0.25, -1.0,  -0.75, 0.5, -1.75, -0.5,
    ],
    best_scores: [
        0.8984375, 0.703125, 0.8203125, 0.6640625, 0.78125, 0.16015625, 0.7421875, 0.625, 0.0,
        0.0, 0.0, 0.0,
    ],
    best_boxes: [
        0.1726559551406433, 1.2873715441196527, 0.8773440448593568, 3.3376284558803473,
        0.1726559551406433, 1.2873715441196527, 0.8773440448593568, 3.3376284558803473,
        0.0493644518119879, 0.0, 1.100635548188012, 1.0,
        0.0493644518119879, 0.0, 1.100635548188012, 1.0,
        1.3280657383845236, -0.02155531767503205, 2.4469342616154766, 0.802805317675032,
        1.3280657383845236, -0.02155531767503205, 2.4469342616154766, 0.802805317675032,
        1.4493852877496431, 2.3293496084642977, 2.400614712250357, 3.1081503915357023,
        1.4493852877496431, 2.3293496084642977, 2.400614712250357, 3.1081503915357023,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    labels_as_floats: [1.0, 2.0, 1.0, 3.0, 2.0, 3.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0],
    counts_as_floats: [8.0],
}, model=model)
example.AddVariations("relaxed", "float16")

# Labels and counts (regular), compared exactly; labels start at 0.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 4]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 6]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 6, 4]))
labels = Internal("labels", ("TENSOR_INT32", [1, 6]))
counts = Internal("counts", ("TENSOR_INT32", [1]))
labels_as_floats = Output("labels_as_floats", ("TENSOR_FLOAT32", [1, 6]))
counts_as_floats = Output("counts_as_floats", ("TENSOR_FLOAT32", [1]))
model = Model("regular_labels").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, True, 6, 2, 3, 0.3, 0.25, False).To(best_scores, best_boxes, labels, counts)
model.Operation("CAST", labels).To(labels_as_floats)
model.Operation("CAST", counts).To(counts_as_floats)
example = Example({
    scores: [
        0.546875, 0.39453125, 0.5859375, 0.23828125,
        0.859375, 0.8203125, 0.5078125, 0.6640625,
        0.08203125, 0.8984375, 0.703125, 0.35546875,
        0.19921875, 0.12109375, 0.78125, 0.16015625,
        0.43359375, 0.7421875, 0.625, 0.27734375,
        0.04296875, 0.0078125, 0.47265625, 0.31640625,
    ],
    deltas: [
        1.25, -0.75, -2.0, -1.0,  0.75, -1.0, 0.25, 0.0,
        0.25, -1.0, -1.75, 1.25,  -1.5, -1.75, 2.0, 2.0,
        -0.75, 1.75, -0.25, -1.0,  -0.75, 0.5, -1.75, -0.5,
    ],
    best_scores: [0.8984375, 0.8203125, 0.78125, 0.7421875, 0.703125, 0.6640625],
    best_boxes: [
        0.1726559551406433, 1.2873715441196527, 0.8773440448593568, 3.3376284558803473,
        0.0493644518119879, 0.0, 1.100635548188012, 1.0,
        1.3280657383845236, -0.02155531767503205, 2.4469342616154766, 0.802805317675032,
        1.4493852877496431, 2.3293496084642977, 2.400614712250357, 3.1081503915357023,
        0.1726559551406433, 1.2873715441196527, 0.8773440448593568, 3.3376284558803473,
        0.0493644518119879, 0.0, 1.100635548188012, 1.0,
    ],
    labels_as_floats: [0.0, 0.0, 1.0, 0.0, 1.0, 2.0],
    counts_as_floats: [6.0],
}, model=model)
example.AddVariations("relaxed", "float16")

# Labels and counts (regular), compared exactly; labels start at 1.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 4]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 6]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 6, 4]))
labels = Internal("labels", ("TENSOR_INT32", [1, 6]))
counts = Internal("counts", ("TENSOR_INT32", [1]))
labels_as_floats = Output("labels_as_floats", ("TENSOR_FLOAT32", [1, 6]))
counts_as_floats = Output("counts_as_floats", ("TENSOR_FLOAT32", [1]))
model = Model("regular_labels_with_background").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, True, 6, 2, 3, 0.3, 0.25, True).To(best_scores, best_boxes, labels, counts)
model.Operation("CAST", labels).To(labels_as_floats)
model.Operation("CAST", counts).To(counts_as_floats)
example = Example({
    scores: [
        0.546875, 0.39453125, 0.5859375, 0.23828125,
        0.859375, 0.8203125, 0.5078125, 0.6640625,
        0.08203125, 0.8984375, 0.703125, 0.35546875,
        0.19921875, 0.12109375, 0.78125, 0.16015625,
        0.43359375, 0.7421875, 0.625, 0.27734375,
        0.04296875, 0.0078125, 0.47265625, 0.31640625,
    ],
    deltas: [
        1.25, -0.75, -2.0, -1.0,  0.75, -1.0, 0.25, 0.0,
        0.25, -1.0, -1.75, 1.25,  -1.5, -1.75, 2.0, 2.0,
        -0.75, 1.75, -0.25, -1.0,  -0.75, 0.5, -1.75, -0.5,
    ],
    best_scores: [0.8984375, 0.8203125, 0.78125, 0.7421875, 0.703125, 0.6640625],
    best_boxes: [
        0.1726559551406433, 1.2873715441196527, 0.8773440448593568, 3.3376284558803473,
        0.0493644518119879, 0.0, 1.100635548188012, 1.0,
        1.3280657383845236, -0.02155531767503205, 2.4469342616154766, 0.802805317675032,
        1.4493852877496431, 2.3293496084642977, 2.400614712250357, 3.1081503915357023,
        0.1726559551406433, 1.2873715441196527, 0.8773440448593568, 3.3376284558803473,
        0.0493644518119879, 0.0, 1.100635548188012, 1.0,
    ],
    labels_as_floats: [1.0, 1.0, 2.0, 1.0, 2.0, 3.0],
    counts_as_floats: [6.0],
}, model=model)
example.AddVariations("relaxed", "float16")

# Deltas of six values, of which only the first four are used.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 2]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 6]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 4]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 4, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 4]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("longer_encoding").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 4, 1, 1, 0.3, 0.5, False).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.16015625, 0.625,  0.08203125, 0.703125,
        0.23828125, 0.47265625,  0.78125, 0.39453125,
        0.0078125, 0.31640625,  0.546875, 0.859375,
    ],
    deltas: [
        0.75, 0.75, 1.75, 0.0, -0.75, -0.25,
        2.0, -0.75, 1.25, -1.5, 1.25, -1.5,
        -0.75, 0.75, 1.25, -0.5, 0.5, -1.25,
        0.75, -0.25, 1.5, -1.5, 1.5, -1.5,
        1.75, 0.75, 2.0, -1.5, 0.0, -1.75,
        1.5, 0.5, 2.0, -0.75, -2.0, -1.75,
    ],
    best_scores: [0.859375, 0.703125, 0.47265625, 0.39453125],
    best_boxes: [
        1.5290876511793647, 1.8979854409097998, 3.020912348820635, 2.7270145590902004,
        0.05798729165612926, 0.18760536060451388, 1.3420127083438707, 0.8748946393954862,
        -0.2170127083438707, 1.9787523230615534, 1.0670127083438707, 3.3024976769384464,
        1.5500529471589988, 0.3125526803022569, 2.562447052841001, 0.6561973196977431,
    ],
    labels: [0, 0, 0, 0],
    counts: [4],
}, model=model)
example.AddVariations("relaxed", "float16")

# No score reaches the threshold.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 3]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 2]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 2, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 2]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("none_found").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 2, 1, 1, 0.99, 0.5, False).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.78125, 0.109375, 0.16015625,
        0.2109375, 0.41796875, 0.47265625,
        0.31640625, 0.73046875, 0.8828125,
        0.83203125, 0.5234375, 0.265625,
        0.57421875, 0.67578125, 0.625,
        0.0078125, 0.3671875, 0.05859375,
    ],
    deltas: [
        -1.0, -1.5, -0.25, 1.75,  1.0, -0.5, -1.5, 0.0,
        1.25, 1.5, -1.0, 2.0,  1.25, 0.25, -2.0, 1.0,
        1.5, 1.5, 1.5, 0.25,  -0.25, 0.25, 0.5, 0.75,
    ],
    best_scores: [0.0, 0.0],
    best_boxes: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    labels: [0, 0],
    counts: [0],
}, model=model)
example.AddVariations("relaxed", "float16")

# No score reaches the threshold, class by class.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 3]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 2]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 2, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 2]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("none_found_regular").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, True, 2, 1, 1, 0.99, 0.5, False).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.31640625, 0.16015625, 0.265625,
        0.47265625, 0.8828125, 0.57421875,
        0.2109375, 0.41796875, 0.67578125,
        0.5234375, 0.625, 0.83203125,
        0.05859375, 0.73046875, 0.109375,
        0.78125, 0.3671875, 0.0078125,
    ],
    deltas: [
        -0.75, -1.5, 1.75, 1.25,  -1.5, 1.75, 1.0, -1.25,
        -1.0, 0.25, 1.0, 1.25,  1.25, 0.0, -1.25, -1.5,
        0.25, 0.0, 2.0, 0.75,  -2.0, -0.5, 1.75, -1.25,
    ],
    best_scores: [0.0, 0.0],
    best_boxes: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    labels: [0, 0],
    counts: [0],
}, model=model)
example.AddVariations("relaxed", "float16")

# Thresholds of 0 and nearly 1: every box is detected.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 2]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 6]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 6, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 6]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("no_thresholds").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, True, 6, 1, 6, 0.0, 0.99, False).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [
        0.39453125, 0.625,  0.703125, 0.16015625,
        0.23828125, 0.0078125,  0.859375, 0.31640625,
        0.78125, 0.08203125,  0.546875, 0.47265625,
    ],
    deltas: [
        -1.25, -0.75, 0.0, 1.5,  -1.0, 1.0, -0.5, 1.25,
        0.25, 0.25, 0.5, -0.25,  -1.5, -1.5, 1.0, -1.75,
        -1.75, -1.0, -1.0, 0.75,  -1.0, 1.0, -0.75, 1.5,
    ],
    best_scores: [0.625, 0.47265625, 0.31640625, 0.16015625, 0.08203125, 0.0078125],
    best_boxes: [
        -0.125, -0.3212457073091006, 0.875, 1.1337457073091006,
        1.594646011787471, 1.6475042926908994, 2.455353988212529, 3.1024957073091004,
        1.4294739656899362, 0.244837868393027, 2.3455260343100637, 0.567662131606973,
        -0.05241870901797974, 0.06658102941310184, 0.8524187090179798, 1.433418970586898,
        1.415634623461009, 1.7718848752895098, 2.234365376538991, 2.9781151247104902,
        -0.027585459037823834, 1.842315202889893, 1.0775854590378238, 3.251434797110107,
    ],
    labels: [0, 0, 0, 0, 0, 0],
    counts: [6],
}, model=model)
example.AddVariations("relaxed", "float16")

# One anchor.
scores = Input("scores", ("TENSOR_FLOAT32", [1, 1, 2]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 1, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [1, 4]), [1.0, 1.0, 1.5, 2.0])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 1]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 1, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 1]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("single").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 1, 1, 1, 0.05, 0.5, False).To(best_scores, best_boxes, labels, counts)
example = Example({
    scores: [0.0078125, 0.47265625],
    deltas: [0.0, -1.25, 2.0, 0.5],
    best_scores: [0.47265625],
    best_boxes: [
        -0.11886852323095276, -0.4456484530668263, 2.1188685232309528, 1.8206484530668263,
    ],
    labels: [0],
    counts: [1],
}, model=model)
example.AddVariations("relaxed", "float16")

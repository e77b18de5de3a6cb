# DETECTION_POSTPROCESSING: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/detections.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

scores = Input("scores", ("TENSOR_FLOAT32", [1, 6, 3]))
deltas = Parameter("deltas", ("TENSOR_FLOAT32", [1, 6, 4]), [
    1.0, 0.0, 1.25, 0.25,  -0.75, -1.75, -1.5, -2.0,
    0.25, -0.25, -0.25, -1.5,  1.75, -1.75, -1.75, 0.0,
    -0.75, 1.25, 0.75, -0.75,  0.25, -0.25, -1.25, -0.5,
])
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 9]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 9, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 9]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("fast_constant_deltas").IntroducedIn("V1_2")
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

# DETECTION_POSTPROCESSING: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Two images with different numbers of boxes, compared exactly.
scores = Input("scores", ("TENSOR_FLOAT32", [2, 6, 3]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [2, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [2, 9]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [2, 9, 4]))
labels = Internal("labels", ("TENSOR_INT32", [2, 9]))
counts = Internal("counts", ("TENSOR_INT32", [2]))
labels_as_floats = Output("labels_as_floats", ("TENSOR_FLOAT32", [2, 9]))
counts_as_floats = Output("counts_as_floats", ("TENSOR_FLOAT32", [2]))
model = Model("counts_apart").IntroducedIn("V1_2")
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 9, 1, 1, 0.8, 0.25, False).To(best_scores, best_boxes, labels, counts)
model.Operation("CAST", labels).To(labels_as_floats)
model.Operation("CAST", counts).To(counts_as_floats)
example = Example({
    scores: [
        0.703125, 0.91015625, 0.31640625,
        0.05859375, 0.13671875, 0.625,
        0.75390625, 0.23828125, 0.16015625,
        0.73046875, 0.8046875, 0.5234375,
        0.33984375, 0.65234375, 0.03125,
        0.67578125, 0.83203125, 0.41796875,
        0.1875, 0.4453125, 0.8828125,
        0.08203125, 0.49609375, 0.78125,
        0.859375, 0.0078125, 0.2109375,
        0.39453125, 0.47265625, 0.265625,
        0.546875, 0.57421875, 0.109375,
        0.6015625, 0.2890625, 0.3671875,
    ],
    deltas: [
        0.25, 0.75, -1.25, 0.25,  -0.75, 0.0, -1.25, -1.0,
        0.5, 1.5, 0.5, -1.75,  -0.75, 0.0, 0.5, 2.0,
        -1.75, 1.75, -2.0, -0.5,  -1.75, 1.0, -1.25, 1.75,
        -0.25, 1.5, 0.0, -0.25,  -1.75, 1.25, 0.5, -0.75,
        -1.75, -1.75, 1.0, 1.0,  1.0, 1.75, 0.25, -0.25,
        2.0, 1.25, 2.0, 0.25,  -1.25, -1.0, 1.75, 0.5,
    ],
    best_scores: [
        0.91015625, 0.83203125, 0.8046875, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        0.8828125, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    ],
    best_boxes: [
        0.13559960846429758, 0.06150277054107034, 0.9144003915357024, 1.1259972294589295,
        1.5605996084642975, 1.6005848506829334, 2.3394003915357025, 3.1494151493170666,
        1.529310905721632, 0.08781968232496795, 2.358189094278368, 0.912180317675032,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        -0.025000000000000022, 0.2177934685932621, 0.975, 1.157206531406738,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    labels_as_floats: [
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    ],
    counts_as_floats: [3.0, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16")

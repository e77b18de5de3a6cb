# GENERATE_PROPOSALS: the lowest and the highest code of scores or pixels.
# Expected values: specs/scripts/edges_boxes.py (codes are copied; keypoints come from
# _boxes.keypoint).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

scores = Input("scores", ("TENSOR_QUANT8_ASYMM", [1, 1, 1, 2], 0.0078125))
deltas = Parameter("deltas", ("TENSOR_QUANT8_ASYMM", [1, 1, 1, 8], 0.0625, 128), [128, 128, 128, 128, 128, 128, 128, 128])
anchors = Parameter("anchors", ("TENSOR_QUANT16_SYMM", [2, 4], 0.125), [32, 32, 160, 160, 832, 832, 960, 960])
sizes = Parameter("sizes", ("TENSOR_QUANT16_ASYMM", [1, 2], 0.125), [1600, 1600])
best = Output("best", ("TENSOR_QUANT8_ASYMM", [2], 0.0078125))
kept = Output("kept", ("TENSOR_QUANT16_ASYMM", [2, 4], 0.125))
images = Output("images", ("TENSOR_INT32", [2]))
model = Model("quant8_ends").IntroducedIn("V1_2")
model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 4.0, 4.0, -1, -1, 0.5, 1.0, False).To(best, kept, images)
Example({
    scores: [0, 255],
    best: [255, 0],
    kept: [832, 832, 960, 960, 32, 32, 160, 160],
    images: [0, 0],
}, model=model)

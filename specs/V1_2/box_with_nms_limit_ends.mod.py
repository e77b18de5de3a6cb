# BOX_WITH_NMS_LIMIT: the lowest and the highest code of scores or pixels.
# Expected values: specs/scripts/edges_boxes.py (codes are copied; keypoints come from
# _boxes.keypoint).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

scores = Input("scores", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.0078125))
rois = Parameter("rois", ("TENSOR_QUANT16_ASYMM", [3, 8], 0.125), [
    32, 32, 160, 160, 32, 32, 160, 160,
    832, 832, 960, 960, 832, 832, 960, 960,
    1632, 1632, 1760, 1760, 1632, 1632, 1760, 1760,
])
owners = Int32Vector("owners", [0, 0, 0])
best = Output("best", ("TENSOR_QUANT8_ASYMM", [2], 0.0078125))
kept = Output("kept", ("TENSOR_QUANT16_ASYMM", [2, 4], 0.125))
classes = Output("classes", ("TENSOR_INT32", [2]))
images = Output("images", ("TENSOR_INT32", [2]))
model = Model("quant8_ends").IntroducedIn("V1_2")
model.Operation("BOX_WITH_NMS_LIMIT", scores, rois, owners, 0.1, -1, 0, 0.5, 1.0, 0.1).To(best, kept, classes, images)
Example({
    scores: [10, 255, 10, 120, 10, 0],
    best: [255, 120],
    kept: [32, 32, 160, 160, 832, 832, 960, 960],
    classes: [1, 1],
    images: [0, 0],
}, model=model)

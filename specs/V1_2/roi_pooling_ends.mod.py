# ROI_POOLING: the lowest and the highest code of scores or pixels.
# Expected values: specs/scripts/edges_boxes.py (codes are copied; keypoints come from
# _boxes.keypoint).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 2, 2, 1], 0.5, 100))
rois = Parameter("rois", ("TENSOR_QUANT16_ASYMM", [2, 4], 0.125), [0, 0, 8, 8, 0, 0, 8, 8])
owners = Int32Vector("owners", [0, 1])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 1, 1, 1], 0.5, 100))
model = Model("quant8_ends").IntroducedIn("V1_2")
model.Operation("ROI_POOLING", x, rois, owners, 1, 1, 1.0, 1.0, False).To(y)
Example({
    x: [255, 3, 2, 1, 0, 0, 0, 0],
    y: [255, 0],
}, model=model)

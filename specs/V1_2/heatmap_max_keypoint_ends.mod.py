# HEATMAP_MAX_KEYPOINT: the lowest and the highest code of scores or pixels.
# Expected values: specs/scripts/edges_boxes.py (codes are copied; keypoints come from
# _boxes.keypoint).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

map = Input("map", ("TENSOR_QUANT8_ASYMM", [1, 3, 3, 1], 0.0078125))
box = Parameter("box", ("TENSOR_QUANT16_ASYMM", [1, 4], 0.125), [32, 32, 160, 160])
best = Output("best", ("TENSOR_QUANT8_ASYMM", [1, 1], 0.0113))
places = Output("places", ("TENSOR_QUANT16_ASYMM", [1, 1, 2], 0.125))
model = Model("quant8_ends").IntroducedIn("V1_2")
model.Operation("HEATMAP_MAX_KEYPOINT", map, box, False).To(best, places)
Example({
    map: [0, 0, 10, 0, 255, 40, 0, 90, 0],
    best: [178],
    places: [98, 101],
}, model=model)

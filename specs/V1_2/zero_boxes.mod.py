# Operations on an empty list of boxes (HAL 1.2): the results have size 0 and no elements, and the
# operands determine their other dimensions.
# Expected values: by hand; no elements, only dimensions, computed in the comment of each operation.

# A model cannot declare a size of 0, because there it means "not known yet". The empty list of boxes
# is produced at run time: BOX_WITH_NMS_LIMIT drops every box, because no score reaches the threshold.
# ROI_ALIGN returns one patch for each of the remaining boxes, and FULLY_CONNECTED one row for each
# patch: no rows, but as many columns as it has units.


def no_boxes():
    """Return a model whose first operation keeps no box, and the operands of boxes and images."""
    scores = Input("scores", ("TENSOR_FLOAT32", [2, 3]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [2, 12]), [
        0.0, 0.0, 4.0, 4.0,  1.0, 1.0, 5.0, 5.0,  2.0, 0.0, 6.0, 3.0,
        0.0, 2.0, 3.0, 6.0,  1.0, 0.0, 2.0, 5.0,  0.0, 1.0, 4.0, 2.0,
    ])
    image_of_box = Parameter("image_of_box", ("TENSOR_INT32", [2]), [0, 0])
    kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [0]))
    kept_boxes = Internal("kept_boxes", ("TENSOR_FLOAT32", [0, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [0]))
    kept_images = Internal("kept_images", ("TENSOR_INT32", [0]))
    model = Model().IntroducedIn("V1_2")
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, image_of_box, 0.5, -1, 0, 0.4, 1.0, 0.3).To(
        kept_scores, kept_boxes, kept_classes, kept_images)
    feed = {scores: [0.1, 0.2, 0.3, 0.25, 0.15, 0.05], kept_scores: [], kept_classes: []}
    return model, kept_boxes, kept_images, feed


def rows(model, boxes, images, feed, columns):
    """Return tensors without rows, one for each number of ``columns``."""
    patch = Input("patch", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
    feed[patch] = [0.5, 1.0, 1.5, 2.0]
    cut = Internal("cut", ("TENSOR_FLOAT32", [0, 1, 2, 1]))
    model.Operation("ROI_ALIGN", patch, boxes, images, 1, 2, 1.0, 1.0, 0, 0, False).To(cut)
    made = []
    for number, units in enumerate(columns):
        weights = Parameter("weights%d" % number, ("TENSOR_FLOAT32", [units, 2]), [0.25] * (2 * units))
        bias = Parameter("bias%d" % number, ("TENSOR_FLOAT32", [units]), [1.0] * units)
        row = Internal("row%d" % number, ("TENSOR_FLOAT32", [0, units]))
        model.Operation("FULLY_CONNECTED", cut, weights, bias, 0).To(row)
        made.append(row)
    return made


# deltas of three classes: twelve columns
model, boxes, images, feed = no_boxes()
(deltas,) = rows(model, boxes, images, feed, [12])
sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [16.0, 24.0])
y = Output("y", ("TENSOR_FLOAT32", [0, 12]))
model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", boxes, deltas, images, sizes).To(y)
feed[y] = []
Example(feed, model=model, name="axis_aligned_bbox_transform").AddVariations("relaxed", "float16")

# scores of two classes, boxes of 2 * 4 columns; each kept box has four
for kernel, name in ((0, "hard"), (1, "linear"), (2, "gaussian")):
    model, boxes, images, feed = no_boxes()
    scores, candidates = rows(model, boxes, images, feed, [2, 8])
    best = [
        Output("best_scores", ("TENSOR_FLOAT32", [0])),
        Output("best_boxes", ("TENSOR_FLOAT32", [0, 4])),
        Output("best_classes", ("TENSOR_INT32", [0])),
        Output("best_images", ("TENSOR_INT32", [0])),
    ]
    model.Operation("BOX_WITH_NMS_LIMIT", scores, candidates, images, 0.5, 3, kernel, 0.4, 1.0,
                    0.3).To(*best)
    feed.update({output: [] for output in best})
    Example(feed, model=model, name="box_with_nms_limit_" + name).AddVariations("relaxed", "float16")

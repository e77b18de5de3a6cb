# Element-wise operations on a tensor without elements: QUANTIZE (1.2), ELU and HARD_SWISH (1.3). The
# result has no elements either.
# Expected values: by hand; there are none.

# A model cannot declare a size of 0, because there it means "not known yet". The empty tensors are
# produced at run time: BOX_WITH_NMS_LIMIT drops every box, because no score reaches the threshold.


def nothing_kept(version):
    """Return a model with two empty tensors: [0] scores and [0, 4] boxes."""
    scores = Input("scores", ("TENSOR_FLOAT32", [2, 3]))
    boxes = Parameter("boxes", ("TENSOR_FLOAT32", [2, 12]), [
        0.0, 0.0, 4.0, 4.0,  1.0, 1.0, 5.0, 5.0,  2.0, 0.0, 6.0, 3.0,
        0.0, 2.0, 3.0, 6.0,  1.0, 0.0, 2.0, 5.0,  0.0, 1.0, 4.0, 2.0,
    ])
    image_of_box = Parameter("image_of_box", ("TENSOR_INT32", [2]), [0, 0])
    kept_scores = Internal("kept_scores", ("TENSOR_FLOAT32", [0]))
    kept_boxes = Internal("kept_boxes", ("TENSOR_FLOAT32", [0, 4]))
    kept_classes = Output("kept_classes", ("TENSOR_INT32", [0]))
    kept_images = Output("kept_images", ("TENSOR_INT32", [0]))
    model = Model().IntroducedIn(version)
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, image_of_box, 0.5, -1, 0, 0.4, 1.0, 0.3).To(
        kept_scores, kept_boxes, kept_classes, kept_images)
    feed = {
        scores: [0.1, 0.2, 0.3, 0.25, 0.15, 0.05],
        kept_classes: [],
        kept_images: [],
    }
    return model, kept_scores, kept_boxes, feed


for version, name, target in (
    ("V1_2", "quantize", ("TENSOR_QUANT8_ASYMM", [0], 0.5, 100)),
    ("V1_3", "quantize_signed", ("TENSOR_QUANT8_ASYMM_SIGNED", [0], 0.5, -28)),
):
    model, kept_scores, kept_boxes, feed = nothing_kept(version)
    boxes_too = Output("boxes_too", ("TENSOR_FLOAT32", [0, 4]))
    y = Output("y", target)
    model.Operation("QUANTIZE", kept_scores).To(y)
    model.Operation("MUL", kept_boxes, [2.0], 0).To(boxes_too)
    feed[y] = feed[boxes_too] = []
    Example(feed, model=model, name=name).AddVariations("relaxed")

model, kept_scores, kept_boxes, feed = nothing_kept("V1_3")
y = Output("y", ("TENSOR_FLOAT32", [0]))
z = Output("z", ("TENSOR_FLOAT32", [0, 4]))
alpha = Float32Scalar("alpha", 1.5)
model.Operation("ELU", kept_scores, alpha).To(y)
model.Operation("HARD_SWISH", kept_boxes).To(z)
feed[y] = feed[z] = []
Example(feed, model=model, name="elu_and_hard_swish").AddVariations("relaxed", "float16")

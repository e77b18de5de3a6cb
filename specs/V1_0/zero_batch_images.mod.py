# Operations on images with batch size 0 (HAL 1.2): the result has batch size 0 and no elements,
# and the geometry determines its other dimensions.
# Expected values: by hand; no elements, only dimensions, computed in the comment of each operation.

# A model cannot declare a size of 0, because there it means "not known yet". The empty batch is
# produced at run time: BOX_WITH_NMS_LIMIT drops every box, because no score reaches the threshold,
# and ROI_ALIGN returns one patch for each of the remaining boxes, which is none.


def empty_batch(height, width, channels):
    """Return a model whose last result has dimensions [0, height, width, channels]."""
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
    image = Input("image", ("TENSOR_FLOAT32", [1, 2, 2, channels]))
    empty = Internal("empty", ("TENSOR_FLOAT32", [0, height, width, channels]))
    layout = BoolScalar("layout", False)
    model = Model().IntroducedIn("V1_2")
    model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, image_of_box, 0.5, -1, 0, 0.4, 1.0, 0.3).To(
        kept_scores, kept_boxes, kept_classes, kept_images)
    model.Operation("ROI_ALIGN", image, kept_boxes, kept_images, height, width, 1.0, 1.0, 0, 0,
                    layout).To(empty)
    feed = {
        scores: [0.1, 0.2, 0.3, 0.25, 0.15, 0.05],
        image: [0.5] * (4 * channels),
        kept_scores: [],
        kept_classes: [],
    }
    return model, empty, image, layout, feed


def example(name, model, feed, image, empty, y, layout):
    """Declare the example in both layouts and in every float type."""
    feed[y] = []
    Example(feed, model=model, name=name).AddNchw(image, empty, y, layout).AddVariations(
        "relaxed", "float16")


# SAME with strides (width 2, height 3): ceil(5 / 2) columns, ceil(4 / 3) rows
model, empty, image, layout, feed = empty_batch(4, 5, 2)
filters = Parameter("filters", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [0.5] * 24)
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.0, 2.0, 3.0])
y = Output("y", ("TENSOR_FLOAT32", [0, 2, 3, 3]))
model.Operation("CONV_2D", empty, filters, bias, 1, 2, 3, 0, layout).To(y)
example("conv_2d", model, feed, image, empty, y, layout)

# explicit padding (left 1, right 0, top 0, bottom 2), strides (width 2, height 1):
# (5 - 1) * 2 + 3 - 1 columns, (4 - 1) * 1 + 2 - 2 rows
model, empty, image, layout, feed = empty_batch(4, 5, 2)
filters = Parameter("filters", ("TENSOR_FLOAT32", [3, 2, 3, 2]), [0.5] * 36)
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [1.0, 2.0, 3.0])
y = Output("y", ("TENSOR_FLOAT32", [0, 3, 10, 3]))
model.Operation("TRANSPOSE_CONV_2D", empty, filters, bias, 1, 0, 0, 2, 2, 1, 0, layout).To(y)
example("transpose_conv_2d", model, feed, image, empty, y, layout)

# a 3 x 2 window (width x height), VALID, strides 1: 5 - 3 + 1 columns, 4 - 2 + 1 rows
for operation in ("AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D"):
    model, empty, image, layout, feed = empty_batch(4, 5, 2)
    y = Output("y", ("TENSOR_FLOAT32", [0, 3, 3, 2]))
    model.Operation(operation, empty, 2, 1, 1, 3, 2, 0, layout).To(y)
    example(operation.lower(), model, feed, image, empty, y, layout)

# to width 7 and height 3
model, empty, image, layout, feed = empty_batch(4, 5, 2)
y = Output("y", ("TENSOR_FLOAT32", [0, 3, 7, 2]))
model.Operation("RESIZE_BILINEAR", empty, 7, 3, layout).To(y)
example("resize_bilinear", model, feed, image, empty, y, layout)

# rows of 1 * 2 * 3 elements, four units
model, empty, image, layout, feed = empty_batch(1, 2, 3)
weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 6]), [0.25] * 24)
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [1.0, 2.0, 3.0, 4.0])
y = Output("y", ("TENSOR_FLOAT32", [0, 4]))
model.Operation("FULLY_CONNECTED", empty, weights, bias, 0).To(y)
feed[y] = []
Example(feed, model=model, name="fully_connected").AddVariations("relaxed", "float16")

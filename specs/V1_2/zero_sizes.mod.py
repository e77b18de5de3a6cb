# Every operation for which sizes of 0 are legal, with every type: element-wise operations, windows,
# rows and data movement. The result has no elements; the operation determines its other dimensions.
# Expected values: by hand; no elements, only dimensions, stated with each operation.

# A model cannot declare a size of 0, because there it means "not known yet". The empty tensors are
# produced at run time: BOX_WITH_NMS_LIMIT drops every box, because no score reaches the threshold,
# and ROI_ALIGN returns one patch for each of the remaining boxes, which is none.

TYPES = {
    "quant8": ("TENSOR_QUANT8_ASYMM", 128),
    "quant8_signed": ("TENSOR_QUANT8_ASYMM_SIGNED", 0),
}


class Empty:
    """A model with an image of [0, 2, 3, 4], and the types of its variations."""

    def __init__(self, version):
        self.version = version
        scores = Input("scores", ("TENSOR_FLOAT32", [2, 3]))
        boxes = Parameter("boxes", ("TENSOR_FLOAT32", [2, 12]), [
            0.0, 0.0, 4.0, 4.0,  1.0, 1.0, 5.0, 5.0,  2.0, 0.0, 6.0, 3.0,
            0.0, 2.0, 3.0, 6.0,  1.0, 0.0, 2.0, 5.0,  0.0, 1.0, 4.0, 2.0,
        ])
        image_of_box = Parameter("image_of_box", ("TENSOR_INT32", [2]), [0, 0])
        kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [0]))
        self.boxes = Internal("kept_boxes", ("TENSOR_FLOAT32", [0, 4]))
        self.classes = Internal("kept_classes", ("TENSOR_INT32", [0]))
        self.images = Internal("kept_images", ("TENSOR_INT32", [0]))
        image = Input("image", ("TENSOR_FLOAT32", [1, 2, 2, 4]))
        self.x = Internal("x", ("TENSOR_FLOAT32", [0, 2, 3, 4]))
        self.model = Model().IntroducedIn(version)
        self.model.Operation(
            "BOX_WITH_NMS_LIMIT", scores, boxes, image_of_box, 0.5, -1, 0, 0.5, 1.0, 0.25
        ).To(kept_scores, self.boxes, self.classes, self.images)
        self.model.Operation(
            "ROI_ALIGN", image, self.boxes, self.images, 2, 3, 1.0, 1.0, 0, 0, False
        ).To(self.x)
        self.feed = {
            scores: [0.0, 0.25, 0.125, 0.25, 0.0, 0.125],
            image: [0.5] * 16,
            kept_scores: [],
        }
        self.codes = [scores, kept_scores]
        self.images_of_codes = [image, self.x]
        self.wide = [boxes, self.boxes]

    def result(self, dims, type="TENSOR_FLOAT32"):
        y = Output("y", (type, dims))
        self.feed[y] = []
        return y

    def quantized(self, name, **others):
        """Return all operands in quantized types; ``others`` are (scale, zero point) or full types."""
        type, zero = TYPES[name]
        targets = {operand: (type, 0.0078125, zero - 128) for operand in self.codes}
        targets.update({operand: (type, 0.5, zero) for operand in self.images_of_codes})
        targets.update({operand: ("TENSOR_QUANT16_ASYMM", 0.125, 0) for operand in self.wide})
        for operand, target in others.pop("more", {}).items():
            targets[operand] = target if isinstance(target[0], str) else (type,) + target
        return DataTypeConverter(name=name).Identify(targets)

    def example(self, name, *variations, default=True):
        Example(self.feed, model=self.model, name=name).AddVariations(
            *variations, includeDefault=default)


def each_type(name, add, floats=("relaxed", "float16"), since="V1_2", quantized=None):
    """Declare a model; ``add(empty)`` adds the operation and returns its quantized operands.

    ``quantized(zero)`` gives the targets for a type whose middle code is ``zero``; ``None`` means
    that the operation has no quantized form.
    """
    for version in (since, "V1_3"):
        empty = Empty(version)
        operands = add(empty)
        if version == since and floats is not None:
            variations = list(floats)
            if quantized is not None and since == "V1_2":
                variations.append(empty.quantized("quant8", more=quantized(operands, 128)))
            if quantized is not None and since == "V1_3":
                variations += [empty.quantized(kind, more=quantized(operands, TYPES[kind][1]))
                               for kind in TYPES]
            empty.example(name, *variations)
        elif version != since and quantized is not None:
            more = quantized(operands, 0)
            empty.example(name + "_signed", empty.quantized("quant8_signed", more=more),
                          default=False)
        if since == "V1_3":
            break


# ---- element-wise: the same dimensions

def one(operation, *arguments):
    def add(empty):
        y = empty.result([0, 2, 3, 4])
        empty.model.Operation(operation, empty.x, *arguments).To(y)
        return {"y": y}
    return add


def like_input(operands, zero):
    return {operands["y"]: (0.5, zero)}


for operation in ("RELU", "RELU1", "RELU6"):
    each_type(operation.lower(), one(operation), quantized=like_input)
each_type("logistic", one("LOGISTIC"),
          quantized=lambda operands, zero: {operands["y"]: (0.00390625, zero - 128)})
each_type("tanh", one("TANH"), quantized=lambda operands, zero: {operands["y"]: (0.0078125, zero)})
each_type("hard_swish", one("HARD_SWISH"), since="V1_3", quantized=like_input)


def softmax(empty):
    y = empty.result([0, 2, 3, 4])
    empty.model.Operation("SOFTMAX", empty.x, Float32Scalar("beta", 1.0)).To(y)
    return {"y": y}


each_type("softmax", softmax,
          quantized=lambda operands, zero: {operands["y"]: (0.00390625, zero - 128)})


# ---- two operands: a vector of one element also broadcasts to no element

def two(operation):
    def add(empty):
        other = Parameter("other", ("TENSOR_FLOAT32", [1]), [1.5])
        y = empty.result([0, 2, 3, 4])
        empty.model.Operation(operation, empty.x, other, 0).To(y)
        return {"other": other, "y": y}
    return add


for operation in ("ADD", "SUB", "MUL"):
    each_type(operation.lower(), two(operation), quantized=lambda operands, zero: {
        operands["other"]: (0.25, zero), operands["y"]: (1.0, zero)})
each_type("div", two("DIV"))

for operation in ("ADD", "SUB", "MUL", "DIV"):
    empty = Empty("V1_3")
    y = empty.result([0], "TENSOR_INT32")
    x = Output("patches", ("TENSOR_FLOAT32", [0, 2, 3, 4]))
    empty.model.Operation("RELU", empty.x).To(x)
    empty.feed[x] = []
    empty.model.Operation(operation, empty.classes, [7], 0).To(y)
    empty.example(operation.lower() + "_int32")


# ---- between real numbers and codes

def quantize(empty):
    y = Output("y", ("TENSOR_QUANT8_ASYMM", [0, 2, 3, 4], 0.5, 100))
    empty.feed[y] = []
    empty.model.Operation("QUANTIZE", empty.x).To(y)
    return {}


each_type("quantize", quantize)


def dequantize(empty):
    # DEQUANTIZE takes no float32, so there are only quantized variations
    y = empty.result([0, 2, 3, 4])
    empty.model.Operation("DEQUANTIZE", empty.x).To(y)
    return {}


for version, kind in (("V1_2", "quant8"), ("V1_3", "quant8_signed")):
    empty = Empty(version)
    dequantize(empty)
    empty.example("de" + kind, empty.quantized(kind), default=False)


# ---- windows: no image, but the sizes that the geometry determines

def pool(operation):
    # a 2 x 1 window (width x height), VALID: 3 - 2 + 1 columns, 2 rows
    def add(empty):
        y = empty.result([0, 2, 2, 4])
        empty.model.Operation(operation, empty.x, 2, 1, 1, 2, 1, 0).To(y)
        return {"y": y}
    return add


each_type("average_pool_2d", pool("AVERAGE_POOL_2D"), quantized=like_input)
each_type("max_pool_2d", pool("MAX_POOL_2D"), quantized=like_input)


def convolution(operation, filter_dims, out, *arguments):
    def add(empty):
        count = 1
        for size in filter_dims:
            count *= size
        filters = Parameter("filters", ("TENSOR_FLOAT32", filter_dims), [0.5] * count)
        bias = Parameter("bias", ("TENSOR_FLOAT32", [out[-1]]), [1.0] * out[-1])
        y = empty.result(out)
        empty.model.Operation(operation, empty.x, filters, bias, *arguments).To(y)
        return {"filters": filters, "bias": bias, "y": y}
    return add


def weighted(operands, zero):
    return {
        operands["filters"]: (0.25, zero),
        operands["bias"]: ("TENSOR_INT32", 0.125, 0),
        operands["y"]: (0.5, zero),
    }


# SAME with strides of 2: ceil(3 / 2) columns, ceil(2 / 2) rows
each_type("conv_2d", convolution("CONV_2D", [5, 2, 2, 4], [0, 1, 2, 5], 1, 2, 2, 0),
          quantized=weighted)
each_type("depthwise_conv_2d",
          convolution("DEPTHWISE_CONV_2D", [1, 2, 2, 8], [0, 1, 2, 8], 1, 2, 2, 2, 0),
          quantized=weighted)
# no padding, strides of 2: (3 - 1) * 2 + 2 columns, (2 - 1) * 2 + 2 rows
each_type("transpose_conv_2d",
          convolution("TRANSPOSE_CONV_2D", [5, 2, 2, 4], [0, 4, 6, 5], 0, 0, 0, 0, 2, 2, 0, False),
          quantized=weighted)
# rows of 2 * 3 * 4 elements
each_type("fully_connected", convolution("FULLY_CONNECTED", [7, 24], [0, 7], 0),
          quantized=weighted)


def resized(operation):
    def add(empty):
        y = empty.result([0, 5, 7, 4])
        empty.model.Operation(operation, empty.x, 7, 5, False).To(y)
        return {"y": y}
    return add


each_type("resize_bilinear", resized("RESIZE_BILINEAR"), quantized=like_input)
each_type("resize_nearest_neighbor", resized("RESIZE_NEAREST_NEIGHBOR"), quantized=like_input)


# ---- data movement

def moved(operation, out, *arguments):
    def add(empty):
        y = empty.result(out)
        empty.model.Operation(operation, empty.x, *arguments).To(y)
        return {"y": y}
    return add


each_type("transpose", moved("TRANSPOSE", [3, 0, 4, 2], [2, 0, 3, 1]), quantized=like_input)
each_type("slice", moved("SLICE", [0, 1, 3, 2], [0, 1, 0, 2], [-1, 1, 3, 2]), quantized=like_input)


def joined(empty):
    y = empty.result([0, 4, 3, 4])
    empty.model.Operation("CONCATENATION", empty.x, empty.x, 1).To(y)
    return {"y": y}


each_type("concatenation", joined, quantized=like_input)

empty = Empty("V1_2")
y = empty.result([0], "TENSOR_INT32")
x = empty.result([0, 2, 3, 4])
empty.model.Operation("RELU", empty.x).To(x)
empty.model.Operation("SLICE", empty.classes, [0], [-1]).To(y)
empty.example("slice_int32")


# ---- boxes: deltas of three classes, twelve columns

empty = Empty("V1_2")
weights = Parameter("weights", ("TENSOR_FLOAT32", [12, 24]), [0.5] * 288)
bias = Parameter("bias", ("TENSOR_FLOAT32", [12]), [1.0] * 12)
sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [16.0, 24.0])
deltas = Internal("deltas", ("TENSOR_FLOAT32", [0, 12]))
y = empty.result([0, 12])
empty.model.Operation("FULLY_CONNECTED", empty.x, weights, bias, 0).To(deltas)
empty.model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", empty.boxes, deltas, empty.images, sizes).To(y)
empty.wide += [sizes, y]
empty.example("axis_aligned_bbox_transform", empty.quantized("quant8", more={
    weights: (0.25, 128), bias: ("TENSOR_INT32", 0.125, 0), deltas: (0.5, 128)}), default=False)

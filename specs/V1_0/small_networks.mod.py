# Graphs of several operations: chains in every data type, branches that part and meet, outputs
# that are also inputs or not used, shared constants, and constants that live in memory pools.
# Expected values: specs/scripts/small_networks.py, the formulas of the operations one after the
# other, quantized results rounded after each; the classifiers are checked against PyTorch and
# LiteRT's reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Convolution, RELU, pooling, a layer over the flattened map, SOFTMAX.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5, 6, 2]))
    filters = Parameter("filters", ("TENSOR_FLOAT32", [3, 3, 2, 2]), [
        0.5, -0.375,  0.0, -0.375,  0.375, 0.125,  -0.5, -0.125,
        0.5, -0.5,  0.0, 0.375,  -0.25, 0.375,  0.375, -0.125,
        0.125, 0.375,  0.5, 0.0,  0.0, 0.0,  0.0, -0.375,
        0.125, 0.25,  0.375, -0.375,  -0.5, 0.0,  -0.25, -0.5,
        0.0, 0.125,  0.25, -0.25,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-0.046875, -0.40625, -0.03125])
    features = Internal("features", ("TENSOR_FLOAT32", [1, 3, 6, 3]))
    positive = Internal("positive", ("TENSOR_FLOAT32", [1, 3, 6, 3]))
    pooled = Internal("pooled", ("TENSOR_FLOAT32", [1, 1, 5, 3]))
    dense = Parameter("dense", ("TENSOR_FLOAT32", [4, 15]), [
        -0.0625, 0.0625, 0.125, -0.125, 0.0, 0.0625, 0.125, 0.125, -0.125, 0.0625, 0.0625, 0.0,
        0.0625, 0.0625, -0.0625, -0.125, 0.125, -0.125, 0.0625, 0.0625, 0.0625, 0.0, 0.125,
        0.0625, -0.125, 0.0, 0.0625, 0.0625, -0.0625, 0.125, 0.125, 0.0, 0.0625, 0.0, 0.0, 0.0,
        0.0, -0.125, 0.125, 0.0, 0.125, -0.125, -0.125, -0.125, -0.125, -0.125, -0.125, 0.0,
        -0.0625, -0.125, 0.125, 0.0625, 0.125, 0.125, 0.0, 0.125, -0.0625, 0.0625, 0.0625,
        0.125,
    ])
    dense_bias = Parameter("dense_bias", ("TENSOR_FLOAT32", [4]), [-0.06298828, -0.06298828, 0.05419922, 0.048339844])
    logits = Internal("logits", ("TENSOR_FLOAT32", [1, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 4]))
    model = Model("classifier").IntroducedIn(version)
    model.Operation("CONV_2D", x, filters, bias, 1, 1, 2, 0).To(features)
    model.Operation("RELU", features).To(positive)
    model.Operation("MAX_POOL_2D", positive, 2, 1, 1, 2, 3, 0).To(pooled)
    model.Operation("FULLY_CONNECTED", pooled, dense, dense_bias, 0).To(logits)
    model.Operation("SOFTMAX", logits, 1.0).To(y)
    example = Example({
        x: [
            -0.25, -0.125,  0.125, 0.375,  1.0, 1.0,  -1.0, -1.0,
            -0.875, -0.25,  0.75, 0.625,  0.125, 0.5,  0.25, 0.0,
            0.875, 0.25,  0.625, 0.125,  0.875, -0.875,  0.875, -0.75,
            0.375, -0.125,  0.625, -0.375,  -0.625, 0.0,  -0.25, 0.75,
            -0.75, 1.0,  -0.875, -0.25,  0.375, 0.0,  0.75, -0.125,
            0.5, -0.125,  0.875, 1.0,  0.75, 1.0,  -0.125, -0.375,
            -0.25, 0.125,  -0.5, 0.875,  -0.5, -1.0,  0.625, 0.875,
            0.75, -0.5,  0.125, 0.5,
        ],
        y: [
            0.22884305155452683, 0.2520723354337956, 0.1812066271642088, 0.3378779858474688,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The same on codes; no result of any operation is near a rounding tie.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 5, 6, 2], 0.125, 128))
filters = Parameter("filters", ("TENSOR_QUANT8_ASYMM", [3, 3, 2, 2], 0.125, 120), [
    118, 118,  123, 122,  116, 117,  116, 119,  116, 116,  116, 121,  120, 120,  121, 118,
    124, 121,  122, 116,  118, 122,  118, 117,  121, 119,  119, 118,  123, 119,  119, 118,
    124, 124,  122, 119,
])
bias = Parameter("bias", ("TENSOR_INT32", [3], 0.015625), [-8, 16, -14])
features = Internal("features", ("TENSOR_QUANT8_ASYMM", [1, 3, 6, 3], 0.0234375, 100))
positive = Internal("positive", ("TENSOR_QUANT8_ASYMM", [1, 3, 6, 3], 0.0234375, 100))
pooled = Internal("pooled", ("TENSOR_QUANT8_ASYMM", [1, 1, 5, 3], 0.0234375, 100))
dense = Parameter("dense", ("TENSOR_QUANT8_ASYMM", [4, 15], 0.0625, 140), [
    142, 138, 140, 139, 142, 139, 141, 140, 142, 140, 139, 139, 138, 140, 139,
    141, 140, 140, 141, 139, 138, 141, 140, 142, 141, 139, 139, 142, 142, 141,
    142, 139, 142, 138, 139, 142, 140, 141, 142, 139, 141, 140, 140, 139, 139,
    140, 138, 139, 140, 142, 140, 138, 142, 140, 139, 140, 142, 139, 140, 138,
])
dense_bias = Parameter("dense_bias", ("TENSOR_INT32", [4], 0.0014648438), [4, -15, -23, -42])
logits = Internal("logits", ("TENSOR_QUANT8_ASYMM", [1, 4], 0.0021972656, 125))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 4], 0.00390625))
model = Model("classifier_quant8").IntroducedIn("V1_0")
model.Operation("CONV_2D", x, filters, bias, 1, 1, 2, 0).To(features)
model.Operation("RELU", features).To(positive)
model.Operation("MAX_POOL_2D", positive, 2, 1, 1, 2, 3, 0).To(pooled)
model.Operation("FULLY_CONNECTED", pooled, dense, dense_bias, 0).To(logits)
model.Operation("SOFTMAX", logits, 1.0).To(y)
Example({
    x: [
        130, 128,  122, 126,  123, 135,  134, 131,  127, 128,  125, 133,  128, 120,  132, 123,
        129, 121,  132, 126,  120, 123,  124, 132,  132, 134,  132, 122,  127, 130,  124, 125,
        134, 129,  134, 134,  125, 120,  133, 129,  132, 131,  122, 121,  129, 129,  135, 127,
        130, 128,  120, 131,  132, 131,  131, 127,  124, 136,  130, 131,
    ],
    y: [55, 77, 73, 51],
}, model=model)

# The same on codes; no result of any operation is near a rounding tie.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 5, 6, 2], 0.125))
filters = Parameter("filters", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 3, 2, 2], 0.125, -8), [
    -10, -10,  -5, -6,  -12, -11,  -12, -9,  -12, -12,  -12, -7,  -8, -8,  -7, -10,
    -4, -7,  -6, -12,  -10, -6,  -10, -11,  -7, -9,  -9, -10,  -5, -9,  -9, -10,
    -4, -4,  -6, -9,
])
bias = Parameter("bias", ("TENSOR_INT32", [3], 0.015625), [-8, 16, -14])
features = Internal("features", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 6, 3], 0.0234375, -28))
positive = Internal("positive", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 6, 3], 0.0234375, -28))
pooled = Internal("pooled", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 5, 3], 0.0234375, -28))
dense = Parameter("dense", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 15], 0.0625, 12), [
    14, 10, 12, 11, 14, 11, 13, 12, 14, 12, 11, 11, 10, 12, 11,
    13, 12, 12, 13, 11, 10, 13, 12, 14, 13, 11, 11, 14, 14, 13,
    14, 11, 14, 10, 11, 14, 12, 13, 14, 11, 13, 12, 12, 11, 11,
    12, 10, 11, 12, 14, 12, 10, 14, 12, 11, 12, 14, 11, 12, 10,
])
dense_bias = Parameter("dense_bias", ("TENSOR_INT32", [4], 0.0014648438), [4, -15, -23, -42])
logits = Internal("logits", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4], 0.0021972656, -3))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4], 0.00390625, -128))
model = Model("classifier_quant8_signed").IntroducedIn("V1_3")
model.Operation("CONV_2D", x, filters, bias, 1, 1, 2, 0).To(features)
model.Operation("RELU", features).To(positive)
model.Operation("MAX_POOL_2D", positive, 2, 1, 1, 2, 3, 0).To(pooled)
model.Operation("FULLY_CONNECTED", pooled, dense, dense_bias, 0).To(logits)
model.Operation("SOFTMAX", logits, 1.0).To(y)
Example({
    x: [
        2, 0,  -6, -2,  -5, 7,  6, 3,  -1, 0,  -3, 5,  0, -8,  4, -5,
        1, -7,  4, -2,  -8, -5,  -4, 4,  4, 6,  4, -6,  -1, 2,  -4, -3,
        6, 1,  6, 6,  -3, -8,  5, 1,  4, 3,  -6, -7,  1, 1,  7, -1,
        2, 0,  -8, 3,  4, 3,  3, -1,  -4, 8,  2, 3,
    ],
    y: [-73, -51, -55, -77],
}, model=model)

# Two branches read one result, one of them twice, and then join.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    offset = Parameter("offset", ("TENSOR_FLOAT32", [3]), [0.5, -0.25, 1.0])
    shifted = Internal("shifted", ("TENSOR_FLOAT32", [2, 3]))
    squared = Internal("squared", ("TENSOR_FLOAT32", [2, 3]))
    positive = Internal("positive", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("diamond").IntroducedIn(version)
    model.Operation("ADD", x, offset, 0).To(shifted)
    model.Operation("MUL", shifted, shifted, 0).To(squared)
    model.Operation("RELU", shifted).To(positive)
    model.Operation("ADD", squared, positive, 0).To(y)
    example = Example({
        x: [-0.5, 0.5, 0.25, 1.25, 1.25, -0.75],
        y: [0.0, 0.3125, 2.8125, 4.8125, 2.0, 0.3125],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A model output that a later operation also reads.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
    early = Output("early", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
    late = Output("late", ("TENSOR_FLOAT32", [1, 1, 1, 2]))
    model = Model("tapped").IntroducedIn(version)
    model.Operation("RELU", x).To(early)
    model.Operation("AVERAGE_POOL_2D", early, 2, 1, 1, 2, 2, 0).To(late)
    example = Example({
        x: [-2.25, 1.25, 0.75, 1.75, 1.0, 2.25, 0.75, 0.75],
        early: [0.0, 1.25, 0.75, 1.75, 1.0, 2.25, 0.75, 0.75],
        late: [0.625, 1.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Two RNN steps that share all constants; one output of each is not used.
for version in ("V1_0", "V1_2"):
    x1 = Input("x1", ("TENSOR_FLOAT32", [1, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3]), [-1.0, -0.75, 0.125, 0.25, 0.25, 0.625])
    recurrent = Parameter("recurrent", ("TENSOR_FLOAT32", [2, 2]), [-0.5, -0.25, 0.125, -0.125])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [0.25, -0.5])
    state = Input("state", ("TENSOR_FLOAT32", [1, 2]))
    middle = Internal("middle", ("TENSOR_FLOAT32", [1, 2]))
    dropped = Internal("dropped", ("TENSOR_FLOAT32", [1, 2]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [1, 3]))
    end = Internal("end", ("TENSOR_FLOAT32", [1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 2]))
    model = Model("unused_output").IntroducedIn(version)
    model.Operation("RNN", x1, weights, recurrent, bias, state, 1).To(middle, dropped)
    model.Operation("RNN", x2, weights, recurrent, bias, middle, 1).To(end, y)
    example = Example({
        x1: [-1.75, 0.25, -2.0],
        state: [0.5, -1.0],
        x2: [-1.25, -0.5, 2.0],
        y: [1.34375, 0.5078125],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A residual block: a model input read at both ends, and two model outputs.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    filters = Parameter("filters", ("TENSOR_FLOAT32", [2, 3, 3, 2]), [
        0.25, -0.5,  -0.25, 0.5,  0.375, -0.25,  0.25, -0.375,
        -0.375, 0.25,  -0.375, -0.125,  0.5, 0.5,  -0.5, -0.125,
        -0.5, -0.5,  -0.125, -0.125,  -0.25, -0.5,  0.5, 0.375,
        -0.125, -0.375,  0.25, -0.375,  0.25, 0.25,  -0.25, 0.0,
        0.0, 0.25,  -0.5, 0.5,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [0.125, -0.25])
    convolved = Internal("convolved", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    gain = Input("gain", ("TENSOR_FLOAT32", [2]))
    product = Output("product", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    model = Model("residual").IntroducedIn(version)
    model.Operation("CONV_2D", x, filters, bias, 1, 1, 1, 1, 1, 1, 0).To(convolved)
    model.Operation("MUL", convolved, gain, 0).To(product)
    model.Operation("ADD", product, x, 3).To(y)
    example = Example({
        x: [
            0.5, -1.25,  -1.75, 0.0,  -2.0, 1.0,  -0.75, 1.0,
            0.25, -0.75,  -2.0, -0.5,  2.0, 0.5,  -1.75, -0.75,
            -1.75, 0.0,  -0.25, -1.75,  -0.25, -0.5,  2.0, 0.75,
        ],
        gain: [0.75, 1.0],
        product: [
            1.125, 0.46875,  1.171875, -1.46875,
            -0.1640625, 0.28125,  1.5, -1.625,
            0.84375, -1.65625,  0.234375, 0.09375,
            -1.6640625, -0.59375,  -0.65625, -0.78125,
            0.0234375, -2.0625,  0.609375, 2.375,
            -0.84375, -0.34375,  0.0, 0.6875,
        ],
        y: [
            1.625, 0.0,  0.0, 0.0,  0.0, 1.28125,  0.75, 0.0,
            1.09375, 0.0,  0.0, 0.0,  0.3359375, 0.0,  0.0, 0.0,
            0.0, 0.0,  0.359375, 0.625,  0.0, 0.0,  2.0, 1.4375,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Two layers with the same weights and bias.
for version in ("V1_0", "V1_2"):
    Configuration.use_shm_for_weights = False
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3]), [1.0, -0.125, -1.0, -1.0, 0.0, 0.5, 1.0, 0.125, -0.5])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [0.5, -0.25, 0.125])
    hidden = Internal("hidden", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("shared_constants").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, 1).To(hidden)
    model.Operation("FULLY_CONNECTED", hidden, weights, bias, 0).To(y)
    example = Example({
        x: [0.75, -1.25, 0.5, 2.0, -0.25, -1.0],
        y: [0.9375, -0.921875, 0.796875, 1.4375, -2.484375, 2.359375],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The same with every constant in a memory pool (CONSTANT_REFERENCE).
for version in ("V1_0", "V1_2"):
    Configuration.use_shm_for_weights = True
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3]), [1.0, -0.125, -1.0, -1.0, 0.0, 0.5, 1.0, 0.125, -0.5])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [0.5, -0.25, 0.125])
    hidden = Internal("hidden", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("shared_in_pool").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, 1).To(hidden)
    model.Operation("FULLY_CONNECTED", hidden, weights, bias, 0).To(y)
    example = Example({
        x: [0.75, -1.25, 0.5, 2.0, -0.25, -1.0],
        y: [0.9375, -0.921875, 0.796875, 1.4375, -2.484375, 2.359375],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The first layer's constants are copied into the model, the second's are in a memory pool.
Configuration.use_shm_for_weights = False
x = Input("x", ("TENSOR_FLOAT32", [1, 2]))
copied = Parameter("copied", ("TENSOR_FLOAT32", [3, 2]), [1.0, 2.0, -0.5, 1.5, 0.25, -1.0])
copied_bias = Parameter("copied_bias", ("TENSOR_FLOAT32", [3]), [0.5, 0.0, -0.5])
hidden = Internal("hidden", ("TENSOR_FLOAT32", [1, 3]))
Configuration.use_shm_for_weights = True
pooled = Parameter("pooled", ("TENSOR_FLOAT32", [1, 3]), [2.0, -1.0, 4.0])
pooled_bias = Parameter("pooled_bias", ("TENSOR_FLOAT32", [1]), [-0.25])
y = Output("y", ("TENSOR_FLOAT32", [1, 1]))
Configuration.use_shm_for_weights = False
model = Model("copied_and_in_pool").IntroducedIn("V1_0")
model.Operation("FULLY_CONNECTED", x, copied, copied_bias, 0).To(hidden)
model.Operation("FULLY_CONNECTED", hidden, pooled, pooled_bias, 0).To(y)
# hidden = (3 + 8 + 0.5, -1.5 + 6, 0.75 - 4 - 0.5) = (11.5, 4.5, -3.75)
# y = 23 - 4.5 - 15 - 0.25
Example({x: [3.0, 4.0], y: [3.25]}, model=model)

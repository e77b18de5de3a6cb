# Two and three operations that drivers often fuse or rewrite: Layers and what is folded into
# them.
# Expected values: specs/scripts/patterns.py, the formulas of the operations one after the other
# in double precision, with numpy.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [4, 3]), [
        0.375, -0.125, -0.5,  0.125, -0.625, -0.5,  0.875, -0.5, 0.625,  0.75, 0.5, 0.625,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [4]), [1.75, -0.25, -0.5, 1.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [2, 4]), [-0.875, 0.625, 0.375, -0.875, 0.625, 0.375, 0.25, -0.75])
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [2]), [-1.75, -0.75])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("dense_dense").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x0, c1, c2, 0).To(t0_0)
    model.Operation("FULLY_CONNECTED", t0_0, c3, c4, 0).To(t1_0)
    example = Example({
        x0: [-1.0, 0.25, -1.5, -0.5, 0.75, 0.5],
        t1_0: [-3.8671875, 0.453125, -4.984375, -1.609375],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [4, 3]), [
        0.625, 0.25, -0.625,  -0.5, 0.375, -0.875,
        -0.25, -0.625, 0.0,  -0.5, -0.125, -0.125,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [4]), [-1.75, -2.0, -0.25, 0.5])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [2, 4]), [-0.25, -0.375, -0.25, 0.0, 0.25, 0.25, -0.25, -0.75])
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [2]), [-1.25, 1.5])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 2]))
    model = Model("dense_relu_dense").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x0, c1, c2, 1).To(t0_0)
    model.Operation("FULLY_CONNECTED", t0_0, c3, c4, 0).To(t1_0)
    example = Example({
        x0: [-0.75, 0.5, 0.75, 1.25, -1.75, -1.75],
        t1_0: [-1.25, 0.9609375, -1.3828125, 1.1328125],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 2, 3]))
    c1 = Parameter("c1", ("TENSOR_INT32", [2]), [2, 6])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 6]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3, 6]), [
        -0.375, -0.75, 0.5, -0.75, 0.375, -0.875,
        -0.625, -0.75, 1.0, -0.125, -0.75, 0.75,
        0.125, 0.0, 0.875, 0.125, 0.25, -0.625,
    ])
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [1.5, 1.25, -1.0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("reshape_dense").IntroducedIn(version)
    model.Operation("RESHAPE", x0, c1).To(t0_0)
    model.Operation("FULLY_CONNECTED", t0_0, c2, c3, 0).To(t1_0)
    example = Example({
        x0: [
            1.75, 0.5, -1.25,  0.75, 0.0, -2.0,  -0.25, -0.75, 1.0,  -0.25, -1.5, 1.75,
        ],
        t1_0: [1.03125, -3.0625, -0.53125, 0.75, 5.4375, -1.65625],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [4, 3]), [
        -1.0, 0.125, 0.375,  -0.75, -0.875, -0.5,
        -0.375, 0.125, -0.125,  0.125, -0.25, -0.5,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [4]), [-0.5, -1.0, 0.25, 1.5])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("dense_softmax").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x0, c1, c2, 0).To(t0_0)
    model.Operation("SOFTMAX", t0_0, 1.0).To(t1_0)
    example = Example({
        x0: [-1.0, 0.5, -1.0, 0.25, -0.75, 0.75],
        t1_0: [
            0.12010182110094506, 0.0825446940059509, 0.22437974175208858, 0.5729737431410153,
            0.0986390219476854, 0.06994554029268195, 0.1677906285312949, 0.6636248092283378,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [4, 3]), [
        -0.625, -0.5, 0.25,  0.75, 0.25, -0.875,  -0.375, 0.0, 0.25,  1.0, -0.875, 0.875,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [4]), [-2.0, -0.5, -1.75, 1.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [4]), [-1.25, 1.75, -0.25, 1.5])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("dense_add_constant").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x0, c1, c2, 0).To(t0_0)
    model.Operation("ADD", t0_0, c3, 0).To(t1_0)
    example = Example({
        x0: [0.25, 0.75, -1.25, 0.25, -0.75, 0.0],
        t1_0: [
            -4.09375, 2.71875, -2.40625, 1.0,
            -3.03125, 1.25, -2.09375, 3.40625,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3]), [1.5, 2.0, 0.25])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [4, 3]), [
        0.125, -0.875, 0.875,  0.625, -0.125, 0.625,
        -0.375, -0.5, -1.0,  -0.625, 0.0, -0.75,
    ])
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [4]), [0.25, 0.0, -0.25, 0.5])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("mul_constant_dense").IntroducedIn(version)
    model.Operation("MUL", x0, c1, 0).To(t0_0)
    model.Operation("FULLY_CONNECTED", t0_0, c2, c3, 0).To(t1_0)
    example = Example({
        x0: [-1.5, 0.75, 1.0, -0.25, 1.0, 2.0],
        t1_0: [
            -1.125, -1.4375, -0.40625, 1.71875,
            -1.109375, -0.171875, -1.609375, 0.359375,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A pooled image and a layer.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    c1 = Parameter("c1", ("TENSOR_INT32", [2]), [1, 2])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [4, 3]), [0.5, 0.75, 0.125, 0.5, 1.0, 0.375, -0.25, 0.25, 0.375, 1.0, 0.5, 1.0])
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [4]), [1.5, -1.0, 0.5, 1.25])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 4]))
    model = Model("mean_dense").IntroducedIn(version)
    model.Operation("MEAN", x0, c1, 0).To(t0_0)
    model.Operation("FULLY_CONNECTED", t0_0, c2, c3, 0).To(t1_0)
    example = Example({
        x0: [
            -1.25, 1.0, -1.0,  1.5, -1.5, 2.0,
            -0.25, -1.25, -1.75,  -1.0, 0.25, -1.0,
        ],
        t1_0: [1.0390625, -1.6640625, 0.3046875, 0.375],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Two and three operations that drivers often fuse or rewrite: Pairs of operations that change
# shapes and layouts.
# Expected values: specs/scripts/patterns.py, the formulas of the operations one after the other
# in double precision, with numpy.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 4]))
    c1 = Parameter("c1", ("TENSOR_INT32", [3]), [1, 2, 0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4, 2]))
    c2 = Parameter("c2", ("TENSOR_INT32", [3]), [2, 0, 1])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3, 4]))
    model = Model("transposes_back").IntroducedIn(version)
    model.Operation("TRANSPOSE", x0, c1).To(t0_0)
    model.Operation("TRANSPOSE", t0_0, c2).To(t1_0)
    example = Example({
        x0: [
            -0.25, 1.0, -1.25, 2.0,  0.25, -1.75, -1.5, -1.5,
            -1.0, 0.75, 1.75, 1.0,  -1.0, -2.0, -1.25, -1.0,
            -0.25, -0.5, 1.0, 1.75,  0.0, 0.25, -1.25, -0.25,
        ],
        t1_0: [
            -0.25, 1.0, -1.25, 2.0,  0.25, -1.75, -1.5, -1.5,
            -1.0, 0.75, 1.75, 1.0,  -1.0, -2.0, -1.25, -1.0,
            -0.25, -0.5, 1.0, 1.75,  0.0, 0.25, -1.25, -0.25,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 4]))
    c1 = Parameter("c1", ("TENSOR_INT32", [3]), [1, 2, 0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4, 2]))
    c2 = Parameter("c2", ("TENSOR_INT32", [3]), [1, 2, 0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [4, 2, 3]))
    model = Model("transposes_same_twice").IntroducedIn(version)
    model.Operation("TRANSPOSE", x0, c1).To(t0_0)
    model.Operation("TRANSPOSE", t0_0, c2).To(t1_0)
    example = Example({
        x0: [
            -2.0, 1.25, 1.0, 1.5,  2.0, -1.75, -1.0, 1.5,
            1.0, -0.5, -0.25, 0.25,  -1.0, 2.0, -0.25, 0.75,
            0.75, -1.75, 1.5, -2.0,  0.0, -0.25, 1.75, 2.0,
        ],
        t1_0: [
            -2.0, 2.0, 1.0,  -1.0, 0.75, 0.0,  1.25, -1.75, -0.5,  2.0, -1.75, -0.25,
            1.0, -1.0, -0.25,  -0.25, 1.5, 1.75,  1.5, 1.5, 0.25,  0.75, -2.0, 2.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 4]))
    c1 = Parameter("c1", ("TENSOR_INT32", [3]), [2, 1, 0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [4, 3, 2]))
    c2 = Parameter("c2", ("TENSOR_INT32", [3]), [0, 2, 1])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [4, 2, 3]))
    model = Model("transposes_swapped").IntroducedIn(version)
    model.Operation("TRANSPOSE", x0, c1).To(t0_0)
    model.Operation("TRANSPOSE", t0_0, c2).To(t1_0)
    example = Example({
        x0: [
            -1.75, 1.25, -1.0, -0.75,  -0.5, 0.25, 1.75, -2.0,
            0.75, -1.75, 1.75, -0.5,  -1.0, 1.5, -1.5, -2.0,
            -0.5, 1.0, 0.25, -1.75,  -1.75, -1.0, -1.25, 0.0,
        ],
        t1_0: [
            -1.75, -0.5, 0.75,  -1.0, -0.5, -1.75,  1.25, 0.25, -1.75,  1.5, 1.0, -1.0,
            -1.0, 1.75, 1.75,  -1.5, 0.25, -1.25,  -0.75, -2.0, -0.5,  -2.0, -1.75, 0.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The shape stays the same, and the pair is no identity.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [3, 3, 3]))
    c1 = Parameter("c1", ("TENSOR_INT32", [3]), [1, 2, 0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 3, 3]))
    c2 = Parameter("c2", ("TENSOR_INT32", [3]), [1, 2, 0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [3, 3, 3]))
    model = Model("transposes_of_a_cube").IntroducedIn(version)
    model.Operation("TRANSPOSE", x0, c1).To(t0_0)
    model.Operation("TRANSPOSE", t0_0, c2).To(t1_0)
    example = Example({
        x0: [
            0.25, 2.0, -0.75,  -1.0, -0.5, 1.75,  0.75, -0.75, 2.0,  1.25, -1.25, -0.5,
            0.5, -0.25, -0.5,  -0.5, -1.25, -1.5,  -2.0, -1.25, 1.75,  0.0, -0.5, -1.0,
            -0.25, -2.0, 0.25,
        ],
        t1_0: [
            0.25, -1.0, 0.75,  1.25, 0.5, -0.5,
            -2.0, 0.0, -0.25,  2.0, -0.5, -0.75,
            -1.25, -0.25, -1.25,  -1.25, -0.5, -2.0,
            -0.75, 1.75, 2.0,  -0.5, -0.5, -1.5,
            1.75, -1.0, 0.25,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 4]))
    c1 = Parameter("c1", ("TENSOR_INT32", [3]), [2, 0, 1])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [4, 2, 3]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [4, 2, 3]))
    c2 = Parameter("c2", ("TENSOR_INT32", [3]), [1, 2, 0])
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [2, 3, 4]))
    model = Model("transpose_relu_transpose").IntroducedIn(version)
    model.Operation("TRANSPOSE", x0, c1).To(t0_0)
    model.Operation("RELU", t0_0).To(t1_0)
    model.Operation("TRANSPOSE", t1_0, c2).To(t2_0)
    example = Example({
        x0: [
            0.75, 1.5, 1.0, -1.25,  1.25, -2.0, 0.0, 1.25,
            0.75, 1.25, 1.5, 1.0,  -1.0, -1.0, -0.75, -0.25,
            0.5, 1.5, 1.0, -1.25,  0.5, 0.75, 2.0, 0.25,
        ],
        t2_0: [
            0.75, 1.5, 1.0, 0.0,  1.25, 0.0, 0.0, 1.25,
            0.75, 1.25, 1.5, 1.0,  0.0, 0.0, 0.0, 0.0,
            0.5, 1.5, 1.0, 0.0,  0.5, 0.75, 2.0, 0.25,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 3, 4]))
    c1 = Parameter("c1", ("TENSOR_INT32", [4]), [0, 2, 3, 1])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -0.75, -0.5,  0.75, 0.25,  0.125, 0.0,  0.625, -0.875,
        0.75, -0.625,  -0.25, 0.125,  0.375, -1.0,  -0.625, 0.875,
        -0.25, -0.625,  1.0, 0.25,  -0.625, 0.375,  0.25, 0.375,
    ])
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [2.0, 1.25, 1.0])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    c4 = Parameter("c4", ("TENSOR_INT32", [4]), [0, 3, 1, 2])
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 3, 2, 3]))
    model = Model("nchw_conv_by_transposes").IntroducedIn(version)
    model.Operation("TRANSPOSE", x0, c1).To(t0_0)
    model.Operation("CONV_2D", t0_0, c2, c3, 2, 1, 1, 0).To(t1_0)
    model.Operation("TRANSPOSE", t1_0, c4).To(t2_0)
    example = Example({
        x0: [
            1.0, 1.5, -1.0, 0.5,  -1.25, -2.0, -1.5, 0.0,
            0.5, 0.0, -0.75, 0.25,  -1.25, -1.25, 0.0, 1.25,
            -0.75, 0.0, 1.5, 1.25,  -1.25, 0.25, -1.0, -1.75,
        ],
        t2_0: [
            1.28125, -1.75, 2.15625,  1.65625, 3.15625, 4.28125,
            3.78125, 4.90625, -0.4375,  2.9375, -0.34375, -1.625,
            2.71875, 1.84375, 4.03125,  -0.90625, -0.09375, 0.25,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A shuffle of channels.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 6]))
    c1 = Parameter("c1", ("TENSOR_INT32", [3]), [2, 2, 3])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 2, 3]))
    c2 = Parameter("c2", ("TENSOR_INT32", [3]), [0, 2, 1])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 3, 2]))
    c3 = Parameter("c3", ("TENSOR_INT32", [2]), [2, 6])
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [2, 6]))
    model = Model("reshape_transpose_reshape").IntroducedIn(version)
    model.Operation("RESHAPE", x0, c1).To(t0_0)
    model.Operation("TRANSPOSE", t0_0, c2).To(t1_0)
    model.Operation("RESHAPE", t1_0, c3).To(t2_0)
    example = Example({
        x0: [
            -0.75, 1.75, 1.25, -2.0, 0.5, 0.0,
            -0.75, 0.75, -1.75, -1.25, 1.25, -0.5,
        ],
        t2_0: [
            -0.75, -2.0, 1.75, 0.5, 1.25, 0.0,
            -0.75, -1.25, 0.75, 1.25, -1.75, -0.5,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 6]))
    c1 = Parameter("c1", ("TENSOR_INT32", [2]), [3, 4])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4]))
    c2 = Parameter("c2", ("TENSOR_INT32", [2]), [4, 3])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [4, 3]))
    model = Model("reshape_reshape").IntroducedIn(version)
    model.Operation("RESHAPE", x0, c1).To(t0_0)
    model.Operation("RESHAPE", t0_0, c2).To(t1_0)
    example = Example({
        x0: [
            1.75, 1.75, -0.75, 1.75, -2.0, -0.25,
            1.75, -0.25, -2.0, -0.5, -1.0, 1.0,
        ],
        t1_0: [
            1.75, 1.75, -0.75,  1.75, -2.0, -0.25,  1.75, -0.25, -2.0,  -0.5, -1.0, 1.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The sum broadcasts in the middle shape.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 6]))
    c1 = Parameter("c1", ("TENSOR_INT32", [2]), [4, 3])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [4, 3]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [0.75, 0.0, -1.5])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [4, 3]))
    c3 = Parameter("c3", ("TENSOR_INT32", [2]), [2, 6])
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [2, 6]))
    model = Model("reshape_add_reshape").IntroducedIn(version)
    model.Operation("RESHAPE", x0, c1).To(t0_0)
    model.Operation("ADD", t0_0, c2, 0).To(t1_0)
    model.Operation("RESHAPE", t1_0, c3).To(t2_0)
    example = Example({
        x0: [
            2.0, 2.0, 1.5, -0.75, -0.25, 2.0,
            0.25, 0.5, -2.0, -1.75, 1.0, 0.25,
        ],
        t2_0: [2.75, 2.0, 0.0, 0.0, -0.25, 0.5, 1.0, 0.5, -3.5, -1.0, 1.0, -1.25],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 4, 3]))
    c1 = Parameter("c1", ("TENSOR_INT32", [1]), [1])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    c2 = Parameter("c2", ("TENSOR_INT32", [2]), [3, 2])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("mean_removed_reshape").IntroducedIn(version)
    model.Operation("MEAN", x0, c1, 0).To(t0_0)
    model.Operation("RESHAPE", t0_0, c2).To(t1_0)
    example = Example({
        x0: [
            -0.5, 1.0, -2.0,  1.0, 2.0, 0.5,  -1.5, -1.25, -1.75,  -1.75, -0.5, 2.0,
            1.75, 0.5, -1.5,  -1.5, -2.0, -0.75,  1.25, -0.5, 0.0,  -1.75, 1.75, 0.75,
        ],
        t1_0: [-0.6875, 0.3125, -0.3125, -0.0625, -0.0625, -0.375],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 4, 3]))
    c1 = Parameter("c1", ("TENSOR_INT32", [1]), [1])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 1, 3]))
    c2 = Parameter("c2", ("TENSOR_INT32", [2]), [3, 2])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("mean_kept_reshape").IntroducedIn(version)
    model.Operation("MEAN", x0, c1, 1).To(t0_0)
    model.Operation("RESHAPE", t0_0, c2).To(t1_0)
    example = Example({
        x0: [
            2.0, 1.25, 0.25,  0.75, -0.5, 0.5,  1.25, 1.75, -2.0,  1.25, 1.5, 1.25,
            1.75, 0.25, 1.5,  0.25, 1.0, -0.25,  1.75, 2.0, -2.0,  2.0, -1.25, -1.25,
        ],
        t1_0: [1.3125, 1.0, 0.0, 1.4375, 0.5, -0.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 4, 3]))
c1 = Parameter("c1", ("TENSOR_INT32", [1]), [1])
keep = BoolScalar("keep", False)
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
c2 = Parameter("c2", ("TENSOR_INT32", [2]), [3, 2])
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [3, 2]))
model = Model("max_removed_reshape").IntroducedIn("V1_2")
model.Operation("REDUCE_MAX", x0, c1, keep).To(t0_0)
model.Operation("RESHAPE", t0_0, c2).To(t1_0)
example = Example({
    x0: [
        0.25, 1.25, -1.75,  -1.75, 1.25, -1.75,  -0.5, -1.75, 0.25,  0.0, 1.25, -1.5,
        1.75, 2.0, -2.0,  1.75, 2.0, -1.75,  0.5, -2.0, 0.5,  1.5, 0.0, 1.0,
    ],
    t1_0: [0.25, 1.25, 0.25, 1.75, 2.0, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 4, 3]))
c1 = Parameter("c1", ("TENSOR_INT32", [1]), [1])
keep = BoolScalar("keep", True)
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 1, 3]))
c2 = Parameter("c2", ("TENSOR_INT32", [2]), [3, 2])
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [3, 2]))
model = Model("max_kept_reshape").IntroducedIn("V1_2")
model.Operation("REDUCE_MAX", x0, c1, keep).To(t0_0)
model.Operation("RESHAPE", t0_0, c2).To(t1_0)
example = Example({
    x0: [
        0.5, 1.5, 0.25,  0.0, -1.25, 0.25,  0.25, 1.5, 0.0,  -1.25, -0.75, 2.0,
        1.5, 1.75, -1.25,  1.5, 0.75, -1.0,  1.25, -1.5, -1.5,  -1.25, -1.0, -1.0,
    ],
    t1_0: [0.5, 1.5, 2.0, 1.5, 1.75, -1.0],
}, model=model)
example.AddVariations("relaxed", "float16")

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 8]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
    model = Model("space_to_depth_and_back").IntroducedIn(version)
    model.Operation("SPACE_TO_DEPTH", x0, 2).To(t0_0)
    model.Operation("DEPTH_TO_SPACE", t0_0, 2).To(t1_0)
    example = Example({
        x0: [
            2.0, 1.25,  0.25, 0.75,  -0.5, 0.5,  1.25, 1.75,
            -2.0, 1.25,  1.5, 1.25,  1.75, 0.25,  1.5, 0.25,
            1.0, -0.25,  1.75, 2.0,  -2.0, 2.0,  -1.25, -1.25,
            0.75, 2.0,  1.0, 0.5,  1.25, -1.5,  -0.75, 0.25,
            -1.0, -2.0,  -1.25, -1.75,  0.75, -0.25,  -0.25, -0.75,
            0.75, -1.25,  2.0, 1.0,  1.25, -2.0,  -1.5, -1.75,
        ],
        t1_0: [
            2.0, 1.25,  0.25, 0.75,  -0.5, 0.5,  1.25, 1.75,
            -2.0, 1.25,  1.5, 1.25,  1.75, 0.25,  1.5, 0.25,
            1.0, -0.25,  1.75, 2.0,  -2.0, 2.0,  -1.25, -1.25,
            0.75, 2.0,  1.0, 0.5,  1.25, -1.5,  -0.75, 0.25,
            -1.0, -2.0,  -1.25, -1.75,  0.75, -0.25,  -0.25, -0.75,
            0.75, -1.25,  2.0, 1.0,  1.25, -2.0,  -1.5, -1.75,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 8]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 8]), [
        0.125, 0.375, -1.0, 0.125, -0.5, 0.125, -0.375, -0.125,
        0.875, -0.25, 0.125, 0.75, 0.5, -0.75, -0.75, 0.375,
        -0.375, 1.0, -0.625, 0.125, 0.5, 0.75, -0.75, 0.5,
        0.75, 0.375, -0.875, 0.625, -0.75, -0.75, -0.125, 0.375,
        -1.0, 1.0, 0.125, 0.125, 0.0, 0.5, -0.625, -0.5,
        0.125, 0.625, 0.75, -0.5, -0.75, 0.75, 0.75, 0.875,
        -0.375, -0.625, -0.875, -0.375, -0.25, -0.25, -0.875, 0.25,
        0.75, -0.75, 0.75, -0.875, -1.0, -0.25, 0.625, 0.125,
        -0.5, -0.75, 0.125, 0.875, -0.625, 0.125, -0.5, 0.5,
        -1.0, -0.125, 0.5, 0.5, 0.0, -0.5, -0.5, 0.125,
        0.375, 0.75, -0.25, -0.375, 0.875, 0.625, -0.875, -0.375,
        -0.375, -0.75, 0.125, -0.125, 0.875, -0.25, 0.5, 1.0,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-0.25, -1.0, -1.0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 1, 2, 3]))
    model = Model("space_to_depth_conv").IntroducedIn(version)
    model.Operation("SPACE_TO_DEPTH", x0, 2).To(t0_0)
    model.Operation("CONV_2D", t0_0, c1, c2, 2, 1, 1, 0).To(t1_0)
    example = Example({
        x0: [
            0.25, 1.25,  -1.75, -1.75,  1.25, -1.75,  -0.5, -1.75,
            0.25, 0.0,  1.25, -1.5,  1.75, 2.0,  -2.0, 1.75,
            2.0, -1.75,  0.5, -2.0,  0.5, 1.5,  0.0, 1.0,
            -0.75, 1.75,  0.0, 0.25,  0.25, -1.25,  -0.25, -2.0,
            0.75, -0.25,  -0.25, 1.75,  1.0, -1.0,  1.0, 0.25,
            0.5, -0.75,  1.5, 2.0,  -0.75, 1.0,  2.0, 1.25,
        ],
        t1_0: [3.65625, -1.84375, 0.09375, -2.9375, 0.71875, -6.75],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The blocks differ, so the pair is no identity.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 6, 2]))
    c1 = Parameter("c1", ("TENSOR_INT32", [2]), [2, 1])
    c2 = Parameter("c2", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 2, 6, 2]))
    c3 = Parameter("c3", ("TENSOR_INT32", [2]), [1, 2])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 2, 12, 2]))
    model = Model("space_to_batch_other_blocks").IntroducedIn(version)
    model.Operation("SPACE_TO_BATCH_ND", x0, c1, c2).To(t0_0)
    model.Operation("BATCH_TO_SPACE_ND", t0_0, c3).To(t1_0)
    example = Example({
        x0: [
            0.5, 1.5,  0.25, 0.0,  -1.25, 0.25,  0.25, 1.5,
            0.0, -1.25,  -0.75, 2.0,  1.5, 1.75,  -1.25, 1.5,
            0.75, -1.0,  1.25, -1.5,  -1.5, -1.25,  -1.0, -1.0,
            0.25, -0.75,  -0.75, 0.0,  -1.0, -1.25,  0.25, -2.0,
            -1.75, 1.25,  -1.5, -1.25,  1.25, 0.5,  -2.0, 1.25,
            0.5, 1.75,  -1.0, -1.25,  1.75, 1.5,  1.25, -2.0,
        ],
        t1_0: [
            0.5, 1.5,  1.5, 1.75,  0.25, 0.0,  -1.25, 1.5,
            -1.25, 0.25,  0.75, -1.0,  0.25, 1.5,  1.25, -1.5,
            0.0, -1.25,  -1.5, -1.25,  -0.75, 2.0,  -1.0, -1.0,
            0.25, -0.75,  1.25, 0.5,  -0.75, 0.0,  -2.0, 1.25,
            -1.0, -1.25,  0.5, 1.75,  0.25, -2.0,  -1.0, -1.25,
            -1.75, 1.25,  1.75, 1.5,  -1.5, -1.25,  1.25, -2.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Two and three operations that drivers often fuse or rewrite: Joining, splitting and selecting.
# Expected values: specs/scripts/patterns.py, the formulas of the operations one after the other
# in double precision, with numpy.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 6]))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 2]))
t0_1 = Internal("t0_1", ("TENSOR_FLOAT32", [2, 2]))
t0_2 = Internal("t0_2", ("TENSOR_FLOAT32", [2, 2]))
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 6]))
model = Model("split_concatenation_back").IntroducedIn("V1_2")
model.Operation("SPLIT", x0, 1, 3).To(t0_0, t0_1, t0_2)
model.Operation("CONCATENATION", t0_0, t0_1, t0_2, 1).To(t1_0)
example = Example({
    x0: [0.25, -0.25, -0.25, 1.75, -1.75, 0.5, 1.75, 0.0, -1.0, 0.5, 0.25, 1.0],
    t1_0: [0.25, -0.25, -0.25, 1.75, -1.75, 0.5, 1.75, 0.0, -1.0, 0.5, 0.25, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 6]))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 2]))
t0_1 = Internal("t0_1", ("TENSOR_FLOAT32", [2, 2]))
t0_2 = Internal("t0_2", ("TENSOR_FLOAT32", [2, 2]))
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 6]))
model = Model("split_concatenation_rotated").IntroducedIn("V1_2")
model.Operation("SPLIT", x0, 1, 3).To(t0_0, t0_1, t0_2)
model.Operation("CONCATENATION", t0_2, t0_0, t0_1, 1).To(t1_0)
example = Example({
    x0: [
        -1.5, -0.25, 1.75, -0.75, 0.25, -1.75,
        -2.0, -1.0, 1.0, -0.75, -2.0, -1.75,
    ],
    t1_0: [
        0.25, -1.75, -1.5, -0.25, 1.75, -0.75,
        -2.0, -1.75, -2.0, -1.0, 1.0, -0.75,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The two results of SPLIT are multiplied.
x0 = Input("x0", ("TENSOR_FLOAT32", [2, 6]))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
t0_1 = Internal("t0_1", ("TENSOR_FLOAT32", [2, 3]))
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
model = Model("split_mul").IntroducedIn("V1_2")
model.Operation("SPLIT", x0, 1, 2).To(t0_0, t0_1)
model.Operation("MUL", t0_0, t0_1, 0).To(t1_0)
example = Example({
    x0: [-1.25, 0.0, -0.25, 1.0, 2.0, 0.25, 0.75, 2.0, 0.75, -2.0, 0.0, 1.75],
    t1_0: [-1.25, 0.0, -0.0625, -1.5, 0.0, 1.3125],
}, model=model)
example.AddVariations("relaxed", "float16")

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 2]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("concatenation_of_2_relu").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 1).To(t0_0)
    model.Operation("RELU", t0_0).To(t1_0)
    example = Example({
        x0: [-0.5, -1.5],
        x1: [-1.5, -2.0, 1.25, -0.5],
        t1_0: [0.0, 0.0, 0.0, 0.0, 1.25, 0.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 2]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [2, 3]))
    x3 = Input("x3", ("TENSOR_FLOAT32", [2, 1]))
    x4 = Input("x4", ("TENSOR_FLOAT32", [2, 2]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 9]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 9]))
    model = Model("concatenation_of_5_relu").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, x2, x3, x4, 1).To(t0_0)
    model.Operation("RELU", t0_0).To(t1_0)
    example = Example({
        x0: [2.0, -1.25],
        x1: [0.5, -0.25, -1.25, -0.75],
        x2: [1.5, -0.5, -0.5, 1.75, 1.0, -0.5],
        x3: [-1.5, 1.5],
        x4: [0.0, -1.75, -1.25, -1.0],
        t1_0: [
            2.0, 0.5, 0.0, 1.5, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 1.75, 1.0, 0.0, 1.5, 0.0, 0.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 2]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [2, 3]))
    x3 = Input("x3", ("TENSOR_FLOAT32", [2, 1]))
    x4 = Input("x4", ("TENSOR_FLOAT32", [2, 2]))
    x5 = Input("x5", ("TENSOR_FLOAT32", [2, 3]))
    x6 = Input("x6", ("TENSOR_FLOAT32", [2, 1]))
    x7 = Input("x7", ("TENSOR_FLOAT32", [2, 2]))
    x8 = Input("x8", ("TENSOR_FLOAT32", [2, 3]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 18]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 18]))
    model = Model("concatenation_of_9_relu").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, x2, x3, x4, x5, x6, x7, x8, 1).To(t0_0)
    model.Operation("RELU", t0_0).To(t1_0)
    example = Example({
        x0: [-2.0, -1.25],
        x1: [-1.5, -0.75, 0.5, 1.25],
        x2: [0.0, -1.75, -0.75, 0.5, -1.25, 1.0],
        x3: [-1.75, -1.0],
        x4: [-1.25, -2.0, 1.75, -0.5],
        x5: [-1.25, -0.25, 0.25, -1.75, 0.75, -2.0],
        x6: [0.25, -0.5],
        x7: [-0.5, -2.0, -0.25, 0.0],
        x8: [2.0, -1.25, 1.75, 1.25, 2.0, 1.75],
        t1_0: [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.25, 0.25, 0.0, 0.0, 2.0,
            0.0, 1.75, 0.0, 0.5, 1.25, 0.5, 0.0, 1.0, 0.0, 1.75, 0.0, 0.0, 0.75, 0.0, 0.0, 0.0,
            0.0, 1.25, 2.0, 1.75,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Channels of two images.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 3, 1]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 3]), [
        1.0, -0.625, 0.0,  -0.875, -0.75, 0.625,
        -0.75, -0.625, 0.5,  0.625, -1.0, 0.0,
        0.25, 0.625, 0.75,  0.25, 0.25, 0.625,
        0.125, -0.875, 0.625,  0.5, 1.0, 0.5,
        0.25, -0.875, 0.875,  -0.5, -0.5, 0.875,
        -0.75, 0.875, 0.0,  -0.25, 0.75, -0.125,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [2.0, 0.75, 0.5])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    model = Model("concatenation_conv").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 3).To(t0_0)
    model.Operation("CONV_2D", t0_0, c1, c2, 2, 1, 1, 0).To(t1_0)
    example = Example({
        x0: [0.5, -1.0, 0.75, 1.0, -2.0, 1.25, -1.75, 1.25, 1.25],
        x1: [
            1.25, 1.0,  0.25, -1.75,  -1.25, -0.25,  -0.5, -1.5,
            -1.75, 1.75,  -2.0, -1.5,  2.0, 2.0,  0.5, 1.0,
            -0.5, -1.25,
        ],
        t1_0: [
            0.625, -1.125, -2.96875,  7.21875, -0.6875, -3.125,
            8.8125, 0.625, 6.28125,  1.09375, -0.8125, 1.09375,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Rows of both members, in another order.
x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
x1 = Input("x1", ("TENSOR_FLOAT32", [3, 3]))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [5, 3]))
c1 = Parameter("c1", ("TENSOR_INT32", [4]), [4, 0, 3, 1])
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [4, 3]))
model = Model("concatenation_gather").IntroducedIn("V1_2")
model.Operation("CONCATENATION", x0, x1, 0).To(t0_0)
model.Operation("GATHER", t0_0, 0, c1).To(t1_0)
example = Example({
    x0: [-1.25, -1.0, -1.25, -1.25, -0.25, -1.0],
    x1: [1.0, -2.0, 1.25, 0.0, -1.25, -0.5, 0.25, -1.5, -1.5],
    t1_0: [
        0.25, -1.5, -1.5,  -1.25, -1.0, -1.25,  0.0, -1.25, -0.5,  -1.25, -0.25, -1.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The slice reads a part of both members.
x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 4]))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 7]))
c1 = Parameter("c1", ("TENSOR_INT32", [2]), [0, 2])
c2 = Parameter("c2", ("TENSOR_INT32", [2]), [2, 3])
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
model = Model("concatenation_slice").IntroducedIn("V1_2")
model.Operation("CONCATENATION", x0, x1, 1).To(t0_0)
model.Operation("SLICE", t0_0, c1, c2).To(t1_0)
example = Example({
    x0: [-1.0, -0.75, 0.75, -1.75, 1.5, -1.25],
    x1: [1.75, 1.0, 1.0, -1.25, -1.5, -1.25, 0.25, 0.25],
    t1_0: [0.75, 1.75, 1.0, -1.25, -1.5, -1.25],
}, model=model)
example.AddVariations("relaxed", "float16")

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 2]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 2]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [2, 2]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 6]))
    model = Model("concatenation_concatenation").IntroducedIn(version)
    model.Operation("CONCATENATION", x0, x1, 1).To(t0_0)
    model.Operation("CONCATENATION", x2, t0_0, 1).To(t1_0)
    example = Example({
        x0: [1.5, -0.75, -1.25, 0.0],
        x1: [-1.0, 1.0, 0.0, -0.25],
        x2: [0.75, 1.75, 0.5, 0.25],
        t1_0: [
            0.75, 1.75, 1.5, -0.75, -1.0, 1.0,
            0.5, 0.25, -1.25, 0.0, 0.0, -0.25,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

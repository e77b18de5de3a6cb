# Two and three operations that drivers often fuse or rewrite: Tensors that are used again after
# a reshaping.
# Expected values: specs/scripts/patterns.py, the formulas of the operations one after the other
# in double precision, with numpy.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# If both tensors share memory, RELU1 must not be computed in place.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 6]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [6]), [1.0, -0.75, 1.5, 2.0, 1.5, 2.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 1, 6]))
    c2 = Parameter("c2", ("TENSOR_INT32", [2]), [3, 4])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [3, 4]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [6]), [0.25, 0.0, 0.5, -1.5, 2.0, -2.0])
    t3_0 = Output("t3_0", ("TENSOR_FLOAT32", [2, 1, 6]))
    model = Model("reshape_relu1_and_reader").IntroducedIn(version)
    model.Operation("ADD", x0, c1, 0).To(t0_0)
    model.Operation("RESHAPE", t0_0, c2).To(t1_0)
    model.Operation("RELU1", t1_0).To(t2_0)
    model.Operation("MUL", t0_0, c3, 0).To(t3_0)
    example = Example({
        x0: [
            1.0, -1.75, 1.0, 1.0, -2.0, -0.5,
            0.5, -2.0, -1.25, -0.75, 0.25, 0.5,
        ],
        t2_0: [1.0, -1.0, 1.0, 1.0, -0.5, 1.0, 1.0, -1.0, 0.25, 1.0, 1.0, 1.0],
        t3_0: [
            0.5, -0.0, 1.25, -4.5, -1.0, -3.0,
            0.375, -0.0, 0.125, -1.875, 3.5, -5.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# If both tensors share memory, RELU1 must not be computed in place.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 6]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [6]), [0.75, 1.0, 0.5, -0.75, -1.75, 0.5])
    t0_0 = Output("t0_0", ("TENSOR_FLOAT32", [2, 1, 6]))
    c2 = Parameter("c2", ("TENSOR_INT32", [2]), [3, 4])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("reshape_relu1_and_output").IntroducedIn(version)
    model.Operation("ADD", x0, c1, 0).To(t0_0)
    model.Operation("RESHAPE", t0_0, c2).To(t1_0)
    model.Operation("RELU1", t1_0).To(t2_0)
    example = Example({
        x0: [
            1.25, -1.75, -1.25, -1.25, -0.25, -0.75,
            -1.25, 1.25, -1.5, -2.0, -2.0, -0.25,
        ],
        t0_0: [
            2.0, -0.75, -0.75, -2.0, -2.0, -0.25,
            -0.5, 2.25, -1.0, -2.75, -3.75, 0.25,
        ],
        t2_0: [
            1.0, -0.75, -0.75, -1.0,  -1.0, -0.25, -0.5, 1.0,
            -1.0, -1.0, -1.0, 0.25,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# If both tensors share memory, RELU1 must not be computed in place.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 6]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [6]), [-1.5, 0.75, 1.25, 1.0, 1.25, 1.25])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 1, 6]))
    c2 = Parameter("c2", ("TENSOR_INT32", [1]), [1])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 6]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [2, 6]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [6]), [-0.5, -1.25, -1.25, -0.25, -2.0, -1.75])
    t3_0 = Output("t3_0", ("TENSOR_FLOAT32", [2, 1, 6]))
    model = Model("squeeze_relu1_and_reader").IntroducedIn(version)
    model.Operation("ADD", x0, c1, 0).To(t0_0)
    model.Operation("SQUEEZE", t0_0, c2).To(t1_0)
    model.Operation("RELU1", t1_0).To(t2_0)
    model.Operation("MUL", t0_0, c3, 0).To(t3_0)
    example = Example({
        x0: [
            -0.5, -1.5, 1.0, -1.75, 1.5, 1.25,
            -0.5, 0.0, -1.5, 1.0, 0.25, -1.0,
        ],
        t2_0: [
            -1.0, -0.75, 1.0, -0.75, 1.0, 1.0,
            -1.0, 0.75, -0.25, 1.0, 1.0, 0.25,
        ],
        t3_0: [
            1.0, 0.9375, -2.8125, 0.1875, -5.5, -4.375,
            1.0, -0.9375, 0.3125, -0.5, -3.0, -0.4375,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# If both tensors share memory, RELU1 must not be computed in place.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 6]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [6]), [-1.5, 0.5, 2.0, 0.75, -2.0, -0.25])
    t0_0 = Output("t0_0", ("TENSOR_FLOAT32", [2, 1, 6]))
    c2 = Parameter("c2", ("TENSOR_INT32", [1]), [1])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 6]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [2, 6]))
    model = Model("squeeze_relu1_and_output").IntroducedIn(version)
    model.Operation("ADD", x0, c1, 0).To(t0_0)
    model.Operation("SQUEEZE", t0_0, c2).To(t1_0)
    model.Operation("RELU1", t1_0).To(t2_0)
    example = Example({
        x0: [2.0, -1.5, -1.0, 0.0, -1.0, 1.25, -2.0, 0.75, 0.5, 1.75, 0.0, 0.5],
        t0_0: [0.5, -1.0, 1.0, 0.75, -3.0, 1.0, -3.5, 1.25, 2.5, 2.5, -2.0, 0.25],
        t2_0: [0.5, -1.0, 1.0, 0.75, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 0.25],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# If both tensors share memory, RELU1 must not be computed in place.
x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 6]))
c1 = Parameter("c1", ("TENSOR_FLOAT32", [6]), [-1.5, -2.0, 1.0, -2.0, 1.0, 0.25])
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 1, 6]))
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 1, 1, 6]))
t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [2, 1, 1, 6]))
c2 = Parameter("c2", ("TENSOR_FLOAT32", [6]), [0.75, -0.5, -0.75, 0.75, -1.75, 1.0])
t3_0 = Output("t3_0", ("TENSOR_FLOAT32", [2, 1, 6]))
model = Model("expand_dims_relu1_and_reader").IntroducedIn("V1_2")
model.Operation("ADD", x0, c1, 0).To(t0_0)
model.Operation("EXPAND_DIMS", t0_0, 1).To(t1_0)
model.Operation("RELU1", t1_0).To(t2_0)
model.Operation("MUL", t0_0, c2, 0).To(t3_0)
example = Example({
    x0: [-2.0, -1.25, 1.25, 1.75, 0.75, -1.0, 0.5, -0.5, 0.25, 0.5, 2.0, -0.25],
    t2_0: [-1.0, -1.0, 1.0, -0.25, 1.0, -0.75, -1.0, -1.0, 1.0, -1.0, 1.0, 0.0],
    t3_0: [
        -2.625, 1.625, -1.6875, -0.1875, -3.0625, -0.75,
        -0.75, 1.25, -0.9375, -1.125, -5.25, 0.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# If both tensors share memory, RELU1 must not be computed in place.
x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 6]))
c1 = Parameter("c1", ("TENSOR_FLOAT32", [6]), [-1.75, 2.0, 1.75, -0.25, -0.25, -1.25])
t0_0 = Output("t0_0", ("TENSOR_FLOAT32", [2, 1, 6]))
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 1, 1, 6]))
t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [2, 1, 1, 6]))
model = Model("expand_dims_relu1_and_output").IntroducedIn("V1_2")
model.Operation("ADD", x0, c1, 0).To(t0_0)
model.Operation("EXPAND_DIMS", t0_0, 1).To(t1_0)
model.Operation("RELU1", t1_0).To(t2_0)
example = Example({
    x0: [
        0.5, 0.75, -0.75, 1.25, -1.75, -1.25,
        -1.0, 0.5, 0.25, -0.75, -0.25, -1.0,
    ],
    t0_0: [-1.25, 2.75, 1.0, 1.0, -2.0, -2.5, -2.75, 2.5, 2.0, -1.0, -0.5, -2.25],
    t2_0: [-1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -0.5, -1.0],
}, model=model)
example.AddVariations("relaxed", "float16")

# Two and three operations that drivers often fuse or rewrite: Chains of element-wise
# operations.
# Expected values: specs/scripts/patterns.py, the formulas of the operations one after the other
# in double precision, with numpy.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [3]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("mul_add").IntroducedIn(version)
    model.Operation("MUL", x0, x1, 0).To(t0_0)
    model.Operation("ADD", t0_0, x2, 0).To(t1_0)
    example = Example({
        x0: [-0.75, -1.75, -0.25, 0.0, -2.0, -1.75],
        x1: [-0.5, 1.0, 1.25, 1.0, -0.75, -1.25],
        x2: [-1.25, 1.5, -1.25],
        t1_0: [-0.875, -0.25, -1.5625, -1.25, 3.0, 0.9375],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [3]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("add_mul").IntroducedIn(version)
    model.Operation("ADD", x0, x1, 0).To(t0_0)
    model.Operation("MUL", t0_0, x2, 0).To(t1_0)
    example = Example({
        x0: [-0.5, -1.5, 2.0, -0.25, -0.25, 0.25],
        x1: [0.0, 2.0, 1.0, -0.25, 1.25, 0.25],
        x2: [-1.25, 1.25, -0.5],
        t1_0: [0.625, 0.625, -1.5, 0.625, 1.25, -0.25],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [3]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("sub_mul").IntroducedIn(version)
    model.Operation("SUB", x0, x1, 0).To(t0_0)
    model.Operation("MUL", t0_0, x2, 0).To(t1_0)
    example = Example({
        x0: [2.0, -1.5, 0.0, 1.5, 1.5, -1.75],
        x1: [-1.5, 0.75, 0.75, -1.5, -1.0, -0.5],
        x2: [-1.25, 1.0, -1.75],
        t1_0: [-4.375, -2.25, 1.3125, -3.75, 2.5, 2.1875],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [3]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("mul_sub").IntroducedIn(version)
    model.Operation("MUL", x0, x1, 0).To(t0_0)
    model.Operation("SUB", t0_0, x2, 0).To(t1_0)
    example = Example({
        x0: [0.25, -1.25, -2.0, -1.0, -1.0, -2.0],
        x1: [1.0, -0.5, 0.5, 1.5, 1.0, -1.25],
        x2: [-1.25, -1.5, -1.0],
        t1_0: [1.5, 2.125, 0.0, -0.25, 0.5, 3.5],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Two constants in a row.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3]), [-1.25, 1.5, -0.5])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [2, 1]), [-1.0, -2.0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("add_constants").IntroducedIn(version)
    model.Operation("ADD", x0, c1, 0).To(t0_0)
    model.Operation("ADD", t0_0, c2, 0).To(t1_0)
    example = Example({
        x0: [-1.75, -0.5, 0.5, 0.5, 0.75, 1.5],
        t1_0: [-4.0, 0.0, -1.0, -2.75, 0.25, -1.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Two constants in a row.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3]), [1.25, 0.5, -0.5])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [2, 1]), [2.0, 0.0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("mul_constants").IntroducedIn(version)
    model.Operation("MUL", x0, c1, 0).To(t0_0)
    model.Operation("MUL", t0_0, c2, 0).To(t1_0)
    example = Example({
        x0: [-1.5, -0.5, -1.5, 0.0, -1.75, 1.5],
        t1_0: [-3.75, -0.5, 1.5, 0.0, -0.0, -0.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A fused activation between two sums.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3]))
    x2 = Input("x2", ("TENSOR_FLOAT32", [2, 3]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("add_relu_add_relu1").IntroducedIn(version)
    model.Operation("ADD", x0, x1, 1).To(t0_0)
    model.Operation("ADD", t0_0, x2, 2).To(t1_0)
    example = Example({
        x0: [1.0, -0.25, 0.75, 1.75, 0.0, -0.75],
        x1: [2.0, 1.25, 1.5, 0.75, 2.0, -1.5],
        x2: [-2.0, 0.0, -1.5, 1.5, -1.5, -2.0],
        t1_0: [1.0, 1.0, 0.75, 1.0, 0.5, -1.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A tensor times its own logistic function.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 4]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("swish").IntroducedIn(version)
    model.Operation("LOGISTIC", x0).To(t0_0)
    model.Operation("MUL", t0_0, x0, 0).To(t1_0)
    example = Example({
        x0: [-0.75, -0.25, -1.25, 1.5, 1.75, -1.0, 0.5, 0.0],
        t1_0: [
            -0.24061597561845527, -0.10945587477855048, -0.27837517353163604,
            1.2263617142904655, 1.4909174034445436, -0.2689414213699951, 0.3112296656009273,
            0.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 4]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [1]), [3.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 4]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("hard_swish_by_parts").IntroducedIn(version)
    model.Operation("ADD", x0, c1, 0).To(t0_0)
    model.Operation("RELU6", t0_0).To(t1_0)
    model.Operation("MUL", t1_0, x0, 0).To(t2_0)
    example = Example({
        x0: [-2.5, -0.75, 0.75, 0.25, -4.5, 0.75, -0.5, 2.0],
        t2_0: [-1.25, -1.6875, 2.8125, 0.8125, -0.0, 2.8125, -1.25, 10.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("relu_relu1").IntroducedIn(version)
    model.Operation("RELU", x0).To(t0_0)
    model.Operation("RELU1", t0_0).To(t1_0)
    example = Example({
        x0: [
            -3.5, 4.75, -7.75, -1.25,  -6.25, 2.0, -2.75, -3.75,
            3.5, -0.5, 1.5, 5.75,
        ],
        t1_0: [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("relu1_relu6").IntroducedIn(version)
    model.Operation("RELU1", x0).To(t0_0)
    model.Operation("RELU6", t0_0).To(t1_0)
    example = Example({
        x0: [
            -2.0, 0.75, 7.0, 1.5,  2.25, -7.0, 1.5, 7.25,
            -3.5, -4.25, -8.0, -7.5,
        ],
        t1_0: [0.0, 0.75, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("relu6_relu1").IntroducedIn(version)
    model.Operation("RELU6", x0).To(t0_0)
    model.Operation("RELU1", t0_0).To(t1_0)
    example = Example({
        x0: [
            -1.0, -3.0, 5.5, 3.75,  -5.5, -0.5, 5.5, 2.0,
            6.0, -8.0, -1.75, -4.5,
        ],
        t1_0: [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 4]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("relu_residual").IntroducedIn(version)
    model.Operation("RELU", x0).To(t0_0)
    model.Operation("ADD", t0_0, x0, 0).To(t1_0)
    example = Example({
        x0: [0.25, -1.25, -0.5, 1.75, -2.0, -2.0, -0.25, 0.75],
        t1_0: [0.5, -1.25, -0.5, 3.5, -2.0, -2.0, -0.25, 1.5],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

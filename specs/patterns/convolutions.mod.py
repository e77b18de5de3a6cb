# Two and three operations that drivers often fuse or rewrite: Convolutions with what is folded
# into them.
# Expected values: specs/scripts/patterns.py, the formulas of the operations one after the other
# in double precision, with numpy.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -0.75, -0.375,  -0.25, -1.0,  0.125, 1.0,  0.875, -0.125,
        1.0, -0.375,  0.25, 0.375,  -0.25, 0.625,  0.125, 0.25,
        0.75, 0.625,  -0.25, 0.625,  0.0, -0.25,  -1.0, 0.875,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-1.0, -0.5, 1.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_relu_add").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("RELU", t0_0).To(t1_0)
    model.Operation("ADD", t1_0, x1, 0).To(t2_0)
    example = Example({
        x0: [
            -1.25, 2.0,  1.0, -1.75,  -0.25, 0.5,  0.5, 1.5,
            1.0, -0.75,  0.75, -1.5,  -1.25, -1.0,  -1.5, -1.5,
            1.0, -2.0,  -2.0, 1.5,  0.25, -0.5,  1.0, 0.5,
        ],
        x1: [
            0.75, -1.75, 0.0,  0.5, -1.0, -1.0,  -1.25, 0.0, -0.75,  -1.0, 1.25, -2.0,
            -2.0, 0.5, 2.0,  1.5, -0.75, 1.0,
        ],
        t2_0: [
            1.65625, -1.75, 0.0,  0.5, -1.0, 0.78125,
            -1.25, 0.0, 1.625,  -1.0, 1.25, 1.96875,
            -0.15625, 1.96875, 2.0,  4.03125, -0.75, 1.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        0.625, -0.5,  -0.75, 1.0,  -0.5, -1.0,  -1.0, -0.125,
        -0.25, 0.375,  0.75, 0.0,  -0.125, 0.25,  0.875, 0.75,
        -0.25, -0.25,  0.625, -1.0,  -0.875, -0.875,  0.75, 0.25,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-2.0, -1.25, 0.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_relu1_add").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("RELU1", t0_0).To(t1_0)
    model.Operation("ADD", t1_0, x1, 0).To(t2_0)
    example = Example({
        x0: [
            -1.0, 2.0,  -1.0, 0.0,  1.5, 0.25,  -1.25, 0.25,
            1.0, -2.0,  -1.5, 2.0,  -1.5, 0.75,  1.5, 0.0,
            -0.25, 0.75,  -1.25, -0.25,  0.5, -1.25,  -2.0, -1.5,
        ],
        x1: [
            0.5, -1.25, -2.0,  1.75, -1.75, 1.75,  1.25, 2.0, -1.5,  0.25, 1.75, 0.75,
            -1.25, 0.75, -1.0,  0.5, 1.5, -0.75,
        ],
        t2_0: [
            0.375, -2.25, -2.625,  0.75, -1.6875, 1.3125,
            0.25, 1.21875, -1.1875,  1.25, 0.75, -0.25,
            -2.25, -0.25, -1.4375,  -0.5, 0.5, -0.84375,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        1.0, 0.375,  0.0, 0.875,  -1.0, -1.0,  0.375, -0.25,
        0.625, 0.125,  0.25, -0.5,  -1.0, 1.0,  -0.625, -1.0,
        -0.375, 0.875,  -0.625, -0.5,  0.375, -0.625,  0.375, -0.25,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-1.0, 2.0, 1.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_relu6_add").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("RELU6", t0_0).To(t1_0)
    model.Operation("ADD", t1_0, x1, 0).To(t2_0)
    example = Example({
        x0: [
            1.5, -2.0,  1.0, -0.5,  -1.0, -1.75,  -0.5, -0.75,
            0.75, -1.25,  0.5, 1.25,  -1.5, 0.5,  -2.0, 1.75,
            0.75, 1.25,  -0.5, 0.25,  -1.5, -1.75,  1.25, 0.75,
        ],
        x1: [
            -2.0, -0.5, -1.75,  0.75, 1.75, 0.0,  -0.75, -0.25, 2.0,  -0.5, -1.75, -0.75,
            -0.5, 1.0, -1.5,  1.5, 2.0, -0.5,
        ],
        t2_0: [
            -2.0, -0.5, -1.75,  0.75, 6.125, 0.40625,
            -0.75, 2.65625, 2.0,  -0.5, 0.625, -0.75,
            0.03125, 6.28125, 0.625,  4.25, 2.0, 2.6875,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -0.625, 0.375,  -0.5, 0.75,  -0.5, -0.875,  0.625, 0.875,
        0.375, 1.0,  0.625, -0.875,  -0.875, 0.625,  0.0, -0.5,
        -0.375, 0.0,  -0.875, 0.0,  -0.625, 0.875,  0.0, -0.875,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [0.0, -0.75, 0.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_logistic_add").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("LOGISTIC", t0_0).To(t1_0)
    model.Operation("ADD", t1_0, x1, 0).To(t2_0)
    example = Example({
        x0: [
            1.75, 0.0,  -1.0, 1.25,  0.75, 0.25,  2.0, 0.0,
            -1.5, 1.75,  -1.75, -1.5,  -1.5, 0.25,  -1.0, -0.75,
            -0.5, 0.0,  0.0, 0.75,  1.0, 0.0,  -1.75, -1.25,
        ],
        x1: [
            -0.25, 0.25, -1.5,  0.0, 1.25, -1.5,  -0.5, 0.0, -1.0,  0.5, -1.25, 2.0,
            -1.75, -1.0, -0.25,  0.5, 0.0, 2.0,
        ],
        t2_0: [
            -0.19499471170654586, 1.0431059511841119, -0.5179862099620915,
            0.9149009549929797, 1.9492544210587583, -1.172331699179286,
            -0.39330940605434883, 0.9465966702001757, -0.5544704649604273,
            1.4046505351008904, -0.577668300820714, 2.8519528019683107,
            -0.9419327864472368, -0.9732407168145568, 0.6824533088603709,
            0.6520322416221742, 0.2173375210470625, 2.870597268408361,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        0.75, -0.875,  0.25, 0.625,  1.0, -0.75,  0.875, 0.875,
        -0.875, -0.375,  0.125, 0.875,  0.375, -0.75,  0.625, 1.0,
        0.625, -0.875,  0.0, 0.375,  0.625, 0.25,  -0.375, 0.625,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [1.0, -1.5, -1.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    x1 = Input("x1", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_tanh_add").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("TANH", t0_0).To(t1_0)
    model.Operation("ADD", t1_0, x1, 0).To(t2_0)
    example = Example({
        x0: [
            0.0, 0.25,  1.25, 0.75,  -1.75, 0.0,  0.5, -1.25,
            -1.75, 0.5,  -2.0, 2.0,  -1.5, 2.0,  2.0, 0.75,
            -1.75, -1.5,  -1.25, 1.0,  -1.0, -0.75,  1.5, 1.0,
        ],
        x1: [
            -0.5, 0.75, 1.0,  -0.75, 0.5, -1.0,  2.0, 2.0, -1.75,  1.75, -0.5, -2.0,
            -1.0, -0.75, -1.0,  -0.75, -2.0, 0.25,
        ],
        t2_0: [
            -1.0098299737352565, -0.03661881210869755, 1.0934763039692277,
            -1.7266254840086113, -0.49961779136824447, -0.8146668000918604,
            1.0841754558312378, 1.2133811878913026, -2.747179283006764,
            1.0622097948909148, 0.466170173466547, -2.9735543564953897,
            -1.999890480460391, -1.6606382594546996, -1.9991388858373509,
            -0.06220979489091483, -1.0299141731863, -0.7495092610389147,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A constant per channel.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        1.0, 0.625,  -0.125, 0.875,  -0.25, -0.25,  -0.625, 0.875,
        0.125, -1.0,  1.0, -0.5,  -1.0, 0.375,  -0.875, -0.5,
        0.5, 0.375,  -0.125, 0.125,  0.375, -0.75,  0.375, -1.0,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [0.75, -2.0, 1.25])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [1.5, -1.75, 0.0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_add_constant").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("ADD", t0_0, c3, 0).To(t1_0)
    example = Example({
        x0: [
            2.0, 1.0,  1.75, -1.5,  -1.5, 1.5,  -0.25, 0.0,
            -0.5, -0.75,  -0.5, 2.0,  2.0, 0.0,  0.75, 0.25,
            1.5, 0.25,  0.75, 1.5,  0.5, 0.25,  0.0, 0.0,
        ],
        t1_0: [
            5.71875, -2.34375, 0.40625,  2.9375, -4.78125, 1.0,
            0.96875, -8.46875, 1.875,  3.5, -7.375, 0.1875,
            2.09375, -4.5625, 0.59375,  4.1875, -3.28125, 2.1875,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A constant per channel.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -0.625, -0.5,  -0.5, 0.75,  -0.75, -0.125,  -0.375, 0.75,
        -0.125, -0.25,  0.5, -0.875,  -1.0, 0.0,  0.75, 0.875,
        -0.625, -0.5,  -0.375, 0.5,  -0.625, 0.75,  0.0, 0.5,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [1.75, 1.25, 0.25])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [-1.0, -1.25, 0.25])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_mul_constant").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("MUL", t0_0, c3, 0).To(t1_0)
    example = Example({
        x0: [
            -2.0, 1.0,  -0.5, -2.0,  0.25, -0.75,  -2.0, 0.75,
            1.5, -2.0,  1.5, 1.25,  2.0, -0.25,  1.75, 1.75,
            0.25, -1.25,  1.25, 2.0,  -1.5, -0.25,  -1.0, -2.0,
        ],
        t1_0: [
            -0.75, -4.3359375, -0.40625,
            -0.15625, -2.96875, 0.2421875,
            -2.71875, -0.7421875, 0.2578125,
            -3.0, -4.5703125, 0.0703125,
            1.8125, 0.78125, -0.3984375,
            -1.09375, 0.7421875, -0.2265625,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A fused activation must precede the product.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -0.25, -0.625,  0.125, 0.625,  0.75, -0.125,  1.0, -0.25,
        0.75, 0.5,  0.875, 0.875,  -0.875, 0.75,  -0.75, -0.75,
        -0.625, 0.75,  0.5, 1.0,  0.625, -1.0,  -0.375, -0.125,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-1.25, -1.5, 1.25])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [0.75, -0.5, -1.5])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_relu6_mul_constant").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 3).To(t0_0)
    model.Operation("MUL", t0_0, c3, 0).To(t1_0)
    example = Example({
        x0: [
            0.5, 1.25,  1.75, 0.0,  2.0, -0.75,  -1.25, -0.25,
            1.5, 1.0,  -0.75, 0.5,  2.0, -0.5,  -1.75, -0.75,
            1.25, -0.75,  2.0, 0.25,  1.0, 1.5,  0.25, 0.25,
        ],
        t1_0: [
            0.0, -0.328125, -4.359375,  0.0, -0.40625, -0.0,
            0.0, -0.0, -1.59375,  0.703125, -0.0, -2.90625,
            0.4921875, -0.0, -4.546875,  0.0, -0.0, -0.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A scale and an offset per channel after a convolution.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -0.875, -0.75,  -0.25, 0.5,  0.25, 0.0,  -0.875, -0.25,
        -0.5, -0.875,  0.375, 0.5,  0.375, 0.375,  -0.125, -0.25,
        -0.75, -0.125,  -0.75, -0.625,  -0.25, 0.375,  -0.75, -0.75,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [2.0, 2.0, 0.25])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [0.25, 0.0, -1.25])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [3]), [-0.25, 0.75, 1.75])
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_batch_norm").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("MUL", t0_0, c3, 0).To(t1_0)
    model.Operation("ADD", t1_0, c4, 1).To(t2_0)
    example = Example({
        x0: [
            0.75, 1.25,  -0.25, 1.75,  -0.5, 1.25,  1.5, -1.5,
            1.25, -0.25,  1.25, -0.25,  2.0, 1.25,  1.25, 0.75,
            0.0, -2.0,  0.75, 0.75,  -1.0, 0.75,  -0.75, -1.75,
        ],
        t2_0: [
            0.0, 0.75, 4.9140625,  0.0, 0.75, 5.5390625,
            0.0, 0.75, 3.3125,  0.0, 0.75, 5.890625,
            0.2734375, 0.75, 5.0703125,  0.0, 0.75, 2.2578125,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A scale and an offset per channel before a convolution.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [2]), [-1.0, 0.5])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [2]), [-1.5, 0.75])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        0.75, 0.125,  0.5, 0.875,  -0.75, -0.125,  0.875, 0.125,
        0.5, -1.0,  0.5, 0.25,  0.375, 0.125,  0.125, -0.125,
        0.875, -0.25,  1.0, 0.875,  -0.625, -0.5,  -0.5, 1.0,
    ])
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [3]), [0.75, 1.0, -1.25])
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("batch_norm_conv").IntroducedIn(version)
    model.Operation("MUL", x0, c1, 0).To(t0_0)
    model.Operation("ADD", t0_0, c2, 0).To(t1_0)
    model.Operation("CONV_2D", t1_0, c3, c4, 2, 1, 1, 0).To(t2_0)
    example = Example({
        x0: [
            -1.0, 1.5,  2.0, 1.25,  1.25, 1.0,  -0.25, -0.75,
            1.0, -1.5,  -1.0, 1.25,  -0.25, 1.0,  -2.0, -1.75,
            -1.25, 0.75,  1.25, 1.25,  -0.75, 0.25,  0.5, 0.5,
        ],
        t2_0: [
            1.625, -3.328125, -1.171875,
            -2.71875, -3.515625, -4.8125,
            -0.25, -2.390625, -5.109375,
            -2.359375, -0.625, -0.390625,
            2.359375, -2.0, 0.09375,
            -1.0625, -1.203125, -0.234375,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [1, 2, 2, 3]), [
        -0.375, 0.75, -0.875,  0.625, 0.25, -0.75,
        1.0, 0.375, 0.0,  0.125, 0.625, 0.25,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-0.25, -1.75, 0.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [4, 1, 1, 3]), [
        -0.25, 0.625, 0.625,  -1.0, -0.25, -0.75,  0.25, 0.25, 0.125,  -0.875, 0.0, -0.25,
    ])
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [4]), [-0.75, -1.0, -1.25, 0.0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 4]))
    model = Model("depthwise_pointwise").IntroducedIn(version)
    model.Operation("DEPTHWISE_CONV_2D", x0, c1, c2, 2, 1, 1, 1, 0).To(t0_0)
    model.Operation("CONV_2D", t0_0, c3, c4, 2, 1, 1, 0).To(t1_0)
    example = Example({
        x0: [
            1.5, 1.5, 0.0,  -1.25, -1.25, -1.0,  0.5, -1.75, -1.0,  1.5, 1.0, 0.5,
            -0.5, 0.75, 1.0,  0.0, -0.25, 1.25,  2.0, 1.75, 1.5,  -0.5, 1.75, -1.5,
            -0.25, 0.25, 0.0,  0.5, 0.25, 0.5,  1.5, 1.5, 0.25,  1.5, 0.75, -0.5,
        ],
        t1_0: [
            -0.0703125, 0.5, -1.84375, 1.5664062,
            -1.0234375, -2.75, -1.3359375, -1.1835938,
            -1.9453125, -3.265625, -0.890625, -2.1640625,
            -2.3671875, 0.765625, -1.7734375, 0.640625,
            -2.8125, -0.953125, -1.2148438, -0.9375,
            -0.39453125, -1.3984375, -0.9375, -0.25,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 1, 1, 2]), [-0.75, 1.0, -0.5, 0.125, -0.375, 0.25])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [2.0, 1.5, 2.0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [1, 2, 2, 3]), [
        -0.625, 0.875, 0.375,  -0.25, -0.625, -0.25,
        -1.0, -0.75, 0.5,  0.75, 0.875, -0.875,
    ])
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [3]), [-1.0, 0.25, 1.5])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("pointwise_depthwise_relu6").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 1).To(t0_0)
    model.Operation("DEPTHWISE_CONV_2D", t0_0, c3, c4, 2, 1, 1, 1, 0).To(t1_0)
    model.Operation("RELU6", t1_0).To(t2_0)
    example = Example({
        x0: [
            1.75, 1.5,  2.0, -1.75,  0.5, -1.25,  -1.25, 1.25,
            -1.25, 0.25,  0.75, -0.25,  -0.5, -1.75,  1.75, 1.5,
            -1.5, 0.0,  -1.5, 2.0,  -0.25, 1.25,  0.75, 0.75,
        ],
        t2_0: [
            0.0, 0.125, 1.7578125,  0.0, 0.33203125, 0.7265625,
            0.0, 0.0, 0.73828125,  0.0, 1.953125, 0.63671875,
            0.0, 0.0, 1.109375,  0.0, 0.8125, 1.2617188,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The sum reads the input of the first convolution.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 1, 1, 2]), [-0.5, 0.125, 1.0, 0.375, 1.0, -0.625])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-0.75, 2.0, -1.75])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [2, 1, 1, 3]), [0.0, 0.125, 0.375, 0.25, -0.25, 0.75])
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [2]), [-1.75, 0.5])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    model = Model("conv_conv_residual").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 1).To(t0_0)
    model.Operation("CONV_2D", t0_0, c3, c4, 2, 1, 1, 0).To(t1_0)
    model.Operation("ADD", t1_0, x0, 1).To(t2_0)
    example = Example({
        x0: [
            0.0, 1.75,  0.0, 0.0,  -2.0, 0.75,  1.5, 2.0,
            -1.5, -1.0,  -1.5, -1.0,  -0.5, -2.0,  0.5, -1.0,
            -0.5, 0.5,
        ],
        t2_0: [
            0.0, 1.5859375,  0.0, 0.0,  0.0, 1.265625,  0.28125, 1.4375,
            0.0, 0.0,  0.0, 0.0,  0.0, 0.0,  0.0, 0.0,
            0.0, 0.578125,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The convolution is an output, so it cannot be fused away.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        0.0, 0.875,  -0.25, 1.0,  -0.5, 0.5,  0.5, -0.25,
        -0.5, -0.125,  0.75, -0.5,  1.0, -0.25,  -0.125, 0.875,
        -0.875, -0.125,  0.375, -0.375,  -0.625, -0.875,  -0.625, -0.5,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-1.5, -2.0, -1.0])
    t0_0 = Output("t0_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_read_twice").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("RELU", t0_0).To(t1_0)
    example = Example({
        x0: [
            0.25, 1.75,  -2.0, 2.0,  -0.25, 0.75,  0.0, 1.0,
            -1.75, -2.0,  0.75, 0.5,  1.5, 1.75,  1.5, 0.5,
            -1.75, -1.0,  2.0, 0.75,  0.25, 0.0,  1.0, -0.75,
        ],
        t0_0: [
            2.65625, -5.75, -0.8125,  1.25, 0.15625, -2.59375,
            0.90625, -1.15625, -4.90625,  -1.75, -1.65625, 1.21875,
            -0.1875, -0.40625, -3.875,  0.71875, -2.625, -2.5625,
        ],
        t1_0: [
            2.65625, 0.0, 0.0,  1.25, 0.15625, 0.0,  0.90625, 0.0, 0.0,  0.0, 0.0, 1.21875,
            0.0, 0.0, 0.0,  0.71875, 0.0, 0.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 4, 2]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        0.375, 0.625,  0.25, -0.875,  -1.0, -0.625,  0.5, -0.75,
        0.25, -1.0,  -0.875, 0.125,  0.5, 0.625,  -1.0, 1.0,
        0.875, 0.625,  -1.0, -0.875,  -0.125, 1.0,  0.375, 0.5,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-1.5, -0.75, 0.5])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    model = Model("pool_conv").IntroducedIn(version)
    model.Operation("AVERAGE_POOL_2D", x0, 2, 1, 1, 2, 2, 0).To(t0_0)
    model.Operation("CONV_2D", t0_0, c1, c2, 2, 1, 1, 0).To(t1_0)
    example = Example({
        x0: [
            -1.5, 2.0,  0.25, 1.5,  1.5, -1.5,  0.5, -0.25,
            0.5, -1.25,  -1.5, -0.25,  1.25, -0.75,  0.25, 0.25,
            1.25, 1.75,  -1.75, 1.25,  0.25, 1.75,  -2.0, 1.5,
            -1.25, -0.5,  -1.25, 1.75,  -2.0, 1.0,  -0.75, -0.75,
        ],
        t1_0: [
            -1.5390625, -0.765625, 0.671875,
            -1.2265625, -0.3984375, 1.1640625,
            -3.5390625, 2.140625, 1.8359375,
            -2.8984375, 1.0859375, 1.4921875,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        0.125, 0.25,  1.0, 0.625,  -0.375, 0.875,  0.75, 0.375,
        -0.75, -0.75,  0.625, -0.125,  0.125, 0.125,  0.0, 0.125,
        0.5, -0.25,  -0.75, -0.75,  -0.875, 0.5,  -1.0, -0.5,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [2.0, 1.25, 0.75])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 3, 4, 3]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 2, 3, 3]))
    model = Model("conv_relu_pool").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("RELU", t0_0).To(t1_0)
    model.Operation("MAX_POOL_2D", t1_0, 2, 1, 1, 2, 2, 0).To(t2_0)
    example = Example({
        x0: [
            -1.25, 2.0,  -1.75, -1.0,  -1.0, -1.75,  -1.0, 0.5,
            0.25, 1.75,  0.5, -1.0,  1.25, -1.0,  1.0, 2.0,
            2.0, -1.75,  -1.0, 1.75,  -1.5, 1.25,  1.25, -0.5,
            -0.5, -0.75,  0.0, 1.5,  1.25, 1.25,  -0.25, 1.5,
            0.25, -1.5,  1.5, 1.75,  -1.75, 0.25,  -2.0, -0.5,
        ],
        t2_0: [
            4.84375, 3.1875, 2.0,  3.625, 3.1875, 0.0625,
            4.625, 2.78125, 0.5,  4.84375, 2.4375, 2.0,
            3.625, 2.4375, 0.75,  4.625, 2.4375, 2.40625,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Padding above, below, left and right.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    c1 = Parameter("c1", ("TENSOR_INT32", [4, 2]), [0, 0, 1, 1, 1, 1, 0, 0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 5, 5, 2]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        0.75, 0.875,  0.375, 1.0,  0.125, -0.625,  -0.5, 0.75,
        -1.0, 0.5,  0.25, -0.625,  0.5, -0.375,  0.25, -0.375,
        0.5, 0.125,  0.5, -0.125,  -1.0, 1.0,  -0.125, 0.125,
    ])
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [-2.0, 0.25, -0.25])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 4, 4, 3]))
    model = Model("pad_conv_0").IntroducedIn(version)
    model.Operation("PAD", x0, c1).To(t0_0)
    model.Operation("CONV_2D", t0_0, c2, c3, 2, 1, 1, 0).To(t1_0)
    example = Example({
        x0: [
            2.0, 1.0,  -1.25, -0.5,  1.75, 1.5,  -1.75, -1.0,
            -1.25, -0.25,  -0.75, -1.75,  0.5, -2.0,  -0.75, -0.5,
            -1.5, 0.5,
        ],
        t1_0: [
            -2.25, 0.375, -0.375,  -2.125, 0.75, -1.15625,
            -1.59375, -0.3125, 0.46875,  -2.71875, 0.5625, -0.5,
            -0.125, 0.0625, 0.71875,  0.25, -1.96875, 1.1875,
            -2.15625, 0.6875, 0.625,  1.625, -0.46875, -0.1875,
            -5.40625, 1.3125, -1.3125,  -3.59375, 2.34375, -4.3125,
            -3.84375, 1.53125, -0.5625,  -4.59375, -0.8125, 1.15625,
            -3.8125, 1.625, 0.25,  -4.15625, -1.125, -0.5625,
            -3.0625, 0.0625, -1.5,  -2.6875, 2.0, -0.9375,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Padding above, below, left and right.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
    c1 = Parameter("c1", ("TENSOR_INT32", [4, 2]), [0, 0, 0, 2, 1, 0, 0, 0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 5, 4, 2]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -1.0, -1.0,  -0.5, -0.25,  0.75, 0.5,  -0.125, -0.5,
        -0.25, 0.375,  0.75, -0.5,  -0.25, -0.375,  -1.0, 0.375,
        0.875, -0.25,  0.5, -0.5,  -0.375, 0.375,  0.875, -0.75,
    ])
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [-0.25, 1.0, -2.0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 4, 3, 3]))
    model = Model("pad_conv_1").IntroducedIn(version)
    model.Operation("PAD", x0, c1).To(t0_0)
    model.Operation("CONV_2D", t0_0, c2, c3, 2, 1, 1, 0).To(t1_0)
    example = Example({
        x0: [
            0.25, 1.25,  -1.0, -1.0,  -0.75, 1.5,  1.0, 0.0,
            0.75, -1.5,  1.25, 1.75,  0.5, -0.25,  0.0, 1.0,
            1.5, -1.0,
        ],
        t1_0: [
            -0.8125, -0.4375, -1.625,  0.40625, -0.40625, -0.6875,
            0.53125, -0.65625, -4.8125,  -0.6875, 1.15625, -0.875,
            -1.5, 2.40625, -1.03125,  0.25, -1.9375, 1.21875,
            -0.4375, 1.5, -1.625,  -0.75, 0.28125, -2.0,
            -1.75, 3.0, -1.0,  -0.25, 1.0, -2.0,
            -0.25, 1.0, -2.0,  -0.25, 1.0, -2.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Padding with a value that is not that of the pool.
x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
c1 = Parameter("c1", ("TENSOR_INT32", [4, 2]), [0, 0, 1, 0, 0, 1, 0, 0])
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 4, 4, 2]))
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
model = Model("pad_v2_max_pool").IntroducedIn("V1_2")
model.Operation("PAD_V2", x0, c1, 0.5).To(t0_0)
model.Operation("MAX_POOL_2D", t0_0, 2, 1, 1, 2, 2, 0).To(t1_0)
Example({
    x0: [
        -1.5, 1.25,  1.25, 0.75,  1.0, -0.75,  -0.75, -1.25,
        0.5, 1.5,  -1.0, 1.0,  -1.75, -0.5,  0.75, -1.5,
        -1.75, -0.5,
    ],
    t1_0: [
        1.25, 1.25,  1.25, 0.75,  1.0, 0.5,  1.25, 1.5,
        1.25, 1.5,  1.0, 1.0,  0.75, 1.5,  0.75, 1.5,
        0.5, 1.0,
    ],
}, model=model)

# A dilated convolution that is written with blocks.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 6, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_INT32", [2]), [2, 2])
    c2 = Parameter("c2", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [4, 3, 2, 2]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -0.5, 0.5,  0.125, 0.75,  0.125, -0.625,  0.625, 1.0,
        -0.25, 0.25,  -0.5, 0.625,  0.625, -0.625,  0.25, -0.625,
        -1.0, -0.125,  0.75, -1.0,  -0.75, -0.5,  -0.375, -0.5,
    ])
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [3]), [0.25, -1.75, 0.25])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [4, 2, 1, 3]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 4, 2, 3]))
    model = Model("dilated_by_batches").IntroducedIn(version)
    model.Operation("SPACE_TO_BATCH_ND", x0, c1, c2).To(t0_0)
    model.Operation("CONV_2D", t0_0, c3, c4, 2, 1, 1, 0).To(t1_0)
    model.Operation("BATCH_TO_SPACE_ND", t1_0, c1).To(t2_0)
    example = Example({
        x0: [
            -1.25, 1.25,  -0.75, 0.25,  -1.5, -1.0,  0.0, 1.75,
            0.5, 0.25,  -1.25, -1.75,  -2.0, -0.75,  -0.25, 0.0,
            1.25, -2.0,  1.5, -1.0,  1.5, -1.75,  1.75, 1.5,
            -0.75, 0.75,  0.0, 0.0,  -0.75, -0.75,  0.5, 1.25,
            -0.75, 2.0,  1.75, -2.0,  -0.5, 0.0,  1.75, -1.75,
            -0.5, 1.5,  1.0, -1.25,  -1.5, -1.0,  2.0, 1.75,
        ],
        t2_0: [
            1.15625, 2.5, 1.59375,  5.46875, 0.65625, -2.8125,
            -2.46875, -1.9375, -0.1875,  1.53125, -2.40625, 0.71875,
            -4.15625, -6.25, 1.875,  1.15625, 1.5625, -1.40625,
            -2.59375, -2.46875, 1.78125,  5.15625, -0.40625, -2.375,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

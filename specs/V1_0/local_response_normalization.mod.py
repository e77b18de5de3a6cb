# LOCAL_RESPONSE_NORMALIZATION: radius 0 and wider than the depth, exponents, alpha 0, ranks and
# axis (1.2).
# Expected values: specs/scripts/normalization.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    radius = Int32Scalar("radius", 0)
    bias = Float32Scalar("bias", 1.0)
    alpha = Float32Scalar("alpha", 1.0)
    beta = Float32Scalar("beta", 1.0)
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
    model = Model("radius_0").IntroducedIn(version)
    model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
    example = Example({
        x: [
            -3.75, 1.75, -1.75,  2.0, -1.5, -2.75,  -3.0, 1.5, 1.5,  3.0, 0.0, 1.5,
        ],
        y: [
            -0.24896266, 0.43076923, -0.43076923,
            0.4, -0.46153846, -0.3211679,
            -0.3, 0.46153846, 0.46153846,
            0.3, 0.0, 0.46153846,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2, 5]))
    radius = Int32Scalar("radius", 1)
    bias = Float32Scalar("bias", 2.0)
    alpha = Float32Scalar("alpha", 0.25)
    beta = Float32Scalar("beta", 0.5)
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 5]))
    model = Model("radius_1").IntroducedIn(version)
    model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
    example = Example({
        x: [
            -1.25, -1.25, -2.75, -2.25, 0.75,
            -2.75, -2.0, -3.0, 1.75, -3.25,
            -1.25, -2.0, -4.0, 3.25, -1.25,
            1.5, -3.5, 2.0, -0.75, -1.0,
        ],
        y: [
            -0.7495317, -0.57831496, -1.1676388, -0.9776258, 0.40637127,
            -1.2435135, -0.74844843, -1.2231532, 0.6324555, -1.3977686,
            -0.6788442, -0.73568076, -1.2882715, 1.0814574, -0.5572782,
            0.6324555, -1.3598002, 0.80301696, -0.40730655, -0.64676166,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 3, 6]))
    radius = Int32Scalar("radius", 2)
    bias = Float32Scalar("bias", 1.5)
    alpha = Float32Scalar("alpha", 0.125)
    beta = Float32Scalar("beta", 0.75)
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 3, 6]))
    model = Model("radius_2_beta_075").IntroducedIn(version)
    model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
    example = Example({
        x: [
            1.75, 3.75, -3.75, 1.25, 3.0, -3.25,
            -1.25, 1.25, 2.75, -1.75, -2.5, 2.75,
            -3.75, -1.75, 0.25, -2.75, 3.0, -1.25,
        ],
        y: [
            0.4941252, 1.0309889, -0.8985969, 0.2715801, 0.7926264, -1.1196543,
            -0.5719888, 0.52016914, 0.9722718, -0.54389846, -0.80185544, 1.0501678,
            -1.4205322, -0.55771524, 0.067602724, -0.94472724, 1.108073, -0.4624153,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 4]))
    radius = Int32Scalar("radius", 20)
    bias = Float32Scalar("bias", 4.0)
    alpha = Float32Scalar("alpha", 0.5)
    beta = Float32Scalar("beta", 0.5)
    y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 4]))
    model = Model("wider_than_depth").IntroducedIn(version)
    model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
    example = Example({
        x: [-4.0, 0.5, 3.5, -2.75, -3.0, -3.0, -0.75, -3.0],
        y: [
            -0.8521978, 0.10652473, 0.7456731, -0.585886,
            -0.711443, -0.711443, -0.17786075, -0.711443,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 4]))
    radius = Int32Scalar("radius", 1)
    bias = Float32Scalar("bias", 4.0)
    alpha = Float32Scalar("alpha", 0.0)
    beta = Float32Scalar("beta", 0.5)
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 4]))
    model = Model("alpha_0").IntroducedIn(version)
    model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
    example = Example({
        x: [-1.0, -2.5, 2.25, 1.25],
        y: [-0.5, -1.25, 1.125, 0.625],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 1, 1]))
    radius = Int32Scalar("radius", 3)
    bias = Float32Scalar("bias", 1.0)
    alpha = Float32Scalar("alpha", 2.0)
    beta = Float32Scalar("beta", 1.0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 1]))
    model = Model("depth_1").IntroducedIn(version)
    model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
    example = Example({
        x: [2.0, 2.5, 1.25, -3.5],
        y: [0.22222222, 0.18518518, 0.3030303, -0.13725491],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

x = Input("x", ("TENSOR_FLOAT32", [4]))
radius = Int32Scalar("radius", 1)
bias = Float32Scalar("bias", 1.0)
alpha = Float32Scalar("alpha", 0.5)
beta = Float32Scalar("beta", 0.5)
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
example = Example({
    x: [-3.0, 1.5, 1.5, 0.5],
    y: [-1.1655431, 0.5388159, 0.8164966, 0.33333334],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
radius = Int32Scalar("radius", 1)
bias = Float32Scalar("bias", 1.0)
alpha = Float32Scalar("alpha", 0.5)
beta = Float32Scalar("beta", 0.5)
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
example = Example({
    x: [0.0, -1.75, 0.5, 4.0, -0.75, 2.25, -1.75, 2.0, 3.25, -3.75, 4.0, 1.75],
    y: [
        0.0, -1.073751, 0.15316792, 1.3241694,
        -0.38411063, 0.97332853, -0.6585046, 0.93955237,
        0.89074534, -0.81229556, 0.95448, 0.53925985,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 4]))
radius = Int32Scalar("radius", 1)
bias = Float32Scalar("bias", 1.0)
alpha = Float32Scalar("alpha", 0.5)
beta = Float32Scalar("beta", 0.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 4]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
example = Example({
    x: [
        2.5, 3.5, -0.75, -0.25,  2.0, 1.75, -1.0, -2.5,
        3.5, -1.75, 2.75, -1.75,  3.25, -3.5, -0.75, 0.25,
        0.5, 1.75, 1.75, -3.75,  -2.5, -1.5, 4.0, 0.5,
    ],
    y: [
        0.7808688, 1.0785197, -0.27500954, -0.2182179,
        0.93955237, 0.7801895, -0.40303418, -1.1624764,
        1.189606, -0.49621683, 0.9819081, -0.69652605,
        0.9227055, -0.98260736, -0.27500954, 0.2182179,
        0.306786, 0.8551861, 0.52541065, -1.2126781,
        -1.0910895, -0.4120817, 1.2493901, 0.16552117,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Every rank with every axis, counted from both ends.
x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 4]))
radius = Int32Scalar("radius", 1)
bias = Float32Scalar("bias", 1.0)
alpha = Float32Scalar("alpha", 0.5)
beta = Float32Scalar("beta", 0.5)
axis = Int32Scalar("axis", -1)
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 2, 4]))
model = Model("axis").IntroducedIn("V1_2")
model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta, axis).To(y)
example = Example({
    x: [
        -2.75, -2.0, 0.25, 1.75,  1.25, 0.75, -3.75, 2.0,
        -1.5, 3.5, 2.0, -0.75,  -2.5, 1.25, 2.25, 1.5,
        2.75, 2.75, 3.5, -1.5,  3.0, -4.0, -1.0, -3.25,
        -2.75, -3.75, 1.0, 3.75,  -1.25, 2.25, 0.0, -2.0,
        2.25, 1.5, -0.5, 1.0,  -1.5, 3.0, -2.25, 0.25,
        -0.5, 3.25, 1.5, -2.0,  -2.0, -1.5, -3.75, 3.0,
    ],
    y: [
        -1.0560338, -0.76626104, 0.11704115, 1.0932163,
        0.87038827, 0.248708, -1.1677485, 0.6314696,
        -0.52223295, 1.0932163, 0.6521113, -0.41403934,
        -1.1286653, 0.45834926, 0.96490127, 0.6951413,
        0.9397934, 0.7175609, 1.00905, -0.52223295,
        0.8164966, -1.069045, -0.26010242, -1.24804,
        -0.8001323, -1.0687058, 0.2534897, 1.2838814,
        -0.60192925, 1.0834727, 0.0, -1.1547005,
        1.042712, 0.6859943, -0.30151135, 0.78446454,
        -0.58277154, 0.9914309, -0.79240584, 0.13245323,
        -0.19754592, 1.1842675, 0.4890835, -0.9847319,
        -0.9847319, -0.44908872, -1.0147651, 0.84746945,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddAllDimsAndAxis(x, y, axis)

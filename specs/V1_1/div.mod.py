# DIV: quotients with broadcasting and fused activations; INT32 rounds towards minus infinity;
# division by zero is executed but not compared.
# Expected values: specs/scripts/arithmetic.py (exact rational arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
    act = Int32Scalar("act", 0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("same_shape").IntroducedIn(version)
    model.Operation("DIV", a, b, act).To(y)
    example = Example({
        a: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
        b: [0.5, -6.0, 3.0, -6.0, 3.0, -4.0],
        y: [-11.0, -0.5, -0.6666667, 0.25, -0.6666667, 1.125],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example.AddAllActivations(y, act)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [2]))
    b = Input("b", ("TENSOR_FLOAT32", [2]))
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [6.0, 0.5],
        b: [6.0, -0.5],
        y: [1.0, -1.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [1, 3, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [1, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [-1.5, -3.0, -0.5, -4.0, -2.5, 4.5],
        b: [0.25, -0.25, 3.0, -3.0, 3.0, -6.0],
        y: [-6.0, 12.0, -0.16666667, 1.3333334, -0.8333333, -0.75],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [0.5, 2.0, 4.0, 1.5, -0.5, 2.5, 5.5, 2.0, -5.0, 1.5, 5.0, 4.5],
        b: [
            4.0, -0.5,  6.0, -0.5,  0.25, -4.0,  0.25, -0.25,
            3.0, -3.0,  3.0, -0.25,
        ],
        y: [
            0.125, -4.0,  0.6666667, -3.0,  -2.0, -0.625,  22.0, -8.0,
            -1.6666666, -0.5,  1.6666666, -18.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("broadcast_2x3_3").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [2.0, 4.0, -0.5, 5.5, 5.5, 6.0],
        b: [6.0, -0.25, 0.25],
        y: [0.33333334, -16.0, -2.0, 0.9166667, -22.0, 24.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("broadcast_3_2x3").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [4.0, -4.0, 3.5],
        b: [6.0, -0.25, 3.0, -6.0, 0.5, -3.0],
        y: [0.6666667, 16.0, 1.1666666, -0.6666667, -8.0, -1.1666666],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 2, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
    model = Model("broadcast_2x2x3_2x1").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [-5.5, 0.5, -4.5, 3.5, -3.0, 3.5, -1.0, 2.0, -6.0, -4.0, 1.5, -2.5],
        b: [6.0, -0.25],
        y: [
            -0.9166667, 0.083333336, -0.75,
            -14.0, 12.0, -14.0,
            -0.16666667, 0.33333334, -1.0,
            16.0, -6.0, 10.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
    model = Model("broadcast_2x1x3_2x1").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [-3.5, 5.5, 0.0, -3.5, -2.0, 1.5],
        b: [0.25, -6.0],
        y: [
            -14.0, 22.0, 0.0,  0.5833333, -0.9166667, 0.0,
            -14.0, -8.0, 6.0,  0.5833333, 0.33333334, -0.25,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [1]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
    model = Model("broadcast_1_2x2x1x2").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [-0.5],
        b: [6.0, -0.25, 0.25, -4.0, 6.0, -3.0, 6.0, -4.0],
        y: [
            -0.083333336, 2.0,  -2.0, 0.125,
            -0.083333336, 0.16666667,  -0.083333336, 0.125,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    b = Input("b", ("TENSOR_FLOAT32", [3, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
    model = Model("broadcast_2x1x1x2_3x1").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [1.5, 2.5, -3.5, 5.5],
        b: [0.5, -0.25, 6.0],
        y: [
            3.0, 5.0,  -6.0, -10.0,
            0.25, 0.41666666,  -7.0, 11.0,
            14.0, -22.0,  -0.5833333, 0.9166667,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [1, 2, 1, 3]))
    b = Input("b", ("TENSOR_FLOAT32", [2, 1, 2, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 3]))
    model = Model("broadcast_1x2x1x3_2x1x2x1").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [3.5, -5.5, 0.5, -1.5, 4.0, -3.0],
        b: [3.0, -3.0, 0.25, -0.25],
        y: [
            1.1666666, -1.8333334, 0.16666667,
            -1.1666666, 1.8333334, -0.16666667,
            -0.5, 1.3333334, -1.0,
            0.5, -1.3333334, 1.0,
            14.0, -22.0, 2.0,
            -14.0, 22.0, -2.0,
            -6.0, 16.0, -12.0,
            6.0, -16.0, 12.0,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    b = Input("b", ("TENSOR_FLOAT32", [1]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    model = Model("broadcast_1x1x1x1_1").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [-6.0],
        b: [3.0],
        y: [-2.0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Magnitudes beyond the range of float16, and cancellation.
a = Input("a", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
b = Input("b", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
model = Model("wide_range").IntroducedIn("V1_1")
model.Operation("DIV", a, b, 0).To(y)
Example({
    a: [1e+20, -1e+20, 0.003, 1.6777216e+07, 123456.79, 1.0, 0.0, 65536.0],
    b: [10000.0, 300000.0, 0.0007, 1.0, -123456.7, 3.0, -8.0, -65535.0],
    y: [
        1e+16, -3.3333335e+14,  4.2857146, 1.6777216e+07,
        -1.0000007, 0.33333334,  0.0, -1.0000153,
    ],
}, model=model)

a = Input("a", ("TENSOR_INT32", [2, 7]))
b = Input("b", ("TENSOR_INT32", [2, 7]))
y = Output("y", ("TENSOR_INT32", [2, 7]))
model = Model("int32").IntroducedIn("V1_3")
model.Operation("DIV", a, b, 0).To(y)
Example({
    a: [7, -7, 7, -7, 6, -6, 0, 1, -1, 1000003, -1000003, 2147483, -8, 8],
    b: [2, 2, -2, -2, 3, 3, 5, -1, 7, 997, 997, -1000, 8, -9],
    y: [3, -4, -4, 3, 2, -2, 0, -1, -1, 1003, -1004, -2148, -1, -1],
}, model=model)

a = Input("a", ("TENSOR_INT32", [3, 1]))
b = Input("b", ("TENSOR_INT32", [1, 4]))
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("int32_broadcast").IntroducedIn("V1_3")
model.Operation("DIV", a, b, 0).To(y)
Example({
    a: [9, -10, 24],
    b: [1, -2, 3, -5],
    y: [9, -5, 3, -2, -10, 5, -4, 2, 24, -12, 8, -5],
}, model=model)

# A zero divisor: the values are not compared, but the execution must return.
for version in ("V1_1", "V1_2"):
    a = Input("a", ("TENSOR_FLOAT32", [4]))
    b = Input("b", ("TENSOR_FLOAT32", [4]))
    y = IgnoredOutput("y", ("TENSOR_FLOAT32", [4]))
    model = Model("by_zero").IntroducedIn(version)
    model.Operation("DIV", a, b, 0).To(y)
    example = Example({
        a: [1.0, -1.0, 0.0, 5.0],
        b: [0.0, 0.0, 0.0, 1.0],
        y: [0, 0, 0, 0],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A zero divisor: the values are not compared, but the execution must return.
a = Input("a", ("TENSOR_INT32", [4]))
b = Input("b", ("TENSOR_INT32", [4]))
y = IgnoredOutput("y", ("TENSOR_INT32", [4]))
model = Model("by_zero_int32").IntroducedIn("V1_3")
model.Operation("DIV", a, b, 0).To(y)
Example({
    a: [1, -1, 0, 5],
    b: [0, 0, 0, 1],
    y: [0, 0, 0, 0],
}, model=model)

# FLOOR: integers, fractions of both signs, values beyond 2^23.
# Expected values: specs/scripts/elementwise.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    y = Output("y", ("TENSOR_FLOAT32", [5]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("FLOOR", x).To(y)
    example = Example({
        x: [-0.5625, -7.3125, -6.3125, -4.4375, 6.5],
        y: [-1.0, -8.0, -7.0, -5.0, 6.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("rank_2").IntroducedIn(version)
    model.Operation("FLOOR", x).To(y)
    example = Example({
        x: [
            -6.0, -6.625, 5.4375, 6.8125,  -2.75, 7.0, -0.0625, 6.0,
            7.875, -2.375, 2.375, -4.625,
        ],
        y: [-6.0, -7.0, 5.0, 6.0, -3.0, 7.0, -1.0, 6.0, 7.0, -3.0, 2.0, -5.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("FLOOR", x).To(y)
    example = Example({
        x: [
            7.375, -2.625, 1.8125, -0.75, 3.4375,
            4.5625, 3.4375, 1.5625, 3.5625, -4.125,
        ],
        y: [7.0, -3.0, 1.0, -1.0, 3.0, 4.0, 3.0, 1.0, 3.0, -5.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("FLOOR", x).To(y)
    example = Example({
        x: [
            1.9375, -1.9375, -1.8125,  -4.9375, -5.8125, 5.5,
            7.0, -6.25, 2.625,  -5.875, 4.8125, 6.5,
            4.9375, -3.6875, 2.1875,  -4.375, 0.8125, -4.5,
        ],
        y: [
            1.0, -2.0, -2.0,  -5.0, -6.0, 5.0,  7.0, -7.0, 2.0,  -6.0, 4.0, 6.0,
            4.0, -4.0, 2.0,  -5.0, 0.0, -5.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    model = Model("bounds").IntroducedIn(version)
    model.Operation("FLOOR", x).To(y)
    example = Example({
        x: [
            -7.5, -6.0,  -1.0625, -1.0,  -0.9375, 0.0,  0.9375, 1.0,
            1.0625, 5.9375,  6.0, 6.0625,
        ],
        y: [-8.0, -6.0, -2.0, -1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 5.0, 6.0, 6.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
    model = Model("one_element").IntroducedIn(version)
    model.Operation("FLOOR", x).To(y)
    example = Example({
        x: [-0.5],
        y: [-1.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("large_and_tiny").IntroducedIn("V1_0")
model.Operation("FLOOR", x).To(y)
Example({
    x: [
        8.3886075e+06, -8.3886075e+06, 1.6777216e+07, -1e+10,
        1e-20, -1e-20, 0.99999994, -2.0,
    ],
    y: [8388607.0, -8388608.0, 1.6777216e+07, -1e+10, 0.0, -1.0, 0.0, -2.0],
}, model=model)

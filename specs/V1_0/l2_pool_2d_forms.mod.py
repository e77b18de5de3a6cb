# L2_POOL_2D: the padding scheme NONE, VALID in both layouts.
# Expected values: specs/scripts/window_forms.py (the formulas of specs/scripts/pool.py).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# The padding scheme NONE pads nothing.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
    model = Model("none_valid").IntroducedIn(version)
    model.Operation("L2_POOL_2D", x, 0, 2, 1, 3, 2, 0).To(y)
    example = Example({
        x: [
            2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
            -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
            4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
            2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
            3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
        ],
        y: [
            2.2267315, 1.2076148,  2.7233558, 1.9895561,
            2.4409697, 1.767767,  2.3363075, 2.0,
            2.5658007, 1.9895561,  2.7003086, 2.4152296,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# VALID in both layouts.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
model = Model("valid_layout").IntroducedIn("V1_2")
model.Operation("L2_POOL_2D", x, 2, 2, 1, 3, 2, 0, layout).To(y)
example = Example({
    x: [
        2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
        -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
        4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
        2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
        3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
    ],
    y: [
        2.2267315, 1.2076148,  2.7233558, 1.9895561,
        2.4409697, 1.767767,  2.3363075, 2.0,
        2.5658007, 1.9895561,  2.7003086, 2.4152296,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

# The padding scheme NONE pads nothing.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 5, 2]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
model = Model("none_valid_layout").IntroducedIn("V1_2")
model.Operation("L2_POOL_2D", x, 0, 2, 1, 3, 2, 0, layout).To(y)
example = Example({
    x: [
        2.0, -1.0,  0.5, -1.5,  -3.0, 0.5,  -2.5, -3.5,
        -3.0, 0.0,  -0.5, 1.0,  -3.5, -0.5,  2.0, 2.0,
        4.0, 2.5,  -0.5, -1.0,  2.0, -1.0,  3.0, 0.5,
        2.5, -3.5,  1.5, -0.5,  -2.0, -0.5,  1.5, -1.5,
        3.0, -2.0,  -3.0, 2.0,  -4.0, -1.5,  2.5, -4.0,
    ],
    y: [
        2.2267315, 1.2076148,  2.7233558, 1.9895561,
        2.4409697, 1.767767,  2.3363075, 2.0,
        2.5658007, 1.9895561,  2.7003086, 2.4152296,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

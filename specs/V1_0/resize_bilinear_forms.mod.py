# RESIZE_BILINEAR: factors with one to three flags.
# Expected values: specs/scripts/window_forms.py (the formulas of
# specs/scripts/resize_bilinear.py).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# By factors, in both layouts.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
    width_factor = Float32Scalar("width_factor", 1.75)
    height_factor = Float32Scalar("height_factor", 0.75)
    layout = BoolScalar("layout", False)
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
    model = Model("factors_1_flags").IntroducedIn(version)
    model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor, layout).To(y)
    example = Example({
        x: [
            -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
            4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
            4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
        ],
        y: [
            -4.5, 4.5,  0.6, 0.9,
            4.0, -1.9,  4.0, -3.1,
            4.0, -3.5,  -5.3333335, 0.16666667,
            -0.33333334, 2.5666666,  2.0, 2.5,
            -1.0, -2.5,  -2.0, -4.1666665,
            -1.0, -3.8333333,  -1.4, -3.4333334,
            -1.2, -2.2333333,  0.2, 0.56666666,
            0.6666667, 1.5,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
            y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
        }), includeDefault=False)
    example.AddNchw(x, y, layout)

# By factors, in both layouts.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
width_factor = Float32Scalar("width_factor", 1.75)
height_factor = Float32Scalar("height_factor", 0.75)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("factors_2_flags").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor, layout, True).To(y)
example = Example({
    x: [
        -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
        4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
        4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
    ],
    y: [
        -4.5, 4.5,  -0.25, 1.5,  4.0, -1.5,  4.0, -2.5,
        4.0, -3.5,  -5.5, -0.25,  -1.625, 1.625,  2.25, 3.5,
        0.875, -0.125,  -0.5, -3.75,  1.5, -5.0,  -0.5, -5.25,
        -2.5, -5.5,  -1.75, -1.0,  -1.0, 3.5,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
}))
example.AddNchw(x, y, layout)

# By factors, in both layouts.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
width_factor = Float32Scalar("width_factor", 1.75)
height_factor = Float32Scalar("height_factor", 0.75)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("factors_3_flags").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor, layout, True, False).To(y)
example = Example({
    x: [
        -4.5, 4.5,  4.0, -1.5,  4.0, -3.5,  -5.0, 1.0,
        4.5, 5.5,  -5.0, -5.0,  -6.0, -1.5,  0.0, 1.5,
        4.0, -2.5,  1.5, -5.0,  -2.5, -5.5,  -1.0, 3.5,
    ],
    y: [
        -4.5, 4.5,  -0.25, 1.5,  4.0, -1.5,  4.0, -2.5,
        4.0, -3.5,  -5.5, -0.25,  -1.625, 1.625,  2.25, 3.5,
        0.875, -0.125,  -0.5, -3.75,  1.5, -5.0,  -0.5, -5.25,
        -2.5, -5.5,  -1.75, -1.0,  -1.0, 3.5,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
    y: ("TENSOR_QUANT8_ASYMM", 0.0625, 121),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.0625, -7),
}))
example.AddNchw(x, y, layout)

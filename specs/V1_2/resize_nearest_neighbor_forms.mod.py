# RESIZE_NEAREST_NEIGHBOR: factors with two flags.
# Expected values: specs/scripts/window_forms.py (the formulas of
# specs/scripts/resize_nearest_neighbor.py).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# By factors; half_pixel_centers is left out.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
width_factor = Float32Scalar("width_factor", 1.75)
height_factor = Float32Scalar("height_factor", 0.75)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("factors_2_flags").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, width_factor, height_factor, layout, True).To(y)
example = Example({
    x: [
        1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
        9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
    ],
    y: [
        1.0, 2.0,  3.0, 4.0,  3.0, 4.0,  5.0, 6.0,
        5.0, 6.0,  13.0, 14.0,  15.0, 16.0,  15.0, 16.0,
        17.0, 18.0,  17.0, 18.0,  19.0, 20.0,  21.0, 22.0,
        21.0, 22.0,  23.0, 24.0,  23.0, 24.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddNchw(x, y, layout)

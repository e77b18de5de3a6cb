# RESIZE_NEAREST_NEIGHBOR: align_corners, half_pixel_centers (HAL 1.3), both layouts, every data
# type.
# Expected values: specs/scripts/resize_nearest_neighbor.py, positions in exact fractions;
# checked against LiteRT's reference kernels and, where it has the mode, PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Aligned corners, enlarging.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 6, 2]))
model = Model("align_corners_up").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 6, 5, layout, True).To(y)
example = Example({
    x: [
        1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
        9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
    ],
    y: [
        1.0, 2.0,  3.0, 4.0,  3.0, 4.0,  5.0, 6.0,
        5.0, 6.0,  7.0, 8.0,  9.0, 10.0,  11.0, 12.0,
        11.0, 12.0,  13.0, 14.0,  13.0, 14.0,  15.0, 16.0,
        9.0, 10.0,  11.0, 12.0,  11.0, 12.0,  13.0, 14.0,
        13.0, 14.0,  15.0, 16.0,  17.0, 18.0,  19.0, 20.0,
        19.0, 20.0,  21.0, 22.0,  21.0, 22.0,  23.0, 24.0,
        17.0, 18.0,  19.0, 20.0,  19.0, 20.0,  21.0, 22.0,
        21.0, 22.0,  23.0, 24.0,
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

# Aligned corners; exactly between two pixels, the later one is copied.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 1]))
model = Model("align_corners_ties").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 5, 3, layout, True).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [
        1.0,  2.0,  2.0,  3.0,  3.0,  4.0,  5.0,  5.0,
        6.0,  6.0,  4.0,  5.0,  5.0,  6.0,  6.0,
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

# Aligned corners, shrinking.
x = Input("x", ("TENSOR_FLOAT32", [1, 7, 6, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
model = Model("align_corners_down").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 4, 3, layout, True).To(y)
example = Example({
    x: [
        1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,  8.0,
        9.0,  10.0,  11.0,  12.0,  13.0,  14.0,  15.0,  16.0,
        17.0,  18.0,  19.0,  20.0,  21.0,  22.0,  23.0,  24.0,
        25.0,  26.0,  27.0,  28.0,  29.0,  30.0,  31.0,  32.0,
        33.0,  34.0,  35.0,  36.0,  37.0,  38.0,  39.0,  40.0,
        41.0,  42.0,
    ],
    y: [1.0, 3.0, 4.0, 6.0, 19.0, 21.0, 22.0, 24.0, 37.0, 39.0, 40.0, 42.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddNchw(x, y, layout)

# Aligned corners with an output of width 1: the first pixel.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 1, 1]))
model = Model("align_corners_one").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 1, 5, layout, True, False).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [1.0, 5.0, 5.0, 9.0, 9.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddNchw(x, y, layout)

# Half pixel centres, enlarging.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 7, 5, 2]))
model = Model("half_pixel_up").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 5, 7, layout, False, True).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [
        1.0, 2.0,  1.0, 2.0,  3.0, 4.0,  3.0, 4.0,
        3.0, 4.0,  1.0, 2.0,  1.0, 2.0,  3.0, 4.0,
        3.0, 4.0,  3.0, 4.0,  5.0, 6.0,  5.0, 6.0,
        7.0, 8.0,  7.0, 8.0,  7.0, 8.0,  5.0, 6.0,
        5.0, 6.0,  7.0, 8.0,  7.0, 8.0,  7.0, 8.0,
        5.0, 6.0,  5.0, 6.0,  7.0, 8.0,  7.0, 8.0,
        7.0, 8.0,  9.0, 10.0,  9.0, 10.0,  11.0, 12.0,
        11.0, 12.0,  11.0, 12.0,  9.0, 10.0,  9.0, 10.0,
        11.0, 12.0,  11.0, 12.0,  11.0, 12.0,
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

# Half pixel centres, shrinking.
x = Input("x", ("TENSOR_FLOAT32", [1, 7, 6, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
model = Model("half_pixel_down").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 4, 3, layout, False, True).To(y)
example = Example({
    x: [
        1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,  8.0,
        9.0,  10.0,  11.0,  12.0,  13.0,  14.0,  15.0,  16.0,
        17.0,  18.0,  19.0,  20.0,  21.0,  22.0,  23.0,  24.0,
        25.0,  26.0,  27.0,  28.0,  29.0,  30.0,  31.0,  32.0,
        33.0,  34.0,  35.0,  36.0,  37.0,  38.0,  39.0,  40.0,
        41.0,  42.0,
    ],
    y: [7.0, 9.0, 10.0, 12.0, 19.0, 21.0, 22.0, 24.0, 31.0, 33.0, 34.0, 36.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddNchw(x, y, layout)

# Half pixel centres, to a single pixel: the middle one.
x = Input("x", ("TENSOR_FLOAT32", [1, 5, 3, 2]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 2]))
model = Model("half_pixel_one").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 1, 1, layout, False, True).To(y)
example = Example({
    x: [
        1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
        9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
        25.0, 26.0,  27.0, 28.0,  29.0, 30.0,
    ],
    y: [15.0, 16.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddNchw(x, y, layout)

# Half pixel centres, by factors.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
width_factor = Float32Scalar("width_factor", 1.75)
height_factor = Float32Scalar("height_factor", 0.75)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("half_pixel_factors").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, width_factor, height_factor, layout, False, True).To(y)
example = Example({
    x: [
        1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
        9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
    ],
    y: [
        1.0, 2.0,  1.0, 2.0,  3.0, 4.0,  5.0, 6.0,
        5.0, 6.0,  13.0, 14.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  17.0, 18.0,  19.0, 20.0,  19.0, 20.0,
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

# Aligned corners, by factors.
x = Input("x", ("TENSOR_FLOAT32", [1, 4, 3, 2]))
width_factor = Float32Scalar("width_factor", 1.75)
height_factor = Float32Scalar("height_factor", 0.75)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("align_corners_factors").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, width_factor, height_factor, layout, True, False).To(y)
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

# Both flags given and off.
x = Input("x", ("TENSOR_FLOAT32", [1, 3, 4, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 3, 1]))
model = Model("both_off").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 3, 5, layout, False, False).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [
        1.0,  2.0,  3.0,  1.0,  2.0,  3.0,  5.0,  6.0,
        7.0,  5.0,  6.0,  7.0,  9.0,  10.0,  11.0,
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

# CAST: every legal pair of types, fractions, saturation, rounding to float.
# Expected values: specs/scripts/conversions.py (exact arithmetic in plain Python).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("float32_to_float32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)
example.AddVariations("relaxed")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("float32_to_float16").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)
example.AddVariations("relaxed")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("float32_to_int32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    y: [0, 1, 100, 128, 254, 255],
}, model=model)
example.AddVariations("relaxed")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("float32_to_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    y: [0, 1, 100, 128, 254, 255],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("float16_to_float32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("float16_to_float16").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("float16_to_int32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    y: [0, 1, 100, 128, 254, 255],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("float16_to_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    y: [0, 1, 100, 128, 254, 255],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("int32_to_float32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0, 1, 100, 128, 254, 255],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_INT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("int32_to_float16").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 100, 128, 254, 255],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("int32_to_int32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 100, 128, 254, 255],
    y: [0, 1, 100, 128, 254, 255],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("int32_to_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 100, 128, 254, 255],
    y: [0, 1, 100, 128, 254, 255],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.25, 77))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("quant8_to_float32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0, 1, 100, 128, 254, 255],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.25, 77))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("quant8_to_float16").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 100, 128, 254, 255],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.25, 77))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("quant8_to_int32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 100, 128, 254, 255],
    y: [0, 1, 100, 128, 254, 255],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.25, 77))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("quant8_to_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 100, 128, 254, 255],
    y: [0, 1, 100, 128, 254, 255],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("float32_fractions_to_int32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0.5, -0.9375, 1.5, -2.75, 100.5, -254.875],
    y: [0, 0, 1, -2, 100, -254],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("float32_fractions_to_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0.5, 0.9375, 1.5, 2.75, 100.5, 254.875],
    y: [0, 0, 1, 2, 100, 254],
}, model=model)
example.AddVariations("relaxed")

# Clamped to 0 and 255.
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("float32_saturates_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [-1.0, -300.5, 256.0, 1000.0, 30000.0, -0.5],
    y: [0, 0, 255, 255, 255, 0],
}, model=model)
example.AddVariations("relaxed")

# Clamped to 0 and 255.
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("float32_far_beyond_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [70000.0, -70000.0, 65280.5, -65281.0, 3e+09, 7.0],
    y: [255, 0, 255, 0, 255, 7],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("float32_large_to_int32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [
        2.1474835e+09, -2.1474836e+09, 1.0737418e+09,
        -1.6777218e+07, 65537.0, -3.5,
    ],
    y: [2147483520, -2147483648, 1073741824, -16777218, 65537, -3],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("float16_fractions_to_int32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0.5, -0.9375, 1.5, -2.75, 100.5, -254.875],
    y: [0, 0, 1, -2, 100, -254],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("float16_fractions_to_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [0.5, 0.9375, 1.5, 2.75, 100.5, 254.875],
    y: [0, 0, 1, 2, 100, 254],
}, model=model)

# Clamped to 0 and 255.
x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("float16_saturates_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [-1.0, -300.5, 256.0, 1000.0, 30000.0, -0.5],
    y: [0, 0, 255, 255, 255, 0],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("float16_large_to_int32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [65504.0, -65504.0, 40000.0, -32800.0, 2050.0, -1.5],
    y: [65504, -65504, 40000, -32800, 2050, -1],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("float16_large_to_float32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [65504.0, -65504.0, 40000.0, -32800.0, 2050.0, -1.5],
    y: [65504.0, -65504.0, 40000.0, -32800.0, 2050.0, -1.5],
}, model=model)
example.AddVariations("relaxed")

# Infinite beyond the range of float16.
x = Input("x", ("TENSOR_INT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("int32_beyond_float16").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [70000, -70000, 2147483520, -2147483648, 131072, 65504],
    y: [
        float("inf"), float("-inf"), float("inf"),
        float("-inf"), float("inf"), 65504.0,
    ],
}, model=model)

# Infinite beyond the range of float16.
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("float32_beyond_float16").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [70000.0, -70000.0, 2.1474835e+09, -2.1474836e+09, 131072.0, 65504.0],
    y: [
        float("inf"), float("-inf"), float("inf"),
        float("-inf"), float("inf"), 65504.0,
    ],
}, model=model)

# Clamped to 0 and 255.
x = Input("x", ("TENSOR_INT32", [2, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3], 4.0, 9))
model = Model("int32_saturates_quant8").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [-1, -2147483648, 256, 2147483647, 65536, -255],
    y: [0, 0, 255, 255, 255, 0],
}, model=model)

# Rounded to even.
x = Input("x", ("TENSOR_INT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("int32_large_to_float32").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [16777217, -16777219, 2147483647, -2147483648, 123456789, 3],
    y: [
        1.6777216e+07, -1.677722e+07, 2.1474836e+09,
        -2.1474836e+09, 1.2345679e+08, 3.0,
    ],
}, model=model)
example.AddVariations("relaxed")

# Rounded to even.
x = Input("x", ("TENSOR_INT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("int32_large_to_float16").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [2049, -2051, 4099, 65504, -65504, 3],
    y: [2048.0, -2052.0, 4100.0, 65504.0, -65504.0, 3.0],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("float32_rounded_to_float16").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [0.1, -1.0001, 2049.0, -2051.0, 65500.0, 1e-06],
    y: [0.099975586, -1.0, 2048.0, -2052.0, 65504.0, 1.013279e-06],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_INT32", [5]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [89.75, -32.25, 39.25, 88.75, -73.25],
    y: [89, -32, 39, 88, -73],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [
        93.75, -62.25, 48.75, 92.0,  -37.5, 84.0, -28.75, 10.25,
        50.25, -22.5, -75.5, -54.0,
    ],
    y: [93, -62, 48, 92, -37, 84, -28, 10, 50, -22, -75, -54],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_INT32", [2, 1, 5]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [-41.25, -92.5, 58.25, 34.25, -62.75, -31.5, 51.5, 82.0, -83.75, -46.0],
    y: [-41, -92, 58, 34, -62, -31, 51, 82, -83, -46],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3, 1, 3]))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [
        -37.25, 77.75, 67.75,  37.5, -88.25, -8.0,
        -7.25, 92.5, -17.25,  -69.5, 42.75, -68.5,
        38.25, 10.5, 64.25,  92.0, -11.25, -59.0,
    ],
    y: [
        -37, 77, 67,  37, -88, -8,  -7, 92, -17,  -69, 42, -68,
        38, 10, 64,  92, -11, -59,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_INT32", [1, 2, 2, 1, 3]))
model = Model("rank_5").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [
        28.0, 47.5, 77.25,  -20.5, 86.5, 76.75,  72.75, -35.75, 49.0,  -93.0, 1.75, -14.5,
    ],
    y: [28, 47, 77, -20, 86, 76, 72, -35, 49, -93, 1, -14],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_BOOL8", [2, 3]))
y = Output("y", ("TENSOR_BOOL8", [2, 3]))
model = Model("bool8_to_itself").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [False, True, True, False, True, False],
    y: [False, True, True, False, True, False],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_ASYMM", [2, 3], 0.5))
y = Output("y", ("TENSOR_QUANT16_ASYMM", [2, 3], 0.5))
model = Model("quant16_to_itself").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 255, 256, 32768, 65535],
    y: [0, 1, 255, 256, 32768, 65535],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_SYMM", [2, 3], 0.5))
y = Output("y", ("TENSOR_QUANT16_SYMM", [2, 3], 0.5))
model = Model("quant16_symm_to_itself").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1, 32767, -32768, 300],
    y: [0, 1, -1, 32767, -32768, 300],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.5))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.5))
model = Model("quant8_signed_to_itself").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1, 127, -128, 60],
    y: [0, 1, -1, 127, -128, 60],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM", [2, 3], 0.5))
y = Output("y", ("TENSOR_QUANT8_SYMM", [2, 3], 0.5))
model = Model("quant8_symm_to_itself").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1, 127, -128, 60],
    y: [0, 1, -1, 127, -128, 60],
}, model=model)

# Ten times the integer: fractions are truncated towards zero.
x = Input("x", ("TENSOR_FLOAT32", [8]))
whole = Internal("whole", ("TENSOR_INT32", [8]))
factor = Parameter("factor", ("TENSOR_INT32", [1]), [10])
y = Output("y", ("TENSOR_INT32", [8]))
model = Model("times_ten").IntroducedIn("V1_3")
model.Operation("CAST", x).To(whole)
model.Operation("MUL", whole, factor, 0).To(y)
example = Example({
    x: [0.5, 0.9375, -0.5, -0.9375, 2.5, -2.5, 7.75, -7.75],
    y: [0, 0, 0, 0, 20, -20, 70, -70],
}, model=model)
example.AddVariations("relaxed", "float16")

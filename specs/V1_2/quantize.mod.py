# QUANTIZE: both output types, coarse and fine scales, saturation.
# Expected values: specs/scripts/conversions.py (exact arithmetic in plain Python).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [5], 0.1713, 120))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [1.125, -9.25, 0.4375, 18.9375, 13.125],
    y: [127, 66, 123, 231, 197],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 4], 0.1713, 120))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -15.125, -16.8125, 10.4375, 15.1875,
        10.8125, -4.0625, 7.375, -17.4375,
        17.3125, 15.6875, -4.9375, 6.8125,
    ],
    y: [32, 22, 181, 209, 183, 96, 163, 18, 221, 212, 91, 160],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 1, 5], 0.1713, 120))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -11.375, 15.75, -19.625, -8.625, -11.5,
        7.4375, 10.1875, 1.75, -7.75, 6.0,
    ],
    y: [54, 212, 5, 70, 53, 163, 179, 130, 75, 155],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 3, 1, 3], 0.1713, 120))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -7.625, 8.1875, -9.6875,  7.6875, 6.25, -1.125,
        -7.0625, -19.1875, 7.3125,  -3.6875, -13.1875, 6.9375,
        1.5, 2.3125, 11.8125,  10.1875, 17.0625, 12.9375,
    ],
    y: [
        75, 168, 63,  165, 156, 113,  79, 8, 163,  98, 43, 160,
        129, 133, 189,  179, 220, 196,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 1, 3], 0.1713, 120))
model = Model("rank_5").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        16.1875, 0.6875, 0.3125,  3.9375, -16.0625, 10.4375,
        -4.3125, 20.0, -17.75,  -13.375, 2.6875, -3.0,
    ],
    y: [214, 124, 122, 143, 26, 181, 95, 237, 16, 42, 136, 102],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [4, 10]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [4, 10], 0.0713, 93))
model = Model("saturating").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -10.125, -33.875, 20.375, 10.375, -14.875, 15.625, -20.875, 31.25, 34.375, -3.25,
        -36.125, 14.75, -29.75, -22.125, 11.625, 11.125, 26.75, -4.25, -35.75, 32.75,
        -13.75, 2.375, -13.875, 40.0, -36.75, 36.625, 17.75, -28.125, 18.375, 31.25,
        -3.5, 13.375, 31.0, -23.75, -25.125, -14.5, -22.375, 5.625, 28.25, 27.625,
    ],
    y: [
        0, 0, 255, 239, 0, 255, 0, 255, 255, 47,
        0, 255, 0, 0, 255, 249, 255, 33, 0, 255,
        0, 126, 0, 255, 0, 255, 255, 0, 255, 255,
        44, 255, 255, 0, 0, 0, 0, 172, 255, 255,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [4, 10]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [4, 10], 9.13, 130))
model = Model("coarse").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -10.125, -33.875, 20.375, 10.375, -14.875, 15.625, -20.875, 31.25, 34.375, -3.25,
        -36.125, 14.75, -29.75, -22.125, 11.625, 11.125, 26.75, -4.25, -35.75, 32.75,
        -13.75, 2.375, -13.875, 40.0, -36.75, 36.625, 17.75, -28.125, 18.375, 31.25,
        -3.5, 13.375, 31.0, -23.75, -25.125, -14.5, -22.375, 5.625, 28.25, 27.625,
    ],
    y: [
        129, 126, 132, 131, 128, 132, 128, 133, 134, 130,
        126, 132, 127, 128, 131, 131, 133, 130, 126, 134,
        128, 130, 128, 134, 126, 134, 132, 127, 132, 133,
        130, 131, 133, 127, 127, 128, 128, 131, 133, 133,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [6], 0.013, 255))
model = Model("far_outside").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [-60000.0, 60000.0, -0.0625, 0.0625, 0.0, 1.0],
    y: [0, 255, 250, 255, 255, 255],
}, model=model)
example.AddVariations("relaxed", "float16")

# Halfway between two codes: rounded away from zero; a neighbouring code is within the
# tolerance.
x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.5, 128))
model = Model("ties").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [0.25, -0.25, 0.75, -0.75, 1.25, -1.25, 10.25, -10.25],
    y: [129, 127, 130, 126, 131, 125, 149, 107],
}, model=model)
example.AddVariations("relaxed", "float16")

# Differences that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [12]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [12], 4.0, 5))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [
        1000.0, 1000.0073, 1000.01465, 1000.0219, 1000.02924, 1000.03656, 1000.0439, 1000.05115,
        1000.0585, 1000.0658, 1000.0731, 1000.0804,
    ],
    y: [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [5], 0.1713, -8))
model = Model("rank_1_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [1.125, -9.25, 0.4375, 18.9375, 13.125],
    y: [-1, -62, -5, 103, 69],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 4], 0.1713, -8))
model = Model("rank_2_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -15.125, -16.8125, 10.4375, 15.1875,
        10.8125, -4.0625, 7.375, -17.4375,
        17.3125, 15.6875, -4.9375, 6.8125,
    ],
    y: [-96, -106, 53, 81, 55, -32, 35, -110, 93, 84, -37, 32],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1, 5], 0.1713, -8))
model = Model("rank_3_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -11.375, 15.75, -19.625, -8.625, -11.5,
        7.4375, 10.1875, 1.75, -7.75, 6.0,
    ],
    y: [-74, 84, -123, -58, -75, 35, 51, 2, -53, 27],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1, 3], 0.1713, -8))
model = Model("rank_4_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -7.625, 8.1875, -9.6875,  7.6875, 6.25, -1.125,
        -7.0625, -19.1875, 7.3125,  -3.6875, -13.1875, 6.9375,
        1.5, 2.3125, 11.8125,  10.1875, 17.0625, 12.9375,
    ],
    y: [
        -53, 40, -65,  37, 28, -15,  -49, -120, 35,  -30, -85, 32,
        1, 5, 61,  51, 92, 68,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 1, 3], 0.1713, -8))
model = Model("rank_5_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        16.1875, 0.6875, 0.3125,  3.9375, -16.0625, 10.4375,
        -4.3125, 20.0, -17.75,  -13.375, 2.6875, -3.0,
    ],
    y: [86, -4, -6, 15, -102, 53, -33, 109, -112, -86, 8, -26],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [4, 10]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 10], 0.0713, -35))
model = Model("saturating_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -10.125, -33.875, 20.375, 10.375, -14.875, 15.625, -20.875, 31.25, 34.375, -3.25,
        -36.125, 14.75, -29.75, -22.125, 11.625, 11.125, 26.75, -4.25, -35.75, 32.75,
        -13.75, 2.375, -13.875, 40.0, -36.75, 36.625, 17.75, -28.125, 18.375, 31.25,
        -3.5, 13.375, 31.0, -23.75, -25.125, -14.5, -22.375, 5.625, 28.25, 27.625,
    ],
    y: [
        -128, -128, 127, 111, -128, 127, -128, 127, 127, -81,
        -128, 127, -128, -128, 127, 121, 127, -95, -128, 127,
        -128, -2, -128, 127, -128, 127, 127, -128, 127, 127,
        -84, 127, 127, -128, -128, -128, -128, 44, 127, 127,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [4, 10]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 10], 9.13, 2))
model = Model("coarse_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [
        -10.125, -33.875, 20.375, 10.375, -14.875, 15.625, -20.875, 31.25, 34.375, -3.25,
        -36.125, 14.75, -29.75, -22.125, 11.625, 11.125, 26.75, -4.25, -35.75, 32.75,
        -13.75, 2.375, -13.875, 40.0, -36.75, 36.625, 17.75, -28.125, 18.375, 31.25,
        -3.5, 13.375, 31.0, -23.75, -25.125, -14.5, -22.375, 5.625, 28.25, 27.625,
    ],
    y: [
        1, -2, 4, 3, 0, 4, 0, 5, 6, 2,
        -2, 4, -1, 0, 3, 3, 5, 2, -2, 6,
        0, 2, 0, 6, -2, 6, 4, -1, 4, 5,
        2, 3, 5, -1, -1, 0, 0, 3, 5, 5,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [6], 0.013, 127))
model = Model("far_outside_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [-60000.0, 60000.0, -0.0625, 0.0625, 0.0, 1.0],
    y: [-128, 127, 122, 127, 127, 127],
}, model=model)
example.AddVariations("relaxed", "float16")

# Halfway between two codes: rounded away from zero; a neighbouring code is within the
# tolerance.
x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4], 0.5))
model = Model("ties_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
example = Example({
    x: [0.25, -0.25, 0.75, -0.75, 1.25, -1.25, 10.25, -10.25],
    y: [1, -1, 2, -2, 3, -3, 21, -21],
}, model=model)
example.AddVariations("relaxed", "float16")

# Differences that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [12]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [12], 4.0, -123))
model = Model("full_precision_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [
        1000.0, 1000.0073, 1000.01465, 1000.0219, 1000.02924, 1000.03656, 1000.0439, 1000.05115,
        1000.0585, 1000.0658, 1000.0731, 1000.0804,
    ],
    y: [127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127],
}, model=model)

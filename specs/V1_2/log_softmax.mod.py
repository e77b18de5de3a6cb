# LOG_SOFTMAX: every axis of up to five dimensions, several beta, logits far apart.
# Expected values: specs/scripts/reductions.py (plain loops, exact or in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("rank_1_axis_0").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 0).To(y)
example = Example({
    x: [0.0, 0.5, 2.0, 2.5, -2.75],
    y: [-3.1038778, -2.6038778, -1.1038779, -0.60387784, -5.853878],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("rank_2_axis_0").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 0).To(y)
example = Example({
    x: [-0.5, -0.5, -1.0, 2.25, 1.0, 2.0, 0.75, 0.25, 3.0, -2.25, -2.25, 0.75],
    y: [
        -3.6531782, -2.5919857, -1.9517654, -0.3063557,
        -2.1531782, -0.09198578, -0.20176546, -2.3063557,
        -0.1531782, -4.3419857, -3.2017655, -1.8063557,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("rank_2_axis_1").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, -1).To(y)
example = Example({
    x: [0.5, 2.0, 1.25, -1.0, 2.0, 1.25, 1.5, 0.75, -2.0, 2.75, 2.75, 0.0],
    y: [
        -2.0569172, -0.5569172, -1.3069172, -3.5569172,
        -0.86094797, -1.610948, -1.360948, -2.110948,
        -5.478794, -0.728794, -0.728794, -3.478794,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 2]))
model = Model("rank_3_axis_0").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 0).To(y)
example = Example({
    x: [-1.0, -1.75, 2.25, 2.75, -1.75, 1.75, -0.5, 0.5, 1.0, -1.5, -1.0, -2.0],
    y: [
        -0.974077, -2.3502066,  -0.25192907, -0.014163457,
        -1.136871, -0.023245465,  -0.474077, -0.10020656,
        -1.501929, -4.2641635,  -0.386871, -3.7732456,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 2]))
model = Model("rank_3_axis_1").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, -2).To(y)
example = Example({
    x: [
        0.0, 0.75,  -1.75, -1.25,  -0.75, 0.75,  0.25, 0.5,
        2.75, -2.75,  -2.25, -2.75,
    ],
    y: [
        -0.49843344, -0.75862366,  -2.2484334, -2.7586236,
        -1.2484335, -0.75862366,  -2.5850973, -0.07468847,
        -0.085097246, -3.3246884,  -5.0850973, -3.3246884,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 2]))
model = Model("rank_3_axis_2").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 2).To(y)
example = Example({
    x: [1.5, 3.0, 0.5, 1.0, 0.25, 0.25, 1.0, 0.75, -1.75, 2.25, 3.0, 2.75],
    y: [
        -1.7014133, -0.20141327,  -0.974077, -0.474077,
        -0.6931472, -0.6931472,  -0.5759394, -0.8259394,
        -4.01815, -0.018149927,  -0.5759394, -0.8259394,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("rank_4_axis_0").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 0).To(y)
example = Example({
    x: [
        -1.5, -3.0,  -0.75, 2.75,  1.5, 0.75,  -1.5, 1.0,
        -0.5, -1.0,  0.25, 2.0,  0.0, 1.5,  -1.25, 0.0,
        -0.75, 0.0,  0.75, -3.0,  1.0, -2.75,  1.75, -2.5,
    ],
    y: [
        -1.7014133, -4.511048,  -0.474077, -0.06196759,
        -0.10020656, -0.386871,  -2.3502066, -0.018149927,
        -1.7014133, -0.16022415,  -1.7014133, -0.011047745,
        -0.20141327, -0.011047745,  -0.974077, -2.8119676,
        -2.3502066, -1.136871,  -0.10020656, -4.01815,
        -0.20141327, -1.9102242,  -0.20141327, -4.511048,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("rank_4_axis_1").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, -3).To(y)
example = Example({
    x: [
        -0.5, -0.75,  1.5, -1.25,  2.5, 0.25,  -1.0, 0.75,
        0.75, -2.25,  -1.0, 0.75,  1.75, 2.0,  2.5, -1.25,
        -2.5, 1.0,  2.25, 1.25,  -2.0, 0.5,  1.0, -1.0,
    ],
    y: [
        -0.474077, -1.7014133,  -0.386871, -0.3132617,
        -0.029750418, -0.974077,  -0.974077, -0.20141327,
        -1.136871, -1.3132616,  -3.5297503, -0.474077,
        -0.974077, -0.386871,  -0.011047745, -1.9102242,
        -3.5297503, -0.12692802,  -0.474077, -1.136871,
        -4.511048, -0.16022415,  -0.029750418, -2.126928,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("rank_4_axis_2").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 2).To(y)
example = Example({
    x: [
        1.0, 2.25,  -2.75, 1.5,  -2.75, -0.75,  -0.25, 0.5,
        2.5, 2.75,  -2.0, 0.0,  3.0, 2.5,  0.5, -2.75,
        2.0, 1.25,  -2.25, -0.5,  2.0, -2.75,  0.75, 0.5,
    ],
    y: [
        -0.04596283, -0.4201262,  -3.7959628, -1.1701262,
        -3.7959628, -3.4201262,  -2.822355, -2.4064283,
        -0.07235495, -0.15642844,  -4.572355, -2.9064283,
        -0.37153903, -0.25599968,  -2.871539, -5.5059996,
        -1.371539, -1.5059997,  -4.5129557, -1.3412136,
        -0.26295567, -3.5912137,  -1.5129557, -0.34121358,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("rank_4_axis_3").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, -1).To(y)
example = Example({
    x: [
        2.0, -1.75,  -0.5, -2.5,  -1.75, -1.0,  -0.25, 1.0,
        -1.75, 2.0,  3.0, -0.75,  -2.25, -2.75,  -2.0, 2.25,
        -0.25, 1.5,  -0.5, -2.25,  -1.0, 0.75,  0.0, 1.5,
    ],
    y: [
        -0.023245465, -3.7732456,  -0.12692802, -2.126928,
        -1.136871, -0.386871,  -1.501929, -0.25192907,
        -3.7732456, -0.023245465,  -0.023245465, -3.7732456,
        -0.474077, -0.974077,  -4.2641635, -0.014163457,
        -1.9102242, -0.16022415,  -0.16022415, -1.9102242,
        -1.9102242, -0.16022415,  -1.7014133, -0.20141327,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1])).ShouldNeverBeInternal()
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1]))
model = Model("rank_5_axis_0").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 0).To(y)
example = Example({
    x: [-2.0, 2.5, 2.5, 2.5, -1.0, 0.25, -2.75, 0.75, -2.75, -0.5, 1.0, -0.75],
    y: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1])).ShouldNeverBeInternal()
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1]))
model = Model("rank_5_axis_1").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, -4).To(y)
example = Example({
    x: [
        -1.0,  -1.5,  -1.75,  -1.25,  0.0,  -0.25,  -2.25,  0.5,
        -0.75,  -1.75,  0.25,  -1.5,
    ],
    y: [
        -0.25192907,  -2.126928,  -1.3132616,  -0.474077,
        -0.8259394,  -0.25192907,  -1.501929,  -0.12692802,
        -0.3132617,  -0.974077,  -0.5759394,  -1.501929,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1])).ShouldNeverBeInternal()
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1]))
model = Model("rank_5_axis_2").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 2).To(y)
example = Example({
    x: [0.5, 0.75, 0.5, 1.5, 1.0, -1.25, -1.5, 0.75, 1.0, -2.5, -0.75, -2.75],
    y: [
        -1.3132616,  -0.8259394,  -0.16022415,  -0.3132617,
        -0.5759394,  -1.9102242,  -0.3132617,  -0.20141327,
        -0.023245465,  -1.3132616,  -1.7014133,  -3.7732456,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1])).ShouldNeverBeInternal()
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1]))
model = Model("rank_5_axis_3").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, -2).To(y)
example = Example({
    x: [1.5, -3.0, 2.75, -2.5, 2.0, -1.5, -1.5, 0.75, 2.25, 2.5, -2.0, 2.75],
    y: [
        -1.5044,  -6.0044,  -0.2544,  -4.540476,
        -0.040476058,  -3.540476,  -3.9704583,  -1.7204583,
        -0.22045827,  -0.8307914,  -5.3307915,  -0.5807914,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1])).ShouldNeverBeInternal()
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3, 1]))
model = Model("rank_5_axis_4").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 4).To(y)
example = Example({
    x: [3.0, -0.75, -1.25, -0.25, -3.0, -2.5, -0.75, 1.0, -2.0, 1.25, 3.0, 2.0],
    y: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
beta = Float32Scalar("beta", 0.125)
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("beta_small").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, -1).To(y)
example = Example({
    x: [2.25, -2.0, 2.25, 2.25, 0.5, -2.25, -1.0, 0.75, 2.75, 2.25, -0.75, 1.0],
    y: [
        -1.2775586, -1.8088086, -1.2775586, -1.2775586,
        -1.2725316, -1.6162816, -1.4600316, -1.2412816,
        -1.2204121, -1.2829121, -1.6579121, -1.4391621,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
beta = Float32Scalar("beta", 4.0)
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("beta_large").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, -1).To(y)
example = Example({
    x: [2.25, -2.0, 2.25, 2.25, 0.5, -2.25, -1.0, 0.75, 2.75, 2.25, -0.75, 1.0],
    y: [
        -1.0986123, -18.098612, -1.0986123, -1.0986123,
        -1.3139325, -12.313932, -7.3139324, -0.3139326,
        -0.1277316, -2.1277316, -14.127731, -7.127732,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [3, 1]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
model = Model("one_class").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 1).To(y)
example = Example({
    x: [1.0, -2.0, 0.5],
    y: [0.0, 0.0, 0.0],
}, model=model)
example.AddVariations("relaxed", "float16")

# Exponentials beyond the range of float32.
x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("far_apart").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 1).To(y)
example = Example({
    x: [120.0, -100.0, 0.0, 119.5, -120.0, -119.0, -119.5, -110.0],
    y: [
        -0.474077, -220.47408, -120.474075, -0.974077,
        -10.000243, -9.000243, -9.500243, -0.00024363189,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
beta = Float32Scalar("beta", 1.2345)
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, beta, 1).To(y)
Example({
    x: [0.1, 0.2, 0.30001, 1.0001, 12.345, -7.7, 3.14159, 2.71828],
    y: [
        -1.8639842, -1.7405342, -1.6170719, -0.7528108,
        -1.8532126e-05, -24.745571, -11.361629, -11.884205,
    ],
}, model=model)

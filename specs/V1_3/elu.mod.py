# ELU: both sides of zero with several alpha, zero and a negative one among them.
# Expected values: specs/scripts/unary_math.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [6]))
alpha = Float32Scalar("alpha", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("rank_1").IntroducedIn("V1_3")
model.Operation("ELU", x, alpha).To(y)
example = Example({
    x: [0.0, 0.5625, 0.75, -0.8125, 1.75, -2.75],
    y: [0.0, 0.5625, 0.75, -0.5562527, 1.75, -0.9360721],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
alpha = Float32Scalar("alpha", 0.5)
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("rank_2").IntroducedIn("V1_3")
model.Operation("ELU", x, alpha).To(y)
example = Example({
    x: [
        0.0, 3.8125, -1.0625, 1.875,
        -4.8125, 4.5625, -5.1875, -4.5625,
        1.625, 3.6875, -4.625, 5.625,
    ],
    y: [
        0.0, 3.8125, -0.3272046, 1.875,
        -0.49593624, 4.5625, -0.49720702, -0.49478203,
        1.625, 3.6875, -0.49509817, 5.625,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
alpha = Float32Scalar("alpha", 2.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("rank_3").IntroducedIn("V1_3")
model.Operation("ELU", x, alpha).To(y)
example = Example({
    x: [
        0.0, -5.0625, -2.875, -4.125, 0.6875,
        -3.625, 5.6875, -5.1875, 5.5625, 0.375,
    ],
    y: [
        0.0, -1.9873406, -1.8871677, -1.9676731, 0.6875,
        -1.9467018, 5.6875, -1.9888281, 5.5625, 0.375,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
alpha = Float32Scalar("alpha", 0.125)
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
model = Model("rank_4").IntroducedIn("V1_3")
model.Operation("ELU", x, alpha).To(y)
example = Example({
    x: [
        0.0, -1.8125, -4.6875,  -1.375, -5.875, 3.625,
        4.5, 2.9375, 0.8125,  -2.9375, 0.625, -3.75,
        -3.25, 2.0625, 3.5625,  -0.625, 1.9375, -2.75,
    ],
    y: [
        0.0, -0.10459431, -0.12384879,
        -0.09339505, -0.1246489, 3.625,
        4.5, 2.9375, 0.8125,
        -0.11837524, 0.625, -0.122060284,
        -0.120153226, 2.0625, 3.5625,
        -0.058092322, 1.9375, -0.117009014,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
alpha = Float32Scalar("alpha", 1.5)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3]))
model = Model("rank_5").IntroducedIn("V1_3")
model.Operation("ELU", x, alpha).To(y)
example = Example({
    x: [
        0.0, 1.375, 5.5625,  4.6875, -0.375, -4.5,
        3.25, 2.3125, 4.8125,  5.8125, 3.25, 1.9375,
    ],
    y: [
        0.0, 1.375, 5.5625,
        4.6875, -0.46906608, -1.4833364,
        3.25, 2.3125, 4.8125,
        5.8125, 3.25, 1.9375,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
alpha = Float32Scalar("alpha", 0.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 5]))
model = Model("alpha_0").IntroducedIn("V1_3")
model.Operation("ELU", x, alpha).To(y)
example = Example({
    x: [
        0.0, 3.8125, -1.0625, 1.875, -4.8125,
        4.5625, -5.1875, -4.5625, 1.625, 3.6875,
    ],
    y: [0.0, 3.8125, 0.0, 1.875, 0.0, 4.5625, 0.0, 0.0, 1.625, 3.6875],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
alpha = Float32Scalar("alpha", -0.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 5]))
model = Model("alpha_negative").IntroducedIn("V1_3")
model.Operation("ELU", x, alpha).To(y)
example = Example({
    x: [
        0.0, 2.5, -4.5625, 2.0625, -3.9375,
        -3.125, -5.75, 0.3125, -1.3125, 0.4375,
    ],
    y: [
        0.0, -3.091247, 0.0, -1.3703046, 0.0,
        0.0, 0.0, 0.12908103, 0.0, 0.16308485,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
alpha = Float32Scalar("alpha", 0.75)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("full_precision").IntroducedIn("V1_3")
model.Operation("ELU", x, alpha).To(y)
Example({
    x: [-0.001, -1.2345678, -0.3, 333.33, 0.1, -7.7],
    y: [-0.00074962515, -0.53177965, -0.19438635, 333.33, 0.1, -0.7496604],
}, model=model)

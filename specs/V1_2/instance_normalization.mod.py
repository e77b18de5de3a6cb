# INSTANCE_NORMALIZATION: both layouts, several images and channels, constant planes.
# Expected values: specs/scripts/reductions.py (plain loops, exact or in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
gamma = Float32Scalar("gamma", 1.0)
beta = Float32Scalar("beta", 0.0)
epsilon = Float32Scalar("epsilon", 0.0625)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("plain").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [
        4.0, 3.0,  3.25, -1.75,  -1.75, -1.75,  3.25, -3.5,
        1.5, -3.0,  4.0, 0.25,  1.5, -0.25,  -2.75, -3.75,
        -2.5, 3.5,  -3.75, -2.0,  3.5, -1.0,  -3.5, -1.0,
    ],
    y: [
        0.79658216, 1.8692559,  0.42892888, -0.2832206,
        -2.0220933, -0.2832206,  0.42892888, -1.0762383,
        -0.42892888, -0.84966177,  0.79658216, 0.6230853,
        0.9972565, 0.22597307,  -0.54395807, -1.3558384,
        -0.45329842, 1.9207711,  -0.90659684, -0.5649327,
        1.722534, -0.112986535,  -0.81593716, -0.112986535,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()
example.AddNchw(x, y, layout)

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
gamma = Float32Scalar("gamma", 2.0)
beta = Float32Scalar("beta", 10.0)
epsilon = Float32Scalar("epsilon", 0.0625)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("scaled").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [
        4.0, 3.0,  3.25, -1.75,  -1.75, -1.75,  3.25, -3.5,
        1.5, -3.0,  4.0, 0.25,  1.5, -0.25,  -2.75, -3.75,
        -2.5, 3.5,  -3.75, -2.0,  3.5, -1.0,  -3.5, -1.0,
    ],
    y: [
        11.593164, 13.738512,  10.857858, 9.433558,
        5.9558134, 9.433558,  10.857858, 7.8475237,
        9.142142, 8.300676,  11.593164, 11.246171,
        11.994513, 10.451946,  8.912084, 7.288323,
        9.093403, 13.841542,  8.186807, 8.870134,
        13.445068, 9.774027,  8.368126, 9.774027,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
gamma = Float32Scalar("gamma", -0.5)
beta = Float32Scalar("beta", -3.0)
epsilon = Float32Scalar("epsilon", 0.25)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("gamma_negative").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [
        4.0, 3.0,  3.25, -1.75,  -1.75, -1.75,  3.25, -3.5,
        1.5, -3.0,  4.0, 0.25,  1.5, -0.25,  -2.75, -3.75,
        -2.5, 3.5,  -3.75, -2.0,  3.5, -1.0,  -3.5, -1.0,
    ],
    y: [
        -3.3896105, -3.9171386,  -3.2097902, -2.8610396,
        -2.0109885, -2.8610396,  -3.2097902, -2.4719505,
        -2.7902098, -2.583119,  -3.3896105, -3.305713,
        -3.492592, -3.1108832,  -2.7313135, -2.3347008,
        -2.7760944, -3.942507,  -2.5521889, -2.722792,
        -3.850841, -2.9445584,  -2.59697, -2.9445584,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
gamma = Float32Scalar("gamma", 0.0)
beta = Float32Scalar("beta", 1.5)
epsilon = Float32Scalar("epsilon", 0.0625)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("gamma_0").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [
        4.0, 3.0,  3.25, -1.75,  -1.75, -1.75,  3.25, -3.5,
        1.5, -3.0,  4.0, 0.25,  1.5, -0.25,  -2.75, -3.75,
        -2.5, 3.5,  -3.75, -2.0,  3.5, -1.0,  -3.5, -1.0,
    ],
    y: [
        1.5, 1.5,  1.5, 1.5,  1.5, 1.5,  1.5, 1.5,  1.5, 1.5,  1.5, 1.5,  1.5, 1.5,  1.5, 1.5,
        1.5, 1.5,  1.5, 1.5,  1.5, 1.5,  1.5, 1.5,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

x = Input("x", ("TENSOR_FLOAT32", [3, 2, 4, 1]))
gamma = Float32Scalar("gamma", 1.5)
beta = Float32Scalar("beta", 0.5)
epsilon = Float32Scalar("epsilon", 0.125)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4, 1]))
model = Model("one_channel").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [
        4.0,  3.0,  3.25,  -1.75,  -1.75,  -1.75,  3.25,  -3.5,
        1.5,  -3.0,  4.0,  0.25,  1.5,  -0.25,  -2.75,  -3.75,
        -2.5,  3.5,  -3.75,  -2.0,  3.5,  -1.0,  -3.5,  -1.0,
    ],
    y: [
        2.2823405,  1.7590846,  1.8898987,  -0.7263811,
        -0.7263811,  -0.7263811,  1.8898987,  -1.642079,
        1.5718708,  -1.0893258,  3.0503135,  0.8326496,
        1.5718708,  0.5369611,  -0.9414815,  -1.5328585,
        -0.41976687,  2.9122188,  -1.1139306,  -0.14210139,
        2.9122188,  0.41322955,  -0.9750978,  0.41322955,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 4, 3]))
gamma = Float32Scalar("gamma", 1.0)
beta = Float32Scalar("beta", -1.0)
epsilon = Float32Scalar("epsilon", 0.125)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 4, 3]))
model = Model("one_row").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [
        4.0, 3.0, 3.25,  -1.75, -1.75, -1.75,  3.25, -3.5, 1.5,  -3.0, 4.0, 0.25,
        1.5, -0.25, -2.75,  -3.75, -2.5, 3.5,  -3.75, -2.0, 3.5,  -1.0, -3.5, -1.0,
    ],
    y: [
        0.101352975, -0.19014074, 0.3124545,
        -1.7750262, -1.6913433, -2.3797598,
        -0.14339213, -2.244418, -0.6298205,
        -2.1829348, 0.12590191, -1.3028741,
        0.4672649, 0.47415283, -2.2813034,
        -1.9029323, -1.35583, -0.03340274,
        -1.9029323, -0.94916713, -0.03340274,
        -0.66140044, -2.1691556, -1.6518912,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

x = Input("x", ("TENSOR_FLOAT32", [1, 4, 2, 3]))
gamma = Float32Scalar("gamma", 1.0)
beta = Float32Scalar("beta", 0.0)
epsilon = Float32Scalar("epsilon", 16.0)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 2, 3]))
model = Model("epsilon_large").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [
        4.0, 3.0, 3.25,  -1.75, -1.75, -1.75,  3.25, -3.5, 1.5,  -3.0, 4.0, 0.25,
        1.5, -0.25, -2.75,  -3.75, -2.5, 3.5,  -3.75, -2.0, 3.5,  -1.0, -3.5, -1.0,
    ],
    y: [
        0.92301595, 0.79154056, 0.5261151,
        -0.24023703, -0.19464111, -0.55309534,
        0.7712873, -0.55797124, 0.14839144,
        -0.4931181, 0.9991577, -0.121411175,
        0.4172538, 0.11678467, -0.76893747,
        -0.64484674, -0.35035402, 0.5800756,
        -0.64484674, -0.24654542, 0.5800756,
        -0.088508375, -0.55797124, -0.39121377,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

# A constant plane gives beta everywhere.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
gamma = Float32Scalar("gamma", 4.0)
beta = Float32Scalar("beta", -2.0)
epsilon = Float32Scalar("epsilon", 0.5)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
model = Model("constant_plane").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [5.0, 1.0, 5.0, 3.0, 5.0, 1.0, 5.0, 3.0],
    y: [-2.0, -5.2659864, -2.0, 1.2659863, -2.0, -5.2659864, -2.0, 1.2659863],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

# A single element is its own mean.
x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
gamma = Float32Scalar("gamma", 4.0)
beta = Float32Scalar("beta", 0.75)
epsilon = Float32Scalar("epsilon", 0.5)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
model = Model("one_pixel").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [1.0, -7.5, 3.0, 2.0],
    y: [0.75, 0.75, 0.75, 0.75],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddNchw(x, y, layout)

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
gamma = Float32Scalar("gamma", 1.2345)
beta = Float32Scalar("beta", 0.4321)
epsilon = Float32Scalar("epsilon", 0.0001)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
example = Example({
    x: [
        -2.88, -1.958,  2.455, -1.694,  2.841, -2.125,  1.656, -2.141,
        0.174, -1.415,  -0.769, -0.711,  -1.246, -2.3,  -0.668, 1.275,
        2.337, 0.08,  -0.508, 3.087,  1.392, 0.415,  1.254, -0.503,
    ],
    y: [
        -1.7148312, -0.26965845,  1.5960165, 0.38268036,
        1.8355644, -0.68231237,  1.1001651, -0.7218482,
        0.18045075, 1.0720842,  -0.40476564, 2.8116546,
        -1.1567591, -1.554644,  -0.60777396, 1.1333628,
        2.2463787, 0.2348542,  -0.4558058, 2.4957874,
        1.3488165, 0.48673734,  1.2177439, -0.2034977,
    ],
}, model=model)
example.AddNchw(x, y, layout)

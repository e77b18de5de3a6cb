# Operations on operands with an unknown rank in the first operand: shapes are known only with
# the request.
# Expected values: specs/scripts/unknown_shapes.py (the cases of the other scripts).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0, 2])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("squeeze_constant_axes").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SQUEEZE", x, axes).To(y)
Example({
    x_flat: [1.25, -2.5, 0.0],
    x_shape: [1, 3, 1],
    y: [1.25, -2.5, 0.0],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("add_same_shape").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("ADD", a, b, act).To(y)
Example({
    a_flat: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
    a_shape: [2, 3],
    b: [-2.0, -1.5, 3.0, 1.0, -2.5, -2.0],
    y: [-7.5, 1.5, 1.0, -0.5, -4.5, -6.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("mul_same_shape").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("MUL", a, b, act).To(y)
Example({
    a_flat: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
    a_shape: [2, 3],
    b: [2.0, 2.0, 4.0, 2.0, -2.0, 1.0],
    y: [-11.0, 6.0, -8.0, -3.0, 4.0, -4.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("sub_same_shape").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("SUB", a, b, act).To(y)
Example({
    a_flat: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
    a_shape: [2, 3],
    b: [-2.0, -1.5, 3.0, 1.0, -2.5, -2.0],
    y: [-3.5, 4.5, -5.0, -2.5, 0.5, -2.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("div_same_shape").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("DIV", a, b, act).To(y)
Example({
    a_flat: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
    a_shape: [2, 3],
    b: [0.5, -6.0, 3.0, -6.0, 3.0, -4.0],
    y: [-11.0, -0.5, -0.6666667, 0.25, -0.6666667, 1.125],
}, model=model)

base_flat = Input("base_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
base_shape = Input("base_shape", ("TENSOR_INT32", [2]))
base = Internal("base", ("TENSOR_FLOAT32", []))
exponent = Input("exponent", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("pow_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", base_flat, base_shape).To(base)
model.Operation("POW", base, exponent).To(y)
Example({
    base_flat: [1.75, 3.75, 2.5, 2.25, 2.25, 3.5],
    base_shape: [3, 2],
    exponent: [1.0, 1.0, 0.0, 0.5, -1.0, 0.0],
    y: [1.75, 3.75, 1.0, 1.5, 0.44444445, 1.0],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("maximum_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("MAXIMUM", a, b).To(y)
Example({
    a_flat: [-1.0, 3.0, -4.5, 0.0, -2.5, -2.5],
    a_shape: [3, 2],
    b: [2.5, 0.0, 2.5, -4.0, -2.0, 1.5],
    y: [2.5, 3.0, 2.5, 0.0, -2.0, 1.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b = Input("b", ("TENSOR_INT32", [2, 1, 2]))
y = Output("y", ("TENSOR_INT32", [2, 3, 2]))
model = Model("maximum_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("MAXIMUM", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b: [0, 1, -7, 9],
    y: [1, 1, 0, 1, 0, 1, 1, 9, 0, 9, -7, 9],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("minimum_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("MINIMUM", a, b).To(y)
Example({
    a_flat: [-1.0, 3.0, -4.5, 0.0, -2.5, -2.5],
    a_shape: [3, 2],
    b: [2.5, 0.0, 2.5, -4.0, -2.0, 1.5],
    y: [-1.0, 0.0, -4.5, -4.0, -2.5, -2.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b = Input("b", ("TENSOR_INT32", [2, 1, 2]))
y = Output("y", ("TENSOR_INT32", [2, 3, 2]))
model = Model("minimum_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("MINIMUM", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b: [0, 1, -7, 9],
    y: [0, 1, 0, 0, -7, -7, -7, 1, -7, 0, -7, -7],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
alpha = Input("alpha", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("prelu_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("PRELU", x, alpha).To(y)
Example({
    x_flat: [-1.0, 3.0, -4.5, 0.0, -2.5, -2.5],
    x_shape: [3, 2],
    alpha: [-0.5, 1.25, -2.0, 1.5, 0.0, -1.75],
    y: [0.5, 3.0, 9.0, 0.0, -0.0, 4.375],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("equal_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("EQUAL", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    y: [False, False, False, False, False, False],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b = Input("b", ("TENSOR_INT32", [2, 1, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("equal_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("EQUAL", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b: [0, 1, -7, 9],
    y: [
        False, True,  True, False,  False, False,  False, False,
        False, False,  True, False,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("not_equal_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("NOT_EQUAL", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    y: [True, True, True, True, True, True],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b = Input("b", ("TENSOR_INT32", [2, 1, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("not_equal_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("NOT_EQUAL", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b: [0, 1, -7, 9],
    y: [
        True, False,  False, True,  True, True,  True, True,
        True, True,  False, True,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("greater_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("GREATER", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    y: [True, False, False, False, True, False],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b = Input("b", ("TENSOR_INT32", [2, 1, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("greater_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("GREATER", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b: [0, 1, -7, 9],
    y: [
        True, False,  False, False,  False, False,  True, False,
        True, False,  False, False,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("greater_equal_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("GREATER_EQUAL", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    y: [True, False, False, False, True, False],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b = Input("b", ("TENSOR_INT32", [2, 1, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("greater_equal_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("GREATER_EQUAL", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b: [0, 1, -7, 9],
    y: [
        True, True,  True, False,  False, False,  True, False,
        True, False,  True, False,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("less_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("LESS", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    y: [False, True, True, True, False, True],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b = Input("b", ("TENSOR_INT32", [2, 1, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("less_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("LESS", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b: [0, 1, -7, 9],
    y: [
        False, False,  False, True,  True, True,  False, True,
        False, True,  False, True,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b = Input("b", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("less_equal_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("LESS_EQUAL", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    y: [False, True, True, True, False, True],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b = Input("b", ("TENSOR_INT32", [2, 1, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("less_equal_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("LESS_EQUAL", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b: [0, 1, -7, 9],
    y: [
        False, True,  True, True,  True, True,  False, True,
        False, True,  True, True,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("floor_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("FLOOR", x).To(y)
Example({
    x_flat: [-0.5625, -7.3125, -6.3125, -4.4375, 6.5],
    x_shape: [5],
    y: [-1.0, -8.0, -7.0, -5.0, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("relu_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RELU", x).To(y)
Example({
    x_flat: [-0.5625, -7.3125, -6.3125, -4.4375, 6.5],
    x_shape: [5],
    y: [0.0, 0.0, 0.0, 0.0, 6.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("relu1_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RELU1", x).To(y)
Example({
    x_flat: [-0.5625, -7.3125, -6.3125, -4.4375, 6.5],
    x_shape: [5],
    y: [-0.5625, -1.0, -1.0, -1.0, 1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("relu6_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RELU6", x).To(y)
Example({
    x_flat: [-0.5625, -7.3125, -6.3125, -4.4375, 6.5],
    x_shape: [5],
    y: [0.0, 0.0, 0.0, 0.0, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("logistic_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("LOGISTIC", x).To(y)
Example({
    x_flat: [-0.5625, -7.3125, -6.3125, -4.4375, 6.5],
    x_shape: [5],
    y: [0.36296922, 0.0006667023, 0.001810211, 0.011687258, 0.9984988],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("tanh_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TANH", x).To(y)
Example({
    x_flat: [-0.5625, -7.3125, -6.3125, -4.4375, 6.5],
    x_shape: [5],
    y: [-0.50983, -0.9999991, -0.99999344, -0.99972034, 0.99999547],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("abs_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("ABS", x).To(y)
Example({
    x_flat: [-3.0625, -2.625, 6.625, 2.8125, 3.875],
    x_shape: [5],
    y: [3.0625, 2.625, 6.625, 2.8125, 3.875],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("neg_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("NEG", x).To(y)
Example({
    x_flat: [-3.0625, -2.625, 6.625, 2.8125, 3.875],
    x_shape: [5],
    y: [3.0625, 2.625, -6.625, -2.8125, -3.875],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("exp_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("EXP", x).To(y)
Example({
    x_flat: [-3.0625, -2.625, 6.625, 2.8125, 3.875],
    x_shape: [5],
    y: [0.04677062, 0.07243976, 753.7042, 16.651495, 48.182697],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("log_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("LOG", x).To(y)
Example({
    x_flat: [5.5, 6.75, 0.5625, 5.8125, 2.75],
    x_shape: [5],
    y: [1.704748, 1.9095426, -0.5753642, 1.7600107, 1.011601],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("sqrt_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SQRT", x).To(y)
Example({
    x_flat: [5.5, 6.75, 0.5625, 5.8125, 2.75],
    x_shape: [5],
    y: [2.345208, 2.598076, 0.75, 2.4109128, 1.6583124],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("rsqrt_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RSQRT", x).To(y)
Example({
    x_flat: [5.5, 6.75, 0.5625, 5.8125, 2.75],
    x_shape: [5],
    y: [0.42640144, 0.38490018, 1.3333334, 0.41478068, 0.6030227],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("sin_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SIN", x).To(y)
Example({
    x_flat: [-3.0625, -2.625, 6.625, 2.8125, 3.875],
    x_shape: [5],
    y: [-0.07901022, -0.4939203, 0.33519736, 0.32318452, -0.6694048],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("hard_swish_rank_1").IntroducedIn("V1_3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("HARD_SWISH", x).To(y)
Example({
    x_flat: [-3.0625, -2.625, 6.625, 2.8125, 3.875],
    x_shape: [5],
    y: [0.0, -0.1640625, 6.625, 2.7246094, 3.875],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
alpha = Float32Scalar("alpha", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("elu_rank_1").IntroducedIn("V1_3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("ELU", x, alpha).To(y)
Example({
    x_flat: [0.0, 0.5625, 0.75, -0.8125, 1.75, -2.75],
    x_shape: [6],
    y: [0.0, 0.5625, 0.75, -0.5562527, 1.75, -0.9360721],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [32])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 4, 2]))
model = Model("depth_to_space_layout").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("DEPTH_TO_SPACE", x, 2, layout).To(y)
Example({
    x_flat: [
        0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5,
        9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 12.5, 13.0, 13.5, 14.0, 14.5, 15.0, 15.5, 16.0,
    ],
    x_shape: [2, 1, 2, 8],
    y: [
        0.5, 1.0,  1.5, 2.0,  4.5, 5.0,  5.5, 6.0,
        2.5, 3.0,  3.5, 4.0,  6.5, 7.0,  7.5, 8.0,
        8.5, 9.0,  9.5, 10.0,  12.5, 13.0,  13.5, 14.0,
        10.5, 11.0,  11.5, 12.0,  14.5, 15.0,  15.5, 16.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [32])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 8]))
model = Model("space_to_depth_layout").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SPACE_TO_DEPTH", x, 2, layout).To(y)
Example({
    x_flat: [
        0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5,
        9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 12.5, 13.0, 13.5, 14.0, 14.5, 15.0, 15.5, 16.0,
    ],
    x_shape: [2, 2, 4, 2],
    y: [
        0.5, 1.0, 1.5, 2.0, 4.5, 5.0, 5.5, 6.0,
        2.5, 3.0, 3.5, 4.0, 6.5, 7.0, 7.5, 8.0,
        8.5, 9.0, 9.5, 10.0, 12.5, 13.0, 13.5, 14.0,
        10.5, 11.0, 11.5, 12.0, 14.5, 15.0, 15.5, 16.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
model = Model("batch_to_space_nd_block_2x2_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("BATCH_TO_SPACE_ND", x, [2, 2]).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0],
    x_shape: [4, 1, 1, 1],
    y: [0.5, 1.0, 1.5, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
y = Output("y", ("TENSOR_FLOAT32", [4, 1, 1, 1]))
model = Model("space_to_batch_nd_block_2x2_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SPACE_TO_BATCH_ND", x, [2, 2], paddings).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0],
    x_shape: [1, 2, 2, 1],
    y: [0.5, 1.0, 1.5, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("mean_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MEAN", x, axes, 0).To(y)
Example({
    x_flat: [7.0, 0.0, 2.5, -4.0],
    x_shape: [4],
    y: [1.375],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("mean_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MEAN", x, axes, 1).To(y)
Example({
    x_flat: [7.0, 0.0, 2.5, -4.0],
    x_shape: [4],
    y: [1.375],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("mean_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MEAN", x, axes, 0).To(y)
Example({
    x_flat: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0],
    x_shape: [3, 2],
    y: [0.6666667, -2.6666667],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_max_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_MAX", x, axes, False).To(y)
Example({
    x_flat: [-2.0, 4.0, 1.0, -4.5],
    x_shape: [4],
    y: [4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_max_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_MAX", x, axes, True).To(y)
Example({
    x_flat: [3.0, -2.5, -1.5, 4.0],
    x_shape: [4],
    y: [4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("reduce_max_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_MAX", x, axes, False).To(y)
Example({
    x_flat: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
    x_shape: [3, 2],
    y: [6.5, 8.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_min_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_MIN", x, axes, False).To(y)
Example({
    x_flat: [-2.0, 4.0, 1.0, -4.5],
    x_shape: [4],
    y: [-4.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_min_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_MIN", x, axes, True).To(y)
Example({
    x_flat: [3.0, -2.5, -1.5, 4.0],
    x_shape: [4],
    y: [-2.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("reduce_min_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_MIN", x, axes, False).To(y)
Example({
    x_flat: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
    x_shape: [3, 2],
    y: [-7.5, -5.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_prod_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_PROD", x, axes, False).To(y)
Example({
    x_flat: [0.5, 0.5, -1.0, -1.0],
    x_shape: [4],
    y: [0.25],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_prod_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_PROD", x, axes, True).To(y)
Example({
    x_flat: [-1.0, 1.0, 1.5, -1.0],
    x_shape: [4],
    y: [1.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("reduce_prod_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_PROD", x, axes, False).To(y)
Example({
    x_flat: [-1.0, -0.5, 1.5, -1.5, -0.5, 1.0],
    x_shape: [3, 2],
    y: [0.75, 0.75],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_sum_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_SUM", x, axes, False).To(y)
Example({
    x_flat: [-2.0, 4.0, 1.0, -4.5],
    x_shape: [4],
    y: [-1.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_sum_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_SUM", x, axes, True).To(y)
Example({
    x_flat: [3.0, -2.5, -1.5, 4.0],
    x_shape: [4],
    y: [3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("reduce_sum_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REDUCE_SUM", x, axes, False).To(y)
Example({
    x_flat: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
    x_shape: [3, 2],
    y: [-4.5, 10.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [9])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("argmax_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("ARGMAX", x, 0).To(y)
Example({
    x_flat: [0.0, -0.5, -2.0, 2.0, 1.0, -1.0, 1.5, -1.5, 0.5],
    x_shape: [9],
    y: [3],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [21])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_INT32", [3]))
model = Model("argmax_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("ARGMAX", x, 0).To(y)
Example({
    x_flat: [
        4.0, 0.5, 5.0, 2.0, -3.5, -1.0, 4.5, -4.5, -4.0, -1.5, 1.0, -3.0, -0.5, -2.0, 3.5, -5.0,
        0.0, 2.5, 1.5, 3.0, -2.5,
    ],
    x_shape: [7, 3],
    y: [2, 6, 0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [9])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("argmin_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("ARGMIN", x, 0).To(y)
Example({
    x_flat: [0.0, -0.5, -2.0, 2.0, 1.0, -1.0, 1.5, -1.5, 0.5],
    x_shape: [9],
    y: [2],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [21])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_INT32", [3]))
model = Model("argmin_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("ARGMIN", x, 0).To(y)
Example({
    x_flat: [
        4.0, 0.5, 5.0, 2.0, -3.5, -1.0, 4.5, -4.5, -4.0, -1.5, 1.0, -3.0, -0.5, -2.0, 3.5, -5.0,
        0.0, 2.5, 1.5, 3.0, -2.5,
    ],
    x_shape: [7, 3],
    y: [5, 2, 2],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("log_softmax_rank_1_axis_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("LOG_SOFTMAX", x, beta, 0).To(y)
Example({
    x_flat: [0.0, 0.5, 2.0, 2.5, -2.75],
    x_shape: [5],
    y: [-3.1038778, -2.6038778, -1.1038779, -0.60387784, -5.853878],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
gamma = Float32Scalar("gamma", 1.0)
beta = Float32Scalar("beta", 0.0)
epsilon = Float32Scalar("epsilon", 0.0625)
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("instance_normalization_plain").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("INSTANCE_NORMALIZATION", x, gamma, beta, epsilon, layout).To(y)
Example({
    x_flat: [
        4.0, 3.0, 3.25, -1.75, -1.75, -1.75, 3.25, -3.5, 1.5, -3.0, 4.0, 0.25, 1.5, -0.25,
        -2.75, -3.75, -2.5, 3.5, -3.75, -2.0, 3.5, -1.0, -3.5, -1.0,
    ],
    x_shape: [2, 2, 3, 2],
    y: [
        0.79658216, 1.8692559,  0.42892888, -0.2832206,
        -2.0220933, -0.2832206,  0.42892888, -1.0762383,
        -0.42892888, -0.84966177,  0.79658216, 0.6230853,
        0.9972565, 0.22597307,  -0.54395807, -1.3558384,
        -0.45329842, 1.9207711,  -0.90659684, -0.5649327,
        1.722534, -0.112986535,  -0.81593716, -0.112986535,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 5]))
model = Model("softmax_rank_2_beta_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SOFTMAX", x, beta).To(y)
Example({
    x_flat: [-1.25, -1.375, 0.625, 1.125, 1.375, -2.0, 1.25, -1.875, 1.625, 0.125],
    x_shape: [2, 5],
    y: [
        0.030340815, 0.026775675, 0.19784696, 0.3261945, 0.41884205,
        0.013546261, 0.34936267, 0.015349925, 0.5083197, 0.113421455,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 4]))
model = Model("softmax_rank_4_beta_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SOFTMAX", x, beta).To(y)
Example({
    x_flat: [
        0.375, -0.5, -0.5, -0.5, 0.5, 1.375, 1.125, -1.875, -0.25, 1.625, 0.625, -0.625, -1.0,
        2.0, 0.625, -1.375, 1.625, -1.875, -1.0, 1.25, 1.875, -0.125, 1.875, 0.5,
    ],
    x_shape: [2, 1, 3, 4],
    y: [
        0.4443287, 0.18522376, 0.18522376, 0.18522376,
        0.18656243, 0.44754001, 0.34854454, 0.01735301,
        0.09427751, 0.6147666, 0.22615999, 0.06479592,
        0.03724222, 0.74803, 0.1891316, 0.025596179,
        0.5586822, 0.01687074, 0.0404708, 0.38397628,
        0.4187298, 0.056668915, 0.4187298, 0.105871476,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
model = Model("l2_normalization_rank_4").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("L2_NORMALIZATION", x).To(y)
Example({
    x_flat: [
        1.125, -4.0, 1.875, -3.125, -3.875, -2.875, 0.0, 3.625, 0.875, 1.0, -3.75, 0.75,
    ],
    x_shape: [2, 2, 1, 3],
    y: [
        0.24678382, -0.87745357, 0.41130638,
        -0.5436067, -0.6740723, -0.5001182,
        0.0, 0.9720822, 0.23464054,
        0.2529822, -0.9486833, 0.18973666,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
model = Model("l2_normalization_depth_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("L2_NORMALIZATION", x).To(y)
Example({
    x_flat: [0.5, -3.0, 8.0, -0.125],
    x_shape: [1, 2, 2, 1],
    y: [1.0, -1.0, 1.0, -1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
radius = Int32Scalar("radius", 0)
bias = Float32Scalar("bias", 1.0)
alpha = Float32Scalar("alpha", 1.0)
beta = Float32Scalar("beta", 1.0)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
model = Model("local_response_normalization_radius_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
Example({
    x_flat: [-3.75, 1.75, -1.75, 2.0, -1.5, -2.75, -3.0, 1.5, 1.5, 3.0, 0.0, 1.5],
    x_shape: [1, 2, 2, 3],
    y: [
        -0.24896266, 0.43076923, -0.43076923,
        0.4, -0.46153846, -0.3211679,
        -0.3, 0.46153846, 0.46153846,
        0.3, 0.0, 0.46153846,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [20])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
radius = Int32Scalar("radius", 1)
bias = Float32Scalar("bias", 2.0)
alpha = Float32Scalar("alpha", 0.25)
beta = Float32Scalar("beta", 0.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 5]))
model = Model("local_response_normalization_radius_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, radius, bias, alpha, beta).To(y)
Example({
    x_flat: [
        -1.25, -1.25, -2.75, -2.25, 0.75, -2.75, -2.0, -3.0, 1.75, -3.25, -1.25, -2.0, -4.0,
        3.25, -1.25, 1.5, -3.5, 2.0, -0.75, -1.0,
    ],
    x_shape: [2, 1, 2, 5],
    y: [
        -0.7495317, -0.57831496, -1.1676388, -0.9776258, 0.40637127,
        -1.2435135, -0.74844843, -1.2231532, 0.6324555, -1.3977686,
        -0.6788442, -0.73568076, -1.2882715, 1.0814574, -0.5572782,
        0.6324555, -1.3598002, 0.80301696, -0.40730655, -0.64676166,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [2, 1])
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("pad_rank_1_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("PAD", x, paddings).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5],
    x_shape: [3],
    y: [0.0, 0.0, 0.5, 1.0, 1.5, 0.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 1, 2])
y = Output("y", ("TENSOR_FLOAT32", [2, 6]))
model = Model("pad_rank_2_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("PAD", x, paddings).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
    x_shape: [2, 3],
    y: [0.0, 0.5, 1.0, 1.5, 0.0, 0.0, 0.0, 2.0, 2.5, 3.0, 0.0, 0.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [2, 1])
value = Float32Scalar("value", 9.5)
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("pad_v2_rank_1_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("PAD_V2", x, paddings, value).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5],
    x_shape: [3],
    y: [9.5, 9.5, 0.5, 1.0, 1.5, 9.5],
}, model=model)

paddings_flat = Input("paddings_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
paddings_shape = Input("paddings_shape", ("TENSOR_INT32", [2]))
paddings_real = Internal("paddings_real", ("TENSOR_FLOAT32", []))
paddings = Internal("paddings", ("TENSOR_INT32", []))
x = Input("x", ("TENSOR_QUANT8_ASYMM", [3], 0.3, 90))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [6], 0.3, 90))
model = Model("pad_v2_rank_1_0_quant8").IntroducedIn("V1_2")
model.Operation("RESHAPE", paddings_flat, paddings_shape).To(paddings_real)
model.Operation("CAST", paddings_real).To(paddings)
model.Operation("PAD_V2", x, paddings, 200).To(y)
Example({
    paddings_flat: [2.0, 1.0],
    paddings_shape: [1, 2],
    x: [3, 14, 25],
    y: [200, 200, 3, 14, 25, 200],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
perm = Int32Vector("perm", [1, 0])
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("transpose_perm_10").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TRANSPOSE", x, perm).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
    x_shape: [2, 3],
    y: [0.5, 2.0, 1.0, 2.5, 1.5, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
perm = Int32Vector("perm", [2, 0, 1])
y = Output("y", ("TENSOR_FLOAT32", [4, 2, 3]))
model = Model("transpose_perm_201").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TRANSPOSE", x, perm).To(y)
Example({
    x_flat: [
        0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5,
        9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0,
    ],
    x_shape: [2, 3, 4],
    y: [
        0.5, 2.5, 4.5,  6.5, 8.5, 10.5,  1.0, 3.0, 5.0,  7.0, 9.0, 11.0,
        1.5, 3.5, 5.5,  7.5, 9.5, 11.5,  2.0, 4.0, 6.0,  8.0, 10.0, 12.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
perm = Parameter("perm", ("TENSOR_INT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
model = Model("transpose_omitted_perm").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TRANSPOSE", x, perm).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
    x_shape: [3, 4],
    y: [0.5, 2.5, 4.5, 1.0, 3.0, 5.0, 1.5, 3.5, 5.5, 2.0, 4.0, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin = Int32Vector("begin", [1])
end = Int32Vector("end", [4])
strides = Int32Vector("strides", [1])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("strided_slice_plain").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
    x_shape: [6],
    y: [1.0, 1.5, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin = Int32Vector("begin", [1, 2])
end = Int32Vector("end", [2, 3])
strides = Int32Vector("strides", [1, 1])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("strided_slice_matrix_masks").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 2, 1, 0).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
    x_shape: [3, 4],
    y: [2.5, 3.0, 3.5, 4.5, 5.0, 5.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin = Int32Vector("begin", [1, 1])
end = Int32Vector("end", [2, 4])
strides = Int32Vector("strides", [1, 1])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("strided_slice_matrix_shrink_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
    x_shape: [3, 4],
    y: [3.0, 3.5, 4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin = Int32Vector("begin", [1, -1, 0])
end = Int32Vector("end", [2, -4, 4])
strides = Int32Vector("strides", [1, -1, 2])
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("strided_slice_rank_3_mixed").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
Example({
    x_flat: [
        0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5,
        9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0,
    ],
    x_shape: [2, 3, 4],
    y: [10.5, 11.5, 8.5, 9.5, 6.5, 7.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3]))
model = Model("expand_dims_rank_1_axis_minus_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("EXPAND_DIMS", x, -2).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    y: [1.0, 2.0, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
model = Model("expand_dims_rank_1_axis_minus_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("EXPAND_DIMS", x, -1).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    y: [1.0, 2.0, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3]))
model = Model("expand_dims_rank_1_axis_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("EXPAND_DIMS", x, 0).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    y: [1.0, 2.0, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
indices = Parameter("indices", ("TENSOR_INT32", [2]), [3, 1])
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("gather_vector").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("GATHER", x, 0, indices).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    y: [4.0, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
indices = Parameter("indices", ("TENSOR_INT32", [1]), [4])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("gather_single").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("GATHER", x, 0, indices).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0],
    x_shape: [5],
    y: [5.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
indices = Parameter("indices", ("TENSOR_INT32", [6]), [2, 2, 0, 1, 0, 2])
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("gather_repeated").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("GATHER", x, -1, indices).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    y: [3.0, 3.0, 1.0, 2.0, 1.0, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin = Parameter("begin", ("TENSOR_INT32", [1]), [1])
size = Parameter("size", ("TENSOR_INT32", [1]), [3])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("slice_vector").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SLICE", x, begin, size).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0],
    x_shape: [5],
    y: [2.0, 3.0, 4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin = Parameter("begin", ("TENSOR_INT32", [1]), [2])
size = Parameter("size", ("TENSOR_INT32", [1]), [-1])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("slice_vector_rest").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SLICE", x, begin, size).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0],
    x_shape: [5],
    y: [3.0, 4.0, 5.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin = Parameter("begin", ("TENSOR_INT32", [1]), [0])
size = Parameter("size", ("TENSOR_INT32", [1]), [4])
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("slice_vector_whole").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SLICE", x, begin, size).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    y: [1.0, 2.0, 3.0, 4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
part0 = Output("part0", ("TENSOR_FLOAT32", [2]))
part1 = Output("part1", ("TENSOR_FLOAT32", [2]))
part2 = Output("part2", ("TENSOR_FLOAT32", [2]))
model = Model("split_vector").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SPLIT", x, 0, 3).To(part0, part1, part2)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x_shape: [6],
    part0: [1.0, 2.0],
    part1: [3.0, 4.0],
    part2: [5.0, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
part0 = Output("part0", ("TENSOR_FLOAT32", [1]))
part1 = Output("part1", ("TENSOR_FLOAT32", [1]))
part2 = Output("part2", ("TENSOR_FLOAT32", [1]))
part3 = Output("part3", ("TENSOR_FLOAT32", [1]))
model = Model("split_vector_of_one_each").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SPLIT", x, -1, 4).To(part0, part1, part2, part3)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    part0: [1.0],
    part1: [2.0],
    part2: [3.0],
    part3: [4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
part0 = Output("part0", ("TENSOR_FLOAT32", [2, 3]))
model = Model("split_one_part").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SPLIT", x, 0, 1).To(part0)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x_shape: [2, 3],
    part0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
multiples = Parameter("multiples", ("TENSOR_INT32", [1]), [1])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("tile_rank_1_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TILE", x, multiples).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    y: [1.0, 2.0, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
multiples = Parameter("multiples", ("TENSOR_INT32", [1]), [4])
y = Output("y", ("TENSOR_FLOAT32", [8]))
model = Model("tile_rank_1_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TILE", x, multiples).To(y)
Example({
    x_flat: [1.0, 2.0],
    x_shape: [2],
    y: [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
multiples = Parameter("multiples", ("TENSOR_INT32", [2]), [1, 2])
y = Output("y", ("TENSOR_FLOAT32", [2, 6]))
model = Model("tile_rank_2_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TILE", x, multiples).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x_shape: [2, 3],
    y: [1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 4.0, 5.0, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("channel_shuffle_rank_1_groups_2_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CHANNEL_SHUFFLE", x, 2, 0).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x_shape: [6],
    y: [1.0, 4.0, 2.0, 5.0, 3.0, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("channel_shuffle_rank_1_groups_3_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CHANNEL_SHUFFLE", x, 3, -1).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x_shape: [6],
    y: [1.0, 3.0, 5.0, 2.0, 4.0, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("channel_shuffle_rank_1_groups_4_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CHANNEL_SHUFFLE", x, 4, 0).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    y: [1.0, 2.0, 3.0, 4.0],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [1]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3]))
model = Model("pack_rank_1_axis_0_of_1").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("PACK", 0, x0).To(y)
Example({
    x0_flat: [1.0, 2.0, 3.0],
    x0_shape: [3],
    y: [1.0, 2.0, 3.0],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [1]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
x1 = Input("x1", ("TENSOR_FLOAT32", [3]))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("pack_rank_1_axis_1_of_2").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("PACK", 1, x0, x1).To(y)
Example({
    x0_flat: [1.0, 2.0, 3.0],
    x0_shape: [3],
    x1: [4.0, 5.0, 6.0],
    y: [1.0, 4.0, 2.0, 5.0, 3.0, 6.0],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [1]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
x1 = Input("x1", ("TENSOR_FLOAT32", [2]))
x2 = Input("x2", ("TENSOR_FLOAT32", [2]))
x3 = Input("x3", ("TENSOR_FLOAT32", [2]))
y = Output("y", ("TENSOR_FLOAT32", [4, 2]))
model = Model("pack_rank_1_axis_0_of_4").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("PACK", 0, x0, x1, x2, x3).To(y)
Example({
    x0_flat: [1.0, 2.0],
    x0_shape: [2],
    x1: [3.0, 4.0],
    x2: [5.0, 6.0],
    x3: [7.0, 8.0],
    y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [0, 2])
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("mirror_pad_reflect_rank_1_0").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    y: [1.0, 2.0, 3.0, 2.0, 1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [0, 2])
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("mirror_pad_symmetric_rank_1_1").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MIRROR_PAD", x, paddings, 1).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    y: [1.0, 2.0, 3.0, 3.0, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [3, 3])
y = Output("y", ("TENSOR_FLOAT32", [10]))
model = Model("mirror_pad_reflect_rank_1_2").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    y: [4.0, 3.0, 2.0, 1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("reverse_rank_1_size_4_axis_0").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REVERSE", x, axis).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    y: [4.0, 3.0, 2.0, 1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reverse_rank_1_size_1_axis_0").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REVERSE", x, axis).To(y)
Example({
    x_flat: [1.0],
    x_shape: [1],
    y: [1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("reverse_rank_2_size_2_axis_0").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("REVERSE", x, axis).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x_shape: [2, 3],
    y: [4.0, 5.0, 6.0, 1.0, 2.0, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [7])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
values = Output("values", ("TENSOR_FLOAT32", [3]))
indices = Output("indices", ("TENSOR_INT32", [3]))
model = Model("topk_v2_vector").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TOPK_V2", x, 3).To(values, indices)
Example({
    x_flat: [-2.0, 1.0, 4.0, 0.0, 3.0, -1.0, 2.0],
    x_shape: [7],
    values: [4.0, 3.0, 2.0],
    indices: [2, 4, 6],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
values = Output("values", ("TENSOR_FLOAT32", [1]))
indices = Output("indices", ("TENSOR_INT32", [1]))
model = Model("topk_v2_vector_one").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TOPK_V2", x, 1).To(values, indices)
Example({
    x_flat: [-2.0, 3.0, 2.0, 1.0, 0.0, -1.0],
    x_shape: [6],
    values: [3.0],
    indices: [1],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
values = Output("values", ("TENSOR_FLOAT32", [5]))
indices = Output("indices", ("TENSOR_INT32", [5]))
model = Model("topk_v2_vector_all").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TOPK_V2", x, 5).To(values, indices)
Example({
    x_flat: [-1.0, 1.0, 3.0, 0.0, 2.0],
    x_shape: [5],
    values: [3.0, 2.0, 1.0, 0.0, -1.0],
    indices: [2, 4, 1, 3, 0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("cast_float32_to_float32").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CAST", x).To(y)
Example({
    x_flat: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    x_shape: [2, 3],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("cast_float32_to_float16").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CAST", x).To(y)
Example({
    x_flat: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    x_shape: [2, 3],
    y: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("cast_float32_to_int32").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CAST", x).To(y)
Example({
    x_flat: [0.0, 1.0, 100.0, 128.0, 254.0, 255.0],
    x_shape: [2, 3],
    y: [0, 1, 100, 128, 254, 255],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [5], 0.1713, 120))
model = Model("quantize_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("QUANTIZE", x).To(y)
Example({
    x_flat: [1.125, -9.25, 0.4375, 18.9375, 13.125],
    x_shape: [5],
    y: [127, 66, 123, 231, 197],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 4], 0.1713, 120))
model = Model("quantize_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("QUANTIZE", x).To(y)
Example({
    x_flat: [
        -15.125, -16.8125, 10.4375, 15.1875, 10.8125, -4.0625, 7.375, -17.4375, 17.3125,
        15.6875, -4.9375, 6.8125,
    ],
    x_shape: [3, 4],
    y: [32, 22, 181, 209, 183, 96, 163, 18, 221, 212, 91, 160],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 1, 5], 0.1713, 120))
model = Model("quantize_rank_3").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("QUANTIZE", x).To(y)
Example({
    x_flat: [
        -11.375, 15.75, -19.625, -8.625, -11.5, 7.4375, 10.1875, 1.75, -7.75, 6.0,
    ],
    x_shape: [2, 1, 5],
    y: [54, 212, 5, 70, 53, 163, 179, 130, 75, 155],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("INT32", []))
model = Model("rank_rank_1").IntroducedIn("V1_3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RANK", x).To(y)
Example({
    x_flat: [0.0, 0.5, 1.0, 1.5, 2.0],
    x_shape: [5],
    y: [1],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("INT32", []))
model = Model("rank_rank_2").IntroducedIn("V1_3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RANK", x).To(y)
Example({
    x_flat: [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5],
    x_shape: [3, 4],
    y: [2],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("INT32", []))
model = Model("rank_rank_3").IntroducedIn("V1_3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RANK", x).To(y)
Example({
    x_flat: [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5],
    x_shape: [2, 1, 5],
    y: [3],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [1]))
a = Internal("a", ("TENSOR_FLOAT32", []))
mask = Input("mask", ("TENSOR_BOOL8", [5]))
b = Input("b", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("select_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("SELECT", mask, a, b).To(y)
Example({
    a_flat: [-5.0, -2.5, 2.0, -3.5, 6.0],
    a_shape: [5],
    mask: [False, False, True, True, True],
    b: [-4.5, 2.0, -4.5, -0.5, 4.5],
    y: [-4.5, 2.0, 2.0, -3.5, 6.0],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
mask = Input("mask", ("TENSOR_BOOL8", [3, 4]))
b = Input("b", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("select_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("SELECT", mask, a, b).To(y)
Example({
    a_flat: [-3.0, 2.0, -6.0, 1.0, -4.5, -5.5, 3.0, -5.0, 3.5, 2.0, -3.5, -4.0],
    a_shape: [3, 4],
    mask: [
        False, False, False, True,  True, True, True, False,
        True, False, True, True,
    ],
    b: [5.5, -3.0, 4.5, -2.0, 5.0, -1.0, 0.5, -1.5, -0.5, -1.5, -6.0, 3.0],
    y: [5.5, -3.0, 4.5, 1.0, -4.5, -5.5, 3.0, -1.5, 3.5, -1.5, -3.5, -4.0],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [3]))
a = Internal("a", ("TENSOR_FLOAT32", []))
mask = Input("mask", ("TENSOR_BOOL8", [2, 1, 5]))
b = Input("b", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("select_rank_3").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("SELECT", mask, a, b).To(y)
Example({
    a_flat: [0.0, -5.5, -1.5, 5.5, -3.5, 5.0, 4.5, -4.5, -5.5, -0.5],
    a_shape: [2, 1, 5],
    mask: [True, True, False, True, True, True, False, True, False, False],
    b: [-5.0, -5.5, -4.5, -1.0, -0.5, -4.5, 1.5, 0.5, 3.0, -5.0],
    y: [0.0, -5.5, -4.5, 5.5, -3.5, 5.0, 1.5, -4.5, 3.0, -5.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Input("y", ("TENSOR_FLOAT32", [3, 4]))
z = Output("z", ("TENSOR_FLOAT32", [2, 4]))
model = Model("batch_matmul_of_2x3x4").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x_flat: [6, -4, 5, -5, 2, 5],
    x_shape: [2, 3],
    y: [0, -4, -5, 4, 0, 1, 1, 5, 5, -2, 6, 4],
    z: [25.0, -38.0, -4.0, 24.0, 25.0, 12.0, 57.0, 10.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Input("y", ("TENSOR_FLOAT32", [4, 1]))
z = Output("z", ("TENSOR_FLOAT32", [1, 1]))
model = Model("batch_matmul_of_1x4x1").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x_flat: [-3, 6, -1, 4],
    x_shape: [1, 4],
    y: [-3, 5, 4, 2],
    z: [43.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Input("y", ("TENSOR_FLOAT32", [1, 2]))
z = Output("z", ("TENSOR_FLOAT32", [3, 2]))
model = Model("batch_matmul_of_3x1x2").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x_flat: [1, 4, 6],
    x_shape: [3, 1],
    y: [2, 5],
    z: [2.0, 5.0, 8.0, 20.0, 12.0, 30.0],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [1]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
x1 = Input("x1", ("TENSOR_FLOAT32", [3]))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("concatenation_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("CONCATENATION", x0, x1, 0).To(y)
Example({
    x0_flat: [-3.0, -2.5],
    x0_shape: [2],
    x1: [7.0, 7.5, 8.0],
    y: [-3.0, -2.5, 7.0, 7.5, 8.0],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [2]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
model = Model("concatenation_one_input").IntroducedIn("V1_2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("CONCATENATION", x0, 1).To(y)
Example({
    x0_flat: [-3.0, -2.5, -2.0, -1.5],
    x0_shape: [2, 2],
    y: [-3.0, -2.5, -2.0, -1.5],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [2]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
x2 = Input("x2", ("TENSOR_FLOAT32", [1, 3]))
y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
model = Model("concatenation_rank_2_axis_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("CONCATENATION", x0, x1, x2, 0).To(y)
Example({
    x0_flat: [-3.0, -2.5, -2.0],
    x0_shape: [1, 3],
    x1: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5],
    x2: [17.0, 17.5, 18.0],
    y: [-3.0, -2.5, -2.0, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 17.0, 17.5, 18.0],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [2]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("concatenation_rank_2_axis_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("CONCATENATION", x0, x1, 1).To(y)
Example({
    x0_flat: [-3.0, -2.5],
    x0_shape: [2, 1],
    x1: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5],
    y: [-3.0, 7.0, 7.5, 8.0, -2.5, 8.5, 9.0, 9.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 5]), [
    -1.25, -1.25, -1.5, -0.375, 0.0,
    0.375, 1.0, -0.625, 0.375, -1.25,
    -0.625, -1.375, -0.25, 0.875, -1.125,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-0.5, 0.125, 0.25])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("fully_connected_batches").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
Example({
    x_flat: [-1.75, -0.75, 0.0, -2.0, -0.75, -1.75, -0.25, -1.25, 0.75, -1.75],
    x_shape: [2, 5],
    y: [3.375, -1.09375, 1.46875, 3.59375, 2.46875, 4.625],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 4]), [
    1.5, -1.125, -1.125, 0.375,  -1.25, 0.75, 1.25, 1.5,
    -1.0, -0.125, -1.0, -0.375,  0.125, -0.125, 1.0, 1.25,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [0.125, -0.25, -0.625, 1.125])
y = Output("y", ("TENSOR_FLOAT32", [1, 4]))
model = Model("fully_connected_square").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
Example({
    x_flat: [0.75, -0.5, -2.0, 1.75],
    x_shape: [1, 4],
    y: [4.71875, -1.4375, 0.03125, 1.46875],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [17, 3]), [
    -1.0, -1.125, -1.5,  -0.875, 0.25, -0.375,
    0.125, 0.625, 1.125,  -0.375, 0.125, 1.0,
    -1.0, -1.0, 0.0,  -1.375, 0.375, -0.125,
    -1.375, -0.75, -0.75,  1.125, -0.5, 0.125,
    1.0, 1.5, 0.25,  0.25, 1.125, -0.375,
    -0.875, 0.75, -0.125,  1.375, 0.75, -0.375,
    -0.25, -0.375, 1.0,  -0.75, -1.5, 0.0,
    -0.875, 0.875, 0.25,  -0.5, 1.125, 1.125,
    -1.5, -0.25, 0.5,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [17]), [
    -1.75, 0.125, -1.5, -0.25, -1.375, 0.375, -0.625, -0.375, -1.125, -0.625, -0.125, 2.0, 0.75,
    0.5, 1.375, -2.0, -0.5,
])
y = Output("y", ("TENSOR_FLOAT32", [1, 17]))
model = Model("fully_connected_one_row").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
Example({
    x_flat: [1.0, -0.5, 0.25],
    x_shape: [1, 3],
    y: [
        -2.5625, -0.96875, -1.40625, -0.4375, -1.875, -1.21875, -1.8125, 1.03125, -0.8125,
        -1.03125, -1.40625, 2.90625, 0.9375, 0.5, 0.125, -2.78125, -1.75,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 3, 2, 3]), [
    2.0, 0.5, -1.0,  1.75, -1.0, -0.75,  1.0, -0.5, -0.75,  -0.75, -1.5, 1.25,
    -2.0, 0.5, -0.75,  2.0, -1.5, -1.75,  1.75, 0.5, 1.5,  -0.5, -1.25, 0.5,
    -0.25, 0.75, 1.0,  -2.0, -1.75, -1.5,  -1.0, -0.75, -1.25,  0.5, -0.75, 0.5,
    -0.5, -1.5, -1.0,  -0.75, 0.25, -1.25,  1.75, -0.5, -0.25,  -1.25, 0.25, -1.5,
    -0.75, 1.0, 1.0,  -1.5, 1.75, 1.0,  -0.5, 1.25, -0.25,  0.25, 0.0, 1.75,
    0.75, 1.0, 1.5,  0.75, -1.25, -1.0,  -1.0, -1.75, 0.25,  1.25, 1.5, 0.5,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [0.5, -0.75, -2.5, -0.25])
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 4]))
model = Model("conv_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CONV_2D", x, weights, bias, 1, 2, 1, 0).To(y)
Example({
    x_flat: [
        3.0, -3.5, 1.5, -3.0, 4.0, -1.5, -2.0, -1.5, 3.0, 1.0, -2.5, -2.0, 3.5, -1.5, 3.0, -1.0,
        -2.5, 0.0, -2.5, 1.5, -2.5, -1.5, 1.0, -1.0, 2.5, -2.5, 1.0, -0.5, -3.0, 2.0, -3.0, 2.5,
        0.5, 1.5, -4.0, -2.0, -4.0, -4.0, -3.0, -2.5, -3.0, 4.0, 3.0, 2.5, -2.0, 0.5, 3.0, 0.5,
        -1.5, -0.5, 2.5, -1.0, -2.5, 3.0, -3.5, 0.0, 1.0, -3.0, 1.0, 1.0, 0.0, 0.5, 1.5, 2.0,
        4.0, -1.5, 3.5, -1.5, 3.0, 4.0, 3.5, 2.5, -1.0, -2.0, 2.5, 0.0, 1.0, -0.5, 1.5, 2.5,
        0.0, -1.5, 2.0, 0.0, 1.0, 3.5, -0.5, 0.5, -1.5, -2.0, 3.0, -1.5, 1.0, -3.0, 2.0, 2.5,
        -3.0, 2.5, 1.5, -2.5, 0.0, -0.5, 2.5, -0.5, -1.5,
    ],
    x_shape: [1, 5, 7, 3],
    y: [
        9.75, 4.25, 5.125, -5.625,
        -15.125, 4.125, 3.875, 13.625,
        6.75, 10.125, -6.875, 0.25,
        -0.375, -1.75, -4.125, 4.375,
        -10.625, -5.375, 0.0, -10.0,
        -5.5, 3.5, 5.875, -11.875,
        11.75, 27.375, 19.625, -3.75,
        -6.125, -8.0, -2.875, 4.125,
        7.25, -8.625, -6.0, -3.5,
        -18.5, -4.625, -0.875, -15.125,
        0.625, 5.75, 9.25, -13.625,
        -7.375, 1.25, 1.75, -3.0,
        18.625, -11.5, -16.5, -2.25,
        -20.375, 6.25, 2.25, 14.125,
        -17.5, -14.0, 7.375, -3.875,
        -7.375, 3.375, -12.25, -1.125,
        12.375, 10.625, -12.625, 18.0,
        11.5, 13.875, -8.875, 0.625,
        -2.5, 5.0, -7.0, 2.625,
        2.375, -4.875, 0.25, 2.125,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [40])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 4, 3, 2]), [
    -1.5, 1.5,  2.0, 0.75,  -2.0, 1.25,  -1.5, -0.5,
    1.25, 1.0,  -1.0, 0.25,  1.25, -2.0,  1.0, 1.5,
    0.5, -0.75,  0.75, -0.5,  0.75, 0.5,  0.5, 2.0,
    -1.75, -1.75,  -0.5, -2.0,  0.75, -0.5,  -0.25, 0.25,
    0.25, -2.0,  0.5, 1.75,  -1.75, 1.5,  1.25, 1.5,
    -0.25, -1.5,  -1.25, -1.25,  -1.0, 1.75,  1.0, 2.0,
    0.75, -1.25,  -1.0, 1.75,  1.5, 0.5,  -1.25, 0.0,
    -0.25, -1.25,  2.0, -1.75,  -1.25, 0.5,  0.5, -0.5,
    2.0, 0.5,  1.0, 0.25,  -0.75, 1.0,  0.75, 0.75,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [0.25, 0.0, 1.25])
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 3]))
model = Model("conv_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CONV_2D", x, weights, bias, 2, 0, 1, 3, 1, 1, 0).To(y)
Example({
    x_flat: [
        -3.0, -2.5, 2.0, 2.0, 1.0, -2.5, 3.0, 1.5, -2.5, 3.5, -3.5, -3.5, -1.0, 0.0, 1.5, 3.5,
        -3.5, -3.0, -1.0, 1.0, 3.5, -1.5, 1.5, 0.0, -4.0, 4.0, 3.0, -2.5, 0.5, 3.5, 1.5, -2.0,
        1.5, 1.5, 4.0, -4.0, 2.0, -0.5, -1.0, 0.5,
    ],
    x_shape: [1, 4, 5, 2],
    y: [
        2.25, 0.75, -7.625,  -14.125, -5.25, 0.625,
        19.125, -13.25, 17.25,  -5.0, 30.75, 5.625,
        -2.5, -5.625, -20.375,  5.375, -10.0, 0.5,
        -10.125, 13.875, 11.75,  8.375, -0.5, -3.625,
        14.5, -26.75, -10.25,  -8.0, 6.125, 14.875,
        1.25, 0.875, 5.875,  -7.875, 8.875, 6.625,
        16.625, 19.75, -8.625,  2.0, -20.5, 9.5,
        16.25, 0.125, -10.0,  -10.625, 0.625, 12.25,
        1.875, 10.125, -0.125,  5.875, -17.75, 11.125,
        -20.25, 4.0, 23.625,  18.875, 2.0, -19.375,
        -5.25, 2.125, 2.5,  0.625, 3.625, -0.75,
        -13.875, 2.125, 10.0,  0.625, 2.5, -7.75,
        -5.5, -1.0, 5.125,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [84])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3, 2, 2]), [
    -1.75, -1.75,  -2.0, 1.25,  1.5, -0.75,  0.25, -1.75,
    -1.75, 0.25,  -1.0, -0.25,  1.25, -0.25,  -1.5, 0.5,
    -0.75, 2.0,  1.75, -2.0,  -0.75, 1.75,  1.25, -1.25,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-1.75, 1.75])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
model = Model("conv_2d_dilation_valid").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CONV_2D", x, weights, bias, 2, 1, 1, 0, layout, 3, 2).To(y)
Example({
    x_flat: [
        -2.5, -1.0, -2.5, -1.5, -1.5, 0.5, -1.0, 4.0, -2.0, -0.5, -1.5, 0.5, 3.0, -4.0, -2.5,
        4.0, -1.5, -2.5, 2.0, 3.0, 3.5, -1.5, -3.0, 0.0, 1.5, -3.0, 1.0, -3.5, -0.5, 0.5, 1.0,
        1.5, 1.0, -4.0, 3.0, 0.0, -1.0, -3.5, 3.0, -2.0, -2.5, 3.0, 3.5, 2.5, 2.5, 0.5, -3.0,
        -3.0, -1.5, -2.5, 1.0, -2.5, -1.0, 4.0, 1.0, -4.0, 0.0, -1.0, -1.0, 4.0, 4.0, -3.0, 4.0,
        -4.0, 2.0, 1.0, -1.0, -1.0, 1.0, 3.5, 1.0, -1.0, -1.5, 1.5, -0.5, -4.0, 2.0, 4.0, 4.0,
        0.5, 3.5, 3.0, -3.5, -2.5,
    ],
    x_shape: [1, 7, 6, 2],
    y: [
        15.5, -3.0,  17.875, -0.125,  6.0, 10.375,  -9.125, -8.375,
        -17.375, -24.375,  5.75, 16.375,  6.5, 17.625,  -3.625, -9.375,
        -17.875, -0.25,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [1, 3, 2, 6]), [
    -0.75, 1.5, 2.0, -0.5, 0.0, 2.0,
    1.5, 0.5, -0.25, -0.5, 0.5, -1.0,
    1.25, -2.0, -1.0, -1.25, 1.25, 1.75,
    0.0, 0.75, 0.75, -1.0, 1.75, -1.75,
    1.75, -1.25, 0.25, -0.5, -2.0, 1.75,
    -1.5, 2.0, 1.0, 0.75, 1.25, 0.75,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [6]), [0.0, -0.75, 1.25, -1.5, 2.0, 0.25])
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 6]))
model = Model("depthwise_conv_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("DEPTHWISE_CONV_2D", x, weights, bias, 1, 2, 2, 2, 0).To(y)
Example({
    x_flat: [
        3.5, 1.5, 3.0, 4.0, 1.0, 3.0, 1.0, 3.0, 0.0, -2.0, 0.5, 4.0, 1.5, 3.0, -3.5, -4.0, 2.0,
        -3.5, -2.5, -1.5, 3.5, 1.5, 1.5, 3.0, 3.0, 1.5, -1.0, -4.0, 0.0, 3.5, 2.0, -3.0, 2.0,
        -1.0, 4.0, -1.5, -0.5, 1.0, 0.5, 1.5, 0.5, -2.5, -4.0, -2.0, -1.0, -2.5, 0.0, -4.0, 0.0,
        -4.0, 3.0, -0.5, 2.0, -0.5, 2.0, -3.5, -3.0, -0.5, -4.0, -1.5, 0.5, -4.0, -4.0, -2.0,
        1.0, 4.0, 0.5, 3.0, 3.5, -0.5, 2.5, -4.0, 3.5, 2.0, -1.0, -2.0, -3.5, 3.0, 3.0, -3.5,
        -1.0, 0.5, 0.0, -4.0, -1.0, -2.5, 2.5, -2.0, 2.0, -4.0, 3.0, -2.5, 4.0, -1.0, 4.0, -2.0,
        0.5, -3.0, -2.0, -1.5, -4.0, 3.5, -1.0, -0.5, 4.0,
    ],
    x_shape: [1, 5, 7, 3],
    y: [
        2.5, -0.625, 2.375, -4.0, 3.75, 4.75,
        -8.75, 4.75, -4.375, -8.0, 4.5, 0.875,
        0.875, -6.5, 1.75, -8.5, -4.875, -2.0,
        -0.5, 2.375, 2.875, 0.125, 11.375, 2.0,
        -5.875, 12.625, 9.125, 1.25, -10.375, 22.125,
        -0.125, 1.5, 10.125, 3.25, 12.625, 3.625,
        -5.5, 1.625, 5.125, 3.5, -11.375, -1.375,
        0.375, -0.125, 6.25, 3.25, 5.0, -18.75,
        1.0, -3.0, 6.5, -2.375, -0.125, 16.125,
        9.375, -6.5, 11.25, -4.625, 3.0, 3.75,
        6.625, -4.375, -4.875, 9.75, 5.125, -2.375,
        -1.625, 2.0, 1.75, -0.875, 7.0, -0.75,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [210])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 3, 2, 3]), [
    -1.75, -0.25, 0.0,  1.5, -1.25, -2.0,  1.75, 2.0, -0.25,  -0.25, -1.0, -2.0,
    0.25, 0.25, -1.25,  -0.25, 0.75, 0.0,  0.0, -0.75, 2.0,  0.75, -1.75, 0.25,
    0.5, 1.75, 2.0,  1.25, 1.25, -2.0,  1.25, 1.0, -0.75,  1.25, 0.0, 0.5,
    1.5, -1.0, 1.0,  -1.5, 0.5, 1.5,  0.5, -1.5, 0.75,  -0.5, -1.5, 0.25,
    -1.0, 0.25, -0.5,  -0.25, 0.5, 1.5,  2.0, -1.5, -0.25,  -0.5, 1.25, -1.75,
    -1.5, -0.25, -2.0,  -0.5, -1.0, -0.25,  -1.5, -2.0, -1.25,  -1.0, -1.0, 2.0,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [3.0, -0.25, 0.0, -0.5])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 4]))
model = Model("grouped_conv_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("GROUPED_CONV_2D", x, weights, bias, 1, 2, 1, 2, 0, layout).To(y)
Example({
    x_flat: [
        -4.0, 2.0, -1.0, -4.0, 0.5, -1.5, -4.0, 1.5, 3.0, -4.0, 3.0, 2.5, 4.0, -0.5, 3.5, 3.5,
        0.5, -2.5, 2.5, 4.0, -3.0, -0.5, -2.0, -4.0, -2.5, -2.0, -2.0, 3.0, -3.0, -0.5, -1.5,
        3.0, -0.5, -1.0, 2.0, -3.5, -4.0, 0.0, 3.0, 3.5, -2.5, -2.0, -1.5, 2.0, -2.5, 3.0, 0.0,
        2.0, 3.5, 2.5, 0.5, -2.0, -2.5, 0.5, -1.0, -4.0, -3.0, 3.0, -3.5, 2.5, -0.5, 3.5, -1.0,
        -3.5, -3.5, -0.5, 0.5, -1.0, -3.0, 3.0, 3.5, -2.5, -2.0, 2.0, 3.0, -0.5, 0.0, 1.5, 0.5,
        0.5, 0.0, 3.5, -2.5, 1.0, 4.0, -1.5, -2.5, -3.5, -1.0, 0.5, 2.5, 4.0, -4.0, 0.0, 2.5,
        2.0, 1.5, 3.0, 1.0, -2.5, 0.0, 0.5, -0.5, 2.0, -1.0, -1.5, -3.5, 2.5, -1.5, -2.5, -0.5,
        2.5, -0.5, -3.5, 2.0, 4.0, 1.5, -3.0, 1.5, -3.0, 0.5, -2.5, 2.0, -3.5, -0.5, -0.5, -1.0,
        2.5, -1.5, -2.5, -1.5, 0.0, 2.0, -1.0, 0.0, 2.5, 4.0, -1.5, -2.5, 2.0, 3.0, -4.0, -4.0,
        -2.5, 1.5, 1.5, 0.5, -1.0, 3.5, -1.5, 2.0, 1.5, 1.5, -1.0, -3.5, -3.5, -3.0, -3.5, 3.5,
        -3.5, -3.0, -2.5, 1.0, -1.0, 1.0, 4.0, -2.0, 0.0, -0.5, -3.5, -2.5, 2.0, -4.0, -4.0,
        -1.5, -1.0, -4.0, -4.0, -0.5, 2.5, 2.5, 1.0, 2.5, 1.5, -2.0, 0.0, 0.5, 0.0, 2.5, -2.0,
        -0.5, 3.5, -1.5, -3.0, 0.0, 3.5, 3.5, 1.5, -3.5, -1.0, -1.0, 1.0, 2.0, -2.5, 1.0, 2.0,
        2.0, -3.5, -2.0, -4.0,
    ],
    x_shape: [1, 5, 7, 6],
    y: [
        -2.0, -3.25, -9.75, 5.25,
        14.75, 17.875, -5.375, 7.75,
        -0.875, -5.25, 3.75, -8.75,
        -4.5, 4.875, -0.625, -2.625,
        -0.625, 2.125, 18.375, -4.5,
        -8.0, -3.5, 16.125, 21.0,
        -2.875, -23.5, -4.625, 15.875,
        8.875, 3.5, 15.625, 11.0,
        15.25, 7.0, 7.125, 0.75,
        8.0, 0.625, 23.0, 26.375,
        -27.0, -10.5, -3.125, 17.0,
        -3.875, -1.25, 2.875, 14.375,
        9.0, -14.25, -2.625, 12.25,
        -8.0, 10.5, 1.5, 7.0,
        3.625, -22.75, 2.875, 7.375,
        0.5, 8.125, 4.75, 2.125,
        10.5, -8.375, 1.125, 11.0,
        6.875, 6.5, 2.875, 4.5,
        -12.75, -3.25, -8.0, -5.0,
        6.75, 10.5, 6.25, 24.25,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [60])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [6, 3, 4, 1]), [
    -1.0,  -1.75,  -2.0,  -1.0,  -1.5,  1.25,  -1.0,  2.0,
    -1.0,  0.25,  0.0,  1.25,  -2.0,  -1.25,  0.25,  1.5,
    1.75,  1.25,  1.0,  0.25,  -1.75,  0.0,  -1.25,  -2.0,
    -0.25,  -0.25,  2.0,  -1.25,  -1.75,  0.25,  1.0,  -0.5,
    1.75,  -0.75,  -1.5,  -1.5,  0.0,  1.5,  -1.5,  0.75,
    -1.0,  -1.25,  -1.0,  -1.25,  -1.5,  0.0,  -0.5,  1.5,
    -1.5,  1.5,  1.75,  1.75,  -1.25,  -1.0,  -1.75,  1.75,
    -1.25,  0.0,  1.25,  -2.0,  0.0,  1.5,  -1.0,  0.0,
    1.75,  0.75,  0.5,  -1.25,  1.5,  2.0,  1.25,  -2.0,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [6]), [1.75, 2.0, 0.0, -1.75, 3.0, -2.75])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 4, 6]))
model = Model("grouped_conv_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("GROUPED_CONV_2D", x, weights, bias, 2, 0, 1, 2, 1, 1, 3, 0, layout).To(y)
Example({
    x_flat: [
        1.0, 2.5, 3.5, 0.0, 4.0, -1.5, -2.5, -0.5, 3.0, 2.0, -1.5, 1.0, 4.0, -1.0, -3.5, -1.5,
        2.5, -1.5, 4.0, 0.5, 2.0, 3.0, 0.5, 0.5, -1.0, -2.5, 0.5, 2.5, 3.0, -0.5, 4.0, -1.0,
        3.0, 2.0, 3.5, 3.5, -3.5, 3.0, -3.0, -3.0, -2.5, 3.0, 2.0, 4.0, 2.5, -4.0, -1.5, -0.5,
        -2.5, -3.0, 2.5, 1.5, -1.0, -3.0, 1.0, 3.0, 2.0, -0.5, 0.5, 1.0,
    ],
    x_shape: [1, 4, 5, 3],
    y: [
        5.75, -3.125, -4.0, -9.75, -11.625, -5.0,
        1.375, -8.375, 1.5, -7.75, 8.875, -6.125,
        8.0, 2.625, 3.875, -14.625, -1.875, 3.875,
        4.5, -8.875, -8.375, 2.625, -6.875, 7.375,
        11.75, -7.25, -1.5, 0.125, 9.375, -12.75,
        -0.75, 4.375, -0.125, -5.875, 20.125, 19.625,
        -1.25, 10.875, -8.375, -0.375, -11.125, -7.75,
        1.5, 18.25, -5.75, -1.375, -5.0, 3.5,
        -2.375, 22.125, 8.375, -12.25, -0.875, -9.75,
        -9.75, 15.625, 8.625, -4.375, -0.125, 8.875,
        -10.125, 7.625, 6.875, 0.375, 6.125, -1.125,
        -6.125, -5.5, -28.625, -1.0, -4.125, -2.0,
        -9.25, 1.375, -6.375, 7.625, 19.625, -9.125,
        -5.25, -14.875, 0.625, -0.125, -0.75, 2.875,
        7.625, -22.25, 7.875, -0.375, 10.625, 2.5,
        13.5, 3.0, -3.875, 10.125, 1.0, -8.375,
        12.25, -2.75, 0.75, -1.75, 6.5, -2.25,
        12.25, 8.625, -4.375, -0.25, 1.375, -6.0,
        6.125, 15.0, -4.625, -2.5, 5.75, 4.0,
        0.125, 4.625, 6.375, -7.375, 0.0, -9.25,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [192])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 3, 2, 2]), [
    1.75, 1.25,  1.75, -1.5,  0.75, 2.0,  -1.5, 0.75,
    1.5, -0.75,  0.75, -2.0,  -0.75, -0.75,  1.5, -1.5,
    1.0, 0.75,  0.25, -1.0,  1.75, -0.5,  2.0, -1.5,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-2.5, 2.0])
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 2]))
model = Model("grouped_conv_2d_valid_batches").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("GROUPED_CONV_2D", x, weights, bias, 2, 1, 2, 2, 0, False).To(y)
Example({
    x_flat: [
        1.5, 2.5, -0.5, 3.5, -1.0, 2.5, 3.0, -3.0, 2.5, -0.5, 2.5, -0.5, 4.0, 2.5, 2.5, 1.5,
        0.0, -4.0, 1.5, 1.5, -2.0, 1.5, -1.5, -3.5, -3.5, -3.0, -1.0, 2.0, 1.0, 0.0, -3.5, -1.0,
        -2.0, -3.5, 1.5, 2.0, 1.5, 1.5, -0.5, -1.0, -3.0, -0.5, -3.0, -2.5, -1.0, 1.5, -3.0,
        -3.0, 4.0, 4.0, 0.5, 0.5, 0.0, -2.5, -0.5, 1.5, 3.5, -0.5, 1.0, -0.5, 0.5, -2.5, 1.5,
        -0.5, -2.5, 1.0, -4.0, 0.0, 3.0, 2.5, 1.0, -1.5, -1.5, -3.5, -2.0, -1.5, 2.5, -1.0, 3.5,
        0.5, -2.5, -3.5, 1.5, -0.5, 3.0, -4.0, 2.5, -2.0, -1.5, 0.0, 2.0, -2.0, -1.0, -2.5, 4.0,
        -3.5, -2.0, -1.5, -2.5, -3.0, -3.5, -1.0, 1.0, 1.5, -0.5, -3.0, 1.5, 3.5, -4.0, 4.0,
        3.0, -4.0, 0.0, -1.0, -0.5, -1.5, -2.0, 3.5, 3.0, 3.5, -0.5, 0.0, 2.5, -1.0, 3.5, 4.0,
        3.0, -3.5, 3.0, -2.5, -2.0, 0.5, 0.0, 0.5, 4.0, -2.0, 2.5, -3.0, -3.0, -0.5, 1.5, -1.5,
        -1.0, -2.0, -2.5, -1.5, -2.0, 4.0, -2.0, -3.0, 0.0, -2.0, -4.0, -4.0, 3.5, 1.0, 2.0,
        3.5, -0.5, -3.0, -3.0, -4.0, -4.0, 1.0, -4.0, 0.0, -4.0, 0.0, -3.5, -1.0, 0.0, 2.5, 3.0,
        -2.0, -1.0, 2.5, -3.5, -2.5, 3.0, 0.5, -2.5, 0.0, -2.5, -2.0, 2.5, -3.0, 0.0, -1.5, 2.5,
        -4.0, -1.0, -3.5,
    ],
    x_shape: [2, 6, 4, 4],
    y: [
        -8.375, 16.625,  8.375, -2.5,  -13.5, -2.875,  -8.125, -3.375,
        -4.625, 4.5,  -9.125, 11.125,  -3.5, 8.25,  7.5, 7.125,
        -12.625, 10.75,  -9.75, -0.375,  -4.125, -15.625,  -6.625, 6.25,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 3, 4, 2]), [
    -0.25, -1.0,  -0.5, 0.75,  1.5, -1.0,  -0.5, -0.75,
    -2.0, 0.75,  1.75, -0.5,  1.0, -1.0,  -0.75, 0.75,
    1.75, -1.5,  -0.25, 1.0,  -2.0, -0.5,  -0.75, 0.0,
    1.25, 0.25,  0.25, -2.0,  -1.0, 0.5,  -1.25, -0.75,
    -1.5, 2.0,  -1.0, 0.75,  -1.0, 1.75,  -0.5, -0.75,
    1.75, -0.75,  -0.5, 1.75,  -0.25, -0.75,  -1.75, -1.75,
    -2.0, 1.0,  -1.5, 1.25,  0.0, 0.75,  -1.5, 1.0,
    -1.5, -1.75,  0.5, 0.5,  -0.5, -1.25,  -0.75, 0.75,
    -1.75, -0.25,  1.0, -0.5,  -1.25, 1.5,  -0.5, -1.25,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-2.0, -0.75, 1.0])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 4, 7, 3]))
model = Model("transpose_conv_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, 1, 2, 0, 1, 2, 1, 0, layout).To(y)
Example({
    x_flat: [
        0.5, 2.5, -2.0, -2.0, -1.5, 3.0, 2.0, 0.0, 1.5, -3.0, 2.5, 3.5, 1.0, -0.5, 0.0, 2.0,
        3.0, -2.0, -4.0, -4.0, -2.0, -1.0, 3.0, 2.0,
    ],
    x_shape: [1, 3, 4, 2],
    y: [
        -0.375, -5.625, 3.375,  -1.25, -3.0, 4.875,
        -4.625, 0.25, 3.25,  -5.625, -0.875, 5.5,
        3.5, -3.125, 8.0,  -7.75, 4.75, -0.75,
        -4.5, -0.625, 3.25,  -5.375, 7.0, -3.5,
        -0.375, 3.125, 0.375,  -0.125, -8.375, -4.125,
        3.75, 6.375, 1.625,  -10.875, 1.0, -0.625,
        -10.5, 2.25, -3.375,  6.25, -9.125, 5.875,
        1.5, 4.375, -7.5,  8.875, -18.25, 3.75,
        -5.625, -2.125, -9.25,  -8.0, -3.25, -3.875,
        10.875, 16.5, 6.25,  1.25, 8.75, -4.25,
        -1.75, -3.0, -0.125,  0.875, -11.25, 4.5,
        5.625, -5.625, 3.375,  -9.0, 7.75, -3.0,
        -3.0, -3.875, 13.25,  -7.625, -6.375, -4.875,
        -12.25, -2.375, -7.25,  4.25, 2.125, 3.375,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [3, 4, 3, 2]), [
    0.75, -1.25,  -1.5, 0.25,  0.25, -1.0,  0.0, 1.25,
    -0.25, 0.25,  0.75, -1.25,  -0.75, 0.75,  0.5, 1.75,
    1.75, -1.0,  1.5, 2.0,  0.5, -1.75,  -1.5, -1.25,
    -2.0, 1.75,  1.25, -0.25,  -0.5, 0.75,  2.0, -1.5,
    1.25, 0.25,  1.0, 0.0,  0.0, -2.0,  2.0, -2.0,
    2.0, 0.5,  -1.75, -0.25,  0.25, 0.25,  0.75, 0.75,
    1.25, -1.25,  1.5, -1.0,  -0.5, -1.25,  -0.75, 1.0,
    -1.0, 0.5,  0.25, -2.0,  1.25, 1.25,  -1.5, -0.75,
    -0.75, -0.5,  1.0, 1.25,  -1.75, 1.0,  1.0, -1.5,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-0.75, 0.25, 0.5])
shape = Int32Vector("shape", [1, 6, 8, 3])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 6, 8, 3]))
model = Model("transpose_conv_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 1, 2, 2, 0, layout).To(y)
Example({
    x_flat: [
        -3.0, 2.5, 2.5, 1.5, 2.0, -1.5, -1.5, -2.5, 1.0, 3.0, -2.0, 2.0, -3.5, -1.0, 1.5, -3.0,
        -3.5, -1.0, -2.5, -3.0, -2.0, -2.5, 1.0, -1.5,
    ],
    x_shape: [1, 3, 4, 2],
    y: [
        2.375, -9.5, 5.25,  0.625, -2.875, 4.75,
        -4.25, 0.0, -5.625,  -1.0, 3.75, -1.25,
        -2.625, 9.0, -4.875,  -1.625, 2.375, -2.25,
        -0.5, 3.0, 2.625,  -1.0, -2.25, 0.75,
        0.375, -1.5, -2.625,  1.375, -10.25, 1.625,
        -16.0, 1.75, -2.75,  6.625, -0.75, -9.375,
        -4.375, 16.75, -6.125,  2.625, 3.125, -5.625,
        8.5, 1.25, 3.375,  -8.875, 4.875, 9.875,
        3.5, 2.375, 2.875,  -6.125, 2.125, 8.75,
        6.875, -10.875, -4.125,  -1.125, -0.75, 0.625,
        -11.625, -7.375, -2.0,  3.5, -4.25, -1.5,
        -14.25, 7.875, -2.875,  1.75, 0.375, -2.375,
        -0.625, -0.5, 2.375,  10.0, -7.875, -7.5,
        3.0, 0.5, 1.875,  4.75, -10.125, 1.25,
        -0.375, -2.125, 1.0,  -1.875, -6.625, 6.0,
        -4.625, -6.75, 9.0,  -7.125, 10.875, 3.5,
        5.5, -7.75, 6.875,  -4.875, -3.375, 4.75,
        -10.125, 2.25, -2.5,  -5.375, -3.625, 7.0,
        -8.75, 3.875, -4.875,  -0.875, -4.0, 6.375,
        1.75, -2.75, -1.5,  4.625, 0.75, -6.875,
        1.125, 2.25, -5.125,  -4.25, -4.75, 6.5,
        -6.25, -1.25, -3.25,  -7.25, 1.25, 6.5,
        -2.5, -1.25, -1.75,  -6.125, 1.25, 5.375,
        -3.625, -2.0, 2.625,  -2.875, 5.25, 0.125,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [2, 4, 3, 2]), [
    -0.75, 0.75,  0.0, 0.0,  -0.75, -0.75,  0.5, 1.25,
    -0.75, 2.0,  1.75, -2.0,  -0.5, 0.0,  1.75, -1.75,
    -0.5, 1.5,  1.0, -1.25,  -1.5, -1.0,  2.0, 1.75,
    -1.0, 1.0,  0.25, 1.5,  0.25, -1.25,  1.25, 2.0,
    -0.5, 0.5,  -1.0, 1.25,  1.25, -1.25,  0.5, -1.25,
    -2.0, -0.25,  1.5, -2.0,  -1.5, -1.0,  -0.75, -1.0,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [2]), [-2.0, -2.0])
shape = Int32Vector("shape", [1, 5, 7, 2])
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 7, 2]))
model = Model("transpose_conv_2d_same_odd").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("TRANSPOSE_CONV_2D", x, weights, bias, shape, 1, 2, 2, 0, False).To(y)
Example({
    x_flat: [
        -2.5, 2.5, -1.5, 0.5, -3.0, -2.0, 0.0, 3.5, 1.0, 0.5, -2.5, -3.5, -4.0, -1.5, -0.5, 0.0,
        2.5, -4.0, 3.0, -2.0, 3.0, -3.5, 3.5, 3.0,
    ],
    x_shape: [1, 3, 4, 2],
    y: [
        4.875, 0.5,  -11.5, 2.75,  0.125, -1.0,  -9.625, -7.625,
        -3.75, -1.5,  1.125, 5.5,  5.0, -0.25,  -10.75, -5.375,
        1.875, -1.5,  -5.5, -9.25,  7.375, 5.875,  -3.75, -4.25,
        1.0, 1.5,  -8.125, -6.5,  -0.5, -1.0,  -9.625, -16.375,
        -5.375, -0.75,  -5.875, -11.75,  4.5, 5.75,  -20.125, -3.25,
        -5.125, -5.25,  -1.125, -7.5,  -3.125, -2.25,  -0.25, -1.125,
        -9.625, -2.5,  -6.375, -6.625,  -2.0, 10.375,  -2.875, 3.125,
        -13.875, -7.25,  14.125, -7.75,  -1.0, 2.75,  -8.875, -8.375,
        -3.75, 2.25,  4.625, 4.75,  2.125, -1.5,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
model = Model("average_pool_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("AVERAGE_POOL_2D", x, 1, 3, 2, 2, 3, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0, 2.5, -2.0, 1.0, 0.0, 2.0, -3.0, 3.0, 3.0,
        3.5, 4.0, -2.0, -3.5, 4.0, -0.5, -2.5, -2.0, 1.0, 1.5, -4.0, 1.0, -2.5, 3.0, 1.5, 2.0,
        -3.0, -2.0, 0.0, -0.5, -3.0, -3.0, 2.5, 2.0, 0.5, -3.0, 0.5, -2.0, 1.0, -2.5, -0.5,
        -2.0, -3.0, -3.0, -2.0, 1.0, 2.0, 0.0, 0.0, -2.5, -3.0, 0.5, -3.5, -3.0, 1.5, 2.0, -0.5,
        -1.0, 1.5, -4.0, -3.0, 0.0, 1.0, -3.0, 1.5, 0.0, 0.0,
    ],
    x_shape: [1, 5, 7, 3],
    y: [
        0.5, -1.125, 0.75,
        -1.0, -1.375, 2.0,
        -2.25, 0.75, 0.0,
        0.25, -0.16666667, 0.33333334,
        -1.3333334, -0.75, 0.5833333,
        -3.1666667, 1.1666666, 0.16666667,
        0.375, -1.625, -1.125,
        0.5, -1.625, -1.5,
        -0.75, -1.0, 0.5,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [40])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 2]))
model = Model("average_pool_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("AVERAGE_POOL_2D", x, 2, 0, 1, 3, 1, 1, 3, 4, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0,
    ],
    x_shape: [1, 4, 5, 2],
    y: [
        1.1666666, -0.33333334,  0.5833333, -0.41666666,
        0.5555556, -0.3888889,  0.5, -0.44444445,
        -0.11111111, -0.44444445,  1.25, -0.625,
        1.0, -0.75,  0.5416667, -0.41666666,
        0.041666668, -0.45833334,  -0.45833334, -0.625,
        1.0, -0.5,  0.9166667, -0.5833333,
        0.7777778, -0.33333334,  0.6111111, -0.11111111,
        0.33333334, -0.5,  1.75, -1.25,
        2.375, -1.0,  1.5, -0.9166667,
        0.5, -0.8333333,  -0.41666666, -1.3333334,
        1.5, -1.5,  2.25, -1.75,
        0.5, -0.5,  -1.3333334, -0.5,
        -1.5, -1.1666666,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
model = Model("max_pool_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MAX_POOL_2D", x, 1, 3, 2, 2, 3, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0, 2.5, -2.0, 1.0, 0.0, 2.0, -3.0, 3.0, 3.0,
        3.5, 4.0, -2.0, -3.5, 4.0, -0.5, -2.5, -2.0, 1.0, 1.5, -4.0, 1.0, -2.5, 3.0, 1.5, 2.0,
        -3.0, -2.0, 0.0, -0.5, -3.0, -3.0, 2.5, 2.0, 0.5, -3.0, 0.5, -2.0, 1.0, -2.5, -0.5,
        -2.0, -3.0, -3.0, -2.0, 1.0, 2.0, 0.0, 0.0, -2.5, -3.0, 0.5, -3.5, -3.0, 1.5, 2.0, -0.5,
        -1.0, 1.5, -4.0, -3.0, 0.0, 1.0, -3.0, 1.5, 0.0, 0.0,
    ],
    x_shape: [1, 5, 7, 3],
    y: [
        2.5, 3.0, 1.5,  1.5, -0.5, 3.0,  -0.5, 2.5, 2.0,  2.5, 3.0, 3.0,
        1.5, 4.0, 3.0,  -2.5, 3.0, 1.5,  2.0, 0.0, 0.5,  2.0, 1.0, 0.5,
        1.5, 0.0, 1.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [40])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 2]))
model = Model("max_pool_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("MAX_POOL_2D", x, 2, 0, 1, 3, 1, 1, 3, 4, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0,
    ],
    x_shape: [1, 4, 5, 2],
    y: [
        2.0, 1.0,  3.0, 1.0,  3.0, 2.0,  4.0, 2.5,
        4.0, 2.5,  2.0, 1.0,  3.0, 1.0,  3.0, 2.0,
        4.0, 2.5,  4.0, 2.5,  2.0, 1.0,  3.0, 1.0,
        3.0, 2.0,  4.0, 2.5,  4.0, 2.5,  2.0, -1.0,
        3.0, 0.5,  3.0, 2.0,  3.0, 2.0,  2.5, 2.0,
        1.5, -1.5,  3.0, -1.5,  3.0, 2.0,  3.0, 2.0,
        2.5, 2.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [105])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
model = Model("l2_pool_2d_same").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("L2_POOL_2D", x, 1, 3, 2, 2, 3, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0, 2.5, -2.0, 1.0, 0.0, 2.0, -3.0, 3.0, 3.0,
        3.5, 4.0, -2.0, -3.5, 4.0, -0.5, -2.5, -2.0, 1.0, 1.5, -4.0, 1.0, -2.5, 3.0, 1.5, 2.0,
        -3.0, -2.0, 0.0, -0.5, -3.0, -3.0, 2.5, 2.0, 0.5, -3.0, 0.5, -2.0, 1.0, -2.5, -0.5,
        -2.0, -3.0, -3.0, -2.0, 1.0, 2.0, 0.0, 0.0, -2.5, -3.0, 0.5, -3.5, -3.0, 1.5, 2.0, -0.5,
        -1.0, 1.5, -4.0, -3.0, 0.0, 1.0, -3.0, 1.5, 0.0, 0.0,
    ],
    x_shape: [1, 5, 7, 3],
    y: [
        1.8371173, 2.795085, 0.8660254,
        2.1505814, 1.7139137, 2.1213202,
        2.8504386, 1.9039433, 2.0,
        1.8819317, 2.5658007, 2.1794496,
        2.1984844, 2.6220222, 1.8596594,
        3.2274861, 2.533114, 1.5545632,
        1.8874586, 2.1360009, 1.8200275,
        1.6201851, 2.5617378, 2.0310097,
        2.3717082, 1.4142135, 0.70710677,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [40])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 5, 5, 2]))
model = Model("l2_pool_2d_explicit").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("L2_POOL_2D", x, 2, 0, 1, 3, 1, 1, 3, 4, 0).To(y)
Example({
    x_flat: [
        2.0, -1.0, 0.5, -1.5, -3.0, 0.5, -2.5, -3.5, -3.0, 0.0, -0.5, 1.0, -3.5, -0.5, 2.0, 2.0,
        4.0, 2.5, -0.5, -1.0, 2.0, -1.0, 3.0, 0.5, 2.5, -3.5, 1.5, -0.5, -2.0, -0.5, 1.5, -1.5,
        3.0, -2.0, -3.0, 2.0, -4.0, -1.5, 2.5, -4.0,
    ],
    x_shape: [1, 4, 5, 2],
    y: [
        1.6583124, 1.0,  2.2267315, 0.978945,
        2.3333333, 1.5723302,  2.6925824, 2.0548046,
        2.5166116, 2.013841,  1.6201851, 1.145644,
        2.2638464, 1.2247449,  2.4022558, 1.6457015,
        2.8759058, 2.0052016,  2.7118566, 2.212653,
        1.4719602, 1.1902381,  2.4748738, 1.2076148,
        2.4944382, 1.7950549,  3.0505009, 1.9293061,
        2.6666667, 2.2669117,  1.767767, 1.2747549,
        2.4622145, 1.3693064,  2.5658007, 1.9895561,
        2.9297326, 1.95789,  2.7003086, 2.4152296,
        1.5, 1.5,  2.3717082, 1.767767,
        2.598076, 1.8484228,  3.3665016, 1.8484228,
        3.2274861, 2.7233558,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("resize_bilinear_up").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESIZE_BILINEAR", x, 5, 3).To(y)
Example({
    x_flat: [-4.5, 4.5, 4.0, -1.5, 4.0, -3.5, -5.0, 1.0, 4.5, 5.5, -5.0, -5.0],
    x_shape: [1, 2, 3, 2],
    y: [
        -4.5, 4.5,  0.6, 0.9,
        4.0, -1.9,  4.0, -3.1,
        4.0, -3.5,  -4.8333335, 2.1666667,
        0.6666667, 2.7666667,  3.0666666, 1.6333333,
        -0.73333335, -2.9666667,  -2.0, -4.5,
        -5.0, 1.0,  0.7, 3.7,
        2.6, 3.4,  -3.1, -2.9,
        -5.0, -5.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [30])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
width_factor = Float32Scalar("width_factor", 1.5)
height_factor = Float32Scalar("height_factor", 0.75)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 4, 2]))
model = Model("resize_bilinear_factors").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESIZE_BILINEAR", x, width_factor, height_factor).To(y)
Example({
    x_flat: [
        -4.5, 4.5, 4.0, -1.5, 4.0, -3.5, -5.0, 1.0, 4.5, 5.5, -5.0, -5.0, -6.0, -1.5, 0.0, 1.5,
        4.0, -2.5, 1.5, -5.0, -2.5, -5.5, -1.0, 3.5, -4.5, -4.0, 5.0, 4.5, 3.0, -2.5,
    ],
    x_shape: [1, 5, 3, 2],
    y: [
        -4.5, 4.5,  1.875, 0.0,
        4.0, -2.5,  4.0, -3.5,
        -5.6666665, -0.6666667,  -0.29166666, 1.9583334,
        1.25, -0.25,  1.0, -3.3333333,
        -0.5, -4.6666665,  -0.125, -2.7916667,
        0.16666667, -0.33333334,  0.33333334, 1.5,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 5, 2]))
model = Model("resize_nearest_neighbor_up").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESIZE_NEAREST_NEIGHBOR", x, 5, 3, layout).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    x_shape: [1, 2, 3, 2],
    y: [
        1.0, 2.0,  1.0, 2.0,  3.0, 4.0,  3.0, 4.0,
        5.0, 6.0,  1.0, 2.0,  1.0, 2.0,  3.0, 4.0,
        3.0, 4.0,  5.0, 6.0,  7.0, 8.0,  7.0, 8.0,
        9.0, 10.0,  9.0, 10.0,  11.0, 12.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [80])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
rois = Parameter("rois", ("TENSOR_FLOAT32", [3, 4]), [0, 0, 6, 5, 4.5, 1, 18.5, 7.5, 2, 2, 10, 6])
images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 1])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 3, 2]))
model = Model("roi_align_two_points").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("ROI_ALIGN", x, rois, images, 2, 3, 2.0, 4.0, 2, 2, layout).To(y)
Example({
    x_flat: [
        6.25, 5.0, 4.75, -4.25, -16.0, 13.25, -10.25, 11.25, -8.25, 11.0, -11.5, -14.5, -9.25,
        -15.75, 5.75, 12.0, -2.75, -15.75, 12.25, 5.0, -14.0, 2.25, -13.75, 14.75, 9.25, -2.5,
        3.75, -1.75, 9.75, -1.0, -6.0, -15.5, 0.25, -2.0, -0.25, 10.5, -12.5, 4.5, 2.25, -15.25,
        -13.25, -7.0, -5.5, -7.75, 5.25, 12.25, 13.5, 0.0, 7.5, 11.75, -1.75, -11.0, -4.0, 7.25,
        -14.25, -4.5, 14.5, 0.0, -13.0, 4.75, -0.25, 4.5, -2.25, -0.75, 11.75, 5.0, -14.5,
        -13.75, -11.0, 5.25, 8.5, -6.75, -0.5, -12.5, 10.0, 3.25, 7.75, -16.0, -14.5, -11.25,
    ],
    x_shape: [2, 4, 5, 2],
    y: [
        -4.6328125, -8.25,  -4.2109375, -10.375,
        -3.6015625, -5.4609375,  -12.390625, -0.6816406,
        -11.765625, 4.111328,  -6.6914062, 5.3535156,
        1.2635092, 3.6108398,  1.5711263, -5.0089517,
        8.996094, 1.5527344,  0.5159505, 5.840983,
        -5.4106445, 2.7101238,  2.4204102, -10.041992,
        -2.7708333, 2.1666667,  -2.1875, 1.75,
        -1.0416666, -0.9375,  -0.45833334, -5.7083335,
        4.75, -1.25,  8.5, 0.9583333,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [80])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
rois = Parameter("rois", ("TENSOR_FLOAT32", [3, 4]), [0, 0, 6, 5, 4.5, 1, 17.5, 6.5, 2, 2, 10, 6])
images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 1])
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 3, 2]))
model = Model("roi_pooling_two_images").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("ROI_POOLING", x, rois, images, 2, 3, 2.0, 4.0, layout).To(y)
Example({
    x_flat: [
        -11.25, 14.5, -7.25, -12.25, -14.75, -2.75, -7.5, 8.0, 8.0, 9.0, 2.5, 13.0, -1.5, 1.0,
        10.25, -3.25, 10.0, -7.5, -9.0, -0.25, -10.75, -13.25, 13.75, 15.75, 5.0, -11.0, -14.75,
        -1.75, -15.5, 8.5, -7.0, 2.0, 11.5, 1.0, 0.25, 14.75, -14.75, -2.25, 1.5, 6.25, 6.5,
        14.0, 5.25, -13.25, -0.25, -12.75, 7.5, 1.5, 5.75, -0.5, -5.75, -15.0, -9.25, 5.75,
        6.25, -15.0, -13.0, -6.25, -7.0, 12.0, 14.0, -10.25, 10.5, 9.25, 3.0, 13.0, -6.75,
        10.25, 12.0, 9.75, -10.25, -2.5, 4.5, 10.5, 0.0, -3.5, 13.25, -5.0, -13.75, -11.0,
    ],
    x_shape: [2, 4, 5, 2],
    y: [
        2.5, 14.5,  -1.5, 1.0,  10.25, -2.75,  -7.0, 2.0,
        13.75, 15.75,  5.0, 14.75,  13.75, 15.75,  10.25, -1.75,
        10.0, 8.5,  13.75, 15.75,  5.0, 14.75,  1.5, 8.5,
        10.5, 9.25,  6.25, 13.0,  -6.75, 10.25,  10.5, 10.5,
        3.0, 13.0,  13.25, 10.25,
    ],
}, model=model)

scores_flat = Input("scores_flat", ("TENSOR_FLOAT32", [8])).ShouldNeverBeInternal()
scores_shape = Input("scores_shape", ("TENSOR_INT32", [2]))
scores = Internal("scores", ("TENSOR_FLOAT32", []))
boxes = Parameter("boxes", ("TENSOR_FLOAT32", [4, 8]), [
    0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0, 10.0,
    0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 11.0, 11.0,
    0.0, 0.0, 1.0, 1.0, 2.0, 0.0, 12.5, 8.0,
    0.0, 0.0, 1.0, 1.0, 20.0, 20.0, 30.0, 24.5,
])
images = Parameter("images", ("TENSOR_INT32", [4]), [0, 0, 0, 0])
kept_scores = Output("kept_scores", ("TENSOR_FLOAT32", [2]))
kept_boxes = Output("kept_boxes", ("TENSOR_FLOAT32", [2, 4]))
kept_classes = Output("kept_classes", ("TENSOR_INT32", [2]))
kept_images = Output("kept_images", ("TENSOR_INT32", [2]))
model = Model("box_with_nms_limit_hard_one_class").IntroducedIn("V1_2")
model.Operation("RESHAPE", scores_flat, scores_shape).To(scores)
model.Operation("BOX_WITH_NMS_LIMIT", scores, boxes, images, 0.3, -1, 0, 0.45, 0.5, 0.0625).To(kept_scores, kept_boxes, kept_classes, kept_images)
Example({
    scores_flat: [
        0.9375, 0.75, 0.0234375, 0.703125, 0.0078125, 0.5625, 0.015625, 0.46875,
    ],
    scores_shape: [4, 2],
    kept_scores: [0.75, 0.46875],
    kept_boxes: [0.0, 0.0, 10.0, 10.0, 20.0, 20.0, 30.0, 24.5],
    kept_classes: [1, 1],
    kept_images: [0, 0],
}, model=model)

rois_flat = Input("rois_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
rois_shape = Input("rois_shape", ("TENSOR_INT32", [2]))
rois = Internal("rois", ("TENSOR_FLOAT32", []))
deltas = Input("deltas", ("TENSOR_FLOAT32", [3, 8]))
images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 1])
sizes = Parameter("sizes", ("TENSOR_FLOAT32", [2, 2]), [60, 80, 44, 52.5])
y = Output("y", ("TENSOR_FLOAT32", [3, 8]))
model = Model("axis_aligned_bbox_transform_two_classes").IntroducedIn("V1_2")
model.Operation("RESHAPE", rois_flat, rois_shape).To(rois)
model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", rois, deltas, images, sizes).To(y)
Example({
    rois_flat: [10.0, 12.5, 30.0, 20.0, 4.125, 3.0, 9.0, 40.5, 0.0, 0.0, 50.0, 45.0],
    rois_shape: [3, 4],
    deltas: [
        -0.21875, 0.21875, -0.125, -0.40625, -0.40625, -0.5, -0.28125, -0.59375,
        -0.5625, 0.28125, 0.0, 0.75, 0.75, -0.0625, -0.0625, 0.40625,
        0.65625, -0.375, 0.1875, 0.15625, 0.6875, 0.4375, 0.15625, -0.25,
    ],
    y: [
        6.800030974154046, 15.39258645986192, 24.449969025845952, 20.38866354013808,
        4.326603980109926, 10.429053311888673, 19.423396019890074, 14.570946688111327,
        1.3828125, 0.0, 6.2578125, 60.0, 7.928930659392153, 0.0, 12.508569340607847,
        47.5533337500023, 27.656743764475483, 0.0, 52.5, 31.930165038813847, 30.147038845762392,
        24.66448238089339, 52.5, 44.0,
    ],
}, model=model)

scores_flat = Input("scores_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
scores_shape = Input("scores_shape", ("TENSOR_INT32", [4]))
scores = Internal("scores", ("TENSOR_FLOAT32", []))
deltas = Input("deltas", ("TENSOR_FLOAT32", [2, 2, 3, 8]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [2, 4]), [-8.0, -8.0, 8.0, 8.0, -6.0, -16.0, 10.0, 12.5])
sizes = Parameter("sizes", ("TENSOR_FLOAT32", [2, 2]), [40.0, 50.0, 32.5, 61.0])
layout = BoolScalar("layout", False)
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [19]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [19, 4]))
best_images = Output("best_images", ("TENSOR_INT32", [19]))
model = Model("generate_proposals_all_boxes").IntroducedIn("V1_2")
model.Operation("RESHAPE", scores_flat, scores_shape).To(scores)
model.Operation("GENERATE_PROPOSALS", scores, deltas, anchors, sizes, 16.0, 20.0, -1, -1, 0.5, 1.0, layout).To(best_scores, best_boxes, best_images)
Example({
    scores_flat: [
        0.234375, 0.15625, 0.0, 0.703125, 0.625, 1.5625, 1.71875, 1.796875, 1.171875, 1.25,
        0.3125, 1.09375, 0.9375, 0.859375, 0.78125, 1.484375, 0.46875, 0.546875, 0.390625,
        1.015625, 1.640625, 1.328125, 1.40625, 0.078125,
    ],
    scores_shape: [2, 2, 3, 2],
    deltas: [
        0.0625, 0.25, 0.5625, 0.34375, -0.28125, -0.125, 0.625, -0.375,
        -0.1875, 0.5, 0.5, 0.4375, -0.46875, -0.65625, -0.21875, 0.21875,
        0.65625, 0.21875, -0.4375, -0.09375, 0.125, 0.34375, 0.59375, -0.1875,
        -0.4375, 0.3125, -0.4375, -0.375, -0.4375, 0.65625, -0.625, -0.40625,
        -0.6875, -0.34375, 0.125, -0.5, 0.0625, -0.28125, -0.03125, -0.59375,
        0.03125, -0.65625, 0.3125, -0.59375, 0.65625, 0.03125, 0.53125, -0.1875,
        0.34375, 0.6875, 0.75, 0.1875, 0.46875, -0.0625, -0.4375, 0.53125,
        0.1875, -0.65625, 0.59375, 0.6875, -0.5, -0.375, -0.125, 0.71875,
        0.34375, 0.4375, -0.4375, -0.5625, 0.21875, -0.0625, 0.28125, -0.25,
        -0.40625, 0.25, -0.4375, 0.71875, -0.4375, 0.0, 0.0625, 0.46875,
        0.28125, -0.53125, -0.1875, 0.5, 0.5, -0.4375, -0.59375, -0.4375,
        -0.03125, -0.34375, 0.5, 0.65625, -0.65625, 0.375, 0.125, -0.03125,
    ],
    best_scores: [
        1.5625, 1.25, 1.171875, 1.09375, 0.625, 0.3125, 0.15625, 0.0, 1.640625, 1.484375,
        1.40625, 1.328125, 1.015625, 0.9375, 0.859375, 0.78125, 0.546875, 0.46875, 0.078125,
    ],
    best_boxes: [
        29.513871423044904, 0.0, 50.0, 19.860539934070705,
        15.246134124189247, 0.0, 30.753865875810753, 14.10397241482304,
        0.0, 5.647754722298933, 18.06518762453461, 15.352245277701067,
        38.89154158521279, 3.3269600659292955, 50.0, 26.954289934070705,
        45.334811788576864, 0.0, 50.0, 10.784082891040274,
        29.56529647060963, 1.081980398695837, 50.0, 9.918019601304163,
        0.0, 0.0, 12.445967659457779, 4.481372222771354,
        3.8102298343989744, 0.0, 30.189770165601026, 20.390642389073065,
        17.867767054556797, 0.0, 31.132232945443203, 20.689770165601026,
        6.940024779323236, 0.0, 21.059975220676762, 16.80160152220367,
        26.310229834398974, 0.0, 52.689770165601026, 25.920403601340357,
        25.581980398695837, 0.0, 34.41801960130417, 10.981741501597462,
        0.0, 0.0, 3.5159556713428746, 32.5,
        0.0, 1.3501580046321546, 22.4360001329014, 20.649841995367844,
        4.334811788576864, 0.0, 14.665188211423136, 20.708816551339712,
        8.513871423044902, 0.0, 37.486128576955096, 5.409899756658335,
        34.901721930169074, 0.0, 56.098278069830926, 7.56666115876752,
        40.334811788576864, 2.441737402152616, 50.665188211423136, 11.558262597847385,
        22.43481237546539, 11.125926408712097, 40.56518762453461, 32.5,
    ],
    best_images: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
}, model=model)

scores_flat = Input("scores_flat", ("TENSOR_FLOAT32", [18])).ShouldNeverBeInternal()
scores_shape = Input("scores_shape", ("TENSOR_INT32", [3]))
scores = Internal("scores", ("TENSOR_FLOAT32", []))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 6, 4]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [6, 4]), [
    0.5, 0.5, 1.0, 1.0,  0.5, 0.625, 1.0, 1.0,
    0.5, 2.5, 1.0, 1.5,  2.0, 0.5, 0.75, 0.5,
    2.0, 2.5, 1.0, 1.0,  2.125, 2.25, 1.0, 1.0,
])
best_scores = Output("best_scores", ("TENSOR_FLOAT32", [1, 9]))
best_boxes = Output("best_boxes", ("TENSOR_FLOAT32", [1, 9, 4]))
labels = Output("labels", ("TENSOR_INT32", [1, 9]))
counts = Output("counts", ("TENSOR_INT32", [1]))
model = Model("detection_postprocessing_fast").IntroducedIn("V1_2")
model.Operation("RESHAPE", scores_flat, scores_shape).To(scores)
model.Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, 10.0, 8.0, 5.0, 4.0, False, 9, 1, 1, 0.1, 0.25, False).To(best_scores, best_boxes, labels, counts)
Example({
    scores_flat: [
        0.625, 0.41796875, 0.31640625, 0.78125, 0.16015625, 0.73046875, 0.109375, 0.05859375,
        0.265625, 0.0078125, 0.5234375, 0.83203125, 0.57421875, 0.47265625, 0.8828125,
        0.3671875, 0.67578125, 0.2109375,
    ],
    scores_shape: [1, 6, 3],
    deltas: [
        1.0, 0.0, 1.25, 0.25,  -0.75, -1.75, -1.5, -2.0,
        0.25, -0.25, -0.25, -1.5,  1.75, -1.75, -1.75, 0.0,
        -0.75, 1.25, 0.75, -0.75,  0.25, -0.25, -1.25, -0.5,
    ],
    best_scores: [
        0.8828125, 0.83203125, 0.73046875, 0.67578125, 0.265625, 0.0, 0.0, 0.0, 0.0,
    ],
    best_boxes: [
        1.3440828786358585, 2.2417354409097996, 2.5059171213641416, 3.0707645590902004,
        1.8669919663554826, 0.140625, 2.395508033644518, 0.640625,
        0.05459088965914105, 0.10298467014368329, 0.7954091103408589, 0.7095153298563167,
        1.7605996084642974, 1.7775015487077024, 2.539400391535702, 2.6599984512922976,
        0.049385287749643014, 1.9376580409067707, 1.000614712250357, 2.9685919590932293,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    labels: [1, 1, 1, 0, 1, 0, 0, 0, 0],
    counts: [5],
}, model=model)

heatmaps_flat = Input("heatmaps_flat", ("TENSOR_FLOAT32", [64])).ShouldNeverBeInternal()
heatmaps_shape = Input("heatmaps_shape", ("TENSOR_INT32", [4]))
heatmaps = Internal("heatmaps", ("TENSOR_FLOAT32", []))
boxes = Parameter("boxes", ("TENSOR_FLOAT32", [2, 4]), [3.0, 5.0, 17.0, 12.5, 0.0, 0.0, 9.5, 40.0])
layout = BoolScalar("layout", False)
scores = Output("scores", ("TENSOR_FLOAT32", [2, 2]))
points = Output("points", ("TENSOR_FLOAT32", [2, 2, 2]))
model = Model("heatmap_max_keypoint_inside").IntroducedIn("V1_2")
model.Operation("RESHAPE", heatmaps_flat, heatmaps_shape).To(heatmaps)
model.Operation("HEATMAP_MAX_KEYPOINT", heatmaps, boxes, layout).To(scores, points)
Example({
    heatmaps_flat: [
        0.0625, 0.0, 0.1875, 0.125, 0.125, 0.5625, 0.0, 0.125, 0.25, 0.0625, 0.5625, 0.1875,
        0.6875, 0.625, 0.1875, 0.1875, 0.125, 0.0, 0.5, 0.1875, 0.875, 0.8125, 0.3125, 0.25,
        0.0, 0.0625, 0.1875, 0.125, 0.375, 0.5, 0.0625, 0.125, 0.0, 0.0, 0.125, 0.1875, 0.1875,
        0.375, 0.0625, 0.0625, 0.1875, 0.125, 0.6875, 0.5, 0.5625, 0.875, 0.25, 0.3125, 0.3125,
        0.25, 0.875, 0.5625, 0.5, 0.6875, 0.125, 0.1875, 0.0625, 0.0625, 0.375, 0.1875, 0.1875,
        0.125, 0.0, 0.0,
    ],
    heatmaps_shape: [2, 4, 4, 2],
    scores: [0.89900917, 0.81681746, 0.89900917, 0.89900917],
    points: [
        11.344512, 9.241616,  11.842105, 9.453125,
        3.8376524, 22.621952,  5.662348, 17.378048,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 3]), [
    0.6875, -0.0625, -0.0625,  0.5, 0.8125, 0.625,
    0.75, 0.3125, 0.5625,  0.6875, 0.5625, 0.3125,
])
recurrent = Parameter("recurrent", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, -0.5, 0.9375, 0.75,
    -0.5, 0.5625, -0.4375, 0.75,
    -0.9375, 0.625, -0.0625, 0.125,
    0.625, -0.25, 0.0625, 0.125,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-0.6875, -0.625, -1.0, -0.8125])
state_in = Input("state_in", ("TENSOR_FLOAT32", [2, 4]))
state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 4]))
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("rnn_sequence").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RNN", x, weights, recurrent, bias, state_in, 1).To(state_out, y)
Example({
    x_flat: [0.6875, 2.5, -1.4375, 1.3125, -1.6875, -3.0],
    x_shape: [2, 3],
    state_in: [-1.25, -1.0625, 1.75, 0.0, 0.4375, -1.25, 1.75, -0.9375],
    state_out: [1.265625, 0.11328125, 0.0, 0.2109375, 2.2890625, 0.0, 0.0, 0.0],
    y: [1.265625, 0.11328125, 0.0, 0.2109375, 2.2890625, 0.0, 0.0, 0.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
feature = Parameter("feature", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5625, 0.25, -0.625,  -0.1875, 0.375, 0.1875,
    0.6875, 0.3125, -0.3125,  -0.625, -0.6875, 0.0625,
])
time = Parameter("time", ("TENSOR_FLOAT32", [4, 5]), [
    -0.75, 1.0, 0.625, -0.3125, 0.5625,
    0.375, -0.875, 0.5625, -0.625, 0.0625,
    0.25, 0.5625, -0.4375, 0.125, 0.1875,
    0.875, -1.0, 0.875, -0.6875, 0.5625,
])
bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-1.375, -0.1875, 0.0625, -1.5])
state_in = Input("state_in", ("TENSOR_FLOAT32", [2, 20]))
state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 20]))
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("svdf_rank1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SVDF", x, feature, time, bias, state_in, 1, 0).To(state_out, y)
Example({
    x_flat: [1.4375, 1.0625, 1.125, -0.125, -0.1875, -1.5625],
    x_shape: [2, 3],
    state_in: [
        1.75, 1.5625, 1.8125, -1.9375, 0.0, 1.25, -0.375, 0.1875, -1.1875, 0.0, -0.5, -1.875,
        -1.375, -1.125, 0.0, 1.0625, 1.375, 0.125, 0.625, 0.0, 0.0625, -1.6875, 0.375, -1.75,
        0.0, -1.625, 1.75, 0.25, -1.9375, 0.0, -1.125, -1.6875, -1.875, -1.0625, 0.0, 1.375,
        0.8125, -1.9375, -1.625, 0.0,
    ],
    state_out: [
        1.5625, 1.8125, -1.9375, -1.2460938, 0.0, -0.375, 0.1875, -1.1875, 0.33984375, 0.0,
        -1.875, -1.375, -1.125, 0.96875, 0.0, 1.375, 0.125, 0.625, -1.5585938, 0.0, -1.6875,
        0.375, -1.75, 1.0, 0.0, 1.75, 0.25, -1.9375, -0.33984375, 0.0, -1.6875, -1.875, -1.0625,
        0.34375, 0.0, 0.8125, -1.9375, -1.625, 0.109375, 0.0,
    ],
    y: [
        -0.087646484, 1.4782715, -0.47460938, -3.142334,
        -1.765625, -0.99780273, -0.41601562, -1.6259766,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [30])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
input_to_input = Parameter("input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.5, -0.5, 0.6875,  -0.5, 0.25, 0.6875,
    0.0625, 0.875, -0.625,  0.0, 0.8125, 0.5,
])
input_to_forget = Parameter("input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.5625, 0.125, 0.5,  0.875, 0.375, -0.5,  0.625, 0.25, -1.0,  -0.625, -1.0, -0.125,
])
input_to_cell = Parameter("input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.1875, -0.5, -0.75,  -0.8125, 0.4375, -0.6875,
    0.3125, 0.25, -0.625,  -0.0625, -0.875, -0.6875,
])
input_to_output = Parameter("input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.125, -0.625, 0.9375,  0.75, -0.5625, 0.4375,
    0.5625, -0.375, -0.25,  -0.4375, 0.375, 0.25,
])
recurrent_to_input = Parameter("recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, -0.25, 0.3125, 0.25,
    -0.5625, 0.5625, -0.375, -0.75,
    0.5625, -0.375, 0.1875, 0.1875,
    0.9375, -0.9375, -0.9375, -0.4375,
])
recurrent_to_forget = Parameter("recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, 0.5625, 1.0, -0.0625,
    0.8125, 0.9375, -0.125, 0.75,
    1.0, 0.875, -1.0, 0.3125,
    0.9375, 0.8125, 0.4375, 0.3125,
])
recurrent_to_cell = Parameter("recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.625, 0.8125, -0.3125, 0.5625,
    0.125, -0.4375, -1.0, -0.0625,
    0.125, 0.5, -0.5625, -0.9375,
    0.75, -0.6875, -0.6875, -0.0625,
])
recurrent_to_output = Parameter("recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, -0.625, -0.25, -0.75,
    0.0625, -0.8125, 0.3125, -0.9375,
    0.3125, -0.0625, 0.0625, 0.75,
    -0.625, -0.3125, 0.125, -0.5,
])
cell_to_input = Parameter("cell_to_input", ("TENSOR_FLOAT32", [0]), None)
cell_to_forget = Parameter("cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
cell_to_output = Parameter("cell_to_output", ("TENSOR_FLOAT32", [0]), None)
input_bias = Parameter("input_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.5, -0.5, -0.0625])
forget_bias = Parameter("forget_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.125, 0.0625, 0.0])
cell_bias = Parameter("cell_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, 0.0, 0.3125, 0.125])
output_bias = Parameter("output_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.125, 0.3125, -0.3125])
projection = Parameter("projection", ("TENSOR_FLOAT32", [0, 0]), None)
projection_bias = Parameter("projection_bias", ("TENSOR_FLOAT32", [0]), None)
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 4]))
c_in = Input("c_in", ("TENSOR_FLOAT32", [2, 4]))
time_major = BoolScalar("time_major", True)
input_norm = Parameter("input_norm", ("TENSOR_FLOAT32", [0]), None)
forget_norm = Parameter("forget_norm", ("TENSOR_FLOAT32", [0]), None)
cell_norm = Parameter("cell_norm", ("TENSOR_FLOAT32", [0]), None)
output_norm = Parameter("output_norm", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [5, 2, 4]))
model = Model("unidirectional_sequence_lstm_time_major").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("UNIDIRECTIONAL_SEQUENCE_LSTM", x, input_to_input, input_to_forget, input_to_cell, input_to_output, recurrent_to_input, recurrent_to_forget, recurrent_to_cell, recurrent_to_output, cell_to_input, cell_to_forget, cell_to_output, input_bias, forget_bias, cell_bias, output_bias, projection, projection_bias, h_in, c_in, 4, 0.0, 0.0, time_major, input_norm, forget_norm, cell_norm, output_norm).To(y)
Example({
    x_flat: [
        -2.0, 0.625, 1.75, -0.9375, 1.875, -1.9375, 0.8125, 1.6875, 0.0625, -1.75, 0.3125,
        0.5625, 1.625, -0.3125, -0.25, 1.9375, 1.125, -0.8125, 0.0, -0.6875, 1.9375, 1.1875,
        0.125, 1.4375, 1.5625, -1.6875, -0.125, 0.25, -0.1875, 1.625,
    ],
    x_shape: [5, 2, 3],
    h_in: [0.6875, -0.0625, -0.0625, 0.5, 0.8125, 0.625, 0.75, 0.3125],
    c_in: [0.5625, 0.6875, 0.5625, 0.3125, 0.5, -0.5, 0.9375, 0.75],
    y: [
        -0.18076758460426456, 0.11725456502268518, -0.06836093455333131, -0.24030337456525092,
        0.006395421241199603, -0.013154800822695807, 0.4824518357680529, 0.10930480261008607,
        -0.11714287028649971, 0.2298647655223275, 0.18363772854651408, -0.3431454462293712,
        -0.0837296880503144, 0.08246698237182111, -0.014827073821248635, -0.07245291973810035,
        0.006421833312219611, 0.16815449690828793, 0.39587955859448043, -0.05897265516124021,
        0.0012027642301128863, 0.14137237318533927, 0.42988752540554914, -0.08311172066864883,
        -0.5447276340381009, -0.4211832774132096, -0.010829846771584595, -0.22420931086625775,
        -0.45993728588383, -0.2669339007287371, 0.076397008043357, -0.21759185725810423,
        0.1693171901406275, -0.3918356807030239, 0.029388884970129012, -0.015512534491821673,
        -0.6772205618512817, -0.4758621225055918, -0.03252491928691581, -0.3435666962192493,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [18])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.375, -0.375, 0.8125,  0.9375, -0.8125, 0.125,
    -0.1875, 0.1875, 0.4375,  0.3125, -0.0625, 0.0625,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.0, 0.4375, 1.0,  -1.0, -0.875, 0.3125,
    -0.75, -0.5625, -0.125,  0.6875, 0.0, 0.6875,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.9375, 0.625, -0.0625,  -0.4375, 0.4375, 0.25,
    -0.75, 0.75, 0.5,  0.625, 0.3125, -0.6875,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    1.0, -0.6875, -0.625,  -0.125, -0.5, 1.0,
    -0.8125, 0.125, -0.5625,  0.0, 0.5625, -1.0,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.75, -0.875, -0.25, 0.875,
    -0.25, 0.5625, -0.5625, -0.75,
    0.6875, 0.125, 0.75, 0.25,
    -0.3125, 0.0, -1.0, 0.0,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, 0.9375, -0.125, -0.25,
    0.125, 0.5625, -0.6875, -0.625,
    0.875, 0.875, -0.875, -0.25,
    -0.4375, 0.5, 0.0625, -0.3125,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.0625, -0.125, -1.0, -0.875,
    -0.4375, -0.625, -0.1875, 0.4375,
    0.5, -0.375, -0.6875, -0.1875,
    0.625, 0.75, -0.6875, -0.6875,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, 0.25, -0.3125, 0.25,
    0.3125, -0.5, 0.0, 0.625,
    -0.375, 0.5625, 0.6875, 0.0625,
    0.4375, 1.0, -0.5625, 0.25,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [0.3125, 0.0625, 0.375, -0.1875])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.1875, -0.5, -0.5])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.1875, 0.0, 0.3125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, 0.375, -0.5, 0.125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    0.125, -0.9375, -0.5625,  -0.9375, 0.5625, 0.6875,
    0.0625, 0.375, 0.5625,  -0.125, -0.1875, 0.0,
    0.8125, 0.1875, -0.0625,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    -0.1875, 0.75, -0.375,  -0.1875, 0.375, 0.625,
    -0.8125, 0.625, 0.6875,  0.125, 0.375, 0.1875,
    -0.8125, 0.5625, 0.6875,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    0.75, -0.5, -0.375,  -0.125, 0.1875, 0.6875,
    -0.9375, -0.5625, 0.375,  0.375, 0.1875, -0.125,
    -0.875, 0.875, -0.4375,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    0.75, 0.875, -0.875,  0.5625, -0.4375, 0.75,
    0.75, -0.5, 0.125,  -0.5, 0.5625, -0.3125,
    -0.4375, 0.4375, 1.0,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 5]), [
    -0.125, 0.5, 0.75, -0.375, -0.0625,
    -0.4375, 0.125, -0.5625, 0.3125, -0.3125,
    -0.0625, 0.125, -0.0625, 0.1875, -0.125,
    -0.5625, -0.6875, 0.25, 0.6875, 0.75,
    0.9375, -0.1875, -0.0625, 0.5625, 0.0625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    0.125, -0.125, -0.5, 0.5625, 0.875,
    -0.1875, -0.75, -0.5, -0.0625, 0.9375,
    0.9375, -1.0, 1.0, 0.375, -0.875,
    -0.1875, 0.4375, -1.0, 1.0, 0.625,
    0.5625, -1.0, -0.125, -0.6875, -0.125,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    0.0625, 0.4375, 0.625, 0.5625, 0.9375,
    -0.125, -0.9375, 1.0, 0.9375, 0.875,
    0.8125, -0.625, -0.875, 0.9375, 0.4375,
    1.0, -0.8125, -0.375, -1.0, -0.75,
    1.0, -0.3125, 1.0, 0.125, 1.0,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    0.4375, -0.875, 0.4375, -0.6875, -0.125,
    0.8125, -0.625, 0.6875, 0.8125, -0.875,
    -0.25, -0.75, 0.375, -0.6875, 0.6875,
    0.5625, 0.4375, -1.0, -0.25, -0.5625,
    0.375, -0.6875, 0.25, -1.0, 0.5,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [-0.4375, -0.125, -0.1875, -0.25, -0.0625])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.5, 0.5, 0.25, 0.0, 0.1875])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [-0.375, -0.4375, 0.125, 0.5, -0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [-0.4375, -0.25, 0.4375, -0.25, -0.25])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Input("aux", ("TENSOR_FLOAT32", [3, 2, 2]))
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [4, 2]), [-0.875, 0.375, 0.5, 0.125, 0.75, -0.125, 0.4375, -0.75])
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [4, 2]), [-0.0625, -0.0625, 0.875, -0.9375, 0.125, 0.875, 0.0, 1.0])
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, 0.8125, 0.8125, -0.5625, -0.0625, -0.625, -0.5625, -0.75])
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, 0.0, -0.375, 0.6875, 0.4375, 1.0, -0.625, -0.875])
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [5, 2]), [0.1875, -0.1875, -0.75, -0.5, 1.0, -0.9375, 0.375, -0.0625, 0.9375, 0.1875])
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [5, 2]), [0.4375, 0.875, 0.0625, -0.0625, 0.3125, 0.5, -0.375, 0.125, 0.625, 0.9375])
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [5, 2]), [
    -0.8125, -0.75,  0.9375, -0.9375,  -0.9375, -0.875,  -0.75, 0.3125,
    -1.0, -1.0,
])
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [5, 2]), [
    0.5625, -0.4375,  -0.25, 0.1875,  -0.625, -0.3125,  0.875, 0.5,
    0.5625, -0.8125,
])
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
model = Model("bidirectional_sequence_lstm_cross").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
Example({
    x_flat: [
        -1.125, -0.5625, 0.25, -1.125, -1.8125, 0.6875, -0.25, 1.4375, 0.9375, 1.6875, -0.6875,
        1.0625, -0.125, -1.3125, -1.625, -1.3125, -0.875, 1.3125,
    ],
    x_shape: [3, 2, 3],
    fw_h_in: [0.5625, 0.0, 0.0625, 0.125, 0.9375, 0.875, -0.125, -0.4375],
    fw_c_in: [-0.3125, 0.8125, -0.375, -0.1875, 0.3125, 0.5, 0.5, 0.8125],
    bw_h_in: [
        0.0, 0.0625, 0.375, 0.625, -0.25,
        0.0625, -0.375, 0.875, -0.5625, -0.8125,
    ],
    bw_c_in: [
        0.375, -0.1875, -0.5, 0.375, -0.25,
        0.3125, 0.0, -0.4375, 0.1875, 0.0625,
    ],
    aux: [
        -0.5625, -1.875,  2.0, -1.5,  -0.375, -1.1875,  -1.125, 0.6875,
        0.875, 0.75,  -1.375, 0.375,
    ],
    fw_y: [
        -0.09820023200713375, 0.39232969284728475, 0.055743148218962375, 0.3962711563323182,
        0.0442776965371278, 0.3956293054984388, 0.252809736035336, 0.10355387942724344,
        -0.08253918174841282, 0.2679308261467892, 0.10331890212080515, 0.4398835061273181,
        -0.48690443906843833, -0.5719036993003526, -0.011711557685223285, 0.10515029311441941,
        -0.2629533712339717, -0.030809211131494266, 0.06509414448827096, 0.02245403446558113,
        0.03300625440540115, -0.49753318150129067, 0.0714001811444557, -0.007090553124401273,
    ],
    bw_y: [
        0.07107941883169216, 0.2972728441421704, 0.47887004126430244, -0.02175097834672832,
        0.06416739669081785, -0.13469611996782954, -0.09822374904332999, 0.38000161630723606,
        -0.283506665439079, -0.690998548828545, 0.0273178699642752, 0.20409187580865065,
        0.22859881623520223, 0.020478260611466053, -0.15759157097434973, 0.012064596301212064,
        -0.6078159124300835, -0.04037561985096117, 0.03856985621691794, -0.12052186228977385,
        0.07981255961031378, -0.03652268798462436, -0.14144915017622825, -0.14796860147693477,
        -0.02513943829284846, -0.015882427042098694, -0.539603455307684, -0.20506485188075443,
        0.03537201509248056, 0.060886202725231924,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
w = Parameter("w", ("TENSOR_FLOAT32", [5, 3]), [
    -0.0625, -0.6875, 0.5,  -0.25, -0.0625, -0.3125,
    -0.4375, 0.3125, -0.75,  0.6875, 0.5625, 0.6875,
    0.5625, 0.25, 0.75,
])
r = Parameter("r", ("TENSOR_FLOAT32", [5, 5]), [
    0.25, -0.5625, 0.5625, -0.375, -0.75,
    0.5625, -0.375, 0.1875, 0.1875, 0.9375,
    -0.9375, -0.9375, -0.4375, -0.125, -0.25,
    -0.125, 0.0, 0.5, 0.9375, 0.625,
    1.0, 0.8125, 0.5, -0.8125, -0.1875,
])
b = Parameter("b", ("TENSOR_FLOAT32", [5]), [1.0, -0.25, -1.3125, 1.3125, -0.125])
h_in = Input("h_in", ("TENSOR_FLOAT32", [2, 5]))
time_major = Int32Scalar("time_major", 1)
y = Output("y", ("TENSOR_FLOAT32", [4, 2, 5]))
model = Model("unidirectional_sequence_rnn_time_major").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("UNIDIRECTIONAL_SEQUENCE_RNN", x, w, r, b, h_in, 1, time_major).To(y)
Example({
    x_flat: [
        1.5625, -0.9375, 0.5, 1.375, -1.875, -0.4375, -2.0, 0.625, 1.75, -0.9375, 1.875,
        -1.9375, 0.8125, 1.6875, 0.0625, -1.75, 0.3125, 0.5625, 1.625, -0.3125, -0.25, 1.9375,
        1.125, -0.8125,
    ],
    x_shape: [4, 2, 3],
    h_in: [
        0.6875, -0.0625, -0.0625, 0.5, 0.8125,
        0.625, 0.75, 0.3125, 0.5625, 0.6875,
    ],
    y: [
        1.171875, 0.515625, 0.0, 3.0625, 0.94140625,
        1.1679688, 0.5390625, 0.0, 1.9375, 0.65625,
        0.0, 1.5866699, 0.0, 4.805176, 0.0,
        0.0, 1.9060059, 0.0, 2.4711914, 0.0,
        0.0, 0.0, 0.0, 7.3681335, 0.0,
        0.0, 0.0, 0.0, 2.988617, 0.0,
        0.0, 0.8229313, 0.0, 8.989656, 0.0,
        0.0, 0.009584427, 0.0, 5.5205784, 0.0,
    ],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
fw_w = Parameter("fw_w", ("TENSOR_FLOAT32", [4, 3]), [
    0.3125, 0.0, 0.0625,  -0.5, 0.6875, 0.5625,  0.75, 0.375, 0.6875,  0.5, 0.5625, 0.5,
])
fw_r = Parameter("fw_r", ("TENSOR_FLOAT32", [4, 4]), [
    0.375, 0.125, 0.4375, -0.0625,
    0.4375, 0.5625, 0.4375, 0.5625,
    -0.6875, -0.625, 0.1875, -0.125,
    -0.8125, -0.3125, 0.25, 0.375,
])
fw_b = Parameter("fw_b", ("TENSOR_FLOAT32", [4]), [-0.5, 0.9375, -0.0625, 1.0625])
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_w = Parameter("bw_w", ("TENSOR_FLOAT32", [5, 3]), [
    0.75, 0.4375, 0.0625,  -0.5625, 0.125, 0.5625,
    -0.625, 0.625, -0.5625,  0.5, 0.1875, 0.125,
    -0.25, -0.5, 0.6875,
])
bw_r = Parameter("bw_r", ("TENSOR_FLOAT32", [5, 5]), [
    -0.5, 0.375, 0.5, 0.375, -0.8125,
    0.875, 0.4375, 0.4375, -0.0625, -0.5,
    -1.0, -0.75, -0.1875, 0.375, 0.5625,
    -0.125, -0.9375, 0.0, -0.75, -1.0,
    0.5, 1.0, -0.4375, 0.25, 0.3125,
])
bw_b = Parameter("bw_b", ("TENSOR_FLOAT32", [5]), [-0.375, -0.4375, 1.5, 0.125, -0.125])
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_w = Parameter("fw_aux_w", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_w = Parameter("bw_aux_w", ("TENSOR_FLOAT32", [0, 0]), None)
time_major = BoolScalar("time_major", True)
merge = BoolScalar("merge", True)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [4, 2, 9]))
model = Model("bidirectional_sequence_rnn_merged").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("BIDIRECTIONAL_SEQUENCE_RNN", x, fw_w, fw_r, fw_b, fw_h_in, bw_w, bw_r, bw_b, bw_h_in, aux, fw_aux_w, bw_aux_w, 1, time_major, merge).To(fw_y)
Example({
    x_flat: [
        -1.625, -0.5625, -0.9375, -0.9375, -1.5, 0.6875, -0.9375, -0.6875, 0.3125, 0.4375,
        -1.1875, -0.875, 0.3125, -0.3125, 1.0625, -0.9375, 1.0, 0.6875, -1.9375, -1.125, 1.4375,
        -1.4375, 1.6875, -0.0625,
    ],
    x_shape: [4, 2, 3],
    fw_h_in: [-0.4375, -0.9375, 0.4375, 1.0, 1.0, -0.3125, -0.9375, 0.4375],
    bw_h_in: [-1.0, -1.0, -0.5, 0.375, 0.25, -0.125, -0.875, 0.4375, 0.5625, 0.5625],
    fw_y: [
        0.0, 0.87109375, 0.0, 0.59765625, 0.0, 0.0, 2.671791, 0.0, 1.983326,
        0.0, 0.859375, 0.0, 0.0, 0.0, 0.023994446, 0.53797436, 0.0, 4.2874136,
        0.0, 1.9355469, 0.0, 0.31518555, 0.0, 1.4655914, 0.0, 0.0, 1.9192505,
        0.0, 0.0, 0.0, 0.0, 0.2182312, 2.0112915, 0.0, 0.0, 2.6719208,
        0.0, 2.4300995, 0.0, 1.0875549, 0.8005371, 0.9992676, 0.3388672, 0.0, 0.0,
        0.0, 2.4804688, 0.08203125, 1.5, 1.7597656, 2.6643066, 1.4401855, 0.0, 0.0,
        0.0, 3.9200869, 0.0, 0.0, 0.0, 0.0, 3.3242188, 0.0, 0.80078125,
        0.0, 5.0561523, 0.0, 1.0695801, 0.0, 0.0, 4.7148438, 0.0, 0.0,
    ],
}, model=model)

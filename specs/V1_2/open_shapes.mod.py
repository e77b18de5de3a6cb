# Element-wise and data movement operations on operands of unknown rank: shapes are known only
# with the request.
# Expected values: specs/scripts/unknown_shapes.py (the cases of the other scripts).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("squeeze_constant_axes").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("SQUEEZE", x, axes).To(y)
Example({
    x_flat: [1.25, -2.5, 0.0],
    x_shape: [1, 3, 1],
    axes_flat: [0.0, 2.0],
    axes_shape: [2],
    y: [1.25, -2.5, 0.0],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("add_same_shape").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("ADD", a, b, act).To(y)
Example({
    a_flat: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
    a_shape: [2, 3],
    b_flat: [-2.0, -1.5, 3.0, 1.0, -2.5, -2.0],
    b_shape: [2, 3],
    y: [-7.5, 1.5, 1.0, -0.5, -4.5, -6.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("mul_same_shape").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("MUL", a, b, act).To(y)
Example({
    a_flat: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
    a_shape: [2, 3],
    b_flat: [2.0, 2.0, 4.0, 2.0, -2.0, 1.0],
    b_shape: [2, 3],
    y: [-11.0, 6.0, -8.0, -3.0, 4.0, -4.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("sub_same_shape").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("SUB", a, b, act).To(y)
Example({
    a_flat: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
    a_shape: [2, 3],
    b_flat: [-2.0, -1.5, 3.0, 1.0, -2.5, -2.0],
    b_shape: [2, 3],
    y: [-3.5, 4.5, -5.0, -2.5, 0.5, -2.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("div_same_shape").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("DIV", a, b, act).To(y)
Example({
    a_flat: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
    a_shape: [2, 3],
    b_flat: [0.5, -6.0, 3.0, -6.0, 3.0, -4.0],
    b_shape: [2, 3],
    y: [-11.0, -0.5, -0.6666667, 0.25, -0.6666667, 1.125],
}, model=model)

base_flat = Input("base_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
base_shape = Input("base_shape", ("TENSOR_INT32", [2]))
base = Internal("base", ("TENSOR_FLOAT32", []))
exponent_flat = Input("exponent_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
exponent_shape = Input("exponent_shape", ("TENSOR_INT32", [2]))
exponent = Internal("exponent", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("pow_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", base_flat, base_shape).To(base)
model.Operation("RESHAPE", exponent_flat, exponent_shape).To(exponent)
model.Operation("POW", base, exponent).To(y)
Example({
    base_flat: [1.75, 3.75, 2.5, 2.25, 2.25, 3.5],
    base_shape: [3, 2],
    exponent_flat: [1.0, 1.0, 0.0, 0.5, -1.0, 0.0],
    exponent_shape: [3, 2],
    y: [1.75, 3.75, 1.0, 1.5, 0.44444445, 1.0],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("maximum_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("MAXIMUM", a, b).To(y)
Example({
    a_flat: [-1.0, 3.0, -4.5, 0.0, -2.5, -2.5],
    a_shape: [3, 2],
    b_flat: [2.5, 0.0, 2.5, -4.0, -2.0, 1.5],
    b_shape: [3, 2],
    y: [2.5, 3.0, 2.5, 0.0, -2.0, 1.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [3]))
b_real = Internal("b_real", ("TENSOR_FLOAT32", []))
b = Internal("b", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_INT32", [2, 3, 2]))
model = Model("maximum_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b_real)
model.Operation("CAST", b_real).To(b)
model.Operation("MAXIMUM", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b_flat: [0.0, 1.0, -7.0, 9.0],
    b_shape: [2, 1, 2],
    y: [1, 1, 0, 1, 0, 1, 1, 9, 0, 9, -7, 9],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("minimum_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("MINIMUM", a, b).To(y)
Example({
    a_flat: [-1.0, 3.0, -4.5, 0.0, -2.5, -2.5],
    a_shape: [3, 2],
    b_flat: [2.5, 0.0, 2.5, -4.0, -2.0, 1.5],
    b_shape: [3, 2],
    y: [-1.0, 0.0, -4.5, -4.0, -2.5, -2.5],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [3]))
b_real = Internal("b_real", ("TENSOR_FLOAT32", []))
b = Internal("b", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_INT32", [2, 3, 2]))
model = Model("minimum_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b_real)
model.Operation("CAST", b_real).To(b)
model.Operation("MINIMUM", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b_flat: [0.0, 1.0, -7.0, 9.0],
    b_shape: [2, 1, 2],
    y: [0, 1, 0, 0, -7, -7, -7, 1, -7, 0, -7, -7],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
alpha_flat = Input("alpha_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
alpha_shape = Input("alpha_shape", ("TENSOR_INT32", [2]))
alpha = Internal("alpha", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("prelu_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", alpha_flat, alpha_shape).To(alpha)
model.Operation("PRELU", x, alpha).To(y)
Example({
    x_flat: [-1.0, 3.0, -4.5, 0.0, -2.5, -2.5],
    x_shape: [3, 2],
    alpha_flat: [-0.5, 1.25, -2.0, 1.5, 0.0, -1.75],
    alpha_shape: [3, 2],
    y: [0.5, 3.0, 9.0, 0.0, -0.0, 4.375],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("equal_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("EQUAL", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b_flat: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    b_shape: [3, 2],
    y: [False, False, False, False, False, False],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [3]))
b_real = Internal("b_real", ("TENSOR_FLOAT32", []))
b = Internal("b", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("equal_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b_real)
model.Operation("CAST", b_real).To(b)
model.Operation("EQUAL", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b_flat: [0.0, 1.0, -7.0, 9.0],
    b_shape: [2, 1, 2],
    y: [
        False, True,  True, False,  False, False,  False, False,
        False, False,  True, False,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("not_equal_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("NOT_EQUAL", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b_flat: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    b_shape: [3, 2],
    y: [True, True, True, True, True, True],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [3]))
b_real = Internal("b_real", ("TENSOR_FLOAT32", []))
b = Internal("b", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("not_equal_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b_real)
model.Operation("CAST", b_real).To(b)
model.Operation("NOT_EQUAL", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b_flat: [0.0, 1.0, -7.0, 9.0],
    b_shape: [2, 1, 2],
    y: [
        True, False,  False, True,  True, True,  True, True,
        True, True,  False, True,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("greater_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("GREATER", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b_flat: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    b_shape: [3, 2],
    y: [True, False, False, False, True, False],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [3]))
b_real = Internal("b_real", ("TENSOR_FLOAT32", []))
b = Internal("b", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("greater_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b_real)
model.Operation("CAST", b_real).To(b)
model.Operation("GREATER", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b_flat: [0.0, 1.0, -7.0, 9.0],
    b_shape: [2, 1, 2],
    y: [
        True, False,  False, False,  False, False,  True, False,
        True, False,  False, False,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("greater_equal_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("GREATER_EQUAL", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b_flat: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    b_shape: [3, 2],
    y: [True, False, False, False, True, False],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [3]))
b_real = Internal("b_real", ("TENSOR_FLOAT32", []))
b = Internal("b", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("greater_equal_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b_real)
model.Operation("CAST", b_real).To(b)
model.Operation("GREATER_EQUAL", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b_flat: [0.0, 1.0, -7.0, 9.0],
    b_shape: [2, 1, 2],
    y: [
        True, True,  True, False,  False, False,  True, False,
        True, False,  True, False,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("less_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("LESS", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b_flat: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    b_shape: [3, 2],
    y: [False, True, True, True, False, True],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [3]))
b_real = Internal("b_real", ("TENSOR_FLOAT32", []))
b = Internal("b", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("less_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b_real)
model.Operation("CAST", b_real).To(b)
model.Operation("LESS", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b_flat: [0.0, 1.0, -7.0, 9.0],
    b_shape: [2, 1, 2],
    y: [
        False, False,  False, True,  True, True,  False, True,
        False, True,  False, True,
    ],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("less_equal_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("LESS_EQUAL", a, b).To(y)
Example({
    a_flat: [1.5, -1.0, 0.0, 0.5, 1.0, -0.5],
    a_shape: [3, 2],
    b_flat: [0.0, 0.5, 0.5, 1.0, 0.5, 0.5],
    b_shape: [3, 2],
    y: [False, True, True, True, False, True],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a_real = Internal("a_real", ("TENSOR_FLOAT32", []))
a = Internal("a", ("TENSOR_INT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [3]))
b_real = Internal("b_real", ("TENSOR_FLOAT32", []))
b = Internal("b", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 2]))
model = Model("less_equal_int32_broadcast").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a_real)
model.Operation("CAST", a_real).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b_real)
model.Operation("CAST", b_real).To(b)
model.Operation("LESS_EQUAL", a, b).To(y)
Example({
    a_flat: [1.0, 0.0, -7.0],
    a_shape: [3, 1],
    b_flat: [0.0, 1.0, -7.0, 9.0],
    b_shape: [2, 1, 2],
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
vector1_flat = Input("vector1_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
vector1_shape = Input("vector1_shape", ("TENSOR_INT32", [1]))
vector1_real = Internal("vector1_real", ("TENSOR_FLOAT32", []))
vector1 = Internal("vector1", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
model = Model("batch_to_space_nd_block_2x2_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", vector1_flat, vector1_shape).To(vector1_real)
model.Operation("CAST", vector1_real).To(vector1)
model.Operation("BATCH_TO_SPACE_ND", x, vector1).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0],
    x_shape: [4, 1, 1, 1],
    vector1_flat: [2.0, 2.0],
    vector1_shape: [2],
    y: [0.5, 1.0, 1.5, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", []))
vector1_flat = Input("vector1_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
vector1_shape = Input("vector1_shape", ("TENSOR_INT32", [1]))
vector1_real = Internal("vector1_real", ("TENSOR_FLOAT32", []))
vector1 = Internal("vector1", ("TENSOR_INT32", []))
paddings_flat = Input("paddings_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
paddings_shape = Input("paddings_shape", ("TENSOR_INT32", [2]))
paddings_real = Internal("paddings_real", ("TENSOR_FLOAT32", []))
paddings = Internal("paddings", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [4, 1, 1, 1]))
model = Model("space_to_batch_nd_block_2x2_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", vector1_flat, vector1_shape).To(vector1_real)
model.Operation("CAST", vector1_real).To(vector1)
model.Operation("RESHAPE", paddings_flat, paddings_shape).To(paddings_real)
model.Operation("CAST", paddings_real).To(paddings)
model.Operation("SPACE_TO_BATCH_ND", x, vector1, paddings).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0],
    x_shape: [1, 2, 2, 1],
    vector1_flat: [2.0, 2.0],
    vector1_shape: [2],
    paddings_flat: [0.0, 0.0, 0.0, 0.0],
    paddings_shape: [2, 2],
    y: [0.5, 1.0, 1.5, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("mean_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("MEAN", x, axes, 0).To(y)
Example({
    x_flat: [7.0, 0.0, 2.5, -4.0],
    x_shape: [4],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [1.375],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("mean_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("MEAN", x, axes, 1).To(y)
Example({
    x_flat: [7.0, 0.0, 2.5, -4.0],
    x_shape: [4],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [1.375],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("mean_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("MEAN", x, axes, 0).To(y)
Example({
    x_flat: [7.0, 0.0, 2.5, -4.0, -7.5, -4.0],
    x_shape: [3, 2],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [0.6666667, -2.6666667],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_max_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_MAX", x, axes, False).To(y)
Example({
    x_flat: [-2.0, 4.0, 1.0, -4.5],
    x_shape: [4],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_max_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_MAX", x, axes, True).To(y)
Example({
    x_flat: [3.0, -2.5, -1.5, 4.0],
    x_shape: [4],
    axes_flat: [-1.0],
    axes_shape: [1],
    y: [4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("reduce_max_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_MAX", x, axes, False).To(y)
Example({
    x_flat: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
    x_shape: [3, 2],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [6.5, 8.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_min_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_MIN", x, axes, False).To(y)
Example({
    x_flat: [-2.0, 4.0, 1.0, -4.5],
    x_shape: [4],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [-4.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_min_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_MIN", x, axes, True).To(y)
Example({
    x_flat: [3.0, -2.5, -1.5, 4.0],
    x_shape: [4],
    axes_flat: [-1.0],
    axes_shape: [1],
    y: [-2.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("reduce_min_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_MIN", x, axes, False).To(y)
Example({
    x_flat: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
    x_shape: [3, 2],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [-7.5, -5.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_prod_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_PROD", x, axes, False).To(y)
Example({
    x_flat: [0.5, 0.5, -1.0, -1.0],
    x_shape: [4],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [0.25],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_prod_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_PROD", x, axes, True).To(y)
Example({
    x_flat: [-1.0, 1.0, 1.5, -1.0],
    x_shape: [4],
    axes_flat: [-1.0],
    axes_shape: [1],
    y: [1.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("reduce_prod_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_PROD", x, axes, False).To(y)
Example({
    x_flat: [-1.0, -0.5, 1.5, -1.5, -0.5, 1.0],
    x_shape: [3, 2],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [0.75, 0.75],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_sum_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_SUM", x, axes, False).To(y)
Example({
    x_flat: [-2.0, 4.0, 1.0, -4.5],
    x_shape: [4],
    axes_flat: [0.0],
    axes_shape: [1],
    y: [-1.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reduce_sum_rank_1_keep").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_SUM", x, axes, True).To(y)
Example({
    x_flat: [3.0, -2.5, -1.5, 4.0],
    x_shape: [4],
    axes_flat: [-1.0],
    axes_shape: [1],
    y: [3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axes_flat = Input("axes_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axes_shape = Input("axes_shape", ("TENSOR_INT32", [1]))
axes_real = Internal("axes_real", ("TENSOR_FLOAT32", []))
axes = Internal("axes", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("reduce_sum_rank_2_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axes_flat, axes_shape).To(axes_real)
model.Operation("CAST", axes_real).To(axes)
model.Operation("REDUCE_SUM", x, axes, False).To(y)
Example({
    x_flat: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
    x_shape: [3, 2],
    axes_flat: [0.0],
    axes_shape: [1],
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
paddings_flat = Input("paddings_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
paddings_shape = Input("paddings_shape", ("TENSOR_INT32", [2]))
paddings_real = Internal("paddings_real", ("TENSOR_FLOAT32", []))
paddings = Internal("paddings", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("pad_rank_1_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", paddings_flat, paddings_shape).To(paddings_real)
model.Operation("CAST", paddings_real).To(paddings)
model.Operation("PAD", x, paddings).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5],
    x_shape: [3],
    paddings_flat: [2.0, 1.0],
    paddings_shape: [1, 2],
    y: [0.0, 0.0, 0.5, 1.0, 1.5, 0.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings_flat = Input("paddings_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
paddings_shape = Input("paddings_shape", ("TENSOR_INT32", [2]))
paddings_real = Internal("paddings_real", ("TENSOR_FLOAT32", []))
paddings = Internal("paddings", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 6]))
model = Model("pad_rank_2_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", paddings_flat, paddings_shape).To(paddings_real)
model.Operation("CAST", paddings_real).To(paddings)
model.Operation("PAD", x, paddings).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
    x_shape: [2, 3],
    paddings_flat: [0.0, 0.0, 1.0, 2.0],
    paddings_shape: [2, 2],
    y: [0.0, 0.5, 1.0, 1.5, 0.0, 0.0, 0.0, 2.0, 2.5, 3.0, 0.0, 0.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings_flat = Input("paddings_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
paddings_shape = Input("paddings_shape", ("TENSOR_INT32", [2]))
paddings_real = Internal("paddings_real", ("TENSOR_FLOAT32", []))
paddings = Internal("paddings", ("TENSOR_INT32", []))
value = Float32Scalar("value", 9.5)
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("pad_v2_rank_1_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", paddings_flat, paddings_shape).To(paddings_real)
model.Operation("CAST", paddings_real).To(paddings)
model.Operation("PAD_V2", x, paddings, value).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5],
    x_shape: [3],
    paddings_flat: [2.0, 1.0],
    paddings_shape: [1, 2],
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
perm_flat = Input("perm_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
perm_shape = Input("perm_shape", ("TENSOR_INT32", [1]))
perm_real = Internal("perm_real", ("TENSOR_FLOAT32", []))
perm = Internal("perm", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("transpose_perm_10").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", perm_flat, perm_shape).To(perm_real)
model.Operation("CAST", perm_real).To(perm)
model.Operation("TRANSPOSE", x, perm).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
    x_shape: [2, 3],
    perm_flat: [1.0, 0.0],
    perm_shape: [2],
    y: [0.5, 2.0, 1.0, 2.5, 1.5, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
perm_flat = Input("perm_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
perm_shape = Input("perm_shape", ("TENSOR_INT32", [1]))
perm_real = Internal("perm_real", ("TENSOR_FLOAT32", []))
perm = Internal("perm", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [4, 2, 3]))
model = Model("transpose_perm_201").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", perm_flat, perm_shape).To(perm_real)
model.Operation("CAST", perm_real).To(perm)
model.Operation("TRANSPOSE", x, perm).To(y)
Example({
    x_flat: [
        0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5,
        9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0,
    ],
    x_shape: [2, 3, 4],
    perm_flat: [2.0, 0.0, 1.0],
    perm_shape: [3],
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
begin_flat = Input("begin_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
begin_shape = Input("begin_shape", ("TENSOR_INT32", [1]))
begin_real = Internal("begin_real", ("TENSOR_FLOAT32", []))
begin = Internal("begin", ("TENSOR_INT32", []))
end_flat = Input("end_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
end_shape = Input("end_shape", ("TENSOR_INT32", [1]))
end_real = Internal("end_real", ("TENSOR_FLOAT32", []))
end = Internal("end", ("TENSOR_INT32", []))
strides_flat = Input("strides_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
strides_shape = Input("strides_shape", ("TENSOR_INT32", [1]))
strides_real = Internal("strides_real", ("TENSOR_FLOAT32", []))
strides = Internal("strides", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("strided_slice_plain").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", begin_flat, begin_shape).To(begin_real)
model.Operation("CAST", begin_real).To(begin)
model.Operation("RESHAPE", end_flat, end_shape).To(end_real)
model.Operation("CAST", end_real).To(end)
model.Operation("RESHAPE", strides_flat, strides_shape).To(strides_real)
model.Operation("CAST", strides_real).To(strides)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 0).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
    x_shape: [6],
    begin_flat: [1.0],
    begin_shape: [1],
    end_flat: [4.0],
    end_shape: [1],
    strides_flat: [1.0],
    strides_shape: [1],
    y: [1.0, 1.5, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin_flat = Input("begin_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
begin_shape = Input("begin_shape", ("TENSOR_INT32", [1]))
begin_real = Internal("begin_real", ("TENSOR_FLOAT32", []))
begin = Internal("begin", ("TENSOR_INT32", []))
end_flat = Input("end_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
end_shape = Input("end_shape", ("TENSOR_INT32", [1]))
end_real = Internal("end_real", ("TENSOR_FLOAT32", []))
end = Internal("end", ("TENSOR_INT32", []))
strides_flat = Input("strides_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
strides_shape = Input("strides_shape", ("TENSOR_INT32", [1]))
strides_real = Internal("strides_real", ("TENSOR_FLOAT32", []))
strides = Internal("strides", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("strided_slice_matrix_masks").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", begin_flat, begin_shape).To(begin_real)
model.Operation("CAST", begin_real).To(begin)
model.Operation("RESHAPE", end_flat, end_shape).To(end_real)
model.Operation("CAST", end_real).To(end)
model.Operation("RESHAPE", strides_flat, strides_shape).To(strides_real)
model.Operation("CAST", strides_real).To(strides)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 2, 1, 0).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
    x_shape: [3, 4],
    begin_flat: [1.0, 2.0],
    begin_shape: [2],
    end_flat: [2.0, 3.0],
    end_shape: [2],
    strides_flat: [1.0, 1.0],
    strides_shape: [2],
    y: [2.5, 3.0, 3.5, 4.5, 5.0, 5.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin_flat = Input("begin_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
begin_shape = Input("begin_shape", ("TENSOR_INT32", [1]))
begin_real = Internal("begin_real", ("TENSOR_FLOAT32", []))
begin = Internal("begin", ("TENSOR_INT32", []))
end_flat = Input("end_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
end_shape = Input("end_shape", ("TENSOR_INT32", [1]))
end_real = Internal("end_real", ("TENSOR_FLOAT32", []))
end = Internal("end", ("TENSOR_INT32", []))
strides_flat = Input("strides_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
strides_shape = Input("strides_shape", ("TENSOR_INT32", [1]))
strides_real = Internal("strides_real", ("TENSOR_FLOAT32", []))
strides = Internal("strides", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("strided_slice_matrix_shrink_rows").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", begin_flat, begin_shape).To(begin_real)
model.Operation("CAST", begin_real).To(begin)
model.Operation("RESHAPE", end_flat, end_shape).To(end_real)
model.Operation("CAST", end_real).To(end)
model.Operation("RESHAPE", strides_flat, strides_shape).To(strides_real)
model.Operation("CAST", strides_real).To(strides)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
    x_shape: [3, 4],
    begin_flat: [1.0, 1.0],
    begin_shape: [2],
    end_flat: [2.0, 4.0],
    end_shape: [2],
    strides_flat: [1.0, 1.0],
    strides_shape: [2],
    y: [3.0, 3.5, 4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [24])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin_flat = Input("begin_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
begin_shape = Input("begin_shape", ("TENSOR_INT32", [1]))
begin_real = Internal("begin_real", ("TENSOR_FLOAT32", []))
begin = Internal("begin", ("TENSOR_INT32", []))
end_flat = Input("end_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
end_shape = Input("end_shape", ("TENSOR_INT32", [1]))
end_real = Internal("end_real", ("TENSOR_FLOAT32", []))
end = Internal("end", ("TENSOR_INT32", []))
strides_flat = Input("strides_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
strides_shape = Input("strides_shape", ("TENSOR_INT32", [1]))
strides_real = Internal("strides_real", ("TENSOR_FLOAT32", []))
strides = Internal("strides", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("strided_slice_rank_3_mixed").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", begin_flat, begin_shape).To(begin_real)
model.Operation("CAST", begin_real).To(begin)
model.Operation("RESHAPE", end_flat, end_shape).To(end_real)
model.Operation("CAST", end_real).To(end)
model.Operation("RESHAPE", strides_flat, strides_shape).To(strides_real)
model.Operation("CAST", strides_real).To(strides)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
Example({
    x_flat: [
        0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5,
        9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0,
    ],
    x_shape: [2, 3, 4],
    begin_flat: [1.0, -1.0, 0.0],
    begin_shape: [3],
    end_flat: [2.0, -4.0, 4.0],
    end_shape: [3],
    strides_flat: [1.0, -1.0, 2.0],
    strides_shape: [3],
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
indices_flat = Input("indices_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
indices_shape = Input("indices_shape", ("TENSOR_INT32", [1]))
indices_real = Internal("indices_real", ("TENSOR_FLOAT32", []))
indices = Internal("indices", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("gather_vector").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", indices_flat, indices_shape).To(indices_real)
model.Operation("CAST", indices_real).To(indices)
model.Operation("GATHER", x, 0, indices).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    indices_flat: [3.0, 1.0],
    indices_shape: [2],
    y: [4.0, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
indices_flat = Input("indices_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
indices_shape = Input("indices_shape", ("TENSOR_INT32", [1]))
indices_real = Internal("indices_real", ("TENSOR_FLOAT32", []))
indices = Internal("indices", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("gather_single").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", indices_flat, indices_shape).To(indices_real)
model.Operation("CAST", indices_real).To(indices)
model.Operation("GATHER", x, 0, indices).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0],
    x_shape: [5],
    indices_flat: [4.0],
    indices_shape: [1],
    y: [5.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
indices_flat = Input("indices_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
indices_shape = Input("indices_shape", ("TENSOR_INT32", [1]))
indices_real = Internal("indices_real", ("TENSOR_FLOAT32", []))
indices = Internal("indices", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("gather_repeated").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", indices_flat, indices_shape).To(indices_real)
model.Operation("CAST", indices_real).To(indices)
model.Operation("GATHER", x, -1, indices).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    indices_flat: [2.0, 2.0, 0.0, 1.0, 0.0, 2.0],
    indices_shape: [6],
    y: [3.0, 3.0, 1.0, 2.0, 1.0, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin_flat = Input("begin_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
begin_shape = Input("begin_shape", ("TENSOR_INT32", [1]))
begin_real = Internal("begin_real", ("TENSOR_FLOAT32", []))
begin = Internal("begin", ("TENSOR_INT32", []))
size_flat = Input("size_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
size_shape = Input("size_shape", ("TENSOR_INT32", [1]))
size_real = Internal("size_real", ("TENSOR_FLOAT32", []))
size = Internal("size", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("slice_vector").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", begin_flat, begin_shape).To(begin_real)
model.Operation("CAST", begin_real).To(begin)
model.Operation("RESHAPE", size_flat, size_shape).To(size_real)
model.Operation("CAST", size_real).To(size)
model.Operation("SLICE", x, begin, size).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0],
    x_shape: [5],
    begin_flat: [1.0],
    begin_shape: [1],
    size_flat: [3.0],
    size_shape: [1],
    y: [2.0, 3.0, 4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin_flat = Input("begin_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
begin_shape = Input("begin_shape", ("TENSOR_INT32", [1]))
begin_real = Internal("begin_real", ("TENSOR_FLOAT32", []))
begin = Internal("begin", ("TENSOR_INT32", []))
size_flat = Input("size_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
size_shape = Input("size_shape", ("TENSOR_INT32", [1]))
size_real = Internal("size_real", ("TENSOR_FLOAT32", []))
size = Internal("size", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("slice_vector_rest").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", begin_flat, begin_shape).To(begin_real)
model.Operation("CAST", begin_real).To(begin)
model.Operation("RESHAPE", size_flat, size_shape).To(size_real)
model.Operation("CAST", size_real).To(size)
model.Operation("SLICE", x, begin, size).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0],
    x_shape: [5],
    begin_flat: [2.0],
    begin_shape: [1],
    size_flat: [-1.0],
    size_shape: [1],
    y: [3.0, 4.0, 5.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
begin_flat = Input("begin_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
begin_shape = Input("begin_shape", ("TENSOR_INT32", [1]))
begin_real = Internal("begin_real", ("TENSOR_FLOAT32", []))
begin = Internal("begin", ("TENSOR_INT32", []))
size_flat = Input("size_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
size_shape = Input("size_shape", ("TENSOR_INT32", [1]))
size_real = Internal("size_real", ("TENSOR_FLOAT32", []))
size = Internal("size", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("slice_vector_whole").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", begin_flat, begin_shape).To(begin_real)
model.Operation("CAST", begin_real).To(begin)
model.Operation("RESHAPE", size_flat, size_shape).To(size_real)
model.Operation("CAST", size_real).To(size)
model.Operation("SLICE", x, begin, size).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    begin_flat: [0.0],
    begin_shape: [1],
    size_flat: [4.0],
    size_shape: [1],
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
multiples_flat = Input("multiples_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
multiples_shape = Input("multiples_shape", ("TENSOR_INT32", [1]))
multiples_real = Internal("multiples_real", ("TENSOR_FLOAT32", []))
multiples = Internal("multiples", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("tile_rank_1_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", multiples_flat, multiples_shape).To(multiples_real)
model.Operation("CAST", multiples_real).To(multiples)
model.Operation("TILE", x, multiples).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    multiples_flat: [1.0],
    multiples_shape: [1],
    y: [1.0, 2.0, 3.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
multiples_flat = Input("multiples_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
multiples_shape = Input("multiples_shape", ("TENSOR_INT32", [1]))
multiples_real = Internal("multiples_real", ("TENSOR_FLOAT32", []))
multiples = Internal("multiples", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [8]))
model = Model("tile_rank_1_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", multiples_flat, multiples_shape).To(multiples_real)
model.Operation("CAST", multiples_real).To(multiples)
model.Operation("TILE", x, multiples).To(y)
Example({
    x_flat: [1.0, 2.0],
    x_shape: [2],
    multiples_flat: [4.0],
    multiples_shape: [1],
    y: [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
multiples_flat = Input("multiples_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
multiples_shape = Input("multiples_shape", ("TENSOR_INT32", [1]))
multiples_real = Internal("multiples_real", ("TENSOR_FLOAT32", []))
multiples = Internal("multiples", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 6]))
model = Model("tile_rank_2_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", multiples_flat, multiples_shape).To(multiples_real)
model.Operation("CAST", multiples_real).To(multiples)
model.Operation("TILE", x, multiples).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x_shape: [2, 3],
    multiples_flat: [1.0, 2.0],
    multiples_shape: [2],
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
x1_flat = Input("x1_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x1_shape = Input("x1_shape", ("TENSOR_INT32", [1]))
x1 = Internal("x1", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("pack_rank_1_axis_1_of_2").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("RESHAPE", x1_flat, x1_shape).To(x1)
model.Operation("PACK", 1, x0, x1).To(y)
Example({
    x0_flat: [1.0, 2.0, 3.0],
    x0_shape: [3],
    x1_flat: [4.0, 5.0, 6.0],
    x1_shape: [3],
    y: [1.0, 4.0, 2.0, 5.0, 3.0, 6.0],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [1]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
x1_flat = Input("x1_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x1_shape = Input("x1_shape", ("TENSOR_INT32", [1]))
x1 = Internal("x1", ("TENSOR_FLOAT32", []))
x2_flat = Input("x2_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x2_shape = Input("x2_shape", ("TENSOR_INT32", [1]))
x2 = Internal("x2", ("TENSOR_FLOAT32", []))
x3_flat = Input("x3_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x3_shape = Input("x3_shape", ("TENSOR_INT32", [1]))
x3 = Internal("x3", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [4, 2]))
model = Model("pack_rank_1_axis_0_of_4").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("RESHAPE", x1_flat, x1_shape).To(x1)
model.Operation("RESHAPE", x2_flat, x2_shape).To(x2)
model.Operation("RESHAPE", x3_flat, x3_shape).To(x3)
model.Operation("PACK", 0, x0, x1, x2, x3).To(y)
Example({
    x0_flat: [1.0, 2.0],
    x0_shape: [2],
    x1_flat: [3.0, 4.0],
    x1_shape: [2],
    x2_flat: [5.0, 6.0],
    x2_shape: [2],
    x3_flat: [7.0, 8.0],
    x3_shape: [2],
    y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings_flat = Input("paddings_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
paddings_shape = Input("paddings_shape", ("TENSOR_INT32", [2]))
paddings_real = Internal("paddings_real", ("TENSOR_FLOAT32", []))
paddings = Internal("paddings", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("mirror_pad_reflect_rank_1_0").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", paddings_flat, paddings_shape).To(paddings_real)
model.Operation("CAST", paddings_real).To(paddings)
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    paddings_flat: [0.0, 2.0],
    paddings_shape: [1, 2],
    y: [1.0, 2.0, 3.0, 2.0, 1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings_flat = Input("paddings_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
paddings_shape = Input("paddings_shape", ("TENSOR_INT32", [2]))
paddings_real = Internal("paddings_real", ("TENSOR_FLOAT32", []))
paddings = Internal("paddings", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("mirror_pad_symmetric_rank_1_1").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", paddings_flat, paddings_shape).To(paddings_real)
model.Operation("CAST", paddings_real).To(paddings)
model.Operation("MIRROR_PAD", x, paddings, 1).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0],
    x_shape: [3],
    paddings_flat: [0.0, 2.0],
    paddings_shape: [1, 2],
    y: [1.0, 2.0, 3.0, 3.0, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
paddings_flat = Input("paddings_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
paddings_shape = Input("paddings_shape", ("TENSOR_INT32", [2]))
paddings_real = Internal("paddings_real", ("TENSOR_FLOAT32", []))
paddings = Internal("paddings", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [10]))
model = Model("mirror_pad_reflect_rank_1_2").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", paddings_flat, paddings_shape).To(paddings_real)
model.Operation("CAST", paddings_real).To(paddings)
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    paddings_flat: [3.0, 3.0],
    paddings_shape: [1, 2],
    y: [4.0, 3.0, 2.0, 1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axis_flat = Input("axis_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axis_shape = Input("axis_shape", ("TENSOR_INT32", [1]))
axis_real = Internal("axis_real", ("TENSOR_FLOAT32", []))
axis = Internal("axis", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("reverse_rank_1_size_4_axis_0").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axis_flat, axis_shape).To(axis_real)
model.Operation("CAST", axis_real).To(axis)
model.Operation("REVERSE", x, axis).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    axis_flat: [0.0],
    axis_shape: [1],
    y: [4.0, 3.0, 2.0, 1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axis_flat = Input("axis_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axis_shape = Input("axis_shape", ("TENSOR_INT32", [1]))
axis_real = Internal("axis_real", ("TENSOR_FLOAT32", []))
axis = Internal("axis", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("reverse_rank_1_size_1_axis_0").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axis_flat, axis_shape).To(axis_real)
model.Operation("CAST", axis_real).To(axis)
model.Operation("REVERSE", x, axis).To(y)
Example({
    x_flat: [1.0],
    x_shape: [1],
    axis_flat: [0.0],
    axis_shape: [1],
    y: [1.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
axis_flat = Input("axis_flat", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
axis_shape = Input("axis_shape", ("TENSOR_INT32", [1]))
axis_real = Internal("axis_real", ("TENSOR_FLOAT32", []))
axis = Internal("axis", ("TENSOR_INT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("reverse_rank_2_size_2_axis_0").IntroducedIn("AIDL_V3")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", axis_flat, axis_shape).To(axis_real)
model.Operation("CAST", axis_real).To(axis)
model.Operation("REVERSE", x, axis).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x_shape: [2, 3],
    axis_flat: [0.0],
    axis_shape: [1],
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
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [1]))
b = Internal("b", ("TENSOR_FLOAT32", []))
mask = Input("mask", ("TENSOR_BOOL8", [5]))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("select_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("SELECT", mask, a, b).To(y)
Example({
    a_flat: [-5.0, -2.5, 2.0, -3.5, 6.0],
    a_shape: [5],
    b_flat: [-4.5, 2.0, -4.5, -0.5, 4.5],
    b_shape: [5],
    mask: [False, False, True, True, True],
    y: [-4.5, 2.0, 2.0, -3.5, 6.0],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [2]))
b = Internal("b", ("TENSOR_FLOAT32", []))
mask = Input("mask", ("TENSOR_BOOL8", [3, 4]))
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("select_rank_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("SELECT", mask, a, b).To(y)
Example({
    a_flat: [-3.0, 2.0, -6.0, 1.0, -4.5, -5.5, 3.0, -5.0, 3.5, 2.0, -3.5, -4.0],
    a_shape: [3, 4],
    b_flat: [5.5, -3.0, 4.5, -2.0, 5.0, -1.0, 0.5, -1.5, -0.5, -1.5, -6.0, 3.0],
    b_shape: [3, 4],
    mask: [
        False, False, False, True,  True, True, True, False,
        True, False, True, True,
    ],
    y: [5.5, -3.0, 4.5, 1.0, -4.5, -5.5, 3.0, -1.5, 3.5, -1.5, -3.5, -4.0],
}, model=model)

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [3]))
a = Internal("a", ("TENSOR_FLOAT32", []))
b_flat = Input("b_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
b_shape = Input("b_shape", ("TENSOR_INT32", [3]))
b = Internal("b", ("TENSOR_FLOAT32", []))
mask = Input("mask", ("TENSOR_BOOL8", [2, 1, 5]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("select_rank_3").IntroducedIn("V1_2")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("RESHAPE", b_flat, b_shape).To(b)
model.Operation("SELECT", mask, a, b).To(y)
Example({
    a_flat: [0.0, -5.5, -1.5, 5.5, -3.5, 5.0, 4.5, -4.5, -5.5, -0.5],
    a_shape: [2, 1, 5],
    b_flat: [-5.0, -5.5, -4.5, -1.0, -0.5, -4.5, 1.5, 0.5, 3.0, -5.0],
    b_shape: [2, 1, 5],
    mask: [True, True, False, True, True, True, False, True, False, False],
    y: [0.0, -5.5, -4.5, 5.5, -3.5, 5.0, 1.5, -4.5, 3.0, -5.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y_flat = Input("y_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
y_shape = Input("y_shape", ("TENSOR_INT32", [2]))
y = Internal("y", ("TENSOR_FLOAT32", []))
z = Output("z", ("TENSOR_FLOAT32", [2, 4]))
model = Model("batch_matmul_of_2x3x4").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", y_flat, y_shape).To(y)
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x_flat: [6, -4, 5, -5, 2, 5],
    x_shape: [2, 3],
    y_flat: [0, -4, -5, 4, 0, 1, 1, 5, 5, -2, 6, 4],
    y_shape: [3, 4],
    z: [25.0, -38.0, -4.0, 24.0, 25.0, 12.0, 57.0, 10.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y_flat = Input("y_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
y_shape = Input("y_shape", ("TENSOR_INT32", [2]))
y = Internal("y", ("TENSOR_FLOAT32", []))
z = Output("z", ("TENSOR_FLOAT32", [1, 1]))
model = Model("batch_matmul_of_1x4x1").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", y_flat, y_shape).To(y)
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x_flat: [-3, 6, -1, 4],
    x_shape: [1, 4],
    y_flat: [-3, 5, 4, 2],
    y_shape: [4, 1],
    z: [43.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
y_flat = Input("y_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
y_shape = Input("y_shape", ("TENSOR_INT32", [2]))
y = Internal("y", ("TENSOR_FLOAT32", []))
z = Output("z", ("TENSOR_FLOAT32", [3, 2]))
model = Model("batch_matmul_of_3x1x2").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", y_flat, y_shape).To(y)
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x_flat: [1, 4, 6],
    x_shape: [3, 1],
    y_flat: [2, 5],
    y_shape: [1, 2],
    z: [2.0, 5.0, 8.0, 20.0, 12.0, 30.0],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [1]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
x1_flat = Input("x1_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x1_shape = Input("x1_shape", ("TENSOR_INT32", [1]))
x1 = Internal("x1", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("concatenation_rank_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("RESHAPE", x1_flat, x1_shape).To(x1)
model.Operation("CONCATENATION", x0, x1, 0).To(y)
Example({
    x0_flat: [-3.0, -2.5],
    x0_shape: [2],
    x1_flat: [7.0, 7.5, 8.0],
    x1_shape: [3],
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
x1_flat = Input("x1_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x1_shape = Input("x1_shape", ("TENSOR_INT32", [2]))
x1 = Internal("x1", ("TENSOR_FLOAT32", []))
x2_flat = Input("x2_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x2_shape = Input("x2_shape", ("TENSOR_INT32", [2]))
x2 = Internal("x2", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
model = Model("concatenation_rank_2_axis_0").IntroducedIn("V1_2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("RESHAPE", x1_flat, x1_shape).To(x1)
model.Operation("RESHAPE", x2_flat, x2_shape).To(x2)
model.Operation("CONCATENATION", x0, x1, x2, 0).To(y)
Example({
    x0_flat: [-3.0, -2.5, -2.0],
    x0_shape: [1, 3],
    x1_flat: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5],
    x1_shape: [2, 3],
    x2_flat: [17.0, 17.5, 18.0],
    x2_shape: [1, 3],
    y: [-3.0, -2.5, -2.0, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 17.0, 17.5, 18.0],
}, model=model)

x0_flat = Input("x0_flat", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
x0_shape = Input("x0_shape", ("TENSOR_INT32", [2]))
x0 = Internal("x0", ("TENSOR_FLOAT32", []))
x1_flat = Input("x1_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x1_shape = Input("x1_shape", ("TENSOR_INT32", [2]))
x1 = Internal("x1", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("concatenation_rank_2_axis_1").IntroducedIn("V1_2")
model.Operation("RESHAPE", x0_flat, x0_shape).To(x0)
model.Operation("RESHAPE", x1_flat, x1_shape).To(x1)
model.Operation("CONCATENATION", x0, x1, 1).To(y)
Example({
    x0_flat: [-3.0, -2.5],
    x0_shape: [2, 1],
    x1_flat: [7.0, 7.5, 8.0, 8.5, 9.0, 9.5],
    x1_shape: [2, 3],
    y: [-3.0, 7.0, 7.5, 8.0, -2.5, 8.5, 9.0, 9.5],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [10])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [15])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [2]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("fully_connected_batches").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
Example({
    x_flat: [-1.75, -0.75, 0.0, -2.0, -0.75, -1.75, -0.25, -1.25, 0.75, -1.75],
    x_shape: [2, 5],
    weights_flat: [
        -1.25, -1.25, -1.5, -0.375, 0.0, 0.375, 1.0, -0.625, 0.375, -1.25, -0.625, -1.375,
        -0.25, 0.875, -1.125,
    ],
    weights_shape: [3, 5],
    bias_flat: [-0.5, 0.125, 0.25],
    bias_shape: [3],
    y: [3.375, -1.09375, 1.46875, 3.59375, 2.46875, 4.625],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [16])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [2]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 4]))
model = Model("fully_connected_square").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
Example({
    x_flat: [0.75, -0.5, -2.0, 1.75],
    x_shape: [1, 4],
    weights_flat: [
        1.5, -1.125, -1.125, 0.375, -1.25, 0.75, 1.25, 1.5, -1.0, -0.125, -1.0, -0.375, 0.125,
        -0.125, 1.0, 1.25,
    ],
    weights_shape: [4, 4],
    bias_flat: [0.125, -0.25, -0.625, 1.125],
    bias_shape: [4],
    y: [4.71875, -1.4375, 0.03125, 1.46875],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", []))
weights_flat = Input("weights_flat", ("TENSOR_FLOAT32", [51])).ShouldNeverBeInternal()
weights_shape = Input("weights_shape", ("TENSOR_INT32", [2]))
weights = Internal("weights", ("TENSOR_FLOAT32", []))
bias_flat = Input("bias_flat", ("TENSOR_FLOAT32", [17])).ShouldNeverBeInternal()
bias_shape = Input("bias_shape", ("TENSOR_INT32", [1]))
bias = Internal("bias", ("TENSOR_FLOAT32", []))
y = Output("y", ("TENSOR_FLOAT32", [1, 17]))
model = Model("fully_connected_one_row").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("RESHAPE", weights_flat, weights_shape).To(weights)
model.Operation("RESHAPE", bias_flat, bias_shape).To(bias)
model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
Example({
    x_flat: [1.0, -0.5, 0.25],
    x_shape: [1, 3],
    weights_flat: [
        -1.0, -1.125, -1.5, -0.875, 0.25, -0.375, 0.125, 0.625, 1.125, -0.375, 0.125, 1.0, -1.0,
        -1.0, 0.0, -1.375, 0.375, -0.125, -1.375, -0.75, -0.75, 1.125, -0.5, 0.125, 1.0, 1.5,
        0.25, 0.25, 1.125, -0.375, -0.875, 0.75, -0.125, 1.375, 0.75, -0.375, -0.25, -0.375,
        1.0, -0.75, -1.5, 0.0, -0.875, 0.875, 0.25, -0.5, 1.125, 1.125, -1.5, -0.25, 0.5,
    ],
    weights_shape: [17, 3],
    bias_flat: [
        -1.75, 0.125, -1.5, -0.25, -1.375, 0.375, -0.625, -0.375, -1.125, -0.625, -0.125, 2.0,
        0.75, 0.5, 1.375, -2.0, -0.5,
    ],
    bias_shape: [17],
    y: [
        -2.5625, -0.96875, -1.40625, -0.4375, -1.875, -1.21875, -1.8125, 1.03125, -0.8125,
        -1.03125, -1.40625, 2.90625, 0.9375, 0.5, 0.125, -2.78125, -1.75,
    ],
}, model=model)

# Moves on operands with unknown sizes in the first operand: shapes are known only with the
# request.
# Expected values: specs/scripts/unknown_shapes.py (the cases of the other scripts).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [3]))
x = Internal("x", ("TENSOR_FLOAT32", [0, 0, 0]))
axes = Int32Vector("axes", [0, 2])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("squeeze_constant_axes").IntroducedIn("V1_1")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SQUEEZE", x, axes).To(y)
Example({
    x_flat: [1.25, -2.5, 0.0],
    x_shape: [1, 3, 1],
    y: [1.25, -2.5, 0.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", [0, 0, 0, 0]))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
model = Model("batch_to_space_nd_block_2x2_0").IntroducedIn("V1_1")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("BATCH_TO_SPACE_ND", x, [2, 2]).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0],
    x_shape: [4, 1, 1, 1],
    y: [0.5, 1.0, 1.5, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", [0, 0, 0, 0]))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
y = Output("y", ("TENSOR_FLOAT32", [4, 1, 1, 1]))
model = Model("space_to_batch_nd_block_2x2_0").IntroducedIn("V1_1")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SPACE_TO_BATCH_ND", x, [2, 2], paddings).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0],
    x_shape: [1, 2, 2, 1],
    y: [0.5, 1.0, 1.5, 2.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [2]))
x = Internal("x", ("TENSOR_FLOAT32", [0, 0]))
begin = Int32Vector("begin", [1, 1])
end = Int32Vector("end", [2, 4])
strides = Int32Vector("strides", [1, 1])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("strided_slice_matrix_shrink_rows").IntroducedIn("V1_1")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 1).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
    x_shape: [3, 4],
    y: [3.0, 3.5, 4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [12])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [4]))
x = Internal("x", ("TENSOR_FLOAT32", [0, 0, 0, 0]))
begin = Int32Vector("begin", [0, 1, 0, 0])
end = Int32Vector("end", [1, 2, 3, 2])
strides = Int32Vector("strides", [1, 1, 2, 1])
y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
model = Model("strided_slice_rank_4_shrink").IntroducedIn("V1_1")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("STRIDED_SLICE", x, begin, end, strides, 0, 0, 3).To(y)
Example({
    x_flat: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0],
    x_shape: [1, 2, 3, 2],
    y: [3.5, 4.0, 5.5, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0, 0]))
part0 = Output("part0", ("TENSOR_FLOAT32", [2, 3]))
model = Model("split_one_part").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("SPLIT", x, 0, 1).To(part0)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x_shape: [2, 3],
    part0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("channel_shuffle_rank_1_groups_4_2").IntroducedIn("V1_2")
model.Operation("RESHAPE", x_flat, x_shape).To(x)
model.Operation("CHANNEL_SHUFFLE", x, 4, 0).To(y)
Example({
    x_flat: [1.0, 2.0, 3.0, 4.0],
    x_shape: [4],
    y: [1.0, 2.0, 3.0, 4.0],
}, model=model)

x_flat = Input("x_flat", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
x_shape = Input("x_shape", ("TENSOR_INT32", [1]))
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0]))
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

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [5])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [1]))
a = Internal("a", ("TENSOR_FLOAT32", [0]))
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
a = Internal("a", ("TENSOR_FLOAT32", [0, 0]))
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
a = Internal("a", ("TENSOR_FLOAT32", [0, 0, 0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0, 0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0, 0]))
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
x = Internal("x", ("TENSOR_FLOAT32", [0, 0]))
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

a_flat = Input("a_flat", ("TENSOR_FLOAT32", [6])).ShouldNeverBeInternal()
a_shape = Input("a_shape", ("TENSOR_INT32", [2]))
a = Internal("a", ("TENSOR_FLOAT32", [0, 0]))
b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("add_same_shape").IntroducedIn("V1_0")
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
a = Internal("a", ("TENSOR_FLOAT32", [0, 0]))
b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("mul_same_shape").IntroducedIn("V1_0")
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
a = Internal("a", ("TENSOR_FLOAT32", [0, 0]))
b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("sub_same_shape").IntroducedIn("V1_1")
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
a = Internal("a", ("TENSOR_FLOAT32", [0, 0]))
b = Input("b", ("TENSOR_FLOAT32", [2, 3]))
act = Int32Scalar("act", 0)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("div_same_shape").IntroducedIn("V1_1")
model.Operation("RESHAPE", a_flat, a_shape).To(a)
model.Operation("DIV", a, b, act).To(y)
Example({
    a_flat: [-5.5, 3.0, -2.0, -1.5, -2.0, -4.5],
    a_shape: [2, 3],
    b: [0.5, -6.0, 3.0, -6.0, 3.0, -4.0],
    y: [-11.0, -0.5, -0.6666667, 0.25, -0.6666667, 1.125],
}, model=model)

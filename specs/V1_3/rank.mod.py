# RANK: every rank up to 6 and every tensor type.
# Expected values: specs/scripts/conversions.py (exact arithmetic in plain Python).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("INT32", []))
model = Model("rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
example = Example({
    x: [0.0, 0.5, 1.0, 1.5, 2.0],
    y: [1],
}, model=model)
example.AddVariations("relaxed")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("INT32", []))
model = Model("rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
example = Example({
    x: [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5],
    y: [2],
}, model=model)
example.AddVariations("relaxed")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("INT32", []))
model = Model("rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
example = Example({
    x: [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5],
    y: [3],
}, model=model)
example.AddVariations("relaxed")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("INT32", []))
model = Model("rank_4").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
example = Example({
    x: [
        0.0, 0.5, 1.0,  1.5, 2.0, 2.5,  3.0, 3.5, 4.0,  4.5, 5.0, 5.5,
        6.0, 6.5, 7.0,  7.5, 8.0, 8.5,
    ],
    y: [4],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
y = Output("y", ("INT32", []))
model = Model("rank_5").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
example = Example({
    x: [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5],
    y: [5],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 1, 2, 1])).ShouldNeverBeInternal()
y = Output("y", ("INT32", []))
model = Model("rank_6").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
example = Example({
    x: [0.0, 0.5, 1.0, 1.5],
    y: [6],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1]))
y = Output("y", ("INT32", []))
model = Model("ones").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [7.0],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 1]))
y = Output("y", ("INT32", []))
model = Model("float32").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [4],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 2, 1, 1]))
y = Output("y", ("INT32", []))
model = Model("float16").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [4],
}, model=model)

x = Input("x", ("TENSOR_INT32", [1, 2, 1, 1]))
y = Output("y", ("INT32", []))
model = Model("int32").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [4],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [1, 2, 1, 1]))
y = Output("y", ("INT32", []))
model = Model("bool8").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [False, True],
    y: [4],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 2, 1, 1], 0.5, 7))
y = Output("y", ("INT32", []))
model = Model("quant8").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [4],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 1, 1], 0.5, -7))
y = Output("y", ("INT32", []))
model = Model("quant8_signed").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [4],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM", [1, 2, 1, 1], 0.5))
y = Output("y", ("INT32", []))
model = Model("quant8_symm").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [4],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_ASYMM", [1, 2, 1, 1], 0.5, 7))
y = Output("y", ("INT32", []))
model = Model("quant16").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [4],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_SYMM", [1, 2, 1, 1], 0.5))
y = Output("y", ("INT32", []))
model = Model("quant16_symm").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [4],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM_PER_CHANNEL", [1, 2, 1]), extraParams=SymmPerChannelQuantParams(channelDim=1, scales=[0.5, 0.25])).ShouldNeverBeInternal()
y = Output("y", ("INT32", []))
model = Model("quant8_per_channel").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [3, -4],
    y: [3],
}, model=model)

# A scalar between two operations, and a rank that is compared exactly.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 2]))
rank = Internal("rank", ("INT32", []))
dims = Parameter("dims", ("TENSOR_INT32", [2]), [2, 2])
many = Internal("many", ("TENSOR_INT32", [2, 2]))
factor = Parameter("factor", ("TENSOR_INT32", [1]), [10])
y = Output("y", ("TENSOR_INT32", [2, 2]))
model = Model("times_ten").IntroducedIn("V1_3")
model.Operation("RANK", x).To(rank)
model.Operation("FILL", dims, rank).To(many)
model.Operation("MUL", many, factor, 0).To(y)
Example({
    x: [0.0, 1.0, 2.0, 3.0],
    y: [40, 40, 40, 40],
}, model=model)

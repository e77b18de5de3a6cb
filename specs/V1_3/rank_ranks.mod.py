# RANK: every type of ranks 1 to 4.
# Expected values: specs/scripts/ranks.py (the rank of the case).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2]))
y = Output("y", ("INT32", []))
model = Model("float32_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [2, 1]))
y = Output("y", ("INT32", []))
model = Model("float32_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1]))
y = Output("y", ("INT32", []))
model = Model("float32_rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2]))
y = Output("y", ("INT32", []))
model = Model("float16_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 1]))
y = Output("y", ("INT32", []))
model = Model("float16_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 1, 1]))
y = Output("y", ("INT32", []))
model = Model("float16_rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2]))
y = Output("y", ("INT32", []))
model = Model("int32_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 1]))
y = Output("y", ("INT32", []))
model = Model("int32_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 1, 1]))
y = Output("y", ("INT32", []))
model = Model("int32_rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2]))
y = Output("y", ("INT32", []))
model = Model("bool8_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [False, True],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 1]))
y = Output("y", ("INT32", []))
model = Model("bool8_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [False, True],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 1, 1]))
y = Output("y", ("INT32", []))
model = Model("bool8_rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [False, True],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2], 0.5, 7))
y = Output("y", ("INT32", []))
model = Model("quant8_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 1], 0.5, 7))
y = Output("y", ("INT32", []))
model = Model("quant8_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 1, 1], 0.5, 7))
y = Output("y", ("INT32", []))
model = Model("quant8_rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2], 0.5, -7))
y = Output("y", ("INT32", []))
model = Model("quant8_signed_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1], 0.5, -7))
y = Output("y", ("INT32", []))
model = Model("quant8_signed_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1, 1], 0.5, -7))
y = Output("y", ("INT32", []))
model = Model("quant8_signed_rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM", [2], 0.5))
y = Output("y", ("INT32", []))
model = Model("quant8_symm_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM", [2, 1], 0.5))
y = Output("y", ("INT32", []))
model = Model("quant8_symm_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM", [2, 1, 1], 0.5))
y = Output("y", ("INT32", []))
model = Model("quant8_symm_rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_ASYMM", [2], 0.5, 7))
y = Output("y", ("INT32", []))
model = Model("quant16_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_ASYMM", [2, 1], 0.5, 7))
y = Output("y", ("INT32", []))
model = Model("quant16_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_ASYMM", [2, 1, 1], 0.5, 7))
y = Output("y", ("INT32", []))
model = Model("quant16_rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_SYMM", [2], 0.5))
y = Output("y", ("INT32", []))
model = Model("quant16_symm_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_SYMM", [2, 1], 0.5))
y = Output("y", ("INT32", []))
model = Model("quant16_symm_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_SYMM", [2, 1, 1], 0.5))
y = Output("y", ("INT32", []))
model = Model("quant16_symm_rank_3").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [0, 1],
    y: [3],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM_PER_CHANNEL", [2]), extraParams=SymmPerChannelQuantParams(channelDim=0, scales=[0.5, 0.25])).ShouldNeverBeInternal()
y = Output("y", ("INT32", []))
model = Model("quant8_per_channel_rank_1").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [3, -4],
    y: [1],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM_PER_CHANNEL", [2, 1]), extraParams=SymmPerChannelQuantParams(channelDim=0, scales=[0.5, 0.25])).ShouldNeverBeInternal()
y = Output("y", ("INT32", []))
model = Model("quant8_per_channel_rank_2").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [3, -4],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM_PER_CHANNEL", [2, 1, 1, 1]), extraParams=SymmPerChannelQuantParams(channelDim=0, scales=[0.5, 0.25])).ShouldNeverBeInternal()
y = Output("y", ("INT32", []))
model = Model("quant8_per_channel_rank_4").IntroducedIn("V1_3")
model.Operation("RANK", x).To(y)
Example({
    x: [3, -4],
    y: [4],
}, model=model)

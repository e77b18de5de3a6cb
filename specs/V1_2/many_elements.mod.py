# Tensors with thousands of elements, for which drivers may use other algorithms than for small ones.
# Expected values: by hand, from whole numbers that every type involved represents exactly.

count = 5000

condition = Input("condition", ("TENSOR_BOOL8", [count]))
one = Input("one", ("TENSOR_QUANT8_ASYMM", [count], 1.0, 0))
other = Input("other", ("TENSOR_QUANT8_ASYMM", [count], 2.0, 0))
chosen = Output("chosen", ("TENSOR_QUANT8_ASYMM", [count], 1.0, 0))
model = Model("many_select_quant8").IntroducedIn("V1_2")
model.Operation("SELECT", condition, one, other).To(chosen)
Example({
    condition: [i % 3 == 0 for i in range(count)],
    one: [i % 256 for i in range(count)],
    other: [i % 128 for i in range(count)],
    chosen: [i % 256 if i % 3 == 0 else 2 * (i % 128) for i in range(count)],
}, model=model)

for name, least, factor in (("normal", 1, 2.0), ("subnormal", 0, 2.0**-20)):
    x = Input("x", ("TENSOR_FLOAT16", [count]))
    by = Input("by", ("TENSOR_FLOAT16", [1]))
    product = Output("product", ("TENSOR_FLOAT16", [count]))
    model = Model(f"many_mul_float16_{name}").IntroducedIn("V1_2")
    model.Operation("MUL", x, by, 0).To(product)
    Example({
        x: [least + i % 1024 for i in range(count)],
        by: [factor],
        product: [(least + i % 1024) * factor for i in range(count)],
    }, model=model)

x = Input("x", ("TENSOR_FLOAT16", [count]))
y = Output("y", ("TENSOR_FLOAT16", [count]))
model = Model("many_logistic_float16").IntroducedIn("V1_2")
model.Operation("LOGISTIC", x).To(y)
Example({
    x: [-20.0 if i % 2 else 0.0 for i in range(count)],
    y: [0.0 if i % 2 else 0.5 for i in range(count)],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [count // 4, 4]))
y = Output("y", ("TENSOR_FLOAT16", [count // 4, 4]))
model = Model("many_softmax_float16").IntroducedIn("V1_2")
model.Operation("SOFTMAX", x, Float16Scalar("beta", 1.0)).To(y)
Example({x: [i // 4 % 100 for i in range(count)], y: [0.25] * count}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [count]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [count], 1.0, 100))
model = Model("many_quantize").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [i % 311 / 2 for i in range(count)],
    y: [100 + (i % 311 + 1) // 2 for i in range(count)],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [66000]))
y = Output("y", ("TENSOR_FLOAT16", [66000]))
model = Model("many_floor_float16").IntroducedIn("V1_2")
model.Operation("FLOOR", x).To(y)
Example({
    x: [i % 4000 / 4 - 500 for i in range(66000)],
    y: [i % 4000 // 4 - 500 for i in range(66000)],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [40000]))
y = Output("y", ("TENSOR_FLOAT32", [40000]))
model = Model("many_rsqrt").IntroducedIn("V1_2")
model.Operation("RSQRT", x).To(y)
Example({
    x: [4.0 ** (i % 7) for i in range(40000)],
    y: [0.5 ** (i % 7) for i in range(40000)],
}, model=model)

one = Input("one", ("TENSOR_QUANT8_ASYMM", [256, 256], 1.0, 0))
other = Input("other", ("TENSOR_QUANT8_ASYMM", [256, 256], 1.0, 0))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [256, 256], 1.0, 0))
model = Model("many_sub_quant8").IntroducedIn("V1_2")
model.Operation("SUB", one, other, 0).To(y)
Example({
    one: [a for a in range(256) for b in range(256)],
    other: [b for a in range(256) for b in range(256)],
    y: [max(a - b, 0) for a in range(256) for b in range(256)],
}, model=model)

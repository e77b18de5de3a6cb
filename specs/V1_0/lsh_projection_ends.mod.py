# LSH_PROJECTION: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [-2.0, 3.9375, -3.5, 3.75, -3.5, -2.3125, -2.75, 2.6875, 3.125]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.5)).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [4]), [1.0, 2.0, 0.5, 0.25])
bits = Internal("bits", ("TENSOR_INT32", [9]))
table = Parameter("table", ("TENSOR_FLOAT32", [2, 3]), [-7.5, 2.0, 0.25, 3.0, 11.5, -4.0])
y = Output("y", ("TENSOR_FLOAT32", [9, 3]))
model = Model("quant8_looked_up").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(bits)
model.Operation("EMBEDDING_LOOKUP", bits, table).To(y)
Example({
    x: [83, 190, 48, 96, 234, 83, 139, 119, 107, 86, 178, 73],
    y: [
        -7.5, 2.0, 0.25,  -7.5, 2.0, 0.25,  -7.5, 2.0, 0.25,  3.0, 11.5, -4.0,
        -7.5, 2.0, 0.25,  -7.5, 2.0, 0.25,  3.0, 11.5, -4.0,  -7.5, 2.0, 0.25,
        3.0, 11.5, -4.0,
    ],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [5, 1]), [-2.0, 3.9375, -3.5, 3.75, -3.5]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [3]), [0.5, 1.5, 2.0])
bits = Internal("bits", ("TENSOR_INT32", [5]))
table = Parameter("table", ("TENSOR_FLOAT32", [2, 3]), [-7.5, 2.0, 0.25, 3.0, 11.5, -4.0])
y = Output("y", ("TENSOR_FLOAT32", [5, 3]))
model = Model("one_bit").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(bits)
model.Operation("EMBEDDING_LOOKUP", bits, table).To(y)
Example({
    x: [217, 245, 36, 239, 83, 190],
    y: [
        -7.5, 2.0, 0.25,  -7.5, 2.0, 0.25,  -7.5, 2.0, 0.25,  3.0, 11.5, -4.0,
        -7.5, 2.0, 0.25,
    ],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [1, 4]), [3.625, -1.1875, 2.8125, 2.9375]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [3]), [2.0, 2.0, 0.25])
bits = Internal("bits", ("TENSOR_INT32", [4]))
table = Parameter("table", ("TENSOR_FLOAT32", [2, 3]), [-7.5, 2.0, 0.25, 3.0, 11.5, -4.0])
y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
model = Model("one_hash_float32").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(bits)
model.Operation("EMBEDDING_LOOKUP", bits, table).To(y)
Example({
    x: [86, 164, 172, 110, 97, 203],
    y: [3.0, 11.5, -4.0, -7.5, 2.0, 0.25, -7.5, 2.0, 0.25, -7.5, 2.0, 0.25],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT16", [1, 4]), [3.625, -1.1875, 2.8125, 2.9375]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT16", [3]), [2.0, 2.0, 0.25])
bits = Internal("bits", ("TENSOR_INT32", [4]))
table = Parameter("table", ("TENSOR_FLOAT32", [2, 3]), [-7.5, 2.0, 0.25, 3.0, 11.5, -4.0])
y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
model = Model("one_hash_float16").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(bits)
model.Operation("EMBEDDING_LOOKUP", bits, table).To(y)
Example({
    x: [86, 164, 172, 110, 97, 203],
    y: [3.0, 11.5, -4.0, -7.5, 2.0, 0.25, -7.5, 2.0, 0.25, -7.5, 2.0, 0.25],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT16", [5, 1]), [-2.0, 3.9375, -3.5, 3.75, -3.5]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT16", [3]), [0.5, 1.5, 2.0])
bits = Internal("bits", ("TENSOR_INT32", [5]))
table = Parameter("table", ("TENSOR_FLOAT32", [2, 3]), [-7.5, 2.0, 0.25, 3.0, 11.5, -4.0])
y = Output("y", ("TENSOR_FLOAT32", [5, 3]))
model = Model("one_bit_float16").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(bits)
model.Operation("EMBEDDING_LOOKUP", bits, table).To(y)
Example({
    x: [217, 245, 36, 239, 83, 190],
    y: [
        -7.5, 2.0, 0.25,  -7.5, 2.0, 0.25,  -7.5, 2.0, 0.25,  3.0, 11.5, -4.0,
        -7.5, 2.0, 0.25,
    ],
}, model=model)

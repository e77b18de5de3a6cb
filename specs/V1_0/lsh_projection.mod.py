# LSH_PROJECTION: dense and both sparse forms, every input type, float16 hashes (1.2), weights
# that are constant, fed or omitted, bits that select table rows.
# Expected values: specs/scripts/lsh_projection.py (FarmHash Fingerprint64 and exact sums).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [4, 2]), [3.625, -1.1875, 2.8125, 2.9375, -0.6875, -2.625, 0.75, -2.4375]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [3]), [0.25, 1.0, 0.25])
y = Output("y", ("TENSOR_INT32", [8]))
model = Model("dense_int32").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [97, 203, 10, 220, 203, 186],
    y: [0, 0, 1, 1, 0, 1, 1, 1],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [2, 3]), [-3.6875, -3.875, -1.9375, 0.625, 2.9375, 1.0]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 5])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.5, 1.25])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("dense_float32").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [5.5, -8.0, 5.25, 1.25, -7.0, -3.25, 5.75, -2.0, -7.5, -0.5],
    y: [1, 1, 1, 1, 0, 1],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 2]), [-1.75, -3.3125, -0.6875, 2.3125, -3.125, -3.875]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_QUANT8_ASYMM", [4, 3], 0.5)).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [4]), [1.75, 0.25, 0.75, 2.0])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("dense_quant8").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [27, 111, 61, 194, 2, 212, 213, 191, 158, 73, 219, 163],
    y: [1, 0, 1, 0, 1, 1],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [2, 4]), [3.375, -0.3125, -2.4375, 1.5, -0.3125, 3.375, 3.8125, -2.125]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [5])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [5]), [1.75, 1.0, 1.5, 0.75, 1.5])
y = Output("y", ("TENSOR_INT32", [8]))
model = Model("dense_rank_1").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [66, 64, 72, 134, 217],
    y: [0, 1, 1, 1, 1, 0, 1, 1],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [2, 2]), [0.9375, 2.625, 3.8125, 1.25]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [2, 2, 3])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [0.25, 2.0])
y = Output("y", ("TENSOR_INT32", [4]))
model = Model("dense_rank_3").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [202, 153, 31, 111, 174, 184, 142, 56, 74, 95, 90, 10],
    y: [0, 1, 1, 1],
}, model=model)
example.AddVariations("relaxed")

# Hash and weight are model inputs.
hash_ = Input("hash_", ("TENSOR_FLOAT32", [4, 2])).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Input("weight", ("TENSOR_FLOAT32", [3]))
y = Output("y", ("TENSOR_INT32", [8]))
model = Model("dense_fed").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    hash_: [-1.5, -2.5, 2.0625, 0.4375, -2.25, 2.125, 2.8125, 3.25],
    x: [31, 156, 212, 126, 79, 149],
    weight: [2.0, 1.75, 1.75],
    y: [0, 1, 0, 1, 0, 0, 1, 0],
}, model=model)
example.AddVariations("relaxed")

# The bits select rows of a table, which reveals each bit and their order.
hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [1.1875, -3.4375, -4.0, -3.5, -3.9375, -2.6875, 0.375, 1.25, -2.3125]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [3]), [1.0, 1.5, 0.75])
bits = Internal("bits", ("TENSOR_INT32", [9]))
table = Parameter("table", ("TENSOR_FLOAT32", [2, 3]), [-7.5, 2.0, 0.25, 3.0, 11.5, -4.0])
y = Output("y", ("TENSOR_FLOAT32", [9, 3]))
model = Model("dense_looked_up").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(bits)
model.Operation("EMBEDDING_LOOKUP", bits, table).To(y)
example = Example({
    x: [116, 227, 48, 219, 218, 212],
    y: [
        -7.5, 2.0, 0.25,  3.0, 11.5, -4.0,  3.0, 11.5, -4.0,  3.0, 11.5, -4.0,
        3.0, 11.5, -4.0,  -7.5, 2.0, 0.25,  -7.5, 2.0, 0.25,  -7.5, 2.0, 0.25,
        3.0, 11.5, -4.0,
    ],
}, model=model)
example.AddVariations("relaxed")

# Without a weight; the signatures of all hash functions share one range.
hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [4, 2]), [3.625, 0.5, 0.3125, 0.125, 0.5625, 1.8125, -1.1875, -1.8125]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_INT32", [4]))
model = Model("sparse_deprecated").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 1).To(y)
example = Example({
    x: [138, 26, 32, 48, 84, 101],
    y: [1, 2, 0, 1],
}, model=model)
example.AddVariations("relaxed")

# The weight is a model input that is not given.
hash_ = Input("hash_", ("TENSOR_FLOAT32", [3, 4])).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [2, 1])).ShouldNeverBeInternal()
weight = Input("weight", ("TENSOR_FLOAT32", [2]))
y = Output("y", ("TENSOR_INT32", [3]))
model = Model("sparse_deprecated_fed").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 1).To(y)
example = Example({
    hash_: [
        1.1875, 2.9375, -1.4375, -0.1875,
        3.375, 0.9375, 2.3125, 0.625,
        -3.25, 2.0625, -2.9375, 0.6875,
    ],
    x: [89, 53],
    weight: [],
    y: [5, 12, 11],
}, model=model)
example.AddVariations("relaxed")

# Without a weight; hash function k adds k * 2^bits.
hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [4, 2]), [-1.75, -2.125, -3.1875, -1.0, -1.875, 0.5625, -2.1875, 3.5625]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [0]), None)
y = Output("y", ("TENSOR_INT32", [4]))
model = Model("sparse").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 3).To(y)
Example({
    x: [1, 16, 25, 142, 93, 107],
    y: [3, 6, 11, 13],
}, model=model)

# The weight is a model input that is not given.
hash_ = Input("hash_", ("TENSOR_FLOAT32", [3, 5])).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 2])).ShouldNeverBeInternal()
weight = Input("weight", ("TENSOR_FLOAT32", [2]))
y = Output("y", ("TENSOR_INT32", [3]))
model = Model("sparse_fed").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 3).To(y)
Example({
    hash_: [
        3.875, 0.8125, 3.0625, -1.3125, 0.9375,
        -0.3125, 1.375, -1.5, -3.125, -0.3125,
        2.4375, 2.4375, -1.9375, -1.3125, -2.5625,
    ],
    x: [0.25, 7.0, -5.0, -2.25],
    weight: [],
    y: [29, 53, 68],
}, model=model)

# The weights change bits above the lowest one.
hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 4]), [
    1.4375, 3.8125, 1.3125, -2.0625,
    3.75, -0.625, -2.6875, 0.9375,
    -3.0625, -1.5, -2.9375, 3.0625,
]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [3]), [1.0, 1.75, 1.75])
y = Output("y", ("TENSOR_INT32", [3]))
model = Model("sparse_deprecated_weighted").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 1).To(y)
example = Example({
    x: [205, 11, 138, 128, 57, 179],
    y: [3, 14, 6],
}, model=model)
example.AddVariations("relaxed")

# The weights change bits above the lowest one.
hash_ = Input("hash_", ("TENSOR_FLOAT32", [3, 4])).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [3, 2])).ShouldNeverBeInternal()
weight = Input("weight", ("TENSOR_FLOAT32", [3]))
y = Output("y", ("TENSOR_INT32", [3]))
model = Model("sparse_weighted").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 3).To(y)
Example({
    hash_: [
        0.9375, 2.625, 3.8125, 1.25,  2.5, 3.0, -0.6875, 0.3125,
        -4.0, -1.9375, -2.5, -1.6875,
    ],
    x: [1.5, 3.0, 5.5, 6.75, 5.5, 2.5],
    weight: [0.5, 0.5, 1.0],
    y: [13, 30, 37],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT16", [3, 2]), [1.4375, 3.8125, 1.3125, -2.0625, 3.75, -0.625]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT16", [2, 4])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT16", [2]), [2.0, 0.5])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("dense_float16").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
Example({
    x: [7.25, -1.75, 1.75, -6.75, 4.25, -2.25, -0.75, 7.0],
    y: [1, 0, 0, 0, 1, 0],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT16", [2, 2]), [-1.5, -1.3125, -0.4375, -2.375]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 1])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT16", [3]), [0.25, 1.25, 1.5])
y = Output("y", ("TENSOR_INT32", [4]))
model = Model("dense_float16_hash").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
Example({
    x: [178, 185, 70],
    y: [0, 1, 0, 0],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT16", [2, 3]), [-3.9375, 1.6875, -2.1875, -3.1875, 1.3125, -1.875]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT16", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT16", [0]), None)
y = Output("y", ("TENSOR_INT32", [2]))
model = Model("sparse_float16").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 3).To(y)
Example({
    x: [-0.25, 4.25, 3.75, 2.0, 0.5, 3.75],
    y: [2, 10],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [2.5, 3.625, -2.6875, -1.0, 0.5, -2.1875, 2.6875, 4.0, 3.375]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 4])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.5, 1.25])
y = Output("y", ("TENSOR_INT32", [9]))
model = Model("dense_20_bytes").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [-3.75, 0.25, 2.25, 4.25, -6.25, -4.5, 5.5, 5.75],
    y: [0, 1, 1, 1, 1, 0, 0, 1, 0],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [0.0625, -1.4375, 3.5625, -1.3125, 3.3125, -3.0625, -1.375, -1.5625, 3.4375]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 5])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.25, 2.0])
y = Output("y", ("TENSOR_INT32", [9]))
model = Model("dense_24_bytes").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [-7.0, 6.25, 5.25, -6.5, -5.25, 3.0, 4.0, -3.5, 3.0, 4.75],
    y: [1, 1, 1, 1, 1, 0, 0, 0, 1],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [-2.875, 1.5, 1.8125, -2.125, -1.9375, -3.375, 2.1875, 1.375, 3.5]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 8])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [2.0, 1.0])
y = Output("y", ("TENSOR_INT32", [9]))
model = Model("dense_36_bytes").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [
        5.5, -3.25, -8.0, -1.5, -4.75, -5.25, 2.75, 2.75,
        4.5, -6.25, 5.75, -1.0, -8.0, 7.5, -2.5, 2.75,
    ],
    y: [0, 1, 1, 0, 1, 1, 0, 1, 0],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [2.75, -3.625, 0.0625, -2.4375, 0.875, 3.8125, -2.375, 3.8125, -3.9375]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 12])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [0.25, 1.25])
y = Output("y", ("TENSOR_INT32", [9]))
model = Model("dense_52_bytes").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [
        1.75, 3.0, -5.5, 3.5, -4.25, 3.0, 1.5, -6.5, 6.75, -0.75, 6.5, -3.5,
        4.25, -2.0, 3.5, 5.25, -6.5, 4.5, -4.0, -0.75, 7.25, 1.25, -1.5, -0.5,
    ],
    y: [0, 1, 0, 1, 0, 0, 1, 0, 0],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [0.3125, -0.625, -1.6875, -3.25, 3.6875, 3.4375, 1.6875, -1.25, -3.875]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 15])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.0, 1.25])
y = Output("y", ("TENSOR_INT32", [9]))
model = Model("dense_64_bytes").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [
        -2.0, -7.0, -2.5, -8.0, -3.25, -5.75, 0.25, 0.5, -8.0, 4.75, 7.25, -6.25, 0.25, 5.25,
        -6.25, -8.0, 3.5, -6.25, -1.0, -6.75, 5.0, 6.0, 3.5, 2.25, -5.25, 2.5, 5.5, 3.25, -1.0,
        1.25,
    ],
    y: [1, 1, 0, 0, 1, 1, 1, 1, 1],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [-2.625, 2.3125, -3.4375, -3.5, -1.5625, 2.625, -2.8125, 1.6875, -3.8125]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 16])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.0, 2.0])
y = Output("y", ("TENSOR_INT32", [9]))
model = Model("dense_68_bytes").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [
        -5.75, -0.75, 0.5, -2.5, -2.75, 2.25, -1.25, 7.0, -6.5, -6.75, 8.0, 7.0, -4.5, -4.25,
        0.25, -5.25, -3.0, -1.0, 1.75, 4.25, 2.75, -6.0, -7.0, 5.0, -5.25, 1.75, 3.5, 3.75,
        3.25, -7.5, -4.75, 6.75,
    ],
    y: [1, 0, 0, 1, 1, 0, 1, 1, 0],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [3.0, -2.75, 2.8125, 3.75, 1.25, 2.25, 0.6875, -3.9375, -3.75]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 33])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.0, 1.25])
y = Output("y", ("TENSOR_INT32", [9]))
model = Model("dense_136_bytes").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [
        6.75, 5.5, 3.5, 2.5, -2.25, -6.5, -2.75, -2.25, -4.25, -1.25, -7.5, 4.25, 7.75, 3.0,
        6.75, -2.75, 6.5, 4.0, 4.75, -1.5, 0.25, -1.5, -1.25, -8.0, -5.25, 1.25, 1.5, 4.75, 7.0,
        0.25, -5.5, -3.25, 3.0, 4.75, -6.0, 1.5, 6.75, -1.0, 2.75, -0.75, -8.0, 2.5, -6.75,
        -3.0, 5.75, -5.5, -4.25, -6.75, -7.0, -5.75, 2.0, -6.75, -6.5, -4.25, -1.0, -6.5, -5.0,
        -3.25, 8.0, 4.75, 5.0, 2.5, 5.0, 5.25, -5.0, -7.75,
    ],
    y: [0, 0, 1, 1, 0, 1, 1, 0, 0],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [0.0625, 0.1875, 1.0625, 3.4375, -4.0, 1.375, -3.8125, -0.9375, -3.125]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 47])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.75, 0.25])
y = Output("y", ("TENSOR_INT32", [9]))
model = Model("dense_192_bytes").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [
        3.0, -4.25, 6.0, 7.5, -1.25, 1.75, -4.0, 4.25, -2.75, 4.0, -6.5, 2.0, 3.5, -6.5, -2.75,
        0.25, 0.25, -7.0, 7.75, -7.5, -2.0, 3.25, 4.0, -5.25, -5.25, 0.5, -0.5, 5.5, -5.0, -8.0,
        -7.0, 2.25, -3.25, -5.75, 2.75, 2.0, 5.25, 1.25, -1.25, 3.75, -2.75, 7.75, 6.0, 2.25,
        2.25, -3.0, -4.75, 2.25, -2.75, -6.75, 6.75, 6.75, 2.25, 0.75, 3.0, -2.0, -5.0, 0.75,
        0.75, -5.5, -6.25, -0.5, 1.75, 3.0, -8.0, -3.75, -4.25, -6.25, -3.25, 5.25, 4.5, -3.75,
        -7.5, 5.75, 3.0, 0.5, 5.25, 1.75, 3.75, -8.0, -4.5, 6.25, 7.25, 0.25, -8.0, 6.75, 2.75,
        5.75, -1.5, 2.25, -5.75, -6.75, -8.0, -4.25,
    ],
    y: [1, 1, 0, 0, 1, 0, 0, 0, 1],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 3]), [-2.375, 3.1875, -0.6875, 3.125, -1.1875, 1.0625, 0.1875, 2.0, -3.0625]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 48])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.25, 0.5])
y = Output("y", ("TENSOR_INT32", [9]))
model = Model("dense_196_bytes").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [
        -0.75, 2.5, -7.25, -4.0, -1.0, -7.0, -5.25, -5.0, -0.75, -6.75, -5.75, -1.0, -1.0, 0.25,
        3.75, 3.0, -6.25, -2.0, -6.0, 3.0, -4.25, 7.5, -6.75, -2.5, -5.75, 0.25, -2.5, 6.0,
        -1.25, -0.5, 8.0, -7.75, 6.75, 0.5, -4.75, 2.5, 3.5, 3.25, -5.25, -8.0, 2.0, -2.75, 2.0,
        7.25, -0.5, -0.25, -5.0, -5.25, 1.75, -8.0, -4.75, 3.75, -5.5, 6.0, 7.5, 2.75, -4.75,
        5.0, -5.75, 0.75, -1.75, -3.75, -2.0, 1.5, 5.25, 0.5, 0.5, -3.75, 4.75, 6.75, 4.0,
        -5.25, 1.25, 6.25, -5.5, -3.5, -7.75, 0.25, -6.25, 4.25, -7.25, -0.5, 1.5, 0.25, 3.25,
        7.5, -7.75, -5.25, 2.0, -4.25, -1.25, 5.0, 0.25, -6.5, -5.0, -7.5,
    ],
    y: [0, 0, 0, 1, 0, 1, 0, 1, 0],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [2, 3]), [3.25, -1.9375, -2.4375, 2.3125, 1.625, 0.1875]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 77], 0.5)).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.25, 1.25])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("dense_long_quant8").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    x: [
        197, 87, 129, 95, 113, 71, 207, 211, 202, 109, 226, 211, 148, 238, 123, 193, 133, 224,
        20, 238, 167, 126, 54, 231, 117, 64, 71, 66, 236, 95, 241, 200, 226, 45, 182, 250, 168,
        134, 249, 243, 190, 121, 89, 231, 243, 122, 83, 92, 127, 41, 183, 37, 232, 120, 152,
        201, 95, 241, 98, 37, 32, 48, 175, 171, 21, 59, 175, 159, 56, 64, 243, 82, 15, 192, 91,
        188, 85, 27, 183, 68, 71, 17, 62, 237, 198, 120, 233, 140, 22, 217, 17, 229, 86, 66, 60,
        177, 246, 206, 78, 192, 232, 102, 118, 209, 54, 187, 241, 154, 162, 234, 140, 226, 224,
        48, 158, 166, 176, 12, 220, 55, 179, 232, 179, 223, 13, 19, 52, 179, 131, 182, 20, 146,
        195, 63, 163, 182, 149, 163, 190, 213, 230, 142, 245, 29, 152, 159, 61, 99, 53, 242,
        227, 90, 172, 93,
    ],
    y: [1, 1, 0, 0, 1, 1],
}, model=model)
example.AddVariations("relaxed")

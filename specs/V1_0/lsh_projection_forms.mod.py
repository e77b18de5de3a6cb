# LSH_PROJECTION: float16 hashes and inputs together with the other types.
# Expected values: specs/scripts/window_forms.py (the formulas of
# specs/scripts/lsh_projection.py).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

hash_ = Parameter("hash_", ("TENSOR_FLOAT16", [3, 2]), [-3.4375, -1.875, -1.1875, 4.0, -3.9375, 3.375]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT32", [2, 3])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT16", [2]), [1.0, 1.75])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("float32_for_float16_hash").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
Example({
    x: [-5.25, -4.25, 7.0, 0.5, 1.75, 6.5],
    y: [0, 1, 1, 1, 0, 0],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT16", [3, 2]), [2.1875, 1.125, -2.9375, 3.6875, -1.125, 3.0]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.5)).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT16", [3]), [1.75, 1.25, 0.75])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("quant8_for_float16_hash").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
Example({
    x: [10, 36, 106, 230, 45, 236],
    y: [0, 1, 0, 0, 1, 0],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [3, 2]), [-0.25, -4.0, 3.3125, 2.875, 1.6875, 2.1875]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_FLOAT16", [2, 3])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [0.5, 0.75])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("float16_for_float32_hash").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
Example({
    x: [3.75, 2.25, -7.25, -6.5, -2.0, -4.25],
    y: [1, 1, 0, 0, 1, 1],
}, model=model)

hash_ = Parameter("hash_", ("TENSOR_FLOAT16", [4, 2]), [-3.1875, -1.0, 1.5625, 2.5625, -3.5625, 1.8125, 1.0625, 0.4375]).ShouldNeverBeInternal()
x = Input("x", ("TENSOR_INT32", [3, 2])).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT16", [0]), None)
y = Output("y", ("TENSOR_INT32", [4]))
model = Model("old_sparse_float16_hash").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 1).To(y)
Example({
    x: [71, 72, 185, 228, 75, 221],
    y: [0, 3, 2, 2],
}, model=model)

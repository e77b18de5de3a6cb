# LSH_PROJECTION: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/lsh_projection.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

hash_ = Parameter("hash_", ("TENSOR_FLOAT32", [2, 3]), [-3.6875, -3.875, -1.9375, 0.625, 2.9375, 1.0]).ShouldNeverBeInternal()
x = Parameter("x", ("TENSOR_FLOAT32", [2, 5]), [5.5, -8.0, 5.25, 1.25, -7.0, -3.25, 5.75, -2.0, -7.5, -0.5]).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT32", [2]), [1.5, 1.25])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("dense_float32_constant_x").IntroducedIn("V1_0")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
example = Example({
    y: [1, 1, 1, 1, 0, 1],
}, model=model)
example.AddVariations("relaxed")

hash_ = Parameter("hash_", ("TENSOR_FLOAT16", [3, 2]), [1.4375, 3.8125, 1.3125, -2.0625, 3.75, -0.625]).ShouldNeverBeInternal()
x = Parameter("x", ("TENSOR_FLOAT16", [2, 4]), [7.25, -1.75, 1.75, -6.75, 4.25, -2.25, -0.75, 7.0]).ShouldNeverBeInternal()
weight = Parameter("weight", ("TENSOR_FLOAT16", [2]), [2.0, 0.5])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("dense_float16_constant_x").IntroducedIn("V1_2")
model.Operation("LSH_PROJECTION", hash_, x, weight, 2).To(y)
Example({
    y: [1, 0, 0, 0, 1, 0],
}, model=model)

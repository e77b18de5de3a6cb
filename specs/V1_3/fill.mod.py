# FILL: every rank up to 6, all types, dimensions constant or not.
# Expected values: specs/scripts/conversions.py (exact arithmetic in plain Python).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

dims = Parameter("dims", ("TENSOR_INT32", [1]), [1])
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("1").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    y: [-2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Input("dims", ("TENSOR_INT32", [1]))
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("1_at_run_time").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    dims: [1],
    y: [-2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Parameter("dims", ("TENSOR_INT32", [1]), [5])
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("5").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    y: [-2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Input("dims", ("TENSOR_INT32", [1]))
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("5_at_run_time").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    dims: [5],
    y: [-2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Parameter("dims", ("TENSOR_INT32", [2]), [2, 3])
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("2x3").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    y: [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Input("dims", ("TENSOR_INT32", [2]))
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("2x3_at_run_time").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    dims: [2, 3],
    y: [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Parameter("dims", ("TENSOR_INT32", [3]), [2, 1, 3])
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3]))
model = Model("2x1x3").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    y: [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Input("dims", ("TENSOR_INT32", [3]))
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3]))
model = Model("2x1x3_at_run_time").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    dims: [2, 1, 3],
    y: [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Parameter("dims", ("TENSOR_INT32", [4]), [2, 2, 1, 3])
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
model = Model("2x2x1x3").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    y: [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Input("dims", ("TENSOR_INT32", [4]))
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
model = Model("2x2x1x3_at_run_time").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    dims: [2, 2, 1, 3],
    y: [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Parameter("dims", ("TENSOR_INT32", [5]), [1, 2, 1, 2, 2])
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2, 2]))
model = Model("1x2x1x2x2").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    y: [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Input("dims", ("TENSOR_INT32", [5]))
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2, 2]))
model = Model("1x2x1x2x2_at_run_time").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    dims: [1, 2, 1, 2, 2],
    y: [-2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Parameter("dims", ("TENSOR_INT32", [6]), [1, 1, 2, 1, 2, 1])
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2, 1, 2, 1]))
model = Model("1x1x2x1x2x1").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    y: [-2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Input("dims", ("TENSOR_INT32", [6]))
value = Float32Scalar("value", -2.5)
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2, 1, 2, 1]))
model = Model("1x1x2x1x2x1_at_run_time").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
example = Example({
    dims: [1, 1, 2, 1, 2, 1],
    y: [-2.5, -2.5, -2.5, -2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

dims = Parameter("dims", ("TENSOR_INT32", [2]), [2, 3])
value = Int32Scalar("value", 2147483647)
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("int32_largest").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
Example({
    y: [2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647],
}, model=model)

dims = Parameter("dims", ("TENSOR_INT32", [2]), [2, 3])
value = Int32Scalar("value", -2147483648)
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("int32_smallest").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
Example({
    y: [
        -2147483648, -2147483648, -2147483648,
        -2147483648, -2147483648, -2147483648,
    ],
}, model=model)

dims = Parameter("dims", ("TENSOR_INT32", [2]), [2, 3])
value = Int32Scalar("value", 16777217)
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("int32_odd").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
Example({
    y: [16777217, 16777217, 16777217, 16777217, 16777217, 16777217],
}, model=model)

dims = Parameter("dims", ("TENSOR_INT32", [1]), [4])
value = Float32Scalar("value", 123456.79)
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("full_precision").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
Example({
    y: [123456.79, 123456.79, 123456.79, 123456.79],
}, model=model)

# RANDOM_MULTINOMIAL: distributions of one and several rows, seeds, both float types.
# Expected values: specs/scripts/random_multinomial.py; none are listed, the shares of the
# classes are compared with the softmax of the logits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# All classes have the same probability.
logits = Input("logits", ("TENSOR_FLOAT32", [1, 4]))
seeds = Parameter("seeds", ("TENSOR_INT32", [2]), [1, 2])
classes = IgnoredOutput("classes", ("TENSOR_INT32", [1, 2000]))
model = Model("even").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 2000, seeds).To(classes)
example = Example({
    logits: [0.0, 0.0, 0.0, 0.0],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.06)

# Every class has a different probability.
logits = Input("logits", ("TENSOR_FLOAT32", [1, 4]))
seeds = Parameter("seeds", ("TENSOR_INT32", [2]), [3, 4])
classes = IgnoredOutput("classes", ("TENSOR_INT32", [1, 2000]))
model = Model("uneven").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 2000, seeds).To(classes)
example = Example({
    logits: [0.0, 1.0, 2.0, -1.0],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.066)

# Logits far from 0: only their differences matter.
logits = Input("logits", ("TENSOR_FLOAT32", [1, 3]))
seeds = Parameter("seeds", ("TENSOR_INT32", [2]), [5, 0])
classes = IgnoredOutput("classes", ("TENSOR_INT32", [1, 2000]))
model = Model("shifted").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 2000, seeds).To(classes)
example = Example({
    logits: [-40.0, -39.0, -41.5],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.064)

# Logits whose exponentials overflow.
logits = Input("logits", ("TENSOR_FLOAT32", [1, 3]))
seeds = Parameter("seeds", ("TENSOR_INT32", [2]), [0, 6])
classes = IgnoredOutput("classes", ("TENSOR_INT32", [1, 2000]))
model = Model("large").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 2000, seeds).To(classes)
example = Example({
    logits: [300.0, 301.0, 299.0],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.065)

# One class has nearly probability 1.
logits = Input("logits", ("TENSOR_FLOAT32", [1, 3]))
seeds = Parameter("seeds", ("TENSOR_INT32", [2]), [7, 8])
classes = IgnoredOutput("classes", ("TENSOR_INT32", [1, 500]))
model = Model("certain").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 500, seeds).To(classes)
example = Example({
    logits: [-90.0, 0.0, -95.0],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.001)

# There is only one class.
logits = Input("logits", ("TENSOR_FLOAT32", [1, 1]))
seeds = Parameter("seeds", ("TENSOR_INT32", [2]), [9, 10])
classes = IgnoredOutput("classes", ("TENSOR_INT32", [1, 100]))
model = Model("single_class").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 100, seeds).To(classes)
example = Example({
    logits: [2.5],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.001)

# Each row has a different distribution.
logits = Input("logits", ("TENSOR_FLOAT32", [2, 3]))
seeds = Parameter("seeds", ("TENSOR_INT32", [2]), [11, 12])
classes = IgnoredOutput("classes", ("TENSOR_INT32", [2, 2000]))
model = Model("two_rows").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 2000, seeds).To(classes)
example = Example({
    logits: [0.0, 0.5, 1.0, 2.0, 0.0, -2.0],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.069)

# Seeds may be negative.
logits = Input("logits", ("TENSOR_FLOAT32", [1, 2]))
seeds = Parameter("seeds", ("TENSOR_INT32", [2]), [-13, -14])
classes = IgnoredOutput("classes", ("TENSOR_INT32", [1, 2000]))
model = Model("negative_seeds").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 2000, seeds).To(classes)
example = Example({
    logits: [0.5, -0.5],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.061)

# With seeds of 0 the driver chooses the seeds.
logits = Input("logits", ("TENSOR_FLOAT32", [1, 2]))
seeds = Parameter("seeds", ("TENSOR_INT32", [2]), [0, 0])
classes = IgnoredOutput("classes", ("TENSOR_INT32", [1, 2000]))
model = Model("random_seeds").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 2000, seeds).To(classes)
example = Example({
    logits: [1.0, 0.0],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.061)

# RANDOM_MULTINOMIAL: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/random_multinomial.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

logits = Input("logits", ("TENSOR_FLOAT32", [1, 4]))
seeds = Input("seeds", ("TENSOR_INT32", [2]))
classes = IgnoredOutput("classes", ("TENSOR_INT32", [1, 2000]))
model = Model("uneven_fed").IntroducedIn("V1_2")
model.Operation("RANDOM_MULTINOMIAL", logits, 2000, seeds).To(classes)
example = Example({
    logits: [0.0, 1.0, 2.0, -1.0],
    seeds: [3, 4],
    classes: [],
}, model=model)
example.AddVariations("relaxed", "float16")
example.WithMultinomialDistributionTolerance(0.066)

# LOCAL_RESPONSE_NORMALIZATION of special values: infinities, 0, and numbers at the ends of
# float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2, 3]))
model = Model("large").IntroducedIn("V1_0")
model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, 2, 1.0, 0.25, 0.5).To(y)
Example({
    x: [300.0, -400.0, 0.5, 0.25, 1000.0, -1000.0],
    y: [
        1.1999898001300482, -1.5999864001733974, 0.0019999830002167466,
        0.0003535530315161585, 1.4142121260646339, -1.4142121260646339,
    ],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 1, 2, 3]))
bias = Float16Scalar("bias", 1.0)
alpha = Float16Scalar("alpha", 0.25)
beta = Float16Scalar("beta", 0.5)
y = Output("y", ("TENSOR_FLOAT16", [1, 1, 2, 3]))
model = Model("large_half").IntroducedIn("V1_2")
model.Operation("LOCAL_RESPONSE_NORMALIZATION", x, 2, bias, alpha, beta).To(y)
Example({
    x: [300.0, -400.0, 0.5, 0.25, 1000.0, -1000.0],
    y: [
        1.1999898001300482, -1.5999864001733974, 0.0019999830002167466,
        0.0003535530315161585, 1.4142121260646339, -1.4142121260646339,
    ],
}, model=model)

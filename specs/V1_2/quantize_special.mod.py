# QUANTIZE of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [6], 0.5, 30))
model = Model("saturated").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [65504.0, -65504.0, 1000.0, -1000.0, 0.0, 8.0],
    y: [255, 0, 255, 0, 30, 46],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [4]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [4], 0.5, 30))
model = Model("infinite").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [float("inf"), float("-inf"), 1.0, 4.0],
    y: [255, 0, 32, 38],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [6], 0.5, -20))
model = Model("saturated_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [65504.0, -65504.0, 1000.0, -1000.0, 0.0, 8.0],
    y: [127, -128, 127, -128, -20, -4],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [4]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [4], 0.5, -20))
model = Model("infinite_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [float("inf"), float("-inf"), 1.0, 4.0],
    y: [127, -128, -18, -12],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [6]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [6], 0.5, 30))
model = Model("saturated_half").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [65504.0, -65504.0, 1000.0, -1000.0, 0.0, 8.0],
    y: [255, 0, 255, 0, 30, 46],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [4]))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [4], 0.5, 30))
model = Model("infinite_half").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [float("inf"), float("-inf"), 1.0, 4.0],
    y: [255, 0, 32, 38],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [6]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [6], 0.5, -20))
model = Model("saturated_half_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [65504.0, -65504.0, 1000.0, -1000.0, 0.0, 8.0],
    y: [127, -128, 127, -128, -20, -4],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [4]))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [4], 0.5, -20))
model = Model("infinite_half_signed").IntroducedIn("V1_3")
model.Operation("QUANTIZE", x).To(y)
Example({
    x: [float("inf"), float("-inf"), 1.0, 4.0],
    y: [127, -128, -18, -12],
}, model=model)

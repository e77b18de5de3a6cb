# DEQUANTIZE: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_SYMM", [1, 3, 1], 0.5))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 1]))
model = Model("symm").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x).To(y)
Example({
    x: [127, -127, 5],
    y: [63.5, -63.5, 2.5],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 1], 0.5, -28))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 1]))
model = Model("quant8_signed").IntroducedIn("V1_3")
model.Operation("DEQUANTIZE", x).To(y)
Example({
    x: [127, -127, 5],
    y: [77.5, -49.5, 16.5],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM_PER_CHANNEL", [3, 1]), extraParams=SymmPerChannelQuantParams(channelDim=0, scales=[0.5, 0.25, 2.0]))
y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
model = Model("per_channel").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x).To(y)
Example({
    x: [127, -127, 5],
    y: [63.5, -31.75, 10.0],
}, model=model)

# RSQRT: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.5, 100))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.0071, 3))
model = Model("quant8").IntroducedIn("AIDL_V3")
model.Operation("RSQRT", x).To(y)
Example({
    x: [255, 101, 130, 104, 200, 254],
    y: [19, 202, 39, 103, 23, 19],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [6, 1], 0.5, -28))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [6, 1], 0.0071, -125))
model = Model("quant8_signed").IntroducedIn("AIDL_V3")
model.Operation("RSQRT", x).To(y)
Example({
    x: [127, -27, 2, -24, 72, 126],
    y: [-109, 74, -89, -25, -105, -109],
}, model=model)

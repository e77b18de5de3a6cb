# LOGICAL_NOT: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_BOOL8", [3, 1]))
y = Output("y", ("TENSOR_BOOL8", [3, 1]))
model = Model("bool8").IntroducedIn("V1_2")
model.Operation("LOGICAL_NOT", x).To(y)
Example({
    x: [True, False, True],
    y: [False, True, False],
}, model=model)

# FILL: all bits of a float, extreme codes, tensors that end on one element.
# Expected values: specs/scripts/edges.py (numpy's functions of the same name, values are only
# moved).

dims = Int32Vector("dims", [3, 1])
value = Float16Scalar("value", 4.8867188)
y = Output("y", ("TENSOR_FLOAT16", [3, 1]))
model = Model("float16_all_bits").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
Example({
    y: [4.8867188, 4.8867188, 4.8867188],
}, model=model)

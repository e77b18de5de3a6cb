# REVERSE of thousands of bytes, in rows whose length is or is not a multiple of 8.
# Expected values: by hand; whole numbers, counted from the other end.

for width in (104, 101):
    x = Input("x", ("TENSOR_QUANT8_ASYMM", [50, width], 0.5, 3))
    y = Output("y", ("TENSOR_QUANT8_ASYMM", [50, width], 0.5, 3))
    model = Model(f"reverse_many_rows_of_{width}").IntroducedIn("AIDL_V3")
    model.Operation("REVERSE", x, Parameter("axis", "TENSOR_INT32", "{1}", [1])).To(y)
    Example({
        x: [i % 251 for i in range(50 * width)],
        y: [(row * width + width - 1 - i) % 251 for row in range(50) for i in range(width)],
    }, model=model)

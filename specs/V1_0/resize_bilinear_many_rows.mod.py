# RESIZE_BILINEAR: few rows to many, where a rounded step between positions adds up to a large error.
# Expected values: by hand, in fractions: row i is -100 + 200 x min(i / 36, 1), rounded. No row
# is a tie: 50i / 9 never has the fraction 1/2.

rows = Input("rows", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 1, 1], 1.0, 0))
resized = Output("resized", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 72, 1, 1], 1.0, 0))
model = Model("to_72").IntroducedIn("V1_3")
model.Operation("RESIZE_BILINEAR", rows, 1, 72).To(resized)
Example({
    rows: [-100, 100],
    resized: [
        -100, -94, -89, -83, -78, -72, -67, -61, -56, -50, -44, -39, -33, -28, -22, -17,
        -11, -6, 0, 6, 11, 17, 22, 28, 33, 39, 44, 50, 56, 61, 67, 72, 78, 83, 89, 94,
        100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
        100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
        100, 100, 100, 100,
    ],
}, model=model)

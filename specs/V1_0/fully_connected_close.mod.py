# FULLY_CONNECTED on codes: the scales are 1 + 2^-23, 1 - 2^-23 and 2, so an odd sum is below the
# middle between two codes by one part in 2^46: the exact result is the code nearer to the zero
# point. One code more is within the tolerance; arithmetic in double precision gives that result.
# Expected values: by hand; (k - 1) / 2 for a positive odd sum k, its negative for a negative one.

for version, type, low in (("V1_0", "TENSOR_QUANT8_ASYMM", 0),
                           ("V1_3", "TENSOR_QUANT8_ASYMM_SIGNED", -128)):
    zero = low + 128
    x = Input("x", (type, [8, 1], 1.00000011920929, zero))
    weights = Parameter("weights", (type, [1, 1], 0.99999988079071, zero), [zero + 1])
    bias = Parameter("bias", ("TENSOR_INT32", [1], 1.0), [0])
    y = Output("y", (type, [8, 1], 2.0, zero))
    model = Model("close").IntroducedIn(version)
    model.Operation("FULLY_CONNECTED", x, weights, bias, 0).To(y)
    sums = [1, 3, 5, 127, -1, -3, -5, -127]
    half = [0, 1, 2, 63, 0, -1, -2, -63]
    Example({x: [zero + k for k in sums], y: [zero + k for k in half]}, model=model,
            name="signed" if low else "unsigned")

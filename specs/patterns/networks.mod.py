# Three to nine operations that drivers often fuse or rewrite: Activations, normalizations and
# attention by parts.
# Expected values: specs/scripts/patterns.py, the formulas of the operations one after the other
# in double precision, with numpy.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# x * logistic(1.702 x).
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [1]), [1.702])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("sigmoid_of_a_multiple_0").IntroducedIn(version)
    model.Operation("MUL", x0, c1, 0).To(t0_0)
    model.Operation("LOGISTIC", t0_0).To(t1_0)
    model.Operation("MUL", x0, t1_0, 0).To(t2_0)
    example = Example({
        x0: [
            0.0, 1.75, 0.5, -0.75,  1.25, -1.75, 1.0, -1.25,
            -1.0, 1.75, 0.0, 1.25,
        ],
        t2_0: [
            0.0, 1.665288315004347, 0.35038843660638014, -0.1636099424653622,
            1.1169343014431692, -0.0847116849956529, 0.8457957659328212, -0.13306569855683067,
            -0.1542042340671787, 1.665288315004347, 0.0, 1.1169343014431692,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# x * logistic(0.75 x).
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [1]), [0.75])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("sigmoid_of_a_multiple_1").IntroducedIn(version)
    model.Operation("MUL", x0, c1, 0).To(t0_0)
    model.Operation("LOGISTIC", t0_0).To(t1_0)
    model.Operation("MUL", x0, t1_0, 0).To(t2_0)
    example = Example({
        x0: [
            -1.75, 1.75, -1.5, -1.25,  -1.25, 0.5, -0.75, 1.75,
            -1.0, 0.5, 2.0, 0.5,
        ],
        t2_0: [
            -0.3711204076249343, 1.3788795923750659, -0.36762751969855756, -0.3517570092864298,
            -0.3517570092864298, 0.29633329997703484, -0.2722269041397126, 1.3788795923750659,
            -0.320821300824607, 0.29633329997703484, 1.6351489523872873, 0.29633329997703484,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# x * logistic(-1.25 x).
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [1]), [-1.25])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("sigmoid_of_a_multiple_2").IntroducedIn(version)
    model.Operation("MUL", x0, c1, 0).To(t0_0)
    model.Operation("LOGISTIC", t0_0).To(t1_0)
    model.Operation("MUL", x0, t1_0, 0).To(t2_0)
    example = Example({
        x0: [
            -1.5, 2.0, 0.75, 0.5,  0.5, 0.25, 2.0, -1.75,
            -1.25, -0.75, 1.75, -0.25,
        ],
        t2_0: [
            -1.300553639703256, 0.1517163600424871, 0.2110542055718579, 0.17432256766697288,
            0.17432256766697288, 0.10562615870354708, 0.1517163600424871, -1.5734624102224013,
            -1.0333897425883418, -0.538945794428142, 0.1765375897775989, -0.14437384129645295,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# 0.5 x * (1.0 + tanh(0.7978846 (x + 0.044715 x^3))).
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [1]), [0.044715])
    t2_0 = Internal("t2_0", ("TENSOR_FLOAT32", [3, 4]))
    t3_0 = Internal("t3_0", ("TENSOR_FLOAT32", [3, 4]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [1]), [0.7978846])
    t4_0 = Internal("t4_0", ("TENSOR_FLOAT32", [3, 4]))
    t5_0 = Internal("t5_0", ("TENSOR_FLOAT32", [3, 4]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [1]), [1.0])
    t6_0 = Internal("t6_0", ("TENSOR_FLOAT32", [3, 4]))
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [1]), [0.5])
    t7_0 = Internal("t7_0", ("TENSOR_FLOAT32", [3, 4]))
    t8_0 = Output("t8_0", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("tangent_of_a_cubic_0").IntroducedIn(version)
    model.Operation("MUL", x0, x0, 0).To(t0_0)
    model.Operation("MUL", t0_0, x0, 0).To(t1_0)
    model.Operation("MUL", t1_0, c1, 0).To(t2_0)
    model.Operation("ADD", x0, t2_0, 0).To(t3_0)
    model.Operation("MUL", t3_0, c2, 0).To(t4_0)
    model.Operation("TANH", t4_0).To(t5_0)
    model.Operation("ADD", t5_0, c3, 0).To(t6_0)
    model.Operation("MUL", x0, c4, 0).To(t7_0)
    model.Operation("MUL", t7_0, t6_0, 0).To(t8_0)
    example = Example({
        x0: [
            -1.0, 0.5, 1.25, -0.5,  -0.25, -0.75, -2.0, 1.5,
            1.75, 0.0, -1.25, 0.5,
        ],
        t8_0: [
            -0.15880799845090848, 0.34571401405334584, 1.1177142153707558, -0.15428598594665416,
            -0.10032464811784685, -0.17003943690898704, -0.04540229771094184,
            1.3995715891076694, 1.6797953928522449, 0.0, -0.13228578462924406,
            0.34571401405334584,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# 0.25 x * (0.75 + tanh(1.25 (x + 0.0625 x^3))).
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [3, 4]))
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 4]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 4]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [1]), [0.0625])
    t2_0 = Internal("t2_0", ("TENSOR_FLOAT32", [3, 4]))
    t3_0 = Internal("t3_0", ("TENSOR_FLOAT32", [3, 4]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [1]), [1.25])
    t4_0 = Internal("t4_0", ("TENSOR_FLOAT32", [3, 4]))
    t5_0 = Internal("t5_0", ("TENSOR_FLOAT32", [3, 4]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [1]), [0.75])
    t6_0 = Internal("t6_0", ("TENSOR_FLOAT32", [3, 4]))
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [1]), [0.25])
    t7_0 = Internal("t7_0", ("TENSOR_FLOAT32", [3, 4]))
    t8_0 = Output("t8_0", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("tangent_of_a_cubic_1").IntroducedIn(version)
    model.Operation("MUL", x0, x0, 0).To(t0_0)
    model.Operation("MUL", t0_0, x0, 0).To(t1_0)
    model.Operation("MUL", t1_0, c1, 0).To(t2_0)
    model.Operation("ADD", x0, t2_0, 0).To(t3_0)
    model.Operation("MUL", t3_0, c2, 0).To(t4_0)
    model.Operation("TANH", t4_0).To(t5_0)
    model.Operation("ADD", t5_0, c3, 0).To(t6_0)
    model.Operation("MUL", x0, c4, 0).To(t7_0)
    model.Operation("MUL", t7_0, t6_0, 0).To(t8_0)
    example = Example({
        x0: [
            1.5, 0.75, -0.75, -0.75,  1.5, 1.5, -1.5, -2.0,
            1.5, -1.25, 0.75, -0.25,
        ],
        t8_0: [
            0.6459828917277941, 0.2810448589928702, -0.00020514100712979572,
            -0.00020514100712979572, 0.6459828917277941, 0.6459828917277941,
            0.08348289172779413, 0.12307326533667251, 0.6459828917277941, 0.05852150546309821,
            0.2810448589928702, -0.027886364661924568,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Over axis 1 of a cube, with an epsilon, a gain and a shift that matter.
x0 = Input("x0", ("TENSOR_FLOAT32", [3, 3, 3]))
c1 = Parameter("c1", ("TENSOR_INT32", [1]), [1])
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 1, 3]))
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 3, 3]))
t2_0 = Internal("t2_0", ("TENSOR_FLOAT32", [3, 3, 3]))
c2 = Parameter("c2", ("TENSOR_INT32", [1]), [1])
t3_0 = Internal("t3_0", ("TENSOR_FLOAT32", [3, 1, 3]))
c3 = Parameter("c3", ("TENSOR_FLOAT32", [1]), [0.5])
t4_0 = Internal("t4_0", ("TENSOR_FLOAT32", [3, 1, 3]))
t5_0 = Internal("t5_0", ("TENSOR_FLOAT32", [3, 1, 3]))
t6_0 = Internal("t6_0", ("TENSOR_FLOAT32", [3, 3, 3]))
c4 = Parameter("c4", ("TENSOR_FLOAT32", [3]), [-1.0, 1.5, -1.0])
t7_0 = Internal("t7_0", ("TENSOR_FLOAT32", [3, 3, 3]))
c5 = Parameter("c5", ("TENSOR_FLOAT32", [3]), [0.0, 1.75, -1.25])
t8_0 = Output("t8_0", ("TENSOR_FLOAT32", [3, 3, 3]))
model = Model("layer_normalization_0").IntroducedIn("V1_2")
model.Operation("MEAN", x0, c1, 1).To(t0_0)
model.Operation("SUB", x0, t0_0, 0).To(t1_0)
model.Operation("MUL", t1_0, t1_0, 0).To(t2_0)
model.Operation("MEAN", t2_0, c2, 1).To(t3_0)
model.Operation("ADD", t3_0, c3, 0).To(t4_0)
model.Operation("RSQRT", t4_0).To(t5_0)
model.Operation("MUL", t1_0, t5_0, 0).To(t6_0)
model.Operation("MUL", t6_0, c4, 0).To(t7_0)
model.Operation("ADD", t7_0, c5, 0).To(t8_0)
example = Example({
    x0: [
        -2.0, 1.75, 2.0,  0.0, 0.25, -1.5,  1.5, 2.0, -1.75,  -2.0, 1.75, 1.75,
        -1.75, -1.75, 0.0,  1.25, 1.0, -1.25,  1.25, -1.75, 1.5,  -0.75, 0.25, -0.75,
        -1.0, 1.0, 0.5,
    ],
    t8_0: [
        1.146829277313911, 2.3466679631317975, -2.554771684930958,
        -0.10425720702853737, 0.1986632958573269, -0.6651023481343982,
        -1.0425720702853738, 2.704668741010876, -0.5301259669346439,
        0.7125812379830025, 3.028199503148568, -2.365718417077937,
        0.5598852584152163, -0.12970515168907082, -1.1325559560970593,
        -1.272466496398219, 2.3515056485405026, -0.2517256268250039,
        -1.1513852845136139, 0.0025528824678477946, -2.1833456062030594,
        0.47409982303501746, 2.209854504613724, -0.24485857793516663,
        0.6772854614785964, 3.037592612918428, -1.3217958158617737,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Over axis 2 of a cube, with an epsilon, a gain and a shift that matter.
x0 = Input("x0", ("TENSOR_FLOAT32", [3, 3, 3]))
c1 = Parameter("c1", ("TENSOR_INT32", [1]), [2])
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 3, 1]))
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 3, 3]))
t2_0 = Internal("t2_0", ("TENSOR_FLOAT32", [3, 3, 3]))
c2 = Parameter("c2", ("TENSOR_INT32", [1]), [2])
t3_0 = Internal("t3_0", ("TENSOR_FLOAT32", [3, 3, 1]))
c3 = Parameter("c3", ("TENSOR_FLOAT32", [1]), [0.5])
t4_0 = Internal("t4_0", ("TENSOR_FLOAT32", [3, 3, 1]))
t5_0 = Internal("t5_0", ("TENSOR_FLOAT32", [3, 3, 1]))
t6_0 = Internal("t6_0", ("TENSOR_FLOAT32", [3, 3, 3]))
c4 = Parameter("c4", ("TENSOR_FLOAT32", [3]), [-1.25, 0.5, -0.75])
t7_0 = Internal("t7_0", ("TENSOR_FLOAT32", [3, 3, 3]))
c5 = Parameter("c5", ("TENSOR_FLOAT32", [3]), [0.5, 1.75, 0.75])
t8_0 = Output("t8_0", ("TENSOR_FLOAT32", [3, 3, 3]))
model = Model("layer_normalization_1").IntroducedIn("V1_2")
model.Operation("MEAN", x0, c1, 1).To(t0_0)
model.Operation("SUB", x0, t0_0, 0).To(t1_0)
model.Operation("MUL", t1_0, t1_0, 0).To(t2_0)
model.Operation("MEAN", t2_0, c2, 1).To(t3_0)
model.Operation("ADD", t3_0, c3, 0).To(t4_0)
model.Operation("RSQRT", t4_0).To(t5_0)
model.Operation("MUL", t1_0, t5_0, 0).To(t6_0)
model.Operation("MUL", t6_0, c4, 0).To(t7_0)
model.Operation("ADD", t7_0, c5, 0).To(t8_0)
example = Example({
    x0: [
        -1.75, 2.0, 0.0,  -0.5, 2.0, -1.75,  2.0, 0.75, -2.0,  1.0, -0.5, 1.0,
        -1.75, 0.0, 0.75,  -1.25, 2.0, 1.5,  1.75, 0.75, -0.25,  1.0, 1.5, 1.75,
        1.75, -1.5, 2.0,
    ],
    t8_0: [
        1.8581281953931859, 2.317944518073514, 0.7870398598743596,
        0.8042452396945222, 2.3584904793890447, 1.4801885752668533,
        -0.7057024319583913, 1.8877945636523876, 1.6801133046536163,
        -0.125, 1.25, 0.375,
        1.9011835059660478, 1.8818760946791575, 0.10710403843910765,
        2.0681251204679505, 2.1420312801169876, 0.39717184789471116,
        -0.6572751247156894, 1.75, 1.4443650748294137,
        1.1739548325214904, 1.8039163866017192, 0.42650168038968483,
        -0.21672772385124484, 1.1049450485338796, 0.21245420711156637,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The mean of the squares less the square of the mean.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 5]))
    c1 = Parameter("c1", ("TENSOR_INT32", [1]), [1])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 1]))
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 5]))
    c2 = Parameter("c2", ("TENSOR_INT32", [1]), [1])
    t2_0 = Internal("t2_0", ("TENSOR_FLOAT32", [2, 1]))
    t3_0 = Internal("t3_0", ("TENSOR_FLOAT32", [2, 1]))
    t4_0 = Output("t4_0", ("TENSOR_FLOAT32", [2, 1]))
    model = Model("variance_by_squares").IntroducedIn(version)
    model.Operation("MEAN", x0, c1, 1).To(t0_0)
    model.Operation("MUL", x0, x0, 0).To(t1_0)
    model.Operation("MEAN", t1_0, c2, 1).To(t2_0)
    model.Operation("MUL", t0_0, t0_0, 0).To(t3_0)
    model.Operation("SUB", t2_0, t3_0, 0).To(t4_0)
    example = Example({
        x0: [1.75, -2.0, 0.25, 0.25, -1.25, 2.0, -2.0, 0.0, -0.5, -2.0],
        t4_0: [1.71, 2.2],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Rows divided by their lengths.
x0 = Input("x0", ("TENSOR_FLOAT32", [3, 3]))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [3, 3]))
c1 = Parameter("c1", ("TENSOR_INT32", [1]), [1])
keep = BoolScalar("keep", True)
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [3, 1]))
c2 = Parameter("c2", ("TENSOR_FLOAT32", [1]), [0.25])
t2_0 = Internal("t2_0", ("TENSOR_FLOAT32", [3, 1]))
t3_0 = Internal("t3_0", ("TENSOR_FLOAT32", [3, 1]))
t4_0 = Output("t4_0", ("TENSOR_FLOAT32", [3, 3]))
model = Model("length_by_parts").IntroducedIn("V1_2")
model.Operation("MUL", x0, x0, 0).To(t0_0)
model.Operation("REDUCE_SUM", t0_0, c1, keep).To(t1_0)
model.Operation("ADD", t1_0, c2, 0).To(t2_0)
model.Operation("RSQRT", t2_0).To(t3_0)
model.Operation("MUL", x0, t3_0, 0).To(t4_0)
example = Example({
    x0: [2.0, -1.75, -1.75, -0.25, 0.5, -0.25, 0.5, -1.0, -0.5],
    t4_0: [
        0.6209204205650662, -0.543305367994433, -0.543305367994433,
        -0.31622776601683794, 0.6324555320336759, -0.31622776601683794,
        0.3779644730092272, -0.7559289460184544, -0.3779644730092272,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Channels times a gate from the mean of the image.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 3, 3]))
    c1 = Parameter("c1", ("TENSOR_INT32", [2]), [1, 2])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 1, 1, 3]))
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [2, 1, 1, 3]), [0.125, -0.875, 0.125, 0.625, -0.25, 0.0])
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [2]), [0.75, 2.0])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [3, 1, 1, 2]), [0.625, 0.5, 0.75, 0.125, 0.875, 0.5])
    c5 = Parameter("c5", ("TENSOR_FLOAT32", [3]), [1.5, -0.5, 1.0])
    t2_0 = Internal("t2_0", ("TENSOR_FLOAT32", [2, 1, 1, 3]))
    t3_0 = Internal("t3_0", ("TENSOR_FLOAT32", [2, 1, 1, 3]))
    t4_0 = Output("t4_0", ("TENSOR_FLOAT32", [2, 3, 3, 3]))
    model = Model("squeeze_and_excite").IntroducedIn(version)
    model.Operation("MEAN", x0, c1, 1).To(t0_0)
    model.Operation("CONV_2D", t0_0, c2, c3, 2, 1, 1, 1).To(t1_0)
    model.Operation("CONV_2D", t1_0, c4, c5, 2, 1, 1, 0).To(t2_0)
    model.Operation("LOGISTIC", t2_0).To(t3_0)
    model.Operation("MUL", x0, t3_0, 0).To(t4_0)
    example = Example({
        x0: [
            1.25, 0.75, -1.5,  -1.75, -1.0, -0.5,
            0.75, -1.75, 1.0,  0.25, -1.5, 1.0,
            1.75, -0.75, 0.25,  -1.25, 1.5, 1.0,
            -0.5, -1.75, 1.75,  -1.75, -0.75, -1.25,
            -1.5, -1.0, 0.75,  -1.5, 1.0, 0.75,
            1.0, -0.5, 1.25,  2.0, -1.0, 0.25,
            -0.5, -1.5, 0.75,  1.75, 0.75, -0.75,
            2.0, 1.5, 1.5,  2.0, -0.5, 2.0,
            0.75, 1.5, -1.0,  -1.5, -1.0, 2.0,
        ],
        t4_0: [
            1.2071235813930816, 0.5115775133319116, -1.4398940097622477,
            -1.6899730139503144, -0.6821033511092154, -0.4799646699207492,
            0.7242741488358491, -1.193680864441127, 0.9599293398414984,
            0.24142471627861634, -1.0231550266638232, 0.9599293398414984,
            1.6899730139503144, -0.5115775133319116, 0.2399823349603746,
            -1.2071235813930816, 1.0231550266638232, 0.9599293398414984,
            -0.48284943255723267, -1.193680864441127, 1.6798763447226222,
            -1.6899730139503144, -0.5115775133319116, -1.199911674801873,
            -1.4485482976716981, -0.6821033511092154, 0.7199470048811238,
            -1.445029970478241, 0.6173460361534094, 0.7142537072371287,
            0.9633533136521607, -0.3086730180767047, 1.1904228453952146,
            1.9267066273043214, -0.6173460361534094, 0.2380845690790429,
            -0.48167665682608035, -0.9260190542301141, 0.7142537072371287,
            1.6858682988912812, 0.46300952711505705, -0.7142537072371287,
            1.9267066273043214, 0.9260190542301141, 1.4285074144742573,
            1.9267066273043214, -0.3086730180767047, 1.9046765526323433,
            0.7225149852391205, 0.9260190542301141, -0.9523382763161716,
            -1.445029970478241, -0.6173460361534094, 1.9046765526323433,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The negative factors must not become part of a fused activation.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        0.375, -0.375,  -1.0, -0.25,  -0.125, 1.0,  -0.125, -0.75,
        -0.75, 0.875,  -0.25, -0.875,  -0.25, 0.25,  -0.625, 0.375,
        0.875, -0.625,  -1.0, 0.125,  -0.25, -1.0,  -0.25, 0.875,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-1.25, 1.5, -0.5])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3, 1]), [-2.25, -2.75, -2.5])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [3]), [1.75, 1.75, 1.5])
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    model = Model("conv_negative_column_0").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("MUL", t0_0, c3, 0).To(t1_0)
    model.Operation("ADD", t1_0, c4, 0).To(t2_0)
    example = Example({
        x0: [
            1.5, 0.75,  -1.25, 0.0,  0.75, -0.75,  1.25, 1.25,
            0.75, -1.0,  -1.75, 0.25,  1.5, -1.0,  -1.0, 0.5,
            -1.75, -0.5,  -1.75, -1.25,  -0.25, 1.75,  -1.75, 1.0,
            -0.75, 0.75,  -2.0, 0.5,  -0.25, 1.0,  1.5, 1.75,
        ],
        t2_0: [
            3.5078125, -2.9609375, -5.390625,
            5.1875, -4.0078125, 11.125,
            10.96875, 4.09375, -0.609375,
            -2.6796875, -0.9921875, -4.8984375,
            17.046875, -10.5390625, 2.9609375,
            -2.78125, -1.453125, -3.8125,
            -0.640625, -11.1171875, 0.9375,
            6.1328125, -2.1171875, 1.0703125,
            4.171875, -5.28125, 0.796875,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The negative factors must not become part of a fused activation.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        -0.875, 0.5,  -0.5, -0.625,  -1.0, -0.375,  0.5, -0.375,
        -0.75, -0.125,  -0.5, -0.5,  1.0, 0.625,  -1.0, -0.125,
        -0.75, -1.0,  -0.5, 1.0,  0.125, 0.125,  -0.75, 0.5,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [1.25, -0.5, 1.75])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3, 1]), [-1.5, -2.25, -2.0])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [3]), [0.25, 0.5, 1.75])
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    model = Model("conv_negative_column_1").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 1).To(t0_0)
    model.Operation("MUL", t0_0, c3, 0).To(t1_0)
    model.Operation("ADD", t1_0, c4, 0).To(t2_0)
    example = Example({
        x0: [
            -0.25, 1.0,  1.0, 1.75,  -1.75, 1.25,  -0.25, 0.25,
            -1.5, 2.0,  0.25, -0.5,  1.5, -1.25,  -0.25, 2.0,
            1.25, 0.0,  -1.25, 1.25,  -2.0, 1.25,  -0.5, -1.0,
            0.0, 0.5,  1.25, 0.25,  0.75, 1.25,  0.0, 1.75,
        ],
        t2_0: [
            -1.90625, 0.5, -0.96875,
            -5.375, 0.5, 1.75,
            -2.6875, -2.25, -5.0625,
            -1.859375, -3.765625, -1.203125,
            -0.03125, -0.90625, -3.171875,
            0.25, 0.5, -5.8125,
            -0.265625, 0.5, -1.15625,
            -3.6875, -2.1015625, -7.109375,
            -5.0, -5.3125, -3.0,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# The negative factors must not become part of a fused activation.
for version in ("V1_0", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        1.0, -0.875,  -0.125, -1.0,  -0.875, -0.75,  -1.0, -1.0,
        0.25, -1.0,  0.375, 0.0,  0.125, 0.0,  0.75, 0.375,
        -0.25, 0.625,  -1.0, 0.875,  0.375, 0.375,  -0.125, -0.875,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [2.0, 2.0, 1.75])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [-1.25, -1.0, -1.25])
    t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    c4 = Parameter("c4", ("TENSOR_FLOAT32", [3]), [-1.25, 1.25, 2.0])
    t2_0 = Output("t2_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    model = Model("conv_negative_row_2").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 2).To(t0_0)
    model.Operation("MUL", t0_0, c3, 0).To(t1_0)
    model.Operation("ADD", t1_0, c4, 0).To(t2_0)
    example = Example({
        x0: [
            -2.0, 1.0,  -1.25, 1.25,  0.0, 1.25,  -1.75, 1.0,
            -1.5, -1.5,  -2.0, 1.0,  -0.75, 0.5,  -1.25, -0.5,
            -2.0, -1.25,  -0.5, 1.75,  0.25, -1.25,  -1.5, 1.25,
            -1.25, -1.75,  0.5, 0.0,  -0.25, 1.5,  0.5, 1.5,
        ],
        t2_0: [
            -2.5, 2.25, 0.75,  -0.8203125, 1.4375, 0.75,
            -2.5, 2.25, 0.75,  -2.5, 0.25, 0.75,
            0.0, 1.375, 0.75,  -2.5, 1.03125, 0.75,
            -2.5, 0.25, 0.75,  -0.625, 0.59375, 1.3359375,
            -0.46875, 0.25, 0.75,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# A constant less the result of a convolution.
for version in ("V1_1", "V1_2"):
    x0 = Input("x0", ("TENSOR_FLOAT32", [1, 4, 4, 2]))
    c1 = Parameter("c1", ("TENSOR_FLOAT32", [3, 2, 2, 2]), [
        0.625, -0.375,  -0.125, -0.875,  0.375, -0.375,  0.375, 0.0,
        0.125, 0.5,  0.0, 1.0,  0.375, -0.375,  0.0, -0.875,
        -0.25, 1.0,  -1.0, 0.5,  1.0, -0.5,  -1.0, 0.625,
    ])
    c2 = Parameter("c2", ("TENSOR_FLOAT32", [3]), [-1.25, 0.25, 1.75])
    t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    c3 = Parameter("c3", ("TENSOR_FLOAT32", [3]), [0.25, 0.5, -1.0])
    t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [1, 3, 3, 3]))
    model = Model("conv_from_constant").IntroducedIn(version)
    model.Operation("CONV_2D", x0, c1, c2, 2, 1, 1, 0).To(t0_0)
    model.Operation("SUB", c3, t0_0, 0).To(t1_0)
    example = Example({
        x0: [
            1.0, 1.25,  -1.0, -1.5,  -0.75, -1.25,  1.5, -1.25,
            -2.0, 0.25,  2.0, -0.5,  -0.75, 0.0,  0.25, -1.5,
            -0.25, 2.0,  0.75, -1.5,  -1.5, 1.75,  1.0, -0.25,
            0.25, -2.0,  1.0, -0.75,  1.75, 1.75,  -0.5, -0.5,
        ],
        t1_0: [
            0.0, 1.40625, 0.4375,  -0.28125, 1.4375, -4.625,
            0.78125, 1.1875, 2.375,  3.21875, 0.40625, 1.6875,
            -0.3125, 0.9375, -6.59375,  1.53125, 2.84375, 1.59375,
            -0.03125, -0.71875, -3.09375,  0.5, 0.03125, -4.15625,
            3.1875, -0.625, -4.8125,
        ],
    }, model=model)
    if version == "V1_1":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 3]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3, 3]))
adj0 = BoolScalar("adj0", False)
adj1 = BoolScalar("adj1", True)
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3, 3]))
c1 = Parameter("c1", ("TENSOR_FLOAT32", [1]), [0.375])
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 3, 3]))
t2_0 = Internal("t2_0", ("TENSOR_FLOAT32", [2, 3, 3]))
x2 = Input("x2", ("TENSOR_FLOAT32", [2, 3, 3]))
adj2 = BoolScalar("adj2", False)
t3_0 = Output("t3_0", ("TENSOR_FLOAT32", [2, 3, 3]))
model = Model("attention_scaled").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x0, x1, adj0, adj1).To(t0_0)
model.Operation("MUL", t0_0, c1, 0).To(t1_0)
model.Operation("SOFTMAX", t1_0, 1.0).To(t2_0)
model.Operation("BATCH_MATMUL", t2_0, x2, adj2, adj0).To(t3_0)
example = Example({
    x0: [
        0.5, 2.0, 1.5,  -1.25, 1.75, 0.5,  0.0, 1.0, 1.75,  -1.5, 1.5, 0.0,
        0.75, -1.75, -1.75,  0.5, -2.0, -1.0,
    ],
    x1: [
        2.0, -1.5, -0.25,  -1.0, 0.25, -1.75,  0.0, 1.0, 1.0,  0.25, 0.25, 0.5,
        -2.0, -0.5, 1.25,  -1.5, -1.5, -1.25,
    ],
    x2: [
        -2.0, 0.0, 0.5,  -2.0, 0.0, -1.25,  -2.0, 0.25, 2.0,  1.0, 0.25, 0.5,
        -1.75, -2.0, -1.0,  1.25, -1.25, 0.0,
    ],
    t3_0: [
        -2.0, 0.20643582995435114, 1.593282401011469,
        -2.0, 0.1521283205762369, 0.7916202778788177,
        -2.0, 0.19281014654023104, 1.489244375010617,
        -0.42054164403179145, -1.306369553407891, -0.4219746278399093,
        1.0077543254662016, -1.105217016683464, -0.004086648116604835,
        0.8435163226909896, -1.1292708624330399, -0.052483871195830686,
    ],
}, model=model)
example.AddVariations("relaxed")

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 3]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3, 3]))
adj0 = BoolScalar("adj0", False)
adj1 = BoolScalar("adj1", True)
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 3, 3]))
c1 = Parameter("c1", ("TENSOR_FLOAT32", [1]), [0.375])
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 3, 3]))
c2 = Parameter("c2", ("TENSOR_FLOAT32", [3, 3]), [-3.75, -4.0, -3.25, 3.5, 4.0, 2.0, -3.0, -1.0, -0.25])
t2_0 = Internal("t2_0", ("TENSOR_FLOAT32", [2, 3, 3]))
t3_0 = Internal("t3_0", ("TENSOR_FLOAT32", [2, 3, 3]))
x2 = Input("x2", ("TENSOR_FLOAT32", [2, 3, 3]))
adj2 = BoolScalar("adj2", False)
t4_0 = Output("t4_0", ("TENSOR_FLOAT32", [2, 3, 3]))
model = Model("attention_masked").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x0, x1, adj0, adj1).To(t0_0)
model.Operation("MUL", t0_0, c1, 0).To(t1_0)
model.Operation("ADD", t1_0, c2, 0).To(t2_0)
model.Operation("SOFTMAX", t2_0, 1.0).To(t3_0)
model.Operation("BATCH_MATMUL", t3_0, x2, adj2, adj0).To(t4_0)
example = Example({
    x0: [
        0.75, 2.0, -0.5,  0.5, -0.75, -1.75,  -1.5, -0.25, 1.5,  1.5, -0.75, -0.75,
        0.75, -2.0, -0.75,  -2.0, -1.0, 1.75,
    ],
    x1: [
        0.75, -1.0, -2.0,  -1.5, 1.5, 0.5,  1.0, -1.25, 0.25,  0.0, -0.75, 0.75,
        -1.5, -0.75, 0.75,  0.0, -0.5, -2.0,
    ],
    x2: [
        -1.75, 1.5, 2.0,  -1.0, -2.0, 1.25,  1.75, 1.25, 0.25,  -0.25, 1.5, -0.75,
        -0.75, 1.25, -2.0,  -1.25, -0.5, -1.75,
    ],
    t4_0: [
        -0.4808483698098033, -0.18455240685206128, 1.1919947906115962,
        -1.510229863741515, 1.1748651726248123, 1.8466010657024092,
        4.4759696888913014e-05, -0.7856105010351506, 0.8898856337153233,
        -0.9997615711987272, 0.054323247667202035, -1.5536079612633837,
        -0.629316783668406, 1.0680764723044667, -1.456026823309685,
        -0.7757306648580253, 1.1024784551538431, -1.9296704497279193,
    ],
}, model=model)
example.AddVariations("relaxed")

"""Tests of the spec writer: its text, exact round trips, and examples that it cannot represent."""

from dataclasses import replace

import numpy as np
import pytest

from conformance.cases import (
    Example,
    ExpectedOutput,
    UnrepresentableError,
    iter_examples,
    write_spec,
)
from conformance.hal import (
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    Subgraph,
    Version,
)
from tests.specfile.canonical import canonical, without_identity

LIFE = OperandLifeTime
TYPE = OperandType


def read_back(examples):
    first = examples if isinstance(examples, Example) else examples[0]
    path = f"/nowhere/V1_1/{first.spec}.mod.py"
    return list(iter_examples(path, source=write_spec(examples).encode()))


def assert_returns(*examples):
    for again, example in zip(read_back(list(examples)), examples, strict=True):
        assert without_identity(again) == without_identity(example)
        assert canonical(again) == canonical(example)


def relu(data=b"\0\0\x80?", type_=TYPE.TENSOR_FLOAT32, **changes):
    """Return an example of one RELU with ``data`` as input and as expected output."""
    count = len(data) // (4 if type_ in (TYPE.TENSOR_FLOAT32, TYPE.TENSOR_INT32) else 2)
    operands = (
        Operand(type_, (count,), 1, lifetime=LIFE.SUBGRAPH_INPUT),
        Operand(type_, (count,), 0, lifetime=LIFE.SUBGRAPH_OUTPUT),
    )
    main = Subgraph(operands, (Operation(OperationType.RELU, (0,), (1,)),), (0,), (1,))
    example = Example(
        spec="dump",
        name="dump",
        model=Model(main),
        inputs=(data,),
        outputs=(ExpectedOutput((count,), data),),
        operand_names=("a", "b"),
        version=Version.V1_2,
    )
    return replace(example, **changes)


def with_main(example, **changes):
    main = replace(example.model.main, **changes)
    return replace(example, model=replace(example.model, main=main))


def with_operand(example, index, **changes):
    operands = list(example.model.main.operands)
    operands[index] = replace(operands[index], **changes)
    return with_main(example, operands=tuple(operands))


def test_written_text():
    assert write_spec(relu()) == (
        "a = Input('a', ('TENSOR_FLOAT32', [1]))\n"
        "b = Output('b', ('TENSOR_FLOAT32', [1]))\n"
        "model = Model()\n"
        "model.Operation('RELU', a).To(b)\n"
        "model.IntroducedIn('V1_2')\n"
        "example = Example((\n"
        "    {\n"
        "        a: [1.0],\n"
        "    },\n"
        "    {\n"
        "        b: [1.0],\n"
        "    },\n"
        "), model=model)\n"
        "example.DisableLifeTimeVariation()\n"
    )
    assert_returns(relu())


def test_every_float16_and_special_float32_values_are_read_back_exactly():
    halves = np.arange(1 << 16, dtype="<u2").view("<f2")
    halves = halves[~np.isnan(halves)]
    assert_returns(relu(halves.tobytes(), TYPE.TENSOR_FLOAT16))
    bits = np.random.default_rng(7).integers(0, 1 << 32, 20_000, dtype=np.uint64).astype("<u4")
    special = [0, 1, 0x80000000, 0x80000001, 0x7F7FFFFF, 0x00800000, 0x7F800000, 0xFF800000]
    special += [0x7FC00000, 0xFFC00000]
    singles = np.concatenate([bits[~np.isnan(bits.view("<f4"))], np.array(special, "<u4")])
    assert_returns(relu(singles.tobytes()))


def test_names_are_kept_where_legal():
    for names in [
        ("a b", "x'y"),
        ("float", "model"),
        ("class", "Input"),
        ("operand1", "Model"),
        ("é", "__name__"),
    ]:
        assert_returns(relu(operand_names=names))
    assert read_back(relu(operand_names=("x", "x")))[0].operand_names == ("x", "x_2")
    assert read_back(relu(operand_names=()))[0].operand_names == ("operand0", "operand1")


def test_several_examples_share_a_file():
    one = relu(name="dump_one", version=None)
    two = relu(name="dump_two", expect_failure=True)
    three = replace(relu(name="dump_3"), model=replace(one.model, **{_RELAX: True}), version=None)
    four = relu(name="dump_four", multinomial_tolerance=0.1)
    assert_returns(one, two, three, four)


_RELAX = "relax_computation_float32_to_float16"


@pytest.mark.parametrize("folder", ["V1_0", "AIDL_V3", "anywhere"])
def test_all_features_of_the_language_are_read_back(load_text, folder):
    examples = load_text(
        """
        def branch(scale):
            x, y = Input("x", ("TENSOR_FLOAT32", [2])), Output("y", ("TENSOR_FLOAT32", [2]))
            return Model().Operation("MUL", x, [scale], 0).To(y)
        Configuration.use_shm_for_weights = True
        w = Parameter("w", ("TENSOR_QUANT8_SYMM_PER_CHANNEL", [2]), [1, 2],
                      extraParams=SymmPerChannelQuantParams(0, [0.1, 0.2]))
        empty = Parameter("empty", ("TENSOR_INT32", [0]), [])
        gone = Parameter("gone", ("TENSOR_INT32", [0]), None)
        unread = Internal("unread", ("TENSOR_FLOAT32", [2]))
        p, c = Input("p", ("TENSOR_FLOAT32", [2])), Input("c", ("TENSOR_BOOL8", [1]))
        q, r = Output("q", ("TENSOR_FLOAT32", [2])), IgnoredOutput("r", ("TENSOR_INT32", [2]))
        then, other = branch(0.5), branch(2.0)
        model = Model().IdentifyInputs(c, p)
        model.Operation("IF", c, then, SubgraphReference("other", other), p, w, gone, empty)
        model.To(unread, q, r)
        e = Example({p: [1, 2], c: [False], q: [2, 4], r: None}, {p: [], c: [1], q: [0, 0], r: 0})
        e.AddVariations("float16", "relaxed")
        """,
        folder=folder,
    )
    assert len(examples) == 18
    assert_returns(*examples)
    for example in examples:
        assert_returns(example)


def test_constants_are_read_back_from_any_memory_layout():
    packed = b"\xee" * 8 + b"\0\0\0\x40"
    weight = Operand(
        TYPE.TENSOR_FLOAT32, (1,), 1, 0.0, 0, LIFE.CONSTANT_COPY, DataLocation(0, 8, 4)
    )
    example = relu()
    operations = (Operation(OperationType.PRELU, (0, 2), (1,)),)
    example = with_main(
        example, operands=(*example.model.main.operands, weight), operations=operations
    )
    example = replace(example, model=replace(example.model, operand_values=packed))
    (again,) = read_back(replace(example, operand_names=("a", "b", "w")))
    assert again.model.operand_values == packed[8:]
    assert again.operand_names == ("a", "b", "w")


def bad_nan():
    return np.array([0x7FC00001], "<u4").tobytes()


UNSAYABLE = {
    "name": lambda: relu(name="other"),
    "relaxed with version": lambda: replace(relu(), model=replace(relu().model, **{_RELAX: True})),
    "failure with tolerance": lambda: relu(expect_failure=True, multinomial_tolerance=0.5),
    "extension": lambda: replace(
        relu(), model=replace(relu().model, extension_name_to_prefix={"a.b": 1})
    ),
    "extension type": lambda: with_operand(relu(), 0, type=0x10001),
    "operation": lambda: with_main(relu(), operations=(Operation(9999, (0,), (1,)),)),
    "operand index": lambda: with_main(relu(), operations=(Operation(19, (7,), (1,)),)),
    "nan payload": lambda: relu(bad_nan()),
    "input order": lambda: with_main(relu(), input_indexes=()),
    "lifetime": lambda: with_operand(relu(), 0, lifetime=LIFE.TEMPORARY_VARIABLE),
    "unknown lifetime": lambda: with_operand(relu(), 0, lifetime=77),
    "consumers": lambda: with_operand(relu(), 0, number_of_consumers=5),
    "missing subgraph": lambda: with_operand(relu(), 1, type=TYPE.SUBGRAPH, lifetime=LIFE.SUBGRAPH),
    "unused subgraph": lambda: replace(
        relu(), model=replace(relu().model, referenced=(relu().model.main,))
    ),
    "shape": lambda: relu(outputs=(ExpectedOutput((2,), bytes(8)),)),
    "short data": lambda: relu(inputs=(b"\0\0",)),
    "long data": lambda: relu(inputs=(bytes(8),)),
    "empty input": lambda: relu(inputs=(b"",)),
    "count of inputs": lambda: relu(inputs=()),
    "count of outputs": lambda: relu(outputs=()),
    "negative size": lambda: with_operand(relu(), 0, dimensions=(-1,)),
    "opaque": lambda: with_operand(relu(), 0, extra_params=b"x"),
    "constant out of bounds": lambda: with_operand(
        with_main(relu(), input_indexes=()),
        0,
        lifetime=LIFE.CONSTANT_REFERENCE,
        location=DataLocation(0, 0, 4),
    ),
    "order of operations": lambda: with_main(
        relu(), operations=(Operation(19, (1,), (0,)), Operation(19, (0,), (1,)))
    ),
}


@pytest.mark.parametrize("make", UNSAYABLE.values(), ids=UNSAYABLE)
def test_an_example_that_the_format_cannot_represent_is_refused(make):
    with pytest.raises(UnrepresentableError):
        write_spec(make())


def test_boolean_bytes_above_one_are_refused():
    example = with_operand(
        with_operand(relu(), 0, type=TYPE.TENSOR_BOOL8), 1, type=TYPE.TENSOR_BOOL8
    )
    with pytest.raises(UnrepresentableError, match="boolean"):
        write_spec(replace(example, inputs=(b"\2",)))


def test_examples_of_two_specs_in_one_file_are_refused():
    with pytest.raises(ValueError, match="one spec"):
        write_spec([relu(), relu(spec="else", name="else")])
    with pytest.raises(ValueError, match="one spec"):
        write_spec([])
    with pytest.raises(UnrepresentableError, match="same name"):
        write_spec([relu(), relu()])

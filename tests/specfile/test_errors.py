"""Tests of errors in spec files: their messages and lines, and that other examples still load."""

import pickle
import time
from textwrap import dedent

import pytest

from conformance.cases import BrokenExample, Example, SpecError, iter_examples, load_examples

GOOD = """\
p, q = Input("p", "TENSOR_FLOAT32", "{1}"), Output("q", "TENSOR_FLOAT32", "{1}")
Model("good").Operation("FLOOR", p).To(q)
Example({p: [1.5], q: [1]}).DisableLifeTimeVariation()
"""
IO = """\
a, b = Input("a", "TENSOR_FLOAT32", "{2}"), Output("b", "TENSOR_FLOAT32", "{2}")
"""
RELU = 'Model().Operation("RELU", a).To(b)\nExample({a: [1, 2], b: [1, 2]})'


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            IO + 'Model().Operation("REUL", a).To(b)\nExample({a: [1, 2], b: [1, 2]})',
            2,
            "unknown operation 'REUL'",
        ),
        (
            IO.replace("FLOAT32", "FLOTA32", 1) + RELU,
            1,
            "unknown operand type 'TENSOR_FLOTA32'",
        ),
        (
            IO.replace('"{2}"', "[2]", 1) + RELU,
            1,
            "[2] is not a shape",
        ),
        (
            IO + 'w = Parameter("w", "TENSOR_FLOAT32", "{2}")\n' + RELU.replace(", a", ", a, w"),
            2,
            "operand 'w' has 0 values",
        ),
        (
            IO.replace("{2}", "{ }", 1) + RELU,
            1,
            "cannot read the shape '{ }'",
        ),
        (
            IO + 'Model().Operation("RELU", a).To(b)\n\nExample({a: [1], b: [1, 2]})',
            4,
            "operand 'a' has 1 values, but TENSOR_FLOAT32 [2] needs 2",
        ),
        (
            IO + 'Model().Operation("RELU", a).To(b)\n\nExample({a: [1, 2], b: []})',
            4,
            "operand 'b' has 0 values",
        ),
        (
            IO + 'Model().Operation("RELU", a).To(b)\n\nExample({a: [1, 2]})',
            4,
            "no values for Output('b')",
        ),
        (
            IO + 'Model().Operation("RELU", a).To(b)\n\nExample({a: [[1], [2]], b: [1, 2]})',
            4,
            "nested data",
        ),
        (
            IO + 'Model().Operation("RELU", a).To(b)\n\nExample({a: [1, "2"], b: [1, 2]})',
            4,
            "'2' is not a number",
        ),
        (
            IO + 'w = Parameter("w", ("TENSOR_QUANT8_ASYMM", [1]), [256])\n'
            'Model().Operation("PRELU", a, w).To(b)\nExample({a: [1, 2], b: [1, 2]})',
            2,
            "256 is out of range for TENSOR_QUANT8_ASYMM: write values in [0, 255]",
        ),
        (
            IO + 'Model().Operation("RELU", a, {}).To(b)\nExample({a: [1, 2], b: [1, 2]})',
            2,
            "input 1 of RELU: {} cannot be an operand",
        ),
        (
            IO + 'c = Internal("c", ("TENSOR_FLOAT32", [2]))\n'
            'm = Model().Operation("ADD", a, c, 0).To(c)\nm.Operation("RELU", c).To(b)\n'
            "Example({a: [1, 2], b: [1, 2]})",
            3,
            "must not form a cycle",
        ),
        (
            IO + 'Model().Operation("RELU", a).To(b)\nExample({a: [1, 2], b: [1, 2]}).AddNchw(a)',
            3,
            "'a' has no layout",
        ),
        (
            IO + RELU + ".AddVariations(DataTypeConverter().Identify({a: ('TENSOR_INT32', 'x')}))",
            3,
            "raised ValueError: could not convert string to float: 'x'",
        ),
        (
            IO + RELU + ".AddVariations(DataTypeConverter().Identify({a: ()}))",
            3,
            "'a' cannot be converted to ()",
        ),
        (
            IO + "c = Input('c', ('TENSOR_INT32', [1]))\n" + RELU + ".AddVariations(('nchw', [c]))",
            4,
            "refers to 'c', which is not in the model",
        ),
    ],
)
def test_a_broken_example_does_not_affect_the_others(write_spec, text, line, message):
    path = write_spec(f"{dedent(text)}\n{GOOD}")
    items = list(iter_examples(path))
    broken = [item for item in items if isinstance(item, BrokenExample)]
    sound = [item for item in items if isinstance(item, Example)]
    assert sound[-1].name == "sample_good"
    for item in broken:
        assert item.error.line == line
        assert str(item.error).startswith(f"{path}:{line}: ")
    assert message in broken[0].error.message
    with pytest.raises(SpecError):
        load_examples(path)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x = 1\n1 / 0", 2, "the spec raised ZeroDivisionError: division by zero"),
        ("x = (", 1, "not valid Python"),
        ("x = 1\n\nassert x == 2, 'why'", 3, "AssertionError: why"),
        ("def f():\n  missing\nf()", 2, "NameError"),
        ("raise SystemExit(3)", 1, "SystemExit"),
        ("Example()", 1, "before any Model()"),
        ("\nModel().To(1)", 2, "before any Operation()"),
        (IO + "Model().IdentifyInputs(b)", 2, "identify all inputs"),
        ("DataTypeConverter('quant9')", 1, "unknown target type 'quant9'"),
        (IO + "Model().IntroducedIn('V9_9')", 2, "unknown version 'V9_9'"),
        (IO + "Model()\nExample({a: [], b: []}).AddVariations('nope')", 3, "not a variation"),
        (
            IO + "Model()\nExample().ExpectFailure().WithMultinomialDistributionTolerance(1)",
            3,
            "cannot have both",
        ),
    ],
)
def test_a_file_that_cannot_be_executed_raises_an_error(write_spec, text, line, message):
    path = write_spec(text)
    with pytest.raises(SpecError, match=r"mod\.py:") as caught:
        load_examples(path)
    assert caught.value.line == line
    assert message in caught.value.message


def test_missing_file(tmp_path):
    with pytest.raises(SpecError, match="cannot be read: No such file"):
        load_examples(tmp_path / "none.mod.py")


def test_errors_can_be_pickled():
    error = pickle.loads(pickle.dumps(SpecError("x.mod.py", 3, "wrong")))
    assert (str(error), error.line) == ("x.mod.py:3: wrong", 3)


LOOPS = {
    "plain": "while True:\n  pass",
    "swallowing": "while True:\n  try:\n    sum(range(50))\n  except Exception:\n    pass",
    "swallowing all": "while True:\n  try:\n    sum(range(50))\n  except:\n    pass",
}


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_endless_loops_are_interrupted(write_spec, loop):
    path = write_spec(loop)
    started = time.monotonic()
    with pytest.raises(SpecError) as caught:
        load_examples(path, time_limit=0.1)
    assert time.monotonic() - started < 15
    assert "still running after 0.1 s" in caught.value.message
    assert 1 <= caught.value.line <= 5

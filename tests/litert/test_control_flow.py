"""IF and WHILE in TFLite: loop operands, subgraphs and the time limit for loops."""

import pytest

from conformance import cases
from conformance.driver_sdk import DriverError
from conformance.engines.litert import Kernels
from tests.litert.running_examples import bundled, device, inputs_of, outputs_of

pytest.importorskip("ai_edge_litert")

LOOP = """
NUMBER = ("TENSOR_INT32", [1])


def graph(name, inputs, outputs, *operations):
    made = Model(name)
    made.IdentifyInputs(*inputs)
    made.IdentifyOutputs(*outputs)
    for operation, arguments, result in operations:
        made.Operation(operation, *arguments).To(result)
    return made


def names(*wanted):
    return [Input(name, NUMBER) for name in wanted]


i, a, b, n = names("i", "a", "b", "n")
more = Output("more", ("TENSOR_BOOL8", [1]))
condition = graph("condition", [i, a, b, n], [more], ("LESS", [i, n], more))
i, a, b, n = names("i", "a", "b", "n")
after, left, right = (Output(name, NUMBER) for name in ("after", "left", "right"))
one, none = Parameter("one", NUMBER, [1]), Parameter("none", NUMBER, [0])
body = graph("body", [i, a, b, n], [after, left, right],
             ("ADD", [i, one, 0], after), ("ADD", [b, none, 0], left), ("SUB", [a, none, 0], right))
start, first, second, rounds = names("start", "first", "second", "rounds")
end, left, right = (Output(name, NUMBER) for name in ("end", "left", "right"))
model = Model().Operation("WHILE", condition, body, start, first, second, rounds)
model.To([end, left, right])
"""


def swapped(rounds):
    """Return a spec whose loop exchanges two numbers in each round."""
    left, right = (5, 3) if rounds % 2 else (3, 5)
    input_values = f"start: [0], first: [3], second: [5], rounds: [{rounds}]"
    output_values = f"end: [{rounds}], left: [{left}], right: [{right}]"
    return f"{LOOP}Example({{{input_values}, {output_values}}}, model=model)\n"


@pytest.mark.parametrize("kernels", list(Kernels))
@pytest.mark.parametrize("rounds", [0, 1, 2, 7, 4095, 4096, 5000])
def test_exchanged_operands_and_loops_longer_than_first_attempt(tmp_path, kernels, rounds):
    path = tmp_path / "swapped.mod.py"
    path.write_text(swapped(rounds), encoding="utf-8")
    example = next(
        candidate for candidate in cases.load_examples(path) if candidate.name == "swapped"
    )
    end, left, right = outputs_of(device(kernels), example)
    assert end.tolist() == [rounds]
    assert [left.item(), right.item()] == ([3, 5] if rounds % 2 == 0 else [5, 3])


def test_endless_loop_is_ended():
    example = bundled("V1_3/while/while_endless")
    prepared = device().build_prepared_model(example.model)
    with pytest.raises(DriverError, match=r"loops are still running after 1000000 ns"):
        prepared.compute(inputs_of(example), 1_000_000)
